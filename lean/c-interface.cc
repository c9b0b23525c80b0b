/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "c-interface.h"

#include "setting.h"
#include "simulation.h"
#include "variants.h"

#include "ns3/sequence-position.h"
#include "ns3/window-control.h"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace
{
/// A caller's congestion control.
class ForeignControl : public ns3::WindowControl
{
  public:
    explicit ForeignControl(const LeanControl& control)
        : m_control(control)
    {
    }

    void Start(ns3::Window& window) override
    {
        Call(window, [this](auto& shown) { m_control.start(m_control.owner, &shown); });
    }

    uint32_t Reduce(ns3::Window& window, uint32_t flight) override
    {
        uint32_t ssthresh = window.BoundThreshold(flight / 2);
        Call(window, [&](auto& shown) {
            Take(m_control.reduce(m_control.owner, &shown, flight), MOST_WINDOW, ssthresh);
        });
        return ssthresh;
    }

    void Open(ns3::Window& window, uint32_t segments) override
    {
        Call(window, [&](auto& shown) { m_control.open(m_control.owner, &shown, segments); });
    }

    void OnArrived(ns3::Window& window, uint32_t segments) override
    {
        Call(window, [&](auto& shown) { m_control.arrived(m_control.owner, &shown, segments); });
    }

  private:
    /// What is no size is not taken.
    static void Take(double size, double most, uint32_t& octets)
    {
        octets = size >= 1 && size <= most ? static_cast<uint32_t>(size) : octets;
    }

    template <class Function>
    void Call(ns3::Window& window, const Function& function)
    {
        const auto seconds = [](auto span) { return std::chrono::duration<double>(span).count(); };
        const auto position = [](uint64_t at) {
            return static_cast<double>(at - ns3::FirstPosition(1));
        };
        LeanWindow shown{seconds(window.now),
                         static_cast<double>(window.cwnd),
                         static_cast<double>(window.ssthresh),
                         static_cast<double>(window.mss),
                         static_cast<double>(window.inFlight),
                         position(window.una),
                         position(window.nxt),
                         seconds(window.lastRtt),
                         seconds(window.srtt),
                         seconds(window.minRtt)};
        function(shown);
        Take(shown.cwnd, MOST_WINDOW, window.cwnd);
        Take(shown.ssthresh, UINT32_MAX, window.ssthresh);
    }

    static constexpr double MOST_WINDOW = 1 << 30; // octets

    const LeanControl m_control; //!< the caller's
};
} // namespace

/// A simulation by its name in C.
struct LeanRun final : lean::Simulation
{
    using Simulation::Simulation;
};

const char*
lean_variants()
{
    static const auto text = [] {
        std::string lines;
        for (const auto& variant : lean::GetVariants())
        {
            lines += variant.name + '\t' + variant.colour + '\t' + variant.words + '\n';
        }
        return lines;
    }();
    return text.c_str();
}

const char*
lean_parameters()
{
    static const auto text = lean::DescribeSetting();
    return text.c_str();
}

const char*
lean_count_names()
{
    return "segments retransmissions lost overflows timeouts recoveries acks octets goodput";
}

const char*
lean_column_names()
{
    return "sent.time sent.position sent.kind acked.time acked.octets window.time window.octets "
           "threshold.time threshold.octets queue.time queue.packets";
}

LeanRun*
lean_begin(const char* text, int records, char* fault, unsigned size, const LeanControl* control)
{
    lean::Setting setting;
    const auto found = lean::ReadSetting(text, setting);
    if (size > 0)
    {
        fault[found.copy(fault, size - 1)] = '\0';
    }
    if (!found.empty())
    {
        return nullptr;
    }
    auto foreign = control ? std::make_unique<ForeignControl>(*control) : nullptr;
    return new LeanRun(setting, records != 0, std::move(foreign));
}

int
lean_run(LeanRun* run, double segments)
{
    // fmax() and fmin() leave out what is no number.
    return run->Run(static_cast<uint64_t>(std::fmin(std::fmax(segments, 1), 1e18))) ? 1 : 0;
}

double
lean_time(LeanRun* run)
{
    return run->GetTime();
}

const double*
lean_counts(LeanRun* run)
{
    static_assert(sizeof(lean::Counts) == 9 * sizeof(double));
    return &run->GetCounts().segments;
}

unsigned
lean_length(const LeanRun* run, unsigned column)
{
    return static_cast<unsigned>(run->GetColumn(column).size());
}

const double*
lean_column(const LeanRun* run, unsigned column)
{
    return run->GetColumn(column).data();
}

double
lean_buffer(const LeanRun* run)
{
    return run->GetBuffer();
}

void
lean_end(LeanRun* run)
{
    delete run;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "c-interface.h"

#include "setting.h"
#include "simulation.h"
#include "variants.h"

#include <array>
#include <string>
#include <vector>

/// A simulation, and where its counts are handed out.
struct LeanRun
{
    lean::Simulation simulation;  //!< the run
    std::array<double, 9> counts; //!< in the order of lean_count_names()
};

namespace
{
const std::vector<double>&
FindColumn(const LeanRun& run, unsigned column)
{
    static const std::vector<double> none;
    const auto& series = run.simulation.GetSeries();
    const std::array columns{&series.segments.time,
                             &series.segments.position,
                             &series.segments.kind,
                             &series.acked.time,
                             &series.acked.value,
                             &series.window.time,
                             &series.window.value,
                             &series.threshold.time,
                             &series.threshold.value,
                             &series.queue.time,
                             &series.queue.value};
    return column < columns.size() ? *columns[column] : none;
}
} // namespace

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
    return lean::DescribeSetting().c_str();
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
lean_begin(const char* text, int records, char* fault, unsigned size)
{
    lean::Setting setting;
    const auto found = lean::ReadSetting(text, setting);
    if (size > 0)
    {
        fault[found.copy(fault, size - 1)] = '\0';
    }
    return found.empty() ? new LeanRun{{setting, records != 0}, {}} : nullptr;
}

int
lean_run(LeanRun* run, double segments)
{
    return run->simulation.Run(static_cast<uint64_t>(segments)) ? 1 : 0;
}

double
lean_time(const LeanRun* run)
{
    return run->simulation.GetTime();
}

const double*
lean_counts(LeanRun* run)
{
    const auto counts = run->simulation.GetCounts();
    run->counts = {counts.segments,
                   counts.retransmissions,
                   counts.lost,
                   counts.overflows,
                   counts.timeouts,
                   counts.recoveries,
                   counts.acks,
                   counts.octets,
                   counts.goodput};
    return run->counts.data();
}

unsigned
lean_length(const LeanRun* run, unsigned column)
{
    return static_cast<unsigned>(FindColumn(*run, column).size());
}

const double*
lean_column(const LeanRun* run, unsigned column)
{
    return FindColumn(*run, column).data();
}

double
lean_buffer(const LeanRun* run)
{
    return run->simulation.GetBuffer();
}

void
lean_end(LeanRun* run)
{
    delete run;
}

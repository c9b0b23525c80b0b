/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-attributes.h"

#include "options.h"

#include "ns3/cubic-law.h"
#include "ns3/fack-recovery.h"
#include "ns3/rack-recovery.h"
#include "ns3/recovery-laws.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"
#include "ns3/veno-law.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace lean
{

namespace
{
constexpr uint32_t MTU = 65535;     // octets, of LossyPathHelper
constexpr uint32_t TCP_HEADER = 20; // octets, without options
constexpr uint8_t MOST_SCALE = 14;

/// @return the window scale that a buffer needs (RFC 7323, section 2.3)
uint8_t
GetScale(uint64_t buffer)
{
    uint8_t scale = 0;
    while (scale < MOST_SCALE && buffer >> scale > UINT16_MAX)
    {
        ++scale;
    }
    return scale;
}

/// ns-3's TcpVenoDr.
class VenoDrControl : public ns3::VenoControl
{
  public:
    VenoDrControl()
    {
        usesThreshold = true;
    }

    /// @copydoc ns3::WindowControl::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        ns3::VenoControl::Describe(options);
        DescribeThreshold(options);
    }
};

/// Makes one of several classes by a short name.
template <class Base>
struct Entry
{
    const char* name;                                                  //!< short
    std::unique_ptr<Base> (*make)(const ns3::VariantOptions& options); //!< with these options
};

template <class Base, class Derived>
std::unique_ptr<Base>
MakeOne(const ns3::VariantOptions& options)
{
    auto made = std::make_unique<Derived>();
    return SetOptions(*made, options) ? std::move(made) : nullptr;
}

template <class Base, std::size_t COUNT>
std::unique_ptr<Base>
MakeByName(const Entry<Base> (&entries)[COUNT],
           const std::string& name,
           const ns3::VariantOptions& options)
{
    const auto found = std::find_if(std::begin(entries),
                                    std::end(entries),
                                    [&name](const auto& entry) { return entry.name == name; });
    return found != std::end(entries) ? found->make(options) : nullptr;
}
} // namespace

std::unique_ptr<ns3::LossRecovery>
MakeRecovery(const std::string& name, const ns3::VariantOptions& options)
{
    using Base = ns3::LossRecovery;
    static const Entry<Base> entries[]{{"Reno", &MakeOne<Base, ns3::RenoRecovery>},
                                       {"NewReno", &MakeOne<Base, ns3::NewRenoRecovery>},
                                       {"Sack", &MakeOne<Base, ns3::SackRecovery>},
                                       {"Fack", &MakeOne<Base, ns3::FackRecovery>},
                                       {"Rfc6675", &MakeOne<Base, ns3::Rfc6675Recovery>},
                                       {"Rack", &MakeOne<Base, ns3::RackRecovery>}};
    return MakeByName(entries, name, options);
}

std::unique_ptr<ns3::WindowControl>
MakeWindowControl(const std::string& name, const ns3::VariantOptions& options)
{
    using Base = ns3::WindowControl;
    static const Entry<Base> entries[]{{"NewReno", &MakeOne<Base, NewRenoControl>},
                                       {"Fack", &MakeOne<Base, ns3::FackControl>},
                                       {"GeneralAimd", &MakeOne<Base, ns3::GeneralAimdControl>},
                                       {"SackVeno", &MakeOne<Base, ns3::VenoControl>},
                                       {"VenoDr", &MakeOne<Base, VenoDrControl>},
                                       {"KernelReno", &MakeOne<Base, ns3::KernelRenoControl>},
                                       {"KernelCubic", &MakeOne<Base, ns3::KernelCubicControl>}};
    return MakeByName(entries, name, options);
}

std::unique_ptr<ns3::ReductionLaw>
MakeLaw(const std::string& name, const ns3::VariantOptions& options)
{
    using Base = ns3::ReductionLaw;
    static const Entry<Base> entries[]{{"Classic", &MakeOne<Base, ns3::ClassicReductionLaw>},
                                       {"ProportionalRate", &MakeOne<Base, ns3::RateReductionLaw>},
                                       {"KernelRate", &MakeOne<Base, ns3::KernelRateReductionLaw>},
                                       {"Rampdown", &MakeOne<Base, ns3::RampdownLaw>},
                                       {"Dynamic", &MakeOne<Base, ns3::DynamicRecoveryLaw>}};
    return MakeByName(entries, name, options);
}

HostSettings
Attributes::Make(const Application& application) const
{
    HostSettings host;
    auto& choice = host.choice;
    choice.handshake =
        {sack, windowScaling, timestamp, compressed, connCount, connTimeout, oneSynMayBeLost};
    auto& sender = choice.sender;
    sender
        .timer = {minRto, maxRto, clockGranularity, timerTick, ns3::TimerWheel(jiffy), dataRetries};
    sender.makeRecovery = [attributes = *this](bool sack, uint32_t mss, uint64_t start) {
        ns3::LossRecovery::Configuration configuration;
        configuration.mss = mss;
        configuration.dupThresh = attributes.reTxThreshold;
        configuration.limitedTransmit = attributes.limitedTransmit;
        configuration.keepSack = attributes.keepSackOnTimeout;
        configuration.sack = sack;
        configuration.start = start;
        configuration.wheel = ns3::TimerWheel(attributes.jiffy);
        auto recovery =
            attributes.recover ? attributes.recover() : MakeRecovery(attributes.lossRecovery);
        if (!sack && recovery->NeedsSack())
        {
            recovery = std::make_unique<ns3::NewRenoRecovery>();
        }
        recovery->Start(configuration);
        return recovery;
    };
    sender.restartAfterIdle = restartAfterIdle;
    sender.keepsFlight = timeoutKeepsFlight;
    sender.opensByDelivered = openByDelivered;
    sender.rttByDeparture = rttByDeparture;
    sender.followsLinux = followLinux;
    sender.buffer = sndBufSize;
    sender.mostBuffer = sndBufMax;
    sender.initialWindow = initialCwnd;
    sender.initialThreshold = initialSlowStartThreshold;
    sender.noDelay = noDelay;
    sender.persistTimeout = persistTimeout;
    choice.receiver.acks = {delAckCount, delAckTimeout, delAckMost, quickAcks};
    choice.receiver.duplicateSack = dSack;
    choice.receiver.buffer = rcvBufSize;
    choice.receiver.mostBuffer = rcvBufMax;
    choice.closing = {maxSegLifetime, finWait2Timeout};
    choice.mss = segmentSize;
    choice.usesEcn = useEcn;
    host.limits = {MTU - ns3::protocolnumbers::IPV4_HEADER - TCP_HEADER,
                   GetScale(std::max<uint64_t>(rcvBufSize, 2 * uint64_t{rcvBufMax}))};
    host.application = application;
    if (useEcn)
    {
        host.synFlags |= ns3::SegmentFields::ECE | ns3::SegmentFields::CWR;
    }
    return host;
}

void
PacedControl::SetRate(const ns3::Window& window)
{
    constexpr uint64_t MOST = 4'000'000'000; // bit/s, MaxPacingRate
    const auto seconds = std::chrono::duration<double>(window.srtt).count();
    const double factor = window.cwnd < window.ssthresh / 2 ? 2.0 : 1.2;
    const auto octets = std::max(window.cwnd, window.inFlight);
    m_rate = seconds > 0 ? std::min(MOST, static_cast<uint64_t>(octets * 8 * factor / seconds)) : 0;
}

std::optional<ns3::Window::Span>
PacedControl::GetPace(const ns3::Window& window, uint32_t octets)
{
    if (!m_rate)
    {
        SetRate(window);
    }
    // Octets of the stream, the SYN among them.
    const auto sent = static_cast<uint32_t>(window.nxt);
    if (*m_rate == 0 || sent <= m_initialWindow * window.mss)
    {
        return std::nullopt;
    }
    return ns3::LinkConditions::GetTime(octets, *m_rate);
}

ns3::RttSmoother::Estimate
MeanDeviation::OnSample(ns3::Window::Span sample)
{
    if (!std::exchange(m_hasSample, true))
    {
        m_estimate = {sample, sample / 2};
        return m_estimate;
    }
    // Gains of an eighth and a quarter, rounded down.
    const auto error = sample - m_estimate.smoothed;
    const auto deviation = std::chrono::abs(error) - m_estimate.variation;
    m_estimate.smoothed += ns3::Window::Span(error.count() >> 3);
    m_estimate.variation += ns3::Window::Span(deviation.count() >> 2);
    return m_estimate;
}

Control
MakeControl(std::unique_ptr<ns3::WindowControl> control, std::unique_ptr<ns3::ReductionLaw> law)
{
    return {control ? std::move(control) : std::make_unique<NewRenoControl>(),
            law ? std::move(law) : std::make_unique<ns3::ClassicReductionLaw>(),
            std::make_unique<MeanDeviation>()};
}

} // namespace lean

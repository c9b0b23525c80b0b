/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-attributes.h"

#include "ns3/fack-recovery.h"
#include "ns3/rack-recovery.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"

#include <algorithm>

namespace lean
{

namespace
{
constexpr uint32_t MTU = 65535;     // octets, of LossyPathHelper
constexpr uint32_t TCP_HEADER = 20; // octets, without options
constexpr uint8_t MOST_SCALE = 14;

/// @return the window scale that a buffer needs (RFC 7323, section 2.3)
uint8_t
GetScale(uint32_t buffer)
{
    uint8_t scale = 0;
    while (scale < MOST_SCALE && buffer >> scale > UINT16_MAX)
    {
        ++scale;
    }
    return scale;
}

template <class Recovery>
std::unique_ptr<ns3::LossRecovery>
Make()
{
    return std::make_unique<Recovery>();
}
} // namespace

std::unique_ptr<ns3::LossRecovery>
MakeRecovery(const std::string& name)
{
    struct Entry
    {
        const char* name;                             //!< short
        std::unique_ptr<ns3::LossRecovery> (*make)(); //!< one
    };

    static const Entry entries[]{{"Reno", &Make<ns3::RenoRecovery>},
                                 {"NewReno", &Make<ns3::NewRenoRecovery>},
                                 {"Sack", &Make<ns3::SackRecovery>},
                                 {"Fack", &Make<ns3::FackRecovery>},
                                 {"Rfc6675", &Make<ns3::Rfc6675Recovery>},
                                 {"Rack", &Make<ns3::RackRecovery>}};
    for (const auto& entry : entries)
    {
        if (entry.name == name)
        {
            return entry.make();
        }
    }
    return nullptr;
}

HostSettings
Attributes::Make(const Application& application) const
{
    HostSettings host;
    auto& choice = host.choice;
    choice.handshake = {sack, windowScaling, timestamp, compressed, connCount, connTimeout};
    auto& sender = choice.sender;
    sender.timer = {minRto, maxRto, clockGranularity, timerTick, ns3::TimerWheel(), dataRetries};
    sender.makeRecovery = [attributes = *this](bool sack, uint32_t mss, uint64_t start) {
        ns3::LossRecovery::Configuration configuration;
        configuration.mss = mss;
        configuration.dupThresh = attributes.reTxThreshold;
        configuration.limitedTransmit = attributes.limitedTransmit;
        configuration.keepSack = attributes.keepSackOnTimeout;
        configuration.start = start;
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
    sender.buffer = sndBufSize;
    sender.initialWindow = initialCwnd;
    sender.initialThreshold = initialSlowStartThreshold;
    sender.noDelay = noDelay;
    sender.persistTimeout = persistTimeout;
    choice.receiver.acks = {delAckCount, delAckTimeout, delAckMost, quickAcks};
    choice.receiver.duplicateSack = dSack;
    choice.receiver.buffer = rcvBufSize;
    choice.closing = {maxSegLifetime, finWait2Timeout};
    choice.mss = segmentSize;
    choice.usesEcn = useEcn;
    host.limits = {MTU - ns3::protocolnumbers::IPV4_HEADER - TCP_HEADER, GetScale(rcvBufSize)};
    host.application = application;
    if (useEcn)
    {
        host.synFlags |= ns3::SegmentFields::ECE | ns3::SegmentFields::CWR;
    }
    return host;
}

uint32_t
NewRenoControl::Reduce(ns3::Window& window, uint32_t flight)
{
    return std::max(2 * window.mss, flight / 2);
}

void
NewRenoControl::Open(ns3::Window& window, uint32_t segments)
{
    if (window.cwnd < window.ssthresh && segments > 0)
    {
        window.cwnd += window.mss;
        --segments;
    }
    if (window.cwnd >= window.ssthresh && segments > 0)
    {
        window.cwnd += std::max(1U, window.mss * window.mss / window.cwnd);
    }
}

void
MeanDeviation::OnSample(ns3::Window::Span sample)
{
    if (!m_hasSample)
    {
        m_hasSample = true;
        m_smoothed = sample;
        m_variation = sample / 2;
        return;
    }
    // Gains of an eighth and a quarter, rounded down.
    const auto error = (sample - m_smoothed).count();
    m_smoothed = ns3::Window::Span(m_smoothed.count() + (error >> 3));
    m_variation =
        ns3::Window::Span(m_variation.count() + ((std::abs(error) - m_variation.count()) >> 2));
}

Control
MakeControl(std::unique_ptr<ns3::WindowControl> control, std::unique_ptr<ns3::ReductionLaw> law)
{
    return {control ? std::move(control) : std::make_unique<NewRenoControl>(),
            law ? std::move(law) : std::make_unique<ClassicLaw>(),
            std::make_unique<MeanDeviation>()};
}

} // namespace lean

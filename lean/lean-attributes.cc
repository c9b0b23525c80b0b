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
#include "ns3/tcp-buffer-model.h"
#include "ns3/veno-law.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace lean
{

namespace
{
constexpr uint32_t MTU = 65535;     // octets, of LossyPathHelper
constexpr uint32_t TCP_HEADER = 20; // octets, without options

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

/// Make one of several classes by a short name, with these options.
template <class Base>
using Makers = std::map<std::string, std::unique_ptr<Base> (*)(const ns3::VariantOptions& options)>;

template <class Base, class Derived>
std::unique_ptr<Base>
MakeOne(const ns3::VariantOptions& options)
{
    auto made = std::make_unique<Derived>();
    return SetOptions(*made, options) ? std::move(made) : nullptr;
}

template <class Base>
std::unique_ptr<Base>
MakeByName(const Makers<Base>& makers, const std::string& name, const ns3::VariantOptions& options)
{
    const auto found = makers.find(name);
    return found != makers.end() ? found->second(options) : nullptr;
}
} // namespace

std::unique_ptr<ns3::LossRecovery>
MakeRecovery(const std::string& name, const ns3::VariantOptions& options)
{
    using Base = ns3::LossRecovery;
    static const Makers<Base> makers{{"Reno", &MakeOne<Base, ns3::RenoRecovery>},
                                     {"NewReno", &MakeOne<Base, ns3::NewRenoRecovery>},
                                     {"Sack", &MakeOne<Base, ns3::SackRecovery>},
                                     {"Fack", &MakeOne<Base, ns3::FackRecovery>},
                                     {"Rfc6675", &MakeOne<Base, ns3::Rfc6675Recovery>},
                                     {"Rack", &MakeOne<Base, ns3::RackRecovery>}};
    return MakeByName(makers, name, options);
}

std::unique_ptr<ns3::WindowControl>
MakeWindowControl(const std::string& name, const ns3::VariantOptions& options)
{
    using Base = ns3::WindowControl;
    static const Makers<Base> makers{{"NewReno", &MakeOne<Base, NewRenoControl>},
                                     {"Fack", &MakeOne<Base, ns3::FackControl>},
                                     {"GeneralAimd", &MakeOne<Base, ns3::GeneralAimdControl>},
                                     {"SackVeno", &MakeOne<Base, ns3::VenoControl>},
                                     {"VenoDr", &MakeOne<Base, VenoDrControl>},
                                     {"KernelReno", &MakeOne<Base, ns3::KernelRenoControl>},
                                     {"KernelCubic", &MakeOne<Base, ns3::KernelCubicControl>}};
    return MakeByName(makers, name, options);
}

std::unique_ptr<ns3::ReductionLaw>
MakeLaw(const std::string& name, const ns3::VariantOptions& options)
{
    using Base = ns3::ReductionLaw;
    static const Makers<Base> makers{{"Classic", &MakeOne<Base, ns3::ClassicReductionLaw>},
                                     {"ProportionalRate", &MakeOne<Base, ns3::RateReductionLaw>},
                                     {"KernelRate", &MakeOne<Base, ns3::KernelRateReductionLaw>},
                                     {"Rampdown", &MakeOne<Base, ns3::RampdownLaw>},
                                     {"Dynamic", &MakeOne<Base, ns3::DynamicRecoveryLaw>}};
    return MakeByName(makers, name, options);
}

Attributes::Attributes()
{
    using namespace std::chrono_literals;
    handshake.tries = 6;
    handshake.timeout = 3s;
    sender.timer.granularity = 1ms;
    sender.buffer = 131072;
    sender.persistTimeout = 6s;
    receiver.acks.delay = 200ms;
    receiver.buffer = 131072;
    closing.msl = 120s;
    closing.finWait2Timeout = 300s;
}

HostSettings
Attributes::Make(const Application& application) const
{
    HostSettings host;
    host.choice = *this;
    host.choice.sender.timer.wheel = ns3::TimerWheel(jiffy);
    host.choice.sender.makeRecovery = [attributes =
                                           *this](bool sack, uint32_t mss, uint64_t start) {
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
    host.limits = {
        MTU - ns3::protocolnumbers::IPV4_HEADER - TCP_HEADER,
        ns3::advertisedwindow::GetWindowScale(
            std::max(receiver.buffer, 2 * std::min(receiver.mostBuffer, UINT32_MAX / 2)))};
    host.application = application;
    if (usesEcn)
    {
        host.synFlags |= ns3::SegmentFields::ECE | ns3::SegmentFields::CWR;
    }
    return host;
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

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "variants.h"

#include "ns3/bbr-control.h"
#include "ns3/cubic-law.h"
#include "ns3/fack-recovery.h"
#include "ns3/rack-recovery.h"
#include "ns3/recovery-laws.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"
#include "ns3/tcp-buffer-model.h"
#include "ns3/veno-law.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace lean
{

namespace
{
/// ns-3's TcpVenoDr.
struct VenoDrControl : ns3::VenoControl
{
    VenoDrControl()
    {
        usesThreshold = true;
    }

    template <class Options>
    static void Describe(Options& options)
    {
        ns3::VenoControl::Describe(options);
        DescribeThreshold(options);
    }
};

/// Read the value of an option. @return whether it is one
bool
ReadValue(const std::string& text, bool& value)
{
    value = text == "true";
    return value || text == "false";
}

template <class... Bounds>
bool
ReadValue(const std::string& text, uint32_t& value, Bounds...)
{
    char* end = nullptr;
    const auto number = std::strtoull(text.c_str(), &end, 10);
    value = static_cast<uint32_t>(number);
    return end != text.c_str() && *end == '\0' && number <= UINT32_MAX;
}

bool
ReadValue(const std::string& text, Instant& value)
{
    return ReadTime(text, value);
}

template <class... Bounds>
bool
ReadValue(const std::string& text, double& value, Bounds...)
{
    return ReadNumber(text, value);
}

template <class Value, class... Names>
bool
ReadValue(const std::string& text, Value& value, Value named, const char* name, Names... names)
{
    if (text == name)
    {
        value = named;
        return true;
    }
    if constexpr (sizeof...(names) > 0)
    {
        return ReadValue(text, value, names...);
    }
    return false;
}

/// Sets the option of a name that a class of the core describes, by its Describe().
template <class Object>
struct OptionSetter
{
    template <class Owner, class Member, class... Rest>
    void operator()(const char* name, Member Owner::*option, const char*, Rest... rest)
    {
        isSet =
            isSet || (wanted.first == name && ReadValue(wanted.second, object.*option, rest...));
    }

    Object& object;       //!< which gets it
    const Option& wanted; //!< its name, and the value
    bool isSet{false};    //!< the object has it, and the value is one
};

/// Make one of several classes by a short name, with these options.
template <class Base>
using Makers = std::map<std::string, std::unique_ptr<Base> (*)(const ns3::VariantOptions& options)>;

template <class Base, class Derived>
std::unique_ptr<Base>
MakeOne(const ns3::VariantOptions& options)
{
    auto made = std::make_unique<Derived>();
    const bool hasAll = std::all_of(options.begin(), options.end(), [&made](auto& option) {
        OptionSetter<Derived> setter{*made, option};
        Derived::Describe(setter);
        return setter.isSet;
    });
    return hasAll ? std::move(made) : nullptr;
}

template <class Base>
std::unique_ptr<Base>
MakeByName(const Makers<Base>& makers, const Part& part)
{
    const auto found = makers.find(part.name);
    return found != makers.end() ? found->second(part.options) : nullptr;
}

/// @param text such as `TcpFack Overdamping=true` or `Rack[FollowLinux=true|Frto=true]`
Part
ReadPart(std::string text)
{
    const auto isBetween = [](char c) { return c == '[' || c == '|' || c == ']'; };
    std::replace_if(text.begin(), text.end(), isBetween, ' ');
    const auto space = std::min(text.find(' '), text.size());
    return {text.substr(0, space), ns3::ReadVariantOptions(text.substr(space))};
}
} // namespace

std::unique_ptr<ns3::LossRecovery>
MakeRecovery(const Part& part)
{
    using Base = ns3::LossRecovery;
    static const Makers<Base> makers{{"Reno", &MakeOne<Base, ns3::RenoRecovery>},
                                     {"NewReno", &MakeOne<Base, ns3::NewRenoRecovery>},
                                     {"Sack", &MakeOne<Base, ns3::SackRecovery>},
                                     {"Fack", &MakeOne<Base, ns3::FackRecovery>},
                                     {"Rfc6675", &MakeOne<Base, ns3::Rfc6675Recovery>},
                                     {"Rack", &MakeOne<Base, ns3::RackRecovery>}};
    return MakeByName(makers, part);
}

std::unique_ptr<ns3::WindowControl>
MakeWindowControl(const Part& part)
{
    using Base = ns3::WindowControl;
    static const Makers<Base> makers{{"TcpNewReno", &MakeOne<Base, NewRenoControl>},
                                     {"TcpFack", &MakeOne<Base, ns3::FackControl>},
                                     {"TcpGeneralAimd", &MakeOne<Base, ns3::GeneralAimdControl>},
                                     {"TcpSackVeno", &MakeOne<Base, ns3::VenoControl>},
                                     {"TcpVenoDr", &MakeOne<Base, VenoDrControl>},
                                     {"TcpKernelReno", &MakeOne<Base, ns3::KernelRenoControl>},
                                     {"TcpKernelCubic", &MakeOne<Base, ns3::KernelCubicControl>},
                                     {"TcpKernelBbr", &MakeOne<Base, ns3::KernelBbrControl>}};
    return MakeByName(makers, part);
}

std::unique_ptr<ns3::ReductionLaw>
MakeLaw(const Part& part)
{
    using Base = ns3::ReductionLaw;
    static const Makers<Base> makers{
        {"TcpClassicRecovery", &MakeOne<Base, ns3::ClassicReductionLaw>},
        {"TcpProportionalRateRecovery", &MakeOne<Base, ns3::RateReductionLaw>},
        {"TcpKernelRateRecovery", &MakeOne<Base, ns3::KernelRateReductionLaw>},
        {"TcpRampdownRecovery", &MakeOne<Base, ns3::RampdownLaw>},
        {"TcpDynamicRecovery", &MakeOne<Base, ns3::DynamicRecoveryLaw>}};
    return MakeByName(makers, part);
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
    repairs.keepSack = true;
}

HostSettings
Attributes::Make(const Application& application) const
{
    HostSettings host;
    host.choice = *this;
    host.choice.sender.timer.wheel = ns3::TimerWheel(jiffy);
    host.choice.sender.makeRecovery = [*this](bool sack, uint32_t mss, uint64_t start) {
        auto made = MakeRecovery(recovery);
        if (!sack && made->NeedsSack())
        {
            made = std::make_unique<ns3::NewRenoRecovery>();
        }
        auto configuration = repairs;
        configuration.mss = mss;
        configuration.sack = sack;
        configuration.start = start;
        configuration.wheel = ns3::TimerWheel(jiffy);
        made->Start(configuration);
        return made;
    };
    host.limits.windowScale = ns3::advertisedwindow::GetWindowScale(
        std::max(receiver.buffer, 2 * std::min(receiver.mostBuffer, UINT32_MAX / 2)));
    host.application = application;
    if (usesEcn)
    {
        host.synFlags |= ns3::SegmentFields::ECE | ns3::SegmentFields::CWR;
    }
    return host;
}

bool
ReadNumber(const std::string& text, double& number)
{
    char* end = nullptr;
    number = std::strtod(text.c_str(), &end);
    return !text.empty() && end == text.c_str() + text.size() && std::isfinite(number);
}

bool
SetAttribute(Attributes& attributes, const Option& option)
{
    const auto is = [&option](const char* name, auto& member, auto... names) {
        return option.first == name && ReadValue(option.second, member, names...);
    };
    auto& handshake = attributes.handshake;
    auto& sender = attributes.sender;
    auto& receiver = attributes.receiver;
    return is("ClockGranularity", sender.timer.granularity) || is("ConnCount", handshake.tries) ||
           is("ConnTimeout", handshake.timeout) || is("DataRetries", sender.timer.retries) ||
           is("DelAckCount", receiver.acks.count) || is("DelAckMost", receiver.acks.mostDelay) ||
           is("DelAckTimeout", receiver.acks.delay) || is("FollowLinux", sender.followsLinux) ||
           is("InitialCwnd", sender.initialWindow) ||
           is("InitialSlowStartThreshold", sender.initialThreshold) ||
           is("Jiffy", attributes.jiffy) || is("KeepSackOnTimeout", attributes.repairs.keepSack) ||
           is("LimitedTransmit", attributes.repairs.limitedTransmit) ||
           is("LinuxRelease", attributes.follows612, false, "6.1", true, "6.12") ||
           is("MaxRto", sender.timer.maximum) || is("MaxSegLifetime", attributes.closing.msl) ||
           is("MinRto", sender.timer.minimum) || is("OneSynMayBeLost", handshake.sparesOneSyn) ||
           is("QuickAcks", receiver.acks.quick) || is("RcvBufMax", receiver.mostBuffer) ||
           is("RcvBufSize", receiver.buffer) || is("RestartAfterIdle", sender.restartAfterIdle) ||
           is("RttByDeparture", sender.rttByDeparture) || is("Sack", handshake.sack) ||
           is("SackEncoding", handshake.compressed, false, "Rfc2018", true, "Compressed") ||
           is("SegmentSize", attributes.mss) || is("SndBufMax", sender.mostBuffer) ||
           is("SndBufSize", sender.buffer) || is("TimerTick", sender.timer.tick) ||
           is("TimeoutWindow", sender.keepsFlight, false, "OneSegment", true, "InFlight") ||
           is("Timestamp", handshake.timestamps) ||
           is("WindowOpening", sender.opensByDelivered, false, "Covered", true, "Delivered");
}

bool
Variant::Complete()
{
    attributes = {};
    attributes.recovery = recovery;
    return MakeWindowControl(control) && MakeLaw(law) && MakeRecovery(recovery) &&
           std::all_of(socket.begin(), socket.end(), [this](auto& option) {
               return SetAttribute(attributes, option);
           });
}

void
Variant::MoveTo(const std::string& to)
{
    const auto has = [&to](auto& option) { return MakeRecovery({to, {option}}) != nullptr; };
    recovery = {to, ns3::GetRecoveryOptionsOn(to, recovery.options, socket, has)};
    socket = ns3::KeepOptionsOn(to, socket);
}

const std::vector<Variant>&
GetVariants()
{
    static const auto variants = [] {
        std::vector<Variant> all;
// l, b, s, m are for others.
#define TCP_VARIANT(name, control, options, law, recovery, socket, l, b, s, colour, m, words)      \
    all.push_back({name,                                                                           \
                   words,                                                                          \
                   colour,                                                                         \
                   ReadPart(control " " options),                                                  \
                   ReadPart(law),                                                                  \
                   ReadPart(recovery),                                                             \
                   ns3::ReadVariantOptions(socket),                                                \
                   {}});
#define TCP_VARIANT_COMMON(name, attributes)
#include "../model/tcp/tcp-variants.def"
#undef TCP_VARIANT
#undef TCP_VARIANT_COMMON
        const auto isLacking = [](auto& variant) { return !variant.Complete(); };
        all.erase(std::remove_if(all.begin(), all.end(), isLacking), all.end());
        return all;
    }();
    return variants;
}

const Variant*
FindVariant(const std::string& name)
{
    const auto& all = GetVariants();
    const auto found = std::find_if(all.begin(), all.end(), [&name](auto& variant) {
        return variant.name == name;
    });
    return found == all.end() ? nullptr : &*found;
}

std::string
GetVariantNames()
{
    std::string names;
    for (const auto& variant : GetVariants())
    {
        names += (names.empty() ? "" : ", ") + variant.name;
    }
    return names;
}

} // namespace lean

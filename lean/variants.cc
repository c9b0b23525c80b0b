/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "variants.h"

#include "options.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace lean
{

namespace
{
/// @return a TypeId's name without "Tcp" and an end, and what follows behind a space as options
Part
ReadPart(const std::string& text, const std::string& end)
{
    const auto space = std::min(text.find(' '), text.size());
    return {Strip(text.substr(0, space), "Tcp", end), ns3::ReadVariantOptions(text.substr(space))};
}

/// @param text such as `Fack[LostRetransmission=Timeout]`
Part
ReadRecovery(const std::string& text)
{
    const auto bracket = std::min(text.find('['), text.size());
    auto options = bracket < text.size() ? text.substr(bracket + 1, text.size() - bracket - 2) : "";
    std::replace(options.begin(), options.end(), '|', ' ');
    return {text.substr(0, bracket), ns3::ReadVariantOptions(options)};
}

/// A row of the table becomes a preset, if all of its parts are at hand.
void
AddVariant(std::vector<Variant>& variants,
           const char* name,
           const std::string& control,
           const std::string& controlOptions,
           const std::string& law,
           const std::string& recovery,
           const std::string& socket,
           const char* /* windowLaw */,
           const char* /* decrease */,
           const char* /* since */,
           const char* colour,
           int /* mark */,
           const char* words)
{
    Variant variant{name,
                    words,
                    colour,
                    ReadPart(control + ' ' + controlOptions, ""),
                    ReadPart(law, "Recovery"),
                    ReadRecovery(recovery),
                    ns3::ReadVariantOptions(socket),
                    {}};
    if (variant.Complete())
    {
        variants.push_back(variant);
    }
}
} // namespace

std::string
Strip(const std::string& name, const std::string& begin, const std::string& end)
{
    const auto length = begin.size() + end.size();
    return name.size() > length ? name.substr(begin.size(), name.size() - length) : "";
}

bool
SetAttribute(Attributes& attributes, const Option& option)
{
    const auto& [name, value] = option;
    const std::map<std::string, std::pair<bool*, const char*>> switches{
        {"KeepSackOnTimeout", {&attributes.keepSackOnTimeout, "true"}},
        {"LimitedTransmit", {&attributes.limitedTransmit, "true"}},
        {"OneSynMayBeLost", {&attributes.handshake.sparesOneSyn, "true"}},
        {"FollowLinux", {&attributes.sender.followsLinux, "true"}},
        {"RestartAfterIdle", {&attributes.sender.restartAfterIdle, "true"}},
        {"RttByDeparture", {&attributes.sender.rttByDeparture, "true"}},
        {"Sack", {&attributes.handshake.sack, "true"}},
        {"SackEncoding", {&attributes.handshake.compressed, "Compressed"}},
        {"TimeoutWindow", {&attributes.sender.keepsFlight, "InFlight"}},
        {"Timestamp", {&attributes.handshake.timestamps, "true"}},
        {"WindowOpening", {&attributes.sender.opensByDelivered, "Delivered"}},
    };
    const std::map<std::string, uint32_t*> numbers{
        {"ConnCount", &attributes.handshake.tries},
        {"DataRetries", &attributes.sender.timer.retries},
        {"DelAckCount", &attributes.receiver.acks.count},
        {"InitialCwnd", &attributes.sender.initialWindow},
        {"InitialSlowStartThreshold", &attributes.sender.initialThreshold},
        {"QuickAcks", &attributes.receiver.acks.quick},
        {"RcvBufMax", &attributes.receiver.mostBuffer},
        {"RcvBufSize", &attributes.receiver.buffer},
        {"SegmentSize", &attributes.mss},
        {"SndBufMax", &attributes.sender.mostBuffer},
        {"SndBufSize", &attributes.sender.buffer},
    };
    const std::map<std::string, Instant*> times{
        {"ClockGranularity", &attributes.sender.timer.granularity},
        {"ConnTimeout", &attributes.handshake.timeout},
        {"DelAckMost", &attributes.receiver.acks.mostDelay},
        {"DelAckTimeout", &attributes.receiver.acks.delay},
        {"Jiffy", &attributes.jiffy},
        {"MaxRto", &attributes.sender.timer.maximum},
        {"MaxSegLifetime", &attributes.closing.msl},
        {"MinRto", &attributes.sender.timer.minimum},
        {"TimerTick", &attributes.sender.timer.tick},
    };
    if (const auto found = switches.find(name); found != switches.end())
    {
        *found->second.first = value == found->second.second;
        return true;
    }
    if (const auto found = numbers.find(name); found != numbers.end())
    {
        char* end = nullptr;
        *found->second = static_cast<uint32_t>(std::strtoul(value.c_str(), &end, 10));
        return end != value.c_str() && *end == '\0';
    }
    const auto found = times.find(name);
    return found != times.end() && ReadTime(value, *found->second);
}

bool
Variant::Complete()
{
    attributes = {};
    attributes.recover = [part = recovery] { return MakeRecovery(part.name, part.options); };
    return MakeWindowControl(control.name, control.options) && MakeLaw(law.name, law.options) &&
           attributes.recover() && std::all_of(socket.begin(), socket.end(), [this](auto& option) {
               return SetAttribute(attributes, option);
           });
}

void
Variant::MoveTo(const std::string& to)
{
    Part moved{to, {}};
    if (to == "Fack" && ns3::FollowPapers(socket))
    {
        // A lost retransmission costs a timeout (FACK paper, section 3.2).
        moved.options.emplace_back("LostRetransmission", "Timeout");
    }
    for (const auto& option : recovery.options)
    {
        if (MakeRecovery(to, {option}))
        {
            moved.options.push_back(option);
        }
    }
    recovery = moved;
    socket = ns3::KeepOptionsOn(to, socket);
}

const std::vector<Variant>&
GetVariants()
{
    static const auto variants = [] {
        std::vector<Variant> all;
#define TCP_VARIANT(...) AddVariant(all, __VA_ARGS__);
#define TCP_VARIANT_COMMON(name, attributes)
#include "../model/tcp/tcp-variants.def"
#undef TCP_VARIANT
#undef TCP_VARIANT_COMMON
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

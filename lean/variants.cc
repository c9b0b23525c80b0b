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
/// Give a socket an attribute. @return whether it has that
bool
SetAttribute(Attributes& attributes, const Option& option)
{
    const auto& [name, value] = option;
    const std::map<std::string, std::pair<bool*, const char*>> switches{
        {"KeepSackOnTimeout", {&attributes.keepSackOnTimeout, "true"}},
        {"RestartAfterIdle", {&attributes.restartAfterIdle, "true"}},
        {"OneSynMayBeLost", {&attributes.oneSynMayBeLost, "true"}},
        {"TimeoutWindow", {&attributes.timeoutKeepsFlight, "InFlight"}},
        {"ReduceByProgress", {&attributes.reduceByProgress, "true"}},
        {"WindowOpening", {&attributes.openByDelivered, "Delivered"}},
        {"RttByDeparture", {&attributes.rttByDeparture, "true"}},
    };
    const std::map<std::string, uint32_t*> numbers{
        {"InitialCwnd", &attributes.initialCwnd},
        {"DataRetries", &attributes.dataRetries},
        {"QuickAcks", &attributes.quickAcks},
        {"SndBufMax", &attributes.sndBufMax},
        {"RcvBufSize", &attributes.rcvBufSize},
        {"RcvBufMax", &attributes.rcvBufMax},
    };
    const std::map<std::string, Instant*> times{
        {"ClockGranularity", &attributes.clockGranularity},
        {"MinRto", &attributes.minRto},
        {"MaxRto", &attributes.maxRto},
        {"ConnTimeout", &attributes.connTimeout},
        {"DelAckTimeout", &attributes.delAckTimeout},
        {"DelAckMost", &attributes.delAckMost},
        {"Jiffy", &attributes.jiffy},
    };
    if (const auto found = switches.find(name); found != switches.end())
    {
        *found->second.first = value == found->second.second;
        return true;
    }
    if (const auto found = numbers.find(name); found != numbers.end())
    {
        *found->second = static_cast<uint32_t>(std::strtoul(value.c_str(), nullptr, 10));
        return true;
    }
    if (const auto found = times.find(name); found != times.end())
    {
        *found->second = ReadTime(value);
        return true;
    }
    return false;
}

/// Give a socket the attributes of a row. @return whether it has them all
bool
SetAttributes(Attributes& attributes, const std::string& text)
{
    const auto options = ns3::ReadVariantOptions(text);
    return std::all_of(options.begin(), options.end(), [&attributes](auto& option) {
        return SetAttribute(attributes, option);
    });
}

/// @return a TypeId's name without "Tcp" and an end
std::string
Strip(const std::string& name, const std::string& end)
{
    const std::string begin = "Tcp";
    const auto length = begin.size() + end.size();
    return name.size() > length ? name.substr(begin.size(), name.size() - length) : "";
}

/// A row of the table becomes a preset, if all of its parts are at hand.
void
AddVariant(std::vector<Variant>& variants,
           const char* name,
           const std::string& control,
           const std::string& controlOptions,
           const std::string& law,
           const std::string& recovery,
           const std::string& attributes,
           const char* /* windowLaw */,
           const char* /* decrease */,
           const char* /* since */,
           const char* colour,
           int /* mark */,
           const char* words)
{
    const auto bracket = std::min(recovery.find('['), recovery.size());
    auto options = bracket < recovery.size()
                       ? recovery.substr(bracket + 1, recovery.size() - bracket - 2)
                       : "";
    std::replace(options.begin(), options.end(), '|', ' ');
    Variant variant{name,
                    words,
                    colour,
                    [name = Strip(control, ""), controlOptions] {
                        return MakeWindowControl(name, controlOptions);
                    },
                    [name = Strip(law, "Recovery")] { return MakeLaw(name); },
                    {}};
    variant.attributes.recover = [name = recovery.substr(0, bracket), options] {
        return MakeRecovery(name, options);
    };
    if (variant.control() && variant.law() && variant.attributes.recover() &&
        SetAttributes(variant.attributes, attributes))
    {
        variants.push_back(variant);
    }
}
} // namespace

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

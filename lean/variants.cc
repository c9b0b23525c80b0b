/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "variants.h"

#include "ns3/cubic-law.h"
#include "ns3/fack-recovery.h"
#include "ns3/rack-recovery.h"
#include "ns3/recovery-laws.h"
#include "ns3/reno-controls.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"
#include "ns3/veno-law.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <sstream>
#include <utility>

namespace lean
{

namespace
{
using namespace std::chrono_literals;

/// A name and a value.
using Option = std::pair<std::string, std::string>;

Instant
ReadTime(const std::string& text)
{
    char* unit = nullptr;
    const auto number = std::strtoll(text.c_str(), &unit, 10);
    return std::string(unit) == "ms" ? Instant(std::chrono::milliseconds(number))
                                     : Instant(std::chrono::seconds(number));
}

/// Sets the option of a name that a class of the core describes.
template <class Object>
struct OptionSetter
{
    template <class Owner, class... Rest>
    void operator()(const char* name, bool Owner::*option, const char*, Rest...)
    {
        if (wanted.first == name)
        {
            object.*option = wanted.second == "true";
        }
    }

    template <class Owner, class... Rest>
    void operator()(const char* name, double Owner::*option, const char*, Rest...)
    {
        if (wanted.first == name)
        {
            object.*option = std::strtod(wanted.second.c_str(), nullptr);
        }
    }

    template <class Owner>
    void operator()(const char* name, Instant Owner::*option, const char*)
    {
        if (wanted.first == name)
        {
            object.*option = ReadTime(wanted.second);
        }
    }

    template <class Owner, class Enum, class... Names>
    void operator()(const char* name, Enum Owner::*option, const char*, Names... names)
    {
        if (wanted.first == name)
        {
            SetValue(object.*option, names...);
        }
    }

    template <class Enum, class... Names>
    void SetValue(Enum& member, Enum value, const char* name, Names... names)
    {
        if (wanted.second == name)
        {
            member = value;
        }
        if constexpr (sizeof...(names) > 0)
        {
            SetValue(member, names...);
        }
    }

    Object& object;
    const Option& wanted;
};

/// Makes objects of a class with options, as a base of its.
template <class Base>
using Maker = std::function<std::unique_ptr<Base>()>;

template <class Object, class Base>
Maker<Base>
MakerOf(const std::vector<Option>& options)
{
    Object object;
    for (const auto& option : options)
    {
        OptionSetter<Object> setter{object, option};
        Object::Describe(setter);
    }
    return [object] { return std::make_unique<Object>(object); };
}

template <class Base>
using Makers = std::map<std::string, Maker<Base> (*)(const std::vector<Option>&)>;

/// ns-3's TcpVenoDr.
struct VenoDrControl : ns3::VenoControl
{
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

const Makers<ns3::WindowControl> CONTROLS{
    {"TcpNewReno", MakerOf<NewRenoControl, ns3::WindowControl>},
    {"TcpFack", MakerOf<ns3::FackControl, ns3::WindowControl>},
    {"TcpSackVeno", MakerOf<ns3::VenoControl, ns3::WindowControl>},
    {"TcpVenoDr", MakerOf<VenoDrControl, ns3::WindowControl>},
    {"TcpKernelReno", MakerOf<ns3::KernelRenoControl, ns3::WindowControl>},
    {"TcpKernelCubic", MakerOf<ns3::KernelCubicControl, ns3::WindowControl>},
};

const Makers<ns3::ReductionLaw> LAWS{
    {"TcpClassicRecovery", MakerOf<ns3::ClassicReductionLaw, ns3::ReductionLaw>},
    {"TcpRampdownRecovery", MakerOf<ns3::RampdownLaw, ns3::ReductionLaw>},
    {"TcpDynamicRecovery", MakerOf<ns3::DynamicRecoveryLaw, ns3::ReductionLaw>},
    {"TcpProportionalRateRecovery", MakerOf<ns3::RateReductionLaw, ns3::ReductionLaw>},
    {"TcpKernelRateRecovery", MakerOf<ns3::KernelRateReductionLaw, ns3::ReductionLaw>},
};

const Makers<ns3::LossRecovery> RECOVERIES{
    {"Reno", MakerOf<ns3::RenoRecovery, ns3::LossRecovery>},
    {"NewReno", MakerOf<ns3::NewRenoRecovery, ns3::LossRecovery>},
    {"Sack", MakerOf<ns3::SackRecovery, ns3::LossRecovery>},
    {"Fack", MakerOf<ns3::FackRecovery, ns3::LossRecovery>},
    {"Rfc6675", MakerOf<ns3::Rfc6675Recovery, ns3::LossRecovery>},
    {"Rack", MakerOf<ns3::RackRecovery, ns3::LossRecovery>},
};

/// @return options with spaces between
std::vector<Option>
ReadOptions(const std::string& text)
{
    std::vector<Option> options;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        const auto equals = word.find('=');
        options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    }
    return options;
}

/// @return what makes the object that a text such as `Fack[LostRetransmission=Timeout]` names, or
/// nothing if no such class is at hand
template <class Base>
Maker<Base>
FindMaker(const Makers<Base>& makers, const std::string& name, const std::string& optionText)
{
    const auto found = makers.find(name);
    return found == makers.end() ? nullptr : found->second(ReadOptions(optionText));
}

/// What stands in the table for attributes that several rows have.
const std::map<std::string, std::string> COMMON{
#define TCP_VARIANT(...)
#define TCP_VARIANT_COMMON(name, attributes) {name, attributes},
#include "../model/tcp/tcp-variants.def"
#undef TCP_VARIANT
#undef TCP_VARIANT_COMMON
};

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
    const auto common = COMMON.find(text);
    const auto options = ReadOptions(common == COMMON.end() ? text : common->second);
    return std::all_of(options.begin(), options.end(), [&attributes](auto& option) {
        return SetAttribute(attributes, option);
    });
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
    const auto options = bracket < recovery.size()
                             ? recovery.substr(bracket + 1, recovery.size() - bracket - 2)
                             : "";
    Attributes socket;
    socket.recover = FindMaker(RECOVERIES, recovery.substr(0, bracket), options);
    Variant variant{name,
                    words,
                    colour,
                    FindMaker(CONTROLS, control, controlOptions),
                    FindMaker(LAWS, law, ""),
                    socket};
    if (variant.control && variant.law && socket.recover &&
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

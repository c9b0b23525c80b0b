/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-table.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/queue-size.h"
#include "ns3/string.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <sstream>

namespace ns3::tcplossy
{

bool
ParseValue(const std::string& text, QueueSize& value)
{
    std::istringstream is(text);
    return static_cast<bool>(is >> value);
}

namespace engineoptions
{

namespace
{
/// Whether a text is a value of a type of ns-3's attributes, some of which end the program if not.
bool
IsValue(const std::string& text, const AttributeChecker& checker)
{
    const auto type = attributetext::GetTypeOf(checker);
    Time time;
    DataRate rate;
    return type == "TimeValue"       ? ParseValue(text, time)
           : type == "DataRateValue" ? ParseValue(text, rate)
                                     : attributetext::IsReadable(text, checker);
}

/// Refuse a value of one of ns-3's own options.
[[noreturn]] void
RefuseNs3Value(const std::string& name, const std::string& value, const AttributeChecker& checker)
{
    const auto type = attributetext::GetTypeOf(checker);
    const auto kind = type == "TimeValue"       ? GetKind<Time>().name + WITH_UNIT
                      : type == "DataRateValue" ? GetKind<DataRate>().name + WITH_UNIT
                      : checker.HasUnderlyingTypeInformation()
                          ? "of " + checker.GetUnderlyingTypeInformation()
                          : "of " + checker.GetValueTypeName();
    Refuse("--" + name + " must be " + kind + ", not '" + value + "'");
}

/// What ns-3's command line has for all programs.
const auto HARD_OPTIONS = SplitList("help,version,PrintVersion,PrintGlobals,PrintGroups,PrintGroup,"
                                    "PrintTypeIds,PrintAttributes,PrintHelp",
                                    ',');

/// Names of all attributes that a type has, with those of its parents.
std::vector<std::string>
GetAttributes(TypeId typeId)
{
    std::vector<std::string> names;
    for (bool isLast = false; !isLast; typeId = typeId.GetParent())
    {
        for (std::size_t i = 0; i < typeId.GetAttributeN(); ++i)
        {
            names.push_back(typeId.GetAttribute(i).name);
        }
        isLast = !typeId.HasParent();
    }
    return names;
}

void
SetGlobal(const std::string& name, const std::string& value, std::vector<std::string> others)
{
    const auto global = std::find_if(GlobalValue::Begin(), GlobalValue::End(), [&](auto candidate) {
        return candidate->GetName() == name;
    });
    if (global == GlobalValue::End())
    {
        others.insert(others.end(), HARD_OPTIONS.begin(), HARD_OPTIONS.end());
        std::transform(GlobalValue::Begin(),
                       GlobalValue::End(),
                       std::back_inserter(others),
                       [](const GlobalValue* candidate) { return candidate->GetName(); });
        const auto nearest = FindNearestName(name, others);
        Refuse("--" + name + " is no option of this program" +
               (nearest.empty() ? ": --help lists them"
                                : "; did you mean --" + nearest + "? --help lists all"));
    }
    const auto& checker = *(*global)->GetChecker();
    if (!IsValue(value, checker) || !Config::SetGlobalFailSafe(name, StringValue(value)))
    {
        RefuseNs3Value(name, value, checker);
    }
}

void
SetAttribute(const std::string& typeName, const std::string& attribute, const std::string& value)
{
    const auto name = typeName + "::" + attribute;
    TypeId typeId;
    if (!TypeId::LookupByNameFailSafe(typeName, &typeId))
    {
        Refuse("--" + name + " is no attribute of this ns-3, which has no " + typeName);
    }
    TypeId::AttributeInformation information;
    if (!typeId.LookupAttributeByName(attribute, &information))
    {
        const auto nearest = FindNearestName(attribute, GetAttributes(typeId));
        Refuse("--" + name + " is no attribute of this ns-3" +
               (nearest.empty() ? "" : "; did you mean --" + typeName + "::" + nearest + "?"));
    }
    const auto& checker = *information.checker;
    if (checker.HasUnderlyingTypeInformation() &&
        checker.GetUnderlyingTypeInformation() == "LossRecoveryChoice")
    {
        const auto fault = LossRecoveryChoice(value).FindFault();
        if (!fault.empty())
        {
            Refuse("--" + name + ": " + fault);
        }
    }
    if (!IsValue(value, checker) || !Config::SetDefaultFailSafe(name, StringValue(value)))
    {
        RefuseNs3Value(name, value, checker);
    }
}
} // namespace

bool
IsQuestion(const std::string& name)
{
    return std::count(HARD_OPTIONS.begin(), HARD_OPTIONS.end(), name) > 0;
}

void
Answer(const std::string& usage,
       const std::vector<std::string>& questions,
       const std::list<Option>& own)
{
    CommandLine cmd(questions[0]);
    cmd.Usage(usage);
    std::list<std::string> defaults;
    for (const auto& option : own)
    {
        cmd.AddValue(option.name, option.help, defaults.emplace_back(option.GetDefault()));
    }
    cmd.Parse(questions);
}

void
Set(const std::string& name, const std::string& value, const std::vector<std::string>& others)
{
    const auto separator = name.rfind("::");
    if (separator == std::string::npos)
    {
        SetGlobal(name, value, others);
    }
    else
    {
        SetAttribute(name.substr(0, separator), name.substr(separator + 2), value);
    }
}

} // namespace engineoptions

} // namespace ns3::tcplossy

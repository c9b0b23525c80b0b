/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean/variants.h"
#include "lib/option-table.h"

#include "ns3/config.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/tcp-variant-preset.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace ns3::tcplossy::engineoptions
{

namespace
{
const std::string HELP = "help";

/// The program simulates nothing, and ends with success if the lean engine has all of its options.
const std::string CHECK = "check";

/// @return whether a class of the core has an attribute, by names of ns-3's
bool
IsAttribute(const std::string& type, const VariantOptions::value_type& option)
{
    const auto name = TcpVariantPreset::GetType(type);
    const auto end = name.rfind("Recovery");
    const auto recovery = end != std::string::npos && end > 3 ? name.substr(3, end - 3) : "";
    lean::Attributes attributes;
    const bool isSocket =
        name == "TcpSocket" || name == "TcpSocketBase" || name == "TcpScoreboardSocket";
    return (isSocket && lean::SetAttribute(attributes, option)) ||
           lean::MakeWindowControl({name, {option}}) || lean::MakeLaw({name, {option}}) ||
           lean::MakeRecovery({recovery, {option}});
}
} // namespace

bool
IsQuestion(const std::string& name)
{
    return name == HELP || name == CHECK;
}

void
Answer(const std::string& usage,
       const std::vector<std::string>& questions,
       const std::list<Option>& own)
{
    Config::onlyChecks = std::count(questions.begin(), questions.end(), "--" + CHECK) > 0;
    if (std::count(questions.begin(), questions.end(), "--" + HELP) == 0)
    {
        return;
    }
    std::cout << usage << "\n\nOptions:\n";
    for (const auto& option : own)
    {
        std::cout << "    --" << option.name << ":  " << option.help << " [" << option.GetDefault()
                  << "]\n";
    }
    std::exit(EXIT_SUCCESS);
}

void
Set(const std::string& name, const std::string& value, const std::vector<std::string>& others)
{
    const auto separator = name.rfind("::");
    uint32_t number = 0;
    if (name == "RngRun" && ParseValue(value, number))
    {
        RngSeedManager::run = number;
    }
    else if (name == "RngSeed" && ParseValue(value, number))
    {
        RngSeedManager::seed = number;
    }
    else if (separator != std::string::npos &&
             IsAttribute(name.substr(0, separator), {name.substr(separator + 2), value}))
    {
        Config::SetDefault(name, StringValue(value));
    }
    else if (name != "SchedulerType")
    {
        const auto nearest = FindNearestName(name, others);
        Refuse("--" + name + "=" + value + " is no option of the lean engine" +
               (nearest.empty() ? "" : "; did you mean --" + nearest + "?"));
    }
}

} // namespace ns3::tcplossy::engineoptions

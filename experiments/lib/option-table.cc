/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-table.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>

namespace ns3::tcplossy
{

namespace
{
constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

/// Enough for any number that a user types.
constexpr int DIGITS = 15;

std::optional<double>
ParseNumber(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool isNumber = !text.empty() && *end == '\0' && std::isfinite(value);
    return isNumber ? std::optional(value) : std::nullopt;
}

bool
ParseValue(const std::string& text, bool& value)
{
    const std::set<std::string> yes{"1", "t", "true"};
    const std::set<std::string> no{"0", "f", "false"};
    // As ns-3 does: an option without a value reverses the default.
    value = text.empty() ? !value : yes.count(text) > 0;
    return text.empty() || yes.count(text) + no.count(text) > 0;
}

bool
ParseValue(const std::string& text, uint32_t& value)
{
    const bool isWhole = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    const double number = isWhole ? ParseNumber(text).value_or(-1) : -1;
    if (number < 0 || number > std::numeric_limits<uint32_t>::max())
    {
        return false;
    }
    value = static_cast<uint32_t>(number);
    return true;
}

bool
ParseValue(const std::string& text, double& value)
{
    const auto number = ParseNumber(text);
    value = number.value_or(value);
    return number.has_value();
}

bool
ParseValue(const std::string& text, std::string& value)
{
    value = text;
    return true;
}

/// Of those types of ns-3 whose operator does not end the program.
template <class T>
bool
ParseValue(const std::string& text, T& value)
{
    std::istringstream is(text);
    T parsed = value;
    is >> parsed;
    const bool isParsed = !text.empty() && !is.fail();
    value = isParsed ? parsed : value;
    return isParsed;
}

/// ns-3's own way to read a time ends the program when it is none.
bool
ParseValue(const std::string& text, Time& value)
{
    const std::set<std::string> units{"", "s", "ms", "us", "ns", "ps", "fs", "min", "h", "d", "y"};
    const auto end = text.find_last_of("0123456789.");
    const auto length = (end == std::string::npos) ? 0 : end + 1;
    const bool isTime =
        ParseNumber(text.substr(0, length)).has_value() && units.count(text.substr(length)) > 0;
    value = isTime ? Time(text) : value;
    return isTime;
}

bool
ParseValue(const std::string& text, std::vector<Time>& value)
{
    value.clear();
    for (const auto& part : SplitList(text, ','))
    {
        if (!ParseValue(part, value.emplace_back()))
        {
            return false;
        }
    }
    return true;
}

template <class T>
void
Print(std::ostream& os, const T& value)
{
    os << value;
}

void
Print(std::ostream& os, const DataRate& value)
{
    os << value.GetBitRate();
}

void
Print(std::ostream& os, const Time& value)
{
    os << value.GetSeconds();
}

void
Print(std::ostream& os, const std::vector<Time>& value)
{
    const char* separator = "";
    for (const auto& time : value)
    {
        os << separator << time.GetSeconds();
        separator = ",";
    }
}

double
ToNumber(double value)
{
    return value;
}

double
ToNumber(const DataRate& value)
{
    return static_cast<double>(value.GetBitRate());
}

double
ToNumber(const QueueSize& value)
{
    return value.GetValue();
}

double
ToNumber(const Time& value)
{
    return value.GetSeconds();
}

double
ToNumber(const std::string&)
{
    return NOT_A_NUMBER;
}

/// The least one counts.
double
ToNumber(const std::vector<Time>& value)
{
    const auto least = std::min_element(value.begin(), value.end());
    return least == value.end() ? NOT_A_NUMBER : least->GetSeconds();
}

template <class T>
Option::Access
MakeAccess(T& value, const std::string& kind, const std::string& unit = "")
{
    return {[&value](const std::string& text) { return ParseValue(text, value); },
            [&value](std::ostream& os) { Print(os, value); },
            [&value] { return ToNumber(value); },
            kind,
            unit};
}

/// Whether a text is a value of a type of ns-3's attributes, some of which end the program if not.
bool
IsValue(const std::string& text, const AttributeChecker& checker)
{
    const auto type = checker.GetValueTypeName();
    Time time;
    uint32_t whole;
    return type == "ns3::TimeValue"       ? ParseValue(text, time)
           : type == "ns3::UintegerValue" ? ParseValue(text, whole)
           : type == "ns3::DoubleValue" || type == "ns3::IntegerValue"
               ? ParseNumber(text).has_value()
               : true;
}

/// What a checker takes.
std::string
DescribeRange(const AttributeChecker& checker)
{
    return checker.HasUnderlyingTypeInformation() ? checker.GetUnderlyingTypeInformation()
                                                  : checker.GetValueTypeName();
}

void
SetGlobal(const std::string& name, const std::string& value)
{
    const auto global = std::find_if(GlobalValue::Begin(), GlobalValue::End(), [&](auto candidate) {
        return candidate->GetName() == name;
    });
    if (global == GlobalValue::End())
    {
        Refuse("--" + name + " is no option of this program: --help lists them");
    }
    const auto& checker = *(*global)->GetChecker();
    if (!IsValue(value, checker) || !Config::SetGlobalFailSafe(name, StringValue(value)))
    {
        Refuse("--" + name + " must be of " + DescribeRange(checker) + ", not '" + value + "'");
    }
}

void
SetAttribute(const std::string& typeName, const std::string& attribute, const std::string& value)
{
    const auto name = "--" + typeName + "::" + attribute;
    TypeId typeId;
    TypeId::AttributeInformation information;
    if (!TypeId::LookupByNameFailSafe(typeName, &typeId) ||
        !typeId.LookupAttributeByName(attribute, &information))
    {
        Refuse(name + " is no attribute of this ns-3");
    }
    const auto& checker = *information.checker;
    if (!IsValue(value, checker) ||
        !Config::SetDefaultFailSafe(typeName + "::" + attribute, StringValue(value)))
    {
        Refuse(name + " must be of " + DescribeRange(checker) + ", not '" + value + "'");
    }
}

/// What CommandLine would do, but with one line for a wrong value.
void
SetNs3Value(const std::string& name, const std::string& value)
{
    const auto separator = name.rfind("::");
    if (separator == std::string::npos)
    {
        SetGlobal(name, value);
    }
    else
    {
        SetAttribute(name.substr(0, separator), name.substr(separator + 2), value);
    }
}

/// What ns-3's command line has for all programs.
bool
IsHardOption(const std::string& name)
{
    return name == "help" || name == "version" || name.rfind("Print", 0) == 0;
}

} // namespace

void
Refuse(const std::string& message)
{
    std::cerr << message << std::endl;
    std::exit(2);
}

std::string
JoinChoices(const std::vector<std::string>& names)
{
    std::string joined;
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        const bool isLast = i + 1 == names.size();
        joined += (i == 0 ? "" : (isLast ? " or " : ", ")) + names[i];
    }
    return joined;
}

std::vector<std::string>
SplitList(const std::string& list, char separator)
{
    std::vector<std::string> parts;
    std::istringstream is(list);
    for (std::string part; std::getline(is, part, separator);)
    {
        parts.push_back(part.substr(std::min(part.find_first_not_of(' '), part.size())));
    }
    return parts;
}

Option::Option(std::string name, std::string help, Access access)
    : m_name(std::move(name)),
      m_help(std::move(help)),
      m_access(std::move(access))
{
}

Option&
Option::AtLeast(double least)
{
    m_least = least;
    m_withLeast = true;
    return *this;
}

Option&
Option::Above(double least)
{
    m_least = least;
    m_withLeast = false;
    return *this;
}

Option&
Option::AtMost(double most)
{
    m_most = most;
    m_withMost = true;
    return *this;
}

Option&
Option::Below(double most)
{
    m_most = most;
    m_withMost = false;
    return *this;
}

Option&
Option::Among(std::vector<std::string> choices)
{
    const auto allowed = "be " + JoinChoices(choices);
    return Must(
        [this, choices] { return std::count(choices.begin(), choices.end(), GetText()) > 0; },
        allowed);
}

Option&
Option::Must(std::function<bool()> isCorrect, std::string allowed)
{
    m_conditions.emplace_back([isCorrect, allowed] { return isCorrect() ? "" : allowed; });
    return *this;
}

Option&
Option::Must(std::function<std::string()> findFault)
{
    m_conditions.push_back(std::move(findFault));
    return *this;
}

Option&
Option::Unit(std::string unit)
{
    m_access.unit = std::move(unit);
    return *this;
}

Option&
Option::Note(std::string note)
{
    m_note = std::move(note);
    return *this;
}

Option&
Option::Zero(std::string name)
{
    m_zero = std::move(name);
    return *this;
}

Option&
Option::NeedsUnit()
{
    m_needsUnit = true;
    return *this;
}

Option&
Option::Undescribed()
{
    m_isDescribed = false;
    return *this;
}

const std::string&
Option::GetName() const
{
    return m_name;
}

const std::string&
Option::GetHelp() const
{
    return m_help;
}

std::string
Option::GetText() const
{
    std::ostringstream os;
    os << std::setprecision(DIGITS);
    m_access.print(os);
    return os.str();
}

std::string
Option::GetRange() const
{
    std::ostringstream os;
    os << std::setprecision(DIGITS);
    const auto unit = m_access.unit.empty() ? "" : " " + m_access.unit;
    if (std::isfinite(m_least) && std::isfinite(m_most))
    {
        os << "lie in " << (m_withLeast ? "[" : "(") << m_least << ", " << m_most
           << (m_withMost ? "]" : ")") << unit;
    }
    else if (std::isfinite(m_least))
    {
        if (m_withLeast && m_least == 0.0)
        {
            return "not be negative";
        }
        os << "be " << (m_withLeast ? "at least " : "above ") << m_least << unit;
    }
    else if (std::isfinite(m_most))
    {
        os << "be " << (m_withMost ? "at most " : "below ") << m_most << unit;
    }
    return os.str();
}

void
Option::RefuseValue(const std::string& value, const std::string& allowed) const
{
    const bool isNot = allowed.rfind("not ", 0) == 0;
    const bool isNumber = ParseNumber(value).has_value();
    const auto unit = isNumber && !m_access.unit.empty() ? " " + m_access.unit : "";
    Refuse("--" + m_name + " must " + allowed + (isNot ? ", but is " : ", not ") +
           (isNumber ? value + unit : "'" + value + "'"));
}

void
Option::Parse(const std::string& text)
{
    if (m_needsUnit && ParseNumber(text))
    {
        Refuse("--" + m_name + " must be " + m_access.kind + ", with its unit, not '" + text + "'");
    }
    if (!m_access.parse(text))
    {
        const auto range = GetRange();
        const bool isNumber = ParseNumber(text).has_value();
        RefuseValue(text,
                    isNumber && !range.empty()
                        ? range
                        : "be " + m_access.kind + (range.empty() ? "" : ": it must " + range));
    }
}

void
Option::Check() const
{
    const double number = m_access.number();
    const bool isLow = m_withLeast ? number < m_least : number <= m_least;
    const bool isHigh = m_withMost ? number > m_most : number >= m_most;
    if (isLow || isHigh)
    {
        RefuseValue(GetText(), GetRange());
    }
    for (const auto& findFault : m_conditions)
    {
        if (const auto allowed = findFault(); !allowed.empty())
        {
            RefuseValue(GetText(), allowed);
        }
    }
}

void
Option::Describe(ResultWriter& writer) const
{
    if (!m_isDescribed)
    {
        return;
    }
    const bool isZero = m_access.number() == 0.0 || GetText().empty();
    if (isZero && !m_zero.empty())
    {
        writer.Describe(m_name, m_zero);
        return;
    }
    const bool hasBoth = !m_access.unit.empty() && !m_note.empty();
    writer.Describe(m_name, GetText(), m_access.unit + (hasBoth ? " " : "") + m_note);
}

Option&
OptionTable::Insert(const std::string& name, const std::string& help, Option::Access access)
{
    NS_ABORT_MSG_IF(Find(name), "OptionTable: there are two options --" << name);
    return m_options.emplace_back(name, help, std::move(access));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, bool& value)
{
    return Insert(name, help, MakeAccess(value, "true or false"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, uint32_t& value)
{
    return Insert(name, help, MakeAccess(value, "a whole number"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, double& value)
{
    return Insert(name, help, MakeAccess(value, "a number"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, std::string& value)
{
    return Insert(name, help, MakeAccess(value, "a text"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, DataRate& value)
{
    return Insert(name, help, MakeAccess(value, "a rate such as 1.5Mbps", "bit/s"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, QueueSize& value)
{
    return Insert(name, help, MakeAccess(value, "a size such as 100p or 150kB"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, Time& value)
{
    return Insert(name, help, MakeAccess(value, "a time such as 20ms", "s"));
}

Option&
OptionTable::Add(const std::string& name, const std::string& help, std::vector<Time>& value)
{
    return Insert(name, help, MakeAccess(value, "times such as 50s,100s", "s"));
}

void
OptionTable::Add(OptionTable&& other)
{
    for (const auto& option : other.m_options)
    {
        NS_ABORT_MSG_IF(Find(option.GetName()),
                        "OptionTable: there are two options --" << option.GetName());
    }
    m_options.splice(m_options.end(), other.m_options);
    m_checks.insert(m_checks.end(), other.m_checks.begin(), other.m_checks.end());
    other.m_checks.clear();
    m_ns3Defaults.insert(m_ns3Defaults.end(),
                         other.m_ns3Defaults.begin(),
                         other.m_ns3Defaults.end());
    other.m_ns3Defaults.clear();
}

void
OptionTable::Keep(const std::vector<std::string>& names)
{
    m_options.remove_if([&names](const Option& option) {
        return std::count(names.begin(), names.end(), option.GetName()) == 0;
    });
}

void
OptionTable::AddCheck(std::function<std::string()> findFault)
{
    m_checks.push_back(std::move(findFault));
}

void
OptionTable::SetNs3Default(const std::string& name, const std::string& value)
{
    m_ns3Defaults.emplace_back(name, value);
}

Option*
OptionTable::Find(const std::string& name)
{
    const auto option =
        std::find_if(m_options.begin(), m_options.end(), [&name](const Option& candidate) {
            return candidate.GetName() == name;
        });
    return option == m_options.end() ? nullptr : &*option;
}

void
OptionTable::Parse(const std::string& usage, const std::vector<std::string>& arguments)
{
    NS_ABORT_MSG_IF(arguments.empty(), "OptionTable::Parse: the program must have a name");
    CommandLine cmd(arguments[0]);
    cmd.Usage(usage);
    std::list<std::string> defaults;
    for (const auto& option : m_options)
    {
        cmd.AddValue(option.GetName(), option.GetHelp(), defaults.emplace_back(option.GetText()));
    }
    for (const auto& [name, value] : m_ns3Defaults)
    {
        SetNs3Value(name, value);
    }
    std::vector<std::string> hard{arguments[0]};
    for (std::size_t i = 1; i < arguments.size(); ++i)
    {
        const auto& argument = arguments[i];
        if (argument.size() < 3 || argument.rfind("--", 0) != 0)
        {
            Refuse("'" + argument + "' is no option: options are --NAME=VALUE");
        }
        const auto equals = std::min(argument.find('='), argument.size());
        const auto name = argument.substr(2, equals - 2);
        const auto value = argument.substr(std::min(equals + 1, argument.size()));
        if (auto* option = Find(name))
        {
            option->Parse(value);
        }
        else if (IsHardOption(name))
        {
            hard.push_back(argument);
        }
        else
        {
            SetNs3Value(name, value);
        }
    }
    cmd.Parse(hard);
    Check();
}

void
OptionTable::Parse(const std::string& usage, int argc, char* argv[])
{
    Parse(usage, std::vector<std::string>(argv, argv + argc));
}

void
OptionTable::Check() const
{
    for (const auto& option : m_options)
    {
        option.Check();
    }
    for (const auto& findFault : m_checks)
    {
        if (const auto fault = findFault(); !fault.empty())
        {
            Refuse(fault);
        }
    }
}

void
OptionTable::Describe(ResultWriter& writer) const
{
    for (const auto& option : m_options)
    {
        option.Describe(writer);
    }
}

std::vector<std::string>
OptionTable::GetNames() const
{
    std::vector<std::string> names;
    for (const auto& option : m_options)
    {
        names.push_back(option.GetName());
    }
    return names;
}

} // namespace ns3::tcplossy

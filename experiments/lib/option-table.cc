/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-table.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <set>

namespace ns3::tcplossy
{

namespace
{
char
ToLower(char letter)
{
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// The distance of Damerau and Levenshtein in which no letter is changed twice.
std::size_t
CountWrongLetters(const std::string& one, const std::string& two)
{
    // Distances of the first i letters of one from all beginnings of two, for the last three i.
    std::vector<std::size_t> older;
    std::vector<std::size_t> old(two.size() + 1);
    std::vector<std::size_t> now(two.size() + 1);
    std::iota(now.begin(), now.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i)
    {
        older = std::move(old);
        old = std::move(now);
        now.assign(two.size() + 1, i);
        for (std::size_t j = 1; j <= two.size(); ++j)
        {
            const auto isSame = [&](std::size_t a, std::size_t b) {
                return ToLower(one[i - a]) == ToLower(two[j - b]);
            };
            now[j] = std::min({old[j] + 1, now[j - 1] + 1, old[j - 1] + (isSame(1, 1) ? 0 : 1)});
            if (i > 1 && j > 1 && isSame(1, 2) && isSame(2, 1))
            {
                now[j] = std::min(now[j], older[j - 2] + 1);
            }
        }
    }
    return now.back();
}
} // namespace

std::string
FindNearestName(const std::string& name, const std::vector<std::string>& known)
{
    std::string nearest;
    auto least = name.size() / 3 + 1;
    for (const auto& candidate : known)
    {
        const auto wrong = CountWrongLetters(name, candidate);
        if (wrong < least)
        {
            least = wrong;
            nearest = candidate;
        }
    }
    return nearest;
}

namespace
{
/// In the largest unit that the value has at least one of; units by how many base units they have.
std::string
ShowScaled(double value, const std::vector<std::pair<double, const char*>>& units)
{
    const auto unit = std::find_if(units.begin(), units.end() - 1, [value](const auto& candidate) {
        return std::abs(value) >= candidate.first;
    });
    return ShowValue(value / unit->first) + unit->second;
}
} // namespace

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

bool
ParseValue(const std::string& text, DataRate& value)
{
    const auto unit = text.find_first_not_of("0123456789.");
    // A stream would read as far as a blank, and so "10 Mbps" as 10 bit/s.
    const bool isRate = unit != std::string::npos && text.find(' ') == std::string::npos &&
                        ParseNumber(text.substr(0, unit)).has_value();
    std::istringstream is(text);
    DataRate parsed;
    const bool isParsed = isRate && is >> parsed;
    value = isParsed ? parsed : value;
    return isParsed;
}

bool
ParseValue(const std::string& text, Time& value)
{
    // ns-3's own way to read a time ends the program when it is none.
    const std::set<std::string> units{"s", "ms", "us", "ns", "ps", "fs", "min", "h", "d", "y"};
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

void
PrintValue(std::ostream& os, const DataRate& value)
{
    os << value.GetBitRate();
}

void
PrintValue(std::ostream& os, const Time& value)
{
    os << value.GetSeconds();
}

void
PrintValue(std::ostream& os, const std::vector<Time>& value)
{
    const char* separator = "";
    for (const auto& time : value)
    {
        os << separator << time.GetSeconds();
        separator = ",";
    }
}

std::string
ShowValue(bool value)
{
    return value ? "true" : "false";
}

std::string
ShowValue(const DataRate& value)
{
    return ShowScaled(static_cast<double>(value.GetBitRate()),
                      {{1e9, "Gbps"}, {1e6, "Mbps"}, {1e3, "kbps"}, {1, "bps"}});
}

std::string
ShowValue(const Time& value)
{
    return value == Time(0) ? "0s"
                            : ShowScaled(static_cast<double>(value.GetNanoSeconds()),
                                         {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}});
}

std::string
ShowValue(const std::vector<Time>& value)
{
    std::string shown;
    for (const auto& time : value)
    {
        shown += shown.empty() ? "" : ",";
        shown += ShowValue(time);
    }
    return shown;
}

namespace
{
/// @param argument "--NAME=VALUE" or "--NAME" @return name and value
std::pair<std::string, std::string>
SplitArgument(const std::string& argument)
{
    if (argument.size() < 3 || argument.compare(0, 2, "--") != 0)
    {
        Refuse("'" + argument + "' is no option: options are --NAME=VALUE");
    }
    const auto equals = std::min(argument.find('='), argument.size());
    return {argument.substr(2, equals - 2), argument.substr(std::min(equals + 1, argument.size()))};
}

/// Called when the program ends: what ns-3 and the standard library leave unsaid.
void
CheckOutput()
{
    std::cout.flush();
    if (!std::cout)
    {
        std::cerr << "the output could not be written to its end: is the disk full?" << std::endl;
        std::_Exit(OUTPUT_LOST);
    }
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

Option::Option(std::string name, std::string help, Access access)
    : name(std::move(name)),
      help(std::move(help)),
      m_access(std::move(access))
{
}

Option&
Option::Among(const std::vector<std::string>& choices)
{
    const auto allowed = "be " + JoinChoices(choices);
    return Must(
        [this, choices] { return std::count(choices.begin(), choices.end(), GetText()) > 0; },
        allowed);
}

Option&
Option::Must(const std::function<bool()>& isCorrect, const std::string& allowed)
{
    m_conditions.emplace_back([isCorrect, allowed] { return isCorrect() ? "" : allowed; });
    return *this;
}

std::string
Option::GetText(int digits) const
{
    std::ostringstream os;
    os << std::setprecision(digits);
    m_access.print(os);
    return os.str();
}

std::string
Option::GetRange() const
{
    std::ostringstream os;
    os << std::setprecision(OPTION_DIGITS);
    const auto unit = m_access.kind.unit.empty() ? "" : " " + m_access.kind.unit;
    if (std::isfinite(m_least.at) && std::isfinite(m_most.at))
    {
        os << "lie in " << (m_least.isIncluded ? "[" : "(") << m_least.at << ", " << m_most.at
           << (m_most.isIncluded ? "]" : ")") << unit;
    }
    else if (std::isfinite(m_least.at))
    {
        if (m_least.isIncluded && m_least.at == 0.0)
        {
            return "not be negative";
        }
        os << "be " << (m_least.isIncluded ? "at least " : "above ") << m_least.at << unit;
    }
    else if (std::isfinite(m_most.at))
    {
        os << "be " << (m_most.isIncluded ? "at most " : "below ") << m_most.at << unit;
    }
    return os.str();
}

void
Option::RefuseValue(const std::string& value, const std::string& allowed) const
{
    const bool isNot = allowed.rfind("not ", 0) == 0;
    const bool isNumber = ParseNumber(value).has_value();
    const auto unit = isNumber && !m_access.kind.unit.empty() ? " " + m_access.kind.unit : "";
    Refuse("--" + name + " must " + allowed + (isNot ? ", but is " : ", not ") +
           (isNumber ? value + unit : "'" + value + "'"));
}

void
Option::Parse(const std::string& text)
{
    if (m_access.kind.needsUnit && ParseNumber(text))
    {
        Refuse("--" + name + " must be " + m_access.kind.name + WITH_UNIT + ", not '" + text + "'");
    }
    if (!m_access.parse(text))
    {
        const auto range = GetRange();
        const bool isNumber = ParseNumber(text).has_value();
        RefuseValue(text,
                    isNumber && !range.empty()
                        ? range
                        : "be " + m_access.kind.name + (range.empty() ? "" : ": it must " + range));
    }
}

void
Option::Check() const
{
    // A size begins with its number; a text has no bounds.
    const auto exact = GetText(std::numeric_limits<double>::max_digits10);
    const double number = std::strtod(exact.c_str(), nullptr);
    const bool isLow = m_least.isIncluded ? number < m_least.at : number <= m_least.at;
    const bool isHigh = m_most.isIncluded ? number > m_most.at : number >= m_most.at;
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
    if ((GetText().empty() || GetText() == "0") && !m_zero.empty())
    {
        writer.Describe(name, m_zero);
        return;
    }
    const bool hasBoth = !m_access.kind.unit.empty() && !m_note.empty();
    writer.Describe(name, GetText(), m_access.kind.unit + (hasBoth ? " " : "") + m_note);
}

Option&
OptionTable::Insert(const std::string& name, const std::string& help, Option::Access access)
{
    NS_ABORT_MSG_IF(Find(name), "OptionTable: there are two options --" << name);
    return m_options.emplace_back(name, help, std::move(access));
}

void
OptionTable::Add(OptionTable&& other)
{
    for (const auto& option : other.m_options)
    {
        NS_ABORT_MSG_IF(Find(option.name), "OptionTable: there are two options --" << option.name);
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
        return std::count(names.begin(), names.end(), option.name) == 0;
    });
}

Option*
OptionTable::Find(const std::string& name)
{
    const auto option =
        std::find_if(m_options.begin(), m_options.end(), [&name](const Option& candidate) {
            return candidate.name == name;
        });
    return option == m_options.end() ? nullptr : &*option;
}

void
OptionTable::Parse(const std::string& usage, const std::vector<std::string>& arguments)
{
    NS_ABORT_MSG_IF(arguments.empty(), "OptionTable::Parse: the program must have a name");
    [[maybe_unused]] static const bool isChecked = std::atexit(&CheckOutput) == 0;
    const auto names = GetNames();
    for (const auto& [name, value] : m_ns3Defaults)
    {
        engineoptions::Set(name, value, names);
    }
    std::vector<std::string> questions{arguments[0]};
    for (std::size_t i = 1; i < arguments.size(); ++i)
    {
        const auto [name, value] = SplitArgument(arguments[i]);
        if (auto* option = Find(name))
        {
            option->Parse(value);
        }
        else if (engineoptions::IsQuestion(name))
        {
            questions.push_back(arguments[i]);
        }
        else
        {
            engineoptions::Set(name, value, names);
        }
    }
    engineoptions::Answer(usage, questions, m_options);
    Check();
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
        names.push_back(option.name);
    }
    return names;
}

} // namespace ns3::tcplossy

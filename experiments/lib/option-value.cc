/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <limits>
#include <set>
#include <sstream>
#include <utility>

namespace ns3::tcplossy
{

namespace
{
constexpr double NOT_A_NUMBER = std::numeric_limits<double>::quiet_NaN();

/// Of those types of ns-3 whose operator does not end the program.
template <class T>
bool
ParseStream(const std::string& text, T& value)
{
    std::istringstream is(text);
    T parsed = value;
    is >> parsed;
    const bool isParsed = !text.empty() && !is.fail();
    value = isParsed ? parsed : value;
    return isParsed;
}

/// A unit and how many base units it has.
template <class T>
using Scale = std::pair<T, const char*>;

/// In the largest unit that the value has at least one of.
template <class T, std::size_t N>
std::string
ShowScaled(T value, const std::array<Scale<T>, N>& scales)
{
    auto scale = scales.begin();
    while (scale + 1 != scales.end() && (value < 0 ? -value : value) < scale->first)
    {
        ++scale;
    }
    std::ostringstream os;
    os << std::setprecision(OPTION_DIGITS)
       << static_cast<double>(value) / static_cast<double>(scale->first) << scale->second;
    return os.str();
}

template <class T>
std::string
ShowPrinted(const T& value)
{
    std::ostringstream os;
    os << std::setprecision(OPTION_DIGITS);
    PrintValue(os, value);
    return os.str();
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
    return isRate && ParseStream(text, value);
}

bool
ParseValue(const std::string& text, QueueSize& value)
{
    return ParseStream(text, value);
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
PrintValue(std::ostream& os, bool value)
{
    os << value;
}

void
PrintValue(std::ostream& os, uint32_t value)
{
    os << value;
}

void
PrintValue(std::ostream& os, double value)
{
    os << value;
}

void
PrintValue(std::ostream& os, const std::string& value)
{
    os << value;
}

void
PrintValue(std::ostream& os, const DataRate& value)
{
    os << value.GetBitRate();
}

void
PrintValue(std::ostream& os, const QueueSize& value)
{
    os << value;
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
ShowValue(uint32_t value)
{
    return ShowPrinted(value);
}

std::string
ShowValue(double value)
{
    return ShowPrinted(value);
}

std::string
ShowValue(const std::string& value)
{
    return value;
}

std::string
ShowValue(const DataRate& value)
{
    constexpr std::array<Scale<uint64_t>, 4> UNITS{
        {{1'000'000'000, "Gbps"}, {1'000'000, "Mbps"}, {1000, "kbps"}, {1, "bps"}}};
    return ShowScaled(value.GetBitRate(), UNITS);
}

std::string
ShowValue(const QueueSize& value)
{
    return ShowPrinted(value);
}

std::string
ShowValue(const Time& value)
{
    if (value.IsZero())
    {
        return "0s";
    }
    constexpr std::array<Scale<int64_t>, 4> UNITS{
        {{1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "us"}, {1, "ns"}}};
    return ShowScaled(value.GetNanoSeconds(), UNITS);
}

std::string
ShowValue(const std::vector<Time>& value)
{
    std::ostringstream os;
    const char* separator = "";
    for (const auto& time : value)
    {
        os << separator << ShowValue(time);
        separator = ",";
    }
    return os.str();
}

double
ToNumber(double value)
{
    return value;
}

double
ToNumber(const std::string&)
{
    return NOT_A_NUMBER;
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
ToNumber(const std::vector<Time>& value)
{
    const auto least = std::min_element(value.begin(), value.end());
    return least == value.end() ? NOT_A_NUMBER : least->GetSeconds();
}

} // namespace ns3::tcplossy

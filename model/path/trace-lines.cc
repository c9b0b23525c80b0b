/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-lines.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <sstream>

namespace ns3
{

namespace tracelines
{

namespace
{
/// Of a message, so that what is no text at all does not fill a screen.
constexpr std::size_t SHOWN = 40;

std::string
Show(const std::string& text)
{
    std::string shown = text.substr(0, SHOWN);
    std::replace_if(
        shown.begin(),
        shown.end(),
        [](unsigned char octet) { return std::isprint(octet) == 0; },
        '?');
    return "'" + shown + (text.size() > SHOWN ? "...'" : "'");
}

template <class T>
std::string
Refuse(const std::string& name, const std::string& kind, T most, const std::string& text)
{
    std::ostringstream message;
    message << name << " must be " << kind << " in [0, " << most << "], not " << Show(text);
    return message.str();
}
} // namespace

std::string
ForEach(std::istream& input, const std::function<std::string(const std::string&)>& read)
{
    std::vector<std::string>
        lines;           // blank ones, which say something if others follow, and one more
    uint64_t number = 0; // of lines before these
    for (std::string line; std::getline(input, line);)
    {
        if (!line.empty() && line.back() == '\r')
        {
            line.pop_back();
        }
        lines.push_back(line);
        if (line.find_first_not_of(" \t") == std::string::npos)
        {
            continue;
        }
        for (const auto& text : lines)
        {
            ++number;
            const auto fault = text.rfind('#', 0) == 0 ? "" : read(text);
            if (!fault.empty())
            {
                return "line " + std::to_string(number) + ": " + fault;
            }
        }
        lines.clear();
    }
    return input.bad() ? "it cannot be read to its end" : "";
}

std::vector<std::string>
Split(const std::string& line)
{
    std::vector<std::string> fields(1);
    for (const auto character : line)
    {
        if (character == ',')
        {
            fields.emplace_back();
        }
        else
        {
            fields.back() += character;
        }
    }
    return fields;
}

std::string
ReadNumber(const std::string& name, const std::string& text, double most, double& value)
{
    const bool isPlain =
        !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
    char* end = nullptr;
    value = isPlain ? std::strtod(text.c_str(), &end) : -1.0;
    const bool isGood = isPlain && *end == '\0' && value >= 0.0 && value <= most;
    return isGood ? "" : Refuse(name, "a number", most, text);
}

std::string
ReadWhole(const std::string& name, const std::string& text, uint64_t most, uint64_t& value)
{
    // No number of 19 digits is too large for the type.
    const bool isWhole = !text.empty() && text.size() <= 19 &&
                         text.find_first_not_of("0123456789") == std::string::npos;
    value = isWhole ? std::strtoull(text.c_str(), nullptr, 10) : 0;
    return isWhole && value <= most ? "" : Refuse(name, "a whole number", most, text);
}

} // namespace tracelines

} // namespace ns3

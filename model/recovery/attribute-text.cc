/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-text.h"

#include <cmath>
#include <cstdlib>
#include <set>
#include <sstream>

namespace ns3::attributetext
{

namespace
{
const std::string DIGITS = "0123456789";

bool
IsNumber(const std::string& text)
{
    char* end = nullptr;
    const auto value = std::strtod(text.c_str(), &end);
    return !text.empty() && text.find_first_not_of(DIGITS + "+-.eE") == std::string::npos &&
           *end == '\0' && std::isfinite(value);
}

bool
IsTime(const std::string& text)
{
    const std::set<std::string> units{"", "s", "ms", "us", "ns", "ps", "fs", "min", "h", "d", "y"};
    const auto end = text.find_last_of(DIGITS + ".");
    const auto length = end == std::string::npos ? 0 : end + 1;
    return IsNumber(text.substr(0, length)) && units.count(text.substr(length)) > 0;
}

bool
IsInteger(const std::string& text, bool mayBeNegative)
{
    const auto digits = text.substr(mayBeNegative && text.compare(0, 1, "-") == 0 ? 1 : 0);
    return !digits.empty() && digits.find_first_not_of(DIGITS) == std::string::npos;
}

/// Whether a text is one of a list with strokes between.
bool
IsOneOf(const std::string& text, const std::string& list)
{
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, '|');)
    {
        if (name == text)
        {
            return true;
        }
    }
    return false;
}
} // namespace

std::string
GetTypeOf(const AttributeChecker& checker)
{
    const std::string space = "ns3::";
    const auto type = checker.GetValueTypeName();
    const auto begin = type.compare(0, space.size(), space) == 0 ? space.size() : 0;
    return type.substr(begin, type.find('<') - begin);
}

bool
IsReadable(const std::string& text, const AttributeChecker& checker)
{
    const auto type = GetTypeOf(checker);
    return type == "TimeValue"       ? IsTime(text)
           : type == "DoubleValue"   ? IsNumber(text)
           : type == "IntegerValue"  ? IsInteger(text, true)
           : type == "UintegerValue" ? IsInteger(text, false)
           : type == "EnumValue"     ? IsOneOf(text, checker.GetUnderlyingTypeInformation())
                                     : true;
}

} // namespace ns3::attributetext

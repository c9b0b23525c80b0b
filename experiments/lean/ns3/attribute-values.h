/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_ATTRIBUTE_VALUES_H
#define LEAN_ATTRIBUTE_VALUES_H

#include <cstdint>
#include <string>

namespace ns3
{

/// A value of an attribute, as a text.
struct AttributeValue
{
    std::string text; //!< as a command line has it
};

struct StringValue : AttributeValue
{
    explicit StringValue(std::string value)
        : AttributeValue{std::move(value)}
    {
    }
};

struct BooleanValue : AttributeValue
{
    explicit BooleanValue(bool value)
        : AttributeValue{value ? "true" : "false"}
    {
    }
};

struct UintegerValue : AttributeValue
{
    explicit UintegerValue(uint64_t value)
        : AttributeValue{std::to_string(value)}
    {
    }
};

} // namespace ns3

#endif /* LEAN_ATTRIBUTE_VALUES_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_STRING_H
#define LEAN_STRING_H

#include <string>
#include <utility>

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

} // namespace ns3

#endif /* LEAN_STRING_H */

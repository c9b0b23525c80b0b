/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_CONFIG_H
#define LEAN_CONFIG_H

#include "string.h"

#include <map>
#include <string>

/// Defaults of attributes, which sockets get when a run begins.
namespace ns3::Config
{

/// @return all that were set, by their full names
inline std::map<std::string, std::string>&
GetDefaults()
{
    static std::map<std::string, std::string> defaults;
    return defaults;
}

inline void
SetDefault(const std::string& name, const AttributeValue& value)
{
    GetDefaults()[name] = value.text;
}

/// @return whether a program ends where it would simulate: its options can be done
inline bool&
OnlyChecks()
{
    static bool isSet = false;
    return isSet;
}

} // namespace ns3::Config

#endif /* LEAN_CONFIG_H */

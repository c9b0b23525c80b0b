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

/// All that were set, by their full names.
inline std::map<std::string, std::string> defaults;

inline void
SetDefault(const std::string& name, const AttributeValue& value)
{
    defaults[name] = value.text;
}

/// Whether a program ends where it would simulate: its options can be done.
inline bool onlyChecks{false};

} // namespace ns3::Config

#endif /* LEAN_CONFIG_H */

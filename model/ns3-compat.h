/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NS3_COMPAT_H
#define NS3_COMPAT_H

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Everything in which releases of ns-3 differ for this module.
 */
namespace ns3compat
{

/// Name of Westwood+ where it is a class of its own.
constexpr const char* WESTWOOD_PLUS = "ns3::TcpWestwoodPlus";

/**
 * @brief Find Westwood+.
 *
 * Up to ns-3.37 it is a mode of TcpWestwood, an attribute whose default this call then sets.
 * @return TypeId of its congestion control
 */
inline TypeId
SelectWestwoodPlus()
{
    TypeId typeId;
    if (!TypeId::LookupByNameFailSafe(WESTWOOD_PLUS, &typeId))
    {
        typeId = TypeId::LookupByName("ns3::TcpWestwood");
        Config::SetDefault("ns3::TcpWestwood::ProtocolType", StringValue("WestwoodPlus"));
    }
    return typeId;
}

} // namespace ns3compat

} // namespace ns3

#endif /* NS3_COMPAT_H */

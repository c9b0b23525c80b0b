/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ipv4-networks.h"

#include "ns3/log.h"
#include "ns3/simulation-singleton.h"

#include <map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Ipv4Networks");

namespace
{
/// Networks in use, by the first one.
using Uses = std::map<Ipv4Address, uint32_t>;
} // namespace

Ipv4Networks::Ipv4Networks(Ipv4Address first, Ipv4Mask mask)
    : m_first(first),
      m_addresses(first, mask)
{
}

Ipv4InterfaceContainer
Ipv4Networks::Assign(const NetDeviceContainer& link)
{
    auto& used = (*SimulationSingleton<Uses>::Get())[m_first];
    for (; m_passed < used; ++m_passed)
    {
        m_addresses.NewNetwork();
    }
    ++used;
    const auto interfaces = m_addresses.Assign(link);
    NS_LOG_INFO("a link of " << link.GetN() << " devices from " << interfaces.GetAddress(0)
                             << " on");
    return interfaces;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IPV4_NETWORKS_H
#define IPV4_NETWORKS_H

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Gives addresses to links, a network to each that no other link of these topologies has.
 *
 * So several topologies fit into one simulation: ns-3 ends the program when an address is given
 * twice.
 */
class Ipv4Networks
{
  public:
    /**
     * @brief Choose where the networks begin.
     * @param first the first network; where others have begun there, too, all go on behind the last
     * one that is used
     * @param mask mask of all networks, the same for all that begin there
     */
    Ipv4Networks(Ipv4Address first, Ipv4Mask mask);

    /**
     * @brief Give a link addresses of a new network.
     * @param link its devices
     * @return their interfaces, in order of the devices
     */
    Ipv4InterfaceContainer Assign(const NetDeviceContainer& link);

  private:
    Ipv4Address m_first;           //!< first network
    uint32_t m_passed{0};          //!< networks that m_addresses is behind
    Ipv4AddressHelper m_addresses; //!< at one of the networks
};

} // namespace ns3

#endif /* IPV4_NETWORKS_H */

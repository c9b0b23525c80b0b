/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_PARAMETERS_H
#define PATH_PARAMETERS_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/queue.h"

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{

/// What helpers of paths share: each function ends the program with a message that names a
/// parameter and its range unless the value lies in it.
namespace pathparameters
{

/// Octets that a device takes: any packet.
constexpr uint16_t MTU = std::numeric_limits<uint16_t>::max();

/// A rate is above 0. The name is that of the helper and the parameter.
void RequireRate(const std::string& name, DataRate rate);

/// A delay is not negative. The name is that of the helper and the parameter.
void RequireDelay(const std::string& name, Time delay);

/// Lose packets independently of each other. @param name of the helper and the parameter
/// @param probability in [0, 1] @return an error model that does
Ptr<RateErrorModel> MakePacketLoss(const std::string& name, double probability);

/// Make a device's queue. @param name of the helper and the parameter @param factory of a
/// Queue<Packet>
Ptr<Queue<Packet>> MakeQueue(const std::string& name, const ObjectFactory& factory);

} // namespace pathparameters

/**
 * @brief Gives addresses to links, a network to each that no other link of these topologies has.
 *
 * So several topologies fit into one simulation: ns-3 ends the program when an address is given
 * twice.
 */
class Ipv4Networks
{
  public:
    /// Choose where the networks begin. @param first the first network; where others have begun
    /// there, too, all go on behind the last one that is used @param mask mask of all networks, the
    /// same for all that begin there
    Ipv4Networks(Ipv4Address first, Ipv4Mask mask);

    /// Give a link addresses of a new network. @param link its devices @return their interfaces, in
    /// order of the devices
    Ipv4InterfaceContainer Assign(const NetDeviceContainer& link);

  private:
    Ipv4Address m_first;           //!< first network
    uint32_t m_passed{0};          //!< networks that m_addresses is behind
    Ipv4AddressHelper m_addresses; //!< at one of the networks
};

} // namespace ns3

#endif /* PATH_PARAMETERS_H */

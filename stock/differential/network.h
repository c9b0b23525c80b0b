/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIFFERENTIAL_NETWORK_H
#define DIFFERENTIAL_NETWORK_H

#include "scenario.h"

#include "ns3/address.h"
#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <string>
#include <vector>

namespace differential
{

/// The nodes of a scenario with their links, queues, losses, addresses and routes.
class Network
{
  public:
    /// @param scenario what to build
    explicit Network(const Scenario& scenario);

    /// @brief All nodes with applications, and the routers. @return nodes
    const NodeContainer& GetNodes() const;

    /// @brief One end of a flow. @param flow its number @param left which side @return the node
    Ptr<Node> GetEnd(uint32_t flow, bool left) const;

    /// @brief Where one end of a flow listens. @param flow its number @param left which side
    /// @return address and port
    Address GetAddress(uint32_t flow, bool left) const;

    /// @brief Any address of the scenario's family. @param port a port, or 0 @return the address
    Address GetAnyAddress(uint16_t port) const;

    /// @brief Where flows listen. @param flow its number @return a port
    static uint16_t GetPort(uint32_t flow);

  private:
    /// @brief Two nodes and a link.
    void BuildPointToPoint();
    /// @brief Pairs of nodes, and two routers.
    void BuildDumbbell();
    /// @brief Four nodes on one segment.
    void BuildCsma();
    /// @brief Two stations.
    void BuildWifi();
    /// @brief Give a link addresses, and devices a queue discipline. @param devices of the link
    /// @param isBottleneck whether the scenario's discipline belongs there
    void Join(const NetDeviceContainer& devices, bool isBottleneck);
    /// @brief Give a link addresses. @param devices of the link
    void Assign(const NetDeviceContainer& devices);
    /// @brief Packets are lost on arrival. @param device where @param loss of all
    void Lose(Ptr<NetDevice> device, double loss);
    /// @brief Routes of a dumbbell.
    void Route();

    const Scenario& m_scenario;       //!< what to build
    NodeContainer m_nodes;            //!< all
    uint32_t m_pairs{1};              //!< of ends
    uint32_t m_links{0};              //!< with addresses
    std::vector<Address> m_addresses; //!< of each node, the first it got
    int64_t m_stream{1};              //!< of random numbers, the next one
};

} // namespace differential

#endif /* DIFFERENTIAL_NETWORK_H */

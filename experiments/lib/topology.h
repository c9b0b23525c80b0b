/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "bulk-flow.h"

#include <cstdint>

namespace ns3::tcplossy
{

/**
 * @brief What a run has to know of a topology: where each flow comes from and goes to.
 */
class Topology
{
  public:
    virtual ~Topology() = default;

    /**
     * @brief Where a flow goes.
     * @param flow its index
     * @param port TCP port of its receiver
     * @return nodes and addresses
     */
    virtual BulkFlow::Ends GetEnds(uint32_t flow, uint16_t port) const = 0;
};

} // namespace ns3::tcplossy

#endif /* TOPOLOGY_H */

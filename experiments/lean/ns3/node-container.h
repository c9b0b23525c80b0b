/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_NODE_CONTAINER_H
#define LEAN_NODE_CONTAINER_H

namespace ns3
{

/// Nodes, whose sockets the lean world gives to each flow.
class NodeContainer
{
};

} // namespace ns3

#endif /* LEAN_NODE_CONTAINER_H */

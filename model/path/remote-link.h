/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMOTE_LINK_H
#define REMOTE_LINK_H

#include "ns3/callback.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Links between nodes that different processes simulate, by ns-3's module mpi.
 *
 * Each process builds all nodes and runs the events of those whose system ID is its own.
 */
namespace remotelink
{

/// @brief Whether this ns-3 was built with its module mpi. @return true if it was
bool IsAvailable();

/// @return whether this process runs a node's events: the node's system ID is that of the process,
/// or there is one process only
bool IsLocal(Ptr<const Node> node);

/// Hand a packet to the process that runs another node's events. Its last bit arrives at @p rxTime
/// at the device @p to, after ReceiveAt() there.
void Send(Ptr<const Packet> packet, Time rxTime, Ptr<NetDevice> to);

/// Let a device take what Send() brings by @p receive.
void ReceiveAt(Ptr<NetDevice> device, Callback<void, Ptr<Packet>> receive);

} // namespace remotelink

} // namespace ns3

#endif /* REMOTE_LINK_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SOCKET_LIST_H
#define TCP_SOCKET_LIST_H

#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"

#include <functional>

namespace ns3::tcpsockets
{

/// Look at a node's TCP sockets, once at each: reading the attribute `SocketList` takes a time that
/// grows with the square of their number. @return one that is wanted, or null
Ptr<TcpSocketBase> FindSocket(const TcpL4Protocol& tcp,
                              const std::function<bool(const TcpSocketBase&)>& isWanted);

} // namespace ns3::tcpsockets

#endif /* TCP_SOCKET_LIST_H */

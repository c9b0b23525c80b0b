/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SOCKET_LOOKUP_H
#define TCP_SOCKET_LOOKUP_H

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>

/// Sockets that others made, found by what ns-3 says of them.
namespace ns3::tcpsockets
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Port of a socket address.
 * @param address any address
 * @return the port; 0 if it has none
 */
uint16_t PortOf(const Address& address);

/**
 * @ingroup tcp-lossy
 *
 * @brief Port that a socket is bound to.
 * @param socket a TCP socket
 * @return the port; 0 for none
 */
uint16_t LocalPortOf(const TcpSocketBase& socket);

/**
 * @ingroup tcp-lossy
 *
 * @brief Other end of a socket's connection.
 * @param socket a TCP socket
 * @return address and port; of port 0, or none, for a socket without a connection
 */
Address PeerOf(const TcpSocketBase& socket);

/**
 * @ingroup tcp-lossy
 *
 * @brief Find the socket of a connection.
 * @param node a node with an internet stack
 * @param localPort its port of the connection
 * @param peer address and port of the other end
 * @return the socket; null when the node has none
 */
Ptr<TcpSocketBase> Find(Ptr<Node> node, uint16_t localPort, const Address& peer);

} // namespace ns3::tcpsockets

#endif /* TCP_SOCKET_LOOKUP_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SOCKET_LOOKUP_H
#define TCP_SOCKET_LOOKUP_H

#include "trace-connections.h"

#include "ns3/address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <set>
#include <string>

namespace ns3
{

/// Sockets that others made, found by what ns-3 says of them.
namespace tcpsockets
{

/// @return the port of any address; 0 if it has none
uint16_t PortOf(const Address& address);

/// @return the port that a socket is bound to; 0 for none
uint16_t LocalPortOf(const TcpSocketBase& socket);

/// @return address and port of the other end of a socket's connection, of IPv4 where its packets
/// are; of port 0, or none, for a socket without a connection
Address PeerOf(const TcpSocketBase& socket);

/// @return whether a socket's own end is this address and port; an address that is any, the
/// socket's or this one, is every address
bool IsAt(const TcpSocketBase& socket, const Address& local);

/// Find the socket of a connection on a node with an internet stack, by both its ends. @return null
/// when the node has none
Ptr<TcpSocketBase> Find(Ptr<Node> node, const Address& local, const Address& peer);

/// Find the socket of a connection at whichever of the node's addresses. @return null when the node
/// has none
Ptr<TcpSocketBase> Find(Ptr<Node> node, uint16_t localPort, const Address& peer);

} // namespace tcpsockets

/// Sees the TCP segments that IP sends from nodes, or delivers to them.
class SegmentWatch
{
  protected:
    SegmentWatch() = default;
    ~SegmentWatch() = default;
    /// Watch a node from now on, by a trace source of IPv4 and IPv6, `SendOutgoing` or
    /// `LocalDeliver`; a second call does nothing. @return whether the node has IPv4 or IPv6
    bool Watch(Ptr<Node> node, const std::string& source);

    TraceConnections m_connections; //!< of whoever derives from this class, too

  private:
    virtual void Passes(uint32_t node,
                        const Address& from,
                        const Address& to,
                        Ptr<const Packet> segment) = 0;

    /// A trace sink.
    template <class SocketAddress, class Header>
    void PassesIp(uint32_t node, const Header& ip, Ptr<const Packet> packet, uint32_t);

    /// The nodes' IPv4 and IPv6. Another simulation has nodes of the same numbers.
    std::set<Ptr<Object>> m_watched;
};

} // namespace ns3

#endif /* TCP_SOCKET_LOOKUP_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-socket-lookup.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/object-ptr-container.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3::tcpsockets
{

NS_LOG_COMPONENT_DEFINE("TcpSocketLookup");

uint16_t
PortOf(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        return InetSocketAddress::ConvertFrom(address).GetPort();
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        return Inet6SocketAddress::ConvertFrom(address).GetPort();
    }
    return 0;
}

uint16_t
LocalPortOf(const TcpSocketBase& socket)
{
    Address address;
    socket.GetSockName(address);
    return PortOf(address);
}

Address
PeerOf(const TcpSocketBase& socket)
{
    Address address;
    socket.GetPeerName(address);
    return address;
}

Ptr<TcpSocketBase>
Find(Ptr<Node> node, uint16_t localPort, const Address& peer)
{
    ObjectPtrContainerValue sockets;
    node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
    for (auto entry = sockets.Begin(); entry != sockets.End(); ++entry)
    {
        const auto socket = DynamicCast<TcpSocketBase>(entry->second);
        if (socket && LocalPortOf(*socket) == localPort && PeerOf(*socket) == peer)
        {
            return socket;
        }
    }
    NS_LOG_INFO("node " << node->GetId() << " has no socket at port " << localPort
                        << " whose peer is " << peer);
    return nullptr;
}

} // namespace ns3::tcpsockets

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-socket-lookup.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-list.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSocketLookup");

namespace
{
uint8_t
GetProtocol(const Ipv4Header& ip)
{
    return ip.GetProtocol();
}

uint8_t
GetProtocol(const Ipv6Header& ip)
{
    return ip.GetNextHeader();
}

/// @return a socket's end as its packets have it: of IPv4 where an address of IPv6 stands for one
Address
AsInPackets(const Address& address)
{
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        const auto end = Inet6SocketAddress::ConvertFrom(address);
        if (end.GetIpv6().IsIpv4MappedAddress())
        {
            return InetSocketAddress(end.GetIpv6().GetIpv4MappedAddress(), end.GetPort());
        }
    }
    return address;
}

bool
IsAny(const Address& address)
{
    const auto port = tcpsockets::PortOf(address);
    return address == Address(InetSocketAddress(Ipv4Address::GetAny(), port)) ||
           address == Address(Inet6SocketAddress(Ipv6Address::GetAny(), port));
}
} // namespace

namespace tcpsockets
{

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
    return AsInPackets(address);
}

bool
IsAt(const TcpSocketBase& socket, const Address& local)
{
    Address address;
    socket.GetSockName(address);
    const auto own = AsInPackets(address);
    return PortOf(own) == PortOf(local) && (own == local || IsAny(own) || IsAny(local));
}

Ptr<TcpSocketBase>
Find(Ptr<Node> node, const Address& local, const Address& peer)
{
    const auto socket = FindSocket(*node->GetObject<TcpL4Protocol>(), [&](const auto& candidate) {
        return IsAt(candidate, local) && PeerOf(candidate) == peer;
    });
    if (!socket)
    {
        NS_LOG_INFO("node " << node->GetId() << " has no socket at " << local << " whose peer is "
                            << peer);
    }
    return socket;
}

Ptr<TcpSocketBase>
Find(Ptr<Node> node, uint16_t localPort, const Address& peer)
{
    return Find(node, InetSocketAddress(Ipv4Address::GetAny(), localPort), peer);
}

} // namespace tcpsockets

template <class SocketAddress, class Header>
void
SegmentWatch::PassesIp(uint32_t node, const Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (GetProtocol(ip) != protocolnumbers::TCP)
    {
        return;
    }
    // RFC 9293, section 3.1: both ports come first.
    uint8_t ports[4] = {};
    packet->CopyData(ports, sizeof(ports));
    Passes(node,
           SocketAddress(ip.GetSource(), ports[0] << 8 | ports[1]),
           SocketAddress(ip.GetDestination(), ports[2] << 8 | ports[3]),
           packet);
}

bool
SegmentWatch::Watch(Ptr<Node> node, const std::string& source)
{
    const auto id = node->GetId();
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
    const auto connect = [&](auto ip, auto passes) {
        if (ip && m_watched.insert(ip).second)
        {
            const auto sink = MakeCallback(passes, this).Bind(ns3compat::CopyToBind(id));
            m_connections.Connect(ip, source, sink);
        }
    };
    connect(ipv4, &SegmentWatch::PassesIp<InetSocketAddress, Ipv4Header>);
    connect(ipv6, &SegmentWatch::PassesIp<Inet6SocketAddress, Ipv6Header>);
    return ipv4 || ipv6;
}

} // namespace ns3

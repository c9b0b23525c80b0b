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
#include "ns3/object-ptr-container.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpSocketLookup");

namespace
{
/// The ports that a segment's header begins with.
struct Ports
{
    explicit Ports(Ptr<const Packet> segment)
    {
        uint8_t octets[4] = {};
        segment->CopyData(octets, sizeof(octets));
        from = static_cast<uint16_t>(octets[0] << 8 | octets[1]);
        to = static_cast<uint16_t>(octets[2] << 8 | octets[3]);
    }

    uint16_t from; //!< source
    uint16_t to;   //!< destination
};
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

} // namespace tcpsockets

bool
SegmentWatch::Watch(Ptr<Node> node, const std::string& source)
{
    const auto id = node->GetId();
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
    const bool isNew = m_watched.insert(id).second;
    const auto connect = [&](auto ip, auto passes) {
        if (ip && isNew)
        {
            const auto sink = MakeCallback(passes, this).Bind(ns3compat::CopyToBind(id));
            m_connections.Connect(ip, source, sink);
        }
    };
    connect(ipv4, &SegmentWatch::PassesIpv4);
    connect(ipv6, &SegmentWatch::PassesIpv6);
    return ipv4 || ipv6;
}

void
SegmentWatch::PassesIpv4(uint32_t node, const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (ip.GetProtocol() == protocolnumbers::TCP)
    {
        const Ports ports(packet);
        Passes(node,
               InetSocketAddress(ip.GetSource(), ports.from),
               InetSocketAddress(ip.GetDestination(), ports.to),
               packet);
    }
}

void
SegmentWatch::PassesIpv6(uint32_t node, const Ipv6Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (ip.GetNextHeader() == protocolnumbers::TCP)
    {
        const Ports ports(packet);
        Passes(node,
               Inet6SocketAddress(ip.GetSource(), ports.from),
               Inet6SocketAddress(ip.GetDestination(), ports.to),
               packet);
    }
}

} // namespace ns3

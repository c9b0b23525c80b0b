/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-connection-demux.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"

#include <array>
#include <typeinfo>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpConnectionDemux");
NS_OBJECT_ENSURE_REGISTERED(IsnHistory);
NS_OBJECT_ENSURE_REGISTERED(TcpConnectionDemux);

namespace
{
/// @return whether the checksum is right, or ns-3 computes none. The header is not parsed, as
/// TcpL4Protocol does first: what a bit error made of an option can keep that parser in a loop.
template <class Header>
bool
HasGoodChecksum(Ptr<const Packet> packet, const Header& header, int protocol)
{
    if (!Node::ChecksumEnabled())
    {
        return true;
    }
    // Zeros behind an address of IPv4 do not change the sum (RFC 1071).
    std::vector<uint8_t> octets(32 + packet->GetSize());
    header.GetSource().Serialize(octets.data());
    header.GetDestination().Serialize(octets.data() + 16);
    packet->CopyData(octets.data() + 32, packet->GetSize());
    uint64_t sum = protocol + packet->GetSize();
    for (std::size_t i = 0; i < octets.size(); ++i)
    {
        sum += uint64_t{octets[i]} << (i % 2 == 0 ? 8 : 0);
    }
    while (sum > UINT16_MAX)
    {
        sum = (sum >> 16) + (sum & UINT16_MAX);
    }
    return sum == UINT16_MAX;
}

/// @return the node's front at one IP layer, which may be missing, or null
template <class Ip>
Ptr<TcpConnectionDemux>
FindAt(Ptr<Ip> ip, int protocol)
{
    return ip ? DynamicCast<TcpConnectionDemux>(ip->GetProtocol(protocol)) : nullptr;
}

/// Octets of IP and TCP headers without options.
constexpr uint32_t IPV4_HEADERS = 40;
constexpr uint32_t IPV6_HEADERS = 60;

/// Octets of options and data that the interface of an address takes whole; @p headers are those of
/// IP and TCP.
template <class Ip, class IpAddress>
uint32_t
GetOctets(const Node& node, const IpAddress& address, uint32_t headers)
{
    const auto ip = node.GetObject<Ip>();
    const auto interface = ip->GetInterfaceForAddress(address);
    return (interface < 0 ? uint32_t{UINT16_MAX} : ip->GetMtu(interface)) - headers;
}
} // namespace

TypeId
IsnHistory::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IsnHistory").SetParent<Object>().SetGroupName("TcpLossy");
    return tid;
}

void
IsnHistory::Leave(const Ptr<Node>& node, const ConnectionName& name, SequenceNumber32 next)
{
    auto history = node->GetObject<IsnHistory>();
    if (!history)
    {
        history = CreateObject<IsnHistory>();
        node->AggregateObject(history);
    }
    history->m_numbers[name] = next;
}

std::optional<SequenceNumber32>
IsnHistory::GetFirst(const Node& node, const ConnectionName& name)
{
    const auto history = node.GetObject<IsnHistory>();
    if (!history)
    {
        return std::nullopt;
    }
    const auto found = history->m_numbers.find(name);
    return found == history->m_numbers.end() ? SequenceNumber32(0) : found->second;
}

EndPointPair
EndPointPair::Allocate(TcpL4Protocol& tcp,
                       const Ptr<NetDevice>& device,
                       const Address& local,
                       const Address& peer)
{
    if (InetSocketAddress::IsMatchingType(local))
    {
        const auto from = InetSocketAddress::ConvertFrom(local);
        const auto to = InetSocketAddress::ConvertFrom(peer);
        return {tcp.Allocate(device, from.GetIpv4(), from.GetPort(), to.GetIpv4(), to.GetPort()),
                nullptr};
    }
    const auto from = Inet6SocketAddress::ConvertFrom(local);
    const auto to = Inet6SocketAddress::ConvertFrom(peer);
    return {nullptr,
            tcp.Allocate6(device, from.GetIpv6(), from.GetPort(), to.GetIpv6(), to.GetPort())};
}

uint32_t
EndPointPair::GetInterfaceOctets(const Node& node) const
{
    if (!v4 && !v6->GetLocalAddress().IsIpv4MappedAddress())
    {
        return GetOctets<Ipv6>(node, v6->GetLocalAddress(), IPV6_HEADERS);
    }
    const auto address = v4 ? v4->GetLocalAddress() : v6->GetLocalAddress().GetIpv4MappedAddress();
    return GetOctets<Ipv4>(node, address, IPV4_HEADERS);
}

TypeId
TcpConnectionDemux::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpConnectionDemux").SetParent<IpL4Protocol>().SetGroupName("TcpLossy");
    return tid;
}

// ------------------------------------------------------------------------------ registration

TcpConnectionDemux::Registration::Registration(Ptr<TcpConnectionDemux> front,
                                               Connection& connection)
    : m_front(front),
      m_connection(connection),
      m_name(connection.GetDirectEndPoint().GetName())
{
    m_front->m_connections[m_name] = this;
}

TcpConnectionDemux::Registration::~Registration()
{
    auto& table = m_front->m_connections;
    const auto found = table.find(m_name);
    // Ports are used again: a later connection may have the name.
    if (found != table.end() && found->second == this)
    {
        table.erase(found);
    }
}

std::unique_ptr<TcpConnectionDemux::Registration>
TcpConnectionDemux::Register(Ptr<TcpL4Protocol> tcp, Connection& connection)
{
    const auto front =
        connection.GetDirectEndPoint().v4 ? StandBefore<Ipv4>(tcp) : StandBefore<Ipv6>(tcp);
    return front ? std::make_unique<Registration>(front, connection) : nullptr;
}

template <class Ip>
Ptr<TcpConnectionDemux>
TcpConnectionDemux::StandBefore(Ptr<TcpL4Protocol> tcp)
{
    const int protocol = tcp->GetProtocolNumber();
    const auto ip = tcp->GetObject<Ip>();
    auto front = FindAt(ip, protocol);
    if (front)
    {
        return front;
    }
    const auto& self = *PeekPointer(tcp);
    if (!ip || typeid(self) != typeid(TcpL4Protocol) || ip->GetProtocol(protocol) != tcp)
    {
        return nullptr;
    }
    front = Find(tcp->GetObject<Node>());
    if (!front)
    {
        front = CreateObject<TcpConnectionDemux>();
        front->m_tcp = tcp;
    }
    ip->Remove(tcp);
    ip->Insert(front);
    return front;
}

Ptr<TcpConnectionDemux>
TcpConnectionDemux::Find(Ptr<Node> node)
{
    const auto tcp = node->GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        return nullptr;
    }
    const auto front = FindAt(node->GetObject<Ipv4>(), tcp->GetProtocolNumber());
    return front ? front : FindAt(node->GetObject<Ipv6>(), tcp->GetProtocolNumber());
}

// -------------------------------------------------------------------------------- reception

template <class Interface>
TcpConnectionDemux::Connection*
TcpConnectionDemux::FindConnection(const ConnectionName& name,
                                   const Ptr<Interface>& interface) const
{
    const auto found = m_connections.find(name);
    if (found == m_connections.end())
    {
        return nullptr;
    }
    auto& connection = found->second->GetConnection();
    const auto direct = connection.GetDirectEndPoint();
    const auto takes = [&](auto& endPoint) {
        const auto device = endPoint.GetBoundNetDevice();
        return endPoint.IsRxEnabled() && (!device || device == interface->GetDevice());
    };
    // The end point may be gone, or another one.
    return direct && direct.GetName() == name && direct.Visit(takes) ? &connection : nullptr;
}

template <class Header, class Interface>
IpL4Protocol::RxStatus
TcpConnectionDemux::ReceiveBy(Ptr<Packet> packet, const Header& header, Ptr<Interface> interface)
{
    NS_LOG_FUNCTION(this << packet << header << interface);
    // RFC 9293, section 3.1: both ports come first.
    std::array<uint8_t, 4> octets{};
    packet->CopyData(octets.data(), octets.size());
    const auto name = MakeConnectionName(header.GetDestination(),
                                         static_cast<uint16_t>(octets[2] << 8 | octets[3]),
                                         header.GetSource(),
                                         static_cast<uint16_t>(octets[0] << 8 | octets[1]));
    auto* connection = FindConnection(name, interface);
    if (!connection)
    {
        return m_tcp->Receive(packet, header, interface);
    }
    if (!HasGoodChecksum(packet, header, GetProtocolNumber()))
    {
        return RX_CSUM_FAILED;
    }
    ++m_directSegments;
    connection->OnSegment(packet, TcpEcn::GetMark(header));
    return RX_OK;
}

int
TcpConnectionDemux::GetProtocolNumber() const
{
    return m_tcp->GetProtocolNumber();
}

IpL4Protocol::RxStatus
TcpConnectionDemux::Receive(Ptr<Packet> packet,
                            const Ipv4Header& header,
                            Ptr<Ipv4Interface> interface)
{
    return ReceiveBy(packet, header, interface);
}

IpL4Protocol::RxStatus
TcpConnectionDemux::Receive(Ptr<Packet> packet,
                            const Ipv6Header& header,
                            Ptr<Ipv6Interface> interface)
{
    return ReceiveBy(packet, header, interface);
}

} // namespace ns3

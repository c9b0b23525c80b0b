/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "end-point-pair.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IsnHistory);

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

namespace
{
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

Address
EndPointPair::GetLocalAddress() const
{
    return Visit([](auto& endPoint) -> Address { return endPoint.GetLocalAddress(); });
}

Address
EndPointPair::GetPeerAddress() const
{
    return Visit([](auto& endPoint) -> Address { return endPoint.GetPeerAddress(); });
}

uint32_t
EndPointPair::GetInterfaceOctets(const Node& node) const
{
    return v4 ? GetOctets<Ipv4>(node, v4->GetLocalAddress(), IPV4_HEADERS)
              : GetOctets<Ipv6>(node, v6->GetLocalAddress(), IPV6_HEADERS);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ppp-tcp-packet.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/ppp-header.h"
#include "ns3/protocol-numbers.h"

namespace ns3
{

using namespace protocolnumbers;

std::optional<PppTcpPacket>
PppTcpPacket::Parse(Ptr<const Packet> packet)
{
    PppTcpPacket parsed;
    auto rest = packet->Copy();
    PppHeader ppp;
    Ipv4Header ipv4;
    Ipv6Header ipv6;
    rest->RemoveHeader(ppp);
    const auto protocol = ppp.GetProtocol();
    if (protocol == PPP_IPV4)
    {
        rest->RemoveHeader(ipv4);
    }
    else if (protocol == PPP_IPV6)
    {
        rest->RemoveHeader(ipv6);
    }
    const bool isTcp =
        (protocol == PPP_IPV4 && ipv4.GetProtocol() == TCP && ipv4.GetFragmentOffset() == 0) ||
        (protocol == PPP_IPV6 && ipv6.GetNextHeader() == TCP);
    if (!isTcp)
    {
        return std::nullopt;
    }
    rest->RemoveHeader(parsed.header);
    parsed.size = rest->GetSize();
    const auto sourcePort = parsed.header.GetSourcePort();
    const auto destinationPort = parsed.header.GetDestinationPort();
    if (protocol == PPP_IPV4)
    {
        parsed.source = InetSocketAddress(ipv4.GetSource(), sourcePort);
        parsed.destination = InetSocketAddress(ipv4.GetDestination(), destinationPort);
    }
    else
    {
        parsed.source = Inet6SocketAddress(ipv6.GetSource(), sourcePort);
        parsed.destination = Inet6SocketAddress(ipv6.GetDestination(), destinationPort);
    }
    return parsed;
}

} // namespace ns3

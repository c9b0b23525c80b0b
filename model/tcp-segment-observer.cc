/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-segment-observer.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/ppp-header.h"
#include "ns3/tcp-header.h"

#include <algorithm>

namespace ns3
{

namespace
{
// RFC 1661's protocol numbers and IANA's number of TCP.
constexpr uint16_t PPP_IPV4 = 0x0021;
constexpr uint16_t PPP_IPV6 = 0x0057;
constexpr uint8_t TCP = 6;
} // namespace

struct TcpSegmentObserver::Parsed
{
    TcpHeader header;    //!< the TCP header
    uint32_t size;       //!< octets of data
    Address source;      //!< socket address
    Address destination; //!< socket address
};

TcpSegmentObserver::TcpSegmentObserver(uint32_t segmentSize, const Address& destination)
    : m_segmentSize(segmentSize),
      m_wanted(destination)
{
    NS_ABORT_MSG_IF(segmentSize < 1, "TcpSegmentObserver: segmentSize must be at least 1 octet");
}

void
TcpSegmentObserver::Reset()
{
    m_source = Address();
    m_destination = Address();
    m_end = 0;
    m_retransmitted.clear();
}

std::optional<TcpSegmentObserver::Parsed>
TcpSegmentObserver::Parse(Ptr<const Packet> packet)
{
    Parsed parsed;
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

void
TcpSegmentObserver::Open(const Parsed& syn)
{
    const bool isWaiting = m_source.IsInvalid();
    const auto& wanted = isWaiting ? m_wanted : m_destination;
    const auto first = syn.header.GetSequenceNumber() + 1;
    const bool isWanted = wanted.IsInvalid() || syn.destination == wanted;
    const bool isNew = isWaiting || (syn.source == m_source && first != m_first);
    if (isWanted && isNew)
    {
        Reset();
        m_source = syn.source;
        m_destination = syn.destination;
        m_first = first;
    }
}

int64_t
TcpSegmentObserver::GetPosition(SequenceNumber32 sequence) const
{
    // Modulo 2^32 the distance from the highest octet seen is right within 2^31.
    const auto highest = m_first.GetValue() + static_cast<uint32_t>(m_end);
    const auto distance = static_cast<int32_t>(sequence.GetValue() - highest);
    return static_cast<int64_t>(m_end) + distance;
}

std::optional<TcpSegmentObserver::Segment>
TcpSegmentObserver::Observe(Ptr<const Packet> packet)
{
    const auto parsed = Parse(packet);
    if (!parsed)
    {
        return std::nullopt;
    }
    if (parsed->header.GetFlags() & TcpHeader::SYN)
    {
        Open(*parsed);
        return std::nullopt;
    }
    if (parsed->size == 0 || m_source.IsInvalid() || !(parsed->source == m_source) ||
        !(parsed->destination == m_destination))
    {
        return std::nullopt;
    }
    const auto position = GetPosition(parsed->header.GetSequenceNumber());
    if (position < 0)
    {
        return std::nullopt;
    }
    Segment segment{static_cast<uint64_t>(position), parsed->size, 0, 1};
    segment.number = segment.position / m_segmentSize + 1;
    if (segment.position < m_end)
    {
        auto& transmissions = m_retransmitted.try_emplace(segment.number, 1).first->second;
        segment.transmission = ++transmissions;
    }
    m_end = std::max(m_end, segment.position + segment.size);
    return segment;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-loss-model.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/log.h"
#include "ns3/ppp-header.h"
#include "ns3/sequence-position.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SegmentLossModel");

using namespace protocolnumbers;

namespace
{
/// What follows an IP header.
template <class SocketAddress, class Ip>
PppTcpPacket
ReadTcp(const Ip& ip, Packet& rest)
{
    PppTcpPacket parsed;
    rest.RemoveHeader(parsed.header);
    parsed.size = rest.GetSize();
    parsed.source = SocketAddress(ip.GetSource(), parsed.header.GetSourcePort());
    parsed.destination = SocketAddress(ip.GetDestination(), parsed.header.GetDestinationPort());
    return parsed;
}
} // namespace

std::optional<PppTcpPacket>
PppTcpPacket::Parse(Ptr<const Packet> packet)
{
    auto rest = packet->Copy();
    PppHeader ppp;
    Ipv4Header ipv4;
    Ipv6Header ipv6;
    rest->RemoveHeader(ppp);
    if (ppp.GetProtocol() == PPP_IPV4 && rest->RemoveHeader(ipv4) > 0 &&
        ipv4.GetProtocol() == TCP && ipv4.GetFragmentOffset() == 0)
    {
        return ReadTcp<InetSocketAddress>(ipv4, *rest);
    }
    if (ppp.GetProtocol() == PPP_IPV6 && rest->RemoveHeader(ipv6) > 0 &&
        ipv6.GetNextHeader() == TCP)
    {
        return ReadTcp<Inet6SocketAddress>(ipv6, *rest);
    }
    return std::nullopt;
}

bool
WatchedEnds::Has(const PppTcpPacket& packet) const
{
    return !source.IsInvalid() && packet.source == source && packet.destination == destination;
}

bool
WatchedEnds::Open(const PppTcpPacket& packet, bool isWanted, SequenceNumber32 begins)
{
    const bool isNew = source.IsInvalid() ? isWanted : Has(packet) && begins != first;
    if (isNew)
    {
        *this = {packet.source, packet.destination, begins};
    }
    return isNew;
}

int64_t
WatchedEnds::GetPosition(SequenceNumber32 sequence, uint64_t known) const
{
    const auto begin = FirstPosition(first.GetValue());
    return static_cast<int64_t>(UnwrapSequence(begin + known, sequence.GetValue()) - begin);
}

TcpSegmentObserver::TcpSegmentObserver(uint32_t segmentSize, const Address& destination)
    : m_segmentSize(segmentSize),
      m_wanted(destination)
{
    NS_ABORT_MSG_IF(segmentSize < 1, "TcpSegmentObserver: segmentSize must be at least 1 octet");
}

std::optional<TcpSegmentObserver::Segment>
TcpSegmentObserver::Observe(Ptr<const Packet> packet)
{
    const auto parsed = PppTcpPacket::Parse(packet);
    if (!parsed)
    {
        return std::nullopt;
    }
    if (parsed->header.GetFlags() & TcpHeader::SYN)
    {
        const bool isWanted = m_wanted.IsInvalid() || parsed->destination == m_wanted;
        if (m_ends.Open(*parsed, isWanted, parsed->header.GetSequenceNumber() + 1))
        {
            m_segments = {};
        }
        return std::nullopt;
    }
    if (parsed->size == 0 || !m_ends.Has(*parsed))
    {
        return std::nullopt;
    }
    const auto position =
        m_ends.GetPosition(parsed->header.GetSequenceNumber(), m_segments.GetEnd());
    if (position < 0)
    {
        return std::nullopt;
    }
    return m_segments.Count(position, parsed->size, m_segmentSize);
}

template <class Model>
TypeId
PlannedLossModel::MakeType(const char* name)
{
    return TypeId(name)
        .SetParent<ErrorModel>()
        .SetGroupName("Network")
        .AddConstructor<Model>()
        .AddAttribute("SegmentSize",
                      "Octets of data in a full segment of the connection, at least 1",
                      UintegerValue(536),
                      MakeUintegerAccessor(&PlannedLossModel::SetSegmentSize,
                                           &PlannedLossModel::GetSegmentSize),
                      MakeUintegerChecker<uint32_t>(1));
}

void
PlannedLossModel::SetSegmentSize(uint32_t octets)
{
    NS_ABORT_MSG_IF(IsCounting(),
                    GetInstanceTypeId().GetName() << ": set SegmentSize before packets pass");
    m_segmentSize = octets;
}

NS_OBJECT_ENSURE_REGISTERED(SegmentLossModel);

TypeId
SegmentLossModel::GetTypeId()
{
    static TypeId tid = MakeType<SegmentLossModel>("ns3::SegmentLossModel");
    return tid;
}

void
SegmentLossModel::SetDestination(const Address& destination)
{
    NS_ABORT_MSG_IF(IsCounting(), "SegmentLossModel: set the destination before packets pass");
    m_destination = destination;
}

void
SegmentLossModel::Drop(uint64_t segment, uint32_t transmission)
{
    NS_ABORT_MSG_IF(segment < 1, "SegmentLossModel: segments are counted from 1, not 0");
    NS_ABORT_MSG_IF(transmission < 1, "SegmentLossModel: transmissions are counted from 1, not 0");
    m_planned.emplace(segment, transmission);
}

bool
SegmentLossModel::DoCorrupt(Ptr<Packet> packet)
{
    if (!m_observer)
    {
        // IPv6's neighbour discovery comes before any connection.
        if (!PppTcpPacket::Parse(packet))
        {
            return false;
        }
        m_observer = std::make_unique<TcpSegmentObserver>(m_segmentSize, m_destination);
    }
    const auto segment = m_observer->Observe(packet);
    const bool isLost =
        IsEnabled() && segment && m_planned.erase({segment->number, segment->transmission}) > 0;
    if (isLost)
    {
        NS_LOG_INFO("loses segment " << segment->number << ", transmission "
                                     << segment->transmission);
    }
    return isLost;
}

NS_OBJECT_ENSURE_REGISTERED(AckLossModel);

TypeId
AckLossModel::GetTypeId()
{
    static TypeId tid = MakeType<AckLossModel>("ns3::AckLossModel");
    return tid;
}

void
AckLossModel::SetSource(const Address& source)
{
    NS_ABORT_MSG_IF(IsCounting(), "AckLossModel: set the source before packets pass");
    m_wanted = source;
}

void
AckLossModel::Drop(uint64_t segments, uint32_t occurrence)
{
    NS_ABORT_MSG_IF(occurrence < 1, "AckLossModel: occurrences are counted from 1, not 0");
    m_planned.emplace(segments, occurrence);
}

bool
AckLossModel::DoCorrupt(Ptr<Packet> packet)
{
    const auto parsed = PppTcpPacket::Parse(packet);
    if (!parsed)
    {
        return false;
    }
    const auto flags = parsed->header.GetFlags();
    if (flags & TcpHeader::SYN)
    {
        const bool isWanted = m_wanted.IsInvalid() || parsed->source == m_wanted;
        if ((flags & TcpHeader::ACK) &&
            m_ends.Open(*parsed, isWanted, parsed->header.GetAckNumber()))
        {
            m_highest = 0;
            m_occurrences.clear();
        }
        return false;
    }
    const bool isPureAck = (flags & TcpHeader::ACK) &&
                           !(flags & (TcpHeader::FIN | TcpHeader::RST)) && parsed->size == 0;
    const auto position = m_ends.GetPosition(parsed->header.GetAckNumber(), m_highest);
    if (!isPureAck || !m_ends.Has(*parsed) || position < 0)
    {
        return false;
    }
    m_highest = std::max(m_highest, position);
    const auto number = static_cast<uint64_t>(position) / m_segmentSize;
    const auto occurrence = ++m_occurrences[number];
    const bool isLost = IsEnabled() && m_planned.erase({number, occurrence}) > 0;
    if (isLost)
    {
        NS_LOG_INFO("loses ACK " << occurrence << " of " << number << " segments");
    }
    return isLost;
}

} // namespace ns3

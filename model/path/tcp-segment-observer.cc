/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-segment-observer.h"

#include "ns3/abort.h"
#include "ns3/sequence-position.h"

#include <algorithm>

namespace ns3
{

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

void
TcpSegmentObserver::Open(const PppTcpPacket& syn)
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
    // Right within 2^31 of the highest octet seen.
    const auto first = FirstPosition(m_first.GetValue());
    return static_cast<int64_t>(UnwrapSequence(first + m_end, sequence.GetValue()) - first);
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

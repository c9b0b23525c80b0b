/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sent-segments.h"

#include "ns3/abort.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>

namespace ns3
{

void
SentSegments::Append(const Segment& segment)
{
    m_segments.push_back(segment);
}

void
SentSegments::DiscardUpTo(uint64_t una)
{
    while (!m_segments.empty() && m_segments.front().range.end <= una)
    {
        m_segments.pop_front();
    }
    if (!m_segments.empty())
    {
        m_segments.front().range.begin = std::max(m_segments.front().range.begin, una);
    }
}

void
SentSegments::Clear()
{
    m_segments.clear();
}

std::size_t
SentSegments::IndexOf(uint64_t position) const
{
    const auto next = std::upper_bound(
        m_segments.begin(),
        m_segments.end(),
        position,
        [](uint64_t p, const Segment& segment) { return p < segment.range.begin; });
    NS_ABORT_MSG_IF(next == m_segments.begin(),
                    "SentSegments: position " << position << " is acknowledged or was never sent");
    return next - m_segments.begin() - 1;
}

const SentSegments::Segment&
SentSegments::Find(uint64_t position) const
{
    return m_segments[IndexOf(position)];
}

Ptr<Packet>
SentSegments::Copy(OctetRange range) const
{
    const auto& segment = Find(range.begin);
    const auto packet = segment.item->GetPacketCopy();
    if (range == segment.range)
    {
        return packet;
    }
    return packet->CreateFragment(range.begin - segment.range.begin, range.Size());
}

} // namespace ns3

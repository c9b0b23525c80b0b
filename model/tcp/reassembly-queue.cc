/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reassembly-queue.h"

namespace ns3
{

ReassemblyQueue::Arrival
ReassemblyQueue::InsertAmongBlocks(OctetRange segment)
{
    Arrival arrival;
    if (segment.end <= segment.begin)
    {
        return arrival;
    }
    if (segment.begin < m_next)
    {
        arrival.duplicate = OctetRange{segment.begin, std::min(segment.end, m_next)};
        segment.begin = m_next;
    }
    if (segment.end <= m_next)
    {
        return arrival;
    }
    if (segment.begin > m_next)
    {
        Hold(segment, arrival);
        return arrival;
    }
    arrival.advanced = true;
    auto block = m_blocks.begin();
    m_next = Join(segment, block, arrival).end;
    Forget(m_blocks.begin(), block);
    return arrival;
}

OctetRange
ReassemblyQueue::Join(OctetRange segment, Blocks::iterator& block, Arrival& arrival)
{
    auto joined = segment;
    auto rest = segment; // what no block before this one has said anything about
    for (; block != m_blocks.end() && Visit(block).begin <= segment.end; ++block)
    {
        const auto& held = *block->second;
        if (rest.begin < held.begin)
        {
            arrival.fresh.push_back({rest.begin, held.begin});
            rest.begin = held.begin;
        }
        const auto known = std::min(held.end, rest.end);
        if (rest.begin < known)
        {
            if (!arrival.duplicate)
            {
                arrival.duplicate = OctetRange{rest.begin, known};
            }
            rest.begin = known;
        }
        joined = {std::min(joined.begin, held.begin), std::max(joined.end, held.end)};
    }
    if (rest.begin < rest.end)
    {
        arrival.fresh.push_back(rest);
    }
    return joined;
}

void
ReassemblyQueue::Hold(OctetRange segment, Arrival& arrival)
{
    auto first = m_blocks.upper_bound(segment.begin);
    if (first != m_blocks.begin() && Visit(std::prev(first)).end >= segment.begin)
    {
        --first;
    }
    auto last = first;
    const auto joined = Join(segment, last, arrival);
    if (first == last)
    {
        m_recency.push_front(joined);
        m_blocks.emplace_hint(last, joined.begin, m_recency.begin());
        return;
    }
    // The first block grows in place: one that segment after segment extends costs no allocation.
    const auto block = first->second;
    *block = joined;
    m_recency.splice(m_recency.begin(), m_recency, block);
    Forget(std::next(first), last);
}

void
ReassemblyQueue::Forget(Blocks::iterator first, Blocks::iterator last)
{
    for (auto block = first; block != last; ++block)
    {
        m_recency.erase(block->second);
    }
    m_blocks.erase(first, last);
}

} // namespace ns3

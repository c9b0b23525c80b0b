/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-reassembly.h"

#include "ns3/packet-join.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

OctetRange
StockReassembly::Cut(OctetRange range)
{
    auto held = m_held.upper_bound(range.begin);
    if (held != m_held.begin())
    {
        --held;
    }
    while (held != m_held.end() && held->first <= range.end)
    {
        const OctetRange known{held->first, held->first + held->second->GetSize()};
        if (known.end > range.begin)
        {
            if (known.begin > range.begin && known.end < range.end)
            {
                // Within the new one, which takes its place.
                held = m_held.erase(held);
                continue;
            }
            if (known.begin <= range.begin)
            {
                range.begin = known.end;
            }
            if (known.end >= range.end)
            {
                range.end = known.begin;
            }
        }
        ++held;
    }
    return range;
}

bool
StockReassembly::Add(uint64_t begin, Ptr<const Packet> packet, uint64_t next, uint64_t end)
{
    const auto fresh =
        Cut({std::max(begin, next), std::min<uint64_t>(begin + packet->GetSize(), end)});
    if (fresh.begin >= fresh.end)
    {
        return false;
    }
    m_held[fresh.begin] = packet->CreateFragment(static_cast<uint32_t>(fresh.begin - begin),
                                                 static_cast<uint32_t>(fresh.Size()));
    if (fresh.begin > next)
    {
        m_blocks.Add(fresh);
    }
    return true;
}

Ptr<Packet>
StockReassembly::Take(uint64_t next)
{
    std::vector<Ptr<Packet>> pieces;
    auto held = m_held.begin();
    for (; held != m_held.end() && held->first == next; held = m_held.erase(held))
    {
        next += held->second->GetSize();
        pieces.push_back(held->second);
    }
    if (pieces.empty())
    {
        return nullptr;
    }
    m_blocks.DropBelow(next);
    return JoinPackets(pieces);
}

bool
StockReassembly::IsEmpty() const
{
    return m_held.empty();
}

uint64_t
StockReassembly::GetBegin() const
{
    return m_held.begin()->first;
}

const std::vector<OctetRange>&
StockReassembly::GetBlocks() const
{
    return m_blocks.GetBlocks();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-reassembly.h"

#include "ns3/ns3-values.h"
#include "ns3/packet-buffers.h"
#include "ns3/sequence-position.h"

#include <algorithm>

namespace ns3
{

void
RecentBlocks::Add(OctetRange range)
{
    const auto touches = [&range](const OctetRange& block) {
        return block.end == range.begin || range.end == block.begin;
    };
    auto i = std::find_if(m_blocks.begin(), m_blocks.end(), touches);
    while (i != m_blocks.end())
    {
        range = {std::min(range.begin, i->begin), std::max(range.end, i->end)};
        m_blocks.erase(i);
        i = std::find_if(m_blocks.begin(), m_blocks.end(), touches);
    }
    m_blocks.insert(m_blocks.begin(), range);
    m_blocks.resize(std::min(m_blocks.size(), MAX_BLOCKS));
}

void
RecentBlocks::DropBelow(uint64_t next)
{
    m_blocks.erase(std::remove_if(m_blocks.begin(),
                                  m_blocks.end(),
                                  [next](const OctetRange& block) { return block.end <= next; }),
                   m_blocks.end());
}

namespace
{
/// Octets that a peer can send at most (RFC 7323, section 2.3).
constexpr uint32_t LARGEST_BUFFER = 1U << 30;
} // namespace

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
StockReassembly::Receive(TcpRxBuffer& buffer, Ptr<const Packet> packet, const TcpHeader& header)
{
    const auto sequence = buffer.NextRxSequence().GetValue();
    // Positions matter for as long as anything is held.
    m_expected = IsEmpty() ? FirstPosition(sequence) : UnwrapSequence(m_expected, sequence);
    const auto begin = UnwrapSequence(m_expected, header.GetSequenceNumber().GetValue());
    const auto unread = buffer.Available();
    uint64_t end = UINT64_MAX;
    if (unread > 0 || !IsEmpty())
    {
        end = (unread > 0 ? m_expected - unread : GetBegin()) + buffer.MaxBufferSize();
    }
    if (!Add(begin, packet, m_expected, end))
    {
        return false;
    }
    if (const auto inOrder = Take(m_expected))
    {
        TcpHeader first;
        first.SetSequenceNumber(buffer.NextRxSequence());
        buffer.Add(inOrder, first);
    }
    return true;
}

Ptr<TcpRxBuffer>
StockReassembly::MakeReports(SequenceNumber32 next) const
{
    const auto& blocks = GetBlocks();
    const auto reports = CreateObject<TcpRxBuffer>();
    reports->SetMaxBufferSize(LARGEST_BUFFER);
    reports->SetNextRxSequence(next);
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
    {
        TcpHeader header;
        header.SetSequenceNumber(ToSequence(block->begin));
        reports->Add(Create<Packet>(static_cast<uint32_t>(block->Size())), header);
    }
    return reports;
}

uint64_t
StockReassembly::GetBegin() const
{
    return m_held.begin()->first;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-payload.h"

#include "ns3/simulator.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

void
StockPayload::Take(TcpTxBuffer& buffer, uint64_t begin, uint32_t size)
{
    auto* item = buffer.CopyFromSequence(size, SequenceNumber32(static_cast<uint32_t>(begin)));
    m_pieces.push_back({{begin, begin + size}, item});
}

std::deque<StockPayload::Piece>::const_iterator
StockPayload::At(uint64_t position) const
{
    return std::prev(std::upper_bound(
        m_pieces.begin(),
        m_pieces.end(),
        position,
        [](uint64_t sought, const Piece& piece) { return sought < piece.range.begin; }));
}

Ptr<Packet>
StockPayload::Copy(OctetRange range) const
{
    auto piece = At(range.begin);
    const auto cut = [&range](const Piece& from) {
        const auto begin = std::max(range.begin, from.range.begin);
        const auto end = std::min(range.end, from.range.end);
        return from.range == OctetRange{begin, end}
                   ? from.item->GetPacketCopy()
                   : from.item->GetPacket()->CreateFragment(
                         static_cast<uint32_t>(begin - from.range.begin),
                         static_cast<uint32_t>(end - begin));
    };
    const auto packet = cut(*piece);
    for (++piece; piece != m_pieces.end() && piece->range.begin < range.end; ++piece)
    {
        packet->AddAtEnd(cut(*piece));
    }
    return packet;
}

TcpTxItem*
StockPayload::Find(uint64_t position) const
{
    return At(position)->item;
}

TcpTxItem*
StockPayload::Touch(uint64_t position) const
{
    auto* item = Find(position);
    // Only the buffer's own retransmissions, which walk the window, set it otherwise. The entry is
    // no constant.
    const_cast<Time&>(item->GetLastSent()) = Simulator::Now();
    return item;
}

void
StockPayload::DiscardUpTo(uint64_t una)
{
    while (!m_pieces.empty() && m_pieces.front().range.end <= una)
    {
        m_pieces.pop_front();
    }
    if (!m_pieces.empty())
    {
        auto& range = m_pieces.front().range;
        range.begin = std::max(range.begin, una);
    }
}

} // namespace ns3

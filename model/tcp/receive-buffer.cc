/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receive-buffer.h"

#include <iterator>

namespace ns3
{

std::optional<OctetRange>
ReceiveBuffer::Admit(OctetRange segment, uint64_t capacity) const
{
    const auto end = std::min(m_fin.value_or(m_edge), m_edge);
    segment.end = std::max(segment.begin, std::min(segment.end, end));
    const uint64_t most = std::max<uint64_t>(MIN_PIECES, capacity / OCTETS_PER_PIECE);
    // Each of a segment's octets is a new piece at most.
    const bool isPieceTooMany = segment.begin > GetNext() &&
                                m_pieces.size() + segment.Size() > most &&
                                m_pieces.size() + CountNewPieces(segment) > most;
    return isPieceTooMany ? std::nullopt : std::optional(segment);
}

ReassemblyQueue::Arrival
ReceiveBuffer::Insert(OctetRange segment, uint64_t capacity)
{
    const auto admitted = Admit(segment, capacity);
    if (!admitted)
    {
        ++m_refused;
        return {};
    }
    const auto arrival = m_queue.Insert(*admitted);
    for (const auto& fresh : arrival.fresh)
    {
        if (fresh.begin > GetNext())
        {
            m_pieces.emplace_hint(m_pieces.end(), fresh.begin, fresh.end);
        }
    }
    m_pieces.erase(m_pieces.begin(), m_pieces.lower_bound(GetNext()));
    return arrival;
}

std::size_t
ReceiveBuffer::CountNewPieces(OctetRange range) const
{
    std::size_t pieces = 0;
    uint64_t position = range.begin;
    auto held = m_pieces.lower_bound(position);
    if (held != m_pieces.begin())
    {
        position = std::max(position, std::prev(held)->second);
    }
    for (; held != m_pieces.end() && held->first < range.end; ++held)
    {
        pieces += held->first > position ? 1 : 0;
        position = held->second;
    }
    return pieces + (position < range.end ? 1 : 0);
}

bool
ReceiveBuffer::SetFin(uint64_t position)
{
    if (m_fin)
    {
        return *m_fin == position;
    }
    const auto blocks = m_queue.GetBlocks(m_queue.GetBlockCount());
    const bool contradicts = position < GetNext() || position > m_edge ||
                             std::any_of(blocks.begin(), blocks.end(), [position](const auto& b) {
                                 return b.end > position;
                             });
    if (!contradicts)
    {
        m_fin = position;
        // It has a sequence number, and is reported like an octet.
        m_queue.Insert({position, position + 1});
    }
    return !contradicts;
}

} // namespace ns3

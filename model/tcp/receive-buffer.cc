/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receive-buffer.h"

#include <iterator>

namespace ns3
{

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

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receive-buffer.h"

#include "packet-join.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace ns3
{

ReceiveBuffer::ReceiveBuffer(uint64_t next)
    : m_queue(next),
      m_dataEnd(next),
      m_edge(next)
{
}

ReassemblyQueue::Arrival
ReceiveBuffer::Insert(uint64_t begin, Ptr<Packet> payload, uint64_t capacity)
{
    const OctetRange segment{begin, begin + payload->GetSize()};
    // Nothing beyond what was offered, nor beyond the FIN.
    const auto end = std::min(m_fin.value_or(m_edge), m_edge);
    const OctetRange accepted{begin, std::max(begin, std::min(segment.end, end))};
    if (IsPieceTooMany(accepted, capacity))
    {
        ++m_refused;
        return {};
    }
    const auto arrival = m_queue.Insert(accepted);
    if (arrival.fresh.empty())
    {
        return arrival;
    }
    Store(segment, payload, arrival);
    Advance();
    return arrival;
}

bool
ReceiveBuffer::IsPieceTooMany(OctetRange range, uint64_t capacity) const
{
    const uint64_t most = std::max<uint64_t>(MIN_PIECES, capacity / OCTETS_PER_PIECE);
    // Each of a segment's octets is a new piece at most.
    return range.begin > m_queue.GetNext() && m_held.size() + range.Size() > most &&
           m_held.size() + CountNewPieces(range) > most;
}

std::size_t
ReceiveBuffer::CountNewPieces(OctetRange range) const
{
    std::size_t pieces = 0;
    uint64_t position = range.begin;
    auto held = m_held.lower_bound(position);
    if (held != m_held.begin())
    {
        const auto& [begin, piece] = *std::prev(held);
        position = std::max(position, begin + piece->GetSize());
    }
    for (; held != m_held.end() && held->first < range.end; ++held)
    {
        pieces += held->first > position ? 1 : 0;
        position = held->first + held->second->GetSize();
    }
    return pieces + (position < range.end ? 1 : 0);
}

void
ReceiveBuffer::Store(OctetRange range, Ptr<Packet> payload, const ReassemblyQueue::Arrival& arrival)
{
    for (const auto& fresh : arrival.fresh)
    {
        const auto piece = fresh == range
                               ? payload
                               : payload->CreateFragment(fresh.begin - range.begin, fresh.Size());
        if (fresh.begin == m_dataEnd)
        {
            m_readable.push_back(piece);
            m_readableSize += fresh.Size();
            m_dataEnd = fresh.end;
        }
        else
        {
            m_held.emplace_hint(m_held.end(), fresh.begin, piece);
        }
    }
}

void
ReceiveBuffer::Advance()
{
    while (!m_held.empty() && m_held.begin()->first == m_dataEnd)
    {
        const auto piece = m_held.begin()->second;
        m_held.erase(m_held.begin());
        m_readable.push_back(piece);
        m_readableSize += piece->GetSize();
        m_dataEnd += piece->GetSize();
    }
}

bool
ReceiveBuffer::SetFin(uint64_t position)
{
    if (m_fin)
    {
        return *m_fin == position;
    }
    const auto blocks = m_queue.GetBlocks(m_queue.GetBlockCount());
    const bool contradicts = position < m_dataEnd || position > m_edge ||
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

Ptr<Packet>
ReceiveBuffer::Read(uint32_t most)
{
    auto left = static_cast<uint32_t>(std::min<uint64_t>(most, m_readableSize));
    if (left == 0)
    {
        return nullptr;
    }
    std::vector<Ptr<Packet>> pieces;
    while (left > 0)
    {
        const auto& first = m_readable.front();
        const uint32_t rest = first->GetSize() - m_read;
        const uint32_t taken = std::min(rest, left);
        pieces.push_back(taken == first->GetSize() ? first : first->CreateFragment(m_read, taken));
        left -= taken;
        m_readableSize -= taken;
        m_read += taken;
        if (taken == rest)
        {
            m_readable.pop_front();
            m_read = 0;
        }
    }
    return JoinPackets(pieces);
}

uint64_t
ReceiveBuffer::Offer(uint64_t capacity, uint32_t segment, const WindowField& field)
{
    if (CanOfferMore(capacity, segment, field))
    {
        m_edge = std::max(m_edge, GetNext() + GetMost(capacity, field));
    }
    return GetWindow();
}

bool
ReceiveBuffer::CanOfferMore(uint64_t capacity, uint32_t segment, const WindowField& field) const
{
    const uint64_t most = GetMost(capacity, field);
    const uint64_t seen = GetWindow() - GetWindow() % field.unit;
    const uint64_t half = std::min(capacity, field.largest) / 2;
    return most > seen && most - seen >= std::min<uint64_t>(segment, half);
}

bool
ReceiveBuffer::NeedsWindowUpdate(uint64_t capacity,
                                 uint32_t segment,
                                 const WindowField& field) const
{
    return 2 * GetWindow() <= GetMost(capacity, field) && CanOfferMore(capacity, segment, field);
}

} // namespace ns3

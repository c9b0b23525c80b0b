/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stream-buffers.h"

#include "ns3/abort.h"
#include "ns3/object-base.h"
#include "ns3/tag.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{
/// Packets up to which AddAtEnd() copies no more than a common payload does.
constexpr std::size_t FEW = 8;

/// Parts of a packet that are well below what ends the program.
constexpr std::size_t MAX_PARTS = 1000;

/// Give one packet the byte tags of another, whose octets begin in it at @p offset.
void
CopyByteTags(const Packet& from, uint32_t offset, const Packet& to)
{
    for (auto tags = from.GetByteTagIterator(); tags.HasNext();)
    {
        const auto item = tags.Next();
        if (item.GetTypeId().HasConstructor())
        {
            const std::unique_ptr<ObjectBase> made(item.GetTypeId().GetConstructor()());
            auto& tag = dynamic_cast<Tag&>(*made);
            item.GetTag(tag);
            to.AddByteTag(tag, offset + item.GetStart(), offset + item.GetEnd());
        }
    }
}

/// Put all packets but the first into one payload.
void
CopyToOne(std::vector<Ptr<Packet>>& pieces)
{
    std::vector<uint8_t> octets;
    for (std::size_t i = 1; i < pieces.size(); ++i)
    {
        const auto offset = octets.size();
        octets.resize(offset + pieces[i]->GetSize());
        pieces[i]->CopyData(octets.data() + offset, pieces[i]->GetSize());
    }
    const auto payload = Create<Packet>(octets.data(), octets.size());
    uint32_t offset = 0;
    for (std::size_t i = 1; i < pieces.size(); ++i)
    {
        CopyByteTags(*pieces[i], offset, *payload);
        offset += pieces[i]->GetSize();
    }
    pieces.resize(1);
    pieces.push_back(payload);
}

/// @return whether a common payload would lose tags or parts, and AddAtEnd() can keep them
bool
IsToKeepParts(const std::vector<Ptr<Packet>>& pieces)
{
    if (pieces.front()->BeginItem().HasNext())
    {
        return pieces.size() <= MAX_PARTS;
    }
    return std::any_of(pieces.begin(), pieces.end(), [](const auto& piece) {
        return piece->GetByteTagIterator().HasNext();
    });
}
} // namespace

Ptr<Packet>
JoinPackets(std::vector<Ptr<Packet>>& pieces)
{
    if (pieces.size() > FEW && !IsToKeepParts(pieces))
    {
        CopyToOne(pieces);
    }
    for (std::size_t step = 1; step < pieces.size(); step *= 2)
    {
        for (std::size_t i = 0; i + step < pieces.size(); i += 2 * step)
        {
            pieces[i]->AddAtEnd(pieces[i + step]);
        }
    }
    return pieces.front();
}

SendBuffer::SendBuffer(Ptr<TcpTxBuffer> buffer)
    : m_buffer(std::move(buffer))
{
    m_buffer->DiscardUpTo(m_buffer->HeadSequence() + m_buffer->Size());
}

void
SendBuffer::Start(uint64_t position)
{
    m_buffer->SetHeadSequence(SequenceNumber32(static_cast<uint32_t>(position)));
}

bool
SendBuffer::Write(Ptr<const Packet> packet)
{
    if (packet->GetSize() > GetAvailable())
    {
        return false;
    }
    if (packet->GetSize() > 0)
    {
        m_unsent.push_back(packet->Copy());
        m_unsentSize += packet->GetSize();
    }
    return true;
}

uint32_t
SendBuffer::GetAvailable() const
{
    const uint64_t most = m_buffer->MaxBufferSize();
    return static_cast<uint32_t>(most - std::min(most, GetSize()));
}

Ptr<Packet>
SendBuffer::Gather(uint32_t size)
{
    const uint32_t first = m_unsent.front()->GetSize() - m_taken;
    if (first > size)
    {
        const auto piece = m_unsent.front()->CreateFragment(m_taken, size);
        m_taken += size;
        return piece;
    }
    std::vector<Ptr<Packet>> pieces;
    for (uint32_t left = size; left > 0;)
    {
        const auto& write = m_unsent.front();
        const uint32_t rest = write->GetSize() - m_taken;
        const uint32_t taken = std::min(rest, left);
        pieces.push_back(taken == write->GetSize() ? write->Copy()
                                                   : write->CreateFragment(m_taken, taken));
        left -= taken;
        m_taken += taken;
        if (taken == rest)
        {
            m_unsent.pop_front();
            m_taken = 0;
        }
    }
    return JoinPackets(pieces);
}

TcpTxItem&
SendBuffer::TakeUnsent(uint32_t size)
{
    NS_ABORT_MSG_IF(size == 0 || size > m_unsentSize,
                    "SendBuffer: " << size << " octets are not there to be sent");
    const auto payload = Gather(size);
    m_unsentSize -= size;
    const auto sequence = m_buffer->HeadSequence() + m_buffer->Size();
    // What was accepted is sent, even if the buffer was made smaller since.
    const auto most = m_buffer->MaxBufferSize();
    const auto needed = m_buffer->Size() + size;
    if (needed > most)
    {
        m_buffer->SetMaxBufferSize(needed);
        m_buffer->Add(payload);
        m_buffer->SetMaxBufferSize(most);
    }
    else
    {
        m_buffer->Add(payload);
    }
    m_segments.push_back(m_buffer->CopyFromSequence(size, sequence));
    return *m_segments.back();
}

Ptr<Packet>
SendBuffer::PeekUnsent() const
{
    return m_unsent.front()->CreateFragment(m_taken, 1);
}

void
SendBuffer::SetLastSent(TcpTxItem& item, Time time)
{
    // Only TcpTxBuffer's own retransmissions, which walk the window, set it otherwise. The item is
    // no constant.
    const_cast<Time&>(item.GetLastSent()) = time;
}

void
SendBuffer::SetSent(TcpTxItem& item, Time first, Time last)
{
    SetLastSent(item, last);
    auto& rate = item.GetRateInformation();
    rate.m_firstSent = first;
    rate.m_deliveredTime = first;
}

void
SendBuffer::Discard(const SentSegments& sent, const Delivered& delivered)
{
    const auto outstanding = sent.GetSegmentCount();
    for (; m_segments.size() > outstanding; ++m_discarded)
    {
        m_segments.pop_front();
    }
    m_buffer->DiscardUpTo(SequenceNumber32(static_cast<uint32_t>(sent.GetUna())), delivered);
}

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

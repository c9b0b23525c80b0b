/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-buffers.h"

#include "ns3/object-base.h"
#include "ns3/tag.h"
#include "ns3/tcp-tx-item.h"

#include <cstddef>
#include <memory>

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

/// Take octets from the front of a queue, of whose first packet so many @p used octets are gone.
Ptr<Packet>
TakeFront(std::deque<Ptr<Packet>>& packets, uint32_t& used, uint32_t octets)
{
    std::vector<Ptr<Packet>> pieces;
    while (octets > 0)
    {
        const auto& first = packets.front();
        const uint32_t rest = first->GetSize() - used;
        const uint32_t taken = std::min(rest, octets);
        pieces.push_back(taken == first->GetSize() ? first : first->CreateFragment(used, taken));
        octets -= taken;
        used += taken;
        if (taken == rest)
        {
            packets.pop_front();
            used = 0;
        }
    }
    return JoinPackets(pieces);
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

TcpTxItem&
SentPackets::TakeUnsent(uint32_t size)
{
    const auto payload = TakeFront(m_unsent, m_front, size);
    m_taken += size;
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

TcpTxItem&
SentPackets::TakeProbed()
{
    auto& item = TakeUnsent(1);
    SetLastSent(item, m_probeLast);
    auto& rate = item.GetRateInformation();
    rate.m_firstSent = m_probeFirst;
    rate.m_deliveredTime = m_probeFirst;
    return item;
}

void
SentPackets::SetLastSent(TcpTxItem& item, Time time)
{
    // Only TcpTxBuffer's own retransmissions, which walk the window, set it otherwise. The item is
    // no constant.
    const_cast<Time&>(item.GetLastSent()) = time;
}

void
SentPackets::Discard(const SentSegments& sent, const Delivered& delivered)
{
    // By octets: of a segment that was collapsed, some may be acknowledged.
    const auto una = sent.GetUna();
    while (!m_segments.empty() && m_begin + m_segments.front()->GetSeqSize() <= una)
    {
        m_begin += m_segments.front()->GetSeqSize();
        m_segments.pop_front();
        ++m_discarded;
    }
    m_begin = std::max(m_begin, std::min(una, m_taken));
    m_buffer->DiscardUpTo(ToSequence(una), delivered);
}

void
ReceivedPackets::Store(OctetRange fresh, Ptr<Packet> packet, uint64_t begin)
{
    const bool isWhole = fresh == OctetRange{begin, begin + packet->GetSize()};
    const auto piece = isWhole ? packet
                               : packet->CreateFragment(static_cast<uint32_t>(fresh.begin - begin),
                                                        static_cast<uint32_t>(fresh.Size()));
    if (fresh.begin != m_next)
    {
        m_held.emplace_hint(m_held.end(), fresh.begin, piece);
        return;
    }
    m_readable.push_back(piece);
    m_next = fresh.end;
    while (!m_held.empty() && m_held.begin()->first == m_next)
    {
        m_next += m_held.begin()->second->GetSize();
        m_readable.push_back(m_held.begin()->second);
        m_held.erase(m_held.begin());
    }
}

Ptr<Packet>
ReceivedPackets::Read(uint32_t octets)
{
    const auto packet = TakeFront(m_readable, m_read, octets);
    // They are of one of the writes that the octets come from, or of IP's.
    packet->RemoveAllPacketTags();
    return packet;
}

} // namespace ns3

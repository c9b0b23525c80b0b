/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "send-buffer.h"

#include "packet-join.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3
{

SendBuffer::SendBuffer(Ptr<TcpTxBuffer> buffer)
    : m_buffer(std::move(buffer))
{
    m_buffer->DiscardUpTo(m_buffer->HeadSequence() + m_buffer->Size());
}

void
SendBuffer::Start(uint64_t position)
{
    m_nxt = position;
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

const SendBuffer::Segment&
SendBuffer::TakeUnsent(uint32_t size)
{
    NS_ABORT_MSG_IF(size == 0 || size > m_unsentSize,
                    "SendBuffer: " << size << " octets are not there to be sent");
    const auto payload = Gather(size);
    m_unsentSize -= size;
    // What was accepted is sent, even if the buffer was made smaller since.
    const auto most = m_buffer->MaxBufferSize();
    if (m_buffer->Size() + size > most)
    {
        m_buffer->SetMaxBufferSize(m_buffer->Size() + size);
    }
    m_buffer->Add(payload);
    m_buffer->SetMaxBufferSize(most);
    const SequenceNumber32 sequence(static_cast<uint32_t>(m_nxt));
    auto* item = m_buffer->CopyFromSequence(size, sequence);
    m_segments.push_back({{m_nxt, m_nxt + size}, item, Simulator::Now(), false});
    m_nxt += size;
    return m_segments.back();
}

Ptr<Packet>
SendBuffer::PeekUnsent() const
{
    return m_unsent.front()->CreateFragment(m_taken, 1);
}

std::size_t
SendBuffer::GuessIndexOf(uint64_t position) const
{
    const auto count = m_segments.size();
    if (count < 3 || position < m_segments.front().range.end || position >= m_nxt)
    {
        return 0;
    }
    // An ACK may have cut the first segment, and the last one may be short.
    const auto begin = m_segments.front().range.end;
    const auto size = (m_segments.back().range.begin - begin) / (count - 2);
    return std::min<std::size_t>(1 + (position - begin) / std::max<uint64_t>(size, 1), count - 1);
}

std::size_t
SendBuffer::IndexOf(uint64_t position) const
{
    const auto guess = GuessIndexOf(position);
    if (guess < m_segments.size() && m_segments[guess].range.begin <= position &&
        position < m_segments[guess].range.end)
    {
        return guess;
    }
    const auto next = std::upper_bound(
        m_segments.begin(),
        m_segments.end(),
        position,
        [](uint64_t p, const Segment& segment) { return p < segment.range.begin; });
    NS_ABORT_MSG_IF(next == m_segments.begin(),
                    "SendBuffer: position " << position << " is acknowledged or was never sent");
    return next - m_segments.begin() - 1;
}

Ptr<Packet>
SendBuffer::Copy(OctetRange range) const
{
    const auto& segment = Find(range.begin);
    // An ACK may have cut the front off the segment, in the buffer as here.
    const auto packet = segment.item->GetPacketCopy();
    if (range == segment.range)
    {
        return packet;
    }
    return packet->CreateFragment(range.begin - segment.range.begin, range.Size());
}

void
SendBuffer::MarkSentAgain(uint64_t position)
{
    auto& segment = m_segments[IndexOf(position)];
    segment.again = true;
    // Only TcpTxBuffer's own retransmissions, which walk the window, set it otherwise. The item is
    // no constant; TcpRateOps takes the time of the last transmission from it.
    const_cast<Time&>(segment.item->GetLastSent()) = Simulator::Now();
}

void
SendBuffer::SetSent(uint64_t position, Time first, Time last)
{
    auto& segment = m_segments[IndexOf(position)];
    segment.sent = first;
    segment.again = first < last;
    const_cast<Time&>(segment.item->GetLastSent()) = last;
    auto& rate = segment.item->GetRateInformation();
    rate.m_firstSent = first;
    rate.m_deliveredTime = first;
}

SendBuffer::Acknowledged
SendBuffer::DiscardUpTo(uint64_t una, const Delivered& delivered)
{
    Acknowledged covered;
    while (!m_segments.empty() && m_segments.front().range.end <= una)
    {
        const auto& segment = m_segments.front();
        covered.ambiguous = covered.ambiguous || segment.again;
        covered.oldest = covered.oldest.value_or(segment.sent);
        covered.youngest = segment.sent;
        m_segments.pop_front();
    }
    if (!m_segments.empty())
    {
        m_segments.front().range.begin = std::max(m_segments.front().range.begin, una);
    }
    m_buffer->DiscardUpTo(SequenceNumber32(static_cast<uint32_t>(una)), delivered);
    return covered;
}

} // namespace ns3

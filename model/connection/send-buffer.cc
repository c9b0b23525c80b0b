/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "send-buffer.h"

#include "packet-join.h"

#include "ns3/abort.h"
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

} // namespace ns3

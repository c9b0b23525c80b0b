/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-outstanding.h"

#include "ns3/sequence-position.h"
#include "ns3/socket-time.h"
#include "ns3/tcp-option-sack.h"

#include <algorithm>
#include <vector>

namespace ns3
{

StockOutstanding::StockOutstanding(const StockVariables& variables)
    : m_variables(variables)
{
}

uint64_t
StockOutstanding::ToPosition(SequenceNumber32 seq) const
{
    return UnwrapSequence(m_board.GetUna(), seq.GetValue());
}

void
StockOutstanding::FollowHead()
{
    const SequenceNumber32 head = m_variables.buffer->HeadSequence();
    const bool isEmpty = m_board.GetUna() == m_board.GetNxt();
    if (isEmpty && static_cast<uint32_t>(m_board.GetUna()) != head.GetValue())
    {
        m_board.Start(FirstPosition(head.GetValue()));
    }
}

StockAck
StockOutstanding::Read(const TcpHeader& header, bool hasData)
{
    FollowHead();
    const auto& tcb = *m_variables.tcb;
    StockAck ack{header.GetAckNumber(), m_variables.buffer->HeadSequence()};
    ack.lostBefore = m_board.GetLost();
    ack.inFlightBefore = tcb.m_bytesInFlight;
    const StockScoreboard::Delivered delivered = [this, &ack](const auto& segment) {
        ack.delivered += segment.size;
        m_variables.rates->SkbDelivered(m_payload.Find(segment.begin));
    };
    const bool hasNews = ReadBlocks(header, delivered) > 0;
    if (ack.number < ack.before)
    {
        return ack;
    }
    ack.isDuplicate = m_variables.sackEnabled
                          ? hasNews
                          : ack.number == ack.before && ack.number < tcb.m_highTxMark && !hasData;
    ack.coversRepair = tcb.m_congState == TcpSocketState::CA_RECOVERY && CoversRepair(ack);
    Release(ack.number, delivered);
    return ack;
}

uint32_t
StockOutstanding::ReadBlocks(const TcpHeader& header, const StockScoreboard::Delivered& delivered)
{
    const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    if (!option)
    {
        return 0;
    }
    std::vector<OctetRange> blocks;
    for (const auto& block : option->GetSackList())
    {
        blocks.push_back({ToPosition(block.first), ToPosition(block.second)});
    }
    return m_board.Sack(blocks, m_variables.threshold, delivered);
}

bool
StockOutstanding::CoversRepair(const StockAck& ack) const
{
    const auto end = ToPosition(ack.number);
    const uint32_t size = m_variables.tcb->m_segmentSize;
    const uint32_t segments = (ack.number - ack.before) / size;
    for (uint32_t i = 0; i < segments; ++i)
    {
        if (m_board.IsRepairEnding(end - uint64_t{i} * size))
        {
            return true;
        }
    }
    return false;
}

void
StockOutstanding::Release(SequenceNumber32 ack, const StockScoreboard::Delivered& delivered)
{
    if (ack <= m_variables.buffer->HeadSequence())
    {
        return;
    }
    const auto position = ToPosition(ack);
    m_board.Acknowledge(position, delivered);
    m_payload.DiscardUpTo(position);
    m_variables.buffer->DiscardUpTo(ack);
}

std::optional<OctetRange>
StockOutstanding::FindNext(bool inRecovery)
{
    const uint32_t segment = m_variables.tcb->m_segmentSize;
    const auto* missing = m_board.FindMissing();
    if (missing && missing->lost)
    {
        return OctetRange{missing->begin, missing->begin + segment};
    }
    const auto nxt = m_board.GetNxt();
    const auto sent = static_cast<uint32_t>(nxt - m_board.GetUna());
    if (m_variables.buffer->Size() > sent)
    {
        const uint32_t window = m_variables.window;
        return sent < window
                   ? std::optional(OctetRange{nxt, nxt + std::min(segment, window - sent)})
                   : std::nullopt;
    }
    if (missing && inRecovery)
    {
        return OctetRange{missing->begin, missing->begin + segment};
    }
    return std::nullopt;
}

std::optional<StockSegment>
StockOutstanding::Take(uint64_t begin, uint32_t most)
{
    auto& buffer = *m_variables.buffer;
    const bool isStart = PublishInFlight() == 0;
    const auto size = std::min(most, buffer.SizeFromSequence(ToSequence(begin)));
    if (size == 0)
    {
        return std::nullopt;
    }
    OctetRange range{begin, begin + size};
    const auto nxt = m_board.GetNxt();
    const bool isRetransmission = begin < nxt;
    if (isRetransmission)
    {
        range = m_board.SendAgain(begin, static_cast<uint32_t>(std::min(range.end, nxt) - begin));
    }
    else
    {
        m_payload.Take(buffer, begin, size);
        m_board.Extend(size);
    }
    m_variables.rates->SkbSent(m_payload.Touch(range.begin), isStart);
    return StockSegment{range, m_payload.Copy(range), isRetransmission};
}

uint32_t
StockOutstanding::GetRoom() const
{
    const uint32_t window = std::min(m_variables.window.Get(), m_variables.tcb->m_cWnd.Get());
    const uint32_t inFlight = PublishInFlight();
    return inFlight > window ? 0 : window - inFlight;
}

uint32_t
StockOutstanding::PublishInFlight() const
{
    const auto inFlight = m_board.GetInFlight();
    m_variables.tcb->m_bytesInFlight = inFlight;
    return inFlight;
}

} // namespace ns3

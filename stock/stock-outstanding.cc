/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-outstanding.h"

#include "ns3/ns3-values.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <iterator>
#include <vector>

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

void
StockScoreboard::Start(uint64_t una)
{
    *this = StockScoreboard();
    m_una = una;
    m_nxt = una;
    m_lostTo = una;
    m_missingFrom = una;
}

void
StockScoreboard::Extend(uint32_t size)
{
    Segment segment{m_nxt, size};
    segment.isTimed = true;
    m_segments.push_back(segment);
    m_nxt += size;
}

std::size_t
StockScoreboard::FirstFrom(uint64_t position) const
{
    const auto found = std::lower_bound(
        m_segments.begin(),
        m_segments.end(),
        position,
        [](const Segment& segment, uint64_t sought) { return segment.begin < sought; });
    return found - m_segments.begin();
}

std::size_t
StockScoreboard::PastRun(const Segment& segment) const
{
    return FirstFrom(std::prev(m_runs.upper_bound(segment.begin))->second);
}

void
StockScoreboard::MarkSacked(Segment& segment)
{
    segment.sacked = true;
    m_sackedOctets += segment.size;
    auto after = m_runs.upper_bound(segment.begin);
    auto end = segment.End();
    if (after != m_runs.end() && after->first == end)
    {
        end = after->second;
        after = m_runs.erase(after);
    }
    if (after != m_runs.begin() && std::prev(after)->second == segment.begin)
    {
        std::prev(after)->second = end;
    }
    else
    {
        m_runs.emplace_hint(after, segment.begin, end);
    }
}

void
StockScoreboard::UnmarkHead()
{
    auto& head = m_segments.front();
    head.sacked = false;
    m_sackedOctets -= head.size;
    const auto run = m_runs.begin();
    const auto end = run->second;
    m_runs.erase(run);
    if (end > head.End())
    {
        m_runs.emplace(head.End(), end);
    }
    m_missingFrom = std::min(m_missingFrom, head.begin);
}

void
StockScoreboard::Deliver(Segment& segment, const Delivered& delivered)
{
    if (segment.isTimed)
    {
        delivered(segment);
        segment.isTimed = false;
    }
}

uint32_t
StockScoreboard::Sack(const std::vector<OctetRange>& blocks,
                      uint32_t dupThresh,
                      const Delivered& delivered)
{
    uint32_t fresh = 0;
    for (const auto& block : blocks)
    {
        if (m_nxt < block.begin)
        {
            // Blocks before are known, but make nothing lost.
            return fresh;
        }
        for (auto i = FirstFrom(block.begin);
             i < m_segments.size() && m_segments[i].End() <= block.end;)
        {
            auto& segment = m_segments[i];
            if (segment.sacked)
            {
                i = PastRun(segment);
                continue;
            }
            if (segment.lost)
            {
                segment.lost = false;
                m_lostOctets -= segment.size;
            }
            MarkSacked(segment);
            fresh += segment.size;
            if (!m_highest || *m_highest <= segment.End())
            {
                m_highest = segment.begin;
            }
            Deliver(segment, delivered);
            ++i;
        }
    }
    if (fresh > 0)
    {
        FindLost(dupThresh);
    }
    return fresh;
}

void
StockScoreboard::FindLost(uint32_t dupThresh)
{
    std::size_t sacked = 0;
    auto run = m_runs.upper_bound(*m_highest);
    auto last = IndexOf(*m_highest);
    while (run != m_runs.begin())
    {
        --run;
        const auto first = std::max<std::size_t>(1, IndexOf(run->first));
        last = std::min(last, IndexOf(run->second - 1));
        if (last < first)
        {
            return;
        }
        if (sacked + (last - first + 1) >= dupThresh)
        {
            LoseBefore(last + 1 - (dupThresh - sacked));
            return;
        }
        sacked += last - first + 1;
    }
}

void
StockScoreboard::LoseBefore(std::size_t end)
{
    for (auto i = FirstFrom(m_lostTo); i < end;)
    {
        auto& segment = m_segments[i];
        if (segment.sacked)
        {
            i = PastRun(segment);
            continue;
        }
        MarkLost(segment);
        ++i;
    }
    m_lostTo = std::max(m_lostTo, m_segments[end].begin);
    MarkLost(m_segments.front());
}

void
StockScoreboard::MarkLost(Segment& segment)
{
    if (!segment.lost)
    {
        segment.lost = true;
        m_lostOctets += segment.size;
    }
}

void
StockScoreboard::Uncount(const Segment& segment, uint32_t size)
{
    m_sackedOctets -= segment.sacked ? size : 0;
    m_againOctets -= segment.again ? size : 0;
    m_lostOctets -= segment.lost ? size : 0;
}

void
StockScoreboard::Acknowledge(uint64_t ack, const Delivered& delivered)
{
    while (!m_segments.empty() && m_segments.front().End() <= ack)
    {
        auto& head = m_segments.front();
        Uncount(head, head.size);
        Deliver(head, delivered);
        m_segments.pop_front();
    }
    if (!m_segments.empty() && m_segments.front().begin < ack)
    {
        auto& head = m_segments.front();
        const auto size = static_cast<uint32_t>(ack - head.begin);
        Uncount(head, size);
        head.begin += size;
        head.size -= size;
    }
    m_una = ack;
    m_nxt = std::max(m_nxt, ack);
    m_lostTo = std::max(m_lostTo, ack);
    m_missingFrom = std::max(m_missingFrom, ack);
    while (!m_runs.empty() && m_runs.begin()->first < ack)
    {
        const auto end = m_runs.begin()->second;
        m_runs.erase(m_runs.begin());
        if (end > ack)
        {
            m_runs.emplace(ack, end);
        }
    }
    if (!m_segments.empty() && m_segments.front().sacked)
    {
        // It was not the first that arrived when a duplicate ACK stood for it.
        UnmarkHead();
        AddGuess();
        LoseHead();
    }
    if (m_highest && *m_highest <= ack)
    {
        m_highest.reset();
    }
}

void
StockScoreboard::AddGuess()
{
    std::size_t i = 1;
    if (m_segments.size() > 1 && m_segments[1].sacked)
    {
        i = PastRun(m_segments[1]);
    }
    if (i < m_segments.size())
    {
        MarkSacked(m_segments[i]);
        m_highest = m_segments[i].begin;
    }
}

void
StockScoreboard::LoseHead()
{
    if (m_segments.empty())
    {
        return;
    }
    auto& head = m_segments.front();
    if (head.sacked)
    {
        UnmarkHead();
    }
    if (head.again)
    {
        head.again = false;
        m_againOctets -= head.size;
        m_missingFrom = head.begin;
    }
    MarkLost(head);
    m_lostTo = std::max(m_lostTo, head.End());
}

void
StockScoreboard::LoseAll(bool forgets)
{
    if (forgets)
    {
        m_runs.clear();
        m_highest.reset();
        m_sackedOctets = 0;
    }
    m_againOctets = 0;
    m_lostOctets = 0;
    for (auto& segment : m_segments)
    {
        segment.sacked = segment.sacked && !forgets;
        segment.lost = !segment.sacked;
        segment.again = false;
        m_lostOctets += segment.lost ? segment.size : 0;
    }
    m_lostTo = m_nxt;
    m_missingFrom = m_una;
}

const StockScoreboard::Segment*
StockScoreboard::FindMissing()
{
    auto i = FirstFrom(m_missingFrom);
    while (i < m_segments.size() && (m_segments[i].sacked || m_segments[i].again))
    {
        i = m_segments[i].sacked ? PastRun(m_segments[i]) : i + 1;
    }
    m_missingFrom = i < m_segments.size() ? m_segments[i].begin : m_nxt;
    const bool isBelowHighest =
        i < m_segments.size() && (!m_highest || m_segments[i].begin < *m_highest);
    return isBelowHighest ? &m_segments[i] : nullptr;
}

OctetRange
StockScoreboard::SendAgain(uint64_t position, uint32_t most)
{
    auto i = IndexOf(position);
    if (m_segments[i].begin < position)
    {
        Split(i, static_cast<uint32_t>(position - m_segments[i].begin));
        ++i;
    }
    const bool joins = i + 1 < m_segments.size() && !m_segments[i + 1].sacked &&
                       m_segments[i + 1].lost == m_segments[i].lost;
    const auto size = std::min(most, m_segments[i].size + (joins ? m_segments[i + 1].size : 0));
    if (m_segments[i].size < size)
    {
        Join(i);
    }
    if (m_segments[i].size > size)
    {
        Split(i, size);
    }
    auto& segment = m_segments[i];
    if (!segment.again)
    {
        segment.again = true;
        m_againOctets += segment.size;
    }
    segment.isTimed = true;
    return {segment.begin, segment.End()};
}

void
StockScoreboard::Join(std::size_t index)
{
    auto& segment = m_segments[index];
    const auto& next = m_segments[index + 1];
    if (segment.again != next.again)
    {
        m_againOctets -= segment.again ? segment.size : next.size;
        segment.again = false;
        m_missingFrom = std::min(m_missingFrom, segment.begin);
    }
    segment.size += next.size;
    m_segments.erase(m_segments.begin() + static_cast<std::ptrdiff_t>(index) + 1);
}

void
StockScoreboard::Split(std::size_t index, uint32_t size)
{
    auto rest = m_segments[index];
    rest.begin += size;
    rest.size -= size;
    m_segments[index].size = size;
    m_segments[index].isTimed = false;
    m_segments.insert(m_segments.begin() + static_cast<std::ptrdiff_t>(index) + 1, rest);
}

bool
StockScoreboard::IsLost(uint64_t position) const
{
    return m_highest && position >= m_una && position < *m_highest &&
           m_segments[IndexOf(position)].lost;
}

bool
StockScoreboard::IsRepairEnding(uint64_t end) const
{
    if (end <= m_una || end > m_nxt)
    {
        return false;
    }
    const auto& segment = m_segments[IndexOf(end - 1)];
    return segment.End() == end && !segment.sacked && segment.again;
}

uint32_t
StockScoreboard::GetInFlight() const
{
    const auto sent = static_cast<uint32_t>(m_nxt - m_una);
    return sent - (m_sackedOctets + m_lostOctets) + m_againOctets;
}

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

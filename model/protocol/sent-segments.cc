/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sent-segments.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/**
 * @brief `upper_bound` of a map, without a descent where the position is at either end, as it
 * mostly is for what a TCP receiver reports.
 * @param map ordered by position
 * @param position any
 * @return the first element whose key is above @p position
 */
template <class Map>
auto
FirstAbove(Map& map, uint64_t position)
{
    if (map.empty() || std::prev(map.end())->first <= position)
    {
        return map.end();
    }
    if (position < map.begin()->first)
    {
        return map.begin();
    }
    return map.upper_bound(position);
}

bool
IsInFlight(const SentSegments::Segment& segment)
{
    return segment.state == SentSegments::State::IN_FLIGHT ||
           segment.state == SentSegments::State::RETRANSMITTED;
}

} // namespace

SentSegments::SentSegments(uint64_t start, Order order)
    : m_order(order),
      m_holes{{BEYOND, start}},
      m_una(start),
      m_nxt(start),
      m_highest(start)
{
}

void
SentSegments::Send(OctetRange range, Instant now)
{
    if (range.begin >= m_nxt)
    {
        if (range.end > m_nxt && range.end < BEYOND)
        {
            m_segments.push_back({{m_nxt, range.end}, now, now, m_nextOrdinal++});
            m_nxt = range.end;
            Enter(m_segments.back());
        }
        return;
    }
    const OctetRange again{std::max(range.begin, m_una), std::min(range.end, m_nxt)};
    if (again.begin >= again.end)
    {
        return;
    }
    ++m_sentAgain;
    CutAt(again.end);
    for (auto i = CutAt(again.begin);
         i < m_segments.size() && m_segments[i].range.begin < again.end;
         ++i)
    {
        MarkAmbiguous(i);
        if (m_segments[i].state == State::SACKED)
        {
            continue;
        }
        Join(i, again.end);
        auto& segment = m_segments[i];
        Leave(segment);
        segment.last = now;
        segment.number = m_sentAgain;
        segment.sndNxt = m_nxt;
        segment.state = State::RETRANSMITTED;
        ++segment.transmissions;
        Enter(segment);
        RemoveHoles(segment.range);
    }
}

void
SentSegments::SendUncounted(OctetRange range, Instant now)
{
    const OctetRange again{std::max(range.begin, m_una), std::min(range.end, m_nxt)};
    if (again.begin >= again.end)
    {
        return;
    }
    CutAt(again.end);
    for (auto i = CutAt(again.begin);
         i < m_segments.size() && m_segments[i].range.begin < again.end;
         ++i)
    {
        auto& segment = m_segments[i];
        MarkAmbiguous(i);
        Leave(segment);
        segment.last = now;
        ++segment.transmissions;
        Enter(segment);
    }
}

void
SentSegments::SendProbe(uint64_t position)
{
    MarkAmbiguous(IndexOf(position));
}

uint64_t
SentSegments::Acknowledge(uint64_t ack)
{
    m_covered = Covered();
    m_delivered.clear();
    if (ack > m_nxt)
    {
        ++m_refused;
        return 0;
    }
    if (ack <= m_una)
    {
        return 0;
    }
    const uint64_t sackedBefore = m_sackedData;
    while (!m_segments.empty() && m_segments.front().range.end <= ack)
    {
        const auto& segment = m_segments.front();
        Cover(segment);
        Leave(segment);
        m_segments.pop_front();
    }
    if (!m_segments.empty() && m_segments.front().range.begin < ack)
    {
        auto& rest = m_segments.front();
        Leave(rest);
        if (m_order == Order::TIMES && rest.state != State::SACKED)
        {
            m_delivered.push_back(rest);
            m_delivered.back().range.end = ack;
        }
        rest.range.begin = ack;
        Enter(rest);
    }
    RemoveHoles({m_una, ack});
    RemoveSackedBelow(ack);
    const uint64_t acknowledged = ack - m_una;
    m_una = ack;
    m_highest = std::max(m_highest, ack);
    return acknowledged - (sackedBefore - m_sackedData);
}

void
SentSegments::Cover(const Segment& segment)
{
    if (m_order == Order::TIMES && segment.state != State::SACKED)
    {
        m_delivered.push_back(segment);
    }
    if (m_segments.size() > 1 && m_segments[1].ordinal == segment.ordinal)
    {
        return;
    }
    m_covered.oldest = m_covered.oldest.value_or(segment.first);
    m_covered.youngest = segment.first;
    m_covered.ambiguous = m_covered.ambiguous || segment.ambiguous;
}

uint64_t
SentSegments::Sack(OctetRange block, std::vector<OctetRange>* fresh, std::size_t maxIntervals)
{
    if (block.begin >= block.end || block.end > m_nxt)
    {
        ++m_refused;
        return 0;
    }
    if (block.end <= m_una)
    {
        return 0;
    }

    const uint64_t before = m_sackedData;
    auto interval = SackedFrom({std::max(block.begin, m_una), block.end}, maxIntervals);
    if (interval == m_sacked.end())
    {
        ++m_refused;
        return 0;
    }
    while (interval->second < block.end)
    {
        const auto next = std::next(interval);
        const bool reachesNext = next != m_sacked.end() && next->first <= block.end;
        const OctetRange gap{interval->second, reachesNext ? next->first : block.end};
        Deliver(gap);
        if (fresh)
        {
            fresh->push_back(gap);
        }
        interval->second = gap.end;
        if (reachesNext)
        {
            interval->second = next->second;
            m_sacked.erase(next);
        }
    }
    m_highest = std::max(m_highest, block.end);
    return m_sackedData - before;
}

void
SentSegments::Deliver(OctetRange range)
{
    CutAt(range.end);
    for (auto i = CutAt(range.begin);
         i < m_segments.size() && m_segments[i].range.begin < range.end;
         ++i)
    {
        auto& segment = m_segments[i];
        if (m_order == Order::TIMES)
        {
            m_delivered.push_back(segment);
        }
        if (segment.state == State::RETRANSMITTED)
        {
            m_reported = std::max(m_reported, segment.number);
        }
        SetState(segment, State::SACKED);
    }
    RemoveHoles(range);
}

void
SentSegments::ForgetSacked(OctetRange range)
{
    if (range.begin >= range.end)
    {
        return;
    }
    auto interval = FirstAbove(m_sacked, range.begin);
    if (interval != m_sacked.begin() && std::prev(interval)->second > range.begin)
    {
        --interval;
    }
    while (interval != m_sacked.end() && interval->first < range.end)
    {
        const auto [begin, end] = *interval;
        const OctetRange forgotten{std::max(begin, range.begin), std::min(end, range.end)};
        interval = m_sacked.erase(interval);
        if (begin < forgotten.begin)
        {
            m_sacked.emplace_hint(interval, begin, forgotten.begin);
        }
        if (forgotten.end < end)
        {
            m_sacked.emplace_hint(interval, forgotten.end, end);
        }
        SetStates(forgotten, State::IN_FLIGHT);
        AddHole(forgotten);
    }
}

std::optional<OctetRange>
SentSegments::TakeLostRetransmission()
{
    if (m_retransmissions.empty())
    {
        return std::nullopt;
    }
    const auto end = m_retransmissions.begin()->second;
    return m_highest > Find(end - 1).sndNxt ? std::optional(LoseRetransmission(end)) : std::nullopt;
}

std::optional<OctetRange>
SentSegments::TakeOvertakenRetransmission()
{
    if (!m_retransmissions.empty() && m_reported > m_retransmissions.begin()->first)
    {
        return LoseRetransmission(m_retransmissions.begin()->second);
    }
    return TakeLostRetransmission();
}

OctetRange
SentSegments::LoseRetransmission(uint64_t end)
{
    auto& segment = m_segments[IndexOf(end - 1)];
    SetState(segment, State::LOST);
    AddHole(segment.range);
    return segment.range;
}

std::optional<SentSegments::Segment>
SentSegments::LoseOldest(SendKey before, Instant sentBy)
{
    if (m_byTime.empty() || *m_byTime.begin() >= before || m_byTime.begin()->first > sentBy)
    {
        return std::nullopt;
    }
    auto& segment = m_segments[IndexOf(m_byTime.begin()->second - 1)];
    const Segment inFlight = segment;
    SetState(segment, State::LOST);
    if (inFlight.state == State::RETRANSMITTED)
    {
        AddHole(inFlight.range);
    }
    return inFlight;
}

std::optional<SentSegments::Segment>
SentSegments::LoseHead()
{
    if (m_segments.empty() || !IsInFlight(m_segments.front()))
    {
        return std::nullopt;
    }
    const Segment inFlight = m_segments.front();
    SetState(m_segments.front(), State::LOST);
    if (inFlight.state == State::RETRANSMITTED)
    {
        AddHole(inFlight.range);
    }
    return inFlight;
}

void
SentSegments::ForgetLosses()
{
    while (!m_lost.empty())
    {
        SetState(m_segments[IndexOf(*m_lost.begin() - 1)], State::IN_FLIGHT);
    }
}

void
SentSegments::ForgetRetransmissions()
{
    while (!m_retransmissions.empty())
    {
        auto& segment = m_segments[IndexOf(m_retransmissions.begin()->second - 1)];
        SetState(segment, State::IN_FLIGHT);
        AddHole(segment.range);
    }
}

void
SentSegments::Renege()
{
    ForgetRetransmissions();
    for (const auto& [begin, end] : m_sacked)
    {
        SetStates({begin, end}, State::LOST);
    }
    m_sacked.clear();
    m_holes = {{BEYOND, m_una}};
    m_highest = m_una;
}

std::optional<OctetRange>
SentSegments::NextHole(uint64_t limit) const
{
    const auto [end, begin] = *m_holes.begin();
    const OctetRange hole{begin, std::min({end, limit, m_nxt})};
    return hole.begin < hole.end ? std::optional(hole) : std::nullopt;
}

uint64_t
SentSegments::GetLostLimit(uint32_t dupThresh, uint32_t mss) const
{
    uint32_t sequences = 0;
    uint64_t octets = 0;
    for (auto interval = m_sacked.rbegin(); interval != m_sacked.rend(); ++interval)
    {
        ++sequences;
        octets += interval->second - interval->first;
        if (sequences >= dupThresh || octets > uint64_t{dupThresh - 1} * mss)
        {
            return std::max(m_una, interval->second);
        }
    }
    return m_una;
}

uint64_t
SentSegments::GetSackedAbove(uint64_t position) const
{
    uint64_t octets = 0;
    for (auto interval = m_sacked.rbegin();
         interval != m_sacked.rend() && interval->second > position;
         ++interval)
    {
        octets += interval->second - std::max(position, interval->first);
    }
    return octets;
}

uint64_t
SentSegments::GetMissingEnd() const
{
    // SACKed intervals do not touch: below the last one there are octets that are not SACKed.
    const bool isLastSacked = !m_sacked.empty() && m_sacked.rbegin()->second == m_nxt;
    return isLastSacked ? std::max(m_una, m_sacked.rbegin()->first) : m_nxt;
}

bool
SentSegments::IsReneged() const
{
    return !m_sacked.empty() && m_sacked.begin()->first <= m_una;
}

bool
SentSegments::IsSacked(OctetRange range) const
{
    const auto above = FirstAbove(m_sacked, range.begin);
    if (range.begin >= range.end || above == m_sacked.begin())
    {
        return false;
    }
    return range.end <= std::prev(above)->second;
}

std::optional<SentSegments::Instant>
SentSegments::FindYoungest(SendKey before) const
{
    const auto notBefore = m_byTime.lower_bound(before);
    return notBefore == m_byTime.begin() ? std::nullopt
                                         : std::optional(std::prev(notBefore)->first);
}

std::optional<OctetRange>
SentSegments::GetFirstLost() const
{
    return m_lost.empty() ? std::nullopt : std::optional(Find(*m_lost.begin() - 1).range);
}

std::optional<OctetRange>
SentSegments::GetLast() const
{
    return m_segments.empty() ? std::nullopt : std::optional(m_segments.back().range);
}

OctetRange
SentSegments::GetWhole(uint64_t position) const
{
    const auto part = IndexOf(position);
    const auto ordinal = m_segments[part].ordinal;
    auto first = part;
    for (; first > 0 && m_segments[first - 1].ordinal == ordinal; --first)
    {
    }
    auto last = part;
    for (; last + 1 < m_segments.size() && m_segments[last + 1].ordinal == ordinal; ++last)
    {
    }
    return {m_segments[first].range.begin, m_segments[last].range.end};
}

std::size_t
SentSegments::GuessIndexOf(uint64_t position) const
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
SentSegments::IndexOf(uint64_t position) const
{
    const auto guess = GuessIndexOf(position);
    if (m_segments[guess].range.begin <= position && position < m_segments[guess].range.end)
    {
        return guess;
    }
    const auto above = std::upper_bound(
        m_segments.begin(),
        m_segments.end(),
        position,
        [](uint64_t p, const Segment& segment) { return p < segment.range.begin; });
    return above - m_segments.begin() - 1;
}

std::size_t
SentSegments::CutAt(uint64_t position)
{
    if (position >= m_nxt)
    {
        return m_segments.size();
    }
    const auto index = IndexOf(position);
    if (m_segments[index].range.begin == position)
    {
        return index;
    }
    auto& back = m_segments[index];
    Leave(back);
    Segment front = back;
    front.range.end = position;
    back.range.begin = position;
    Enter(back);
    Enter(front);
    m_segments.insert(m_segments.begin() + static_cast<std::ptrdiff_t>(index), front);
    return index + 1;
}

void
SentSegments::Join(std::size_t index, uint64_t end)
{
    const auto first = m_segments.begin() + static_cast<std::ptrdiff_t>(index);
    auto next = std::next(first);
    if (next == m_segments.end() || next->ordinal != first->ordinal)
    {
        return;
    }
    Leave(*first);
    for (; next != m_segments.end() && next->ordinal == first->ordinal && next->range.begin < end &&
           next->state != State::SACKED;
         ++next)
    {
        Leave(*next);
        first->range.end = next->range.end;
        first->transmissions = std::max(first->transmissions, next->transmissions);
    }
    Enter(*first);
    m_segments.erase(std::next(first), next);
}

void
SentSegments::MarkAmbiguous(std::size_t index)
{
    const auto ordinal = m_segments[index].ordinal;
    for (auto i = index; i < m_segments.size() && m_segments[i].ordinal == ordinal; ++i)
    {
        m_segments[i].ambiguous = true;
    }
    for (auto i = index; i > 0 && m_segments[i - 1].ordinal == ordinal; --i)
    {
        m_segments[i - 1].ambiguous = true;
    }
}

void
SentSegments::Enter(const Segment& segment)
{
    switch (segment.state)
    {
    case State::RETRANSMITTED:
        m_retranData += segment.Size();
        m_retransmissions.emplace_hint(m_retransmissions.end(), segment.number, segment.range.end);
        [[fallthrough]];
    case State::IN_FLIGHT:
        if (m_order == Order::TIMES)
        {
            m_byTime.insert(m_byTime.end(), segment.GetKey()); // mostly the latest
        }
        break;
    case State::LOST:
        m_lostData += segment.Size();
        m_lost.insert(segment.range.end);
        break;
    case State::SACKED:
        m_sackedData += segment.Size();
        ++m_sackedParts;
        break;
    }
}

void
SentSegments::Leave(const Segment& segment)
{
    switch (segment.state)
    {
    case State::RETRANSMITTED:
        m_retranData -= segment.Size();
        m_retransmissions.erase({segment.number, segment.range.end});
        [[fallthrough]];
    case State::IN_FLIGHT:
        if (m_order == Order::TIMES)
        {
            m_byTime.erase(segment.GetKey());
        }
        break;
    case State::LOST:
        m_lostData -= segment.Size();
        m_lost.erase(segment.range.end);
        break;
    case State::SACKED:
        m_sackedData -= segment.Size();
        --m_sackedParts;
        break;
    }
}

void
SentSegments::SetState(Segment& segment, State state)
{
    Leave(segment);
    segment.state = state;
    Enter(segment);
}

void
SentSegments::SetStates(OctetRange range, State state)
{
    CutAt(range.end);
    for (auto i = CutAt(range.begin);
         i < m_segments.size() && m_segments[i].range.begin < range.end;
         ++i)
    {
        SetState(m_segments[i], state);
    }
}

void
SentSegments::RemoveHoles(OctetRange range)
{
    const auto last = std::prev(m_holes.end());
    auto hole = last->second <= range.begin ? last : FirstAbove(m_holes, range.begin);
    while (hole->second < range.end)
    {
        if (hole->second < range.begin)
        {
            m_holes.emplace_hint(hole, range.begin, hole->second);
        }
        if (range.end < hole->first)
        {
            hole->second = range.end;
            return;
        }
        hole = m_holes.erase(hole);
    }
}

void
SentSegments::AddHole(OctetRange range)
{
    auto next = FirstAbove(m_holes, range.begin);
    if (next != m_holes.begin())
    {
        const auto previous = std::prev(next);
        if (previous->first == range.begin)
        {
            range.begin = previous->second;
            m_holes.erase(previous);
        }
    }
    if (next->second == range.end)
    {
        next->second = range.begin;
    }
    else
    {
        m_holes.emplace_hint(next, range.end, range.begin);
    }
}

void
SentSegments::RemoveSackedBelow(uint64_t ack)
{
    auto interval = m_sacked.begin();
    while (interval != m_sacked.end() && interval->first < ack)
    {
        const auto end = interval->second;
        interval = m_sacked.erase(interval);
        if (end > ack)
        {
            m_sacked.emplace_hint(interval, ack, end);
            break;
        }
    }
}

SentSegments::SackedIntervals::iterator
SentSegments::SackedFrom(OctetRange block, std::size_t maxIntervals)
{
    const auto above = FirstAbove(m_sacked, block.begin);
    if (above != m_sacked.begin())
    {
        const auto interval = std::prev(above);
        if (block.begin <= interval->second)
        {
            return interval;
        }
    }
    // One that joins others makes none more.
    const bool joins = above != m_sacked.end() && above->first <= block.end;
    if (!joins && m_sacked.size() >= maxIntervals)
    {
        return m_sacked.end();
    }
    return m_sacked.emplace_hint(above, block.begin, block.begin);
}

} // namespace ns3

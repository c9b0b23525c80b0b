/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sent-segments.h"

#include <iterator>

namespace ns3
{

namespace
{

/// `upper_bound` of a map, without a descent where the position is at either end, as it mostly is
/// for what a TCP receiver reports.
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

} // namespace

void
HoleRuns::RemoveAnywhere(OctetRange range)
{
    auto hole = FirstAbove(m_runs, range.begin);
    while (hole->second < range.end)
    {
        if (hole->second < range.begin)
        {
            m_runs.emplace_hint(hole, range.begin, hole->second);
        }
        if (range.end < hole->first)
        {
            hole->second = range.end;
            return;
        }
        hole = m_runs.erase(hole);
    }
}

void
HoleRuns::Add(OctetRange range)
{
    auto next = FirstAbove(m_runs, range.begin);
    if (next != m_runs.begin())
    {
        const auto previous = std::prev(next);
        if (previous->first == range.begin)
        {
            range.begin = previous->second;
            m_runs.erase(previous);
        }
    }
    if (next->second == range.end)
    {
        next->second = range.begin;
    }
    else
    {
        m_runs.emplace_hint(next, range.end, range.begin);
    }
}

void
SackedRuns::Add(OctetRange range, std::vector<OctetRange>& fresh)
{
    auto run = FirstAbove(m_runs, range.begin);
    if (run == m_runs.begin() || std::prev(run)->second < range.begin)
    {
        run = m_runs.emplace_hint(run, range.begin, range.begin);
    }
    else
    {
        --run;
    }
    while (run->second < range.end)
    {
        const auto next = std::next(run);
        const bool reachesNext = next != m_runs.end() && next->first <= range.end;
        fresh.push_back({run->second, reachesNext ? next->first : range.end});
        run->second = fresh.back().end;
        if (reachesNext)
        {
            run->second = next->second;
            m_runs.erase(next);
        }
    }
}

std::vector<OctetRange>
SackedRuns::Remove(OctetRange range)
{
    std::vector<OctetRange> removed;
    if (range.begin >= range.end)
    {
        return removed;
    }
    auto run = FirstAbove(m_runs, range.begin);
    if (run != m_runs.begin() && std::prev(run)->second > range.begin)
    {
        --run;
    }
    while (run != m_runs.end() && run->first < range.end)
    {
        const auto [begin, end] = *run;
        removed.push_back({std::max(begin, range.begin), std::min(end, range.end)});
        run = m_runs.erase(run);
        if (begin < removed.back().begin)
        {
            m_runs.emplace_hint(run, begin, removed.back().begin);
        }
        if (removed.back().end < end)
        {
            m_runs.emplace_hint(run, removed.back().end, end);
        }
    }
    return removed;
}

uint64_t
SackedRuns::FindFromAbove(uint32_t count, uint64_t octets) const
{
    uint32_t runs = 0;
    uint64_t seen = 0;
    for (auto run = m_runs.rbegin(); run != m_runs.rend(); ++run)
    {
        ++runs;
        seen += run->second - run->first;
        if (runs >= count || seen > octets)
        {
            return run->second;
        }
    }
    return 0;
}

bool
SackedRuns::Contains(OctetRange range) const
{
    const auto above = FirstAbove(m_runs, range.begin);
    if (range.begin >= range.end || above == m_runs.begin())
    {
        return false;
    }
    return range.end <= std::prev(above)->second;
}

std::size_t
SentSegments::GuessIndexOf(uint64_t position) const
{
    const auto count = m_segments.size();
    if (count < 3 || position < m_segments.front().range.end)
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
    const auto isAbove = [](uint64_t p, const Segment& entry) { return p < entry.range.begin; };
    const auto above = std::upper_bound(m_segments.begin(), m_segments.end(), position, isAbove);
    return above - m_segments.begin() - 1;
}

template <class Visitor>
void
SentSegments::ForEach(OctetRange range, Visitor visit)
{
    CutAt(range.end);
    for (auto i = CutAt(range.begin);
         i < m_segments.size() && m_segments[i].range.begin < range.end;
         ++i)
    {
        visit(i);
    }
}

void
SentSegments::Send(OctetRange range, Instant now, bool counts)
{
    if (range.begin >= m_nxt)
    {
        if (range.end > m_nxt && range.end < HoleRuns::BEYOND)
        {
            m_segments.push_back({{m_nxt, range.end}, now, now, m_begun++, ++m_sendings});
            Enter(m_segments.back());
            m_nxt = range.end;
        }
        return;
    }
    const OctetRange again{std::max(range.begin, m_una), std::min(range.end, m_nxt)};
    if (again.begin >= again.end)
    {
        return;
    }
    m_sendings += counts;
    ForEach(again, [&](std::size_t i) {
        MarkAmbiguous(i);
        if (counts && m_segments[i].state == State::SACKED)
        {
            return;
        }
        while (counts && IsContinued(i) && IsFollowed(i, again.end))
        {
            JoinNext(i);
        }
        auto& segment = m_segments[i];
        Leave(segment);
        segment.last = now;
        ++segment.transmissions;
        if (counts)
        {
            segment.number = m_sendings;
            segment.sndNxt = m_nxt;
            segment.state = State::RETRANSMITTED;
            segment.isJudged = segment.isRevoked = false;
            m_holes.Remove(segment.range);
        }
        Enter(segment);
    });
}

uint64_t
SentSegments::Acknowledge(uint64_t ack)
{
    m_covered = Covered();
    m_delivered.clear();
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
        rest.range.begin = ack;
        Enter(rest);
    }
    m_holes.Remove({m_una, ack});
    if (m_sacked.GetFirst() < ack)
    {
        m_sacked.Remove({0, ack});
    }
    const uint64_t acknowledged = ack - m_una;
    m_una = ack;
    m_highest = std::max(m_highest, ack);
    return acknowledged - (sackedBefore - m_sackedData);
}

void
SentSegments::Cover(const Segment& segment)
{
    if (segment.state != State::SACKED)
    {
        NoteArrival(segment);
    }
    if (IsContinued(0))
    {
        return;
    }
    m_covered.oldest = m_covered.oldest.value_or(segment.first);
    m_covered.youngest = segment.first;
    if (segment.state != State::SACKED)
    {
        Include(m_covered.arrived, segment.first);
    }
    m_covered.ambiguous = m_covered.ambiguous || segment.ambiguous;
}

uint64_t
SentSegments::Sack(OctetRange block, std::vector<OctetRange>& fresh)
{
    const uint64_t before = m_sackedData;
    auto i = fresh.size();
    m_sacked.Add(block, fresh);
    for (; i < fresh.size(); ++i)
    {
        ForEach(fresh[i], [this](std::size_t index) {
            auto& segment = m_segments[index];
            NoteArrival(segment);
            if (segment.transmissions == 1)
            {
                Include(m_covered.sacked, segment.last);
            }
            if (segment.state == State::RETRANSMITTED)
            {
                m_reported = std::max(m_reported, segment.number);
            }
            SetState(segment, State::SACKED);
        });
        m_holes.Remove(fresh[i]);
    }
    m_highest = std::max(m_highest, block.end);
    return m_sackedData - before;
}

void
SentSegments::ForgetSacked(OctetRange range)
{
    for (const auto& forgotten : m_sacked.Remove(range))
    {
        ForEach(forgotten, [&](std::size_t i) { SetState(m_segments[i], State::IN_FLIGHT); });
        m_holes.Add(forgotten);
    }
}

uint64_t
SentSegments::LoseRetransmissions(bool isOrderKept)
{
    uint64_t lost = 0;
    while (!m_retransmissions.empty())
    {
        const auto [number, end] = *m_retransmissions.begin();
        auto& segment = At(end - 1);
        if (m_highest <= segment.sndNxt && !(isOrderKept && m_reported > number))
        {
            break;
        }
        lost += Lose(segment).Size();
    }
    return lost;
}

SentSegments::Segment
SentSegments::Lose(Segment& segment)
{
    const Segment inFlight = segment;
    SetState(segment, State::LOST);
    if (inFlight.state == State::RETRANSMITTED)
    {
        m_holes.Add(inFlight.range);
    }
    return inFlight;
}

std::optional<SentSegments::Segment>
SentSegments::LoseOldest(SendKey before, Instant sentBy, bool once)
{
    if (m_inOrder.empty() || GetKey(*m_inOrder.begin()) >= before)
    {
        return std::nullopt;
    }
    auto& segment = At(m_inOrder.begin()->second - 1);
    if (segment.last > sentBy)
    {
        return std::nullopt;
    }
    const auto inFlight = Lose(segment);
    segment.isJudged = once;
    return inFlight;
}

void
SentSegments::LoseAll(Instant sentBy)
{
    for (std::size_t i = 0; i < m_segments.size(); ++i)
    {
        if (m_segments[i].IsInFlight() && m_segments[i].last <= sentBy)
        {
            Lose(m_segments[i]);
        }
    }
}

void
SentSegments::ForgetLosses()
{
    for (const auto& [number, end] : m_retransmissions)
    {
        At(end - 1).isRevoked = true;
    }
    m_revoked = m_retransmissions.size();
    while (!m_lost.empty())
    {
        SetState(At(*m_lost.begin() - 1), State::IN_FLIGHT);
    }
}

void
SentSegments::ForgetRetransmissions()
{
    while (!m_retransmissions.empty())
    {
        auto& segment = At(m_retransmissions.begin()->second - 1);
        SetState(segment, State::IN_FLIGHT);
        m_holes.Add(segment.range);
    }
}

void
SentSegments::Renege()
{
    ForgetRetransmissions();
    for (const auto& range : m_sacked.Remove({m_una, m_nxt}))
    {
        ForEach(range, [&](std::size_t i) { SetState(m_segments[i], State::LOST); });
    }
    m_holes = HoleRuns(m_una);
    m_highest = m_una;
}

std::optional<Instant>
SentSegments::FindYoungest(SendKey before) const
{
    const auto isSentBefore = [&](const auto& entry) { return GetKey(entry) < before; };
    const auto notBefore = m_tick > Instant::zero()
                               ? std::find_if_not(m_inOrder.begin(), m_inOrder.end(), isSentBefore)
                               : m_inOrder.lower_bound(before);
    return notBefore == m_inOrder.begin()
               ? std::nullopt
               : std::optional(Find(std::prev(notBefore)->second - 1).last);
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
    Leave(m_segments[index]);
    auto front = m_segments[index];
    front.range.end = m_segments[index].range.begin = position;
    m_segments.insert(m_segments.begin() + static_cast<std::ptrdiff_t>(index), front);
    Enter(m_segments[index]);
    Enter(m_segments[index + 1]);
    return index + 1;
}

void
SentSegments::JoinNext(std::size_t index)
{
    auto& entry = m_segments[index];
    const auto& next = m_segments[index + 1];
    Leave(entry);
    Leave(next);
    entry.range.end = next.range.end;
    entry.transmissions = std::max(entry.transmissions, next.transmissions);
    entry.ambiguous = entry.ambiguous || next.ambiguous;
    m_segments.erase(m_segments.begin() + static_cast<std::ptrdiff_t>(index) + 1);
    Enter(m_segments[index]);
}

std::size_t
SentSegments::Collapse(OctetRange range)
{
    const auto parts = GetParts();
    for (const auto index = IndexOf(range.begin); IsFollowed(index, range.end);)
    {
        JoinNext(index);
    }
    return parts - GetParts();
}

void
SentSegments::Enter(const Segment& segment)
{
    switch (segment.state)
    {
    case State::RETRANSMITTED:
        m_retranData += segment.Size();
        m_retransmissions.emplace_hint(m_retransmissions.end(), segment.number, segment.range.end);
        m_revoked += segment.isRevoked;
        [[fallthrough]];
    case State::IN_FLIGHT:
        if (m_order == Order::TIMES && !segment.isJudged)
        {
            // Mostly the latest.
            m_inOrder.emplace_hint(m_inOrder.end(), segment.number, segment.range.end);
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
        m_revoked -= segment.isRevoked;
        [[fallthrough]];
    case State::IN_FLIGHT:
        if (m_order == Order::TIMES && !segment.isJudged)
        {
            m_inOrder.erase({segment.number, segment.range.end});
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

} // namespace ns3

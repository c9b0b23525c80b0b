/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sack-scoreboard.h"

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

} // namespace

SackScoreboard::SackScoreboard(uint64_t start)
    : m_una(start),
      m_nxt(start)
{
    Clear();
}

void
SackScoreboard::ExtendTo(uint64_t end)
{
    if (end > m_nxt && end < BEYOND)
    {
        m_nxt = end;
    }
}

void
SackScoreboard::MarkRetransmitted(OctetRange range)
{
    uint64_t position = std::max(range.begin, m_una);
    const uint64_t stop = std::min(range.end, m_nxt);
    if (position >= stop)
    {
        return;
    }

    ++m_operations;
    auto sacked = FirstAbove(m_sacked, position);
    if (sacked != m_sacked.begin())
    {
        position = std::max(position, std::prev(sacked)->second);
    }
    while (position < stop)
    {
        const bool isLast = sacked == m_sacked.end() || sacked->first >= stop;
        const OctetRange piece{position, isLast ? stop : sacked->first};
        RemoveHoles(piece);
        m_operations += m_retransmissions.Remove(piece);
        m_retransmissions.Append(piece, m_nxt);
        if (isLast)
        {
            return;
        }
        ++m_operations;
        position = sacked->second;
        ++sacked;
    }
}

uint64_t
SackScoreboard::Acknowledge(uint64_t ack)
{
    if (ack > m_nxt)
    {
        ++m_refused;
        return 0;
    }
    if (ack <= m_una)
    {
        return 0;
    }
    const OctetRange acknowledged{m_una, ack};
    SetDelivered(acknowledged);
    m_una = ack;
    m_highest = std::max(m_highest, ack);
    return acknowledged.Size() - RemoveSackedBelow(ack);
}

uint64_t
SackScoreboard::Sack(OctetRange block, std::vector<OctetRange>* fresh, std::size_t maxIntervals)
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
        m_operations += m_retransmissions.NoteReported(gap);
        SetDelivered(gap);
        m_sackedData += gap.Size();
        if (fresh)
        {
            fresh->push_back(gap);
        }
        interval->second = gap.end;
        if (reachesNext)
        {
            ++m_operations;
            interval->second = next->second;
            m_sacked.erase(next);
        }
    }
    m_highest = std::max(m_highest, block.end);
    return m_sackedData - before;
}

void
SackScoreboard::ForgetSacked(OctetRange range)
{
    if (range.begin >= range.end)
    {
        return;
    }
    ++m_operations;
    auto interval = FirstAbove(m_sacked, range.begin);
    if (interval != m_sacked.begin() && std::prev(interval)->second > range.begin)
    {
        --interval;
    }
    while (interval != m_sacked.end() && interval->first < range.end)
    {
        ++m_operations;
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
        m_sackedData -= forgotten.Size();
        AddHole(forgotten);
    }
}

std::optional<OctetRange>
SackScoreboard::TakeLostRetransmission()
{
    ++m_operations;
    const auto lost = m_retransmissions.TakeLost(m_highest);
    if (lost)
    {
        AddHole(*lost);
    }
    return lost;
}

std::optional<OctetRange>
SackScoreboard::TakeOvertakenRetransmission()
{
    ++m_operations;
    const auto lost = m_retransmissions.TakeOvertaken(m_highest);
    if (lost)
    {
        AddHole(*lost);
    }
    return lost;
}

void
SackScoreboard::LoseRetransmissionAt(uint64_t position)
{
    ++m_operations;
    if (const auto lost = m_retransmissions.TakeAt(position))
    {
        AddHole(*lost);
    }
}

void
SackScoreboard::LoseRetransmissions()
{
    ++m_operations;
    for (const auto& range : m_retransmissions.TakeAll())
    {
        ++m_operations;
        AddHole(range);
    }
}

bool
SackScoreboard::IsReneged() const
{
    return !m_sacked.empty() && m_sacked.begin()->first <= m_una;
}

void
SackScoreboard::Clear()
{
    m_holes.clear();
    m_holes.emplace(BEYOND, m_una);
    m_sacked.clear();
    m_sackedData = 0;
    m_retransmissions = Retransmissions();
    m_highest = m_una;
}

std::optional<OctetRange>
SackScoreboard::NextHole(uint64_t limit) const
{
    ++m_operations;
    const auto [end, begin] = *m_holes.begin();
    const OctetRange hole{begin, std::min({end, limit, m_nxt})};
    if (hole.begin >= hole.end)
    {
        return std::nullopt;
    }
    return hole;
}

uint64_t
SackScoreboard::GetLostLimit(uint32_t dupThresh, uint32_t mss, uint64_t end) const
{
    uint32_t sequences = 0;
    uint64_t octets = 0;
    const auto above = m_sacked.lower_bound(end);
    for (auto interval = std::make_reverse_iterator(above); interval != m_sacked.rend(); ++interval)
    {
        ++m_operations;
        const auto counted = std::min(interval->second, end);
        ++sequences;
        octets += counted - interval->first;
        if (sequences >= dupThresh || octets > uint64_t{dupThresh - 1} * mss)
        {
            return std::max(m_una, counted);
        }
    }
    return m_una;
}

uint64_t
SackScoreboard::GetSackedAbove(uint64_t position) const
{
    uint64_t octets = 0;
    for (auto interval = m_sacked.rbegin();
         interval != m_sacked.rend() && interval->second > position;
         ++interval)
    {
        ++m_operations;
        octets += interval->second - std::max(position, interval->first);
    }
    return octets;
}

uint64_t
SackScoreboard::GetMissingEnd() const
{
    // Sacked intervals do not touch: below the last one there are octets that are not SACKed.
    const bool isLastSacked = !m_sacked.empty() && m_sacked.rbegin()->second == m_nxt;
    return isLastSacked ? std::max(m_una, m_sacked.rbegin()->first) : m_nxt;
}

bool
SackScoreboard::IsSacked(OctetRange range) const
{
    ++m_operations;
    const auto above = FirstAbove(m_sacked, range.begin);
    if (range.begin >= range.end || above == m_sacked.begin())
    {
        return false;
    }
    return range.end <= std::prev(above)->second;
}

void
SackScoreboard::RemoveHoles(OctetRange range)
{
    ++m_operations;
    const auto last = std::prev(m_holes.end());
    auto hole = last->second <= range.begin ? last : FirstAbove(m_holes, range.begin);
    while (hole->second < range.end)
    {
        ++m_operations;
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
SackScoreboard::AddHole(OctetRange range)
{
    m_operations += 2;
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
SackScoreboard::SetDelivered(OctetRange range)
{
    RemoveHoles(range);
    m_operations += m_retransmissions.Remove(range);
}

uint64_t
SackScoreboard::RemoveSackedBelow(uint64_t ack)
{
    const uint64_t before = m_sackedData;
    auto interval = m_sacked.begin();
    while (interval != m_sacked.end() && interval->first < ack)
    {
        ++m_operations;
        const auto [begin, end] = *interval;
        m_sackedData -= std::min(end, ack) - begin;
        interval = m_sacked.erase(interval);
        if (end > ack)
        {
            m_sacked.emplace_hint(interval, ack, end);
            break;
        }
    }
    return before - m_sackedData;
}

SackScoreboard::SackedIntervals::iterator
SackScoreboard::SackedFrom(OctetRange block, std::size_t maxIntervals)
{
    ++m_operations;
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

SackScoreboard::Retransmissions::Retransmissions(const Retransmissions& other)
    : m_byAge(other.m_byAge),
      m_octets(other.m_octets),
      m_sent(other.m_sent),
      m_reported(other.m_reported)
{
    for (auto sent = m_byAge.begin(); sent != m_byAge.end(); ++sent)
    {
        m_byEnd.emplace(sent->range.end, sent);
    }
}

SackScoreboard::Retransmissions&
SackScoreboard::Retransmissions::operator=(const Retransmissions& other)
{
    Retransmissions copy(other);
    std::swap(m_byAge, copy.m_byAge);
    std::swap(m_byEnd, copy.m_byEnd);
    m_octets = copy.m_octets;
    m_sent = copy.m_sent;
    m_reported = copy.m_reported;
    return *this;
}

void
SackScoreboard::Retransmissions::Append(OctetRange range, uint64_t sndNxt)
{
    const auto sent = m_byAge.insert(m_byAge.end(), {range, sndNxt, m_sent++});
    m_byEnd.emplace_hint(FirstAbove(m_byEnd, range.end), range.end, sent);
    m_octets += range.Size();
}

uint64_t
SackScoreboard::Retransmissions::Remove(OctetRange range)
{
    uint64_t visits = 1;
    auto next = FirstAbove(m_byEnd, range.begin);
    while (next != m_byEnd.end() && next->second->range.begin < range.end)
    {
        ++visits;
        const auto sent = next->second;
        const OctetRange whole = sent->range;
        m_octets -= std::min(whole.end, range.end) - std::max(whole.begin, range.begin);
        if (whole.begin < range.begin)
        {
            const OctetRange front{whole.begin, range.begin};
            m_byEnd.emplace_hint(next,
                                 front.end,
                                 m_byAge.insert(sent, {front, sent->sndNxt, sent->number}));
        }
        if (range.end < whole.end)
        {
            sent->range.begin = range.end;
            break;
        }
        m_byAge.erase(sent);
        next = m_byEnd.erase(next);
    }
    return visits;
}

std::optional<OctetRange>
SackScoreboard::Retransmissions::TakeLost(uint64_t fack)
{
    if (m_byAge.empty() || fack <= m_byAge.front().sndNxt)
    {
        return std::nullopt;
    }
    return TakeOldest();
}

std::optional<OctetRange>
SackScoreboard::Retransmissions::TakeOvertaken(uint64_t fack)
{
    if (m_byAge.empty() || (fack <= m_byAge.front().sndNxt && m_reported <= m_byAge.front().number))
    {
        return std::nullopt;
    }
    return TakeOldest();
}

OctetRange
SackScoreboard::Retransmissions::TakeOldest()
{
    const OctetRange oldest = m_byAge.front().range;
    m_byEnd.erase(oldest.end);
    m_byAge.pop_front();
    m_octets -= oldest.Size();
    return oldest;
}

uint64_t
SackScoreboard::Retransmissions::NoteReported(OctetRange range)
{
    uint64_t visits = 0;
    for (auto next = FirstAbove(m_byEnd, range.begin);
         next != m_byEnd.end() && next->second->range.begin < range.end;
         ++next)
    {
        ++visits;
        m_reported = std::max(m_reported, next->second->number);
    }
    return visits;
}

std::optional<OctetRange>
SackScoreboard::Retransmissions::TakeAt(uint64_t position)
{
    const auto found = FirstAbove(m_byEnd, position);
    if (found == m_byEnd.end() || found->second->range.begin > position)
    {
        return std::nullopt;
    }
    const OctetRange range = found->second->range;
    m_byAge.erase(found->second);
    m_byEnd.erase(found);
    m_octets -= range.Size();
    return range;
}

std::vector<OctetRange>
SackScoreboard::Retransmissions::TakeAll()
{
    std::vector<OctetRange> ranges;
    ranges.reserve(m_byAge.size());
    for (const auto& entry : m_byEnd)
    {
        ranges.push_back(entry.second->range);
    }
    *this = Retransmissions();
    return ranges;
}

} // namespace ns3

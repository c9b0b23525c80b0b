/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "octet-runs.h"

#include <algorithm>
#include <iterator>
#include <utility>

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

void
HoleRuns::Remove(OctetRange range)
{
    const auto last = std::prev(m_runs.end());
    auto hole = last->second <= range.begin ? last : FirstAbove(m_runs, range.begin);
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

bool
SackedRuns::Add(OctetRange range, std::size_t most, std::vector<OctetRange>& fresh)
{
    const auto run = From(range, most);
    if (run == m_runs.end())
    {
        return false;
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
    return true;
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

void
SackedRuns::RemoveBelow(uint64_t ack)
{
    auto run = m_runs.begin();
    while (run != m_runs.end() && run->first < ack)
    {
        const auto end = run->second;
        run = m_runs.erase(run);
        if (end > ack)
        {
            m_runs.emplace_hint(run, ack, end);
        }
    }
}

std::vector<OctetRange>
SackedRuns::RemoveAll()
{
    std::vector<OctetRange> removed;
    for (const auto& [begin, end] : std::exchange(m_runs, {}))
    {
        removed.push_back({begin, end});
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

uint64_t
SackedRuns::CountAbove(uint64_t position) const
{
    uint64_t octets = 0;
    for (auto run = m_runs.rbegin(); run != m_runs.rend() && run->second > position; ++run)
    {
        octets += run->second - std::max(position, run->first);
    }
    return octets;
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

SackedRuns::Runs::iterator
SackedRuns::From(OctetRange range, std::size_t most)
{
    const auto above = FirstAbove(m_runs, range.begin);
    if (above != m_runs.begin())
    {
        const auto run = std::prev(above);
        if (range.begin <= run->second)
        {
            return run;
        }
    }
    // One that joins others makes none more.
    const bool joins = above != m_runs.end() && above->first <= range.end;
    if (!joins && m_runs.size() >= most)
    {
        return m_runs.end();
    }
    return m_runs.emplace_hint(above, range.begin, range.begin);
}

} // namespace ns3

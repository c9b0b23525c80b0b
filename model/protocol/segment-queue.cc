/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-queue.h"

#include <algorithm>

namespace ns3
{

void
SegmentQueue::Split(std::size_t index, uint64_t position)
{
    auto& back = m_entries[index];
    auto front = back;
    front.range.end = position;
    back.range.begin = position;
    m_entries.insert(m_entries.begin() + static_cast<std::ptrdiff_t>(index), front);
}

void
SegmentQueue::JoinNext(std::size_t index)
{
    const auto next = m_entries.begin() + static_cast<std::ptrdiff_t>(index) + 1;
    auto& entry = m_entries[index];
    entry.range.end = next->range.end;
    entry.transmissions = std::max(entry.transmissions, next->transmissions);
    m_entries.erase(next);
}

void
SegmentQueue::MarkAmbiguous(std::size_t index)
{
    const auto ordinal = m_entries[index].ordinal;
    for (auto i = index; i < m_entries.size() && m_entries[i].ordinal == ordinal; ++i)
    {
        m_entries[i].ambiguous = true;
    }
    for (auto i = index; i > 0 && m_entries[i - 1].ordinal == ordinal; --i)
    {
        m_entries[i - 1].ambiguous = true;
    }
}

OctetRange
SegmentQueue::GetWhole(std::size_t index) const
{
    auto first = index;
    for (; first > 0 && IsContinued(first - 1); --first)
    {
    }
    auto last = index;
    for (; IsContinued(last); ++last)
    {
    }
    return {m_entries[first].range.begin, m_entries[last].range.end};
}

std::size_t
SegmentQueue::GuessIndexOf(uint64_t position) const
{
    const auto count = m_entries.size();
    if (count < 3 || position < m_entries.front().range.end)
    {
        return 0;
    }
    // An ACK may have cut the first segment, and the last one may be short.
    const auto begin = m_entries.front().range.end;
    const auto size = (m_entries.back().range.begin - begin) / (count - 2);
    return std::min<std::size_t>(1 + (position - begin) / std::max<uint64_t>(size, 1), count - 1);
}

std::size_t
SegmentQueue::IndexOf(uint64_t position) const
{
    const auto guess = GuessIndexOf(position);
    if (m_entries[guess].range.begin <= position && position < m_entries[guess].range.end)
    {
        return guess;
    }
    const auto above = std::upper_bound(
        m_entries.begin(),
        m_entries.end(),
        position,
        [](uint64_t p, const SentSegment& entry) { return p < entry.range.begin; });
    return above - m_entries.begin() - 1;
}

} // namespace ns3

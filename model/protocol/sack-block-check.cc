/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sack-block-check.h"

#include "sequence-position.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Refusal = SackBlockCheck::Refusal;

/// @return an edge's position in relation to `snd.una`
int64_t
FromUna(uint32_t edge, uint64_t una)
{
    return static_cast<int64_t>(UnwrapSequence(una, edge) - una);
}

/// Check a block that is no D-SACK block below `snd.una`; all edges are in relation to that.
/// @return why it is refused
Refusal
CheckEdges(int64_t begin, int64_t end, int64_t highest)
{
    if (begin >= end)
    {
        return Refusal::INVERTED;
    }
    if (end > highest)
    {
        return Refusal::UNSENT;
    }
    return begin < 0 ? Refusal::ACKED : Refusal::NONE;
}

/// @return whether any two ranges have octets in common; their order is changed
bool
Overlap(SackBlockCheck::Ranges& ranges, std::size_t count)
{
    const auto end = ranges.begin() + count;
    std::sort(ranges.begin(), end, [](const OctetRange& a, const OctetRange& b) {
        return a.begin < b.begin;
    });
    return std::adjacent_find(ranges.begin(), end, [](const OctetRange& a, const OctetRange& b) {
               return a.end > b.begin;
           }) != end;
}

} // namespace

SackBlockCheck::Result
SackBlockCheck::Check(const SequenceBlock* blocks,
                      std::size_t count,
                      const Sent& sent,
                      Ranges& ranges)
{
    if (count > ranges.size())
    {
        return {Refusal::OVERLAP, false};
    }
    const auto highest = static_cast<int64_t>(sent.nxt - sent.una);
    const auto oldest = -static_cast<int64_t>(sent.una - sent.start);
    bool isDuplicate = false;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto begin = FromUna(blocks[i].begin, sent.una);
        const auto end = FromUna(blocks[i].end, sent.una);
        const bool isBelow = (i == 0 && begin < end && end <= 0);
        if (isBelow && begin < oldest)
        {
            return {Refusal::UNSENT, false};
        }
        const auto refusal = isBelow ? Refusal::NONE : CheckEdges(begin, end, highest);
        if (refusal != Refusal::NONE)
        {
            return {refusal, false};
        }
        ranges[i] = {sent.una + begin, sent.una + end};
        isDuplicate = isDuplicate || isBelow;
    }
    const bool isInSecond =
        count > 1 && ranges[1].begin <= ranges[0].begin && ranges[0].end <= ranges[1].end;
    // The order of the blocks is to be kept for the caller.
    Ranges sorted;
    const std::size_t skipped = isInSecond ? 1 : 0;
    std::copy(ranges.begin() + skipped, ranges.begin() + count, sorted.begin());
    if (Overlap(sorted, count - skipped))
    {
        return {Refusal::OVERLAP, false};
    }
    return {Refusal::NONE, isDuplicate || isInSecond};
}

const char*
SackBlockCheck::GetName(Refusal refusal)
{
    switch (refusal)
    {
    case Refusal::NONE:
        return "none";
    case Refusal::INVERTED:
        return "inverted block";
    case Refusal::ACKED:
        return "block below snd.una";
    case Refusal::UNSENT:
        return "block never sent";
    case Refusal::OVERLAP:
        return "overlapping blocks";
    }
    return "unknown";
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "compressed-sack-codec.h"

#include <algorithm>
#include <bitset>
#include <numeric>

namespace ns3
{

namespace
{

using Codec = CompressedSackCodec;

constexpr unsigned MAX_WIDTH = 32;
constexpr uint8_t WIDTH_MASK = 0x3f;
constexpr std::size_t NOWHERE = Codec::MAX_BLOCKS;

/// Farther from `A` no edge can be compared with it.
constexpr int64_t FAR = int64_t{1} << 31;

/// A block in relation to `A`: upwards is positive.
struct Interval
{
    int64_t begin;
    int64_t end;

    int64_t Size() const
    {
        return end - begin;
    }
};

/// How offsets are written.
struct Width
{
    unsigned bits;
    bool isSigned;

    int64_t Lowest() const
    {
        return isSigned ? -(int64_t{1} << (bits - 1)) : 0;
    }

    int64_t Highest() const
    {
        return (int64_t{1} << (isSigned ? bits - 1 : bits)) - 1;
    }

    bool Fits(int64_t offset) const
    {
        return offset != 0 && offset >= Lowest() && offset <= Highest();
    }
};

/// Which blocks to write, and how.
struct Plan
{
    Width width{0, false};
    bool isForm2{false};
    std::size_t count{0};
    std::size_t age{0}; ///< sum of the blocks' places in what was given
    std::array<uint8_t, Codec::MAX_BLOCKS> order;

    void Add(std::size_t block)
    {
        order[count++] = static_cast<uint8_t>(block);
        age += block;
    }

    std::size_t Bits() const
    {
        return (2 * count - 1) * width.bits;
    }

    bool IsBetterThan(const Plan& other) const
    {
        if (count != other.count)
        {
            return count > other.count;
        }
        return age != other.age ? age < other.age : Bits() < other.Bits();
    }

    /// Become a plan that is better.
    void Improve(const Plan& other)
    {
        if (other.IsBetterThan(*this))
        {
            *this = other;
        }
    }
};

/// What is to be reported, in relation to `A`.
struct Report
{
    std::size_t bits;     ///< for offsets
    std::size_t count{0}; ///< valid blocks
    std::size_t fixed{1}; ///< blocks that keep their place
    std::array<Interval, Codec::MAX_BLOCKS> blocks;
    std::size_t lineCount{0};
    std::size_t start{0}; ///< place of the last fixed block on the line
    /// Blocks from the lowest to the highest, but not the first one if the second contains it.
    std::array<uint8_t, Codec::MAX_BLOCKS> line;

    std::size_t MaxBlocks(const Width& width) const
    {
        return (bits / width.bits + 1) / 2;
    }

    /// @return whether, of two places, block after block can be written in form 2
    bool IsNext(const Width& width, std::size_t from, std::size_t to) const
    {
        const auto& next = blocks[line[to]];
        return width.Fits(blocks[line[from]].begin - next.end) && width.Fits(next.Size());
    }
};

/// @return what is to be reported of some blocks: nothing if the first one is invalid
Report
ReadBlocks(const SequenceBlock* blocks, std::size_t count, std::size_t capacity)
{
    Report report;
    report.bits = 8 * (capacity - Codec::HEAD);
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto below = [a = blocks[0].end](uint32_t edge) {
            return int64_t{static_cast<int32_t>(edge - a)};
        };
        const Interval interval{below(blocks[i].begin), below(blocks[i].end)};
        if (interval.Size() > 0 && interval.Size() < FAR && interval.begin > -FAR)
        {
            report.blocks[report.count++] = interval;
        }
        else if (i == 0)
        {
            return report;
        }
    }
    const auto& first = report.blocks[0];
    const auto& second = report.blocks[1];
    const bool isInSecond =
        report.count > 1 && second.begin <= first.begin && first.end <= second.end;
    const uint8_t last = isInSecond ? 1 : 0;
    report.fixed = last + 1;
    report.lineCount = report.count - last;
    const auto end = report.line.begin() + report.lineCount;
    std::iota(report.line.begin(), end, last);
    std::sort(report.line.begin(), end, [&report](uint8_t a, uint8_t b) {
        return report.blocks[a].begin < report.blocks[b].begin;
    });
    report.start = std::find(report.line.begin(), end, last) - report.line.begin();
    return report;
}

/// Visit the offsets that a plan writes after `A`.
template <class Visitor>
void
ForEachOffset(const Report& report, const Plan& plan, Visitor visit)
{
    int64_t reference = 0;
    for (std::size_t i = 0; i < plan.count; ++i)
    {
        const auto& block = report.blocks[plan.order[i]];
        if (i > 0)
        {
            visit(reference - block.end);
            reference = plan.isForm2 ? block.end : 0;
        }
        visit(reference - block.begin);
        reference = plan.isForm2 ? block.begin : 0;
    }
}

/// @return the plan in form 1; without blocks if it has no place for those that are fixed
Plan
PlanForm1(const Report& report, const Width& width)
{
    Plan plan;
    plan.width = width;
    for (std::size_t i = 0; i < report.count && plan.count < report.MaxBlocks(width); ++i)
    {
        const auto& block = report.blocks[i];
        if (width.Fits(-block.begin) && (i == 0 || width.Fits(-block.end)))
        {
            plan.Add(i);
        }
        else if (i < report.fixed)
        {
            return {};
        }
    }
    return plan;
}

/// One hop outwards. @p isStone has the way back pass over the block. @return farthest place within
/// @p limit blocks, or @p from
std::size_t
Hop(const Report& report,
    const Width& width,
    std::size_t from,
    int step,
    bool isStone,
    std::size_t limit)
{
    auto best = from;
    auto next = from + step;
    for (std::size_t i = 0;
         i < limit && next < report.lineCount && report.IsNext(width, from, next);
         ++i)
    {
        const auto beyond = next + step;
        const auto behind = (i == 0 ? from : next) - step;
        const bool isPassable = beyond < report.lineCount && (behind >= report.lineCount ||
                                                              report.IsNext(width, beyond, behind));
        if (!isStone || isPassable)
        {
            best = next;
        }
        next = beyond;
    }
    return best;
}

/// Form 2: outwards in hops, then back over all that was left out, for @p best if that is better.
/// @p step 1 goes upwards, -1 downwards. @return place on the line that at most @p hops led to
std::size_t
Walk(const Report& report, const Width& width, int step, std::size_t hops, Plan& best)
{
    Plan plan;
    plan.width = width;
    plan.isForm2 = true;
    for (std::size_t i = 0; i < report.fixed; ++i)
    {
        plan.Add(i);
    }
    const auto limit = report.MaxBlocks(width);
    std::bitset<Codec::MAX_BLOCKS> isVisited;
    auto place = report.start;
    for (std::size_t i = 0; i < hops && plan.count < limit; ++i)
    {
        const bool isStone = (i + 1 < hops);
        const auto next = Hop(report, width, place, step, isStone, limit - plan.count);
        if (next != place)
        {
            place = next;
            isVisited.set(place);
            plan.Add(report.line[place]);
        }
    }
    const auto reached = place;
    // Below place 0 the index wraps and is no place any more.
    for (auto next = place - step; next < report.lineCount && plan.count < limit; next -= step)
    {
        if (next == report.start || isVisited[next])
        {
            continue;
        }
        if (!report.IsNext(width, place, next))
        {
            break;
        }
        place = next;
        plan.Add(report.line[place]);
    }
    best.Improve(plan);
    return reached;
}

/// Try all walks of form 2.
void
TryForm2(const Report& report, const Width& width, Plan& best)
{
    const auto& first = report.blocks[0];
    const auto& last = report.blocks[report.fixed - 1];
    const bool fitFixed = width.Fits(first.Size()) && width.Fits(last.Size()) &&
                          (report.fixed == 1 || width.Fits(first.begin - last.end));
    for (const int step : {1, -1})
    {
        auto reached = NOWHERE;
        auto next = fitFixed ? Walk(report, width, step, 0, best) : NOWHERE;
        for (std::size_t hops = 1; width.isSigned && next != reached; ++hops)
        {
            reached = next;
            next = Walk(report, width, step, hops, best);
        }
    }
}

/// @return the plan of the allowed forms with most blocks, without blocks if none fits; its width
/// may be more than it needs
Plan
FindPlan(const Report& report, Codec::Form form)
{
    Plan best;
    for (unsigned bits = 1; bits <= MAX_WIDTH && best.count < report.count; ++bits)
    {
        for (const bool isSigned : {false, true})
        {
            const Width width{bits, isSigned};
            // With more bits fewer fit.
            if (report.MaxBlocks(width) < std::max(report.fixed, best.count))
            {
                return best;
            }
            if (form != Codec::Form::FROM_PREVIOUS)
            {
                best.Improve(PlanForm1(report, width));
            }
            if (form != Codec::Form::FROM_A)
            {
                TryForm2(report, width, best);
            }
        }
    }
    return best;
}

/// @return the least width for the offsets of a plan: a walk that was found with some may do with
/// less
Width
GetLeastWidth(const Report& report, const Plan& plan)
{
    int64_t lowest = 0;
    int64_t highest = 0;
    ForEachOffset(report, plan, [&](int64_t offset) {
        lowest = std::min(lowest, offset);
        highest = std::max(highest, offset);
    });
    Width width{1, lowest < 0};
    while (lowest < width.Lowest() || highest > width.Highest())
    {
        ++width.bits;
    }
    return width;
}

/// Write a number behind so many @p used bits, most significant bit first. @return bits used then
std::size_t
WriteBits(uint8_t* octets, std::size_t used, uint32_t value, unsigned bits)
{
    for (; bits > 0; --bits, ++used)
    {
        auto& octet = octets[used / 8];
        const auto bit = ((value >> (bits - 1)) & 1) << (7 - used % 8);
        octet = static_cast<uint8_t>((used % 8 == 0 ? 0 : octet) | bit);
    }
    return used;
}

/// @return the number behind so many @p used bits, most significant bit first
int64_t
ReadBits(const uint8_t* octets, std::size_t used, unsigned bits)
{
    int64_t value = 0;
    for (const auto end = used + bits; used < end; ++used)
    {
        value = 2 * value + ((octets[used / 8] >> (7 - used % 8)) & 1);
    }
    return value;
}

/// @return what is wrong with an option before its offsets, or null
const char*
CheckHead(const uint8_t* octets, std::size_t size)
{
    if (size < Codec::MIN_SIZE || size > Codec::MAX_SIZE || octets[1] != size)
    {
        return "wrong length";
    }
    if (octets[0] != Codec::KIND)
    {
        return "wrong kind";
    }
    const unsigned bits = octets[2] & WIDTH_MASK;
    return bits < 1 || bits > MAX_WIDTH ? "wrong width" : nullptr;
}

} // namespace

CompressedSackCodec::Encoded
CompressedSackCodec::Encode(const SequenceBlock* blocks,
                            std::size_t count,
                            uint8_t* octets,
                            std::size_t capacity,
                            Form form)
{
    if (count == 0 || capacity < MIN_SIZE)
    {
        return {};
    }
    const auto report =
        ReadBlocks(blocks, std::min(count, MAX_BLOCKS), std::min(capacity, MAX_SIZE));
    auto plan = FindPlan(report, form);
    if (plan.count == 0)
    {
        // The first block is invalid or too large, or there is no room for the second one, whose
        // place no other one may take.
        return count == 1 ? Encoded{} : Encode(blocks, 1, octets, capacity, form);
    }
    plan.width = GetLeastWidth(report, plan);
    const auto size = HEAD + (plan.Bits() + 7) / 8;
    const auto flags = (plan.width.isSigned ? TWOS_COMPLEMENT : 0) | (plan.isForm2 ? FORM_2 : 0);
    octets[0] = KIND;
    octets[1] = static_cast<uint8_t>(size);
    octets[2] = static_cast<uint8_t>(flags | plan.width.bits);
    auto used = WriteBits(octets, 3 * 8, blocks[0].end, 32);
    ForEachOffset(report, plan, [&](int64_t offset) {
        used = WriteBits(octets, used, static_cast<uint32_t>(offset), plan.width.bits);
    });
    return {size, plan.count};
}

CompressedSackCodec::Decoded
CompressedSackCodec::Decode(const uint8_t* octets, std::size_t size, Blocks& blocks)
{
    if (const auto* wrong = CheckHead(octets, size))
    {
        return {wrong, 0};
    }
    const Width width{octets[2] & unsigned{WIDTH_MASK}, (octets[2] & TWOS_COMPLEMENT) != 0};
    const bool isForm2 = (octets[2] & FORM_2) != 0;
    const auto a = ReadBits(octets, 3 * 8, 32);
    std::size_t edges = 1;
    int64_t previous = 0; // edge before, in relation to A
    for (std::size_t at = 8 * HEAD; at + width.bits <= 8 * size; at += width.bits)
    {
        const auto value = ReadBits(octets, at, width.bits);
        const auto offset = value > width.Highest() ? value - 2 * width.Highest() - 2 : value;
        if (offset == 0)
        {
            break;
        }
        const auto edge = (isForm2 ? previous : 0) - offset;
        const bool isLeft = (edges % 2 == 1);
        if (edge >= FAR || edge <= -FAR || (isLeft && previous - edge >= FAR))
        {
            return {"too far", 0};
        }
        if (isLeft && edge >= previous)
        {
            return {"inverted block", 0};
        }
        if (isLeft)
        {
            blocks[edges / 2] = {static_cast<uint32_t>(a + edge),
                                 static_cast<uint32_t>(a + previous)};
        }
        previous = edge;
        ++edges;
    }
    return edges % 2 == 0 ? Decoded{nullptr, edges / 2} : Decoded{"incomplete block", 0};
}

namespace
{

/// @return an edge's position in relation to `snd.una`
int64_t
FromUna(uint32_t edge, uint64_t una)
{
    return static_cast<int64_t>(UnwrapSequence(una, edge) - una);
}

/// @return whether any two ranges have octets in common, from one of so many on
bool
Overlap(SackBlockCheck::Ranges ranges, std::size_t first, std::size_t count)
{
    const auto begin = ranges.begin() + first;
    const auto end = ranges.begin() + count;
    std::sort(begin, end, [](const OctetRange& a, const OctetRange& b) {
        return a.begin < b.begin;
    });
    return std::adjacent_find(begin, end, [](const OctetRange& a, const OctetRange& b) {
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
        return {"overlapping blocks", false};
    }
    const auto highest = static_cast<int64_t>(sent.nxt - sent.una);
    const auto oldest = -static_cast<int64_t>(sent.una - sent.start);
    bool isDuplicate = false;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto begin = FromUna(blocks[i].begin, sent.una);
        const auto end = FromUna(blocks[i].end, sent.una);
        const bool isBelow = i == 0 && end <= 0;
        if (begin >= end)
        {
            return {"inverted block", false};
        }
        if (end > highest || (isBelow && begin < oldest))
        {
            return {"block never sent", false};
        }
        if (begin < 0 && !isBelow)
        {
            return {"block below snd.una", false};
        }
        ranges[i] = {sent.una + begin, sent.una + end};
        isDuplicate = isDuplicate || isBelow;
    }
    const bool isInSecond =
        count > 1 && ranges[1].begin <= ranges[0].begin && ranges[0].end <= ranges[1].end;
    return Overlap(ranges, isInSecond ? 1 : 0, count) ? Result{"overlapping blocks", false}
                                                      : Result{nullptr, isDuplicate || isInSecond};
}

} // namespace ns3

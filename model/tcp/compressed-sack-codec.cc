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
};

/// Finds the plan with most blocks.
class Planner
{
  public:
    Planner(const SequenceBlock* blocks, std::size_t count, std::size_t capacity);

    /// @return the best plan of the allowed forms, without blocks if none fits
    Plan Choose(Codec::Form form);

    /// Visit the offsets that a plan writes after `A`.
    template <class Visitor>
    void ForEachOffset(const Plan& plan, Visitor visit) const
    {
        int64_t reference = 0;
        for (std::size_t i = 0; i < plan.count; ++i)
        {
            const auto& block = m_blocks[plan.order[i]];
            if (i > 0)
            {
                visit(reference - block.end);
                reference = plan.isForm2 ? block.end : 0;
            }
            visit(reference - block.begin);
            reference = plan.isForm2 ? block.begin : 0;
        }
    }

  private:
    /// Go through all numbers of bits for the allowed forms.
    void TryAll(Codec::Form form);

    /// @brief Fill the line. The first block is not on it if the second one contains it.
    void Sort();

    std::size_t MaxBlocks(const Width& width) const
    {
        return (m_bits / width.bits + 1) / 2;
    }

    void TryForm1(const Width& width);
    void TryForm2(const Width& width);

    /// Form 2: outwards in hops, then back over all that was left out. @p step 1 goes upwards, -1
    /// downwards. @return place on the line that at most @p hops led to
    std::size_t Walk(const Width& width, int step, std::size_t hops);

    /// One hop outwards. @p isStone has the way back pass over the block. @return farthest place
    /// within @p limit blocks, or @p from
    std::size_t Hop(const Width& width,
                    std::size_t from,
                    int step,
                    bool isStone,
                    std::size_t limit) const;

    /// @return whether block after block can be written in form 2
    bool IsNext(const Width& width, std::size_t from, std::size_t to) const
    {
        const auto& next = m_blocks[m_line[to]];
        return width.Fits(m_blocks[m_line[from]].begin - next.end) && width.Fits(next.Size());
    }

    void Offer(const Plan& plan)
    {
        if (plan.IsBetterThan(m_best))
        {
            m_best = plan;
        }
    }

    std::size_t m_bits;     //!< for offsets
    std::size_t m_count{0}; //!< valid blocks
    std::size_t m_fixed{1}; //!< blocks that keep their place
    std::array<Interval, Codec::MAX_BLOCKS> m_blocks;
    std::size_t m_lineCount{0};
    std::size_t m_start{0};                        //!< place of the last fixed block on the line
    std::array<uint8_t, Codec::MAX_BLOCKS> m_line; //!< blocks from the lowest to the highest
    Plan m_best;
};

Planner::Planner(const SequenceBlock* blocks, std::size_t count, std::size_t capacity)
    : m_bits(8 * (capacity - Codec::HEAD))
{
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto below = [a = blocks[0].end](uint32_t edge) {
            return int64_t{static_cast<int32_t>(edge - a)};
        };
        const Interval interval{below(blocks[i].begin), below(blocks[i].end)};
        if (interval.Size() > 0 && interval.Size() < FAR && interval.begin > -FAR)
        {
            m_blocks[m_count++] = interval;
        }
        else if (i == 0)
        {
            return;
        }
    }
    const auto contains = [](const Interval& outer, const Interval& inner) {
        return outer.begin <= inner.begin && inner.end <= outer.end;
    };
    if (m_count > 1 && contains(m_blocks[1], m_blocks[0]))
    {
        m_fixed = 2;
    }
    Sort();
}

void
Planner::Sort()
{
    m_lineCount = m_count - (m_fixed - 1);
    const auto end = m_line.begin() + m_lineCount;
    std::iota(m_line.begin(), end, static_cast<uint8_t>(m_fixed - 1));
    std::sort(m_line.begin(), end, [this](uint8_t a, uint8_t b) {
        return m_blocks[a].begin < m_blocks[b].begin;
    });
    m_start = std::find(m_line.begin(), end, m_fixed - 1) - m_line.begin();
}

Plan
Planner::Choose(Codec::Form form)
{
    TryAll(form);
    // A walk that was found with some width may do with less.
    int64_t lowest = 0;
    int64_t highest = 0;
    ForEachOffset(m_best, [&](int64_t offset) {
        lowest = std::min(lowest, offset);
        highest = std::max(highest, offset);
    });
    Width width{1, lowest < 0};
    while (lowest < width.Lowest() || highest > width.Highest())
    {
        ++width.bits;
    }
    m_best.width = width;
    return m_best;
}

void
Planner::TryAll(Codec::Form form)
{
    for (unsigned bits = 1; bits <= MAX_WIDTH && m_best.count < m_count; ++bits)
    {
        for (const bool isSigned : {false, true})
        {
            const Width width{bits, isSigned};
            // With more bits fewer fit.
            if (MaxBlocks(width) < std::max(m_fixed, m_best.count))
            {
                return;
            }
            if (form != Codec::Form::FROM_PREVIOUS)
            {
                TryForm1(width);
            }
            if (form != Codec::Form::FROM_A)
            {
                TryForm2(width);
            }
        }
    }
}

void
Planner::TryForm1(const Width& width)
{
    Plan plan;
    plan.width = width;
    for (std::size_t i = 0; i < m_count && plan.count < MaxBlocks(width); ++i)
    {
        if (width.Fits(-m_blocks[i].begin) && (i == 0 || width.Fits(-m_blocks[i].end)))
        {
            plan.Add(i);
        }
        else if (i < m_fixed)
        {
            return;
        }
    }
    Offer(plan);
}

void
Planner::TryForm2(const Width& width)
{
    const auto& first = m_blocks[0];
    const auto& last = m_blocks[m_fixed - 1];
    const bool fitFixed = width.Fits(first.Size()) && width.Fits(last.Size()) &&
                          (m_fixed == 1 || width.Fits(first.begin - last.end));
    if (!fitFixed)
    {
        return;
    }
    Walk(width, 1, 0);
    if (!width.isSigned)
    {
        return;
    }
    for (const int step : {1, -1})
    {
        auto reached = NOWHERE;
        auto next = Walk(width, step, 0);
        for (std::size_t hops = 1; next != reached; ++hops)
        {
            reached = next;
            next = Walk(width, step, hops);
        }
    }
}

std::size_t
Planner::Walk(const Width& width, int step, std::size_t hops)
{
    Plan plan;
    plan.width = width;
    plan.isForm2 = true;
    for (std::size_t i = 0; i < m_fixed; ++i)
    {
        plan.Add(i);
    }
    const auto limit = MaxBlocks(width);
    std::bitset<Codec::MAX_BLOCKS> isVisited;
    auto place = m_start;
    for (std::size_t i = 0; i < hops && plan.count < limit; ++i)
    {
        const bool isStone = (i + 1 < hops);
        const auto next = Hop(width, place, step, isStone, limit - plan.count);
        if (next != place)
        {
            place = next;
            isVisited.set(place);
            plan.Add(m_line[place]);
        }
    }
    const auto reached = place;
    // Below place 0 the index wraps and is no place any more.
    for (auto next = place - step; next < m_lineCount && plan.count < limit; next -= step)
    {
        if (next == m_start || isVisited[next])
        {
            continue;
        }
        if (!IsNext(width, place, next))
        {
            break;
        }
        place = next;
        plan.Add(m_line[place]);
    }
    Offer(plan);
    return reached;
}

std::size_t
Planner::Hop(const Width& width, std::size_t from, int step, bool isStone, std::size_t limit) const
{
    auto best = from;
    auto next = from + step;
    for (std::size_t i = 0; i < limit && next < m_lineCount && IsNext(width, from, next); ++i)
    {
        const auto beyond = next + step;
        const auto behind = (i == 0 ? from : next) - step;
        const bool isPassable =
            beyond < m_lineCount && (behind >= m_lineCount || IsNext(width, beyond, behind));
        if (!isStone || isPassable)
        {
            best = next;
        }
        next = beyond;
    }
    return best;
}

/// Appends numbers of any width, most significant bit first.
class BitWriter
{
  public:
    explicit BitWriter(uint8_t* octets)
        : m_octets(octets)
    {
    }

    void Write(uint32_t value, unsigned bits)
    {
        while (bits > 0)
        {
            --bits;
            if (m_used % 8 == 0)
            {
                m_octets[m_used / 8] = 0;
            }
            const auto bit = static_cast<uint8_t>((value >> bits) & 1);
            m_octets[m_used / 8] |= static_cast<uint8_t>(bit << (7 - m_used % 8));
            ++m_used;
        }
    }

  private:
    uint8_t* m_octets;
    std::size_t m_used{0};
};

/// Takes numbers of one width, most significant bit first.
class OffsetReader
{
  public:
    OffsetReader(const uint8_t* octets, std::size_t size, const Width& width)
        : m_octets(octets),
          m_bits(8 * size),
          m_width(width)
    {
    }

    /// @return the next offset, or 0 when the list is over
    int64_t Next()
    {
        if (m_used + m_width.bits > m_bits)
        {
            return 0;
        }
        int64_t value = 0;
        for (unsigned i = 0; i < m_width.bits; ++i, ++m_used)
        {
            value = 2 * value + ((m_octets[m_used / 8] >> (7 - m_used % 8)) & 1);
        }
        const auto limit = int64_t{1} << (m_width.bits - 1);
        return m_width.isSigned && value >= limit ? value - 2 * limit : value;
    }

  private:
    const uint8_t* m_octets;
    std::size_t m_bits;
    std::size_t m_used{0};
    Width m_width;
};

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
    Planner planner(blocks, std::min(count, MAX_BLOCKS), std::min(capacity, MAX_SIZE));
    const auto plan = planner.Choose(form);
    if (plan.count == 0)
    {
        // The first block is invalid or too large, or there is no room for the second one, whose
        // place no other one may take.
        return count == 1 ? Encoded{} : Encode(blocks, 1, octets, capacity, form);
    }
    BitWriter writer(octets);
    const auto size = HEAD + (plan.Bits() + 7) / 8;
    const auto flags = (plan.width.isSigned ? TWOS_COMPLEMENT : 0) | (plan.isForm2 ? FORM_2 : 0);
    writer.Write(KIND, 8);
    writer.Write(static_cast<uint32_t>(size), 8);
    writer.Write(flags | plan.width.bits, 8);
    writer.Write(blocks[0].end, 32);
    planner.ForEachOffset(plan, [&](int64_t offset) {
        writer.Write(static_cast<uint32_t>(offset), plan.width.bits);
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
    const auto a = OffsetReader(octets + 3, 4, {32, false}).Next();
    OffsetReader reader(octets + HEAD, size - HEAD, width);
    std::size_t edges = 1;
    int64_t previous = 0; // edge before, in relation to A
    for (auto offset = reader.Next(); offset != 0; offset = reader.Next())
    {
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

/// Check a block that is no D-SACK block below `snd.una`; all edges are in relation to that.
/// @return why it is refused, or null
const char*
CheckEdges(int64_t begin, int64_t end, int64_t highest)
{
    if (begin >= end)
    {
        return "inverted block";
    }
    if (end > highest)
    {
        return "block never sent";
    }
    return begin < 0 ? "block below snd.una" : nullptr;
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
        return {"overlapping blocks", false};
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
            return {"block never sent", false};
        }
        const auto* refusal = isBelow ? nullptr : CheckEdges(begin, end, highest);
        if (refusal)
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
        return {"overlapping blocks", false};
    }
    return {nullptr, isDuplicate || isInSecond};
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/reassembly-queue.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

using ns3::OctetRange;
using ns3::ReassemblyQueue;

namespace ns3
{

void
PrintTo(const OctetRange& range, std::ostream* os)
{
    *os << '[' << range.begin << ", " << range.end << ')';
}

} // namespace ns3

namespace ReassemblyQueueTests
{

using Ranges = std::vector<OctetRange>;
using MaybeRange = std::optional<OctetRange>;

constexpr auto ALL = std::numeric_limits<std::size_t>::max();
constexpr uint64_t TWO_32 = uint64_t{1} << 32;
constexpr uint64_t TWO_40 = uint64_t{1} << 40;

Ranges
FreshOf(const ReassemblyQueue::Arrival& arrival)
{
    return {arrival.fresh.begin(), arrival.fresh.end()};
}

/// Segments of 10 octets by number, as in a hand-drawn time line: segment 3 is [30, 40).
OctetRange
Segment(uint64_t number)
{
    return {10 * number, 10 * number + 10};
}

/// Inserts numbered segments one by one.
void
InsertAll(ReassemblyQueue& queue, const std::vector<uint64_t>& numbers)
{
    for (const auto number : numbers)
    {
        queue.Insert(Segment(number));
    }
}

/// Every second segment from 1 on: blocks of one segment, each behind a hole of one.
ReassemblyQueue
EveryOther(uint64_t blocks, uint64_t size)
{
    ReassemblyQueue queue(0);
    for (uint64_t i = 0; i < blocks; ++i)
    {
        queue.Insert({(2 * i + 1) * size, (2 * i + 2) * size});
    }
    return queue;
}

TEST(ReassemblyQueue, InOrderNothingIsHeld)
{
    ReassemblyQueue queue(1000);
    EXPECT_EQ(queue.GetNext(), 1000U);
    for (uint64_t begin = 1000; begin < 9000; begin += 500)
    {
        const auto arrival = queue.Insert({begin, begin + 500});
        EXPECT_EQ(FreshOf(arrival), (Ranges{{begin, begin + 500}}));
        EXPECT_FALSE(arrival.duplicate);
        EXPECT_TRUE(arrival.advanced);
        EXPECT_EQ(queue.GetNext(), begin + 500);
        EXPECT_EQ(queue.GetBlocks(ALL), Ranges{});
    }
    EXPECT_EQ(queue.GetBlockCount(), 0U);
    EXPECT_EQ(queue.GetOperations(), 0U);
}

TEST(ReassemblyQueue, EmptyAndReversedSegmentsChangeNothing)
{
    ReassemblyQueue queue(100);
    queue.Insert({150, 200});
    for (const auto& segment : {OctetRange{100, 100},
                                OctetRange{160, 160},
                                OctetRange{50, 50},
                                OctetRange{120, 110},
                                OctetRange{300, 90},
                                OctetRange{180, 160}})
    {
        const auto arrival = queue.Insert(segment);
        EXPECT_TRUE(arrival.fresh.empty());
        EXPECT_FALSE(arrival.duplicate);
        EXPECT_FALSE(arrival.advanced);
    }
    EXPECT_EQ(queue.GetNext(), 100U);
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{150, 200}}));
}

// RFC 2018, section 7: eight segments of 500 octets, the first one from 5000 on.
TEST(ReassemblyQueue, ExamplesOfRfc2018)
{
    ReassemblyQueue first(5000);
    for (uint64_t begin = 5500; begin < 9000; begin += 500)
    {
        first.Insert({begin, begin + 500});
        EXPECT_EQ(first.GetNext(), 5000U);
        EXPECT_EQ(first.GetBlocks(ALL), (Ranges{{5500, begin + 500}})) << "only the first is lost";
    }

    ReassemblyQueue others(5000);
    others.Insert({5000, 5500});
    others.Insert({6000, 6500});
    EXPECT_EQ(others.GetBlocks(ALL), (Ranges{{6000, 6500}}));
    others.Insert({7000, 7500});
    EXPECT_EQ(others.GetBlocks(ALL), (Ranges{{7000, 7500}, {6000, 6500}}));
    others.Insert({8000, 8500});
    EXPECT_EQ(others.GetBlocks(ALL), (Ranges{{8000, 8500}, {7000, 7500}, {6000, 6500}}));
    EXPECT_EQ(others.GetNext(), 5500U);
    others.Insert({6500, 7000});
    EXPECT_EQ(others.GetBlocks(ALL), (Ranges{{6000, 7500}, {8000, 8500}})) << "the fourth arrives";
    EXPECT_TRUE(others.Insert({5500, 6000}).advanced);
    EXPECT_EQ(others.GetNext(), 7500U);
    EXPECT_EQ(others.GetBlocks(ALL), (Ranges{{8000, 8500}})) << "the second arrives";
}

TEST(ReassemblyQueue, MostRecentSegmentsBlockComesFirst)
{
    ReassemblyQueue queue(0);
    InsertAll(queue, {2, 6, 10, 4});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{40, 50}, {100, 110}, {60, 70}, {20, 30}}));
    InsertAll(queue, {7});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{60, 80}, {40, 50}, {100, 110}, {20, 30}}))
        << "6 grows to the right";
    InsertAll(queue, {9});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{90, 110}, {60, 80}, {40, 50}, {20, 30}}))
        << "10 grows to the left";
    InsertAll(queue, {3});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{20, 50}, {90, 110}, {60, 80}}))
        << "2 and 4 become one, with all of them the first";
    InsertAll(queue, {13});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{130, 140}, {20, 50}, {90, 110}, {60, 80}}));
    InsertAll(queue, {0});
    EXPECT_EQ(queue.GetNext(), 10U);
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{130, 140}, {20, 50}, {90, 110}, {60, 80}}))
        << "a segment at rcv.nxt belongs to no block";
    InsertAll(queue, {1});
    EXPECT_EQ(queue.GetNext(), 50U);
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{130, 140}, {90, 110}, {60, 80}}))
        << "the head is filled, the others stay as they were";
    EXPECT_EQ(queue.GetBlockCount(), 3U);
}

TEST(ReassemblyQueue, DuplicatesMoveTheirBlockToTheFront)
{
    ReassemblyQueue queue(10);
    InsertAll(queue, {2, 4, 6});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{60, 70}, {40, 50}, {20, 30}}));
    InsertAll(queue, {2});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{20, 30}, {60, 70}, {40, 50}}))
        << "the segment that triggered the ACK is in this block";
    InsertAll(queue, {8});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{80, 90}, {20, 30}, {60, 70}, {40, 50}}));
    InsertAll(queue, {0});
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{80, 90}, {20, 30}, {60, 70}, {40, 50}}))
        << "below rcv.nxt: in no block";
}

TEST(ReassemblyQueue, NoMoreBlocksThanAskedFor)
{
    ReassemblyQueue queue(0);
    InsertAll(queue, {2, 4, 6, 8, 10, 12});
    EXPECT_EQ(queue.GetBlocks(0), Ranges{});
    EXPECT_EQ(queue.GetBlocks(1), (Ranges{{120, 130}}));
    EXPECT_EQ(queue.GetBlocks(3), (Ranges{{120, 130}, {100, 110}, {80, 90}}));
    EXPECT_EQ(queue.GetBlocks(6).size(), 6U);
    EXPECT_EQ(queue.GetBlocks(7).size(), 6U);
}

TEST(ReassemblyQueue, EveryRelationToWhatIsHeld)
{
    struct Row
    {
        const char* relation;
        OctetRange segment;
        Ranges fresh;
        MaybeRange duplicate;
        uint64_t duplicateOctets;
        uint64_t next;
        Ranges blocks; // most recent first
    };

    // rcv.nxt 100; held: [200, 300), after it [400, 500).
    const Ranges both{{400, 500}, {200, 300}};
    const std::vector<Row> rows{
        {"all below", {10, 20}, {}, OctetRange{10, 20}, 10, 100, both},
        {"below, up to rcv.nxt", {80, 100}, {}, OctetRange{80, 100}, 20, 100, both},
        {"across rcv.nxt", {90, 120}, {{100, 120}}, OctetRange{90, 100}, 10, 120, both},
        {"at rcv.nxt", {100, 150}, {{100, 150}}, {}, 0, 150, both},
        {"fills the first hole", {100, 200}, {{100, 200}}, {}, 0, 300, {{400, 500}}},
        {"at rcv.nxt, into a block",
         {100, 250},
         {{100, 200}},
         OctetRange{200, 250},
         50,
         300,
         {{400, 500}}},
        {"at rcv.nxt, up to a block's end",
         {100, 300},
         {{100, 200}},
         OctetRange{200, 300},
         100,
         300,
         {{400, 500}}},
        {"at rcv.nxt, past a block",
         {100, 310},
         {{100, 200}, {300, 310}},
         OctetRange{200, 300},
         100,
         310,
         {{400, 500}}},
        {"at rcv.nxt, from block to block",
         {100, 400},
         {{100, 200}, {300, 400}},
         OctetRange{200, 300},
         100,
         500,
         {}},
        {"from below over everything",
         {50, 600},
         {{100, 200}, {300, 400}, {500, 600}},
         OctetRange{50, 100},
         250,
         600,
         {}},
        {"alone in the first hole",
         {110, 120},
         {{110, 120}},
         {},
         0,
         100,
         {{110, 120}, {400, 500}, {200, 300}}},
        {"alone between the blocks",
         {301, 399},
         {{301, 399}},
         {},
         0,
         100,
         {{301, 399}, {400, 500}, {200, 300}}},
        {"alone above", {501, 502}, {{501, 502}}, {}, 0, 100, {{501, 502}, {400, 500}, {200, 300}}},
        {"touches from the left", {190, 200}, {{190, 200}}, {}, 0, 100, {{190, 300}, {400, 500}}},
        {"touches from the right", {300, 310}, {{300, 310}}, {}, 0, 100, {{200, 310}, {400, 500}}},
        {"overlaps from the left",
         {190, 210},
         {{190, 200}},
         OctetRange{200, 210},
         10,
         100,
         {{190, 300}, {400, 500}}},
        {"overlaps from the right",
         {290, 310},
         {{300, 310}},
         OctetRange{290, 300},
         10,
         100,
         {{200, 310}, {400, 500}}},
        {"the same as a block",
         {200, 300},
         {},
         OctetRange{200, 300},
         100,
         100,
         {{200, 300}, {400, 500}}},
        {"inside a block", {210, 220}, {}, OctetRange{210, 220}, 10, 100, {{200, 300}, {400, 500}}},
        {"a block's begin", {200, 201}, {}, OctetRange{200, 201}, 1, 100, {{200, 300}, {400, 500}}},
        {"a block's end", {299, 300}, {}, OctetRange{299, 300}, 1, 100, {{200, 300}, {400, 500}}},
        {"around a block",
         {150, 350},
         {{150, 200}, {300, 350}},
         OctetRange{200, 300},
         100,
         100,
         {{150, 350}, {400, 500}}},
        {"a block's begin and more",
         {200, 310},
         {{300, 310}},
         OctetRange{200, 300},
         100,
         100,
         {{200, 310}, {400, 500}}},
        {"before a block up to its end",
         {190, 300},
         {{190, 200}},
         OctetRange{200, 300},
         100,
         100,
         {{190, 300}, {400, 500}}},
        {"fills the hole between two", {300, 400}, {{300, 400}}, {}, 0, 100, {{200, 500}}},
        {"from one block into the next",
         {250, 450},
         {{300, 400}},
         OctetRange{250, 300},
         100,
         100,
         {{200, 500}}},
        {"from a hole into the second next block",
         {150, 450},
         {{150, 200}, {300, 400}},
         OctetRange{200, 300},
         150,
         100,
         {{150, 500}}},
        {"around both",
         {150, 550},
         {{150, 200}, {300, 400}, {500, 550}},
         OctetRange{200, 300},
         200,
         100,
         {{150, 550}}},
    };
    for (const auto& row : rows)
    {
        SCOPED_TRACE(row.relation);
        ReassemblyQueue queue(100);
        queue.Insert({200, 300});
        queue.Insert({400, 500});
        const auto arrival = queue.Insert(row.segment);
        EXPECT_EQ(FreshOf(arrival), row.fresh);
        EXPECT_EQ(arrival.duplicate, row.duplicate);
        EXPECT_EQ(arrival.advanced, row.next > 100);
        EXPECT_EQ(queue.GetNext(), row.next);
        EXPECT_EQ(queue.GetBlocks(ALL), row.blocks);
        EXPECT_EQ(queue.GetBlockCount(), row.blocks.size());
        uint64_t fresh = 0;
        for (const auto& part : arrival.fresh)
        {
            fresh += part.Size();
        }
        EXPECT_EQ(row.segment.Size() - fresh, row.duplicateOctets);
    }
}

TEST(ReassemblyQueue, MovesWithItsBlocks)
{
    ReassemblyQueue original(0);
    InsertAll(original, {2, 6, 4});
    ReassemblyQueue moved(std::move(original));
    InsertAll(moved, {3, 9, 6});
    EXPECT_EQ(moved.GetBlocks(ALL), (Ranges{{60, 70}, {90, 100}, {20, 50}}));

    ReassemblyQueue assigned(5);
    InsertAll(assigned, {1, 8});
    assigned = std::move(moved);
    EXPECT_EQ(assigned.GetNext(), 0U);
    InsertAll(assigned, {5});
    EXPECT_EQ(assigned.GetBlocks(ALL), (Ranges{{20, 70}, {90, 100}}));
}

TEST(ReassemblyQueue, PositionsBeyond32Bits)
{
    for (const auto wrap : {TWO_32, TWO_40})
    {
        SCOPED_TRACE(wrap);
        ReassemblyQueue queue(wrap - 100);
        queue.Insert({wrap - 50, wrap});
        queue.Insert({wrap + 10, wrap + 20});
        EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{wrap + 10, wrap + 20}, {wrap - 50, wrap}}));
        EXPECT_EQ(FreshOf(queue.Insert({wrap - 10, wrap + 10})), (Ranges{{wrap, wrap + 10}}));
        EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{wrap - 50, wrap + 20}}));
        EXPECT_TRUE(queue.Insert({wrap - 100, wrap - 50}).advanced);
        EXPECT_EQ(queue.GetNext(), wrap + 20);
        EXPECT_EQ(queue.Insert({wrap - 1, wrap + 1}).duplicate, (OctetRange{wrap - 1, wrap + 1}));
    }
    // Half of 2^32 apart, and the same low 32 bits.
    ReassemblyQueue queue(1000);
    queue.Insert({2000, 3000});
    for (const auto offset : {TWO_32 / 2, TWO_32})
    {
        EXPECT_EQ(FreshOf(queue.Insert({offset + 2000, offset + 3000})),
                  (Ranges{{offset + 2000, offset + 3000}}));
    }
    EXPECT_EQ(queue.GetBlockCount(), 3U);
    EXPECT_EQ(
        FreshOf(queue.Insert({1000, TWO_32 + 2000})),
        (Ranges{{1000, 2000}, {3000, TWO_32 / 2 + 2000}, {TWO_32 / 2 + 3000, TWO_32 + 2000}}));
    EXPECT_EQ(queue.GetNext(), TWO_32 + 3000);
    EXPECT_EQ(queue.Insert({500, 600}).duplicate, (OctetRange{500, 600}));
}

TEST(ReassemblyQueue, AThousandBlocks)
{
    constexpr uint64_t BLOCKS = 1000;
    auto queue = EveryOther(BLOCKS, 10);
    EXPECT_EQ(queue.GetBlockCount(), BLOCKS);
    const auto blocks = queue.GetBlocks(ALL);
    ASSERT_EQ(blocks.size(), BLOCKS);
    for (uint64_t i = 0; i < BLOCKS; ++i)
    {
        EXPECT_EQ(blocks[i], Segment(2 * (BLOCKS - i) - 1)) << "the last one first";
    }
    // Holes are filled in any order, the very first one last: segment 2 * i for i in 1..999.
    std::vector<uint64_t> holes(BLOCKS - 1);
    std::iota(holes.begin(), holes.end(), 1);
    std::mt19937 random(1);
    std::shuffle(holes.begin(), holes.end(), random);
    uint64_t left = BLOCKS;
    for (const auto hole : holes)
    {
        const auto arrival = queue.Insert(Segment(2 * hole));
        EXPECT_EQ(FreshOf(arrival), (Ranges{Segment(2 * hole)}));
        EXPECT_EQ(queue.GetBlockCount(), --left);
        const auto first = queue.GetBlocks(1).at(0);
        EXPECT_LE(first.begin, 20 * hole - 10);
        EXPECT_GE(first.end, 20 * hole + 20);
        EXPECT_FALSE(arrival.advanced);
    }
    EXPECT_EQ(queue.GetBlocks(ALL), (Ranges{{10, 10 + 10 * (2 * BLOCKS - 1)}}));
    queue.Insert(Segment(0));
    EXPECT_EQ(queue.GetNext(), 20 * BLOCKS);
}

TEST(ReassemblyQueue, CostDoesNotGrowWithWhatIsHeld)
{
    // One look to find the place and one to see where the segment's blocks end, and one for each
    // neighbour that it merges with, however many blocks there are and however long they are.
    constexpr uint64_t LOOKS = 4;
    for (const uint64_t blocks : {10, 100, 1000, 10000, 100000})
    {
        for (const uint64_t size : {4, 1460, 1000000})
        {
            SCOPED_TRACE(std::to_string(blocks) + " blocks of " + std::to_string(size));
            auto queue = EveryOther(blocks, size);
            EXPECT_LE(queue.GetOperations(), LOOKS * blocks);
            std::mt19937 random(7);
            const auto cost = [&queue](OctetRange segment) {
                const auto before = queue.GetOperations();
                queue.Insert(segment);
                return queue.GetOperations() - before;
            };
            for (int i = 0; i < 1000; ++i)
            {
                // A block and the hole behind it.
                const auto block = (2 * (random() % blocks) + 1) * size;
                const auto hole = block + size;
                EXPECT_LE(cost({block, hole}), LOOKS) << "held already";
                EXPECT_LE(cost({block + 1, block + 2}), LOOKS) << "inside";
                EXPECT_LE(cost({hole + 1, hole + 2}), LOOKS) << "a new block, or the same again";
                EXPECT_LE(cost({hole, hole + 1}), LOOKS) << "grows to the right";
                EXPECT_LE(cost({hole + 2, hole + size}), LOOKS) << "closes the hole";
                EXPECT_LE(cost({0, 1}), LOOKS) << "at rcv.nxt, then below it";
            }
        }
    }
}

TEST(ReassemblyQueue, MergedBlocksCostOnce)
{
    constexpr uint64_t BLOCKS = 10000;
    auto inOrder = EveryOther(BLOCKS, 10);
    auto before = inOrder.GetOperations();
    for (uint64_t i = 0; i < BLOCKS; ++i)
    {
        inOrder.Insert(Segment(2 * i));
    }
    EXPECT_EQ(inOrder.GetNext(), 20 * BLOCKS);
    EXPECT_LE(inOrder.GetOperations() - before, 2 * BLOCKS) << "each hole one block";

    auto atOnce = EveryOther(BLOCKS, 10);
    before = atOnce.GetOperations();
    EXPECT_EQ(atOnce.Insert({5, 20 * BLOCKS}).fresh.size(), BLOCKS);
    EXPECT_EQ(atOnce.GetBlocks(ALL), (Ranges{{5, 20 * BLOCKS}}));
    EXPECT_LE(atOnce.GetOperations() - before, BLOCKS + 2);

    auto half = EveryOther(BLOCKS, 10);
    before = half.GetOperations();
    half.Insert({0, 10 * BLOCKS});
    EXPECT_LE(half.GetOperations() - before, BLOCKS / 2 + 2) << "what is above is not looked at";
}

/// Every octet on its own: the number of the last segment that brought it, 0 if none did.
class NaiveReceiver
{
  public:
    NaiveReceiver(uint64_t base, std::size_t octets)
        : m_base(base),
          m_next(base),
          m_stamp(octets, 0)
    {
    }

    struct Arrival
    {
        Ranges fresh;
        MaybeRange duplicate;
        bool advanced{false};
    };

    Arrival Insert(OctetRange segment)
    {
        Arrival arrival;
        ++m_now;
        const auto oldNext = m_next;
        bool duplicateEnded = false;
        for (auto at = segment.begin; at < segment.end; ++at)
        {
            if (Has(at))
            {
                if (!arrival.duplicate)
                {
                    arrival.duplicate = OctetRange{at, at + 1};
                }
                else if (!duplicateEnded)
                {
                    arrival.duplicate->end = at + 1;
                }
            }
            else
            {
                duplicateEnded = arrival.duplicate.has_value();
                if (!arrival.fresh.empty() && arrival.fresh.back().end == at)
                {
                    arrival.fresh.back().end = at + 1;
                }
                else
                {
                    arrival.fresh.push_back({at, at + 1});
                }
            }
            if (at >= m_base)
            {
                m_stamp.at(at - m_base) = m_now;
            }
        }
        Slide();
        arrival.advanced = m_next != oldNext;
        return arrival;
    }

    /// Blocks by their youngest octet.
    Ranges GetBlocks() const
    {
        struct Block
        {
            OctetRange octets;
            uint64_t stamp;
        };

        std::vector<Block> blocks;
        for (auto at = m_next; at < m_base + m_stamp.size(); ++at)
        {
            const auto stamp = m_stamp[at - m_base];
            if (stamp == 0)
            {
                continue;
            }
            if (blocks.empty() || blocks.back().octets.end != at)
            {
                blocks.push_back({{at, at}, 0});
            }
            blocks.back().octets.end = at + 1;
            blocks.back().stamp = std::max(blocks.back().stamp, stamp);
        }
        std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) {
            return a.stamp > b.stamp;
        });
        Ranges ranges;
        for (const auto& block : blocks)
        {
            ranges.push_back(block.octets);
        }
        return ranges;
    }

    uint64_t GetNext() const
    {
        return m_next;
    }

  private:
    bool Has(uint64_t at) const
    {
        return at < m_next || m_stamp.at(at - m_base) != 0;
    }

    void Slide()
    {
        while (m_next < m_base + m_stamp.size() && m_stamp[m_next - m_base] != 0)
        {
            ++m_next;
        }
    }

    uint64_t m_base;
    uint64_t m_next;
    std::vector<uint64_t> m_stamp;
    uint64_t m_now{0};
};

/// How a sequence of random operations looks.
struct RandomMix
{
    const char* name;
    uint64_t base;    // where it begins
    uint64_t window;  // how far above rcv.nxt segments begin
    uint64_t length;  // longest segment
    uint64_t align;   // segments begin and end at multiples
    unsigned atNext;  // per cent of segments at rcv.nxt
    unsigned skips;   // per cent of segments that reach far from rcv.nxt on
    unsigned revisit; // per cent of segments below rcv.nxt
};

class ReassemblyQueueRandom : public testing::TestWithParam<RandomMix>
{
  protected:
    static constexpr int OPERATIONS = 40000;
    static constexpr uint64_t SPACE = 1500; // octets until the sequence begins anew

    void Restart()
    {
        m_queue = ReassemblyQueue(GetParam().base);
        m_naive = NaiveReceiver(GetParam().base, SPACE);
    }

    uint64_t Below(uint64_t bound)
    {
        return m_random() % bound;
    }

    OctetRange RandomSegment()
    {
        const auto& mix = GetParam();
        auto begin = m_naive.GetNext();
        const auto kind = Below(100);
        if (kind < mix.revisit)
        {
            begin -= std::min(begin, Below(mix.window));
        }
        else if (kind >= mix.revisit + mix.atNext)
        {
            begin += Below(mix.window);
        }
        begin -= begin % mix.align;
        return {begin, begin + Below(mix.length / mix.align + 1) * mix.align};
    }

    void Step()
    {
        const auto& mix = GetParam();
        const auto next = m_naive.GetNext();
        const auto segment = Below(100) < mix.skips ? OctetRange{next, next + Below(mix.window / 4)}
                                                    : RandomSegment();
        const auto expected = m_naive.Insert(segment);
        const auto arrival = m_queue.Insert(segment);
        EXPECT_EQ(FreshOf(arrival), expected.fresh);
        EXPECT_EQ(arrival.duplicate, expected.duplicate);
        EXPECT_EQ(arrival.advanced, expected.advanced);
    }

    void Compare()
    {
        const auto blocks = m_naive.GetBlocks();
        EXPECT_EQ(m_queue.GetNext(), m_naive.GetNext());
        EXPECT_EQ(m_queue.GetBlockCount(), blocks.size());
        EXPECT_EQ(m_queue.GetBlocks(ALL), blocks);
        const Ranges three(blocks.begin(),
                           blocks.begin() + std::min<std::size_t>(3, blocks.size()));
        EXPECT_EQ(m_queue.GetBlocks(3), three);
        m_mostBlocks = std::max(m_mostBlocks, blocks.size());
    }

    std::mt19937_64 m_random{20260101};
    ReassemblyQueue m_queue{0};
    NaiveReceiver m_naive{0, 0};
    std::size_t m_mostBlocks{0};
};

TEST_P(ReassemblyQueueRandom, AgreesWithAnArrayOfOctets)
{
    const auto& mix = GetParam();
    Restart();
    int restarts = 0;
    for (int i = 0; i < OPERATIONS; ++i)
    {
        if (m_naive.GetNext() + mix.window + mix.length >= mix.base + SPACE)
        {
            Restart();
            ++restarts;
        }
        Step();
        Compare();
        ASSERT_FALSE(HasFailure()) << "operation " << i;
    }
    EXPECT_GT(m_mostBlocks, 8U) << "the mix is dense enough to mean something";
    EXPECT_GT(restarts, 0) << "rcv.nxt gets through all positions";
}

INSTANTIATE_TEST_SUITE_P(
    Mixes,
    ReassemblyQueueRandom,
    testing::Values(RandomMix{"Sparse", 0, 300, 12, 1, 3, 1, 5},
                    RandomMix{"Long", 5000, 400, 120, 1, 2, 2, 10},
                    RandomMix{"Segments", 0, 400, 30, 10, 4, 0, 10},
                    RandomMix{"Single", 77, 60, 1, 1, 30, 1, 10},
                    RandomMix{"Across32Bits", TWO_32 - 700, 300, 20, 1, 3, 1, 5},
                    RandomMix{"Across40Bits", TWO_40 - 700, 300, 20, 1, 3, 1, 5}),
    [](const auto& mix) { return mix.param.name; });

} // namespace ReassemblyQueueTests

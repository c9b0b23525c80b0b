/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sent-segments.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3
{
namespace OctetRunsTests
{

using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;

Ranges
ToPairs(const std::vector<OctetRange>& ranges)
{
    Ranges pairs;
    for (const auto& range : ranges)
    {
        pairs.emplace_back(range.begin, range.end);
    }
    return pairs;
}

/// [10, 20), [30, 40) and [50, 60), unless told otherwise.
SackedRuns
MakeRuns(const Ranges& ranges = {{10, 20}, {30, 40}, {50, 60}})
{
    SackedRuns runs;
    std::vector<OctetRange> fresh;
    for (const auto& [begin, end] : ranges)
    {
        runs.Add({begin, end}, fresh);
    }
    return runs;
}

/// What a change of the three runs is said to be, and what there is then.
struct Change
{
    OctetRange range;
    Ranges told;
    Ranges left;
};

TEST(SackedRuns, TellsWhatWasNotSackedBefore)
{
    const std::vector<Change> changes{
        {{0, 5}, {{0, 5}}, {{0, 5}, {10, 20}, {30, 40}, {50, 60}}},
        {{5, 10}, {{5, 10}}, {{5, 20}, {30, 40}, {50, 60}}},
        {{10, 20}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{12, 18}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{15, 25}, {{20, 25}}, {{10, 25}, {30, 40}, {50, 60}}},
        {{20, 30}, {{20, 30}}, {{10, 40}, {50, 60}}},
        {{21, 29}, {{21, 29}}, {{10, 20}, {21, 29}, {30, 40}, {50, 60}}},
        {{5, 65}, {{5, 10}, {20, 30}, {40, 50}, {60, 65}}, {{5, 65}}},
        {{35, 50}, {{40, 50}}, {{10, 20}, {30, 60}}},
        {{60, 61}, {{60, 61}}, {{10, 20}, {30, 40}, {50, 61}}},
        {{61, 62}, {{61, 62}}, {{10, 20}, {30, 40}, {50, 60}, {61, 62}}}};
    for (const auto& [range, told, left] : changes)
    {
        auto runs = MakeRuns();
        std::vector<OctetRange> fresh;
        runs.Add(range, fresh);
        EXPECT_EQ(ToPairs(fresh), told) << range.begin << " to " << range.end;
        EXPECT_EQ(ToPairs(runs.Remove({0, UINT64_MAX})), left)
            << range.begin << " to " << range.end;
        EXPECT_EQ(runs.GetFirst(), UINT64_MAX);
    }
}

TEST(SackedRuns, RemovesPartsWholesAndNothing)
{
    const std::vector<Change> changes{
        {{0, 10}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{15, 15}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{35, 12}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{20, 30}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{60, 99}, {}, {{10, 20}, {30, 40}, {50, 60}}},
        {{13, 17}, {{13, 17}}, {{10, 13}, {17, 20}, {30, 40}, {50, 60}}},
        {{10, 20}, {{10, 20}}, {{30, 40}, {50, 60}}},
        {{5, 11}, {{10, 11}}, {{11, 20}, {30, 40}, {50, 60}}},
        {{19, 51}, {{19, 20}, {30, 40}, {50, 51}}, {{10, 19}, {51, 60}}},
        {{0, 99}, {{10, 20}, {30, 40}, {50, 60}}, {}}};
    for (const auto& [range, told, left] : changes)
    {
        auto runs = MakeRuns();
        EXPECT_EQ(ToPairs(runs.Remove(range)), told) << range.begin << " to " << range.end;
        EXPECT_EQ(ToPairs(runs.Remove({0, UINT64_MAX})), left)
            << range.begin << " to " << range.end;
    }
}

TEST(SackedRuns, AnAckRemovesWhatIsBelow)
{
    const std::vector<std::pair<uint64_t, Ranges>> cases{{10, {{10, 20}, {30, 40}, {50, 60}}},
                                                         {11, {{11, 20}, {30, 40}, {50, 60}}},
                                                         {20, {{30, 40}, {50, 60}}},
                                                         {30, {{30, 40}, {50, 60}}},
                                                         {59, {{59, 60}}},
                                                         {60, {}}};
    for (const auto& [ack, left] : cases)
    {
        auto runs = MakeRuns();
        runs.Remove({0, ack});
        EXPECT_EQ(runs.GetFirst(), left.empty() ? UINT64_MAX : left.front().first) << ack;
        EXPECT_EQ(ToPairs(runs.Remove({0, UINT64_MAX})), left) << ack;
    }
}

TEST(SackedRuns, IsLookedAtFromAbove)
{
    const auto runs = MakeRuns({{10, 25}, {30, 40}, {50, 60}});
    // By number alone, the first one too.
    EXPECT_EQ(runs.FindFromAbove(1, 1000), 60);
    EXPECT_EQ(runs.FindFromAbove(2, 1000), 40);
    EXPECT_EQ(runs.FindFromAbove(3, 1000), 25);
    EXPECT_EQ(runs.FindFromAbove(4, 1000), 0);
    // More than so many octets.
    EXPECT_EQ(runs.FindFromAbove(9, 9), 60);
    EXPECT_EQ(runs.FindFromAbove(9, 10), 40);
    EXPECT_EQ(runs.FindFromAbove(9, 20), 25);
    EXPECT_EQ(runs.FindFromAbove(9, 34), 25);
    EXPECT_EQ(runs.FindFromAbove(9, 35), 0);
    EXPECT_EQ(SackedRuns().FindFromAbove(1, 0), 0);

    EXPECT_EQ(runs.CountAbove(0), 35);
    EXPECT_EQ(runs.CountAbove(24), 21);
    EXPECT_EQ(runs.CountAbove(25), 20);
    EXPECT_EQ(runs.CountAbove(31), 19);
    EXPECT_EQ(runs.CountAbove(59), 1);
    EXPECT_EQ(runs.CountAbove(60), 0);
    EXPECT_EQ(runs.GetLast().begin, 50);
    EXPECT_EQ(runs.GetLast().end, 60);
    EXPECT_EQ(SackedRuns().GetLast().end, 0);
}

TEST(SackedRuns, ContainsWhatOneRunHolds)
{
    const auto runs = MakeRuns();
    for (const OctetRange range :
         {OctetRange{10, 20}, OctetRange{10, 11}, OctetRange{19, 20}, OctetRange{50, 60}})
    {
        EXPECT_TRUE(runs.Contains(range)) << range.begin;
    }
    for (const OctetRange range : {OctetRange{9, 20},
                                   OctetRange{10, 21},
                                   OctetRange{15, 35},
                                   OctetRange{20, 21},
                                   OctetRange{15, 15},
                                   OctetRange{15, 12},
                                   OctetRange{60, 61}})
    {
        EXPECT_FALSE(runs.Contains(range)) << range.begin;
    }
    EXPECT_FALSE(SackedRuns().Contains({0, 1}));
}

/// All holes, by taking the first one away until none has an end.
Ranges
ListHoles(HoleRuns holes)
{
    Ranges list;
    for (auto first = holes.First(); list.size() < 9; first = holes.First())
    {
        list.emplace_back(first.begin, first.end);
        if (first.end == HoleRuns::BEYOND)
        {
            break;
        }
        holes.Remove(first);
    }
    return list;
}

TEST(HoleRuns, AreWhatWasNotRemoved)
{
    constexpr auto BEYOND = HoleRuns::BEYOND;
    HoleRuns holes(10);
    EXPECT_EQ(ListHoles(holes), (Ranges{{10, BEYOND}}));
    holes.Remove({20, 30}); // the last one is split
    holes.Remove({40, 50});
    EXPECT_EQ(ListHoles(holes), (Ranges{{10, 20}, {30, 40}, {50, BEYOND}}));
    holes.Remove({33, 36});
    EXPECT_EQ(ListHoles(holes), (Ranges{{10, 20}, {30, 33}, {36, 40}, {50, BEYOND}}));
    holes.Remove({10, 12}); // a front
    holes.Remove({20, 30}); // none
    holes.Remove({38, 45}); // an end, and what is none
    EXPECT_EQ(ListHoles(holes), (Ranges{{12, 20}, {30, 33}, {36, 38}, {50, BEYOND}}));
    holes.Remove({19, 37});
    EXPECT_EQ(ListHoles(holes), (Ranges{{12, 19}, {37, 38}, {50, BEYOND}}));
    holes.Remove({12, 60});
    EXPECT_EQ(ListHoles(holes), (Ranges{{60, BEYOND}}));
}

TEST(HoleRuns, JoinThoseThatTheyTouch)
{
    constexpr auto BEYOND = HoleRuns::BEYOND;
    HoleRuns holes(60);
    holes.Add({20, 30});
    holes.Add({40, 50});
    EXPECT_EQ(ListHoles(holes), (Ranges{{20, 30}, {40, 50}, {60, BEYOND}}));
    holes.Add({10, 15});
    EXPECT_EQ(ListHoles(holes), (Ranges{{10, 15}, {20, 30}, {40, 50}, {60, BEYOND}}));
    holes.Add({15, 18}); // the one before
    holes.Add({35, 40}); // the one behind
    EXPECT_EQ(ListHoles(holes), (Ranges{{10, 18}, {20, 30}, {35, 50}, {60, BEYOND}}));
    holes.Add({18, 20}); // both
    holes.Add({50, 60});
    EXPECT_EQ(ListHoles(holes), (Ranges{{10, 30}, {35, BEYOND}}));
}

} // namespace OctetRunsTests

} // namespace ns3

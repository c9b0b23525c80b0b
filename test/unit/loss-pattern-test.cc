/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../support/pattern-need.h"
#include "../support/pattern-transfer.h"

#include <chrono>
#include <gtest/gtest.h>
#include <initializer_list>

namespace LossPatternTests
{

using namespace losspattern;

Mask
Lost(std::initializer_list<int> segments)
{
    Mask mask = 0;
    for (const auto segment : segments)
    {
        mask |= Bit(segment);
    }
    return mask;
}

/// What becomes of a transfer of 12 segments.
Result
Transfer(Repair repair, const Pattern& pattern)
{
    const auto result = PatternTransfer(pattern, repair, Reduction::HALVING).Run();
    EXPECT_EQ(result.fault, "");
    return result;
}

// Two losses, six duplicate ACKs or more: Reno alone is left with nothing after the first.
TEST(LossPattern, TwoLosses)
{
    for (const auto repair : REPAIRS)
    {
        EXPECT_EQ(NeedsTimeout(repair, Lost({2, 4})), repair == Repair::RENO) << NameOf(repair);
    }
}

// Two duplicate ACKs: FACK sees the last segment four ahead, RACK-TLP waits for its window.
TEST(LossPattern, TwoDuplicateAcks)
{
    const auto lost = Lost({8, 9});
    for (const auto repair : REPAIRS)
    {
        const bool sees =
            repair == Repair::FACK || repair == Repair::FACK_TIMEOUT || repair == Repair::RACK;
        EXPECT_EQ(NeedsTimeout(repair, lost), !sees) << NameOf(repair);
    }
}

// The last segment and another one: partial ACKs, a rescue or a probe find it, SACK blocks do not.
TEST(LossPattern, TheLastSegmentToo)
{
    const auto lost = Lost({3, 11});
    EXPECT_FALSE(NeedsTimeout(Repair::NEW_RENO, lost));
    EXPECT_TRUE(NeedsTimeout(Repair::SACK, lost));
    EXPECT_TRUE(NeedsTimeout(Repair::FACK, lost));
    EXPECT_TRUE(NeedsTimeout(Repair::RFC_6675, lost));
    EXPECT_FALSE(NeedsTimeout(Repair::RFC_6675_RESCUE, lost));
    EXPECT_FALSE(NeedsTimeout(Repair::RACK, lost));
}

// Eight of 12, four duplicate ACKs: pipe is 8 - 2 after the first partial ACK, and the window 6.
TEST(LossPattern, MoreThanHalf)
{
    EXPECT_TRUE(NeedsTimeout(Repair::SACK, Lost({0, 1, 2, 3, 4, 5, 6, 7})));
    EXPECT_FALSE(NeedsTimeout(Repair::SACK, Lost({0, 1, 2, 3, 4, 5, 6})));
}

// 1 ms for each segment, 100 ms there and back; the third duplicate ACK at 104 ms, and a round trip
// of one segment.
TEST(LossPattern, OneLossTakesTwoRoundTrips)
{
    Pattern pattern;
    pattern.lost = Lost({0});
    for (const auto repair : REPAIRS)
    {
        const auto result = Transfer(repair, pattern);
        EXPECT_EQ(result.time, std::chrono::milliseconds(104 + 101)) << NameOf(repair);
        EXPECT_EQ(result.timeouts, 0) << NameOf(repair);
    }
}

TEST(LossPattern, OrdersAreMeasured)
{
    Pattern pattern;
    EXPECT_TRUE(pattern.KeepsOrder());
    EXPECT_EQ(pattern.GetMostOvertaking(), 0);
    pattern.order = {1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11};
    EXPECT_EQ(pattern.GetMostOvertaking(), 3);
    EXPECT_EQ(pattern.GetFarthestAhead(), 4);
    pattern.order = {5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11};
    EXPECT_EQ(pattern.GetMostOvertaking(), 1);
    EXPECT_EQ(pattern.GetFarthestAhead(), 6);
}

} // namespace LossPatternTests

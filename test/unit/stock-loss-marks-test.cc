/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sack-scoreboard.h"
#include "ns3/stock-loss-marks.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

using ns3::OctetRange;
using ns3::SackScoreboard;
using ns3::StockLossMarks;

namespace
{

constexpr uint32_t MSS = 10;
constexpr uint32_t DUP_THRESH = 3;

/// Twenty segments are on their way.
class StockLossMarksTest : public testing::Test
{
  protected:
    StockLossMarksTest()
    {
        m_board.ExtendTo(20 * MSS);
    }

    /// An ACK SACKs segments, one block each, in this order.
    void Sack(const std::vector<uint64_t>& segments)
    {
        std::vector<OctetRange> fresh;
        for (const auto segment : segments)
        {
            m_board.Sack({segment * MSS, segment * MSS + MSS}, &fresh);
        }
        m_marks.OnSacked(fresh, m_board, DUP_THRESH, MSS);
    }

    void Acknowledge(uint64_t segment)
    {
        m_board.Acknowledge(segment * MSS);
        m_marks.OnSacked({}, m_board, DUP_THRESH, MSS);
    }

    /// In segments.
    std::optional<uint64_t> GetHighest() const
    {
        const auto highest = m_marks.GetHighest();
        return highest ? std::optional(*highest / MSS) : std::nullopt;
    }

    /// How many segments at the beginning are lost unless they are SACKed.
    uint64_t GetLimit() const
    {
        return m_marks.GetLimit() / MSS;
    }

    SackScoreboard m_board;
    StockLossMarks m_marks;
};

} // namespace

TEST_F(StockLossMarksTest, ThreeSegmentsAboveAreALoss)
{
    EXPECT_EQ(GetHighest(), std::nullopt);
    Sack({5});
    EXPECT_EQ(GetHighest(), 5U);
    Sack({6});
    EXPECT_EQ(GetLimit(), 0U);
    Sack({9});
    EXPECT_EQ(GetHighest(), 9U);
    EXPECT_GE(GetLimit(), 5U);
    EXPECT_LE(GetLimit(), 7U);
}

TEST_F(StockLossMarksTest, TheSegmentBelowTakesThePlaceOfTheHighest)
{
    Sack({4});
    Sack({6});
    Sack({5});
    EXPECT_EQ(GetHighest(), 5U);
    // Segment 6 no longer counts: two are too few.
    EXPECT_EQ(GetLimit(), 0U);
    Sack({7});
    EXPECT_EQ(GetHighest(), 7U);
    EXPECT_GE(GetLimit(), 4U);
}

TEST_F(StockLossMarksTest, OneThatIsFartherBelowDoesNot)
{
    Sack({8});
    Sack({6});
    EXPECT_EQ(GetHighest(), 8U);
    Sack({4});
    EXPECT_GE(GetLimit(), 4U);
    EXPECT_LE(GetLimit(), 5U);
}

TEST_F(StockLossMarksTest, WhatIsMarkedStaysMarked)
{
    Sack({2, 4, 6});
    const auto limit = GetLimit();
    EXPECT_GE(limit, 2U);
    Sack({5});
    EXPECT_EQ(GetHighest(), 5U);
    EXPECT_EQ(GetLimit(), limit);
}

TEST_F(StockLossMarksTest, AnAckOfTheHighestLeavesNone)
{
    Sack({4, 6});
    Sack({5});
    Acknowledge(5);
    EXPECT_EQ(GetHighest(), std::nullopt) << "segment 6 is SACKed, but forgotten";
    Sack({7});
    EXPECT_EQ(GetHighest(), 7U);
}

TEST_F(StockLossMarksTest, ATimeoutForgets)
{
    Sack({2, 4, 6});
    m_marks.Forget();
    EXPECT_EQ(GetHighest(), std::nullopt);
    EXPECT_EQ(GetLimit(), 0U);
}

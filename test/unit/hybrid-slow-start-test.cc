/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cubic-law.h"

#include <gtest/gtest.h>

using ns3::HybridSlowStart;

namespace HybridSlowStartTests
{

using namespace std::chrono_literals;

/// What no train has: ACKs come further apart than 2 ms.
constexpr auto APART = 3ms;

/// A round that begins at 1 s.
struct HybridSlowStartTest : testing::Test
{
    HybridSlowStartTest()
    {
        slowStart.BeginRound(now);
    }

    /// @return which of `count` ACKs, `spacing` apart, ends slow start; 0 if none does
    int FindEnd(int count,
                ns3::Instant spacing,
                ns3::Instant rtt,
                ns3::Instant least,
                ns3::Instant spread = 1ms)
    {
        for (int i = 1; i <= count; ++i)
        {
            now += spacing;
            if (slowStart.OnAck(now, rtt, least, spread))
            {
                return i;
            }
        }
        return 0;
    }

    ns3::Instant now = 1s;
    HybridSlowStart slowStart;
};

TEST_F(HybridSlowStartTest, ATrainOfHalfARoundTripEndsSlowStart)
{
    // Half of 20 ms and 1 ms: 10.5 ms.
    EXPECT_EQ(FindEnd(20, 1ms, 20ms, 20ms), 11);
}

// Half of 1 ms and 560 us: 780 us.
TEST_F(HybridSlowStartTest, ASmallerSpreadEndsSlowStartSooner)
{
    EXPECT_EQ(FindEnd(200, 10us, 1ms, 1ms, 560us), 79);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(200, 10us, 1ms, 1ms), 101);
}

/// @return what four bursts of 65,215 octets take for a window of so many octets, in 1 ms
ns3::Instant
GetSpread(uint32_t cwnd, uint32_t ssthresh, uint64_t flight = 0)
{
    ns3::Window window;
    window.cwnd = cwnd;
    window.ssthresh = ssthresh;
    window.una = 100;
    window.nxt = 100 + flight;
    window.srtt = 1ms;
    return ns3::HybridSlowStart::GetSpread(window);
}

TEST(HybridSlowStartSpreadTest, IsThatOfFourBurstsAtThePacingRate)
{
    // Twice the window in a round trip, 1.2 times from half of ssthresh on.
    EXPECT_EQ(GetSpread(260'860, UINT32_MAX), 500us);
    EXPECT_EQ(GetSpread(260'860, 521'722), 500us);
    EXPECT_NEAR(GetSpread(260'860, 521'720) / 1ns, 833'333, 5);
    EXPECT_EQ(GetSpread(260'860, UINT32_MAX, 1'043'440), 125us) << "what is outstanding counts";
    // 1 ms is the rate of 260 million octets in a second.
    EXPECT_EQ(GetSpread(130'430, UINT32_MAX), 1ms);
    EXPECT_EQ(GetSpread(10'000, UINT32_MAX), 1ms);
}

TEST_F(HybridSlowStartTest, ATrainMayHaveGapsOfTwoMilliseconds)
{
    EXPECT_EQ(FindEnd(20, 2ms, 20ms, 20ms), 6);
}

TEST_F(HybridSlowStartTest, AfterAPauseThereIsNoTrain)
{
    EXPECT_EQ(FindEnd(5, 1ms, 20ms, 20ms), 0);
    now += 2ms;
    EXPECT_EQ(FindEnd(100, 1ms, 20ms, 20ms), 0);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(20, 1ms, 20ms, 20ms), 11);
}

TEST_F(HybridSlowStartTest, TheNinthDelayOfARoundEndsSlowStart)
{
    // An eighth of 100 ms is 12.5 ms.
    EXPECT_EQ(FindEnd(20, APART, 113ms, 100ms), 9);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(20, APART, 112ms, 100ms), 0);
}

TEST_F(HybridSlowStartTest, TheLeastDelayOfTheRoundCounts)
{
    EXPECT_EQ(FindEnd(5, APART, 150ms, 100ms), 0);
    EXPECT_EQ(FindEnd(1, APART, 112ms, 100ms), 0);
    EXPECT_EQ(FindEnd(50, APART, 150ms, 100ms), 0);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(50, APART, 150ms, 100ms), 9);
}

TEST_F(HybridSlowStartTest, TheDelayIsFourToSixteenMilliseconds)
{
    EXPECT_EQ(FindEnd(20, APART, 14ms, 10ms), 0);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(20, APART, 14'001us, 10ms), 9);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(20, APART, 416ms, 400ms), 0);
    slowStart.BeginRound(now);
    EXPECT_EQ(FindEnd(20, APART, 416'001us, 400ms), 9);
}

} // namespace HybridSlowStartTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/result-statistics.h"

#include <gtest/gtest.h>

namespace LostOpportunityTests
{

using namespace ns3;
using namespace ns3::tcplossy;

// The steady state is a cycle of 2 s: nothing for 1 s, then 2000 octets in 1000 steps of 1 ms.
constexpr double RATE = 1000.0;

/// The steady state, beginning @p delay late.
TraceSeries
Cycles(Time delay)
{
    TraceSeries series;
    double octets = 0.0;
    for (int cycle = 0; cycle < 20; ++cycle)
    {
        for (int step = 1; step <= 1000; ++step)
        {
            octets += 2.0;
            series.push_back({delay + MilliSeconds(2000 * cycle + 1000 + step), octets});
        }
    }
    return series;
}

// Against the line of 1000 octets a second through the cycles' mean: the sawtooth itself is 500
// octets below the line from its own beginning.
TEST(LostOpportunity, DelayByHand)
{
    const std::vector<Time> boundaries{Seconds(20), Seconds(24), Seconds(30)};
    const auto none = ComputeLostOpportunity(Cycles(Seconds(0)), boundaries);
    EXPECT_NEAR(none.steadyRate, RATE, 1e-9);
    EXPECT_NEAR(none.octets, 500.0, 2.0);
    const auto late = ComputeLostOpportunity(Cycles(Seconds(3)), boundaries);
    EXPECT_NEAR(late.octets - none.octets, 3000.0, 2.0);
}

TEST(LostOpportunity, PhaseOfTheBoundariesDoesNotMatter)
{
    const auto delivered = Cycles(MilliSeconds(700));
    const auto expected = 500.0 + 700.0;
    for (int phase = 0; phase < 2000; phase += 100)
    {
        const auto from = Seconds(15) + MilliSeconds(phase);
        const auto result = ComputeLostOpportunity(delivered, {from, from + Seconds(16)});
        EXPECT_NEAR(result.octets, expected, 2.0) << phase;
    }
}

// A start at twice the rate gains what it is ahead.
TEST(LostOpportunity, NegativeForAGoodStart)
{
    TraceSeries delivered;
    for (int second = 1; second <= 30; ++second)
    {
        delivered.push_back({Seconds(second), RATE * (second <= 5 ? 2 * second : second + 5)});
    }
    const auto result = ComputeLostOpportunity(delivered, {Seconds(10), Seconds(30)});
    // Steps of a whole second lag half a second.
    EXPECT_NEAR(result.octets, -5000.0 + 500.0, 1e-6);
}

TEST(LostOpportunityDeathTest, NeedsACycle)
{
    const auto delivered = Cycles(Seconds(0));
    EXPECT_DEATH(ComputeLostOpportunity(delivered, {}), "at least one whole cycle");
    EXPECT_DEATH(ComputeLostOpportunity(delivered, {Seconds(3)}), "at least one whole cycle");
    EXPECT_DEATH(ComputeLostOpportunity(delivered, {Seconds(3), Seconds(3)}), "let the run last");
}

} // namespace LostOpportunityTests

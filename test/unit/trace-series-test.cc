/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/trace-series.h"

#include <gtest/gtest.h>

namespace TraceSeriesTests
{

using namespace ns3;
using namespace ns3::traceseries;

std::vector<Time>
Instants(const std::vector<int>& milliseconds)
{
    std::vector<Time> instants;
    for (const auto at : milliseconds)
    {
        instants.push_back(MilliSeconds(at));
    }
    return instants;
}

TEST(TraceSeries, IntervalsAreHalfOpen)
{
    const auto instants = Instants({1, 2, 2, 3, 5});
    EXPECT_EQ(Within(instants, MilliSeconds(2), MilliSeconds(5)), Instants({2, 2, 3}));
    EXPECT_TRUE(Within(instants, MilliSeconds(6), MilliSeconds(9)).empty());

    const TraceSeries series{{MilliSeconds(1), 10}, {MilliSeconds(2), 20}, {MilliSeconds(3), 30}};
    const auto chosen = Within(series, MilliSeconds(2), MilliSeconds(3));
    ASSERT_EQ(chosen.size(), 1U);
    EXPECT_EQ(chosen.front().value, 20);
}

TEST(TraceSeries, MeanIsWeightedByTime)
{
    const TraceSeries series{{MilliSeconds(1), 10}, {MilliSeconds(3), 30}};
    EXPECT_DOUBLE_EQ(MeanOver(series, MilliSeconds(1), MilliSeconds(3)), 10);
    EXPECT_DOUBLE_EQ(MeanOver(series, MilliSeconds(2), MilliSeconds(6)), (10 + 3 * 30) / 4.0);
    EXPECT_DOUBLE_EQ(MeanOver(series, MilliSeconds(0), MilliSeconds(4)), (2 * 10 + 30) / 4.0);
    EXPECT_DOUBLE_EQ(MeanOver({}, MilliSeconds(0), MilliSeconds(4)), 0);
    EXPECT_DEATH(MeanOver(series, MilliSeconds(1), MilliSeconds(1)), "'from' must be before 'to'");
}

TEST(TraceSeries, ValueIsThatOfTheLastChange)
{
    const TraceSeries series{{MilliSeconds(1), 10}, {MilliSeconds(3), 30}};
    EXPECT_FALSE(ValueAt(series, MicroSeconds(999)));
    EXPECT_EQ(ValueAt(series, MilliSeconds(1)), 10);
    EXPECT_EQ(ValueAt(series, MilliSeconds(2)), 10);
    EXPECT_EQ(ValueAt(series, MilliSeconds(9)), 30);
}

TEST(TraceSeries, LargestBurst)
{
    EXPECT_EQ(LargestBurst({}, MilliSeconds(10)), 0U);
    EXPECT_EQ(LargestBurst(Instants({7}), MilliSeconds(10)), 1U);
    EXPECT_EQ(LargestBurst(Instants({7, 7, 7}), MilliSeconds(10)), 3U);
    EXPECT_EQ(LargestBurst(Instants({7, 7, 7}), Time(0)), 1U);
    // 0 and 10 are not within 10 ms of each other, 1 and 10 are.
    EXPECT_EQ(LargestBurst(Instants({0, 10, 20}), MilliSeconds(10)), 1U);
    EXPECT_EQ(LargestBurst(Instants({0, 1, 9, 10, 11, 30, 31}), MilliSeconds(10)), 3U);
    EXPECT_EQ(LargestBurst(Instants({0, 1, 2, 20, 21, 25, 29}), MilliSeconds(10)), 4U);
}

TEST(TraceSeries, LongestGap)
{
    EXPECT_EQ(LongestGap({}), Time(0));
    EXPECT_EQ(LongestGap(Instants({7})), Time(0));
    EXPECT_EQ(LongestGap(Instants({7, 7, 9, 14, 16})), MilliSeconds(5));
}

TEST(TraceSeries, AverageRateOfAnInterval)
{
    // What comes before and after does not count, nor does a last step that is not whole.
    const std::vector<Transfer> transfers{{MilliSeconds(1), 7000},
                                          {MilliSeconds(10), 1000},
                                          {MilliSeconds(19), 500},
                                          {MilliSeconds(20), 250},
                                          {MilliSeconds(41), 9000}};
    const auto rates = AverageRate(transfers, MilliSeconds(10), MilliSeconds(45), MilliSeconds(10));
    ASSERT_EQ(rates.size(), 3U);
    EXPECT_EQ(rates[0].time, MilliSeconds(20));
    EXPECT_DOUBLE_EQ(rates[0].value, 1.2e6);
    EXPECT_DOUBLE_EQ(rates[1].value, 0.2e6);
    EXPECT_EQ(rates[2].time, MilliSeconds(40));
    EXPECT_DOUBLE_EQ(rates[2].value, 0);
}

} // namespace TraceSeriesTests

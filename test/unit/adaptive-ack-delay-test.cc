/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <chrono>
#include <gtest/gtest.h>

using ns3::AdaptiveAckDelay;

namespace AdaptiveAckDelayTests
{

using namespace std::chrono_literals;

using std::chrono::nanoseconds;

constexpr nanoseconds LEAST = 40ms;
constexpr nanoseconds RTO = 300ms;
constexpr nanoseconds MOST = 200ms;
constexpr nanoseconds UNKNOWN = 0ms;

// Timelines made by hand from Linux 6.1: ato = ato / 2 + 20 ms for data at most 20 ms apart, ato /
// 2
// + gap for gaps below ato, nothing for others.

TEST(AdaptiveAckDelay, BeginsWithTheLeast)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 40ms);
    delay.OnArrival(7s, RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 40ms);
}

// 40 -> 20 + 30 = 50 -> 25 + 45 = 70 -> 35 + 60 = 95.
TEST(AdaptiveAckDelay, FollowsTheGapsOfASlowSender)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    delay.OnArrival(1000ms, RTO);
    delay.OnArrival(1030ms, RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 50ms);
    delay.OnArrival(1075ms, RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 70ms);
    delay.OnArrival(1135ms, RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 95ms);
}

// 80 -> 40 + 20 = 60 -> 30 + 20 = 50 -> 25 + 20 = 45.
TEST(AdaptiveAckDelay, ReturnsToTheLeastWhereDataComeCloseTogether)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    delay.OnArrival(0ms, RTO);
    delay.OnTimer(RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 80ms);
    for (const auto& [at, expected] : {std::pair{20ms, 60ms}, {21ms, 50ms}, {22ms, 45ms}})
    {
        delay.OnArrival(at, RTO);
        EXPECT_EQ(delay.Get(UNKNOWN, MOST), expected);
    }
}

TEST(AdaptiveAckDelay, AGapAsLongAsTheDelayChangesNothing)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    delay.OnArrival(0ms, RTO);
    delay.OnArrival(40ms, RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 40ms);
    delay.OnArrival(79ms, RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 59ms);
}

TEST(AdaptiveAckDelay, DoublesWhereNoSecondSegmentComesInTime)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    for (const auto expected : {80ms, 160ms, 200ms})
    {
        delay.OnTimer(RTO);
        EXPECT_EQ(delay.Get(UNKNOWN, MOST), expected);
    }
    delay.OnTimer(RTO);
    EXPECT_EQ(delay.Get(UNKNOWN, 1s), 300ms) << "the retransmission timeout bounds it";
}

TEST(AdaptiveAckDelay, IsAtMostTheRoundTripWhereThatIsAboveTheLeast)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    delay.OnTimer(RTO);
    EXPECT_EQ(delay.Get(60ms, MOST), 60ms);
    EXPECT_EQ(delay.Get(10ms, MOST), 40ms);
    EXPECT_EQ(delay.Get(100ms, MOST), 80ms);
}

TEST(AdaptiveAckDelay, RestartsWhereAcksNoLongerGoAtOnce)
{
    AdaptiveAckDelay delay;
    delay.Restart(LEAST);
    delay.OnTimer(RTO);
    delay.Restart(LEAST);
    EXPECT_EQ(delay.Get(UNKNOWN, MOST), 40ms);
}

} // namespace AdaptiveAckDelayTests

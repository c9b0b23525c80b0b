/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/timer-set.h"

#include <gtest/gtest.h>

using ns3::TimerWheel;

namespace TimerWheelTests
{

using namespace std::chrono_literals;

TEST(TimerWheelTest, WithoutJiffiesTimersExpireWhenTheyAreDue)
{
    EXPECT_EQ(TimerWheel().RoundUp(1s, 1s + 1234567ns), 1s + 1234567ns);
    EXPECT_EQ(TimerWheel().GetMargin(), 0ns);
}

TEST(TimerWheelTest, ShortTimersExpireWithTheNextJiffy)
{
    const TimerWheel wheel(1ms);
    EXPECT_EQ(wheel.RoundUp(1000ms, 1040ms), 1041ms);
    EXPECT_EQ(wheel.RoundUp(1000'100us, 1062ms), 1063ms);
    // 39.9 ms are 40 jiffies, from the one that has begun.
    EXPECT_EQ(wheel.RoundUp(1000'900us, 1040'800us), 1041ms);
    EXPECT_EQ(wheel.RoundUp(1000'900us, 1001ms), 1002ms);
}

TEST(TimerWheelTest, LongTimersExpireWithMultiples)
{
    const TimerWheel wheel(1ms);
    const auto now = 1000'100us;
    EXPECT_EQ(wheel.RoundUp(now, now + 63ms), 1064ms);
    EXPECT_EQ(wheel.RoundUp(now, now + 64ms), 1072ms);
    EXPECT_EQ(wheel.RoundUp(now, now + 503ms), 1504ms);
    EXPECT_EQ(wheel.RoundUp(now, now + 504ms), 1536ms);  // 24 times 64
    EXPECT_EQ(wheel.RoundUp(now, now + 4031ms), 5056ms); // 79 times 64
    EXPECT_EQ(wheel.RoundUp(now, now + 4032ms), 5120ms); // 10 times 512
    EXPECT_EQ(wheel.RoundUp(0ms, 120000ms), 122880ms);   // 30 times 4096
}

// base->clk is ahead of jiffies while timers expire (__run_timers()).
TEST(TimerWheelTest, WhereAJiffyBeginsTheWheelHasTurned)
{
    const TimerWheel wheel(1ms);
    EXPECT_EQ(wheel.RoundUp(1000ms, 1504ms), 1512ms);
    EXPECT_EQ(wheel.RoundUp(1000ms, 1505ms), 1536ms);
}

TEST(TimerWheelTest, AJiffyIsWhatTheKernelWasBuiltFor)
{
    const TimerWheel wheel(4ms);
    EXPECT_EQ(wheel.RoundUp(1000ms, 1200ms), 1204ms);
    EXPECT_EQ(wheel.RoundUp(1001ms, 1253ms), 1280ms); // 63 jiffies: 40 times 32 ms
    EXPECT_EQ(wheel.GetMargin(), 8ms);
}

TEST(TimerWheelTest, WhatIsDueNowWaitsForTheNextTick)
{
    EXPECT_EQ(TimerWheel(1ms).RoundUp(1000ms, 1000ms), 1001ms);
    EXPECT_EQ(TimerWheel(1ms).RoundUp(1000500us, 1000500us), 1001ms);
    EXPECT_EQ(TimerWheel(1ms).RoundUp(1000ms, 900ms), 900ms) << "long since due";
    EXPECT_EQ(TimerWheel().RoundUp(1000ms, 1000ms), 1000ms);
}

TEST(TimerWheelTest, TimeoutsAreKeptInWholeJiffies)
{
    EXPECT_EQ(TimerWheel(4ms).ToJiffies(237ms), 240ms);
    EXPECT_EQ(TimerWheel(4ms).ToJiffies(240ms), 240ms);
    EXPECT_EQ(TimerWheel(1ms).ToJiffies(237300us), 238ms);
    EXPECT_EQ(TimerWheel().ToJiffies(237300us), 237300us);
}

TEST(TimerWheelTest, NeverEarlyAndLateByAnEighthAndTwoJiffiesAtMost)
{
    const TimerWheel wheel(1ms);
    for (auto length = 1us; length < 100s; length += length / 7 + 1us)
    {
        for (auto now = 1000ms; now < 1005ms; now += 1ms)
        {
            const auto begun = now + 333us;
            const auto expires = wheel.RoundUp(begun, begun + length);
            EXPECT_GE(expires, begun + length - 1ms); // the jiffy that had begun
            EXPECT_LE(expires, begun + length + length / 8 + 2ms);
        }
    }
}

} // namespace TimerWheelTests

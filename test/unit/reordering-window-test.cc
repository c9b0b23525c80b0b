/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <chrono>
#include <gtest/gtest.h>

using ns3::ReorderingWindow;

namespace ReorderingWindowTests
{

using namespace std::chrono_literals;

using Situation = ReorderingWindow::Situation;

/// Smallest round trip 40 ms, smoothed 100 ms, nothing SACKed, no recovery.
const Situation QUIET{false, 0, 3, 40ms, 100ms};

/// The same, with a smoothed round trip that bounds nothing.
const Situation SLOW{false, 0, 3, 40ms, 10s};

/// After a loss: there is a window only where reordering was seen.
const Situation IN_RECOVERY{true, 0, 3, 40ms, 100ms};

ReorderingWindow
Reordered()
{
    ReorderingWindow window;
    window.OnDelivered({1500, 2000}, false);
    window.OnDelivered({500, 1000}, false);
    return window;
}

TEST(ReorderingWindow, AQuarterOfTheSmallestRoundTrip)
{
    EXPECT_EQ(ReorderingWindow().Get(QUIET), 10ms);
    EXPECT_EQ(Reordered().Get(QUIET), 10ms);
    auto unknown = QUIET;
    unknown.minRtt.reset();
    EXPECT_EQ(Reordered().Get(unknown), 0ms);
}

// Section 6.2, step 4.
TEST(ReorderingWindow, NoneWhereNothingIsReordered)
{
    EXPECT_EQ(ReorderingWindow().Get(IN_RECOVERY), 0ms);
    EXPECT_EQ(Reordered().Get(IN_RECOVERY), 10ms);
    auto sacked = QUIET;
    sacked.sackedSegments = 2;
    EXPECT_EQ(ReorderingWindow().Get(sacked), 10ms);
    sacked.sackedSegments = 3;
    EXPECT_EQ(ReorderingWindow().Get(sacked), 0ms);
    EXPECT_EQ(Reordered().Get(sacked), 10ms);
}

// Section 6.2, step 3.
TEST(ReorderingWindow, WhatCountsAsReordering)
{
    ReorderingWindow window;
    window.OnDelivered({500, 1000}, false);
    window.OnDelivered({2500, 3000}, false);
    window.OnDelivered({2500, 3000}, false);
    EXPECT_EQ(window.Get(IN_RECOVERY), 0ms);
    window.OnDelivered({1500, 2000}, true);
    EXPECT_EQ(window.Get(IN_RECOVERY), 0ms) << "sent again: nobody knows";
    window.OnDelivered({3500, 4000}, true);
    window.OnDelivered({3000, 3500}, false);
    EXPECT_EQ(window.Get(IN_RECOVERY), 10ms);
}

TEST(ReorderingWindow, HowFarASegmentWasOvertaken)
{
    ReorderingWindow window;
    window.OnDelivered({0, 1000}, false);
    window.OnDelivered({4000, 5000}, false);
    EXPECT_EQ(window.GetExtent(), 0);
    window.OnDelivered({3000, 4000}, false);
    EXPECT_EQ(window.GetExtent(), 2000);
    window.OnDelivered({1000, 2000}, true);
    EXPECT_EQ(window.GetExtent(), 2000);
    window.OnDelivered({2000, 3000}, false);
    EXPECT_EQ(window.GetExtent(), 3000);
    window.OnDelivered({9000, 10000}, false);
    window.OnDelivered({8000, 9000}, false);
    EXPECT_EQ(window.GetExtent(), 3000);
}

TEST(ReorderingWindow, GrowsOnceInARoundTrip)
{
    auto window = Reordered();
    window.OnAck(1000, 10000, true, false);
    EXPECT_EQ(window.Get(QUIET), 20ms);
    window.OnAck(9999, 20000, true, false);
    EXPECT_EQ(window.Get(QUIET), 20ms) << "the same round";
    window.OnAck(10000, 20000, true, false);
    EXPECT_EQ(window.Get(QUIET), 30ms) << "the next one";
    window.OnAck(20000, 30000, false, false);
    EXPECT_EQ(window.Get(QUIET), 30ms);
}

TEST(ReorderingWindow, NeverLongerThanTheSmoothedRoundTrip)
{
    auto window = Reordered();
    for (uint64_t round = 1; round < 20; ++round)
    {
        window.OnAck(round * 1000, round * 1000 + 1000, true, false);
    }
    EXPECT_EQ(window.Get(SLOW), 200ms);
    EXPECT_EQ(window.Get(QUIET), 100ms);
}

TEST(ReorderingWindow, PersistsForSixteenRecoveries)
{
    auto window = Reordered();
    window.OnAck(1000, 2000, true, false);
    window.OnAck(2000, 3000, true, false);
    EXPECT_EQ(window.Get(SLOW), 30ms);
    for (int i = 0; i < 15; ++i)
    {
        window.OnAck(3000, 3000, false, true);
        window.OnAck(3000, 3000, false, false);
    }
    EXPECT_EQ(window.Get(SLOW), 30ms);
    window.OnAck(3000, 3000, false, true);
    EXPECT_EQ(window.Get(SLOW), 10ms);
}

TEST(ReorderingWindow, ANewDuplicateRenewsThePersistence)
{
    auto window = Reordered();
    window.OnAck(1000, 2000, true, false);
    for (int i = 0; i < 15; ++i)
    {
        window.OnAck(2000, 2000, false, true);
    }
    window.OnAck(2000, 3000, true, true);
    for (int i = 0; i < 15; ++i)
    {
        window.OnAck(3000, 3000, false, true);
    }
    EXPECT_EQ(window.Get(SLOW), 30ms);
}

} // namespace ReorderingWindowTests

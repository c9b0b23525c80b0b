/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <chrono>
#include <gtest/gtest.h>

using ns3::DelayedAck;

namespace DelayedAckTests
{

using namespace std::chrono_literals;

// RFC 5681, section 4.2: at least every second segment.
TEST(DelayedAck, EachSecondSegmentIsAnswered)
{
    DelayedAck acks;
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_FALSE(acks.OnData(false, 2));
        EXPECT_TRUE(acks.OnData(false, 2));
        EXPECT_FALSE(acks.OnAckSent()) << "nothing waits any more";
    }
}

TEST(DelayedAck, OneSegmentForEachAckIsNoDelay)
{
    DelayedAck acks;
    EXPECT_TRUE(acks.OnData(false, 1));
}

TEST(DelayedAck, DataThatMayNotWaitAreAnsweredTogetherWithWhatWaits)
{
    DelayedAck acks;
    EXPECT_FALSE(acks.OnData(false, 2));
    EXPECT_TRUE(acks.OnData(true, 2));
    EXPECT_FALSE(acks.OnAckSent());
    EXPECT_FALSE(acks.OnData(false, 2)) << "the count begins anew";
}

// DCTCP would acknowledge once more what went with data or by the timer.
TEST(DelayedAck, WhatWaitsIsOverOnceWhateverAcknowledgesIt)
{
    DelayedAck acks;
    EXPECT_FALSE(acks.OnAckSent());
    EXPECT_FALSE(acks.OnData(false, 2));
    EXPECT_TRUE(acks.OnAckSent());
    EXPECT_FALSE(acks.OnAckSent());
}

TEST(DelayedAck, TheFirstSegmentOfAConnectionIsAnswered)
{
    DelayedAck acks;
    acks.EnterQuickAck(1);
    EXPECT_TRUE(acks.OnData(false, 10));
    acks.OnAckSent();
    EXPECT_FALSE(acks.OnData(false, 10));
    acks.OnAckSent();
    acks.EnterQuickAck(1);
    acks.OnAckSent();
    EXPECT_FALSE(acks.OnData(false, 10)) << "something else has acknowledged since";
}

TEST(DelayedAck, AsManyAcksAsAskedForGoAtOnce)
{
    DelayedAck acks;
    acks.EnterQuickAck(3);
    acks.EnterQuickAck(2);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(acks.OnData(false, 10)) << i;
        acks.OnAckSent();
    }
    EXPECT_FALSE(acks.OnData(false, 10));
}

// However early: Linux 6.1, tcp_event_data_recv().
TEST(DelayedAck, ASenderThatBeginsIsAnsweredAtOnce)
{
    DelayedAck acks;
    acks.OnArrival(500ms, 1s, 2);
    EXPECT_TRUE(acks.OnData(false, 10));
    acks.OnAckSent();
    EXPECT_TRUE(acks.OnData(false, 10));
    acks.OnAckSent();
    EXPECT_FALSE(acks.OnData(false, 10));
}

TEST(DelayedAck, ASenderThatWasSilentIsAnsweredAtOnce)
{
    DelayedAck acks;
    acks.OnArrival(10s, 1s, 1);
    EXPECT_TRUE(acks.OnData(false, 10)) << "nothing ever arrived";
    acks.OnAckSent();
    acks.OnArrival(11s, 1s, 1);
    EXPECT_FALSE(acks.OnData(false, 10)) << "not longer than that";
    acks.OnAckSent();
    acks.OnArrival(12001ms, 1s, 1);
    EXPECT_TRUE(acks.OnData(false, 10));
}

} // namespace DelayedAckTests

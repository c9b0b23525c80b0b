/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/delayed-ack.h"

#include <gtest/gtest.h>

using ns3::DelayedAck;

namespace
{

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
    acks.AnswerNext();
    EXPECT_TRUE(acks.OnData(false, 10));
    acks.OnAckSent();
    EXPECT_FALSE(acks.OnData(false, 10));
    acks.OnAckSent();
    acks.AnswerNext();
    acks.OnAckSent();
    EXPECT_FALSE(acks.OnData(false, 10)) << "something else has acknowledged since";
}

} // namespace

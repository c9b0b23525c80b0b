/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

using ns3::SegmentAcceptance;
using ns3::TimestampEcho;

namespace TimestampEchoTests
{

using namespace std::chrono_literals;

SegmentAcceptance::Segment
SegmentOf(uint64_t seq, uint32_t timestamp)
{
    SegmentAcceptance::Segment segment;
    segment.seq = seq;
    segment.size = 100;
    segment.timestamp = timestamp;
    return segment;
}

TEST(TimestampEcho, NothingIsEchoedBeforeTheFirstTimestamp)
{
    const TimestampEcho echo;
    EXPECT_EQ(echo.GetEcho(), 0U);
    EXPECT_FALSE(echo.GetRecent(1h));
}

// RFC 7323, section 4.3, case A: with delayed ACKs the earliest segment's timestamp is echoed.
TEST(TimestampEcho, TheFirstOfTheSegmentsThatOneAckAnswers)
{
    TimestampEcho echo;
    echo.Begin(10, 0s);
    echo.OnAckSent(1000);
    echo.OnSegment(SegmentOf(1000, 20), 1s);
    echo.OnSegment(SegmentOf(1100, 30), 1s);
    EXPECT_EQ(echo.GetEcho(), 20U);
    echo.OnAckSent(1200);
    EXPECT_EQ(echo.GetLastAckSent(), 1200U);
    echo.OnSegment(SegmentOf(1200, 40), 1s);
    EXPECT_EQ(echo.GetEcho(), 40U);
}

// Case B: a hole. Case C: it is filled.
TEST(TimestampEcho, WhatComesAboveAHoleIsNotEchoedAndWhatFillsItIs)
{
    TimestampEcho echo;
    echo.Begin(10, 0s);
    echo.OnAckSent(1000);
    echo.OnSegment(SegmentOf(1100, 30), 1s);
    echo.OnAckSent(1000);
    EXPECT_EQ(echo.GetEcho(), 10U);
    echo.OnSegment(SegmentOf(1000, 50), 1s);
    EXPECT_EQ(echo.GetEcho(), 50U);
}

TEST(TimestampEcho, AnOlderTimestampChangesNothing)
{
    TimestampEcho echo;
    echo.Begin(10, 0s);
    echo.OnAckSent(1000);
    echo.OnSegment(SegmentOf(1000, 9), 1s);
    EXPECT_EQ(echo.GetRecent(1s), std::optional<uint32_t>(10));
    echo.OnSegment(SegmentOf(1000, 10), 1s);
    EXPECT_EQ(echo.GetEcho(), 10U);
}

// Section 5.3, R2: TS.Recent stays, or what the repetition overtook would look old.
TEST(TimestampEcho, DataThatComeAgainAreEchoedButAreNotRecent)
{
    TimestampEcho echo;
    echo.Begin(10, 0s);
    echo.OnAckSent(2000);
    echo.OnOldData(SegmentOf(1000, 60), 1s);
    EXPECT_EQ(echo.GetEcho(), 60U);
    EXPECT_EQ(echo.GetRecent(1s), std::optional<uint32_t>(10));
}

// Section 5.5.
TEST(TimestampEcho, After24DaysNoTimestampIsOld)
{
    TimestampEcho echo;
    echo.Begin(10, 1s);
    echo.OnAckSent(1000);
    EXPECT_TRUE(echo.GetRecent(24h * 24));
    EXPECT_FALSE(echo.GetRecent(24h * 24 + 1s));
    echo.OnSegment(SegmentOf(1000, 5), 24h * 24 + 1s);
    EXPECT_EQ(echo.GetRecent(24h * 24 + 2s), std::optional<uint32_t>(5));
}

} // namespace TimestampEchoTests

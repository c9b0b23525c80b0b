/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

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

// Section 4.3, (2), as tcp_replace_ts_recent() of Linux has it, without a tick to spare.
TEST(TimestampEcho, WhatBecomesTsRecent)
{
    struct
    {
        const char* what;
        std::optional<uint32_t> tsRecent;
        std::optional<uint32_t> timestamp;
        uint64_t seq;
        bool updates;
    } const rows[] = {
        {"at Last.ACK.sent", 100, 101, 10000, true},
        {"below", 100, 101, 9000, true},
        {"above: out of order, or its ACK is delayed", 100, 101, 10001, false},
        {"an older one", 100, 99, 10000, false},
        {"the first one", std::nullopt, 7, 10000, true},
        {"the first one, but above", std::nullopt, 7, 10001, false},
        {"none", 100, std::nullopt, 10000, false},
        {"none at all", std::nullopt, std::nullopt, 10000, false},
        {"wrapped", 0xffffffff, 0, 10000, true},
        {"before the wrap", 0, 0xffffffff, 10000, false},
    };

    for (const auto& row : rows)
    {
        TimestampEcho echo;
        if (row.tsRecent)
        {
            echo.Begin(*row.tsRecent, 0s);
        }
        echo.OnAckSent(10000);
        auto segment = SegmentOf(row.seq, 0);
        segment.timestamp = row.timestamp;
        echo.OnSegment(segment, 1s);
        const auto recent = row.updates ? row.timestamp : row.tsRecent;
        EXPECT_EQ(echo.GetRecent(1s), recent) << row.what;
        EXPECT_EQ(echo.GetEcho(), recent.value_or(0)) << row.what;
    }
}

// The RFC's examples in section 4.3. Segments A to E have 100 octets each, from 0.
TEST(TimestampEcho, TheExamplesOfTheRfc)
{
    struct Event
    {
        uint64_t seq;
        uint32_t timestamp;
        std::optional<uint64_t> acknowledged; // the ACK that follows
        uint32_t tsRecent;
    };

    const auto expect = [](const std::vector<Event>& events) {
        TimestampEcho echo;
        for (const auto& event : events)
        {
            echo.OnSegment(SegmentOf(event.seq, event.timestamp), 1s);
            EXPECT_EQ(echo.GetRecent(1s), event.tsRecent) << event.seq;
            if (event.acknowledged)
            {
                echo.OnAckSent(*event.acknowledged);
            }
        }
    };
    // In order, one ACK for three: the echo is that of the first.
    expect(
        {{0, 1, std::nullopt, 1}, {100, 2, std::nullopt, 1}, {200, 3, 300, 1}, {300, 4, 400, 4}});
    // Holes at B and D, filled later.
    expect(
        {{0, 1, 100, 1}, {200, 3, 100, 1}, {100, 2, 300, 2}, {400, 5, 300, 2}, {300, 4, 500, 4}});
}

// Section 5.3, R2: TS.Recent stays, or what the repetition overtook would look old.
TEST(TimestampEcho, DataThatComeAgainAreEchoedButAreNotRecent)
{
    TimestampEcho echo;
    echo.Begin(10, 0s);
    echo.OnAckSent(2000);
    echo.OnSegment(SegmentOf(1000, 60), 1s, true);
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

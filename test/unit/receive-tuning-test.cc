/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ReceiveTuningTests
{

using ns3::ReceiveTuning;
using namespace std::chrono_literals;

/// A window of 50,000 octets is offered, and 1,000,000 at most; 10,000 octets are expected in a
/// round trip. The handshake is over at 1 s, when the first octet arrives, too.
struct ReceiveTuningTest : testing::Test
{
    ReceiveTuningTest()
    {
        tuning.Start(50000, 1000000, 10000);
        tuning.Establish(1s);
        tuning.OnArrival(1s, 1, 50000);
    }

    ReceiveTuning tuning;
};

TEST_F(ReceiveTuningTest, SaysNothingBeforeARoundTripIsKnown)
{
    EXPECT_FALSE(tuning.OnRead(5s, 40000, 1000));
    tuning.OnArrival(5s, 49999, 90000);
    EXPECT_FALSE(tuning.OnRead(6s, 9999, 1000));
}

// 50,000 octets in 100 ms: twice that and 16 segments are 116,000, and as reading is five times
// what was expected, 2 * 4 times as much more: 1,044 segments. Each of them takes 1,012 octets of
// the window: 1,896 of memory and 128 more are half for data.
TEST_F(ReceiveTuningTest, WantsTwiceWhatWasReadAndMoreWhereReadingGrows)
{
    tuning.OnArrival(1100ms, 50000, 100000);
    EXPECT_EQ(tuning.OnRead(1100ms, 50000, 1000), 1044 * 1012);
}

TEST_F(ReceiveTuningTest, ReadingThatDoesNotGrowWantsNothing)
{
    tuning.OnArrival(1100ms, 50000, 100000);
    EXPECT_TRUE(tuning.OnRead(1100ms, 50000, 1000));
    EXPECT_FALSE(tuning.OnRead(1199ms, 60000, 1000)) << "not yet a round trip";
    EXPECT_EQ(tuning.OnRead(1200ms, 40000, 1000), 648 * 1012) << "100,000 in the second";
    EXPECT_FALSE(tuning.OnRead(1300ms, 100000, 1000));
    EXPECT_FALSE(tuning.OnRead(1400ms, 20000, 1000));
    EXPECT_EQ(tuning.OnRead(1500ms, 125000, 1000), 399 * 1012);
}

TEST_F(ReceiveTuningTest, TheLeastTimeOfAWindowIsTheRoundTrip)
{
    tuning.OnArrival(1100ms, 50000, 80000);
    tuning.OnArrival(1159ms, 79999, 110000);
    tuning.OnArrival(1160ms, 80000, 120000); // 60 ms
    EXPECT_TRUE(tuning.OnRead(1160ms, 20000, 1000));
    tuning.OnArrival(1260ms, 120000, 160000); // 100 ms
    EXPECT_FALSE(tuning.OnRead(1219ms, 15000, 1000));
    EXPECT_TRUE(tuning.OnRead(1220ms, 15000, 1000));
}

TEST_F(ReceiveTuningTest, AnotherConnectionBeginsAnew)
{
    tuning.OnArrival(1100ms, 50000, 100000);
    EXPECT_TRUE(tuning.OnRead(1100ms, 50000, 1000));
    tuning.OnSegment(1000, 100000);
    tuning.Start(50000, 1000000, 10000);
    tuning.Establish(10s);
    EXPECT_FALSE(tuning.OnRead(11s, 50000, 1000));
    EXPECT_EQ(tuning.GetWindow(), 50000U);
}

// Linux 6.1, tcp_grow_window().
TEST_F(ReceiveTuningTest, EachSegmentLetsTheWindowGrowByTwo)
{
    EXPECT_TRUE(tuning.OnSegment(1000, 100000));
    EXPECT_EQ(tuning.GetWindow(), 52000U);
    EXPECT_FALSE(tuning.OnSegment(127, 100000));
    EXPECT_EQ(tuning.GetWindow(), 52000U) << "too small to count";
    tuning.OnSegment(128, 100000);
    EXPECT_EQ(tuning.GetWindow(), 52256U);
    tuning.OnSegment(1000, 53000);
    EXPECT_EQ(tuning.GetWindow(), 53000U) << "there is no more room";
    tuning.OnSegment(1000, 20000);
    EXPECT_EQ(tuning.GetWindow(), 53000U) << "what was not read yet takes nothing back";
}

// Linux 6.1, __tcp_grow_window(): 768 octets are beside the data. Half of 767 and 768 is 767; half
// of 536 and 768 is more than 536, a quarter is not; of 128 and 768 it is an eighth.
TEST_F(ReceiveTuningTest, SmallSegmentsLetTheWindowGrowToAPartOfTheLargest)
{
    const std::vector<std::pair<uint32_t, uint64_t>> roofs{{768, 1000000},
                                                           {766, 500000},
                                                           {536, 500000},
                                                           {128, 250000}};
    for (const auto& [size, roof] : roofs)
    {
        SCOPED_TRACE(size);
        tuning.Start(roof, 1000000, 10000);
        tuning.OnSegment(size, 1000000);
        EXPECT_EQ(tuning.GetWindow(), roof < 1000000 ? roof + 2 * size : roof);
        tuning.OnSegment(size, 1000000);
        EXPECT_EQ(tuning.GetWindow(), roof < 1000000 ? roof + 2 * size : roof);
    }
}

// Linux 6.1, tcp_rcv_rtt_measure_ts() and tcp_rcv_rtt_update().
TEST_F(ReceiveTuningTest, TimestampsTellTheRoundTripBeforeAWindowIsFull)
{
    tuning.OnEcho(7, 80ms, 1000);
    EXPECT_FALSE(tuning.OnRead(1079ms, 11000, 1000));
    EXPECT_EQ(tuning.OnRead(1080ms, 1000, 1000), 56 * 1012);
    tuning.OnEcho(7, 20ms, 1000);
    tuning.OnEcho(8, 20ms, 999);
    tuning.OnEcho(8, 20ms, 1000);
    EXPECT_FALSE(tuning.OnRead(1159ms, 20000, 1000)) << "none of these says anything";
    tuning.OnEcho(9, 20ms, 1000);
    EXPECT_TRUE(tuning.OnRead(1159ms, 20000, 1000)) << "a shorter one counts at once";
    tuning.OnEcho(10, 100ms, 1000);
    EXPECT_FALSE(tuning.OnRead(1188ms, 90000, 1000)) << "20 and an eighth of 80 ms";
    EXPECT_TRUE(tuning.OnRead(1189ms, 1, 1000));
}

} // namespace ReceiveTuningTests

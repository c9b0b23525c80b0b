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
// what was expected, 2 * 4 times as much more: 1,044 segments.
TEST_F(ReceiveTuningTest, WantsTwiceWhatWasReadAndMoreWhereReadingGrows)
{
    tuning.OnArrival(1100ms, 50000, 100000);
    EXPECT_EQ(tuning.OnRead(1100ms, 50000, 1000), 1044 * 1000);
}

// 1,044 segments, each of which takes 1,012 octets of the window: 1,896 of memory and 128 more are
// half for data.
TEST_F(ReceiveTuningTest, ABufferHoldsWhatSegmentsTakeBesideTheirData)
{
    EXPECT_EQ(ReceiveTuning::GetBuffer(1044999, 1000), 1044 * 1012U);
}

TEST_F(ReceiveTuningTest, ReadingThatDoesNotGrowWantsNothing)
{
    tuning.OnArrival(1100ms, 50000, 100000);
    EXPECT_TRUE(tuning.OnRead(1100ms, 50000, 1000));
    EXPECT_FALSE(tuning.OnRead(1199ms, 60000, 1000)) << "not yet a round trip";
    EXPECT_EQ(tuning.OnRead(1200ms, 40000, 1000), 648 * 1000) << "100,000 in the second";
    EXPECT_FALSE(tuning.OnRead(1300ms, 100000, 1000));
    EXPECT_FALSE(tuning.OnRead(1400ms, 20000, 1000));
    EXPECT_EQ(tuning.OnRead(1500ms, 125000, 1000), 399 * 1000);
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
    tuning.OnSegment({1000, 1000, 1000, 1000}, 100000);
    tuning.Start(50000, 1000000, 10000);
    tuning.Establish(10s);
    EXPECT_FALSE(tuning.OnRead(11s, 50000, 1000));
    EXPECT_EQ(tuning.GetWindow(), 50000U);
}

// Linux 6.1, tcp_grow_window(): twice the announced segment where the memory of what arrives is no
// more than its data, twice the largest segment so far where it is more, and twice the data where
// these are more.
TEST_F(ReceiveTuningTest, EachSegmentLetsTheWindowGrowByTwo)
{
    EXPECT_TRUE(tuning.OnSegment({1000, 900, 1200, 1100}, 100000));
    EXPECT_EQ(tuning.GetWindow(), 52400U);
    EXPECT_TRUE(tuning.OnSegment({1000, 1001, 1200, 1100}, 100000));
    EXPECT_EQ(tuning.GetWindow(), 54600U);
    EXPECT_TRUE(tuning.OnSegment({1000, 1001, 1200, 536}, 100000));
    EXPECT_EQ(tuning.GetWindow(), 56600U);
    tuning.OnSegment({1000, 900, 1200, 1100}, 57000);
    EXPECT_EQ(tuning.GetWindow(), 57000U) << "there is no more room";
    EXPECT_FALSE(tuning.OnSegment({1000, 900, 1200, 1100}, 20000));
    EXPECT_EQ(tuning.GetWindow(), 57000U) << "what was not read yet takes nothing back";
}

// Linux 6.1, __tcp_grow_window(): as often as the memory is to be halved until it is no more than
// the data, so often is the roof halved.
TEST_F(ReceiveTuningTest, SmallSegmentsLetTheWindowGrowToAPartOfTheLargest)
{
    const std::vector<std::pair<uint32_t, uint64_t>> roofs{{500, 1000000},
                                                           {501, 500000},
                                                           {1001, 500000},
                                                           {1002, 250000}};
    for (const auto& [memory, roof] : roofs)
    {
        SCOPED_TRACE(memory);
        tuning.Start(roof, 1000000, 10000);
        tuning.OnSegment({500, memory, 500, 500}, 1000000);
        EXPECT_EQ(tuning.GetWindow(), roof < 1000000 ? roof + 1000 : roof);
        tuning.OnSegment({500, memory, 500, 500}, 1000000);
        EXPECT_EQ(tuning.GetWindow(), roof < 1000000 ? roof + 1000 : roof);
    }
}

// Linux 6.1, tcp_rcv_rtt_measure_ts() and tcp_rcv_rtt_update().
TEST_F(ReceiveTuningTest, TimestampsTellTheRoundTripBeforeAWindowIsFull)
{
    tuning.OnEcho(7, 80ms, true);
    EXPECT_FALSE(tuning.OnRead(1079ms, 11000, 1000));
    EXPECT_EQ(tuning.OnRead(1080ms, 1000, 1000), 56 * 1000);
    tuning.OnEcho(7, 20ms, true);
    tuning.OnEcho(8, 20ms, false);
    tuning.OnEcho(8, 20ms, true);
    EXPECT_FALSE(tuning.OnRead(1159ms, 20000, 1000)) << "none of these says anything";
    tuning.OnEcho(9, 20ms, true);
    EXPECT_TRUE(tuning.OnRead(1159ms, 20000, 1000)) << "a shorter one counts at once";
    tuning.OnEcho(10, 100ms, true);
    EXPECT_FALSE(tuning.OnRead(1188ms, 90000, 1000)) << "20 and an eighth of 80 ms";
    EXPECT_TRUE(tuning.OnRead(1189ms, 1, 1000));
}

// Its clock has microseconds.
TEST_F(ReceiveTuningTest, APartOfAMicrosecondIsNotMissing)
{
    tuning.OnEcho(7, 80ms, true);
    EXPECT_TRUE(tuning.OnRead(1080ms + 900ns, 11000, 1000));
    EXPECT_FALSE(tuning.OnRead(1160ms - 1ns, 30000, 1000));
    EXPECT_TRUE(tuning.OnRead(1160ms + 1ns, 1, 1000)) << "80 ms after 1080, not after 1080.0009";
}

} // namespace ReceiveTuningTests

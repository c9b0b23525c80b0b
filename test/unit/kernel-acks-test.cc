/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <utility>

using ns3::KernelAcks;

namespace KernelAcksTests
{

using namespace std::chrono_literals;

using std::chrono::nanoseconds;
using Verdict = KernelAcks::Verdict;
using Situation = KernelAcks::Situation;
using Segment = KernelAcks::Segment;

constexpr nanoseconds LEAST = 40ms;
constexpr nanoseconds RTO = 300ms;
constexpr nanoseconds MOST = 200ms;
constexpr nanoseconds UNKNOWN = 0ms;
constexpr uint32_t QUICK = 16;

/// One full segment waits, in order.
const Situation ONE{5000, 1448, false, false, true};

/// Nothing waits, there is a hole from 5000 on.
const Situation HOLE{5000, 0, false, true, true};

/// A connection to which no data have come yet.
KernelAcks
New()
{
    KernelAcks acks;
    acks.Start(LEAST, QUICK);
    return acks;
}

/// Full segments have 1448 octets, no ACK is quick any more, none waits. The last data came at 0.
KernelAcks
Settled()
{
    auto acks = New();
    acks.OnData({0ms, 1448}, RTO);
    acks.EndQuickAck();
    acks.OnAckSent();
    return acks;
}

/// Data of a size arrive at the time 1 ms, with a header of 20 octets.
void
Arrive(KernelAcks& acks, uint32_t size, bool isPushed = false)
{
    acks.OnData({1ms, size, 20, isPushed}, RTO);
}

/// @return how many ACKs of single full segments go at once from now on; 99 if there is no end
int
CountQuick(KernelAcks acks)
{
    int count = 0;
    while (count < 99 && acks.Decide(ONE) == Verdict::NOW)
    {
        ++count;
        acks.OnArrival();
        acks.OnAckSent();
    }
    return count;
}

// The table, row 1.

TEST(KernelAcks, MoreThanAFullSegmentIsAcknowledgedAtOnce)
{
    auto acks = Settled();
    EXPECT_EQ(acks.Decide({5000, 1448, false, false, true}), Verdict::DELAY);
    EXPECT_EQ(acks.Decide({5000, 1449, false, false, true}), Verdict::NOW);
    EXPECT_EQ(acks.Decide({5000, 2896, false, false, true}), Verdict::NOW);
}

TEST(KernelAcks, ALateReaderAcknowledgesByReading)
{
    auto acks = Settled();
    EXPECT_EQ(acks.Decide({5000, 2896, true, false, true}), Verdict::DELAY);
    acks.AnswerNext();
    EXPECT_EQ(acks.Decide({5000, 2896, true, false, true}), Verdict::NOW) << "quick all the same";
}

// Row 2, tcp_incr_quickack(): 65535 / 2896 = 22, at most 16.
TEST(KernelAcks, SixteenAcksAreQuickAtTheBeginning)
{
    auto acks = New();
    EXPECT_EQ(acks.Decide(ONE), Verdict::NOW) << "536 octets are a full segment at first";
    acks.OnData({0ms, 1448}, RTO);
    EXPECT_EQ(CountQuick(acks), 16);
}

// 14480 / 2896 = 5; 0 becomes 2.
TEST(KernelAcks, FewerAreQuickWithASmallWindow)
{
    for (const auto& [window, quick] : {std::pair{65535, 16},
                                        {46336, 16},
                                        {46335, 15},
                                        {14480, 5},
                                        {14479, 4},
                                        {5792, 2},
                                        {5791, 1},
                                        {2896, 1},
                                        {2895, 2},
                                        {1, 2},
                                        {0, 2}})
    {
        auto acks = New();
        acks.OnData({0ms, 1448, 20, false, static_cast<uint64_t>(window)}, RTO);
        EXPECT_EQ(CountQuick(acks), quick) << window;
        acks = Settled();
        acks.EnterQuickAck(static_cast<uint64_t>(window));
        EXPECT_EQ(CountQuick(acks), quick) << window;
    }
}

TEST(KernelAcks, TroubleMakesSoManyQuick)
{
    auto acks = Settled();
    EXPECT_EQ(CountQuick(acks), 0);
    acks.EnterQuickAck(2, 65535);
    EXPECT_EQ(CountQuick(acks), 2);
    acks.EnterQuickAck(65535);
    EXPECT_EQ(CountQuick(acks), 16);
    acks.EnterQuickAck(2, 65535);
    EXPECT_EQ(CountQuick(acks), 16) << "less trouble takes none away";
    acks = Settled();
    acks.EnterQuickAck(1, 0);
    EXPECT_EQ(CountQuick(acks), 1);
}

TEST(KernelAcks, OneIsQuickSinceTheWindowHasGrown)
{
    auto acks = Settled();
    acks.AnswerNext();
    acks.AnswerNext();
    EXPECT_EQ(CountQuick(acks), 1);
    // Linux: quick |= 1.
    acks.EnterQuickAck(2, 65535);
    acks.AnswerNext();
    EXPECT_EQ(CountQuick(acks), 3);
}

TEST(KernelAcks, NoneIsQuickOnceTheBufferIsHalfFull)
{
    auto acks = New();
    acks.OnData({0ms, 1448}, RTO);
    acks.EndQuickAck();
    EXPECT_EQ(CountQuick(acks), 0);
}

TEST(KernelAcks, AcksAreQuickAgainAfterASilence)
{
    auto acks = Settled();
    acks.OnData({300ms, 1448}, RTO);
    EXPECT_EQ(CountQuick(acks), 0) << "just a retransmission timeout";
    acks.OnData({601ms, 1448}, RTO);
    EXPECT_EQ(CountQuick(acks), 16);
    acks = Settled();
    acks.OnData({301ms, 1448, 20, false, 14480}, RTO);
    EXPECT_EQ(CountQuick(acks), 5);
}

TEST(KernelAcks, TheLastHoleThatIsFilledIsAnswered)
{
    auto acks = Settled();
    acks.OnFilled();
    EXPECT_EQ(acks.Decide(ONE), Verdict::NOW);
    EXPECT_EQ(acks.Decide(ONE), Verdict::NOW) << "until the ACK has gone";
    acks.OnAckSent();
    EXPECT_EQ(acks.Decide(ONE), Verdict::DELAY);
}

// Rows 4 and 5.

TEST(KernelAcks, ThreeGoAtOnceForWhatIsOutOfOrder)
{
    auto acks = Settled();
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(acks.Decide(HOLE), Verdict::NOW) << i;
        EXPECT_FALSE(acks.IsCompressing());
        acks.OnAckSent();
    }
    EXPECT_EQ(acks.Decide(HOLE), Verdict::COMPRESS);
    EXPECT_TRUE(acks.IsCompressing());
    acks.OnAckSent();
    EXPECT_FALSE(acks.IsCompressing());
    EXPECT_EQ(acks.Decide(HOLE), Verdict::COMPRESS) << "an ACK alone begins nothing anew";
}

TEST(KernelAcks, ThreeMoreGoAtOnceWhereDataInOrderCameInBetween)
{
    auto acks = Settled();
    for (const uint64_t next : {5000, 6448, 7896})
    {
        const Situation situation{next, 0, false, true, true};
        EXPECT_EQ(acks.Decide(situation), Verdict::NOW);
        EXPECT_EQ(acks.Decide(situation), Verdict::NOW);
        EXPECT_EQ(acks.Decide(situation), Verdict::NOW);
        EXPECT_EQ(acks.Decide(situation), Verdict::COMPRESS);
    }
}

TEST(KernelAcks, QuickOnesAreNotAmongTheThree)
{
    auto acks = Settled();
    acks.EnterQuickAck(2, 65535);
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(acks.Decide(HOLE), Verdict::NOW) << i;
        acks.OnArrival();
        acks.OnAckSent();
    }
    EXPECT_EQ(acks.Decide(HOLE), Verdict::COMPRESS);
}

TEST(KernelAcks, WhatDoesNotReportHolesAnswersAlwaysAtOnce)
{
    auto acks = Settled();
    for (int i = 0; i < 10; ++i)
    {
        EXPECT_EQ(acks.Decide({5000, 0, false, true, false}), Verdict::NOW);
    }
    EXPECT_FALSE(acks.IsCompressing());
}

TEST(KernelAcks, AfterFortyFourCompressedOnesOneGoes)
{
    auto acks = Settled();
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(acks.Decide(HOLE), Verdict::NOW);
    }
    for (int round = 0; round < 2; ++round)
    {
        for (int i = 0; i < 44; ++i)
        {
            EXPECT_EQ(acks.Decide(HOLE), Verdict::COMPRESS) << i;
        }
        EXPECT_EQ(acks.Decide(HOLE), Verdict::NOW);
        acks.OnAckSent();
    }
}

TEST(KernelAcks, CompressionLastsATwentiethOfTheRoundTrip)
{
    EXPECT_EQ(KernelAcks::GetCompression(10ms), 600us);
    EXPECT_EQ(KernelAcks::GetCompression(2ms), 200us);
    EXPECT_EQ(KernelAcks::GetCompression(20ms), 1100us);
    EXPECT_EQ(KernelAcks::GetCompression(300ms), 1100us);
    EXPECT_EQ(KernelAcks::GetCompression(UNKNOWN), 100us);
}

// tcp_measure_rcv_mss().

TEST(KernelAcks, LargerSegmentsAreFullOnes)
{
    auto acks = New();
    EXPECT_EQ(acks.GetLargest(), 536U);
    Arrive(acks, 1000);
    EXPECT_EQ(acks.GetLargest(), 1000U);
    Arrive(acks, 1448);
    EXPECT_EQ(acks.GetLargest(), 1448U);
    Arrive(acks, 1000);
    EXPECT_EQ(acks.GetLargest(), 1448U) << "one small segment is no news";
}

TEST(KernelAcks, TwoSmallSegmentsOfOneSizeAreFullOnes)
{
    auto acks = Settled();
    Arrive(acks, 1000);
    Arrive(acks, 999);
    Arrive(acks, 1000);
    EXPECT_EQ(acks.GetLargest(), 1448U) << "not one after the other";
    Arrive(acks, 1448);
    Arrive(acks, 1000);
    EXPECT_EQ(acks.GetLargest(), 1448U) << "nor here";
    Arrive(acks, 1000);
    EXPECT_EQ(acks.GetLargest(), 1000U);
    EXPECT_EQ(acks.Decide({5000, 1001, false, false, true}), Verdict::NOW);
}

// 536 and 88 octets, with a header of 20.
TEST(KernelAcks, HowSmallAFullSegmentMayBe)
{
    const auto twice = [](uint32_t size, bool isPushed, uint32_t header) {
        auto acks = Settled();
        acks.OnData({1ms, size, header, isPushed}, RTO);
        acks.OnData({2ms, size, header, isPushed}, RTO);
        return acks.GetLargest();
    };
    EXPECT_EQ(twice(536, true, 20), 536U);
    EXPECT_EQ(twice(535, true, 20), 1448U);
    EXPECT_EQ(twice(524, true, 32), 524U) << "with timestamps";
    EXPECT_EQ(twice(523, true, 32), 1448U);
    EXPECT_EQ(twice(535, false, 20), 535U);
    EXPECT_EQ(twice(88, false, 20), 88U);
    EXPECT_EQ(twice(87, false, 20), 1448U);
    EXPECT_EQ(twice(76, false, 32), 76U);
    EXPECT_EQ(twice(75, false, 32), 1448U);
}

// __tcp_cleanup_rbuf().

TEST(KernelAcks, ReadingMoreThanAFullSegmentIsAcknowledged)
{
    auto acks = Settled();
    EXPECT_FALSE(acks.IsDueByRead(1449, true)) << "nothing has come";
    acks.OnArrival();
    EXPECT_TRUE(acks.IsDueByRead(1449, false));
    EXPECT_FALSE(acks.IsDueByRead(1448, true));
    acks.OnAckSent();
    EXPECT_FALSE(acks.IsDueByRead(1449, true));
}

TEST(KernelAcks, ReadingAllIsAcknowledgedAfterASmallSegment)
{
    auto acks = Settled();
    Arrive(acks, 1000);
    EXPECT_TRUE(acks.IsDueByRead(1000, true));
    EXPECT_FALSE(acks.IsDueByRead(1000, false));
    acks.OnAckSent();
    acks.OnArrival();
    EXPECT_FALSE(acks.IsDueByRead(1000, true)) << "its ACK has gone";
    Arrive(acks, 1000);
    EXPECT_FALSE(acks.IsDueByRead(1000, true)) << "the second one is a full one";
}

TEST(KernelAcks, ReadingAllIsAcknowledgedAfterAPush)
{
    auto acks = Settled();
    Arrive(acks, 1448);
    EXPECT_FALSE(acks.IsDueByRead(1448, true));
    Arrive(acks, 1448, true);
    EXPECT_TRUE(acks.IsDueByRead(1448, true));
    Arrive(acks, 1448);
    EXPECT_TRUE(acks.IsDueByRead(1448, true)) << "and stays so until the ACK";
    acks.OnAckSent();
    Arrive(acks, 1448);
    EXPECT_FALSE(acks.IsDueByRead(1448, true));
}

// Timelines made by hand from tcp_event_data_recv(): ato = ato / 2 + 20 ms for data at most 20 ms
// apart, ato / 2 + gap for gaps below ato, nothing for others.

TEST(KernelAcks, TheDelayBeginsWithTheLeast)
{
    auto acks = New();
    acks.OnData({7s, 1448}, RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 40ms);
    acks.OnData({7s, 1448}, RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 40ms) << "20 + 20";
}

// 40 -> 20 + 30 = 50 -> 25 + 45 = 70 -> 35 + 60 = 95.
TEST(KernelAcks, TheDelayFollowsTheGapsOfASlowSender)
{
    auto acks = New();
    acks.OnData({1000ms, 1448}, RTO);
    for (const auto& [at, expected] : {std::pair{1030ms, 50ms}, {1075ms, 70ms}, {1135ms, 95ms}})
    {
        acks.OnData({at, 1448}, RTO);
        EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), expected);
    }
}

// 80 -> 40 + 20 = 60 -> 30 + 20 = 50 -> 25 + 20 = 45.
TEST(KernelAcks, TheDelayReturnsToTheLeastWhereDataComeCloseTogether)
{
    auto acks = Settled();
    acks.OnTimer(RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 80ms);
    for (const auto& [at, expected] : {std::pair{20ms, 60ms}, {21ms, 50ms}, {22ms, 45ms}})
    {
        acks.OnData({at, 1448}, RTO);
        EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), expected);
    }
    acks.OnData({43ms, 1448}, RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 43ms) << "22 + 21: whole jiffies";
}

TEST(KernelAcks, AGapAsLongAsTheDelayChangesNothing)
{
    auto acks = Settled();
    acks.OnData({40ms, 1448}, RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 40ms);
    acks.OnData({79ms, 1448}, RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 59ms);
}

TEST(KernelAcks, ASilenceLeavesTheDelay)
{
    auto acks = Settled();
    acks.OnTimer(RTO);
    acks.OnData({400ms, 1448}, RTO);
    EXPECT_EQ(CountQuick(acks), 16);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 80ms);
}

TEST(KernelAcks, TheDelayDoublesWhereNoSecondSegmentComesInTime)
{
    auto acks = Settled();
    for (const auto expected : {80ms, 160ms, 200ms})
    {
        acks.OnTimer(RTO);
        EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), expected);
    }
    acks.OnTimer(RTO);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, 1s), 300ms) << "the retransmission timeout bounds it";
}

// 250 / 2 + 249 = 374.
TEST(KernelAcks, TheTimeoutBoundsWhatFollowsTheGapsToo)
{
    auto acks = Settled();
    for (int i = 0; i < 3; ++i)
    {
        acks.OnTimer(250ms);
    }
    acks.OnData({249ms, 1448}, 250ms);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, 1s), 250ms);
    acks.OnData({498ms, 1448}, 1s);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, 1s), 374ms);
}

TEST(KernelAcks, TheDelayIsAtMostTheRoundTripWhereThatIsAboveTheLeast)
{
    auto acks = Settled();
    acks.OnTimer(RTO);
    EXPECT_EQ(acks.GetDelay(60ms, MOST), 60ms);
    EXPECT_EQ(acks.GetDelay(10ms, MOST), 40ms);
    EXPECT_EQ(acks.GetDelay(100ms, MOST), 80ms);
    acks.OnTimer(RTO);
    acks.OnTimer(RTO);
    EXPECT_EQ(acks.GetDelay(250ms, MOST), 200ms);
}

TEST(KernelAcks, TheDelayIsTheLeastAgainAfterTrouble)
{
    auto acks = Settled();
    acks.OnTimer(RTO);
    acks.EnterQuickAck(2, 65535);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 40ms);
}

// tcp_dec_quickack_mode().

TEST(KernelAcks, TheDelayIsTheLeastAgainWhenQuickAcksAreUsedUp)
{
    auto acks = Settled();
    acks.EnterQuickAck(2, 65535);
    acks.OnTimer(RTO);
    acks.OnArrival();
    acks.OnAckSent();
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 80ms);
    acks.OnArrival();
    acks.OnAckSent();
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 40ms);
    acks.OnTimer(RTO);
    acks.OnArrival();
    acks.OnAckSent();
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 80ms) << "there were none";
}

TEST(KernelAcks, AnAckOfNothingIsNoQuickOne)
{
    auto acks = Settled();
    acks.EnterQuickAck(2, 65535);
    acks.OnAckSent();
    acks.OnAckSent();
    acks.OnAckSent();
    EXPECT_EQ(CountQuick(acks), 2);
    Arrive(acks, 1448);
    acks.OnAckSent();
    acks.OnAckSent();
    EXPECT_EQ(CountQuick(acks), 1);
}

// tcp_send_delayed_ack(): time_before_eq(timeout, jiffies + (ato >> 2)).
TEST(KernelAcks, WhatIsDueInAQuarterOfTheDelayGoesAtOnce)
{
    auto acks = Settled();
    ASSERT_TRUE(acks.Wait(1000ms, 40ms, false));
    EXPECT_FALSE(acks.IsNearlyDue(1029ms, 40ms));
    EXPECT_FALSE(acks.IsNearlyDue(1029999us, 40ms)) << "whole jiffies";
    EXPECT_TRUE(acks.IsNearlyDue(1030ms, 40ms));
    EXPECT_FALSE(acks.IsNearlyDue(1009ms, 120ms));
    EXPECT_TRUE(acks.IsNearlyDue(1010ms, 120ms));
}

// The same: a timeout that is not before the one that runs leaves that.
TEST(KernelAcks, OnlyAnAckThatGoesSoonerReplacesOneThatWaits)
{
    auto acks = Settled();
    ASSERT_TRUE(acks.Wait(1000700us, 100ms, false));
    EXPECT_FALSE(acks.Wait(1050ms, 50ms, true));
    EXPECT_TRUE(acks.Wait(1050ms, 49ms, true));
    EXPECT_TRUE(acks.Wait(1051ms, 100ms, false)) << "none waits any more";
    EXPECT_FALSE(acks.IsNearlyDue(1125ms, 100ms));
    EXPECT_TRUE(acks.IsNearlyDue(1126ms, 100ms));
}

TEST(KernelAcks, AConnectionBeginsAnew)
{
    auto acks = Settled();
    acks.OnTimer(RTO);
    acks.OnFilled();
    acks.Start(LEAST, 3);
    EXPECT_EQ(acks.GetLargest(), 536U);
    EXPECT_EQ(acks.Decide({5000, 536, false, false, true}), Verdict::DELAY);
    acks.OnData({9s, 1448}, RTO);
    EXPECT_EQ(CountQuick(acks), 3);
    EXPECT_EQ(acks.GetDelay(UNKNOWN, MOST), 40ms);
}

} // namespace KernelAcksTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Timelines of RACK-TLP (RFC 8985) by hand. Segments of 1000 octets are counted from 0; times are
// milliseconds. Without a remark a round trip takes 100 ms and the timer expires after 1 s.

#include "rack-timeline.h"

#include <gtest/gtest.h>

namespace RackRecoveryTests
{

using namespace ns3test;

// Section 3.4, figure 1: the end of a flight is lost, and one retransmission as well.
TEST(RackRecovery, TailLossAndLostRetransmission)
{
    Timeline t;
    t.SetTimeout(300);
    t.Send(0, 0, 4);
    EXPECT_EQ(t.Ack(100, 1), "");
    EXPECT_EQ(t.Deadline(), 300) << "two round trips";
    EXPECT_EQ(t.Timer(), ", probe 3");
    t.Send(300, 3);
    EXPECT_EQ(t.Ack(400, 1, {{3, 4}}), "dup enter, 1 2");
    EXPECT_EQ(t.Ack(500, 1, {{2, 4}}), "dup lost, 1") << "the first one was sent before 2";
    EXPECT_EQ(t.Ack(600, 4), "leave");
    EXPECT_EQ(t.Outstanding(), 0U);
    EXPECT_EQ(t.Deadline(), NEVER);
}

// Section 3.3.2: a segment that is overtaken, but not by more than a quarter of a round trip.
TEST(RackRecovery, ReorderingIsNoLoss)
{
    Timeline t;
    t.Send(0, 0, 3);
    EXPECT_EQ(t.Ack(100, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Deadline(), 125) << "sent at 0, a round trip of 100 and a quarter";
    EXPECT_EQ(t.Ack(110, 2), "") << "here it is";
    EXPECT_EQ(t.Ack(112, 3), "");
    EXPECT_EQ(t.Deadline(), NEVER);
}

TEST(RackRecovery, ReorderingTimerExpires)
{
    Timeline t;
    t.Send(0, 0, 3);
    t.Ack(100, 0, {{1, 2}});
    EXPECT_EQ(t.Outstanding(), 2U);
    EXPECT_EQ(t.Timer(), "enter, 0");
    EXPECT_EQ(t.Sender().GetRecoveryState().GetRecoveryPoint(), 3 * MSS);
    EXPECT_EQ(t.Ack(125, 0, {{1, 3}}), "dup") << "sent before, again after";
    EXPECT_EQ(t.Ack(225, 3), "leave");
}

// Section 6.2, step 4: without reordering three SACKed segments are enough, and in recovery none.
TEST(RackRecovery, DupThreshIsEnoughWithoutReordering)
{
    Timeline t;
    t.Send(0, 0, 6);
    EXPECT_EQ(t.Ack(100, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Ack(100, 0, {{1, 3}}), "dup");
    EXPECT_EQ(t.Ack(100, 0, {{1, 4}}), "dup enter, 0");
    EXPECT_EQ(t.Ack(100, 0, {{5, 6}, {1, 4}}), "dup, 4") << "at once";
    EXPECT_EQ(t.Deadline(), NEVER);
}

// Section 6.2, step 1: the handshake's round trip counts, too. Segments of a burst wait for each
// other, and what is sent again alone does not: its round trip is shorter than those, and true.
TEST(RackRecovery, HandshakeHasTheShortestRoundTrip)
{
    Timeline t; // its smoothed round trip is 100 ms
    t.Send(0, 0, 6);
    EXPECT_EQ(t.Ack(102, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Ack(103, 0, {{1, 3}}), "dup");
    EXPECT_EQ(t.Ack(104, 0, {{1, 4}}), "dup enter, 0");
    EXPECT_EQ(t.Ack(105, 0, {{1, 5}}), "dup");
    EXPECT_EQ(t.Ack(204, 5), "partial, 5") << "sent before what has arrived now";
}

TEST(RackRecovery, ReorderingSeenGivesTimeInAnyCase)
{
    Timeline t;
    t.Send(0, 0, 2);
    t.Ack(100, 0, {{1, 2}});
    t.Ack(105, 2); // 0 came late
    t.Send(200, 2, 6);
    EXPECT_EQ(t.Ack(300, 2, {{3, 8}}), "dup") << "five segments";
    EXPECT_EQ(t.Deadline(), 325);
    EXPECT_EQ(t.Timer(), "enter, 2");
}

// A repair in which the original arrives was reordering, although the segment went again: what is
// SACKed next does not show a loss at once.
TEST(RackRecovery, ALateOriginalIsReordering)
{
    Timeline t;
    t.Send(0, 0, 8);
    t.Ack(100, 0, {{1, 3}});
    EXPECT_EQ(t.Ack(101, 0, {{1, 4}}), "dup enter, 0");
    t.Ack(105, 4, {}, {}, 0);
    t.Ack(108, 8);
    t.Send(110, 8, 4);
    EXPECT_EQ(t.Ack(211, 8, {{9, 12}}), "dup") << "three segments";
    EXPECT_EQ(t.Deadline(), 236) << "a round trip of 101 and a quarter of the least one, 100";
    EXPECT_EQ(t.Timer(), "enter, 8");
}

TEST(RackRecovery, MarkingIsInTheOrderOfTimes)
{
    Timeline t;
    t.Send(0, 0, 2);
    t.Send(50, 2, 2);
    t.Send(100, 4, 2);
    // A round trip of 100, a quarter of it: at 200 what was sent until 75 is overdue.
    EXPECT_EQ(t.Ack(200, 0, {{5, 6}}), "dup enter, 0 1 2 3");
    EXPECT_EQ(t.Deadline(), 225) << "4 is not: sent at 100, just before 5";
    // In recovery there is no window: the next look finds it.
    EXPECT_EQ(t.Ack(210, 0, {{5, 6}}), ", 4");
}

// What leaves in one instant leaves in some order all the same: one ACK, for which new data go and
// then a repair. When the new data arrive, the repair is on its way.
TEST(RackRecovery, ARepairInTheInstantOfNewDataIsNotOlder)
{
    Timeline t;
    t.Send(0, 0, 8);
    t.Ack(100, 0, {{1, 3}});
    t.HoldBack();
    EXPECT_EQ(t.Ack(101, 0, {{1, 4}}), "dup enter");
    t.Send(101, 8);
    t.Send(101, 0);
    EXPECT_EQ(t.Ack(201, 0, {{1, 9}}), "dup");
    EXPECT_EQ(t.Deadline(), NEVER) << "nothing was sent before what has arrived";
    EXPECT_EQ(t.Outstanding(), 1U);
    EXPECT_EQ(t.Ack(202, 9), "leave");
}

// Section 6.2, step 5: the timer waits for all that can be judged by now.
TEST(RackRecovery, TheTimerIsThatOfTheYoungest)
{
    Timeline t;
    t.Send(0, 0);
    t.Send(10, 1);
    t.Send(20, 2);
    t.Send(30, 3);
    EXPECT_EQ(t.Ack(120, 0, {{2, 3}}), "dup");
    EXPECT_EQ(t.Deadline(), 135) << "1, sent at 10; 3 was sent after 2";
    EXPECT_EQ(t.Timer(), "enter, 0 1");
}

// Section 6.2, step 2: the segment to compare with is the youngest that was delivered, in whatever
// order they arrive.
TEST(RackRecovery, WhatArrivesLateDoesNotTakeTheYoungestsPlace)
{
    Timeline t;
    t.Send(10, 0);
    t.Send(15, 1);
    t.Send(20, 2);
    t.Send(30, 3);
    EXPECT_EQ(t.Ack(130, 0, {{3, 4}}), "dup");
    EXPECT_EQ(t.Deadline(), 145) << "2, sent at 20, a round trip of 100 and a quarter";
    EXPECT_EQ(t.Ack(131, 0, {{1, 2}, {3, 4}}), "dup");
    EXPECT_EQ(t.Deadline(), 161) << "2 still; the last round trip is 116";
    EXPECT_EQ(t.Timer(), "enter, 0 2");
}

// The window grows with each round that sees a D-SACK.
TEST(RackRecovery, DuplicatesWidenTheWindow)
{
    Timeline t;
    t.Send(0, 0, 2);
    t.Ack(100, 0, {{1, 2}});
    EXPECT_EQ(t.Timer(), "enter, 0") << "at 125";
    EXPECT_EQ(t.Ack(130, 2), "leave") << "it was late only";
    EXPECT_EQ(t.Ack(225, 2, {}, OctetRange{0, 1}), "undone");
    t.Send(300, 2, 2);
    t.Ack(400, 2, {{3, 4}});
    EXPECT_EQ(t.Deadline(), 450) << "half a round trip";
}

// Step 2: an ACK that comes too soon is that of the first transmission.
TEST(RackRecovery, ARoundTripIsNotShorterThanTheShortest)
{
    Timeline t;
    t.Send(0, 0, 8);
    t.Ack(100, 0, {{1, 4}}); // 0 is lost and sent again at 100
    EXPECT_EQ(t.Outstanding(), 5U);
    // 40 ms later it is acknowledged. If that were the second one, 4 to 7 would be lost.
    EXPECT_EQ(t.Ack(140, 4), "partial");
    EXPECT_EQ(t.Outstanding(), 4U);
    EXPECT_EQ(t.Deadline(), NEVER);
}

TEST(RackRecovery, TheEchoTellsWhichOneArrived)
{
    for (const bool first : {true, false})
    {
        SCOPED_TRACE(first);
        Timeline t(With(&RackRecovery::undoByTimestamps, false));
        t.Send(0, 0, 8);
        t.Ack(100, 0, {{1, 4}}); // 0 is sent again at 100
        // The first one has taken 240 ms, or the second one 140.
        EXPECT_EQ(t.Ack(240, 4, {}, {}, first ? 0 : 100), first ? "partial" : "partial, 4 5 6 7");
    }
}

TEST(RackRecovery, TheEchoSaysNothingOfWhatIsOutOfOrder)
{
    Timeline t;
    t.Send(0, 0, 8);
    EXPECT_EQ(t.Ack(100, 0, {{3, 8}}), "dup enter, 0 1 2");
    EXPECT_EQ(t.Ack(200, 0, {{2, 8}}, {}, 0), "dup lost, 0 1") << "echo of before 0";
}

TEST(RackRecovery, LostThreeTimes)
{
    Timeline t;
    t.Send(0, 0, 5);
    EXPECT_EQ(t.Ack(100, 0, {{1, 5}}), "dup enter, 0");
    t.Send(101, 5);
    EXPECT_EQ(t.Ack(201, 0, {{1, 6}}), "dup lost, 0");
    t.Send(202, 6);
    EXPECT_EQ(t.Ack(302, 0, {{1, 7}}), "dup lost, 0");
    EXPECT_EQ(t.Ack(402, 7), "leave");
}

// RFC 3522: an echo from before the repair means that the original was late. With no copy on its
// way the repair is over; with one, nothing more is sent again, and the recovery point decides.
TEST(RackRecovery, LateOriginalsByTimestamps)
{
    Timeline t;
    t.Send(0, 0, 8);
    EXPECT_EQ(t.Ack(100, 0, {{5, 8}}), "dup enter, 0 1 2 3 4");
    EXPECT_EQ(t.Ack(110, 1, {{5, 8}}, {}, 0), "partial") << "1 to 4 are on their way";
    EXPECT_EQ(t.Ack(120, 8, {}, {}, 0), "leave undone");

    Timeline single;
    single.Send(0, 0, 8);
    EXPECT_EQ(single.Ack(100, 0, {{1, 4}}), "dup enter, 0");
    EXPECT_EQ(single.Ack(110, 4, {}, {}, 0), "leave undone") << "no copy is on its way";
}

// RFC 3522. Timestamps are whole milliseconds: one of the copy's own millisecond may be the copy's.
TEST(RackRecovery, AnEchoOfTheCopysMillisecondShowsNothing)
{
    for (const auto& [echo, outcome] : {std::pair(99, "leave undone"), {100, "partial"}})
    {
        Timeline t;
        t.Send(0, 0, 8);
        t.HoldBack();
        EXPECT_EQ(t.Ack(100, 0, {{1, 4}}), "dup enter");
        t.Sender().OnSent(Segments(0), 100ms + 900us);
        EXPECT_EQ(t.Ack(200, 4, {}, {}, echo), outcome) << echo;
    }
}

// A repair that waits for its turn has sent nothing: what fills the hole is an original (6.1.192).
TEST(RackRecovery, InLinuxAnAckBeforeTheRepairHasSentIsOfAnOriginal)
{
    for (const bool isLinux : {false, true})
    {
        Timeline t(With(&RackRecovery::followsLinux, isLinux));
        t.Send(0, 0, 8);
        t.HoldBack();
        EXPECT_EQ(t.Ack(100, 0, {{1, 4}}), "dup enter");
        EXPECT_EQ(t.Ack(110, 4), isLinux ? "leave undone" : "partial") << "without timestamps, too";
    }
}

// Section 6.3.
TEST(RackRecovery, ATimeoutTakesTheHeadAndWhatIsOverdue)
{
    Timeline t;
    t.Send(0, 0, 3);
    EXPECT_EQ(t.Ack(100, 1), "");
    t.Send(1000, 3, 2);
    t.HoldBack();
    EXPECT_EQ(t.Timeout(1050), "");
    EXPECT_EQ(t.Sender().GetRecoveryState().GetState(), State::LOSS);
    EXPECT_EQ(t.Outstanding(), 2U) << "1 and 2 are lost, 3 and 4 were sent just now";
    EXPECT_EQ(t.Sender().Next(SendOpportunity::AT_ONCE), Segments(1)) << "whatever the window is";
}

TEST(RackRecovery, ATimeoutTakesTheHeadHoweverYoung)
{
    Timeline t;
    t.Send(0, 0);
    t.Ack(100, 1);
    t.Send(1000, 1, 2);
    t.HoldBack();
    t.Timeout(1001);
    EXPECT_EQ(t.Outstanding(), 1U);
    EXPECT_EQ(t.Sender().Next(SendOpportunity::WINDOW), Segments(1));
}

TEST(RackRecovery, AfterATimeoutTheRestIsFoundByTime)
{
    Timeline t;
    t.Send(0, 0);
    t.Ack(100, 1);
    t.Send(1000, 1, 4);
    EXPECT_EQ(t.Timeout(1050), ", 1");
    EXPECT_EQ(t.Ack(1150, 2), ", 2 3 4") << "sent before 1 was sent again";
    EXPECT_EQ(t.Ack(1250, 5), "leave");
}

TEST(RackRecovery, ATimeoutForgetsWhatTheReceiverHasTakenBack)
{
    RackRecovery sender;
    sender.Start(PLAIN);
    sender.OnSent(Segments(0), 0ms);
    sender.OnSent(Segments(1), 0ms);
    auto event = Ack(0, {{1, 2}});
    event.now = 100ms;
    sender.OnAck(event);
    sender.OnTimeout(2000ms);
    EXPECT_EQ(sender.GetOutstanding(), 0U) << "RFC 2018, section 8";
}

TEST(RackRecovery, ARecoveryIsFollowedByTheNext)
{
    Timeline t;
    t.Send(0, 0, 5);
    EXPECT_EQ(t.Ack(100, 0, {{1, 5}}), "dup enter, 0");
    t.Send(110, 5, 2);
    // 0 has arrived, and 6, but not 5, which was sent after the recovery began.
    EXPECT_EQ(t.Ack(210, 5, {{6, 7}}), "dup leave");
    EXPECT_EQ(t.Deadline(), 235);
    EXPECT_EQ(t.Timer(), "enter, 5");
}

/// 0 and 7 of a window are lost, and 8, which was sent after the reduction and is sent again before
/// the recovery ends.
void
LoseInTwoWindows(Timeline& t)
{
    t.Send(0, 0, 8);
    EXPECT_EQ(t.Ack(100, 0, {{1, 7}}), "dup enter, 0");
    t.Send(110, 8, 3);
    EXPECT_EQ(t.Ack(200, 7), "partial, 7");
    t.Send(205, 11, 3);
    EXPECT_EQ(t.Ack(210, 7, {{9, 11}}), "dup, 8");
    EXPECT_EQ(t.Ack(300, 8, {{9, 11}}), "leave enter");
    EXPECT_EQ(t.Sender().GetRecoveryState().GetRecoveryPoint(), 14 * MSS);
}

// RFC 5681, section 4.3: losses in two successive windows reduce twice.
TEST(RackRecovery, ARecoveryIsFollowedByTheNextThatHasBegunItsRepair)
{
    Timeline t;
    LoseInTwoWindows(t);
    EXPECT_EQ(t.Ack(305, 8, {{9, 11}, {12, 14}}), "dup, 11");
    EXPECT_EQ(t.Ack(410, 14, {}, {}, 210), "leave") << "8, sent again at 210, was the last";
}

TEST(RackRecovery, TheNextRepairIsNeedlessByItsOwnDuplicates)
{
    Timeline t;
    LoseInTwoWindows(t);
    EXPECT_EQ(t.Ack(301, 11), "partial");
    EXPECT_EQ(t.Ack(302, 11, {}, OctetRange{7, 8}), "") << "of the repair before";
    EXPECT_EQ(t.Ack(310, 11, {}, OctetRange{8, 9}), "leave undone");
}

TEST(RackRecovery, LimitedTransmitIsWhatLeavesRoom)
{
    Timeline t;
    t.Send(0, 0, 5);
    t.Ack(100, 0, {{1, 3}});
    EXPECT_EQ(t.Outstanding(), 3U);
    Timeline without({}, NO_LIMITED_TRANSMIT);
    without.Send(0, 0, 5);
    without.Ack(100, 0, {{1, 3}});
    EXPECT_EQ(without.Outstanding(), 5U);
}

TEST(RackRecovery, WhatIsLostIsToldOnce)
{
    Timeline t;
    t.Send(0, 0, 8);
    auto event = Ack(0, {{4, 8}});
    event.now = 100ms;
    EXPECT_EQ(t.Sender().OnAck(event).lost.octets, 4 * MSS);
    EXPECT_EQ(t.Sender().OnAck(event).lost.octets, 0U);
}

TEST(RackRecovery, WhatTheTimerFindsIsToldByTheTimer)
{
    Timeline t;
    t.Send(0, 0, 3);
    t.Ack(100, 0, {{1, 2}});
    EXPECT_EQ(t.Sender().OnDeadline(126ms).lost.octets, MSS);
    auto event = Ack(0, {{1, 3}});
    event.now = 126ms;
    EXPECT_EQ(t.Sender().OnAck(event).lost.octets, 0U);
}

TEST(RackRecovery, RetransmissionsAreInTheScoreboard)
{
    Timeline t;
    t.Send(0, 0, 5);
    t.Ack(100, 0, {{1, 5}});
    EXPECT_EQ(t.Sender().GetSent().GetRetranData(), MSS);
    t.HoldBack();
    t.Send(101, 5);
    t.Ack(201, 0, {{1, 6}});
    EXPECT_EQ(t.Sender().GetSent().GetRetranData(), 0U) << "lost again";
}

TEST(RackRecovery, HeadLostByOtherMeans)
{
    Timeline t;
    t.Send(0, 0, 5);
    t.Ack(100, 0, {{1, 5}});
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::AT_ONCE));
    t.Sender().OnHeadLost();
    EXPECT_EQ(t.Sender().Next(SendOpportunity::AT_ONCE), Segments(0));
    EXPECT_EQ(t.Outstanding(), 0U);
}

TEST(RackRecovery, AfterATimeoutTheHeadIsNotLostByOtherMeans)
{
    Timeline t;
    t.Send(0, 0, 5);
    t.Timeout(1000);
    t.Sender().OnHeadLost();
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::AT_ONCE));
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::WINDOW)) << "0 is on its way";
}

// Section 7.

TEST(RackRecovery, ProbeOfASingleSegmentWaitsForADelayedAck)
{
    Timeline t;
    t.Send(0, 0);
    EXPECT_EQ(t.Deadline(), 400);
    Timeline quick(With<RackRecovery, RackRecovery::Instant>(&RackRecovery::maxAckDelay, 40ms));
    quick.Send(0, 0);
    EXPECT_EQ(quick.Deadline(), 240);
    Timeline without(With(&RackRecovery::tailLossProbe, false));
    without.Send(0, 0);
    EXPECT_EQ(without.Deadline(), NEVER);
}

// Linux 6.1, tcp_schedule_loss_probe(): RTO after the oldest segment was sent where new data have
// started the timer, RTO after the ACK where an ACK has.
TEST(RackRecovery, TheOldestSegmentMayBoundTheProbe)
{
    for (const bool isBound : {false, true})
    {
        Timeline t(With(&RackRecovery::followsLinux, isBound));
        t.SetTimeout(250);
        t.Send(0, 0);
        t.Send(60, 1);
        EXPECT_EQ(t.Deadline(), isBound ? 250 : 260) << "two round trips of 100 ms after 60";
        t.Ack(100, 1);
        EXPECT_EQ(t.Deadline(), 350) << "RTO after the ACK; 500 with a delayed ACK";
        t.Send(120, 2);
        EXPECT_EQ(t.Deadline(), isBound ? 310 : 320);
        t.Send(310, 3);
        EXPECT_EQ(t.Deadline(), 510) << "the oldest is older than RTO";
    }
}

TEST(RackRecovery, NoProbeWhileAnythingIsKnownToBeMissing)
{
    Timeline t;
    t.Send(0, 0, 6);
    EXPECT_EQ(t.Deadline(), 200);
    t.Ack(100, 0, {{1, 2}});
    EXPECT_EQ(t.Deadline(), 125) << "the reordering timer";
    EXPECT_EQ(t.Ack(100, 0, {{1, 4}}), "dup enter, 0");
    EXPECT_EQ(t.Deadline(), NEVER) << "recovery";
    EXPECT_EQ(t.Ack(200, 6), "leave");
    t.Send(200, 6, 2);
    EXPECT_EQ(t.Deadline(), 400);
    EXPECT_EQ(t.Timeout(390), ", 6 7");
    EXPECT_EQ(t.Deadline(), NEVER) << "timeout";
}

TEST(RackRecovery, AProbeOfNewDataRepairsNothing)
{
    Timeline t;
    t.Send(0, 0, 2);
    EXPECT_EQ(t.Timer(), ", probe 1");
    t.Send(200, 2); // there are new data
    EXPECT_EQ(t.Ack(300, 3), "");
}

TEST(RackRecovery, AProbeThatRepairsTheOnlyLoss)
{
    Timeline t;
    t.Send(0, 0, 2);
    EXPECT_EQ(t.Timer(), ", probe 1");
    t.Send(200, 1);
    EXPECT_EQ(t.Ack(300, 2), "") << "of the probe, or of what was late";
    t.Send(300, 2);
    EXPECT_EQ(t.Ack(400, 3), "repaired");
    t.Send(400, 3);
    EXPECT_EQ(t.Ack(500, 4), "");
}

// What the probe has repaired was lost before the recovery, which has reduced already.
TEST(RackRecovery, AProbeReportsNoLossInARecovery)
{
    Timeline t;
    t.Send(0, 0, 2);
    EXPECT_EQ(t.Timer(), ", probe 1");
    t.Send(200, 1);
    EXPECT_EQ(t.Ack(300, 2), "");
    t.Send(300, 2, 4);
    EXPECT_EQ(t.Ack(400, 2, {{3, 6}}), "dup enter, 2");
    EXPECT_EQ(t.Ack(500, 6), "leave");
}

TEST(RackRecovery, AProbeThatWasNotNeeded)
{
    Timeline t;
    t.Send(0, 0, 2);
    t.Timer();
    t.Send(200, 1);
    EXPECT_EQ(t.Ack(210, 2), "");
    EXPECT_EQ(t.Ack(300, 2, {}, OctetRange{1, 2}), "");
    t.Send(300, 2);
    EXPECT_EQ(t.Ack(400, 3), "") << "no reduction";
}

TEST(RackRecovery, TheSecondTimerSendsNoSecondProbe)
{
    Timeline t;
    t.Send(0, 0, 3);
    t.Timer();
    t.Send(200, 3); // new data
    EXPECT_EQ(t.Ack(250, 1), "");
    EXPECT_EQ(t.Deadline(), 450);
    EXPECT_EQ(t.Timer(), "") << "the first one is in flight";
}

// Undo.

TEST(RackRecovery, ANeedlessRecoveryIsOverAtOnce)
{
    Timeline t;
    t.Send(0, 0, 6);
    EXPECT_EQ(t.Ack(100, 0, {{1, 4}}), "dup enter, 0");
    t.Send(101, 6);
    EXPECT_EQ(t.Ack(150, 4), "partial");
    EXPECT_EQ(t.Ack(200, 4, {}, OctetRange{0, 1}), "leave undone");
    EXPECT_EQ(t.Sender().GetRecoveryState().GetState(), State::OPEN);
    Timeline without(With(&RackRecovery::undoNeedlessRepair, false));
    without.Send(0, 0, 6);
    without.Ack(100, 0, {{1, 4}});
    EXPECT_EQ(without.Ack(150, 4), "partial");
    EXPECT_EQ(without.Ack(200, 4, {}, OctetRange{0, 1}), "");
    EXPECT_EQ(without.Sender().GetRecoveryState().GetState(), State::RECOVERY);
}

TEST(RackRecovery, ANeedlessTimeout)
{
    Timeline t;
    t.Send(0, 0, 2);
    t.Ack(100, 1);
    EXPECT_EQ(t.Timeout(1100), ", 1");
    t.Send(1101, 2);
    EXPECT_EQ(t.Ack(1150, 2), "leave");
    EXPECT_EQ(t.Ack(1200, 2, {}, OctetRange{1, 2}), "undone");
}

TEST(RackRecovery, ATimeoutInARecoveryIsPartOfIt)
{
    Timeline t;
    t.Send(0, 0, 5);
    EXPECT_EQ(t.Ack(100, 0, {{1, 5}}), "dup enter, 0");
    EXPECT_EQ(t.Timeout(1100), ", 0");
    EXPECT_EQ(t.Ack(1150, 5, {}, OctetRange{0, 1}), "leave") << "one of two arrived twice";
}

// RFC 5682, section 3.1, with SACK and without timestamps: the path stood still for longer than the
// timer, and the originals arrive after the head was sent again. The window lets the head go alone.
TEST(RackRecovery, FrtoSendsNewDataUntilAnOriginalIsAcknowledged)
{
    Timeline t(WithFrto());
    t.Send(0, 0, 4);
    t.HoldBack();
    EXPECT_EQ(t.Timeout(1000), "");
    t.Send(1000, 0);
    EXPECT_EQ(t.Ack(1050, 1), "") << "of the original, or of the copy";
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::WINDOW)) << "new data go";
    t.Send(1050, 4, 2);
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::NO_NEW_DATA)) << "the last ones have";
    EXPECT_EQ(t.Ack(1060, 2), "leave undone") << "1 was sent once";
    EXPECT_EQ(t.Outstanding(), 4U);
    EXPECT_EQ(t.Ack(1070, 6), "");
}

TEST(RackRecovery, FrtoRepairsWhatIsLost)
{
    Timeline t(WithFrto());
    t.Send(0, 0, 4);
    t.HoldBack();
    t.Timeout(1000);
    t.Send(1000, 0);
    EXPECT_EQ(t.Ack(1100, 1), "");
    t.Send(1100, 4, 2);
    EXPECT_EQ(t.Ack(1200, 1, {{4, 5}}), "dup");
    EXPECT_EQ(t.Sender().Next(SendOpportunity::WINDOW), Segments(1));
}

TEST(RackRecovery, FrtoWithoutNewDataRepairs)
{
    Timeline t(WithFrto());
    t.Send(0, 0, 4);
    t.HoldBack();
    t.Timeout(1000);
    t.Send(1000, 0);
    EXPECT_EQ(t.Ack(1100, 1), "");
    EXPECT_EQ(t.Sender().Next(SendOpportunity::NO_NEW_DATA), Segments(1));
    EXPECT_EQ(t.Sender().Next(SendOpportunity::NO_ROOM), Segments(1));
    t.Send(1100, 1);
    EXPECT_EQ(t.Sender().Next(SendOpportunity::WINDOW), Segments(2)) << "the test is over";
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::NO_NEW_DATA));
}

// Linux 6.1, tcp_timeout_mark_lost(): a timeout loses all that is old, although RACK may not lose
// once more what an undo has put back in flight.
TEST(RackRecovery, ATimeoutLosesWhatWasPutBackInFlight)
{
    RackRecovery recovery;
    recovery.followsLinux = true;
    recovery.frto = true;
    Timeline t(recovery);
    t.HoldBack();
    t.Send(0, 0, 7);
    t.Ack(100, 0, {{3, 6}});
    EXPECT_EQ(t.Sender().GetSent().GetLostData(), 3 * MSS);
    for (const auto time : {300, 700})
    {
        t.Timeout(time);
        t.Send(time, 0);
    }
    EXPECT_EQ(t.Ack(800, 1, {{3, 7}}), "dup leave undone") << "6 was sent once";
    EXPECT_EQ(t.Sender().GetSent().GetLostData(), 0U);
    t.Timeout(1500);
    EXPECT_EQ(t.Sender().GetSent().GetLostData(), 2 * MSS);
}

// RFC 8985, section 6.3, spares what may still be overtaken, Linux does not.
TEST(RackRecovery, InLinuxATimeoutHasNoReorderingWindow)
{
    for (const bool isLinux : {false, true})
    {
        Timeline t(With(&RackRecovery::followsLinux, isLinux));
        t.HoldBack();
        t.Send(0, 0, 4);
        t.Ack(100, 0, {{2, 3}});
        t.Ack(100, 0, {{1, 3}}); // the window is 25 ms from now on
        t.Send(200, 4);
        t.Timeout(310);
        EXPECT_EQ(t.Sender().GetSent().GetLostData(), (isLinux ? 3 : 2) * MSS)
            << "0, 3, and 4 after 110 ms";
    }
}

/// @return what an ACK of some octets of the first segment means
AckOutcome
AcknowledgePiece(Timeline& t, uint64_t octets)
{
    AckEvent event;
    event.ack = octets;
    event.now = 1500ms;
    return t.Sender().OnAck(event);
}

LossRecovery::Configuration
Configured(bool sack)
{
    auto configuration = PLAIN;
    configuration.sack = sack;
    return configuration;
}

// Linux 6.1, tcp_clean_rtx_queue().
TEST(RackRecovery, InLinuxASegmentArrivesOnceHoweverItIsAcknowledged)
{
    for (const bool sack : {false, true})
    {
        Timeline t(With(&RackRecovery::followsLinux, true), Configured(sack));
        t.Send(0, 0, 2);
        for (uint64_t octets = 100; octets <= MSS; octets += 100)
        {
            const auto outcome = AcknowledgePiece(t, octets);
            EXPECT_FALSE(outcome.recovery.duplicate);
            EXPECT_EQ(outcome.delivered.segments, octets == MSS ? 1U : 0U) << octets;
        }
    }
}

TEST(RackRecovery, InLinuxWithoutSackAsManyDuplicatesAreALossAsConfigured)
{
    auto configuration = Configured(false);
    configuration.dupThresh = 5;
    Timeline t(With(&RackRecovery::followsLinux, true), configuration);
    t.Send(0, 0, 9);
    for (int i = 1; i < 5; ++i)
    {
        EXPECT_EQ(t.Ack(100, 0), "dup");
    }
    EXPECT_EQ(t.Ack(100, 0), "dup enter, 0");
}

// tcp_clean_rtx_queue(): before all of the retransmission is acknowledged, nothing shows that it
// was needless.
TEST(RackRecovery, InLinuxAPieceOfARetransmissionIsNoOriginal)
{
    for (const bool sack : {false, true})
    {
        auto recovery = WithFrto();
        recovery.followsLinux = true;
        Timeline t(recovery, Configured(sack));
        t.Send(0, 0, 3);
        t.Timeout(1000);
        EXPECT_FALSE(AcknowledgePiece(t, MSS / 2).recovery.undone);
        EXPECT_FALSE(AcknowledgePiece(t, MSS).recovery.undone);
    }
}

// tcp_check_dsack(): what was sent again has arrived twice, although what follows it is missing and
// was not.
TEST(RackRecovery, InLinuxADuplicateIsThatOfItsFirstOctet)
{
    Timeline t(With(&RackRecovery::followsLinux, true));
    t.Send(0, 0, 8);
    t.HoldBack();
    EXPECT_EQ(t.Ack(100, 0, {{2, 6}}), "dup enter");
    t.Send(100, 0);
    EXPECT_EQ(t.Ack(200, 1, {{2, 6}}), "partial");
    EXPECT_EQ(t.Ack(201, 1, {{2, 6}}, OctetRange{0, 1}), "leave enter undone");
}

// tcp_undo_cwnd_reduction(): what timestamps have undone is not undone again by D-SACKs.
TEST(RackRecovery, InLinuxARecoveryIsUndoneOnce)
{
    Timeline t(With(&RackRecovery::followsLinux, true));
    t.Send(0, 0, 8);
    EXPECT_EQ(t.Ack(100, 0, {{1, 4}}), "dup enter, 0");
    EXPECT_EQ(t.Ack(110, 4, {}, {}, 0), "leave undone");
    EXPECT_EQ(t.Ack(200, 4, {}, OctetRange{0, 1}), "");
}

// Linux 6.1, tcp_enter_recovery() and tcp_cwnd_reduction(): one lost segment goes at once, whatever
// the window is, here behind a head that is on its way.
TEST(RackRecovery, InLinuxTheRecoveryAfterATimeoutRepairsAtOnce)
{
    Timeline t(With(&RackRecovery::followsLinux, true));
    t.Send(0, 0, 4);
    t.HoldBack();
    t.Ack(100, 1);
    t.Timeout(1000);
    t.Send(1000, 1, 2);
    t.Send(1900, 3);
    t.Timeout(1950); // 3 is younger than a round trip
    t.Send(1950, 1);
    t.Send(1951, 2);
    EXPECT_EQ(t.Ack(2050, 2), "enter lost") << "3 went before 1";
    EXPECT_EQ(t.Sender().Next(SendOpportunity::AT_ONCE), Segments(3));
}

} // namespace RackRecoveryTests

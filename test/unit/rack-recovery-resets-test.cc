/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What one repair, probe or timeout of RackRecovery leaves to the next, and what of its constants
// and clocks is seen from outside. Times and segments are counted as in rack-recovery-test.cc.

#include "rack-timeline.h"

#include <gtest/gtest.h>

namespace RackRecoveryResetsTests
{

using namespace ns3test;

/// The last of four segments is probed, and its SACK has the others sent again at 300.
void
RecoverByProbe(Timeline& t)
{
    t.Send(0, 0, 4);
    EXPECT_EQ(t.Timer(), ", probe 3");
    t.Send(200, 3);
    EXPECT_EQ(t.Ack(300, 0, {{3, 4}}), "dup enter, 0 1 2");
}

LossRecovery::AckOutcome
Read(Timeline& t, RackRecovery::Instant now, uint64_t ack, const Ranges& blocks)
{
    auto event = Ack(ack, blocks);
    event.now = now;
    return t.Sender().OnAck(event);
}

// Section 6.2, step 1: round trips of data count, the handshake's is only the first one.
TEST(RackRecovery, ShorterRoundTripsNarrowTheWindow)
{
    Timeline t;
    t.Send(0, 0, 2);
    EXPECT_EQ(t.Ack(40, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Deadline(), 50) << "sent at 0, a round trip of 40 and a quarter";
}

// Section 6.2, step 4: no more than a smoothed round trip, here 100 ms, however many rounds had
// D-SACKs; and the same for what is spared when a repair was needless.
TEST(RackRecovery, TheWindowIsNoLongerThanTheSmoothedRoundTrip)
{
    Timeline t;
    for (uint64_t i = 0; i < 6; ++i)
    {
        t.Send(100 * i, i);
        EXPECT_EQ(t.Ack(100 * (i + 1), i + 1, {}, OctetRange{i, i + 1}), "");
    }
    t.Send(1000, 6, 8);
    EXPECT_EQ(t.Ack(1100, 6, {{7, 8}}), "dup");
    EXPECT_EQ(t.Deadline(), 1200) << "sent at 1000";
    t.HoldBack();
    EXPECT_EQ(t.Ack(1101, 6, {{7, 8}, {11, 14}}), "dup enter");
    t.Send(1101, 6);
    EXPECT_EQ(t.Ack(1110, 8, {{11, 14}}, {}, 1000), "leave undone");
    EXPECT_EQ(t.Deadline(), 1210) << "8 to 10 have a round trip from here";
}

TEST(RackRecovery, TheThresholdIsTheConnections)
{
    Timeline t({}, {MSS, 2, true});
    t.Send(0, 0, 6);
    EXPECT_EQ(t.Ack(100, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Ack(100, 0, {{1, 3}}), "dup enter, 0");
}

// The timer wheel of Linux, with jiffies of 4 ms: two more, and the next one.
TEST(RackRecovery, TimersExpireByTheWheel)
{
    auto configuration = PLAIN;
    configuration.wheel = ns3::TimerWheel(4ms);
    Timeline t({}, configuration);
    t.Send(0, 0, 3);
    EXPECT_EQ(t.Deadline(), 212) << "a probe after two round trips";
    EXPECT_EQ(t.Ack(100, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Deadline(), 140) << "125 and 8 are due in 9 jiffies";
}

// mod_timer(): both ACKs ask for 125.5 ms, which is jiffy 502. By the wheel's coarser level, where
// the first one puts the timer, that is 504, by the finer one 503.
TEST(RackRecovery, ATimerThatIsDueAtTheSameJiffyIsLetBe)
{
    auto configuration = PLAIN;
    configuration.wheel = ns3::TimerWheel(250us);
    Timeline t({}, configuration);
    t.Send(0, 0);
    t.Send(1, 1);
    t.Send(11, 2);
    EXPECT_EQ(t.Ack(101, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Deadline(), 126);
    EXPECT_EQ(t.Ack(111, 0, {{1, 3}}), "dup");
    EXPECT_EQ(t.Deadline(), 126);
}

TEST(RackRecovery, OnlyWhatAnAckItselfShowsIsShown)
{
    Timeline t;
    t.Send(0, 0, 8);
    auto outcome = Read(t, 100ms, 0, {{4, 8}});
    EXPECT_GT(outcome.lost.octets, 0U);
    EXPECT_EQ(outcome.lost.retransmitted, 0U);
    outcome = Read(t, 100ms, 0, {{4, 8}});
    EXPECT_EQ(outcome.lost.octets, 0U);
    EXPECT_FALSE(Restarts(outcome));
}

// What shows a loss tells of it, once; a timeout is told otherwise.
TEST(RackRecovery, AnAckTellsOfNoLossesOfBefore)
{
    Timeline t;
    t.Send(0, 0, 3);
    t.Timeout(1000);
    auto outcome = Read(t, 1100ms, 1, {});
    EXPECT_EQ(outcome.lost.octets, 0U);
    t.Send(1100, 3, 4);
    EXPECT_EQ(t.Ack(1200, 3), "leave");
    EXPECT_EQ(t.Ack(1200, 3, {{4, 7}}), "dup enter, 3");
    t.Sender().OnHeadLost();
    outcome = Read(t, 1201ms, 3, {{4, 7}});
    EXPECT_EQ(outcome.lost.octets, 0U);
    EXPECT_EQ(outcome.lost.retransmitted, 0U) << "by another ACK";
}

TEST(RackRecovery, AHeadThatGoesOnceMoreHasATimeoutOfItsOwn)
{
    Timeline t;
    t.Send(0, 0, 5);
    EXPECT_EQ(t.Ack(100, 0, {{1, 5}}), "dup enter, 0");
    t.Send(101, 5);
    auto outcome = Read(t, 201ms, 0, {{1, 6}});
    EXPECT_EQ(outcome.lost.retransmitted, MSS);
    EXPECT_TRUE(Restarts(outcome));

    Timeline other;
    other.Send(0, 0, 6);
    EXPECT_EQ(other.Ack(100, 0, {{3, 6}}), "dup enter, 0 1 2");
    other.Send(101, 6);
    other.Sender().OnHeadLost();
    other.Send(102, 0);
    outcome = Read(other, 201ms, 0, {{3, 7}});
    EXPECT_EQ(outcome.lost.retransmitted, 2 * MSS) << "1 and 2, of before 6";
    EXPECT_FALSE(Restarts(outcome));
}

// Section 7.2: no probe while anything is SACKed, even if it says nothing of what is missing.
TEST(RackRecovery, NoProbeAboveWhatIsMissing)
{
    Timeline t;
    t.Send(0, 0, 2);
    EXPECT_EQ(t.Timer(), ", probe 1");
    t.Send(200, 1);
    EXPECT_EQ(t.Ack(210, 0, {{1, 2}}), "dup") << "the original, after 210 ms or more";
    t.Send(215, 2);
    EXPECT_EQ(t.Deadline(), NEVER);
}

// Section 7.3: a probe needs a round trip since the last one.
TEST(RackRecovery, NoProbeWithoutARoundTripSinceTheLast)
{
    for (const bool isMeasured : {true, false})
    {
        Timeline t;
        t.Send(0, 0);
        EXPECT_EQ(t.Timer(), ", probe 0");
        t.Send(400, 0);
        EXPECT_EQ(t.Ack(500, 1, {}, OctetRange{0, 1}), "");
        t.Send(500, 1);
        if (isMeasured)
        {
            EXPECT_EQ(t.Ack(600, 2), "");
            t.Send(600, 2);
        }
        EXPECT_EQ(t.Timer(), isMeasured ? ", probe 2" : "");
    }
}

// The probe is the first copy: an echo of before it shows that the original was late.
TEST(RackRecovery, TheProbeIsWhatEchoesAreComparedWith)
{
    for (const int64_t echo : {0, 199, 200, 300})
    {
        Timeline t;
        RecoverByProbe(t);
        EXPECT_EQ(t.Ack(350, 4, {}, {}, echo), echo < 200 ? "leave undone" : "leave") << echo;
    }
    // Of new data it is no copy.
    Timeline t;
    t.Send(0, 0, 4);
    EXPECT_EQ(t.Timer(), ", probe 3");
    t.Send(200, 4);
    EXPECT_EQ(t.Ack(300, 0, {{4, 5}}), "dup enter, 0 1 2 3");
    EXPECT_EQ(t.Ack(350, 5, {}, {}, 250), "leave undone");
}

// D-SACKs have to name the probe, too.
TEST(RackRecovery, TheProbeIsPartOfTheRepair)
{
    Timeline t;
    RecoverByProbe(t);
    EXPECT_EQ(t.Ack(340, 3, {{3, 4}}), "partial");
    EXPECT_EQ(t.Ack(350, 3, {{3, 4}}, OctetRange{0, 1}), "");
    EXPECT_EQ(t.Ack(351, 3, {{3, 4}}, OctetRange{1, 2}), "");
    EXPECT_EQ(t.Ack(352, 3, {{3, 4}}, OctetRange{2, 3}), "");
    EXPECT_EQ(t.Ack(353, 3, {{3, 4}}, OctetRange{3, 4}), "leave undone");
}

// A repair takes the place of the probe: what comes later is none of its doing.
TEST(RackRecovery, ARepairEndsTheProbe)
{
    for (const bool byTimeout : {false, true})
    {
        Timeline t;
        if (byTimeout)
        {
            t.Send(0, 0, 4);
            EXPECT_EQ(t.Timer(), ", probe 3");
            t.Send(200, 3);
            EXPECT_EQ(t.Timeout(1000), ", 0 1 2 3");
        }
        else
        {
            RecoverByProbe(t);
        }
        EXPECT_EQ(t.Ack(1100, 4), "leave");
        t.Send(1100, 4);
        EXPECT_EQ(t.Ack(1200, 5), "") << "the probe has repaired nothing";
    }
}

TEST(RackRecovery, ATimeoutTakesTheTimersPlace)
{
    Timeline t;
    t.Send(0, 0, 3);
    EXPECT_EQ(t.Ack(100, 0, {{1, 2}}), "dup");
    EXPECT_EQ(t.Deadline(), 125);
    t.Timeout(110);
    EXPECT_EQ(t.Deadline(), NEVER);

    Timeline unsent;
    unsent.Send(0, 0, 3);
    EXPECT_EQ(unsent.Timer(), ", probe 2");
    EXPECT_EQ(unsent.Sender().Next(SendOpportunity::PROBE), Segments(2));
    unsent.HoldBack();
    unsent.Timeout(1000);
    EXPECT_FALSE(unsent.Sender().Next(SendOpportunity::PROBE)) << "it comes too late";
}

// A timeout that D-SACKs take back is not tested any more, nor is the recovery after it.
TEST(RackRecovery, NoTestOutlivesItsTimeout)
{
    Timeline t(WithFrto());
    t.Send(0, 0, 4);
    t.HoldBack();
    t.Timeout(1000);
    t.Send(1000, 0);
    EXPECT_EQ(t.Ack(1050, 1, {}, OctetRange{0, 1}), "leave undone");
    t.Send(1060, 4, 4);
    EXPECT_EQ(t.Ack(1160, 1, {{5, 8}}), "dup enter");
    t.Send(1160, 1);
    EXPECT_EQ(t.Ack(1165, 2, {{5, 8}}), "partial");
    EXPECT_EQ(t.Sender().Next(SendOpportunity::WINDOW), Segments(2)) << "no new data instead";
}

// Blocks of one ACK come in any order (RFC 2018, section 4): that shows no reordering.
TEST(RackRecovery, TheOrderOfBlocksIsNotThatOfArrivals)
{
    Timeline t;
    t.Send(0, 0, 6);
    EXPECT_EQ(t.Ack(100, 0, {{4, 5}, {2, 3}}), "dup");
    EXPECT_EQ(t.Ack(100, 0, {{5, 6}, {4, 5}, {2, 3}}), "dup enter, 0 1 3") << "three are enough";
}

// RFC 3522: originals arrive, so the repair waits; but not beyond the timer.
TEST(RackRecovery, ATimeoutEndsTheWaitForOriginals)
{
    Timeline t;
    t.Send(0, 0, 8);
    EXPECT_EQ(t.Ack(100, 0, {{5, 8}}), "dup enter, 0 1 2 3 4");
    EXPECT_EQ(t.Ack(110, 1, {{5, 8}}, {}, 0), "partial");
    EXPECT_EQ(t.Timeout(1000), ", 1 2 3 4");
}

TEST(RackRecovery, AnOldEchoAfterTheRepairUndoesNothing)
{
    Timeline t;
    t.Send(0, 0, 5);
    EXPECT_EQ(t.Ack(100, 0, {{1, 5}}), "dup enter, 0");
    EXPECT_EQ(t.Ack(200, 5), "leave");
    t.Send(200, 5);
    EXPECT_EQ(t.Ack(300, 6, {}, {}, 50), "");
}

// Section 7.4.2: a duplicate ACK without any block is that of the probe, or of the original.
TEST(RackRecovery, APureDuplicateTellsOfTheProbe)
{
    for (const bool isPure : {true, false})
    {
        Timeline t;
        t.Send(0, 0, 2);
        EXPECT_EQ(t.Timer(), ", probe 1");
        t.Send(200, 1);
        EXPECT_EQ(t.Ack(300, 2), "");
        auto event = Ack(2);
        event.now = 310ms;
        event.pure = isPure;
        t.Sender().OnAck(event);
        t.Send(310, 2);
        EXPECT_EQ(t.Ack(410, 3), isPure ? "" : "repaired");
    }
}

// What was sent in one may go again in parts: no more than an MSS at a time.
TEST(RackRecovery, WhatIsLostGoesInSegments)
{
    Timeline t;
    t.Sender().OnSent({0, 2500}, {});
    t.HoldBack();
    t.Timeout(1000);
    for (const OctetRange next : {OctetRange{0, 1000}, {1000, 2000}, {2000, 2500}})
    {
        EXPECT_EQ(t.Sender().Next(SendOpportunity::WINDOW), next);
        t.Sender().OnSent(next, 1000ms);
    }
    EXPECT_FALSE(t.Sender().Next(SendOpportunity::WINDOW));
}

} // namespace RackRecoveryResetsTests

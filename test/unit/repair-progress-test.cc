/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/repair-progress.h"

#include <gtest/gtest.h>

using namespace ns3test;
using ns3::RepairProgress;
using Sent = RepairProgress::Kind;

// The state machine by itself. Segments of one MSS are counted from 0; eight were sent.

namespace
{

RepairProgress
EightSent()
{
    RepairProgress progress(PLAIN);
    progress.OnSent(Segments(0, 8), {});
    return progress;
}

/// An ACK in a sender without rules of its own.
std::string
Read(RepairProgress& progress,
     uint64_t ack,
     const std::vector<OctetRange>& blocks = {},
     RepairProgress::End end = RepairProgress::End::RECOVERY_POINT)
{
    const auto& outcome = progress.ReadSack(Ack(ack, blocks));
    progress.Advance(end);
    if (progress.DetectsLoss())
    {
        progress.Enter();
    }
    return Describe(outcome);
}

/// The same after three duplicate ACKs: segment 0 is missing.
RepairProgress
InRecovery()
{
    auto progress = EightSent();
    EXPECT_EQ(Read(progress, 0, {{1, 2}}), "dup");
    EXPECT_EQ(Read(progress, 0, {{1, 3}}), "dup");
    EXPECT_EQ(Read(progress, 0, {{1, 4}}), "dup enter");
    return progress;
}

} // namespace

TEST(RepairProgress, EndsAtTheRecoveryPoint)
{
    auto progress = InRecovery();
    progress.OnSent(Segments(0), {});
    progress.OnSent(Segments(8, 2), {});
    EXPECT_EQ(Read(progress, 7), "partial");
    EXPECT_EQ(progress.GetState(), State::RECOVERY);
    EXPECT_EQ(Read(progress, 8), "leave");
    EXPECT_EQ(progress.GetState(), State::OPEN);
    EXPECT_EQ(progress.GetRecoveryPoint(), 8 * MSS);
}

// What a repair leaves behind does not reach the next one: neither its duplicate ACKs, nor its
// recovery point, nor what it has sent again.
TEST(RepairProgress, ASecondRepairIsAsTheFirst)
{
    auto progress = InRecovery();
    for (uint64_t first = 8; first <= 24; first += 8)
    {
        SCOPED_TRACE(first);
        EXPECT_EQ(progress.GetDupAcks(), 3U);
        EXPECT_EQ(progress.GetRecoveryPoint(), first * MSS);
        progress.OnSent(Segments(first - 8), {});
        EXPECT_EQ(Read(progress, first), "leave");
        EXPECT_EQ(progress.GetState(), State::OPEN);
        EXPECT_EQ(progress.GetSent().GetRetranData(), 0U);
        progress.OnSent(Segments(first, 8), {});
        EXPECT_EQ(Read(progress, first, {{first + 1, first + 2}}), "dup");
        EXPECT_EQ(Read(progress, first, {{first + 1, first + 3}}), "dup");
        EXPECT_EQ(Read(progress, first, {{first + 1, first + 4}}), "dup enter");
    }
}

// What it reports was sent in the repair: three more are needed to begin the next one.
TEST(RepairProgress, TheAckThatEndsARepairIsNoDuplicate)
{
    auto progress = InRecovery();
    progress.OnSent(Segments(8, 8), {});
    EXPECT_TRUE(progress.IsDueAtOnce());
    EXPECT_EQ(Read(progress, 8, {{9, 10}}), "dup leave");
    EXPECT_EQ(progress.GetDupAcks(), 0U);
    EXPECT_FALSE(progress.IsDueAtOnce()) << "it was not sent, and arrived late";
    EXPECT_EQ(Read(progress, 8, {{9, 11}}), "dup");
    EXPECT_EQ(Read(progress, 8, {{9, 12}}), "dup");
    EXPECT_EQ(Read(progress, 8, {{9, 13}}), "dup enter");
    EXPECT_TRUE(progress.IsDueAtOnce());
    progress.OnTimeout();
    EXPECT_FALSE(progress.IsDueAtOnce());
    EXPECT_EQ(progress.GetDupAcks(), 0U);
    progress.LoseHead();
    EXPECT_FALSE(progress.IsDueAtOnce()) << "no recovery";
}

TEST(RepairProgress, EndsWithNewData)
{
    auto progress = InRecovery();
    EXPECT_EQ(Read(progress, 1, {}, RepairProgress::End::NEW_DATA), "leave");
    progress.OnTimeout();
    EXPECT_EQ(Read(progress, 2, {}, RepairProgress::End::NEW_DATA), "") << "not after a timeout";
    EXPECT_EQ(Read(progress, 8, {}, RepairProgress::End::NEW_DATA), "leave");
}

TEST(RepairProgress, OneSegmentIsDueAtOnce)
{
    auto progress = InRecovery();
    EXPECT_EQ(progress.Next(Occasion::AT_ONCE, 0), Segments(0));
    EXPECT_EQ(progress.OnSent(Segments(8), {}), Sent::NEW);
    EXPECT_EQ(progress.OnSent(Segments(0), {}), Sent::REQUESTED);
    EXPECT_EQ(progress.OnSent(Segments(4), {}), Sent::AGAIN);
    EXPECT_FALSE(progress.Next(Occasion::AT_ONCE, 0));
    progress.RequestAtOnce();
    EXPECT_FALSE(progress.IsDueAtOnce()) << "0 is on its way";
    progress.LoseHead();
    EXPECT_EQ(progress.Next(Occasion::AT_ONCE, 0), Segments(0));
    progress.RequestAtOnce(false);
    EXPECT_FALSE(progress.Next(Occasion::AT_ONCE, 0)) << "the sender knows of none";
}

// RFC 6675, section 4, NextSeg() rule 4.
TEST(RepairProgress, ARescueIsNoRetransmission)
{
    auto progress = InRecovery();
    progress.OnSent(Segments(7), {}, false);
    EXPECT_EQ(progress.GetSent().GetRetranData(), 0U);
    progress.OnSent(Segments(0), {});
    EXPECT_EQ(progress.GetSent().GetRetranData(), MSS);
}

TEST(RepairProgress, HolesBelowALimit)
{
    auto progress = InRecovery();
    EXPECT_EQ(progress.Next(Occasion::WINDOW, 8 * MSS), Segments(0));
    progress.OnSent(Segments(0), {});
    EXPECT_FALSE(progress.Next(Occasion::WINDOW, 4 * MSS));
    EXPECT_EQ(progress.Next(Occasion::WINDOW, 8 * MSS), Segments(4));
    EXPECT_FALSE(progress.Next(Occasion::NO_NEW_DATA, 8 * MSS));
    progress.OnTimeout();
    EXPECT_EQ(progress.Next(Occasion::WINDOW, 0), Segments(0)) << "up to the recovery point";
}

TEST(RepairProgress, OutstandingInEachState)
{
    auto progress = EightSent();
    EXPECT_EQ(Read(progress, 0, {{1, 2}}), "dup");
    EXPECT_EQ(progress.GetOutstanding(5), 7 * MSS) << "RFC 3042";
    EXPECT_EQ(Read(progress, 0, {{1, 3}}), "dup");
    EXPECT_EQ(Read(progress, 0, {{1, 4}}), "dup enter");
    EXPECT_EQ(progress.GetOutstanding(5), 5U);
    progress.OnTimeout();
    EXPECT_EQ(progress.GetOutstanding(5), 0U);
}

TEST(RepairProgress, AWaitEndsWithTheTimerOrTheRepair)
{
    auto progress = InRecovery();
    progress.AwaitTimer();
    EXPECT_EQ(Read(progress, 1), "partial");
    EXPECT_TRUE(progress.AwaitsTimer());
    EXPECT_EQ(Read(progress, 8), "leave");
    EXPECT_FALSE(progress.AwaitsTimer());

    progress = InRecovery();
    progress.AwaitTimer();
    progress.OnTimeout();
    EXPECT_EQ(progress.GetSent().GetSackedData(), 0U) << "SACK is forgotten by default";
    EXPECT_FALSE(progress.AwaitsTimer());
}

TEST(RepairProgress, TheThresholdMayMove)
{
    auto progress = EightSent();
    progress.SetDupThresh(2);
    EXPECT_EQ(Read(progress, 0, {{1, 2}}), "dup");
    EXPECT_EQ(Read(progress, 0, {{1, 3}}), "dup enter");
    progress.OnSent(Segments(8), {});
    progress.MovePoint();
    EXPECT_EQ(progress.GetRecoveryPoint(), 9 * MSS);
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/recovery-state.h"

#include <gtest/gtest.h>

using ns3::RecoveryState;
using Sent = RecoveryState::Kind;

// The state machine by itself. Segments of one MSS are counted from 0; eight were sent.

namespace RecoveryStateTests
{

using namespace ns3test;

RecoveryState
EightSent()
{
    RecoveryState state(PLAIN);
    state.OnSent(Segments(0, 8), {});
    return state;
}

/// An ACK in a sender without rules of its own.
std::string
Read(RecoveryState& state,
     uint64_t ack,
     const std::vector<OctetRange>& blocks = {},
     RecoveryState::End end = RecoveryState::End::RECOVERY_POINT)
{
    const auto& outcome = state.ReadSack(Ack(ack, blocks));
    state.Advance(end);
    if (state.DetectsLoss())
    {
        state.Enter();
    }
    return Describe(outcome);
}

/// The same after three duplicate ACKs: segment 0 is missing.
RecoveryState
InRecovery()
{
    auto state = EightSent();
    EXPECT_EQ(Read(state, 0, {{1, 2}}), "dup");
    EXPECT_EQ(Read(state, 0, {{1, 3}}), "dup");
    EXPECT_EQ(Read(state, 0, {{1, 4}}), "dup enter");
    return state;
}

TEST(RecoveryState, EndsAtTheRecoveryPoint)
{
    auto state = InRecovery();
    state.OnSent(Segments(0), {});
    state.OnSent(Segments(8, 2), {});
    EXPECT_EQ(Read(state, 7), "partial");
    EXPECT_EQ(state.GetState(), State::RECOVERY);
    EXPECT_EQ(Read(state, 8), "leave");
    EXPECT_EQ(state.GetState(), State::OPEN);
    EXPECT_EQ(state.GetRecoveryPoint(), 8 * MSS);
}

// As one of Linux does that begins at the end of CWR.
TEST(RecoveryState, AnyAckEndsWhatHasReachedItsPoint)
{
    auto state = EightSent();
    Read(state, 2, {{3, 4}});
    state.Enter(Segments(2).begin);
    EXPECT_EQ(Read(state, 2, {{3, 5}}), "dup leave");
    EXPECT_EQ(state.GetState(), State::OPEN);
}

// What a repair leaves behind does not reach the next one: neither its duplicate ACKs, nor its
// recovery point, nor what it has sent again.
TEST(RecoveryState, ASecondRepairIsAsTheFirst)
{
    auto state = InRecovery();
    for (uint64_t first = 8; first <= 24; first += 8)
    {
        SCOPED_TRACE(first);
        EXPECT_EQ(state.GetDupAcks(), 3U);
        EXPECT_EQ(state.GetRecoveryPoint(), first * MSS);
        state.OnSent(Segments(first - 8), {});
        EXPECT_EQ(Read(state, first), "leave");
        EXPECT_EQ(state.GetState(), State::OPEN);
        EXPECT_EQ(state.GetSent().GetRetranData(), 0U);
        state.OnSent(Segments(first, 8), {});
        EXPECT_EQ(Read(state, first, {{first + 1, first + 2}}), "dup");
        EXPECT_EQ(Read(state, first, {{first + 1, first + 3}}), "dup");
        EXPECT_EQ(Read(state, first, {{first + 1, first + 4}}), "dup enter");
    }
}

// What it reports was sent in the repair: three more are needed to begin the next one.
TEST(RecoveryState, TheAckThatEndsARepairIsNoDuplicate)
{
    auto state = InRecovery();
    state.OnSent(Segments(8, 8), {});
    EXPECT_TRUE(state.IsDueAtOnce());
    EXPECT_EQ(Read(state, 8, {{9, 10}}), "dup leave");
    EXPECT_EQ(state.GetDupAcks(), 0U);
    EXPECT_FALSE(state.IsDueAtOnce()) << "it was not sent, and arrived late";
    EXPECT_EQ(Read(state, 8, {{9, 11}}), "dup");
    EXPECT_EQ(Read(state, 8, {{9, 12}}), "dup");
    EXPECT_EQ(Read(state, 8, {{9, 13}}), "dup enter");
    EXPECT_TRUE(state.IsDueAtOnce());
    state.OnTimeout();
    EXPECT_FALSE(state.IsDueAtOnce());
    EXPECT_EQ(state.GetDupAcks(), 0U);
    state.LoseHead();
    EXPECT_FALSE(state.IsDueAtOnce()) << "no recovery";
}

TEST(RecoveryState, EndsWithNewData)
{
    auto state = InRecovery();
    EXPECT_EQ(Read(state, 1, {}, RecoveryState::End::NEW_DATA), "leave");
    state.OnTimeout();
    EXPECT_EQ(Read(state, 2, {}, RecoveryState::End::NEW_DATA), "") << "not after a timeout";
    EXPECT_EQ(Read(state, 8, {}, RecoveryState::End::NEW_DATA), "leave");
}

TEST(RecoveryState, OneSegmentIsDueAtOnce)
{
    auto state = InRecovery();
    EXPECT_EQ(state.Next(SendOpportunity::AT_ONCE, 0), Segments(0));
    EXPECT_EQ(state.OnSent(Segments(8), {}), Sent::NEW);
    EXPECT_EQ(state.OnSent(Segments(0), {}), Sent::REQUESTED);
    EXPECT_EQ(state.OnSent(Segments(4), {}), Sent::AGAIN);
    EXPECT_FALSE(state.Next(SendOpportunity::AT_ONCE, 0));
    state.RequestAtOnce();
    EXPECT_FALSE(state.IsDueAtOnce()) << "0 is on its way";
    state.LoseHead();
    EXPECT_EQ(state.Next(SendOpportunity::AT_ONCE, 0), Segments(0));
    state.RequestAtOnce(false);
    EXPECT_FALSE(state.Next(SendOpportunity::AT_ONCE, 0)) << "the sender knows of none";
}

// RFC 6675, section 4, NextSeg() rule 4.
TEST(RecoveryState, ARescueIsNoRetransmission)
{
    auto state = InRecovery();
    state.OnSent(Segments(7), {}, false);
    EXPECT_EQ(state.GetSent().GetRetranData(), 0U);
    state.OnSent(Segments(0), {});
    EXPECT_EQ(state.GetSent().GetRetranData(), MSS);
}

TEST(RecoveryState, HolesBelowALimit)
{
    auto state = InRecovery();
    EXPECT_EQ(state.Next(SendOpportunity::WINDOW, 8 * MSS), Segments(0));
    state.OnSent(Segments(0), {});
    EXPECT_FALSE(state.Next(SendOpportunity::WINDOW, 4 * MSS));
    EXPECT_EQ(state.Next(SendOpportunity::WINDOW, 8 * MSS), Segments(4));
    EXPECT_FALSE(state.Next(SendOpportunity::NO_NEW_DATA, 8 * MSS));
    state.OnTimeout();
    EXPECT_EQ(state.Next(SendOpportunity::WINDOW, 0), Segments(0)) << "up to the recovery point";
}

TEST(RecoveryState, OutstandingInEachState)
{
    auto state = EightSent();
    EXPECT_EQ(Read(state, 0, {{1, 2}}), "dup");
    EXPECT_EQ(state.GetOutstanding(5), 7 * MSS) << "RFC 3042";
    EXPECT_EQ(Read(state, 0, {{1, 3}}), "dup");
    EXPECT_EQ(Read(state, 0, {{1, 4}}), "dup enter");
    EXPECT_EQ(state.GetOutstanding(5), 5U);
    state.OnTimeout();
    EXPECT_EQ(state.GetOutstanding(5), 0U);
}

TEST(RecoveryState, AWaitEndsWithTheTimerOrTheRepair)
{
    auto state = InRecovery();
    state.AwaitTimer();
    EXPECT_EQ(Read(state, 1), "partial");
    EXPECT_TRUE(state.AwaitsTimer());
    EXPECT_EQ(Read(state, 8), "leave");
    EXPECT_FALSE(state.AwaitsTimer());

    state = InRecovery();
    state.AwaitTimer();
    state.OnTimeout();
    EXPECT_EQ(state.GetSent().GetSackedData(), 0U) << "SACK is forgotten by default";
    EXPECT_FALSE(state.AwaitsTimer());
}

TEST(RecoveryState, TheThresholdMayMove)
{
    auto state = EightSent();
    state.SetDupThresh(2);
    EXPECT_EQ(Read(state, 0, {{1, 2}}), "dup");
    EXPECT_EQ(Read(state, 0, {{1, 3}}), "dup enter");
    state.OnSent(Segments(8), {});
    state.MovePoint();
    EXPECT_EQ(state.GetRecoveryPoint(), 9 * MSS);
}

} // namespace RecoveryStateTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/reno-recovery.h"

#include <gtest/gtest.h>

using ns3::DupAckAccounting;
using ns3::RecoveryState;

// ACKs without blocks. Segments of one MSS are counted from 0; eight were sent.

namespace DupAckAccountingTests
{

using namespace ns3test;

/// A sender without rules of its own.
struct Acks
{
    Acks()
    {
        state.OnSent(Segments(0, 8), {});
    }

    const AckOutcome& Read(const AckEvent& event)
    {
        auto& outcome = acks.Read(state, event, RecoveryState::End::RECOVERY_POINT, forgetsPoint);
        if (acks.DetectsNewLoss(state))
        {
            state.Enter();
        }
        DupAckAccounting::CountLost(state, outcome);
        return outcome;
    }

    const AckOutcome& Read(uint64_t ack)
    {
        return Read(Ack(ack));
    }

    std::string ReadThree(uint64_t ack)
    {
        Read(ack);
        Read(ack);
        return Describe(Read(ack));
    }

    RecoveryState state{PLAIN};
    DupAckAccounting acks;
    bool forgetsPoint{false};
};

// RFC 5681, section 2.
TEST(DupAckAccounting, WhatIsADuplicate)
{
    Acks t;
    EXPECT_TRUE(t.Read(0).recovery.duplicate);
    EXPECT_FALSE(t.Read(2).recovery.duplicate) << "new data";
    EXPECT_FALSE(t.Read(1).recovery.duplicate) << "an old one";
    auto event = Ack(2);
    event.pure = false;
    EXPECT_FALSE(t.Read(event).recovery.duplicate) << "with data, or with another window";
    EXPECT_TRUE(t.Read(2).recovery.duplicate);
    t.Read(8);
    EXPECT_FALSE(t.Read(8).recovery.duplicate) << "nothing is outstanding";
}

// RFC 6937, section 3.
TEST(DupAckAccounting, EachSegmentIsDeliveredOnce)
{
    Acks t;
    EXPECT_EQ(t.Read(0).delivered.octets, MSS);
    EXPECT_EQ(t.Read(0).delivered.octets, MSS);
    EXPECT_EQ(t.Read(3).delivered.octets, MSS) << "two of the three were counted";
    EXPECT_EQ(t.Read(5).delivered.octets, 2 * MSS);
    EXPECT_EQ(t.Read(5).delivered.octets, MSS);
    t.acks.OnTimeout();
    EXPECT_EQ(t.Read(7).delivered.octets, 2 * MSS) << "a timeout forgets them";
}

// A path that repeats ACKs, or a peer that lies: twelve for eight segments.
TEST(DupAckAccounting, MoreDuplicatesThanSegmentsAreNotCountedTwice)
{
    Acks t;
    uint64_t delivered = 0;
    for (int i = 0; i < 12; ++i)
    {
        delivered += t.Read(0).delivered.octets;
    }
    t.state.OnSent(Segments(8, 10), {});
    delivered += t.Read(13).delivered.octets;
    EXPECT_EQ(delivered, 13 * MSS);
}

TEST(DupAckAccounting, OneSegmentIsLostAtATime)
{
    Acks t;
    EXPECT_EQ(t.ReadThree(0), "dup enter");
    EXPECT_EQ(t.Read(0).lost.octets, 0U);
    const auto& partial = t.Read(3);
    EXPECT_EQ(partial.lost.octets, MSS);
    EXPECT_TRUE(partial.lost.isShown);
    EXPECT_EQ(t.Read(8).lost.octets, 0U);
}

// RFC 6582, section 3.2, step 2, and its waiver.
TEST(DupAckAccounting, TheRecoveryPointBarsTheNextRecovery)
{
    for (const bool forgets : {false, true})
    {
        for (const bool byTimeout : {false, true})
        {
            SCOPED_TRACE(testing::Message() << forgets << byTimeout);
            Acks t;
            t.forgetsPoint = forgets;
            if (byTimeout)
            {
                t.state.OnTimeout();
            }
            else
            {
                EXPECT_EQ(t.ReadThree(0), "dup enter");
            }
            t.state.OnSent(Segments(8, 4), {});
            EXPECT_EQ(Describe(t.Read(8)), "leave");
            EXPECT_EQ(t.ReadThree(8), forgets && !byTimeout ? "dup enter" : "dup");
        }
    }
}

} // namespace DupAckAccountingTests

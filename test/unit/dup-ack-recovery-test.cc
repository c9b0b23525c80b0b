/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/reno-recovery.h"

#include <gtest/gtest.h>

using ns3::RecoveryState;

// ACKs without blocks. Segments of one MSS are counted from 0; eight were sent.

namespace DupAckRecoveryTests
{

using namespace ns3test;

/// A sender without rules of its own.
struct Acks : ns3::DupAckRecovery
{
    Acks()
    {
        Start(PLAIN);
        Send(0, 8);
    }

    const AckOutcome& OnAck(const AckEvent& event) override
    {
        auto& outcome = Read(event, RecoveryState::End::RECOVERY_POINT, forgetsPoint);
        if (DetectsNewLoss())
        {
            m_state.Enter();
        }
        CountLost(outcome);
        return outcome;
    }

    const AckOutcome& Hear(uint64_t ack)
    {
        return OnAck(Ack(ack));
    }

    std::string HearThree(uint64_t ack)
    {
        Hear(ack);
        Hear(ack);
        return ns3test::Describe(Hear(ack));
    }

    void Send(uint64_t first, uint64_t count)
    {
        OnSent(Segments(first, count), {});
    }

    bool forgetsPoint{false};
};

// RFC 5681, section 2.
TEST(DupAckRecovery, WhatIsADuplicate)
{
    Acks t;
    EXPECT_TRUE(t.Hear(0).recovery.duplicate);
    EXPECT_FALSE(t.Hear(2).recovery.duplicate) << "new data";
    EXPECT_FALSE(t.Hear(1).recovery.duplicate) << "an old one";
    auto event = Ack(2);
    event.pure = false;
    EXPECT_FALSE(t.OnAck(event).recovery.duplicate) << "with data, or with another window";
    EXPECT_TRUE(t.Hear(2).recovery.duplicate);
    t.Hear(8);
    EXPECT_FALSE(t.Hear(8).recovery.duplicate) << "nothing is outstanding";
}

// RFC 6937, section 3.
TEST(DupAckRecovery, EachSegmentIsDeliveredOnce)
{
    Acks t;
    EXPECT_EQ(t.Hear(0).delivered.octets, MSS);
    EXPECT_EQ(t.Hear(0).delivered.octets, MSS);
    EXPECT_EQ(t.Hear(3).delivered.octets, MSS) << "two of the three were counted";
    EXPECT_EQ(t.Hear(5).delivered.octets, 2 * MSS);
    EXPECT_EQ(t.Hear(5).delivered.octets, MSS);
    t.OnTimeout({});
    EXPECT_EQ(t.Hear(7).delivered.octets, 2 * MSS) << "a timeout forgets them";
}

// A path that repeats ACKs, or a peer that lies: twelve for eight segments.
TEST(DupAckRecovery, MoreDuplicatesThanSegmentsAreNotCountedTwice)
{
    Acks t;
    uint64_t delivered = 0;
    for (int i = 0; i < 12; ++i)
    {
        delivered += t.Hear(0).delivered.octets;
    }
    t.Send(8, 10);
    delivered += t.Hear(13).delivered.octets;
    EXPECT_EQ(delivered, 13 * MSS);
}

TEST(DupAckRecovery, OneSegmentIsLostAtATime)
{
    Acks t;
    EXPECT_EQ(t.HearThree(0), "dup enter");
    EXPECT_EQ(t.Hear(0).lost.octets, 0U);
    const auto& partial = t.Hear(3);
    EXPECT_EQ(partial.lost.octets, MSS);
    EXPECT_EQ(t.Hear(8).lost.octets, 0U);
}

// RFC 6582, section 3.2, step 2, and its waiver.
TEST(DupAckRecovery, TheRecoveryPointBarsTheNextRecovery)
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
                t.OnTimeout({});
            }
            else
            {
                EXPECT_EQ(t.HearThree(0), "dup enter");
            }
            t.Send(8, 4);
            EXPECT_EQ(Describe(t.Hear(8)), "leave");
            EXPECT_EQ(t.HearThree(8), forgets && !byTimeout ? "dup enter" : "dup");
        }
    }
}

} // namespace DupAckRecoveryTests

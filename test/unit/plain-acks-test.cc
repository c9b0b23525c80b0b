/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/reno-recovery.h"

#include <gtest/gtest.h>

using namespace ns3test;
using ns3::PlainAcks;
using ns3::RepairProgress;

// ACKs without blocks. Segments of one MSS are counted from 0; eight were sent.

namespace
{

/// A sender without rules of its own.
struct Acks
{
    Acks()
    {
        progress.OnSent(Segments(0, 8), {});
    }

    const AckOutcome& Read(const AckEvent& event)
    {
        auto& outcome =
            acks.Read(progress, event, RepairProgress::End::RECOVERY_POINT, forgetsPoint);
        if (acks.DetectsNewLoss(progress))
        {
            progress.Enter();
        }
        PlainAcks::CountLost(progress, outcome);
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

    RepairProgress progress{PLAIN};
    PlainAcks acks;
    bool forgetsPoint{false};
};

} // namespace

// RFC 5681, section 2.
TEST(PlainAcks, WhatIsADuplicate)
{
    Acks t;
    EXPECT_TRUE(t.Read(0).turn.duplicate);
    EXPECT_FALSE(t.Read(2).turn.duplicate) << "new data";
    EXPECT_FALSE(t.Read(1).turn.duplicate) << "an old one";
    auto event = Ack(2);
    event.pure = false;
    EXPECT_FALSE(t.Read(event).turn.duplicate) << "with data, or with another window";
    EXPECT_TRUE(t.Read(2).turn.duplicate);
    t.Read(8);
    EXPECT_FALSE(t.Read(8).turn.duplicate) << "nothing is outstanding";
}

// RFC 6937, section 3.
TEST(PlainAcks, EachSegmentIsDeliveredOnce)
{
    Acks t;
    EXPECT_EQ(t.Read(0).arrived.delivered, MSS);
    EXPECT_EQ(t.Read(0).arrived.delivered, MSS);
    EXPECT_EQ(t.Read(3).arrived.delivered, MSS) << "two of the three were counted";
    EXPECT_EQ(t.Read(5).arrived.delivered, 2 * MSS);
    EXPECT_EQ(t.Read(5).arrived.delivered, MSS);
    t.acks.OnTimeout();
    EXPECT_EQ(t.Read(7).arrived.delivered, 2 * MSS) << "a timeout forgets them";
}

// A path that repeats ACKs, or a peer that lies: twelve for eight segments.
TEST(PlainAcks, MoreDuplicatesThanSegmentsAreNotCountedTwice)
{
    Acks t;
    uint64_t delivered = 0;
    for (int i = 0; i < 12; ++i)
    {
        delivered += t.Read(0).arrived.delivered;
    }
    t.progress.OnSent(Segments(8, 10), {});
    delivered += t.Read(13).arrived.delivered;
    EXPECT_EQ(delivered, 13 * MSS);
}

TEST(PlainAcks, OneSegmentIsLostAtATime)
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
TEST(PlainAcks, TheRecoveryPointBarsTheNextRecovery)
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
                t.progress.OnTimeout();
            }
            else
            {
                EXPECT_EQ(t.ReadThree(0), "dup enter");
            }
            t.progress.OnSent(Segments(8, 4), {});
            EXPECT_EQ(Describe(t.Read(8)), "leave");
            EXPECT_EQ(t.ReadThree(8), forgets && !byTimeout ? "dup enter" : "dup");
        }
    }
}

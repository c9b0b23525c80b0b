/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/reno-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>

namespace RenoRecoveryTests
{

using namespace ns3test;

SenderPtr
Reno(bool repeatedFastRetransmit = true, bool timerBackoff = false)
{
    RenoRecovery reno;
    reno.repeatedFastRetransmit = repeatedFastRetransmit;
    reno.timerBackoff = timerBackoff;
    return Started(reno);
}

/// Window 16, segments 0 and 2 lost. The first one is repaired, the second one is not noticed:
/// FACK paper, section 2.2.
SenderDriver
AfterTheFirstOfTwoLosses(SenderPtr sender)
{
    SenderDriver driver(std::move(sender), 16);
    driver.Expect({
        {0, {}, "dup", 16, "16"},
        {0, {}, "dup", 16, "17"},
        {0, {}, "dup enter", 15, "0!"},
        {0, {}, "dup", 14, ""},
        {0, {}, "dup", 13, ""},
        {0, {}, "dup", 12, ""},
        {0, {}, "dup", 11, ""},
        {0, {}, "dup", 10, ""},
        {0, {}, "dup", 9, ""},
        {0, {}, "dup", 8, ""},
        {0, {}, "dup", 8, "18"},
        {0, {}, "dup", 8, "19"},
        {0, {}, "dup", 8, "20"},
        {0, {}, "dup", 8, "21"},
        {0, {}, "dup", 8, "22"}, // for 16
        {0, {}, "dup", 8, "23"}, // for 17
        // 18 and 2 missing: all 22 count as outstanding, 8 may be.
        {2, {}, "leave", 22, ""},
        {2, {}, "dup", 21, ""}, // for 18
        {2, {}, "dup", 20, ""},
    });
    EXPECT_EQ(driver->GetRecoveryState().GetState(), State::OPEN);
    return driver;
}

TEST(RenoRecovery, DoesNotUseSack)
{
    const auto sender = MakeSent(Reno(), 8);
    const auto& outcome = sender->OnAck(Ack(0, {{4, 8}}));
    EXPECT_TRUE(outcome.delivered.sacked.empty());
    EXPECT_EQ(outcome.delivered.octets, MSS) << "a duplicate ACK stands for one segment";
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 0U);
    EXPECT_EQ(sender->GetSent().GetSackedData(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);
}

TEST(RenoRecovery, AnyNewAckEndsRecovery)
{
    const auto sender = MakeSent(Reno(), 8);
    for (int i = 0; i < 3; ++i)
    {
        sender->OnAck(Ack(0));
    }
    sender->OnSent(Segments(0));
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 8 * MSS);
    AckEvent octet;
    octet.ack = 1;
    EXPECT_EQ(Describe(sender->OnAck(octet)), "leave") << "there are no partial ACKs";
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);
    EXPECT_EQ(sender->GetOutstanding(), 8 * MSS - 1) << "the inflation is gone";
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
}

// RFC 5681, section 2: what a duplicate ACK is.
TEST(RenoRecovery, DataOrAnotherWindowIsNoDuplicate)
{
    const auto sender = MakeSent(Reno(), 8);
    auto event = Ack(0);
    event.pure = false;
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Describe(sender->OnAck(event)), "");
    }
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
    EXPECT_EQ(sender->GetOutstanding(), 8 * MSS);
    sender->OnAck(Ack(0));
    sender->OnAck(event);
    sender->OnAck(Ack(0));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 2U)
        << "they do not interrupt the count either";
    EXPECT_EQ(Describe(sender->OnAck(Ack(0))), "dup enter");
    EXPECT_EQ(sender->GetOutstanding(), 5 * MSS);
    EXPECT_EQ(sender->OnAck(event).delivered.octets, 0U);
    EXPECT_EQ(sender->GetOutstanding(), 5 * MSS) << "in recovery";
}

TEST(RenoRecovery, NothingIsRetransmittedInRecoveryButTheFirst)
{
    const auto sender = MakeSent(Reno(), 8);
    for (int i = 0; i < 7; ++i)
    {
        sender->OnAck(Ack(0));
        EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
    }
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0))
        << "a caller that cannot send at once may do it later";
}

TEST(RenoRecovery, MoreDuplicatesThanSegments)
{
    const auto sender = MakeSent(Reno(), 4);
    for (int i = 0; i < 10; ++i)
    {
        sender->OnAck(Ack(0));
    }
    EXPECT_EQ(sender->GetOutstanding(), 0U) << "never negative";
    sender->OnSent(Segments(4, 2));
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    sender->OnSent(Segments(6, 6));
    EXPECT_EQ(sender->GetOutstanding(), 2 * MSS) << "12 outstanding, 10 of them arrived";
}

TEST(RenoRecovery, RepeatedFastRetransmitWithinOneWindow)
{
    auto driver = AfterTheFirstOfTwoLosses(Reno(true));
    driver.Expect({
        {2, {}, "dup enter", 19, "2!"}, // the window is cut a second time: 4
        {2, {}, "dup", 18, ""},
        {2, {}, "dup", 17, ""},
        {2, {}, "dup", 16, ""}, // for 23: nothing else is in the network
        {24, {}, "leave", 4, "24 25 26 27"},
    });
    EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(24));
}

TEST(RenoRecovery, WithoutRepetitionTheSecondLossTakesATimeout)
{
    auto driver = AfterTheFirstOfTwoLosses(Reno(false));
    driver.Expect({
        {2, {}, "dup", 20, ""},
        {2, {}, "dup", 20, ""},
        {2, {}, "dup", 20, ""},
        {2, {}, "dup", 20, ""},
    });
    driver.ExpectTimeout(1, "2");
    driver.Expect({{24, {}, "leave", 2, "24 25"}});
}

TEST(RenoRecovery, WithoutRepetitionRecoveryIsAboveTheRecoveryPoint)
{
    // RFC 6582, section 3.2, step 2: the ACK has to cover more than what was outstanding then.
    for (const uint64_t una : {7, 8, 9})
    {
        SCOPED_TRACE(una);
        for (const bool repeated : {false, true})
        {
            const auto sender = MakeSent(Reno(repeated), 8);
            for (int i = 0; i < 3; ++i)
            {
                sender->OnAck(Ack(0));
            }
            sender->OnSent(Segments(0));
            sender->OnSent(Segments(8, 6));
            sender->OnAck(Ack(una));
            for (int i = 0; i < 2; ++i)
            {
                EXPECT_EQ(Describe(sender->OnAck(Ack(una))), "dup");
            }
            EXPECT_EQ(Describe(sender->OnAck(Ack(una))),
                      (repeated || una == 9) ? "dup enter" : "dup");
        }
    }
}

TEST(RenoRecovery, TimerBackoff)
{
    for (const bool backoff : {false, true})
    {
        const auto sender = MakeSent(Reno(true, backoff), 8);
        sender->OnAck(Ack(0));
        EXPECT_EQ(Describe(sender->OnAck(Ack(0))), "dup");
        const auto& entered = sender->OnAck(Ack(0));
        EXPECT_EQ(Describe(entered), backoff ? "dup enter backoff" : "dup enter");
        EXPECT_TRUE(Restarts(entered));
        EXPECT_EQ(Describe(sender->OnAck(Ack(0))), "dup");
        EXPECT_EQ(Describe(sender->OnAck(Ack(8))), "leave");
    }
}

// RFC 6937, section 3: a duplicate ACK stands for one segment, and the next ACK of new data for
// that much less.
TEST(RenoRecovery, DeliveredIsEstimated)
{
    const auto sender = MakeSent(Reno(), 12);
    EXPECT_EQ(sender->OnAck(Ack(2)).delivered.octets, 2 * MSS);
    for (int i = 0; i < 9; ++i)
    {
        const auto& outcome = sender->OnAck(Ack(2));
        EXPECT_EQ(outcome.delivered.octets, MSS);
        EXPECT_EQ(outcome.delivered.forwardAdvance, MSS);
        EXPECT_EQ(outcome.delivered.acknowledged, 0U);
    }
    const auto& last = sender->OnAck(Ack(12));
    EXPECT_EQ(last.delivered.acknowledged, 10 * MSS);
    EXPECT_EQ(last.delivered.octets, MSS) << "the retransmission; the other nine were counted";
    EXPECT_EQ(last.delivered.forwardAdvance, MSS);
}

TEST(RenoRecovery, DeliveredBelowTheThreshold)
{
    const auto sender = MakeSent(Reno(), 12);
    sender->OnAck(Ack(0));
    sender->OnAck(Ack(0));
    EXPECT_EQ(sender->OnAck(Ack(3)).delivered.octets, MSS);
    EXPECT_EQ(sender->OnAck(Ack(5)).delivered.octets, 2 * MSS);
}

TEST(RenoRecovery, NothingIsDeliveredTwice)
{
    // Segments 0 and 1 are lost, 2 to 9 arrive.
    const auto sender = MakeSent(Reno(), 10);
    uint64_t delivered = 0;
    for (int i = 0; i < 8; ++i)
    {
        delivered += sender->OnAck(Ack(0)).delivered.octets;
    }
    EXPECT_EQ(delivered, 8 * MSS);
    const auto& first = sender->OnAck(Ack(1));
    EXPECT_EQ(Describe(first), "leave");
    EXPECT_EQ(first.delivered.octets, MSS) << "the retransmission that arrived";
    EXPECT_EQ(sender->OnAck(Ack(10)).delivered.octets, MSS)
        << "segment 1, sent again after a timeout";
}

} // namespace RenoRecoveryTests

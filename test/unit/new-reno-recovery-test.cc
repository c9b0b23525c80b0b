/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/reno-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace NewRenoRecoveryTests
{

using namespace ns3test;

SenderPtr
NewReno(bool slowButSteady = false, uint64_t base = 0)
{
    return Started(With(&NewRenoRecovery::slowButSteady, slowButSteady), From(base));
}

/// One that may begin a recovery where the last one ended.
SenderPtr
Forgetful()
{
    return Started(With(&NewRenoRecovery::forgetRecoveryPoint, true));
}

/// A sender that has sent @p segments segments, then got three duplicate ACKs and retransmitted.
SenderPtr
InRecovery(uint64_t segments, bool slowButSteady = false)
{
    auto sender = MakeSent(NewReno(slowButSteady), segments);
    for (int i = 0; i < 3; ++i)
    {
        sender->OnAck(Ack(0));
    }
    sender->OnSent(Segments(0));
    return sender;
}

/// Window 10, segments 0, 2 and 4 lost.
const std::vector<SenderDriver::Row> THREE_LOSSES{
    {0, {}, "dup", 10, "10"},       // for 1
    {0, {}, "dup", 10, "11"},       // for 3
    {0, {}, "dup enter", 9, "0!"},  // for 5
    {0, {}, "dup", 8, ""},          // for 6
    {0, {}, "dup", 7, ""},          // for 7
    {0, {}, "dup", 6, ""},          // for 8
    {0, {}, "dup", 5, ""},          // for 9
    {0, {}, "dup", 5, "12"},        // for 10
    {0, {}, "dup", 5, "13"},        // for 11
    {2, {}, "partial", 5, "2! 14"}, // for 0
    {2, {}, "dup", 5, "15"},        // for 12
    {2, {}, "dup", 5, "16"},        // for 13
    {4, {}, "partial", 5, "4! 17"}, // for 2
    {4, {}, "dup", 5, "18"},        // for 14
    {4, {}, "dup", 5, "19"},        // for 15
    {4, {}, "dup", 5, "20"},        // for 16
    {17, {}, "leave", 5, "21"},     // for 4
    {18, {}, "", 5, "22"},
};

TEST(NewRenoRecovery, DoesNotUseSack)
{
    const auto sender = MakeSent(NewReno(), 8);
    const auto& outcome = sender->OnAck(Ack(0, {{4, 8}}));
    EXPECT_TRUE(outcome.delivered.sacked.empty());
    EXPECT_EQ(outcome.delivered.octets, MSS);
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);
}

TEST(NewRenoRecovery, OneLossPerRoundTrip)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 7 * MSS - 1, TWO_40})
    {
        SCOPED_TRACE(base);
        SenderDriver driver(NewReno(false, base), 10);
        driver.Expect(THREE_LOSSES);
    }
}

TEST(NewRenoRecovery, DataOrAnotherWindowIsNoDuplicate)
{
    const auto sender = MakeSent(NewReno(), 8);
    auto event = Ack(0);
    event.pure = false;
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Describe(sender->OnAck(event)), "");
    }
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
    for (int i = 0; i < 3; ++i)
    {
        sender->OnAck(Ack(0));
    }
    EXPECT_EQ(sender->GetOutstanding(), 5 * MSS);
    sender->OnAck(event);
    EXPECT_EQ(sender->GetOutstanding(), 5 * MSS) << "in recovery";
}

// RFC 6582, section 3.2, step 3: the partial window deflation.
TEST(NewRenoRecovery, PartialAckOfASegmentOrMoreTakesOneSegmentOff)
{
    for (const uint64_t ack : {1, 2, 3, 9})
    {
        SCOPED_TRACE(ack);
        const auto sender = InRecovery(10);
        EXPECT_EQ(sender->GetOutstanding(), 7 * MSS);
        EXPECT_EQ(Describe(sender->OnAck(Ack(ack))), "partial");
        EXPECT_EQ(sender->GetOutstanding(), 6 * MSS);
        EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(ack))
            << "at once, whatever the window";
        EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
        sender->OnSent(Segments(ack));
        EXPECT_EQ(sender->GetOutstanding(), 6 * MSS);
        EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
        EXPECT_EQ(Describe(sender->OnAck(Ack(ack))), "dup");
        EXPECT_EQ(sender->GetOutstanding(), 5 * MSS);
    }
}

TEST(NewRenoRecovery, PartialAckOfLessThanASegmentTakesNothingOff)
{
    const auto sender = NewReno();
    sender->OnSent({0, MSS - 1});
    sender->OnSent({MSS - 1, 10 * MSS});
    for (int i = 0; i < 3; ++i)
    {
        sender->OnAck(Ack(0));
    }
    sender->OnSent({0, MSS - 1});
    AckEvent event;
    event.ack = MSS - 1;
    EXPECT_EQ(Describe(sender->OnAck(event)), "partial");
    EXPECT_EQ(sender->GetOutstanding(), 7 * MSS);
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), (OctetRange{MSS - 1, 2 * MSS - 1}));
}

TEST(NewRenoRecovery, TheRecoveryPointEndsRecovery)
{
    const auto sender = InRecovery(10);
    sender->OnSent(Segments(10, 3));
    AckEvent event;
    event.ack = 10 * MSS - 1;
    EXPECT_EQ(Describe(sender->OnAck(event)), "partial");
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
    event.ack = 10 * MSS;
    EXPECT_EQ(Describe(sender->OnAck(event)), "leave");
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);
    EXPECT_EQ(sender->GetOutstanding(), 3 * MSS);
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE))
        << "that of the partial ACK is not due any more";
    EXPECT_EQ(Describe(InRecovery(10)->OnAck(Ack(10))), "leave");
}

// RFC 6582, section 3.2, step 2: the ACK has to cover more than `recover`.
// Segments 0 and 4 of eight are lost, and 8, which is sent in recovery: with a law that repairs it,
// too, recovery goes on until all that was sent at the first partial ACK is acknowledged, and so
// on.
TEST(NewRenoRecovery, PartialAcksExtendRecovery)
{
    auto sender = MakeSent(NewReno(), 8);
    sender->SetLaw({true, true});
    const auto hear = [&sender](uint64_t ack, const std::string& outcome) {
        EXPECT_EQ(Describe(sender->OnAck(Ack(ack))), outcome) << ack;
    };
    hear(0, "dup");
    hear(0, "dup");
    hear(0, "dup enter");
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(8, 2));
    hear(4, "partial");
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 10 * MSS);
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(4));
    sender->OnSent(Segments(4));
    sender->OnSent(Segments(10));
    hear(4, "dup");
    hear(8, "partial");
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 11 * MSS);
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(8));
    sender->OnSent(Segments(8));
    hear(11, "leave");
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);

    // Segment 11 is lost as well: the next recovery begins where this one ended.
    sender->OnSent(Segments(11, 5));
    hear(11, "dup");
    hear(11, "dup");
    hear(11, "dup enter");
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 16 * MSS);
}

// A recovery law that replaces another one.
TEST(NewRenoRecovery, AnotherLawTakesOver)
{
    auto sender = MakeSent(MakeSender(Kind::NEW_RENO, PLAIN), 8);
    const auto lose = [&sender](uint64_t head) {
        for (int i = 0; i < 3; ++i)
        {
            sender->OnAck(Ack(head));
        }
        sender->OnSent(Segments(head));
    };
    lose(0);
    sender->OnSent(Segments(8, 2));
    EXPECT_EQ(Describe(sender->OnAck(Ack(4))), "partial");
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 8 * MSS) << "as the first law has it";
    sender->SetLaw({true, true});
    sender->OnSent(Segments(4));
    EXPECT_EQ(Describe(sender->OnAck(Ack(6))), "partial");
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 10 * MSS) << "repairs later losses";
    EXPECT_EQ(Describe(sender->OnAck(Ack(10))), "leave");
    sender->OnSent(Segments(10, 5));
    lose(10);
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY)
        << "forgets the recovery point";
}

TEST(NewRenoRecovery, NextRecoveryIsAboveTheRecoveryPoint)
{
    const std::vector<SenderDriver::Row> first{
        {0, {}, "dup", 8, "8"},
        {0, {}, "dup", 8, "9"},
        {0, {}, "dup enter", 7, "0!"},
        {0, {}, "dup", 6, ""},
        {0, {}, "dup", 5, ""},
        {0, {}, "dup", 4, ""},
        {0, {}, "dup", 4, "10"},
        {0, {}, "dup", 4, "11"},
        {0, {}, "dup", 4, "12"},
        {10, {}, "leave", 4, "13"},
    };
    SenderDriver at(NewReno(), 8);
    at.Expect(first);
    // 10, the first segment above what was outstanding at the first loss, is lost.
    at.Expect({
        {10, {}, "dup", 4, "14"},
        {10, {}, "dup", 4, "15"},
        {10, {}, "dup", 4, ""},
        {10, {}, "dup", 4, ""},
        {10, {}, "dup", 4, ""},
    });
    at.ExpectTimeout(1, "10");
    at.Expect({{16, {}, "leave", 2, "16 17"}});

    SenderDriver above(NewReno(), 8);
    above.Expect(first);
    // 11 is lost.
    above.Expect({
        {11, {}, "", 4, "14"},
        {11, {}, "dup", 4, "15"},
        {11, {}, "dup", 4, "16"},
        {11, {}, "dup enter", 3, "11!"},
    });
}

// The waiver of that rule, without another law's part in it: recovery ends where it began.
TEST(NewRenoRecovery, NextRecoveryAtTheRecoveryPointIfForgotten)
{
    const std::vector<SenderDriver::Row> rows{
        {0, {}, "dup", 8, "8"},
        {0, {}, "dup", 8, "9"},
        {0, {}, "dup enter", 7, "0!"},
        {0, {}, "dup", 6, ""},
        {0, {}, "dup", 5, ""},
        {0, {}, "dup", 4, ""},
        {0, {}, "dup", 4, "10"},
        {0, {}, "dup", 4, "11"},
        {0, {}, "dup", 4, "12"},
        {10, {}, "leave", 4, "13"},
        {10, {}, "dup", 4, "14"},
        {10, {}, "dup", 4, "15"},
        {10, {}, "dup enter", 3, "10!"},
    };
    SenderDriver byLaw(NewReno(), 8);
    byLaw->SetLaw({false, true});
    byLaw.Expect(rows);
    SenderDriver whateverTheLaw(Forgetful(), 8);
    whateverTheLaw->SetLaw({false, false});
    whateverTheLaw.Expect(rows);

    const auto keeps = MakeSent(NewReno(), 8);
    keeps->SetLaw({true, false});
    for (const auto* const outcome : {"dup", "dup", "dup enter"})
    {
        EXPECT_EQ(Describe(keeps->OnAck(Ack(0))), outcome);
    }
    keeps->OnSent(Segments(0));
    EXPECT_EQ(Describe(keeps->OnAck(Ack(8))), "leave");
    keeps->OnSent(Segments(8, 4));
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(Describe(keeps->OnAck(Ack(8))), "dup") << "one without the other";
    }
}

// RFC 6582, section 3.2, step 4, and section 4, forgotten or not.
TEST(NewRenoRecovery, NextRecoveryIsAboveTheRecoveryPointOfATimeout)
{
    for (const uint64_t una : {8, 9})
    {
        for (const bool forgets : {false, true})
        {
            const auto sender = MakeSent(forgets ? Forgetful() : NewReno(), 8);
            sender->OnTimeout();
            sender->OnSent(Segments(0));
            sender->OnSent(Segments(8, 6));
            EXPECT_EQ(Describe(sender->OnAck(Ack(una))), "leave");
            for (int i = 0; i < 2; ++i)
            {
                EXPECT_EQ(Describe(sender->OnAck(Ack(una))), "dup");
            }
            EXPECT_EQ(Describe(sender->OnAck(Ack(una))), una == 9 ? "dup enter" : "dup");
        }
    }
}

// RFC 6582, section 4.
TEST(NewRenoRecovery, Timer)
{
    for (const bool steady : {false, true})
    {
        SCOPED_TRACE(steady);
        const auto sender = InRecovery(10, steady);
        EXPECT_TRUE(Restarts(sender->OnAck(Ack(1)))) << "the first partial ACK";
        EXPECT_FALSE(Restarts(sender->OnAck(Ack(1)))) << "a duplicate";
        EXPECT_EQ(Restarts(sender->OnAck(Ack(2))), steady);
        EXPECT_EQ(Restarts(sender->OnAck(Ack(4))), steady);
        EXPECT_TRUE(Restarts(sender->OnAck(Ack(10)))) << "the end";
        // The next recovery begins anew.
        sender->OnSent(Segments(10, 10));
        sender->OnAck(Ack(11));
        for (int i = 0; i < 3; ++i)
        {
            sender->OnAck(Ack(11));
        }
        EXPECT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
        EXPECT_TRUE(Restarts(sender->OnAck(Ack(12))));
        EXPECT_EQ(Restarts(sender->OnAck(Ack(13))), steady);
    }
}

TEST(NewRenoRecovery, OutstandingIsNeverNegative)
{
    const auto sender = InRecovery(4);
    for (int i = 0; i < 6; ++i)
    {
        sender->OnAck(Ack(0));
    }
    EXPECT_EQ(sender->GetOutstanding(), 0U) << "more duplicate ACKs than segments";
    sender->OnAck(Ack(3));
    EXPECT_EQ(sender->GetOutstanding(), 0U);
}

// RFC 6937, section 3. Of what a partial ACK acknowledges, one segment is the one that just
// arrived.
TEST(NewRenoRecovery, DeliveredAddsUpOverSeveralLosses)
{
    SenderDriver driver(NewReno(), 10);
    uint64_t delivered = 0;
    uint64_t forward = 0;
    for (const auto& row : THREE_LOSSES)
    {
        const auto& outcome = driver.OnAck(row.ack);
        EXPECT_EQ(outcome.delivered.octets, MSS) << "one segment for each ACK: ACK " << row.ack;
        delivered += outcome.delivered.octets;
        forward += outcome.delivered.forwardAdvance;
    }
    EXPECT_EQ(delivered, 18 * MSS);
    EXPECT_EQ(forward, 18 * MSS);
}

TEST(NewRenoRecovery, UselessRetransmissionsDoNotHideWhatArrives)
{
    // After a timeout eight segments are sent again that the receiver holds: as many duplicate
    // ACKs.
    const auto sender = MakeSent(NewReno(), 20);
    sender->OnTimeout();
    sender->OnSent(Segments(0));
    EXPECT_EQ(sender->OnAck(Ack(9)).delivered.octets, 9 * MSS);
    sender->OnSent(Segments(9));
    for (int i = 0; i < 8; ++i)
    {
        sender->OnAck(Ack(9));
    }
    // Slow start goes on with each ACK of new data (RFC 5681, section 3.1).
    for (uint64_t ack = 10; ack <= 20; ++ack)
    {
        EXPECT_EQ(sender->OnAck(Ack(ack)).delivered.octets, MSS) << "ACK " << ack;
    }
    sender->OnSent(Segments(20, 4));
    EXPECT_EQ(sender->OnAck(Ack(22)).delivered.octets, 2 * MSS)
        << "what cannot be held is forgotten";
}

} // namespace NewRenoRecoveryTests

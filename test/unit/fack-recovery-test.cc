/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/fack-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace FackRecoveryTests
{

using namespace ns3test;

using Ranges = std::vector<OctetRange>;
using Rows = std::vector<SenderDriver::Row>;
using Lost = FackRecovery::LostRetransmission_t;

SenderPtr
Fack(Lost lost = Lost::TIMEOUT, uint64_t base = 0)
{
    return Started(With(&FackRecovery::lostRetransmission, lost), From(base));
}

/// Window 10, segment 0 lost. The ACKs of all others that were sent before the retransmission.
const Rows UP_TO_THE_RETRANSMISSION{
    {0, {{1, 2}}, "dup", 10, "10"},
    {0, {{1, 3}}, "dup", 10, "11"},
    {0, {{1, 4}}, "dup enter", 9, "0!"}, // snd.nxt 12 is noted for it
    {0, {{1, 5}}, "dup", 8, ""},
    {0, {{1, 6}}, "dup", 7, ""},
    {0, {{1, 7}}, "dup", 6, ""},
    {0, {{1, 8}}, "dup", 5, ""},
    {0, {{1, 9}}, "dup", 5, "12"},
    {0, {{1, 10}}, "dup", 5, "13"},
    {0, {{1, 11}}, "dup", 5, "14"},
    {0, {{1, 12}}, "dup", 5, "15"}, // snd.fack 12: the retransmission can still be on its way
};

TEST(FackRecovery, ThreeLossesInOneWindow)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 7 * MSS - 1, TWO_40})
    {
        SCOPED_TRACE(base);
        // Segments 0, 2 and 4 are lost.
        SenderDriver driver(Fack(Lost::TIMEOUT, base), 10);
        driver.Expect({
            {0, {{1, 2}}, "dup", 10, "10"},
            // snd.fack 4, snd.una 0: one ACK earlier than by counting. awnd 11 - 4, then + 1.
            {0, {{3, 4}, {1, 2}}, "dup enter", 8, "0!"},
            {0, {{5, 6}, {3, 4}, {1, 2}}, "dup", 6, ""}, // 4 and 5 have left
            {0, {{5, 7}, {3, 4}, {1, 2}}, "dup", 5, ""},
            {0, {{5, 8}, {3, 4}, {1, 2}}, "dup", 5, "2"},
            {0, {{5, 9}, {3, 4}, {1, 2}}, "dup", 5, "4"},
            {0, {{5, 10}, {3, 4}, {1, 2}}, "dup", 5, "11"},
            {0, {{5, 11}, {3, 4}, {1, 2}}, "dup", 5, "12"},
            {2, {{5, 11}, {3, 4}}, "partial", 5, "13"}, // for 0
            {4, {{5, 11}}, "partial", 5, "14"},         // for 2
            {11, {}, "leave", 5, "15"},                 // for 4
            {12, {}, "", 5, "16"},
        });
        EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(11));
    }
}

TEST(FackRecovery, MoreThanHalfAWindowLostIsRepairedInOneRoundTrip)
{
    // Segments 0 to 5 of 10 are lost: the first ACK of the others shows it.
    SenderDriver driver(Fack(), 10);
    driver.Expect({
        {0, {{6, 7}}, "dup enter", 5, "0! 1"}, // awnd 10 - 7, and two
        {0, {{6, 8}}, "dup", 5, "2"},
        {0, {{6, 9}}, "dup", 5, "3"},
        {0, {{6, 10}}, "dup", 5, "4"},
        {1, {{6, 10}}, "partial", 5, "5"},
        {2, {{6, 10}}, "partial", 5, "10"},
        {3, {{6, 10}}, "partial", 5, "11"},
        {4, {{6, 10}}, "partial", 5, "12"},
        {5, {{6, 10}}, "partial", 5, "13"},
        {10, {}, "leave", 5, "14"},
    });
}

// Section 3.1.
TEST(FackRecovery, TriggerByDistance)
{
    for (const uint64_t una : {0, 1})
    {
        const auto at = MakeSent(Fack(), 20);
        at->OnAck(Ack(una));
        AckEvent event;
        event.ack = una * MSS;
        event.blocks = {{(una + 3) * MSS - 7, (una + 3) * MSS}};
        EXPECT_EQ(Describe(at->OnAck(event)), "dup") << "three segments exactly";
        event.blocks = {{(una + 3) * MSS, (una + 3) * MSS + 1}};
        EXPECT_EQ(Describe(at->OnAck(event)), "dup enter") << "and one octet";
        EXPECT_EQ(at->Next(SendOpportunity::AT_ONCE), Segments(una));
    }
}

TEST(FackRecovery, TriggerByCount)
{
    const auto sender = MakeSent(Fack(), 20);
    for (const uint64_t end : {MSS + 1, MSS + 2})
    {
        AckEvent event;
        event.blocks = {{MSS, end}};
        EXPECT_EQ(Describe(sender->OnAck(event)), "dup");
    }
    AckEvent third;
    third.blocks = {{MSS, MSS + 3}};
    EXPECT_EQ(Describe(sender->OnAck(third)), "dup enter");
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
}

TEST(FackRecovery, TriggerByAnAckOfNewData)
{
    const auto sender = MakeSent(Fack(), 20);
    EXPECT_EQ(Describe(sender->OnAck(Ack(1, {{4, 5}}))), "dup enter")
        << "the reassembly queue counts, not the kind of ACK";
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(1));
}

TEST(FackRecovery, AnAckWithoutNewsIsNoDuplicate)
{
    const auto sender = MakeSent(Fack(), 20);
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{1, 2}}))), "dup");
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{1, 2}}))), "");
        EXPECT_EQ(Describe(sender->OnAck(Ack(0))), "");
    }
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 1U);
    auto event = Ack(0, {{1, 3}});
    event.pure = false;
    EXPECT_EQ(Describe(sender->OnAck(event)), "dup") << "with data or another window";
}

// Equations 1 and 2.
TEST(FackRecovery, Awnd)
{
    const auto sender = MakeSent(Fack(), 20);
    sender->OnAck(Ack(2, {{4, 5}}));
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 2 * MSS)
        << "outside recovery snd.fack is snd.una";
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 18 * MSS);
    sender->OnAck(Ack(2, {{8, 10}, {4, 5}}));
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 10 * MSS);
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS) << "20 - 10";
    sender->OnSent(Segments(2));
    sender->OnSent(Segments(3));
    sender->OnSent({5 * MSS, 5 * MSS + 100});
    EXPECT_EQ(sender->GetOutstanding(), 12 * MSS + 100) << "and retran_data";
    sender->OnSent(Segments(20, 2));
    EXPECT_EQ(sender->GetOutstanding(), 14 * MSS + 100) << "new data";
    sender->OnAck(Ack(2, {{3, 5}, {8, 10}}));
    EXPECT_EQ(sender->GetOutstanding(), 13 * MSS + 100) << "a retransmission is SACKed";
    sender->OnAck(Ack(2, {{12, 13}, {3, 5}, {8, 10}}));
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS + 100) << "snd.fack moves by three";
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 13 * MSS);
    sender->OnAck(Ack(5, {{12, 13}, {8, 10}}));
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS + 100) << "a retransmission is acknowledged";
    AckEvent event;
    event.ack = 5 * MSS + 60;
    sender->OnAck(event);
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS + 40) << "a part of one";
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), sender->GetOutstanding());
    sender->OnAck(Ack(15));
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 15 * MSS) << "never below snd.una";
    EXPECT_EQ(sender->GetOutstanding(), 7 * MSS);
}

TEST(FackRecovery, HolesBelowSndFackOnceEach)
{
    const auto sender = MakeSent(Fack(), 20);
    sender->OnAck(Ack(0, {{12, 14}, {6, 9}, {2, 4}}));
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
    sender->OnSent(Segments(0));
    Ranges again;
    while (const auto range = sender->Next(SendOpportunity::WINDOW))
    {
        again.push_back(*range);
        sender->OnSent(*range);
    }
    EXPECT_EQ(
        again,
        (Ranges{Segments(1), Segments(4), Segments(5), Segments(9), Segments(10), Segments(11)}));
    EXPECT_EQ(sender->GetOutstanding(), (20 - 14 + 7) * MSS);
}

// Section 3.2.
TEST(FackRecovery, LostRetransmissionForcesATimeout)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 12 * MSS - 1, TWO_40})
    {
        SenderDriver driver(Fack(Lost::TIMEOUT, base), 10);
        driver.Expect(UP_TO_THE_RETRANSMISSION);
        driver.Expect({
            {0, {{1, 13}}, "dup lost timeout", 1, "0"}, // 12 was sent after the retransmission
            {0, {{1, 14}}, "dup", 1, ""},
            {0, {{1, 15}}, "dup", 1, ""},
            {0, {{1, 16}}, "dup", 1, ""},
            {16, {}, "leave", 2, "16 17"},
        });
    }
}

TEST(FackRecovery, LostRetransmissionIsSentAgain)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 12 * MSS - 1, TWO_40})
    {
        SenderDriver driver(Fack(Lost::RETRANSMIT, base), 10);
        driver.Expect(UP_TO_THE_RETRANSMISSION);
        driver.Expect({
            {0, {{1, 13}}, "dup lost", 5, "0 16"}, // awnd 16 - 13
            {0, {{1, 14}}, "dup", 5, "17"},
            {0, {{1, 15}}, "dup", 5, "18"},
            {0, {{1, 16}}, "dup", 5, "19"}, // 16 is what is noted for it now
            // Lost once more.
            {0, {{1, 17}}, "dup lost", 5, "0 20"},
            {0, {{1, 18}}, "dup", 5, "21"},
            {0, {{1, 19}}, "dup", 5, "22"},
            {0, {{1, 20}}, "dup", 5, "23"},
            {20, {}, "leave", 5, "24"},
        });
    }
}

TEST(FackRecovery, LostRetransmissionAwaitsTheTimer)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 12 * MSS - 1, TWO_40})
    {
        SenderDriver driver(Fack(Lost::WAIT, base), 10);
        driver.Expect(UP_TO_THE_RETRANSMISSION);
        EXPECT_FALSE(driver->GetRecoveryState().AwaitsTimer());
        driver.Expect({
            {0, {{1, 13}}, "dup lost", 3, ""}, // awnd 16 - 13, a window of 5
            {0, {{1, 14}}, "dup", 2, ""},
            {0, {{1, 15}}, "dup", 1, ""},
            {0, {{1, 16}}, "dup", 0, ""},
        });
        EXPECT_TRUE(driver->GetRecoveryState().AwaitsTimer());
        driver.ExpectTimeout(1, "0");
        EXPECT_FALSE(driver->GetRecoveryState().AwaitsTimer());
        driver.Expect({{16, {}, "leave", 2, "16 17"}});
    }
}

TEST(FackRecovery, TheEndOfTheRepairEndsTheWait)
{
    SenderDriver driver(Fack(Lost::WAIT), 10);
    driver.Expect(UP_TO_THE_RETRANSMISSION);
    driver.Expect({
        {0, {{1, 13}}, "dup lost", 3, ""},
        {16, {}, "leave", 5, "16 17 18 19 20"}, // it was late, not lost
    });
    EXPECT_FALSE(driver->GetRecoveryState().AwaitsTimer());
}

TEST(FackRecovery, LostRetransmissionsAreAddedUp)
{
    for (const auto setting : {Lost::TIMEOUT, Lost::RETRANSMIT, Lost::WAIT})
    {
        const auto sender = MakeSent(Fack(setting), 10);
        sender->OnAck(Ack(0, {{5, 10}}));
        for (uint64_t n = 0; n < 4; ++n)
        {
            sender->OnSent(Segments(n));
        }
        sender->OnSent(Segments(10, 2));
        EXPECT_EQ(sender->OnAck(Ack(1, {{5, 10}})).lost.retransmitted, 0U);
        EXPECT_EQ(sender->OnAck(Ack(1, {{3, 4}, {5, 10}})).lost.retransmitted, 0U);
        // 0 and 3 arrived, 1 and 2 did not, 4 was never sent again.
        AckEvent event = Ack(1);
        event.blocks = {{10 * MSS, 10 * MSS + 1}};
        const auto& outcome = sender->OnAck(event);
        EXPECT_EQ(outcome.lost.retransmitted, 2 * MSS);
        EXPECT_EQ(outcome.actions.forceTimeout, setting == Lost::TIMEOUT);
        EXPECT_EQ(sender->GetRecoveryState().AwaitsTimer(), setting == Lost::WAIT);
        EXPECT_EQ(sender->GetSent().GetRetranData(), 0U);
        EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(1)) << "the oldest first";
    }
}

TEST(FackRecovery, ARetransmissionThatIsSackedIsNotLost)
{
    // Segments 0 and 2 are lost, and the retransmission of 0.
    const Rows rows{
        {0, {{1, 2}}, "dup", 10, "10"},
        {0, {{3, 4}, {1, 2}}, "dup enter", 8, "0!"},
        {0, {{3, 5}, {1, 2}}, "dup", 7, ""},
        {0, {{3, 6}, {1, 2}}, "dup", 6, ""},
        {0, {{3, 7}, {1, 2}}, "dup", 5, ""},
        {0, {{3, 8}, {1, 2}}, "dup", 5, "2"},
        {0, {{3, 9}, {1, 2}}, "dup", 5, "11"},
        {0, {{3, 10}, {1, 2}}, "dup", 5, "12"},
        {0, {{3, 11}, {1, 2}}, "dup", 5, "13"},
        {0, {{1, 11}}, "dup", 5, "14"}, // for 2
    };
    SenderDriver timeout(Fack(Lost::TIMEOUT), 10);
    timeout.Expect(rows);
    timeout.Expect({{0, {{1, 12}}, "dup lost timeout", 1, "0"}});

    SenderDriver retransmit(Fack(Lost::RETRANSMIT), 10);
    retransmit.Expect(rows);
    retransmit.Expect({{0, {{1, 12}}, "dup lost", 5, "0 15"}});
}

TEST(FackRecovery, LostAfterATimeoutToo)
{
    for (const auto setting : {Lost::TIMEOUT, Lost::RETRANSMIT})
    {
        const auto sender = MakeSent(Fack(setting), 8);
        sender->OnTimeout();
        sender->OnSent(Segments(0));
        EXPECT_EQ(Describe(sender->OnAck(Ack(7))), "");
        sender->OnSent(Segments(7));
        sender->OnSent(Segments(8));
        const auto& outcome = sender->OnAck(Ack(7, {{8, 9}}));
        EXPECT_EQ(outcome.lost.retransmitted, MSS);
        EXPECT_EQ(outcome.actions.forceTimeout, setting == Lost::TIMEOUT);
        EXPECT_EQ(sender->GetOutstanding(), 0U);
        EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(7));
    }
}

TEST(FackRecovery, TheRecoveryPointEndsRecovery)
{
    const auto sender = MakeSent(Fack(), 10);
    sender->OnAck(Ack(0, {{4, 5}}));
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 10 * MSS) << "snd.nxt";
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(10, 2));
    AckEvent event;
    event.ack = 10 * MSS - 1;
    const auto& partial = sender->OnAck(event);
    EXPECT_EQ(Describe(partial), "partial");
    EXPECT_TRUE(Restarts(partial));
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE)) << "partial ACKs ask for nothing";
    event.ack = 10 * MSS;
    EXPECT_EQ(Describe(sender->OnAck(event)), "leave");
    EXPECT_EQ(sender->GetOutstanding(), 2 * MSS);
}

TEST(FackRecovery, OneRecoveryAfterTheOtherOnTheSameAck)
{
    for (const bool far : {false, true})
    {
        const auto sender = MakeSent(Fack(), 10);
        sender->OnAck(Ack(0, {{1, 5}}));
        sender->OnSent(Segments(0));
        sender->OnSent(Segments(10, 7));
        sender->OnAck(Ack(0, {{1, 10}}));
        // 10 is lost. At snd.una 10 three segments are the limit.
        const auto& outcome = sender->OnAck(Ack(10, {{11, far ? 14U : 13U}}));
        EXPECT_EQ(Describe(outcome), far ? "dup leave enter" : "dup leave");
        EXPECT_TRUE(Restarts(outcome));
        EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), (far ? 17 : 10) * MSS);
        EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE).has_value(), far);
        EXPECT_EQ(sender->GetOutstanding(), (far ? 3 : 7) * MSS);
    }
}

TEST(FackRecovery, NoFastRetransmitOfWhatIsInTheNetworkAgain)
{
    SenderDriver driver(Fack(Lost::RETRANSMIT), 10);
    driver.Expect(UP_TO_THE_RETRANSMISSION);
    driver.Expect({
        // The retransmission is lost, and 12, too.
        {0, {{13, 14}, {1, 12}}, "dup lost", 5, "0 12 16"}, // awnd 16 - 14
        {0, {{13, 15}, {1, 12}}, "dup", 5, "17"},
        {0, {{13, 16}, {1, 12}}, "dup", 5, "18"},
        // The recovery point is 12. awnd 19 - 16, and 12, which is on its way; the window is 2.5.
        {12, {{13, 16}}, "leave enter", 4, ""},
        {16, {}, "partial", 3, ""}, // for 12: nothing is missing
        {17, {}, "partial", 2, ""},
        {18, {}, "partial", 2, "19"},
        {19, {}, "leave", 2, "20"},
    });
}

TEST(FackRecovery, TimeoutForgetsWhatIsHeldAhead)
{
    const auto sender = MakeSent(Fack(), 10);
    sender->OnAck(Ack(0, {{2, 10}}));
    sender->OnSent(Segments(0));
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 10 * MSS);
    EXPECT_EQ(sender->GetOutstanding(), MSS);
    sender->OnTimeout();
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 0U) << "all has left the network";
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(1));
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 2 * MSS);
    sender->OnAck(Ack(1, {{2, 6}}));
    EXPECT_EQ(sender->GetRecoveryState().GetSndFack(), 6 * MSS);
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), MSS);
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(6))
        << "above snd.fack: the repair is for all";
    sender->OnSent(Segments(10));
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 2 * MSS) << "new data above the recovery point";
    sender->OnAck(Ack(2, {{2, 6}}));
    sender->OnAck(Ack(2, {{10, 11}, {2, 6}}));
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 0U) << "arrived";
}

TEST(FackRecovery, ForwardAdvance)
{
    const auto sender = MakeSent(Fack(), 10);
    EXPECT_EQ(sender->OnAck(Ack(1)).delivered.forwardAdvance, MSS);
    EXPECT_EQ(sender->OnAck(Ack(1, {{4, 6}})).delivered.forwardAdvance, 5 * MSS);
    sender->OnSent(Segments(1));
    EXPECT_EQ(sender->OnAck(Ack(1, {{3, 6}})).delivered.forwardAdvance, 0U) << "below snd.fack";
    EXPECT_EQ(sender->OnAck(Ack(2, {{3, 6}})).delivered.forwardAdvance, 0U);
    EXPECT_EQ(sender->OnAck(Ack(8)).delivered.forwardAdvance, 2 * MSS);
}

} // namespace FackRecoveryTests

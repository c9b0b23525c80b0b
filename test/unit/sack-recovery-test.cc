/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/fack-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace SackRecoveryTests
{

using namespace ns3test;

using Ranges = std::vector<OctetRange>;

SenderPtr
Sack(uint64_t base = 0)
{
    return Started(SackRecovery(), From(base));
}

/// A sender that has sent @p segments segments and knows that 1 to 3 arrived, but not 0.
SenderPtr
InRecovery(uint64_t segments)
{
    auto sender = MakeSent(Sack(), segments);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        sender->OnAck(Ack(0, {{1, 1 + n}}));
    }
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
    sender->OnSent(Segments(0));
    return sender;
}

TEST(SackRecovery, ThreeLossesInOneWindow)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 7 * MSS - 1, TWO_40})
    {
        SCOPED_TRACE(base);
        // Segments 0, 2 and 4 are lost.
        SenderDriver driver(Sack(base), 10);
        driver.Expect({
            {0, {{1, 2}}, "dup", 10, "10"},
            {0, {{3, 4}, {1, 2}}, "dup", 10, "11"},
            {0, {{5, 6}, {3, 4}, {1, 2}}, "dup enter", 9, "0!"}, // pipe 12 - 3
            {0, {{5, 7}, {3, 4}, {1, 2}}, "dup", 8, ""},
            {0, {{5, 8}, {3, 4}, {1, 2}}, "dup", 7, ""},
            {0, {{5, 9}, {3, 4}, {1, 2}}, "dup", 6, ""},
            {0, {{5, 10}, {3, 4}, {1, 2}}, "dup", 5, ""},
            {0, {{5, 11}, {3, 4}, {1, 2}}, "dup", 5, "2"},
            {0, {{5, 12}, {3, 4}, {1, 2}}, "dup", 5, "4"},
            {2, {{5, 12}, {3, 4}}, "partial", 5, "12 13"}, // for 0: two left, two follow
            {4, {{5, 12}}, "partial", 5, "14 15"},         // for 2
            {12, {}, "leave", 5, "16"},                    // for 4: 12 to 15 are there
            {13, {}, "", 5, "17"},
        });
        EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(12));
    }
}

TEST(SackRecovery, MoreThanHalfAWindowLostTakesSeveralRoundTrips)
{
    // Segments 0 to 5 of 10 are lost; nothing tells the sender that they have left the network.
    SenderDriver driver(Sack(), 10);
    driver.Expect({
        {0, {{6, 7}}, "dup", 10, "10"},
        {0, {{6, 8}}, "dup", 10, "11"},
        {0, {{6, 9}}, "dup enter", 9, "0!"},
        {0, {{6, 10}}, "dup", 8, ""},
        {0, {{6, 11}}, "dup", 7, ""},
        {0, {{6, 12}}, "dup", 6, ""},
        {1, {{6, 12}}, "partial", 5, "1"}, // for 0, the only segment in the network
        {2, {{6, 12}}, "partial", 5, "2 3"},
        {3, {{6, 12}}, "partial", 5, "4 5"},
        {4, {{6, 12}}, "partial", 5, "12 13"},
        {5, {{6, 12}}, "partial", 5, "14 15"},
        {12, {}, "leave", 5, "16"},
    });
}

// SACK-Veno paper, section 2.1, event by event.
TEST(SackRecovery, Pipe)
{
    const auto sender = InRecovery(12);
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS) << "12 less three";
    sender->OnSent(Segments(12));
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS) << "a new segment";
    sender->OnAck(Ack(0, {{1, 4}, {6, 8}}));
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS) << "a duplicate ACK, whatever it reports";
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(4));
    sender->OnSent(Segments(4));
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS) << "a retransmission";
    sender->OnSent({5 * MSS, 5 * MSS + 10});
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS + 10) << "by its octets";
    sender->OnAck(Ack(4, {{6, 8}}));
    EXPECT_EQ(sender->GetOutstanding(), 8 * MSS + 10) << "a partial ACK";
    sender->OnAck(Ack(5, {{6, 9}}));
    EXPECT_EQ(sender->GetOutstanding(), 6 * MSS + 10) << "a partial ACK that also reports more";
    sender->OnAck(Ack(5, {{6, 9}}));
    EXPECT_EQ(sender->GetOutstanding(), 6 * MSS + 10) << "nothing new";
}

TEST(SackRecovery, OnlyTheFastRetransmitIsFree)
{
    const auto sender = MakeSent(Sack(), 12);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        sender->OnAck(Ack(0, {{2, 2 + n}}));
    }
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS);
    sender->OnSent(Segments(12));
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS) << "new data is not it";
    sender->OnSent(*sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS) << "it takes the place of the lost segment";
    sender->OnSent(*sender->Next(SendOpportunity::WINDOW));
    EXPECT_EQ(sender->GetOutstanding(), 11 * MSS);
}

TEST(SackRecovery, PipeIsNeverNegative)
{
    const auto sender = InRecovery(5);
    EXPECT_EQ(sender->GetOutstanding(), 2 * MSS);
    sender->OnAck(Ack(0, {{1, 5}}));
    EXPECT_EQ(sender->GetOutstanding(), MSS);
    sender->OnSent(Segments(5, 4));
    sender->OnAck(Ack(1));
    EXPECT_EQ(sender->GetOutstanding(), 3 * MSS);
    sender->OnAck(Ack(2));
    sender->OnAck(Ack(3));
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    sender->OnAck(Ack(4));
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    sender->OnSent(Segments(9));
    EXPECT_EQ(sender->GetOutstanding(), MSS);
}

// RFC 6675, section 2.
TEST(SackRecovery, DuplicateIsAnAckWithNews)
{
    const auto sender = MakeSent(Sack(), 12);
    EXPECT_EQ(Describe(sender->OnAck(Ack(0))), "") << "no block";
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{3, 5}}))), "dup");
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{3, 5}}))), "") << "known";
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{4, 5}, {3, 4}}))), "") << "known in parts";
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 1U);
    auto event = Ack(0, {{3, 6}});
    event.pure = false;
    EXPECT_EQ(Describe(sender->OnAck(event)), "dup") << "with data or another window";
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 2U);
    // A cumulative ACK that brings news is the first of a new count (section 5).
    EXPECT_EQ(Describe(sender->OnAck(Ack(1, {{3, 7}}))), "dup");
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 1U);
    EXPECT_EQ(Describe(sender->OnAck(Ack(2, {{3, 7}}))), "");
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
    for (uint64_t n = 1; n <= 2; ++n)
    {
        EXPECT_EQ(Describe(sender->OnAck(Ack(2, {{3, 7 + n}}))), "dup");
    }
    EXPECT_EQ(Describe(sender->OnAck(Ack(2, {{3, 10}}))), "dup enter");
    EXPECT_EQ(Describe(sender->OnAck(Ack(2, {{3, 10}}))), "");
    EXPECT_EQ(sender->GetOutstanding(), 7 * MSS) << "no news in recovery, either: 10 less three";
}

TEST(SackRecovery, OnlyDuplicateAcksStartRecovery)
{
    const auto sender = MakeSent(Sack(), 100);
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{50, 100}}))), "dup") << "a long way ahead";
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{49, 100}}))), "dup");
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{48, 100}}))), "dup enter");
    EXPECT_EQ(sender->GetOutstanding(), 97 * MSS) << "ACKs are counted, not what they report";
}

TEST(SackRecovery, HolesBelowTheHighestSackedOctetOnceEach)
{
    const auto sender = InRecovery(20);
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW)) << "nothing is known to be missing above 3";
    sender->OnAck(Ack(0, {{12, 14}, {6, 9}, {1, 4}}));
    std::vector<OctetRange> again;
    while (const auto range = sender->Next(SendOpportunity::WINDOW))
    {
        again.push_back(*range);
        sender->OnSent(*range);
    }
    EXPECT_EQ(again, (Ranges{Segments(4), Segments(5), Segments(9), Segments(10), Segments(11)}));
    sender->OnAck(Ack(0, {{15, 16}, {12, 14}}));
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(14));
    // What arrives on its own in the meantime is left out.
    sender->OnAck(Ack(0, {{12, 16}}));
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
}

TEST(SackRecovery, ALostRetransmissionIsLeftToTheTimer)
{
    const auto sender = InRecovery(10);
    for (uint64_t n = 4; n < 40; ++n)
    {
        sender->OnSent(Segments(n + 6));
        const auto& outcome = sender->OnAck(Ack(0, {{1, 1 + n}}));
        EXPECT_EQ(Describe(outcome), "dup");
        EXPECT_EQ(outcome.lost.retransmitted, 0U);
        EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
        EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    }
    sender->OnTimeout();
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(0));
}

// FACK paper, section 4.3. Of ten segments 0 and then each second one is lost; the highest that
// arrives is a parameter.
TEST(SackRecovery, MoreThanHalfAWindowLost)
{
    for (const auto setting : {SackRecovery::WAIT, SackRecovery::SLOW_START})
    {
        const auto sender = MakeSent(Started(With(&SackRecovery::halfWindowLost, setting)), 10);
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{4, 5}}))), "dup") << "four of ten are missing";
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{7, 8}, {4, 5}}))), "dup") << "six, but OPEN";
        const std::string forced = setting == SackRecovery::SLOW_START ? " timeout" : "";
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{9, 10}, {7, 8}, {4, 5}}))), "dup enter" + forced)
            << "seven of ten";
        sender->OnTimeout();
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{9, 10}}))), "dup") << "once";
    }
}

TEST(SackRecovery, HalfAWindowLostIsNotMore)
{
    const auto sender =
        MakeSent(Started(With(&SackRecovery::halfWindowLost, SackRecovery::SLOW_START)), 10);
    sender->OnAck(Ack(0, {{1, 2}}));
    sender->OnAck(Ack(0, {{3, 4}, {1, 2}}));
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{5, 6}, {3, 4}, {1, 2}}))), "dup enter");
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{7, 8}, {5, 6}, {3, 4}, {1, 2}}))), "dup");
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{9, 10}, {7, 8}, {5, 6}, {3, 4}}))), "dup")
        << "five of ten";
    // What is sent in recovery does not count for the window, its losses do.
    sender->OnSent(Segments(10, 2));
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{11, 12}, {9, 10}}))), "dup timeout");
}

TEST(SackRecovery, TheRecoveryPointEndsRecovery)
{
    const auto sender = InRecovery(10);
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

TEST(SackRecovery, NextRecoveryMayBeginAtTheRecoveryPoint)
{
    const auto sender = InRecovery(10);
    sender->OnSent(Segments(10, 6));
    EXPECT_EQ(Describe(sender->OnAck(Ack(10, {{11, 16}}))), "dup leave");
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U)
        << "the ACK belongs to the recovery that it ends";
    sender->OnSent(Segments(16, 3));
    EXPECT_EQ(Describe(sender->OnAck(Ack(10, {{11, 17}}))), "dup");
    EXPECT_EQ(Describe(sender->OnAck(Ack(10, {{11, 18}}))), "dup");
    EXPECT_EQ(Describe(sender->OnAck(Ack(10, {{11, 19}}))), "dup enter");
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(10));
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 19 * MSS);
}

TEST(SackRecovery, NoFastRetransmitOfWhatIsInTheNetworkAgain)
{
    // Segment 11, new in recovery, is lost and sent again in it, above the recovery point. The next
    // recovery begins before its ACK comes.
    const auto sender = InRecovery(10);
    sender->OnSent(Segments(10, 8));
    sender->OnAck(Ack(0, {{12, 13}, {1, 11}}));
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(11));
    sender->OnSent(Segments(11));
    EXPECT_EQ(Describe(sender->OnAck(Ack(11, {{12, 13}}))), "leave");
    sender->OnAck(Ack(11, {{12, 14}}));
    sender->OnAck(Ack(11, {{12, 15}}));
    EXPECT_EQ(Describe(sender->OnAck(Ack(11, {{12, 16}}))), "dup enter");
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(sender->GetOutstanding(), 4 * MSS) << "11 to 17 less three";
    // It is not due later, either, when another segment is found to be missing, or is not even.
    EXPECT_EQ(Describe(sender->OnAck(Ack(16))), "partial");
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    sender->OnSent(Segments(18, 4));
    EXPECT_EQ(Describe(sender->OnAck(Ack(16, {{18, 20}}))), "dup");
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(16));
    const auto before = sender->GetOutstanding();
    sender->OnSent(Segments(16));
    EXPECT_EQ(sender->GetOutstanding(), before + MSS);
}

TEST(SackRecovery, FastRetransmitOfTheOldestHoleThatIsNotInTheNetwork)
{
    // As before, but 14 is missing, too.
    const auto sender = InRecovery(10);
    sender->OnSent(Segments(10, 8));
    sender->OnAck(Ack(0, {{12, 13}, {1, 11}}));
    sender->OnSent(Segments(11));
    sender->OnAck(Ack(11, {{12, 14}}));
    sender->OnAck(Ack(11, {{15, 16}, {12, 14}}));
    sender->OnAck(Ack(11, {{15, 17}, {12, 14}}));
    EXPECT_EQ(Describe(sender->OnAck(Ack(11, {{15, 18}, {12, 14}}))), "dup enter");
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(14));
    sender->OnSent(Segments(14));
    EXPECT_EQ(sender->GetOutstanding(), 4 * MSS) << "11 to 17 less three";
}

TEST(SackRecovery, WhatAnAckBrings)
{
    const auto sender = MakeSent(Sack(), 12);
    const auto& first = sender->OnAck(Ack(0, {{6, 8}, {2, 4}}));
    EXPECT_EQ(first.delivered.octets, 4 * MSS);
    EXPECT_EQ(first.delivered.forwardAdvance, 8 * MSS);
    EXPECT_EQ(first.delivered.sacked, (Ranges{Segments(6, 2), Segments(2, 2)}));
    const auto& second = sender->OnAck(Ack(0, {{3, 10}}));
    EXPECT_EQ(second.delivered.octets, 4 * MSS);
    EXPECT_EQ(second.delivered.forwardAdvance, 2 * MSS);
    EXPECT_EQ(second.delivered.sacked, (Ranges{Segments(4, 2), Segments(8, 2)}));
    const auto& third = sender->OnAck(Ack(5));
    EXPECT_EQ(third.delivered.acknowledged, 5 * MSS);
    EXPECT_EQ(third.delivered.octets, 2 * MSS) << "0 and 1: the others were reported";
    EXPECT_EQ(third.delivered.forwardAdvance, 0U);
    EXPECT_EQ(third.delivered.sacked, Ranges{});
    const auto& last = sender->OnAck(Ack(11, {{11, 12}}));
    EXPECT_EQ(last.delivered.octets, 2 * MSS);
    EXPECT_EQ(last.delivered.forwardAdvance, 2 * MSS);
}

} // namespace SackRecoveryTests

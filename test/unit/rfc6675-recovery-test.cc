/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossy-transfer.h"
#include "sender-driver.h"

#include "ns3/rfc6675-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace Rfc6675RecoveryTests
{

using namespace ns3test;

using Ranges = std::vector<OctetRange>;
const auto FINDS_LOST = With(&Rfc6675Recovery::findLostRetransmissions, true);
const auto RESCUES = With(&Rfc6675Recovery::rescueRetransmission, true);

SenderPtr
Rfc6675(const Rfc6675Recovery& recovery = {}, uint64_t base = 0)
{
    return Started(recovery, From(base));
}

/// Send again whatever is due, without new data and without a window.
Ranges
SendDue(LossRecovery& sender)
{
    Ranges again;
    while (const auto range = sender.Next(SendOpportunity::WINDOW))
    {
        again.push_back(*range);
        sender.OnSent(*range);
    }
    return again;
}

/// One recovery, and a second one whose first segment, 10, is sent again before it begins.
void
BeginAgainWithTheHeadOnItsWay(LossRecovery& sender)
{
    sender.OnAck(Ack(0, {{1, 5}}));
    sender.OnSent(Segments(0));
    sender.OnSent(Segments(10, 8));
    sender.OnAck(Ack(10, {{11, 14}}));
    sender.OnSent(Segments(10)); // before the next recovery begins
    EXPECT_EQ(Describe(sender.OnAck(Ack(10, {{15, 16}, {11, 14}}))), "dup enter");
}

// Section 5 (4) to (C), a window of 10, segments 0, 2 and 4 lost.
TEST(Rfc6675Recovery, ThreeLossesInOneWindow)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 7 * MSS - 1, TWO_40})
    {
        SCOPED_TRACE(base);
        SenderDriver driver(Rfc6675({}, base), 10);
        driver.Expect({
            {0, {{1, 2}}, "dup", 10, "10"}, // 11 sent, one SACKed
            {0, {{3, 4}, {1, 2}}, "dup", 10, "11"},
            // Three sequences above 0, two above 2: 12 sent, 3 SACKed, 1 lost; and it is sent.
            {0, {{5, 6}, {3, 4}, {1, 2}}, "dup enter", 9, "0!"},
            {0, {{5, 7}, {3, 4}, {1, 2}}, "dup", 7, ""}, // 2 has 3 000 octets above it
            {0, {{5, 8}, {3, 4}, {1, 2}}, "dup", 5, ""}, // and so has 4
            {0, {{5, 9}, {3, 4}, {1, 2}}, "dup", 5, "2"},
            {0, {{5, 10}, {3, 4}, {1, 2}}, "dup", 5, "4"},
            {0, {{5, 11}, {3, 4}, {1, 2}}, "dup", 5, "12"},
            {0, {{5, 12}, {3, 4}, {1, 2}}, "dup", 5, "13"},
            {2, {{5, 12}, {3, 4}}, "partial", 5, "14"},
            {4, {{5, 12}}, "partial", 5, "15"},
            {12, {}, "leave", 5, "16"},
        });
        EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(12));
    }
}

// Section 4, IsLost(): more than (DupThresh - 1) SMSS octets.
TEST(Rfc6675Recovery, TwoSegmentsAreNoLossAndAnOctetMoreIsOne)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{5, 7}}))), "dup");
    EXPECT_EQ(sender->GetOutstanding(), 18 * MSS);
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
    AckEvent event;
    event.blocks = {{5 * MSS, 7 * MSS + 1}};
    EXPECT_EQ(Describe(sender->OnAck(event)), "dup enter") << "by the second duplicate ACK";
    EXPECT_EQ(sender->GetOutstanding(), 13 * MSS - 1) << "5 lost, 2 segments and an octet SACKed";
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
    EXPECT_EQ(SendDue(*sender).size(), 5U);
    EXPECT_EQ(sender->GetOutstanding(), 18 * MSS - 1);
}

// Section 4, IsLost(): DupThresh discontiguous sequences, however small.
TEST(Rfc6675Recovery, ThreeSequencesOfAnOctet)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    AckEvent event;
    event.blocks = {{8 * MSS, 8 * MSS + 1}, {6 * MSS, 6 * MSS + 1}, {4 * MSS, 4 * MSS + 1}};
    EXPECT_EQ(Describe(sender->OnAck(event)), "dup enter") << "by one ACK";
    // What is above the lowest of them has two above it.
    EXPECT_EQ(sender->GetOutstanding(), 16 * MSS - 3);
    sender->OnSent(*sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(SendDue(*sender), (Ranges{Segments(1), Segments(2), Segments(3)}));
}

// Section 5, step 1: what DupAcks shows IsLost() need not.
TEST(Rfc6675Recovery, ThreeDuplicateAcksMakeTheHeadLost)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        AckEvent event;
        event.blocks = {{5 * MSS, 5 * MSS + n}};
        EXPECT_EQ(Describe(sender->OnAck(event)), n < 3 ? "dup" : "dup enter");
    }
    EXPECT_EQ(sender->GetOutstanding(), 19 * MSS - 3) << "only the head is lost";
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
    sender->OnSent(Segments(0));
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
}

TEST(Rfc6675Recovery, AnAckWithoutNewsStartsNothing)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    sender->OnAck(Ack(0, {{5, 7}}));
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{5, 7}}))), "");
    }
    // A cumulative ACK resets DupAcks, and is the first one if it brings news (section 5).
    EXPECT_EQ(Describe(sender->OnAck(Ack(1, {{6, 7}}))), "");
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
}

// Section 4, SetPipe(): (a) not lost, (b) sent again, neither when lost and not sent again.
TEST(Rfc6675Recovery, Pipe)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    EXPECT_EQ(sender->GetOutstanding(), 20 * MSS);
    sender->OnAck(Ack(2, {{4, 5}, {10, 13}}));
    EXPECT_EQ(sender->GetOutstanding(), 7 * MSS) << "13 to 19: all below 13 is lost or SACKed";
    EXPECT_EQ(sender->GetRecoveryState().GetFlightSize(), 18 * MSS)
        << "what the window is reduced from (4.2)";
    sender->OnSent(Segments(2));
    sender->OnSent({3 * MSS, 3 * MSS + 100});
    EXPECT_EQ(sender->GetOutstanding(), 8 * MSS + 100);
    sender->OnSent(Segments(20));
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS + 100);
    sender->OnAck(Ack(2, {{3, 5}, {10, 13}}));
    EXPECT_EQ(sender->GetOutstanding(), 9 * MSS) << "a retransmission is SACKed";
    sender->OnAck(Ack(2, {{3, 5}, {10, 13}, {15, 17}}));
    EXPECT_EQ(sender->GetOutstanding(), 7 * MSS) << "two more: 13 and 14 are not lost";
    sender->OnAck(Ack(2, {{3, 5}, {10, 13}, {15, 18}}));
    EXPECT_EQ(sender->GetOutstanding(), 4 * MSS) << "but by a third one: 18, 19, 20 and 2";
    sender->OnAck(Ack(13, {{15, 18}}));
    EXPECT_EQ(sender->GetOutstanding(), 3 * MSS);
    sender->OnAck(Ack(20));
    EXPECT_EQ(sender->GetOutstanding(), MSS);
}

// Section 4, SetPipe(): ns-3's own socket up to ns-3.48 counts these on (its issue 1190).
TEST(Rfc6675Recovery, WhatIsSackedAfterItWasSentAgainHasLeftThePipe)
{
    const auto sender = MakeSent(Rfc6675(), 10);
    sender->OnAck(Ack(0, {{4, 10}}));
    EXPECT_EQ(SendDue(*sender).size(), 4U);
    EXPECT_EQ(sender->GetOutstanding(), 4 * MSS);
    sender->OnAck(Ack(0, {{2, 3}, {4, 10}}));
    EXPECT_EQ(sender->GetOutstanding(), 3 * MSS);
    sender->OnAck(Ack(0, {{2, 10}}));
    EXPECT_EQ(sender->GetOutstanding(), 2 * MSS);
    AckEvent event;
    event.ack = 2 * MSS + 400;
    sender->OnAck(event);
    EXPECT_EQ(sender->GetOutstanding(), 0U);
}

// Section 4, NextSeg() rules (1) and (3), and (1.b).
TEST(Rfc6675Recovery, WhatIsLostComesBeforeNewDataAndWhatIsMissingAfter)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    sender->OnAck(Ack(0, {{2, 5}, {8, 10}}));
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
    sender->OnSent(Segments(0));
    EXPECT_EQ(SendDue(*sender), Ranges{Segments(1)}) << "5 to 7 have two segments above them";
    const auto before = sender->GetOutstanding();
    EXPECT_EQ(sender->Next(SendOpportunity::NO_NEW_DATA), Segments(5));
    EXPECT_FALSE(sender->Next(SendOpportunity::NO_ROOM)) << "new data wait for the receiver";
    sender->OnSent(Segments(5));
    EXPECT_EQ(sender->GetOutstanding(), before + MSS) << "both copies (SetPipe() a and b)";
    sender->OnSent(Segments(6));
    sender->OnSent(Segments(7));
    EXPECT_FALSE(sender->Next(SendOpportunity::NO_NEW_DATA))
        << "10 is above the highest SACKed octet";
    sender->OnAck(Ack(0, {{2, 5}, {8, 11}}));
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW)) << "sent again already, by rule 3";
    EXPECT_EQ(sender->GetOutstanding(), (9 + 5) * MSS) << "and in the network once";
}

TEST(Rfc6675Recovery, NoLastResortOutsideRecovery)
{
    for (const auto& recovery : {Rfc6675Recovery(), RESCUES})
    {
        const auto sender = MakeSent(Rfc6675(recovery), 20);
        sender->OnAck(Ack(0, {{5, 6}}));
        EXPECT_FALSE(sender->Next(SendOpportunity::NO_NEW_DATA));
        sender->OnTimeout();
        EXPECT_EQ(SendDue(*sender).size(), 20U);
        EXPECT_FALSE(sender->Next(SendOpportunity::NO_NEW_DATA));
    }
}

// Section 4, NextSeg() rule (4).
TEST(Rfc6675Recovery, OneRescueInARecovery)
{
    const auto sender = MakeSent(Rfc6675(RESCUES), 10);
    sender->OnAck(Ack(0, {{1, 5}}));
    sender->OnSent(Segments(0));
    const auto before = sender->GetOutstanding();
    EXPECT_EQ(sender->Next(SendOpportunity::NO_NEW_DATA), Segments(9))
        << "the highest octet outstanding";
    sender->OnSent(Segments(9));
    EXPECT_FALSE(sender->Next(SendOpportunity::NO_NEW_DATA)) << "once";
    EXPECT_EQ(sender->GetOutstanding(), before) << "HighRxt does not move";
    // It can be found lost, and is sent by rule 1.
    sender->OnSent(Segments(10, 3));
    sender->OnAck(Ack(0, {{1, 9}, {10, 13}}));
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(9));
    sender->OnSent(Segments(9));
    EXPECT_FALSE(sender->Next(SendOpportunity::NO_NEW_DATA));
    EXPECT_EQ(Describe(sender->OnAck(Ack(13))), "leave");
    // In the next recovery again. What is at the end is SACKed: the one below.
    sender->OnSent(Segments(13, 5));
    sender->OnAck(Ack(13, {{15, 18}}));
    sender->OnSent(Segments(13));
    sender->OnSent(Segments(14));
    EXPECT_EQ(sender->Next(SendOpportunity::NO_ROOM), Segments(14));
    sender->OnSent(Segments(14));
    EXPECT_FALSE(sender->Next(SendOpportunity::NO_ROOM));
}

TEST(Rfc6675Recovery, TheRestOfASegmentIsRescued)
{
    const auto sender = MakeSent(Rfc6675(RESCUES), 5);
    sender->OnSent({5 * MSS, 5 * MSS + 10});
    sender->OnAck(Ack(0, {{1, 4}}));
    sender->OnSent(Segments(0));
    EXPECT_EQ(sender->Next(SendOpportunity::NO_NEW_DATA), (OctetRange{4 * MSS + 10, 5 * MSS + 10}));
    sender->OnAck(Ack(5));
    EXPECT_EQ(sender->Next(SendOpportunity::NO_NEW_DATA), (OctetRange{5 * MSS, 5 * MSS + 10}))
        << "nothing that is acknowledged";
}

// Section 5.1, and what ns-3's socket does after it: all that is not SACKed is lost.
TEST(Rfc6675Recovery, TimeoutMakesAllLostThatIsNotSacked)
{
    const SenderPtr sender = Started(Rfc6675Recovery(), {MSS, 3, true, true});
    sender->OnSent(Segments(0, 20));
    sender->OnAck(Ack(0, {{4, 9}}));
    sender->OnSent(Segments(0));
    sender->OnTimeout();
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetFlightSize(), 20 * MSS);
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(0))
        << "its retransmission is lost, too";
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(20));
    EXPECT_EQ(sender->GetOutstanding(), 2 * MSS);
    EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{4, 12}}))), "dup") << "no recovery before its end";
    EXPECT_EQ(sender->GetOutstanding(), 2 * MSS) << "they were not in the network";
    sender->OnAck(Ack(3, {{4, 12}}));
    EXPECT_EQ(SendDue(*sender).size(), 9U) << "3 and 12 to 19";
    // New data that are lost above the recovery point are known to be, and sent.
    sender->OnSent(Segments(21, 4));
    EXPECT_EQ(Describe(sender->OnAck(Ack(19, {{21, 25}}))), "dup");
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(20));
    EXPECT_EQ(sender->GetOutstanding(), MSS) << "19, again";
    EXPECT_EQ(Describe(sender->OnAck(Ack(20, {{21, 25}}))), "leave");
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(20));
}

// RFC 6582, section 4, as in ns-3's socket, or section 6.
TEST(Rfc6675Recovery, PartialAcksAndTheTimer)
{
    for (const bool steady : {false, true})
    {
        const auto sender = MakeSent(Rfc6675(With(&Rfc6675Recovery::slowButSteady, steady)), 20);
        for (const uint64_t first : {0, 20})
        {
            EXPECT_TRUE(Restarts(sender->OnAck(Ack(first, {{first + 8, first + 12}}))));
            SendDue(*sender);
            EXPECT_TRUE(Restarts(sender->OnAck(Ack(first + 1, {{first + 8, first + 12}}))));
            const auto& second = sender->OnAck(Ack(first + 2, {{first + 8, first + 12}}));
            EXPECT_TRUE(second.recovery.partial);
            EXPECT_EQ(Restarts(second), steady);
            EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE)) << "partial ACKs ask for nothing";
            EXPECT_TRUE(sender->OnAck(Ack(first + 20)).recovery.left);
            sender->OnSent(Segments(first + 20, 20));
        }
    }
}

// Section 5 (A): the ACK that ends a recovery does not begin the next one.
TEST(Rfc6675Recovery, TheNextDuplicateAckBeginsTheNextRecovery)
{
    const auto sender = MakeSent(Rfc6675(), 10);
    sender->OnAck(Ack(0, {{1, 5}}));
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(10, 7));
    EXPECT_EQ(Describe(sender->OnAck(Ack(10, {{12, 16}}))), "dup leave");
    EXPECT_EQ(sender->GetOutstanding(), MSS) << "16: 10 and 11 are lost, and what is known is kept";
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(10));
    EXPECT_EQ(Describe(sender->OnAck(Ack(10, {{12, 17}}))), "dup enter");
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(10));
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 17 * MSS);
}

TEST(Rfc6675Recovery, NothingIsUrgentThatIsInTheNetworkAgain)
{
    const auto sender = MakeSent(Rfc6675(), 10);
    BeginAgainWithTheHeadOnItsWay(*sender);
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE)) << "14 is missing, but not lost";
}

TEST(Rfc6675Recovery, ALostRetransmissionIsLeftToTheTimer)
{
    const auto sender = MakeSent(Rfc6675(), 10);
    sender->OnAck(Ack(0, {{1, 10}}));
    sender->OnSent(Segments(0));
    for (uint64_t n = 10; n < 40; ++n)
    {
        sender->OnSent(Segments(n));
        EXPECT_EQ(Describe(sender->OnAck(Ack(0, {{1, 1 + n}}))), "dup");
        EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
        EXPECT_EQ(sender->GetOutstanding(), MSS);
    }
}

// As ns-3 has it after 3.48: what was sent later and is SACKed, new or again, tells.
TEST(Rfc6675Recovery, ALostRetransmissionIsFoundByWhatWasSentLater)
{
    for (const bool again : {false, true})
    {
        const auto sender = MakeSent(Rfc6675(FINDS_LOST), 10);
        sender->OnAck(Ack(0, {{4, 10}}));
        EXPECT_EQ(SendDue(*sender).size(), 4U);
        sender->OnSent(Segments(10));
        EXPECT_EQ(sender->GetOutstanding(), 5 * MSS);
        // The retransmissions of 0 and 1 are lost.
        const auto& outcome = again ? sender->OnAck(Ack(0, {{2, 3}, {4, 10}}))
                                    : sender->OnAck(Ack(0, {{10, 11}, {4, 10}}));
        EXPECT_EQ(outcome.lost.retransmitted, (again ? 2 : 4) * MSS) << "2 and 3 too, by new data";
        EXPECT_EQ(outcome.lost.octets, outcome.lost.retransmitted);
        EXPECT_FALSE(outcome.actions.forceTimeout);
        EXPECT_EQ(sender->GetOutstanding(), (again ? 2 : 0) * MSS);
        EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(0));
    }
}

TEST(Rfc6675Recovery, ThePartOfARetransmissionThatIsNotReportedMayBeOnItsWay)
{
    const auto sender = MakeSent(Rfc6675(FINDS_LOST), 10);
    sender->OnAck(Ack(0, {{4, 10}}));
    sender->OnSent(Segments(0));
    EXPECT_EQ(sender->OnAck(Ack(0, {{4, 10}})).lost.retransmitted, 0U);
    AckEvent event;
    event.blocks = {{400, MSS}};
    EXPECT_EQ(sender->OnAck(event).lost.retransmitted, 0U);
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(1));
}

TEST(Rfc6675Recovery, LostOctetsAreCountedOnce)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    EXPECT_EQ(sender->OnAck(Ack(0, {{3, 5}})).lost.octets, 0U);
    EXPECT_EQ(sender->OnAck(Ack(0, {{3, 6}})).lost.octets, 3 * MSS);
    EXPECT_EQ(sender->OnAck(Ack(0, {{3, 6}, {8, 10}})).lost.octets, 0U);
    EXPECT_EQ(sender->OnAck(Ack(0, {{3, 6}, {8, 11}})).lost.octets, 2 * MSS) << "6 and 7";
    sender->OnSent(Segments(0));
    EXPECT_EQ(sender->OnAck(Ack(1, {{3, 6}, {8, 11}})).lost.octets, 0U);
    sender->OnTimeout();
    EXPECT_EQ(sender->OnAck(Ack(1, {{3, 6}, {8, 12}})).lost.octets, 0U)
        << "the timer's are not the ACK's";
    sender->OnSent(Segments(20, 8));
    EXPECT_EQ(sender->OnAck(Ack(1, {{3, 6}, {8, 12}, {24, 28}})).lost.octets, 4 * MSS)
        << "20 to 23";
    EXPECT_EQ(sender->OnAck(Ack(28)).lost.octets, 0U);
}

// RFC 3042 is an option of the socket, whatever the sender.
TEST(Rfc6675Recovery, WithoutLimitedTransmitDuplicateAcksFreeNothing)
{
    const auto sender = MakeSent(Started(Rfc6675Recovery(), NO_LIMITED_TRANSMIT), 10);
    sender->OnAck(Ack(0, {{1, 2}}));
    sender->OnAck(Ack(0, {{1, 3}}));
    EXPECT_EQ(sender->GetOutstanding(), 10 * MSS);
    sender->OnAck(Ack(0, {{1, 4}}));
    EXPECT_EQ(sender->GetOutstanding(), 6 * MSS);
}

TEST(Rfc6675Recovery, AnAckOfNewDataRestartsTheTimerAndTheCount)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    sender->OnAck(Ack(1, {{3, 4}}));
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(2, {{3, 5}}))));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 1U);
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(5))));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(5, {{6, 9}})))) << "and so does a recovery";
}

// Section 4, SetPipe(): what is in the network again is not sent once more.
TEST(Rfc6675Recovery, ARecoveryWhoseHeadIsOnItsWaySendsItNoMore)
{
    const auto sender = MakeSent(Rfc6675(), 10);
    BeginAgainWithTheHeadOnItsWay(*sender);
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
}

// Section 5.1: the marks survive, and all that is missing goes before new data.
TEST(Rfc6675Recovery, TheTailComesBeforeNewDataAfterATimeout)
{
    const LossRecovery::Configuration keeps{MSS, 3, true, true};
    const auto sender = MakeSent(Started(Rfc6675Recovery(), keeps), 10);
    sender->OnAck(Ack(0, {{2, 3}}));
    sender->OnTimeout();
    EXPECT_EQ(sender->GetOutstanding(), 0U) << "the tail is lost in any case";
    EXPECT_EQ(SendDue(*sender).size(), 9U);
    sender->OnSent(Segments(10));
    sender->OnAck(Ack(0, {{10, 11}, {2, 3}}));
    EXPECT_TRUE(SendDue(*sender).empty());
}

TEST(Rfc6675Recovery, ARepairIsNoLoss)
{
    const auto sender = MakeSent(Rfc6675(), 20);
    EXPECT_EQ(sender->OnAck(Ack(0, {{2, 5}})).lost.octets, 2 * MSS);
    EXPECT_EQ(SendDue(*sender).size(), 2U);
    EXPECT_EQ(sender->OnAck(Ack(0, {{1, 5}})).lost.octets, 0U);
    EXPECT_EQ(sender->OnAck(Ack(20)).lost.octets, 0U);
}

} // namespace Rfc6675RecoveryTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/loss-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// AckOutcome::lost, counted in segments by hand. Segments are named by their number; 20 were sent
// before the first ACK.

namespace AckOutcomeTests
{

using namespace ns3test;

SenderPtr
FackThatRetransmits()
{
    return Started(FackRecovery());
}

struct Row
{
    uint64_t ack;
    std::vector<OctetRange> blocks;
    std::string outcome; // see Describe()
    uint64_t lost;       // segments
};

void
Expect(LossRecovery& sender, const std::vector<Row>& rows)
{
    for (const auto& row : rows)
    {
        testing::Message name;
        name << "ACK " << row.ack;
        for (const auto& block : row.blocks)
        {
            name << " {" << block.begin << ", " << block.end << "}";
        }
        const auto& outcome = sender.OnAck(Ack(row.ack, row.blocks));
        EXPECT_EQ(Describe(outcome), row.outcome) << name;
        EXPECT_EQ(outcome.lost.octets, row.lost * MSS) << name;
    }
}

/// A recovery for segment 0, which is sent again; then segments 20 to 29 are sent for the first
/// time, and 1 to 19 are known to have arrived.
SenderPtr
InRecovery(SenderPtr made)
{
    auto sender = MakeSent(std::move(made), 20);
    for (uint64_t n = 1; n <= 2; ++n)
    {
        EXPECT_EQ(sender->OnAck(Ack(0, {{1, 1 + n}})).lost.octets, 0U);
    }
    Expect(*sender, {{0, {{1, 4}}, "dup enter", 1}});
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(20, 10));
    Expect(*sender, {{0, {{1, 20}}, "dup", 0}});
    return sender;
}

TEST(AckOutcomeLost, NothingBeforeALossIsDetected)
{
    for (const auto kind : {Kind::RENO, Kind::NEW_RENO, Kind::SACK, Kind::FACK})
    {
        const auto sender = MakeSent(MakeSender(kind), 20);
        Expect(*sender,
               {
                   {1, {}, "", 0},
                   {1, {{2, 3}}, "dup", 0},
                   {1, {{2, 4}}, "dup", 0},
                   {4, {}, "", 0}, // segment 1 came late
               });
    }
}

// By three duplicate ACKs; the fourth and the later ones find more.
TEST(AckOutcomeLost, SackCountsHolesAndWhatSndFackPasses)
{
    const auto sender = MakeSent(MakeSender(Kind::SACK), 20);
    Expect(*sender,
           {
               {0, {{1, 2}}, "dup", 0},
               {0, {{3, 4}}, "dup", 0},
               {0, {{6, 7}}, "dup enter", 4}, // 0, 2, 4, 5
               {0, {{7, 8}}, "dup", 0},
               {0, {{9, 10}}, "dup", 1},  // 8
               {0, {{4, 5}}, "dup", 0},   // 4 came late: it was counted
               {0, {{12, 14}}, "dup", 2}, // 10, 11
               {2, {}, "partial", 0},
               {5, {{5, 8}, {15, 16}}, "dup partial", 1}, // 14; 5 came with it
               {5, {{10, 11}, {17, 18}}, "dup", 1},       // 16; 10 was counted
               {20, {}, "leave", 0},
           });
}

// By snd.fack, more than three segments ahead.
TEST(AckOutcomeLost, FackCountsHolesAndWhatSndFackPasses)
{
    const auto sender = MakeSent(MakeSender(Kind::FACK), 20);
    Expect(*sender,
           {
               {0, {{1, 2}}, "dup", 0},
               {0, {{3, 4}}, "dup enter", 2}, // 0, 2
               {0, {{6, 7}}, "dup", 2},       // 4, 5
               {0, {{4, 5}}, "dup", 0},
               {0, {{7, 9}}, "dup", 0},
               {1, {}, "partial", 0},
               {12, {}, "partial", 0}, // beyond snd.fack: all of it arrived
               {12, {{15, 16}}, "dup", 3},
               {12, {{13, 14}, {17, 18}}, "dup", 1}, // 16
               {20, {}, "leave", 0},
           });
}

// The last octet of a hole below snd.fack arrives with the ACK that starts the recovery.
TEST(AckOutcomeLost, WhatArrivesAtTheEntryIsNotLost)
{
    const auto sender = MakeSent(MakeSender(Kind::SACK), 20);
    Expect(*sender,
           {
               {0, {{1, 2}}, "dup", 0},
               {0, {{4, 5}}, "dup", 0},
               {0, {{2, 4}, {6, 7}}, "dup enter", 2}, // 0, 5
           });
}

TEST(AckOutcomeLost, ALostRetransmissionCountsOnceMore)
{
    const auto sender = InRecovery(FackThatRetransmits());
    Expect(*sender, {{0, {{20, 21}}, "dup lost", 1}}); // 20 was sent after segment 0 again
    sender->OnSent(Segments(0));
    Expect(*sender,
           {
               {0, {{20, 25}}, "dup", 0},
               {0, {{26, 28}}, "dup", 1}, // 25
           });
    sender->OnSent(Segments(25));
    sender->OnSent(Segments(30, 3));
    Expect(*sender,
           {
               {0, {{28, 31}}, "dup lost", 2}, // 0 and 25 again
               {0, {{31, 32}}, "dup", 0},
           });
    // The pipe of Fall and Floyd finds none.
    Expect(*InRecovery(MakeSender(Kind::SACK)), {{0, {{20, 21}}, "dup", 0}});
}

// The ACK that ends a recovery shows by the same holes that the next one is due.
TEST(AckOutcomeLost, NothingTwiceInTheNextRecovery)
{
    const std::vector<Row> holes{{0, {{24, 26}}, "dup", 4}}; // 20 to 23
    auto sender = InRecovery(FackThatRetransmits());
    sender->OnSent(Segments(30));
    Expect(*sender, {{0, {{24, 26}}, "dup lost", 5}}); // and 0 again
    Expect(*sender, {{20, {}, "leave enter", 0}});

    sender = InRecovery(FackThatRetransmits());
    Expect(*sender, {{0, {{24, 26}}, "dup lost", 5}});
    Expect(*sender, {{20, {{28, 29}}, "dup leave enter", 2}}); // 26, 27

    // By duplicate ACKs, which begin to count anew.
    sender = InRecovery(MakeSender(Kind::SACK));
    Expect(*sender, holes);
    Expect(*sender,
           {
               {20, {}, "leave", 0},
               {20, {{26, 27}}, "dup", 0},
               {20, {{28, 29}}, "dup", 0},
               {20, {{29, 30}}, "dup enter", 1}, // 27
           });
}

// What was known to be lost arrives between two recoveries, what was not is counted.
TEST(AckOutcomeLost, KnownHolesAreToldFromOthers)
{
    auto sender = InRecovery(MakeSender(Kind::SACK));
    Expect(*sender,
           {
               {0, {{21, 22}}, "dup", 1}, // 20
               {20, {}, "leave", 0},
               {20, {{23, 24}}, "dup", 0},
               {22, {}, "", 0}, // 20 is there, 22 is missing
               {22, {{24, 25}}, "dup", 0},
               {22, {{25, 26}}, "dup", 0},
               {22, {{26, 27}}, "dup enter", 1},
           });

    sender = InRecovery(MakeSender(Kind::SACK));
    Expect(*sender,
           {
               {0, {{21, 22}, {23, 24}}, "dup", 2}, // 20, 22
               {20, {}, "leave", 0},
               {20, {{22, 23}, {25, 26}}, "dup", 0}, // 22 is there, 24 is missing
               {20, {{27, 28}}, "dup", 0},           // 26, too
               {20, {{24, 25}}, "dup enter", 1},     // 26; 24 is there, 20 was counted
           });
}

// A timeout counts nothing. What is lost above its recovery point is counted with the next
// recovery.
TEST(AckOutcomeLost, AfterATimeout)
{
    for (const bool keepSack : {false, true})
    {
        SCOPED_TRACE(keepSack);
        auto configuration = PLAIN;
        configuration.keepSack = keepSack;
        const auto sender = InRecovery(MakeSender(Kind::SACK, configuration));
        Expect(*sender, {{0, {{22, 24}}, "dup", 2}}); // 20, 21
        sender->OnTimeout();
        sender->OnSent(Segments(0));
        Expect(*sender, {{20, {{22, 24}}, keepSack ? "" : "dup", 0}});
        sender->OnSent(Segments(20));
        sender->OnSent(Segments(30, 10));
        Expect(*sender,
               {
                   {20, {{31, 32}}, "dup", 0},
                   {30, {}, "leave", 0},
                   {30, {{32, 33}}, "dup", 0},
                   {30, {{34, 35}}, "dup", 0},
                   {30, {{35, 36}}, "dup enter", 2}, // 30, 33
               });
    }
}

// Without SACK only the segment at snd.una is known to be missing.
TEST(AckOutcomeLost, WithoutSackOneAtEntryAndAtEachPartialAck)
{
    const auto newReno = MakeSent(MakeSender(Kind::NEW_RENO), 20);
    const std::vector<Row> entry{
        {0, {}, "dup", 0},
        {0, {}, "dup", 0},
        {0, {}, "dup enter", 1},
        {0, {}, "dup", 0},
    };
    Expect(*newReno, entry);
    newReno->OnSent(Segments(0));
    Expect(*newReno,
           {
               {5, {}, "partial", 1},
               {5, {}, "dup", 0},
               {9, {}, "partial", 1},
               {20, {}, "leave", 0},
           });

    const auto reno = MakeSent(MakeSender(Kind::RENO), 20);
    Expect(*reno, entry);
    reno->OnSent(Segments(0));
    Expect(*reno, {{5, {}, "leave", 0}});

    // The last segment may be a small one.
    auto small = MakeSender(Kind::NEW_RENO);
    small->OnSent({0, 10});
    for (const uint64_t lost : {0, 0, 10, 0})
    {
        EXPECT_EQ(small->OnAck(Ack(0)).lost.octets, lost);
    }
}

} // namespace AckOutcomeTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ledger-driver.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace SentSegmentsTests
{

using namespace ledgertest;

using ns3::OctetRange;
using ns3::SentSegments;

// The ledger as a scoreboard: what is SACKed, missing, sent again. Times are in
// sent-segments-times-test.cc, peers that lie in sent-segments-bounds-test.cc.

TEST(SentSegments, NothingSent)
{
    const SentSegments board(1000);
    EXPECT_EQ(board.GetUna(), 1000U);
    EXPECT_EQ(board.GetNxt(), 1000U);
    EXPECT_EQ(board.GetHighest(), 1000U);
    EXPECT_EQ(board.GetRetranData(), 0U);
    EXPECT_EQ(board.GetSackedData(), 0U);
    EXPECT_FALSE(board.NextHole(EVERYWHERE));
    EXPECT_EQ(SentSegments().GetNxt(), 0U);
}

TEST(SentSegments, NewDataMovesOnlySndNxt)
{
    SentSegments board;
    Extend(board, 300);
    EXPECT_EQ(board.GetNxt(), 300U);
    EXPECT_EQ(board.GetUna(), 0U);
    EXPECT_EQ(board.GetHighest(), 0U);
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{0, 300}));
    Extend(board, 200);
    EXPECT_EQ(board.GetNxt(), 300U) << "snd.nxt never goes back";
    board.Send({300, EVERYWHERE}, {});
    EXPECT_EQ(board.GetNxt(), 300U) << "not a position";
}

TEST(SentSegments, CumulativeAck)
{
    auto board = Sent(5);
    EXPECT_EQ(board.Acknowledge(200), 200U);
    EXPECT_EQ(board.GetUna(), 200U);
    EXPECT_EQ(board.GetHighest(), 200U) << "at least snd.una";
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{200, 500}));

    EXPECT_EQ(board.Acknowledge(200), 0U) << "a duplicate";
    EXPECT_EQ(board.Acknowledge(100), 0U) << "an old one";
    EXPECT_EQ(board.GetUna(), 200U);

    EXPECT_EQ(board.Acknowledge(500), 300U);
    EXPECT_FALSE(board.NextHole(EVERYWHERE));
}

// Segments 2 and 5 of ten are lost. All of the recovery, ACK by ACK.
TEST(SentSegments, TimelineOfTwoLosses)
{
    struct Row
    {
        uint64_t ack;
        OctetRange block; // of SACK, or empty
        uint64_t delivered;
        uint64_t una;
        uint64_t fack;
        uint64_t sacked;
        uint64_t retranData;
        std::optional<OctetRange> hole; // below snd.fack, sent again at once
    };

    const OctetRange none{};
    const std::vector<Row> rows{
        {200, none, 200, 200, 200, 0, 0, std::nullopt},
        {200, Segments(3, 1), 100, 200, 400, 100, 0, Segments(2)},
        {200, Segments(3, 2), 100, 200, 500, 200, 100, std::nullopt},
        {200, Segments(6, 1), 100, 200, 700, 300, 100, Segments(5)},
        {200, Segments(6, 2), 100, 200, 800, 400, 200, std::nullopt},
        {200, Segments(6, 4), 200, 200, 1000, 600, 200, std::nullopt}, // an ACK was lost
        {500, Segments(6, 4), 100, 500, 1000, 400, 100, std::nullopt},
        {1000, none, 100, 1000, 1000, 0, 0, std::nullopt}};

    auto board = Sent(10);
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const auto& row = rows[i];
        uint64_t delivered = board.Acknowledge(row.ack);
        if (row.block.Size() > 0)
        {
            delivered += Sack(board, row.block);
        }
        EXPECT_EQ(delivered, row.delivered) << "row " << i;
        EXPECT_EQ(board.GetUna(), row.una) << "row " << i;
        EXPECT_EQ(board.GetHighest(), row.fack) << "row " << i;
        EXPECT_EQ(board.GetSackedData(), row.sacked) << "row " << i;
        EXPECT_EQ(board.GetRetranData(), row.retranData) << "row " << i;
        const auto hole = board.NextHole(board.GetHighest());
        EXPECT_EQ(hole, row.hole) << "row " << i;
        if (hole)
        {
            board.Send(*hole, {});
        }
        EXPECT_EQ(board.LoseRetransmissions(), 0U) << "row " << i;
    }
}

TEST(SentSegments, FreshOctetsAreReportedInOrder)
{
    auto board = Sent(10);
    Sack(board, Segments(2));
    Sack(board, Segments(5, 2));
    Ranges fresh{Segments(99)};
    EXPECT_EQ(board.Sack(Segments(1, 8), fresh), 500U);
    EXPECT_EQ(fresh, (Ranges{Segments(99), Segments(1), Segments(3, 2), Segments(7, 2)}))
        << "appended to what was there";
}

TEST(SentSegments, BlocksInAnyOrder)
{
    const Ranges blocks{Segments(1), Segments(3, 2), Segments(6, 1), {700, 750}};
    std::vector<std::size_t> order{0, 1, 2, 3};
    do
    {
        auto board = Sent(10);
        uint64_t delivered = 0;
        for (const auto i : order)
        {
            delivered += Sack(board, blocks[i]);
        }
        EXPECT_EQ(delivered, 450U);
        EXPECT_EQ(board.GetSackedData(), 450U);
        EXPECT_EQ(board.GetHighest(), 750U);
        EXPECT_EQ(HolesOf(board), (Ranges{Segments(0), Segments(2), Segments(5), {750, 1000}}));
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(SentSegments, OverlapAndRepetition)
{
    auto board = Sent(10);
    EXPECT_EQ(Sack(board, {300, 500}), 200U);
    Ranges fresh;
    EXPECT_EQ(board.Sack({300, 500}, fresh), 0U) << "known";
    EXPECT_EQ(board.Sack({350, 400}, fresh), 0U) << "inside";
    EXPECT_TRUE(fresh.empty());
    EXPECT_EQ(board.Sack({250, 350}, fresh), 50U) << "over the front";
    EXPECT_EQ(board.Sack({450, 580}, fresh), 80U) << "over the end";
    EXPECT_EQ(board.Sack({200, 600}, fresh), 70U) << "over both";
    EXPECT_EQ(fresh, (Ranges{{250, 300}, {500, 580}, {200, 250}, {580, 600}}));
    EXPECT_EQ(board.GetSackedData(), 400U);
}

TEST(SentSegments, AdjacentBlocksMergeFromBothSides)
{
    auto board = Sent(10);
    Sack(board, Segments(4));
    Sack(board, Segments(5));
    Sack(board, Segments(3));
    Sack(board, Segments(7));
    Sack(board, Segments(6));
    EXPECT_TRUE(board.IsSacked(Segments(3, 5)));
}

TEST(SentSegments, AckCountsOnlyWhatWasNotSacked)
{
    auto board = Sent(10);
    Sack(board, Segments(2, 2));
    Sack(board, Segments(6, 3));
    EXPECT_EQ(board.Acknowledge(500), 300U);
    EXPECT_EQ(board.GetSackedData(), 300U);
    EXPECT_EQ(board.GetHighest(), 900U);
    EXPECT_EQ(board.Acknowledge(750), 100U) << "ends within a SACKed interval";
    EXPECT_EQ(board.GetSackedData(), 150U);
    EXPECT_TRUE(board.IsSacked({750, 900}));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(9));
    EXPECT_EQ(board.Acknowledge(1000), 100U);
    EXPECT_EQ(board.GetSackedData(), 0U);
    EXPECT_EQ(board.GetHighest(), 1000U);
}

TEST(SentSegments, IsSackedNeedsEveryOctet)
{
    auto board = Sent(10);
    Sack(board, {300, 500});
    Sack(board, {600, 700});
    EXPECT_TRUE(board.IsSacked({300, 500}));
    EXPECT_TRUE(board.IsSacked({499, 500}));
    EXPECT_FALSE(board.IsSacked({299, 500}));
    EXPECT_FALSE(board.IsSacked({300, 501}));
    EXPECT_FALSE(board.IsSacked({300, 700})) << "a gap";
    EXPECT_FALSE(board.IsSacked({500, 600}));
    EXPECT_FALSE(board.IsSacked({400, 400})) << "empty";
    EXPECT_FALSE(board.IsSacked({450, 400})) << "reversed";
    board.Acknowledge(400);
    EXPECT_TRUE(board.IsSacked({400, 500}));
    EXPECT_FALSE(board.IsSacked({350, 500})) << "acknowledged is not SACKed";
}

TEST(SentSegments, NextHoleIsTheWholeOldestHoleBelowTheLimit)
{
    auto board = Sent(10);
    Sack(board, Segments(0));
    Sack(board, Segments(4));
    Sack(board, Segments(8));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(1, 3));
    EXPECT_EQ(board.NextHole(board.GetHighest()), Segments(1, 3));
    EXPECT_EQ(board.NextHole(101), (OctetRange{100, 101}));
    EXPECT_FALSE(board.NextHole(100));
    EXPECT_FALSE(board.NextHole(0));

    board.Send({100, 250}, {});
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{250, 400})) << "the rest of it";
    board.Send({250, 400}, {});
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(5, 3));
    board.Send(Segments(5, 3), {});
    EXPECT_FALSE(board.NextHole(board.GetHighest()));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(9)) << "sent once, above snd.fack";
    EXPECT_EQ(board.NextHole(950), (OctetRange{900, 950}));
}

TEST(SentSegments, RetransmissionsCountOnce)
{
    auto board = Sent(10);
    Sack(board, Segments(3));
    board.Send(Segments(1, 2), {});
    EXPECT_EQ(board.GetRetranData(), 200U);
    board.Send(Segments(1), {});
    EXPECT_EQ(board.GetRetranData(), 200U) << "again the same octets";
    board.Send({50, 350}, {});
    EXPECT_EQ(board.GetRetranData(), 250U) << "50 more octets, and SACKed ones are left alone";
    board.Send({320, 420}, {});
    EXPECT_EQ(board.GetRetranData(), 270U) << "20 more octets, from within a SACKed interval";
    EXPECT_EQ(board.GetSackedData(), 100U);
    EXPECT_EQ(HolesOf(board), (Ranges{{0, 50}, {420, 1000}}));
}

TEST(SentSegments, RetransmissionIsClippedToTheWindow)
{
    auto board = Sent(10);
    board.Acknowledge(200);
    board.Send({100, 300}, {});
    EXPECT_EQ(board.GetRetranData(), 100U);
    board.Send({900, 1200}, {});
    EXPECT_EQ(board.GetRetranData(), 200U);
    for (const auto& outside : Ranges{{0, 200}, {400, 400}, {600, 500}, {EVERYWHERE, 0}})
    {
        board.Send(outside, {});
        EXPECT_EQ(board.GetRetranData(), 200U);
    }
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(3, 6)}));
    Extend(board, 1200);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(3, 6), Segments(10, 2)}));
}

TEST(SentSegments, RetransmittedOctetsLeaveWhenSackedOrAcknowledged)
{
    auto board = Sent(10);
    Sack(board, Segments(8));
    board.Send(Segments(0, 4), {});
    EXPECT_EQ(Sack(board, {150, 250}), 100U) << "of the middle";
    EXPECT_EQ(board.GetRetranData(), 300U);
    EXPECT_EQ(board.Acknowledge(80), 80U) << "of the front";
    EXPECT_EQ(board.GetRetranData(), 220U);
    EXPECT_EQ(Sack(board, {380, 420}), 40U) << "of the end, and 20 octets of a hole";
    EXPECT_EQ(board.GetRetranData(), 200U);
    EXPECT_EQ(board.Acknowledge(420), 200U);
    EXPECT_EQ(board.GetRetranData(), 0U);
    EXPECT_EQ(HolesOf(board), (Ranges{{420, 800}, Segments(9)}));
}

TEST(SentSegments, LostOnlyWhenSndFackIsAboveTheNote)
{
    auto board = Sent(10);
    Sack(board, Segments(4));
    board.Send(Segments(3), {}); // notes 1000
    Extend(board, 1200);
    Sack(board, Segments(5, 4));
    EXPECT_EQ(board.LoseRetransmissions(), 0U);
    Sack(board, {900, 1000});
    EXPECT_EQ(board.GetHighest(), 1000U);
    EXPECT_EQ(board.LoseRetransmissions(), 0U) << "nothing that was sent after it has arrived";
    Sack(board, {1000, 1001});
    EXPECT_EQ(board.LoseRetransmissions(), 100U);
    EXPECT_EQ(board.GetRetranData(), 0U);
    EXPECT_EQ(board.LoseRetransmissions(), 0U) << "it is lost once";
}

TEST(SentSegments, LostRetransmissionIsTheNextHoleAgain)
{
    auto board = Sent(10);
    Sack(board, Segments(2));
    Sack(board, Segments(4));
    Sack(board, Segments(6));
    for (const auto& hole : {Segments(1), Segments(3), Segments(5)})
    {
        board.Send(Segments(0), {});
        board.Send(hole, {});
    }
    board.Acknowledge(100);
    EXPECT_FALSE(board.NextHole(board.GetHighest()));
    Extend(board, 1100);
    Sack(board, Segments(10));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(7, 3));

    EXPECT_EQ(board.LoseRetransmissions(), 300U);
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(1));
    board.Send(Segments(1), {});
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(3));
    EXPECT_EQ(board.LoseRetransmissions(), 0U) << "segment 1 has a new note";
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(3), Segments(5), Segments(7, 3)}));
}

TEST(SentSegments, LostRetransmissionJoinsTheHolesBesideIt)
{
    const std::vector<Ranges> orders{{Segments(1), Segments(2), Segments(3)},
                                     {Segments(2), Segments(1), Segments(3)},
                                     {Segments(3), Segments(1), Segments(2)},
                                     {Segments(1), Segments(3), Segments(2)}};
    for (const auto& order : orders)
    {
        auto board = Sent(6);
        Sack(board, Segments(4));
        for (const auto& segment : order)
        {
            board.Send(segment, {});
        }
        Extend(board, 700);
        Sack(board, Segments(6));
        EXPECT_EQ(board.LoseRetransmissions(), 300U);
        EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 4), Segments(5)}));
    }
}

TEST(SentSegments, RetransmissionAboveAllElseIsLostToo)
{
    auto board = Sent(4);
    board.Send(Segments(3), {});
    Extend(board, 500);
    board.Acknowledge(300);
    Sack(board, Segments(4));
    EXPECT_EQ(board.LoseRetransmissions(), 100U);
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(3));

    board.Renege();
    board.Send({350, 400}, {});
    Extend(board, 600);
    board.Acknowledge(350);
    Sack(board, Segments(5));
    EXPECT_EQ(board.LoseRetransmissions(), 50U);
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{350, 500}));
}

TEST(SentSegments, SentAgainMeansANewNote)
{
    auto board = Sent(10);
    Sack(board, Segments(1));
    board.Send(Segments(0), {}); // notes 1000
    Extend(board, 1500);
    board.Send({20, 60}, {}); // notes 1500
    Sack(board, Segments(10));
    EXPECT_EQ(board.LoseRetransmissions(), 60U);
    EXPECT_EQ(board.GetRetranData(), 40U);
    EXPECT_EQ(HolesOf(board), (Ranges{{0, 20}, {60, 100}, Segments(2, 8), Segments(11, 4)}));
    Extend(board, 1600);
    Sack(board, Segments(15));
    EXPECT_EQ(board.LoseRetransmissions(), 40U);
}

TEST(SentSegments, PiecesOfALostRetransmission)
{
    auto board = Sent(10);
    Sack(board, Segments(2));
    Sack(board, Segments(6));
    board.Send(Segments(0, 6), {}); // around segment 2
    board.Send(Segments(8), {});
    board.Acknowledge(50);
    Sack(board, Segments(4));
    Extend(board, 1100);
    Sack(board, Segments(10));
    EXPECT_EQ(board.LoseRetransmissions(), 450U);
    EXPECT_EQ(board.GetRetranData(), 0U);
}

// What FACK's note cannot show: nothing above the retransmission was SACKed.
TEST(SentSegments, HeadRetransmissionLost)
{
    auto board = Sent(6);
    board.Send(Segments(0), {});
    board.Send(Segments(3), {});
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(1, 2), Segments(4, 2)}));
    board.LoseHead();
    EXPECT_EQ(board.GetRetranData(), 100U);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 3), Segments(4, 2)})) << "joined to the next";
    board.LoseHead();
    EXPECT_EQ(board.GetRetranData(), 100U) << "segment 3 is not at snd.una";
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 3), Segments(4, 2)}));

    // Segment 3 is the older one now.
    board.Send(Segments(0), {});
    EXPECT_EQ(board.GetRetranData(), 200U);
    Extend(board, 800);
    Sack(board, Segments(7));
    EXPECT_EQ(board.LoseRetransmissions(), 200U);
    EXPECT_EQ(board.GetRetranData(), 0U);
}

TEST(SentSegments, HeadRetransmissionThatWasNotSent)
{
    auto board = Sent(4);
    const auto expectUnchanged = [&board](const std::string& when) {
        const auto holes = HolesOf(board);
        const auto retranData = board.GetRetranData();
        board.LoseHead();
        EXPECT_EQ(HolesOf(board), holes) << when;
        EXPECT_EQ(board.GetRetranData(), retranData) << when;
        EXPECT_EQ(board.GetUna(), 0U) << when;
    };
    expectUnchanged("nothing was sent again");
    board.Send(Segments(1), {});
    expectUnchanged("another segment was");
    Sack(board, Segments(0));
    expectUnchanged("the receiver holds it");

    SentSegments empty(500);
    empty.LoseHead();
    EXPECT_FALSE(empty.NextHole(EVERYWHERE));
    EXPECT_EQ(empty.GetRetranData(), 0U);
}

// What is left of it begins at snd.una; what was SACKed of it stays so.
TEST(SentSegments, RestOfTheHeadRetransmissionLost)
{
    auto board = Sent(5);
    board.Send(Segments(0, 4), {});
    Sack(board, Segments(2));
    board.Acknowledge(50);
    EXPECT_EQ(board.GetRetranData(), 250U);
    board.LoseHead();
    EXPECT_EQ(board.GetRetranData(), 200U) << "segments 1 and 3";
    EXPECT_EQ(HolesOf(board), (Ranges{{50, 100}, Segments(4)}));
    EXPECT_TRUE(board.IsSacked(Segments(2)));
}

TEST(SentSegments, WhatArrivedIsNotLost)
{
    auto board = Sent(10);
    Sack(board, Segments(6));
    board.Send(Segments(0), {});
    board.Send(Segments(1), {});
    board.Send(Segments(2), {});
    Extend(board, 1100);
    board.Acknowledge(100);
    Sack(board, Segments(1));
    Sack(board, Segments(10));
    EXPECT_EQ(board.LoseRetransmissions(), 100U) << "the only one still missing";
}

TEST(SentSegments, TimeoutForgetsAllButTheWindow)
{
    auto board = Sent(10);
    board.Acknowledge(100);
    Sack(board, Segments(2));
    Sack(board, Segments(7, 3));
    board.Send(Segments(1), {});
    board.Renege();
    EXPECT_EQ(board.GetUna(), 100U);
    EXPECT_EQ(board.GetNxt(), 1000U);
    EXPECT_EQ(board.GetHighest(), 100U);
    EXPECT_EQ(board.GetRetranData(), 0U);
    EXPECT_EQ(board.GetSackedData(), 0U);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(1, 9)}));
    Extend(board, 1100);
    EXPECT_EQ(Sack(board, Segments(10)), 100U);
    EXPECT_EQ(board.LoseRetransmissions(), 0U) << "its note is forgotten";
    EXPECT_EQ(Sack(board, Segments(7, 3)), 300U) << "to be reported anew";
}

TEST(SentSegments, CopiesAreIndependent)
{
    auto board = Sent(10);
    Sack(board, Segments(4));
    board.Send(Segments(1), {});
    board.Send(Segments(2), {});
    SentSegments copy(board);
    board.Acknowledge(1000);
    board.Renege();
    EXPECT_EQ(copy.GetRetranData(), 200U);
    EXPECT_EQ(Sack(copy, Segments(1)), 100U);
    EXPECT_EQ(copy.GetRetranData(), 100U);

    SentSegments assigned = Sent(3);
    assigned.Send(Segments(0), {});
    assigned = copy;
    copy.Renege();
    Extend(assigned, 1100);
    Sack(assigned, Segments(10));
    EXPECT_EQ(assigned.LoseRetransmissions(), 100U);
    EXPECT_EQ(assigned.GetRetranData(), 0U);

    auto other = Sent(11);
    other.Send(Segments(1), {});
    assigned = other;
    EXPECT_EQ(Sack(assigned, Segments(1)), 100U);
    EXPECT_EQ(assigned.GetRetranData(), 0U);
    Extend(other, 1200);
    Sack(other, Segments(11));
    EXPECT_EQ(other.LoseRetransmissions(), 100U) << "what the copy heard of is its own";
}

// The same events must give the same answers wherever the stream begins.
TEST(SentSegments, PositionsBeyond32Bits)
{
    for (const uint64_t start : {(uint64_t{1} << 32) - 450,
                                 (uint64_t{1} << 32) - 1,
                                 (uint64_t{1} << 32),
                                 (uint64_t{1} << 40) - 300,
                                 (uint64_t{1} << 40)})
    {
        const auto at = [start](OctetRange range) {
            return OctetRange{start + range.begin, start + range.end};
        };
        SentSegments board(start);
        Extend(board, start + 1000);
        EXPECT_EQ(board.Acknowledge(start + 100), 100U);
        EXPECT_EQ(Sack(board, at(Segments(3, 3))), 300U);
        EXPECT_EQ(board.NextHole(board.GetHighest()), at(Segments(1, 2)));
        board.Send(at(Segments(1, 2)), {});
        Extend(board, start + 1200);
        EXPECT_EQ(Sack(board, at(Segments(2))), 100U);
        EXPECT_EQ(board.GetHighest(), start + 600);
        EXPECT_EQ(Sack(board, at(Segments(7, 4))), 400U);
        EXPECT_EQ(board.LoseRetransmissions(), 100U);
        EXPECT_EQ(board.NextHole(board.GetHighest()), at(Segments(1)));
        EXPECT_EQ(board.Acknowledge(start + 1200), 300U);
        EXPECT_EQ(board.GetHighest(), start + 1200);
    }
}

} // namespace SentSegmentsTests

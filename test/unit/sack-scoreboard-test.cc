/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sack-scoreboard.h"

#include <algorithm>
#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using ns3::OctetRange;
using ns3::SackScoreboard;

namespace
{

using Ranges = std::vector<OctetRange>;

constexpr uint64_t EVERYWHERE = std::numeric_limits<uint64_t>::max();

/// Octets of @p count segments of 100 octets, beginning with segment @p first.
OctetRange
Segments(uint64_t first, uint64_t count = 1)
{
    return {100 * first, 100 * (first + count)};
}

/// A sender that has sent @p segments segments of 100 octets and got no ACK.
SackScoreboard
Sent(uint64_t segments)
{
    SackScoreboard board;
    board.ExtendTo(100 * segments);
    return board;
}

/// All holes, or the first hundred, found by sending each of them again in a copy.
Ranges
HolesOf(SackScoreboard board)
{
    Ranges holes;
    auto hole = board.NextHole(EVERYWHERE);
    while (hole && holes.size() < 100)
    {
        holes.push_back(*hole);
        board.MarkRetransmitted(*hole);
        hole = board.NextHole(EVERYWHERE);
    }
    return holes;
}

} // namespace

TEST(SackScoreboard, NothingSent)
{
    const SackScoreboard board(1000);
    EXPECT_EQ(board.GetUna(), 1000u);
    EXPECT_EQ(board.GetNxt(), 1000u);
    EXPECT_EQ(board.GetHighest(), 1000u);
    EXPECT_EQ(board.GetRetranData(), 0u);
    EXPECT_EQ(board.GetSackedData(), 0u);
    EXPECT_EQ(board.GetIntervals(), 0u);
    EXPECT_EQ(board.GetRefused(), 0u);
    EXPECT_FALSE(board.NextHole(EVERYWHERE));
    EXPECT_EQ(SackScoreboard().GetNxt(), 0u);
}

TEST(SackScoreboard, NewDataMovesOnlySndNxt)
{
    SackScoreboard board;
    board.ExtendTo(300);
    EXPECT_EQ(board.GetNxt(), 300u);
    EXPECT_EQ(board.GetUna(), 0u);
    EXPECT_EQ(board.GetHighest(), 0u);
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{0, 300}));
    board.ExtendTo(200);
    EXPECT_EQ(board.GetNxt(), 300u) << "snd.nxt never goes back";
    board.ExtendTo(EVERYWHERE);
    EXPECT_EQ(board.GetNxt(), 300u) << "not a position";
}

TEST(SackScoreboard, CumulativeAck)
{
    auto board = Sent(5);
    EXPECT_EQ(board.Acknowledge(200), 200u);
    EXPECT_EQ(board.GetUna(), 200u);
    EXPECT_EQ(board.GetHighest(), 200u) << "at least snd.una";
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{200, 500}));

    EXPECT_EQ(board.Acknowledge(200), 0u) << "a duplicate";
    EXPECT_EQ(board.Acknowledge(100), 0u) << "an old one";
    EXPECT_EQ(board.GetUna(), 200u);
    EXPECT_EQ(board.GetRefused(), 0u) << "neither is an error";

    EXPECT_EQ(board.Acknowledge(501), 0u) << "never sent";
    EXPECT_EQ(board.GetUna(), 200u);
    EXPECT_EQ(board.GetRefused(), 1u);

    EXPECT_EQ(board.Acknowledge(500), 300u);
    EXPECT_FALSE(board.NextHole(EVERYWHERE));
}

// Segments 2 and 5 of ten are lost. All of the recovery, ACK by ACK.
TEST(SackScoreboard, TimelineOfTwoLosses)
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
            delivered += board.Sack(row.block);
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
            board.MarkRetransmitted(*hole);
        }
        EXPECT_FALSE(board.TakeLostRetransmission()) << "row " << i;
    }
    EXPECT_EQ(board.GetIntervals(), 0u);
    EXPECT_EQ(board.GetRefused(), 0u);
}

TEST(SackScoreboard, FreshOctetsAreReportedInOrder)
{
    auto board = Sent(10);
    board.Sack(Segments(2));
    board.Sack(Segments(5, 2));
    Ranges fresh{Segments(99)};
    EXPECT_EQ(board.Sack(Segments(1, 8), &fresh), 500u);
    EXPECT_EQ(fresh, (Ranges{Segments(99), Segments(1), Segments(3, 2), Segments(7, 2)}))
        << "appended to what was there";
    EXPECT_EQ(board.GetIntervals(), 1u);
}

TEST(SackScoreboard, BlocksInAnyOrder)
{
    const Ranges blocks{Segments(1), Segments(3, 2), Segments(6, 1), {700, 750}};
    std::vector<std::size_t> order{0, 1, 2, 3};
    do
    {
        auto board = Sent(10);
        uint64_t delivered = 0;
        for (const auto i : order)
        {
            delivered += board.Sack(blocks[i]);
        }
        EXPECT_EQ(delivered, 450u);
        EXPECT_EQ(board.GetSackedData(), 450u);
        EXPECT_EQ(board.GetHighest(), 750u);
        EXPECT_EQ(HolesOf(board), (Ranges{Segments(0), Segments(2), Segments(5), {750, 1000}}));
        EXPECT_EQ(board.GetIntervals(), 3u) << "the last two blocks touch";
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(SackScoreboard, OverlapAndRepetition)
{
    auto board = Sent(10);
    EXPECT_EQ(board.Sack({300, 500}), 200u);
    Ranges fresh;
    EXPECT_EQ(board.Sack({300, 500}, &fresh), 0u) << "known";
    EXPECT_EQ(board.Sack({350, 400}, &fresh), 0u) << "inside";
    EXPECT_TRUE(fresh.empty());
    EXPECT_EQ(board.Sack({250, 350}, &fresh), 50u) << "over the front";
    EXPECT_EQ(board.Sack({450, 580}, &fresh), 80u) << "over the end";
    EXPECT_EQ(board.Sack({200, 600}, &fresh), 70u) << "over both";
    EXPECT_EQ(fresh, (Ranges{{250, 300}, {500, 580}, {200, 250}, {580, 600}}));
    EXPECT_EQ(board.GetSackedData(), 400u);
    EXPECT_EQ(board.GetIntervals(), 1u);
    EXPECT_EQ(board.GetRefused(), 0u);
}

TEST(SackScoreboard, AdjacentBlocksMergeFromBothSides)
{
    auto board = Sent(10);
    board.Sack(Segments(4));
    board.Sack(Segments(5));
    EXPECT_EQ(board.GetIntervals(), 1u) << "at its end";
    board.Sack(Segments(3));
    EXPECT_EQ(board.GetIntervals(), 1u) << "at its front";
    board.Sack(Segments(7));
    EXPECT_EQ(board.GetIntervals(), 2u);
    board.Sack(Segments(6));
    EXPECT_EQ(board.GetIntervals(), 1u) << "between two";
    EXPECT_TRUE(board.IsSacked(Segments(3, 5)));
}

TEST(SackScoreboard, BlocksBelowSndUnaAreNoError)
{
    auto board = Sent(10);
    board.Acknowledge(500);
    Ranges fresh;
    EXPECT_EQ(board.Sack({100, 200}, &fresh), 0u) << "a D-SACK";
    EXPECT_EQ(board.Sack({300, 500}, &fresh), 0u) << "up to snd.una";
    EXPECT_EQ(board.GetHighest(), 500u);
    EXPECT_EQ(board.Sack({400, 600}, &fresh), 100u) << "only the part above counts";
    EXPECT_EQ(fresh, (Ranges{{500, 600}}));
    EXPECT_EQ(board.GetSackedData(), 100u);
    EXPECT_EQ(board.GetRefused(), 0u);
}

TEST(SackScoreboard, ImpossibleBlocksAreRefusedAsAWhole)
{
    auto board = Sent(10);
    board.Acknowledge(100);
    uint64_t refused = 0;
    for (const auto& block : Ranges{{400, 400},
                                    {500, 400},
                                    {900, 1001},
                                    {1000, 1100},
                                    {2000, 3000},
                                    {0, 1001},
                                    {50, 50},
                                    {50, 20},
                                    {EVERYWHERE, 0},
                                    {0, EVERYWHERE}})
    {
        Ranges fresh;
        EXPECT_EQ(board.Sack(block, &fresh), 0u);
        EXPECT_TRUE(fresh.empty());
        EXPECT_EQ(board.GetRefused(), ++refused) << block.begin << " to " << block.end;
    }
    EXPECT_EQ(board.GetSackedData(), 0u);
    EXPECT_EQ(board.GetHighest(), 100u);
    EXPECT_EQ(board.Sack({900, 1000}), 100u) << "up to snd.nxt is possible";
}

TEST(SackScoreboard, AckCountsOnlyWhatWasNotSacked)
{
    auto board = Sent(10);
    board.Sack(Segments(2, 2));
    board.Sack(Segments(6, 3));
    EXPECT_EQ(board.Acknowledge(500), 300u);
    EXPECT_EQ(board.GetSackedData(), 300u);
    EXPECT_EQ(board.GetIntervals(), 1u);
    EXPECT_EQ(board.GetHighest(), 900u);
    EXPECT_EQ(board.Acknowledge(750), 100u) << "ends within a SACKed interval";
    EXPECT_EQ(board.GetSackedData(), 150u);
    EXPECT_TRUE(board.IsSacked({750, 900}));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(9));
    EXPECT_EQ(board.Acknowledge(1000), 100u);
    EXPECT_EQ(board.GetSackedData(), 0u);
    EXPECT_EQ(board.GetHighest(), 1000u);
}

TEST(SackScoreboard, IsSackedNeedsEveryOctet)
{
    auto board = Sent(10);
    board.Sack({300, 500});
    board.Sack({600, 700});
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

TEST(SackScoreboard, NextHoleIsTheWholeOldestHoleBelowTheLimit)
{
    auto board = Sent(10);
    board.Sack(Segments(0));
    board.Sack(Segments(4));
    board.Sack(Segments(8));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(1, 3));
    EXPECT_EQ(board.NextHole(board.GetHighest()), Segments(1, 3));
    EXPECT_EQ(board.NextHole(101), (OctetRange{100, 101}));
    EXPECT_FALSE(board.NextHole(100));
    EXPECT_FALSE(board.NextHole(0));

    board.MarkRetransmitted({100, 250});
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{250, 400})) << "the rest of it";
    board.MarkRetransmitted({250, 400});
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(5, 3));
    board.MarkRetransmitted(Segments(5, 3));
    EXPECT_FALSE(board.NextHole(board.GetHighest()));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(9)) << "sent once, above snd.fack";
    EXPECT_EQ(board.NextHole(950), (OctetRange{900, 950}));
}

TEST(SackScoreboard, RetransmissionsCountOnce)
{
    auto board = Sent(10);
    board.Sack(Segments(3));
    board.MarkRetransmitted(Segments(1, 2));
    EXPECT_EQ(board.GetRetranData(), 200u);
    board.MarkRetransmitted(Segments(1));
    EXPECT_EQ(board.GetRetranData(), 200u) << "again the same octets";
    board.MarkRetransmitted({50, 350});
    EXPECT_EQ(board.GetRetranData(), 250u) << "50 more octets, and SACKed ones are left alone";
    board.MarkRetransmitted({320, 420});
    EXPECT_EQ(board.GetRetranData(), 270u) << "20 more octets, from within a SACKed interval";
    EXPECT_EQ(board.GetSackedData(), 100u);
    EXPECT_EQ(HolesOf(board), (Ranges{{0, 50}, {420, 1000}}));
}

TEST(SackScoreboard, RetransmissionIsClippedToTheWindow)
{
    auto board = Sent(10);
    board.Acknowledge(200);
    board.MarkRetransmitted({100, 300});
    EXPECT_EQ(board.GetRetranData(), 100u);
    board.MarkRetransmitted({900, 1200});
    EXPECT_EQ(board.GetRetranData(), 200u);
    for (const auto& outside :
         Ranges{{0, 200}, {1000, 1100}, {400, 400}, {600, 500}, {EVERYWHERE, 0}})
    {
        board.MarkRetransmitted(outside);
        EXPECT_EQ(board.GetRetranData(), 200u);
    }
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(3, 6)}));
    board.ExtendTo(1200);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(3, 6), Segments(10, 2)}));
}

TEST(SackScoreboard, RetransmittedOctetsLeaveWhenSackedOrAcknowledged)
{
    auto board = Sent(10);
    board.Sack(Segments(8));
    board.MarkRetransmitted(Segments(0, 4));
    EXPECT_EQ(board.Sack({150, 250}), 100u) << "of the middle";
    EXPECT_EQ(board.GetRetranData(), 300u);
    EXPECT_EQ(board.GetIntervals(), 4u) << "two SACKed, two pieces of one retransmission";
    EXPECT_EQ(board.Acknowledge(80), 80u) << "of the front";
    EXPECT_EQ(board.GetRetranData(), 220u);
    EXPECT_EQ(board.Sack({380, 420}), 40u) << "of the end, and 20 octets of a hole";
    EXPECT_EQ(board.GetRetranData(), 200u);
    EXPECT_EQ(board.Acknowledge(420), 200u);
    EXPECT_EQ(board.GetRetranData(), 0u);
    EXPECT_EQ(HolesOf(board), (Ranges{{420, 800}, Segments(9)}));
}

TEST(SackScoreboard, LostOnlyWhenSndFackIsAboveTheNote)
{
    auto board = Sent(10);
    board.Sack(Segments(4));
    board.MarkRetransmitted(Segments(3)); // notes 1000
    board.ExtendTo(1200);
    board.Sack(Segments(5, 4));
    EXPECT_FALSE(board.TakeLostRetransmission());
    board.Sack({900, 1000});
    EXPECT_EQ(board.GetHighest(), 1000u);
    EXPECT_FALSE(board.TakeLostRetransmission()) << "nothing that was sent after it has arrived";
    board.Sack({1000, 1001});
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(3));
    EXPECT_EQ(board.GetRetranData(), 0u);
    EXPECT_FALSE(board.TakeLostRetransmission()) << "it is lost once";
}

TEST(SackScoreboard, LostRetransmissionIsTheNextHoleAgain)
{
    auto board = Sent(10);
    board.Sack(Segments(2));
    board.Sack(Segments(4));
    board.Sack(Segments(6));
    for (const auto& hole : {Segments(1), Segments(3), Segments(5)})
    {
        board.MarkRetransmitted(Segments(0));
        board.MarkRetransmitted(hole);
    }
    board.Acknowledge(100);
    EXPECT_FALSE(board.NextHole(board.GetHighest()));
    board.ExtendTo(1100);
    board.Sack(Segments(10));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(7, 3));

    EXPECT_EQ(board.TakeLostRetransmission(), Segments(1));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(1));
    board.MarkRetransmitted(Segments(1));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(7, 3));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(3));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(5));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(3));
    EXPECT_FALSE(board.TakeLostRetransmission()) << "segment 1 has a new note";
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(3), Segments(5), Segments(7, 3)}));
}

TEST(SackScoreboard, LostRetransmissionJoinsTheHolesBesideIt)
{
    const std::vector<Ranges> orders{{Segments(1), Segments(2), Segments(3)},
                                     {Segments(2), Segments(1), Segments(3)},
                                     {Segments(3), Segments(1), Segments(2)},
                                     {Segments(1), Segments(3), Segments(2)}};
    for (const auto& order : orders)
    {
        auto board = Sent(6);
        board.Sack(Segments(4));
        for (const auto& segment : order)
        {
            board.MarkRetransmitted(segment);
        }
        board.ExtendTo(700);
        board.Sack(Segments(6));
        for (const auto& segment : order)
        {
            EXPECT_EQ(board.TakeLostRetransmission(), segment) << "as they were sent";
        }
        EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 4), Segments(5)}));
    }
}

TEST(SackScoreboard, RetransmissionAboveAllElseIsLostToo)
{
    auto board = Sent(4);
    board.MarkRetransmitted(Segments(3));
    board.ExtendTo(500);
    board.Acknowledge(300);
    board.Sack(Segments(4));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(3));
    EXPECT_EQ(board.NextHole(EVERYWHERE), Segments(3));

    board.Clear();
    board.MarkRetransmitted({350, 400});
    board.ExtendTo(600);
    board.Acknowledge(350);
    board.Sack(Segments(5));
    EXPECT_EQ(board.TakeLostRetransmission(), (OctetRange{350, 400}));
    EXPECT_EQ(board.NextHole(EVERYWHERE), (OctetRange{350, 500}));
}

TEST(SackScoreboard, SentAgainMeansANewNote)
{
    auto board = Sent(10);
    board.Sack(Segments(1));
    board.MarkRetransmitted(Segments(0)); // notes 1000
    board.ExtendTo(1500);
    board.MarkRetransmitted({20, 60}); // notes 1500
    board.Sack(Segments(10));
    EXPECT_EQ(board.TakeLostRetransmission(), (OctetRange{0, 20}));
    EXPECT_EQ(board.TakeLostRetransmission(), (OctetRange{60, 100}));
    EXPECT_FALSE(board.TakeLostRetransmission());
    EXPECT_EQ(board.GetRetranData(), 40u);
    EXPECT_EQ(HolesOf(board), (Ranges{{0, 20}, {60, 100}, Segments(2, 8), Segments(11, 4)}));
    board.ExtendTo(1600);
    board.Sack(Segments(15));
    EXPECT_EQ(board.TakeLostRetransmission(), (OctetRange{20, 60}));
}

TEST(SackScoreboard, PiecesOfALostRetransmission)
{
    auto board = Sent(10);
    board.Sack(Segments(2));
    board.Sack(Segments(6));
    board.MarkRetransmitted(Segments(0, 6)); // around segment 2
    board.MarkRetransmitted(Segments(8));
    board.Acknowledge(50);
    board.Sack(Segments(4));
    board.ExtendTo(1100);
    board.Sack(Segments(10));
    EXPECT_EQ(board.TakeLostRetransmission(), (OctetRange{50, 200}));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(3));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(5));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(8)) << "sent after all of them";
    EXPECT_FALSE(board.TakeLostRetransmission());
    EXPECT_EQ(board.GetRetranData(), 0u);
}

// What FACK's note cannot show: nothing above the retransmission was SACKed.
TEST(SackScoreboard, HeadRetransmissionLost)
{
    auto board = Sent(6);
    board.MarkRetransmitted(Segments(0));
    board.MarkRetransmitted(Segments(3));
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(1, 2), Segments(4, 2)}));
    board.LoseHeadRetransmission();
    EXPECT_EQ(board.GetRetranData(), 100u);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 3), Segments(4, 2)})) << "joined to the next";
    board.LoseHeadRetransmission();
    EXPECT_EQ(board.GetRetranData(), 100u) << "segment 3 is not at snd.una";
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 3), Segments(4, 2)}));

    // Segment 3 is the older one now.
    board.MarkRetransmitted(Segments(0));
    EXPECT_EQ(board.GetRetranData(), 200u);
    board.ExtendTo(800);
    board.Sack(Segments(7));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(3));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(0));
    EXPECT_EQ(board.GetRetranData(), 0u);
}

TEST(SackScoreboard, HeadRetransmissionThatWasNotSent)
{
    auto board = Sent(4);
    const auto expectUnchanged = [&board](const std::string& when) {
        const auto holes = HolesOf(board);
        const auto retranData = board.GetRetranData();
        board.LoseHeadRetransmission();
        EXPECT_EQ(HolesOf(board), holes) << when;
        EXPECT_EQ(board.GetRetranData(), retranData) << when;
        EXPECT_EQ(board.GetUna(), 0u) << when;
    };
    expectUnchanged("nothing was sent again");
    board.MarkRetransmitted(Segments(1));
    expectUnchanged("another segment was");
    board.Sack(Segments(0));
    expectUnchanged("the receiver holds it");

    SackScoreboard empty(500);
    empty.LoseHeadRetransmission();
    EXPECT_FALSE(empty.NextHole(EVERYWHERE));
    EXPECT_EQ(empty.GetRetranData(), 0u);
}

// What is left of it begins at snd.una; what was SACKed of it stays so.
TEST(SackScoreboard, RestOfTheHeadRetransmissionLost)
{
    auto board = Sent(5);
    board.MarkRetransmitted(Segments(0, 4));
    board.Sack(Segments(2));
    board.Acknowledge(50);
    EXPECT_EQ(board.GetRetranData(), 250u);
    board.LoseHeadRetransmission();
    EXPECT_EQ(board.GetRetranData(), 100u) << "segment 3";
    EXPECT_EQ(HolesOf(board), (Ranges{{50, 200}, Segments(4)}));
    EXPECT_TRUE(board.IsSacked(Segments(2)));
}

TEST(SackScoreboard, WhatArrivedIsNotLost)
{
    auto board = Sent(10);
    board.Sack(Segments(6));
    board.MarkRetransmitted(Segments(0));
    board.MarkRetransmitted(Segments(1));
    board.MarkRetransmitted(Segments(2));
    board.ExtendTo(1100);
    board.Acknowledge(100);
    board.Sack(Segments(1));
    board.Sack(Segments(10));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(2)) << "the only one still missing";
    EXPECT_FALSE(board.TakeLostRetransmission());
}

TEST(SackScoreboard, TimeoutForgetsAllButTheWindow)
{
    auto board = Sent(10);
    board.Acknowledge(100);
    board.Sack(Segments(2));
    board.Sack(Segments(7, 3));
    board.MarkRetransmitted(Segments(1));
    board.Clear();
    EXPECT_EQ(board.GetUna(), 100u);
    EXPECT_EQ(board.GetNxt(), 1000u);
    EXPECT_EQ(board.GetHighest(), 100u);
    EXPECT_EQ(board.GetRetranData(), 0u);
    EXPECT_EQ(board.GetSackedData(), 0u);
    EXPECT_EQ(board.GetIntervals(), 0u);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(1, 9)}));
    board.ExtendTo(1100);
    EXPECT_EQ(board.Sack(Segments(10)), 100u);
    EXPECT_FALSE(board.TakeLostRetransmission()) << "its note is forgotten";
    EXPECT_EQ(board.Sack(Segments(7, 3)), 300u) << "to be reported anew";
}

TEST(SackScoreboard, CopiesAreIndependent)
{
    auto board = Sent(10);
    board.Sack(Segments(4));
    board.MarkRetransmitted(Segments(1));
    board.MarkRetransmitted(Segments(2));
    SackScoreboard copy(board);
    board.Acknowledge(1000);
    board.Clear();
    EXPECT_EQ(copy.GetRetranData(), 200u);
    EXPECT_EQ(copy.Sack(Segments(1)), 100u);
    EXPECT_EQ(copy.GetRetranData(), 100u);

    SackScoreboard assigned = Sent(3);
    assigned.MarkRetransmitted(Segments(0));
    assigned = copy;
    copy.Clear();
    assigned.ExtendTo(1100);
    assigned.Sack(Segments(10));
    EXPECT_EQ(assigned.TakeLostRetransmission(), Segments(2));
    EXPECT_EQ(assigned.GetRetranData(), 0u);

    auto other = Sent(11);
    other.MarkRetransmitted(Segments(1));
    assigned = other;
    EXPECT_EQ(assigned.Sack(Segments(1)), 100u);
    EXPECT_EQ(assigned.GetRetranData(), 0u);
    other.ExtendTo(1200);
    other.Sack(Segments(11));
    EXPECT_EQ(other.TakeLostRetransmission(), Segments(1)) << "what the copy heard of is its own";
}

namespace
{

/**
 * The same thing the slow way: one state for each octet, and every question answered by looking at
 * all of them.
 */
class OctetArray
{
  public:
    explicit OctetArray(uint64_t base)
        : m_base(base)
    {
    }

    void ExtendTo(uint64_t end)
    {
        m_nxt = std::max(m_nxt, At(end));
        m_octets.resize(m_nxt);
    }

    void MarkRetransmitted(OctetRange range)
    {
        ++m_sending;
        for (int64_t i = At(range.begin); i < At(range.end); ++i)
        {
            if (i >= m_una && i < m_nxt && m_octets[i].state != 'S')
            {
                m_octets[i] = {'R', m_nxt, m_sending};
            }
        }
    }

    uint64_t Acknowledge(uint64_t ack)
    {
        if (At(ack) > m_nxt)
        {
            ++m_refused;
            return 0;
        }
        uint64_t delivered = 0;
        for (; m_una < At(ack); ++m_una)
        {
            delivered += m_octets[m_una].state != 'S';
        }
        m_fack = std::max(m_fack, m_una);
        return delivered;
    }

    uint64_t Sack(OctetRange block, Ranges& fresh)
    {
        if (At(block.end) <= At(block.begin) || At(block.end) > m_nxt)
        {
            ++m_refused;
            return 0;
        }
        uint64_t delivered = 0;
        bool isFresh = false;
        for (int64_t i = At(block.begin); i < At(block.end); ++i)
        {
            const bool wasFresh = isFresh;
            isFresh = i >= m_una && m_octets[i].state != 'S';
            if (!isFresh)
            {
                continue;
            }
            m_octets[i].state = 'S';
            m_fack = std::max(m_fack, i + 1);
            ++delivered;
            if (!wasFresh)
            {
                fresh.push_back({m_base + i, m_base + i});
            }
            ++fresh.back().end;
        }
        return delivered;
    }

    void ForgetSacked(OctetRange range)
    {
        for (int64_t i = std::max(m_una, At(range.begin)); i < std::min(m_nxt, At(range.end)); ++i)
        {
            if (m_octets[i].state == 'S')
            {
                m_octets[i].state = 'H';
            }
        }
    }

    std::optional<OctetRange> TakeLostRetransmission()
    {
        int64_t lost = -1;
        for (int64_t i = m_una; i < m_nxt; ++i)
        {
            if (m_octets[i].state == 'R' && m_fack > m_octets[i].noted &&
                (lost < 0 || m_octets[i].sending < m_octets[lost].sending))
            {
                lost = i;
            }
        }
        if (lost < 0)
        {
            return std::nullopt;
        }
        int64_t end = lost;
        while (end < m_nxt && m_octets[end].state == 'R' &&
               m_octets[end].sending == m_octets[lost].sending)
        {
            m_octets[end++].state = 'H';
        }
        return OctetRange{m_base + lost, m_base + end};
    }

    void LoseHeadRetransmission()
    {
        for (int64_t i = m_una; i < m_nxt && m_octets[i].state == 'R' &&
                                m_octets[i].sending == m_octets[m_una].sending;
             ++i)
        {
            m_octets[i].state = 'H';
        }
    }

    void Clear()
    {
        m_fack = m_una;
        for (int64_t i = m_una; i < m_nxt; ++i)
        {
            m_octets[i].state = 'H';
        }
    }

    std::optional<OctetRange> NextHole(uint64_t limit) const
    {
        const int64_t stop = std::min(m_nxt, At(limit));
        int64_t begin = m_una;
        while (begin < stop && m_octets[begin].state != 'H')
        {
            ++begin;
        }
        int64_t end = begin;
        while (end < stop && m_octets[end].state == 'H')
        {
            ++end;
        }
        return begin < end ? std::optional(OctetRange{m_base + begin, m_base + end}) : std::nullopt;
    }

    uint64_t GetUna() const
    {
        return m_base + m_una;
    }

    uint64_t GetNxt() const
    {
        return m_base + m_nxt;
    }

    uint64_t GetHighest() const
    {
        return m_base + m_fack;
    }

    uint64_t Count(char state) const
    {
        uint64_t count = 0;
        for (int64_t i = m_una; i < m_nxt; ++i)
        {
            count += m_octets[i].state == state;
        }
        return count;
    }

    bool IsSacked(OctetRange range) const
    {
        for (int64_t i = At(range.begin); i < At(range.end); ++i)
        {
            if (i < m_una || i >= m_nxt || m_octets[i].state != 'S')
            {
                return false;
            }
        }
        return At(range.begin) < At(range.end);
    }

    uint64_t GetRefused() const
    {
        return m_refused;
    }

    std::size_t GetIntervals() const
    {
        std::size_t intervals = 0;
        for (int64_t i = m_una; i < m_nxt; ++i)
        {
            const auto& octet = m_octets[i];
            const bool continues = i > m_una && m_octets[i - 1].state == octet.state &&
                                   (octet.state == 'S' || m_octets[i - 1].sending == octet.sending);
            intervals += octet.state != 'H' && !continues;
        }
        return intervals;
    }

    std::string Print() const
    {
        std::ostringstream text;
        text << "una " << GetUna() << " fack " << GetHighest() << " ";
        for (int64_t i = m_una; i < m_nxt; ++i)
        {
            text << m_octets[i].state;
        }
        return text.str();
    }

  private:
    struct Octet
    {
        char state{'H'}; // Hole, Retransmitted, SACKed
        int64_t noted{0};
        uint64_t sending{0};
    };

    int64_t At(uint64_t position) const
    {
        return static_cast<int64_t>(position - m_base);
    }

    uint64_t m_base;
    std::vector<Octet> m_octets;
    int64_t m_una{0};
    int64_t m_nxt{0};
    int64_t m_fack{0};
    uint64_t m_sending{0};
    uint64_t m_refused{0};
};

/// Random events for both, and all answers compared after each.
class Comparison
{
  public:
    Comparison(uint64_t base, int64_t window, unsigned seed)
        : m_window(window),
          m_model(base + MARGIN),
          m_board(base + MARGIN),
          m_random(seed)
    {
    }

    /// Returns what differed, or nothing.
    std::string Run(int events)
    {
        for (int i = 0; i < events; ++i)
        {
            const std::string before = m_model.Print();
            std::string difference = Event();
            if (difference.empty())
            {
                difference = Differences();
            }
            if (!difference.empty())
            {
                return "event " + std::to_string(i) + ", " + m_event + " on " + before + ": " +
                       difference + " differs; expected " + m_model.Print();
            }
        }
        return "";
    }

    bool HasSeenAll() const
    {
        return m_losses > 30 && m_headsLost > 30 && m_merged > 30 && m_refusals > 200 &&
               m_clears > 50 && m_forgotten > 30;
    }

  private:
    static constexpr int64_t MARGIN = 8; // positions below the start are tried, too

    int64_t Draw(int64_t least, int64_t most)
    {
        return std::uniform_int_distribution<int64_t>(least, most)(m_random);
    }

    OctetRange DrawRange()
    {
        const auto flight = static_cast<int64_t>(m_model.GetNxt() - m_model.GetUna());
        const bool isOdd = Draw(0, 9) == 0;
        const int64_t begin = isOdd ? Draw(-4, flight + 2) : Draw(0, flight);
        const int64_t size = isOdd ? Draw(-2, flight + 4) : Draw(1, Draw(1, 8));
        return {m_model.GetUna() + begin, m_model.GetUna() + begin + size};
    }

    std::string Event()
    {
        const int64_t kind = Draw(0, 1019);
        if (kind < 300)
        {
            return Extend();
        }
        if (kind < 500)
        {
            return Sack();
        }
        if (kind < 780)
        {
            return Mark();
        }
        if (kind < 880)
        {
            return Acknowledge();
        }
        if (kind < 980)
        {
            return TakeLost();
        }
        if (kind < 995)
        {
            return LoseHead();
        }
        if (kind >= 1000)
        {
            return Forget();
        }
        m_event = "Clear";
        ++m_clears;
        m_model.Clear();
        m_board.Clear();
        return "";
    }

    std::string LoseHead()
    {
        m_event = "LoseHeadRetransmission";
        m_headsLost += m_board.GetRetranData() > 0 && !m_board.NextHole(m_board.GetUna() + 1);
        m_model.LoseHeadRetransmission();
        m_board.LoseHeadRetransmission();
        return "";
    }

    std::string Extend()
    {
        const auto flight = static_cast<int64_t>(m_model.GetNxt() - m_model.GetUna());
        const uint64_t end = m_model.GetNxt() + std::min(Draw(-3, 8), m_window - flight);
        m_event = "ExtendTo " + std::to_string(end);
        m_model.ExtendTo(end);
        m_board.ExtendTo(end);
        return "";
    }

    std::string Sack()
    {
        const OctetRange block = DrawRange();
        Ranges expected;
        Ranges fresh;
        m_event = "Sack " + std::to_string(block.begin) + " " + std::to_string(block.end);
        if (m_model.Sack(block, expected) != m_board.Sack(block, &fresh))
        {
            return "delivered";
        }
        m_merged += fresh.size() > 1;
        return fresh == expected ? "" : "fresh";
    }

    std::string Forget()
    {
        const OctetRange range = DrawRange();
        m_event = "ForgetSacked " + std::to_string(range.begin) + " " + std::to_string(range.end);
        const auto before = m_board.GetSackedData();
        m_model.ForgetSacked(range);
        m_board.ForgetSacked(range);
        m_forgotten += m_board.GetSackedData() < before;
        return "";
    }

    std::string Mark()
    {
        OctetRange range = DrawRange();
        if (Draw(0, 1) == 0)
        {
            range = m_model.NextHole(m_model.GetNxt()).value_or(range);
        }
        m_event =
            "MarkRetransmitted " + std::to_string(range.begin) + " " + std::to_string(range.end);
        m_model.MarkRetransmitted(range);
        m_board.MarkRetransmitted(range);
        return "";
    }

    std::string Acknowledge()
    {
        const int64_t step = Draw(-2, 3);
        const uint64_t ack = Draw(0, 9) == 0 ? DrawRange().begin : m_model.GetUna() + step;
        m_event = "Acknowledge " + std::to_string(ack);
        return m_model.Acknowledge(ack) == m_board.Acknowledge(ack) ? "" : "delivered";
    }

    std::string TakeLost()
    {
        m_event = "TakeLostRetransmission";
        const auto expected = m_model.TakeLostRetransmission();
        m_losses += expected.has_value();
        return m_board.TakeLostRetransmission() == expected ? "" : "lost";
    }

    std::string Differences()
    {
        const uint64_t una = m_model.GetUna();
        const uint64_t nxt = m_model.GetNxt();
        m_refusals = m_model.GetRefused();
        if (m_board.GetUna() != una || m_board.GetNxt() != nxt)
        {
            return "snd.una or snd.nxt";
        }
        if (m_board.GetHighest() != m_model.GetHighest())
        {
            return "snd.fack";
        }
        if (m_board.GetRetranData() != m_model.Count('R'))
        {
            return "retran_data";
        }
        if (m_board.GetSackedData() != m_model.Count('S'))
        {
            return "SACKed data";
        }
        if (m_board.GetRefused() != m_model.GetRefused())
        {
            return "refused";
        }
        if (m_board.GetIntervals() != m_model.GetIntervals())
        {
            return "intervals";
        }
        for (uint64_t position = una - 2; position <= nxt + 2; ++position)
        {
            if (!(m_board.NextHole(position) == m_model.NextHole(position)))
            {
                return "hole";
            }
            for (const uint64_t size : {uint64_t{1}, static_cast<uint64_t>(Draw(0, m_window))})
            {
                const OctetRange range{position, position + size};
                if (m_board.IsSacked(range) != m_model.IsSacked(range))
                {
                    return "SACKed";
                }
            }
        }
        return "";
    }

    int64_t m_window;
    OctetArray m_model;
    SackScoreboard m_board;
    std::mt19937 m_random;
    std::string m_event;
    int m_losses{0};
    int m_headsLost{0};
    int m_merged{0};
    int m_clears{0};
    int m_forgotten{0};
    uint64_t m_refusals{0};
};

} // namespace

TEST(SackScoreboard, MatchesAnArrayOfOctets)
{
    int seed = 0;
    for (const uint64_t base : {uint64_t{0}, (uint64_t{1} << 32) - 5000, uint64_t{1} << 40})
    {
        for (const int window : {6, 12, 24, 48})
        {
            Comparison comparison(base, window, ++seed);
            EXPECT_EQ(comparison.Run(20000), "") << "window " << window << ", seed " << seed;
            EXPECT_TRUE(comparison.HasSeenAll()) << "window " << window << ", seed " << seed;
        }
    }
}

// The same events must give the same answers wherever the stream begins.
TEST(SackScoreboard, PositionsBeyond32Bits)
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
        SackScoreboard board(start);
        board.ExtendTo(start + 1000);
        EXPECT_EQ(board.Acknowledge(start + 100), 100u);
        EXPECT_EQ(board.Sack(at(Segments(3, 3))), 300u);
        EXPECT_EQ(board.NextHole(board.GetHighest()), at(Segments(1, 2)));
        board.MarkRetransmitted(at(Segments(1, 2)));
        board.ExtendTo(start + 1200);
        EXPECT_EQ(board.Sack(at(Segments(2))), 100u);
        EXPECT_EQ(board.GetHighest(), start + 600);
        EXPECT_EQ(board.Sack(at(Segments(7, 4))), 400u);
        EXPECT_EQ(board.TakeLostRetransmission(), at(Segments(1)));
        EXPECT_EQ(board.NextHole(board.GetHighest()), at(Segments(1)));
        EXPECT_EQ(board.Acknowledge(start + 1200), 300u);
        EXPECT_EQ(board.GetHighest(), start + 1200);
        EXPECT_EQ(board.GetIntervals(), 0u);
        EXPECT_EQ(board.GetRefused(), 0u);
    }
}

namespace
{

/// Operations of single events.
class CostMeter
{
  public:
    explicit CostMeter(const SackScoreboard& board)
        : m_board(board),
          m_start(board.GetOperations())
    {
    }

    /// An event ended.
    void Stop()
    {
        const uint64_t operations = m_board.GetOperations() - m_start;
        m_start += operations;
        m_sum += operations;
        m_worst = std::max(m_worst, operations);
        m_intervals = std::max(m_intervals, m_board.GetIntervals());
        ++m_events;
    }

    uint64_t Worst() const
    {
        return m_worst;
    }

    double Mean() const
    {
        return static_cast<double>(m_sum) / static_cast<double>(m_events);
    }

    std::size_t Intervals() const
    {
        return m_intervals;
    }

  private:
    const SackScoreboard& m_board;
    uint64_t m_start;
    uint64_t m_worst{0};
    uint64_t m_sum{0};
    uint64_t m_events{0};
    std::size_t m_intervals{0};
};

/**
 * A sender that keeps the path full: one segment of one octet leaves the network in each step and
 * one is sent. Every twentieth segment is dropped, and every third of those that are sent again.
 */
class LossyPath
{
  public:
    explicit LossyPath(uint64_t window)
        : m_meter(m_board)
    {
        while (m_board.GetNxt() < window)
        {
            SendNew();
        }
    }

    void Step()
    {
        const auto [segment, arrives] = m_network.front();
        m_network.pop_front();
        if (arrives)
        {
            m_highest = std::max(m_highest, segment + 1);
            m_missing.erase(segment);
            m_board.Acknowledge(m_missing.empty() ? m_highest : *m_missing.begin());
            m_meter.Stop();
            m_board.Sack(BlockAround(segment));
            m_meter.Stop();
        }
        else
        {
            m_missing.insert(segment);
        }
        while (m_board.TakeLostRetransmission())
        {
            ++m_lostAgain;
            m_meter.Stop();
        }
        m_meter.Stop();
        Send();
        m_meter.Stop();
    }

    const CostMeter& Meter() const
    {
        return m_meter;
    }

    uint64_t LostAgain() const
    {
        return m_lostAgain;
    }

  private:
    struct Packet
    {
        uint64_t segment;
        bool arrives;
    };

    OctetRange BlockAround(uint64_t segment) const
    {
        const auto next = m_missing.upper_bound(segment);
        return {next == m_missing.begin() ? 0 : *std::prev(next) + 1,
                next == m_missing.end() ? m_highest : std::min(*next, m_highest)};
    }

    void Send()
    {
        if (const auto hole = m_board.NextHole(m_board.GetHighest()))
        {
            m_board.MarkRetransmitted({hole->begin, hole->begin + 1});
            m_network.push_back({hole->begin, ++m_retransmissions % 3 != 0});
        }
        else
        {
            SendNew();
        }
    }

    void SendNew()
    {
        const uint64_t segment = m_board.GetNxt();
        m_board.ExtendTo(segment + 1);
        m_network.push_back({segment, segment % 20 != 10});
    }

    SackScoreboard m_board;
    CostMeter m_meter;
    std::deque<Packet> m_network;
    std::set<uint64_t> m_missing; // at the receiver
    uint64_t m_highest{0};
    uint64_t m_retransmissions{0};
    uint64_t m_lostAgain{0};
};

constexpr std::array<uint64_t, 3> WINDOWS{100, 10000, 1000000};

// An event of these tests changes at most a hole, a retransmission and two SACKed intervals, and
// looks each kind up once.
constexpr uint64_t MOST_OPERATIONS = 10;

} // namespace

TEST(SackScoreboardCost, DoesNotGrowWithTheWindow)
{
    std::vector<double> means;
    for (const auto window : WINDOWS)
    {
        LossyPath path(window);
        for (uint64_t step = 0; step < 3 * window + 10000; ++step)
        {
            path.Step();
        }
        ASSERT_LE(path.Meter().Worst(), MOST_OPERATIONS) << "window " << window;
        EXPECT_GT(path.Meter().Intervals(), window / 20) << "window " << window;
        EXPECT_GT(path.LostAgain(), window / 100) << "window " << window;
        means.push_back(path.Meter().Mean());
    }
    EXPECT_NEAR(means[1], means[0], 0.2 * means[0]);
    EXPECT_NEAR(means[2], means[1], 0.05 * means[1]);
}

// Every other segment SACKed, the others sent again: what a search for the next hole, or for a
// lost retransmission, would have to walk.
TEST(SackScoreboardCost, DoesNotGrowWithAlternatingIntervals)
{
    for (const auto window : WINDOWS)
    {
        SackScoreboard board;
        CostMeter meter(board);
        const auto check = [&](std::optional<OctetRange> expected) {
            meter.Stop();
            ASSERT_EQ(board.NextHole(board.GetHighest()), expected);
            meter.Stop();
        };
        board.ExtendTo(window);
        for (uint64_t odd = 1; odd < window; odd += 2)
        {
            board.Sack({odd, odd + 1});
            check(OctetRange{odd - 1, odd});
            board.MarkRetransmitted({odd - 1, odd});
            check(std::nullopt);
        }
        EXPECT_EQ(board.GetIntervals(), window);

        // Each is lost and sent again, with all others in the network.
        board.ExtendTo(window + 1);
        board.Sack({window, window + 1});
        for (uint64_t even = 0; even < window; even += 2)
        {
            ASSERT_EQ(board.TakeLostRetransmission(), (OctetRange{even, even + 1}));
            check(OctetRange{even, even + 1});
            board.MarkRetransmitted({even, even + 1});
            check(std::nullopt);
        }
        EXPECT_FALSE(board.TakeLostRetransmission());

        // They arrive from the highest to the lowest, so that no ACK shortens the list.
        for (uint64_t even = window - 2; even > 0; even -= 2)
        {
            board.Sack({even, even + 1});
            check(std::nullopt);
        }
        EXPECT_EQ(board.Acknowledge(window + 1), 1u);
        meter.Stop();
        ASSERT_LE(meter.Worst(), MOST_OPERATIONS) << "window " << window;
    }
}

// Retransmissions split over and over, and never found lost: nothing of them may be left behind to
// be looked at later.
TEST(SackScoreboardCost, DoesNotGrowWithRetransmissionsReplaced)
{
    for (const auto window : WINDOWS)
    {
        SackScoreboard board;
        board.ExtendTo(window);
        board.MarkRetransmitted({0, window});
        CostMeter meter(board);
        for (uint64_t end = window - 1; end > window / 2; --end)
        {
            board.MarkRetransmitted({end - 1, end});
            meter.Stop();
        }
        for (uint64_t odd = 1; odd < window / 2; odd += 2)
        {
            board.Sack({odd, odd + 1});
            meter.Stop();
            ASSERT_FALSE(board.TakeLostRetransmission());
            meter.Stop();
        }
        ASSERT_LE(meter.Worst(), MOST_OPERATIONS) << "window " << window;
    }
}

// What changes many intervals may cost as many operations, but once.
TEST(SackScoreboardCost, GrowsWithTheIntervalsChanged)
{
    for (const auto window : WINDOWS)
    {
        for (const bool isAck : {true, false})
        {
            SackScoreboard board;
            board.ExtendTo(window);
            for (uint64_t odd = 1; odd < window; odd += 2)
            {
                board.Sack({odd, odd + 1});
                board.MarkRetransmitted({odd - 1, odd});
            }
            const uint64_t intervals = board.GetIntervals();
            CostMeter meter(board);
            const uint64_t fresh = isAck ? board.Acknowledge(window) : board.Sack({0, window});
            EXPECT_EQ(fresh, window / 2);
            meter.Stop();
            EXPECT_GE(meter.Worst(), intervals);
            EXPECT_LE(meter.Worst(), 3 * intervals);
            CostMeter again(board);
            board.Sack({0, window});
            again.Stop();
            EXPECT_LE(again.Worst(), MOST_OPERATIONS);
        }
    }
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ledger-driver.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>

using ns3::OctetRange;
using ns3::SentSegments;

// What a peer that takes back what it said may do to the ledger; and a timeout that believes it.

namespace SentSegmentsBoundsTests
{

using namespace ledgertest;

/// 10 segments, of which 1, 3 and 5 are SACKed.
SentSegments
WithThreeSacked()
{
    auto board = Sent(10);
    for (const uint64_t segment : {1, 3, 5})
    {
        EXPECT_EQ(Sack(board, Segments(segment)), 100U);
    }
    return board;
}

TEST(SentSegmentsBounds, BlocksThatJoinOthers)
{
    struct
    {
        const char* what;
        OctetRange block;
        Ranges fresh;
        std::size_t intervals;
    } const rows[] = {
        {"known", Segments(3), {}, 3},
        {"part of what is known", {310, 320}, {}, 3},
        {"touches from above", {600, 650}, {{600, 650}}, 3},
        {"touches from below", {50, 100}, {{50, 100}}, 3},
        {"overlaps from above", {550, 700}, {{600, 700}}, 3},
        {"overlaps from below", {250, 350}, {{250, 300}}, 3},
        {"fills a gap", Segments(2), {Segments(2)}, 2},
        {"covers one", {290, 410}, {{290, 300}, {400, 410}}, 3},
        {"covers all", Segments(0, 10), {Segments(0), Segments(2), Segments(4), Segments(6, 4)}, 1},
    };

    for (const auto& row : rows)
    {
        auto board = WithThreeSacked();
        Ranges fresh;
        board.Sack(row.block, fresh);
        EXPECT_EQ(fresh, row.fresh) << row.what;
        EXPECT_EQ(IntervalsOf(board), row.intervals) << row.what;
        EXPECT_TRUE(board.IsSacked(row.block)) << row.what;
    }
}

TEST(SentSegmentsBounds, TimeoutLosesRetransmissionsAndKeepsWhatIsSacked)
{
    auto board = Sent(8);
    Sack(board, Segments(2));
    Sack(board, Segments(5));
    board.Send(Segments(3), {});
    board.Send(Segments(0), {});
    EXPECT_EQ(board.GetRetranData(), 200U);
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(1), Segments(4), Segments(6, 2)}));
    for (int timeout = 0; timeout < 2; ++timeout)
    {
        board.ForgetRetransmissions();
        EXPECT_EQ(board.GetRetranData(), 0U);
        EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 2), Segments(3, 2), Segments(6, 2)}));
        EXPECT_EQ(board.GetSackedData(), 200U);
        EXPECT_TRUE(board.IsSacked(Segments(5)));
        EXPECT_EQ(board.GetHighest(), 600U);
        EXPECT_EQ(board.GetUna(), 0U);
        EXPECT_EQ(board.GetNxt(), 800U);
        EXPECT_EQ(board.LoseRetransmissions(), 0U);
    }
    // What is sent again after it has a new note.
    Extend(board, 900);
    board.Send(Segments(0), {});
    Sack(board, Segments(8));
    EXPECT_EQ(board.LoseRetransmissions(), 0U) << "segment 8 was sent before";
    Extend(board, 1000);
    Sack(board, Segments(9));
    EXPECT_EQ(board.LoseRetransmissions(), 100U);
}

TEST(SentSegmentsBounds, TimeoutLosesRemaindersOfRetransmissions)
{
    auto board = Sent(6);
    board.Send(Segments(4, 2), {});
    board.Send(Segments(0, 4), {});
    Sack(board, {220, 280});
    board.Acknowledge(130);
    EXPECT_EQ(board.GetRetranData(), 600U - 130U - 60U);
    EXPECT_FALSE(board.NextHole(EVERYWHERE));
    board.ForgetRetransmissions();
    EXPECT_EQ(board.GetRetranData(), 0U);
    EXPECT_EQ(HolesOf(board), (Ranges{{130, 220}, {280, 600}}));

    auto none = Sent(3);
    none.ForgetRetransmissions();
    EXPECT_EQ(HolesOf(none), (Ranges{Segments(0, 3)}));
}

// RFC 6675, section 5.1: the cumulative ACK stops short of what was SACKed.
TEST(SentSegmentsBounds, Reneging)
{
    auto board = Sent(8);
    EXPECT_FALSE(board.IsReneged());
    Sack(board, Segments(2, 2));
    Sack(board, Segments(6));
    EXPECT_FALSE(board.IsReneged());
    board.Acknowledge(199);
    EXPECT_FALSE(board.IsReneged()) << "an octet is missing";
    board.Acknowledge(200);
    EXPECT_TRUE(board.IsReneged());
    board.Acknowledge(250);
    EXPECT_TRUE(board.IsReneged()) << "part of it";
    board.Acknowledge(400);
    EXPECT_FALSE(board.IsReneged()) << "all of it";
    board.Acknowledge(600);
    EXPECT_TRUE(board.IsReneged());
    board.Renege();
    EXPECT_FALSE(board.IsReneged());

    Sack(board, {600, 650});
    EXPECT_TRUE(board.IsReneged()) << "a block that begins at snd.una";
}

TEST(SentSegmentsBounds, ForgottenOctetsAreHolesAgain)
{
    struct
    {
        const char* what;
        OctetRange range;
        Ranges holes;
        uint64_t sacked;
        std::size_t intervals;
    } const rows[] = {
        {"one of three", Segments(3), {Segments(0), Segments(2, 3), Segments(6, 4)}, 200, 2},
        {"its front", {250, 320}, {Segments(0), {200, 320}, Segments(4), Segments(6, 4)}, 280, 3},
        {"its end", {370, 450}, {Segments(0), Segments(2), {370, 500}, Segments(6, 4)}, 270, 3},
        {"its middle",
         {340, 360},
         {Segments(0), Segments(2), {340, 360}, Segments(4), Segments(6, 4)},
         280,
         4},
        {"parts of two",
         {150, 350},
         {Segments(0), {150, 350}, Segments(4), Segments(6, 4)},
         200,
         3},
        {"all", {0, EVERYWHERE}, {Segments(0, 10)}, 0, 0},
        {"none", Segments(2), {Segments(0), Segments(2), Segments(4), Segments(6, 4)}, 300, 3},
        {"an empty one",
         {350, 350},
         {Segments(0), Segments(2), Segments(4), Segments(6, 4)},
         300,
         3},
        {"a reversed one",
         {380, 320},
         {Segments(0), Segments(2), Segments(4), Segments(6, 4)},
         300,
         3},
    };

    for (const auto& row : rows)
    {
        auto board = WithThreeSacked();
        board.ForgetSacked(row.range);
        EXPECT_EQ(HolesOf(board), row.holes) << row.what;
        EXPECT_EQ(board.GetSackedData(), row.sacked) << row.what;
        EXPECT_EQ(IntervalsOf(board), row.intervals) << row.what;
        EXPECT_EQ(board.GetHighest(), 600U) << row.what << ": snd.fack stays";
        EXPECT_EQ(board.GetRetranData(), 0U) << row.what;
    }
}

TEST(SentSegmentsBounds, ForgettingLeavesRetransmissionsInTheNetwork)
{
    auto board = WithThreeSacked();
    board.Send(Segments(2), {});
    board.Send(Segments(4), {});
    Sack(board, Segments(4));
    board.ForgetSacked(Segments(1, 5));
    EXPECT_EQ(board.GetRetranData(), 100U) << "segment 2; 4 has left the network";
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 2), Segments(3, 7)}));
    board.Send(Segments(4), {});
    EXPECT_EQ(board.GetRetranData(), 200U);
    EXPECT_EQ(Sack(board, Segments(4)), 100U) << "news again";
    EXPECT_EQ(board.GetRetranData(), 100U);
}

} // namespace SentSegmentsBoundsTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ledger-driver.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>

using ns3::OctetRange;
using ns3::SentSegments;

// What a peer that lies, or takes back what it said, may do to the ledger; and a timeout that
// believes it.

namespace SentSegmentsBoundsTests
{

using namespace ledgertest;

/// 10 segments, of which 1, 3 and 5 are SACKed, and no other interval is allowed.
SentSegments
WithThreeOfThree()
{
    auto board = Sent(10);
    for (const uint64_t segment : {1, 3, 5})
    {
        EXPECT_EQ(board.Sack(Segments(segment), nullptr, 3), 100U);
    }
    return board;
}

TEST(SentSegmentsBounds, ManyBlocksOfOneOctet)
{
    constexpr uint64_t blocks = 100000;
    constexpr std::size_t most = 1000;
    SentSegments board;
    Extend(board, 2 * blocks);
    uint64_t accepted = 0;
    for (uint64_t block = 0; block < blocks; ++block)
    {
        accepted += board.Sack({2 * block + 1, 2 * block + 2}, nullptr, most);
    }
    EXPECT_EQ(accepted, 1000U);
    EXPECT_EQ(board.GetSackedData(), 1000U);
    EXPECT_EQ(board.GetRefused(), 99000U);
    EXPECT_EQ(board.GetHighest(), 2000U) << "what is refused says nothing";
    EXPECT_FALSE(board.IsSacked({2001, 2002}));

    // One over all of them is but one.
    EXPECT_EQ(board.Sack({1, 2 * blocks}, nullptr, most), 199999U - 1000U);
    EXPECT_EQ(IntervalsOf(board), 1U);
}

TEST(SentSegmentsBounds, OneMoreIsRefusedAsAWhole)
{
    for (const auto& block : Ranges{Segments(7), {710, 720}, Segments(8, 2), {0, 99}, {201, 299}})
    {
        auto board = WithThreeOfThree();
        Ranges fresh;
        EXPECT_EQ(board.Sack(block, &fresh, 3), 0U) << block.begin;
        EXPECT_TRUE(fresh.empty());
        EXPECT_EQ(board.GetRefused(), 1U);
        EXPECT_EQ(board.GetSackedData(), 300U);
        EXPECT_EQ(board.GetHighest(), 600U);
        EXPECT_EQ(HolesOf(board), (Ranges{Segments(0), Segments(2), Segments(4), Segments(6, 4)}));
        EXPECT_EQ(board.Sack(block, &fresh, 4), block.Size()) << "one more is allowed";
    }
}

TEST(SentSegmentsBounds, JoiningBlocksAreAccepted)
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
        auto board = WithThreeOfThree();
        Ranges fresh;
        board.Sack(row.block, &fresh, 3);
        EXPECT_EQ(fresh, row.fresh) << row.what;
        EXPECT_EQ(board.GetRefused(), 0U) << row.what;
        EXPECT_EQ(IntervalsOf(board), row.intervals) << row.what;
        EXPECT_TRUE(board.IsSacked(row.block)) << row.what;
    }
}

TEST(SentSegmentsBounds, RoomIsMadeByJoiningAndByTheAck)
{
    auto board = WithThreeOfThree();
    board.Sack(Segments(2), nullptr, 3);
    EXPECT_EQ(board.Sack(Segments(7), nullptr, 3), 100U) << "{1, 4}, 5 and 7";
    EXPECT_EQ(board.Sack(Segments(9), nullptr, 3), 0U);
    board.Acknowledge(400);
    EXPECT_EQ(board.Sack(Segments(9), nullptr, 3), 100U) << "5, 7 and 9";
    EXPECT_EQ(board.GetRefused(), 1U);
    EXPECT_EQ(board.Sack({420, 430}, nullptr, 0), 0U) << "none is allowed";
    EXPECT_EQ(board.Sack({420, 430}), 10U) << "any number is";
}

TEST(SentSegmentsBounds, TimeoutLosesRetransmissionsAndKeepsWhatIsSacked)
{
    auto board = Sent(8);
    board.Sack(Segments(2));
    board.Sack(Segments(5));
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
        EXPECT_FALSE(board.TakeLostRetransmission());
    }
    // What is sent again after it has a new note.
    Extend(board, 900);
    board.Send(Segments(0), {});
    board.Sack(Segments(8));
    EXPECT_FALSE(board.TakeLostRetransmission()) << "segment 8 was sent before";
    Extend(board, 1000);
    board.Sack(Segments(9));
    EXPECT_EQ(board.TakeLostRetransmission(), Segments(0));
}

TEST(SentSegmentsBounds, TimeoutLosesRemaindersOfRetransmissions)
{
    auto board = Sent(6);
    board.Send(Segments(4, 2), {});
    board.Send(Segments(0, 4), {});
    board.Sack({220, 280});
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
    board.Sack(Segments(2, 2));
    board.Sack(Segments(6));
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

    board.Sack({500, 650});
    EXPECT_TRUE(board.IsReneged()) << "a block that begins below snd.una";
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
        auto board = WithThreeOfThree();
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
    auto board = WithThreeOfThree();
    board.Send(Segments(2), {});
    board.Send(Segments(4), {});
    board.Sack(Segments(4));
    board.ForgetSacked(Segments(1, 5));
    EXPECT_EQ(board.GetRetranData(), 100U) << "segment 2; 4 has left the network";
    EXPECT_EQ(HolesOf(board), (Ranges{Segments(0, 2), Segments(3, 7)}));
    board.Send(Segments(4), {});
    EXPECT_EQ(board.GetRetranData(), 200U);
    EXPECT_EQ(board.Sack(Segments(4)), 100U) << "news again";
    EXPECT_EQ(board.GetRetranData(), 100U);
}

} // namespace SentSegmentsBoundsTests

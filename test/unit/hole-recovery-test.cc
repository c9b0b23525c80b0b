/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/loss-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// Table 1 of the compressed SACK paper, and LatestSackOnly: what the sender knows is
// what the latest ACK with blocks reports.

namespace HoleRecoveryTests
{

using namespace ns3test;

SenderPtr
Make(Kind kind, bool latestOnly, bool keepSack = false)
{
    const LossRecovery::Configuration configuration{MSS, 3, false, keepSack};
    if (kind == Kind::SACK)
    {
        SackRecovery sack;
        sack.latestSackOnly = latestOnly;
        return Started(sack, configuration);
    }
    auto fack = With(&FackRecovery::lostRetransmission, FackRecovery::TIMEOUT);
    fack.latestSackOnly = latestOnly;
    return Started(fack, configuration);
}

/// The segments that are SACKed, by number.
std::string
MarksOf(const LossRecovery& sender)
{
    const auto& board = sender.GetSent();
    std::string marks;
    for (auto segment = board.GetUna() / MSS; segment < board.GetNxt() / MSS; ++segment)
    {
        if (board.IsSacked(Segments(segment)))
        {
            marks += marks.empty() ? "" : " ";
            marks += std::to_string(segment);
        }
    }
    return marks;
}

/// An ACK of the table and what it makes of the sender.
struct Step
{
    SenderDriver::Row row;
    std::string marks; // SACKed segments
};

void
Expect(SenderDriver& driver, const std::vector<Step>& steps)
{
    for (const auto& step : steps)
    {
        driver.Expect({step.row});
        EXPECT_EQ(MarksOf(*driver), step.marks)
            << "ACK " << step.row.ack << " sent " << step.row.sent;
    }
}

/// Packets are numbered as in the table, from 1; packet 0 is what came before. Up to the ACK of
/// packet 5, all senders do the same, and what the table says.
SenderDriver
UpToPacketFive(Kind kind, bool latestOnly)
{
    SenderDriver driver(Make(kind, latestOnly), 11);
    Expect(driver,
           {
               {{1, {}, "", 11, "11"}, ""},
               {{2, {}, "", 11, "12"}, ""},                    // 1: send 12
               {{2, {{3, 4}}, "dup", 11, ""}, "3"},            // 3: no action
               {{2, {{3, 5}}, "dup", 11, ""}, "3 4"},          // 4: no action
               {{2, {{3, 6}}, "dup enter", 8, "2!"}, "3 4 5"}, // 5: send 2 again
           });
    return driver;
}

/// The ACK of packet 12, with what fits into RFC 2018's option beside timestamps.
const std::vector<OctetRange> THREE_BLOCKS{{12, 13}, {10, 11}, {8, 9}};

/// The same with compressed offsets.
const std::vector<OctetRange> FOUR_BLOCKS{{12, 13}, {10, 11}, {8, 9}, {3, 7}};

class LatestSack : public testing::TestWithParam<Kind>
{
};

// "Retrx pkt. 6"; 7, 9 and 11 are lost, and follow at once.
TEST(CompressedSackTableOne, ThreeBlocksHaveFackSendPacketSixAgain)
{
    auto driver = UpToPacketFive(Kind::FACK, false);
    Expect(driver,
           {
               {{2, THREE_BLOCKS, "dup", 5, "6 7 9 11"}, "3 4 5 8 10 12"},
               {{7, THREE_BLOCKS, "partial", 5, "13 14"}, "8 10 12"}, // of 2
           });
}

TEST(CompressedSackTableOne, FourBlocksSpareIt)
{
    for (const bool latestOnly : {false, true})
    {
        auto driver = UpToPacketFive(Kind::FACK, latestOnly);
        Expect(driver, {{{2, FOUR_BLOCKS, "dup", 5, "7 9 11 13"}, "3 4 5 6 8 10 12"}});
    }
}

// pipe is 11 - 3 = 8 after the third duplicate. The ACKs that were lost leave it at 7 with that of
// packet 12, above the window of 5.5, and that of 2 acknowledges 6: nothing is sent in vain.
TEST(CompressedSackTableOne, PipeOfElevenPacketsLetsNothingOut)
{
    for (const auto& blocks : {THREE_BLOCKS, FOUR_BLOCKS})
    {
        auto driver = UpToPacketFive(Kind::SACK, false);
        driver.Expect({{2, blocks, "dup", 7, ""}, {7, THREE_BLOCKS, "partial", 5, ""}});
    }
}

// In a larger window the ACKs of 13 to 21 follow, and when half of it has left pipe lets out a
// segment for each of them.
TEST(CompressedSackTableOne, ThreeBlocksHaveSackSendPacketSixAgain)
{
    for (const bool compressed : {false, true})
    {
        SCOPED_TRACE(compressed);
        const auto blocks = [compressed](uint64_t end) {
            auto reported = compressed ? FOUR_BLOCKS : THREE_BLOCKS;
            reported[0].end = end;
            return reported;
        };
        SenderDriver driver(Make(Kind::SACK, false), 20);
        driver.Expect({
            {1, {}, "", 20, "20"},
            {2, {}, "", 20, "21"},
            {2, {{3, 4}}, "dup", 20, ""},
            {2, {{3, 5}}, "dup", 20, ""},
            {2, {{3, 6}}, "dup enter", 17, "2!"},
            {2, blocks(13), "dup", 16, ""},
            {2, blocks(14), "dup", 15, ""},
            {2, blocks(15), "dup", 14, ""},
            {2, blocks(16), "dup", 13, ""},
            {2, blocks(17), "dup", 12, ""},
            {2, blocks(18), "dup", 11, ""},
            {2, blocks(19), "dup", 10, ""},
            {2, blocks(20), "dup", 10, compressed ? "7" : "6"},
        });
    }
}

// What nobody reports any more is sent again: 3, 4 and 5, too, and that before 7, 9 and 11.
TEST(CompressedSackTableOne, LatestAckAloneHasFackSendThreeToSixAgain)
{
    auto driver = UpToPacketFive(Kind::FACK, true);
    Expect(driver,
           {
               {{2, THREE_BLOCKS, "dup", 5, "3 4 5 6"}, "8 10 12"},
               {{7, THREE_BLOCKS, "partial", 5, "7 9 11 13 14"}, "8 10 12"}, // of 2
           });
}

TEST_P(LatestSack, OnlyTheLatestReportCounts)
{
    const auto sender = MakeSent(Make(GetParam(), true), 20);

    struct
    {
        uint64_t ack;
        std::vector<OctetRange> blocks;
        uint64_t delivered;
        uint64_t fack;
        std::string marks;
        const char* what;
    } const rows[] = {
        {0, {{2, 3}}, 1, 3, "2", "the first one"},
        {0, {{3, 4}, {1, 2}}, 2, 4, "1 3", "2 is forgotten, between the two"},
        {0, {}, 0, 4, "1 3", "no blocks are no report"},
        {0, {{1, 4}}, 1, 4, "1 2 3", "2 is news again"},
        {0, {{2, 3}}, 0, 4, "2", "both of its sides"},
        {1, {{4, 8}}, 5, 8, "4 5 6 7", "0, and four; all else"},
        {1, {{6, 7}, {5, 8}, {4, 6}}, 0, 8, "4 5 6 7", "in any order, overlapping"},
        {1, {{12, 13}, {5, 6}}, 1, 13, "5 12", "in front, behind and between"},
        {6, {{12, 13}}, 4, 13, "12", "1 to 4; 5 was known"},
        {13, {}, 6, 13, "", "all but 12"},
    };

    for (const auto& row : rows)
    {
        const auto& outcome = sender->OnAck(Ack(row.ack, row.blocks));
        EXPECT_EQ(outcome.delivered.octets, row.delivered * MSS) << row.what;
        EXPECT_EQ(sender->GetSent().GetHighest(), row.fack * MSS) << row.what;
        EXPECT_EQ(MarksOf(*sender), row.marks) << row.what;
        if (const auto urgent = sender->Next(SendOpportunity::AT_ONCE))
        {
            sender->OnSent(*urgent);
        }
    }
}

// Without the choice nothing is forgotten.
TEST_P(LatestSack, EarlierReportsCountByDefault)
{
    const auto sender = MakeSent(Make(GetParam(), false), 20);
    sender->OnAck(Ack(0, {{2, 3}}));
    sender->OnAck(Ack(0, {{4, 5}}));
    EXPECT_EQ(MarksOf(*sender), "2 4");
}

// What is in the network again stays there. What was sent again and reported may have to go once
// more, and is not in the network.
TEST_P(LatestSack, RetransmissionsThatWereReportedAreForgottenToo)
{
    const auto sender = MakeSent(Make(GetParam(), true), 20);
    sender->OnAck(Ack(0, {{5, 9}}));
    sender->OnAck(Ack(0, {{10, 11}}));
    sender->OnAck(Ack(0, {{11, 12}}));
    ASSERT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
    for (const uint64_t segment : {0, 1, 2, 3})
    {
        EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(segment));
        sender->OnSent(Segments(segment));
    }
    const auto& board = sender->GetSent();
    EXPECT_EQ(board.GetRetranData(), 4 * MSS);
    sender->OnAck(Ack(0, {{2, 3}, {11, 12}}));
    EXPECT_EQ(board.GetRetranData(), 3 * MSS) << "2 has arrived";
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(4));
    sender->OnAck(Ack(0, {{3, 4}, {11, 12}}));
    EXPECT_EQ(board.GetRetranData(), 2 * MSS) << "3, too; 2 is no retransmission any more";
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(2)) << "but missing";
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), (20 - 12 + 2) * MSS) << "snd.fack stays";
    sender->OnSent(Segments(2));
    EXPECT_EQ(board.GetRetranData(), 3 * MSS);
    sender->OnAck(Ack(12));
    EXPECT_EQ(board.GetRetranData(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 8 * MSS);
}

// A timeout keeps what the latest report said, and repairs all else.
TEST_P(LatestSack, TimeoutKeepsTheLatestReport)
{
    const auto sender = MakeSent(Make(GetParam(), true, true), 8);
    sender->OnAck(Ack(0, {{2, 4}}));
    sender->OnAck(Ack(0, {{6, 7}}));
    sender->OnTimeout();
    EXPECT_EQ(MarksOf(*sender), "6");
    for (const uint64_t segment : {0, 1, 2, 3, 4, 5, 7})
    {
        EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(segment));
        sender->OnSent(Segments(segment));
    }
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
}

INSTANTIATE_TEST_SUITE_P(LossRecovery,
                         LatestSack,
                         testing::Values(Kind::SACK, Kind::FACK),
                         testing::PrintToStringParamName());

// What is forgotten above what was judged before is missing, and lost with the next recovery, once.
TEST(LatestSackLost, ForgottenOctetsAreLostOnce)
{
    const auto sender = MakeSent(Make(Kind::SACK, true), 20);
    for (const uint64_t end : {2, 3, 4})
    {
        sender->OnAck(Ack(0, {{1, end}}));
    }
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(20, 10));
    EXPECT_EQ(sender->OnAck(Ack(0, {{21, 22}, {23, 24}})).lost.octets, 18 * MSS)
        << "4 to 20, and 22";
    EXPECT_EQ(Describe(sender->OnAck(Ack(20, {{21, 22}, {23, 24}}))), "leave");
    EXPECT_EQ(sender->OnAck(Ack(20, {{25, 26}, {21, 22}})).lost.octets, 0U) << "24 is missing";
    EXPECT_EQ(sender->OnAck(Ack(20, {{27, 28}})).lost.octets, 0U) << "26, too, and 25 again";
    const auto& third = sender->OnAck(Ack(20, {{25, 26}}));
    EXPECT_EQ(Describe(third), "dup enter");
    EXPECT_EQ(third.lost.octets, 3 * MSS) << "24 and 26, and 27 again";
}

/// A recovery that begins when it is told to.
struct Holes : ns3::HoleRecovery
{
    const AckOutcome& OnAck(const AckEvent& event) override
    {
        auto& outcome = Read(event);
        Count(outcome);
        return outcome;
    }

    void Enter()
    {
        m_state.Enter();
    }

    using HoleRecovery::GetMissing;
};

// The class by itself: each hole below snd.fack counts once, and only in RECOVERY.
TEST(HoleRecovery, EachHoleOnce)
{
    Holes holes;
    holes.Start(PLAIN);
    holes.OnSent(Segments(0, 10));
    const auto count = [&](const std::vector<OctetRange>& blocks) {
        return holes.OnAck(Ack(0, blocks)).lost.octets / MSS;
    };
    EXPECT_EQ(count({{1, 2}, {3, 4}}), 0U) << "no loss is known";
    EXPECT_EQ(holes.GetMissing(), 2 * MSS);
    holes.Enter();
    EXPECT_EQ(count({{5, 6}}), 3U) << "0, 2 and 4";
    EXPECT_EQ(count({{2, 3}}), 0U) << "it was late";
    EXPECT_EQ(count({{7, 8}}), 1U);
    holes.OnTimeout({});
    EXPECT_EQ(count({{1, 9}}), 0U) << "a timeout has taken all for lost";
}

} // namespace HoleRecoveryTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ns3-compat.h"
#include "ns3/packet.h"
#include "ns3/sequence-position.h"
#include "ns3/stock-outstanding.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace StockScoreboardTests
{

using namespace ns3;

constexpr uint32_t MSS = 1000;
constexpr uint32_t DUP_THRESH = 3;
constexpr uint64_t START = FirstPosition(1);

/// Nobody is told of deliveries.
const StockScoreboard::Delivered NOBODY = [](const StockScoreboard::Segment&) {};

/// A board with whole segments sent. @param segments how many @return the board
StockScoreboard
MakeSent(uint32_t segments)
{
    StockScoreboard board;
    board.Start(START);
    for (uint32_t i = 0; i < segments; ++i)
    {
        board.Extend(MSS);
    }
    return board;
}

/// @param first the first segment @param end one past the last @return their octets
OctetRange
Segments(uint32_t first, uint32_t end)
{
    return {START + uint64_t{first} * MSS, START + uint64_t{end} * MSS};
}

TEST(StockScoreboard, AnAckWithinASegmentLeavesTheRestOfIt)
{
    auto board = MakeSent(5);
    board.Sack({Segments(1, 4)}, DUP_THRESH, NOBODY);
    EXPECT_EQ(board.GetLost(), 1000U);
    for (const uint32_t octets : {400, 700, 999})
    {
        board.Acknowledge(START + octets, NOBODY);
        EXPECT_EQ(board.GetLost(), 1000 - octets);
    }
}

TEST(StockScoreboard, ThreeSegmentsAboveMakeOneLost)
{
    auto board = MakeSent(10);
    EXPECT_EQ(board.Sack({Segments(4, 6)}, DUP_THRESH, NOBODY), 2 * MSS);
    EXPECT_EQ(board.GetLost(), 0U);
    EXPECT_EQ(board.Sack({Segments(4, 7)}, DUP_THRESH, NOBODY), MSS);
    // Segments 0 to 3; in flight are 7, 8 and 9.
    EXPECT_EQ(board.GetLost(), 4 * MSS);
    EXPECT_EQ(board.GetInFlight(), 3 * MSS);
    EXPECT_TRUE(board.IsLost(START));
}

TEST(StockScoreboard, ThreeSegmentsCountWhateverTheirSize)
{
    StockScoreboard board;
    board.Start(START);
    board.Extend(MSS);
    for (int i = 0; i < 3; ++i)
    {
        board.Extend(1);
    }
    board.Sack({{START + MSS, START + MSS + 3}}, DUP_THRESH, NOBODY);
    EXPECT_EQ(board.GetLost(), MSS);
}

TEST(StockScoreboard, WhatWasSentAgainStaysInThePipeWhenItIsSacked)
{
    // ns-3's issue 1190, mended after ns-3.48.
    auto board = MakeSent(10);
    board.Sack({Segments(4, 7)}, DUP_THRESH, NOBODY);
    EXPECT_EQ(board.SendAgain(START + MSS, MSS), Segments(1, 2));
    EXPECT_EQ(board.GetInFlight(), 4 * MSS);
    board.Sack({Segments(1, 2)}, DUP_THRESH, NOBODY);
    EXPECT_EQ(board.GetInFlight(), 4 * MSS);
}

TEST(StockScoreboard, ADuplicateAckStandsForTheNextSegment)
{
    auto board = MakeSent(5);
    board.AddGuess();
    board.AddGuess();
    EXPECT_EQ(board.GetSacked(), 2 * MSS);
    board.LoseHead();
    EXPECT_EQ(board.GetInFlight(), 2 * MSS);
    ASSERT_NE(board.FindMissing(), nullptr);
    EXPECT_EQ(board.FindMissing()->begin, START);
    board.SendAgain(START, MSS);
    // A partial ACK up to a segment that was guessed: the guess moves on, and the head is lost.
    board.Acknowledge(START + MSS, NOBODY);
    EXPECT_EQ(board.GetSacked(), 2 * MSS);
    EXPECT_EQ(board.GetLost(), MSS);
    EXPECT_EQ(board.FindMissing()->begin, START + MSS);
}

TEST(StockScoreboard, SmallSegmentsAreJoined)
{
    StockScoreboard board;
    board.Start(START);
    board.Extend(300);
    board.Extend(900);
    board.LoseAll(true);
    const OctetRange whole{START, START + MSS};
    EXPECT_EQ(board.SendAgain(START, MSS), whole);
    EXPECT_EQ(board.GetSentAgain(), MSS);
    ASSERT_NE(board.FindMissing(), nullptr);
    EXPECT_EQ(board.FindMissing()->begin, START + MSS);
    EXPECT_EQ(board.FindMissing()->size, 200U);
}

TEST(StockScoreboard, ABlockBeyondWhatWasSentEndsTheReading)
{
    auto board = MakeSent(10);
    EXPECT_EQ(board.Sack({Segments(4, 7), Segments(11, 12), Segments(8, 9)}, DUP_THRESH, NOBODY),
              3 * MSS);
    EXPECT_EQ(board.GetLost(), 0U) << "and makes nothing lost";
    // Where the next segment will begin is not beyond.
    EXPECT_EQ(board.Sack({Segments(10, 11), Segments(8, 9)}, DUP_THRESH, NOBODY), MSS);
    EXPECT_EQ(board.GetLost(), 4 * MSS);
}

TEST(StockScoreboard, EachSegmentIsDeliveredOnceUnlessItIsSentAgain)
{
    std::vector<uint64_t> seen;
    const auto note = [&seen](const StockScoreboard::Segment& segment) {
        seen.push_back((segment.begin - START) / MSS);
    };
    auto board = MakeSent(6);
    board.Sack({Segments(2, 5)}, DUP_THRESH, note);
    board.Sack({Segments(2, 5)}, DUP_THRESH, note);
    board.SendAgain(START, MSS);
    board.Acknowledge(START + 5 * MSS, note);
    EXPECT_EQ(seen, (std::vector<uint64_t>{2, 3, 4, 0, 1}));
    EXPECT_EQ(board.GetSacked(), 0U);
    EXPECT_EQ(board.GetLost(), 0U);
    EXPECT_EQ(board.GetSentAgain(), 0U);
    EXPECT_EQ(board.GetInFlight(), MSS);
}

TEST(StockScoreboard, OnlyWhatWasSentIsLostAndOnlyBelowTheHighestBlock)
{
    auto board = MakeSent(6);
    EXPECT_FALSE(board.IsLost(START));
    board.Sack({Segments(1, 4)}, DUP_THRESH, NOBODY);
    EXPECT_TRUE(board.IsLost(START));
    EXPECT_FALSE(board.IsLost(START - 1));
    EXPECT_TRUE(board.IsLost(START + MSS - 1));
    EXPECT_FALSE(board.IsLost(START + MSS));
    board.LoseAll(false);
    EXPECT_EQ(board.GetSacked(), 3 * MSS);
    EXPECT_EQ(board.GetLost(), 3 * MSS);
    EXPECT_FALSE(board.IsLost(START + 4 * MSS)) << "though the timer took it to be";
}

TEST(StockScoreboard, ARepairEndsWhereItsSegmentDoes)
{
    auto board = MakeSent(3);
    board.LoseAll(true);
    board.SendAgain(START, MSS);
    EXPECT_FALSE(board.IsRepairEnding(START));
    EXPECT_FALSE(board.IsRepairEnding(START + MSS - 1));
    EXPECT_TRUE(board.IsRepairEnding(START + MSS));
    EXPECT_FALSE(board.IsRepairEnding(START + 2 * MSS));
    board.SendAgain(START + 2 * MSS, MSS);
    EXPECT_TRUE(board.IsRepairEnding(START + 3 * MSS)) << "the last one";
    EXPECT_FALSE(board.IsRepairEnding(START + 4 * MSS));
    EXPECT_EQ(board.FindMissing()->begin, START + MSS);
}

TEST(StockScoreboard, WhatIsSentAgainFromTheMiddleIsASegmentOfItsOwn)
{
    auto board = MakeSent(3);
    board.LoseAll(true);
    const OctetRange part{START + 400, START + 700};
    EXPECT_EQ(board.SendAgain(START + 400, 300), part);
    EXPECT_EQ(board.GetSentAgain(), 300U);
    EXPECT_EQ(board.FindMissing()->begin, START);
    EXPECT_EQ(board.FindMissing()->size, 400U);
    // With the one behind it, of which only a part was sent again: none counts as sent again.
    EXPECT_EQ(board.SendAgain(START, 600).Size(), 600U);
    EXPECT_EQ(board.GetSentAgain(), 600U);
    EXPECT_EQ(board.FindMissing()->begin, START + 600);
    EXPECT_EQ(board.GetLost(), 3 * MSS);
}

TEST(StockScoreboard, AConnectionBeginsAnew)
{
    auto board = MakeSent(5);
    board.Sack({Segments(1, 4)}, DUP_THRESH, NOBODY);
    board.Start(START + 7000);
    EXPECT_EQ(board.GetUna(), START + 7000);
    EXPECT_EQ(board.GetNxt(), START + 7000);
    EXPECT_EQ(board.GetInFlight() + board.GetSacked() + board.GetLost(), 0U);
    board.Acknowledge(START + 7001, NOBODY);
    EXPECT_EQ(board.GetNxt(), START + 7001) << "a FIN's octet, which the board does not have";
    EXPECT_EQ(board.FindMissing(), nullptr);
}

/// TcpTxBuffer and the board, told the same.
class Both
{
  public:
    explicit Both(bool sack)
        : m_sack(sack)
    {
        m_buffer = CreateObject<TcpTxBuffer>();
        m_buffer->SetMaxBufferSize(1 << 30);
        m_buffer->SetSegmentSize(MSS);
        m_buffer->SetDupAckThresh(DUP_THRESH);
        m_buffer->SetSackEnabled(sack);
        m_buffer->SetHeadSequence(ToSequence(START));
        m_buffer->SetRWndCallback(MakeCallback(&Both::GetWindow, this));
        m_board.Start(START);
    }

    void Send(uint32_t size)
    {
        m_buffer->Add(Create<Packet>(size));
        m_buffer->CopyFromSequence(size, ToSequence(m_board.GetNxt()));
        m_board.Extend(size);
    }

    void Sack(OctetRange block)
    {
        const TcpOptionSack::SackList blocks{{ToSequence(block.begin), ToSequence(block.end)}};
        EXPECT_EQ(m_board.Sack({block}, DUP_THRESH, NOBODY), m_buffer->Update(blocks));
    }

    void Acknowledge(uint64_t position)
    {
        m_buffer->DiscardUpTo(ToSequence(position));
        m_board.Acknowledge(position, NOBODY);
    }

    void Guess()
    {
        m_buffer->AddRenoSack();
        m_board.AddGuess();
    }

    void LoseHead()
    {
        m_buffer->MarkHeadAsLost();
        m_board.LoseHead();
    }

    void LoseAll()
    {
        if (!m_sack)
        {
            m_buffer->ResetRenoSack();
        }
        m_buffer->SetSentListLost(!m_sack);
        m_board.LoseAll(!m_sack);
    }

    /// What NextSeg() finds is sent again.
    void Repair(bool inRecovery)
    {
        SequenceNumber32 seq;
        SequenceNumber32 end;
        const bool isFound = m_buffer->NextSeg(&seq, &end, inRecovery);
        const auto* missing = m_board.FindMissing();
        ASSERT_EQ((missing && (missing->lost || inRecovery)), isFound);
        if (isFound)
        {
            ASSERT_EQ(ToSequence(missing->begin), seq);
            const auto* item = m_buffer->CopyFromSequence(MSS, seq);
            EXPECT_EQ(m_board.SendAgain(missing->begin, MSS).Size(), item->GetSeqSize());
        }
    }

    void Compare(int step) const
    {
        ASSERT_EQ(m_board.GetInFlight(), m_buffer->BytesInFlight()) << "step " << step;
        ASSERT_EQ(m_board.GetSacked(), m_buffer->GetSacked()) << "step " << step;
        ASSERT_EQ(m_board.GetLost(), m_buffer->GetLost()) << "step " << step;
        ASSERT_EQ(m_board.GetSentAgain(), m_buffer->GetRetransmitsCount()) << "step " << step;
        const auto una = m_board.GetUna();
        ASSERT_EQ(m_board.IsLost(una), m_buffer->IsLost(ToSequence(una))) << "step " << step;
        for (auto end = una; end < m_board.GetNxt(); end += MSS / 2)
        {
            ASSERT_EQ(m_board.IsRepairEnding(end),
                      m_buffer->IsRetransmittedDataAcked(ToSequence(end)))
                << "step " << step;
        }
    }

    const StockScoreboard& GetBoard() const
    {
        return m_board;
    }

  private:
    static SequenceNumber32 ToSequence(uint64_t position)
    {
        return SequenceNumber32(static_cast<uint32_t>(position));
    }

    uint32_t GetWindow()
    {
        return 1U << 30;
    }

    bool m_sack;
    Ptr<TcpTxBuffer> m_buffer;
    StockScoreboard m_board;
};

constexpr bool IS_FOLLOWED = ns3compat::HAS_SOCKET_OF_3_43<TcpRecoveryOps>;

/// Whether duplicate ACKs or blocks tell what has arrived.
class StockScoreboardAgainstTcpTxBuffer : public testing::TestWithParam<bool>
{
};

TEST_P(StockScoreboardAgainstTcpTxBuffer, TheSameMarksOnEachSegment)
{
    if (!IS_FOLLOWED)
    {
        GTEST_SKIP() << "this release of ns-3 is not followed";
    }
    const bool sack = GetParam();
    for (uint32_t seed = 0; seed < 200; ++seed)
    {
        std::mt19937 random(seed);
        Both both(sack);
        const auto below = [&random](uint64_t limit) { return random() % limit; };
        // Whole segments keep the buffer's assertions quiet where small ones are joined.
        for (int step = 0; step < 300; ++step)
        {
            const auto una = both.GetBoard().GetUna();
            const auto segments = (both.GetBoard().GetNxt() - una) / MSS;
            const auto kind = below(10);
            if (segments < 4 || kind < 3)
            {
                both.Send(MSS);
            }
            else if (kind < 6 && sack)
            {
                const auto first = 1 + below(segments - 1);
                const auto end = first + 1 + below(segments - first);
                both.Sack({una + first * MSS, una + end * MSS});
            }
            else if (kind < 6)
            {
                // After a timeout duplicate ACKs are not read.
                if (both.GetBoard().GetLost() <= MSS)
                {
                    both.Guess();
                }
            }
            else if (kind < 8)
            {
                both.Repair(sack && below(2) == 0);
            }
            else if (kind == 8 || below(4) > 0)
            {
                // Never to where what is SACKed begins: the receiver would have acknowledged it.
                both.Acknowledge(sack ? both.GetBoard().GetNxt() : una + MSS * below(segments));
            }
            else if (below(2) == 0)
            {
                both.LoseHead();
            }
            else
            {
                both.LoseAll();
            }
            both.Compare(step);
            if (HasFatalFailure())
            {
                FAIL() << "seed " << seed;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutSack,
                         StockScoreboardAgainstTcpTxBuffer,
                         testing::Bool(),
                         [](const auto& test) { return test.param ? "Sack" : "NoSack"; });

} // namespace StockScoreboardTests

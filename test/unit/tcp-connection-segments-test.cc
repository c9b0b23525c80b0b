/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-driver.h"

namespace TcpConnectionSegmentsTests
{

using namespace ns3;
using namespace connectiontest;
using namespace std::chrono_literals;

/// What the headers of our segments say, and what kind they are.
class TcpConnectionSegmentsTest : public TcpConnectionTest
{
  protected:
    /// @return a header of the peer's with a timestamp
    static SegmentFields Stamp(uint8_t flags, uint32_t seq, uint32_t ack, uint32_t value = 77)
    {
        auto header = MakeHeader(flags, seq, ack);
        header.timestamps = SegmentFields::Timestamps{value, 0};
        return header;
    }

    /// Both ends have SACK, timestamps and window scaling; ours sends up to @p mss octets.
    void EstablishWithAll(uint32_t mss = 1460)
    {
        choice.handshake = {true, true, true, false, 2, 3s};
        choice.mss = mss;
        Open();
        auto answer = Stamp(SYN | ACK, PEERS, OURS + 1);
        answer.sackPermitted = true;
        answer.scale = 2;
        Arrive(answer);
        m_end = OURS + 1;
    }

    /// Four times 500 octets arrive, each behind a hole.
    void ArriveWithHoles()
    {
        for (const uint32_t offset : {1000, 3000, 5000, 7000})
        {
            Arrive(Stamp(ACK, PEERS + 1 + offset, OURS + 1), 500);
        }
    }

    /// 3000 octets go. @return how many there are in the first segment
    uint64_t GetSizeOfNext()
    {
        effects.sent.clear();
        WriteData(3000);
        m_end += 3000;
        return effects.sent.front().payload.Size();
    }

    /// @return the header of the segment that went last
    const SegmentFields& Last() const
    {
        return effects.sent.back().header;
    }

    uint32_t m_end{0}; //!< one past the last octet that went
};

TEST_F(TcpConnectionSegmentsTest, EachKindOfSegmentHasItsFlags)
{
    const auto expect = [this](SegmentKind kind, const char* line) {
        EXPECT_EQ(effects.sent.back().kind, kind) << line;
        EXPECT_EQ(Write(effects.sent.back()), line);
    };
    Open();
    expect(SegmentKind::SYN, "SYN 100 +0");
    Arrive(SYN | ACK, 90, 91);
    expect(SegmentKind::RESET, "RST 91 +0");
    Accept();
    expect(SegmentKind::SYN_ACK, "SYN|ACK 100 301 +0");
    Arrive(FIN | ACK, 301, 101);
    expect(SegmentKind::PURE_ACK, "ACK 101 302 +0");
    WriteData(900);
    expect(SegmentKind::DATA, "PSH|ACK 101 302 +900");
    RunUntil(GetNow() + GetRto() + 0.001);
    expect(SegmentKind::RETRANSMISSION, "PSH|ACK 101 302 +900");
    auto closed = MakeHeader(ACK, 302, 1001);
    closed.window = 0;
    Arrive(closed);
    WriteData(10);
    RunUntil(GetNow() + GetRto() + 0.001);
    expect(SegmentKind::WINDOW_PROBE, "ACK 1001 302 +1");
    Arrive(ACK, 302, 1001);
    Close();
    expect(SegmentKind::FIN, "FIN|ACK 1011 302 +0");
    m_connection->SendReset();
    expect(SegmentKind::RESET, "RST|ACK 1012 302 +0");
}

// RFC 9293, section 3.7.1; RFC 7323, section 2.2; RFC 2018, section 2: a SYN and nothing else.
TEST_F(TcpConnectionSegmentsTest, ASynSaysWhatThisEndHas)
{
    choice.handshake = {true, true, true, true, 2, 3s};
    Open();
    EXPECT_EQ(Last().mss, 1460);
    EXPECT_EQ(Last().scale, 2);
    EXPECT_TRUE(Last().sackPermitted);
    EXPECT_TRUE(Last().compressedPermitted);
    Arrive(SYN | ACK, PEERS, OURS + 1);
    EXPECT_FALSE(Last().mss || Last().scale);
    EXPECT_FALSE(Last().sackPermitted || Last().compressedPermitted);
}

// RFC 7323, section 2.2: the window of a SYN is not scaled.
TEST_F(TcpConnectionSegmentsTest, OurWindowIsScaledButThatOfASyn)
{
    EstablishWithAll();
    EXPECT_EQ(effects.sent.front().header.window, 8000);
    EXPECT_EQ(Last().window, 2000);
    for (const uint32_t offset : {0, 1000, 2000, 3000})
    {
        Arrive(Stamp(ACK, PEERS + 1 + offset, OURS + 1), 1000);
    }
    EXPECT_EQ(Last().window, 1000);
    EXPECT_EQ(Last().acknowledgment, PEERS + 4001);
}

// RFC 7323, sections 3.2 and 4.3.
TEST_F(TcpConnectionSegmentsTest, EachSegmentHasATimestampOfItsOwn)
{
    Establish();
    WriteData(10);
    EXPECT_FALSE(Last().timestamps);
    m_connection->Abandon();

    const auto stamps = [this] {
        return std::pair(Last().timestamps->value, Last().timestamps->echo);
    };
    RunUntil(3);
    EstablishWithAll();
    EXPECT_EQ(stamps(), std::pair(3000U, 77U));
    RunUntil(4);
    Arrive(Stamp(ACK, PEERS + 1, OURS + 1, 88), 100);
    WriteData(10);
    EXPECT_EQ(stamps(), std::pair(4000U, 88U));
}

// RFC 2018, section 4: ACKs report; of data, those that have room beside their size.
TEST_F(TcpConnectionSegmentsTest, BlocksGoWhereTheyFit)
{
    // 12 octets of timestamps; a block takes 8, and the option 4.
    for (const auto& [size, blocks] : {std::pair(1460 - 12 - 11, 0),
                                       {1460 - 12 - 12, 1},
                                       {1460 - 12 - 19, 1},
                                       {1460 - 12 - 20, 2},
                                       {1460 - 12 - 28, 3},
                                       {1, 3}})
    {
        EstablishWithAll();
        WriteData(size);
        ArriveWithHoles();
        EXPECT_EQ(Last().blockCount, 3) << "beside a timestamp";
        RunUntil(GetNow() + GetRto() + 0.001);
        EXPECT_EQ(effects.sent.back().kind, SegmentKind::RETRANSMISSION);
        EXPECT_EQ(Last().blockCount, blocks) << size;
        m_connection->Abandon();
    }
    EstablishWithAll();
    ArriveWithHoles();
    Close();
    EXPECT_EQ(effects.sent.back().kind, SegmentKind::FIN);
    EXPECT_EQ(Last().blockCount, 3) << "a FIN is an ACK, too (RFC 2018, section 4)";
    m_connection->Abandon();

    choice.handshake = {true, true, true, false, 2, 3s};
    Establish();
    ArriveWithHoles();
    ASSERT_EQ(effects.sent.size(), 4);
    EXPECT_EQ(Last().blockCount, 0) << "not agreed";
}

TEST_F(TcpConnectionSegmentsTest, DataLeaveRoomForTheLongestOptions)
{
    for (const auto& [mss, room] :
         {std::pair(1448U, 1420U), {1421U, 1420U}, {1420U, 1420U}, {500U, 500U}})
    {
        EstablishWithAll(mss);
        EXPECT_EQ(GetSizeOfNext(), mss) << "nothing to report";
        Arrive(Stamp(ACK, PEERS + 1 + 1000, m_end), 500);
        EXPECT_EQ(GetSizeOfNext(), room);
        Arrive(Stamp(ACK, PEERS + 1, m_end), 1000);
        EXPECT_EQ(GetSizeOfNext(), mss) << "the hole is filled";
        m_connection->Abandon();
    }
}

// RFC 3168, section 6.1.3: whatever has an ACK echoes a mark until the peer has reduced.
TEST_F(TcpConnectionSegmentsTest, AcksEchoAMark)
{
    choice.usesEcn = true;
    Accept(MakeHeader(SYN | ECE | CWR, PEERS, 0));
    Arrive(ACK, 301, 101);
    TakeSent();
    m_connection->OnSegment(MakeHeader(ACK, 301, 101), 1000, TcpEcn::Mark::EXPERIENCED);
    WriteData(10);
    EXPECT_EQ(TakeSent(), (Lines{"ACK|ECE 101 1301 +0", "PSH|ACK|ECE 101 1301 +10"}));
    auto closed = MakeHeader(ACK, 1301, 111);
    closed.window = 0;
    Arrive(closed);
    WriteData(10);
    RunUntil(GetNow() + GetRto() + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"ACK|ECE 111 1301 +1"})) << "a window probe";
    closed.flags = ACK | CWR;
    m_connection->OnSegment(closed, 1000, TcpEcn::Mark::CAPABLE);
    closed.sequence += 1000;
    m_connection->OnSegment(closed, 1000, TcpEcn::Mark::CAPABLE);
    EXPECT_EQ(Last().flags, ACK);
}

// RFC 1122, section 4.2.3.2: whatever acknowledges ends the delay, in each connection anew.
TEST_F(TcpConnectionSegmentsTest, WhateverAcknowledgesEndsTheDelay)
{
    for (int connection = 0; connection < 2; ++connection)
    {
        Establish();
        Arrive(ACK, 301, 101, 100);
        WriteData(10);
        RunUntil(GetNow() + 0.5);
        Arrive(ACK, 401, 111, 100);
        Arrive(ACK, 501, 111, 100);
        RunUntil(GetNow() + 0.5);
        Arrive(ACK, 601, 111, 100);
        m_connection->GetReceiver().Read(UINT32_MAX);
        Close();
        RunUntil(GetNow() + 0.5);
        EXPECT_TRUE(expired.empty());
        EXPECT_EQ(effects.sent.back().kind, SegmentKind::FIN);
        m_connection->Abandon();
    }
    choice.receiver.acks.delay = 2s;
    Establish();
    auto closed = MakeHeader(ACK, 301, 101);
    closed.window = 0;
    Arrive(closed, 100);
    WriteData(10);
    const auto begin = GetNow();
    RunUntil(begin + 2.5);
    EXPECT_GT(GetExpiry(ConnectionTimer::PERSIST), begin);
    EXPECT_DOUBLE_EQ(GetExpiry(ConnectionTimer::DELAYED_ACK), begin + 2) << "but a probe does not";
}

} // namespace TcpConnectionSegmentsTests

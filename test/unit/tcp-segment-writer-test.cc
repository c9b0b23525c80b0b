/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-segment-writer.h"

#include <gtest/gtest.h>
#include <utility>

namespace TcpSegmentWriterTests
{

using namespace ns3;

constexpr uint64_t PEER = FirstPosition(5001);
constexpr uint64_t AT = FirstPosition(700);
constexpr uint8_t ACK = SegmentFields::ACK;
constexpr uint8_t SYN = SegmentFields::SYN;

/// The peer's data begin at 5001; it is 3 s after the beginning.
class TcpSegmentWriterTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpSegmentWriterTest()
    {
        RunUntil(3);
        m_handshake.Begin(AT, {1460, 2});
        m_agreed.maxTcpOctets = 1460;
        Agree();
    }

    /// Both ends agree upon what is in m_agreed.
    void Agree()
    {
        m_writer.Adopt(m_agreed);
        m_receiver.Start(PEER, m_agreed);
    }

    /// Agree upon SACK and timestamps as well; the peer's timestamp is 77.
    void AgreeToAll()
    {
        m_agreed.sack = true;
        m_agreed.timestamps = true;
        m_agreed.scaling = true;
        m_agreed.ownScale = 2;
        Agree();
        m_receiver.BeginTimestamps(77, 0);
    }

    /// @brief Data arrive. @param offset of the first octet @param size octets
    void Arrive(uint64_t offset, uint32_t size)
    {
        m_receiver.AdvertiseWindow(true);
        m_receiver.ReadData({PEER + offset, PEER + offset + size});
    }

    /// @brief Data go. @param size octets @param flags beside ACK @param again or new
    void Send(uint32_t size, uint8_t flags = 0, bool again = false)
    {
        m_writer.SendData({AT, AT + size}, flags, again);
    }

    /// @return the header of the segment that went last
    const SegmentFields& Last() const
    {
        return effects.sent.back().header;
    }

    /// @return the ACK that went last, as a position; 0 before the first
    uint64_t GetAckSent() const
    {
        return m_receiver.GetTimestamps().GetLastAckSent();
    }

    TcpEcn m_ecn{window, true};
    TcpDataReceiver m_receiver{choice.receiver, ForReceiver(), m_ecn, timers, effects};
    TcpSegmentWriter m_writer{m_receiver, m_ecn, timers, effects};
    TcpHandshake m_handshake{choice.handshake, timers};
    Negotiated m_agreed;
};

TEST_F(TcpSegmentWriterTest, EachKindOfSegmentHasItsFlags)
{
    const auto expect = [this](uint8_t flags, SegmentKind kind, uint32_t size) {
        EXPECT_EQ(Last().flags, flags);
        EXPECT_EQ(Last().sequence, 700U);
        EXPECT_EQ(Last().acknowledgment, flags & ACK ? 5001U : 0U);
        EXPECT_EQ(effects.sent.back().kind, kind);
        EXPECT_EQ(effects.sent.back().payload,
                  size > 0 ? OctetRange({AT, AT + size}) : OctetRange{});
    };
    m_writer.SendSyn(SYN, m_handshake);
    expect(SYN, SegmentKind::SYN, 0);
    m_writer.SendReset(AT, false);
    expect(SegmentFields::RST, SegmentKind::RESET, 0);
    m_writer.SendSyn(SYN | ACK, m_handshake);
    expect(SYN | ACK, SegmentKind::SYN_ACK, 0);
    m_writer.SendPureAck(AT);
    expect(ACK, SegmentKind::PURE_ACK, 0);
    m_writer.SendFin(AT);
    expect(SegmentFields::FIN | ACK, SegmentKind::FIN, 0);
    m_writer.SendReset(AT, true);
    expect(SegmentFields::RST | ACK, SegmentKind::RESET, 0);
    m_writer.SendProbe(AT);
    expect(ACK, SegmentKind::WINDOW_PROBE, 1);
    Send(900, SegmentFields::CWR);
    expect(SegmentFields::CWR | ACK, SegmentKind::DATA, 900);
    Send(900, 0, true);
    expect(ACK, SegmentKind::RETRANSMISSION, 900);
    EXPECT_EQ(effects.sent.size(), 9U);
}

// RFC 9293, section 3.7.1; RFC 7323, section 2.2; RFC 2018, section 2: a SYN and nothing else.
TEST_F(TcpSegmentWriterTest, ASynSaysWhatThisEndHas)
{
    TcpHandshake handshake{{true, true, true, true}, timers};
    handshake.Begin(AT, {1460, 2});
    m_writer.SendSyn(SYN, handshake);
    EXPECT_EQ(Last().mss, 1460);
    EXPECT_EQ(Last().scale, 2);
    EXPECT_TRUE(Last().sackPermitted);
    EXPECT_TRUE(Last().compressedPermitted);
    m_writer.SendPureAck(AT);
    EXPECT_FALSE(Last().mss || Last().scale);
    EXPECT_FALSE(Last().sackPermitted || Last().compressedPermitted);
}

// RFC 7323, section 2.2: the window of a SYN is not scaled.
TEST_F(TcpSegmentWriterTest, TheWindowIsScaledButForASyn)
{
    AgreeToAll();
    m_writer.SendSyn(SYN | ACK, m_handshake);
    EXPECT_EQ(Last().window, 8000);
    m_writer.SendPureAck(AT);
    EXPECT_EQ(Last().window, 2000);
    Arrive(0, 4000);
    m_writer.SendPureAck(AT);
    EXPECT_EQ(Last().window, 1000);
    EXPECT_EQ(Last().acknowledgment, 9001U);
    EXPECT_EQ(GetAckSent(), PEER + 4000);
}

// RFC 7323, sections 3.2 and 4.3.
TEST_F(TcpSegmentWriterTest, EachSegmentHasATimestampOfItsOwn)
{
    m_writer.SendPureAck(AT);
    EXPECT_FALSE(Last().timestamps);
    AgreeToAll();
    m_writer.SendPureAck(AT);
    const auto first = Last();
    RunUntil(4);
    SegmentAcceptance::Segment segment;
    segment.seq = PEER;
    segment.timestamp = 88;
    m_receiver.ReadTimestamp(segment);
    Send(10);
    const auto stamps = [](const SegmentFields& header) {
        return std::pair(header.timestamps->value, header.timestamps->echo);
    };
    EXPECT_EQ(stamps(Last()), std::pair(4000U, 88U));
    EXPECT_EQ(stamps(first), std::pair(3000U, 77U));
}

// RFC 2018, section 4: ACKs report; of data, those that have room beside their size.
TEST_F(TcpSegmentWriterTest, BlocksGoWhereTheyFit)
{
    AgreeToAll();
    for (const uint64_t offset : {1000, 3000, 5000, 7000})
    {
        Arrive(offset, 500);
    }
    m_writer.SendPureAck(AT);
    EXPECT_EQ(Last().blockCount, 3) << "beside a timestamp";
    // 12 octets of timestamps; a block takes 8, and the option 4.
    for (const auto& [size, blocks] : {std::pair(1460 - 12 - 11, 0),
                                       {1460 - 12 - 12, 1},
                                       {1460 - 12 - 19, 1},
                                       {1460 - 12 - 20, 2},
                                       {1460 - 12 - 28, 3},
                                       {1, 3}})
    {
        Send(size, 0, true);
        EXPECT_EQ(Last().blockCount, blocks) << size;
    }
    m_writer.SendFin(AT);
    EXPECT_EQ(Last().blockCount, 3) << "a FIN is an ACK, too (RFC 2018, section 4)";
    m_agreed.sack = false;
    m_writer.Adopt(m_agreed);
    m_writer.SendPureAck(AT);
    EXPECT_EQ(Last().blockCount, 0) << "not agreed";
}

TEST_F(TcpSegmentWriterTest, DataLeaveRoomForTheLongestOptions)
{
    AgreeToAll();
    EXPECT_EQ(m_writer.GetPayloadRoom(1448), 1448U) << "nothing to report";
    Arrive(1000, 500);
    EXPECT_EQ(m_writer.GetPayloadRoom(1448), 1420U);
    EXPECT_EQ(m_writer.GetPayloadRoom(1421), 1420U);
    EXPECT_EQ(m_writer.GetPayloadRoom(1420), 1420U);
    EXPECT_EQ(m_writer.GetPayloadRoom(500), 500U);
    Arrive(0, 1000);
    EXPECT_EQ(m_writer.GetPayloadRoom(1448), 1448U) << "the hole is filled";
    Arrive(2000, 500);
    m_agreed.maxTcpOctets = 30;
    m_writer.Adopt(m_agreed);
    EXPECT_EQ(m_writer.GetPayloadRoom(18), 1U) << "an octet goes always";
}

// RFC 3168, section 6.1.3: a mark is echoed until the peer has reduced.
TEST_F(TcpSegmentWriterTest, AcksEchoAMark)
{
    m_ecn.OnAnswer(SYN | ACK | SegmentFields::ECE);
    SegmentFields marked;
    marked.flags = ACK;
    m_receiver.ReadMark(marked, TcpEcn::Mark::EXPERIENCED);
    m_writer.SendPureAck(AT);
    EXPECT_EQ(Last().flags, ACK | SegmentFields::ECE);
    Send(10);
    EXPECT_EQ(Last().flags, ACK | SegmentFields::ECE);
    m_writer.SendProbe(AT);
    EXPECT_EQ(Last().flags, ACK | SegmentFields::ECE);
    marked.flags = ACK | SegmentFields::CWR;
    m_receiver.ReadMark(marked, TcpEcn::Mark::CAPABLE);
    m_writer.SendPureAck(AT);
    EXPECT_EQ(Last().flags, ACK);
}

// RFC 1122, section 4.2.3.2: whatever acknowledges ends the delay, in each connection anew.
TEST_F(TcpSegmentWriterTest, WhateverAcknowledgesEndsTheDelay)
{
    for (int connection = 0; connection < 2; ++connection)
    {
        Agree();
        Arrive(0, 100);
        EXPECT_FALSE(m_receiver.AcknowledgeData(false));
        Send(10);
        RunUntil(5 + 10 * connection);
        Arrive(100, 100);
        EXPECT_FALSE(m_receiver.AcknowledgeData(false));
        m_writer.SendFin(AT);
        RunUntil(7 + 10 * connection);
        Arrive(200, 100);
        EXPECT_FALSE(m_receiver.AcknowledgeData(false));
        m_writer.SendPureAck(AT);
        RunUntil(10 + 10 * connection);
        EXPECT_TRUE(expired.empty());
    }
    Arrive(300, 100);
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    m_writer.SendProbe(AT);
    RunUntil(40);
    ASSERT_EQ(expired.size(), 1U) << "but a probe does not";
    EXPECT_EQ(expired[0].first, ConnectionTimer::DELAYED_ACK);
}

} // namespace TcpSegmentWriterTests

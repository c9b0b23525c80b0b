/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-segment-writer.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

using ns3compat::PacketKind;

constexpr uint64_t PEER = FirstPosition(5001);
constexpr uint8_t ACK = TcpHeader::ACK;
const SequenceNumber32 SEQ(700);

/// The peer's data begin at 5001; it is 3 s after the beginning.
class TcpSegmentWriterTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpSegmentWriterTest()
    {
        RunUntil(3);
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
        m_receiver.OfferWindow(true);
        m_receiver.ReadData(Create<Packet>(size), PEER + offset);
    }

    /// @return the segment that went last
    const TcpHeader& Last() const
    {
        return effects.sent.back().header;
    }

    /// @return SACK blocks of the segment that went last
    std::size_t CountBlocks() const
    {
        const auto option = DynamicCast<const TcpOptionSack>(Last().GetOption(TcpOption::SACK));
        return option ? option->GetNumSackBlocks() : 0;
    }

    TcpEcn m_ecn{tcb};
    TcpDataReceiver m_receiver{ForReceiver(), m_ecn, timers, effects};
    TcpSegmentWriter m_writer{m_receiver, m_ecn, machine.ackSent, timers, effects};
    Negotiated m_agreed;
};

TEST_F(TcpSegmentWriterTest, EachKindOfSegmentHasItsFlags)
{
    const auto expect = [this](uint8_t flags, PacketKind kind, uint32_t size) {
        EXPECT_EQ(Last().GetFlags(), flags);
        EXPECT_EQ(Last().GetSequenceNumber(), SEQ);
        EXPECT_EQ(Last().GetAckNumber(), SequenceNumber32(flags & ACK ? 5001 : 0));
        EXPECT_EQ(effects.sent.back().kind, kind);
        EXPECT_EQ(effects.sent.back().size, size);
    };
    m_writer.SendSyn(TcpHeader::SYN, SEQ, {}, false);
    expect(TcpHeader::SYN, PacketKind::SYN, 0);
    m_writer.SendReset(SEQ, false);
    expect(TcpHeader::RST, PacketKind::RESET, 0);
    EXPECT_EQ(machine.ackSent, SequenceNumber32(0)) << "nothing is acknowledged so far";
    m_writer.SendSyn(TcpHeader::SYN | ACK, SEQ, {}, false);
    expect(TcpHeader::SYN | ACK, PacketKind::SYN_ACK, 0);
    EXPECT_EQ(machine.ackSent, SequenceNumber32(5001));
    m_writer.SendPureAck(SEQ);
    expect(ACK, PacketKind::PURE_ACK, 0);
    m_writer.SendFin(SEQ);
    expect(TcpHeader::FIN | ACK, PacketKind::FIN, 0);
    m_writer.SendReset(SEQ, true);
    expect(TcpHeader::RST | ACK, PacketKind::RESET, 0);
    m_writer.SendProbe(Create<Packet>(1), SEQ);
    expect(ACK, PacketKind::WINDOW_PROBE, 1);
    m_writer.SendData(Create<Packet>(900), SEQ, TcpHeader::CWR, false);
    expect(TcpHeader::CWR | ACK, PacketKind::DATA, 900);
    m_writer.SendData(Create<Packet>(900), SEQ, 0, true);
    expect(ACK, PacketKind::RETRANSMISSION, 900);
    EXPECT_EQ(effects.sent.size(), 9U);
}

// RFC 7323, section 2.2: the window of a SYN is not scaled.
TEST_F(TcpSegmentWriterTest, TheWindowIsScaledButForASyn)
{
    AgreeToAll();
    m_writer.SendSyn(TcpHeader::SYN | ACK, SEQ, {}, false);
    EXPECT_EQ(Last().GetWindowSize(), 8000);
    m_writer.SendPureAck(SEQ);
    EXPECT_EQ(Last().GetWindowSize(), 2000);
    Arrive(0, 4000);
    m_writer.SendPureAck(SEQ);
    EXPECT_EQ(Last().GetWindowSize(), 1000);
    EXPECT_EQ(Last().GetAckNumber(), SequenceNumber32(9001));
    EXPECT_EQ(machine.ackSent, SequenceNumber32(9001));
}

// RFC 7323, sections 3.2 and 4.3.
TEST_F(TcpSegmentWriterTest, EachSegmentHasATimestampOfItsOwn)
{
    m_writer.SendPureAck(SEQ);
    EXPECT_FALSE(Last().HasOption(TcpOption::TS));
    AgreeToAll();
    m_writer.SendPureAck(SEQ);
    const auto first = Last();
    RunUntil(4);
    SegmentAcceptance::Segment segment;
    segment.seq = PEER;
    segment.timestamp = 88;
    m_receiver.ReadTimestamp(segment);
    m_writer.SendData(Create<Packet>(10), SEQ, 0, false);
    const auto stamps = [](const TcpHeader& header) {
        const auto option = DynamicCast<const TcpOptionTS>(header.GetOption(TcpOption::TS));
        return std::pair(option->GetTimestamp(), option->GetEcho());
    };
    EXPECT_EQ(stamps(Last()), std::pair(4000U, 88U));
    EXPECT_EQ(stamps(first), std::pair(3000U, 77U)) << "as it went";
}

// RFC 2018, section 4: ACKs report; of data, those that have room beside their size.
TEST_F(TcpSegmentWriterTest, BlocksGoWhereTheyFit)
{
    AgreeToAll();
    for (const uint64_t offset : {1000, 3000, 5000, 7000})
    {
        Arrive(offset, 500);
    }
    m_writer.SendPureAck(SEQ);
    EXPECT_EQ(CountBlocks(), 3U) << "beside a timestamp";
    // 12 octets of timestamps; a block takes 8, and the option 4.
    for (const auto& [size, blocks] : {std::pair(1460 - 12 - 11, 0U),
                                       {1460 - 12 - 12, 1U},
                                       {1460 - 12 - 19, 1U},
                                       {1460 - 12 - 20, 2U},
                                       {1460 - 12 - 28, 3U},
                                       {1, 3U}})
    {
        m_writer.SendData(Create<Packet>(size), SEQ, 0, true);
        EXPECT_EQ(CountBlocks(), blocks) << size;
    }
    m_writer.SendFin(SEQ);
    EXPECT_EQ(CountBlocks(), 0U);
    m_agreed.sack = false;
    m_writer.Adopt(m_agreed);
    m_writer.SendPureAck(SEQ);
    EXPECT_EQ(CountBlocks(), 0U) << "not agreed";
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
    tcb->m_useEcn = TcpSocketState::On;
    m_ecn.OnAnswer(TcpHeader::SYN | ACK | TcpHeader::ECE);
    SegmentFields marked;
    marked.flags = ACK;
    m_receiver.ReadMark(marked, TcpEcn::Mark::EXPERIENCED);
    m_writer.SendPureAck(SEQ);
    EXPECT_EQ(Last().GetFlags(), ACK | TcpHeader::ECE);
    m_writer.SendData(Create<Packet>(10), SEQ, 0, false);
    EXPECT_EQ(Last().GetFlags(), ACK | TcpHeader::ECE);
    m_writer.SendProbe(Create<Packet>(1), SEQ);
    EXPECT_EQ(Last().GetFlags(), ACK);
    marked.flags = ACK | TcpHeader::CWR;
    m_receiver.ReadMark(marked, TcpEcn::Mark::CAPABLE);
    m_writer.SendPureAck(SEQ);
    EXPECT_EQ(Last().GetFlags(), ACK);
}

// RFC 1122, section 4.2.3.2: whatever acknowledges ends the delay, in each connection anew.
TEST_F(TcpSegmentWriterTest, WhateverAcknowledgesEndsTheDelay)
{
    for (int connection = 0; connection < 2; ++connection)
    {
        Agree();
        Arrive(0, 100);
        EXPECT_FALSE(m_receiver.AcknowledgeData(false));
        m_writer.SendData(Create<Packet>(10), SEQ, 0, false);
        RunUntil(5 + 10 * connection);
        Arrive(100, 100);
        EXPECT_FALSE(m_receiver.AcknowledgeData(false));
        m_writer.SendFin(SEQ);
        RunUntil(7 + 10 * connection);
        Arrive(200, 100);
        EXPECT_FALSE(m_receiver.AcknowledgeData(false));
        m_writer.SendPureAck(SEQ);
        RunUntil(10 + 10 * connection);
        EXPECT_TRUE(expired.empty());
    }
    Arrive(300, 100);
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    m_writer.SendProbe(Create<Packet>(1), SEQ);
    RunUntil(40);
    ASSERT_EQ(expired.size(), 1U) << "but a probe does not";
    EXPECT_EQ(expired[0].first, ConnectionTimer::DELAYED_ACK);
}

} // namespace

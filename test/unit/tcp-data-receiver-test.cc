/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-receiver.h"
#include "ns3/tcp-option-compressed-sack.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Positions are counted from the first octet of data, whose number is 5001.
class TcpDataReceiverTest : public testing::Test, protected ConnectionWorld
{
  protected:
    static constexpr uint64_t PEER = FirstPosition(5001);

    TcpDataReceiverTest()
    {
        Begin(PEER);
    }

    void Begin(uint64_t first)
    {
        m_receiver.Start(first, {});
        m_receiver.OfferWindow(true);
    }

    void Arrive(uint64_t offset, uint32_t size)
    {
        m_receiver.ReadData(Create<Packet>(size), PEER + offset);
    }

    /// @return what ns-3's buffer shows as expected next
    uint32_t Shown() const
    {
        return tcb->m_rxBuffer->NextRxSequence().GetValue();
    }

    TcpEcn m_ecn{tcb};
    TcpDataReceiver m_receiver{ForReceiver(), m_ecn, timers, effects};
};

TEST_F(TcpDataReceiverTest, WhatIsExpectedNextIsShown)
{
    EXPECT_EQ(Shown(), 5001U);
    Arrive(0, 100);
    EXPECT_EQ(Shown(), 5101U);
    Arrive(200, 100);
    EXPECT_EQ(Shown(), 5101U) << "behind a hole";
    EXPECT_TRUE(m_receiver.ReadFin(PEER + 300));
    EXPECT_EQ(Shown(), 5101U) << "the FIN is, too";
    Arrive(100, 100);
    EXPECT_EQ(Shown(), 5302U) << "the FIN has a number";
    Begin(FirstPosition(9001));
    EXPECT_EQ(Shown(), 9001U) << "of the next connection";
}

TEST_F(TcpDataReceiverTest, AFinAloneIsShown)
{
    EXPECT_TRUE(m_receiver.ReadFin(PEER));
    EXPECT_EQ(Shown(), 5002U);
    EXPECT_FALSE(m_receiver.ReadFin(PEER + 1)) << "another one";
    EXPECT_EQ(Shown(), 5002U);
}

// RFC 5681, section 4.2: what is out of order, fills a hole or came before is acknowledged at once.
TEST_F(TcpDataReceiverTest, AHoleIsAcknowledgedAtOnce)
{
    const auto isAtOnce = [this](uint64_t offset, uint32_t size) {
        return m_receiver.ReadData(Create<Packet>(size), PEER + offset);
    };
    EXPECT_FALSE(isAtOnce(0, 100));
    EXPECT_TRUE(isAtOnce(200, 100)) << "behind a hole";
    EXPECT_TRUE(isAtOnce(400, 100)) << "and another one";
    EXPECT_TRUE(isAtOnce(100, 50)) << "a part, holes are left";
    EXPECT_TRUE(isAtOnce(150, 50)) << "one is left";
    EXPECT_TRUE(isAtOnce(300, 100)) << "filled";
    EXPECT_FALSE(isAtOnce(500, 100));
    EXPECT_TRUE(isAtOnce(500, 100)) << "it was here";
    EXPECT_TRUE(isAtOnce(550, 100)) << "in part";
    EXPECT_FALSE(isAtOnce(650, 100));
}

// RFC 2883: what came twice is reported, to a peer that has said anything.
TEST_F(TcpDataReceiverTest, WhatCameTwiceIsReportedOnce)
{
    SegmentAcceptance::Segment old;
    old.seq = PEER;
    for (const bool isKnown : {false, true})
    {
        Negotiated agreed;
        agreed.peerMss = isKnown ? std::optional<uint16_t>(1000) : std::nullopt;
        m_receiver.Start(PEER, agreed);
        m_receiver.OfferWindow(true);
        Arrive(0, 100);
        EXPECT_FALSE(m_receiver.HasReport());
        Arrive(50, 100);
        EXPECT_EQ(m_receiver.HasReport(), isKnown);
        TcpHeader header;
        m_receiver.AddBlocks(header);
        EXPECT_FALSE(m_receiver.HasReport()) << "once";
        old.size = 151;
        m_receiver.ReadOldData(old);
        EXPECT_FALSE(m_receiver.HasReport()) << "the last octet is new";
        old.size = 0;
        m_receiver.ReadOldData(old);
        EXPECT_FALSE(m_receiver.HasReport()) << "no data";
        old.size = 150;
        m_receiver.ReadOldData(old);
        EXPECT_EQ(m_receiver.HasReport(), isKnown);
        receiving.duplicateSack = false;
        TcpHeader next;
        m_receiver.AddBlocks(next);
        m_receiver.ReadOldData(old);
        Arrive(100, 60);
        EXPECT_FALSE(m_receiver.HasReport());
        receiving.duplicateSack = true;
    }
}

// RFC 1122, section 4.2.3.2: every second segment is acknowledged, and the first after a while.
TEST_F(TcpDataReceiverTest, AnAckWaitsForASecondSegment)
{
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    RunUntil(0.15);
    EXPECT_TRUE(m_receiver.AcknowledgeData(false));
    m_receiver.OnAckSent();
    EXPECT_TRUE(m_receiver.AcknowledgeData(true));
    m_receiver.OnAckSent();
    RunUntil(0.5);
    EXPECT_TRUE(expired.empty()) << "none waits";
    receiving.delayedAckCount = 3;
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    RunUntil(0.6);
    EXPECT_FALSE(m_receiver.AcknowledgeData(false));
    RunUntil(2);
    ASSERT_EQ(expired.size(), 1U);
    EXPECT_EQ(expired[0].first, ConnectionTimer::DELAYED_ACK);
    EXPECT_DOUBLE_EQ(expired[0].second, 0.7) << "from the first of them";
    m_receiver.Establish();
    EXPECT_TRUE(m_receiver.AcknowledgeData(false)) << "the first of a connection";
}

// RFC 9293, section 3.8.6.2.2.
TEST_F(TcpDataReceiverTest, AWindowIsNewsWhenThePeerKnowsOfLessThanHalf)
{
    for (uint64_t offset = 0; offset < 8000; offset += 1000)
    {
        Arrive(offset, 1000);
    }
    EXPECT_EQ(m_receiver.OfferWindow(false), 0);
    EXPECT_EQ(receiving.receiveWindow.Get(), 0U);
    EXPECT_FALSE(m_receiver.IsWindowNews());
    EXPECT_EQ(m_receiver.Read(999)->GetSize(), 999U);
    EXPECT_FALSE(m_receiver.IsWindowNews()) << "not a segment";
    m_receiver.Read(1);
    EXPECT_TRUE(m_receiver.IsWindowNews());
    receiving.maxWindow = 800;
    EXPECT_EQ(m_receiver.OfferWindow(false), 800) << "the field's bound";
    EXPECT_EQ(receiving.receiveWindow.Get(), 800U) << "no more was offered";
    EXPECT_FALSE(m_receiver.IsWindowNews()) << "it is known";
}

TEST_F(TcpDataReceiverTest, AnOptionIsRefusedWithAReason)
{
    auto& exchange = m_receiver.GetSackExchange();
    TcpHeader syn;
    syn.SetFlags(TcpHeader::SYN);
    exchange.AddPermission(syn);
    exchange.ReadSyn(syn, true);
    ASSERT_TRUE(exchange.IsCompressed());
    const uint64_t first = FirstPosition(1);
    const SackExchange::Sent sent{first, first, first + 3000, false};
    for (const bool isTrue : {true, false})
    {
        TcpHeader header;
        const SequenceBlock block{isTrue ? 1001U : 3001U, isTrue ? 2001U : 4001U};
        TcpOptionCompressedSack::Append(header, &block, 1);
        const auto& report = m_receiver.ReadBlocks(header, first, sent);
        EXPECT_EQ(report.blocks.size(), isTrue ? 1U : 0U);
        EXPECT_EQ(m_receiver.GetRefusedOptions(), isTrue ? 0U : 1U);
    }
    ASSERT_EQ(effects.reports.size(), 1U);
    EXPECT_EQ(effects.reports[0].kind, ConnectionReport::Kind::OPTION_REFUSED);
    EXPECT_STREQ(effects.reports[0].reason, "block never sent");
}

} // namespace

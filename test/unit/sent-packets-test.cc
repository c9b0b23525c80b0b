/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "position-octets.h"

#include "ns3/packet-buffers.h"
#include "ns3/simulator.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using ns3::Create;
using ns3::CreateObject;
using ns3::MakeCallback;
using ns3::OctetRange;
using ns3::Packet;
using ns3::Ptr;
using ns3::Seconds;
using ns3::SentPackets;
using ns3::SentSegments;
using ns3::TcpTxBuffer;
using ns3::TcpTxItem;

namespace SentPacketsTests
{

using namespace ns3test;

/// Position of the first octet. The stream wraps soon.
constexpr uint64_t START = (uint64_t{2} << 32) - 150;

class SentPacketsTest : public testing::Test
{
  protected:
    SentPacketsTest()
        : m_tx(CreateObject<TcpTxBuffer>()),
          m_packets(Prepare(m_tx))
    {
        m_packets.Start(START);
    }

    /// The next octets of the stream, in writes of a size.
    void Write(uint32_t size, uint32_t count = 1)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            m_packets.Write(MakeOctets(m_written, size));
            m_written += size;
        }
    }

    /// Sends a segment, which has to be the next octets of the stream.
    void Take(uint32_t size)
    {
        const auto& item = m_packets.TakeUnsent(size);
        const OctetRange range{m_sent.GetNxt(), m_sent.GetNxt() + size};
        ExpectOctets(item.GetPacketCopy(), range.begin, size);
        m_sent.Send(range, {});
        m_packets.Visit(m_sent, range, [&](auto& found) { EXPECT_EQ(&item, &found); });
    }

    /// The segment of an octet has what is left of it.
    void ExpectSegment(uint64_t position) const
    {
        const auto whole = m_sent.GetWhole(position);
        const auto packet = Create<Packet>();
        m_packets.Visit(m_sent, whole, [&](auto& item) { packet->AddAtEnd(item.GetPacketCopy()); });
        ExpectOctets(packet, whole.begin, static_cast<uint32_t>(whole.Size()));
    }

    /// An ACK, by the octets of the stream.
    void Acknowledge(uint64_t octets, const SentPackets::Delivered& delivered = {})
    {
        m_sent.Acknowledge(START + octets);
        m_packets.Discard(m_sent, delivered);
    }

    Ptr<TcpTxBuffer> m_tx;
    SentPackets m_packets;
    SentSegments m_sent{START};

  private:
    /// A connection before this one has left something.
    static Ptr<TcpTxBuffer> Prepare(Ptr<TcpTxBuffer> buffer)
    {
        buffer->SetMaxBufferSize(1000);
        buffer->SetSegmentSize(100);
        buffer->Add(Create<Packet>(300));
        return buffer;
    }

    uint64_t m_written{START};
};

TEST_F(SentPacketsTest, NothingIsHeldAtFirst)
{
    EXPECT_EQ(m_tx->Size(), 0U) << "of the connection before";
    m_packets.Write(Create<Packet>());
    Write(10);
    Take(10);
}

TEST_F(SentPacketsTest, WritesOfOneOctetAreGathered)
{
    Write(1, 1000);
    Take(300);
    Take(1);
    Take(699);
}

TEST_F(SentPacketsTest, SegmentsAndWritesOfAnySize)
{
    Write(400);
    Take(100); // the front of a write, its middle, its end
    Take(250);
    Take(50);
    Write(70, 5);
    Take(70);  // a write
    Take(10);  // some of the next
    Take(150); // its rest, a whole one, and 20 of the fourth
    Write(200);
    Take(320);
}

// An application may do with its packet what it likes once Send() has returned.
TEST_F(SentPacketsTest, WhatWasWrittenStaysAsItWas)
{
    const auto packet = MakeOctets(START, 100);
    m_packets.Write(packet);
    packet->RemoveAtStart(60);
    packet->AddAtEnd(MakeOctets(START, 10));
    ExpectOctets(m_packets.TakeUnsent(100).GetPacketCopy(), START, 100);
}

TEST_F(SentPacketsTest, TheNextOctetForAProbe)
{
    Write(3, 2);
    ExpectOctets(m_packets.Probe(Seconds(1)), START, 1);
    Take(2); // it was not taken
    ExpectOctets(m_packets.Probe(Seconds(2)), START + 2, 1);
    Take(1);
    ExpectOctets(m_packets.Probe(Seconds(3)), START + 3, 1);
}

TEST_F(SentPacketsTest, SegmentsAreFoundByTheirOrdinals)
{
    Write(300);
    Take(100);
    Take(100); // the stream wraps in it
    Take(100);
    for (const uint64_t offset : {0, 99, 100, 149, 150, 199, 200, 299})
    {
        ExpectSegment(START + offset);
    }
}

// The peer has some of them after all: what is left begins within the second one, then with the
// third.
TEST_F(SentPacketsTest, PartOfACollapsedSegmentIsAcknowledged)
{
    Write(300);
    Take(50);
    Take(100);
    Take(70);
    Take(80);
    m_sent.Collapse({START, START + 220});
    Acknowledge(80);
    ExpectSegment(START + 80);
    ExpectSegment(START + 220);
    Acknowledge(150);
    ExpectSegment(START + 150);
    Acknowledge(220);
    ExpectSegment(START + 220);
    Acknowledge(300);
    EXPECT_EQ(m_tx->Size(), 0U);
}

// Linux sends small segments again as one; its FIN is one octet of the ledger without a packet.
TEST_F(SentPacketsTest, CollapsedSegmentsHaveAllTheirOctets)
{
    Write(300);
    Take(50);
    Take(100);
    Take(70);
    Take(80);
    m_sent.Send({START + 300, START + 301}, {});
    EXPECT_EQ(m_sent.Collapse({START + 50, START + 220}), 1U) << "segment less";
    EXPECT_EQ(m_sent.GetWhole(START + 150), (OctetRange{START + 50, START + 220}));
    for (const uint64_t offset : {0, 50, 150, 220})
    {
        ExpectSegment(START + offset);
    }
    m_packets.Visit(m_sent, {START + 300, START + 301}, [](auto&) { FAIL() << "of a FIN"; });
    Acknowledge(80);
    ExpectSegment(START + 80);
    ExpectSegment(START + 220);
    Acknowledge(220);
    ExpectSegment(START + 220);
    Acknowledge(301);
    EXPECT_EQ(m_tx->Size(), 0U);
}

TEST_F(SentPacketsTest, PartOfASegmentIsAcknowledged)
{
    Write(300);
    Take(100);
    Take(100);
    Take(100);
    Acknowledge(40);
    ExpectSegment(START + 40);

    Acknowledge(130);
    ExpectSegment(START + 130);
    ExpectSegment(START + 199); // after the wrap
    ExpectSegment(START + 200);
    Acknowledge(200);
    ExpectSegment(START + 200);
    Acknowledge(200); // a duplicate
    Acknowledge(300);
}

TEST_F(SentPacketsTest, TheRateEstimatorKnowsWhenASegmentWasSentLast)
{
    Write(100);
    auto& item = m_packets.TakeUnsent(100);
    SentPackets::SetLastSent(item, Seconds(9));
    EXPECT_EQ(item.GetLastSent(), Seconds(9));
}

// A window probe that the peer took: the delivery rate estimation of
// draft-cheng-iccrg-delivery-rate-estimation, section 3.2, goes by when it was sent.
TEST_F(SentPacketsTest, AProbeThatThePeerTookWasSentBefore)
{
    Write(500);
    m_packets.Probe(Seconds(5));
    m_packets.Probe(Seconds(7));
    EXPECT_FALSE(m_packets.TakeProbe(START)) << "nothing was sent";
    const auto expect = [this](uint64_t end, double first, double last) {
        auto* item = m_packets.TakeProbe(end);
        ASSERT_TRUE(item);
        ExpectOctets(item->GetPacketCopy(), end - 1, 1);
        EXPECT_EQ(item->GetLastSent(), Seconds(last));
        EXPECT_EQ(item->GetRateInformation().m_firstSent, Seconds(first));
        EXPECT_EQ(item->GetRateInformation().m_deliveredTime, Seconds(first));
        EXPECT_FALSE(m_packets.TakeProbe(end)) << "once";
    };
    expect(START + 1, 5, 7);
    m_packets.Probe(Seconds(9));
    expect(START + 2, 9, 9);
    m_packets.TakeUnsent(100);
    EXPECT_FALSE(m_packets.TakeProbe(START + 102)) << "it went as a segment";
}

// What was accepted is sent.
TEST_F(SentPacketsTest, BufferBelowWhatIsHeld)
{
    Write(1000);
    Take(200);
    m_tx->SetMaxBufferSize(250);
    Take(300); // more than the smaller buffer has room for
    EXPECT_EQ(m_tx->MaxBufferSize(), 250U);
    m_tx->SetMaxBufferSize(100); // now it holds too much already
    Take(100);
    EXPECT_EQ(m_tx->MaxBufferSize(), 100U);
    Acknowledge(250);
    ExpectSegment(START + 250);
    Take(400);
    EXPECT_EQ(m_tx->MaxBufferSize(), 100U);
    Acknowledge(1000);
    EXPECT_EQ(m_tx->Size(), 0U);
}

std::vector<uint32_t> g_delivered;

void
NoteDelivered(TcpTxItem* item)
{
    g_delivered.push_back(item->GetSeqSize());
}

TEST_F(SentPacketsTest, TheRateEstimatorIsToldOfEachSegment)
{
    Write(600);
    Take(100);
    Take(200);
    Take(300);
    g_delivered.clear();
    Acknowledge(300, MakeCallback(&NoteDelivered));
    EXPECT_EQ(g_delivered, (std::vector<uint32_t>{100, 200}));
}

} // namespace SentPacketsTests

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

using namespace ns3test;
using ns3::Create;
using ns3::CreateObject;
using ns3::MakeCallback;
using ns3::Packet;
using ns3::Ptr;
using ns3::Seconds;
using ns3::SendBuffer;
using ns3::SentSegments;
using ns3::Simulator;
using ns3::TcpTxBuffer;
using ns3::TcpTxItem;

namespace
{

/// Position of the first octet. The stream wraps soon.
constexpr uint64_t START = (uint64_t{2} << 32) - 150;

class SendBufferTest : public testing::Test
{
  protected:
    SendBufferTest()
        : m_tx(CreateObject<TcpTxBuffer>()),
          m_buffer(Prepare(m_tx))
    {
        m_buffer.Start(START);
    }

    ~SendBufferTest() override
    {
        Simulator::Destroy();
    }

    /// The next octets of the stream, in writes of a size.
    bool Write(uint32_t size, uint32_t count = 1)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            if (!m_buffer.Write(MakeOctets(m_written, size)))
            {
                return false;
            }
            m_written += size;
        }
        return true;
    }

    /// Sends a segment, which has to be the next octets of the stream.
    void Take(uint32_t size)
    {
        const auto& item = m_buffer.TakeUnsent(size);
        EXPECT_EQ(&item, &m_buffer.Find(m_sent.GetNextOrdinal()));
        ExpectOctets(item.GetPacketCopy(), m_sent.GetNxt(), size);
        m_sent.Send({m_sent.GetNxt(), m_sent.GetNxt() + size}, {});
    }

    /// The segment of an octet has what is left of it.
    void ExpectSegment(uint64_t position) const
    {
        const auto whole = m_sent.GetWhole(position);
        const auto& item = m_buffer.Find(m_sent.Find(position).ordinal);
        ExpectOctets(item.GetPacketCopy(), whole.begin, static_cast<uint32_t>(whole.Size()));
    }

    /// An ACK, by the octets of the stream.
    void Acknowledge(uint64_t octets, const SendBuffer::Delivered& delivered = {})
    {
        m_sent.Acknowledge(START + octets);
        m_buffer.Discard(m_sent, delivered);
    }

    Ptr<TcpTxBuffer> m_tx;
    SendBuffer m_buffer;
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

} // namespace

TEST_F(SendBufferTest, NothingIsHeldAtFirst)
{
    EXPECT_EQ(m_tx->Size(), 0U) << "of the connection before";
    EXPECT_EQ(m_buffer.GetAvailable(), 1000U);
    EXPECT_EQ(m_buffer.GetUnsent(), 0U);
    EXPECT_EQ(m_buffer.GetSize(), 0U);
    EXPECT_TRUE(m_buffer.Write(Create<Packet>())) << "nothing fits in";
    EXPECT_EQ(m_buffer.GetUnsent(), 0U);
}

TEST_F(SendBufferTest, WritesOfOneOctetAreGathered)
{
    EXPECT_TRUE(Write(1, 1000));
    EXPECT_EQ(m_buffer.GetUnsent(), 1000U);
    Take(300);
    Take(1);
    Take(699);
    EXPECT_EQ(m_buffer.GetUnsent(), 0U);
    EXPECT_EQ(m_buffer.GetSize(), 1000U);
}

TEST_F(SendBufferTest, SegmentsAndWritesOfAnySize)
{
    EXPECT_TRUE(Write(400));
    Take(100); // the front of a write, its middle, its end
    Take(250);
    Take(50);
    EXPECT_TRUE(Write(70, 5));
    Take(70);  // a write
    Take(10);  // some of the next
    Take(150); // its rest, a whole one, and 20 of the fourth
    EXPECT_TRUE(Write(200));
    Take(320);
    EXPECT_EQ(m_buffer.GetUnsent(), 0U);
}

TEST_F(SendBufferTest, RoomIsForAWholeWrite)
{
    EXPECT_TRUE(Write(600));
    EXPECT_FALSE(Write(401));
    EXPECT_EQ(m_buffer.GetUnsent(), 600U) << "none of it was taken";
    EXPECT_TRUE(Write(400));
    EXPECT_EQ(m_buffer.GetAvailable(), 0U);
    EXPECT_FALSE(Write(1));
    Take(300);
    EXPECT_EQ(m_buffer.GetAvailable(), 0U) << "it may have to be sent again";
    Acknowledge(120);
    EXPECT_EQ(m_buffer.GetAvailable(), 120U);
    EXPECT_EQ(m_buffer.GetSize(), 880U);
    EXPECT_TRUE(Write(120));
    Take(820);
    Acknowledge(1120);
    EXPECT_EQ(m_buffer.GetSize(), 0U);
    EXPECT_EQ(m_tx->Size(), 0U);
}

// An application may do with its packet what it likes once Send() has returned.
TEST_F(SendBufferTest, WhatWasWrittenStaysAsItWas)
{
    const auto packet = MakeOctets(START, 100);
    ASSERT_TRUE(m_buffer.Write(packet));
    packet->RemoveAtStart(60);
    packet->AddAtEnd(MakeOctets(START, 10));
    ExpectOctets(m_buffer.TakeUnsent(100).GetPacketCopy(), START, 100);
}

TEST_F(SendBufferTest, TheNextOctetForAProbe)
{
    Write(3, 2);
    ExpectOctets(m_buffer.PeekUnsent(), START, 1);
    Take(2);
    ExpectOctets(m_buffer.PeekUnsent(), START + 2, 1);
    Take(1);
    ExpectOctets(m_buffer.PeekUnsent(), START + 3, 1);
    EXPECT_EQ(m_buffer.GetUnsent(), 3U) << "it was not taken";
}

TEST_F(SendBufferTest, SegmentsAreFoundByTheirOrdinals)
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

TEST_F(SendBufferTest, PartOfASegmentIsAcknowledged)
{
    Write(300);
    Take(100);
    Take(100);
    Take(100);
    Acknowledge(40);
    ExpectSegment(START + 40);
    EXPECT_EQ(m_buffer.GetSize(), 260U);

    Acknowledge(130);
    ExpectSegment(START + 130);
    ExpectSegment(START + 199); // after the wrap
    ExpectSegment(START + 200);
    Acknowledge(200);
    ExpectSegment(START + 200);
    Acknowledge(200); // a duplicate
    EXPECT_EQ(m_buffer.GetSize(), 100U);
    Acknowledge(300);
    EXPECT_EQ(m_buffer.GetSize(), 0U);
}

TEST_F(SendBufferTest, TheRateEstimatorKnowsWhenASegmentWasSentLast)
{
    Write(100);
    auto& item = m_buffer.TakeUnsent(100);
    SendBuffer::SetLastSent(item, Seconds(9));
    EXPECT_EQ(item.GetLastSent(), Seconds(9));
}

// A window probe that the peer took: the delivery rate estimation of
// draft-cheng-iccrg-delivery-rate-estimation, section 3.2, goes by when it was sent.
TEST_F(SendBufferTest, SentBeforeItWasTaken)
{
    Write(500);
    auto& item = m_buffer.TakeUnsent(1);
    SendBuffer::SetSent(item, Seconds(5), Seconds(7));
    EXPECT_EQ(item.GetLastSent(), Seconds(7));
    EXPECT_EQ(item.GetRateInformation().m_firstSent, Seconds(5));
    EXPECT_EQ(item.GetRateInformation().m_deliveredTime, Seconds(5));
}

// What was accepted is sent.
TEST_F(SendBufferTest, BufferBelowWhatIsHeld)
{
    Write(1000);
    Take(200);
    m_tx->SetMaxBufferSize(250);
    EXPECT_EQ(m_buffer.GetAvailable(), 0U);
    EXPECT_FALSE(Write(1));
    Take(300); // more than the smaller buffer has room for
    EXPECT_EQ(m_tx->MaxBufferSize(), 250U);
    Take(100); // now it holds too much already
    m_tx->SetMaxBufferSize(100);
    Take(100);
    EXPECT_EQ(m_tx->MaxBufferSize(), 100U);
    Acknowledge(250);
    EXPECT_EQ(m_buffer.GetAvailable(), 0U);
    Take(300);
    EXPECT_EQ(m_tx->MaxBufferSize(), 100U);
    EXPECT_EQ(m_buffer.GetSize(), 750U);
    Acknowledge(901);
    EXPECT_EQ(m_buffer.GetSize(), 99U);
    EXPECT_EQ(m_buffer.GetAvailable(), 1U);
    EXPECT_FALSE(Write(2));
    EXPECT_TRUE(Write(1));
}

namespace
{

std::vector<uint32_t> g_delivered;

void
NoteDelivered(TcpTxItem* item)
{
    g_delivered.push_back(item->GetSeqSize());
}

} // namespace

TEST_F(SendBufferTest, TheRateEstimatorIsToldOfEachSegment)
{
    Write(600);
    Take(100);
    Take(200);
    Take(300);
    g_delivered.clear();
    Acknowledge(300, MakeCallback(&NoteDelivered));
    EXPECT_EQ(g_delivered, (std::vector<uint32_t>{100, 200}));
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "position-octets.h"

#include "ns3/send-buffer.h"
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
using ns3::OctetRange;
using ns3::Packet;
using ns3::Ptr;
using ns3::Seconds;
using ns3::SendBuffer;
using ns3::Simulator;
using ns3::TcpTxBuffer;
using ns3::TcpTxItem;
using ns3::Time;

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
        const auto& segment = m_buffer.TakeUnsent(size);
        EXPECT_EQ(segment.range, (OctetRange{m_sent, m_sent + size}));
        EXPECT_EQ(segment.sent, Simulator::Now());
        EXPECT_FALSE(segment.again);
        ExpectCopy(segment.range);
        m_sent += size;
    }

    void ExpectCopy(OctetRange range) const
    {
        ExpectOctets(m_buffer.Copy(range), range.begin, static_cast<uint32_t>(range.Size()));
    }

    /// An ACK, by the octets of the stream.
    SendBuffer::Acknowledged Acknowledge(uint64_t octets)
    {
        return m_buffer.DiscardUpTo(START + octets, SendBuffer::Delivered());
    }

    static void AdvanceTo(Time time)
    {
        Simulator::Stop(time - Simulator::Now());
        Simulator::Run();
    }

    static void ExpectCovered(const SendBuffer::Acknowledged& covered,
                              int oldest,
                              int youngest,
                              bool ambiguous)
    {
        ASSERT_TRUE(covered.oldest);
        EXPECT_EQ(*covered.oldest, Seconds(oldest));
        EXPECT_EQ(covered.youngest, Seconds(youngest));
        EXPECT_EQ(covered.ambiguous, ambiguous);
    }

    Ptr<TcpTxBuffer> m_tx;
    SendBuffer m_buffer;

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
    uint64_t m_sent{START};
};

} // namespace

TEST_F(SendBufferTest, NothingIsHeldAtFirst)
{
    EXPECT_EQ(m_tx->Size(), 0U) << "of the connection before";
    EXPECT_EQ(m_buffer.GetAvailable(), 1000U);
    EXPECT_EQ(m_buffer.GetUnsent(), 0U);
    EXPECT_EQ(m_buffer.GetSize(), 0U);
    EXPECT_EQ(m_buffer.GetSegmentCount(), 0U);
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
    EXPECT_EQ(m_buffer.GetSegmentCount(), 3U);
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
    EXPECT_EQ(m_buffer.GetSegmentCount(), 7U);
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
    const auto& segment = m_buffer.TakeUnsent(100);
    ExpectOctets(m_buffer.Copy(segment.range), START, 100);
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

TEST_F(SendBufferTest, SegmentsAreFoundByAnyOfTheirOctets)
{
    Write(300);
    Take(100);
    Take(100); // the stream wraps in it
    Take(100);
    for (const uint64_t offset : {0, 99, 100, 149, 150, 199, 200, 299})
    {
        const auto first = START + offset / 100 * 100;
        EXPECT_EQ(m_buffer.Find(START + offset).range, (OctetRange{first, first + 100})) << offset;
    }
    ExpectCopy({START, START + 1});
    ExpectCopy({START + 130, START + 170});
    ExpectCopy({START + 299, START + 300});

    std::vector<uint64_t> visited;
    const auto visit = [&visited](const auto& segment) {
        visited.push_back(segment.range.begin - START);
    };
    m_buffer.ForEach({START + 50, START + 200}, visit);
    EXPECT_EQ(visited, (std::vector<uint64_t>{0, 100}));
    m_buffer.ForEach({START + 199, START + 201}, visit);
    EXPECT_EQ(visited, (std::vector<uint64_t>{0, 100, 100, 200}));
}

TEST_F(SendBufferTest, PartOfASegmentIsAcknowledged)
{
    Write(300);
    AdvanceTo(Seconds(1));
    Take(100);
    AdvanceTo(Seconds(2));
    Take(100);
    Take(100);
    EXPECT_FALSE(Acknowledge(40).oldest) << "no segment as a whole";
    EXPECT_EQ(m_buffer.GetSegmentCount(), 3U);
    EXPECT_EQ(m_buffer.Find(START + 40).range, (OctetRange{START + 40, START + 100}));
    ExpectCopy({START + 40, START + 100});
    ExpectCopy({START + 50, START + 60});
    EXPECT_EQ(m_buffer.GetSize(), 260U);

    ExpectCovered(Acknowledge(130), 1, 1, false);
    EXPECT_EQ(m_buffer.GetSegmentCount(), 2U);
    ExpectCopy({START + 130, START + 200});
    ExpectCopy({START + 160, START + 200}); // after the wrap
    ExpectCovered(Acknowledge(200), 2, 2, false);
    ExpectCopy({START + 200, START + 300});
    EXPECT_FALSE(Acknowledge(200).oldest) << "a duplicate";
    ExpectCovered(Acknowledge(301), 2, 2, false); // of the FIN, too
    EXPECT_EQ(m_buffer.GetSegmentCount(), 0U);
}

// RFC 6298, section 3.
TEST_F(SendBufferTest, KarnWhatWasSentAgainIsAmbiguous)
{
    Write(600);
    for (int second = 1; second <= 5; ++second)
    {
        AdvanceTo(Seconds(second));
        Take(100);
    }
    AdvanceTo(Seconds(9));
    m_buffer.MarkSentAgain(START + 250);
    const auto& again = m_buffer.Find(START + 200);
    EXPECT_TRUE(again.again);
    EXPECT_EQ(again.sent, Seconds(3)) << "the first time stays";
    EXPECT_EQ(again.item->GetLastSent(), Seconds(9)) << "the last one is the rate estimator's";

    ExpectCovered(Acknowledge(100), 1, 1, false);
    ExpectCovered(Acknowledge(200), 2, 2, false);
    ExpectCovered(Acknowledge(400), 3, 4, true);
    ExpectCovered(Acknowledge(500), 5, 5, false);
}

// A window probe that the peer took: RFC 6298, section 3, and the delivery rate estimation of
// draft-cheng-iccrg-delivery-rate-estimation, section 3.2, go by when it was sent.
TEST_F(SendBufferTest, SentBeforeItWasTaken)
{
    Write(500);
    AdvanceTo(Seconds(9));
    Take(1);
    m_buffer.SetSent(START, Seconds(4), Seconds(4));
    const auto& once = m_buffer.Find(START);
    EXPECT_EQ(once.sent, Seconds(4));
    EXPECT_FALSE(once.again);
    EXPECT_EQ(once.item->GetLastSent(), Seconds(4));
    EXPECT_EQ(once.item->GetRateInformation().m_firstSent, Seconds(4));
    EXPECT_EQ(once.item->GetRateInformation().m_deliveredTime, Seconds(4));
    ExpectCovered(Acknowledge(1), 4, 4, false);

    Take(1);
    m_buffer.SetSent(START + 1, Seconds(5), Seconds(7));
    const auto& twice = m_buffer.Find(START + 1);
    EXPECT_EQ(twice.sent, Seconds(5));
    EXPECT_EQ(twice.item->GetLastSent(), Seconds(7));
    ExpectCovered(Acknowledge(2), 5, 5, true);
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
    m_buffer.DiscardUpTo(START + 300, MakeCallback(&NoteDelivered));
    EXPECT_EQ(g_delivered, (std::vector<uint32_t>{100, 200}));
}

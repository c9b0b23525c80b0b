/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-ack-reader.h"

#include <gtest/gtest.h>
#include <optional>
#include <random>
#include <vector>

namespace TcpAckReaderTests
{

using namespace ns3;

constexpr uint64_t FIRST = FirstPosition(1);

/// Five segments of 1000 octets and one of 500 were sent; positions are counted from the first one.
class TcpAckReaderTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpAckReaderTest()
    {
        for (const uint32_t size : {1000, 1000, 1000, 1000, 1000, 500})
        {
            m_sent.Send({m_sent.GetNxt(), m_sent.GetNxt() + size}, {});
        }
        m_reader.Start(FIRST);
    }

    /// @return a segment with nothing but an ACK
    static SegmentAcceptance::Segment Ack(uint64_t offset)
    {
        SegmentAcceptance::Segment segment;
        segment.ack = FIRST + offset;
        return segment;
    }

    const LossRecovery::AckEvent& Read(const SegmentAcceptance::Segment& segment,
                                       const SackExchange::Report* report = nullptr,
                                       uint16_t offered = 30000,
                                       bool answersProbe = false)
    {
        m_reader.Describe(segment.ack, m_sent, false);
        return m_reader.Read(segment, offered, answersProbe, report, m_sent);
    }

    /// @return where a block lies that the peer reports
    OctetRange ReadBlock(uint64_t begin, uint64_t end)
    {
        SackExchange::Report report;
        report.blocks = {{FIRST + begin, FIRST + end}};
        const auto& blocks = Read(Ack(0), &report).blocks;
        return blocks.empty() ? OctetRange{0, 0}
                              : OctetRange{blocks[0].begin - FIRST, blocks[0].end - FIRST};
    }

    SentSegments m_sent{FIRST};
    TcpAckReader m_reader{timers};
};

TEST_F(TcpAckReaderTest, AnAckIsNeitherBelowNorAboveWhatIsOutstanding)
{
    m_sent.Acknowledge(FIRST + 2000);
    for (const auto& [ack, una] :
         {std::pair(1000, 2000), {2000, 2000}, {3000, 3000}, {5500, 5500}, {5501, 5500}})
    {
        const auto& sent = m_reader.Describe(FIRST + ack, m_sent, true);
        EXPECT_EQ(sent.una, FIRST + una);
        EXPECT_EQ(sent.nxt, FIRST + 5500);
        EXPECT_EQ(sent.start, FIRST);
        EXPECT_TRUE(sent.fin);
    }
    EXPECT_FALSE(m_reader.Describe(FIRST, m_sent, false).fin);
}

// RFC 5681, section 2: what a duplicate ACK is.
TEST_F(TcpAckReaderTest, OnlyAnAckByItselfIsPure)
{
    EXPECT_TRUE(Read(Ack(0)).pure) << "the window of the handshake is another one";
    EXPECT_TRUE(Read(Ack(0)).pure);
    EXPECT_FALSE(Read(Ack(0), nullptr, 29000).pure) << "another window";
    EXPECT_TRUE(Read(Ack(0), nullptr, 29000).pure) << "the same again";
    EXPECT_FALSE(Read(Ack(0), nullptr, 29000, true).pure) << "it answers a probe";
    auto segment = Ack(0);
    segment.size = 1;
    EXPECT_FALSE(Read(segment, nullptr, 29000).pure) << "data";
    segment.size = 0;
    segment.fin = true;
    EXPECT_FALSE(Read(segment, nullptr, 29000).pure) << "a FIN";
    EXPECT_TRUE(Read(Ack(0), nullptr, 29000).pure);
    m_sent.Acknowledge(FIRST + 2000);
    EXPECT_FALSE(Read(Ack(1000), nullptr, 29000).pure) << "an ACK that was overtaken";
    EXPECT_TRUE(Read(Ack(2000), nullptr, 29000).pure);
}

TEST_F(TcpAckReaderTest, NothingOfAnAckIsLeftForTheNext)
{
    RunUntil(5);
    SackExchange::Report report;
    report.blocks = {{FIRST + 1000, FIRST + 2000}, {FIRST + 3000, FIRST + 4000}};
    report.duplicate = OctetRange{FIRST, FIRST + 1000};
    report.refused = 2;
    auto segment = Ack(0);
    segment.echo = 4900;
    const auto& full = Read(segment, &report);
    EXPECT_EQ(full.blocks, report.blocks);
    EXPECT_EQ(full.duplicate, report.duplicate);
    EXPECT_EQ(full.echo, std::chrono::milliseconds(4900));
    EXPECT_EQ(full.now, std::chrono::seconds(5));

    const auto& plain = Read(Ack(1000));
    EXPECT_EQ(plain.ack, FIRST + 1000);
    EXPECT_TRUE(plain.blocks.empty());
    EXPECT_FALSE(plain.duplicate);
    EXPECT_FALSE(plain.echo);
    EXPECT_EQ(m_reader.GetRefused(), 2U);
    Read(Ack(1000), &report);
    EXPECT_EQ(m_reader.GetRefused(), 4U);
}

TEST_F(TcpAckReaderTest, AnEchoOfZeroIsNone)
{
    auto segment = Ack(0);
    segment.echo = 0;
    EXPECT_FALSE(Read(segment).echo);
}

TEST_F(TcpAckReaderTest, BlocksAreCutToTheSegmentsTheyCoverWhole)
{
    EXPECT_EQ(ReadBlock(1000, 3000), (OctetRange{1000, 3000}));
    EXPECT_EQ(ReadBlock(1001, 3000), (OctetRange{2000, 3000}));
    EXPECT_EQ(ReadBlock(1000, 2999), (OctetRange{1000, 2000}));
    EXPECT_EQ(ReadBlock(999, 4001), (OctetRange{1000, 4000}));
    EXPECT_EQ(ReadBlock(4500, 5500), (OctetRange{5000, 5500})) << "up to what was sent";
    EXPECT_EQ(ReadBlock(1001, 1999), (OctetRange{0, 0})) << "none is whole";
}

// The ledger does not ask whether what it is told can be true.
TEST_F(TcpAckReaderTest, WhateverThePeerSaysTheLedgerHearsOfSegmentsThatAreOutstanding)
{
    std::mt19937 random(1);
    const auto draw = [&random](uint32_t most) {
        return std::uniform_int_distribution<uint32_t>(0, most)(random);
    };
    SentSegments sent;
    uint64_t reported = 0;
    for (int i = 0; i < 3000; ++i)
    {
        sent = i % 10 == 0 ? m_sent : sent;
        const uint64_t ack = FIRST + 100 * draw(draw(60));
        SegmentFields header;
        header.blockCount = static_cast<uint8_t>(1 + draw(3));
        for (auto& block : header.blocks)
        {
            const auto number = [&] { return draw(9) ? draw(60) * 100 + 1 : draw(UINT32_MAX); };
            block = {number(), number()};
        }
        SackExchange::Report report;
        SackExchange().ReadBlocks(header, ack, m_reader.Describe(ack, sent, draw(1)), report);
        const auto& event = m_reader.Read(Ack(ack - FIRST), 30000, false, &report, sent);
        ASSERT_LE(event.ack, sent.GetNxt());
        sent.Acknowledge(event.ack);
        for (const auto& block : event.blocks)
        {
            ASSERT_TRUE(sent.GetUna() < block.begin && block.begin < block.end);
            ASSERT_LE(block.end, sent.GetNxt());
            EXPECT_EQ(sent.GetWhole(block.begin).begin, block.begin);
            EXPECT_EQ(sent.GetWhole(block.end - 1).end, block.end);
            std::vector<OctetRange> fresh;
            reported += sent.Sack(block, fresh);
        }
    }
    EXPECT_GT(reported, 100000U);
}

// tcp_sacktag_write_queue(): the oldest of what several blocks report measures the round trip.
TEST_F(TcpAckReaderTest, LinuxReadsBlocksByPosition)
{
    SackExchange::Report report;
    report.blocks = {{FIRST + 4000, FIRST + 5000}, {FIRST + 1000, FIRST + 2000}};
    EXPECT_EQ(Read(Ack(0), &report).blocks[0].begin, FIRST + 4000);
    TcpAckReader linuxReader{timers, true};
    linuxReader.Start(FIRST);
    linuxReader.Describe(FIRST, m_sent, false);
    const auto& event = linuxReader.Read(Ack(0), 30000, false, &report, m_sent);
    EXPECT_EQ(event.blocks[0].begin, FIRST + 1000);
    EXPECT_EQ(event.blocks[1].begin, FIRST + 4000);
}

TEST_F(TcpAckReaderTest, ASecondConnectionStartsElsewhere)
{
    Read(Ack(1000), nullptr, 20000);
    const uint64_t start = FirstPosition(77);
    m_reader.Start(start);
    EXPECT_EQ(m_reader.Describe(start, SentSegments(start), false).start, start);
}

} // namespace TcpAckReaderTests

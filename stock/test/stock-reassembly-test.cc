/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/packet.h"
#include "ns3/sequence-position.h"
#include "ns3/stock-reassembly.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace StockReassemblyTests
{

using namespace ns3;

constexpr uint64_t START = FirstPosition(1);

TEST(StockReassembly, TheFirstBlockIsTheOneThatChanged)
{
    StockReassembly held;
    EXPECT_TRUE(held.Add(START + 2000, Create<Packet>(1000), START, UINT64_MAX));
    EXPECT_TRUE(held.Add(START + 5000, Create<Packet>(1000), START, UINT64_MAX));
    EXPECT_TRUE(held.Add(START + 3000, Create<Packet>(1000), START, UINT64_MAX));
    const std::vector<OctetRange> expected{{START + 2000, START + 4000},
                                           {START + 5000, START + 6000}};
    EXPECT_EQ(held.GetBlocks(), expected);
    EXPECT_FALSE(held.Add(START + 2500, Create<Packet>(1000), START, UINT64_MAX)) << "twice";
}

TEST(StockReassembly, AFilledHoleReleasesAllBehindIt)
{
    StockReassembly held;
    held.Add(START + 1000, Create<Packet>(1000), START, UINT64_MAX);
    held.Add(START + 3000, Create<Packet>(1000), START, UINT64_MAX);
    EXPECT_EQ(held.Take(START), nullptr);
    held.Add(START, Create<Packet>(1000), START, UINT64_MAX);
    EXPECT_EQ(held.Take(START)->GetSize(), 2000U);
    EXPECT_EQ(held.GetBegin(), START + 3000);
    EXPECT_EQ(held.GetBlocks().size(), 1U);
    EXPECT_FALSE(held.IsEmpty());
}

TEST(StockReassembly, NothingBeyondTheRoom)
{
    StockReassembly held;
    held.Add(START + 1000, Create<Packet>(1000), START, START + 1500);
    const std::vector<OctetRange> expected{{START + 1000, START + 1500}};
    EXPECT_EQ(held.GetBlocks(), expected);
    EXPECT_FALSE(held.Add(START + 1500, Create<Packet>(1000), START, START + 1500));
}

TEST(StockReassembly, ASegmentThatFillsTheHoleBringsAllToTheBuffer)
{
    const auto buffer = CreateObject<TcpRxBuffer>();
    buffer->SetMaxBufferSize(10000);
    buffer->SetNextRxSequence(SequenceNumber32(1));
    StockReassembly held;
    TcpHeader header;
    header.SetSequenceNumber(SequenceNumber32(1001));
    EXPECT_TRUE(held.Receive(*buffer, Create<Packet>(1000), header));
    EXPECT_FALSE(held.Receive(*buffer, Create<Packet>(1000), header)) << "twice";
    const auto reports = held.MakeReports(buffer->NextRxSequence())->GetSackList();
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports.front().first, SequenceNumber32(1001));
    EXPECT_EQ(reports.front().second, SequenceNumber32(2001));
    header.SetSequenceNumber(SequenceNumber32(1));
    EXPECT_TRUE(held.Receive(*buffer, Create<Packet>(1000), header));
    EXPECT_EQ(buffer->NextRxSequence(), SequenceNumber32(2001));
    EXPECT_EQ(buffer->Available(), 2000U);
    EXPECT_TRUE(held.IsEmpty());
}

/// ns-3's own buffer is what it has to be like.
TEST(StockReassembly, TheSameAsTcpRxBuffer)
{
    for (uint32_t seed = 0; seed < 300; ++seed)
    {
        std::mt19937 random(seed);
        const auto buffer = CreateObject<TcpRxBuffer>(1);
        buffer->SetMaxBufferSize(1 << 20);
        StockReassembly held;
        auto next = START;
        for (int step = 0; step < 200; ++step)
        {
            const auto begin = next + (random() % 3 > 0 ? random() % 12 * 500 : 0);
            const auto size = static_cast<uint32_t>(1 + random() % 3) * 500;
            TcpHeader header;
            header.SetSequenceNumber(SequenceNumber32(static_cast<uint32_t>(begin)));
            const bool isNew = buffer->Add(Create<Packet>(size), header);
            const auto room = held.IsEmpty() ? UINT64_MAX : held.GetBegin() + (1 << 20);
            ASSERT_EQ(held.Add(begin, Create<Packet>(size), next, room), isNew) << seed;
            if (const auto inOrder = held.Take(next))
            {
                next += inOrder->GetSize();
            }
            ASSERT_EQ(static_cast<uint32_t>(next), buffer->NextRxSequence().GetValue()) << seed;
            ASSERT_EQ(held.IsEmpty(), buffer->Size() == buffer->Available()) << seed;
            const auto expected = buffer->GetSackList();
            ASSERT_EQ(held.GetBlocks().size(), expected.size()) << seed;
            auto block = held.GetBlocks().begin();
            for (const auto& [first, last] : expected)
            {
                ASSERT_EQ(static_cast<uint32_t>(block->begin), first.GetValue()) << seed;
                ASSERT_EQ(static_cast<uint32_t>(block->end), last.GetValue()) << seed;
                ++block;
            }
            buffer->Extract(1 << 20);
        }
    }
}

} // namespace StockReassemblyTests

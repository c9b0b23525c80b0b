/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <gtest/gtest.h>
#include <vector>

namespace KernelMemoryTests
{

using ns3::KernelBlocks;
using ns3::KernelMemory;
using ns3::OctetRange;

// What SO_MEMINFO of Linux 6.1 said of segments of 1,448, 116 and 674 octets, halved.
TEST(KernelMemoryTest, ASegmentIsWorthItsMemory)
{
    EXPECT_EQ(KernelMemory::GetWorth(1448), 2176U / 2);
    EXPECT_EQ(KernelMemory::GetWorth(116), 832U / 2);
    EXPECT_EQ(KernelMemory::GetWorth(674), 1408U / 2);
}

TEST(KernelMemoryTest, ASegmentKeepsItsMemoryUntilAllOfItIsRead)
{
    KernelMemory memory;
    memory.Start(1);
    memory.Store({1, 1449});
    memory.Store({1449, 2897});
    EXPECT_EQ(memory.Get(), 2 * 1088U);
    EXPECT_EQ(memory.Get(true), 1088U);
    memory.Read(1447);
    EXPECT_EQ(memory.Get(), 2 * 1088U);
    memory.Read(1);
    EXPECT_EQ(memory.Get(), 1088U);
    memory.Read(1448);
    EXPECT_EQ(memory.Get(), 0U);
}

// 1,448 octets and 110 of headers leave 42 of 25 cache lines.
TEST(KernelMemoryTest, WhatFitsBehindASegmentTakesNone)
{
    KernelMemory memory;
    memory.Start(1);
    memory.Store({1, 1449});
    memory.Store({1449, 1479});
    EXPECT_EQ(memory.Get(), 1088U);
    memory.Store({1479, 1492}); // 13 where 12 are left: 110 and 13 octets are two cache lines
    EXPECT_EQ(memory.Get(), 1088U + 352);
    memory.Read(1478);
    EXPECT_EQ(memory.Get(), 352U) << "both octets of the first piece are read";
}

TEST(KernelMemoryTest, WhatIsOutOfOrderTakesMemoryBeforeAndAfter)
{
    KernelMemory memory;
    memory.Start(1);
    memory.Store({2897, 4345});
    memory.Store({4345, 4355}); // behind the one before
    memory.Store({5793, 7241});
    EXPECT_EQ(memory.Get(), 2 * 1088U);
    memory.Store({1, 1449});
    memory.Store({1449, 2897});
    EXPECT_EQ(memory.Get(), 4 * 1088U);
    memory.Read(4354);
    EXPECT_EQ(memory.Get(), 1088U) << "all before the hole";
}

struct KernelBlocksTest : testing::Test
{
    /// A segment arrives out of order. @return whether compressed ACKs go before
    bool Arrive(OctetRange segment)
    {
        bool goes = false;
        blocks.Add(segment, [&goes] { goes = true; });
        return goes;
    }

    /// Expect blocks.
    void Expect(const std::vector<OctetRange>& expected)
    {
        ASSERT_EQ(blocks.Get().size(), expected.size());
        for (std::size_t index = 0; index < expected.size(); ++index)
        {
            EXPECT_EQ(blocks.Get()[index].begin, expected[index].begin) << index;
            EXPECT_EQ(blocks.Get()[index].end, expected[index].end) << index;
        }
    }

    KernelBlocks blocks;
};

// Linux 6.1, tcp_sack_new_ofo_skb().
TEST_F(KernelBlocksTest, AFifthBlockTakesThePlaceOfTheOldest)
{
    EXPECT_FALSE(Arrive({10, 20}));
    EXPECT_FALSE(Arrive({30, 40}));
    EXPECT_TRUE(Arrive({50, 60})) << "two are there already";
    EXPECT_TRUE(Arrive({70, 80}));
    EXPECT_TRUE(Arrive({90, 100}));
    Expect({{90, 100}, {70, 80}, {50, 60}, {30, 40}});
    EXPECT_TRUE(Arrive({20, 25}));
    Expect({{20, 25}, {90, 100}, {70, 80}, {50, 60}}); // 10 to 20 is forgotten
}

TEST_F(KernelBlocksTest, WhatTouchesABlockJoinsAndComesFirst)
{
    Arrive({10, 20});
    Arrive({30, 40});
    EXPECT_FALSE(Arrive({20, 30}));
    Expect({{10, 40}});
    Arrive({50, 60});
    Arrive({70, 80});
    bool goes = false;
    blocks.Add({40, 45}, [this, &goes] {
        goes = true;
        Expect({{70, 80}, {50, 60}, {10, 45}}); // as the ACK that goes now reports
    });
    EXPECT_TRUE(goes) << "the third";
    Expect({{10, 45}, {70, 80}, {50, 60}});
}

// tcp_sack_remove().
TEST_F(KernelBlocksTest, WhatIsInOrderIsNotListed)
{
    Arrive({10, 20});
    Arrive({30, 40});
    Arrive({50, 60});
    blocks.Advance(30, true);
    Expect({{50, 60}});
    Arrive({70, 80});
    blocks.Advance(60, false);
    Expect({});
}

} // namespace KernelMemoryTests

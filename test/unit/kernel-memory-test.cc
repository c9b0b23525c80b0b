/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/receiver-rules.h"

#include <array>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace KernelMemoryTests
{

using ns3::KernelBlocks;
using ns3::KernelMemory;
using ns3::OctetRange;

constexpr uint32_t HEADER = 32; // with timestamps

// What SO_MEMINFO said of segments of so many octets, with timestamps and without: Linux 6.1 and
// 6.12.
TEST(KernelMemoryTest, ASegmentTakesMoreThanItsData)
{
    const std::map<uint32_t, std::array<uint32_t, 2>> measured{{1, {704, 960}},
                                                               {116, {832, 960}},
                                                               {208, {960, 960}},
                                                               {250, {960, 960}},
                                                               {270, {1024, 1280}},
                                                               {588, {1280, 1280}},
                                                               {590, {1344, 2304}},
                                                               {674, {1408, 2304}},
                                                               {1448, {2176, 2304}}};
    KernelMemory earlier;
    earlier.Start(1, HEADER);
    KernelMemory later;
    later.Start(1, HEADER, true);
    for (const auto& [size, expected] : measured)
    {
        EXPECT_EQ(earlier.GetTruesize(size), expected[0]) << size;
        EXPECT_EQ(later.GetTruesize(size), expected[1]) << size;
    }
    earlier.Start(1, 20);
    later.Start(1, 20, true);
    EXPECT_EQ(earlier.GetTruesize(208), 896U);
    EXPECT_EQ(earlier.GetTruesize(284), 1024U);
    EXPECT_EQ(later.GetTruesize(276), 960U);
    EXPECT_EQ(later.GetTruesize(592), 1280U);
}

// What Linux 6.12 allocates for 100 octets has room for as many once more; that for 1,000 has room
// for 450, and not for 1,000.
TEST(KernelMemoryTest, WhatLaterKernelsAllocateHasMoreRoom)
{
    KernelMemory memory;
    memory.Start(1, HEADER, true);
    memory.Store({1, 101});
    memory.Store({101, 201});
    EXPECT_EQ(memory.Get(), 960U);
    memory.Store({201, 301});
    EXPECT_EQ(memory.Get(), 2 * 960U);
    memory.Start(1, HEADER, true);
    memory.Store({1, 1001});
    memory.Store({1001, 1451});
    EXPECT_EQ(memory.Get(), 2304U);
    memory.Store({1451, 2451});
    EXPECT_EQ(memory.Get(), 2 * 2304U);
}

TEST(KernelMemoryTest, ASegmentKeepsItsMemoryUntilAllOfItIsRead)
{
    KernelMemory memory;
    memory.Start(1, HEADER);
    memory.Store({1, 1449});
    memory.Store({1449, 2897});
    EXPECT_EQ(memory.Get(), 2 * 2176U);
    EXPECT_EQ(memory.Get(true), 2176U);
    memory.Read(1447);
    EXPECT_EQ(memory.Get(), 2 * 2176U);
    memory.Read(1);
    EXPECT_EQ(memory.Get(), 2176U);
    memory.Read(1448);
    EXPECT_EQ(memory.Get(), 0U);
}

// 1,448 octets and 116 of headers leave 36 of 25 cache lines.
TEST(KernelMemoryTest, WhatFitsBehindASegmentTakesNone)
{
    KernelMemory memory;
    memory.Start(1, HEADER);
    memory.Store({1, 1449});
    memory.Store({1449, 1479});
    EXPECT_EQ(memory.Get(), 2176U);
    memory.Store({1479, 1486}); // 7 where 6 are left: 116 and 7 octets are two cache lines
    EXPECT_EQ(memory.Get(), 2176U + 704);
    memory.Read(1478);
    EXPECT_EQ(memory.Get(), 704U) << "both octets of the first piece are read";
}

TEST(KernelMemoryTest, WhatIsOutOfOrderTakesMemoryBeforeAndAfter)
{
    KernelMemory memory;
    memory.Start(1, HEADER);
    memory.Store({2897, 4345});
    memory.Store({4345, 4355}); // behind the one before
    memory.Store({5793, 7241});
    EXPECT_EQ(memory.Get(), 2 * 2176U);
    memory.Store({1, 1449});
    memory.Store({1449, 2897});
    EXPECT_EQ(memory.Get(), 4 * 2176U);
    memory.Read(4354);
    EXPECT_EQ(memory.Get(), 2176U) << "all before the hole";
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

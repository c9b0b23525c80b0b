/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/stock-reassembly.h"

#include <gtest/gtest.h>
#include <vector>

namespace RecentBlocksTests
{

using ns3::OctetRange;
using ns3::RecentBlocks;

using Ranges = std::vector<OctetRange>;

/// Segments of 10 octets arrive.
RecentBlocks
Arrived(const std::vector<uint64_t>& segments)
{
    RecentBlocks blocks;
    for (const auto segment : segments)
    {
        blocks.Add({10 * segment, 10 * segment + 10});
    }
    return blocks;
}

TEST(RecentBlocks, TheLastToChangeIsFirst)
{
    EXPECT_EQ(Arrived({}).GetBlocks(), Ranges());
    EXPECT_EQ(Arrived({2, 5, 8}).GetBlocks(), (Ranges{{80, 90}, {50, 60}, {20, 30}}));
    EXPECT_EQ(Arrived({2, 5, 8, 6}).GetBlocks(), (Ranges{{50, 70}, {80, 90}, {20, 30}}));
    EXPECT_EQ(Arrived({2, 5, 8, 7, 6}).GetBlocks(), (Ranges{{50, 90}, {20, 30}}));
    EXPECT_EQ(Arrived({2, 5, 8, 1}).GetBlocks(), (Ranges{{10, 30}, {80, 90}, {50, 60}}));
}

// What arrives next to the fifth block is reported alone, whatever is held beside it.
TEST(RecentBlocks, TheFifthIsForgotten)
{
    const auto blocks = Arrived({2, 4, 6, 8, 10});
    EXPECT_EQ(blocks.GetBlocks(), (Ranges{{100, 110}, {80, 90}, {60, 70}, {40, 50}}));
    EXPECT_EQ(Arrived({2, 4, 6, 8, 10, 3}).GetBlocks(),
              (Ranges{{30, 50}, {100, 110}, {80, 90}, {60, 70}}));
}

TEST(RecentBlocks, WhatIsInOrderIsDropped)
{
    auto blocks = Arrived({2, 5, 8});
    blocks.DropBelow(29);
    EXPECT_EQ(blocks.GetBlocks().size(), 3U);
    blocks.DropBelow(60);
    EXPECT_EQ(blocks.GetBlocks(), (Ranges{{80, 90}}));
    blocks.DropBelow(90);
    EXPECT_EQ(blocks.GetBlocks(), Ranges());
}

} // namespace RecentBlocksTests

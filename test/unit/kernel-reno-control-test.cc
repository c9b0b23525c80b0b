/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cubic-law.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::Window;

namespace KernelRenoControlTests
{

/// A window in congestion avoidance that opens by one segment for as many as a test says.
struct Counted : ns3::KernelRenoControl
{
    Counted()
    {
        window.mss = 1000;
        window.cwnd = 100'000;
        window.isLimited = true;
    }

    /// Segments arrive, of which @p forOne open the window. @return segments by which it opens
    uint32_t Count(uint32_t arrived, uint32_t forOne)
    {
        each = forOne;
        const auto before = window.cwnd;
        Open(window, arrived);
        return (window.cwnd - before) / window.mss;
    }

    uint32_t GetSegmentsForOne(const Window&, uint32_t, uint32_t) override
    {
        return each;
    }

    uint32_t each{0};
    Window window;
};

TEST(KernelRenoControl, OpensOnceAWindow)
{
    Counted count;
    EXPECT_EQ(count.Count(7, 10), 0U);
    EXPECT_EQ(count.Count(2, 10), 0U);
    EXPECT_EQ(count.Count(1, 10), 1U);
    EXPECT_EQ(count.Count(9, 10), 0U);
    EXPECT_EQ(count.Count(1, 10), 1U);
}

TEST(KernelRenoControl, KeepsWhatIsOver)
{
    Counted count;
    EXPECT_EQ(count.Count(12, 5), 2U);
    EXPECT_EQ(count.Count(2, 5), 0U);
    EXPECT_EQ(count.Count(1, 5), 1U);
}

TEST(KernelRenoControl, AReductionAndANewConnectionForget)
{
    Counted count;
    EXPECT_EQ(count.Count(9, 10), 0U);
    count.Reduce(count.window, 0);
    EXPECT_EQ(count.Count(9, 10), 0U);
    count.Start(count.window);
    EXPECT_EQ(count.Count(9, 10), 0U);
    EXPECT_EQ(count.Count(1, 10), 1U);
}

TEST(KernelRenoControl, WhatCountedForMoreIsWorthOneSegment)
{
    Counted count;
    EXPECT_EQ(count.Count(9, 10), 0U);
    EXPECT_EQ(count.Count(1, 3), 1U);
    EXPECT_EQ(count.Count(1, 3), 0U);
    EXPECT_EQ(count.Count(1, 3), 1U);
}

TEST(KernelRenoControl, NoneIsOne)
{
    Counted count;
    EXPECT_EQ(count.Count(3, 0), 3U);
}

} // namespace KernelRenoControlTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cubic-law.h"

#include <gtest/gtest.h>

using ns3::WindowCount;

namespace WindowCountTests
{

TEST(WindowCountTest, OpensOnceAWindow)
{
    WindowCount count;
    EXPECT_EQ(count.Count(7, 10), 0);
    EXPECT_EQ(count.Count(2, 10), 0);
    EXPECT_EQ(count.Count(1, 10), 1);
    EXPECT_EQ(count.Count(9, 10), 0);
    EXPECT_EQ(count.Count(1, 10), 1);
}

TEST(WindowCountTest, KeepsWhatIsOver)
{
    WindowCount count;
    EXPECT_EQ(count.Count(12, 5), 2);
    EXPECT_EQ(count.Count(2, 5), 0);
    EXPECT_EQ(count.Count(1, 5), 1);
}

TEST(WindowCountTest, AReductionForgets)
{
    WindowCount count;
    EXPECT_EQ(count.Count(9, 10), 0);
    count.Forget();
    EXPECT_EQ(count.Count(9, 10), 0);
    EXPECT_EQ(count.Count(1, 10), 1);
}

TEST(WindowCountTest, WhatCountedForMoreIsWorthOneSegment)
{
    WindowCount count;
    EXPECT_EQ(count.Count(9, 10), 0);
    EXPECT_EQ(count.Count(1, 3), 1);
    EXPECT_EQ(count.Count(1, 3), 0);
    EXPECT_EQ(count.Count(1, 3), 1);
}

TEST(WindowCountTest, NoneIsOne)
{
    WindowCount count;
    EXPECT_EQ(count.Count(3, 0), 3);
}

} // namespace WindowCountTests

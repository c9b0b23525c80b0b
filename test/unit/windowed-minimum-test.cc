/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <chrono>
#include <gtest/gtest.h>

namespace WindowedMinimumTests
{

using namespace std::chrono_literals;

using ns3::WindowedMinimum;

TEST(WindowedMinimum, Smallest)
{
    WindowedMinimum minimum;
    EXPECT_FALSE(minimum.Get());
    minimum.Add(30ms, 0s);
    minimum.Add(20ms, 1s);
    minimum.Add(40ms, 2s);
    EXPECT_EQ(minimum.Get(), 20ms);
}

TEST(WindowedMinimum, CountsForHalfAWindowAtLeastAndAWholeAtMost)
{
    WindowedMinimum minimum;
    minimum.Add(20ms, 0s);
    minimum.Add(30ms, 120s);
    minimum.Add(40ms, 150s);
    EXPECT_EQ(minimum.Get(), 20ms);
    minimum.Add(50ms, 270s);
    EXPECT_EQ(minimum.Get(), 20ms);
    minimum.Add(60ms, 300s);
    EXPECT_EQ(minimum.Get(), 40ms) << "a longer path";
    minimum.Add(60ms, 1800s);
    minimum.Add(70ms, 2100s);
    EXPECT_EQ(minimum.Get(), 60ms);
}

} // namespace WindowedMinimumTests

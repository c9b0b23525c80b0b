/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/reno-controls.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::FackControl;
using ns3::Window;

namespace FackControlTests
{

constexpr uint32_t MSS = 1000;

/// @return what a fast retransmit leaves of a window that is full, octets
uint32_t
Cut(uint32_t cwnd, bool wholeSegments, bool overdamping = false)
{
    FackControl control;
    control.wholeSegments = wholeSegments;
    control.overdamping = overdamping;
    Window window;
    window.mss = MSS;
    window.cwnd = cwnd;
    window.ssthresh = cwnd;
    window.nxt = cwnd;
    window.isFastRetransmit = true;
    return control.Reduce(window, 0);
}

TEST(FackControl, HalfOf65SegmentsIs32WholeOnes)
{
    EXPECT_EQ(Cut(65 * MSS, false), 32'500);
    EXPECT_EQ(Cut(65 * MSS, true), 32'000);
    EXPECT_EQ(Cut(64 * MSS, true), 32'000);
    EXPECT_EQ(Cut(65'999, true), 32'000) << "congestion avoidance leaves parts of a segment";
}

TEST(FackControl, AQuarterOf67SegmentsIs16WholeOnes)
{
    EXPECT_EQ(Cut(67 * MSS, false, true), 16'750);
    EXPECT_EQ(Cut(67 * MSS, true, true), 16'000);
}

TEST(FackControl, TwoSegmentsAreLeftAtLeast)
{
    EXPECT_EQ(Cut(3 * MSS, true), 2 * MSS);
    EXPECT_EQ(Cut(3 * MSS, false), 2 * MSS);
}

} // namespace FackControlTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <chrono>
#include <gtest/gtest.h>

namespace EifelDetectionTests
{

using namespace std::chrono_literals;

using ns3::EifelDetection;

TEST(EifelDetection, EchoFromBeforeTheFirstCopy)
{
    EifelDetection detection;
    detection.Begin();
    EXPECT_FALSE(detection.IsEarlier(10ms, false)) << "nothing was sent again";
    detection.OnSentAgain(100ms);
    detection.OnSentAgain(150ms);
    EXPECT_TRUE(detection.IsEarlier(99ms, false));
    EXPECT_FALSE(detection.IsEarlier(100ms, false)) << "of the copy";
    EXPECT_FALSE(detection.IsEarlier(120ms, false)) << "of the first copy's round trip";
}

// Timestamps are whole milliseconds: one of the copy's own millisecond may be the copy's.
TEST(EifelDetection, WithinTheMillisecond)
{
    EifelDetection detection;
    detection.Begin();
    detection.OnSentAgain(100ms + 900us);
    EXPECT_FALSE(detection.IsEarlier(100ms, false));
    EXPECT_TRUE(detection.IsEarlier(99ms, false));
}

TEST(EifelDetection, TheNextRepairForgetsTheLast)
{
    EifelDetection detection;
    detection.Begin();
    detection.OnSentAgain(100ms);
    detection.Begin();
    EXPECT_FALSE(detection.IsEarlier(50ms, false));
    detection.OnSentAgain(300ms);
    EXPECT_TRUE(detection.IsEarlier(250ms, false));
}

// A probe that was under way when the repair began: its echo is no original's.
TEST(EifelDetection, ProbeUnderWay)
{
    EifelDetection detection;
    detection.Begin(80ms);
    detection.OnSentAgain(100ms);
    EXPECT_FALSE(detection.IsEarlier(90ms, false));
    EXPECT_TRUE(detection.IsEarlier(79ms, false));
}

// A repair that waits for its turn has sent nothing: what fills the hole is an original (6.1.192).
TEST(EifelDetection, InLinuxNothingSentIsEarlier)
{
    EifelDetection detection;
    detection.Begin();
    EXPECT_TRUE(detection.IsEarlier(std::nullopt, true)) << "without timestamps, too";
    detection.OnSentAgain(100ms);
    EXPECT_FALSE(detection.IsEarlier(std::nullopt, true));
    EXPECT_FALSE(detection.IsEarlier(100ms, true));
    EXPECT_TRUE(detection.IsEarlier(99ms, true));
}

} // namespace EifelDetectionTests

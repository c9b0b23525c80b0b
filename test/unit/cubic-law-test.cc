/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/cubic-law.h"

#include <gtest/gtest.h>

using ns3::CubicLaw;

namespace CubicLawTests
{

using namespace std::chrono_literals;

/// C is 0.4 and beta 717/1024, unless a test says otherwise.
struct CubicLawTest : testing::Test
{
    /// @return for how many segments the window opens, of an ACK for one segment
    uint32_t OnAck(ns3::Instant now, uint32_t cwnd, uint32_t arrived = 1)
    {
        return law.OnAck({now, 0ms, cwnd, arrived}, parameters);
    }

    CubicLaw::Parameters parameters;
    CubicLaw law;
};

TEST_F(CubicLawTest, BeforeTheFirstLossAWindowOpensByATwentiethAtLeast)
{
    EXPECT_EQ(OnAck(10s, 50), 20);
    // Two seconds later the curve is 0.4 * 2^3 = 3.2 above where it began: 50/3.
    EXPECT_EQ(OnAck(12s, 50), 16);
}

TEST_F(CubicLawTest, ALossLeavesBeta)
{
    EXPECT_EQ(law.OnLoss(100, parameters), 70);
    EXPECT_EQ(law.OnLoss(2, parameters), 2);
    parameters.beta = 0.5;
    EXPECT_EQ(law.OnLoss(100, parameters), 50);
}

// W_max = 118 and a window of 10 leave K = cbrt(108 / 0.4) = 6.463 s; with C = 4, K = 3 s.
TEST_F(CubicLawTest, FollowsTheCurveRoundWMax)
{
    parameters.c = 4;
    law.OnLoss(118, parameters);
    EXPECT_EQ(OnAck(10s, 10), 1000);         // the curve begins at the window
    EXPECT_EQ(OnAck(12s, 50), 2);            // 114, but at most one for two
    EXPECT_EQ(OnAck(12s + 100ms, 112), 28);  // 4 (-0.9)^3 = -2.9: 116
    EXPECT_EQ(OnAck(13s, 112), 18);          // flat: 118
    EXPECT_EQ(OnAck(13s + 1ms, 118), 11800); // there
    EXPECT_EQ(OnAck(14s + 100ms, 118), 23);  // 4 * 1.1^3 = 5.3: 123
    EXPECT_EQ(OnAck(15s, 118), 3);           // 150
    EXPECT_EQ(OnAck(15s + 1ms, 135), 9);     // 150
}

// Linux 6.1, bictcp_update(): only the bound by Reno's window is looked at again in the same jiffy.
TEST_F(CubicLawTest, LooksAtTheCurveOnceInAJiffy)
{
    parameters.c = 4;
    law.OnLoss(118, parameters);
    OnAck(10s, 10);
    EXPECT_EQ(OnAck(12s + 100ms, 112), 28);
    EXPECT_EQ(OnAck(12s + 100ms, 114), 28) << "not 114 for two";
    EXPECT_EQ(OnAck(12s + 101ms, 114), 57);
}

TEST_F(CubicLawTest, AWindowThatIsAsBeforeTheLossDoesNotBeginTheCurve)
{
    parameters.c = 4;
    law.OnLoss(118, parameters);
    OnAck(10s, 10);
    EXPECT_EQ(OnAck(12s + 100ms, 112), 28);
    law.OnLoss(118, parameters);
    EXPECT_EQ(OnAck(12s + 131ms, 112), 28) << "for a 32th of a second";
    EXPECT_GE(OnAck(12s + 132ms, 112), 112U) << "the curve begins at the window";
}

TEST_F(CubicLawTest, TheTargetIsARoundTripAhead)
{
    parameters.c = 4;
    law.OnLoss(118, parameters);
    law.OnAck({10s, 1s, 10, 1}, parameters);
    EXPECT_EQ(law.OnAck({12s, 1s, 112, 1}, parameters), 18); // W_cubic(3 s) = 118
}

TEST_F(CubicLawTest, LooksAtTheCurveAgainAfterAThirtySecondOfASecond)
{
    parameters.c = 4;
    law.OnLoss(118, parameters);
    OnAck(10s, 10);
    EXPECT_EQ(OnAck(12s + 100ms, 112), 28);
    EXPECT_EQ(OnAck(12s + 131ms, 112), 28);
    // 4 (-0.5)^3 = -0.5: 118 by now.
    EXPECT_EQ(OnAck(12s + 500ms, 112), 18);
}

// (1 + beta) / (3 (1 - beta)) is 1.89, 15 eighths in whole ones: Reno's window of 40 opens for 75.
TEST_F(CubicLawTest, OpensAtLeastAsRenoWould)
{
    law.OnLoss(40, parameters); // the curve is flat for 1.3 s
    EXPECT_EQ(OnAck(10s, 40, 1), 4000);
    EXPECT_EQ(OnAck(10s + 100ms, 40, 75), 40);  // 76 have arrived: Reno is at 41
    EXPECT_EQ(OnAck(10s + 200ms, 40, 75), 20);  // 151: at 42
    EXPECT_EQ(OnAck(10s + 300ms, 42, 1), 4200); // so is this one
}

TEST_F(CubicLawTest, AWindowThatFellLowersWMax)
{
    parameters.c = 4;
    law.OnLoss(100, parameters);
    law.OnLoss(80, parameters); // 80 * 1.7 / 2 = 68
    EXPECT_EQ(OnAck(10s, 67), 6700);
    EXPECT_EQ(OnAck(10s + 700ms, 67), 67); // K = cbrt(1/4) = 0.63 s: flat
    parameters.fastConvergence = false;
    law.OnLoss(80, parameters);
    law.OnLoss(79, parameters);
    OnAck(20s, 67);
    EXPECT_EQ(OnAck(21s + 442ms, 67), 5); // K = cbrt(12/4) = 1.442 s: 79
}

TEST_F(CubicLawTest, IdleTimeDoesNotCount)
{
    parameters.c = 4;
    law.OnLoss(118, parameters);
    OnAck(10s, 10);
    law.OnIdle(20s, 7s);
    EXPECT_EQ(OnAck(20s, 118), 11800); // as at 13 s
    law.OnIdle(20s, 0s);
    law.OnIdle(20s, -5s);
    EXPECT_EQ(OnAck(21s + 100ms, 118), 23); // as at 14.1 s
    law.OnIdle(22s, 100s);
    EXPECT_EQ(OnAck(22s, 11), 1100); // the epoch cannot begin later than now
}

TEST_F(CubicLawTest, ATimeoutForgetsAll)
{
    law.OnLoss(100, parameters);
    OnAck(10s, 70);
    law = {};
    EXPECT_EQ(OnAck(20s, 50), 20);
}

// cubictcp_acked(): an ACK that measures nothing neither lengthens a train nor is a delay.
TEST(KernelCubicControl, OnlyRoundTripsThatAreMeasuredEndSlowStart)
{
    for (const bool isOld : {true, false})
    {
        ns3::KernelCubicControl control;
        ns3::Window window;
        window.mss = 1000;
        window.cwnd = 16'000;
        window.ssthresh = 1'000'000;
        window.nxt = 100'000;
        control.Start(window);
        window.lastRtt = 20ms;
        window.isRttOld = isOld;
        for (int ack = 1; ack <= 20; ++ack)
        {
            window.now = ack * 1ms;
            control.OnArrived(window, 1);
        }
        EXPECT_EQ(window.ssthresh, isOld ? 1'000'000U : 16'000U);
    }
}

// hystart_ack_delay(): 160 segments of 1448 octets in 1 ms are paced at 463 million octets in a
// second, so that a train lasts half of 1 ms and 563 us.
TEST(KernelCubicControl, AFastPathEndsSlowStartSooner)
{
    ns3::KernelCubicControl control;
    ns3::Window window;
    window.mss = 1448;
    window.cwnd = 160 * 1448;
    window.ssthresh = UINT32_MAX;
    window.nxt = window.cwnd;
    control.Start(window);
    window.srtt = window.lastRtt = 1ms;
    int acks = 0;
    while (window.ssthresh == UINT32_MAX && acks < 200)
    {
        ++acks;
        window.now += 10us;
        control.OnArrived(window, 1);
    }
    EXPECT_EQ(acks, 79);
}

// cubictcp_cwnd_event() puts the epoch off, and cubictcp_acked() asks for that: nothing was sent
// until 5 s, and at 5.9 s a round trip of 10 ms is too early. With the 300 ms before the curve has
// risen by 0.98 * 1.2^3 = 1.7, one segment for ten; with 10 ms by 0.7.
TEST(KernelCubicControl, AnIdleTimePutsOffTheFirstSecondOfAnEpoch)
{
    ns3::KernelCubicControl control;
    control.c = 0.98;
    ns3::Window window;
    window.mss = 1000;
    window.cwnd = 10'000;
    window.isLimited = true;
    control.Start(window);
    window.ssthresh = control.Reduce(window, 0);
    window.now = 1ms;
    window.lastRtt = 300ms;
    control.OnArrived(window, 1);
    control.Open(window, 1);
    window.now = 5s;
    control.OnEvent(window, ns3::ControlEvent::TX_START);
    window.now = 5900ms;
    window.lastRtt = 10ms;
    control.OnArrived(window, 1);
    control.Open(window, 10);
    EXPECT_EQ(window.cwnd, 11'000U);
}

} // namespace CubicLawTests

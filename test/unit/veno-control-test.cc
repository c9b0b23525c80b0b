/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/veno-law.h"

#include <cstdint>
#include <gtest/gtest.h>

using ns3::VenoControl;
using ns3::Window;

namespace VenoControlTests
{

using namespace std::chrono_literals;

constexpr uint32_t MSS = 1000;

/// A connection with a window of nine segments or others, whose test says when what goes and
/// returns.
class Flow
{
  public:
    explicit Flow(VenoControl& control, uint32_t segments = 9)
        : m_control(control)
    {
        m_window.mss = MSS;
        m_window.cwnd = segments * MSS;
        m_window.ssthresh = 2 * MSS;
        m_control.Start(m_window);
    }

    void Send(ns3::Instant now)
    {
        m_window.now = now;
        m_window.nxt += MSS;
        m_control.OnEvent(m_window, ns3::ControlEvent::NEW_DATA);
    }

    void Ack(ns3::Instant now, uint32_t segments, bool isOfRepair = false)
    {
        m_window.now = now;
        m_window.una += segments * MSS;
        m_window.repairAcked = isOfRepair;
        m_control.OnArrived(m_window, segments);
    }

    /// A segment goes, and its ACK ends a round.
    void Round(ns3::Instant rtt)
    {
        Send(m_window.now + 1s);
        Ack(m_window.now + rtt, 1);
    }

    /// @return how many of so many ACKs open the window, which stays as it is
    int CountOpenings(int acks)
    {
        int openings = 0;
        for (int i = 0; i < acks; ++i)
        {
            auto window = m_window;
            m_control.Open(window, 1);
            openings += window.cwnd > m_window.cwnd;
        }
        return openings;
    }

    void FastRetransmit()
    {
        Enter(Window::State::RECOVERY);
        m_window.isFastRetransmit = true;
        m_control.Reduce(m_window, 0);
    }

    void Enter(Window::State state)
    {
        m_window.state = state;
        m_control.OnState(m_window, state);
    }

  private:
    VenoControl& m_control;
    Window m_window;
};

// A path of 200 ms takes 15 ms a segment. The ACK at 1245 ms is for one segment that was queued
// for 15 ms, and so arrived 230 ms after it went, and for one that went 30 ms later and was not.
TEST(VenoControl, AnAckForTwoMeasuresTheYoungestOrTheOldest)
{
    const auto follow = [](VenoControl::Sample sample) {
        VenoControl control;
        control.sample = sample;
        Flow flow(control);
        flow.Send(0ms);
        flow.Ack(215ms, 1);
        flow.Send(1000ms);
        flow.Send(1030ms);
        flow.Ack(1245ms, 2);
        EXPECT_EQ(control.GetEstimator().GetBaseRtt(), 215ms);
        return control.GetEstimator().GetBacklog();
    };
    EXPECT_DOUBLE_EQ(follow(VenoControl::YOUNGEST), 0.0);
    EXPECT_DOUBLE_EQ(follow(VenoControl::OLDEST), 9.0 * 30 / 245) << "above alpha";
}

TEST(VenoControl, BaseRttIsOfTheSameSamples)
{
    VenoControl control;
    control.sample = VenoControl::OLDEST;
    Flow flow(control);
    for (const auto start : {0ms, 1000ms})
    {
        flow.Send(start);
        flow.Send(start + 30ms);
        flow.Ack(start + 245ms, 2);
    }
    EXPECT_EQ(control.GetEstimator().GetBaseRtt(), 245ms);
    EXPECT_EQ(control.GetEstimator().GetBacklog(), 0.0);
}

// BaseRTT is measured anew after the fast retransmit at 500 ms. The second segment goes in the
// repair, which the ACK at 800 ms ends.
TEST(VenoControl, WhatARecoverySendsFirstIsMeasuredIfAskedFor)
{
    for (const bool isSampled : {false, true})
    {
        VenoControl control;
        control.sampleRepairs = isSampled;
        Flow flow(control);
        flow.Send(0ms);
        flow.FastRetransmit();
        flow.Send(600ms);
        flow.Ack(800ms, 1, true);
        EXPECT_FALSE(control.GetEstimator().GetBaseRtt()) << "it went twice";
        flow.Enter(Window::State::OPEN);
        flow.Ack(900ms, 1);
        EXPECT_EQ(control.GetEstimator().GetBaseRtt().value_or(0ms), isSampled ? 300ms : 0ms);
    }
}

// The segment goes again at 1 s. The ledger does not say so of what a timeout repairs.
TEST(VenoControl, WhatATimeoutRepairsIsNoSample)
{
    VenoControl control;
    control.sampleRepairs = true;
    Flow flow(control);
    flow.Send(0ms);
    flow.Enter(Window::State::LOSS);
    flow.Ack(1100ms, 1);
    EXPECT_FALSE(control.GetEstimator().GetBaseRtt());
    flow.Send(1200ms);
    flow.Ack(1300ms, 1);
    EXPECT_EQ(control.GetEstimator().GetBaseRtt(), 100ms);
}

// What goes and is acknowledged at one instant is the octet of a window probe, which went before.
TEST(VenoControl, AWindowProbeIsNoSampleByACoarseClock)
{
    VenoControl control;
    control.granularity = 1ms;
    Flow flow(control);
    flow.Send(100ms);
    flow.Ack(100ms, 1);
    EXPECT_FALSE(control.GetEstimator().GetBaseRtt());
    flow.Send(200ms);
    flow.Ack(200ms + 1us, 1);
    EXPECT_EQ(control.GetEstimator().GetBaseRtt(), 1ms);
}

// Rampdown lets more go in a recovery than the paper's cwnd.
TEST(VenoControl, ATimeoutWithinARecoveryCutsFromTheThreshold)
{
    VenoControl control;
    Window window;
    window.mss = MSS;
    window.state = Window::State::RECOVERY;
    window.cwnd = 9 * MSS;
    window.ssthresh = 6 * MSS;
    window.nxt = 9 * MSS;
    EXPECT_EQ(control.Reduce(window, 0), 3 * MSS);
}

/// A path of 70 ms and a window of 8 segments in congestion avoidance: after a round of 80 ms N is
/// 8 (1 - 70/80) = 1, of 112 ms 3.
struct VenoGrowth : testing::Test
{
    VenoGrowth()
    {
        flow.Round(70ms);
    }

    VenoControl control;
    Flow flow{control, 8};
};

TEST_F(VenoGrowth, NoEquilibriumAndFullPaceAtFirst)
{
    EXPECT_FALSE(control.IsEquilibrium());
    EXPECT_EQ(flow.CountOpenings(100), 100);
}

// The paper's listing, section 2.2, whose thresholds are 1 and 3.
TEST_F(VenoGrowth, TheThreeRowsOfTheListing)
{
    struct Row
    {
        ns3::Instant rtt;
        bool equilibrium;
        int openings; // of 100 ACKs
    };

    for (const auto& row : {Row{70ms, false, 100},
                            Row{80ms, false, 100},
                            Row{81ms, true, 100},
                            Row{112ms, true, 100},
                            Row{113ms, true, 50},
                            Row{700ms, true, 50}})
    {
        flow.Round(row.rtt);
        SCOPED_TRACE(control.GetEstimator().GetBacklog());
        EXPECT_EQ(control.IsEquilibrium(), row.equilibrium);
        EXPECT_EQ(flow.CountOpenings(100), row.openings);
    }
}

TEST_F(VenoGrowth, EveryOtherAckAcrossEvaluations)
{
    flow.Round(200ms);
    EXPECT_EQ(flow.CountOpenings(1), 0);
    flow.Round(300ms);
    EXPECT_EQ(flow.CountOpenings(1), 1)
        << "an evaluation at half pace does not break the alternation";
    EXPECT_EQ(flow.CountOpenings(1), 0);
    flow.Round(100ms);
    EXPECT_EQ(flow.CountOpenings(2), 2);
    flow.Round(200ms);
    EXPECT_EQ(flow.CountOpenings(1), 0)
        << "half pace begins with an ACK that does not open the window";
}

TEST_F(VenoGrowth, EqualThresholdsAreTheVenoOf2003)
{
    control.alpha = 3;
    flow.Round(112ms);
    EXPECT_FALSE(control.IsEquilibrium());
    EXPECT_EQ(flow.CountOpenings(10), 10);
    flow.Round(113ms);
    EXPECT_TRUE(control.IsEquilibrium());
    EXPECT_EQ(flow.CountOpenings(10), 5);
}

} // namespace VenoControlTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-socket-state.h"

#include <gtest/gtest.h>

namespace TcpKernelControlTests
{

using namespace ns3;

/// A connection whose window is what limits the sender.
struct KernelControlTest : testing::Test
{
    KernelControlTest()
    {
        tcb->m_segmentSize = 1000;
        tcb->m_cWnd = 10000;
        tcb->m_ssThresh = 10000;
        ns3compat::SetCwndLimited(*tcb, true);
    }

    ~KernelControlTest() override
    {
        Simulator::Destroy();
    }

    Ptr<TcpSocketState> tcb = CreateObject<TcpSocketState>();
    Ptr<TcpKernelReno> reno = CreateObject<TcpKernelReno>();
    Ptr<TcpKernelCubic> cubic = CreateObject<TcpKernelCubic>();
};

TEST_F(KernelControlTest, SlowStartEndsAtTheThresholdAndTheRestCounts)
{
    tcb->m_cWnd = 7000;
    reno->IncreaseWindow(tcb, 2);
    EXPECT_EQ(tcb->m_cWnd, 9000);
    reno->IncreaseWindow(tcb, 4); // one to the threshold, three count
    EXPECT_EQ(tcb->m_cWnd, 10000);
    reno->IncreaseWindow(tcb, 6);
    EXPECT_EQ(tcb->m_cWnd, 10000);
    reno->IncreaseWindow(tcb, 1);
    EXPECT_EQ(tcb->m_cWnd, 11000);
}

TEST_F(KernelControlTest, AWindowThatDoesNotLimitStays)
{
    if (!ns3compat::IsCwndLimited(*tcb))
    {
        GTEST_SKIP();
    }
    ns3compat::SetCwndLimited(*tcb, false);
    if (ns3compat::IsCwndLimited(*tcb))
    {
        GTEST_SKIP() << "this release of ns-3 does not tell";
    }
    reno->IncreaseWindow(tcb, 100);
    EXPECT_EQ(tcb->m_cWnd, 10000);
}

TEST_F(KernelControlTest, RenoHalvesWholeSegmentsAndForgetsWhatArrived)
{
    tcb->m_cWnd = 7000;
    tcb->m_ssThresh = 7000;
    reno->IncreaseWindow(tcb, 6);
    EXPECT_EQ(reno->GetSsThresh(tcb, 0), 3000);
    reno->IncreaseWindow(tcb, 6);
    EXPECT_EQ(tcb->m_cWnd, 7000);
    tcb->m_cWnd = 3000;
    EXPECT_EQ(reno->GetSsThresh(tcb, 0), 2000);
}

TEST_F(KernelControlTest, CubicLeavesSevenTenths)
{
    EXPECT_EQ(cubic->GetSsThresh(tcb, 0), 7000);
}

/// @brief ACKs for one segment each, so far apart, with such a round trip.
void
Acknowledge(const Ptr<TcpKernelCubic>& cubic,
            const Ptr<TcpSocketState>& tcb,
            int count,
            Time spacing,
            Time rtt)
{
    for (int i = 0; i < count; ++i)
    {
        Simulator::Stop(spacing);
        Simulator::Run();
        tcb->m_lastAckedSeq += 1000;
        tcb->m_lastRtt = rtt;
        cubic->PktsAcked(tcb, 1, rtt);
    }
}

TEST_F(KernelControlTest, TheCurveCountsWholeJiffies)
{
    // With C = 100 the curve has risen by a segment after cbrt(1/100) s = 215.4 ms: a round trip of
    // 215.2 ms counts as 216.
    cubic->SetAttribute("C", DoubleValue(100));
    tcb->m_cWnd = 10000;
    tcb->m_ssThresh = cubic->GetSsThresh(tcb, 0);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MicroSeconds(215200));
    cubic->IncreaseWindow(tcb, 10);
    EXPECT_EQ(tcb->m_cWnd, 11000);
}

/// @brief Let time pass. @param instant until when
void
WaitUntil(Time instant)
{
    Simulator::Stop(instant - Simulator::Now());
    Simulator::Run();
}

// Sent at 1.501 s was what was acknowledged last, so that of twelve seconds of the curve 1.5 s are
// left: with the round trip of 100 ms 0.4 * 1.6^3 = 1.6, one segment for ten.
TEST_F(KernelControlTest, TheCurveStandsStillWhileNothingIsSent)
{
    tcb->m_ssThresh = cubic->GetSsThresh(tcb, 0);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(100));
    cubic->IncreaseWindow(tcb, 1);
    WaitUntil(MilliSeconds(1001));
    Acknowledge(cubic, tcb, 1, Seconds(1), MilliSeconds(500));
    cubic->CwndEvent(tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    WaitUntil(MilliSeconds(12001));
    cubic->CwndEvent(tcb, TcpSocketState::CA_EVENT_TX_START);
    cubic->IncreaseWindow(tcb, 10);
    EXPECT_EQ(tcb->m_cWnd, 11000);
}

// The curve has risen by 0.98 * t^3 and reaches a round trip ahead: of 300 ms at first.
TEST_F(KernelControlTest, ForASecondAfterAReductionNoRoundTripIsTheLeast)
{
    cubic->SetAttribute("C", DoubleValue(0.98));
    tcb->m_ssThresh = cubic->GetSsThresh(tcb, 0);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(300));
    Acknowledge(cubic, tcb, 1, Time(0), Time(0)); // no round trip was measured
    cubic->IncreaseWindow(tcb, 1);
    Acknowledge(cubic, tcb, 1, MilliSeconds(900), MilliSeconds(10));
    cubic->IncreaseWindow(tcb, 10); // 1.2 s: 1.7, one for ten
    EXPECT_EQ(tcb->m_cWnd, 11000);
    tcb->m_cWnd = 10000;
    Acknowledge(cubic, tcb, 1, MilliSeconds(100), MilliSeconds(10));
    cubic->IncreaseWindow(tcb, 10); // 1.01 s: 1.01; 1.3 s would be 2.2
    EXPECT_EQ(tcb->m_cWnd, 11000);
}

// With C = 100, 300 ms ahead is 2.7 segments: one for five. 100 ms are none.
TEST_F(KernelControlTest, ARoundTripCountsUntilTheWindowOpensAfterAReduction)
{
    cubic->SetAttribute("C", DoubleValue(100));
    tcb->m_ssThresh = cubic->GetSsThresh(tcb, 0);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(300));
    cubic->IncreaseWindow(tcb, 1);
    cubic->GetSsThresh(tcb, 0);
    Acknowledge(cubic, tcb, 1, MilliSeconds(40), MilliSeconds(100));
    cubic->IncreaseWindow(tcb, 10);
    EXPECT_EQ(tcb->m_cWnd, 10000);
    cubic->CongestionStateSet(tcb, TcpSocketState::CA_LOSS);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(300));
    cubic->IncreaseWindow(tcb, 4); // the ten before open one
    EXPECT_EQ(tcb->m_cWnd, 11000);
}

// Without a W_max one segment for twenty is the slowest.
TEST_F(KernelControlTest, ATimeoutForgetsTheCurve)
{
    cubic->SetAttribute("Beta", DoubleValue(0.5));
    tcb->m_ssThresh = cubic->GetSsThresh(tcb, 0);
    EXPECT_EQ(tcb->m_ssThresh, 5000);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(100));
    cubic->IncreaseWindow(tcb, 1);
    cubic->CongestionStateSet(tcb, TcpSocketState::CA_OPEN);
    cubic->CongestionStateSet(tcb, TcpSocketState::CA_LOSS);
    cubic->IncreaseWindow(tcb, 10);
    cubic->IncreaseWindow(tcb, 8);
    EXPECT_EQ(tcb->m_cWnd, 10000);
    cubic->IncreaseWindow(tcb, 1);
    EXPECT_EQ(tcb->m_cWnd, 11000);
    EXPECT_EQ(cubic->GetName(), "TcpKernelCubic");
    EXPECT_EQ(reno->GetName(), "TcpKernelReno");
}

TEST_F(KernelControlTest, HybridSlowStartEndsSlowStartFromSixteenSegmentsOn)
{
    tcb->m_ssThresh = 1000000;
    tcb->m_highTxMark = SequenceNumber32(100000);
    cubic->Init(tcb);
    tcb->m_cWnd = 15000;
    Acknowledge(cubic, tcb, 20, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 1000000);
    tcb->m_cWnd = 16000;
    cubic->Init(tcb);
    Acknowledge(cubic, tcb, 10, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 1000000);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 16000);
}

TEST_F(KernelControlTest, ANewRoundBeginsBehindWhatWasSentLast)
{
    tcb->m_ssThresh = 1000000;
    tcb->m_cWnd = 16000;
    tcb->m_highTxMark = SequenceNumber32(5000);
    cubic->Init(tcb);
    Acknowledge(cubic, tcb, 5, MilliSeconds(1), MilliSeconds(20));
    tcb->m_highTxMark = SequenceNumber32(100000);
    Acknowledge(cubic, tcb, 11, MilliSeconds(1), MilliSeconds(20)); // the first begins the round
    EXPECT_EQ(tcb->m_ssThresh, 1000000);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 16000);
}

TEST_F(KernelControlTest, WithoutHybridSlowStartALossEndsSlowStart)
{
    cubic->SetAttribute("HyStart", BooleanValue(false));
    tcb->m_ssThresh = 1000000;
    tcb->m_cWnd = 16000;
    tcb->m_highTxMark = SequenceNumber32(1000000);
    cubic->Init(tcb);
    Acknowledge(cubic, tcb, 100, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 1000000);
}

TEST_F(KernelControlTest, ATimeoutForgetsTheLeastRoundTripAndThatSlowStartHadEnded)
{
    tcb->m_ssThresh = 1000000;
    tcb->m_cWnd = 16000;
    tcb->m_highTxMark = SequenceNumber32(1000000);
    cubic->Init(tcb);
    Acknowledge(cubic, tcb, 11, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 16000);
    tcb->m_ssThresh = 1000000;
    Acknowledge(cubic, tcb, 20, MilliSeconds(1), MilliSeconds(20));
    EXPECT_EQ(tcb->m_ssThresh, 1000000); // found before
    cubic->CongestionStateSet(tcb, TcpSocketState::CA_LOSS);
    // Half of 40 ms and 1 ms; with the former least round trip it would be the eleventh.
    Acknowledge(cubic, tcb, 20, MilliSeconds(1), MilliSeconds(40));
    EXPECT_EQ(tcb->m_ssThresh, 1000000);
    Acknowledge(cubic, tcb, 1, MilliSeconds(1), MilliSeconds(40));
    EXPECT_EQ(tcb->m_ssThresh, 16000);
}

/// @brief A recovery from 18 segments outstanding, of a window of 20, to 10; two segments arrive.
/// @param law its law @param tcb the connection @return the window after the second one
uint32_t
RecoverFromTwenty(const Ptr<TcpRecoveryOps>& law, const Ptr<TcpSocketState>& tcb)
{
    tcb->m_cWnd = 20000;
    tcb->m_ssThresh = 10000;
    tcb->m_bytesInFlight = 15000;
    ns3compat::EnterRecovery<TcpRecoveryOps>(*law, tcb, 3, 18000, 1000, 0);
    law->UpdateBytesSent(1000);
    ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 1000, false);
    return tcb->m_cWnd;
}

// Of two segments that arrived, 10/18 are two in whole segments, of which one was sent; 10/20 are
// one.
TEST_F(KernelControlTest, ARecoveryDividesByTheWindow)
{
    EXPECT_EQ(RecoverFromTwenty(CreateObject<TcpProportionalRateRecovery>(), tcb), 16000);
    EXPECT_EQ(RecoverFromTwenty(CreateObject<TcpKernelRateRecovery>(), tcb), 15000);
    EXPECT_EQ(RecoverFromTwenty(CreateObject<TcpKernelRateRecovery>()->Fork(), tcb), 15000);
}

TEST_F(KernelControlTest, ACopyBeginsAnewWithTheSameParameters)
{
    cubic->SetAttribute("HyStart", BooleanValue(false));
    tcb->m_cWnd = 7000;
    tcb->m_ssThresh = 7000;
    reno->IncreaseWindow(tcb, 6);
    reno->Fork()->IncreaseWindow(tcb, 1);
    EXPECT_EQ(tcb->m_cWnd, 7000);
    BooleanValue hybrid;
    cubic->Fork()->GetAttribute("HyStart", hybrid);
    EXPECT_FALSE(hybrid.Get());
}

} // namespace TcpKernelControlTests

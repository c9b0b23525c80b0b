/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ns3-compat.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-socket-state.h"

#include <gtest/gtest.h>

namespace TcpRampdownRecoveryTests
{

using namespace ns3;

// FACK paper, section 4.5, in a socket's calls: a window of 10 segments of 1000 octets is halved
// over the round trip, by half of what is delivered. The ACK with ECN's echo is counted once more
// by ns-3's own socket.
TEST(TcpRampdownRecovery, EachDeliveryCountsOnceOnNs3sSocket)
{
    const auto law = CreateObject<TcpRampdownRecovery>();
    const auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = 1000;
    tcb->m_ssThresh = 5000;
    tcb->m_bytesInFlight = 9000;
    for (const auto state : {TcpSocketState::CA_CWR, TcpSocketState::CA_RECOVERY})
    {
        const uint32_t start = state == TcpSocketState::CA_CWR ? 10000 : 9500;
        tcb->m_cWnd = 10000;
        tcb->m_highTxMark = tcb->m_lastAckedSeq + 10000;
        tcb->m_congState = state;
        ns3compat::EnterRecovery<TcpRecoveryOps>(*law, tcb, 3, 9000, 1000, 0);
        EXPECT_EQ(tcb->m_cWnd, start);
        ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 2000, true);
        EXPECT_EQ(tcb->m_cWnd, start - 1000);
        ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 0, true);
        EXPECT_EQ(tcb->m_cWnd, start - 1500) << "a segment";
        EXPECT_EQ(tcb->m_cWndInfl, start - 1500);
        law->ExitRecovery(tcb);
        EXPECT_EQ(tcb->m_cWnd, 5000U);
    }
}

// Where snd.fack is known, nothing else counts.
TEST(RampdownLaw, TheWindowFollowsTheForwardAck)
{
    RampdownLaw law;
    Window window;
    window.mss = 1000;
    window.ssthresh = 5000;
    window.inFlight = 9000;
    window.nxt = 10000;
    for (const auto state : {Window::State::CWR, Window::State::RECOVERY})
    {
        window.cwnd = 10000;
        window.state = state;
        ReductionLaw::Ack ack;
        ack.delivered = 1000;
        law.Begin(window, ack, 3, 9000);
        EXPECT_EQ(window.cwnd, 9500U);
        law.Continue(window, ack);
        EXPECT_EQ(window.cwnd, 9500U) << "snd.fack stood still";
        ack.forwardAdvance = 1000;
        law.Continue(window, ack);
        EXPECT_EQ(window.cwnd, 9000U);
        law.End(window);
        EXPECT_EQ(window.cwnd, 5000U);
    }
}

} // namespace TcpRampdownRecoveryTests

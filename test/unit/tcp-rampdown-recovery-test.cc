/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ns3-compat.h"
#include "ns3/tcp-rampdown-recovery.h"
#include "ns3/tcp-socket-state.h"

#include <gtest/gtest.h>

using namespace ns3;

// FACK paper, section 4.5, in a socket's calls: a window of 10 segments of 1000 octets is halved
// over the round trip, by half of what is delivered. The ACK with ECN's echo is counted once more
// by ns-3's own socket. Once snd.fack is told, nothing else counts in that recovery.
TEST(TcpRampdownRecovery, EachDeliveryCountsOnce)
{
    for (const bool isOurs : {false, true})
    {
        SCOPED_TRACE(isOurs);
        const auto law = CreateObject<TcpRampdownRecovery>();
        const auto tcb = CreateObject<TcpSocketState>();
        tcb->m_segmentSize = 1000;
        tcb->m_ssThresh = 5000;
        tcb->m_bytesInFlight = 9000;
        if (isOurs)
        {
            law->OnProgress({});
        }
        for (const auto state : {TcpSocketState::CA_CWR, TcpSocketState::CA_RECOVERY})
        {
            const bool isCountedAgain = state == TcpSocketState::CA_CWR && !isOurs;
            const uint32_t start = isCountedAgain ? 10000 : 9500;
            tcb->m_cWnd = 10000;
            tcb->m_highTxMark = tcb->m_lastAckedSeq + 10000;
            tcb->m_congState = state;
            ns3compat::EnterRecovery<TcpRecoveryOps>(*law, tcb, 3, 9000, 1000, 0);
            EXPECT_EQ(tcb->m_cWnd, start);
            ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 2000, true);
            EXPECT_EQ(tcb->m_cWnd, start - 1000);
            ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 0, true);
            EXPECT_EQ(tcb->m_cWnd, start - 1500) << "a segment";
            law->OnForwardAck(tcb, 1000);
            EXPECT_EQ(tcb->m_cWnd, start - 2000);
            ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 1000, true);
            EXPECT_EQ(tcb->m_cWnd, start - 2000);
            EXPECT_EQ(tcb->m_cWndInfl, start - 2000);
            law->ExitRecovery(tcb);
            EXPECT_EQ(tcb->m_cWnd, 5000U);
        }
        tcb->m_congState = TcpSocketState::CA_OPEN;
        tcb->m_cWnd = 7000;
        law->OnForwardAck(tcb, 1000);
        EXPECT_EQ(tcb->m_cWnd, 7000U) << "no recovery";
    }
}

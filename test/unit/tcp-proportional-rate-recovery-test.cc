/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ns3-compat.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-socket-state.h"

#include <gtest/gtest.h>

namespace TcpProportionalRateRecoveryTests
{

using namespace ns3;

/// The window after the ACK that begins a recovery: 4000 of 9000 octets outstanding were delivered,
/// 8000 are in flight, ssthresh is 4000, and the window was 10000.
uint32_t
BeginWith(ReductionLaw& law, Window& window)
{
    window.mss = 100;
    window.cwnd = 10000;
    window.ssthresh = 4000;
    window.inFlight = 8000;
    ReductionLaw::Ack ack;
    ack.delivered = 4000;
    ack.sacked = 5000;
    law.Begin(window, ack, 3, 9000);
    return window.cwnd;
}

// RFC 9937, section 6.1: RecoverFS is what was outstanding less what was SACKed, and this ACK's
// share of ssthresh is sent. Linux has the window in its place.
TEST(RateReductionLaw, TheShareIsOfWhatWasInFlight)
{
    RateReductionLaw law;
    Window window;
    EXPECT_EQ(BeginWith(law, window), 8000U + 2000) << "of 9000 + 4000 - 5000";
    law.OnSent(window, 2000);
    // 8000 of 8000 are delivered: 4000 in all.
    window.inFlight = 6000;
    ReductionLaw::Ack ack;
    ack.delivered = 4000;
    law.Continue(window, ack);
    EXPECT_EQ(window.cwnd, 6000U + 2000);

    KernelRateReductionLaw kernel;
    EXPECT_EQ(BeginWith(kernel, window), 8000U + 1600);
}

// ns-3's own socket does not tell what was SACKed: RecoverFS is all that is outstanding.
TEST(TcpProportionalRateRecovery, WhatNs3sSocketTellsIsEnough)
{
    const auto law = CreateObject<TcpProportionalRateRecovery>();
    const auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = 100;
    tcb->m_cWnd = 10000;
    tcb->m_ssThresh = 4000;
    tcb->m_bytesInFlight = 8000;
    ns3compat::EnterRecovery<TcpRecoveryOps>(*law, tcb, 3, 9000, 4000, 5000);
    EXPECT_EQ(tcb->m_cWnd, 8000U + 1800) << "of 9000, in whole segments";
    EXPECT_EQ(tcb->m_cWndInfl, tcb->m_cWnd);
    law->UpdateBytesSent(1800);
    // A duplicate that delivers nothing stands for a segment: 4100 of 9000 of 4000 are 1823.
    tcb->m_bytesInFlight = 7000;
    ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 0, true);
    EXPECT_EQ(tcb->m_cWnd, 7000U + 100);
}

} // namespace TcpProportionalRateRecoveryTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/ns3-compat.h"
#include "ns3/tcp-proportional-rate-recovery.h"
#include "ns3/tcp-socket-state.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// The window after the ACK that begins a recovery: 4000 of 9000 octets outstanding were delivered,
/// 8000 are in flight, ssthresh is 4000, and the window was 10000.
uint32_t
BeginWith(const Ptr<TcpProportionalRateRecovery>& law, const Ptr<TcpSocketState>& tcb, bool isTold)
{
    tcb->m_segmentSize = 100;
    tcb->m_cWnd = 10000;
    tcb->m_ssThresh = 4000;
    tcb->m_bytesInFlight = 8000;
    if (isTold)
    {
        RecoveryLaw::Progress progress;
        progress.sacked = 5000;
        law->OnProgress(progress);
    }
    ns3compat::EnterRecovery<TcpRecoveryOps>(*law, tcb, 3, 9000, 4000, 5000);
    return tcb->m_cWnd;
}

} // namespace

// RFC 9937, section 6.1: RecoverFS is what was outstanding less what was SACKed, and this ACK's
// share of ssthresh is sent. Linux has the window in its place.
TEST(TcpProportionalRateRecovery, TheShareIsOfWhatWasInFlight)
{
    const auto tcb = CreateObject<TcpSocketState>();
    const auto law = CreateObject<TcpProportionalRateRecovery>();
    EXPECT_EQ(BeginWith(law, tcb, true), 8000U + 2000) << "of 9000 + 4000 - 5000";
    EXPECT_EQ(tcb->m_cWndInfl, tcb->m_cWnd);
    law->UpdateBytesSent(2000);
    // 8000 of 8000 are delivered: 4000 in all.
    tcb->m_bytesInFlight = 6000;
    law->OnProgress({});
    ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, 4000, true);
    EXPECT_EQ(tcb->m_cWnd, 6000U + 2000);
    tcb->m_cWndInfl = 1;
    law->ExitRecovery(tcb);
    EXPECT_EQ(tcb->m_cWndInfl, tcb->m_cWnd);

    EXPECT_EQ(BeginWith(law, tcb, false), 8000U + 1800) << "of 9000, in whole segments";
    EXPECT_EQ(BeginWith(CreateObject<TcpKernelRateRecovery>(), tcb, true), 8000U + 1600);
}

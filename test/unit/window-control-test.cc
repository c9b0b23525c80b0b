/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/window-control.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3test;

TEST(WindowControl, AnEchoFarAboveTheLastReductionReduces)
{
    // RFC 3168, section 6.1.2: once per window of data, however many octets lie between two.
    constexpr uint64_t FAR = 3'000'000; // segments: more than 2^31 octets
    auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = MSS;
    tcb->m_cWnd = 10 * MSS;
    tcb->m_ssThresh = 8 * MSS;
    const auto sender = MakeSent(MakeSender(Kind::SACK), 10);
    WindowControl window(tcb,
                         CreateObject<TcpNewReno>(),
                         CreateObject<TcpClassicRecovery>(),
                         *sender);
    window.OnTimeout(false);
    ASSERT_EQ(tcb->m_congState, TcpSocketState::CA_LOSS);
    sender->OnAck(Ack(10));
    window.OnEcho({});
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_LOSS) << "data from before the timeout";

    sender->OnSent(Segments(10, FAR));
    sender->OnAck(Ack(FAR));
    window.OnEcho({});
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_CWR);
}

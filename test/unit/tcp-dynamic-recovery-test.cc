/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The law by itself, as a socket calls it. Segments have 1000 octets; the window was 10 of them,
// and ssthresh is 6.

#include "socket-parts.h"

#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>

namespace TcpDynamicRecoveryTests
{

using namespace ns3;

struct Connection
{
    Ptr<TcpDynamicRecovery> law{CreateObject<TcpDynamicRecovery>()};
    Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};

    explicit Connection(TcpSocketState::TcpCongState_t state, uint32_t inFlight = 0)
    {
        tcb->m_segmentSize = 1000;
        tcb->m_cWnd = 10000;
        tcb->m_ssThresh = 6000;
        tcb->m_bytesInFlight = inFlight;
        tcb->m_minRtt = Time(0);
        tcb->m_congState = state;
    }

    uint32_t Begin(uint32_t dupAcks, uint32_t outstanding, uint32_t delivered)
    {
        tcb->m_highTxMark = tcb->m_lastAckedSeq + std::max(outstanding, 10000U);
        ns3compat::EnterRecovery<TcpRecoveryOps>(*law, tcb, dupAcks, outstanding, delivered, 0);
        return tcb->m_cWnd;
    }

    /// An ACK that moves nothing, some times.
    uint32_t Continue(int times, uint32_t delivered)
    {
        for (int i = 0; i < times; ++i)
        {
            ns3compat::DoRecovery<TcpRecoveryOps>(*law, tcb, delivered, true);
        }
        return tcb->m_cWnd;
    }
};

// Limited transmit sends beyond the window on each duplicate ACK but the last one: what it has sent
// has its part of the first round trip already.
TEST(TcpDynamicRecovery, WhatLimitedTransmitSentIsNotReleasedAgain)
{
    struct
    {
        uint32_t dupAcks;
        uint32_t outstanding;
        uint32_t window;
    } const rows[] = {
        {3, 12000, 12000 + 2400 - 2000},
        {2, 12000, 12000 + 1800 - 1000},
        {3, 10000, 12000 + 2400}, // within the window
        {0, 12000, 12000 + 1000}, // a timer, or time alone, has found the loss
    };

    for (const auto& row : rows)
    {
        Connection t(TcpSocketState::CA_RECOVERY, 12000);
        EXPECT_EQ(t.Begin(row.dupAcks, row.outstanding, 1000), row.window)
            << row.dupAcks << " of " << row.outstanding;
    }
}

// With SACK the sender knows better than by duplicate ACKs what has left the network.
TEST(TcpDynamicRecovery, WhatHasLeftIsKnownOrCounted)
{
    Connection known(TcpSocketState::CA_RECOVERY, 5000);
    EXPECT_EQ(known.Begin(3, 12000, 1000), 5000U + 4200 - 2000) << "7 segments";
    Connection counted(TcpSocketState::CA_RECOVERY, 5000);
    EXPECT_EQ(counted.Begin(3, 12000, 0), 5000U + 2400 - 2000) << "4 segments";
}

// ECN's echo: nothing is lost, and when all ten segments are delivered ssthresh is reached. The ACK
// with the echo is the first of them; ns-3's own socket tells of it once more.
TEST(TcpDynamicRecovery, AnEchoDeflatesByAllThatIsDelivered)
{
    for (const uint32_t delivered : {1000, 0})
    {
        Connection t(TcpSocketState::CA_CWR);
        EXPECT_EQ(t.Begin(0, 10000 - delivered, delivered), 1000U) << "one segment at least";
        EXPECT_EQ(t.Continue(5, delivered), 3000U);
        EXPECT_EQ(t.Continue(5, delivered), 6000U);
        t.law->ExitRecovery(t.tcb);
        EXPECT_EQ(t.tcb->m_ssThresh, 6000U);
        EXPECT_EQ(t.tcb->m_cWnd, 6000U);
    }
}

// The same from a connection that tells all of its ACKs.
TEST(DynamicRecoveryLaw, AnEchoDeflatesByAllThatIsDelivered)
{
    for (const uint32_t delivered : {1000, 0})
    {
        DynamicRecoveryLaw law;
        Window window;
        window.mss = 1000;
        window.cwnd = 10000;
        window.ssthresh = 6000;
        window.nxt = 10000;
        window.state = Window::State::CWR;
        ReductionLaw::Ack ack;
        ack.delivered = delivered;
        law.Begin(window, ack, 0, 10000 - delivered);
        EXPECT_EQ(window.cwnd, 1000U) << "one segment at least";
        const auto hear = [&](int times) {
            for (int i = 0; i < times; ++i)
            {
                law.Continue(window, ack);
            }
            return window.cwnd;
        };
        EXPECT_EQ(hear(4), 3000U);
        EXPECT_EQ(hear(5), 6000U);
        window.state = Window::State::OPEN;
        law.End(window);
        EXPECT_EQ(window.ssthresh, 6000U);
        EXPECT_EQ(window.cwnd, 6000U);
    }
}

// Four segments are in flight, and twenty duplicates arrive at once: so soon, or where no round
// trip was measured, they are no news of what was sent again.
TEST(DynamicRecoveryLaw, NothingIsLostAgainBeforeARoundTrip)
{
    using namespace std::chrono_literals;
    for (const Instant minRtt : {Instant::max(), Instant(800us), Instant(1600us)})
    {
        DynamicRecoveryLaw law;
        Window window;
        window.minRtt = minRtt;
        window.mss = 1000;
        window.cwnd = 10000;
        window.ssthresh = 6000;
        window.nxt = 10000;
        window.inFlight = 4000;
        window.state = Window::State::RECOVERY;
        ReductionLaw::Ack ack;
        ack.delivered = 1000;
        law.Begin(window, ack, 3, 8000);
        for (int i = 0; i < 20; ++i)
        {
            law.Continue(window, ack);
        }
        EXPECT_FALSE(law.TakeLostHead()) << minRtt.count();
        window.now += 2ms;
        law.Continue(window, ack);
        EXPECT_EQ(law.TakeLostHead(), minRtt < 2ms) << minRtt.count();
    }
}

// Four segments are in flight: six duplicates are more than those and one.
TEST(TcpDynamicRecovery, ALostRetransmissionIsToldOnceAndByNothingLater)
{
    const std::function<void(Connection&)> later[] = {
        [](Connection& t) { t.Continue(1, 1000); },
        [](Connection& t) { t.Begin(3, 8000, 1000); },
        [](Connection& t) { t.law->ExitRecovery(t.tcb); },
        [](Connection& t) { t.tcb->m_congState = TcpSocketState::CA_LOSS; },
        [](Connection& t) { t.law->TakeLostHead(); },
    };
    for (const auto& event : later)
    {
        Connection t(TcpSocketState::CA_RECOVERY, 4000);
        t.Begin(3, 8000, 1000);
        t.Continue(5, 1000);
        EXPECT_FALSE(t.law->TakeLostHead());
        t.Continue(1, 1000);
        event(t);
        EXPECT_FALSE(t.law->TakeLostHead());
        t.tcb->m_congState = TcpSocketState::CA_RECOVERY;
        t.Begin(3, 8000, 1000);
        t.Continue(6, 1000);
        EXPECT_TRUE(t.law->TakeLostHead());
    }
}

// A timeout makes an end of it, and leaves the window to the socket.
TEST(TcpDynamicRecovery, ATimeoutEndsTheDeflation)
{
    Connection t(TcpSocketState::CA_RECOVERY, 4000);
    t.Begin(3, 8000, 1000);
    t.tcb->m_cWnd = 1000;
    t.tcb->m_congState = TcpSocketState::CA_LOSS;
    EXPECT_EQ(t.Continue(3, 1000), 1000U);

    Connection first(TcpSocketState::CA_RECOVERY, 4000);
    const auto window = first.Begin(3, 8000, 1000);
    first.law->ExitRecovery(first.tcb);
    EXPECT_EQ(first.tcb->m_cWnd, window) << "still in recovery: the timer's window comes after it";
    EXPECT_EQ(first.tcb->m_ssThresh, 6000U);
}

// Each looks once for its socket among all of the node.
TEST(TcpDynamicRecovery, ToFindSocketsTakesLessTimeThanToMakeThem)
{
    void (*const recover)() = [] {
        for (int i = 0; i < 100; ++i)
        {
            Connection(TcpSocketState::CA_RECOVERY, 12000).Begin(3, 12000, 1000);
        }
    };
    ExpectLooksToTakeLessThanTheSockets([recover](Ptr<Node> node) {
        Simulator::ScheduleWithContext(node->GetId(), Time(0), recover);
        Simulator::Run();
    });
    Simulator::Destroy();
}

} // namespace TcpDynamicRecoveryTests

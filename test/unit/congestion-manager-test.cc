/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/congestion-manager.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace ns3;
using namespace ns3test;

namespace
{

/// Counts what a recovery law is told.
class ListeningLaw : public TcpClassicRecovery
{
  public:
    void UpdateBytesSent(uint32_t octets) override
    {
        sent += octets;
    }

    void ExitRecovery(Ptr<TcpSocketState> tcb) override
    {
        ++exits;
        TcpClassicRecovery::ExitRecovery(tcb);
    }

    uint64_t sent{0};  //!< octets
    uint32_t exits{0}; //!< recoveries that ended
};

/// A window of ten segments of which the third duplicate ACK begins a recovery.
struct InRecovery
{
    InRecovery()
    {
        tcb->m_segmentSize = MSS;
        tcb->m_cWnd = 10 * MSS;
        tcb->m_ssThresh = 8 * MSS;
        for (const uint64_t reported : {1, 2, 3})
        {
            window.OnSent(MSS);
            window.OnAck(sender->OnAck(Ack(0, {{reported, reported + 1}})), false);
        }
    }

    Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};
    Ptr<ListeningLaw> law{CreateObject<ListeningLaw>()};
    SenderPtr sender{MakeSent(MakeSender(Kind::SACK), 10)};
    CongestionManager window{tcb, CreateObject<TcpNewReno>(), law, *sender};
};

} // namespace

TEST(CongestionManager, AnEchoFarAboveTheLastReductionReduces)
{
    // RFC 3168, section 6.1.2: once per window of data, however many octets lie between two.
    constexpr uint64_t FAR = 3'000'000; // segments: more than 2^31 octets
    auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = MSS;
    tcb->m_cWnd = 10 * MSS;
    tcb->m_ssThresh = 8 * MSS;
    const auto sender = MakeSent(MakeSender(Kind::SACK), 10);
    CongestionManager window(tcb,
                             CreateObject<TcpNewReno>(),
                             CreateObject<TcpClassicRecovery>(),
                             *sender);
    window.OnTimeout(false, false);
    ASSERT_EQ(tcb->m_congState, TcpSocketState::CA_LOSS);
    sender->OnAck(Ack(10));
    window.OnEcho({});
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_LOSS) << "data from before the timeout";

    sender->OnSent(Segments(10, FAR));
    sender->OnAck(Ack(FAR));
    window.OnEcho({});
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_CWR);
}

TEST(CongestionManager, ALawHearsOfWhatIsSentInItsRecoveryOnly)
{
    InRecovery connection;
    ASSERT_EQ(connection.tcb->m_congState, TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.law->sent, 0) << "before it";
    connection.window.OnSent(MSS);
    connection.window.OnSent(1);
    EXPECT_EQ(connection.law->sent, MSS + 1);
}

TEST(CongestionManager, ATimeoutEndsALawsRecoveryOnce)
{
    InRecovery connection;
    EXPECT_TRUE(connection.window.OnTimeout(true, false));
    EXPECT_EQ(connection.law->exits, 1U);
    EXPECT_FALSE(connection.window.OnTimeout(true, false)) << "none is left";
    EXPECT_EQ(connection.law->exits, 1U);
}

TEST(CongestionManager, ATimeoutWithinARecoveryReducesUnlessOnceIsEnough)
{
    InRecovery again;
    again.window.OnTimeout(false, false);
    EXPECT_LT(again.tcb->m_ssThresh.Get(), 5 * MSS);

    InRecovery once;
    ASSERT_EQ(once.tcb->m_ssThresh.Get(), 5 * MSS) << "half of ten segments";
    once.window.OnTimeout(false, true);
    EXPECT_EQ(once.tcb->m_ssThresh.Get(), 5 * MSS);
    EXPECT_EQ(once.tcb->m_cWnd.Get(), MSS);

    // The recovery is over: the next one reduces, unless it is repeated.
    once.tcb->m_cWnd = 6 * MSS;
    once.window.OnTimeout(true, true);
    EXPECT_EQ(once.tcb->m_ssThresh.Get(), 5 * MSS);
    once.tcb->m_cWnd = 6 * MSS;
    once.window.OnTimeout(false, true);
    EXPECT_EQ(once.tcb->m_ssThresh.Get(), 3 * MSS);
}

TEST(CongestionManager, SlowStartOpensToTwiceWhatIsOutstanding)
{
    auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = MSS;
    tcb->m_cWnd = 10 * MSS;
    tcb->m_ssThresh = UINT32_MAX;
    const auto sender = MakeSent(MakeSender(Kind::SACK), 6);
    CongestionManager window(tcb,
                             CreateObject<TcpNewReno>(),
                             CreateObject<TcpClassicRecovery>(),
                             *sender);
    window.OnSent(MSS);
    // The peer's window lets six segments go at a time, for many round trips.
    for (uint64_t segment = 0; segment < 1000; ++segment)
    {
        window.OnAck(sender->OnAck(Ack(segment + 1)), true);
        sender->OnSent(Segments(segment + 6));
        window.OnSent(MSS);
    }
    EXPECT_EQ(tcb->m_cWnd.Get(), 12 * MSS);

    // It has opened.
    sender->OnSent(Segments(1006, 6));
    window.OnSent(MSS);
    window.OnAck(sender->OnAck(Ack(1001)), true);
    EXPECT_EQ(tcb->m_cWnd.Get(), 13 * MSS);
}

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

/// A sender whose window holds ten segments, which have gone. Segments are counted from 0.
struct Connection
{
    Connection()
    {
        tcb->m_segmentSize = MSS;
        tcb->m_cWnd = 10 * MSS;
        tcb->m_ssThresh = 8 * MSS;
        Send(0, 10);
    }

    void Send(uint64_t first, uint64_t count)
    {
        for (uint64_t segment = first; segment < first + count; ++segment)
        {
            sender->OnSent(Segments(segment));
            window.OnSent(MSS);
        }
    }

    /// An ACK arrives, as at TcpDataSender. @param event the ACK @param echo with ECN's echo
    CongestionManager::Reaction Hear(const AckEvent& event, bool echo = false)
    {
        const auto& outcome = sender->OnAck(event);
        const bool isNew = outcome.arrived.acknowledged > 0;
        if (isNew)
        {
            window.OnAdvance();
            if (echo)
            {
                window.OnEcho(outcome);
            }
        }
        return window.OnAck(outcome, isNew);
    }

    /// Three others arrive, and the segment does not.
    void Lose(uint64_t segment)
    {
        for (uint64_t count = 1; count <= 3; ++count)
        {
            Hear(Ack(segment, {{segment + 1, segment + 1 + count}}));
        }
    }

    /// The retransmission timer expires. @param headSentAgain the oldest segment went before
    bool TimeOut(bool headSentAgain)
    {
        const bool left = window.OnTimeout(headSentAgain, false);
        sender->OnTimeout();
        return left;
    }

    TcpSocketState::TcpCongState_t GetState() const
    {
        return tcb->m_congState;
    }

    Ptr<TcpSocketState> tcb{CreateObject<TcpSocketState>()};
    Ptr<ListeningLaw> law{CreateObject<ListeningLaw>()};
    SenderPtr sender{MakeSender(Kind::SACK)};
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
    Connection connection;
    connection.Lose(0);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.law->sent, 0) << "before it";
    connection.window.OnSent(MSS);
    connection.window.OnSent(1);
    EXPECT_EQ(connection.law->sent, MSS + 1);
}

TEST(CongestionManager, ATimeoutEndsALawsRecoveryOnce)
{
    Connection connection;
    connection.Lose(0);
    EXPECT_TRUE(connection.window.OnTimeout(true, false));
    EXPECT_EQ(connection.law->exits, 1U);
    EXPECT_FALSE(connection.window.OnTimeout(true, false)) << "none is left";
    EXPECT_EQ(connection.law->exits, 1U);
}

TEST(CongestionManager, ATimeoutWithinARecoveryReducesUnlessOnceIsEnough)
{
    Connection again;
    again.Lose(0);
    again.window.OnTimeout(false, false);
    EXPECT_LT(again.tcb->m_ssThresh.Get(), 5 * MSS);

    Connection once;
    once.Lose(0);
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

// RFC 5681, section 3.2 and equation 4: half of what is in flight, once for all losses of a window;
// the next window has its own.
TEST(CongestionManager, EachWindowWithLossesIsReducedOnce)
{
    Connection connection;
    connection.Lose(0);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    EXPECT_EQ(connection.tcb->m_cWnd, 5 * MSS);
    EXPECT_TRUE(connection.window.TakeCwr());
    EXPECT_FALSE(connection.window.TakeCwr()) << "once";

    connection.Hear(Ack(5, {{6, 9}}));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY) << "another loss of the window";
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    EXPECT_TRUE(connection.Hear(Ack(10)).left);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(connection.tcb->m_cWnd, 5 * MSS);
    EXPECT_EQ(connection.law->exits, 1U);
    EXPECT_FALSE(connection.window.TakeCwr());

    connection.Send(10, 5);
    connection.Lose(10);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS / 2);
    EXPECT_EQ(connection.tcb->m_cWnd, 5 * MSS / 2);
    EXPECT_TRUE(connection.window.TakeCwr());
    EXPECT_TRUE(connection.Hear(Ack(15)).left);
    EXPECT_EQ(connection.law->exits, 2U);
}

// What is in flight may be more than the window, which was reduced: it counts as far as the window
// goes.
TEST(CongestionManager, AReductionIsOfTheWindowAtMost)
{
    Connection connection;
    connection.tcb->m_cWnd = 6 * MSS;
    connection.Lose(0);
    EXPECT_EQ(connection.tcb->m_ssThresh, 3 * MSS);
}

// RFC 3168, section 6.1.2: neither does an echo reduce what a loss has reduced, nor a loss what an
// echo has.
TEST(CongestionManager, AnEchoAndALossOfOneWindowReduceOnce)
{
    Connection connection;
    connection.Lose(0);
    connection.Hear(Ack(5, {{6, 9}}), true);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    connection.Hear(Ack(10), true);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN) << "sent before the reduction";

    connection.Send(10, 4);
    connection.Hear(Ack(11), true);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_CWR);
    EXPECT_EQ(connection.tcb->m_ssThresh, 2 * MSS) << "two at least; three are in flight";
    connection.Hear(Ack(12), true);
    EXPECT_EQ(connection.tcb->m_ssThresh, 2 * MSS);
    connection.Send(14, 3);
    connection.Lose(12);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.tcb->m_ssThresh, 2 * MSS);
}

TEST(CongestionManager, AnEchosReductionEndsWithItsWindow)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_CWR);
    EXPECT_EQ(connection.tcb->m_ssThresh, 9 * MSS / 2);
    EXPECT_TRUE(connection.window.TakeCwr());
    connection.Hear(Ack(9));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_CWR);
    connection.Hear(Ack(10));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    // It goes to ssthresh, and the ACK opens it by 1000 * 1000 / 4500 octets.
    EXPECT_EQ(connection.tcb->m_cWnd, 4500U + 222U);
    EXPECT_EQ(connection.law->exits, 1U);
}

// RFC 5681, section 3.1: what a timeout has sent again, and is lost again, keeps ssthresh.
TEST(CongestionManager, TimeoutsReduceOnceForASegment)
{
    Connection connection;
    EXPECT_FALSE(connection.TimeOut(false));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_LOSS);
    EXPECT_EQ(connection.tcb->m_cWnd, MSS);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    connection.tcb->m_cWnd = 4 * MSS;
    connection.TimeOut(true);
    EXPECT_EQ(connection.tcb->m_cWnd, MSS);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    connection.tcb->m_cWnd = 8 * MSS;
    connection.TimeOut(false);
    EXPECT_EQ(connection.tcb->m_ssThresh, 4 * MSS) << "another segment's first timeout";
}

TEST(CongestionManager, WhatIsInFlightMayStayInTheWindow)
{
    Connection connection;
    connection.TimeOut(false);
    connection.sender->OnSent(Segments(0, 3));
    connection.window.KeepFlight();
    EXPECT_EQ(connection.tcb->m_cWnd, 4 * MSS) << "one, and three that are out";
}

// RFC 8985, section 7.4: one reduction, from what was out before the ACK, and nothing else.
TEST(CongestionManager, AProbesRepairReducesOnce)
{
    Connection connection;
    AckOutcome outcome;
    outcome.turn.probeRepaired = true;
    outcome.arrived.acknowledged = 2 * MSS;
    connection.sender->OnAck(Ack(2));
    connection.window.OnAck(outcome, false);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    EXPECT_EQ(connection.tcb->m_cWnd, 5 * MSS);
    EXPECT_TRUE(connection.window.TakeCwr());

    connection.Lose(2);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    const auto threshold = connection.tcb->m_ssThresh.Get();
    outcome.arrived.acknowledged = 0;
    connection.window.OnAck(outcome, false);
    EXPECT_EQ(connection.tcb->m_ssThresh, threshold) << "a recovery has reduced the window";
}

TEST(CongestionManager, ANeedlessReductionIsGivenBack)
{
    Connection connection;
    AckOutcome undone;
    undone.turn.undone = true;
    for (int time = 1; time <= 2; ++time)
    {
        SCOPED_TRACE(time);
        connection.Lose(10 * (time - 1));
        ASSERT_EQ(connection.tcb->m_cWnd, 5 * MSS);
        EXPECT_TRUE(connection.window.OnAck(undone, false).left);
        EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
        EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
        EXPECT_EQ(connection.tcb->m_ssThresh, 8 * MSS);
        EXPECT_EQ(connection.law->exits, static_cast<uint32_t>(time));
        connection.sender->OnAck(Ack(10 * time));
        connection.Send(10 * time, 10);
    }
}

// The timeouts of one repair are taken back together, to what was before the first.
TEST(CongestionManager, TimeoutsAreGivenBackTogether)
{
    Connection connection;
    connection.TimeOut(false);
    connection.TimeOut(false);
    EXPECT_LT(connection.tcb->m_ssThresh, 5 * MSS);
    AckOutcome undone;
    undone.turn.undone = true;
    EXPECT_FALSE(connection.window.OnAck(undone, false).left) << "no recovery";
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
    EXPECT_EQ(connection.tcb->m_ssThresh, 8 * MSS);
}

// Congestion was told: who gives back a loss's reduction does not give back that.
TEST(CongestionManager, AnEchosReductionIsNotGivenBack)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_CWR);
    const auto reduced = connection.tcb->m_cWnd.Get();
    ASSERT_LT(reduced, 10 * MSS);
    AckOutcome undone;
    undone.turn.undone = true;
    connection.window.OnAck(undone, false);
    EXPECT_EQ(connection.tcb->m_cWnd, reduced);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_CWR);
}

TEST(CongestionManager, AnotherLawBeginsWithTheNextRecovery)
{
    Connection connection;
    connection.Lose(0);
    const auto next = CreateObject<ListeningLaw>();
    connection.window.SetRecovery(next);
    connection.Send(10, 1);
    EXPECT_EQ(next->sent, 0U);
    connection.Hear(Ack(11));
    EXPECT_EQ(connection.law->exits, 1U);
    EXPECT_EQ(next->exits, 0U);
    connection.Send(11, 10);
    connection.Lose(11);
    connection.Hear(Ack(21));
    EXPECT_EQ(connection.law->exits, 1U);
    EXPECT_EQ(next->exits, 1U);
}

TEST(CongestionManager, AnIdleTimeOnlyShrinksTheWindow)
{
    Connection connection;
    connection.window.OnIdle(12 * MSS);
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
    connection.window.OnIdle(3 * MSS);
    EXPECT_EQ(connection.tcb->m_cWnd, 3 * MSS);
}

// As Linux does it: the ACK that ends a recovery opens the window, too, by what it delivers.
TEST(CongestionManager, TheLastAckOfARecoveryMayOpen)
{
    for (const bool opens : {false, true})
    {
        Connection connection;
        if (opens)
        {
            connection.window.OpenByDelivered();
        }
        connection.tcb->m_ssThresh = 20 * MSS;
        connection.Lose(0);
        ASSERT_EQ(connection.tcb->m_cWnd, 5 * MSS);
        // 5 of 10 arrive now: in congestion avoidance one segment in 5 more.
        connection.Hear(Ack(10));
        EXPECT_EQ(connection.tcb->m_cWnd > 5 * MSS, opens);
    }
}

// A duplicate ACK alone is no loss.
TEST(CongestionManager, DisorderEndsWithTheNextNewAck)
{
    Connection connection;
    connection.tcb->m_ssThresh = 100 * MSS;
    connection.Hear(Ack(0, {{1, 2}}));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_DISORDER);
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
    connection.Hear(Ack(2));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    EXPECT_GT(connection.tcb->m_cWnd, 10 * MSS);
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/congestion-manager.h"
#include "ns3/ns3-compat.h"
#include "ns3/recovery-law.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3test;

namespace
{

/// Counts what a recovery law is told; may leave the window as it is when a recovery begins.
class ListeningLaw : public TcpClassicRecovery
{
  public:
    void EnterRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t duplicates,
                       uint32_t unacknowledged,
                       uint32_t delivered) override
    {
        if (!isIdle)
        {
            TcpClassicRecovery::EnterRecovery(tcb, duplicates, unacknowledged, delivered);
        }
    }

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
    bool isIdle{false};
};

/// Writes down what a congestion control is told; may have the window for itself, as BBR has.
class ListeningControl : public TcpNewReno
{
  public:
    void PktsAcked(Ptr<TcpSocketState>, uint32_t segments, const Time&) override
    {
        arrived.push_back(segments);
    }

    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segments) override
    {
        opened.push_back(segments);
        TcpNewReno::IncreaseWindow(tcb, segments);
    }

    void CongestionStateSet(Ptr<TcpSocketState>, TcpSocketState::TcpCongState_t state) override
    {
        states.push_back(state);
    }

    void CwndEvent(Ptr<TcpSocketState>, TcpSocketState::TcpCAEvent_t event) override
    {
        events.push_back(event);
    }

    bool HasCongControl() const override
    {
        return ownsWindow;
    }

    std::vector<uint32_t> arrived;                      //!< segments, by each ACK
    std::vector<uint32_t> opened;                       //!< segments that open the window
    std::vector<TcpSocketState::TcpCongState_t> states; //!< one after another
    std::vector<TcpSocketState::TcpCAEvent_t> events;   //!< one after another
    bool ownsWindow{false};                             //!< nobody else changes it
};

using Counts = std::vector<uint32_t>;
using States = std::vector<TcpSocketState::TcpCongState_t>;
using Events = std::vector<TcpSocketState::TcpCAEvent_t>;

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
        const bool isNew = outcome.delivered.acknowledged > 0;
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
    Ptr<ListeningControl> control{CreateObject<ListeningControl>()};
    SenderPtr sender{MakeSender(Kind::SACK)};
    CongestionManager window{tcb, control, law, *sender};
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

// Laws that repair later losses, too, prolong a recovery beyond the data that were under way when
// it began. The recovery is left by its own end, and the law goes on.
TEST(CongestionManager, AnEchoWithinARecoveryDoesNotEndIt)
{
    Connection connection;
    connection.Lose(0);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    const uint32_t threshold = connection.tcb->m_ssThresh;
    connection.sender->OnSent(Segments(10, 20));
    connection.sender->OnAck(Ack(12));
    connection.window.OnEcho({});
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.tcb->m_ssThresh.Get(), threshold);
}

// As ns-3's socket, for the trace of the window.
TEST(CongestionManager, AnEchoShowsTheThresholdBeforeTheLawBringsTheWindowDown)
{
    Connection connection;
    connection.law->isIdle = true;
    connection.sender->OnAck(Ack(2));
    connection.window.OnEcho({});
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
    EXPECT_EQ(connection.tcb->m_ssThresh, 4 * MSS) << "half of the eight segments in flight";
    EXPECT_EQ(connection.tcb->m_cWndInfl, 4 * MSS);
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
    EXPECT_EQ(connection.tcb->m_cWndInfl, 4 * MSS);
}

// RFC 8985, section 7.4: one reduction, from what was out before the ACK, and nothing else.
TEST(CongestionManager, AProbesRepairReducesOnce)
{
    Connection connection;
    AckOutcome outcome;
    outcome.recovery.probeRepaired = true;
    outcome.delivered.acknowledged = 2 * MSS;
    connection.sender->OnAck(Ack(2));
    connection.window.OnAck(outcome, false);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(connection.tcb->m_ssThresh, 5 * MSS);
    EXPECT_EQ(connection.tcb->m_cWnd, 5 * MSS);
    EXPECT_TRUE(connection.window.TakeCwr());

    EXPECT_EQ(connection.tcb->m_cWndInfl, 5 * MSS);

    connection.Lose(2);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    const auto threshold = connection.tcb->m_ssThresh.Get();
    outcome.delivered.acknowledged = 0;
    connection.window.OnAck(outcome, false);
    EXPECT_EQ(connection.tcb->m_ssThresh, threshold) << "a recovery has reduced the window";

    Connection small;
    small.tcb->m_cWnd = 6 * MSS;
    outcome.delivered.acknowledged = 2 * MSS;
    small.sender->OnAck(Ack(2));
    small.window.OnAck(outcome, false);
    EXPECT_EQ(small.tcb->m_ssThresh, 3 * MSS) << "the window at most";
}

TEST(CongestionManager, ANeedlessReductionIsGivenBack)
{
    Connection connection;
    AckOutcome undone;
    undone.recovery.undone = true;
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
    undone.recovery.undone = true;
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
    undone.recovery.undone = true;
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

// An ACK of less than a segment counts with the next one's rest.
TEST(CongestionManager, AControlHearsOfWholeSegments)
{
    Connection connection;
    const auto hear = [&connection](uint64_t acknowledged, uint64_t delivered, bool duplicate) {
        AckOutcome outcome;
        outcome.delivered.acknowledged = acknowledged;
        outcome.delivered.octets = delivered;
        outcome.recovery.duplicate = duplicate;
        connection.window.OnAck(outcome, acknowledged > 0);
    };
    hear(MSS, MSS, false);
    hear(600, 600, false);
    hear(600, 600, false);
    EXPECT_EQ(connection.control->arrived, (Counts{1, 0, 1}));
    EXPECT_EQ(connection.control->opened, (Counts{1, 1}));
    connection.control->arrived.clear();
    hear(0, 700, true);
    EXPECT_EQ(connection.control->arrived, Counts{}) << "a duplicate of less";
    hear(0, 100, true);
    EXPECT_EQ(connection.control->arrived, Counts{1});
    hear(0, MSS, false);
    EXPECT_EQ(connection.control->arrived, Counts{1}) << "neither new nor a duplicate";
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_DISORDER);
}

// RFC 5681, section 3.1; two segments always count (RFC 3465, section 2.2).
TEST(CongestionManager, SlowStartEndsAtItsThreshold)
{
    struct Case
    {
        uint32_t threshold;
        uint32_t opened;
    };

    for (const auto& [threshold, opened] : {Case{10 * MSS + 1, 2},
                                            Case{13 * MSS, 3},
                                            Case{13 * MSS + 1, 4},
                                            Case{100 * MSS, 6},
                                            Case{10 * MSS, 6}})
    {
        SCOPED_TRACE(threshold);
        Connection connection;
        connection.tcb->m_ssThresh = threshold;
        connection.Hear(Ack(6));
        EXPECT_EQ(connection.control->opened, Counts{opened});
        EXPECT_EQ(connection.tcb->m_cWndInfl, connection.tcb->m_cWnd);
    }
}

// States are told before they are there, in the order of what happens.
TEST(CongestionManager, AControlHearsOfStatesAndEvents)
{
    Connection connection;
    connection.Lose(0);
    EXPECT_EQ(connection.control->events, Events{});
    connection.Hear(Ack(10));
    EXPECT_EQ(connection.control->states,
              (States{TcpSocketState::CA_DISORDER,
                      TcpSocketState::CA_RECOVERY,
                      TcpSocketState::CA_OPEN}));
    EXPECT_EQ(connection.control->events, Events{TcpSocketState::CA_EVENT_COMPLETE_CWR});

    connection.control->states.clear();
    connection.control->events.clear();
    connection.Send(10, 4);
    connection.Hear(Ack(11), true);
    EXPECT_EQ(connection.tcb->m_cWndInfl, connection.tcb->m_ssThresh);
    connection.Hear(Ack(14));
    EXPECT_EQ(connection.control->states,
              (States{TcpSocketState::CA_CWR, TcpSocketState::CA_OPEN}));
    EXPECT_EQ(connection.control->events, Events{TcpSocketState::CA_EVENT_COMPLETE_CWR});

    connection.control->states.clear();
    connection.control->events.clear();
    connection.Send(14, 4);
    connection.TimeOut(false);
    EXPECT_EQ(connection.tcb->m_cWndInfl, MSS);
    connection.control->opened.clear();
    connection.Hear(Ack(15));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_LOSS) << "three are missing";
    EXPECT_EQ(connection.control->opened, Counts{1});
    connection.Hear(Ack(18));
    EXPECT_EQ(connection.control->states,
              (States{TcpSocketState::CA_LOSS, TcpSocketState::CA_OPEN}));
    EXPECT_EQ(connection.control->events, Events{TcpSocketState::CA_EVENT_LOSS});

    connection.control->events.clear();
    connection.tcb->m_cWnd = 5 * MSS;
    connection.window.OnIdle(5 * MSS);
    EXPECT_EQ(connection.control->events, Events{});
    connection.window.OnIdle(4 * MSS);
    EXPECT_EQ(connection.control->events, Events{TcpSocketState::CA_EVENT_CWND_RESTART});
    EXPECT_EQ(connection.tcb->m_cWndInfl, 4 * MSS);
}

// It hears of all, and nothing else changes its window but a timeout; no law works.
TEST(CongestionManager, AControlMayOwnTheWindow)
{
    Connection connection;
    connection.control->ownsWindow = true;
    AckOutcome outcome;
    outcome.recovery.probeRepaired = true;
    connection.window.OnAck(outcome, false);
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
    connection.window.OnIdle(MSS);
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);

    connection.Lose(0);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.tcb->m_cWnd, 10 * MSS);
    connection.window.OnSent(MSS);
    EXPECT_EQ(connection.law->sent, 0U);
    connection.tcb->m_cWnd = 2 * MSS;
    outcome = {};
    outcome.recovery.undone = true;
    EXPECT_TRUE(connection.window.OnAck(outcome, false).left);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(connection.tcb->m_cWnd, 2 * MSS);
    EXPECT_EQ(connection.law->exits, 0U);

    connection.Hear(Ack(10));
    connection.Send(10, 10);
    connection.Lose(10);
    connection.control->opened.clear();
    connection.tcb->m_cWnd = 7 * MSS;
    EXPECT_TRUE(connection.Hear(Ack(20)).left);
    EXPECT_EQ(connection.tcb->m_cWnd, 7 * MSS);
    connection.Send(20, 5);
    connection.Hear(Ack(21), true);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_CWR);
    connection.Hear(Ack(25));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
    EXPECT_GE(connection.tcb->m_cWnd, 7 * MSS);
    EXPECT_EQ(connection.law->exits, 0U);
}

// As Linux does it: by what an ACK delivers, were it twice, but not by that which begins a repair.
TEST(CongestionManager, AWindowMayOpenByWhatIsDelivered)
{
    struct Case
    {
        const char* name;
        bool disorderly;
        bool entered;
        uint64_t acknowledged;
        Counts opened;
    };

    for (const auto& [name, disorderly, entered, acknowledged, opened] :
         {Case{"new", false, false, 4 * MSS, {5}},
          Case{"new, and a repair begins", false, true, 4 * MSS, {}},
          Case{"duplicate", false, false, 0, {}},
          Case{"duplicate in disorder", true, false, 0, {3}},
          Case{"duplicate in disorder, and a repair begins", true, true, 0, {}}})
    {
        SCOPED_TRACE(name);
        Connection connection;
        connection.window.OpenByDelivered();
        AckOutcome outcome;
        outcome.delivered.acknowledged = acknowledged;
        outcome.delivered.octets = 3 * MSS;
        outcome.delivered.duplicate = 2 * MSS;
        outcome.recovery.duplicate = acknowledged == 0;
        outcome.recovery.disorderly = disorderly;
        outcome.recovery.entered = entered;
        const auto reaction = connection.window.OnAck(outcome, acknowledged > 0);
        EXPECT_EQ(connection.control->opened, opened);
        EXPECT_EQ(reaction.entered, entered);
        EXPECT_FALSE(reaction.left);
    }
}

// An ACK may be new and a duplicate, as where segments overtake one another, or begin a repair.
TEST(CongestionManager, DisorderLastsWhileDuplicatesCome)
{
    Connection connection;
    connection.Hear(Ack(0, {{1, 2}}));
    AckOutcome outcome;
    outcome.delivered.acknowledged = MSS;
    outcome.delivered.octets = MSS;
    outcome.recovery.duplicate = true;
    connection.window.OnAck(outcome, true);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_DISORDER);
    EXPECT_EQ(connection.control->opened, Counts{1});
    outcome.recovery.entered = true;
    EXPECT_TRUE(connection.window.OnAck(outcome, true).entered);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(connection.control->opened, Counts{1}) << "no more";
}

TEST(CongestionManager, ALawGoesOnAfterTheAckOfAnEcho)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    EXPECT_EQ(connection.tcb->m_cWndInfl, 4500U);
    connection.Hear(Ack(1, {{2, 3}}));
    EXPECT_EQ(connection.tcb->m_cWndInfl, 5500U) << "a segment has left (RFC 5681, section 3.2)";
}

// What an echo has begun, and a loss goes on with, ends with the loss's repair.
TEST(CongestionManager, ARecoveryTakesOverAnEchosReduction)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    connection.Send(10, 3);
    connection.Lose(1);
    ASSERT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    connection.Hear(Ack(11));
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_RECOVERY);
    EXPECT_TRUE(connection.Hear(Ack(13)).left);
    EXPECT_EQ(connection.GetState(), TcpSocketState::CA_OPEN);
}

// What is given back is what the last reduction took, if a loss alone asked for that.
TEST(CongestionManager, NoOlderReductionIsGivenBack)
{
    AckOutcome undone;
    undone.recovery.undone = true;
    for (const std::string why : {"probe", "echo", "echo and loss at once"})
    {
        SCOPED_TRACE(why);
        Connection connection;
        connection.tcb->m_ssThresh = 20 * MSS;
        connection.Lose(0);
        connection.Hear(Ack(10));
        connection.Send(10, 4);
        AckOutcome outcome;
        outcome.recovery.probeRepaired = why == "probe";
        outcome.recovery.entered = why == "echo and loss at once";
        outcome.delivered.acknowledged = MSS;
        connection.sender->OnAck(Ack(11));
        if (why != "probe")
        {
            connection.window.OnEcho(outcome);
        }
        connection.window.OnAck(outcome, true);
        EXPECT_EQ(connection.tcb->m_ssThresh, 2 * MSS);
        connection.window.OnAck(undone, false);
        EXPECT_LT(connection.tcb->m_ssThresh, 3 * MSS);
        EXPECT_LT(connection.tcb->m_cWnd, 3 * MSS);
    }
}

namespace
{

/// Writes down the calls of a law that has RecoveryLaw.
class RecordingLaw : public ns3compat::RecoveryOps, public RecoveryLaw
{
  public:
    std::string GetName() const override
    {
        return "RecordingLaw";
    }

    void ExitRecovery(Ptr<TcpSocketState>) override
    {
        Say("exit");
    }

    void UpdateBytesSent(uint32_t octets) override
    {
        Say("sent", octets);
    }

    Ptr<TcpRecoveryOps> Fork() override
    {
        return nullptr;
    }

    void OnProgress(const Progress& progress) override
    {
        Say("progress", progress.advances, progress.showsLoss, progress.sacked);
    }

    void OnForwardAck(Ptr<TcpSocketState>, uint32_t advance) override
    {
        Say("forward", advance);
    }

    void SetWindow(Ptr<TcpSocketState>) override
    {
        Say("window");
    }

    std::vector<std::string> calls;

  private:
    void BeginRecovery(Ptr<TcpSocketState>,
                       uint32_t duplicates,
                       uint32_t outstanding,
                       uint32_t delivered) override
    {
        Say("begin", duplicates, outstanding, delivered);
    }

    void ContinueRecovery(Ptr<TcpSocketState>, uint32_t delivered) override
    {
        Say("continue", delivered);
    }

    template <typename... Numbers>
    void Say(const std::string& what, Numbers... numbers)
    {
        calls.push_back(what);
        ((calls.back() += ' ' + std::to_string(numbers)), ...);
    }
};

} // namespace

TEST(CongestionManager, ALawHearsOfEachAckInOrder)
{
    using Calls = std::vector<std::string>;
    Connection connection;
    const auto law = CreateObject<RecordingLaw>();
    CongestionManager window{connection.tcb, connection.control, law, *connection.sender};
    const auto hear = [&](const AckEvent& event, bool isNew) {
        law->calls.clear();
        window.OnAck(connection.sender->OnAck(event), isNew);
        return law->calls;
    };
    window.OnSent(MSS);
    EXPECT_EQ(law->calls, Calls{});
    EXPECT_EQ(window.GetActiveLaw(), nullptr);
    hear(Ack(0, {{1, 2}}), false);
    EXPECT_EQ(hear(Ack(0, {{1, 3}}), false), Calls{});
    EXPECT_EQ(hear(Ack(0, {{1, 4}}), false), (Calls{"progress 0 1 3000", "begin 3 10000 1000"}));
    EXPECT_EQ(window.GetActiveLaw(), PeekPointer(law));
    law->calls.clear();
    window.OnSent(MSS);
    EXPECT_EQ(law->calls, (Calls{"sent 1000", "window"}));
    EXPECT_EQ(hear(Ack(0, {{1, 6}}), false),
              (Calls{"progress 0 0 5000", "forward 2000", "continue 2000"}));
    EXPECT_EQ(hear(Ack(10), true), (Calls{"exit"}));
    EXPECT_EQ(window.GetActiveLaw(), nullptr);

    // A timer shows a loss: one segment, as Linux counts.
    connection.Send(10, 4);
    law->calls.clear();
    AckOutcome outcome;
    outcome.recovery.entered = true;
    window.OnAck(outcome, false);
    ASSERT_EQ(law->calls.size(), 2U);
    EXPECT_EQ(law->calls.back(), "begin 0 4000 1000");
    law->calls.clear();
    window.OnTimeout(false, false);
    window.OnSent(MSS);
    EXPECT_EQ(law->calls, (Calls{"exit"}));
}

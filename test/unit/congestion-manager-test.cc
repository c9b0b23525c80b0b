/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"
#include "sender-driver.h"

#include "ns3/congestion-manager.h"
#include "ns3/recovery-laws.h"
#include "ns3/veno-law.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace CongestionManagerTests
{

using namespace ns3;
using namespace ns3test;

using CaState = Window::State;
using Event = ControlEvent;
using Counts = std::vector<uint32_t>;
using States = std::vector<CaState>;
using Events = std::vector<Event>;

/// A sender whose window holds ten segments, which have gone. Segments are counted from 0.
struct Connection
{
    explicit Connection(uint64_t sentFirst = 10)
    {
        window.mss = MSS;
        window.cwnd = 10 * MSS;
        window.ssthresh = 8 * MSS;
        Send(0, sentFirst);
    }

    void Send(uint64_t first, uint64_t count)
    {
        for (uint64_t segment = first; segment < first + count; ++segment)
        {
            sender->OnSent(Segments(segment));
            manager.OnSent(MSS);
            manager.MeasureUse();
        }
    }

    /// An ACK arrives, as at TcpDataSender. @param event the ACK @param echo with ECN's echo
    CongestionManager::Reaction Hear(const AckEvent& event, bool echo = false)
    {
        const auto& outcome = sender->OnAck(event);
        const bool isNew = outcome.delivered.acknowledged > 0;
        if (isNew)
        {
            manager.OnAdvance();
            if (echo)
            {
                manager.OnEcho(outcome);
            }
        }
        return manager.OnAck(outcome, isNew);
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
        const bool left = manager.OnTimeout(headSentAgain, false);
        sender->OnTimeout();
        return left;
    }

    Window window;
    PlainLaw law;
    PlainControl control;
    SenderPtr sender{MakeSender(Kind::SACK)};
    CongestionManager manager{window, control, law, *sender};
};

TEST(CongestionManager, AnEchoFarAboveTheLastReductionReduces)
{
    // RFC 3168, section 6.1.2: once per window of data, however many octets lie between two.
    constexpr uint64_t FAR = 3'000'000; // segments: more than 2^31 octets
    Connection connection;
    connection.manager.OnTimeout(false, false);
    ASSERT_EQ(connection.window.state, CaState::LOSS);
    connection.sender->OnAck(Ack(10));
    connection.manager.OnEcho({});
    EXPECT_EQ(connection.window.state, CaState::LOSS) << "data from before the timeout";

    connection.sender->OnSent(Segments(10, FAR));
    connection.sender->OnAck(Ack(FAR));
    connection.manager.OnEcho({});
    EXPECT_EQ(connection.window.state, CaState::CWR);
}

// Laws that repair later losses, too, prolong a recovery beyond the data that were under way when
// it began. The recovery is left by its own end, and the law goes on.
TEST(CongestionManager, AnEchoWithinARecoveryDoesNotEndIt)
{
    Connection connection;
    connection.Lose(0);
    ASSERT_EQ(connection.window.state, CaState::RECOVERY);
    const uint32_t threshold = connection.window.ssthresh;
    connection.sender->OnSent(Segments(10, 20));
    connection.sender->OnAck(Ack(12));
    connection.manager.OnEcho({});
    EXPECT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_EQ(connection.window.ssthresh, threshold);
}

TEST(CongestionManager, AnEchoLeavesTheWindowToTheLaw)
{
    Connection connection;
    connection.law.isIdle = true;
    connection.sender->OnAck(Ack(2));
    connection.manager.OnEcho({});
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
    EXPECT_EQ(connection.window.ssthresh, 4 * MSS) << "half of the eight segments in flight";
}

TEST(CongestionManager, ALawHearsOfWhatIsSentInItsRecoveryOnly)
{
    Connection connection;
    connection.Lose(0);
    ASSERT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_EQ(connection.law.sent, 0) << "before it";
    connection.manager.OnSent(MSS);
    connection.manager.OnSent(1);
    EXPECT_EQ(connection.law.sent, MSS + 1);
}

TEST(CongestionManager, ATimeoutEndsALawsRecoveryOnce)
{
    Connection connection;
    connection.Lose(0);
    EXPECT_TRUE(connection.manager.OnTimeout(true, false));
    EXPECT_EQ(connection.law.ends, 1U);
    EXPECT_FALSE(connection.manager.OnTimeout(true, false)) << "none is left";
    EXPECT_EQ(connection.law.ends, 1U);
}

TEST(CongestionManager, ATimeoutWithinARecoveryReducesUnlessOnceIsEnough)
{
    Connection again;
    again.Lose(0);
    again.manager.OnTimeout(false, false);
    EXPECT_LT(again.window.ssthresh, 5 * MSS);

    Connection once;
    once.Lose(0);
    ASSERT_EQ(once.window.ssthresh, 5 * MSS) << "half of ten segments";
    once.manager.OnTimeout(false, true);
    EXPECT_EQ(once.window.ssthresh, 5 * MSS);
    EXPECT_EQ(once.window.cwnd, MSS);

    // The recovery is over: the next one reduces, unless it is repeated.
    once.window.cwnd = 6 * MSS;
    once.manager.OnTimeout(true, true);
    EXPECT_EQ(once.window.ssthresh, 5 * MSS);
    once.window.cwnd = 6 * MSS;
    once.manager.OnTimeout(false, true);
    EXPECT_EQ(once.window.ssthresh, 3 * MSS);
}

// tcp_enter_loss(): what was outstanding when the recovery began is all acknowledged.
TEST(CongestionManager, ATimeoutAtTheEndOfARecoveryReduces)
{
    Connection connection;
    connection.Lose(0);
    ASSERT_EQ(connection.window.ssthresh, 5 * MSS);
    connection.Send(10, 4);
    connection.sender->OnAck(Ack(10));
    ASSERT_EQ(connection.window.state, CaState::RECOVERY) << "of which it was not told";
    connection.manager.OnTimeout(false, true);
    EXPECT_EQ(connection.window.ssthresh, 2 * MSS);
}

TEST(CongestionManager, SlowStartOpensToTwiceWhatIsOutstanding)
{
    Connection connection(6);
    connection.window.ssthresh = UINT32_MAX;
    // The peer's window lets six segments go at a time, for many round trips.
    for (uint64_t segment = 0; segment < 1000; ++segment)
    {
        connection.Hear(Ack(segment + 1));
        connection.Send(segment + 6, 1);
    }
    EXPECT_EQ(connection.window.cwnd, 12 * MSS);

    // It has opened.
    connection.Send(1006, 6);
    connection.Hear(Ack(1001));
    EXPECT_EQ(connection.window.cwnd, 13 * MSS);
}

// RFC 5681, section 3.2 and equation 4: half of what is in flight, once for all losses of a window;
// the next window has its own.
TEST(CongestionManager, EachWindowWithLossesIsReducedOnce)
{
    Connection connection;
    connection.Lose(0);
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS);
    EXPECT_EQ(connection.control.threshold, 8 * MSS) << "the state is told first";
    EXPECT_EQ(connection.window.cwnd, 5 * MSS);
    EXPECT_TRUE(connection.manager.TakeCwr());
    EXPECT_FALSE(connection.manager.TakeCwr()) << "once";

    connection.Hear(Ack(5, {{6, 9}}));
    EXPECT_EQ(connection.window.state, CaState::RECOVERY) << "another loss of the window";
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS);
    EXPECT_TRUE(connection.Hear(Ack(10)).left);
    EXPECT_EQ(connection.window.state, CaState::OPEN);
    EXPECT_EQ(connection.window.cwnd, 5 * MSS);
    EXPECT_EQ(connection.law.ends, 1U);
    EXPECT_FALSE(connection.manager.TakeCwr());

    connection.Send(10, 5);
    connection.Lose(10);
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS / 2);
    EXPECT_EQ(connection.window.cwnd, 5 * MSS / 2);
    EXPECT_TRUE(connection.manager.TakeCwr());
    EXPECT_TRUE(connection.Hear(Ack(15)).left);
    EXPECT_EQ(connection.law.ends, 2U);
}

// What is in flight may be more than the window, which was reduced: it counts as far as the window
// goes.
TEST(CongestionManager, AReductionIsOfTheWindowAtMost)
{
    Connection connection;
    connection.window.cwnd = 6 * MSS;
    connection.Lose(0);
    EXPECT_EQ(connection.window.ssthresh, 3 * MSS);
}

// RFC 3168, section 6.1.2: neither does an echo reduce what a loss has reduced, nor a loss what an
// echo has.
TEST(CongestionManager, AnEchoAndALossOfOneWindowReduceOnce)
{
    Connection connection;
    connection.Lose(0);
    connection.Hear(Ack(5, {{6, 9}}), true);
    EXPECT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS);
    connection.Hear(Ack(10), true);
    EXPECT_EQ(connection.window.state, CaState::OPEN) << "sent before the reduction";

    connection.Send(10, 4);
    connection.Hear(Ack(11), true);
    EXPECT_EQ(connection.window.state, CaState::CWR);
    EXPECT_EQ(connection.window.ssthresh, 2 * MSS) << "two at least; three are in flight";
    connection.Hear(Ack(12), true);
    EXPECT_EQ(connection.window.ssthresh, 2 * MSS);
    connection.Send(14, 3);
    connection.Lose(12);
    EXPECT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_EQ(connection.control.reductions, 2);
}

TEST(CongestionManager, ATimeoutEndsAnEchosReduction)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    EXPECT_FALSE(connection.TimeOut(false)) << "no recovery";
    EXPECT_EQ(connection.law.ends, 1U);
    connection.Hear(Ack(10));
    EXPECT_EQ(connection.control.Count(Event::COMPLETE_CWR), 0);
}

TEST(CongestionManager, AnEchosReductionEndsWithItsWindow)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    ASSERT_EQ(connection.window.state, CaState::CWR);
    EXPECT_EQ(connection.window.ssthresh, 9 * MSS / 2);
    EXPECT_EQ(connection.control.threshold, 9 * MSS / 2) << "as in Linux, the state is told last";
    EXPECT_TRUE(connection.manager.TakeCwr());
    connection.Hear(Ack(9));
    EXPECT_EQ(connection.window.state, CaState::CWR);
    connection.Hear(Ack(10));
    EXPECT_EQ(connection.window.state, CaState::OPEN);
    // It goes to ssthresh, and the ACK opens it by 1000 * 1000 / 4500 octets.
    EXPECT_EQ(connection.window.cwnd, 4500U + 222U);
    EXPECT_EQ(connection.law.ends, 1U);
}

// RFC 5681, section 3.1: what a timeout has sent again, and is lost again, keeps ssthresh.
TEST(CongestionManager, TimeoutsReduceOnceForASegment)
{
    Connection connection;
    EXPECT_FALSE(connection.TimeOut(false));
    EXPECT_EQ(connection.window.state, CaState::LOSS);
    EXPECT_EQ(connection.window.cwnd, MSS);
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS);
    connection.window.cwnd = 4 * MSS;
    connection.TimeOut(true);
    EXPECT_EQ(connection.window.cwnd, MSS);
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS);
    connection.window.cwnd = 8 * MSS;
    connection.TimeOut(false);
    EXPECT_EQ(connection.window.ssthresh, 4 * MSS) << "another segment's first timeout";
}

TEST(CongestionManager, WhatIsInFlightMayStayInTheWindow)
{
    Connection connection;
    connection.TimeOut(false);
    connection.sender->OnSent(Segments(0, 3));
    connection.manager.KeepFlight();
    EXPECT_EQ(connection.window.cwnd, 4 * MSS) << "one, and three that are out";
}

// RFC 8985, section 7.4: one reduction, from what was out before the ACK, and nothing else.
TEST(CongestionManager, AProbesRepairReducesOnce)
{
    Connection connection;
    AckOutcome outcome;
    outcome.recovery.probeRepaired = true;
    connection.window.acknowledged = 2 * MSS;
    connection.sender->OnAck(Ack(2));
    connection.manager.OnAck(outcome, false);
    EXPECT_EQ(connection.window.state, CaState::OPEN);
    EXPECT_EQ(connection.window.ssthresh, 5 * MSS);
    EXPECT_EQ(connection.window.cwnd, 5 * MSS);
    EXPECT_TRUE(connection.manager.TakeCwr());
    EXPECT_TRUE(connection.control.isFastRetransmit) << "equivalent to a fast recovery";
    EXPECT_EQ(connection.control.states, (States{CaState::CWR, CaState::OPEN}));
    EXPECT_EQ(connection.control.threshold, 5 * MSS);

    connection.Lose(2);
    ASSERT_EQ(connection.window.state, CaState::RECOVERY);
    const auto threshold = connection.window.ssthresh;
    connection.manager.OnAck(outcome, false);
    EXPECT_EQ(connection.window.ssthresh, threshold) << "a recovery has reduced the window";

    Connection small;
    small.window.cwnd = 6 * MSS;
    small.window.acknowledged = 2 * MSS;
    small.sender->OnAck(Ack(2));
    small.manager.OnAck(outcome, false);
    EXPECT_EQ(small.window.ssthresh, 3 * MSS) << "the window at most";
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
        ASSERT_EQ(connection.window.cwnd, 5 * MSS);
        EXPECT_TRUE(connection.manager.OnAck(undone, false).left);
        EXPECT_EQ(connection.window.state, CaState::OPEN);
        EXPECT_EQ(connection.window.cwnd, 10 * MSS);
        EXPECT_EQ(connection.window.ssthresh, 8 * MSS);
        EXPECT_FALSE(connection.manager.TakeCwr()) << "nobody is to hear of it";
        EXPECT_EQ(connection.law.ends, static_cast<uint32_t>(time));
        connection.sender->OnAck(Ack(10 * time));
        connection.Send(10 * time, 10);
    }
}

// As Linux does it (tcp_clean_rtx_queue() comes first): CUBIC does not hold a window that is given
// back for slow start.
TEST(CongestionManager, WhatHasArrivedIsToldBeforeAnythingIsGivenBack)
{
    Connection connection;
    connection.Lose(0);
    connection.control.windows.clear();
    AckOutcome undone;
    undone.recovery.undone = true;
    undone.recovery.duplicate = true;
    undone.delivered.octets = MSS;
    connection.manager.OnAck(undone, false);
    EXPECT_EQ(connection.control.windows, Counts{5 * MSS});
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
}

// The timeouts of one repair are taken back together, to what was before the first.
TEST(CongestionManager, TimeoutsAreGivenBackTogether)
{
    Connection connection;
    connection.TimeOut(false);
    connection.TimeOut(false);
    EXPECT_LT(connection.window.ssthresh, 5 * MSS);
    AckOutcome undone;
    undone.recovery.undone = true;
    EXPECT_FALSE(connection.manager.OnAck(undone, false).left) << "no recovery";
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
    EXPECT_EQ(connection.window.ssthresh, 8 * MSS);
}

// Congestion was told: who gives back a loss's reduction does not give back that.
TEST(CongestionManager, AnEchosReductionIsNotGivenBack)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    ASSERT_EQ(connection.window.state, CaState::CWR);
    const auto reduced = connection.window.cwnd;
    ASSERT_LT(reduced, 10 * MSS);
    AckOutcome undone;
    undone.recovery.undone = true;
    connection.manager.OnAck(undone, false);
    EXPECT_EQ(connection.window.cwnd, reduced);
    EXPECT_EQ(connection.window.state, CaState::CWR);
}

TEST(CongestionManager, AnIdleTimeOnlyShrinksTheWindow)
{
    Connection connection;
    connection.manager.OnIdle(12 * MSS);
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
    connection.manager.OnIdle(3 * MSS);
    EXPECT_EQ(connection.window.cwnd, 3 * MSS);
}

// As Linux does it: the ACK that ends a recovery opens the window, too, by what it delivers.
TEST(CongestionManager, TheLastAckOfARecoveryMayOpen)
{
    for (const bool opens : {false, true})
    {
        Connection connection;
        connection.manager.Choose(opens, false);
        connection.window.ssthresh = 20 * MSS;
        connection.Lose(0);
        ASSERT_EQ(connection.window.cwnd, 5 * MSS);
        // 5 of 10 arrive now: in congestion avoidance one segment in 5 more.
        connection.Hear(Ack(10));
        EXPECT_EQ(connection.window.cwnd > 5 * MSS, opens);
    }
}

// A duplicate ACK alone is no loss.
TEST(CongestionManager, DisorderEndsWithTheNextNewAck)
{
    Connection connection;
    connection.window.ssthresh = 100 * MSS;
    connection.Hear(Ack(0, {{1, 2}}));
    EXPECT_EQ(connection.window.state, CaState::DISORDER);
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
    connection.Hear(Ack(2));
    EXPECT_EQ(connection.window.state, CaState::OPEN);
    EXPECT_EQ(connection.control.opened, Counts{2}) << "what was SACKed before counts, too";
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
        connection.manager.OnAck(outcome, acknowledged > 0);
    };
    hear(MSS, MSS, false);
    hear(600, 600, false);
    hear(600, 600, false);
    EXPECT_EQ(connection.control.arrived, (Counts{1, 0, 1}));
    EXPECT_EQ(connection.control.opened, (Counts{1, 1}));
    connection.control.arrived.clear();
    hear(0, 700, true);
    EXPECT_EQ(connection.control.arrived, Counts{}) << "a duplicate of less";
    hear(0, 100, true);
    EXPECT_EQ(connection.control.arrived, Counts{1});
    hear(0, MSS, false);
    EXPECT_EQ(connection.control.arrived, Counts{1}) << "neither new nor a duplicate";
    EXPECT_EQ(connection.window.state, CaState::DISORDER);
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
        connection.window.ssthresh = threshold;
        connection.Hear(Ack(6));
        EXPECT_EQ(connection.control.opened, Counts{opened});
    }
}

// States are told before they are there, in the order of what happens.
TEST(CongestionManager, AControlHearsOfStatesAndEvents)
{
    Connection connection;
    connection.Lose(0);
    EXPECT_EQ(connection.control.events, Events{});
    connection.Hear(Ack(10));
    EXPECT_EQ(connection.control.states,
              (States{CaState::DISORDER, CaState::RECOVERY, CaState::OPEN}));
    EXPECT_EQ(connection.control.events, Events{Event::COMPLETE_CWR});

    connection.control.states.clear();
    connection.control.events.clear();
    connection.Send(10, 4);
    connection.Hear(Ack(11), true);
    connection.Hear(Ack(14));
    EXPECT_EQ(connection.control.states, (States{CaState::CWR, CaState::OPEN}));
    EXPECT_EQ(connection.control.events, Events{Event::COMPLETE_CWR});

    connection.control.states.clear();
    connection.control.events.clear();
    connection.Send(14, 4);
    connection.TimeOut(false);
    connection.control.opened.clear();
    connection.Hear(Ack(15));
    EXPECT_EQ(connection.window.state, CaState::LOSS) << "three are missing";
    EXPECT_EQ(connection.control.opened, Counts{1});
    connection.Hear(Ack(18));
    EXPECT_EQ(connection.control.states, (States{CaState::LOSS, CaState::OPEN}));
    EXPECT_EQ(connection.control.events, Events{Event::LOSS});

    connection.control.events.clear();
    connection.window.cwnd = 5 * MSS;
    connection.manager.OnIdle(5 * MSS);
    EXPECT_EQ(connection.control.events, Events{});
    connection.manager.OnIdle(4 * MSS);
    EXPECT_EQ(connection.control.events, Events{Event::CWND_RESTART});
}

// It hears of all, and nothing else changes its window but a timeout; no law works.
TEST(CongestionManager, AControlMayOwnTheWindow)
{
    Connection connection;
    connection.window.isRegulated = true;
    AckOutcome outcome;
    outcome.recovery.probeRepaired = true;
    connection.manager.OnAck(outcome, false);
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
    connection.manager.OnIdle(MSS);
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);

    connection.Lose(0);
    EXPECT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_EQ(connection.window.cwnd, 10 * MSS);
    connection.manager.OnSent(MSS);
    EXPECT_EQ(connection.law.sent, 0U);
    connection.window.cwnd = 2 * MSS;
    outcome = {};
    outcome.recovery.undone = true;
    EXPECT_FALSE(connection.manager.OnAck(outcome, false).left);
    EXPECT_EQ(connection.window.state, CaState::RECOVERY) << "the repair is not over";
    outcome.recovery.left = true;
    EXPECT_TRUE(connection.manager.OnAck(outcome, false).left);
    EXPECT_EQ(connection.window.state, CaState::OPEN);
    EXPECT_EQ(connection.window.cwnd, 2 * MSS);
    EXPECT_EQ(connection.law.ends, 0U);

    connection.Hear(Ack(10));
    connection.Send(10, 10);
    connection.Lose(10);
    connection.control.opened.clear();
    connection.window.cwnd = 7 * MSS;
    EXPECT_TRUE(connection.Hear(Ack(20)).left);
    EXPECT_EQ(connection.window.cwnd, 7 * MSS);
    connection.Send(20, 5);
    connection.Hear(Ack(21), true);
    EXPECT_EQ(connection.window.state, CaState::CWR);
    connection.Hear(Ack(25));
    EXPECT_EQ(connection.window.state, CaState::OPEN);
    EXPECT_GE(connection.window.cwnd, 7 * MSS);
    EXPECT_EQ(connection.law.ends, 0U);
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
        connection.manager.Choose(true, false);
        AckOutcome outcome;
        outcome.delivered.acknowledged = acknowledged;
        outcome.delivered.octets = 3 * MSS;
        outcome.delivered.duplicate = 2 * MSS;
        outcome.recovery.duplicate = acknowledged == 0;
        outcome.recovery.disorderly = disorderly;
        outcome.recovery.entered = entered;
        const auto reaction = connection.manager.OnAck(outcome, acknowledged > 0);
        EXPECT_EQ(connection.control.opened, opened);
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
    connection.manager.OnAck(outcome, true);
    EXPECT_EQ(connection.window.state, CaState::DISORDER);
    EXPECT_EQ(connection.control.opened, Counts{1});
    outcome.recovery.entered = true;
    EXPECT_TRUE(connection.manager.OnAck(outcome, true).entered);
    EXPECT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_EQ(connection.control.opened, Counts{1}) << "no more";
}

// What an echo has begun, and a loss goes on with, ends with the loss's repair.
TEST(CongestionManager, ARecoveryTakesOverAnEchosReduction)
{
    Connection connection;
    connection.Hear(Ack(1), true);
    connection.Send(10, 3);
    connection.Lose(1);
    ASSERT_EQ(connection.window.state, CaState::RECOVERY);
    connection.Hear(Ack(11));
    EXPECT_EQ(connection.window.state, CaState::RECOVERY);
    EXPECT_TRUE(connection.Hear(Ack(13)).left);
    EXPECT_EQ(connection.window.state, CaState::OPEN);
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
        connection.window.ssthresh = 20 * MSS;
        connection.Lose(0);
        connection.Hear(Ack(10));
        connection.Send(10, 4);
        connection.manager.TakeCwr();
        AckOutcome outcome;
        outcome.recovery.probeRepaired = why == "probe";
        outcome.recovery.entered = why == "echo and loss at once";
        outcome.delivered.acknowledged = MSS;
        connection.sender->OnAck(Ack(11));
        if (why != "probe")
        {
            connection.manager.OnEcho(outcome);
        }
        connection.manager.OnAck(outcome, true);
        EXPECT_EQ(connection.window.ssthresh, 2 * MSS);
        connection.manager.OnAck(undone, false);
        EXPECT_LT(connection.window.ssthresh, 3 * MSS);
        EXPECT_LT(connection.window.cwnd, 3 * MSS);
        EXPECT_TRUE(connection.manager.TakeCwr()) << "the peer waits to hear of what stays";
    }
}

// RFC 3168, section 6.1.3: what an undo gives back is a repair's reduction, not an echo's before.
TEST(CongestionManager, AnUndoKeepsWhatWasDueBefore)
{
    AckOutcome undone;
    undone.recovery.undone = true;
    for (const bool wasTold : {false, true})
    {
        SCOPED_TRACE(wasTold);
        Connection connection;
        connection.Hear(Ack(1), true);
        ASSERT_EQ(connection.window.state, CaState::CWR);
        if (wasTold)
        {
            EXPECT_TRUE(connection.manager.TakeCwr());
        }
        connection.Lose(1);
        ASSERT_EQ(connection.window.state, CaState::RECOVERY);
        connection.manager.OnAck(undone, false);
        EXPECT_EQ(connection.manager.TakeCwr(), !wasTold);
        EXPECT_FALSE(connection.manager.TakeCwr()) << "once";
    }
}

/// The timer expires in a recovery that has taken over from CWR, and has reduced nothing itself.
/// @param isIdle the law leaves the window above `ssthresh` @return what that leaves of a window of
/// 10 segments, which an echo has cut to 4.5
uint32_t
TimeOutAfterAnEcho(WindowControl& control, bool isIdle)
{
    Connection connection;
    auto& window = connection.window;
    connection.law.isIdle = isIdle;
    CongestionManager manager{window, control, connection.law, *connection.sender};
    window.nxt = 10 * MSS;
    window.una = MSS;
    const auto& echoed = connection.sender->OnAck(Ack(1));
    manager.OnEcho(echoed);
    manager.OnAck(echoed, true);
    EXPECT_EQ(window.ssthresh, 9 * MSS / 2);
    for (const uint64_t end : {3, 4, 5})
    {
        manager.OnAck(connection.sender->OnAck(Ack(1, {{2, end}})), false);
    }
    EXPECT_EQ(window.state, CaState::RECOVERY);
    EXPECT_EQ(window.ssthresh, 9 * MSS / 2);
    manager.OnTimeout(false, false);
    return window.ssthresh;
}

// A timeout is neither overdamped (FACK paper, section 4.4) nor judged random (SACK TCP Veno paper,
// section 2.2), and cuts no more than ssthresh.
TEST(CongestionManager, ATimeoutIsNoFastRetransmitWhateverBeganTheRecovery)
{
    FackControl overdamping;
    overdamping.overdamping = true;
    EXPECT_EQ(TimeOutAfterAnEcho(overdamping, false), 9 * MSS / 4);
    FackControl fack;
    EXPECT_EQ(TimeOutAfterAnEcho(fack, true), 9 * MSS / 4);
    GeneralAimdControl aimd;
    aimd.decrease = 0.5;
    EXPECT_EQ(TimeOutAfterAnEcho(aimd, true), 9 * MSS / 4);
    VenoControl veno;
    veno.unknownIsRandom = true;
    EXPECT_EQ(TimeOutAfterAnEcho(veno, false), 9 * MSS / 4);
}

// Nor is an echo after such a recovery one.
TEST(CongestionManager, AnEchoIsNoFastRetransmitWhateverCameBefore)
{
    Connection connection;
    auto& window = connection.window;
    VenoControl veno;
    veno.unknownIsRandom = true;
    CongestionManager manager{window, veno, connection.law, *connection.sender};
    window.nxt = 10 * MSS;
    const auto hear = [&](const AckEvent& event, bool echo) {
        const auto& outcome = connection.sender->OnAck(event);
        const bool isNew = outcome.delivered.acknowledged > 0;
        window.una = event.ack;
        if (echo)
        {
            manager.OnEcho(outcome);
        }
        manager.OnAck(outcome, isNew);
    };
    hear(Ack(1), true);
    for (const uint64_t end : {3, 4, 5})
    {
        hear(Ack(1, {{2, end}}), false);
    }
    ASSERT_EQ(window.state, CaState::RECOVERY);
    hear(Ack(10), false);
    ASSERT_EQ(window.state, CaState::OPEN);
    connection.sender->OnSent(Segments(10, 10));
    window.nxt = 20 * MSS;
    window.cwnd = 10 * MSS;
    hear(Ack(11), true);
    EXPECT_EQ(window.ssthresh, 9 * MSS / 2);
}

// RFC 9937, section 6: of 20 segments one is SACKed, and a timer shows another one to be lost.
// RecoverFS is 19, of which a further ACK makes two delivered: 20/19 segments may have gone, in
// whole ones two. With a RecoverFS of 20 it would be one.
TEST(CongestionManager, WhatATimerShowsDeliversNothing)
{
    Connection connection(20);
    auto& window = connection.window;
    window.cwnd = 20 * MSS;
    RateReductionLaw law;
    CongestionManager manager{window, connection.control, law, *connection.sender};
    connection.sender->OnAck(Ack(0, {{1, 2}}));
    AckOutcome outcome;
    outcome.recovery.entered = true;
    window.inFlight = 18 * MSS;
    manager.OnAck(outcome, false);
    ASSERT_EQ(window.ssthresh, 10 * MSS);
    EXPECT_EQ(window.cwnd, 19 * MSS) << "the repair";
    manager.OnSent(MSS);

    outcome = {};
    outcome.recovery.duplicate = true;
    outcome.delivered.octets = MSS;
    manager.OnAck(outcome, false);
    EXPECT_EQ(window.cwnd, 19 * MSS) << "one more";
}

using Calls = std::vector<std::string>;

/// Writes down its calls.
struct RecordingLaw : ReductionLaw
{
    void Begin(Window&, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) override
    {
        Say("begin", dupAcks, outstanding, ack.delivered, ack.advances, ack.showsLoss, ack.sacked);
    }

    void Continue(Window&, const Ack& ack) override
    {
        Say("continue", ack.delivered, ack.forwardAdvance, ack.advances, ack.showsLoss, ack.sacked);
    }

    void End(Window&) override
    {
        Say("end");
    }

    void OnSent(Window&, uint32_t octets) override
    {
        Say("sent", octets);
    }

    void SetWindow(Window&) override
    {
        Say("window");
    }

    /// @return what was called since the last time
    Calls Take()
    {
        return std::exchange(calls, {});
    }

  private:
    template <typename... Numbers>
    void Say(const std::string& what, Numbers... numbers)
    {
        calls.push_back(what);
        ((calls.back() += ' ' + std::to_string(numbers)), ...);
    }

    Calls calls;
};

TEST(CongestionManager, ALawHearsOfEachAckInOrder)
{
    Connection connection;
    RecordingLaw law;
    CongestionManager manager{connection.window, connection.control, law, *connection.sender};
    const auto hear = [&](const AckEvent& event, bool isNew) {
        manager.OnAck(connection.sender->OnAck(event), isNew);
        return law.Take();
    };
    manager.OnSent(MSS);
    EXPECT_EQ(law.Take(), Calls{});
    EXPECT_EQ(manager.GetActiveLaw(), nullptr);
    hear(Ack(0, {{1, 2}}), false);
    EXPECT_EQ(hear(Ack(0, {{1, 3}}), false), Calls{});
    EXPECT_EQ(hear(Ack(0, {{1, 4}}), false), (Calls{"begin 3 10000 1000 0 1 3000"}));
    EXPECT_EQ(manager.GetActiveLaw(), &law);
    manager.OnSent(MSS);
    EXPECT_EQ(law.Take(), (Calls{"sent 1000", "window"}));
    EXPECT_EQ(hear(Ack(0, {{1, 6}}), false), (Calls{"continue 2000 2000 0 0 5000"}));
    EXPECT_EQ(hear(Ack(10), true), (Calls{"end"}));
    EXPECT_EQ(manager.GetActiveLaw(), nullptr);

    // A timer shows a loss: one segment, as Linux counts.
    connection.Send(10, 4);
    AckOutcome outcome;
    outcome.recovery.entered = true;
    manager.OnAck(outcome, false);
    EXPECT_EQ(law.Take(), (Calls{"begin 0 4000 1000 0 0 0"}));
    manager.OnTimeout(false, false);
    manager.OnSent(MSS);
    EXPECT_EQ(law.Take(), (Calls{"end"}));

    // The ACK of an echo begins a reduction, and only the next one goes on with it.
    connection.Send(14, 4);
    const auto& echoed = connection.sender->OnAck(Ack(15));
    manager.OnEcho(echoed);
    manager.OnAck(echoed, true);
    EXPECT_EQ(law.Take(), (Calls{"begin 0 3000 5000 1 0 0"}));
    EXPECT_EQ(hear(Ack(15, {{16, 17}}), false), (Calls{"continue 1000 2000 0 0 1000"}));
    outcome.recovery.duplicate = true;
    manager.OnAck(outcome, false);
    EXPECT_EQ(law.Take(), (Calls{"begin 1 3000 1000 0 0 1000"})) << "a recovery takes over";
}

TEST(CongestionManager, AnEchoAndALossAtOnceAreOneReduction)
{
    Connection connection;
    RecordingLaw law;
    CongestionManager manager{connection.window, connection.control, law, *connection.sender};
    connection.sender->OnAck(Ack(1));
    AckOutcome outcome;
    outcome.recovery.entered = true;
    manager.OnEcho(outcome);
    manager.OnAck(outcome, false);
    EXPECT_EQ(law.Take(), (Calls{"begin 0 9000 1000 0 0 0"}));
    EXPECT_EQ(connection.control.reductions, 1);
}

// What regulated the window when the reduction began was replaced since.
TEST(CongestionManager, ALawThatDidNotBeginDoesNotGoOn)
{
    Connection connection;
    RecordingLaw law;
    CongestionManager manager{connection.window, connection.control, law, *connection.sender};
    connection.window.isRegulated = true;
    AckOutcome outcome;
    outcome.recovery.entered = true;
    manager.OnAck(outcome, false);
    connection.window.isRegulated = false;
    manager.OnAck(connection.sender->OnAck(Ack(1)), true);
    manager.OnSent(MSS);
    EXPECT_EQ(manager.GetActiveLaw(), nullptr);
    EXPECT_EQ(law.Take(), Calls{});
}

} // namespace CongestionManagerTests

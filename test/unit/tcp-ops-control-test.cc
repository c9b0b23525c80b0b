/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"
#include "socket-parts.h"

#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-ops-control.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using ns3test::Ack;
using ns3test::MSS;

namespace TcpOpsControlTests
{

using namespace ns3;

using namespace std::chrono_literals;
using Calls = std::vector<std::string>;

/// Lines that say what was called.
struct Log
{
    template <typename... Numbers>
    void Say(const std::string& what, Numbers... numbers)
    {
        calls.push_back(what);
        ((calls.back() += ' ' + std::to_string(numbers)), ...);
    }

    /// @return what was called since the last time
    Calls Take()
    {
        return std::exchange(calls, {});
    }

    Calls calls;
};

/// A congestion control of ns-3's.
struct LoggingControl : TcpNewReno
{
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t inFlight) override
    {
        log.Say("reduce", tcb->m_cWnd.Get(), inFlight);
        return 7000;
    }

    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segments) override
    {
        log.Say("open", segments);
        tcb->m_cWnd += segments;
        tcb->m_ssThresh = 9000;
    }

    void PktsAcked(Ptr<TcpSocketState>, uint32_t segments, const Time& rtt) override
    {
        log.Say("arrived", segments, rtt.GetMilliSeconds());
    }

    void CongestionStateSet(Ptr<TcpSocketState>, TcpSocketState::TcpCongState_t state) override
    {
        log.Say("state", state);
    }

    void CwndEvent(Ptr<TcpSocketState> tcb, TcpSocketState::TcpCAEvent_t event) override
    {
        log.Say("event", event);
        tcb->m_ecnState = echo;
    }

    bool HasCongControl() const override
    {
        return regulates;
    }

    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection&,
                     const TcpRateOps::TcpRateSample& sample) override
    {
        log.Say("regulate", sample.m_ackedSacked, sample.m_bytesLoss, sample.m_priorInFlight);
        tcb->m_cWnd = 1234;
    }

    Log log;
    bool regulates{false};
    TcpSocketState::EcnState_t echo{TcpSocketState::ECN_IDLE}; //!< that an event leaves, as DCTCP's
};

/// A recovery law of ns-3's.
struct LoggingOps : ns3compat::RecoveryOps
{
    std::string GetName() const override
    {
        return "LoggingOps";
    }

    void ExitRecovery(Ptr<TcpSocketState>) override
    {
        log.Say("exit");
    }

    void UpdateBytesSent(uint32_t octets) override
    {
        log.Say("sent", octets);
    }

    Ptr<TcpRecoveryOps> Fork() override
    {
        return nullptr;
    }

    Log log;

  private:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t duplicates,
                       uint32_t outstanding,
                       uint32_t delivered) override
    {
        log.Say("begin", duplicates, outstanding, delivered);
        tcb->m_cWnd = tcb->m_ssThresh;
    }

    void ContinueRecovery(Ptr<TcpSocketState>, uint32_t delivered) override
    {
        log.Say("continue", delivered);
    }
};

/// A recovery law of plain C++.
struct LoggingLaw : ReductionLaw
{
    static constexpr const char* NAME = "LoggingLaw";

    void Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding) override
    {
        log.Say("begin", dupAcks, outstanding, ack.delivered, ack.sacked);
        window.cwnd = window.ssthresh;
    }

    void Continue(Window&, const Ack& ack) override
    {
        log.Say("continue", ack.isComplete, ack.delivered, ack.forwardAdvance);
    }

    void End(Window&) override
    {
        log.Say("end");
    }

    void OnSent(Window&, uint32_t octets) override
    {
        log.Say("sent", octets);
    }

    void OnRetransmissionLost(Window&) override
    {
        log.Say("lost");
    }

    bool TakeLostHead() override
    {
        log.Say("head");
        return true;
    }

    void SetWindow(Window& window) override
    {
        log.Say("window", window.inFlight);
        window.cwnd = 5555;
    }

    LossRecovery::Law GetNeeds() const override
    {
        return {true, false, true};
    }

    Log log;
};

/// Counts segments that go and arrive.
struct CountedRates : TcpRateLinux
{
    void SkbSent(TcpTxItem* item, bool isStart) override
    {
        ++sent;
        starts += isStart;
        TcpRateLinux::SkbSent(item, isStart);
    }

    void SkbDelivered(TcpTxItem* item) override
    {
        ++delivered;
        TcpRateLinux::SkbDelivered(item);
    }

    int sent{0};
    int starts{0}; //!< of them when nothing was outstanding
    int delivered{0};
};

/// @return an ACK that delivers 1000 octets and moves `snd.fack` by 2000
ReductionLaw::Ack
MakeAck()
{
    ReductionLaw::Ack ack;
    ack.delivered = 1000;
    ack.forwardAdvance = 2000;
    ack.showsLoss = true;
    ack.sacked = 3000;
    return ack;
}

/// A window of 10 segments.
class TcpOpsControlTest : public testing::Test
{
  protected:
    TcpOpsControlTest()
    {
        m_parts.control = m_ops;
        m_parts.law = m_law;
        m_window.mss = 1000;
        m_window.cwnd = 10000;
        m_window.ssthresh = 8000;
    }

    SocketParts m_parts;
    Ptr<LoggingControl> m_ops = CreateObject<LoggingControl>();
    Ptr<TcpReductionLawOf<LoggingLaw>> m_law = CreateObject<TcpReductionLawOf<LoggingLaw>>();
    Ptr<TcpSocketState> m_tcb = m_parts.tcb;
    SentPackets m_packets{m_parts.buffer};
    TcpOpsControl m_control{m_parts.Get(), m_packets};
    Window m_window;
};

// PktsAcked() has no word for it, and ns-3's own controls are told the smoothed one.
TEST_F(TcpOpsControlTest, AControlOfOursIsToldThatAnAckMeasuresNothing)
{
    m_window.isRttOld = true;
    m_window.srtt = 40ms;
    m_control.OnArrived(m_window, 1);
    EXPECT_EQ(m_ops->log.Take(), Calls{"arrived 1 40"});

    m_parts.control = CreateObject<TcpKernelCubic>();
    m_window.lastRtt = m_window.srtt = 20ms; // older releases have one of both
    m_window.cwnd = 16'000;
    m_window.ssthresh = 1'000'000;
    m_window.nxt = m_window.una + 100'000;
    m_control.Show(m_window);
    for (const bool isOld : {true, false})
    {
        m_window.isRttOld = isOld;
        m_parts.control->Init(m_tcb);
        for (int ack = 0; ack < 20; ++ack)
        {
            Simulator::Stop(MilliSeconds(1));
            Simulator::Run();
            m_control.OnArrived(m_window, 1);
        }
        EXPECT_EQ(m_window.ssthresh < 1'000'000, !isOld) << "HyStart's trains";
    }
    Simulator::Destroy();
}

TEST_F(TcpOpsControlTest, AWindowIsShown)
{
    m_window.inFlight = 3000;
    m_window.state = Window::State::CWR;
    m_window.ecn = Window::Ecn::ECE_RECEIVED;
    m_window.una = (uint64_t{1} << 32) + 501;
    m_window.nxt = (uint64_t{1} << 32) + 2501;
    m_window.rcvNxt = (uint64_t{1} << 32) + 77;
    m_window.delivered = 1500;
    m_window.repairAcked = true;
    m_window.isLimited = true;
    m_window.lastRtt = 30ms;
    m_window.srtt = 40ms;
    m_window.timestamp = 12;
    m_window.timestampEcho = 34;
    m_control.Show(m_window);
    EXPECT_EQ(m_tcb->m_segmentSize, 1000U);
    EXPECT_EQ(m_tcb->m_cWnd, 10000U);
    EXPECT_EQ(m_tcb->m_cWndInfl, 10000U);
    EXPECT_EQ(m_tcb->m_ssThresh, 8000U);
    EXPECT_EQ(m_tcb->m_bytesInFlight, 3000U);
    EXPECT_EQ(m_tcb->m_congState, TcpSocketState::CA_CWR);
    EXPECT_EQ(m_tcb->m_ecnState, TcpSocketState::ECN_ECE_RCVD);
    EXPECT_EQ(m_tcb->m_lastAckedSeq, SequenceNumber32(501));
    EXPECT_EQ(m_tcb->m_nextTxSequence.Get(), SequenceNumber32(2501));
    EXPECT_EQ(m_tcb->m_highTxMark.Get(), SequenceNumber32(2501));
    EXPECT_EQ(m_tcb->m_rxBuffer->NextRxSequence(), SequenceNumber32(77));
    EXPECT_EQ(m_tcb->m_lastAckedSackedBytes, 1500U);
    EXPECT_TRUE(m_tcb->m_isRetransDataAcked);
    EXPECT_TRUE(ns3compat::IsCwndLimited(*m_tcb));
    EXPECT_EQ(ns3compat::GetSmoothedRtt(*m_tcb).Get(), MilliSeconds(40));
    EXPECT_EQ(m_tcb->m_minRtt, MilliSeconds(40));
    EXPECT_EQ(m_tcb->m_rcvTimestampValue, 12U);
    EXPECT_EQ(m_tcb->m_rcvTimestampEchoReply, 34U);
}

TEST_F(TcpOpsControlTest, AFinThatIsAcknowledgedIsShown)
{
    m_window.nxt = 2501;
    m_window.una = 2502;
    m_control.Show(m_window);
    EXPECT_EQ(m_tcb->m_lastAckedSeq, SequenceNumber32(2502));
    EXPECT_EQ(m_tcb->m_nextTxSequence.Get(), SequenceNumber32(2502));
    EXPECT_EQ(m_tcb->m_highTxMark.Get(), SequenceNumber32(2501));
}

TEST_F(TcpOpsControlTest, BeforeTheHandshakeThereIsNoWindowToShow)
{
    m_tcb->m_cWnd = 4000;
    m_tcb->m_ssThresh = 5000;
    m_window.cwnd = 0;
    m_window.ssthresh = 0;
    m_control.Show(m_window);
    EXPECT_EQ(m_tcb->m_cWnd, 4000U);
    EXPECT_EQ(m_tcb->m_ssThresh, 5000U);
}

TEST_F(TcpOpsControlTest, AWindowOfWhichALawLeavesNothingIsShown)
{
    m_tcb->m_cWnd = 4000;
    m_window.cwnd = 0;
    m_window.ssthresh = 2000;
    m_control.Show(m_window);
    EXPECT_EQ(m_tcb->m_cWnd, 0U);
    EXPECT_EQ(m_tcb->m_ssThresh, 2000U);
}

// Who traces may call the socket, which shows its window again.
TEST_F(TcpOpsControlTest, AWindowIsShownOnceAtATime)
{
    static std::function<void()> onTrace;
    int traced = 0;
    onTrace = [this, &traced] {
        ++traced;
        Window other;
        other.cwnd = 1;
        m_control.Show(other);
    };
    m_tcb->TraceConnectWithoutContext(
        "CongestionWindow",
        Callback<void, uint32_t, uint32_t>([](uint32_t, uint32_t) { onTrace(); }));
    m_control.Show(m_window);
    EXPECT_EQ(traced, 1);
    EXPECT_EQ(m_tcb->m_cWnd, 10000U);
}

TEST_F(TcpOpsControlTest, AControlIsAskedAndHeard)
{
    EXPECT_EQ(m_control.Reduce(m_window, 6000), 7000U);
    m_control.Open(m_window, 3);
    EXPECT_EQ(m_window.cwnd, 10003U);
    EXPECT_EQ(m_window.ssthresh, 9000U);
    EXPECT_EQ(m_tcb->m_cWndInfl, 10003U);
    m_window.srtt = 50ms;
    m_control.OnArrived(m_window, 2);
    m_control.OnState(m_window, Window::State::RECOVERY);
    EXPECT_EQ(m_window.state, Window::State::OPEN) << "it is about to be";
    m_ops->echo = TcpSocketState::ECN_CE_RCVD;
    m_control.OnEvent(m_window, ControlEvent::NEW_DATA); // which ns-3's controls do not have
    m_control.OnEvent(m_window, ControlEvent::ECN_IS_CE);
    EXPECT_EQ(m_window.ecn, Window::Ecn::CE_RECEIVED);
    EXPECT_EQ(m_ops->log.Take(),
              (Calls{"reduce 10000 6000",
                     "open 3",
                     "arrived 2 50",
                     "state " + std::to_string(TcpSocketState::CA_RECOVERY),
                     "event " + std::to_string(TcpSocketState::CA_EVENT_ECN_IS_CE)}));
}

// A loss within CWR begins a recovery and cuts nothing: the next cut is a timeout's, of ssthresh.
TEST_F(TcpOpsControlTest, AControlOfOursIsToldWhatAsksForACut)
{
    m_parts.control = CreateObject<TcpFack>();
    m_window.nxt = 10000;
    m_window.ssthresh = 5000;
    m_control.OnState(m_window, Window::State::RECOVERY);
    m_window.state = Window::State::RECOVERY;
    EXPECT_EQ(m_control.Reduce(m_window, 0), 2500U);
    m_window.isFastRetransmit = true;
    EXPECT_EQ(m_control.Reduce(m_window, 0), 5000U);
}

TEST_F(TcpOpsControlTest, AnotherControlTakesOverAtOnce)
{
    const auto next = CreateObject<LoggingControl>();
    next->regulates = true;
    m_control.OnArrived(m_window, 1);
    EXPECT_FALSE(m_window.isRegulated);
    m_parts.control = next;
    m_control.OnArrived(m_window, 1);
    EXPECT_EQ(m_ops->log.calls.size(), 1U);
    EXPECT_EQ(next->log.calls.size(), 1U);
    EXPECT_TRUE(m_window.isRegulated);
}

TEST_F(TcpOpsControlTest, AControlThatPacesByItselfKeepsToTheUsersRateAndShowsIt)
{
    m_parts.control = CreateObject<TcpKernelBbr>();
    m_tcb->m_maxPacingRate = DataRate("800kbps");
    m_control.Start(m_window);
    EXPECT_EQ(m_tcb->m_pacingRate.Get(), DataRate("800kbps"));
    // The next one sets its own.
    m_parts.control = m_ops;
    m_tcb->m_pacingRate = DataRate("1kbps");
    m_control.OnArrived(m_window, 1);
    EXPECT_EQ(m_tcb->m_pacingRate.Get(), DataRate("1kbps"));
}

// As ReductionLaw says.
TEST_F(TcpOpsControlTest, ALawHearsInOrder)
{
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    EXPECT_EQ(m_law->log.Take(), (Calls{"begin 3 10000 1000 3000"}));
    EXPECT_EQ(m_window.cwnd, 8000U);
    EXPECT_EQ(m_tcb->m_cWnd, 8000U);
    m_control.Continue(m_window, MakeAck());
    EXPECT_EQ(m_law->log.Take(), (Calls{"continue 1 1000 2000"}));
    m_control.OnRetransmissionLost(m_window);
    EXPECT_TRUE(m_control.TakeLostHead());
    m_control.OnSent(m_window, 700);
    m_window.inFlight = 4000;
    m_control.SetWindow(m_window);
    EXPECT_EQ(m_window.cwnd, 5555U);
    m_control.End(m_window);
    EXPECT_EQ(m_law->log.Take(), (Calls{"lost", "head", "sent 700", "window 4000", "end"}));
}

TEST_F(TcpOpsControlTest, ALawOfNs3NeedsNoMore)
{
    const auto ops = CreateObject<LoggingOps>();
    m_parts.law = ops;
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    m_control.Continue(m_window, MakeAck());
    m_control.OnRetransmissionLost(m_window);
    EXPECT_FALSE(m_control.TakeLostHead());
    m_control.OnSent(m_window, 700);
    m_control.SetWindow(m_window);
    m_control.End(m_window);
    EXPECT_EQ(ops->log.Take(), (Calls{"begin 3 10000 1000", "continue 1000", "sent 700", "exit"}));
    const auto needs = m_control.GetNeeds();
    EXPECT_FALSE(needs.repairsLaterLosses || needs.forgetsRecoveryPoint ||
                 needs.repairsRetransmissions);
}

// RFC 5681, section 3.2, as ns-3's classic law has it beside the window.
TEST_F(TcpOpsControlTest, AnInflatedWindowStaysUntilTheWindowIsAnotherOne)
{
    m_parts.law = CreateObject<TcpClassicRecovery>();
    m_window.ssthresh = 4500;
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    EXPECT_EQ(m_window.cwnd, 4500U);
    EXPECT_EQ(m_tcb->m_cWndInfl, 7500U);
    m_control.Continue(m_window, MakeAck());
    EXPECT_EQ(m_window.cwnd, 4500U);
    EXPECT_EQ(m_tcb->m_cWndInfl, 8500U);
    m_control.Show(m_window);
    EXPECT_EQ(m_tcb->m_cWndInfl, 8500U);
    m_window.cwnd = 2000;
    m_control.Show(m_window);
    EXPECT_EQ(m_tcb->m_cWndInfl, 2000U);
}

TEST_F(TcpOpsControlTest, AnotherLawBeginsWithTheNextReduction)
{
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    m_law->log.Take();
    const auto next = CreateObject<LoggingOps>();
    m_parts.law = next;
    m_control.OnSent(m_window, 700);
    m_control.SetWindow(m_window);
    m_control.End(m_window);
    EXPECT_EQ(m_law->log.Take(), (Calls{"sent 700", "window 0", "end"}));
    EXPECT_EQ(next->log.Take(), Calls{});
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    m_control.End(m_window);
    EXPECT_EQ(m_law->log.Take(), Calls{});
    EXPECT_EQ(next->log.Take(), (Calls{"begin 3 10000 1000", "exit"}));
}

TEST_F(TcpOpsControlTest, TheNextLawSaysWhatItNeeds)
{
    EXPECT_TRUE(m_control.GetNeeds().repairsLaterLosses);
    EXPECT_FALSE(m_control.GetNeeds().forgetsRecoveryPoint);
    EXPECT_TRUE(m_control.GetNeeds().repairsRetransmissions);
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    m_parts.law = CreateObject<LoggingOps>();
    EXPECT_FALSE(m_control.GetNeeds().repairsLaterLosses);
}

// The socket's next connection may have the same objects.
TEST_F(TcpOpsControlTest, NothingIsHeardOfAConnectionThatIsOver)
{
    m_control.Begin(m_window, MakeAck(), 3, 10000);
    m_control.Detach();
    m_law->log.Take();
    m_window.cwnd = 3000;
    m_control.Show(m_window);
    m_control.Open(m_window, 1);
    m_control.OnArrived(m_window, 1);
    m_control.OnState(m_window, Window::State::OPEN);
    m_control.OnEvent(m_window, ControlEvent::LOSS);
    m_control.Reduce(m_window, 3000);
    m_control.Continue(m_window, MakeAck());
    m_control.OnRetransmissionLost(m_window);
    EXPECT_FALSE(m_control.TakeLostHead());
    m_control.OnSent(m_window, 700);
    m_control.SetWindow(m_window);
    m_control.End(m_window);
    EXPECT_EQ(m_ops->log.Take(), Calls{});
    EXPECT_EQ(m_law->log.Take(), Calls{});
    EXPECT_EQ(m_tcb->m_cWnd, 8000U);
    EXPECT_EQ(m_window.cwnd, 3000U);
}

TEST_F(TcpOpsControlTest, SegmentsWaitForThePacingRate)
{
    m_tcb->m_pacingRate = DataRate("8kbps");
    m_parts.isPaced = true;
    EXPECT_FALSE(m_control.GetPace(m_window, 1000)) << "the user does not want that";
    m_control.OnAckDone(m_window, {}, 0);
    EXPECT_EQ(m_parts.pacingUpdates, 0);
    m_tcb->m_pacing = true;
    m_control.OnAckDone(m_window, {}, 0);
    EXPECT_EQ(m_parts.pacingUpdates, 1);
    EXPECT_EQ(m_control.GetPace(m_window, 1000), 1s);
    m_parts.isPaced = false;
    EXPECT_FALSE(m_control.GetPace(m_window, 1000)) << "an unpaced first window";
    m_parts.isPaced = true;
    m_tcb->m_pacingRate = DataRate(0);
    EXPECT_FALSE(m_control.GetPace(m_window, 1000)) << "no rate is known";
}

// Each segment counts when all of it has arrived, in whatever order.
TEST_F(TcpOpsControlTest, RatesAreMeasuredForWhoWantsThem)
{
    const auto rates = CreateObject<CountedRates>();
    m_parts.rates = rates;
    const auto sender = ns3test::MakeSender(ns3test::Kind::SACK);
    m_control.SetLedger(sender->GetSent());
    m_packets.Start(0);
    m_parts.buffer->SetMaxBufferSize(100000);
    const auto send = [&](uint64_t segment) {
        m_packets.Write(Create<Packet>(MSS));
        m_control.OnSegmentSent(m_packets.TakeUnsent(MSS), sender->GetOutstanding() == 0);
        sender->OnSent(ns3test::Segments(segment));
    };
    const auto hear = [&](const LossRecovery::AckEvent& event, uint32_t prior) {
        const auto& outcome = sender->OnAck(event);
        m_control.OnAck(m_window, outcome);
        m_control.OnAckDone(m_window, outcome, prior);
    };
    send(0);
    hear(Ack(1), 1000);
    EXPECT_EQ(rates->sent, 0);
    EXPECT_EQ(rates->delivered, 0);
    EXPECT_EQ(m_ops->log.Take(), Calls{});
    EXPECT_EQ(m_parts.buffer->Size(), 0U);

    m_ops->regulates = true;
    for (uint64_t segment = 1; segment < 5; ++segment)
    {
        send(segment);
    }
    EXPECT_EQ(rates->sent, 4);
    EXPECT_EQ(rates->starts, 1);
    auto partly = Ack(1, {{2, 4}});
    partly.blocks[0].end += MSS / 2;
    hear(partly, 4000);
    EXPECT_EQ(rates->delivered, 2) << "and a half";
    EXPECT_EQ(m_window.cwnd, 1234U);
    hear(Ack(1, {{2, 5}}), 1500);
    EXPECT_EQ(rates->delivered, 3);
    hear(Ack(2, {{3, 5}}), 1000);
    EXPECT_EQ(rates->delivered, 4);
    LossRecovery::AckOutcome lost;
    lost.lost.octets = 700;
    m_control.OnAckDone(m_window, lost, 900);
    EXPECT_EQ(m_ops->log.Take(),
              (Calls{"regulate 2500 0 4000",
                     "regulate 500 0 1500",
                     "regulate 1000 0 1000",
                     "regulate 0 700 900"}));
}

TEST_F(TcpOpsControlTest, RoundTripsAreSmoothedByTheSocketsEstimator)
{
    EXPECT_EQ(m_control.GetEstimate().smoothed, 1s) << "what is expected";
    const auto estimate = m_control.OnSample(200ms);
    EXPECT_EQ(estimate.smoothed, 200ms);
    EXPECT_EQ(estimate.variation, 100ms);
    m_parts.rtt = CreateObject<RttMeanDeviation>();
    EXPECT_EQ(m_control.OnSample(400ms).smoothed, 400ms);
}

} // namespace TcpOpsControlTests

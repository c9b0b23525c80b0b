/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t MSS = 1000;

// A test that is about the cut does not look at it.
constexpr uint32_t WRONG_PIPE = 123456;

/**
 * A connection without a socket, every field that the algorithms read is set here.
 * @param cwnd congestion window, octets
 * @param ssThresh `ssthresh`, octets
 * @param flightSize `snd.nxt - snd.una`, octets
 */
Ptr<TcpSocketState>
MakeTcb(uint32_t cwnd, uint32_t ssThresh, uint32_t flightSize)
{
    auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = MSS;
    tcb->m_cWnd = cwnd;
    tcb->m_cWndInfl = cwnd;
    tcb->m_ssThresh = ssThresh;
    // The numbers wrap inside the flight.
    tcb->m_lastAckedSeq = SequenceNumber32(0U - 1500);
    tcb->m_highTxMark = tcb->m_lastAckedSeq + flightSize;
    tcb->m_bytesInFlight = flightSize;
    tcb->m_congState = TcpSocketState::CA_OPEN;
    tcb->m_ecnState = TcpSocketState::ECN_DISABLED;
    return tcb;
}

/// TcpFack, called in the order in which ns-3's socket calls a congestion control.
class BareFack
{
  public:
    explicit BareFack(bool overdamping)
        : control(CreateObject<TcpFack>())
    {
        control->SetAttribute("Overdamping", BooleanValue(overdamping));
        control->TraceConnectWithoutContext("Overdamped",
                                            MakeCallback(&BareFack::Overdamped, this));
    }

    /// Three duplicate ACKs.
    uint32_t FastRetransmit(Ptr<TcpSocketState> tcb)
    {
        SetState(tcb, TcpSocketState::CA_DISORDER);
        SetState(tcb, TcpSocketState::CA_RECOVERY);
        tcb->m_ssThresh = control->GetSsThresh(tcb, WRONG_PIPE);
        return tcb->m_ssThresh;
    }

    /// The retransmission timer expires.
    uint32_t Timeout(Ptr<TcpSocketState> tcb)
    {
        tcb->m_ssThresh = control->GetSsThresh(tcb, WRONG_PIPE);
        SetState(tcb, TcpSocketState::CA_LOSS);
        tcb->m_cWnd = MSS;
        return tcb->m_ssThresh;
    }

    /// ECN's echo.
    uint32_t Ecn(Ptr<TcpSocketState> tcb)
    {
        tcb->m_ssThresh = control->GetSsThresh(tcb, WRONG_PIPE);
        tcb->m_congState = TcpSocketState::CA_CWR;
        return tcb->m_ssThresh;
    }

    Ptr<TcpFack> control;
    uint32_t overdamped{0}; //!< how often
    uint32_t cwndLoss{0};   //!< as last traced
    uint32_t ssThresh{0};   //!< as last traced

  private:
    void SetState(Ptr<TcpSocketState> tcb, TcpSocketState::TcpCongState_t state)
    {
        control->CongestionStateSet(tcb, state);
        tcb->m_congState = state;
    }

    void Overdamped(uint32_t newCwndLoss, uint32_t newSsThresh)
    {
        ++overdamped;
        cwndLoss = newCwndLoss;
        ssThresh = newSsThresh;
    }
};

/// Which window is halved. The pipe that the socket passes is never right.
class HalvingTestCase : public TestCase
{
  public:
    HalvingTestCase()
        : TestCase("TcpFack halves the window at loss, and FlightSize if that is less")
    {
    }

  private:
    void DoRun() override
    {
        Check(16000, 16000, 8000);
        Check(16001, 16000, 8000);
        Check(5000, 5000, 2500);
        // Never below two segments.
        Check(3000, 3000, 2000);
        Check(1000, 1000, 2000);
        // Limited transmit and FACK's own sender may have more in flight than the window.
        Check(16000, 19000, 8000);
        // Less than a segment of the window is free: it is full.
        Check(16000, 15001, 8000);
        // Held back by the application or the peer.
        Check(16000, 15000, 7500);
        Check(16000, 5000, 2500);
        Check(16000, 0, 2000);
    }

    void Check(uint32_t cwnd, uint32_t flightSize, uint32_t ssThresh)
    {
        // In congestion avoidance, and Overdamping would not act if it were on.
        const uint32_t oldSsThresh = 500;
        BareFack fack(false);
        NS_TEST_EXPECT_MSG_EQ(fack.FastRetransmit(MakeTcb(cwnd, oldSsThresh, flightSize)),
                              ssThresh,
                              "fast retransmit at " << cwnd << ", " << flightSize);
        NS_TEST_EXPECT_MSG_EQ(fack.Timeout(MakeTcb(cwnd, oldSsThresh, flightSize)),
                              ssThresh,
                              "timeout at " << cwnd << ", " << flightSize);
        NS_TEST_EXPECT_MSG_EQ(fack.Ecn(MakeTcb(cwnd, oldSsThresh, flightSize)),
                              ssThresh,
                              "ECN at " << cwnd << ", " << flightSize);
    }
};

/// FACK paper, section 4.4: if (cwnd <= ssthresh + .5*mss) cwnd /= 2.
class OverdampingTestCase : public TestCase
{
  public:
    OverdampingTestCase()
        : TestCase("Overdamping quarters the window up to half a segment beyond slow start")
    {
    }

  private:
    void DoRun() override
    {
        // Half a segment is 500 octets.
        Check({MSS, 20500, 20000, 20500, true, 5125});
        Check({MSS, 20501, 20000, 20501, false, 10250});
        Check({MSS, 20000, 20000, 20000, true, 5000});
        Check({MSS, 16000, 20000, 16000, true, 4000});
        // Of 1001 octets it is 500.5.
        Check({1001, 20500, 20000, 20500, true, 5125});
        Check({1001, 20501, 20000, 20501, false, 10250});
        // The initial ssthresh of some releases, and another one near the end of 32 bits.
        Check({MSS, 34000, UINT32_MAX, 34000, true, 8500});
        Check({MSS, 34000, UINT32_MAX - 400, 34000, true, 8500});
        // A window near that end.
        Check({MSS, UINT32_MAX, UINT32_MAX - 501, 40000, false, 20000});
        Check({MSS, UINT32_MAX, UINT32_MAX - 500, 40000, true, 10000});
        // Never below two segments.
        Check({MSS, 6000, 20000, 6000, true, 2000});
        // Held back: the window tells where the sender is, FlightSize what is cut.
        Check({MSS, 16000, 20000, 10000, true, 2500});
        Check({MSS, 30000, 20000, 10000, false, 5000});
        // A recovery ends at cwnd = ssthresh: the paper's test holds for half a round trip.
        Check({MSS, 8400, 8000, 8400, true, 2100});
    }

    struct Row
    {
        uint32_t mss;
        uint32_t cwnd;
        uint32_t oldSsThresh;
        uint32_t flightSize;
        bool acts;
        uint32_t ssThresh;
    };

    void Check(const Row& row)
    {
        auto tcb = MakeTcb(row.cwnd, row.oldSsThresh, row.flightSize);
        tcb->m_segmentSize = row.mss;
        BareFack fack(true);
        NS_TEST_EXPECT_MSG_EQ(fack.FastRetransmit(tcb), row.ssThresh, "at " << row.cwnd);
        NS_TEST_EXPECT_MSG_EQ(fack.overdamped, (row.acts ? 1 : 0), "trace at " << row.cwnd);
        if (row.acts)
        {
            NS_TEST_EXPECT_MSG_EQ(fack.cwndLoss,
                                  std::min(row.cwnd, row.flightSize),
                                  "cwnd_loss in the trace at " << row.cwnd);
            NS_TEST_EXPECT_MSG_EQ(fack.ssThresh, row.ssThresh, "in the trace at " << row.cwnd);
        }

        // Off, it is a half.
        auto other = MakeTcb(row.cwnd, row.oldSsThresh, row.flightSize);
        other->m_segmentSize = row.mss;
        BareFack plain(false);
        NS_TEST_EXPECT_MSG_EQ(plain.FastRetransmit(other),
                              std::max(std::min(row.cwnd, row.flightSize) / 2, 2 * row.mss),
                              "off, at " << row.cwnd);
        NS_TEST_EXPECT_MSG_EQ(plain.overdamped, 0, "off, at " << row.cwnd);
    }
};

/// GetSsThresh() is called for three reasons; only the order of calls tells them apart.
class CauseOfCutTestCase : public TestCase
{
  public:
    CauseOfCutTestCase()
        : TestCase("Timeout and ECN are not overdamped, and inside recovery they halve ssthresh")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t initial = UINT32_MAX;
        BareFack fack(true);
        NS_TEST_EXPECT_MSG_EQ(fack.Timeout(MakeTcb(16000, initial, 16000)), 8000, "timeout");
        NS_TEST_EXPECT_MSG_EQ(fack.Ecn(MakeTcb(16000, initial, 16000)), 8000, "ECN");
        NS_TEST_EXPECT_MSG_EQ(fack.overdamped, 0, "neither");

        auto tcb = MakeTcb(40000, initial, 40000);
        NS_TEST_EXPECT_MSG_EQ(fack.FastRetransmit(tcb), 10000, "in slow start");
        // The window with wintrim: cwnd itself is 10000.
        tcb->m_cWnd = 32000;
        NS_TEST_EXPECT_MSG_EQ(fack.Timeout(tcb), 5000, "timeout inside recovery");
        // Slow start after it: cwnd is not ssthresh.
        tcb->m_cWnd = 6000;
        tcb->m_ssThresh = 5900;
        tcb->m_highTxMark = tcb->m_lastAckedSeq + 6000;
        NS_TEST_EXPECT_MSG_EQ(fack.Timeout(tcb), 3000, "timeout after a timeout");
        NS_TEST_EXPECT_MSG_EQ(fack.overdamped, 1, "the fast retransmit only");

        tcb = MakeTcb(20000, 5000, 20000);
        NS_TEST_EXPECT_MSG_EQ(fack.FastRetransmit(tcb), 10000, "in congestion avoidance");
        tcb->m_cWnd = 18000;
        NS_TEST_EXPECT_MSG_EQ(fack.Ecn(tcb), 5000, "ECN inside recovery");
        tcb->m_cWnd = 17000;
        NS_TEST_EXPECT_MSG_EQ(fack.Timeout(tcb), 2500, "timeout after ECN");
        NS_TEST_EXPECT_MSG_EQ(fack.overdamped, 1, "the first fast retransmit only");
    }
};

class AttributesTestCase : public TestCase
{
  public:
    AttributesTestCase()
        : TestCase("Names, defaults and forks")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory factory("ns3::TcpFack");
        const auto fack = factory.Create<TcpFack>();
        NS_TEST_EXPECT_MSG_EQ(fack->GetName(), "TcpFack", "name");
        NS_TEST_EXPECT_MSG_EQ(GetOverdamping(fack), false, "default");
        NS_TEST_EXPECT_MSG_EQ(GetOverdamping(CreateObject<TcpFack>()), false, "constructor");
        NS_TEST_EXPECT_MSG_EQ(GetOverdamping(fack->Fork()), false, "fork");
        fack->SetAttribute("Overdamping", BooleanValue(true));
        const auto fork = fack->Fork();
        NS_TEST_EXPECT_MSG_EQ(GetOverdamping(fork), true, "fork takes the parameter");
        NS_TEST_EXPECT_MSG_EQ(fork->GetInstanceTypeId().GetName(), "ns3::TcpFack", "fork");

        factory.SetTypeId("ns3::TcpRampdownRecovery");
        const auto recovery = factory.Create<TcpRecoveryOps>();
        NS_TEST_EXPECT_MSG_EQ(recovery->GetName(), "TcpRampdownRecovery", "name");
        NS_TEST_EXPECT_MSG_EQ(recovery->Fork()->GetInstanceTypeId().GetName(),
                              "ns3::TcpRampdownRecovery",
                              "fork");
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpRampdownRecovery>(recovery->Fork()) != nullptr),
                              true,
                              "fork");
    }

    static bool GetOverdamping(Ptr<const Object> control)
    {
        BooleanValue value;
        control->GetAttribute("Overdamping", value);
        return value.Get();
    }
};

/// TcpRampdownRecovery, called as ns-3's socket calls any recovery algorithm.
class BareRecovery
{
  public:
    BareRecovery()
        : m_recovery(CreateObject<TcpRampdownRecovery>())
    {
        m_recovery->TraceConnectWithoutContext("Wintrim",
                                               MakeCallback(&BareRecovery::Traced, this));
    }

    /**
     * A loss is detected.
     * @param newTcb the connection before the reduction
     * @param ssThresh the new `ssthresh`
     * @param outstanding what the socket takes to be in the network
     * @return the window
     */
    uint32_t Enter(Ptr<TcpSocketState> newTcb, uint32_t ssThresh, uint32_t outstanding)
    {
        tcb = newTcb;
        tcb->m_congState = TcpSocketState::CA_RECOVERY;
        tcb->m_ssThresh = ssThresh;
        tcb->m_bytesInFlight = outstanding;
        const uint32_t flightSize = tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq;
        ns3compat::EnterRecovery<TcpRecoveryOps>(*m_recovery, tcb, 3, flightSize, MSS, 3 * MSS);
        return tcb->m_cWnd;
    }

    /// An ACK, on a socket that does not know snd.fack. @return the window
    uint32_t Ack(uint32_t delivered)
    {
        ns3compat::DoRecovery<TcpRecoveryOps>(*m_recovery, tcb, delivered, true);
        return tcb->m_cWnd;
    }

    /// An ACK, on one that does. @return the window
    uint32_t Ack(uint32_t delivered, uint32_t advance)
    {
        auto window = TcpWindowReader().Read(*tcb);
        ReductionLaw::Ack ack;
        ack.delivered = delivered;
        ack.forwardAdvance = advance;
        m_recovery->GetLaw().Continue(window, ack);
        m_recovery->Publish();
        TcpWindowReader::Write(window, *tcb);
        return tcb->m_cWnd;
    }

    /// Recovery ends as on the stock socket, which sets the window first. @return the window
    uint32_t Exit()
    {
        tcb->m_cWnd = tcb->m_ssThresh.Get();
        m_recovery->ExitRecovery(tcb);
        return tcb->m_cWnd;
    }

    Ptr<TcpSocketState> tcb;
    uint32_t wintrim{0}; //!< as traced

  private:
    void Traced(uint32_t, uint32_t value)
    {
        wintrim = value;
    }

    Ptr<TcpRampdownRecovery> m_recovery;
};

/// A window of 16 segments, the first of which is lost: the fourth SACK leaves 12 outstanding.
Ptr<TcpSocketState>
SixteenSegments()
{
    return MakeTcb(16000, 5000, 16000);
}

/// The window of each ACK of the first round trip, by hand.
class RampdownOnStockSocketTestCase : public TestCase
{
  public:
    RampdownOnStockSocketTestCase()
        : TestCase("Rampdown by delivered octets, on a socket that does not know snd.fack")
    {
    }

  private:
    void DoRun() override
    {
        BareRecovery recovery;
        NS_TEST_EXPECT_MSG_EQ(recovery.Enter(SixteenSegments(), 8000, 12000), 14000, "begins");
        const std::vector<uint32_t>
            windows{13500, 13000, 12500, 12000, 11500, 11000, 10500, 10000, 9500, 9000, 8500, 8000};
        for (const auto window : windows)
        {
            NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS), window, "window");
            NS_TEST_EXPECT_MSG_EQ(recovery.wintrim, window - 8000, "trace at " << window);
            NS_TEST_EXPECT_MSG_EQ(recovery.tcb->m_cWndInfl, window, "inflated at " << window);
            NS_TEST_EXPECT_MSG_EQ(recovery.tcb->m_ssThresh, 8000U, "ssthresh at " << window);
        }
        // The round trip is over, recovery is not.
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS), 8000, "constant");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(0), 8000, "constant");
        NS_TEST_EXPECT_MSG_EQ(recovery.Exit(), 8000, "ends");

        // It may end earlier.
        recovery.Enter(SixteenSegments(), 8000, 12000);
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(5000), 11500, "one ACK for five segments");
        NS_TEST_EXPECT_MSG_EQ(recovery.Exit(), 8000, "ends early");
        NS_TEST_EXPECT_MSG_EQ(recovery.wintrim, 0, "ends early");
        NS_TEST_EXPECT_MSG_EQ(recovery.tcb->m_cWndInfl.Get(), 8000, "ends early");

        // Without SACK nothing is known to be delivered: a segment for each duplicate.
        recovery.Enter(SixteenSegments(), 8000, 12000);
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(0), 13500, "no SACK");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(0), 13000, "no SACK");
    }
};

class RampdownByForwardAckTestCase : public TestCase
{
  public:
    RampdownByForwardAckTestCase()
        : TestCase("Rampdown by the advance of snd.fack: what is delivered below it does not count")
    {
    }

  private:
    void DoRun() override
    {
        BareRecovery recovery;
        recovery.Enter(SixteenSegments(), 8000, 12000);
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 1000), 13500, "next segment");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 3000), 12000, "behind a hole of two");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 0), 12000, "into the hole");
        NS_TEST_EXPECT_MSG_EQ(recovery.wintrim, 4000, "trace");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 7500), 8250, "");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 1000), 8000, "half of it is new data");
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 1000), 8000, "new data");
        recovery.Exit();

        // Another recovery of the same connection, on its first ACK snd.fack stands still.
        recovery.Enter(SixteenSegments(), 8000, 12000);
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, 0), 14000, "known to stand still");
        // And one without reports.
        recovery.Exit();
        recovery.Enter(SixteenSegments(), 8000, 12000);
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS), 13500, "no reports in this one");
    }
};

/// winmult is what the congestion control left.
class WinmultTestCase : public TestCase
{
  public:
    WinmultTestCase()
        : TestCase("winmult is ssthresh by the window at loss")
    {
    }

  private:
    void DoRun() override
    {
        // Four fifths: 12000 * 0.2. Seven tenths: 12000 * 0.3.
        Check(SixteenSegments(), 12800, 12000, 2400);
        Check(SixteenSegments(), 11200, 12000, 3600);
        // A control that cuts from the pipe: 6000 of 16000, 12000 * 5/8.
        Check(SixteenSegments(), 6000, 12000, 7500);
        // No reduction, or none worth the name.
        Check(SixteenSegments(), 16000, 12000, 0);
        Check(SixteenSegments(), 20000, 12000, 0);
        // Two segments of three stay: 2000/3.
        Check(MakeTcb(3000, 5000, 3000), 2000, 2000, 667);
        // Held back: half of what was in flight.
        Check(MakeTcb(16000, 5000, 5000), 2500, 4000, 2000);
        Check(MakeTcb(16000, 5000, 1000), 2000, 1000, 0);
        Check(MakeTcb(16000, 5000, 0), 2000, 0, 0);
    }

    void Check(Ptr<TcpSocketState> tcb, uint32_t ssThresh, uint32_t outstanding, uint32_t wintrim)
    {
        BareRecovery recovery;
        NS_TEST_EXPECT_MSG_EQ(recovery.Enter(tcb, ssThresh, outstanding),
                              ssThresh + wintrim,
                              "window at " << ssThresh);
        NS_TEST_EXPECT_MSG_EQ(recovery.wintrim, wintrim, "wintrim at " << ssThresh);
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(outstanding, outstanding), ssThresh, "round trip later");
        NS_TEST_EXPECT_MSG_EQ(recovery.Exit(), ssThresh, "end");
    }
};

/// FACK paper, section 4.5: with Overdamping winmult is 1/4.
class OverdampingWithRampdownTestCase : public TestCase
{
  public:
    OverdampingWithRampdownTestCase()
        : TestCase("Overdamping and Rampdown together: three quarters of each octet are taken off")
    {
    }

  private:
    void DoRun() override
    {
        BareFack fack(true);
        auto tcb = MakeTcb(16000, UINT32_MAX, 16000);
        const auto ssThresh = fack.FastRetransmit(tcb);
        NS_TEST_EXPECT_MSG_EQ(ssThresh, 4000, "a quarter");

        BareRecovery recovery;
        NS_TEST_EXPECT_MSG_EQ(recovery.Enter(tcb, ssThresh, 12000), 13000, "4000 + 3/4 * 12000");
        const std::vector<uint32_t>
            windows{12250, 11500, 10750, 10000, 9250, 8500, 7750, 7000, 6250, 5500, 4750, 4000};
        for (const auto window : windows)
        {
            NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, MSS), window, "window");
        }
        NS_TEST_EXPECT_MSG_EQ(recovery.Exit(), 4000, "end");

        // The next one, in congestion avoidance, is a half again.
        tcb = MakeTcb(8000, 4000, 8000);
        NS_TEST_EXPECT_MSG_EQ(recovery.Enter(tcb, fack.FastRetransmit(tcb), 4000),
                              6000,
                              "4000 + 1/2 * 4000");
    }
};

class RampdownForEcnTestCase : public TestCase
{
  public:
    RampdownForEcnTestCase()
        : TestCase("An echo of ECN starts a ramp, too")
    {
    }

  private:
    void DoRun() override
    {
        // ns-3 enters recovery for ECN in its own state.
        BareRecovery recovery;
        recovery.Enter(SixteenSegments(), 8000, 16000);
        NS_TEST_EXPECT_MSG_EQ(recovery.tcb->m_cWnd, 16000U, "nothing is lost: no step at all");
        recovery.tcb->m_congState = TcpSocketState::CA_CWR;
        NS_TEST_EXPECT_MSG_EQ(recovery.Ack(MSS, MSS), 15500, "ECN");
        NS_TEST_EXPECT_MSG_EQ(recovery.Exit(), 8000, "end");
    }
};

/// What a transfer on the stock socket runs with.
struct Setup
{
    std::string control;
    bool overdamping;
    std::string recovery;
    bool sack{true};
    bool ecn{false};
};

/**
 * A transfer of octets that say where they belong, over a bottleneck of 5.21 ms a segment (1042
 * octets at 1.6 Mbit/s) and 20 ms each way.
 */
class StockSocketTestCase : public TestCase
{
  public:
    StockSocketTestCase(const std::string& name, Setup setup)
        : TestCase("On the stock socket: " + name),
          m_setup(std::move(setup))
    {
    }

  protected:
    static constexpr uint16_t PORT = 5001;
    static constexpr uint32_t PERIOD = 251; // prime: no shift by segments or buffers hides

    /**
     * Run a transfer to its end.
     * @param total octets
     * @param queue length of the bottleneck's queue, packets
     * @param ssThresh initial ssthresh, octets
     * @param losses forward, what is lost
     * @param reverseLoss probability of the loss of an ACK
     */
    void Transfer(uint32_t total,
                  uint32_t queue,
                  uint32_t ssThresh,
                  Ptr<ErrorModel> losses,
                  double reverseLoss)
    {
        m_total = total;
        SetDefaults(ssThresh);
        LossyDumbbellHelper dumbbell(1);
        for (const auto direction :
             {LossyDumbbellHelper::Direction::FORWARD, LossyDumbbellHelper::Direction::REVERSE})
        {
            dumbbell.SetDelay(direction, MilliSeconds(20));
            dumbbell.SetQueue(direction, queue);
        }
        dumbbell.SetErrorModel(LossyDumbbellHelper::Direction::FORWARD, losses);
        dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::REVERSE, reverseLoss);
        dumbbell.SetTrafficControl(m_setup.ecn);
        dumbbell.Build();
        dumbbell.AssignStreams(0);

        auto listener =
            Socket::CreateSocket(dumbbell.GetReceivers().Get(0), TcpSocketFactory::GetTypeId());
        listener->Bind(dumbbell.GetAnyAddress(PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&StockSocketTestCase::Accept, this));
        auto sender = MakeSender(dumbbell.GetSenders().Get(0));
        Simulator::Schedule(MilliSeconds(1),
                            &StockSocketTestCase::Connect,
                            this,
                            sender,
                            dumbbell.GetReceiverAddress(0, PORT));
        Simulator::Stop(Seconds(2000));
        Simulator::Run();
        Simulator::Destroy();
        Config::Reset();

        NS_TEST_EXPECT_MSG_EQ(m_written, total, "octets written");
        NS_TEST_EXPECT_MSG_EQ(m_read, total, "octets read");
        NS_TEST_EXPECT_MSG_EQ(m_wrong, 0, "octets that are not in their place");
    }

    FlowRecorder flow;
    std::vector<Time> sent;           //!< when the sender sent segments with data
    std::vector<uint32_t> cwndLosses; //!< Overdamped
    std::vector<uint32_t> ssThreshs;  //!< Overdamped
    uint32_t wintrim{0};              //!< as traced last
    uint32_t maxWintrim{0};           //!< as traced

  private:
    void SetDefaults(uint32_t ssThresh)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(ssThresh));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(m_setup.sack));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue(m_setup.ecn ? "On" : "Off"));
        Config::SetDefault("ns3::TcpFack::Overdamping", BooleanValue(m_setup.overdamping));
    }

    Ptr<Socket> MakeSender(Ptr<Node> node)
    {
        auto sender =
            DynamicCast<TcpSocketBase>(Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()));
        const auto control = ObjectFactory(m_setup.control).Create<TcpCongestionOps>();
        const auto recovery = ObjectFactory(m_setup.recovery).Create<TcpRecoveryOps>();
        control->TraceConnectWithoutContext("Overdamped",
                                            MakeCallback(&StockSocketTestCase::Overdamped, this));
        recovery->TraceConnectWithoutContext("Wintrim",
                                             MakeCallback(&StockSocketTestCase::Trimmed, this));
        sender->SetCongestionControlAlgorithm(control);
        sender->SetRecoveryAlgorithm(recovery);
        sender->SetSendCallback(MakeCallback(&StockSocketTestCase::Write, this));
        sender->TraceConnectWithoutContext("Tx", MakeCallback(&StockSocketTestCase::Sent, this));
        flow.RecordSocket(sender);
        return sender;
    }

    void Connect(Ptr<Socket> socket, Address address)
    {
        socket->Connect(address);
    }

    void Write(Ptr<Socket> socket, uint32_t)
    {
        while (m_written < m_total && socket->GetTxAvailable() > 0)
        {
            std::vector<uint8_t> chunk(
                std::min({1237U, m_total - m_written, socket->GetTxAvailable()}));
            for (std::size_t i = 0; i < chunk.size(); ++i)
            {
                chunk[i] = (m_written + i) % PERIOD;
            }
            const int taken = socket->Send(chunk.data(), chunk.size(), 0);
            if (taken <= 0)
            {
                return;
            }
            m_written += taken;
        }
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&StockSocketTestCase::Read, this));
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            std::vector<uint8_t> data(packet->GetSize());
            packet->CopyData(data.data(), data.size());
            for (const auto octet : data)
            {
                m_wrong += (octet != m_read % PERIOD);
                ++m_read;
            }
            if (data.empty())
            {
                return;
            }
        }
    }

    void Sent(Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() > 0)
        {
            sent.push_back(Simulator::Now());
        }
    }

    void Overdamped(uint32_t cwndLoss, uint32_t ssThresh)
    {
        cwndLosses.push_back(cwndLoss);
        ssThreshs.push_back(ssThresh);
    }

    void Trimmed(uint32_t, uint32_t value)
    {
        wintrim = value;
        maxWintrim = std::max(maxWintrim, value);
    }

    Setup m_setup;
    uint32_t m_total{0};
    uint32_t m_written{0};
    uint32_t m_read{0};
    uint32_t m_wrong{0};
};

/// One loss in a window that keeps the link busy: how evenly the next round trip is used.
class OneLossTestCase : public StockSocketTestCase
{
  public:
    OneLossTestCase(const std::string& recovery, bool evenly)
        : StockSocketTestCase("one loss with " + recovery, {"ns3::TcpFack", false, recovery}),
          m_evenly(evenly)
    {
    }

  private:
    void DoRun() override
    {
        auto losses = CreateObject<ReceiveListErrorModel>();
        losses->SetList({200});
        // From 16 segments on in congestion avoidance, the pipe is 9: the ACKs come evenly.
        Transfer(400 * MSS, 1000, 16 * MSS, losses, 0.0);

        const auto retransmissions = flow.GetRetransmissions();
        NS_TEST_ASSERT_MSG_EQ(retransmissions.size(), 1, "one loss");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        const Time detected = retransmissions.front();
        const double before = flow.GetValueAt("cwnd", detected - NanoSeconds(1));
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.GetValueAt("ssthresh", detected + NanoSeconds(1)),
                                  before / 2,
                                  0.001,
                                  "half of the window, not of the pipe");
        NS_TEST_ASSERT_MSG_GT(before, 16.0, "the link is busy");

        // The rest of the window is acknowledged after it, at 5.21 ms a segment.
        const Time acknowledged = detected + MicroSeconds(static_cast<int64_t>(before - 4) * 5210);
        Time silence;
        for (std::size_t i = 1; i < sent.size(); ++i)
        {
            if (sent[i - 1] >= detected && sent[i - 1] < acknowledged)
            {
                silence = std::max(silence, sent[i] - sent[i - 1]);
            }
        }
        if (m_evenly)
        {
            NS_TEST_EXPECT_MSG_LT(silence, MicroSeconds(2 * 5210 + 100), "every other ACK sends");
            NS_TEST_EXPECT_MSG_GT(maxWintrim, 6 * MSS, "half of more than 12 segments");
            NS_TEST_EXPECT_MSG_EQ(wintrim, 0, "at the end");
        }
        else
        {
            NS_TEST_EXPECT_MSG_GT(silence, MicroSeconds(4 * 5210), "the half window is waited for");
        }
    }

    bool m_evenly;
};

/// The overshoot of the initial slow start.
class OvershootTestCase : public StockSocketTestCase
{
  public:
    OvershootTestCase()
        : StockSocketTestCase("overshoot of slow start, Overdamping and Rampdown",
                              {"ns3::TcpFack", true, "ns3::TcpRampdownRecovery"})
    {
    }

  private:
    void DoRun() override
    {
        Transfer(500 * MSS, 17, 1 << 30, CreateObject<ReceiveListErrorModel>(), 0.0);
        NS_TEST_ASSERT_MSG_GT(cwndLosses.size(), 0, "Overdamping acted");
        NS_TEST_EXPECT_MSG_GT(cwndLosses.front(), 26 * MSS, "the pipe of 9 and the queue overflow");
        NS_TEST_EXPECT_MSG_EQ(ssThreshs.front(), cwndLosses.front() / 4, "a quarter");
        NS_TEST_EXPECT_MSG_GT(maxWintrim, 0, "Rampdown acted");
        NS_TEST_EXPECT_MSG_EQ(wintrim, 0, "at the end");
    }
};

/// Many losses in both directions, timeouts among them: everything arrives.
class LossyTestCase : public StockSocketTestCase
{
  public:
    using StockSocketTestCase::StockSocketTestCase;

  private:
    void DoRun() override
    {
        auto losses = CreateObject<RateErrorModel>();
        losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        losses->SetRate(0.04);
        Transfer(1'000'003, 30, 1 << 30, losses, 0.04);
        // 1001 segments at 4 %: 40 +- 6, besides what timeouts send for nothing.
        NS_TEST_EXPECT_MSG_GT(flow.GetRetransmissions().size(), 20, "the path is lossy");
        NS_TEST_EXPECT_MSG_GT(flow.GetTimeouts().size(), 0, "timeouts");
    }
};

/// Marks by the default queue disc: recovery without a loss.
class EcnTestCase : public StockSocketTestCase
{
  public:
    EcnTestCase()
        : StockSocketTestCase("ECN", {"ns3::TcpFack", true, "ns3::TcpRampdownRecovery", true, true})
    {
    }

  private:
    void DoRun() override
    {
        // A device queue of one packet leaves the waiting to the queue disc.
        Transfer(1'000'003, 1, 1 << 30, CreateObject<ReceiveListErrorModel>(), 0.0);
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), 0, "losses");
        NS_TEST_EXPECT_MSG_EQ(cwndLosses.size(), 0, "a mark is not overdamped");
        NS_TEST_EXPECT_MSG_GT(maxWintrim, 2 * MSS, "the cut is smoothed");
    }
};

class TcpFackTestSuite : public TestSuite
{
  public:
    TcpFackTestSuite()
        : TestSuite("tcp-fack", Type::UNIT)
    {
        AddTestCase(new HalvingTestCase);
        AddTestCase(new OverdampingTestCase);
        AddTestCase(new CauseOfCutTestCase);
        AddTestCase(new AttributesTestCase);
        AddTestCase(new RampdownOnStockSocketTestCase);
        AddTestCase(new RampdownByForwardAckTestCase);
        AddTestCase(new WinmultTestCase);
        AddTestCase(new OverdampingWithRampdownTestCase);
        AddTestCase(new RampdownForEcnTestCase);
        AddTestCase(new OneLossTestCase("ns3::TcpClassicRecovery", false));
        AddTestCase(new OneLossTestCase("ns3::TcpRampdownRecovery", true));
        AddTestCase(new OvershootTestCase);
        AddTestCase(new LossyTestCase("TcpFack under loss",
                                      {"ns3::TcpFack", true, "ns3::TcpClassicRecovery"}));
        AddTestCase(new LossyTestCase("Rampdown under loss",
                                      {"ns3::TcpNewReno", false, "ns3::TcpRampdownRecovery"}));
        AddTestCase(new LossyTestCase("both under loss, without SACK",
                                      {"ns3::TcpFack", true, "ns3::TcpRampdownRecovery", false}));
        AddTestCase(new EcnTestCase);
    }
};

TcpFackTestSuite g_tcpFackTestSuite; //!< registers itself

} // namespace

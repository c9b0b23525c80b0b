/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace ns3;
using namespace impaired;

namespace
{

// A test that is about the cut does not look at it.
constexpr uint32_t WRONG_PIPE = 123456;

/// TcpGeneralAimd, called in the order in which ns-3's socket calls a congestion control.
class BareAimd
{
  public:
    /**
     * @param law as the attribute
     * @param increase `a`
     * @param decrease `b`
     * @param cwnd octets
     * @param ssThresh octets
     */
    BareAimd(const std::string& law,
             double increase,
             double decrease,
             uint32_t cwnd,
             uint32_t ssThresh)
        : control(CreateObject<TcpGeneralAimd>()),
          tcb(CreateObject<TcpSocketState>())
    {
        control->SetAttribute("Law", StringValue(law));
        control->SetAttribute("Increase", DoubleValue(increase));
        control->SetAttribute("Decrease", DoubleValue(decrease));
        tcb->m_segmentSize = MSS;
        tcb->m_cWnd = cwnd;
        tcb->m_cWndInfl = cwnd;
        tcb->m_ssThresh = ssThresh;
        tcb->m_congState = TcpSocketState::CA_OPEN;
        tcb->m_ecnState = TcpSocketState::ECN_DISABLED;
        // The numbers wrap inside the flight.
        tcb->m_lastAckedSeq = SequenceNumber32(0U - 1500);
        SetFlight(cwnd);
    }

    void SetFlight(uint32_t octets) const
    {
        tcb->m_highTxMark = tcb->m_lastAckedSeq + octets;
    }

    /// ACKs that complete a number of segments each. @return the window
    uint32_t Ack(uint64_t number, uint32_t segments = 1) const
    {
        for (uint64_t i = 0; i < number; ++i)
        {
            control->IncreaseWindow(tcb, segments);
        }
        return tcb->m_cWnd;
    }

    /// A window's segments are acknowledged. The part of one that is left goes with the next round.
    uint32_t Round(uint32_t segmentsPerAck = 1)
    {
        m_credit += static_cast<double>(tcb->m_cWnd.Get()) / tcb->m_segmentSize;
        const auto acks = static_cast<uint64_t>(m_credit / segmentsPerAck);
        m_credit -= static_cast<double>(acks * segmentsPerAck);
        return Ack(acks, segmentsPerAck);
    }

    /// Three duplicate ACKs.
    uint32_t FastRetransmit() const
    {
        SetState(TcpSocketState::CA_DISORDER);
        SetState(TcpSocketState::CA_RECOVERY);
        tcb->m_ssThresh = control->GetSsThresh(tcb, WRONG_PIPE);
        return tcb->m_ssThresh;
    }

    /// The retransmission timer expires.
    uint32_t Timeout() const
    {
        tcb->m_ssThresh = control->GetSsThresh(tcb, WRONG_PIPE);
        SetState(TcpSocketState::CA_LOSS);
        tcb->m_cWnd = tcb->m_segmentSize;
        return tcb->m_ssThresh;
    }

    /// ECN's echo.
    uint32_t Ecn() const
    {
        tcb->m_ssThresh = control->GetSsThresh(tcb, WRONG_PIPE);
        tcb->m_congState = TcpSocketState::CA_CWR;
        return tcb->m_ssThresh;
    }

    /// Recovery ends as on the stock socket.
    void Recover() const
    {
        tcb->m_cWnd = tcb->m_ssThresh.Get();
        SetState(TcpSocketState::CA_OPEN);
    }

    Ptr<TcpGeneralAimd> control;
    Ptr<TcpSocketState> tcb;

  private:
    void SetState(TcpSocketState::TcpCongState_t state) const
    {
        control->CongestionStateSet(tcb, state);
        tcb->m_congState = state;
    }

    double m_credit{0.0};
};

/// A constant increase: linear in ACKs, exponential in rounds.
class ConstantLawTestCase : public TestCase
{
  public:
    ConstantLawTestCase()
        : TestCase("Constant law: (1 + a)^n in n rounds, and not an octet of drift")
    {
    }

  private:
    void DoRun() override
    {
        // 10 octets each.
        BareAimd scalable("Constant", 0.01, 0.125, 100000, 100000);
        NS_TEST_EXPECT_MSG_EQ(scalable.Ack(1), 100010, "one ACK");
        NS_TEST_EXPECT_MSG_EQ(scalable.Ack(99), 101000, "a round");

        CheckRounds(0.01, 100, 110.4622);   // 100 * 1.01^10
        CheckRounds(0.01, 5250, 5799.266);  // 5250 * 1.01^10
        CheckRounds(0.005, 1000, 1051.140); // 1000 * 1.005^10
        CheckRounds(1.0, 10, 10240.0);      // slow start's pace

        // 14.46 octets each, and 0.001446.
        CheckDrift(0.01, 1446, 1000000, 14460000);
        CheckDrift(1e-6, 1446, 1000000, 1446);
        CheckDrift(0.005, 536, 1000003, 2680008); // 2.68 each, 2680008.04 in all
    }

    void CheckRounds(double a, uint32_t segments, double expected)
    {
        const uint32_t cwnd = segments * MSS;
        BareAimd aimd("Constant", a, 0.125, cwnd, cwnd);
        for (int round = 0; round < 10; ++round)
        {
            aimd.Round();
        }
        // ACKs are whole: a last one may be missing, which is worth a in each round that follows.
        NS_TEST_EXPECT_MSG_EQ_TOL(aimd.tcb->m_cWnd.Get() / 1000.0,
                                  expected,
                                  a * 1.1 + 0.001,
                                  "ten rounds at a = " << a << " from " << segments);
    }

    void CheckDrift(double a, uint32_t mss, uint32_t acks, int64_t expected)
    {
        const uint32_t cwnd = 20 * mss;
        BareAimd aimd("Constant", a, 0.125, cwnd, cwnd);
        aimd.tcb->m_segmentSize = mss;
        const int64_t opened = static_cast<int64_t>(aimd.Ack(acks)) - cwnd;
        // Just below a whole octet is one less, at most.
        NS_TEST_EXPECT_MSG_EQ_TOL(opened,
                                  expected,
                                  1,
                                  acks << " ACKs at a = " << a << ", MSS " << mss);
    }
};

/// An increase of 1/cwnd: the square of the window grows by 2 + 1/cwnd^2 per ACK.
class ClassicLawTestCase : public TestCase
{
  public:
    ClassicLawTestCase()
        : TestCase("Classic law: a segment per window, also where that is less than an octet")
    {
    }

  private:
    void DoRun() override
    {
        // Four segments: 4 + 1/4 = 4.25, + 1/4.25 = 4.48529, + 0.22295 = 4.70824, + 0.21239.
        BareAimd four("Classic", 0.01, 0.5, 4000, 4000);
        for (const uint32_t window : {4250U, 4485U, 4708U, 4920U})
        {
            NS_TEST_EXPECT_MSG_EQ(four.Ack(1), window, "one ACK");
        }

        Check(10, 10);
        Check(10, 1000);
        Check(1000, 1000);
        Check(5250, 100000);

        // 0.004 octets per ACK. One octet at least, as in NewReno, would be 250 segments.
        BareAimd large("Classic", 0.01, 0.5, 250000000, 250000000);
        const auto window = large.Ack(250000);
        NS_TEST_EXPECT_MSG_EQ_TOL(window, 250001000, 1, "250000 segments");
    }

    void Check(uint32_t segments, uint32_t acks)
    {
        const double w = segments;
        const uint32_t cwnd = segments * MSS;
        BareAimd aimd("Classic", 0.01, 0.5, cwnd, cwnd);
        const double window = aimd.Ack(acks) / 1000.0;
        const auto what = std::to_string(acks) + " ACKs from " + std::to_string(segments);
        // An octet for rounding.
        NS_TEST_EXPECT_MSG_GT(window + 0.001, std::sqrt(w * w + 2.0 * acks), what);
        NS_TEST_EXPECT_MSG_LT(window - 0.001, std::sqrt(w * w + (2.0 + 1 / (w * w)) * acks), what);
    }
};

class SlowStartTestCase : public TestCase
{
  public:
    SlowStartTestCase()
        : TestCase("Slow start below ssthresh: a segment per ACK, under both laws")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string law : {"Constant", "Classic"})
        {
            BareAimd aimd(law, 0.01, 0.5, 2000, 16000);
            for (const uint32_t window : {4000U, 8000U, 16000U})
            {
                NS_TEST_EXPECT_MSG_EQ(aimd.Round(), window, law);
            }
            // 10 octets or 1000/16 = 62.5.
            NS_TEST_EXPECT_MSG_EQ(aimd.Ack(1), (law == "Constant" ? 16010U : 16062U), law);

            // An ACK below ssthresh is slow start's, wherever it leads.
            BareAimd close(law, 0.01, 0.5, 15999, 16000);
            NS_TEST_EXPECT_MSG_EQ(close.Ack(1), 16999, law);
        }
        // The initial ssthresh of some releases.
        BareAimd initial("Constant", 0.01, 0.125, 10000, UINT32_MAX);
        NS_TEST_EXPECT_MSG_EQ(initial.Ack(10), 20000, "no ssthresh yet");
    }
};

class PerAckTestCase : public TestCase
{
  public:
    PerAckTestCase()
        : TestCase("An ACK counts once for many segments, and not at all for none")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t segments : {1U, 2U, 5000U})
        {
            BareAimd constant("Constant", 0.01, 0.125, 100000, 100000);
            NS_TEST_EXPECT_MSG_EQ(constant.Ack(1, segments), 100010, segments << " segments");
            BareAimd classic("Classic", 0.01, 0.5, 100000, 100000);
            NS_TEST_EXPECT_MSG_EQ(classic.Ack(1, segments), 100010, segments << " segments");
            BareAimd slowStart("Classic", 0.01, 0.5, 10000, 100000);
            NS_TEST_EXPECT_MSG_EQ(slowStart.Ack(1, segments), 11000, segments << " segments");
        }
        BareAimd none("Constant", 0.01, 0.125, 100000, 100000);
        NS_TEST_EXPECT_MSG_EQ(none.Ack(1000, 0), 100000, "split ACKs");
        BareAimd young("Constant", 0.01, 0.125, 10000, 100000);
        NS_TEST_EXPECT_MSG_EQ(young.Ack(1000, 0), 10000, "split ACKs in slow start");

        // An ACK for two segments: 1000 * (1 + 0.01/2)^10.
        BareAimd delayed("Constant", 0.01, 0.125, 1000000, 1000000);
        for (int round = 0; round < 10; ++round)
        {
            delayed.Round(2);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(delayed.tcb->m_cWnd.Get() / 1000.0, 1051.140, 0.02, "delayed");
    }
};

/// No window is larger than what a receiver can offer, and no number overflows.
class LargestWindowTestCase : public TestCase
{
  public:
    LargestWindowTestCase()
        : TestCase("The window ends at 2^30 octets")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t most = 1073741824;
        BareAimd constant("Constant", 1.0, 0.125, most - 1500, 1000);
        NS_TEST_EXPECT_MSG_EQ(constant.Ack(1), most - 500, "room for a segment");
        NS_TEST_EXPECT_MSG_EQ(constant.Ack(1), most, "room for half of one");
        NS_TEST_EXPECT_MSG_EQ(constant.Ack(1000), most, "no room");
        BareAimd slowStart("Classic", 0.01, 0.5, most - 1500, UINT32_MAX);
        NS_TEST_EXPECT_MSG_EQ(slowStart.Ack(1000), most, "slow start");
        // Somebody's initial window.
        BareAimd larger("Constant", 1.0, 0.125, UINT32_MAX - 10, 1000);
        NS_TEST_EXPECT_MSG_EQ(larger.Ack(1000), UINT32_MAX - 10, "beyond");
        larger.SetFlight(0);
        NS_TEST_EXPECT_MSG_EQ(larger.FastRetransmit(), 2000, "cut");
        // 7/8 of it.
        BareAimd full("Constant", 1.0, 0.125, most, 1000);
        NS_TEST_EXPECT_MSG_EQ(full.FastRetransmit(), 939524096, "cut of the largest");
    }
};

/// The pipe that the socket passes is never right.
class CutTestCase : public TestCase
{
  public:
    CutTestCase()
        : TestCase("Every cut leaves 1 - b of the window at loss")
    {
    }

  private:
    void DoRun() override
    {
        Check(0.125, 16000, 16000, 14000);
        Check(0.2, 16000, 16000, 12800);
        Check(0.5, 16000, 16000, 8000);
        Check(0.125, 5303500, 5303500, 4640563); // 4640562.5
        Check(0.3, 10000, 10000, 7000);
        Check(0.001, 16000, 16000, 15984);
        // Never below two segments.
        Check(0.5, 3000, 3000, 2000);
        Check(0.999, 16000, 16000, 2000);
        Check(0.125, 1000, 1000, 2000);
        // Limited transmit sends beyond the window; less than a free segment is a full window.
        Check(0.125, 16000, 18000, 14000);
        Check(0.125, 16000, 15001, 14000);
        // Held back by the application or the peer's buffer.
        Check(0.125, 16000, 8000, 7000);
        Check(0.125, 16000, 0, 2000);
    }

    void Check(double b, uint32_t cwnd, uint32_t flight, uint32_t expected)
    {
        for (const std::string law : {"Constant", "Classic"})
        {
            BareAimd fast(law, 0.01, b, cwnd, 1000);
            fast.SetFlight(flight);
            NS_TEST_EXPECT_MSG_EQ(fast.FastRetransmit(), expected, "fast retransmit, b = " << b);
            BareAimd timeout(law, 0.01, b, cwnd, 1000);
            timeout.SetFlight(flight);
            NS_TEST_EXPECT_MSG_EQ(timeout.Timeout(), expected, "timeout, b = " << b);
            BareAimd ecn(law, 0.01, b, cwnd, 1000);
            ecn.SetFlight(flight);
            NS_TEST_EXPECT_MSG_EQ(ecn.Ecn(), expected, "ECN, b = " << b);
        }
    }
};

class CutInRecoveryTestCase : public TestCase
{
  public:
    CutInRecoveryTestCase()
        : TestCase("A cut inside recovery starts from ssthresh, and growth from a whole octet")
    {
    }

  private:
    void DoRun() override
    {
        BareAimd aimd("Constant", 0.01, 0.125, 64000, 10000);
        NS_TEST_EXPECT_MSG_EQ(aimd.FastRetransmit(), 56000, "first");
        // What a recovery law lets the sender use beyond ssthresh does not count.
        aimd.tcb->m_cWnd = 60000;
        NS_TEST_EXPECT_MSG_EQ(aimd.Timeout(), 49000, "timeout inside recovery");

        BareAimd marked("Constant", 0.01, 0.125, 64000, 10000);
        marked.FastRetransmit();
        marked.tcb->m_cWnd = 60000;
        NS_TEST_EXPECT_MSG_EQ(marked.Ecn(), 49000, "ECN inside recovery");
        marked.tcb->m_cWnd = 50000;
        NS_TEST_EXPECT_MSG_EQ(marked.Timeout(), 42875, "timeout after ECN");

        // A fast retransmit after one looks at the window again.
        BareAimd again("Constant", 0.01, 0.125, 64000, 10000);
        again.FastRetransmit();
        again.Recover();
        NS_TEST_EXPECT_MSG_EQ(again.Ack(800), 64000, "grown back");
        NS_TEST_EXPECT_MSG_EQ(again.FastRetransmit(), 56000, "second");

        // Of 9.9 octets 9 show; the rest does not outlive the cut.
        BareAimd odd("Constant", 0.0099, 0.5, 64000, 10000);
        NS_TEST_EXPECT_MSG_EQ(odd.Ack(1), 64009, "9.9 octets");
        NS_TEST_EXPECT_MSG_EQ(odd.FastRetransmit(), 32005, "half of 64009");
        odd.Recover();
        NS_TEST_EXPECT_MSG_EQ(odd.Ack(1), 32014, "9.9 octets again");
    }
};

class AttributesTestCase : public TestCase
{
  public:
    AttributesTestCase()
        : TestCase("Defaults of the paper, forks, and values out of range are refused")
    {
    }

  private:
    void DoRun() override
    {
        ObjectFactory factory("ns3::TcpGeneralAimd");
        const auto made = factory.Create<TcpGeneralAimd>();
        NS_TEST_EXPECT_MSG_EQ(made->GetName(), "TcpGeneralAimd", "name");
        Expect(made, "Constant", 0.01, 0.125);
        Expect(CreateObject<TcpGeneralAimd>(), "Constant", 0.01, 0.125);
        ExpectConstructorAgrees();

        made->SetAttribute("Law", StringValue("Classic"));
        made->SetAttribute("Increase", DoubleValue(0.005));
        made->SetAttribute("Decrease", DoubleValue(0.2));
        const auto fork = made->Fork();
        Expect(fork, "Classic", 0.005, 0.2);
        NS_TEST_EXPECT_MSG_EQ(fork->GetInstanceTypeId().GetName(), "ns3::TcpGeneralAimd", "fork");
        ExpectFreshFork();

        const double notANumber = std::numeric_limits<double>::quiet_NaN();
        const double infinite = std::numeric_limits<double>::infinity();
        CheckRange(made, "Increase", {1e-6, 1.0}, {0.0, -0.01, 1.001, 9e-7, notANumber, infinite});
        CheckRange(made, "Decrease", {0.001, 0.999}, {0.0, -0.5, 1.0, 0.9991, 9e-4, notANumber});
    }

    void Expect(Ptr<const Object> control, const std::string& law, double a, double b)
    {
        StringValue lawValue;
        control->GetAttribute("Law", lawValue);
        NS_TEST_EXPECT_MSG_EQ(lawValue.Get(), law, "Law");
        DoubleValue number;
        control->GetAttribute("Increase", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), a, "Increase");
        control->GetAttribute("Decrease", number);
        NS_TEST_EXPECT_MSG_EQ(number.Get(), b, "Decrease");
    }

    /// An object that the object system has not given its defaults.
    void ExpectConstructorAgrees()
    {
        BareAimd aimd("Constant", 0.5, 0.5, 64000, 10000);
        aimd.control = Ptr<TcpGeneralAimd>(new TcpGeneralAimd(), false);
        NS_TEST_EXPECT_MSG_EQ(aimd.Ack(1), 64010, "0.01");
        NS_TEST_EXPECT_MSG_EQ(aimd.FastRetransmit(), 56009, "0.875 of it");
    }

    /// Neither a part of an octet nor an announced cut is another connection's.
    void ExpectFreshFork()
    {
        BareAimd aimd("Constant", 0.0009, 0.5, 64000, 10000);
        aimd.Ack(1);
        aimd.FastRetransmit();
        aimd.Recover();
        NS_TEST_EXPECT_MSG_EQ(aimd.Ack(1), 32000, "0.9 octets");
        aimd.control = DynamicCast<TcpGeneralAimd>(aimd.control->Fork());
        NS_TEST_EXPECT_MSG_EQ(aimd.Ack(1), 32000, "0.9 octets of another connection");
        NS_TEST_EXPECT_MSG_EQ(aimd.Ack(1), 32001, "1.8 octets");
    }

    void CheckRange(Ptr<Object> control,
                    const std::string& name,
                    const std::vector<double>& accepted,
                    const std::vector<double>& refused)
    {
        for (const auto value : accepted)
        {
            NS_TEST_EXPECT_MSG_EQ(control->SetAttributeFailSafe(name, DoubleValue(value)),
                                  true,
                                  name << " = " << value);
        }
        for (const auto value : refused)
        {
            NS_TEST_EXPECT_MSG_EQ(control->SetAttributeFailSafe(name, DoubleValue(value)),
                                  false,
                                  name << " = " << value);
        }
    }
};

/// A transfer on a socket, counted by the link.
class SocketTestCase : public TestCase
{
  public:
    /**
     * @param name of the case
     * @param stock ns-3's socket
     * @param delAckCount segments per ACK
     */
    SocketTestCase(const std::string& name, bool stock, uint32_t delAckCount)
        : TestCase(name + (stock ? ", stock socket" : ", scoreboard socket"))
    {
        options.a.stock = stock;
        options.b.stock = stock;
        options.a.control = "ns3::TcpGeneralAimd";
        options.a.application.octets = SEGMENTS * MSS;
        // A FIN would acknowledge data, too.
        options.a.application.closing = Closing::NEVER;
        options.a.attributes["InitialSlowStartThreshold"] = std::to_string(SSTHRESH);
        options.b.attributes["DelAckCount"] = std::to_string(delAckCount);
    }

  protected:
    static constexpr uint32_t SEGMENTS = 1500;
    static constexpr uint32_t SSTHRESH = 20000; //!< octets, ten ACKs after the initial window

    /// Run to the end.
    void Run(double increase, double decrease)
    {
        Config::SetDefault("ns3::TcpGeneralAimd::Increase", DoubleValue(increase));
        Config::SetDefault("ns3::TcpGeneralAimd::Decrease", DoubleValue(decrease));
        World world(options);
        const auto socket = world.a.GetSocket();
        socket->TraceConnectWithoutContext("CongestionWindow",
                                           MakeCallback(&SocketTestCase::Opened, this));
        socket->TraceConnectWithoutContext("SlowStartThreshold",
                                           MakeCallback(&SocketTestCase::Cut, this));
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.b.read, options.a.application.octets, "octets read");
        NS_TEST_EXPECT_MSG_EQ(world.b.wrong, false, "octets in their place");
        NS_TEST_EXPECT_MSG_EQ(world.GetBreaches().size(), 0, "breaches");
        for (const auto& [position, count] : world.FromB().counts.acks)
        {
            acks += (position > 0 && position <= options.a.application.octets) ? 1 : 0;
        }
    }

    Options options;
    uint32_t acks{0};                //!< that acknowledged new data
    uint32_t cwnd{0};                //!< at the end
    uint32_t cwndLoss{0};            //!< at the last loss
    std::vector<uint32_t> ssThreshs; //!< what losses made of ssthresh

  private:
    void Opened(uint32_t, uint32_t value)
    {
        cwnd = value;
    }

    void Cut(uint32_t, uint32_t value)
    {
        // The connection begins with the initial one.
        if (value != SSTHRESH)
        {
            ssThreshs.push_back(value);
            cwndLoss = cwnd;
        }
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
        Config::Reset();
    }
};

/// 50 octets for each ACK after the tenth.
class GrowthOnSocketTestCase : public SocketTestCase
{
  public:
    GrowthOnSocketTestCase(bool stock, uint32_t delAckCount)
        : SocketTestCase("Growth, " + std::to_string(delAckCount) + " segments per ACK",
                         stock,
                         delAckCount),
          m_delAckCount(delAckCount)
    {
    }

  private:
    void DoRun() override
    {
        Run(0.05, 0.2);
        if (m_delAckCount == 1)
        {
            NS_TEST_EXPECT_MSG_EQ(acks, SEGMENTS, "an ACK for each segment");
        }
        else
        {
            NS_TEST_EXPECT_MSG_LT(acks, SEGMENTS / 2 + 20, "an ACK for two segments");
        }
        NS_TEST_EXPECT_MSG_EQ(cwnd, SSTHRESH + (acks - 10) * 50, "per ACK");
        NS_TEST_EXPECT_MSG_EQ(ssThreshs.size(), 0, "losses");
    }

    uint32_t m_delAckCount;
};

/// The 601st segment is lost: when that is detected, 600 ACKs have opened the window.
class LossOnSocketTestCase : public SocketTestCase
{
  public:
    explicit LossOnSocketTestCase(bool stock)
        : SocketTestCase("One loss", stock, 1)
    {
        options.rule = [](const Segment& segment) {
            const bool chosen =
                segment.fromA && segment.size > 0 && !segment.again && segment.offset == 600 * MSS;
            return chosen ? LOSS : Fate();
        };
    }

  private:
    void DoRun() override
    {
        Run(0.05, 0.2);
        NS_TEST_EXPECT_MSG_EQ(ssThreshs.size(), 1, "one loss");
        // 20000 + 590 * 50 = 49500, and a fifth less.
        NS_TEST_EXPECT_MSG_EQ(cwndLoss, 49500, "window at the loss");
        NS_TEST_EXPECT_MSG_EQ((ssThreshs == std::vector<uint32_t>{39600}), true, "cut");
        // 600 segments arrived before, 49 are out when the loss is detected, and two more by
        // limited transmit; each of the others brings 50 octets. On the stock socket the ACK that
        // ends recovery opens the window, too: it stands for 50 segments and counts once.
        NS_TEST_EXPECT_MSG_EQ_TOL(cwnd, 39600 + 849 * 50, 150, "growth after recovery");
    }
};

class TcpGeneralAimdTestSuite : public TestSuite
{
  public:
    TcpGeneralAimdTestSuite()
        : TestSuite("tcp-general-aimd", Type::UNIT)
    {
        AddTestCase(new ConstantLawTestCase);
        AddTestCase(new ClassicLawTestCase);
        AddTestCase(new SlowStartTestCase);
        AddTestCase(new PerAckTestCase);
        AddTestCase(new LargestWindowTestCase);
        AddTestCase(new CutTestCase);
        AddTestCase(new CutInRecoveryTestCase);
        AddTestCase(new AttributesTestCase);
        for (const bool stock : {true, false})
        {
            AddTestCase(new GrowthOnSocketTestCase(stock, 1));
            AddTestCase(new GrowthOnSocketTestCase(stock, 2));
            AddTestCase(new LossOnSocketTestCase(stock));
        }
    }
};

TcpGeneralAimdTestSuite g_tcpGeneralAimdTestSuite; //!< registers itself

} // namespace

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-veno-connection.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace venodriver;

namespace
{

/// Attributes of the algorithm.
using Attributes = std::map<std::string, double>;

/// The algorithm without a socket, whose queueing delays are listened to.
class Connection : public BareConnection
{
  public:
    explicit Connection(const Attributes& attributes = {})
        : Connection(CreateObject<TcpVenoDr>(), attributes)
    {
    }

    explicit Connection(Ptr<TcpSackVeno> control, const Attributes& attributes = {})
        : BareConnection(control)
    {
        for (const auto& [name, value] : attributes)
        {
            control->SetAttribute(name, DoubleValue(value));
        }
        control->TraceConnectWithoutContext("QueueDelay",
                                            MakeCallback(&Connection::DelayChanged, this));
        control->TraceConnectWithoutContext("QueueDelayMax",
                                            MakeCallback(&Connection::MaximumChanged, this));
        control->TraceConnectWithoutContext("Threshold",
                                            MakeCallback(&Connection::ThresholdChanged, this));
    }

    ~Connection()
    {
        Simulator::Destroy();
    }

    /// Segments go out one by one, the next one when the last one is acknowledged.
    void Sample(const std::vector<Time>& rtts)
    {
        for (const auto& rtt : rtts)
        {
            Send(1);
            Wait(rtt);
            Ack(1);
        }
    }

    /// Three duplicate ACKs for the first segment of a full window, which is then acknowledged.
    std::string Lose()
    {
        Send(tcb->m_cWnd / MSS);
        const auto window = tcb->m_cWnd;
        FastRetransmit();
        const auto verdict = cuts.empty() ? "none" : NameOf(cuts.back().verdict);
        Recover();
        tcb->m_cWnd = window;
        return verdict;
    }

    Time queueDelay;    //!< `L`
    Time queueDelayMax; //!< `L_max`
    Time threshold;     //!< `T`

  private:
    void DelayChanged(Time, Time now)
    {
        queueDelay = now;
    }

    void MaximumChanged(Time, Time now)
    {
        queueDelayMax = now;
    }

    void ThresholdChanged(Time, Time now)
    {
        threshold = now;
    }
};

/// Each of them @p times times, in milliseconds.
std::vector<Time>
Each(int times, const std::vector<double>& milliseconds)
{
    std::vector<Time> rtts;
    for (const auto value : milliseconds)
    {
        rtts.insert(rtts.end(), times, NanoSeconds(static_cast<int64_t>(value * 1e6 + 0.5)));
    }
    return rtts;
}

/// Round trips of two samples each, in milliseconds.
std::vector<Time>
Twice(const std::vector<double>& milliseconds)
{
    return Each(2, milliseconds);
}

/// What is said of a loss after a history of round trips, with a window of ten segments.
std::string
Judge(const std::vector<Time>& rtts, const Attributes& attributes = {})
{
    Connection connection(attributes);
    connection.Establish();
    connection.Sample(rtts);
    return connection.Lose();
}

/// A history of round trips and the verdict: by hand, mostly with an empty path of 100 ms.
class VerdictTestCase : public TestCase
{
  public:
    VerdictTestCase()
        : TestCase("A loss is random where L is below T, and congestive from T on")
    {
    }

  private:
    void DoRun() override
    {
        // L_max = 50 ms, and T = 27.5 ms.
        Check({100, 150}, {}, "congestion");
        Check({100, 150, 127.499}, {}, "random");
        Check({100, 150, 127.5}, {}, "congestion");
        Check({100, 150, 127.501}, {}, "congestion");
        Check({100, 150, 100}, {}, "random");
        // Half of 50 ms is exact: the rule is L < T.
        const Attributes half{{"ThresholdFactor", 0.5}};
        Check({100, 150, 124.999999}, half, "random");
        Check({100, 150, 125}, half, "congestion");
        // The same L, other factors.
        Check({100, 150, 120}, {{"ThresholdFactor", 0.39}}, "congestion");
        Check({100, 150, 120}, {{"ThresholdFactor", 0.41}}, "random");
        Check({100, 150, 145}, {{"ThresholdFactor", 0.89}}, "congestion");
        Check({100, 150, 145}, {{"ThresholdFactor", 0.91}}, "random");
        // The same L and the same factor, other queues: T is 16.5, 22 and 55 ms.
        Check({100, 130, 120}, {}, "congestion");
        Check({100, 140, 120}, {}, "random");
        Check({100, 200, 120}, {}, "random");
        Check({100, 200, 154.9}, {}, "random");
        Check({100, 200, 155.1}, {}, "congestion");
        // Veno's equilibrium has no say: of ten segments 3.3 and 1.7 are queued.
        Check({100, 150}, {{"Alpha", 9.0}, {"Beta", 9.0}}, "congestion");
        Check({100, 150, 120}, {{"Alpha", 0.0}}, "random");
        // It is the largest queue so far, and not the last one.
        Check({100, 200, 130, 150}, {}, "random");
        Check({100, 150, 140, 400, 300}, {}, "congestion");
        Check({100, 150, 140, 400, 260}, {}, "random");
    }

    void Check(const std::vector<double>& rtts,
               const Attributes& attributes,
               const std::string& verdict)
    {
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice(rtts), attributes),
                              verdict,
                              "case " << ++m_case << ", ending at " << rtts.back() << " ms");
    }

    int m_case{0};
};

class NoQueueTestCase : public TestCase
{
  public:
    NoQueueTestCase()
        : TestCase("A path that never queued loses at random, unless MinQueue is 0")
    {
    }

  private:
    void DoRun() override
    {
        const Attributes bare{{"MinQueue", 0.0}};
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 100})), "random", "no queue");
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 100}), bare), "congestion", "0 < 0 is false");
        NS_TEST_EXPECT_MSG_EQ(Judge(Each(1, {100})), "random", "one sample");
        NS_TEST_EXPECT_MSG_EQ(Judge(Each(1, {100}), bare), "congestion", "one sample");

        // Of ten segments 10 (1 - 100/RTT) are queued: 0.99 and 1.01.
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 111})), "random", "less than a segment");
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 111}), bare), "congestion", "less than a segment");
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 111.3})), "congestion", "more than a segment");
        const Attributes two{{"MinQueue", 2.0}};
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 124.9}), two), "random", "less than two");
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 125.1}), two), "congestion", "more than two");

        // Once there was a queue, it need not be as long again: 2 (1 - 100/140) = 0.57.
        Connection connection;
        connection.Establish();
        connection.Sample(Twice({100, 150}));
        connection.tcb->m_cWnd = 2 * MSS;
        connection.Sample(Twice({140}));
        NS_TEST_EXPECT_MSG_EQ(connection.Lose(), "congestion", "a small window later");
    }
};

class LastSampleAloneTestCase : public TestCase
{
  public:
    LastSampleAloneTestCase()
        : TestCase("One late ACK is a queue where the last sample alone counts")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool alone : {false, true})
        {
            Connection connection;
            connection.veno->SetAttribute("LastSampleAlone", BooleanValue(alone));
            connection.Establish();
            connection.Sample(Each(1, {100, 150}));
            NS_TEST_EXPECT_MSG_EQ(connection.queueDelay,
                                  MilliSeconds(alone ? 50 : 0),
                                  "L after one late ACK");
        }
    }
};

class UnknownTestCase : public TestCase
{
  public:
    UnknownTestCase()
        : TestCase("Without a round trip measured a loss is unknown, and halves the window")
    {
    }

  private:
    void DoRun() override
    {
        Connection connection;
        connection.Establish();
        connection.Send(10);
        NS_TEST_EXPECT_MSG_EQ(connection.FastRetransmit(), 5000, "half");
        NS_TEST_EXPECT_MSG_EQ(NameOf(connection.cuts.back().verdict), "unknown", "");

        // One is enough, in the initial slow start, too: Veno waits for an evaluation after it.
        NS_TEST_EXPECT_MSG_EQ(InSlowStart({100}), "random", "empty path");
        NS_TEST_EXPECT_MSG_EQ(InSlowStart({100, 100, 150, 150}), "congestion", "full queue");
        NS_TEST_EXPECT_MSG_EQ(InSlowStart({100, 150, 150, 110, 110}), "random", "short queue");
    }

    static std::string InSlowStart(const std::vector<double>& rtts)
    {
        Connection connection;
        connection.Establish();
        connection.tcb->m_ssThresh = 1000 * MSS;
        connection.Sample(Each(1, rtts));
        return connection.Lose();
    }
};

class OutlierTestCase : public TestCase
{
  public:
    OutlierTestCase()
        : TestCase("A single late round trip moves neither L nor T")
    {
    }

  private:
    void DoRun() override
    {
        Check(Each(1, {100, 100, 900, 100}), "random", 0, 0);
        // A threshold of 440 ms would call each later loss random.
        Check(Each(1, {100, 150, 150, 900, 150}), "congestion", 50, 50);
        // The loss comes right behind it.
        Check(Each(1, {100, 150, 150, 105, 900}), "random", 5, 50);
        Check(Each(1, {100, 900, 100, 900, 100, 900}), "random", 0, 0);
        // Two in a row are no outlier.
        Check(Each(1, {100, 150, 150, 900, 900, 150, 150}), "random", 50, 800);
    }

    void Check(const std::vector<Time>& rtts, const std::string& verdict, int delay, int maximum)
    {
        Connection connection;
        connection.Establish();
        connection.Sample(rtts);
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelay, MilliSeconds(delay), "L");
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelayMax, MilliSeconds(maximum), "L_max");
        NS_TEST_EXPECT_MSG_EQ(connection.Lose(), verdict, "L_max " << maximum << " ms");
    }
};

/// L_max = 50 ms and T = 27.5 ms are known when the route changes.
class RouteChangeTestCase : public TestCase
{
  public:
    RouteChangeTestCase()
        : TestCase("A longer route counts as a queue; of a shorter one the old L_max is kept")
    {
    }

  private:
    void DoRun() override
    {
        // Longer by much: L_max follows L, and T never reaches it.
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 150, 200})), "congestion", "by 100 ms");
        NS_TEST_EXPECT_MSG_EQ(Judge(Each(100, {100, 150, 200})), "congestion", "for long");
        // Longer by less than T.
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 150, 120})), "random", "by 20 ms");
        // On the longer route a queue of 250 ms makes room for it: T = 192.5 ms.
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 150, 200, 450, 200})), "random", "queue again");

        // Shorter: L starts at the new BaseRTT, T stands at 27.5 ms.
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 150, 50})), "random", "to 50 ms");
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 150, 50, 77})), "random", "L is 27 ms");
        NS_TEST_EXPECT_MSG_EQ(Judge(Twice({100, 150, 50, 78})), "congestion", "L is 28 ms");

        Connection connection;
        connection.Establish();
        connection.Sample(Twice({100, 150, 50}));
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelay, Seconds(0), "L");
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelayMax, MilliSeconds(50), "L_max");
    }
};

class NoResetTestCase : public TestCase
{
  public:
    NoResetTestCase()
        : TestCase("A loss or a timeout forgets nothing, whatever ResetBaseRtt says")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool reset : {false, true})
        {
            Connection connection;
            connection.veno->SetAttribute("ResetBaseRtt", BooleanValue(reset));
            connection.Establish();
            connection.Sample(Twice({100, 150, 110}));
            NS_TEST_EXPECT_MSG_EQ(connection.Lose(), "random", "L is 10 ms");
            Check(connection, 10, 50);
            // Were 150 ms the BaseRTT, there would be no queue.
            connection.Sample(Twice({150}));
            Check(connection, 50, 50);
            NS_TEST_EXPECT_MSG_EQ(connection.Lose(), "congestion", "L is 50 ms");

            connection.Send(10);
            connection.Timeout();
            connection.Recover();
            connection.tcb->m_cWnd = 10 * MSS;
            Check(connection, 50, 50);
            connection.Sample(Twice({140}));
            Check(connection, 40, 50);
            NS_TEST_EXPECT_MSG_EQ(connection.Lose(), "congestion", "L is 40 ms");
            connection.Sample(Twice({120}));
            NS_TEST_EXPECT_MSG_EQ(connection.Lose(), "random", "L is 20 ms");
        }
    }

    void Check(const Connection& connection, int delay, int maximum)
    {
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelay, MilliSeconds(delay), "L");
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelayMax, MilliSeconds(maximum), "L_max");
    }
};

/// Growth by what the window does on 100 ACKs: each opens it by about MSS * MSS / cwnd.
class GrowthTestCase : public TestCase
{
  public:
    GrowthTestCase()
        : TestCase("Growth is Veno's: every ACK up to Beta, every other one above")
    {
    }

  private:
    void DoRun() override
    {
        // N = 100 (1 - 100/RTT): 2.9 and 3.8; 5.7 and 7.4.
        NS_TEST_EXPECT_MSG_EQ(CountSteps(100, {}), 100, "no queue");
        NS_TEST_EXPECT_MSG_EQ(CountSteps(103, {}), 100, "N is 2.9");
        NS_TEST_EXPECT_MSG_EQ(CountSteps(104, {}), 50, "N is 3.8");
        NS_TEST_EXPECT_MSG_EQ(CountSteps(200, {}), 50, "N is 50");
        NS_TEST_EXPECT_MSG_EQ(CountSteps(106, {{"Beta", 7.0}}), 100, "N is 5.7");
        NS_TEST_EXPECT_MSG_EQ(CountSteps(108, {{"Beta", 7.0}}), 50, "N is 7.4");
        // What decides on losses has no say in growth.
        NS_TEST_EXPECT_MSG_EQ(CountSteps(104, {{"ThresholdFactor", 0.99}}), 50, "N is 3.8");
        NS_TEST_EXPECT_MSG_EQ(CountSteps(103, {{"ThresholdFactor", 0.01}, {"MinQueue", 0.0}}),
                              100,
                              "N is 2.9");
    }

    static int CountSteps(int rtt, const Attributes& attributes)
    {
        Connection connection(attributes);
        connection.tcb->m_cWnd = 100 * MSS;
        connection.tcb->m_ssThresh = 50 * MSS;
        connection.Establish();
        connection.Round(MilliSeconds(100));
        connection.Round(MilliSeconds(rtt));
        int steps = 0;
        for (int ack = 0; ack < 100; ++ack)
        {
            const uint32_t before = connection.tcb->m_cWnd;
            connection.veno->IncreaseWindow(connection.tcb, 1);
            steps += (connection.tcb->m_cWnd > before);
        }
        return steps;
    }
};

class FactorsTestCase : public TestCase
{
  public:
    FactorsTestCase()
        : TestCase("Random loss cuts by RandomLossFactor, all else by CongestionLossFactor")
    {
    }

  private:
    void DoRun() override
    {
        CheckCauses({}, 8000, 5000);
        CheckCauses({{"RandomLossFactor", 0.9}, {"CongestionLossFactor", 0.6}}, 9000, 6000);

        // Never below two segments (RFC 5681, equation 4).
        Connection connection;
        connection.tcb->m_cWnd = 3 * MSS;
        connection.Establish();
        connection.Sample(Twice({100, 300}));
        connection.Send(3);
        NS_TEST_EXPECT_MSG_EQ(connection.FastRetransmit(), 2000, "half of three segments");
    }

    void CheckCauses(const Attributes& attributes, uint32_t random, uint32_t congestive)
    {
        const auto empty = Twice({100});
        const auto full = Twice({100, 150});
        const auto fastRetransmit = [](Connection& connection) { connection.FastRetransmit(); };
        const auto timeout = [](Connection& connection) { connection.Timeout(); };
        const auto ecn = [](Connection& connection) { connection.Ecn(); };
        const auto timeoutInRecovery = [](Connection& connection) {
            connection.FastRetransmit();
            connection.Timeout();
        };
        Check(attributes, {}, fastRetransmit, "unknown", congestive);
        Check(attributes, empty, fastRetransmit, "random", random);
        Check(attributes, full, fastRetransmit, "congestion", congestive);
        for (const auto& [rtts, first] : {std::pair(empty, random), std::pair(full, congestive)})
        {
            Check(attributes, rtts, timeout, "timeout", congestive);
            // The window of a recovery is ssthresh.
            const auto second = first * congestive / (10 * MSS);
            Check(attributes, rtts, timeoutInRecovery, "timeout", second, first);
            Check(attributes, rtts, ecn, "ecn", congestive);
        }
    }

    template <class Cause>
    void Check(const Attributes& attributes,
               const std::vector<Time>& rtts,
               const Cause& cause,
               const std::string& verdict,
               uint32_t ssThresh,
               uint32_t cwndLoss = 10 * MSS)
    {
        Connection connection(attributes);
        connection.Establish();
        connection.Sample(rtts);
        connection.Send(10);
        cause(connection);
        NS_TEST_ASSERT_MSG_EQ(connection.cuts.empty(), false, verdict);
        const auto& cut = connection.cuts.back();
        NS_TEST_EXPECT_MSG_EQ(NameOf(cut.verdict), verdict, "after " << rtts.size() << " samples");
        NS_TEST_EXPECT_MSG_EQ(cut.cwndLoss, cwndLoss, verdict);
        NS_TEST_EXPECT_MSG_EQ(cut.ssThresh, ssThresh, verdict);
        NS_TEST_EXPECT_MSG_EQ(connection.tcb->m_ssThresh.Get(), ssThresh, verdict);
    }
};

class TracesTestCase : public TestCase
{
  public:
    TracesTestCase()
        : TestCase("Traces of L, L_max and T, sample by sample")
    {
    }

  private:
    void DoRun() override
    {
        // RTT, L, L_max and T in milliseconds; T is half of L_max.
        const std::vector<std::array<double, 4>> rows{{100, 0, 0, 0},
                                                      {125, 0, 0, 0},
                                                      {140, 25, 25, 12.5},
                                                      {170, 40, 40, 20},
                                                      {130, 30, 40, 20},
                                                      {100, 0, 40, 20},
                                                      {80, 0, 40, 20},
                                                      {112, 0, 40, 20},
                                                      {110, 30, 40, 20},
                                                      {160, 30, 40, 20},
                                                      {162, 80, 80, 40}};
        Connection connection({{"ThresholdFactor", 0.5}});
        connection.Establish();
        for (const auto& [rtt, delay, maximum, threshold] : rows)
        {
            connection.Sample(Each(1, {rtt}));
            NS_TEST_EXPECT_MSG_EQ(connection.queueDelay, Each(1, {delay})[0], "L at " << rtt);
            NS_TEST_EXPECT_MSG_EQ(connection.queueDelayMax, Each(1, {maximum})[0], "at " << rtt);
            NS_TEST_EXPECT_MSG_EQ(connection.threshold, Each(1, {threshold})[0], "T at " << rtt);
        }

        // What is acknowledged in recovery may have been sent twice: no sample.
        connection.Send(10);
        connection.FastRetransmit();
        Connection::Wait(Seconds(5));
        connection.Ack(5);
        connection.Recover();
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelay, MilliSeconds(80), "L in recovery");
        NS_TEST_EXPECT_MSG_EQ(connection.queueDelayMax, MilliSeconds(80), "L_max in recovery");
    }
};

class AttributesTestCase : public TestCase
{
  public:
    AttributesTestCase()
        : TestCase("Attributes: defaults, values out of range are refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto control = CreateObject<TcpVenoDr>();
        const Attributes defaults{{"ThresholdFactor", 0.55},
                                  {"MinQueue", 1.0},
                                  {"Beta", 3.0},
                                  {"RandomLossFactor", 0.8},
                                  {"CongestionLossFactor", 0.5}};
        for (const auto& [name, expected] : defaults)
        {
            DoubleValue value;
            control->GetAttribute(name, value);
            NS_TEST_EXPECT_MSG_EQ(value.Get(), expected, name);
        }
        CheckRange(control, "ThresholdFactor", {-0.1, 0.0, 1.0, 1.1}, false);
        CheckRange(control, "ThresholdFactor", {1e-9, 0.5, 1.0 - 1e-9}, true);
        CheckRange(control, "MinQueue", {-0.1}, false);
        CheckRange(control, "MinQueue", {0.0, 0.5, 100.0}, true);
        NS_TEST_EXPECT_MSG_EQ(control->GetName(), "TcpVenoDr", "name");
        NS_TEST_EXPECT_MSG_EQ((TcpVenoDr::GetTypeId().GetParent() == TcpSackVeno::GetTypeId()),
                              true,
                              "growth and factors are TcpSackVeno's");
    }

    void CheckRange(Ptr<Object> control,
                    const std::string& name,
                    const std::vector<double>& values,
                    bool accepted)
    {
        for (const auto value : values)
        {
            NS_TEST_EXPECT_MSG_EQ(control->SetAttributeFailSafe(name, DoubleValue(value)),
                                  accepted,
                                  name << " = " << value);
        }
    }
};

/// An object made without ns-3's attributes has what its constructor gave it.
class ConstructorTestCase : public TestCase
{
  public:
    ConstructorTestCase()
        : TestCase("The constructor's parameters are the attributes' defaults")
    {
    }

  private:
    void DoRun() override
    {
        // T = 27.5 ms.
        Check({100, 150, 127}, 8000);
        Check({100, 150, 128}, 5000);
        // 0.99 and 1.01 segments.
        Check({100, 111}, 8000);
        Check({100, 111.3}, 5000);
    }

    void Check(const std::vector<double>& rtts, uint32_t ssThresh)
    {
        BareConnection connection(Ptr<TcpSackVeno>(new TcpVenoDr, false));
        connection.Establish();
        for (const auto& rtt : Twice(rtts))
        {
            connection.Send(1);
            BareConnection::Wait(rtt);
            connection.Ack(1);
        }
        connection.Send(10);
        NS_TEST_EXPECT_MSG_EQ(connection.FastRetransmit(), ssThresh, rtts.back() << " ms");
        Simulator::Destroy();
    }
};

/// RTT is the smoothed one, in the threshold and in what is compared with it; also of a fork.
class SmoothedTestCase : public TestCase
{
  public:
    SmoothedTestCase()
        : TestCase("SmoothedRtt: L and L_max of the smoothed round trip")
    {
    }

  private:
    void DoRun() override
    {
        // SRTT is 100, 112.5, 110.94 ms: L_max = 12.5 ms, of ten segments 1.1 are queued, and
        // L = 10.94 ms is above T = 6.875 ms. No two samples in a row were above 100 ms.
        Check({100, 200, 100}, true, "congestion");
        Check({100, 200, 100}, false, "random");
        // L = 12.5 (7/8)^4 = 7.3 ms, and then 6.4 ms.
        Check({100, 200, 100, 100, 100, 100}, true, "congestion");
        Check({100, 200, 100, 100, 100, 100, 100}, true, "random");
    }

    void Check(const std::vector<double>& rtts, bool smoothed, const std::string& verdict)
    {
        Connection listening;
        listening.veno->SetAttribute("SmoothedRtt", BooleanValue(smoothed));
        Connection connection{DynamicCast<TcpSackVeno>(listening.veno->Fork())};
        connection.Establish();
        connection.Sample(Each(1, rtts));
        NS_TEST_EXPECT_MSG_EQ(connection.Lose(), verdict, rtts.size() << " samples");
    }
};

/// A listening socket's algorithm is forked for each connection.
class ForkTestCase : public TestCase
{
  public:
    ForkTestCase()
        : TestCase("A fork has the parameters and none of the measurements")
    {
    }

  private:
    void DoRun() override
    {
        // Defaults would give the other verdict, or the other cut.
        CheckVerdict({{"ThresholdFactor", 0.9}}, {100, 150, 144}, "random", 8000);
        CheckVerdict({{"ThresholdFactor", 0.1}}, {100, 150, 106}, "congestion", 5000);
        CheckVerdict({{"MinQueue", 0.0}}, {100}, "congestion", 5000);
        CheckVerdict({{"MinQueue", 4.0}}, {100, 150}, "random", 8000);
        CheckVerdict({{"RandomLossFactor", 0.7}}, {100}, "random", 7000);
        CheckVerdict({{"CongestionLossFactor", 0.6}}, {100, 150}, "congestion", 6000);

        // The first connection knows L_max = 50 ms; a fork knows nothing.
        CheckVerdict({}, {}, "unknown", 5000);
        CheckVerdict({{"MinQueue", 0.0}}, {100, 110}, "congestion", 5000);
        CheckVerdict({}, {100, 101}, "random", 8000);
    }

    void CheckVerdict(const Attributes& attributes,
                      const std::vector<double>& rtts,
                      const std::string& verdict,
                      uint32_t ssThresh)
    {
        Connection first(attributes);
        first.Establish();
        first.Sample(Twice({100, 150}));
        first.Lose();
        const auto fork = DynamicCast<TcpVenoDr>(first.veno->Fork());
        NS_TEST_ASSERT_MSG_NE(fork, nullptr, "type of the fork");
        const auto copy = CopyObject(DynamicCast<TcpVenoDr>(first.veno));
        for (const auto& second : {fork, copy})
        {
            Connection connection{Ptr<TcpSackVeno>(second)};
            connection.Establish();
            connection.Sample(Twice(rtts));
            connection.Send(10);
            NS_TEST_EXPECT_MSG_EQ(connection.FastRetransmit(), ssThresh, verdict);
            NS_TEST_EXPECT_MSG_EQ(NameOf(connection.cuts.back().verdict), verdict, "verdict");
        }
    }
};

/// Loses the next segment of data when it is told to.
class OneLoss : public ErrorModel
{
  public:
    void Arm()
    {
        m_armed = true;
    }

    std::vector<Time> losses; //!< when a segment was lost

  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        if (!m_armed || packet->GetSize() < MSS)
        {
            return false;
        }
        m_armed = false;
        losses.push_back(Simulator::Now());
        return true;
    }

    void DoReset() override
    {
        m_armed = false;
    }

    bool m_armed{false};
};

/// What one flow runs on.
struct Setting
{
    std::string variant;
    std::string socket;
    bool sack;
};

/**
 * A queue that overflows again and again, and between two overflows, when it is empty, a loss on
 * the link behind it. Which of the two a cut follows is known from the queue and from the link.
 */
class QueueTestCase : public FlowTestCase
{
  public:
    explicit QueueTestCase(const Setting& setting)
        : FlowTestCase("Full and empty queue: " + setting.variant + " on " + setting.socket +
                       (setting.sack ? "" : " without SACK")),
          m_variant(setting.variant)
    {
        m_socket = setting.socket;
        m_sack = setting.sack;
    }

  private:
    // 1.6 Mbit/s and 200 ms: 38 segments of 1042 octets. The window is at most 69 segments, and
    // the half of that leaves the queue empty. A full queue takes 30 * 5.21 ms.
    static constexpr uint32_t QUEUE = 30;
    static constexpr double QUEUE_SECONDS = QUEUE * 1042 * 8 / 1.6e6;

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(30 * MSS));
        m_losses = m_link = CreateObject<OneLoss>();
        Build(m_variant, MilliSeconds(100), QUEUE, {});
        m_bottleneckQueue->TraceConnectWithoutContext("Drop",
                                                      MakeCallback(&QueueTestCase::Dropped, this));
        // A loss before there was any queue. The window is 30 segments then.
        Simulator::Schedule(Seconds(2), &OneLoss::Arm, m_link);
        RunUntil(Seconds(120));

        NS_TEST_ASSERT_MSG_EQ(cuts.empty(), false, "cuts");
        NS_TEST_EXPECT_MSG_EQ(NameOf(cuts.front().verdict), "random", "no queue as yet");
        NS_TEST_EXPECT_MSG_GT(m_drops.size(), 3, "overflows");
        NS_TEST_EXPECT_MSG_GT(m_link->losses.size(), 3, "random losses");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        for (const auto& cut : cuts)
        {
            CheckCut(cut);
        }
        NS_TEST_EXPECT_MSG_GT(m_congestive, 3, "congestive cuts");
        NS_TEST_EXPECT_MSG_GT(m_random, 3, "random cuts");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_delayMax.GetSeconds(),
                                  QUEUE_SECONDS,
                                  0.05 * QUEUE_SECONDS,
                                  "L_max is what a full queue takes");
        NS_TEST_EXPECT_MSG_EQ_TOL(m_threshold.GetSeconds(),
                                  0.55 * QUEUE_SECONDS,
                                  0.05 * QUEUE_SECONDS,
                                  "T");
    }

    void CheckCut(const Cut& cut)
    {
        // A loss is noticed a round trip later, and a drop before it has passed the queue.
        const auto seen = [&](const std::vector<Time>& events) {
            return std::any_of(events.begin(), events.end(), [&](Time event) {
                return event < cut.time && cut.time < event + MilliSeconds(500);
            });
        };
        const bool full = seen(m_drops);
        const bool link = seen(m_link->losses);
        const auto at = cut.time.GetSeconds();
        NS_TEST_ASSERT_MSG_NE(full, link, "at " << at << " s: one cause for each cut");
        NS_TEST_EXPECT_MSG_EQ(NameOf(cut.verdict), (full ? "congestion" : "random"), "at " << at);
        NS_TEST_EXPECT_MSG_EQ_TOL(1.0 * cut.ssThresh / cut.cwndLoss,
                                  (full ? 0.5 : 0.8),
                                  0.001,
                                  "at " << at << " s");
        (full ? m_congestive : m_random) += 1;
    }

    void Started() override
    {
        PointerValue control;
        GetSocket()->GetAttribute("CongestionOps", control);
        control.GetObject()->TraceConnectWithoutContext(
            "QueueDelayMax",
            MakeCallback(&QueueTestCase::MaximumChanged, this));
        control.GetObject()->TraceConnectWithoutContext(
            "Threshold",
            MakeCallback(&QueueTestCase::ThresholdChanged, this));
    }

    void WindowCut(const Cut& cut) override
    {
        if (cut.verdict == TcpSackVeno::Verdict::CONGESTION)
        {
            // Recovery is over and the queue empty, or nearly so.
            Simulator::Schedule(Seconds(2), &OneLoss::Arm, m_link);
        }
    }

    void Dropped(Ptr<const Packet>)
    {
        m_drops.push_back(Simulator::Now());
    }

    void MaximumChanged(Time, Time now)
    {
        m_delayMax = now;
    }

    void ThresholdChanged(Time, Time now)
    {
        m_threshold = now;
    }

    std::string m_variant;
    Ptr<OneLoss> m_link;
    std::vector<Time> m_drops; //!< by the queue
    int m_congestive{0};
    int m_random{0};
    Time m_delayMax;
    Time m_threshold;
};

class TcpVenoDrTestSuite : public TestSuite
{
  public:
    TcpVenoDrTestSuite()
        : TestSuite("tcp-veno-dr", Type::UNIT)
    {
        AddTestCase(new VerdictTestCase);
        AddTestCase(new NoQueueTestCase);
        AddTestCase(new LastSampleAloneTestCase);
        AddTestCase(new UnknownTestCase);
        AddTestCase(new OutlierTestCase);
        AddTestCase(new RouteChangeTestCase);
        AddTestCase(new NoResetTestCase);
        AddTestCase(new GrowthTestCase);
        AddTestCase(new FactorsTestCase);
        AddTestCase(new TracesTestCase);
        AddTestCase(new AttributesTestCase);
        AddTestCase(new ConstructorTestCase);
        AddTestCase(new SmoothedTestCase);
        AddTestCase(new ForkTestCase);
        for (const auto& setting : std::vector<Setting>{
                 {"venodr-threshold-only", "stock", true},
                 {"venodr-threshold-only", "stock", false},
                 {"venodr-threshold-only", "scoreboard-newreno", true},
                 {"venodr-threshold-only", "scoreboard-sack", true},
                 {"venodr-threshold-only", "scoreboard-fack", true},
                 {"venodr", "stock", false},
                 {"venodr", "scoreboard-newreno", true},
                 {"venodr", "scoreboard-fack", true},
             })
        {
            AddTestCase(new QueueTestCase(setting));
        }
    }
};

TcpVenoDrTestSuite g_tcpVenoDrTestSuite; //!< registers itself

} // namespace

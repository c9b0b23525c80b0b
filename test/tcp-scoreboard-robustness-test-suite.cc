/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/tcp-impaired-connection.h"

#include "ns3/ns3-compat.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <ctime>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace impaired;

/**
 * Our socket where a path or a peer is worse than papers have it: what no script of segments can
 * say, because it takes a path, a congestion control that listens, or many segments.
 *
 * The variable TCP_LOSSY_CASES of the environment, part of the names of test cases, leaves the
 * others out: ns-3 runs no further case of a suite once one has failed.
 */
namespace
{

/// What congestion controls of this file were told, by all of them since the last Clear().
struct Heard
{
    uint64_t acknowledged{0};                        //!< segments, by PktsAcked()
    std::set<TcpSocketState::TcpCongState_t> states; //!< by CongestionStateSet()
    uint64_t delivered{0};                           //!< octets of all rate samples
    uint64_t lost{0};                                //!< octets marked lost in all rate samples
    uint64_t samples{0};                             //!< valid ones
    uint64_t backwards{0};                           //!< sent in less than no time
    double highestRate{0};                           //!< of them, bit/s

    static Heard& Get()
    {
        static Heard heard;
        return heard;
    }

    static void Clear()
    {
        Get() = Heard();
    }
};

/// NewReno that notes what it is told. One end of a world has it.
class ListeningControl : public TcpNewReno
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpLossyListeningControl")
                                .SetParent<TcpNewReno>()
                                .AddConstructor<ListeningControl>();
        return tid;
    }

    std::string GetName() const override
    {
        return "ListeningControl";
    }

    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segments, const Time& rtt) override
    {
        Heard::Get().acknowledged += segments;
        TcpNewReno::PktsAcked(tcb, segments, rtt);
    }

    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t state) override
    {
        Heard::Get().states.insert(state);
        TcpNewReno::CongestionStateSet(tcb, state);
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<ListeningControl>(this);
    }
};

/// A control that opens the window to a fixed size, reduces it never, and notes the rate samples it
/// gets.
class SamplingControl : public TcpNewReno
{
  public:
    /// Segments.
    static constexpr uint32_t WINDOW = 60;

    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TcpLossySamplingControl")
                                .SetParent<TcpNewReno>()
                                .AddConstructor<SamplingControl>();
        return tid;
    }

    std::string GetName() const override
    {
        return "SamplingControl";
    }

    bool HasCongControl() const override
    {
        return true;
    }

    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection&,
                     const TcpRateOps::TcpRateSample& sample) override
    {
        // Not at once: ns-3 overestimates the rate when one ACK lets many segments out.
        const uint32_t most = WINDOW * tcb->m_segmentSize;
        tcb->m_cWnd = std::min(most, tcb->m_cWnd.Get() + tcb->m_segmentSize / 4);
        auto& heard = Heard::Get();
        heard.delivered += sample.m_ackedSacked;
        heard.lost += sample.m_bytesLoss;
        heard.backwards += sample.m_sendElapsed.IsStrictlyNegative() ? 1 : 0;
        if (sample.m_delivered > 0 && sample.m_interval.IsStrictlyPositive())
        {
            ++heard.samples;
            heard.highestRate = std::max(heard.highestRate,
                                         sample.m_delivered * 8.0 / sample.m_interval.GetSeconds());
        }
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<SamplingControl>(this);
    }
};

NS_OBJECT_ENSURE_REGISTERED(ListeningControl);
NS_OBJECT_ENSURE_REGISTERED(SamplingControl);

/// Which of many things happen, the same ones in each run on every platform.
class Dice
{
  public:
    explicit Dice(uint32_t seed)
        : m_random(seed)
    {
    }

    bool Falls(uint32_t perMille)
    {
        return m_random() % 1000 < perMille;
    }

  private:
    std::mt19937 m_random;
};

/// Counts timeouts of a socket of ours, and notes its longest timer.
class TimerWatch
{
  public:
    explicit TimerWatch(Ptr<TcpSocketBase> socket)
    {
        socket->TraceConnectWithoutContext("RTO", MakeCallback(&TimerWatch::Changed, this));
        socket->TraceConnectWithoutContext("RetransmissionTimeout",
                                           MakeCallback(&TimerWatch::Expired, this));
    }

    uint32_t timeouts{0}; //!< number
    Time longest;         //!< timer

  private:
    void Changed(Time, Time now)
    {
        longest = std::max(longest, now);
    }

    void Expired(SequenceNumber32)
    {
        ++timeouts;
    }
};

/// A path whose delay grows by far, for good.
class DelayStepTestCase : public TestCase
{
  public:
    /**
     * @param step how much more
     * @param minRto lower bound of the timer
     * @param timestamps whether round trips of retransmissions can be measured
     */
    DelayStepTestCase(Time step, Time minRto, bool timestamps)
        : TestCase("Delay grows by " + std::to_string(step.GetMilliSeconds()) + " ms" +
                   (timestamps ? ", timestamps" : "")),
          m_step(step),
          m_minRto(minRto),
          m_timestamps(timestamps)
    {
    }

  private:
    void DoRun() override
    {
        const Time from = START + Seconds(5);
        Options options;
        options.Set("MinRto", std::to_string(m_minRto.GetMilliSeconds()) + "ms");
        options.Set("Timestamp", m_timestamps ? "true" : "false");
        options.a.application.octets = 100000000;
        options.limit = Seconds(65);
        const Time step = m_step;
        options.rule = [from, step](const Segment& segment) {
            Fate fate;
            if (segment.fromA && Simulator::Now() >= from)
            {
                fate.extra = step;
            }
            return fate;
        };
        World world(options);
        TimerWatch watch(world.a.GetSocket());
        uint64_t early = 0;
        ns3compat::ScheduleCall(START + Seconds(15), [&] { early = world.b.read; });
        world.Run();
        const double rate = (world.b.read - early) * 8 / 50.0;
        // A window of 64 segments or so, which a cut has left, and a round trip of less than 2 s:
        // a fraction of that is asked for.
        NS_TEST_EXPECT_MSG_GT(rate, 200e3, "bit/s from 10 s after the step on");
        NS_TEST_EXPECT_MSG_LT(watch.timeouts, 12, "timeouts");
    }

    Time m_step;
    Time m_minRto;
    bool m_timestamps;
};

/// All data arrive, within a limit.
class ArrivalTestCase : public TestCase
{
  public:
    /**
     * @param name of the test
     * @param options of the world
     */
    ArrivalTestCase(const std::string& name, Options options)
        : TestCase(name),
          m_options(std::move(options))
    {
    }

  protected:
    /// Before time passes.
    virtual void Prepare(World&)
    {
    }

    /// Afterwards.
    virtual void Judge(World&)
    {
    }

    Options m_options;

  private:
    void DoRun() override
    {
        Heard::Clear();
        World world(m_options);
        Prepare(world);
        world.Run();
        NS_TEST_EXPECT_MSG_EQ(world.b.read,
                              m_options.a.application.octets,
                              "octets that B has read");
        NS_TEST_EXPECT_MSG_EQ(world.a.read,
                              m_options.b.application.octets,
                              "octets that A has read");
        NS_TEST_EXPECT_MSG_EQ(world.b.wrong, false, "B has read wrong octets");
        NS_TEST_EXPECT_MSG_EQ(world.a.wrong, false, "A has read wrong octets");
        for (const auto& breach : world.GetBreaches())
        {
            NS_TEST_EXPECT_MSG_EQ(false, true, breach);
        }
        Judge(world);
    }
};

/// RFC 3168 allows a window of one segment, and DCTCP one of less: one segment may always go.
Options
AllMarked()
{
    Options options;
    options.Set("UseEcn", "On");
    options.a.control = "ns3::TcpDctcp";
    options.b.control = "ns3::TcpDctcp";
    options.a.application.octets = 3000000;
    options.limit = Seconds(600);
    options.rule = [](const Segment&) {
        Fate fate;
        fate.mark = true;
        return fate;
    };
    return options;
}

/// Both ends write, and neither reads before both windows are closed, so that window probes cross.
/// RFC 9293, section 3.8.6.1: this ends with the first window that opens.
class CrossingProbesTestCase : public ArrivalTestCase
{
  public:
    /// @param buffer of each end, octets @param scaled to how many octets its scale fits
    /// @param segment octets
    CrossingProbesTestCase(uint32_t buffer, uint32_t scaled, uint32_t segment)
        : ArrivalTestCase("Crossing window probes, " + std::to_string(buffer) + " octets of " +
                              std::to_string(scaled),
                          MakeOptions(buffer, scaled, segment))
    {
    }

  private:
    static constexpr uint32_t SECONDS = 30; ///< until somebody reads

    static Options MakeOptions(uint32_t buffer, uint32_t scaled, uint32_t segment)
    {
        Options options;
        options.Set("RcvBufSize", std::to_string(buffer));
        options.Set("RcvBufMax", std::to_string(scaled));
        options.Set("SegmentSize", std::to_string(segment));
        for (auto* end : {&options.a, &options.b})
        {
            end->application.octets = 3000000;
            end->application.readFrom = Seconds(SECONDS);
        }
        options.a.application.closing = Closing::HALF;
        options.limit = Seconds(600);
        return options;
    }

    void Judge(World& world) override
    {
        // The data of each direction take 2.4 s, and the windows are told of at once.
        const Time bound = START + Seconds(SECONDS + 10);
        NS_TEST_EXPECT_MSG_LT(world.a.lastRead, bound, "A reads");
        NS_TEST_EXPECT_MSG_LT(world.b.lastRead, bound, "B reads");
    }
};

/// The receive buffer gets smaller than what is held out of order.
class ShrinkingBufferTestCase : public ArrivalTestCase
{
  public:
    /// @param stock whether the receiver is ns-3's own socket
    explicit ShrinkingBufferTestCase(bool stock)
        : ArrivalTestCase(std::string("Receive buffer shrinks while data are held") +
                              (stock ? ", ns-3's socket" : ""),
                          MakeOptions(stock))
    {
    }

  private:
    static Options MakeOptions(bool stock)
    {
        Options options;
        options.a.application.octets = 3000000;
        options.b.stock = stock;
        options.limit = Seconds(600);
        Dice dice(1);
        options.rule = [dice](const Segment& segment) mutable {
            return (segment.fromA && segment.size > 0 && dice.Falls(30)) ? LOSS : Fate();
        };
        return options;
    }

    void Prepare(World& world) override
    {
        // Now and then, so that it is certain to meet holes.
        for (int i = 0; i < 100; ++i)
        {
            const uint32_t size = (i % 2 == 0) ? 5000 : 1000000;
            ns3compat::ScheduleCall(START + MilliSeconds(350 + 37 * i), [&world, size] {
                if (const auto socket = world.b.GetSocket())
                {
                    socket->SetAttribute("RcvBufSize", UintegerValue(size));
                }
            });
        }
    }

    void Judge(World& world) override
    {
        NS_TEST_EXPECT_MSG_EQ(world.b.errors + world.a.errors, 0, "errors");
    }
};

/// What a congestion control is told of acknowledged segments.
class AcknowledgedTestCase : public ArrivalTestCase
{
  public:
    /**
     * @param name of the test
     * @param recovery attribute LossRecovery of the sender
     * @param perMille of its segments that are lost
     */
    AcknowledgedTestCase(const std::string& name, const std::string& recovery, uint32_t perMille)
        : ArrivalTestCase(name, MakeOptions(recovery, perMille)),
          m_perMille(perMille)
    {
    }

  private:
    static Options MakeOptions(const std::string& recovery, uint32_t perMille)
    {
        Options options;
        options.a.application.octets = 200 * MSS;
        options.a.control = "ns3::TcpLossyListeningControl";
        options.a.attributes["LossRecovery"] = recovery;
        options.b.application.octets = 5000000;
        options.limit = Seconds(120);
        Dice dice(7);
        options.rule = [dice, perMille](const Segment& segment) mutable {
            return (segment.fromA && segment.size > 0 && dice.Falls(perMille)) ? LOSS : Fate();
        };
        return options;
    }

    void Judge(World& world) override
    {
        const auto acknowledged = Heard::Get().acknowledged;
        const auto& ledger = world.FromA();
        const auto sent = ledger.octets.data.size();
        // Each segment is acknowledged once; the peer's data and ACKs that say nothing new do not
        // count. In recovery without SACK a duplicate stands for a segment before its time is come.
        NS_TEST_EXPECT_MSG_EQ((ledger.counts.again == 0 || m_perMille > 0),
                              true,
                              "sent again without loss");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(acknowledged, (m_perMille == 0 ? 200U : 190U), "segments told");
        NS_TEST_EXPECT_MSG_LT_OR_EQ(acknowledged,
                                    (m_perMille == 0 ? 200U : sent),
                                    "segments told of " << sent << " sent");
    }

    uint32_t m_perMille;
};

/// Rate samples, as BBR and its like need them.
class RateSampleTestCase : public ArrivalTestCase
{
  public:
    /**
     * @param name of the test
     * @param attributes of the sender
     * @param lossEvery how many new segments there are for each that is lost, or 0
     * @param again whether every fifth of their retransmissions is lost, too
     */
    RateSampleTestCase(const std::string& name,
                       const std::map<std::string, std::string>& attributes,
                       uint32_t lossEvery,
                       bool again)
        : ArrivalTestCase(name, MakeOptions(attributes))
    {
        m_options.rule = [this, lossEvery, again](const Segment& segment) {
            return IsLost(segment, lossEvery, again) ? LOSS : Fate();
        };
    }

  private:
    /// Octets per second of the bottleneck, which is the sender's link, headers included.
    static constexpr double LINK_RATE = 10e6;

    static Options MakeOptions(const std::map<std::string, std::string>& attributes)
    {
        Options options;
        options.a.application.octets = 4000000;
        options.a.control = "ns3::TcpLossySamplingControl";
        for (const auto& [name, value] : attributes)
        {
            options.a.attributes[name] = value;
        }
        options.b.attributes["DelAckCount"] = "1";
        options.rate = DataRate(static_cast<uint64_t>(LINK_RATE));
        options.limit = Seconds(200);
        return options;
    }

    /// Single segments, none of the last window: every loss is found by ACKs.
    bool IsLost(const Segment& segment, uint32_t every, bool again)
    {
        const uint64_t last = m_options.a.application.octets - 2 * SamplingControl::WINDOW * MSS;
        const uint64_t number = segment.offset / MSS;
        if (!segment.fromA || segment.size == 0 || segment.offset > last || every == 0 ||
            number % every != every / 2)
        {
            return false;
        }
        const auto passed = ++m_passed[segment.offset];
        const bool lost = passed == 1 || (again && passed == 2 && number / every % 5 == 0);
        m_lost += lost ? segment.size : 0;
        return lost;
    }

    void Judge(World& world) override
    {
        const auto& heard = Heard::Get();
        const uint64_t octets = m_options.a.application.octets;
        uint64_t sent = 0;
        for (const auto& segment : world.FromA().octets.data)
        {
            sent += segment.size;
        }
        NS_TEST_EXPECT_MSG_EQ(sent - octets, m_lost, "octets sent again");
        // Timing is known of nearly all.
        NS_TEST_EXPECT_MSG_GT(heard.samples, octets / MSS * 9 / 10, "valid samples");
        NS_TEST_EXPECT_MSG_EQ(heard.delivered, octets, "octets delivered");
        NS_TEST_EXPECT_MSG_EQ(heard.lost, m_lost, "octets lost");
        NS_TEST_EXPECT_MSG_EQ(heard.backwards, 0, "send times from before the retransmission");
        NS_TEST_EXPECT_MSG_LT(heard.highestRate, LINK_RATE, "highest delivery rate");
        NS_TEST_EXPECT_MSG_GT(heard.highestRate, LINK_RATE / 2, "highest delivery rate");
    }

    std::map<uint64_t, uint32_t> m_passed; //!< transmissions of segments that are to be lost
    uint64_t m_lost{0};                    //!< octets
};

/// Whatever a timeout forgets, an octet is delivered once.
class DeliveredOnceTestCase : public ArrivalTestCase
{
  public:
    /// @param recovery attribute LossRecovery of the sender
    explicit DeliveredOnceTestCase(const std::string& recovery)
        : ArrivalTestCase("Rate samples, timeouts, " + recovery, MakeOptions(recovery))
    {
    }

  private:
    static Options MakeOptions(const std::string& recovery)
    {
        Options options;
        options.a.application.octets = 2000000;
        options.a.control = "ns3::TcpLossySamplingControl";
        options.a.attributes["LossRecovery"] = recovery;
        options.limit = Seconds(300);
        Dice dice(3);
        options.rule = [dice](const Segment& segment) mutable {
            return (segment.fromA && segment.size > 0 && dice.Falls(50)) ? LOSS : Fate();
        };
        return options;
    }

    void Prepare(World& world) override
    {
        m_watch.emplace(world.a.GetSocket());
    }

    void Judge(World&) override
    {
        NS_TEST_EXPECT_MSG_GT(m_watch->timeouts, 0, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(Heard::Get().delivered,
                              m_options.a.application.octets,
                              "octets delivered");
    }

    std::optional<TimerWatch> m_watch;
};

/// A reduction because of ECN is a state of the congestion control, as recovery is.
class ReducedStateTestCase : public ArrivalTestCase
{
  public:
    ReducedStateTestCase()
        : ArrivalTestCase("The congestion control is told of CWR", MakeOptions())
    {
    }

  private:
    static Options MakeOptions()
    {
        Options options;
        options.Set("UseEcn", "On");
        options.a.control = "ns3::TcpLossyListeningControl";
        options.a.application.octets = 500000;
        options.rule = [](const Segment& segment) {
            Fate fate;
            fate.mark = (segment.fromA && segment.dataIndex == 100);
            return fate;
        };
        return options;
    }

    void Judge(World&) override
    {
        const auto& states = Heard::Get().states;
        NS_TEST_EXPECT_MSG_EQ(states.count(TcpSocketState::CA_CWR), 1, "state CWR");
        NS_TEST_EXPECT_MSG_EQ(states.count(TcpSocketState::CA_OPEN), 1, "state Open, afterwards");
        NS_TEST_EXPECT_MSG_EQ(states.count(TcpSocketState::CA_LOSS), 0, "state Loss");
    }
};

/// Half of the ACKs are lost, for 40 s everything is, the window is less than a segment, and the
/// application reads slowly.
class StaleEchoTestCase : public ArrivalTestCase
{
  public:
    /// @param timestamps whether there are echoes
    explicit StaleEchoTestCase(bool timestamps)
        : ArrivalTestCase(std::string("Half of the ACKs and 40 s lost, a buffer of 724 octets") +
                              (timestamps ? ", timestamps" : ""),
                          MakeOptions(timestamps))
    {
    }

  private:
    static Options MakeOptions(bool timestamps)
    {
        Options options;
        options.Set("Timestamp", timestamps ? "true" : "false");
        options.Set("DataRetries", "1000");
        options.a.application.octets = 300000;
        options.b.attributes["RcvBufSize"] = "724";
        options.b.application.read = 1000;
        options.b.application.readEvery = MilliSeconds(500);
        options.limit = Seconds(6000);
        Dice dice(1);
        options.rule = [dice](const Segment& segment) mutable {
            const Time now = Simulator::Now();
            const bool out = now > Seconds(20) && now < Seconds(60);
            const bool isAck = !segment.fromA && !(segment.header.GetFlags() & TcpHeader::SYN);
            return (out || (isAck && dice.Falls(500))) ? LOSS : Fate();
        };
        return options;
    }

    void Prepare(World& world) override
    {
        m_watch.emplace(world.a.GetSocket());
    }

    void Judge(World& world) override
    {
        NS_TEST_EXPECT_MSG_LT_OR_EQ(m_watch->longest, Seconds(60), "longest timer");
        NS_TEST_EXPECT_MSG_LT(world.b.lastRead, Seconds(3000), "all is read");
    }

    std::optional<TimerWatch> m_watch;
};

/**
 * What a segment costs must not depend on how much waits to be read. Only the order of magnitude is
 * looked at: a walk over what waits costs far more.
 */
class CostTestCase : public TestCase
{
  public:
    CostTestCase()
        : TestCase("A segment costs the same however much is unread")
    {
    }

  private:
    void DoRun() override
    {
        Run(1000); // everything is loaded and in the caches
        const auto small = std::min(Run(1000), Run(1000));
        NS_TEST_EXPECT_MSG_LT(Run(16000), 4 * small, "16,000 against 1,000 segments unread");
    }

    /// @return processor time per segment, s
    double Run(uint32_t segments)
    {
        Options options;
        options.rate = DataRate("1Gbps");
        options.delay = MilliSeconds(1);
        options.a.application.octets = static_cast<uint64_t>(segments) * MSS;
        options.Set("SndBufSize", "50000000");
        options.Set("RcvBufSize", "50000000");
        options.b.application.readFrom = Seconds(20);
        options.limit = Seconds(15);
        const auto begin = std::clock();
        World world(options);
        world.Run();
        const auto end = std::clock();
        NS_TEST_EXPECT_MSG_EQ(world.FromA().octets.end,
                              options.a.application.octets,
                              "octets sent");
        return static_cast<double>(end - begin) / CLOCKS_PER_SEC / segments;
    }
};

class TcpScoreboardRobustnessTestSuite : public TestSuite
{
  public:
    TcpScoreboardRobustnessTestSuite()
        : TestSuite("tcp-scoreboard-robustness", Type::UNIT)
    {
        // Once registered, names of controls can be looked up.
        ListeningControl::GetTypeId();
        SamplingControl::GetTypeId();
        for (const bool timestamps : {false, true})
        {
            Add(new DelayStepTestCase(MilliSeconds(400), MilliSeconds(200), timestamps));
            Add(new DelayStepTestCase(MilliSeconds(1300), Seconds(1), timestamps));
            Add(new StaleEchoTestCase(timestamps));
        }
        Add(new ArrivalTestCase("DCTCP, everything is marked", AllMarked()));
        for (const uint32_t buffer : {65536, 100000, 131072, 200000})
        {
            Add(new CrossingProbesTestCase(buffer, 6291456, 1448));
        }
        Add(new CrossingProbesTestCase(1000000, 0, 536));
        Add(new CrossingProbesTestCase(2000, 1U << 30, 1448));
        Add(new ShrinkingBufferTestCase(false));
        // After ns-3.48 its own receiver ends the program (an assertion) when it is read from then.
        if constexpr (!ns3compat::ENTER_RECOVERY_TELLS_SACKED<TcpRecoveryOps>)
        {
            Add(new ShrinkingBufferTestCase(true));
        }
        for (const std::string sender : {"Reno", "NewReno", "Sack", "Fack"})
        {
            Add(new AcknowledgedTestCase("Acknowledged, " + sender, sender, 0));
            Add(new AcknowledgedTestCase("Acknowledged, loss, " + sender, sender, 30));
        }
        const std::map<std::string, std::string> sack{{"LossRecovery", "Sack"}};
        const std::map<std::string, std::string> fack{{"LossRecovery", "Fack"},
                                                      {"LostRetransmission", "Retransmit"}};
        Add(new RateSampleTestCase("Rate samples, Sack", sack, 0, false));
        Add(new RateSampleTestCase("Rate samples, Sack, loss", sack, 100, false));
        Add(new RateSampleTestCase("Rate samples, Fack, loss", fack, 100, false));
        Add(new RateSampleTestCase("Rate samples, Fack, lost again", fack, 100, true));
        Add(new DeliveredOnceTestCase("Sack"));
        Add(new DeliveredOnceTestCase("Fack"));
        Add(new ReducedStateTestCase);
        Add(new CostTestCase);
    }

  private:
    void Add(TestCase* testCase)
    {
        const char* part = std::getenv("TCP_LOSSY_CASES");
        if (part && testCase->GetName().find(part) == std::string::npos)
        {
            delete testCase;
            return;
        }
        AddTestCase(testCase);
    }
};

TcpScoreboardRobustnessTestSuite g_tcpScoreboardRobustnessTestSuite; //!< registers itself

} // namespace

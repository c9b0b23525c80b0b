/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"
#include "lib/result-writer.h"
#include "support/tcp-recovery-of.h"

#include "ns3/ack-loss-model.h"
#include "ns3/boolean.h"
#include "ns3/bottleneck-recorder.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/burst-application.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6.h"
#include "ns3/loss-recovery-choice.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/markov-error-model.h"
#include "ns3/node-list.h"
#include "ns3/ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-segment-observer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

using AddressFamily = LossyDumbbellHelper::AddressFamily;
constexpr auto FORWARD = LossyDumbbellHelper::FORWARD;
constexpr auto REVERSE = LossyDumbbellHelper::REVERSE;

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

// On the wire: UDP 8 octets, IPv4 20 or IPv6 40, PPP 2.
constexpr uint32_t UDP_IPV4_HEADERS = 30;
constexpr uint32_t UDP_IPV6_HEADERS = 50;

/// What IPv6 hosts say when they start (router solicitations) is over by then.
const Time QUIET = Seconds(20);

/// Numbered UDP packets from one host to another, and when which of them arrive.
class UdpFlow
{
  public:
    UdpFlow(Ptr<Node> from, Ptr<Node> to, const Address& address, const Address& any)
        : m_sender(Socket::CreateSocket(from, UdpSocketFactory::GetTypeId())),
          m_receiver(Socket::CreateSocket(to, UdpSocketFactory::GetTypeId()))
    {
        m_receiver->Bind(any);
        m_receiver->SetRecvCallback(MakeCallback(&UdpFlow::Receive, this));
        m_sender->Connect(address);
    }

    void Send(uint32_t number, uint32_t payload)
    {
        std::vector<uint8_t> data(payload);
        for (uint32_t i = 0; i < sizeof(number); ++i)
        {
            data[i] = number >> (8 * i);
        }
        m_sender->Send(Create<Packet>(data.data(), payload));
    }

    /// A packet every @p interval from @p start on, or all at once.
    void SendMany(uint32_t packets, uint32_t payload, Time start, Time interval = Time(0))
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            Simulator::Schedule(start + interval * static_cast<int64_t>(i),
                                &UdpFlow::Send,
                                this,
                                i,
                                payload);
        }
    }

    bool IsLost(uint32_t number) const
    {
        return arrivals.count(number) == 0;
    }

    std::vector<uint32_t> GetLost(uint32_t packets) const
    {
        std::vector<uint32_t> lost;
        for (uint32_t i = 0; i < packets; ++i)
        {
            if (IsLost(i))
            {
                lost.push_back(i);
            }
        }
        return lost;
    }

    std::map<uint32_t, Time> arrivals; //!< by number
    std::vector<uint32_t> sizes;       //!< payloads, in order of arrival

  private:
    void Receive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            std::array<uint8_t, 4> data{};
            packet->CopyData(data.data(), data.size());
            const uint32_t number =
                data[0] | data[1] << 8 | data[2] << 16 | static_cast<uint32_t>(data[3]) << 24;
            arrivals[number] = Simulator::Now();
            sizes.push_back(packet->GetSize());
        }
    }

    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
};

/// Both directions of one pair.
struct UdpPair
{
    UdpPair(const LossyDumbbellHelper& dumbbell, uint32_t pair)
        : forward(dumbbell.GetSenders().Get(pair),
                  dumbbell.GetReceivers().Get(pair),
                  dumbbell.GetReceiverAddress(pair, PORT),
                  dumbbell.GetAnyAddress(PORT)),
          reverse(dumbbell.GetReceivers().Get(pair),
                  dumbbell.GetSenders().Get(pair),
                  dumbbell.GetSenderAddress(pair, PORT),
                  dumbbell.GetAnyAddress(PORT))
    {
    }

    UdpFlow forward;
    UdpFlow reverse;
};

/// Leaves nothing behind, even when an assertion ends it early.
class IsolatedTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// Between two simulations of one case.
    static void CleanUp()
    {
        Simulator::Destroy();
        Config::Reset();
    }

    static void RunUntil(Time end)
    {
        Simulator::Stop(end - Simulator::Now());
        Simulator::Run();
    }

  private:
    void DoTeardown() override
    {
        CleanUp();
    }
};

/// Serialisation and propagation by hand, each direction with its own rate and delay.
class PathTimingTestCase : public IsolatedTestCase
{
  public:
    PathTimingTestCase(AddressFamily family, std::string name)
        : IsolatedTestCase("Time through the dumbbell, " + name),
          m_family(family),
          m_headers(family == AddressFamily::IPV4 ? UDP_IPV4_HEADERS : UDP_IPV6_HEADERS)
    {
    }

  private:
    void DoRun() override
    {
        CheckDefaults();
        CleanUp();
        CheckAsymmetric();
        CleanUp();
        CheckSides();
    }

    void CheckDefaults()
    {
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(m_family);
        // 1000 octets: 0.08 ms on either access link, 5 ms at 1.6 Mbit/s, and 50 ms.
        Check(dumbbell, 0, 1000, MicroSeconds(55160), MicroSeconds(55160));
    }

    void CheckAsymmetric()
    {
        for (const uint32_t pair : {0, 2})
        {
            // 1000 octets: 0.8 ms on either access link; 8 ms forward, 16 ms back.
            auto dumbbell = Asymmetric();
            Check(*dumbbell, pair, 1000, MicroSeconds(41600), MicroSeconds(89600));
            CleanUp();
        }
        // Nothing is split: 40000 octets, 32 ms on either access link, 320 and 640 ms.
        auto dumbbell = Asymmetric();
        Check(*dumbbell, 1, 40000, MilliSeconds(416), MilliSeconds(776));
    }

    void CheckSides()
    {
        LossyDumbbellHelper dumbbell(2);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.SetAccess(LossyDumbbellHelper::LEFT, DataRate("10Mbps"), MilliSeconds(2));
        dumbbell.SetAccess(LossyDumbbellHelper::RIGHT, DataRate("20Mbps"), MilliSeconds(33));
        // 1000 octets: 0.8 and 0.4 ms, 5 ms at 1.6 Mbit/s, and 2 + 50 + 33 ms.
        Check(dumbbell, 1, 1000, MicroSeconds(91200), MicroSeconds(91200));
    }

    std::unique_ptr<LossyDumbbellHelper> Asymmetric() const
    {
        auto dumbbell = std::make_unique<LossyDumbbellHelper>(3);
        dumbbell->SetAddressFamily(m_family);
        dumbbell->SetRate(FORWARD, DataRate("1Mbps"));
        dumbbell->SetRate(REVERSE, DataRate("500kbps"));
        dumbbell->SetDelay(FORWARD, MilliSeconds(30));
        dumbbell->SetDelay(REVERSE, MilliSeconds(70));
        dumbbell->SetAccess(DataRate("10Mbps"), MilliSeconds(1));
        return dumbbell;
    }

    void Check(LossyDumbbellHelper& dumbbell,
               uint32_t pair,
               uint32_t wireSize,
               Time forward,
               Time reverse)
    {
        dumbbell.Build();
        UdpPair udp(dumbbell, pair);
        const auto payload = wireSize - m_headers;
        udp.forward.SendMany(1, payload, QUIET);
        udp.reverse.SendMany(1, payload, QUIET + Seconds(5));
        RunUntil(QUIET + Seconds(10));
        CheckArrival(udp.forward, payload, QUIET + forward, "forward");
        CheckArrival(udp.reverse, payload, QUIET + Seconds(5) + reverse, "reverse");
    }

    void CheckArrival(const UdpFlow& flow, uint32_t payload, Time at, const std::string& name)
    {
        NS_TEST_EXPECT_MSG_EQ(flow.sizes.size(), 1, name << ": one packet in one piece");
        for (const auto size : flow.sizes)
        {
            NS_TEST_EXPECT_MSG_EQ(size, payload, name);
        }
        for (const auto& [number, arrival] : flow.arrivals)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(arrival, at, NanoSeconds(10), name << ' ' << number);
        }
    }

    AddressFamily m_family;
    uint32_t m_headers;
};

/// Bursts at a hundred times the bottleneck's rate, into both directions at once.
class QueueLimitTestCase : public IsolatedTestCase
{
  public:
    QueueLimitTestCase()
        : IsolatedTestCase("The queue of each direction holds its limit and drops the rest")
    {
    }

  private:
    void DoRun() override
    {
        // The whole burst comes within 4 ms while the first packet is being sent for 8 ms.
        const uint32_t burst = 50;
        LossyDumbbellHelper dumbbell(1);
        for (const auto direction : {FORWARD, REVERSE})
        {
            dumbbell.SetRate(direction, DataRate("1Mbps"));
        }
        dumbbell.SetQueue(FORWARD, 7);
        dumbbell.SetQueue(REVERSE, 4);
        dumbbell.Build();
        dumbbell.GetBottleneckQueue(FORWARD)->TraceConnectWithoutContext(
            "PacketsInQueue",
            MakeCallback(&QueueLimitTestCase::ForwardChanged, this));
        dumbbell.GetBottleneckQueue(REVERSE)->TraceConnectWithoutContext(
            "PacketsInQueue",
            MakeCallback(&QueueLimitTestCase::ReverseChanged, this));
        UdpPair udp(dumbbell, 0);
        udp.forward.SendMany(burst, 1000 - UDP_IPV4_HEADERS, Seconds(1));
        udp.reverse.SendMany(burst, 1000 - UDP_IPV4_HEADERS, Seconds(1));
        RunUntil(Seconds(10));
        // The first ones of the burst: what is in the queue and the one being sent.
        NS_TEST_EXPECT_MSG_EQ(m_forward, 7, "longest forward queue");
        NS_TEST_EXPECT_MSG_EQ(m_reverse, 4, "longest reverse queue");
        CheckDelivered(udp.forward, burst, 8);
        CheckDelivered(udp.reverse, burst, 5);
        NS_TEST_EXPECT_MSG_EQ(
            dumbbell.GetBottleneckQueue(FORWARD)->GetTotalDroppedPacketsBeforeEnqueue(),
            42,
            "forward drops");
        NS_TEST_EXPECT_MSG_EQ(
            dumbbell.GetBottleneckQueue(REVERSE)->GetTotalDroppedPacketsBeforeEnqueue(),
            45,
            "reverse drops");
    }

    void CheckDelivered(const UdpFlow& flow, uint32_t burst, uint32_t delivered)
    {
        NS_TEST_EXPECT_MSG_EQ(flow.arrivals.size(), delivered, "delivered");
        const auto lost = flow.GetLost(burst);
        NS_TEST_EXPECT_MSG_EQ(lost.size(), burst - delivered, "lost");
        NS_TEST_EXPECT_MSG_EQ((lost.empty() ? 0 : lost.front()), delivered, "first one lost");
    }

    void ForwardChanged(uint32_t, uint32_t packets)
    {
        m_forward = std::max(m_forward, packets);
    }

    void ReverseChanged(uint32_t, uint32_t packets)
    {
        m_reverse = std::max(m_reverse, packets);
    }

    uint32_t m_forward{0};
    uint32_t m_reverse{0};
};

class TrafficControlTestCase : public IsolatedTestCase
{
  public:
    TrafficControlTestCase()
        : IsolatedTestCase("Queue discs: none by default, the two of the bottleneck when asked for")
    {
    }

  private:
    void DoRun() override
    {
        for (const auto family : {AddressFamily::IPV4, AddressFamily::IPV6})
        {
            Check(family, false);
            CleanUp();
            Check(family, true);
            CleanUp();
        }
    }

    void Check(AddressFamily family, bool enabled)
    {
        LossyDumbbellHelper dumbbell(2);
        dumbbell.SetAddressFamily(family);
        dumbbell.SetTrafficControl(enabled);
        dumbbell.SetQueue(FORWARD, 7);
        dumbbell.SetRate(FORWARD, DataRate("1Mbps"));
        dumbbell.Build();

        std::set<Ptr<NetDevice>> withDisc;
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            const auto control = (*node)->GetObject<TrafficControlLayer>();
            for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
            {
                const auto device = (*node)->GetDevice(i);
                if (control->GetRootQueueDiscOnDevice(device))
                {
                    withDisc.insert(device);
                }
            }
        }
        std::set<Ptr<NetDevice>> expected;
        if (enabled)
        {
            expected = {dumbbell.GetBottleneckDevice(FORWARD),
                        dumbbell.GetBottleneckDevice(REVERSE)};
        }
        NS_TEST_EXPECT_MSG_EQ((withDisc == expected), true, withDisc.size() << " queue discs");

        // 12 packets last 96 ms, less than FqCoDel's interval: the disc keeps what the device
        // queue has no room for.
        UdpPair udp(dumbbell, 1);
        udp.forward.SendMany(12, 1000 - UDP_IPV6_HEADERS, QUIET);
        RunUntil(QUIET + Seconds(1));
        NS_TEST_EXPECT_MSG_EQ(udp.forward.arrivals.size(), (enabled ? 12 : 8), "delivered");
    }
};

class PacketLossTestCase : public IsolatedTestCase
{
  public:
    PacketLossTestCase()
        : IsolatedTestCase("Loss of either direction has its probability and is independent")
    {
    }

  private:
    static constexpr uint32_t PACKETS = 20000;

    void DoRun() override
    {
        Check(0.02, 0.1);
        Check(0.3, 0.0);
        Check(0.0, 0.05);
        Check(1.0, 0.0);
    }

    void Check(double forward, double reverse)
    {
        LossyDumbbellHelper dumbbell(1);
        for (const auto direction : {FORWARD, REVERSE})
        {
            dumbbell.SetRate(direction, DataRate("1Gbps"));
        }
        dumbbell.SetAccess(DataRate("1Gbps"), Time(0));
        dumbbell.SetPacketLoss(FORWARD, forward);
        dumbbell.SetPacketLoss(REVERSE, reverse);
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        UdpPair udp(dumbbell, 0);
        udp.forward.SendMany(PACKETS, 100, Seconds(1), MicroSeconds(10));
        udp.reverse.SendMany(PACKETS, 100, Seconds(1), MicroSeconds(10));
        RunUntil(Seconds(3));
        uint32_t lostForward = 0;
        uint32_t lostReverse = 0;
        uint32_t lostBoth = 0;
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            lostForward += udp.forward.IsLost(i);
            lostReverse += udp.reverse.IsLost(i);
            lostBoth += udp.forward.IsLost(i) && udp.reverse.IsLost(i);
        }
        CheckCount(lostForward, forward, "forward");
        CheckCount(lostReverse, reverse, "reverse");
        CheckCount(lostBoth, forward * reverse, "packets of one number in both directions");
        CleanUp();
    }

    /// Binomial: within five standard deviations, and exact for 0 and 1.
    void CheckCount(uint32_t lost, double p, const std::string& name)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(static_cast<double>(lost),
                                  PACKETS * p,
                                  5 * std::sqrt(PACKETS * p * (1 - p)),
                                  name << ", p = " << p);
    }
};

/// Packets come late to a receiver, so that some overtake others; nothing else does.
class JitterTestCase : public IsolatedTestCase
{
  public:
    JitterTestCase()
        : IsolatedTestCase("Jitter: how late packets come, and which overtake others")
    {
    }

  private:
    using Arrivals = std::vector<Time>;
    static constexpr uint32_t PACKETS = 4000;

    void DoRun() override
    {
        const auto run = RngSeedManager::GetRun();
        const auto late = Run(MilliSeconds(4), 7, 100);
        CheckLateness(late);
        NS_TEST_EXPECT_MSG_EQ((Run(MilliSeconds(4), 7, 100) == late), true, "same run");
        NS_TEST_EXPECT_MSG_EQ((Run(MilliSeconds(4), 8, 100) == late), false, "other run");
        NS_TEST_EXPECT_MSG_EQ((Run(MilliSeconds(4), 7, 1000) == late), false, "other streams");
        Run(Time(0), 7, 100);
        RngSeedManager::SetRun(run);
    }

    /**
     * Uniform from 0 to 4 ms has the mean 2 ms and the variance 16/12. Sent every millisecond, the
     * next packet comes first if its delay is shorter by more than one: on the square of both
     * delays that is a triangle of half of (3/4)^2.
     */
    void CheckLateness(const Arrivals& late)
    {
        double sum = 0;
        uint32_t overtaken = 0;
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            const auto extra = late[i] - Undisturbed(i);
            NS_TEST_EXPECT_MSG_EQ((extra + NanoSeconds(10) > Time(0)), true, "early " << i);
            NS_TEST_EXPECT_MSG_EQ((extra < MilliSeconds(4) + NanoSeconds(10)), true, "late " << i);
            sum += extra.GetSeconds() * 1000;
            overtaken += (i > 0 && late[i] < late[i - 1]) ? 1 : 0;
        }
        const auto n = static_cast<double>(PACKETS);
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / n, 2.0, 5 * std::sqrt(16.0 / 12 / n), "mean, ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(overtaken / n, 9.0 / 32, 5 * std::sqrt(0.25 / n), "overtaken");
    }

    /// 130 octets at 1 Gbit/s on three links, and 50 ms.
    static Time Undisturbed(uint32_t number)
    {
        return Seconds(1) + MilliSeconds(number) + NanoSeconds(3 * 1040) + MilliSeconds(50);
    }

    /// @return when packets to the receiver arrive; those to the sender must be undisturbed
    Arrivals Run(Time jitter, uint64_t run, int64_t stream)
    {
        RngSeedManager::SetRun(run);
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetRate(FORWARD, DataRate("1Gbps"));
        dumbbell.SetRate(REVERSE, DataRate("1Gbps"));
        dumbbell.SetAccess(DataRate("1Gbps"), Time(0));
        dumbbell.SetJitter(jitter);
        dumbbell.Build();
        dumbbell.AssignStreams(stream);
        UdpPair udp(dumbbell, 0);
        udp.forward.SendMany(PACKETS, 100, Seconds(1), MilliSeconds(1));
        udp.reverse.SendMany(PACKETS, 100, Seconds(1), MilliSeconds(1));
        RunUntil(Seconds(20));
        Arrivals arrivals;
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            arrivals.push_back(udp.forward.arrivals[i]);
            ExpectUndisturbed(udp.reverse, i);
            if (jitter.IsZero())
            {
                ExpectUndisturbed(udp.forward, i);
            }
        }
        CleanUp();
        return arrivals;
    }

    void ExpectUndisturbed(const UdpFlow& flow, uint32_t number)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.arrivals.at(number),
                                  Undisturbed(number),
                                  NanoSeconds(10),
                                  "undisturbed " << number);
    }
};

/// A run is what the seed manager's run number says, whatever was created before it.
/// What users do who compare two paths in one simulation.
class TwoDumbbellsTestCase : public IsolatedTestCase
{
  public:
    explicit TwoDumbbellsTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("Two dumbbells in one simulation, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family)
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper one(2);
        LossyDumbbellHelper two(3);
        for (auto* dumbbell : {&one, &two})
        {
            dumbbell->SetAddressFamily(m_family);
            dumbbell->Build();
        }
        UdpPair first(one, 1);
        UdpPair second(two, 1);
        for (auto* udp : {&first, &second})
        {
            udp->forward.SendMany(3, 100, QUIET);
            udp->reverse.SendMany(3, 100, QUIET);
        }
        RunUntil(QUIET + Seconds(1));
        for (const auto* udp : {&first, &second})
        {
            NS_TEST_EXPECT_MSG_EQ(udp->forward.sizes.size(), 3, "there");
            NS_TEST_EXPECT_MSG_EQ(udp->reverse.sizes.size(), 3, "and back");
        }
    }

    AddressFamily m_family;
};

/// Without access links what is left is the bottleneck.
class DirectTestCase : public IsolatedTestCase
{
  public:
    explicit DirectTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("Hosts that are the routers, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family)
    {
    }

  private:
    void DoRun() override
    {
        using Side = LossyDumbbellHelper::Side;
        // 1000 octets: 5 ms at 1.6 Mbit/s, 50 ms, and 0.08 ms on an access link.
        Check({LossyDumbbellHelper::LEFT, LossyDumbbellHelper::RIGHT}, 2, MicroSeconds(55000));
        Check({LossyDumbbellHelper::LEFT}, 3, MicroSeconds(55080));
        Check({LossyDumbbellHelper::RIGHT}, 3, MicroSeconds(55080));
        Check(std::vector<Side>(), 4, MicroSeconds(55160));
    }

    void Check(const std::vector<LossyDumbbellHelper::Side>& sides, uint32_t nodes, Time delay)
    {
        const uint32_t before = NodeList::GetNNodes();
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(m_family);
        for (const auto side : sides)
        {
            dumbbell.SetDirect(side);
        }
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        NS_TEST_EXPECT_MSG_EQ(NodeList::GetNNodes() - before, nodes, "nodes");
        const bool isIpv4 = m_family == AddressFamily::IPV4;
        const auto payload = 1000 - (isIpv4 ? UDP_IPV4_HEADERS : UDP_IPV6_HEADERS);
        UdpPair udp(dumbbell, 0);
        udp.forward.SendMany(1, payload, QUIET);
        udp.reverse.SendMany(1, payload, QUIET);
        RunUntil(QUIET + Seconds(1));
        for (const auto* flow : {&udp.forward, &udp.reverse})
        {
            NS_TEST_ASSERT_MSG_EQ(flow->arrivals.size(), 1, "arrived");
            NS_TEST_EXPECT_MSG_EQ_TOL(flow->arrivals.begin()->second,
                                      QUIET + delay,
                                      NanoSeconds(10),
                                      nodes << " nodes");
        }
        CleanUp();
    }

    AddressFamily m_family;
};

class StreamsTestCase : public IsolatedTestCase
{
  public:
    StreamsTestCase()
        : IsolatedTestCase("AssignStreams: the same run twice, another run differs")
    {
    }

  private:
    using Losses = std::array<std::vector<uint32_t>, 2>;
    enum class Model
    {
        RATE,
        BURST,
        MARKOV
    };

    void DoRun() override
    {
        const auto run = RngSeedManager::GetRun();
        for (const auto model : {Model::RATE, Model::BURST, Model::MARKOV})
        {
            const auto losses = Run(model, 7, 100);
            for (const auto& lost : losses)
            {
                NS_TEST_EXPECT_MSG_GT(lost.size(), 50, "something is lost");
            }
            NS_TEST_EXPECT_MSG_EQ((losses[0] == losses[1]), false, "directions are independent");
            NS_TEST_EXPECT_MSG_EQ((Run(model, 7, 100) == losses), true, "same run");
            NS_TEST_EXPECT_MSG_EQ(DifferInBoth(Run(model, 8, 100), losses), true, "other run");
            NS_TEST_EXPECT_MSG_EQ(DifferInBoth(Run(model, 7, 1000), losses), true, "other streams");
        }
        RngSeedManager::SetRun(run);
    }

    static bool DifferInBoth(const Losses& a, const Losses& b)
    {
        return a[0] != b[0] && a[1] != b[1];
    }

    Losses Run(Model model, uint64_t run, int64_t stream)
    {
        const uint32_t packets = 2000;
        RngSeedManager::SetRun(run);
        LossyDumbbellHelper dumbbell(1);
        for (const auto direction : {FORWARD, REVERSE})
        {
            dumbbell.SetRate(direction, DataRate("100Mbps"));
            if (model == Model::RATE)
            {
                dumbbell.SetPacketLoss(direction, 0.1);
            }
            else if (model == Model::MARKOV)
            {
                auto markov = CreateObject<MarkovErrorModel>();
                markov->SetAttribute("GoodInterval", TimeValue(MilliSeconds(10)));
                markov->SetAttribute("BadInterval", TimeValue(MilliSeconds(5)));
                markov->SetAttribute("BadLoss", DoubleValue(0.5));
                dumbbell.SetErrorModel(direction, markov);
            }
            else
            {
                auto burst = CreateObject<BurstErrorModel>();
                burst->SetBurstRate(0.1);
                dumbbell.SetErrorModel(direction, burst);
            }
        }
        dumbbell.Build();
        const auto used = dumbbell.AssignStreams(stream);
        NS_TEST_EXPECT_MSG_GT(used, 0, "streams");
        NS_TEST_EXPECT_MSG_LT(used, 1000, "streams");
        UdpPair udp(dumbbell, 0);
        udp.forward.SendMany(packets, 100, Seconds(1), MicroSeconds(100));
        udp.reverse.SendMany(packets, 100, Seconds(1), MicroSeconds(100));
        RunUntil(Seconds(3));
        CleanUp();
        return {udp.forward.GetLost(packets), udp.reverse.GetLost(packets)};
    }
};

/// Many variants side by side: what the running sockets really have.
class VariantPresetTestCase : public IsolatedTestCase
{
  public:
    VariantPresetTestCase()
        : IsolatedTestCase("Sockets have the congestion control and recovery of their preset")
    {
    }

  private:
    void DoRun() override
    {
        TypeId westwoodPlus;
        const bool hasWestwoodPlus =
            TypeId::LookupByNameFailSafe("ns3::TcpWestwoodPlus", &westwoodPlus);
        const std::vector<std::pair<std::string, std::string>> variants{
            {"sack-veno", "ns3::TcpSackVeno"},
            {"sack", "ns3::TcpNewReno"},
            {"ns3-veno", "ns3::TcpVeno"},
            {"cubic", "ns3::TcpCubic"},
            {"westwood-plus", hasWestwoodPlus ? "ns3::TcpWestwoodPlus" : "ns3::TcpWestwood"},
            {"ns3::TcpHighSpeed", "ns3::TcpHighSpeed"},
            {"sack-veno", "ns3::TcpSackVeno"},
        };
        LossyDumbbellHelper dumbbell(variants.size());
        dumbbell.Build();
        std::vector<Ptr<BulkSendApplication>> senders;
        for (uint32_t i = 0; i < variants.size(); ++i)
        {
            const auto node = dumbbell.GetSenders().Get(i);
            TcpVariantPreset(variants[i].first).Install(NodeContainer(node));
            BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(i, PORT));
            senders.push_back(DynamicCast<BulkSendApplication>(sender.Install(node).Get(0)));
            PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
                .Install(dumbbell.GetReceivers().Get(i));
        }
        RunUntil(Seconds(1));
        for (uint32_t i = 0; i < variants.size(); ++i)
        {
            const auto& [name, typeName] = variants[i];
            CheckSocket(senders[i]->GetSocket(), name, typeName);
            TypeIdValue recovery;
            dumbbell.GetSenders().Get(i)->GetObject<TcpL4Protocol>()->GetAttribute("RecoveryType",
                                                                                   recovery);
            NS_TEST_EXPECT_MSG_EQ(recovery.Get().GetName(), "ns3::TcpClassicRecovery", name);
        }
    }

    void CheckSocket(Ptr<Socket> socket, const std::string& name, const std::string& typeName)
    {
        PointerValue pointer;
        socket->GetAttribute("CongestionOps", pointer);
        const auto control = pointer.GetObject();
        NS_TEST_EXPECT_MSG_EQ(control->GetInstanceTypeId().GetName(), typeName, name);
        if (typeName == "ns3::TcpWestwood")
        {
            StringValue mode;
            control->GetAttribute("ProtocolType", mode);
            NS_TEST_EXPECT_MSG_EQ(mode.Get(), "WestwoodPlus", name);
        }
        TypeId::AttributeInformation information;
        if (socket->GetInstanceTypeId().LookupAttributeByName("RecoveryOps", &information))
        {
            socket->GetAttribute("RecoveryOps", pointer);
            NS_TEST_EXPECT_MSG_EQ(pointer.GetObject()->GetInstanceTypeId().GetName(),
                                  "ns3::TcpClassicRecovery",
                                  name);
        }
    }
};

/// What is not chosen is the node's, whatever was installed before.
class PresetOrderTestCase : public IsolatedTestCase
{
  public:
    PresetOrderTestCase()
        : IsolatedTestCase("Our socket alone after a preset takes the node's control and recovery")
    {
    }

  private:
    void DoRun() override
    {
        const NodeContainer nodes(CreateObject<Node>());
        InternetStackHelper().Install(nodes);
        const auto tcp = nodes.Get(0)->GetObject<TcpL4Protocol>();
        TcpVariantPreset("fack-rd").Install(nodes);
        Check(nodes.Get(0), "ns3::TcpFack", "ns3::TcpRampdownRecovery");
        TcpScoreboardSocketHelper().Install(nodes);
        tcp->SetAttribute("SocketType", TypeIdValue(TypeId::LookupByName("ns3::TcpCubic")));
        tcp->SetAttribute("RecoveryType", TypeIdValue(TypeId::LookupByName("ns3::TcpPrrRecovery")));
        Check(nodes.Get(0), "ns3::TcpCubic", "ns3::TcpPrrRecovery");
        TcpVariantPreset("venodr").Install(nodes);
        Check(nodes.Get(0), "ns3::TcpVenoDr", "ns3::TcpDynamicRecovery");
    }

    void Check(Ptr<Node> node, const std::string& control, const std::string& recovery)
    {
        const auto socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ((DynamicCast<TcpScoreboardSocket>(socket) != nullptr), true, "ours");
        PointerValue object;
        socket->GetAttribute("CongestionOps", object);
        NS_TEST_EXPECT_MSG_EQ(object.Get<Object>()->GetInstanceTypeId().GetName(),
                              control,
                              "congestion control");
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(DynamicCast<TcpSocketBase>(socket)),
                              recovery,
                              "recovery");
    }
};

/// The presets of VenoDR and of what it is compared with, by hand from the documentation.
class VenoDrPresetTestCase : public IsolatedTestCase
{
  public:
    VenoDrPresetTestCase()
        : IsolatedTestCase("veno, venodr and its two halves, on each socket")
    {
    }

  private:
    /// Attributes, serialised.
    using Attributes = std::map<std::string, std::string>;

    /// What a name stands for.
    struct Expected
    {
        std::string name;
        std::string control;
        std::string recovery;
        Attributes attributes; //!< of the control
    };

    void DoRun() override
    {
        const Attributes veno{{"Alpha", "3"}, {"Beta", "3"}, {"ResetBaseRtt", "false"}};
        const Attributes adaptive{{"ThresholdFactor", "0.55"}, {"MinQueue", "1"}, {"Beta", "3"}};
        const std::vector<Expected> presets{
            {"veno", "ns3::TcpSackVeno", "ns3::TcpClassicRecovery", veno},
            {"venodr", "ns3::TcpVenoDr", "ns3::TcpDynamicRecovery", adaptive},
            {"venodr-threshold-only", "ns3::TcpVenoDr", "ns3::TcpClassicRecovery", adaptive},
            {"venodr-recovery-only", "ns3::TcpSackVeno", "ns3::TcpDynamicRecovery", veno}};
        const std::string newReno = "NewReno[SlowButSteady=true]";
        const std::map<std::string, std::string> senders{
            {"", newReno},
            {"stock", ""},
            {"scoreboard-reno", "Reno"},
            {"scoreboard-newreno", newReno},
            {"scoreboard-sack", "Sack"},
            {"scoreboard-fack", "Fack[LostRetransmission=Timeout]"},
            {"scoreboard-rack", "Rack"},
            {"scoreboard-rfc6675", "Rfc6675[SlowButSteady=true]"}};
        // One node for all: nothing of one preset may stay behind for the next.
        const auto node = MakeNode();
        for (const auto& [socket, sender] : senders)
        {
            for (const auto& preset : presets)
            {
                CheckPreset(node, preset, socket, sender);
            }
        }
        const Expected sackVeno{"sack-veno",
                                "ns3::TcpSackVeno",
                                "ns3::TcpClassicRecovery",
                                {{"Alpha", "1"}, {"Beta", "3"}, {"ResetBaseRtt", "true"}}};
        CheckPreset(node, sackVeno, "stock", "");

        // What a preset does not fix is the user's.
        Config::SetDefault("ns3::TcpVenoDr::ThresholdFactor", DoubleValue(0.4));
        Config::SetDefault("ns3::TcpSackVeno::RandomLossFactor", DoubleValue(0.9));
        for (const std::string socket : {"", "stock"})
        {
            auto changed = presets[1];
            changed.attributes["ThresholdFactor"] = "0.4";
            changed.attributes["RandomLossFactor"] = "0.9";
            CheckPreset(node, changed, socket, senders.at(socket));
        }
    }

    static Ptr<Node> MakeNode()
    {
        auto node = CreateObject<Node>();
        InternetStackHelper().Install(node);
        return node;
    }

    void CheckPreset(Ptr<Node> node,
                     const Expected& expected,
                     const std::string& socket,
                     const std::string& sender)
    {
        const TcpVariantPreset preset(expected.name, socket);
        preset.Install(NodeContainer(node));
        CheckSocket(Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()),
                    expected,
                    sender,
                    expected.name + " on '" + socket + "'");
        const auto protocol = preset.InstallByName(NodeContainer(node));
        CheckSocket(Socket::CreateSocket(node, protocol),
                    expected,
                    sender,
                    expected.name + " by name on '" + socket + "'");
        NS_TEST_EXPECT_MSG_EQ(preset.GetCongestionControl().GetName(),
                              expected.control,
                              expected.name);
    }

    void CheckSocket(Ptr<Socket> socket,
                     const Expected& expected,
                     const std::string& sender,
                     const std::string& name)
    {
        const auto tcp = DynamicCast<TcpSocketBase>(socket);
        NS_TEST_EXPECT_MSG_EQ(tcp->GetInstanceTypeId().GetName(),
                              (sender.empty() ? "ns3::TcpSocketBase" : "ns3::TcpScoreboardSocket"),
                              name);
        if (!sender.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(tcp, "LossRecovery"), sender, name);
        }
        NS_TEST_EXPECT_MSG_EQ(RecoveryOf::NameIn(tcp), expected.recovery, name);
        PointerValue pointer;
        tcp->GetAttribute("CongestionOps", pointer);
        const auto control = pointer.GetObject();
        NS_TEST_ASSERT_MSG_EQ(control->GetInstanceTypeId().GetName(), expected.control, name);
        for (const auto& [attribute, value] : expected.attributes)
        {
            NS_TEST_EXPECT_MSG_EQ(GetText(control, attribute), value, name << ", " << attribute);
        }
    }

    static std::string GetText(Ptr<const Object> object, const std::string& attribute)
    {
        StringValue value;
        object->GetAttribute(attribute, value);
        return value.Get();
    }
};

/// Loses everything in an interval of time.
class Blackout : public ErrorModel
{
  public:
    Blackout(Time from, Time to)
        : m_from(from),
          m_to(to)
    {
    }

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return Simulator::Now() >= m_from && Simulator::Now() < m_to;
    }

    void DoReset() override
    {
    }

    Time m_from;
    Time m_to;
};

/// One bulk flow with its recorder, and the test's own records beside it.
class RecordedFlowTestCase : public IsolatedTestCase
{
  public:
    using IsolatedTestCase::IsolatedTestCase;

  protected:
    /**
     * The path is the default one: 5.21 ms a segment of 1042 octets, and 50 ms each way. Slow start
     * ends at 20 segments, so that the window is below 150 in all cases and the queue never full.
     * The receiver's window must not be what limits the flow: ns-3.37 then crashes on a loss.
     */
    void Build(const std::string& variant,
               Ptr<ErrorModel> losses,
               uint32_t segments,
               const std::vector<std::string>& controlTraces = {})
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(20 * MSS));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MilliSeconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetQueue(FORWARD, 1000);
        dumbbell.SetErrorModel(FORWARD, losses);
        if (m_ackLosses)
        {
            dumbbell.SetErrorModel(REVERSE, m_ackLosses);
        }
        dumbbell.Build();
        TcpVariantPreset(variant).Install(dumbbell.GetSenders());

        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        sender.SetAttribute("MaxBytes", UintegerValue(segments * MSS));
        auto senders = sender.Install(dumbbell.GetSenders());
        senders.Start(START);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        auto receivers = receiver.Install(dumbbell.GetReceivers());
        m_sender = DynamicCast<BulkSendApplication>(senders.Get(0));
        m_sink = DynamicCast<PacketSink>(receivers.Get(0));
        m_sink->TraceConnectWithoutContext("Rx",
                                           MakeCallback(&RecordedFlowTestCase::Received, this));
        for (const auto& name : controlTraces)
        {
            flow.TraceCongestionControl(name);
        }
        flow.RecordSender(m_sender);
        flow.RecordReceiver(m_sink);
        Simulator::Schedule(START + TimeStep(2), &RecordedFlowTestCase::Started, this);
    }

    /// What a series should be, told by the test's own trace sinks.
    void CheckSeries(const std::string& name, const TraceSeries& expected)
    {
        const auto series = flow.HasSeries(name) ? flow.GetSeries(name) : TraceSeries();
        NS_TEST_EXPECT_MSG_EQ(series.size(), expected.size(), name);
        NS_TEST_EXPECT_MSG_GT(expected.size(), 3, name);
        for (std::size_t i = 0; i < std::min(series.size(), expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(series[i].time, expected[i].time, name << ' ' << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(series[i].value, expected[i].value, 1e-9, name << ' ' << i);
        }
    }

    static const Time START;

    FlowRecorder flow;
    Ptr<ErrorModel> m_ackLosses; //!< losses of the way back, none if null
    Ptr<PacketSink> m_sink;
    std::vector<std::pair<Time, uint32_t>> m_reads; //!< what the sink read
    TraceSeries m_cwnd;                             //!< segments
    TraceSeries m_backlog;                          //!< segments

  private:
    void Started()
    {
        const auto socket = m_sender->GetSocket();
        socket->TraceConnectWithoutContext(
            "CongestionWindow",
            MakeCallback(&RecordedFlowTestCase::WindowChanged, this));
        PointerValue control;
        socket->GetAttribute("CongestionOps", control);
        // Only one of the variants has it.
        control.GetObject()->TraceConnectWithoutContext(
            "Backlog",
            MakeCallback(&RecordedFlowTestCase::BacklogChanged, this));
    }

    void Received(Ptr<const Packet> packet, const Address&)
    {
        m_reads.emplace_back(Simulator::Now(), packet->GetSize());
    }

    void WindowChanged(uint32_t, uint32_t octets)
    {
        m_cwnd.push_back({Simulator::Now(), octets / 1000.0});
    }

    void BacklogChanged(double, double segments)
    {
        m_backlog.push_back({Simulator::Now(), segments});
    }

    Ptr<BulkSendApplication> m_sender;
};

const Time RecordedFlowTestCase::START = MilliSeconds(500);

/// Chosen packets are lost; all counts follow by hand.
class RecorderCountsTestCase : public RecordedFlowTestCase
{
  public:
    RecorderCountsTestCase(std::string name, std::list<uint32_t> losses, uint32_t recoveries)
        : RecordedFlowTestCase("Counts of FlowRecorder: " + name),
          m_losses(std::move(losses)),
          m_recoveries(recoveries)
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList(m_losses);
        Build("sack", model, SEGMENTS);
        RunUntil(END);
        const auto& retransmissions = flow.GetRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(retransmissions.size(), m_losses.size(), "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRecoveries().size(), m_recoveries, "recoveries");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        // SACK names every segment that arrived: what is sent again is what was lost.
        NS_TEST_EXPECT_MSG_EQ(flow.GetUnnecessaryRetransmissions().size(), 0, "unnecessary");
        for (const auto& recovery : flow.GetRecoveries())
        {
            // The lost segment goes out at the instant its recovery begins.
            NS_TEST_EXPECT_MSG_EQ(
                std::count(retransmissions.begin(), retransmissions.end(), recovery),
                1,
                "recovery at " << recovery.As(Time::S));
        }
        CheckEpisodes();
        CheckReceived();
        CheckRates();
        CheckSeries("cwnd", m_cwnd);
        NS_TEST_EXPECT_MSG_EQ(flow.HasSeries("Backlog"), false, "not asked for");
    }

    /// The losses are repaired one by one: each recovery is an episode, over within a second.
    void CheckEpisodes()
    {
        const auto& recoveries = flow.GetRecoveries();
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), recoveries.size(), "episodes");
        for (std::size_t i = 0; i < episodes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(episodes[i].start, recoveries[i], "episode " << i);
            const auto end = episodes[i].end.value_or(END);
            // The retransmission needs a round trip, of 105 ms at least.
            NS_TEST_EXPECT_MSG_GT(end, episodes[i].start + MilliSeconds(105), "episode " << i);
            NS_TEST_EXPECT_MSG_LT(end, episodes[i].start + Seconds(1), "episode " << i);
        }
    }

    void CheckReceived()
    {
        const uint64_t total = m_sink->GetTotalRx();
        NS_TEST_EXPECT_MSG_EQ(total, SEGMENTS * MSS, "everything arrives");
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(Seconds(0), END), total, "octets");
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.GetThroughput(Seconds(0), END),
                                  total * 8 / 20.0,
                                  1e-6,
                                  "goodput");
        // Half-open: a read at an instant belongs to the interval that begins with it.
        uint64_t before = 0;
        Time last;
        for (const auto& [at, octets] : m_reads)
        {
            if (at != last)
            {
                NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(Seconds(0), at), before, "before");
                NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(at, END), total - before, "from");
            }
            last = at;
            before += octets;
        }
    }

    /// Bins, against sums of the test's own: nothing is lost between them or counted twice.
    void CheckRates()
    {
        const Time step = MilliSeconds(250);
        const auto received = flow.GetThroughputSeries(Seconds(0), END, step);
        NS_TEST_EXPECT_MSG_EQ(received.size(), 80, "samples");
        std::vector<uint64_t> bins(80, 0);
        for (const auto& [time, octets] : m_reads)
        {
            bins.at(time.GetNanoSeconds() / 250000000) += octets;
        }
        for (std::size_t i = 0; i < std::min(received.size(), bins.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(received[i].time, MilliSeconds(250 * (i + 1)), "end of " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(received[i].value, bins[i] * 32.0, 1e-6, "bin " << i);
        }
        uint64_t octets = 0;
        const auto delivery = flow.GetDeliverySeries();
        NS_TEST_ASSERT_MSG_EQ(delivery.size(), m_reads.size(), "reads");
        for (std::size_t i = 0; i < delivery.size(); ++i)
        {
            octets += m_reads[i].second;
            NS_TEST_EXPECT_MSG_EQ(delivery[i].time, m_reads[i].first, "read " << i);
            NS_TEST_EXPECT_MSG_EQ(delivery[i].value, octets, "octets in total, read " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(flow.GetTransmissions().size(),
                              SEGMENTS + m_losses.size(),
                              "transmissions");
        double sent = 0.0;
        for (const auto& sample : flow.GetSendingRateSeries(Seconds(0), END, step))
        {
            sent += sample.value * 0.25 / 8;
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(sent, (SEGMENTS + m_losses.size()) * 1000.0, 1e-3, "octets sent");
    }

    static constexpr uint32_t SEGMENTS = 1000;
    static const Time END;

    std::list<uint32_t> m_losses;
    uint32_t m_recoveries;
};

const Time RecorderCountsTestCase::END = Seconds(20);

/// The retransmission timer by hand: it starts at 1 s and doubles up to a minute.
class RecorderTimeoutsTestCase : public RecordedFlowTestCase
{
  public:
    /**
     * @param to end of the blackout
     * @param end end of the run
     * @param expected expiries, seconds after the last ACK
     */
    RecorderTimeoutsTestCase(std::string name, Time to, Time end, std::vector<double> expected)
        : RecordedFlowTestCase("Timeouts of FlowRecorder: " + name),
          m_to(to),
          m_end(end),
          m_expected(std::move(expected))
    {
    }

  private:
    void DoRun() override
    {
        Build("sack", CreateObject<Blackout>(Seconds(10), m_to), 100000);
        RunUntil(m_end);
        // Before 10 s a segment every 5.21 ms reached the right router. The last one's ACK comes
        // 0.3 ms (other links) and 50 ms later.
        const double firstAck = 10.0503 - 0.0052;
        const double lastAck = 10.0504;
        const auto& timeouts = flow.GetTimeouts();
        NS_TEST_EXPECT_MSG_EQ(timeouts.size(), m_expected.size(), "number of timeouts");
        for (std::size_t i = 0; i < std::min(timeouts.size(), m_expected.size()); ++i)
        {
            const auto at = timeouts[i].GetSeconds() - m_expected[i];
            NS_TEST_EXPECT_MSG_GT(at, firstAck, "timeout " << i);
            NS_TEST_EXPECT_MSG_LT(at, lastAck, "timeout " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(at,
                                      timeouts[0].GetSeconds() - 1.0,
                                      1e-6,
                                      "timeout " << i << " from the first one");
        }
        NS_TEST_EXPECT_MSG_EQ(flow.GetRecoveries().size(), 0, "recoveries");
        const bool repaired = m_to < m_end;
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 1, "episodes");
        NS_TEST_EXPECT_MSG_EQ(episodes.front().start, timeouts.front(), "begin of the episode");
        NS_TEST_EXPECT_MSG_EQ(episodes.front().end.has_value(), repaired, "end of the episode");
        const auto lastRead = m_reads.empty() ? Time(0) : m_reads.back().first;
        NS_TEST_EXPECT_MSG_EQ((lastRead > Seconds(11)), repaired, "last octets");
    }

    Time m_to;
    Time m_end;
    std::vector<double> m_expected;
};

/// All ACKs are lost for a while, all data arrive: what the timer sends again is there already.
class RecorderLostAcksTestCase : public RecordedFlowTestCase
{
  public:
    /**
     * @param to end of the blackout
     * @param expected timeouts
     */
    RecorderLostAcksTestCase(Time to, uint32_t expected)
        : RecordedFlowTestCase("Unnecessary retransmissions: no ACK until " +
                               std::to_string(to.GetMilliSeconds()) + " ms"),
          m_to(to),
          m_expected(expected)
    {
    }

  private:
    void DoRun() override
    {
        m_ackLosses = CreateObject<Blackout>(Seconds(10), m_to);
        Build("sack", CreateObject<ListErrorModel>(), 100000);
        RunUntil(Seconds(60));
        const auto& timeouts = flow.GetTimeouts();
        const auto& unnecessary = flow.GetUnnecessaryRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(timeouts.size(), m_expected, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), m_expected, "sent again");
        NS_TEST_EXPECT_MSG_EQ(unnecessary.size(), m_expected, "one for each timeout");
        for (std::size_t i = 0; i < std::min(timeouts.size(), unnecessary.size()); ++i)
        {
            // 1042 octets into an empty path: 5.21 ms, twice 0.08336 ms, and 50 ms.
            NS_TEST_EXPECT_MSG_EQ_TOL(unnecessary[i],
                                      timeouts[i] + NanoSeconds(55376720),
                                      NanoSeconds(10),
                                      "arrival " << i);
        }
        const auto lastRead = m_reads.empty() ? Time(0) : m_reads.back().first;
        NS_TEST_EXPECT_MSG_GT(lastRead, Seconds(59), "the flow goes on");
    }

    Time m_to;
    uint32_t m_expected;
};

/// Random losses both ways, against a set of the segments that arrived.
class RecorderRandomLossTestCase : public RecordedFlowTestCase
{
  public:
    RecorderRandomLossTestCase()
        : RecordedFlowTestCase("Unnecessary retransmissions: random losses both ways")
    {
    }

  private:
    void DoRun() override
    {
        m_ackLosses = RandomLoss(0.3, 11);
        Build("sack", RandomLoss(0.04, 12), SEGMENTS);
        m_sink->GetNode()->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "LocalDeliver",
            MakeCallback(&RecorderRandomLossTestCase::Delivered, this));
        RunUntil(Seconds(4000));
        NS_TEST_EXPECT_MSG_EQ(m_sink->GetTotalRx(), SEGMENTS * MSS, "everything arrives");
        NS_TEST_EXPECT_MSG_EQ(m_arrived.size(), SEGMENTS, "every segment is a whole one");
        NS_TEST_EXPECT_MSG_GT(m_again.size(), 5, "the losses are such that it happens");
        const auto& unnecessary = flow.GetUnnecessaryRetransmissions();
        NS_TEST_EXPECT_MSG_LT(unnecessary.size(),
                              flow.GetRetransmissions().size(),
                              "others are needed");
        NS_TEST_EXPECT_MSG_EQ(unnecessary.size(), m_again.size(), "number");
        NS_TEST_EXPECT_MSG_EQ((unnecessary == m_again), true, "instants");
    }

    static Ptr<ErrorModel> RandomLoss(double probability, int64_t stream)
    {
        auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(stream);
        auto model = CreateObject<RateErrorModel>();
        model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
        model->SetRate(probability);
        model->SetRandomVariable(random);
        return model;
    }

    void Delivered(const Ipv4Header&, Ptr<const Packet> packet, uint32_t)
    {
        TcpHeader header;
        const auto size = packet->PeekHeader(header);
        if (packet->GetSize() > size &&
            !m_arrived.insert(header.GetSequenceNumber().GetValue()).second)
        {
            m_again.push_back(Simulator::Now());
        }
    }

    static constexpr uint32_t SEGMENTS = 3000;
    std::set<uint32_t> m_arrived;
    std::vector<Time> m_again;
};

/// Sends segments as it is told and never hears an answer.
class ScriptedSender
{
  public:
    ScriptedSender(Ptr<Node> node, const Address& from, const Address& to, uint32_t iss)
        : m_tcp(node->GetObject<TcpL4Protocol>()),
          m_from(from),
          m_to(to),
          m_iss(iss)
    {
    }

    void Connect(bool ack)
    {
        Send(TcpHeader::SYN, SequenceNumber32(m_iss), 0, 0);
        if (ack)
        {
            SendData(0, 0, 1);
        }
    }

    /// @param begin first octet of the stream @param size octets @param ack acknowledgment number
    void SendData(uint32_t begin, uint32_t size, uint32_t ack)
    {
        Send(TcpHeader::ACK, SequenceNumber32(m_iss) + 1 + begin, size, ack);
    }

  private:
    static uint16_t Port(const Address& address)
    {
        return InetSocketAddress::IsMatchingType(address)
                   ? InetSocketAddress::ConvertFrom(address).GetPort()
                   : Inet6SocketAddress::ConvertFrom(address).GetPort();
    }

    void Send(uint8_t flags, SequenceNumber32 sequence, uint32_t size, uint32_t ack)
    {
        TcpHeader header;
        header.SetSourcePort(Port(m_from));
        header.SetDestinationPort(Port(m_to));
        header.SetFlags(flags);
        header.SetSequenceNumber(sequence);
        header.SetAckNumber(SequenceNumber32(ack));
        header.SetWindowSize(65535);
        m_tcp->SendPacket(Create<Packet>(size), header, m_from, m_to);
    }

    Ptr<TcpL4Protocol> m_tcp;
    Address m_from;
    Address m_to;
    uint32_t m_iss;
};

/// Segments by hand, one each 100 ms: which of them does the stock receiver hold already?
class ScriptedArrivalsTestCase : public IsolatedTestCase
{
  public:
    ScriptedArrivalsTestCase(AddressFamily family, std::string name)
        : IsolatedTestCase(name +
                           (family == AddressFamily::IPV4 ? std::string(", IPv4") : ", IPv6")),
          m_family(family)
    {
    }

  protected:
    struct Row
    {
        ScriptedSender& sender;
        uint32_t begin;
        uint32_t size;
        bool unnecessary;
        const char* why;
        uint32_t ack{1};
    };

    void Build(uint32_t receiveBuffer)
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(receiveBuffer));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        m_dumbbell.SetAddressFamily(m_family);
        // The answers would reach a host that knows of no such connection and resets it.
        m_dumbbell.SetPacketLoss(REVERSE, 1.0);
        m_dumbbell.Build();
    }

    Ptr<PacketSink> MakeSink(uint16_t port)
    {
        PacketSinkHelper helper("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(port));
        auto sinks = helper.Install(m_dumbbell.GetReceivers());
        sinks.Start(Seconds(3));
        return DynamicCast<PacketSink>(sinks.Get(0));
    }

    ScriptedSender MakeSender(uint16_t sourcePort, uint16_t port, uint32_t iss)
    {
        const auto node = m_dumbbell.GetSenders().Get(0);
        return ScriptedSender(node,
                              m_dumbbell.GetSenderAddress(0, sourcePort),
                              m_dumbbell.GetReceiverAddress(0, port),
                              iss);
    }

    void Run(const std::vector<Row>& rows)
    {
        std::vector<Time> expected;
        std::vector<std::string> reasons;
        Time at = BEGIN;
        for (const auto& row : rows)
        {
            Simulator::Schedule(at,
                                &ScriptedSender::SendData,
                                &row.sender,
                                row.begin,
                                row.size,
                                row.ack);
            if (row.unnecessary)
            {
                expected.push_back(at + PathTime(row.size));
                reasons.emplace_back(row.why);
            }
            at += STEP;
        }
        RunUntil(at + Seconds(1));
        const auto& unnecessary = flow.GetUnnecessaryRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(unnecessary.size(), expected.size(), "number");
        for (std::size_t i = 0; i < std::min(expected.size(), unnecessary.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(unnecessary[i], expected[i], NanoSeconds(10), reasons[i]);
        }
    }

    /// 1.6 Mbit/s, twice 100 Mbit/s, and 50 ms.
    Time PathTime(uint32_t size) const
    {
        const auto wire = size + (m_family == AddressFamily::IPV4 ? 42 : 62);
        return NanoSeconds(wire * (5000 + 2 * 80)) + MilliSeconds(50);
    }

    static const Time BEGIN;
    static const Time STEP;

    LossyDumbbellHelper m_dumbbell{1};
    FlowRecorder flow;

  private:
    AddressFamily m_family;
};

const Time ScriptedArrivalsTestCase::BEGIN = QUIET + Seconds(1);
const Time ScriptedArrivalsTestCase::STEP = MilliSeconds(100);

/// A PacketSink; sequence numbers wrap, connections are told apart.
class RecorderDuplicatesTestCase : public ScriptedArrivalsTestCase
{
  public:
    explicit RecorderDuplicatesTestCase(AddressFamily family)
        : ScriptedArrivalsTestCase(family, "Unnecessary retransmissions: segment by segment")
    {
    }

  private:
    void DoRun() override
    {
        Build(1 << 17);
        const auto recorded = MakeSink(PORT);
        MakeSink(PORT + 1);
        flow.RecordReceiver(recorded);
        // Octet 1499 of the stream has sequence number 0.
        auto a = MakeSender(40000, PORT, 0U - 1500);
        // Of the next one the middle of the number space is what wraps in a signed comparison.
        auto b = MakeSender(40001, PORT, 0x80000000U - 700);
        auto c = MakeSender(40000, PORT + 1, 123456789);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &c, true);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &a, true);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &b, false);
        Run({
            {a, 0, 1000, false, "in order"},
            {a, 2000, 1000, false, "behind a hole"},
            {a, 2000, 1000, true, "held behind a hole"},
            {a, 3000, 1000, false, "extends what is held"},
            {a, 2500, 1000, true, "parts of two segments that are held"},
            {a, 3500, 1000, false, "only one half is held"},
            {a, 6000, 1000, false, "behind the second hole"},
            {a, 4400, 100, true, "the end of what is held"},
            {a, 6500, 200, true, "inside of what is held"},
            {a, 900, 200, false, "only below rcv.nxt in part"},
            {a, 1100, 900, false, "fills the first hole"},
            {a, 0, 1000, true, "all below rcv.nxt"},
            {a, 3500, 1000, true, "ends at rcv.nxt"},
            {a, 1000, 1000, true, "the segment that the wrap is in"},
            {a, 5900, 1200, false, "sticks out on both sides"},
            {a, 6000, 1100, true, "held, behind what is missing still"},
            {b, 1000, 1000, false, "another connection, and its first segment is missing"},
            {b, 1000, 1000, true, "held, with nothing in order"},
            {b, 0, 1000, false, "fills it"},
            {b, 500, 1000, true, "below rcv.nxt"},
            {a, 5000, 900, false, "the same numbers do not matter"},
            {c, 0, 1000, false, "a receiver that is not recorded"},
            {c, 0, 1000, false, "a receiver that is not recorded, again"},
            {a, 4500, 500, false, "refused for its old ACK", 0},
            {a, 4500, 500, false, "so this is the first one"},
            {a, 4500, 500, true, "and this the second"},
            {a, 7100, 500, false, "in order"},
            {b, 2000, 500, false, "in order"},
        });
        NS_TEST_EXPECT_MSG_EQ(recorded->GetTotalRx(), 7600 + 2500, "the sink read both streams");
    }
};

/// The receiver holds something that the recorder knows nothing of.
class RecorderLateTestCase : public ScriptedArrivalsTestCase
{
  public:
    explicit RecorderLateTestCase(AddressFamily family)
        : ScriptedArrivalsTestCase(family, "Unnecessary retransmissions: recorded too late")
    {
    }

  private:
    void DoRun() override
    {
        Build(1 << 17);
        const auto sink = MakeSink(PORT);
        auto a = MakeSender(40000, PORT, 0U - 1500);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &a, true);
        Simulator::Schedule(BEGIN + STEP * 3 - MilliSeconds(1),
                            &FlowRecorder::RecordReceiver,
                            &flow,
                            sink);
        Run({
            {a, 0, 1000, false, "not recorded yet"},
            {a, 2000, 1000, false, "not recorded yet, behind a hole"},
            {a, 3000, 1000, false, "not recorded yet, behind a hole"},
            {a, 0, 1000, true, "in order before"},
            {a, 1000, 1000, false, "fills the hole"},
            {a, 3000, 1000, true, "in order now, as the receiver says"},
        });
    }
};

/// An application of the test's own that does not read.
class RecorderClosedWindowTestCase : public ScriptedArrivalsTestCase
{
  public:
    RecorderClosedWindowTestCase(AddressFamily family, bool listener)
        : ScriptedArrivalsTestCase(family,
                                   std::string("Unnecessary retransmissions: closed window, ") +
                                       (listener ? "recorded from the start" : "from accept")),
          m_listener(listener)
    {
    }

  private:
    void DoRun() override
    {
        Build(3000);
        auto listener =
            Socket::CreateSocket(m_dumbbell.GetReceivers().Get(0), TcpSocketFactory::GetTypeId());
        listener->Bind(m_dumbbell.GetAnyAddress(PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&RecorderClosedWindowTestCase::Accept, this));
        if (m_listener)
        {
            flow.RecordReceivingSocket(listener);
        }
        auto a = MakeSender(40000, PORT, 0U - 1500);
        auto b = MakeSender(40001, PORT, 17);
        // Without an ACK of its own the first data complete the handshake.
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &a, m_listener);
        Simulator::Schedule(QUIET, &ScriptedSender::Connect, &b, false);
        Simulator::Schedule(BEGIN + STEP * 11 - MilliSeconds(1),
                            &RecorderClosedWindowTestCase::Read,
                            this);
        Run({
            {a, 0, 1000, false, "in order"},
            {a, 0, 1000, true, "again"},
            {b, 0, 500, false, "another connection to the same port"},
            {b, 0, 500, m_listener, "recorded with the listener only"},
            {a, 1000, 1000, false, "in order"},
            {a, 2000, 1400, false, "the window ends after 1000 octets"},
            {a, 2500, 900, false, "beyond the window nothing is held"},
            {a, 2500, 500, true, "up to the window's end it is"},
            {a, 3000, 1, false, "a probe, which is refused"},
            {a, 3000, 1, false, "another probe"},
            {a, 3000, 500, false, "and a bold one"},
            {a, 3000, 1000, false, "the window is open now"},
            {a, 3000, 1, true, "a late probe"},
        });
        NS_TEST_EXPECT_MSG_EQ(m_read, 3000, "the first window");
        Read();
        NS_TEST_EXPECT_MSG_EQ(m_read, 4000, "everything");
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        if (!m_socket)
        {
            m_socket = socket;
            flow.RecordReceivingSocket(socket);
        }
    }

    void Read()
    {
        while (const auto packet = m_socket->Recv())
        {
            m_read += packet->GetSize();
        }
    }

    bool m_listener;
    Ptr<Socket> m_socket;
    uint32_t m_read{0};
};

/// A recorder need not live as long as what it records.
class RecorderScopeTestCase : public IsolatedTestCase
{
  public:
    RecorderScopeTestCase()
        : IsolatedTestCase("A recorder that leaves scope during a run")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetPacketLoss(FORWARD, 0.02);
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        const TcpVariantPreset variant("sack-veno");
        variant.Install(dumbbell.GetSenders());
        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        auto senders = sender.Install(dumbbell.GetSenders());
        senders.Start(Seconds(1));
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        const auto sink = DynamicCast<PacketSink>(receiver.Install(dumbbell.GetReceivers()).Get(0));
        const auto bulk = DynamicCast<BulkSendApplication>(senders.Get(0));

        auto unused = std::make_unique<FlowRecorder>();
        unused->RecordSender(bulk);
        unused->RecordReceiver(sink);
        unused.reset();
        auto half = std::make_unique<FlowRecorder>();
        half->TraceCongestionControl("BaseRtt");
        half->RecordSender(bulk);
        half->RecordReceiver(sink);
        FlowRecorder whole;
        whole.RecordSender(bulk);
        whole.RecordReceiver(sink);
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(half->GetReceivedBytes(Time(0), Seconds(20)),
                              sink->GetTotalRx(),
                              "both record");
        NS_TEST_EXPECT_MSG_GT(half->GetRetransmissions().size(), 0, "something is lost");
        half.reset();
        RunUntil(Seconds(40));
        NS_TEST_EXPECT_MSG_EQ(whole.GetReceivedBytes(Time(0), Seconds(40)),
                              sink->GetTotalRx(),
                              "the other one goes on");
        NS_TEST_EXPECT_MSG_GT(whole.GetReceivedBytes(Seconds(20), Seconds(40)),
                              0,
                              "and so does TCP");
    }
};

/// An application's start counts from when it came to its node, and a recorder may come later.
class RecorderStartTestCase : public IsolatedTestCase
{
  public:
    RecorderStartTestCase()
        : IsolatedTestCase("A sender that is recorded before, at and after its start")
    {
    }

  private:
    void DoRun() override
    {
        m_dumbbell.Build();
        TcpVariantPreset("sack").Install(m_dumbbell.GetSenders());
        PacketSinkHelper receiver("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(PORT));
        receiver.Install(m_dumbbell.GetReceivers());
        const auto early = Add(0, Seconds(3));
        FlowRecorder before;
        before.RecordSender(early);
        FlowRecorder waiting;
        Simulator::Schedule(Seconds(2), &FlowRecorder::RecordSender, &waiting, early);
        FlowRecorder running;
        Simulator::Schedule(Seconds(4), &FlowRecorder::RecordSender, &running, early);
        FlowRecorder late;
        ns3compat::ScheduleCall(Seconds(5),
                                [this, &late] { late.RecordSender(Add(1, Seconds(2))); });
        RunUntil(Seconds(10));

        ExpectFirst(before, 3);
        ExpectFirst(waiting, 3);
        NS_TEST_EXPECT_MSG_EQ((waiting.GetTransmissions() == before.GetTransmissions()),
                              true,
                              "each once");
        ExpectFirst(running, 4);
        ExpectFirst(late, 7);
    }

    Ptr<BulkSendApplication> Add(uint32_t pair, Time start)
    {
        BulkSendHelper helper("ns3::TcpSocketFactory", m_dumbbell.GetReceiverAddress(pair, PORT));
        auto senders = helper.Install(m_dumbbell.GetSenders().Get(pair));
        senders.Start(start);
        return DynamicCast<BulkSendApplication>(senders.Get(0));
    }

    void ExpectFirst(const FlowRecorder& recorder, double second)
    {
        const auto sent = recorder.GetTransmissions();
        NS_TEST_ASSERT_MSG_EQ(sent.empty(), false, "it records");
        // A handshake takes a round trip of 100 ms.
        NS_TEST_EXPECT_MSG_EQ_TOL(sent[0].GetSeconds(), second, 0.11, "from its start on");
    }

    LossyDumbbellHelper m_dumbbell{2};
};

class RecorderSeriesTestCase : public RecordedFlowTestCase
{
  public:
    RecorderSeriesTestCase()
        : RecordedFlowTestCase("FlowRecorder traces the congestion control")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<ReceiveListErrorModel>();
        model->SetList({40});
        Build("sack-veno", model, 2000, {"Backlog", "Equilibrium", "BaseRtt"});
        RunUntil(Seconds(20));
        CheckSeries("cwnd", m_cwnd);
        CheckSeries("Backlog", m_backlog);
        CheckStep("cwnd", m_cwnd);
        CheckStep("Backlog", m_backlog);
        for (const auto& sample : flow.GetSeries("Equilibrium"))
        {
            NS_TEST_EXPECT_MSG_EQ((sample.value == 0.0 || sample.value == 1.0), true, "a boolean");
        }
        // 1042 octets there, 42 back: 100 ms, 5.42 ms at 1.6 Mbit/s, 2 * 0.08672 ms at 100 Mbit/s.
        // The first segment also waits 0.13 ms for the end of the handshake's ACK.
        double baseRtt = 1e9;
        for (const auto& sample : flow.GetSeries("BaseRtt"))
        {
            baseRtt = std::min(baseRtt, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(flow.GetValueAt("BaseRtt", Time(0)), 0.10572344, 1e-8, "s");
        NS_TEST_EXPECT_MSG_EQ_TOL(baseRtt, 0.10559344, 1e-8, "s, empty path");
        NS_TEST_EXPECT_MSG_GT(flow.GetSeries("rtt").size(), 100, "rtt");
        double window = 0.0;
        for (const auto& sample : m_cwnd)
        {
            window = std::max(window, sample.value);
        }
        for (const auto& sample : flow.GetSeries("rtt"))
        {
            // 100 ms, and a whole window in front of a segment.
            NS_TEST_EXPECT_MSG_GT(sample.value, 0.1, "s");
            NS_TEST_EXPECT_MSG_LT(sample.value, 0.11 + window * 0.00521, "s");
        }
        NS_TEST_EXPECT_MSG_EQ(flow.HasSeries("no such series"), false, "unknown");
    }

    void CheckStep(const std::string& name, const TraceSeries& series)
    {
        NS_TEST_EXPECT_MSG_GT(series.size(), 2, name);
        if (!series.empty())
        {
            NS_TEST_EXPECT_MSG_EQ(flow.GetValueAt(name, Time(0)), series.front().value, "before");
            NS_TEST_EXPECT_MSG_EQ(flow.GetValueAt(name, flow.GetSimulatedEnd()),
                                  series.back().value,
                                  "after");
        }
        for (std::size_t i = 0; i + 1 < series.size(); ++i)
        {
            const auto from = series[i].time;
            const auto to = series[i + 1].time;
            if (to - from < NanoSeconds(10))
            {
                continue; // two changes of one instant: the last one counts
            }
            const auto middle = from + (to - from) / 2;
            for (const auto& at : {from, middle, to - NanoSeconds(1)})
            {
                NS_TEST_EXPECT_MSG_EQ(flow.GetValueAt(name, at),
                                      series[i].value,
                                      name << " at " << at.As(Time::S));
            }
        }
    }
};

class ExperimentTestCase : public IsolatedTestCase
{
  public:
    using IsolatedTestCase::IsolatedTestCase;

  protected:
    static DumbbellSetUp Parse(DumbbellSetUp setUp, std::vector<std::string> options)
    {
        options.insert(options.begin(), "program");
        setUp.GetOptions().Parse("test", options);
        return setUp;
    }
};

/// Derived numbers by hand, from options on the command line.
class ExperimentOptionsTestCase : public ExperimentTestCase
{
  public:
    ExperimentOptionsTestCase()
        : ExperimentTestCase("Options of DumbbellExperiment and what follows from them")
    {
    }

  private:
    void DoRun() override
    {
        // Octets of a segment and of an ACK on the wire: 1042 and 42; 1074 and 74 with IPv6 and
        // timestamps; 542 and 42. On either access link an octet lasts 0.08 us.
        CheckPath({}, 0.1 + 1084 * 5.16e-6, 1.6e6 / 8336);
        CheckPath({"--rate=2Mbps", "--delay=20ms"}, 0.04 + 1084 * 4.16e-6, 2e6 / 8336);
        CheckPath({"--rate=2Mbps", "--delay=20ms", "--passes=2"},
                  0.08 + 1084 * 4.16e-6,
                  2e6 / 8336);
        CheckPath({"--rate=2Mbps", "--delay=20ms", "--ipv6=1", "--timestamps=1"},
                  0.04 + 1148 * 4.16e-6,
                  2e6 / 8592);
        CheckPath({"--rate=2Mbps", "--delay=20ms", "--segmentSize=500"},
                  0.04 + 584 * 4.16e-6,
                  2e6 / 4336);
        CheckPath({"--rate=2Mbps",
                   "--delay=20ms",
                   "--leftRate=4Mbps",
                   "--leftDelay=1ms",
                   "--rightRate=8Mbps",
                   "--rightDelay=10ms"},
                  0.062 + 1084 * 7e-6,
                  2e6 / 8336);

        const auto setUp = Parse({}, {"--loss=0.1", "--passes=2", "--from=3s", "--to=7s"});
        const DumbbellExperiment experiment(setUp, 2);
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetForwardLoss(), 0.19, 1e-12, "1 - 0.9^2");
        NS_TEST_EXPECT_MSG_EQ(setUp.measurement.from, Seconds(3), "from");
        NS_TEST_EXPECT_MSG_EQ(setUp.measurement.to, Seconds(7), "to");
        NS_TEST_EXPECT_MSG_EQ(setUp.sockets.segmentSize, 1000, "segment size");
    }

    void CheckPath(const std::vector<std::string>& options, double baseRtt, double linkRate)
    {
        const auto name = options.empty() ? "defaults" : options.back();
        const auto setUp = Parse({}, options);
        const DumbbellExperiment experiment(setUp);
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetBaseRtt(), baseRtt, 1e-12, name);
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetLinkRate(), linkRate, 1e-9, name);
        CleanUp();
    }
};

/// Options of the sockets, seen on the wire and at the sockets.
class ExperimentSocketsTestCase : public ExperimentTestCase
{
  public:
    ExperimentSocketsTestCase()
        : ExperimentTestCase("Options --sack and --slowButSteady of DumbbellExperiment")
    {
    }

  private:
    void DoRun() override
    {
        Check("sack", {}, true, "false");
        Check("sack", {"--sack=1"}, true, "false");
        Check("sack", {"--sack=0"}, false, "false");
        Check("sack", {"--sack=0", "--socket=stock"}, false, "");
        Check("sack", {"--socket=stock"}, true, "");
        Check("newreno", {"--slowButSteady=1"}, true, "true");
        Check("newreno", {"--slowButSteady=0", "--sack=0"}, false, "false");
        // It belongs to the preset.
        Check("venodr", {"--sack=0"}, false, "true");
        Check("venodr", {"--slowButSteady=0"}, true, "true");
    }

    void Check(const std::string& variant,
               const std::vector<std::string>& options,
               bool sack,
               const std::string& slowButSteady)
    {
        const auto name = variant + (options.empty() ? "" : ", " + options.front());
        m_permitted = m_blocks = 0;
        {
            auto all = options;
            all.insert(all.end(), {"--loss=0.03", "--from=1s", "--to=20s"});
            auto setUp = Parse({}, all);
            DumbbellExperiment experiment(setUp);
            experiment.UseVariant(variant);
            Config::ConnectWithoutContext("/NodeList/*/$ns3::Ipv4L3Protocol/Tx",
                                          MakeCallback(&ExperimentSocketsTestCase::Sent, this));
            experiment.Run();
            NS_TEST_EXPECT_MSG_GT(experiment.GetFlow(0).GetRetransmissions().size(), 3, name);
            CheckSender(slowButSteady, name);
            CheckDescription(setUp, sack, name);
        }
        NS_TEST_EXPECT_MSG_EQ((m_permitted > 0), sack, name << ": SACK is offered");
        NS_TEST_EXPECT_MSG_EQ((m_blocks > 0), sack, name << ": SACK blocks");
        CleanUp();
    }

    void CheckSender(const std::string& slowButSteady, const std::string& name)
    {
        uint32_t ours = 0;
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            for (uint32_t i = 0; i < (*node)->GetNApplications(); ++i)
            {
                const auto sender = DynamicCast<BulkSource>((*node)->GetApplication(i));
                if (const auto socket = sender ? sender->GetSocket() : nullptr;
                    DynamicCast<TcpScoreboardSocket>(socket))
                {
                    StringValue choice;
                    socket->GetAttribute("LossRecovery", choice);
                    const auto newReno = LossRecoveryChoice(choice.Get()).Make();
                    StringValue value("false");
                    newReno->GetAttributeFailSafe("SlowButSteady", value);
                    NS_TEST_EXPECT_MSG_EQ(value.Get(), slowButSteady, name);
                    ++ours;
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(ours, (slowButSteady.empty() ? 0 : 1), name << ": our sockets");
    }

    /// A table says how it was made.
    void CheckDescription(DumbbellSetUp& setUp, bool sack, const std::string& name)
    {
        std::ostringstream os;
        ResultWriter writer(os);
        setUp.GetOptions().Describe(writer);
        writer.Row("quantity", "variant", "1", 0.0);
        NS_TEST_EXPECT_MSG_NE(os.str().find(sack ? "# sack: 1\n" : "# sack: 0\n"),
                              std::string::npos,
                              name);
        NS_TEST_EXPECT_MSG_NE(os.str().find("# slowButSteady: "), std::string::npos, name);
    }

    void Sent(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        auto copy = packet->Copy();
        Ipv4Header ip;
        TcpHeader tcp;
        copy->RemoveHeader(ip);
        copy->RemoveHeader(tcp);
        m_permitted += tcp.HasOption(TcpOption::SACKPERMITTED);
        m_blocks += tcp.HasOption(TcpOption::SACK);
    }

    uint32_t m_permitted{0}; //!< segments that offer SACK
    uint32_t m_blocks{0};    //!< segments with SACK blocks
};

/// Loss-free flows fill the link, and their smallest round trip is the path's.
class ExperimentUtilisationTestCase : public ExperimentTestCase
{
  public:
    ExperimentUtilisationTestCase(std::vector<std::string> options, double rtt)
        : ExperimentTestCase("DumbbellExperiment fills a loss-free link" +
                             (options.empty() ? "" : ": " + options.front())),
          m_options(std::move(options)),
          m_rtt(rtt)
    {
    }

  private:
    void DoRun() override
    {
        m_options.insert(m_options.end(),
                         {"--queue=20", "--from=10s", "--to=60s", "--rate=2Mbps", "--delay=20ms"});
        const auto setUp = Parse({}, m_options);
        const TcpVariantPreset variant("sack-veno");
        DumbbellExperiment experiment(setUp, 2);
        experiment.UseVariant(variant, 0, 2);
        experiment.TraceCongestionControl(0, variant, "BaseRtt");
        experiment.TraceCongestionControl(0, variant, "no such trace");
        experiment.Run();
        const double utilisation = experiment.GetUtilisation(0) + experiment.GetUtilisation(1);
        NS_TEST_EXPECT_MSG_GT(utilisation, 0.9, "utilisation");
        NS_TEST_EXPECT_MSG_LT(utilisation, 1.001, "utilisation, but for a segment at the edges");
        for (const uint32_t pair : {0, 1})
        {
            NS_TEST_EXPECT_MSG_GT(experiment.GetUtilisation(pair), 0.1, "flow " << pair);
            NS_TEST_EXPECT_MSG_EQ_TOL(
                experiment.GetSegmentRate(pair),
                experiment.GetFlow(pair).GetReceivedBytes(Seconds(10), Seconds(60)) / 50e3,
                1e-9,
                "segments a second of flow " << pair);
        }

        double rtt = 1e9;
        for (const auto& sample : experiment.GetFlow(0).GetSeries("BaseRtt"))
        {
            rtt = std::min(rtt, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt, m_rtt, 1e-6, "s, smallest round trip");

        NS_TEST_EXPECT_MSG_EQ(experiment.GetLargestQueue(Seconds(0), Seconds(60)), 20, "packets");
        CheckLargestQueue(experiment);
        NS_TEST_EXPECT_MSG_EQ(experiment.GetQueueAt(Seconds(0)), 0, "packets, before the flows");
    }

    /// Sampled every 10 us, which is less than any two packets of a bottleneck lie apart.
    void CheckLargestQueue(const DumbbellExperiment& experiment)
    {
        for (const int milliseconds : {100, 20000, 31234})
        {
            const auto from = MilliSeconds(milliseconds);
            double largest = 0.0;
            for (Time at = from; at < from + MilliSeconds(50); at += MicroSeconds(10))
            {
                largest = std::max(largest, experiment.GetQueueAt(at));
            }
            NS_TEST_EXPECT_MSG_EQ(experiment.GetLargestQueue(from, from + MilliSeconds(50)),
                                  largest,
                                  "packets, from " << from.As(Time::S));
        }
    }

    std::vector<std::string> m_options;
    double m_rtt;
};

/// Loss options, counted where packets are lost: at the bottleneck's receiving ends.
class ExperimentLossTestCase : public ExperimentTestCase
{
  public:
    ExperimentLossTestCase()
        : ExperimentTestCase("Loss and start options of DumbbellExperiment")
    {
    }

  private:
    void DoRun() override
    {
        const auto setUp = Parse({},
                                 {"--rate=10Mbps",
                                  "--delay=5ms",
                                  "--queue=1000",
                                  "--loss=0.1",
                                  "--reverseLoss=0.02",
                                  "--passes=2",
                                  "--startSpread=5s",
                                  "--clockGranularity=1ms",
                                  "--to=60s"});
        DumbbellExperiment experiment(setUp, 4);
        experiment.UseVariant(TcpVariantPreset("sack"), 0, 4);
        // The routers are the first nodes, the bottleneck's devices the first links of theirs.
        for (const uint32_t router : {0, 1})
        {
            const auto device = FirstLink(NodeList::GetNode(router));
            const auto direction = (router == 1) ? FORWARD : REVERSE;
            device->TraceConnectWithoutContext(
                "PhyRxDrop",
                MakeCallback(&ExperimentLossTestCase::Count, this).Bind(&m_lost[direction]));
            device->TraceConnectWithoutContext(
                "PhyRxEnd",
                MakeCallback(&ExperimentLossTestCase::Count, this).Bind(&m_kept[direction]));
        }
        experiment.Run();
        CheckLoss(FORWARD, 0.19);
        CheckLoss(REVERSE, 0.0396);

        std::set<Time> starts;
        for (uint32_t pair = 0; pair < 4; ++pair)
        {
            const auto& rtt = experiment.GetFlow(pair).GetSeries("rtt");
            starts.insert(rtt.empty() ? Time(0) : rtt.front().time);
        }
        NS_TEST_EXPECT_MSG_EQ(starts.size(), 4, "different starts");
        NS_TEST_EXPECT_MSG_GT((*starts.rbegin() - *starts.begin()), MilliSeconds(500), "spread");
    }

    static Ptr<NetDevice> FirstLink(Ptr<Node> node)
    {
        uint32_t i = 0;
        while (!node->GetDevice(i)->IsPointToPoint())
        {
            ++i; // loopback
        }
        return node->GetDevice(i);
    }

    void CheckLoss(LossyDumbbellHelper::Direction direction, double p)
    {
        const double packets = m_lost[direction] + m_kept[direction];
        NS_TEST_EXPECT_MSG_GT(packets, 1000, "direction " << direction);
        NS_TEST_EXPECT_MSG_EQ_TOL(m_lost[direction] / packets,
                                  p,
                                  5 * std::sqrt(p * (1 - p) / packets),
                                  "direction " << direction);
    }

    void Count(uint32_t* counter, Ptr<const Packet>)
    {
        ++*counter;
    }

    std::array<uint32_t, 2> m_lost{};
    std::array<uint32_t, 2> m_kept{};
};

/// The path of the FACK paper: a round trip of 80 ms and, store and forward, 7 ms.
class FackPathTestCase : public ExperimentTestCase
{
  public:
    FackPathTestCase()
        : ExperimentTestCase("A lone segment on the path of the FACK paper")
    {
    }

  private:
    void DoRun() override
    {
        const auto setUp = Parse(DumbbellSetUp::Fack(), {"--to=1s", "--initialSsthresh=7"});
        const TcpVariantPreset variant("sack-veno");
        DumbbellExperiment experiment(setUp);
        experiment.UseVariant(variant, 0, 1);
        experiment.TraceCongestionControl(0, variant, "BaseRtt");
        experiment.Run();

        // 1042 octets there and 42 back, each at 1.5, 10 and 10 Mbit/s; 2 * (2 + 5 + 33) ms.
        const double rtt = 0.080 + 1084 * 8 / 1.5e6 + 2 * 1084 * 8 / 10e6;
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt, 0.0875, 0.0001, "the paper's 80 + 7 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetBaseRtt(), rtt, 1e-9, "computed");
        double measured = 1e9;
        for (const auto& sample : experiment.GetFlow(0).GetSeries("BaseRtt"))
        {
            measured = std::min(measured, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(measured, rtt, 1e-8, "measured");
        CheckSender(experiment.GetFlow(0));
    }

    /// Slow start from one segment: 1, 2, 4; then the window grows by one a round trip.
    void CheckSender(const FlowRecorder& flow)
    {
        const auto sent = flow.GetTransmissions();
        NS_TEST_ASSERT_MSG_GT(sent.size(), 7, "segments sent");
        std::vector<std::size_t> rounds{0};
        for (std::size_t i = 0; i < sent.size(); ++i)
        {
            if (i > 0 && sent[i] - sent[i - 1] > MilliSeconds(40))
            {
                rounds.push_back(0);
            }
            ++rounds.back();
        }
        NS_TEST_ASSERT_MSG_GT(rounds.size(), 6, "round trips");
        const std::vector<std::size_t> expected{1, 2, 4, 7, 8, 9};
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(rounds[i], expected[i], "segments of round trip " << i);
        }
    }
};

/// A PPP packet made by hand.
struct HandMade
{
    uint32_t sequence;
    uint32_t size;
    uint8_t flags{TcpHeader::ACK};
    uint16_t sourcePort{1};
    uint16_t destinationPort{2};
    bool ipv6{false};
    uint32_t ack{0};
    uint16_t fragmentOffset{0}; //!< IPv4 only, octets

    Ptr<Packet> Make() const
    {
        auto packet = Create<Packet>(size);
        TcpHeader tcp;
        tcp.SetSequenceNumber(SequenceNumber32(sequence));
        tcp.SetAckNumber(SequenceNumber32(ack));
        tcp.SetFlags(flags);
        tcp.SetSourcePort(sourcePort);
        tcp.SetDestinationPort(destinationPort);
        packet->AddHeader(tcp);
        return AddNetwork(packet, 6, ipv6, fragmentOffset);
    }

    static Ptr<Packet> AddNetwork(Ptr<Packet> packet,
                                  uint8_t protocol,
                                  bool ipv6,
                                  uint16_t fragmentOffset = 0)
    {
        PppHeader ppp;
        if (ipv6)
        {
            Ipv6Header header;
            header.SetSource("fd00::1");
            header.SetDestination("fd00::2");
            header.SetNextHeader(protocol);
            header.SetPayloadLength(packet->GetSize());
            packet->AddHeader(header);
            ppp.SetProtocol(0x0057);
        }
        else
        {
            Ipv4Header header;
            header.SetSource("10.0.0.1");
            header.SetDestination("10.0.0.2");
            header.SetProtocol(protocol);
            header.SetPayloadSize(packet->GetSize());
            header.SetFragmentOffset(fragmentOffset);
            packet->AddHeader(header);
            ppp.SetProtocol(0x0021);
        }
        packet->AddHeader(ppp);
        return packet;
    }
};

class SegmentObserverTestCase : public TestCase
{
  public:
    explicit SegmentObserverTestCase(bool ipv6)
        : TestCase(std::string("TcpSegmentObserver on packets made by hand, ") +
                   (ipv6 ? "IPv6" : "IPv4")),
          m_ipv6(ipv6)
    {
    }

  private:
    void DoRun() override
    {
        CheckNumbers();
        CheckWrap();
        CheckWhichConnection();
    }

    void CheckNumbers()
    {
        TcpSegmentObserver observer(100);
        Expect(observer, {501, 100}, 0, 0); // no SYN yet
        Expect(observer, {500, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {501, 0}, 0, 0);
        Expect(observer, {501, 100}, 1, 1);
        Expect(observer, {701, 100}, 3, 1);
        Expect(observer, {601, 100}, 2, 2); // its first transmission never came here
        Expect(observer, {501, 100}, 1, 2);
        Expect(observer, {501, 100}, 1, 3);
        Expect(observer, {801, 50}, 4, 1);
        Expect(observer, {851, 50}, 4, 1); // new octets of the same segment
        Expect(observer, {801, 100}, 4, 2);
        Expect(observer, {851, 50}, 4, 3);
        Expect(observer, {901, 10, TcpHeader::FIN | TcpHeader::ACK}, 5, 1);
        Expect(observer, {500, 1}, 0, 0); // a keep-alive probe, below the stream
        const auto udp = HandMade::AddNetwork(Create<Packet>(100), 17, m_ipv6);
        NS_TEST_EXPECT_MSG_EQ(observer.Observe(udp).has_value(), false, "UDP");
        if (!m_ipv6)
        {
            HandMade fragment{501, 100};
            fragment.fragmentOffset = 1480;
            Expect(observer, fragment, 0, 0); // what stands where a header would is data
        }
        // The same SYN again changes nothing, nor does another end's to the same destination;
        // another one begins a new connection.
        Expect(observer, {500, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {7000, 0, TcpHeader::SYN, 5}, 0, 0);
        Expect(observer, {911, 100}, 5, 1);
        Expect(observer, {9000, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {9001, 100}, 1, 1);
        observer.Reset();
        Expect(observer, {9101, 100}, 0, 0);
    }

    void CheckWrap()
    {
        // The first octet has sequence number 2^32 - 150.
        TcpSegmentObserver observer(100);
        Expect(observer, {0U - 151, 0, TcpHeader::SYN}, 0, 0);
        Expect(observer, {0U - 150, 100}, 1, 1);
        Expect(observer, {0U - 50, 100}, 2, 1);
        Expect(observer, {50, 100}, 3, 1);
        Expect(observer, {0U - 50, 100}, 2, 2);
        // Numbers go on where sequence numbers have come round: 5 GiB in strides of 1 GB.
        const uint64_t stride = 1'000'000'000;
        for (uint64_t position = stride; position <= 5 * stride; position += stride)
        {
            Expect(observer, {static_cast<uint32_t>(position - 150), 100}, position / 100 + 1, 1);
        }
        Expect(observer,
               {static_cast<uint32_t>(5 * stride - 250), 100},
               (5 * stride - 100) / 100 + 1,
               2);
    }

    void CheckWhichConnection()
    {
        const Address destination =
            m_ipv6 ? Address(Inet6SocketAddress("fd00::2", 4)) : InetSocketAddress("10.0.0.2", 4);
        TcpSegmentObserver any(100);
        TcpSegmentObserver chosen(100, destination);
        for (auto* observer : {&any, &chosen})
        {
            const bool isFirst = (observer == &any);
            Expect(*observer, {0, 0, TcpHeader::SYN, 3, 2}, 0, 0);
            Expect(*observer, {0, 0, TcpHeader::SYN, 3, 4}, 0, 0);
            Expect(*observer, {0, 0, TcpHeader::SYN, 5, 4}, 0, 0);
            Expect(*observer, {1, 100, TcpHeader::ACK, 3, 2}, isFirst, isFirst);
            Expect(*observer, {1, 100, TcpHeader::ACK, 3, 4}, !isFirst, !isFirst);
            Expect(*observer, {1, 100, TcpHeader::ACK, 5, 4}, 0, 0);
            Expect(*observer, {1, 100, TcpHeader::ACK, 2, 3}, 0, 0);
        }
    }

    /// Number and transmission; both are 0 for nothing.
    void Expect(TcpSegmentObserver& observer,
                HandMade packet,
                uint64_t number,
                uint32_t transmission)
    {
        packet.ipv6 = m_ipv6;
        const auto segment = observer.Observe(packet.Make());
        const auto name = "sequence number " + std::to_string(packet.sequence);
        NS_TEST_ASSERT_MSG_EQ(segment.has_value(), (number > 0), name);
        if (segment)
        {
            NS_TEST_EXPECT_MSG_EQ(segment->number, number, name);
            NS_TEST_EXPECT_MSG_EQ(segment->transmission, transmission, name);
            NS_TEST_EXPECT_MSG_EQ(segment->size, packet.size, name);
        }
    }

    bool m_ipv6;
};

/**
 * Ten segments at once into a queue of three: all times of the first round trip follow by hand, and
 * losses behind the queue are chosen.
 */
class BottleneckRecorderTestCase : public IsolatedTestCase
{
  public:
    explicit BottleneckRecorderTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("BottleneckRecorder and SegmentLossModel by hand, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family),
          m_ack(family == AddressFamily::IPV4 ? 42 : 62)
    {
    }

  private:
    using Event = BottleneckRecorder::Event;

    struct Expected
    {
        uint64_t segment;
        Event event;
        double microseconds;
    };

    void DoRun() override
    {
        SetDefaults();
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.SetQueue(FORWARD, 3);
        auto losses = CreateObject<SegmentLossModel>();
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        dumbbell.SetErrorModel(FORWARD, losses);
        dumbbell.Build();
        losses->SetDestination(dumbbell.GetReceiverAddress(0, PORT));
        losses->Drop(2);
        losses->Drop(7, 2);
        losses->Drop(5); // the queue drops it before it comes there
        BottleneckRecorder recorder(MSS, dumbbell.GetReceiverAddress(0, PORT));
        recorder.RecordLink(dumbbell.GetBottleneckQueue(FORWARD),
                            dumbbell.GetBottleneckDevice(REVERSE));

        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        sender.SetAttribute("MaxBytes", UintegerValue(12 * MSS));
        auto senders = sender.Install(dumbbell.GetSenders());
        senders.Start(QUIET);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        const auto receivers = receiver.Install(dumbbell.GetReceivers());
        FlowRecorder flow;
        flow.RecordSender(DynamicCast<BulkSendApplication>(senders.Get(0)));
        RunUntil(QUIET + Seconds(100));

        NS_TEST_EXPECT_MSG_EQ(DynamicCast<PacketSink>(receivers.Get(0))->GetTotalRx(),
                              12 * MSS,
                              "octets delivered in the end");
        NS_TEST_EXPECT_MSG_EQ(losses->GetPlanned(), 1, "the loss that the queue forestalled");
        const auto sent = flow.GetTransmissions();
        NS_TEST_ASSERT_MSG_GT(sent.size(), 10, "transmissions");
        NS_TEST_EXPECT_MSG_EQ(traceseries::LargestBurst(sent, MilliSeconds(10)),
                              10,
                              "largest burst");
        CheckFirstRound(recorder, sent.front());
        CheckRetransmissions(recorder);
    }

    static void SetDefaults()
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    }

    /// Microseconds on the sender's link (100 Mbit/s) and on the bottleneck (1.6 Mbit/s).
    static double Access(double octets)
    {
        return octets * 0.08;
    }

    static double Bottleneck(double octets)
    {
        return octets * 5.0;
    }

    void CheckFirstRound(const BottleneckRecorder& recorder, Time start)
    {
        // The handshake's ACK is in front of the first segment and keeps the bottleneck busy.
        const double ack = m_ack;
        const double segment = MSS + ack;
        const auto arrival = [=](int number) { return Access(ack) + Access(segment) * number; };
        const auto departure = [=](int number) {
            return Access(ack) + Bottleneck(ack) + Bottleneck(segment) * (number - 1);
        };
        std::vector<Expected> expected{{1, Event::ENQUEUE, arrival(1)},
                                       {2, Event::ENQUEUE, arrival(2)},
                                       {1, Event::DEQUEUE, departure(1)}};
        // With IPv6 the ACK is longer: then it is on the link until the third segment is there.
        const bool isThirdEarly = arrival(3) < departure(1);
        expected.insert(expected.end() - (isThirdEarly ? 1 : 0), {3, Event::ENQUEUE, arrival(3)});
        expected.push_back({4, Event::ENQUEUE, arrival(4)});
        for (int number = 5; number <= 10; ++number)
        {
            expected.push_back({static_cast<uint64_t>(number), Event::DROP, arrival(number)});
        }
        expected.push_back({2, Event::DEQUEUE, departure(2)});
        expected.push_back({3, Event::DEQUEUE, departure(3)});
        expected.push_back({4, Event::DEQUEUE, departure(4)});
        expected.push_back({2, Event::LOSS, departure(3) + 50000.0});

        const auto& records = recorder.GetRecords();
        NS_TEST_ASSERT_MSG_GT(records.size(), expected.size(), "records");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(records[i].segment, expected[i].segment, "record " << i);
            NS_TEST_EXPECT_MSG_EQ((records[i].event == expected[i].event), true, "record " << i);
            NS_TEST_EXPECT_MSG_EQ(records[i].transmission, 1, "record " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(records[i].time,
                                      start + NanoSeconds(1000 * expected[i].microseconds),
                                      NanoSeconds(20),
                                      "record " << i);
        }
        CheckDrops(recorder, start + NanoSeconds(1000 * arrival(5)), records[14].time);
        const auto from = start;
        const auto to = start + MilliSeconds(40);
        NS_TEST_EXPECT_MSG_EQ(recorder.GetFlowOctets(from, to), 4 * segment, "octets of the flow");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetOctets(from, to), 4 * segment + m_ack, "octets");
    }

    void CheckDrops(const BottleneckRecorder& recorder, Time first, Time loss)
    {
        const auto none = Time(0);
        NS_TEST_EXPECT_MSG_EQ_TOL(recorder.GetNextDrop(none).value_or(none),
                                  first,
                                  NanoSeconds(20),
                                  "first drop");
        auto at = none;
        for (int number = 5; number <= 10; ++number)
        {
            at = recorder.GetNextDrop(at).value_or(none);
        }
        NS_TEST_EXPECT_MSG_EQ(recorder.GetNextDrop(at).value_or(none), loss, "seventh drop");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetNextDrop(Seconds(10000)).has_value(), false, "none");
    }

    /// The ACK of segment 1 sends 11 and 12. The rest is repaired as the release of ns-3 does it.
    void CheckRetransmissions(const BottleneckRecorder& recorder)
    {
        std::map<uint64_t, uint32_t> transmissions;
        std::vector<Event> seventh;
        for (const auto& record : recorder.GetRecords())
        {
            transmissions[record.segment] = record.transmission;
            if (record.segment == 7)
            {
                seventh.push_back(record.event);
            }
        }
        for (const uint64_t segment : {2, 5, 6, 8, 9, 10})
        {
            NS_TEST_EXPECT_MSG_GT(transmissions[segment], 1, "segment " << segment);
        }
        NS_TEST_EXPECT_MSG_GT(transmissions[7], 2, "its retransmission is lost");
        const std::vector<Event> expected{Event::DROP,
                                          Event::ENQUEUE,
                                          Event::DEQUEUE,
                                          Event::LOSS,
                                          Event::ENQUEUE,
                                          Event::DEQUEUE};
        NS_TEST_EXPECT_MSG_EQ((seventh == expected), true, "what happens to segment 7");

        std::size_t enqueued = 0;
        for (const auto event : {Event::ENQUEUE, Event::DROP})
        {
            NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(event, false).size(),
                                  6,
                                  "first transmissions");
            enqueued += recorder.GetSeries(event, true).size();
        }
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::DEQUEUE, true).size(),
                              enqueued,
                              "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::DROP, false).back().value, 10, "segment");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::LOSS, false).size(), 1, "segment 2");
        NS_TEST_EXPECT_MSG_EQ(recorder.GetSeries(Event::LOSS, true).size(), 1, "segment 7");
    }

    AddressFamily m_family;
    double m_ack; //!< octets of an ACK on the wire
};

class SegmentLossTestCase : public RecordedFlowTestCase
{
  public:
    SegmentLossTestCase()
        : RecordedFlowTestCase("SegmentLossModel loses what is planned and nothing else")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<SegmentLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(MSS));
        model->Drop(40);
        model->Drop(300);
        model->Drop(300); // twice planned is once lost
        model->Drop(5000);
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 3, "planned");
        Build("sack", model, 1000);
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_sink->GetTotalRx(), 1000 * MSS, "octets");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), 2, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 1, "there is no segment 5000");
        model->Reset();
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 0, "planned after reset");
    }
};

class DisabledSegmentLossTestCase : public TestCase
{
  public:
    DisabledSegmentLossTestCase()
        : TestCase("A disabled SegmentLossModel counts and loses nothing")
    {
    }

  private:
    void DoRun() override
    {
        auto model = CreateObject<SegmentLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(100));
        model->Drop(1);
        model->Drop(1, 2);
        model->Disable();
        std::vector<bool> lost;
        lost.push_back(model->IsCorrupt(HandMade{500, 0, TcpHeader::SYN}.Make()));
        lost.push_back(model->IsCorrupt(HandMade{501, 100}.Make()));
        model->Enable();
        lost.push_back(model->IsCorrupt(HandMade{501, 100}.Make()));
        const std::vector<bool> expected{false, false, true};
        NS_TEST_EXPECT_MSG_EQ((lost == expected), true, "SYN, first and second transmission");
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 1, "the first one");
    }
};

/// ACKs by hand. The first octet has sequence number 501, a segment has 100 octets.
class AckLossByHandTestCase : public TestCase
{
  public:
    explicit AckLossByHandTestCase(bool ipv6)
        : TestCase(std::string("AckLossModel on packets made by hand, ") +
                   (ipv6 ? "IPv6" : "IPv4")),
          m_ipv6(ipv6)
    {
    }

  private:
    static constexpr uint8_t SYN_ACK = TcpHeader::SYN | TcpHeader::ACK;

    void DoRun() override
    {
        CheckNumbers();
        CheckWrap();
        CheckWhichConnection();
    }

    static Ptr<AckLossModel> Make()
    {
        auto model = CreateObject<AckLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(100));
        return model;
    }

    void CheckNumbers()
    {
        m_model = Make();
        m_model->Drop(0, 2);
        m_model->Drop(1);
        m_model->Drop(2, 3);
        m_model->Drop(2, 4);
        m_model->Drop(3, 1);
        m_model->Drop(3, 2);
        m_model->Drop(7);
        Expect(601, false); // before the handshake
        Expect(501, false, {0, 0, TcpHeader::SYN});
        Expect(501, false, {0, 0, SYN_ACK});
        Expect(501, false, {0, 0, SYN_ACK});
        Expect(501, false);          // 0 segments, occurrence 1
        Expect(501, true);           // 0 segments, occurrence 2
        Expect(600, false);          // 0 segments, occurrence 3
        Expect(601, false, {0, 50}); // with data
        Expect(601, false, {0, 0, TcpHeader::FIN | TcpHeader::ACK});
        Expect(601, false, {0, 0, TcpHeader::RST | TcpHeader::ACK});
        Expect(601, false, {0, 0, TcpHeader::PSH}); // no ACK
        Expect(601, true);                          // 1 segment, occurrence 1
        Expect(701, false);                         // 2 segments, occurrence 1
        Expect(701, false);                         // 2
        Expect(701, true, {0, 0, TcpHeader::ACK | TcpHeader::ECE});
        Expect(650, false); // 1 segment again, out of order
        Expect(701, true);  // 4
        Expect(701, false); // 5
        m_model->Disable();
        Expect(801, false); // 3 segments, occurrence 1
        m_model->Enable();
        Expect(801, true);  // 2
        Expect(400, false); // below the stream
        NS_TEST_EXPECT_MSG_EQ(m_model->GetPlanned(), 2, "3 and 7 segments, occurrence 1");
        // A new connection, and none.
        Expect(9001, false, {0, 0, SYN_ACK});
        Expect(9701, true);
        Expect(9301, true);
        m_model->Drop(8);
        m_model->Reset();
        NS_TEST_EXPECT_MSG_EQ(m_model->GetPlanned(), 0, "planned after reset");
        m_model->Drop(8);
        Expect(9801, false);
    }

    void CheckWrap()
    {
        // The first octet has sequence number 2^32 - 150.
        m_model = Make();
        m_model->Drop(1);
        m_model->Drop(2);
        m_model->Drop(50'000'000);
        Expect(0U - 150, false, {0, 0, SYN_ACK});
        Expect(0U - 50, true);
        Expect(50, true);
        const uint64_t stride = 1'000'000'000;
        for (uint64_t position = stride; position <= 5 * stride; position += stride)
        {
            Expect(static_cast<uint32_t>(position - 150), position == 5 * stride);
        }
    }

    void CheckWhichConnection()
    {
        m_model = Make();
        m_model->SetSource(m_ipv6 ? Address(Inet6SocketAddress("fd00::1", 3))
                                  : Address(InetSocketAddress("10.0.0.1", 3)));
        m_model->Drop(1, 1);
        Expect(501, false, {0, 0, SYN_ACK, 1, 2});
        Expect(501, false, {0, 0, SYN_ACK, 3, 2});
        Expect(501, false, {0, 0, SYN_ACK, 3, 4}); // the first one of them is followed
        Expect(601, false, {0, 0, TcpHeader::ACK, 1, 2});
        Expect(601, false, {0, 0, TcpHeader::ACK, 3, 4});
        Expect(601, false, {0, 0, TcpHeader::ACK, 2, 3});
        Expect(601, true, {0, 0, TcpHeader::ACK, 3, 2});
        const auto udp = HandMade::AddNetwork(Create<Packet>(100), 17, m_ipv6);
        const bool isLost = m_model->IsCorrupt(udp);
        NS_TEST_EXPECT_MSG_EQ(isLost, false, "UDP");
    }

    void Expect(uint32_t ack, bool expected, HandMade packet = {0, 0})
    {
        packet.ack = ack;
        packet.ipv6 = m_ipv6;
        const bool isLost = m_model->IsCorrupt(packet.Make());
        NS_TEST_EXPECT_MSG_EQ(isLost, expected, "ACK " << ack);
    }

    bool m_ipv6;
    Ptr<AckLossModel> m_model;
};

/// Segment 40 is lost, so that the ACK of 39 segments comes again and again.
class AckLossTestCase : public RecordedFlowTestCase
{
  public:
    AckLossTestCase()
        : RecordedFlowTestCase("AckLossModel loses the ACKs that are planned")
    {
    }

  private:
    void DoRun() override
    {
        auto losses = CreateObject<SegmentLossModel>();
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        losses->Drop(40);
        auto model = CreateObject<AckLossModel>();
        model->SetAttribute("SegmentSize", UintegerValue(MSS));
        for (const uint32_t occurrence : {1, 2, 3, 5})
        {
            model->Drop(39, occurrence);
        }
        for (uint64_t number = 500; number < 520; ++number)
        {
            model->Drop(number);
        }
        model->Drop(600, 2);
        m_ackLosses = model;
        Build("sack", losses, 1000);
        RunUntil(Seconds(20));
        NS_TEST_EXPECT_MSG_EQ(m_sink->GetTotalRx(), 1000 * MSS, "octets");
        NS_TEST_EXPECT_MSG_EQ(flow.GetRetransmissions().size(), 1, "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(flow.GetTimeouts().size(), 0, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(model->GetPlanned(), 1, "no ACK of 600 segments comes twice");
    }
};

class BurstApplicationTestCase : public IsolatedTestCase
{
  public:
    explicit BurstApplicationTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("Bursts come at random, and all of them arrive, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family)
    {
    }

  private:
    static constexpr uint32_t SIZE = 6000;

    void DoRun() override
    {
        // 2 a second for 200 s: Poisson, 400 +- 20.
        const auto bursts = Run(7);
        NS_TEST_EXPECT_MSG_EQ_TOL(bursts, 400.0, 5 * 20.0, "bursts");
        const auto same = Run(7);
        NS_TEST_EXPECT_MSG_EQ(same, bursts, "same stream");
        const auto other = Run(9);
        NS_TEST_EXPECT_MSG_NE(other, bursts, "other stream");
        // At 0.5 s, 1 s, ..., 199.5 s: the simulation stops before what 200 s would bring.
        const auto regular = CreateObject<UniformRandomVariable>();
        regular->SetAttribute("Min", DoubleValue(1.0));
        regular->SetAttribute("Max", DoubleValue(1.0));
        NS_TEST_EXPECT_MSG_EQ(Run(7, regular), 399, "regular bursts");
        // The first one is at 0.5 s, the last at 99.5 s.
        NS_TEST_EXPECT_MSG_EQ(Run(7, regular, Seconds(99.9)), 199, "bursts before the stop");
    }

    double Run(int64_t stream,
               Ptr<RandomVariableStream> intervals = nullptr,
               Time stop = Seconds(1000))
    {
        // The socket does not take a whole burst at once.
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(SIZE - 500));
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.Build();
        auto sender = CreateObject<BurstApplication>();
        sender->SetAttribute("BurstSize", UintegerValue(SIZE));
        sender->SetAttribute("MeanInterval", TimeValue(MilliSeconds(500)));
        sender->SetRemote(dumbbell.GetReceiverAddress(0, PORT));
        if (intervals)
        {
            sender->SetIntervals(intervals);
        }
        sender->SetStream(stream);
        sender->SetStopTime(stop);
        dumbbell.GetSenders().Get(0)->AddApplication(sender);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        const auto sink = DynamicCast<PacketSink>(receiver.Install(dumbbell.GetReceivers()).Get(0));
        Simulator::Schedule(Seconds(195), &BurstApplicationTestCase::Remember, this, sender);
        RunUntil(Seconds(200));
        NS_TEST_EXPECT_MSG_LT(m_before * SIZE, sink->GetTotalRx() + 1, "octets delivered");
        NS_TEST_EXPECT_MSG_LT(sink->GetTotalRx(), sender->GetBursts() * SIZE + 1, "octets");
        CleanUp();
        return sender->GetBursts();
    }

    void Remember(Ptr<BurstApplication> sender)
    {
        m_before = sender->GetBursts();
    }

    AddressFamily m_family;
    uint64_t m_before{0};
};

/// Both directions of the bottleneck: what the recorders count is what was sent.
class ReverseTrafficTestCase : public ExperimentTestCase
{
  public:
    ReverseTrafficTestCase()
        : ExperimentTestCase("Reverse connections of DumbbellExperiment and the use of the link")
    {
    }

  private:
    void DoRun() override
    {
        const auto setUp = Parse(DumbbellSetUp::Fack(),
                                 {"--from=10s", "--to=110s", "--burstSize=3000", "--queue=20"});
        const TcpVariantPreset variant("sack");
        DumbbellExperiment experiment(setUp, 1, 1);
        experiment.UseVariant(variant, 0, 2);
        experiment.RecordBottleneck(0);
        experiment.RecordBottleneck(1);
        experiment.Run();
        // What passes is what is read and what comes twice; at the edges there is a window more or
        // less, of 37 segments at most. A segment is 8336 bits of 150 Mbit.
        const double forward = experiment.GetLinkUseOfFlow(0);
        const double read = experiment.GetUtilisation(0);
        const double segment = 8336 / 150e6;
        const double resent = traceseries::Within(experiment.GetFlow(0).GetRetransmissions(),
                                                  Seconds(10),
                                                  Seconds(110))
                                  .size();
        NS_TEST_EXPECT_MSG_GT(forward, read - 37 * segment, "forward");
        NS_TEST_EXPECT_MSG_LT(forward, read + (37 + resent) * segment, "forward");
        // 200 +- 14 bursts of three segments.
        const double reverse = experiment.GetLinkUseOfFlow(1);
        NS_TEST_EXPECT_MSG_EQ_TOL(reverse, 200 * 3 * segment, 5 * 14 * 3 * segment, "reverse");
        // An ACK of 42 octets, at most 82 with SACK's three blocks, for each segment delivered.
        const double acks = experiment.GetLinkUse(1) - reverse;
        NS_TEST_EXPECT_MSG_GT(acks, read * 42 / 1042 * 0.99, "ACKs");
        NS_TEST_EXPECT_MSG_LT(acks, forward * 82 / 1042, "ACKs");
        const double reverseAcks = experiment.GetLinkUse(0) - forward;
        NS_TEST_EXPECT_MSG_GT(reverseAcks, reverse * 42 / 1042 * 0.95, "ACKs of the bursts");
        NS_TEST_EXPECT_MSG_LT(reverseAcks, reverse * 82 / 1042, "ACKs of the bursts");
    }
};

/// Every octet of the stream says where it belongs.
class ByteExactTestCase : public IsolatedTestCase
{
  public:
    ByteExactTestCase(AddressFamily family, bool timestamps)
        : IsolatedTestCase(std::string("SACK TCP Veno delivers every octet in its place, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6") +
                           (timestamps ? ", timestamps" : ", no timestamps")),
          m_family(family),
          m_timestamps(timestamps)
    {
    }

  private:
    static constexpr uint32_t TOTAL = 1'000'003;
    static constexpr uint32_t PERIOD = 251; // prime: no shift by segments or buffers hides

    static uint8_t Octet(uint32_t position)
    {
        return position % PERIOD;
    }

    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(m_timestamps));
        LossyDumbbellHelper dumbbell(1);
        for (const auto direction : {FORWARD, REVERSE})
        {
            dumbbell.SetRate(direction, DataRate("10Mbps"));
            dumbbell.SetDelay(direction, MilliSeconds(20));
        }
        dumbbell.SetPacketLoss(FORWARD, 0.05);
        dumbbell.SetPacketLoss(REVERSE, 0.05);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.Build();
        dumbbell.AssignStreams(0);
        TcpVariantPreset("sack-veno").Install(dumbbell.GetSenders());

        auto listener =
            Socket::CreateSocket(dumbbell.GetReceivers().Get(0), TcpSocketFactory::GetTypeId());
        listener->Bind(dumbbell.GetAnyAddress(PORT));
        listener->Listen();
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&ByteExactTestCase::Accept, this));
        auto sender =
            Socket::CreateSocket(dumbbell.GetSenders().Get(0), TcpSocketFactory::GetTypeId());
        sender->SetSendCallback(MakeCallback(&ByteExactTestCase::Write, this));
        FlowRecorder flow;
        flow.RecordSocket(sender);
        Simulator::Schedule(QUIET,
                            &ByteExactTestCase::Connect,
                            this,
                            sender,
                            dumbbell.GetReceiverAddress(0, PORT));
        RunUntil(QUIET + Seconds(1000));

        PointerValue control;
        sender->GetAttribute("CongestionOps", control);
        NS_TEST_EXPECT_MSG_EQ(control.GetObject()->GetInstanceTypeId().GetName(),
                              "ns3::TcpSackVeno",
                              "congestion control");
        NS_TEST_EXPECT_MSG_EQ(m_written, TOTAL, "octets written");
        NS_TEST_EXPECT_MSG_EQ(m_read, TOTAL, "octets read");
        NS_TEST_EXPECT_MSG_EQ(m_wrong, 0, "octets that are not in their place");
        NS_TEST_EXPECT_MSG_EQ(m_closed, true, "end of the stream");
        // 1001 segments at 5%: 50 +- 7, besides what timeouts send for nothing.
        NS_TEST_EXPECT_MSG_GT(flow.GetRetransmissions().size(), 25, "the path is lossy");
    }

    void Connect(Ptr<Socket> socket, Address address)
    {
        socket->Connect(address);
    }

    void Write(Ptr<Socket> socket, uint32_t)
    {
        while (m_written < TOTAL && socket->GetTxAvailable() > 0)
        {
            // Chunks that are no multiple of anything.
            std::vector<uint8_t> chunk(
                std::min({1237U, TOTAL - m_written, socket->GetTxAvailable()}));
            for (std::size_t i = 0; i < chunk.size(); ++i)
            {
                chunk[i] = Octet(m_written + i);
            }
            const int taken = socket->Send(chunk.data(), chunk.size(), 0);
            if (taken <= 0)
            {
                return;
            }
            m_written += taken;
        }
        if (m_written == TOTAL && !m_closing)
        {
            m_closing = true;
            socket->Close();
        }
    }

    void Accept(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&ByteExactTestCase::Read, this));
        socket->SetCloseCallbacks(MakeCallback(&ByteExactTestCase::Closed, this),
                                  MakeNullCallback<void, Ptr<Socket>>());
    }

    void Read(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            std::vector<uint8_t> data(packet->GetSize());
            if (data.empty())
            {
                return;
            }
            packet->CopyData(data.data(), data.size());
            for (const auto octet : data)
            {
                m_wrong += (octet != Octet(m_read));
                ++m_read;
            }
        }
    }

    void Closed(Ptr<Socket>)
    {
        m_closed = true;
    }

    AddressFamily m_family;
    bool m_timestamps;
    uint32_t m_written{0};
    uint32_t m_read{0};
    uint32_t m_wrong{0};
    bool m_closing{false};
    bool m_closed{false};
};

class TcpLossyHelperTestSuite : public TestSuite
{
  public:
    TcpLossyHelperTestSuite()
        : TestSuite("tcp-lossy-helper", Type::UNIT)
    {
        AddTestCase(new PathTimingTestCase(AddressFamily::IPV4, "IPv4"));
        AddTestCase(new PathTimingTestCase(AddressFamily::IPV6, "IPv6"));
        AddTestCase(new QueueLimitTestCase);
        AddTestCase(new TrafficControlTestCase);
        AddTestCase(new PacketLossTestCase);
        AddTestCase(new JitterTestCase);
        for (const auto family : {AddressFamily::IPV4, AddressFamily::IPV6})
        {
            AddTestCase(new TwoDumbbellsTestCase(family));
            AddTestCase(new DirectTestCase(family));
        }
        AddTestCase(new StreamsTestCase);
        AddTestCase(new VariantPresetTestCase);
        AddTestCase(new PresetOrderTestCase);
        AddTestCase(new VenoDrPresetTestCase);
        AddTestCase(new RecorderCountsTestCase("no loss", {}, 0));
        // SYN and ACK are packets 0 and 1. These are more than a window apart.
        AddTestCase(new RecorderCountsTestCase("losses one by one", {60, 200, 400, 700}, 4));
        AddTestCase(new RecorderCountsTestCase("losses in one window", {300, 303, 304, 310}, 1));
        AddTestCase(new RecorderTimeoutsTestCase("doubling",
                                                 Seconds(1000),
                                                 Seconds(100),
                                                 {1, 3, 7, 15, 31, 63}));
        AddTestCase(new RecorderTimeoutsTestCase("none after the repair",
                                                 Seconds(15),
                                                 Seconds(60),
                                                 {1, 3, 7}));
        AddTestCase(new RecorderLostAcksTestCase(Seconds(11), 1));
        AddTestCase(new RecorderLostAcksTestCase(Seconds(15), 3));
        AddTestCase(new RecorderRandomLossTestCase);
        for (const auto family : {AddressFamily::IPV4, AddressFamily::IPV6})
        {
            AddTestCase(new RecorderDuplicatesTestCase(family));
            AddTestCase(new RecorderLateTestCase(family));
            AddTestCase(new RecorderClosedWindowTestCase(family, true));
            AddTestCase(new RecorderClosedWindowTestCase(family, false));
        }
        AddTestCase(new RecorderStartTestCase);
        AddTestCase(new RecorderScopeTestCase);
        AddTestCase(new RecorderSeriesTestCase);
        AddTestCase(new ExperimentOptionsTestCase);
        AddTestCase(new ExperimentSocketsTestCase);
        // The path's round trip and, at 100 Mbit/s, twice 1084, 1148 octets (IPv6 and timestamps).
        AddTestCase(new ExperimentUtilisationTestCase({}, 0.044336 + 0.00017344));
        AddTestCase(new ExperimentUtilisationTestCase({"--passes=2"}, 0.084336 + 0.00017344));
        AddTestCase(new ExperimentUtilisationTestCase({"--ipv6=1", "--timestamps=1"},
                                                      0.044592 + 0.00018368));
        AddTestCase(new ExperimentLossTestCase);
        AddTestCase(new FackPathTestCase);
        AddTestCase(new SegmentObserverTestCase(false));
        AddTestCase(new SegmentObserverTestCase(true));
        AddTestCase(new BottleneckRecorderTestCase(AddressFamily::IPV4));
        AddTestCase(new BottleneckRecorderTestCase(AddressFamily::IPV6));
        AddTestCase(new SegmentLossTestCase);
        AddTestCase(new DisabledSegmentLossTestCase);
        AddTestCase(new AckLossByHandTestCase(false));
        AddTestCase(new AckLossByHandTestCase(true));
        AddTestCase(new AckLossTestCase);
        AddTestCase(new BurstApplicationTestCase(AddressFamily::IPV4));
        AddTestCase(new BurstApplicationTestCase(AddressFamily::IPV6));
        AddTestCase(new ReverseTrafficTestCase);
        for (const bool timestamps : {false, true})
        {
            AddTestCase(new ByteExactTestCase(AddressFamily::IPV4, timestamps));
            AddTestCase(new ByteExactTestCase(AddressFamily::IPV6, timestamps));
        }
        AddTestCase(new RecorderTimeoutsTestCase("no more than a minute apart",
                                                 Seconds(1000),
                                                 Seconds(200),
                                                 {1, 3, 7, 15, 31, 63, 123, 183}));
    }
};

TcpLossyHelperTestSuite g_tcpLossyHelperTestSuite; //!< registers itself

} // namespace

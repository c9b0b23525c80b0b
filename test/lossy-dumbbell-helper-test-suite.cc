/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/recorded-flow.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/markov-error-model.h"
#include "ns3/node-list.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/red-queue-disc.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace dumbbells;

namespace
{

using Side = LossyDumbbellHelper::Side;

constexpr auto LEFT = LossyDumbbellHelper::Side::LEFT;
constexpr auto RIGHT = LossyDumbbellHelper::Side::RIGHT;

/// Begins and ends with a simulation of its own.
class DumbbellTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    void DoTeardown() override
    {
        Simulator::Destroy();
    }

    Ptr<QueueDisc> GetDisc(const LossyDumbbellHelper& dumbbell, Side side) const
    {
        return dumbbell.GetRouter(side)->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(
            dumbbell.GetBottleneckDevices().Get(side == LEFT ? 0 : 1));
    }
};

class PartsTestCase : public DumbbellTestCase
{
  public:
    PartsTestCase()
        : DumbbellTestCase("Nodes, devices and interfaces are where the picture has them")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(3);
        dumbbell.SetAddressBase(Ipv4Address("10.9.0.0"));
        dumbbell.Build();
        ExpectPlaces(dumbbell);
        // Networks of two hosts each: the bottleneck's, then those of senders and receivers.
        ExpectAddress(dumbbell, LEFT, 0, "10.9.0.5");
        ExpectAddress(dumbbell, LEFT, 2, "10.9.0.13");
        ExpectAddress(dumbbell, RIGHT, 0, "10.9.0.17");

        LossyDumbbellHelper second(1);
        second.SetAddressFamily(LossyDumbbellHelper::AddressFamily::IPV6);
        second.SetAddressBase(Ipv6Address("fd77::"));
        second.SetDirect(LEFT);
        second.Build();
        NS_TEST_EXPECT_MSG_EQ(second.GetRouter(LEFT), second.GetSenders().Get(0), "one node");
        NS_TEST_EXPECT_MSG_EQ(second.GetHostDevices(LEFT).GetN(), 0, "no link to itself");
        NS_TEST_EXPECT_MSG_EQ(second.GetIpv6Interfaces(LEFT).GetN(), 1, "the bottleneck's");
        NS_TEST_EXPECT_MSG_EQ(
            second.GetIpv6Interfaces(LEFT).GetAddress(0, 1).CombinePrefix(Ipv6Prefix(64)),
            Ipv6Address("fd77::"),
            "its network");
    }

    void ExpectPlaces(const LossyDumbbellHelper& dumbbell)
    {
        for (const auto side : {LEFT, RIGHT})
        {
            const auto router = dumbbell.GetRouter(side);
            const auto& hosts = side == LEFT ? dumbbell.GetSenders() : dumbbell.GetReceivers();
            NS_TEST_EXPECT_MSG_EQ(
                dumbbell.GetBottleneckDevices().Get(side == LEFT ? 0 : 1)->GetNode(),
                router,
                "its end of the bottleneck");
            NS_TEST_ASSERT_MSG_EQ(dumbbell.GetHostDevices(side).GetN(), 3, "a device each");
            for (uint32_t pair = 0; pair < 3; ++pair)
            {
                const auto device = dumbbell.GetHostDevices(side).Get(pair);
                const auto other = dumbbell.GetRouterDevices(side).Get(pair);
                NS_TEST_EXPECT_MSG_EQ(device->GetNode(), hosts.Get(pair), "of the host");
                NS_TEST_EXPECT_MSG_EQ(other->GetNode(), router, "of the router");
                NS_TEST_EXPECT_MSG_EQ(device->GetChannel(), other->GetChannel(), "one link");
            }
        }
    }

    void ExpectAddress(const LossyDumbbellHelper& dumbbell,
                       Side side,
                       uint32_t pair,
                       const char* address)
    {
        const auto [ipv4, interface] = dumbbell.GetIpv4Interfaces(side).Get(pair);
        NS_TEST_EXPECT_MSG_EQ(ipv4->GetAddress(interface, 0).GetLocal(),
                              Ipv4Address(address),
                              "address of pair " << pair);
        NS_TEST_EXPECT_MSG_EQ(ipv4->GetNetDevice(interface),
                              dumbbell.GetHostDevices(side).Get(pair),
                              "of its device");
    }
};

class QueuesTestCase : public DumbbellTestCase
{
  public:
    QueuesTestCase()
        : DumbbellTestCase("Queue and queue disc by TypeId, and the streams of what is random")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper plain(1);
        plain.Build();
        NS_TEST_EXPECT_MSG_EQ(GetDisc(plain, LEFT), nullptr, "none unless asked for");

        LossyDumbbellHelper chosen(1);
        chosen.SetQueue(FORWARD, 9);
        chosen.SetQueueType(REVERSE,
                            "ns3::DropTailQueue<Packet>",
                            "MaxSize",
                            QueueSizeValue(QueueSize("4321B")));
        chosen.SetQueueDisc("ns3::RedQueueDisc", "MinTh", DoubleValue(7));
        chosen.Build();
        NS_TEST_EXPECT_MSG_EQ(chosen.GetBottleneckQueue(FORWARD)->GetMaxSize(),
                              QueueSize("9p"),
                              "drop-tail");
        NS_TEST_EXPECT_MSG_EQ(chosen.GetBottleneckQueue(REVERSE)->GetMaxSize(),
                              QueueSize("4321B"),
                              "the chosen one");
        for (const auto side : {LEFT, RIGHT})
        {
            const auto red = DynamicCast<RedQueueDisc>(GetDisc(chosen, side));
            NS_TEST_ASSERT_MSG_NE(red, nullptr, "RED on both sides");
            DoubleValue threshold;
            red->GetAttribute("MinTh", threshold);
            NS_TEST_EXPECT_MSG_EQ(threshold.Get(), 7, "its attribute");
        }
        NS_TEST_EXPECT_MSG_EQ(chosen.AssignStreams(0) - plain.AssignStreams(0),
                              2,
                              "RED draws on each side");
        LossyDumbbellHelper jittering(2);
        jittering.SetJitter(MilliSeconds(1));
        jittering.Build();
        LossyDumbbellHelper steady(2);
        steady.Build();
        NS_TEST_EXPECT_MSG_EQ(jittering.AssignStreams(0) - steady.AssignStreams(0),
                              2,
                              "each receiver's link draws");
    }
};

class OptionsTestCase : public DumbbellTestCase
{
  public:
    OptionsTestCase()
        : DumbbellTestCase("What a program's user chooses, copies have")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper planned(1);
        CommandLine options;
        planned.AddOptions(options);
        const auto prefix = CreateTempDirFilename("cho sen");
        options.Parse({"test", "--rate=2Mbps", "--delay=7ms", "--queue=5kB", "--pcap=" + prefix});
        auto dumbbell = planned;
        dumbbell.Build();
        const auto device = dumbbell.GetBottleneckDevice(FORWARD);
        DataRateValue rate;
        device->GetAttribute("DataRate", rate);
        NS_TEST_EXPECT_MSG_EQ(rate.Get(), DataRate("2Mbps"), "rate");
        TimeValue delay;
        device->GetChannel()->GetAttribute("Delay", delay);
        NS_TEST_EXPECT_MSG_EQ(delay.Get(), MilliSeconds(7), "delay");
        NS_TEST_EXPECT_MSG_EQ(dumbbell.GetBottleneckQueue(FORWARD)->GetMaxSize(),
                              QueueSize("5kB"),
                              "queue");
        NS_TEST_EXPECT_MSG_EQ(dumbbell.GetBottleneckQueue(REVERSE)->GetMaxSize(),
                              QueueSize("15p"),
                              "queue of the other direction");
        const auto node = std::to_string(device->GetNode()->GetId());
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(std::ifstream(prefix + "-" + node + "-1.pcap").good(),
                              true,
                              "captures");
    }
};

class HelpersTestCase : public DumbbellTestCase
{
  public:
    HelpersTestCase()
        : DumbbellTestCase("Access links and a stack by helpers of one's own")
    {
    }

  private:
    void DoRun() override
    {
        PointToPointHelper links;
        links.SetDeviceAttribute("DataRate", StringValue("3Mbps"));
        InternetStackHelper stack;
        stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
        LossyDumbbellHelper dumbbell(2);
        dumbbell.SetAccess(LEFT, links);
        dumbbell.SetInternetStack(stack);
        dumbbell.Build();
        const auto sender = dumbbell.GetSenders().Get(1);
        DataRateValue rate;
        dumbbell.GetHostDevices(LEFT).Get(1)->GetAttribute("DataRate", rate);
        NS_TEST_EXPECT_MSG_EQ(rate.Get(), DataRate("3Mbps"), "the helper's links");
        const auto routing = sender->GetObject<Ipv4>()->GetRoutingProtocol();
        NS_TEST_EXPECT_MSG_EQ(routing->GetInstanceTypeId().GetName(),
                              "ns3::Ipv4StaticRouting",
                              "the stack's routing, without a list");
        const auto sink = PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001))
                              .Install(dumbbell.GetReceivers().Get(1))
                              .Get(0);
        BulkSendHelper("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(1, 5001))
            .Install(sender);
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(DynamicCast<PacketSink>(sink)->GetTotalRx(), 0, "data arrive");
        Simulator::Destroy();
    }
};

class FilesTestCase : public DumbbellTestCase
{
  public:
    FilesTestCase()
        : DumbbellTestCase("Captures of all devices")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(2);
        dumbbell.Build();
        const auto prefix = CreateTempDirFilename("dumbbell");
        dumbbell.EnablePcap(prefix);
        dumbbell.EnableAscii(prefix);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Simulator::Destroy();
        // The routers were made first: a bottleneck and two links each, behind the loopback.
        for (const auto& device : {"0-1", "0-2", "0-3", "1-3", "2-1", "5-1"})
        {
            for (const auto& end : {".pcap", ".tr"})
            {
                const auto name = prefix + "-" + device + end;
                NS_TEST_EXPECT_MSG_EQ(std::ifstream(name).good(), true, name << " is missing");
            }
        }
    }
};

// On the wire: UDP 8 octets, IPv4 20 or IPv6 40, PPP 2.
constexpr uint32_t UDP_IPV4_HEADERS = 30;
constexpr uint32_t UDP_IPV6_HEADERS = 50;

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
        dumbbell.SetAccess(LossyDumbbellHelper::Side::LEFT, DataRate("10Mbps"), MilliSeconds(2));
        dumbbell.SetAccess(LossyDumbbellHelper::Side::RIGHT, DataRate("20Mbps"), MilliSeconds(33));
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
        if (!enabled)
        {
            // Taken back by the next call.
            dumbbell.SetQueueDisc("ns3::RedQueueDisc");
        }
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
        Check({LossyDumbbellHelper::Side::LEFT, LossyDumbbellHelper::Side::RIGHT},
              2,
              MicroSeconds(55000));
        Check({LossyDumbbellHelper::Side::LEFT}, 3, MicroSeconds(55080));
        Check({LossyDumbbellHelper::Side::RIGHT}, 3, MicroSeconds(55080));
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

/// Tests of LossyDumbbellHelper.
class LossyDumbbellHelperTestSuite : public TestSuite
{
  public:
    LossyDumbbellHelperTestSuite()
        : TestSuite("lossy-dumbbell-helper", Type::UNIT)
    {
        AddTestCase(new PartsTestCase);
        AddTestCase(new QueuesTestCase);
        AddTestCase(new OptionsTestCase);
        AddTestCase(new FilesTestCase);
        AddTestCase(new HelpersTestCase);
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
    }
};

LossyDumbbellHelperTestSuite g_lossyDumbbellHelperTestSuite;

} // namespace

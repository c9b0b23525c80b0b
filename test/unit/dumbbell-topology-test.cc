/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-topology.h"
#include "lib/flow-run.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/path-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace DumbbellTopologyTests
{

using namespace ns3;
using namespace ns3::tcplossy;

using Side = LossyDumbbellHelper::Side;

constexpr uint32_t SEGMENT = 500;

/// ns-3 is as before when it is over.
class DumbbellTopologyTest : public testing::Test
{
  protected:
    ~DumbbellTopologyTest() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    std::unique_ptr<DumbbellTopology> Build(uint32_t pairs, uint32_t reversePairs = 0) const
    {
        return std::make_unique<DumbbellTopology>(m_parameters,
                                                  PacketSizes{SEGMENT, 42},
                                                  pairs,
                                                  reversePairs);
    }

    /// @return the flows of three seconds
    std::unique_ptr<FlowRun> Run(const DumbbellTopology& topology,
                                 uint32_t flows,
                                 Time spread = Time(0))
    {
        m_sockets.sizes.segment = SEGMENT;
        auto run = std::make_unique<FlowRun>(topology, m_sockets);
        run->AddFlows(flows, Time(0), spread);
        run->UseVariant(m_sockets.MakeVariant("sack"), 0, flows);
        run->Simulate(Seconds(3));
        return run;
    }

    static std::string GetRate(Ptr<NetDevice> device)
    {
        DataRateValue rate;
        device->GetAttribute("DataRate", rate);
        return ShowValue(rate.Get());
    }

    static Time GetDelay(Ptr<NetDevice> device)
    {
        TimeValue delay;
        device->GetChannel()->GetAttribute("Delay", delay);
        return delay.Get();
    }

    DumbbellParameters m_parameters;
    SocketParameters m_sockets;
};

TEST_F(DumbbellTopologyTest, EachLinkHasItsParameters)
{
    m_parameters.rate = DataRate("3Mbps");
    m_parameters.delay = MilliSeconds(7);
    m_parameters.losses.passes = 2;
    m_parameters.queue = 9;
    m_parameters.left = {DataRate("4Mbps"), MilliSeconds(1)};
    m_parameters.right = {DataRate("5Mbps"), MilliSeconds(2)};
    const auto topology = Build(1);
    const auto& dumbbell = topology->GetDumbbell();
    for (const auto direction : {FORWARD, REVERSE})
    {
        EXPECT_EQ(GetRate(dumbbell.GetBottleneckDevice(direction)), "3Mbps");
        EXPECT_EQ(GetDelay(dumbbell.GetBottleneckDevice(direction)), MilliSeconds(14));
        EXPECT_EQ(dumbbell.GetBottleneckQueue(direction)->GetMaxSize(), QueueSize("9p"));
    }
    EXPECT_EQ(GetRate(dumbbell.GetHostDevices(Side::LEFT).Get(0)), "4Mbps");
    EXPECT_EQ(GetDelay(dumbbell.GetHostDevices(Side::LEFT).Get(0)), MilliSeconds(1));
    EXPECT_EQ(GetRate(dumbbell.GetHostDevices(Side::RIGHT).Get(0)), "5Mbps");
    EXPECT_EQ(GetDelay(dumbbell.GetHostDevices(Side::RIGHT).Get(0)), MilliSeconds(2));
}

TEST_F(DumbbellTopologyTest, FlowsThereThenFlowsBack)
{
    for (const bool shared : {false, true})
    {
        m_parameters.sharedHosts = shared;
        m_parameters.ipv6 = shared;
        const auto topology = Build(2, 3);
        const auto& flows = *topology;
        const auto& senders = topology->GetDumbbell().GetSenders();
        const auto& receivers = topology->GetDumbbell().GetReceivers();
        EXPECT_EQ(senders.GetN(), shared ? 3U : 5U);
        for (uint32_t flow = 0; flow < 5; ++flow)
        {
            const auto ends = flows.GetEnds(flow, 90 + flow);
            const auto pair = shared && flow >= 3 ? flow - 3 : flow;
            const auto left = senders.Get(pair);
            const auto right = receivers.Get(pair);
            const bool isThere = flow < 2;
            EXPECT_EQ(flows.GetDirection(flow), isThere ? FORWARD : REVERSE);
            EXPECT_EQ(ends.source, isThere ? left : right);
            EXPECT_EQ(ends.destination, isThere ? right : left);
            const auto& dumbbell = topology->GetDumbbell();
            EXPECT_EQ(ends.to,
                      isThere ? dumbbell.GetReceiverAddress(pair, 90 + flow)
                              : dumbbell.GetSenderAddress(pair, 90 + flow));
            EXPECT_EQ(ends.listen, dumbbell.GetAnyAddress(90 + flow));
            EXPECT_EQ(Inet6SocketAddress::IsMatchingType(ends.to), shared);
        }
        Simulator::Destroy();
    }
}

// RFC 8257, section 3.1: by the length at this moment alone, all above the threshold, none dropped.
TEST_F(DumbbellTopologyTest, AQueueThatMarksDoesSoAsDctcpWantsIt)
{
    m_parameters.marking = 7;
    m_parameters.queue = 19;
    const auto topology = Build(1);
    for (const auto direction : {FORWARD, REVERSE})
    {
        const auto device = topology->GetDumbbell().GetBottleneckDevice(direction);
        const auto control = device->GetNode()->GetObject<TrafficControlLayer>();
        const auto queue = control->GetRootQueueDiscOnDevice(device);
        EXPECT_EQ(queue->GetInstanceTypeId().GetName(), "ns3::RedQueueDisc");
        EXPECT_EQ(queue->GetMaxSize(), QueueSize("19p"));
        for (const auto& [name, expected] : {std::pair{"MinTh", 7.0}, {"MaxTh", 7.0}, {"QW", 1.0}})
        {
            DoubleValue value;
            queue->GetAttribute(name, value);
            EXPECT_EQ(value.Get(), expected) << name;
        }
        for (const auto& [name, expected] : {std::pair{"UseEcn", true}, {"UseHardDrop", false}})
        {
            BooleanValue value;
            queue->GetAttribute(name, value);
            EXPECT_EQ(value.Get(), expected) << name;
        }
        UintegerValue octets;
        queue->GetAttribute("MeanPktSize", octets);
        EXPECT_EQ(octets.Get(), SEGMENT + 42);
        // What waits is in the disc, where it can be marked.
        EXPECT_EQ(topology->GetDumbbell().GetBottleneckQueue(direction)->GetMaxSize(),
                  QueueSize("1p"));
    }
}

// Windows of ten segments lose nothing else. As the fourth one is lost, no ACK of five comes. The
// second flow, which begins before the first one in this run, has the same numbers, and this ACK.
TEST_F(DumbbellTopologyTest, PlannedLossesAreOfTheFirstFlowAlone)
{
    m_parameters.losses.drop = "4,7";
    m_parameters.losses.dropAcks = "3:1,5:1";
    m_sockets.sizes.receiveBuffer = 10 * SEGMENT;
    const auto topology = Build(2);
    EXPECT_EQ(topology->GetPlannedDrops(), 4U);
    RngSeedManager::SetRun(2);
    const auto run = Run(*topology, 2, MilliSeconds(500));
    RngSeedManager::SetRun(1);
    EXPECT_EQ(topology->GetPlannedDrops(), 1U);
    const auto& flow = run->GetFlow(0);
    EXPECT_EQ(flow.GetRetransmissions().size(), 2U);
    EXPECT_EQ(flow.GetReceivedBytes(Time(0), flow.GetRetransmissions().front()), 3 * SEGMENT);
    EXPECT_EQ(run->GetFlow(1).GetRetransmissions().size(), 0U);
    EXPECT_LT(run->GetFlow(1).GetReceived().front().time, flow.GetReceived().front().time);
}

TEST_F(DumbbellTopologyTest, RandomLossesAreTheSameInEachRun)
{
    m_parameters.losses.forward = 0.1;
    std::vector<std::vector<Time>> repairs;
    for (const int others : {0, 3})
    {
        for (int i = 0; i < others; ++i)
        {
            CreateObject<UniformRandomVariable>()->GetValue();
        }
        repairs.push_back(Run(*Build(1), 1)->GetFlow(0).GetRetransmissions());
    }
    EXPECT_EQ(repairs[0], repairs[1]);
    EXPECT_FALSE(repairs[0].empty());
}

// Streams are fixed so that results stay the same: those of the links from 0 on, of the starts from
// a million on, of the two-state losses from two millions on, two each.
TEST_F(DumbbellTopologyTest, TwoStateLossesHaveStreamsOfTheirOwn)
{
    m_parameters.losses.markov = {"0.1,0.1,0.5,0.5,0.1,0.9", "0.1,0.1,0.5,0.5,0.1,0.9"};
    const auto topology = Build(1);
    for (const auto& [direction, receiving, stream] :
         {std::tuple{FORWARD, REVERSE, 2'000'000}, {REVERSE, FORWARD, 2'000'002}})
    {
        PointerValue pointer;
        topology->GetDumbbell().GetBottleneckDevice(receiving)->GetAttribute("ReceiveErrorModel",
                                                                             pointer);
        const auto model = pointer.Get<ErrorModel>();
        const auto same = MakeMarkov(m_parameters.losses.GetMarkov(direction));
        same->AssignStreams(stream);
        for (int i = 0; i < 100; ++i)
        {
            const auto packet = Create<Packet>(1);
            EXPECT_EQ(model->IsCorrupt(packet), same->IsCorrupt(packet)) << i;
            Simulator::Stop(MilliSeconds(30));
            Simulator::Run();
        }
    }
}

TEST_F(DumbbellTopologyTest, StartsAreSpreadByAStreamOfTheirOwn)
{
    const auto topology = Build(3);
    FlowRun run(*topology, m_sockets);
    run.AddFlows(3, MilliSeconds(500), Seconds(2));
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1'000'000);
    for (uint32_t flow = 0; flow < 3; ++flow)
    {
        TimeValue start;
        const auto ends = topology->GetEnds(flow, 1);
        ends.source->GetApplication(0)->GetAttribute("StartTime", start);
        EXPECT_EQ(start.Get(), MilliSeconds(500) + Seconds(2) * random->GetValue());
        EXPECT_EQ(FlowRun::GetPort(flow), 5001 + flow);
    }
}

// Without links the path's pipe takes as long as they would: 1 ms and 2 ms, and 1.084 ms for a full
// segment of 542 octets at 4 Mbit/s each, but 84 us for an ACK.
TEST_F(DumbbellTopologyTest, ADirectPathTakesAsLongInEachDirection)
{
    m_parameters.direct = true;
    m_parameters.rate = DataRate("8Mbps");
    m_parameters.delay = MilliSeconds(10);
    m_parameters.left = {DataRate("4Mbps"), MilliSeconds(1)};
    m_parameters.right = {DataRate("4Mbps"), MilliSeconds(2)};
    const auto topology = Build(1);
    const auto device = topology->GetDumbbell().GetBottleneckDevices().Get(0);
    EXPECT_TRUE(DynamicCast<PathNetDevice>(device));
    const auto run = Run(*topology, 1);
    const auto& flow = run->GetFlow(0);
    const auto handshake = flow.GetSeries("rtt").front();
    const auto data = flow.GetReceived().front().time - handshake.time;
    // Two packets of three options at most, whose last bits have less than 0.15 ms between them.
    EXPECT_NEAR(handshake.value, 0.026 + 0.002168 + 0.000168 + 0.0001, 0.00005);
    // Behind the handshake's ACK of 42 octets.
    EXPECT_EQ(data, NanoSeconds(13'000'000 + 2'168'000 + 542'000 + 42'000));
}

} // namespace DumbbellTopologyTests

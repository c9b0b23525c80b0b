/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/drop-tail-queue.h"
#include "ns3/error-model.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-flow-probe.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6-flow-probe.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/path-net-device.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{
namespace PathNetDeviceTests
{

constexpr uint16_t PORT = 9;
constexpr int SENT = 5;
constexpr auto FORWARD = LossyPathHelper::Direction::FORWARD;

/// What a test is about.
struct Setting
{
    bool ipv6;              //!< or IPv4
    bool hasTrafficControl; //!< the device stops the layer above when its queue is full
};

/// Addresses of two nodes, of either family. @return the second node's, for UDP
Address
Assign(const NetDeviceContainer& devices, bool ipv6)
{
    if (ipv6)
    {
        const auto interfaces = Ipv6AddressHelper("fd00::", Ipv6Prefix(64)).Assign(devices);
        return Inet6SocketAddress(interfaces.GetAddress(1, 1), PORT);
    }
    const auto interfaces = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
    return InetSocketAddress(interfaces.GetAddress(1), PORT);
}

/// What FlowMonitor says of five packets of 1000 octets with all headers that are sent at once,
/// over 8 Mbit/s, a millisecond for each, and 10 ms, with room for two that wait.
FlowMonitor::FlowStats
Watch(const Setting& setting)
{
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    LossyPathHelper path;
    path.SetRate(FORWARD, DataRate("8Mbps"));
    path.SetDelay(FORWARD, MilliSeconds(10));
    path.SetQueue(FORWARD, QueueSize("2p"));
    path.SetTrafficControl(setting.hasTrafficControl);
    const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
    const auto receiver = Assign(devices, setting.ipv6);
    FlowMonitorHelper helper;
    const auto monitor = helper.InstallAll();

    const auto sink = Socket::CreateSocket(nodes.Get(1), UdpSocketFactory::GetTypeId());
    sink->Bind(receiver);
    const auto source = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
    // PPP 2 octets, UDP 8.
    const uint32_t payload = 1000 - 2 - 8 - (setting.ipv6 ? 40 : 20);
    // When what IPv6 does at first is over.
    ns3compat::ScheduleCall(Seconds(10), [&] {
        for (int i = 0; i < SENT; ++i)
        {
            source->SendTo(Create<Packet>(payload), 0, receiver);
        }
    });
    Simulator::Stop(Seconds(11));
    Simulator::Run();
    const auto flows = monitor->GetFlowStats();
    Simulator::Destroy();
    EXPECT_EQ(flows.size(), 1U);
    return flows.empty() ? FlowMonitor::FlowStats() : flows.begin()->second;
}

class PathNetDeviceFlow : public testing::TestWithParam<bool>
{
};

TEST_P(PathNetDeviceFlow, IsSeenByFlowMonitor)
{
    const auto flow = Watch({GetParam(), false});
    EXPECT_EQ(flow.txPackets, 5U);
    EXPECT_EQ(flow.txBytes, 5U * 998);
    // One on the link, two that wait.
    EXPECT_EQ(flow.rxPackets, 3U);
    EXPECT_EQ(flow.rxBytes, 3U * 998);
    EXPECT_EQ(flow.lostPackets, 2U);
    const auto byQueue = GetParam() ? static_cast<uint32_t>(Ipv6FlowProbe::DROP_QUEUE)
                                    : static_cast<uint32_t>(Ipv4FlowProbe::DROP_QUEUE);
    ASSERT_GT(flow.packetsDropped.size(), byQueue);
    EXPECT_EQ(flow.packetsDropped[byQueue], 2U);
    EXPECT_EQ(flow.delaySum, MilliSeconds(11 + 12 + 13));
    EXPECT_EQ(flow.jitterSum, MilliSeconds(1 + 1));
    EXPECT_EQ(flow.timeLastRxPacket, Seconds(10.013));
}

TEST_P(PathNetDeviceFlow, WaitsAboveTheDeviceWithTrafficControl)
{
    const auto flow = Watch({GetParam(), true});
    EXPECT_EQ(flow.rxPackets, 5U);
    EXPECT_EQ(flow.lostPackets, 0U);
    EXPECT_EQ(flow.delaySum, MilliSeconds(11 + 12 + 13 + 14 + 15));
    EXPECT_EQ(flow.jitterSum, MilliSeconds(4));
}

INSTANTIATE_TEST_SUITE_P(BothFamilies, PathNetDeviceFlow, testing::Bool());

constexpr uint16_t IPV4 = 0x0800;
constexpr uint16_t IPV6 = 0x86dd;

/// Two ends of a link of 8 Mbit/s and 10 ms: a packet of 1000 octets, two of them PPP's, takes a
/// millisecond.
struct PathNetDeviceLink : testing::Test
{
    /// When it changed, ms; packets and octets that wait.
    using Length = std::tuple<double, uint32_t, uint32_t>;

    PathNetDeviceLink()
    {
        const auto channel = CreateObject<PathChannel>();
        for (const auto& device : {sender, receiver})
        {
            CreateObject<Node>()->AddDevice(device);
            device->SetDataRate(DataRate("8Mbps"));
            device->SetDelay(MilliSeconds(10));
            device->Attach(channel);
        }
        receiver->SetReceiveCallback(MakeCallback(&PathNetDeviceLink::Receive, this));
        sender->TraceConnectWithoutContext("QueueLength",
                                           MakeCallback(&PathNetDeviceLink::Note, this));
    }

    ~PathNetDeviceLink() override
    {
        Simulator::Destroy();
    }

    bool Receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t protocol, const Address&)
    {
        arrivals.push_back(Simulator::Now().GetSeconds() * 1000);
        protocols.push_back(protocol);
        return true;
    }

    void Note(Time when, uint32_t packets, uint32_t octets)
    {
        lengths.emplace_back(when.GetSeconds() * 1000, packets, octets);
    }

    bool Send(uint16_t protocol = IPV4) const
    {
        return sender->Send(Create<Packet>(998), sender->GetBroadcast(), protocol);
    }

    static void RunUntil(Time instant)
    {
        Simulator::Stop(instant - Simulator::Now());
        Simulator::Run();
    }

    Ptr<PathNetDevice> sender = CreateObject<PathNetDevice>();
    Ptr<PathNetDevice> receiver = CreateObject<PathNetDevice>();
    std::vector<double> arrivals; //!< ms
    std::vector<uint16_t> protocols;
    std::vector<Length> lengths;
};

TEST_F(PathNetDeviceLink, AnotherDelayIsThatOfWhatHasNotBegun)
{
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_TRUE(Send());
    }
    RunUntil(MicroSeconds(1500));
    // The second one is on its way.
    sender->SetDelay(MilliSeconds(20));
    sender->SetDelay(MilliSeconds(30));
    RunUntil(MilliSeconds(50));
    EXPECT_TRUE(Send());
    RunUntil(MilliSeconds(100));
    EXPECT_EQ(arrivals, (std::vector<double>{11, 12, 33, 34, 81}));
    const std::vector<Length> expected{{0, 1, 1000},
                                       {0, 0, 0},
                                       {0, 1, 1000},
                                       {0, 2, 2000},
                                       {0, 3, 3000},
                                       {1, 2, 2000},
                                       {2, 1, 1000},
                                       {3, 0, 0},
                                       {50, 1, 1000},
                                       {50, 0, 0}};
    EXPECT_EQ(lengths, expected);
}

// By events as computed: each packet comes to the queue, and leaves it when it begins to be sent.
TEST_F(PathNetDeviceLink, TellsTheLengthOfAQueueThatIsServed)
{
    sender->GetQueue();
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_TRUE(Send());
    }
    RunUntil(MilliSeconds(50));
    const std::vector<Length> expected{{0, 1, 1000},
                                       {0, 0, 0},
                                       {0, 1, 1000},
                                       {0, 2, 2000},
                                       {1, 1, 1000},
                                       {2, 0, 0}};
    EXPECT_EQ(lengths, expected);
}

TEST_F(PathNetDeviceLink, AQueueIsNotMadeShorterThanWhatWaits)
{
    for (int i = 0; i < 3; ++i)
    {
        Send();
    }
    EXPECT_DEATH(sender->SetMaxSize(QueueSize("1p")), "MaxSize must not be below what waits, 1p");
    EXPECT_DEATH(sender->SetMaxSize(QueueSize("0p")), "MaxSize must be above 0");
    RunUntil(MicroSeconds(1500));
    sender->SetMaxSize(QueueSize("1p"));
    EXPECT_FALSE(Send());
    EXPECT_EQ(sender->GetMaxSize(), QueueSize("1p"));
    // The queue that an event serves is as long.
    EXPECT_EQ(sender->GetQueue()->GetMaxSize(), QueueSize("1p"));
    EXPECT_EQ(sender->GetQueue()->GetNPackets(), 1U);
    EXPECT_FALSE(Send());
    sender->SetMaxSize(QueueSize("2p"));
    EXPECT_TRUE(Send());
    EXPECT_FALSE(Send());
    EXPECT_EQ(sender->GetMaxSize(), QueueSize("2p"));
}

TEST_F(PathNetDeviceLink, WhatWaitsMovesToAnotherQueue)
{
    int drops = 0;
    void (*const count)(int*, Ptr<const Packet>) = [](int* drops, auto) { ++*drops; };
    sender->TraceConnectWithoutContext("MacTxDrop", MakeBoundCallback(count, &drops));
    const auto small = CreateObject<DropTailQueue<Packet>>();
    small->SetMaxSize(QueueSize("2p"));
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_TRUE(Send());
    }
    // Three wait: there is room for two. Nobody has asked for the queue before.
    RunUntil(MicroSeconds(1500));
    sender->SetQueue(small);
    EXPECT_EQ(drops, 1);
    sender->SetQueue(small);
    EXPECT_EQ(small->GetNPackets(), 2U);
    // One waits, and an event takes this one out of the queue.
    RunUntil(MicroSeconds(2500));
    sender->SetQueue(nullptr);
    EXPECT_EQ(small->GetNPackets(), 0U);
    EXPECT_EQ(sender->GetMaxSize(), QueueSize("100p"));
    RunUntil(MilliSeconds(50));
    EXPECT_EQ(drops, 1);
    EXPECT_EQ(arrivals, (std::vector<double>{11, 12, 13, 14}));
    const std::vector<Length> expected{{0, 1, 1000},
                                       {0, 0, 0},
                                       {0, 1, 1000},
                                       {0, 2, 2000},
                                       {0, 3, 3000},
                                       {0, 4, 4000},
                                       {1, 3, 3000},
                                       {1.5, 2, 2000},
                                       {2, 1, 1000},
                                       {2.5, 1, 1000},
                                       {3, 0, 0}};
    EXPECT_EQ(lengths, expected);
}

TEST_F(PathNetDeviceLink, HasTheTracesOfAPointToPointDeviceButForOne)
{
    const auto theirs = PointToPointNetDevice::GetTypeId();
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < theirs.GetTraceSourceN(); ++i)
    {
        const auto name = theirs.GetTraceSource(i).name;
        if (!PathNetDevice::GetTypeId().LookupTraceSourceByName(name))
        {
            missing.push_back(name);
        }
    }
    EXPECT_EQ(missing, std::vector<std::string>{"PhyTxDrop"});
}

TEST_F(PathNetDeviceLink, CarriesBothFamiliesByTheirNumbersInPpp)
{
    std::vector<uint16_t> seen;
    void (*const note)(std::vector<uint16_t>*, Ptr<const Packet>) = [](auto* where, auto packet) {
        PppHeader ppp;
        packet->PeekHeader(ppp);
        where->push_back(ppp.GetProtocol());
    };
    sender->TraceConnectWithoutContext("MacTx", MakeBoundCallback(note, &seen));
    Send(IPV6);
    Send(IPV4);
    RunUntil(Seconds(1));
    EXPECT_EQ(seen, (std::vector<uint16_t>{0x0057, 0x0021}));
    EXPECT_EQ(protocols, (std::vector<uint16_t>{IPV6, IPV4}));
    EXPECT_DEATH(Send(0x0806), "must be 0x0800 .IPv4. or 0x86dd .IPv6., not 2054");
}

TEST_F(PathNetDeviceLink, ADisposedEndKeepsNothing)
{
    const auto model = CreateObject<RateErrorModel>();
    const auto impairment = CreateObject<PathImpairment>();
    sender->SetReceiveErrorModel(model);
    sender->SetImpairment(impairment);
    sender->Dispose();
    EXPECT_EQ(model->GetReferenceCount(), 1U);
    EXPECT_EQ(impairment->GetReferenceCount(), 1U);
    EXPECT_EQ(sender->GetNode(), nullptr);
    EXPECT_EQ(sender->GetChannel(), nullptr);
    EXPECT_FALSE(sender->IsLinkUp());
    EXPECT_FALSE(Send());
}

TEST_F(PathNetDeviceLink, ADisposedEndKeepsNothingOfWhoReceives)
{
    const auto kept = CreateObject<RateErrorModel>();
    sender->SetReceiveCallback(NetDevice::ReceiveCallback(
        [kept](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
            return kept != nullptr;
        }));
    EXPECT_GT(kept->GetReferenceCount(), 1U);
    sender->Dispose();
    EXPECT_EQ(kept->GetReferenceCount(), 1U);
}

TEST_F(PathNetDeviceLink, IsALinkBetweenTwo)
{
    EXPECT_TRUE(sender->IsLinkUp());
    EXPECT_TRUE(sender->IsPointToPoint());
    EXPECT_TRUE(sender->IsBroadcast());
    EXPECT_TRUE(sender->IsMulticast());
    EXPECT_FALSE(sender->IsBridge());
    EXPECT_FALSE(sender->NeedsArp());
    EXPECT_FALSE(sender->SupportsSendFrom());
    EXPECT_FALSE(sender->SendFrom(Create<Packet>(1), Address(), Address(), IPV4));
    EXPECT_TRUE(sender->SetMtu(1400));
    EXPECT_EQ(sender->GetMtu(), 1400);
    EXPECT_EQ(sender->AssignStreams(5), 4);
    const auto jitter = CreateObject<UniformRandomVariable>();
    const auto impairment = CreateObject<PathImpairment>();
    impairment->SetAttribute("Jitter", PointerValue(jitter));
    sender->SetImpairment(impairment);
    EXPECT_EQ(sender->AssignStreams(5), 4);
    EXPECT_EQ(jitter->GetStream(), 6) << "behind the one of the device's own";
    EXPECT_DEATH(sender->SetDataRate(DataRate(0)), "DataRate must be above 0");
    EXPECT_DEATH(sender->SetDelay(Seconds(-1)), "PathNetDevice: Delay must not be negative");
    EXPECT_DEATH(sender->SetConditions(nullptr), "conditions must not be null");
    int changes = 0;
    void (*const count)(int*) = [](int* changes) { ++*changes; };
    const auto other = CreateObject<PathNetDevice>();
    other->AddLinkChangeCallback(MakeBoundCallback(count, &changes));
    EXPECT_FALSE(other->IsLinkUp());
    EXPECT_EQ(changes, 0);
    other->Attach(CreateObject<PathChannel>());
    EXPECT_EQ(changes, 1);
    EXPECT_FALSE(other->Send(Create<Packet>(1), Address(), IPV4)) << "there is no other end yet";
}

} // namespace PathNetDeviceTests

} // namespace ns3

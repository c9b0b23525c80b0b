/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/arp-cache.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6.h"
#include "ns3/mobility-model.h"
#include "ns3/node-list.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/ssid.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/wifi-mac-queue.h"
#include "ns3/wifi-mac.h"
#include "ns3/wifi-net-device.h"
#include "ns3/wifi-path-helper.h"
#include "ns3/wifi-phy.h"

#include <gtest/gtest.h>
#include <vector>

namespace WifiPathHelperTests
{

using namespace ns3;

TEST(WifiPathHelperDeathTest, WhatAccessPointsCannotDoIsRefused)
{
    EXPECT_DEATH(WifiPathHelper(2008), "flows must lie in \\[1, 2007\\], not 2008");
    WifiPathHelper helper(1);
    EXPECT_DEATH(helper.SetWireless(DataRate("7Mbps"), Time(0)), "rate must be one of 6.5, 13");
    EXPECT_DEATH(helper.SetWireless(DataRate("13Mbps"), MilliSeconds(1)), "delay must be 0");
    EXPECT_DEATH(helper.SetRetryLimit(256), "retry limit must lie in \\[0, 255\\], not 256");
    const auto find = [](uint32_t flows, Time delay) {
        return WirelessPathHelper::FindFault("wifi", flows, DataRate("65Mbps"), delay, 255).text;
    };
    EXPECT_EQ(find(2007, Time(0)), "");
    EXPECT_EQ(find(2008, Time(0)), "must lie in [1, 2007] over wifi, not 2008");
    EXPECT_NE(find(1, NanoSeconds(1)), "");
    EXPECT_EQ(WifiPathHelper(2007).GetSenders().GetN(), 0U);
    helper.SetRetryLimit(255);
}

/// What the helper sets, of four flows: no packet shows all of it.
class WifiPath : public testing::Test
{
  protected:
    WifiPath()
        : path(4)
    {
        path.SetQueue(123);
        path.SetRetryLimit(2);
        path.Build();
    }

    ~WifiPath() override
    {
        Simulator::Destroy();
    }

    Ptr<WifiNetDevice> GetDevice(uint32_t i) const
    {
        return DynamicCast<WifiNetDevice>(path.GetWifiDevices().Get(i));
    }

    static Vector GetPlace(Ptr<Node> node)
    {
        return node->GetObject<MobilityModel>()->GetPosition();
    }

    WifiPathHelper path;
};

TEST_F(WifiPath, StationsStandAMetreAroundTheAccessPoint)
{
    const std::vector<Vector> places{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
    for (std::size_t i = 0; i < places.size(); ++i)
    {
        EXPECT_LT(CalculateDistance(GetPlace(path.GetReceivers().Get(i)), places[i]), 1e-9) << i;
    }
    EXPECT_EQ(GetPlace(path.GetBaseStation()).GetLength(), 0.0);
}

TEST_F(WifiPath, FramesGoOneByOneFromTheQueueThatItIsTold)
{
    ASSERT_EQ(path.GetWifiDevices().GetN(), 5U);
    for (uint32_t i = 0; i < 5; ++i)
    {
        UintegerValue aggregated;
        GetDevice(i)->GetMac()->GetAttribute("BE_MaxAmpduSize", aggregated);
        EXPECT_EQ(aggregated.Get(), 0U);
        EXPECT_EQ(GetDevice(i)->GetPhy()->GetChannelNumber(), 36);
        EXPECT_TRUE(GetDevice(i)->GetMac()->GetSsid().IsEqual(Ssid("tcp-lossy")));
    }
    const auto queue = GetDevice(0)->GetMac()->GetTxopQueue(AC_BE);
    EXPECT_EQ(queue->GetMaxSize(), QueueSize("123p"));
    EXPECT_EQ(queue->GetMaxDelay(), Days(1));
}

TEST_F(WifiPath, TheWireTakesWhatTheHopTakesAndNothingWaitsInFrontOfIt)
{
    const auto sources = path.GetSenders();
    for (auto source = sources.Begin(); source != sources.End(); ++source)
    {
        // The first one is the loopback.
        const auto device = DynamicCast<PointToPointNetDevice>((*source)->GetDevice(1));
        ASSERT_TRUE(device);
        EXPECT_EQ(device->GetMtu(), GetDevice(0)->GetMtu());
        EXPECT_EQ(device->GetQueue()->GetMaxSize(), QueueSize("10000000p"));
    }
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        EXPECT_EQ((*node)->GetObject<Ipv6>(), nullptr);
        const auto control = (*node)->GetObject<TrafficControlLayer>();
        for (uint32_t i = 0; i < (*node)->GetNDevices(); ++i)
        {
            EXPECT_EQ(control->GetRootQueueDiscOnDevice((*node)->GetDevice(i)), nullptr);
        }
    }
}

TEST_F(WifiPath, NobodyOfTheHopAsksForAnAddress)
{
    const auto find = [this](Ptr<Node> node, uint32_t device, Ptr<Node> other) {
        const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
        const auto interface = ipv4->GetInterfaceForDevice(GetDevice(device));
        const auto otherIpv4 = other->GetObject<Ipv4>();
        const auto address = otherIpv4->GetAddress(otherIpv4->GetNInterfaces() - 1, 0).GetLocal();
        return ipv4->GetInterface(interface)->GetArpCache()->Lookup(address);
    };
    for (uint32_t station = 0; station < 4; ++station)
    {
        const auto node = path.GetReceivers().Get(station);
        auto* own = find(node, 1 + station, path.GetBaseStation());
        auto* ofStation = find(path.GetBaseStation(), 0, node);
        ASSERT_TRUE(own && ofStation);
        EXPECT_TRUE(own->IsPermanent());
        EXPECT_TRUE(ofStation->IsPermanent());
        EXPECT_EQ(own->GetMacAddress(), GetDevice(0)->GetAddress());
        EXPECT_EQ(ofStation->GetMacAddress(), GetDevice(1 + station)->GetAddress());
    }
}

// A stream more or less is one that two things share.
TEST_F(WifiPath, StreamsAreThoseOfTheDevicesAndStacksAndOneForEachStationsLoss)
{
    const NodeContainer nodes(NodeContainer(path.GetBaseStation()),
                              path.GetSenders(),
                              path.GetReceivers());
    const auto ofDevices = WifiHelper().AssignStreams(path.GetWifiDevices(), 0);
    const auto ofStacks = InternetStackHelper().AssignStreams(nodes, 0);
    EXPECT_EQ(path.AssignStreams(7), 4 + ofDevices + ofStacks);
}

// ns-3's access points drop what has waited for half a second. At 6.5 Mbit/s 800 packets of 1500
// octets take more than 1.4 s.
TEST(WifiPathHelper, ThePathsQueueKeepsPacketsHoweverLong)
{
    constexpr uint32_t PACKETS = 800;
    WifiPathHelper path(1);
    path.SetWired(DataRate("100Mbps"), MilliSeconds(1));
    path.SetWireless(DataRate("6.5Mbps"), Time(0));
    path.SetQueue(PACKETS);
    path.SetPacketLoss(0);
    path.SetTrafficControl(false);
    path.Build();
    path.AssignStreams(0);
    const auto open = [](const Ptr<Node>& node) {
        return Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    };
    const auto source = open(path.GetSenders().Get(0));
    const auto destination = open(path.GetReceivers().Get(0));
    destination->Bind(path.GetAnyAddress(7));
    source->Connect(path.GetReceiverAddress(0, 7));
    uint32_t arrived = 0;
    destination->SetRecvCallback(Callback<void, Ptr<Socket>>([&arrived](Ptr<Socket> socket) {
        while (socket->Recv())
        {
            ++arrived;
        }
    }));
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        // As fast as the wire takes them.
        Simulator::Schedule(Seconds(1) + MicroSeconds(130) * static_cast<int64_t>(i),
                            [&source] { source->Send(Create<Packet>(1472)); });
    }
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_EQ(arrived, PACKETS);
    Simulator::Destroy();
}

} // namespace WifiPathHelperTests

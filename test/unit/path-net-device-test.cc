/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <cstdint>
#include <gtest/gtest.h>

namespace ns3
{
namespace
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

} // namespace
} // namespace ns3

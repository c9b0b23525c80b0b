/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/wifi-path-helper.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(WifiPathHelperDeathTest, WhatAccessPointsCannotDoIsRefused)
{
    EXPECT_DEATH(WifiPathHelper(2008), "flows must lie in \\[1, 2007\\], not 2008");
    WifiPathHelper helper(1);
    EXPECT_DEATH(helper.SetWireless(DataRate("7Mbps"), Time(0)), "rate must be one of 6.5, 13");
    EXPECT_DEATH(helper.SetWireless(DataRate("13Mbps"), MilliSeconds(1)), "delay must be 0");
    EXPECT_DEATH(helper.SetRetryLimit(256), "retry limit must lie in \\[0, 255\\], not 256");
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
    path.SetPacketErrorRate(0);
    path.SetTrafficControl(false);
    path.Build();
    path.AssignStreams(0);
    const auto open = [](const Ptr<Node>& node) {
        return Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    };
    const auto source = open(path.GetSources().Get(0));
    const auto destination = open(path.GetDestinations().Get(0));
    destination->Bind(path.GetAnyAddress(7));
    source->Connect(path.GetDestinationAddress(0, 7));
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

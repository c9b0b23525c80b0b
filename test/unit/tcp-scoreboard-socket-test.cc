/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/// Which end has a threshold of 0.
enum class End
{
    NONE,
    ACTIVE,
    PASSIVE,
};

/// Connect two sockets of one node. @param end who needs no duplicate ACK at all @return success
bool
Connect(End end)
{
    NodeContainer node(1);
    InternetStackHelper().Install(node);
    const auto factory = TcpScoreboardSocketHelper().InstallByName(node, "ThresholdTest");
    const auto listener = Socket::CreateSocket(node.Get(0), factory);
    const auto socket = Socket::CreateSocket(node.Get(0), factory);
    if (end != End::NONE)
    {
        (end == End::ACTIVE ? socket : listener)->SetAttribute("ReTxThreshold", UintegerValue(0));
    }
    bool isConnected = false;
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
    listener->Listen();
    socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([&isConnected](Ptr<Socket>) { isConnected = true; }),
        MakeNullCallback<void, Ptr<Socket>>());
    socket->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), 80));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    return isConnected;
}

} // namespace

// ns-3's attribute takes 0, with which any ACK would begin a recovery.
TEST(TcpScoreboardSocket, AThresholdOfNoDuplicatesIsRefused)
{
    EXPECT_TRUE(Connect(End::NONE));
    EXPECT_DEATH(Connect(End::ACTIVE), "ReTxThreshold is 0; it must be at least 1");
    EXPECT_DEATH(Connect(End::PASSIVE), "ReTxThreshold is 0; it must be at least 1");
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <utility>

namespace TcpStockFastSocketTests
{

using namespace ns3;

/// What Send() returns for so many octets, and the error that the socket then has.
std::pair<int, Socket::SocketErrno>
Send(Ptr<Socket> socket, uint32_t octets)
{
    const int result = socket->Send(Create<Packet>(octets), 0);
    return {result, socket->GetErrno()};
}

// As ns3::Socket says: -1, and the reason is the socket's error.
TEST(TcpStockFastSocket, WhatSendRefusesIsMinusOne)
{
    NodeContainer node(1);
    InternetStackHelper().Install(node);
    TcpVariantPreset("stock-fast").Install(node);
    const auto listener = Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
    listener->Listen();
    const auto socket = Socket::CreateSocket(node.Get(0), TcpSocketFactory::GetTypeId());
    ASSERT_EQ(socket->GetInstanceTypeId().GetName(), "ns3::TcpStockFastSocket");
    socket->SetAttribute("SndBufSize", UintegerValue(10000));

    EXPECT_EQ(Send(socket, 1), std::pair(-1, Socket::ERROR_NOTCONN)) << "nobody is there";
    socket->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), 80));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    EXPECT_EQ(Send(socket, 10001), std::pair(-1, Socket::ERROR_MSGSIZE)) << "too large";
    EXPECT_EQ(Send(socket, 5000).first, 5000);
    socket->ShutdownSend();
    EXPECT_EQ(Send(socket, 1), std::pair(-1, Socket::ERROR_SHUTDOWN)) << "shut, while data waits";
    Simulator::Destroy();
}

TEST(TcpStockFastSocket, ItsPresetLeavesTheControlToTheNode)
{
    TcpVariantPreset preset("stock-fast");
    EXPECT_EQ(preset.GetCongestionControl().GetName(), "ns3::TcpCongestionOps");
    EXPECT_DEATH(preset.Set("ns3::TcpFack::Overdamping", BooleanValue(true)),
                 "consists of the node's own, the node's own and ns3::TcpStockFastSocket");
}

} // namespace TcpStockFastSocketTests

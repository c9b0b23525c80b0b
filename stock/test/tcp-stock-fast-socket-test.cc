/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <array>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
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

/// Two nodes of one socket, which are joined by a link of 10 ms.
class Pair
{
  public:
    /// @param preset of both; "" for ns-3's own
    explicit Pair(const std::string& preset)
        : m_nodes(2)
    {
        PointToPointHelper link;
        link.SetChannelAttribute("Delay", StringValue("10ms"));
        const auto devices = link.Install(m_nodes);
        InternetStackHelper().Install(m_nodes);
        const auto ends = Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        if (!preset.empty())
        {
            TcpVariantPreset(preset).Install(m_nodes);
        }
        for (const uint32_t i : {0, 1})
        {
            address[i] = InetSocketAddress(ends.GetAddress(i), 80);
            socket[i] = Socket::CreateSocket(m_nodes.Get(i), TcpSocketFactory::GetTypeId());
            socket[i]->Bind(address[i]);
            Hear(socket[i]);
            m_nodes.Get(i)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Tx",
                Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                    [this](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                        const auto segment = packet->Copy();
                        Ipv4Header ip;
                        TcpHeader tcp;
                        segment->RemoveHeader(ip);
                        segment->RemoveHeader(tcp);
                        happened << Simulator::Now().GetNanoSeconds() << ' ' << tcp << ' '
                                 << segment->GetSize() << '\n';
                    }));
        }
        socket[1]->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> other, const Address&) {
                accepted = other;
                Hear(other);
            }));
        Run(Seconds(1)); // nothing can be sent before the nodes have begun
    }

    ~Pair()
    {
        Simulator::Destroy();
    }

    /// @return what has happened until then @param time until when
    std::string Run(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
        return happened.str();
    }

    std::array<InetSocketAddress, 2> address{InetSocketAddress(80),
                                             InetSocketAddress(80)}; //!< of both
    std::array<Ptr<Socket>, 2> socket;                               //!< client and server
    Ptr<Socket> accepted;                                            //!< the server's end
    uint32_t read{0};                                                //!< octets, by all
    uint32_t errors{0};          //!< ends that were none in order
    std::ostringstream happened; //!< all that is sent

  private:
    /// @param one reads what arrives, and hears of its end
    void Hear(Ptr<Socket> one)
    {
        one->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> reader) {
            while (const auto packet = reader->Recv())
            {
                if (packet->GetSize() == 0)
                {
                    break;
                }
                read += packet->GetSize();
            }
        }));
        one->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                               Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ++errors; }));
    }

    NodeContainer m_nodes;
};

// Faults of ns-3's own socket where a connection begins and ends.
TEST(TcpStockFastSocket, TwoThatOpenAtOnceResetEachOtherAsNs3s)
{
    const auto run = [](const std::string& preset) {
        Pair pair(preset);
        pair.socket[0]->Connect(pair.address[1]);
        pair.socket[1]->Connect(pair.address[0]);
        const auto happened = pair.Run(Seconds(100));
        EXPECT_EQ(pair.errors, 2U) << preset;
        return happened;
    };
    EXPECT_EQ(run(""), run("stock-fast"));
}

TEST(TcpStockFastSocket, WhatAConnectionHasNotSentGoesWithTheNextOneAsNs3s)
{
    const auto run = [](const std::string& preset) {
        Pair pair(preset);
        pair.socket[0]->Connect(InetSocketAddress(pair.address[1].GetIpv4(), 81));
        EXPECT_EQ(pair.socket[0]->Send(Create<Packet>(1072), 0), 1072);
        pair.Run(Seconds(1)); // nobody listens there
        pair.socket[1]->Listen();
        pair.socket[0]->Connect(pair.address[1]);
        pair.Run(Seconds(1));
        EXPECT_EQ(pair.socket[0]->Send(Create<Packet>(536), 0), 536);
        const auto happened = pair.Run(Seconds(1));
        EXPECT_EQ(pair.read, 1608U) << preset;
        return happened;
    };
    EXPECT_EQ(run(""), run("stock-fast"));
}

TEST(TcpStockFastSocket, TwoThatCloseAtOnceEndAsNs3s)
{
    const auto run = [](const std::string& preset) {
        Pair pair(preset);
        pair.socket[1]->Listen();
        pair.socket[0]->Connect(pair.address[1]);
        pair.Run(Seconds(1));
        for (const auto& one : {pair.socket[0], pair.accepted})
        {
            one->Send(Create<Packet>(3000), 0);
            one->Close();
        }
        const auto happened = pair.Run(Seconds(100));
        EXPECT_EQ(pair.read, 6000U) << preset;
        EXPECT_EQ(pair.errors, 2U) << preset;
        return happened;
    };
    EXPECT_EQ(run(""), run("stock-fast"));
}

} // namespace TcpStockFastSocketTests

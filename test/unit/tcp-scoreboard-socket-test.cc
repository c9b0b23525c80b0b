/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-socket-base.h"
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

namespace
{

/// A connection over the loopback of one node.
class LoopbackConnection
{
  public:
    LoopbackConnection()
    {
        NodeContainer node(1);
        InternetStackHelper().Install(node);
        const auto factory = TcpScoreboardSocketHelper().InstallByName(node, "LoopbackTest");
        listener = Socket::CreateSocket(node.Get(0), factory);
        opener = Socket::CreateSocket(node.Get(0), factory);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                socket->TraceConnectWithoutContext(
                    "Tx",
                    Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                        [this](Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>) {
                            ++answers;
                        }));
                socket->SetCloseCallbacks(
                    Callback<void, Ptr<Socket>>([](Ptr<Socket> closing) { closing->Close(); }),
                    MakeNullCallback<void, Ptr<Socket>>());
            }));
        listener->Listen();
        opener->SetCloseCallbacks(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { ++closes; }),
                                  MakeNullCallback<void, Ptr<Socket>>());
        opener->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), 80));
    }

    ~LoopbackConnection()
    {
        Simulator::Destroy();
    }

    /// @param time until when
    static void Run(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    Ptr<Socket> listener; //!< whose accepted socket closes when it hears that the peer has
    Ptr<Socket> opener;   //!< who connects
    int answers{0};       //!< segments of the accepted socket since the handshake
    int closes{0};        //!< ends that the opener was told of
};

} // namespace

// RFC 9293, section 3.6: the FIN of an application that closes when it is told of the peer's says
// all that an ACK would.
TEST(TcpScoreboardSocket, AFinThatAnswersAFinIsTheOnlyAnswer)
{
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(connection.answers, 0);
    connection.opener->Close();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(connection.answers, 1);
}

// PacketSink shuts its listening socket down, which is no word on those that it accepts.
TEST(TcpScoreboardSocket, AShutListenerAcceptsOpenConnections)
{
    LoopbackConnection connection;
    connection.listener->ShutdownSend();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(connection.answers, 0);
    EXPECT_EQ(connection.closes, 0);
    connection.opener->Close();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(connection.answers, 1);
}

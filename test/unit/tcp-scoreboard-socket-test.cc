/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "position-octets.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>

#endif

namespace TcpScoreboardSocketTests
{

using namespace ns3;

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

// ns-3's attribute takes 0, with which any ACK would begin a recovery.
TEST(TcpScoreboardSocket, AThresholdOfNoDuplicatesIsRefused)
{
    EXPECT_TRUE(Connect(End::NONE));
    EXPECT_DEATH(Connect(End::ACTIVE), "ReTxThreshold is 0; it must be at least 1");
    EXPECT_DEATH(Connect(End::PASSIVE), "ReTxThreshold is 0; it must be at least 1");
}

TEST(TcpScoreboardSocket, SegmentsWithoutDataAreRefused)
{
    const auto socket = CreateObject<TcpScoreboardSocket>();
    socket->SetAttribute("SegmentSize", UintegerValue(1));
    EXPECT_DEATH(socket->SetAttribute("SegmentSize", UintegerValue(0)),
                 "SegmentSize is 0; it must be at least 1");
}

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
                accepted = socket;
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
    Ptr<Socket> accepted; //!< the listener's end
    int answers{0};       //!< segments of the accepted socket since the handshake
    int closes{0};        //!< ends that the opener was told of
};

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

// RFC 9293, section 3.10.1: whoever was told of the end of what came before is told of this end.
TEST(TcpScoreboardSocket, AFormerListenerIsToldOfThePeersEnd)
{
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    const auto former =
        Socket::CreateSocket(connection.opener->GetNode(), TypeId::LookupByName("LoopbackTest"));
    former->Bind(InetSocketAddress(Ipv4Address::GetAny(), 81));
    former->Listen();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(former->Close(), 0);
    int ends = 0;
    former->SetCloseCallbacks(Callback<void, Ptr<Socket>>([&ends](Ptr<Socket>) { ++ends; }),
                              MakeNullCallback<void, Ptr<Socket>>());
    EXPECT_EQ(former->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), 80)), 0);
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(former->Send(Create<Packet>(10)), 10);
    connection.accepted->ShutdownSend();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(ends, 1);
}

// As a connected socket of POSIX; ns-3's own would lose its end point.
TEST(TcpScoreboardSocket, ASocketInUseIsNotBoundAnew)
{
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    for (const auto& socket : {connection.opener, connection.listener})
    {
        EXPECT_EQ(socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 81)), -1);
        EXPECT_EQ(socket->Bind(), -1);
        EXPECT_EQ(socket->GetErrno(), Socket::ERROR_INVAL);
    }
    EXPECT_EQ(connection.opener->Bind6(), -1);
    EXPECT_EQ(connection.opener->Send(Create<Packet>(10)), 10);
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(connection.accepted->GetRxAvailable(), 10U);
    // A listening one may connect to the other family.
    EXPECT_EQ(connection.listener->Connect(Inet6SocketAddress(Ipv6Address::GetLoopback(), 81)), 0);
}

TEST(TcpScoreboardSocket, ASocketOfAFormerSimulationDoesNothing)
{
    Ptr<Socket> former;
    {
        LoopbackConnection connection;
        LoopbackConnection::Run(Seconds(100));
        former = connection.opener;
        former->Send(Create<Packet>(10));
    }
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    EXPECT_FALSE(former->Recv());
    former->Close();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_TRUE(connection.accepted);
}

// The attribute is that of the next connection.
TEST(TcpScoreboardSocket, TheLossRecoveryIsThatOfTheConnection)
{
    LoopbackConnection connection;
    const auto socket = DynamicCast<TcpScoreboardSocket>(connection.opener);
    socket->SetAttribute("LossRecovery", StringValue("Fack"));
    EXPECT_EQ(socket->GetLossRecovery().GetName(), "ns3::TcpFackRecovery");
    LoopbackConnection::Run(Seconds(1));
    socket->SetAttribute("LossRecovery", StringValue("Rack"));
    EXPECT_EQ(socket->GetLossRecovery().GetName(), "ns3::TcpFackRecovery");
}

// Who traces what arrives may keep the packets.
TEST(TcpScoreboardSocket, WhatHasArrivedStaysAsItWas)
{
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    std::vector<Ptr<const Packet>> arrived;
    connection.accepted->TraceConnectWithoutContext(
        "Rx",
        Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
            [&arrived](Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>) {
                arrived.push_back(packet);
            }));
    for (uint64_t begin = 0; begin < 50; begin += 10)
    {
        EXPECT_EQ(connection.opener->Send(ns3test::MakeOctets(begin, 10)), 10);
        LoopbackConnection::Run(Seconds(1));
    }
    ns3test::ExpectOctets(connection.accepted->Recv(40, 0), 0, 40);
    connection.accepted->Recv(10, 0)->RemoveAtStart(5);
    ASSERT_EQ(arrived.size(), 5U);
    for (std::size_t packet = 0; packet < arrived.size(); ++packet)
    {
        ns3test::ExpectOctets(arrived[packet], 10 * packet, 10);
    }
}

TEST(TcpScoreboardSocket, AMappedAddressIsUsedOnce)
{
    LoopbackConnection connection;
    const auto socket =
        Socket::CreateSocket(connection.opener->GetNode(), TypeId::LookupByName("LoopbackTest"));
    const auto getControl = [&socket] {
        PointerValue control;
        socket->GetAttribute("CongestionOps", control);
        return control.Get<Object>();
    };
    const auto chosen = getControl();
    const auto mapped = Ipv6Address::MakeIpv4MappedAddress(Ipv4Address::GetLoopback());
    EXPECT_EQ(socket->Connect(Inet6SocketAddress(mapped, 80)), 0);
    EXPECT_EQ(getControl(), chosen) << "who listens to it hears of the connection";
}

// Its packets are of IPv4.
TEST(TcpScoreboardSocket, AMappedAddressHasTheInterfaceOfIpv4)
{
    const LoopbackConnection connection;
    const auto local = Ipv4Address::GetLoopback();
    Ipv4EndPoint plain(local, 80);
    Ipv6EndPoint mapped(Ipv6Address::MakeIpv4MappedAddress(local), 80);
    const auto& node = *connection.opener->GetNode();
    const EndPointPair ofIpv6{nullptr, &mapped};
    EXPECT_EQ(ofIpv6.GetInterfaceOctets(node),
              (EndPointPair{&plain, nullptr}).GetInterfaceOctets(node));
}

/// What a control sees of a socket.
struct Inside : TcpScoreboardSocket
{
    static Ptr<TcpSocketState> GetState(const TcpScoreboardSocket& socket)
    {
        return socket.*(&Inside::m_tcb);
    }
};

// A control sees ns-3's variables from the beginning.
TEST(TcpScoreboardSocket, AFormerListenersVariablesAreThoseOfANewSocket)
{
    LoopbackConnection connection;
    const auto socket = DynamicCast<TcpScoreboardSocket>(
        Socket::CreateSocket(connection.opener->GetNode(), TypeId::LookupByName("LoopbackTest")));
    socket->SetAttribute("SegmentSize", UintegerValue(700));
    const auto tcb = Inside::GetState(*socket);
    const auto listen = [&socket] {
        EXPECT_EQ(socket->Bind(), 0);
        EXPECT_EQ(socket->Listen(), 0);
    };
    listen();
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(socket->Close(), 0);
    LoopbackConnection::Run(Seconds(1));
    tcb->m_segmentSize = 536;
    tcb->m_lastAckedSeq = SequenceNumber32(901);
    tcb->m_nextTxSequence = SequenceNumber32(1001);
    tcb->m_highTxMark = SequenceNumber32(2001);
    tcb->m_congState = TcpSocketState::CA_LOSS;
    tcb->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
    tcb->m_minRtt = MilliSeconds(100);
    tcb->m_lastRtt = MilliSeconds(200);
    tcb->m_pacingRate = DataRate("1Mbps");
    tcb->m_maxPacingRate = DataRate("4Gbps");
    tcb->m_bytesInFlight = 1000;
    tcb->m_rxBuffer->SetNextRxSequence(SequenceNumber32(501));
    listen();
    EXPECT_EQ(tcb->m_segmentSize, 700U) << "it is the user's";
    EXPECT_EQ(tcb->m_lastAckedSeq, SequenceNumber32(0));
    EXPECT_EQ(tcb->m_nextTxSequence.Get(), SequenceNumber32(0));
    EXPECT_EQ(tcb->m_highTxMark.Get(), SequenceNumber32(0));
    EXPECT_EQ(tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(tcb->m_ecnState.Get(), TcpSocketState::ECN_DISABLED);
    EXPECT_EQ(tcb->m_minRtt, Time::Max());
    EXPECT_EQ(tcb->m_lastRtt.Get(), Time(0));
    EXPECT_EQ(tcb->m_pacingRate.Get(), DataRate("4Gbps"));
    EXPECT_EQ(tcb->m_bytesInFlight.Get(), 0U);
    EXPECT_EQ(tcb->m_rxBuffer->NextRxSequence(), SequenceNumber32(0));
}

// RFC 9293, section 3.8.6.2.2: an application may read whenever it is told anything; the peer hears
// of the window when what has told it is over.
TEST(TcpScoreboardSocket, AWindowIsToldOfThatOpensWhenRoomIsTold)
{
    // Before its own data go, when they have gone, and by their ACK.
    for (const int call : {1, 2, 3})
    {
        SCOPED_TRACE(call);
        LoopbackConnection connection;
        for (const auto& end : {connection.listener, connection.opener})
        {
            end->SetAttribute("DelAckCount", UintegerValue(1));
        }
        connection.listener->SetAttribute("RcvBufSize", UintegerValue(10'720));
        LoopbackConnection::Run(Seconds(1));
        connection.opener->Send(Create<Packet>(50'000));
        // Sooner than a timeout, after which a probe of the window would ask.
        LoopbackConnection::Run(MilliSeconds(100));
        EXPECT_EQ(connection.accepted->GetRxAvailable(), 10'720U) << "the window is closed";
        int calls = 0;
        uint32_t read = 0;
        connection.accepted->SetSendCallback(Callback<void, Ptr<Socket>, uint32_t>(
            [&calls, &read, call](Ptr<Socket> socket, uint32_t) {
                if (++calls == call)
                {
                    read = socket->Recv()->GetSize();
                }
            }));
        connection.accepted->Send(Create<Packet>(100));
        LoopbackConnection::Run(MilliSeconds(100));
        EXPECT_EQ(read, 10'720U);
        EXPECT_EQ(connection.accepted->GetRxAvailable(), 10'720U) << "as much has come again";
        connection.accepted->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    }
}

// RFC 9293, section 3.10.1: "connection already exists".
TEST(TcpScoreboardSocket, WhatIsConnectedConnectsNoMore)
{
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(connection.opener->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), 80)), -1);
    EXPECT_EQ(connection.opener->GetErrno(), Socket::ERROR_ISCONN);
    EXPECT_EQ(connection.opener->Send(Create<Packet>(10)), 10) << "the connection goes on";
}

// The SYN; what follows comes to the socket that is accepted, whose listeners are the same.
TEST(TcpScoreboardSocket, AListenersTraceShowsWhatItReceives)
{
    LoopbackConnection connection;
    std::vector<uint8_t> flags;
    connection.listener->TraceConnectWithoutContext(
        "Rx",
        Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
            [&flags](Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>) {
                flags.push_back(header.GetFlags());
            }));
    LoopbackConnection::Run(Seconds(1));
    EXPECT_EQ(flags, (std::vector<uint8_t>{TcpHeader::SYN, TcpHeader::ACK}));
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

TEST(TcpScoreboardSocket, AnAcceptedSocketOfAShutListenerClosesFirst)
{
    for (const bool isHalf : {false, true})
    {
        LoopbackConnection connection;
        connection.listener->ShutdownSend();
        LoopbackConnection::Run(Seconds(1));
        isHalf ? connection.accepted->ShutdownSend() : connection.accepted->Close();
        LoopbackConnection::Run(Seconds(1));
        EXPECT_EQ(connection.closes, 1) << isHalf;
    }
}

// What the user chose and what was negotiated are two things.
TEST(TcpScoreboardSocket, ItsAttributesShowWhatTheUserChose)
{
    using Get = std::function<bool(const Negotiated&)>;
    const std::vector<std::pair<std::string, Get>> options{{"WindowScaling", &Negotiated::scaling},
                                                           {"Timestamp", &Negotiated::timestamps},
                                                           {"Sack", &Negotiated::sack}};
    for (const auto& [option, get] : options)
    {
        LoopbackConnection connection;
        connection.opener->SetAttribute(option, BooleanValue(true));
        connection.listener->SetAttribute(option, BooleanValue(false));
        LoopbackConnection::Run(Seconds(1));
        BooleanValue chosen;
        connection.opener->GetAttribute(option, chosen);
        EXPECT_TRUE(chosen.Get()) << option;
        const auto opener = DynamicCast<TcpScoreboardSocket>(connection.opener);
        ASSERT_TRUE(opener->GetNegotiated());
        EXPECT_FALSE(get(*opener->GetNegotiated())) << option;
    }
}

// What the listener was told holds for those that it accepts, and for nobody else.
TEST(TcpScoreboardSocket, AnAcceptedSocketHasTheListenersAttributes)
{
    LoopbackConnection connection;
    connection.listener->SetAttribute("RestartAfterIdle", BooleanValue(false));
    connection.listener->SetAttribute("QuickAcks", UintegerValue(7));
    LoopbackConnection::Run(Seconds(1));
    ASSERT_TRUE(connection.accepted);
    const auto get = [](Ptr<Socket> socket, const char* name) {
        BooleanValue value;
        socket->GetAttribute(name, value);
        return value.Get();
    };
    EXPECT_FALSE(get(connection.accepted, "RestartAfterIdle"));
    UintegerValue quick;
    connection.accepted->GetAttribute("QuickAcks", quick);
    EXPECT_EQ(quick.Get(), 7U);
    EXPECT_TRUE(get(connection.opener, "RestartAfterIdle"));
}

/// A control that has its segments paced.
struct PacedReno : TcpNewReno
{
    void Init(Ptr<TcpSocketState> tcb) override
    {
        tcb->m_pacing = true;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<PacedReno>(this);
    }
};

// A control chooses to pace, and the user has the last word, for accepted sockets, too.
TEST(TcpScoreboardSocket, AnAcceptedSocketPacesIfTheListenerDoes)
{
    LoopbackConnection connection;
    const auto listener = DynamicCast<TcpScoreboardSocket>(connection.listener);
    listener->SetCongestionControlAlgorithm(CreateObject<PacedReno>());
    listener->SetPacingStatus(false);
    LoopbackConnection::Run(Seconds(1));
    const auto accepted = DynamicCast<TcpScoreboardSocket>(connection.accepted);
    ASSERT_TRUE(accepted);
    EXPECT_FALSE(Inside::GetState(*accepted)->m_pacing);
}

// Who is asked for more and closes has said all: the FIN goes with the last data.
TEST(TcpScoreboardSocket, AFinJoinsWhatTheApplicationWritesWhenItIsAsked)
{
    LoopbackConnection connection;
    LoopbackConnection::Run(Seconds(1));
    std::vector<std::string> sent;
    connection.opener->TraceConnectWithoutContext(
        "Tx",
        Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
            [&sent](Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>) {
                sent.push_back(TcpHeader::FlagsToString(header.GetFlags()) + ' ' +
                               std::to_string(packet->GetSize()));
            }));
    bool hasWritten = false;
    connection.opener->SetSendCallback(
        Callback<void, Ptr<Socket>, uint32_t>([&hasWritten](Ptr<Socket> socket, uint32_t) {
            if (!std::exchange(hasWritten, true))
            {
                EXPECT_EQ(socket->Send(Create<Packet>(200)), 200);
                EXPECT_EQ(socket->Close(), 0);
                EXPECT_EQ(socket->Send(Create<Packet>(1)), -1) << "it has closed";
            }
        }));
    EXPECT_EQ(connection.opener->Send(Create<Packet>(300)), 300);
    LoopbackConnection::Run(MilliSeconds(1));
    ASSERT_FALSE(sent.empty());
    EXPECT_EQ(sent.front(), "FIN|PSH|ACK 500");
    connection.opener->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
}

// The application hears of the connection first, then of room, if there is any then.
TEST(TcpScoreboardSocket, RoomIsToldAfterTheConnection)
{
    for (const bool fills : {false, true})
    {
        SCOPED_TRACE(fills);
        LoopbackConnection connection;
        std::vector<std::string> told;
        connection.opener->SetConnectCallback(
            Callback<void, Ptr<Socket>>([&told, fills](Ptr<Socket> socket) {
                told.emplace_back("connected");
                if (fills)
                {
                    socket->Send(Create<Packet>(socket->GetTxAvailable()));
                }
            }),
            MakeNullCallback<void, Ptr<Socket>>());
        connection.opener->SetSendCallback(
            Callback<void, Ptr<Socket>, uint32_t>([&told](Ptr<Socket> socket, uint32_t room) {
                EXPECT_EQ(room, socket->GetTxAvailable());
                told.push_back("room " + std::to_string(room));
            }));
        LoopbackConnection::Run(TimeStep(1));
        connection.opener->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
        ASSERT_FALSE(told.empty());
        EXPECT_EQ(told.front(), "connected");
        EXPECT_EQ(told.size() > 1 && told[1] == "room 131072", !fills);
        EXPECT_EQ(std::count(told.begin(), told.end(), "room 0"), 0);
    }
}

/// Octets that each end writes.
constexpr uint32_t REQUEST = 80'000;
constexpr uint32_t ANSWER = 20'000;

/// When the second connection begins: the end of the first one is over then.
const Time SECOND = Seconds(400);

/// Loses packets by their number since the last Expect(), or all.
class NumberedLoss : public ErrorModel
{
  public:
    /// @param lost numbers, from 0
    void Expect(std::set<uint32_t> lost)
    {
        m_lost = std::move(lost);
        m_next = 0;
        isDown = false;
    }

    bool isDown{false}; //!< nothing passes

  private:
    bool DoCorrupt(Ptr<Packet>) override
    {
        return m_lost.count(m_next++) > 0 || isDown;
    }

    void DoReset() override
    {
        m_next = 0;
    }

    std::set<uint32_t> m_lost;
    uint32_t m_next{0};
};

/// One socket that connects, to one host, once or twice.
class ReopenedSocket
{
  public:
    explicit ReopenedSocket(const std::string& variant)
    {
        InternetStackHelper().Install(m_nodes);
        TcpVariantPreset preset(variant);
        preset.SetSocketAttribute("ConnCount", UintegerValue(3));
        preset.SetSocketAttribute("DataRetries", UintegerValue(4));
        preset.SetSocketAttribute("DelAckTimeout", TimeValue(MilliSeconds(40)));
        preset.Install(m_nodes);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
        link.SetChannelAttribute("Delay", StringValue("20ms"));
        const auto devices = link.Install(m_nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        // ns-3's queue disc keeps a queue of each flow for ever.
        TrafficControlHelper().Uninstall(devices);
        m_own = interfaces.GetAddress(0);
        m_server = interfaces.GetAddress(1);
        devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(there));
        devices.Get(0)->SetAttribute("ReceiveErrorModel", PointerValue(back));
    }

    ~ReopenedSocket()
    {
        Simulator::Destroy();
    }

    /// A host that answers what it has read in whole, and closes when its peer has.
    void Listen(uint16_t port)
    {
        const auto listener = Socket::CreateSocket(m_nodes.Get(1), TcpSocketFactory::GetTypeId());
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                accepted = socket;
                m_read = 0;
                socket->SetRecvCallback(
                    Callback<void, Ptr<Socket>>([this](Ptr<Socket> readable) { Serve(readable); }));
                socket->SetCloseCallbacks(
                    Callback<void, Ptr<Socket>>([](Ptr<Socket> closing) { closing->Close(); }),
                    MakeNullCallback<void, Ptr<Socket>>());
            }));
    }

    /// @return a socket of this end
    Ptr<Socket> Make() const
    {
        return Socket::CreateSocket(m_nodes.Get(0), TcpSocketFactory::GetTypeId());
    }

    /// The socket that connects is one that was accepted before. @param port of this end
    void AcceptFrom(uint16_t port)
    {
        const auto listener = Make();
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                opener = socket;
                m_read = 0;
                socket->SetRecvCallback(
                    Callback<void, Ptr<Socket>>([this](Ptr<Socket> readable) { Serve(readable); }));
                socket->SetCloseCallbacks(
                    Callback<void, Ptr<Socket>>([](Ptr<Socket> closing) { closing->Close(); }),
                    MakeNullCallback<void, Ptr<Socket>>());
            }));
        const auto peer = Socket::CreateSocket(m_nodes.Get(1), TcpSocketFactory::GetTypeId());
        peer->SetRecvCallback(Callback<void, Ptr<Socket>>([](Ptr<Socket> readable) {
            while (readable->Recv())
            {
            }
        }));
        peer->Bind();
        peer->Connect(InetSocketAddress(m_own, port));
        peer->Send(Create<Packet>(REQUEST));
        peer->ShutdownSend();
    }

    /// Connect and write. @param port of the host
    void Open(uint16_t port)
    {
        if (!opener)
        {
            opener = Make();
        }
        opener->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> readable) {
            while (const auto packet = isReading ? readable->Recv() : nullptr)
            {
                received += packet->GetSize();
            }
            if (received == ANSWER)
            {
                readable->Close();
            }
        }));
        received = 0;
        isReading = true;
        EXPECT_EQ(opener->Bind(), 0);
        EXPECT_EQ(opener->Connect(InetSocketAddress(m_server, port)), 0);
        opener->Send(Create<Packet>(REQUEST));
    }

    /// Write each segment down, and what is traced.
    void Record()
    {
        m_began = Simulator::Now();
        opener->TraceConnectWithoutContext(
            "Tx",
            Callback<void, Ptr<const Packet>, const TcpHeader&, Ptr<const TcpSocketBase>>(
                [this](Ptr<const Packet> packet,
                       const TcpHeader& header,
                       Ptr<const TcpSocketBase>) { Note(*packet, header); }));
        Watch<uint32_t>("CongestionWindow");
        Watch<uint32_t>("SlowStartThreshold");
        Watch<uint32_t>("BytesInFlight");
        Watch<Time>("RTO");
    }

    /// @param seconds until when
    static void RunUntil(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        Simulator::Run();
    }

    Ptr<NumberedLoss> there = CreateObject<NumberedLoss>(); //!< on the way to the host
    Ptr<NumberedLoss> back = CreateObject<NumberedLoss>();  //!< on the way back
    Ptr<Socket> opener;                                     //!< who connects
    Ptr<Socket> accepted;                                   //!< the host's end
    uint32_t received{0};                                   //!< octets of the answer
    bool isReading{true};                                   //!< the opener reads
    std::vector<std::string> told;                          //!< what was written down

  private:
    void Serve(const Ptr<Socket>& socket)
    {
        while (const auto packet = socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                return;
            }
            m_read += packet->GetSize();
            if (m_read == REQUEST)
            {
                socket->Send(Create<Packet>(ANSWER));
            }
        }
    }

    template <typename T>
    void Watch(const std::string& trace)
    {
        opener->TraceConnectWithoutContext(trace, Callback<void, T, T>([this, trace](T, T now) {
                                               // Before the first data it may be as it was.
                                               if (m_hasSent)
                                               {
                                                   Say(trace, now);
                                               }
                                           }));
    }

    void Note(const Packet& packet, const TcpHeader& header)
    {
        m_first = m_first.value_or(header.GetSequenceNumber());
        m_hasSent = m_hasSent || packet.GetSize() > 0;
        Say(TcpHeader::FlagsToString(header.GetFlags()),
            header.GetSequenceNumber() - *m_first,
            "size",
            packet.GetSize(),
            "ack",
            header.GetAckNumber(),
            "window",
            header.GetWindowSize(),
            "header",
            header.GetSerializedSize());
    }

    /// A line, with the time. @param words what it says
    template <typename... Words>
    void Say(const Words&... words)
    {
        std::ostringstream line;
        line << (Simulator::Now() - m_began).GetNanoSeconds() << ':';
        ((line << ' ' << words), ...);
        told.push_back(line.str());
    }

    /// What another test of this program has left is gone before there are nodes.
    static NodeContainer MakeNodes()
    {
        Simulator::Destroy();
        Config::Reset();
        return NodeContainer(2);
    }

    NodeContainer m_nodes = MakeNodes();
    Ipv4Address m_own;
    Ipv4Address m_server;
    uint32_t m_read{0};
    Time m_began;
    bool m_hasSent{false};
    std::optional<SequenceNumber32> m_first; // number of the first segment written down
};

/// What the first connection comes to.
struct FirstEnd
{
    const char* name;
    std::function<void(ReopenedSocket&)> live;
};

/// Losses of the first connection: one repair within another one, and a timeout.
void
LoseMuch(ReopenedSocket& socket)
{
    socket.there->Expect({8, 9, 11, 14, 15, 16, 17, 18, 30, 31, 32, 45, 46});
    socket.back->Expect({5, 12, 13, 20});
}

const FirstEnd ENDS[] = {
    {"Closed",
     [](ReopenedSocket& socket) {
         LoseMuch(socket);
         socket.Open(80);
         ReopenedSocket::RunUntil(SECOND);
         EXPECT_EQ(socket.received, ANSWER);
     }},
    {"Refused",
     [](ReopenedSocket& socket) {
         socket.Open(81);
         ReopenedSocket::RunUntil(SECOND);
     }},
    {"NotAnswered",
     [](ReopenedSocket& socket) {
         socket.there->isDown = true;
         socket.Open(80);
         ReopenedSocket::RunUntil(SECOND);
     }},
    {"ResetInRecovery",
     [](ReopenedSocket& socket) {
         LoseMuch(socket);
         socket.Open(80);
         ReopenedSocket::RunUntil(MilliSeconds(100));
         socket.accepted->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
         ReopenedSocket::RunUntil(MilliSeconds(230));
         socket.accepted->Close(); // with data that nobody has read
         ReopenedSocket::RunUntil(SECOND);
     }},
    {"GivenUp",
     [](ReopenedSocket& socket) {
         LoseMuch(socket);
         socket.Open(80);
         ReopenedSocket::RunUntil(MilliSeconds(200));
         socket.back->isDown = true;
         ReopenedSocket::RunUntil(SECOND);
     }},
    {"Listened",
     [](ReopenedSocket& socket) {
         socket.opener = socket.Make();
         EXPECT_EQ(socket.opener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 7)), 0);
         EXPECT_EQ(socket.opener->Listen(), 0);
         socket.opener->ShutdownSend();
         ReopenedSocket::RunUntil(Seconds(1));
         EXPECT_EQ(socket.opener->Close(), 0);
     }},
    {"Accepted",
     [](ReopenedSocket& socket) {
         socket.back->Expect({8, 9, 11, 14, 30});
         socket.there->Expect({12, 13});
         socket.AcceptFrom(7);
         ReopenedSocket::RunUntil(SECOND);
         EXPECT_TRUE(socket.opener);
     }},
    {"ClosedWithAnAnswerUnread",
     [](ReopenedSocket& socket) {
         socket.Open(80);
         socket.isReading = false;
         ReopenedSocket::RunUntil(Seconds(10));
         EXPECT_GT(socket.opener->GetRxAvailable(), 0U);
         socket.opener->Close();
         ReopenedSocket::RunUntil(SECOND);
     }},
};

void
PrintTo(const FirstEnd& end, std::ostream* os)
{
    *os << end.name;
}

/// The connection at SECOND. @param variant of both hosts @param first what comes before, or none
/// @return what was written down of it
std::vector<std::string>
TellSecond(const std::string& variant, const FirstEnd* first)
{
    ReopenedSocket socket(variant);
    socket.Listen(80);
    socket.Listen(8080);
    ReopenedSocket::RunUntil(MilliSeconds(1)); // before which there is nothing to send by
    if (first)
    {
        first->live(socket);
    }
    ReopenedSocket::RunUntil(SECOND);
    socket.there->Expect({10, 14, 15, 40});
    socket.back->Expect({6, 15});
    socket.Open(8080);
    socket.Record();
    ReopenedSocket::RunUntil(SECOND + Seconds(100));
    EXPECT_EQ(socket.received, ANSWER) << variant;
    return socket.told;
}

class SecondConnection : public testing::TestWithParam<std::tuple<const char*, FirstEnd>>
{
};

// RFC 9293, section 3.3.1: a connection's variables are its own. Whatever the first one came to,
// the second one of a socket is as that of a new socket, to the octet.
TEST_P(SecondConnection, IsAsOneOfANewSocket)
{
    const auto& [variant, first] = GetParam();
    const auto fresh = TellSecond(variant, nullptr);
    const auto second = TellSecond(variant, &first);
    ASSERT_GT(fresh.size(), 60U);
    const auto [was, is] = std::mismatch(fresh.begin(), fresh.end(), second.begin(), second.end());
    EXPECT_TRUE(was == fresh.end() && is == second.end())
        << "line " << was - fresh.begin()
        << " of a new socket: " << (was == fresh.end() ? "none" : *was)
        << "\nof the second connection: " << (is == second.end() ? "none" : *is);
}

INSTANTIATE_TEST_SUITE_P(Variants,
                         SecondConnection,
                         testing::Combine(testing::Values("sack-veno",
                                                          "fack-od-rd",
                                                          "venodr",
                                                          "rack",
                                                          "linux",
                                                          "linux-reno",
                                                          "newreno",
                                                          "reno"),
                                          testing::ValuesIn(ENDS)));

class Reconnects : public testing::TestWithParam<std::string>
{
  protected:
    /// Open, write, and close the same socket, again and again. @param times how often
    static void Repeat(ReopenedSocket& socket, int times)
    {
        for (int time = 0; time < times; ++time)
        {
            socket.there->Expect({10, 14, 15});
            socket.Open(80);
            ReopenedSocket::RunUntil(Simulator::Now() + SECOND);
            ASSERT_EQ(socket.received, ANSWER);
        }
    }
};

// What a connection leaves, all later ones of the socket carry along: a control that is fed by each
// segment, a law, a timer.
TEST_P(Reconnects, LeaveNothing)
{
#ifdef __GLIBC__
    ReopenedSocket socket(GetParam());
    socket.Listen(80);
    ReopenedSocket::RunUntil(MilliSeconds(1));
    Repeat(socket, 10);
    const auto before = mallinfo2().uordblks;
    Repeat(socket, 50);
    // A control alone has more octets than there are reconnects here.
    EXPECT_LT(mallinfo2().uordblks, before + 50 * 50);
#endif
}

// Whoever listens to a control's traces hears of each connection of its socket.
TEST(TcpScoreboardSocket, AControlsTracesAreHeardInEachConnection)
{
    for (const std::string variant : {"sack-veno", "veno", "venodr"})
    {
        ReopenedSocket socket(variant);
        socket.Listen(80);
        ReopenedSocket::RunUntil(MilliSeconds(1));
        socket.opener = socket.Make();
        PointerValue control;
        socket.opener->GetAttribute("CongestionOps", control);
        std::vector<Time> least;
        control.Get<Object>()->TraceConnectWithoutContext(
            "BaseRtt",
            Callback<void, Time, Time>([&least](Time, Time now) { least.push_back(now); }));
        for (int connection = 1; connection <= 3; ++connection)
        {
            SCOPED_TRACE(variant + ", connection " + std::to_string(connection));
            least.clear();
            socket.Open(80);
            ReopenedSocket::RunUntil(Simulator::Now() + SECOND);
            ASSERT_EQ(socket.received, ANSWER);
            ASSERT_FALSE(least.empty());
            // There and back 20 ms each, and what the segments take.
            EXPECT_GE(least.back(), MilliSeconds(40));
            EXPECT_LT(least.back(), MilliSeconds(60));
        }
    }
}

/// @return the presets of our socket
std::vector<std::string>
GetVariants()
{
    std::vector<std::string> names;
    for (const auto& variant : TcpVariant::GetAll())
    {
        // ns-3's own socket, and what follows it, hand octets of one connection to the next one.
        const bool isOurs = !variant.sender.empty() && variant.name != "stock-fast";
        if (isOurs && TcpVariantPreset::IsAvailable(variant.name))
        {
            names.push_back(variant.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Variants, Reconnects, testing::ValuesIn(GetVariants()));

} // namespace TcpScoreboardSocketTests

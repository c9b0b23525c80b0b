/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "socket-parts.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/flow-recorder.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recorder.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-socket-lookup.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace TcpRecorderTests
{

using namespace ns3;

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

/// Two nodes, 50 ms from each other, and a link that sends a segment in no time. An application
/// connects at 1 s, writes at 1.1 s, and never closes; the retransmission timer is 1 s.
class TcpRecorderTest : public testing::Test
{
  protected:
    TcpRecorderTest()
    {
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        for (const auto direction :
             {LossyDumbbellHelper::Direction::FORWARD, LossyDumbbellHelper::Direction::REVERSE})
        {
            dumbbell.SetRate(direction, DataRate("1000Gbps"));
        }
        dumbbell.SetDirect(LossyDumbbellHelper::Side::LEFT);
        dumbbell.SetDirect(LossyDumbbellHelper::Side::RIGHT);
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        dumbbell.SetErrorModel(LossyDumbbellHelper::Direction::FORWARD, losses);
        dumbbell.Build();
        TcpVariantPreset("sack").Install(dumbbell.GetSenders());
        PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
            .Install(dumbbell.GetReceivers());
        socket = Socket::CreateSocket(dumbbell.GetSenders().Get(0), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("SegmentSize", UintegerValue(MSS));
        socket->SetAttribute("InitialCwnd", UintegerValue(10));
        socket->SetAttribute("MinRto", TimeValue(Seconds(1)));
    }

    ~TcpRecorderTest() override
    {
        Simulator::Destroy();
        Config::Reset();
    }

    void Run(uint32_t segments)
    {
        recorder.InstallAll();
        ns3compat::ScheduleCall(Seconds(1),
                                [this] { socket->Connect(dumbbell.GetReceiverAddress(0, PORT)); });
        ns3compat::ScheduleCall(MilliSeconds(1101),
                                [this, segments] { socket->Send(Create<Packet>(segments * MSS)); });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
    }

    static std::vector<std::string> Split(const std::string& text, char at)
    {
        std::vector<std::string> parts;
        std::istringstream stream(text);
        for (std::string part; std::getline(stream, part, at);)
        {
            parts.push_back(part);
        }
        return parts;
    }

    /// The only row of the summary: the numbers behind the connection's name.
    std::vector<double> GetRow()
    {
        std::ostringstream os;
        recorder.WriteSummary(os);
        EXPECT_EQ(os.precision(), 6);
        const auto lines = Split(os.str(), '\n');
        EXPECT_EQ(lines.size(), 2U);
        auto fields = Split(lines.back(), ',');
        EXPECT_EQ(fields.at(0), "0");
        EXPECT_EQ(fields.at(1).find("10.0.0.1:"), 0U);
        EXPECT_EQ(fields.at(1).substr(fields.at(1).find('>')), ">10.0.0.2:5001");
        EXPECT_EQ(fields.at(2), "TcpNewReno+TcpSackRecovery");
        std::vector<double> numbers;
        for (std::size_t i = 3; i < fields.size(); ++i)
        {
            numbers.push_back(std::stod(fields[i]));
        }
        return numbers;
    }

    void ExpectRow(const std::vector<double>& expected)
    {
        const auto row = GetRow();
        ASSERT_EQ(row.size(), expected.size());
        for (std::size_t i = 0; i < row.size(); ++i)
        {
            EXPECT_NEAR(row[i], expected[i], 1e-6 * (1 + expected[i])) << i;
        }
    }

    LossyDumbbellHelper dumbbell{1};
    Ptr<SegmentLossModel> losses{CreateObject<SegmentLossModel>()};
    Ptr<Socket> socket;
    TcpRecorder recorder;
};

TEST_F(TcpRecorderTest, ARowSaysWhatAConnectionDid)
{
    losses->Drop(4);
    Run(4);
    // The timer starts again with the ACK of the third segment, at 1.201 s.
    ExpectRow({1.101, 2.301, 4000, 4000 * 8 / 1.2, 5, 1, 1, 0});
    std::ostringstream os;
    recorder.WriteSeries(os);
    EXPECT_EQ(os.precision(), 6);
    std::vector<double> acknowledged;
    std::vector<std::string> marks;
    bool hasRtt = false;
    bool hasSsthresh = false;
    for (const auto& line : Split(os.str(), '\n'))
    {
        const auto fields = Split(line, ',');
        if (fields[4] == "acknowledged")
        {
            EXPECT_EQ(fields[6], "octets");
            acknowledged.push_back(std::stod(fields[0]));
            acknowledged.push_back(std::stod(fields[5]));
        }
        hasRtt = hasRtt || (fields[4] == "rtt" && fields[5] == "0.1" && fields[6] == "s");
        hasSsthresh = hasSsthresh || (fields[4] == "ssthresh" && fields[6] == "segments");
        if (fields[4] == "timeout" || fields[4] == "retransmission")
        {
            EXPECT_NEAR(std::stod(fields[0]), 2.201, 1e-6);
            EXPECT_EQ(fields[0].size(), 11U) << "nanoseconds";
            marks.push_back(fields[4] + fields[5]);
        }
    }
    EXPECT_TRUE(hasRtt && hasSsthresh);
    EXPECT_EQ(marks, (std::vector<std::string>{"retransmission1", "timeout1"}));
    const std::vector<double> expected{1.201, 1000, 1.201, 2000, 1.201, 3000, 2.301, 4000};
    ASSERT_EQ(acknowledged.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        EXPECT_NEAR(acknowledged[i], expected[i], 1e-6) << i;
    }
}

TEST_F(TcpRecorderTest, WithoutAnAckThereIsNoGoodput)
{
    for (uint32_t transmission = 1; transmission <= 9; ++transmission)
    {
        losses->Drop(1, transmission);
    }
    Run(1);
    // Sent again at 2.101, 4.101 and 8.101 s.
    ExpectRow({1.101, 1.101, 0, 0, 4, 3, 3, 0});
}

TEST_F(TcpRecorderTest, AThirdDuplicateIsARecovery)
{
    losses->Drop(1);
    Run(4);
    ExpectRow({1.101, 1.301, 4000, 4000 * 8 / 0.2, 5, 1, 0, 1});
}

TEST_F(TcpRecorderTest, WhereThePeerRefusesSackTheVariantIsWhatIsUsedInstead)
{
    // Of sockets that are made from now on: the receiver's.
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(false));
    Run(4);
    EXPECT_EQ(recorder.GetConnections().front()->GetVariant(), "TcpNewReno+TcpNewRenoRecovery");
}

// ns-3's TcpWestwoodPlus gives its name as TcpNewReno.
TEST_F(TcpRecorderTest, TheVariantHasTheNameOfTheControlsType)
{
    const auto sender = dumbbell.GetSenders().Get(0);
    const auto factory = TcpVariantPreset("westwood-plus").InstallByName(sender);
    socket = Socket::CreateSocket(sender, factory);
    Run(4);
    EXPECT_EQ("ns3::" + recorder.GetConnections().front()->GetVariant(),
              ns3compat::SelectWestwoodPlus().GetName() + "+TcpSackRecovery");
}

// Its nodes have the numbers, and its connections the ends, of those of the first one.
TEST(TcpRecorder, ASecondSimulationHasItsRows)
{
    TcpRecorder recorder;
    for (const std::size_t simulation : {1, 2})
    {
        LossyDumbbellHelper dumbbell(1);
        dumbbell.Build();
        BulkSendHelper bulk("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        bulk.SetAttribute("MaxBytes", UintegerValue(simulation * MSS));
        bulk.Install(dumbbell.GetSenders());
        PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
            .Install(dumbbell.GetReceivers());
        recorder.Install(dumbbell.GetSenders());
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Simulator::Destroy();
        ASSERT_EQ(recorder.GetConnections().size(), simulation);
        const auto& acknowledged = recorder.GetConnections().back()->GetSender().GetAcknowledged();
        ASSERT_FALSE(acknowledged.empty());
        EXPECT_EQ(acknowledged.back().value, simulation * MSS);
    }
}

TEST(TcpRecorderDeathTest, ANodeWithoutTcpIsRefused)
{
    TcpRecorder recorder;
    EXPECT_DEATH(recorder.Install(NodeContainer(1)), "node [0-9]+ has no internet stack");
}

// IPv4's traces, by which a connection is found, tell its packets' addresses.
TEST(TcpSocketLookup, APeerThatAListenerOfIpv6AcceptsByIpv4IsOneOfIpv4)
{
    const NodeContainer nodes(1);
    InternetStackHelper().Install(nodes);
    TcpScoreboardSocketHelper().Install(nodes);
    const auto node = nodes.Get(0);
    const auto listener = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    listener->Bind(Inet6SocketAddress(Ipv6Address::GetAny(), PORT));
    listener->Listen();
    Ptr<TcpSocketBase> accepted;
    const auto accept = [&accepted](Ptr<Socket> socket, const Address&) {
        accepted = DynamicCast<TcpSocketBase>(socket);
    };
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                Callback<void, Ptr<Socket>, const Address&>(accept));
    const auto opener = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
    opener->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), PORT));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    ASSERT_TRUE(accepted);
    const auto port = tcpsockets::LocalPortOf(*DynamicCast<TcpSocketBase>(opener));
    const Address peer = InetSocketAddress(Ipv4Address::GetLoopback(), port);
    EXPECT_EQ(tcpsockets::PeerOf(*accepted), peer);
    EXPECT_EQ(tcpsockets::Find(node, PORT, peer), accepted);
    const Address local = InetSocketAddress(Ipv4Address::GetLoopback(), PORT);
    EXPECT_EQ(tcpsockets::Find(node, local, peer), accepted);
    const Address other = InetSocketAddress("10.0.0.1", PORT);
    EXPECT_FALSE(tcpsockets::Find(node, other, peer));
    EXPECT_TRUE(tcpsockets::IsAt(*DynamicCast<TcpSocketBase>(listener), other));
    Simulator::Destroy();
}

// Each connection is looked for, so that this must not take the square of the sockets' number.
TEST(TcpSocketLookup, AHundredLooksTakeLessTimeThanToMakeTheSockets)
{
    const Address peer = InetSocketAddress("10.0.0.1", PORT);
    ExpectLooksToTakeLessThanTheSockets([&peer](Ptr<Node> node) {
        for (int look = 0; look < 100; ++look)
        {
            EXPECT_FALSE(tcpsockets::Find(node, PORT, peer));
        }
    });
    Simulator::Destroy();
}

/// A control of somebody else's, whose name is in no namespace.
class OwnControl : public TcpNewReno
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("OwnControl").SetParent<TcpNewReno>().AddConstructor<OwnControl>();
        return tid;
    }

    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<OwnControl>(this);
    }
};

/// A server with two addresses, and a client that connects to them from one port.
class TwoAddressesTest : public testing::Test
{
  protected:
    TwoAddressesTest()
    {
        InternetStackHelper().Install(nodes);
        LossyPathHelper path;
        path.SetImpairment(LossyPathHelper::Direction::FORWARD, impairment);
        const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
        Ipv4AddressHelper("10.0.0.0", "255.255.255.0").Assign(devices);
        nodes.Get(1)->GetObject<Ipv4>()->AddAddress(
            1,
            Ipv4InterfaceAddress("10.0.0.3", "255.255.255.0"));
    }

    ~TwoAddressesTest() override
    {
        Simulator::Destroy();
    }

    Ptr<Socket> Listen(const Ipv4Address& address)
    {
        const auto socket = Socket::CreateSocket(nodes.Get(1), TcpSocketFactory::GetTypeId());
        socket->Bind(InetSocketAddress(address, PORT));
        socket->Listen();
        // Answers the first connection by 1 segment, the second one by 2.
        const auto accept = [this](Ptr<Socket> accepted, const Address&) {
            accepted->Send(Create<Packet>(++answers * MSS));
        };
        socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  Callback<void, Ptr<Socket>, const Address&>(accept));
        return socket;
    }

    void Connect(const Ipv4Address& address)
    {
        const auto socket = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
        ASSERT_EQ(socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 7000)), 0);
        ASSERT_EQ(socket->Connect(InetSocketAddress(address, PORT)), 0);
        socket->Send(Create<Packet>(20 * MSS));
    }

    static void Run()
    {
        Simulator::Stop(Seconds(60));
        Simulator::Run();
    }

    NodeContainer nodes{2};
    Ptr<PathImpairment> impairment{CreateObject<PathImpairment>()};
    uint32_t answers{0};
};

TEST_F(TwoAddressesTest, AConnectionHasTheSocketOfItsOwnAddress)
{
    TcpRecorder recorder;
    recorder.Install(nodes.Get(1));
    Listen(Ipv4Address::GetAny());
    Connect("10.0.0.2");
    Connect("10.0.0.3");
    Run();
    std::map<std::string, double> octets;
    for (const auto& connection : recorder.GetConnections())
    {
        octets[connection->GetName()] = connection->GetSender().GetAcknowledged().back().value;
    }
    EXPECT_EQ(octets,
              (std::map<std::string, double>{{"10.0.0.2:5001>10.0.0.1:7000", MSS},
                                             {"10.0.0.3:5001>10.0.0.1:7000", 2 * MSS}}));
}

// ns-3's own socket stays in SYN_SENT when it is refused.
TEST_F(TwoAddressesTest, ASocketThatWasRefusedIsRecordedWhereItConnectsNext)
{
    TcpRecorder recorder;
    recorder.Install(nodes.Get(0));
    Listen(Ipv4Address::GetAny());
    const auto socket = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
    DynamicCast<TcpSocketBase>(socket)->SetCongestionControlAlgorithm(CreateObject<OwnControl>());
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 7000));
    socket->Connect(InetSocketAddress("10.0.0.2", PORT + 1));
    ns3compat::ScheduleCall(Seconds(1), [&socket] {
        socket->Connect(InetSocketAddress("10.0.0.2", PORT));
        socket->Send(Create<Packet>(20 * MSS));
    });
    Run();
    ASSERT_EQ(recorder.GetConnections().size(), 2U);
    EXPECT_TRUE(recorder.GetConnections().front()->GetSender().GetTransmissions().empty());
    const auto& used = *recorder.GetConnections().back();
    EXPECT_EQ(used.GetVariant(), "OwnControl");
    EXPECT_EQ(used.GetName(), "10.0.0.1:7000>10.0.0.2:5001");
    EXPECT_EQ(used.GetSender().GetAcknowledged().back().value, 20 * MSS);
}

TEST_F(TwoAddressesTest, AReceiverHasWhatComesToItsOwnAddress)
{
    impairment->SetAttribute("Duplication", DoubleValue(0.5));
    FlowRecorder unused;
    unused.RecordReceivingSocket(Listen("10.0.0.2"));
    FlowRecorder used;
    used.RecordReceivingSocket(Listen("10.0.0.3"));
    Connect("10.0.0.3");
    Run();
    EXPECT_FALSE(used.GetUnnecessaryRetransmissions().empty());
    EXPECT_TRUE(unused.GetUnnecessaryRetransmissions().empty());
}

// The sequence numbers of both begin with 0.
TEST_F(TwoAddressesTest, WhatOneConnectionHoldsAnotherDoesNot)
{
    FlowRecorder recorder;
    recorder.RecordReceivingSocket(Listen(Ipv4Address::GetAny()));
    Connect("10.0.0.2");
    Connect("10.0.0.3");
    Run();
    EXPECT_TRUE(recorder.GetUnnecessaryRetransmissions().empty());
}

} // namespace TcpRecorderTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean/lean-attributes.h"
#include "lean/lean-losses.h"
#include "lean/lean-world.h"

#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/tcp-scoreboard-socket-helper.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-socket-factory.h"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <list>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t PIECE = 700; // octets that the application writes at once
constexpr double END = 10;      // seconds

/// A path and a sender on it.
struct Setting
{
    std::array<lean::LinkSettings, 2> links;
    std::array<std::vector<uint32_t>, 2> lost;
    std::string recovery{"Sack"};
    uint32_t mss{1000};
    uint32_t ackCount{2};
    uint32_t buffer{131072};
    bool timestamps{true};
    bool sack{true};
};

using Lines = std::vector<std::string>;

/// @return who sends which segment at which nanosecond
std::string
Describe(std::size_t host, int64_t now, const SegmentFields& header, uint64_t octets)
{
    std::ostringstream said;
    said << now << ' ' << host << ' ' << +header.flags << ' ' << header.sequence << ' '
         << header.acknowledgment << ' ' << header.window << " +" << octets;
    if (header.timestamps)
    {
        said << " t" << header.timestamps->value << '/' << header.timestamps->echo;
    }
    for (std::size_t i = 0; i < header.blockCount; ++i)
    {
        said << " [" << header.blocks[i].begin << ' ' << header.blocks[i].end << ')';
    }
    return said.str();
}

/// Writes down what a socket of ns-3's sends.
void
Note(Lines* lines,
     std::size_t host,
     Ptr<const Packet> packet,
     const TcpHeader& header,
     Ptr<const TcpSocketBase>)
{
    const auto whole = packet->Copy();
    whole->AddHeader(header);
    SegmentFields fields;
    std::vector<uint8_t> octets(whole->GetSize());
    whole->CopyData(octets.data(), octets.size());
    fields.Read(octets.data(), octets.size());
    lines->push_back(Describe(host, Simulator::Now().GetNanoSeconds(), fields, packet->GetSize()));
}

void
ReadAll(Ptr<Socket> socket)
{
    while (socket->GetRxAvailable() > 0)
    {
        socket->Recv();
    }
}

void
Accept(Ptr<Socket> socket, const Address&)
{
    socket->SetRecvCallback(MakeCallback(&ReadAll));
}

void
WriteAll(Ptr<Socket> socket)
{
    while (socket->Send(Create<Packet>(PIECE)) > 0)
    {
    }
}

void
WriteMore(Ptr<Socket> socket, uint32_t)
{
    WriteAll(socket);
}

/// @return the same in ns-3
Lines
RunNs3(const Setting& setting)
{
    Lines lines;
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(setting.mss));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(setting.ackCount));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(setting.buffer));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(setting.buffer));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(setting.timestamps));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(setting.sack));
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    LossyPathHelper path;
    for (const auto direction : {0, 1})
    {
        const auto& link = setting.links[direction];
        const auto side = static_cast<LossyPathHelper::Direction>(direction);
        path.SetRate(side, DataRate(link.rate));
        path.SetDelay(side, NanoSeconds(link.delay.count()));
        path.SetQueue(side, QueueSize(QueueSizeUnit::PACKETS, link.queue.most));
        const auto model = CreateObject<ReceiveListErrorModel>();
        const auto& lost = setting.lost[direction];
        model->SetList({lost.begin(), lost.end()});
        path.SetErrorModel(side, model);
    }
    path.SetTrafficControl(false);
    const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(devices);
    TcpScoreboardSocketHelper helper;
    helper.SetCongestionControl(ObjectFactory("ns3::TcpNewReno"));
    helper.SetRecovery(ObjectFactory("ns3::TcpClassicRecovery"));
    helper.SetSocketAttribute("LossRecovery", StringValue(setting.recovery));
    helper.Install(nodes);
    const auto listener = Socket::CreateSocket(nodes.Get(1), TcpSocketFactory::GetTypeId());
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    listener->Listen();
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&Accept));
    listener->TraceConnectWithoutContext("Tx", MakeBoundCallback(&Note, &lines, std::size_t{1}));
    const auto sender = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
    sender->TraceConnectWithoutContext("Tx", MakeBoundCallback(&Note, &lines, std::size_t{0}));
    sender->SetConnectCallback(MakeCallback(&WriteAll), MakeNullCallback<void, Ptr<Socket>>());
    sender->SetSendCallback(MakeCallback(&WriteMore));
    sender->Connect(InetSocketAddress(interfaces.GetAddress(1), PORT));
    Simulator::Stop(Seconds(END));
    Simulator::Run();
    Simulator::Destroy();
    Config::Reset();
    return lines;
}

/// @return the same in the lean world
Lines
RunLean(const Setting& setting)
{
    Lines lines;
    lean::World world;
    std::vector<lean::Link*> links;
    for (const auto direction : {0, 1})
    {
        auto link = setting.links[direction];
        link.loss = std::make_shared<lean::ListedLoss>(setting.lost[direction]);
        links.push_back(&world.AddLink(link));
    }
    lean::Attributes attributes;
    attributes.lossRecovery = setting.recovery;
    attributes.segmentSize = setting.mss;
    attributes.delAckCount = setting.ackCount;
    attributes.sndBufSize = attributes.rcvBufSize = setting.buffer;
    attributes.timestamp = setting.timestamps;
    attributes.sack = setting.sack;
    lean::Application writes;
    writes.piece = PIECE;
    auto& sender = world.AddHost(attributes.Make(writes), lean::MakeControl());
    auto& receiver = world.AddHost(attributes.Make({}), lean::MakeControl());
    world.SetWatch([&](const auto& host, auto now, const auto& segment) {
        lines.push_back(
            Describe(&host == &receiver, now.count(), segment.header, segment.payload.Size()));
    });
    world.Join(sender, receiver, {links[0]}, {links[1]});
    world.GetClock().Run(std::chrono::nanoseconds(static_cast<int64_t>(END * 1e9)));
    return lines;
}

Setting
Draw(uint32_t seed)
{
    std::mt19937 random(seed);
    const auto pick = [&random](auto... values) {
        const std::array all{values...};
        return all[random() % all.size()];
    };
    Setting setting;
    const std::array<std::string, 5> recoveries{"Sack", "Rack", "NewReno", "Rfc6675", "Fack"};
    setting.recovery = recoveries[seed % recoveries.size()];
    setting.mss = pick(536U, 1000U, 1448U);
    setting.ackCount = pick(1U, 2U);
    setting.buffer = pick(30000U, 131072U);
    setting.timestamps = pick(true, true, false);
    setting.sack = pick(true, true, true, false);
    for (auto& link : setting.links)
    {
        link.rate = pick(800'000ULL, 1'543'210ULL, 10'000'000ULL);
        link.delay = std::chrono::microseconds(random() % 100'000);
        link.queue.most = pick(5U, 20U, 1000U);
    }
    for (const auto bound : {30, 300, 300, 1000})
    {
        const uint32_t first = random() % bound;
        for (uint32_t i = 0; i < random() % 4; ++i)
        {
            setting.lost[0].push_back(first + i);
        }
    }
    setting.lost[1].push_back(random() % 300);
    return setting;
}

} // namespace

// Time to the nanosecond, and every field but ports.
TEST(LeanWorld, SendsWhatNs3Sends)
{
    std::size_t segments = 0;
    for (uint32_t seed = 1; seed <= 60; ++seed)
    {
        SCOPED_TRACE(seed);
        const auto setting = Draw(seed);
        const auto expected = RunNs3(setting);
        const auto lines = RunLean(setting);
        segments += lines.size();
        for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
        {
            ASSERT_EQ(lines[i], expected[i]) << setting.recovery << ", segment " << i;
        }
        ASSERT_EQ(lines.size(), expected.size());
    }
    EXPECT_GT(segments, 50'000U);
}

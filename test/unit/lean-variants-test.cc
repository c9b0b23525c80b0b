/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean/simulation.h"
#include "lean/variants.h"

#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"
#include "ns3/variant-options.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace LeanVariantsTests
{

using namespace ns3;

constexpr uint16_t PORT = 5001;
constexpr uint32_t PIECE = 8192; // octets that the application writes at once
constexpr uint32_t RUN = 3;
constexpr double RATE = 4e6;
constexpr double RTT = 0.06;
constexpr uint32_t QUEUE = 30;
constexpr double LOSS = 0.01;
constexpr double END = 10;          // seconds
constexpr uint32_t BUFFER = 293760; // four times what path and queue hold, octets

using Lines = std::vector<std::string>;

std::string
Describe(int64_t now, uint64_t position)
{
    return std::to_string(now) + " ns: " + std::to_string(position);
}

/// Writes down where segments of data begin.
void
Note(Lines* lines, Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() > 0)
    {
        lines->push_back(
            Describe(Simulator::Now().GetNanoSeconds(), header.GetSequenceNumber().GetValue() - 1));
    }
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

/// @return the path of the setting, with addresses
Ipv4InterfaceContainer
MakePath(const NodeContainer& nodes)
{
    LossyPathHelper path;
    path.SetRate(LossyPathHelper::Direction::FORWARD, DataRate(static_cast<uint64_t>(RATE)));
    path.SetRate(LossyPathHelper::Direction::REVERSE, DataRate(static_cast<uint64_t>(RATE)));
    for (const auto direction :
         {LossyPathHelper::Direction::FORWARD, LossyPathHelper::Direction::REVERSE})
    {
        path.SetDelay(direction, Seconds(RTT / 2));
        path.SetQueue(
            direction,
            QueueSize(QueueSizeUnit::PACKETS,
                      direction == LossyPathHelper::Direction::FORWARD ? QUEUE : UINT32_MAX));
    }
    const auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(0);
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(LOSS);
    model->SetRandomVariable(draw);
    path.SetErrorModel(LossyPathHelper::Direction::FORWARD, model);
    path.SetTrafficControl(false);
    return Ipv4AddressHelper("10.0.0.0", "255.255.255.0")
        .Assign(path.Install(nodes.Get(0), nodes.Get(1)));
}

/// @return what a preset's sender sends in ns-3
Lines
RunNs3(const lean::Variant& variant)
{
    Lines lines;
    RngSeedManager::SetRun(RUN);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    // Buffers that grow are a part of the preset.
    if (variant.attributes.receiver.mostBuffer == 0)
    {
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(BUFFER));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER));
    }
    NodeContainer nodes(2);
    InternetStackHelper().Install(nodes);
    const auto interfaces = MakePath(nodes);
    TcpVariantPreset(variant.name).Install(nodes);
    const auto listener = Socket::CreateSocket(nodes.Get(1), TcpSocketFactory::GetTypeId());
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    listener->Listen();
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeCallback(&Accept));
    const auto sender = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
    sender->TraceConnectWithoutContext("Tx", MakeBoundCallback(&Note, &lines));
    sender->SetConnectCallback(MakeCallback(&WriteAll), MakeNullCallback<void, Ptr<Socket>>());
    sender->SetSendCallback(MakeCallback(&WriteMore));
    sender->Connect(InetSocketAddress(interfaces.GetAddress(1), PORT));
    Simulator::Stop(Seconds(END));
    Simulator::Run();
    Simulator::Destroy();
    Config::Reset();
    RngSeedManager::SetRun(1);
    return lines;
}

/// @return the same in the lean world
Lines
RunLean(const std::string& variant)
{
    lean::Setting setting;
    setting.variant = variant;
    setting.rate = RATE;
    setting.rtt = RTT;
    setting.queue = QUEUE;
    setting.loss = LOSS;
    setting.seconds = END;
    setting.seed = RUN;
    lean::Simulation simulation(setting, true);
    while (!simulation.Run(UINT64_MAX))
    {
    }
    const auto& times = simulation.GetColumn(lean::SENT_TIME);
    const auto& positions = simulation.GetColumn(lean::SENT_POSITION);
    Lines lines;
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        lines.push_back(
            Describe(std::llround(times[i] * 1e9), static_cast<uint64_t>(positions[i])));
    }
    return lines;
}

TEST(LeanVariants, TakeNoNumberThatDoesNotFit)
{
    lean::Attributes attributes;
    EXPECT_FALSE(lean::SetAttribute(attributes, {"DelAckCount", "-1"}));
    EXPECT_FALSE(lean::SetAttribute(attributes, {"DelAckCount", "4294967296"}));
    EXPECT_TRUE(lean::SetAttribute(attributes, {"DelAckCount", "4294967295"}));
    EXPECT_EQ(attributes.receiver.acks.count, 4294967295U);
}

// Each preset, with ns-3's random losses.
TEST(LeanVariants, SendWhatNs3Sends)
{
    ASSERT_GE(lean::GetVariants().size(), 3U);
    for (const auto& variant : lean::GetVariants())
    {
        SCOPED_TRACE(variant.name);
        const auto expected = RunNs3(variant);
        const auto lines = RunLean(variant.name);
        EXPECT_GT(lines.size(), 500U);
        for (std::size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
        {
            ASSERT_EQ(lines[i], expected[i]) << i;
        }
        EXPECT_EQ(lines.size(), expected.size());
    }
}

/// @return the value of an attribute, as ns-3 writes it
std::string
Write(const Object& object, const std::string& name, const std::string& value)
{
    TypeId::AttributeInformation attribute;
    EXPECT_TRUE(object.GetInstanceTypeId().LookupAttributeByName(name, &attribute)) << name;
    const auto set = value.empty() ? attribute.initialValue->Copy()
                                   : attribute.checker->CreateValidValue(StringValue(value));
    return set->SerializeToString(attribute.checker);
}

// Each preset on sockets with each recovery: what stays of its options is what stays in ns-3.
TEST(LeanVariants, KeepOnAnotherSocketWhatNs3Keeps)
{
    for (const auto& variant : lean::GetVariants())
    {
        for (const auto& [socketName, recovery] : GetScoreboardSockets())
        {
            SCOPED_TRACE(variant.name + " on " + socketName);
            auto moved = variant;
            moved.MoveTo(recovery);
            NodeContainer nodes(1);
            InternetStackHelper().Install(nodes);
            TcpVariantPreset(variant.name, socketName).Install(nodes);
            const auto socket = Socket::CreateSocket(nodes.Get(0), TcpSocketFactory::GetTypeId());
            for (const auto& [name, value] : variant.socket)
            {
                const auto kept =
                    std::find(moved.socket.begin(), moved.socket.end(), std::pair(name, value));
                const bool isKept = kept != moved.socket.end();
                StringValue there;
                socket->GetAttribute(name, there);
                EXPECT_EQ(Write(*socket, name, there.Get()),
                          Write(*socket, name, isKept ? value : ""))
                    << name;
            }
            Simulator::Destroy();
        }
    }
}

} // namespace LeanVariantsTests

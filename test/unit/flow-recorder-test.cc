/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bottleneck-recorder.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace FlowRecorderTests
{

using namespace ns3;

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 536;

/// Bulk senders of 100,000 octets to one receiver, over a dumbbell that loses nothing.
struct BulkFlows
{
    explicit BulkFlows(uint32_t senders)
    {
        dumbbell.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 1000);
        dumbbell.Build();
        BulkSendHelper bulk("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        bulk.SetAttribute("MaxBytes", UintegerValue(100'000));
        for (uint32_t sender = 0; sender < senders; ++sender)
        {
            const auto installed = bulk.Install(dumbbell.GetSenders());
            sources.push_back(DynamicCast<BulkSendApplication>(installed.Get(0)));
        }
        const auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
                               .Install(dumbbell.GetReceivers());
        sink = DynamicCast<PacketSink>(sinks.Get(0));
    }

    LossyDumbbellHelper dumbbell{1};
    std::vector<Ptr<BulkSendApplication>> sources;
    Ptr<PacketSink> sink;
};

TEST(FlowRecorder, WhoIsRecordedAgainIsRecordedOnce)
{
    BulkFlows flows(1);
    const auto source = flows.sources[0];
    FlowRecorder once;
    once.RecordSender(source);
    FlowRecorder flow;
    const auto record = [&] {
        flow.RecordSender(source);
        flow.RecordReceiver(flows.sink);
    };
    record();
    record();
    ns3compat::ScheduleCall(MilliSeconds(400), [&] {
        ASSERT_FALSE(once.GetTransmissions().empty());
        record();
        flow.RecordSocket(source->GetSocket());
    });
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_EQ(flow.GetReceivedBytes(Time(0), Seconds(10)), 100'000U);
    EXPECT_EQ(flow.GetTransmissions(), once.GetTransmissions());
    EXPECT_EQ(flow.GetAcknowledged().back().value, 100'000);
    EXPECT_TRUE(flow.GetRetransmissions().empty());
    EXPECT_EQ(flow.GetSeries("cwnd").size(), once.GetSeries("cwnd").size());
    // Once it has stopped it may be told again.
    flow.Stop();
    flow.RecordSocket(source->GetSocket());
    Simulator::Destroy();
}

TEST(FlowRecorderDeathTest, ASecondSenderIsRefused)
{
    BulkFlows flows(2);
    FlowRecorder flow;
    flow.RecordSender(flows.sources[0]);
    flow.RecordSender(flows.sources[1]);
    Simulator::Stop(Seconds(1));
    EXPECT_DEATH(Simulator::Run(), "records another sender already; each sender needs a recorder");
    Simulator::Destroy();
}

TEST(FlowRecorder, TheReceiverIsRecordedOnWhenTheSenderIsNot)
{
    BulkFlows flows(1);
    FlowRecorder flow;
    flow.RecordReceiver(flows.sink);
    flow.RecordSender(flows.sources[0]);
    std::vector<Time> sent;
    ns3compat::ScheduleCall(MilliSeconds(400), [&] {
        flow.Stop();
        flow.RecordReceiver(flows.sink);
        sent = flow.GetTransmissions();
        ASSERT_FALSE(sent.empty());
    });
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_EQ(flow.GetReceivedBytes(Time(0), Seconds(10)), 100'000U);
    EXPECT_EQ(flow.GetTransmissions(), sent);
    Simulator::Destroy();
}

TEST(FlowRecorder, ASenderThatIsRecordedNoFurtherIsNotAwaited)
{
    BulkFlows flows(2);
    flows.sources[0]->SetStartTime(Seconds(3));
    flows.sources[1]->SetStartTime(Seconds(2));
    FlowRecorder none;
    none.RecordSender(flows.sources[0]);
    FlowRecorder other;
    other.RecordSender(flows.sources[0]);
    FlowRecorder alone;
    alone.RecordSender(flows.sources[1]);
    ns3compat::ScheduleCall(Seconds(1), [&] {
        none.Stop();
        other.Stop();
        other.RecordSender(flows.sources[1]);
    });
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    EXPECT_TRUE(none.GetTransmissions().empty());
    EXPECT_FALSE(alone.GetTransmissions().empty());
    EXPECT_EQ(other.GetTransmissions(), alone.GetTransmissions());
    Simulator::Destroy();
}

// Neither octets nor instants of the first simulation are in the second one's record.
TEST(FlowRecorder, InAnotherSimulationTheRecordBeginsAnew)
{
    FlowRecorder flow;
    std::vector<Time> first;
    for (const auto& end : {Seconds(10), Seconds(11)})
    {
        BulkFlows flows(1);
        flow.RecordReceiver(flows.sink);
        flow.RecordSender(flows.sources[0]);
        Simulator::Stop(end);
        Simulator::Run();
        Simulator::Destroy();
        EXPECT_EQ(flow.GetSimulatedEnd(), end);
        EXPECT_EQ(flow.GetReceivedBytes(Time(0), end), 100'000U);
        EXPECT_EQ(flow.GetAcknowledged().back().value, 100'000);
        EXPECT_TRUE(flow.GetRetransmissions().empty());
        EXPECT_TRUE(flow.GetUnnecessaryRetransmissions().empty());
        first = first.empty() ? flow.GetTransmissions() : first;
        EXPECT_EQ(flow.GetTransmissions(), first);
    }
}

// What the recorders would have to invent: a rate of 60 s of which they saw 10.
TEST(FlowRecorderDeathTest, WhatLiesBeyondTheSimulatedTimeIsRefused)
{
    LossyDumbbellHelper dumbbell(1);
    dumbbell.Build();
    const auto address = dumbbell.GetReceiverAddress(0, PORT);
    auto senders = BulkSendHelper("ns3::TcpSocketFactory", address).Install(dumbbell.GetSenders());
    auto receivers = PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
                         .Install(dumbbell.GetReceivers());
    FlowRecorder flow;
    flow.RecordSender(DynamicCast<BulkSendApplication>(senders.Get(0)));
    flow.RecordReceiver(DynamicCast<PacketSink>(receivers.Get(0)));
    BottleneckRecorder bottleneck(MSS, address);
    bottleneck.RecordLink(dumbbell.GetBottleneckQueue(LossyDumbbellHelper::Direction::FORWARD),
                          dumbbell.GetBottleneckDevice(LossyDumbbellHelper::Direction::REVERSE));
    Simulator::Stop(Seconds(10));
    Simulator::Run();

    const Time begin;
    const auto end = Seconds(10);
    const auto beyond = Seconds(60);
    for (const bool isDestroyed : {false, true})
    {
        EXPECT_GT(flow.GetThroughput(begin, end), 0) << isDestroyed;
        EXPECT_GT(bottleneck.GetOctets(begin, end), 0U) << isDestroyed;
        EXPECT_GT(flow.GetValueAt("cwnd", end), 0) << isDestroyed;
        const std::string said = ": the simulation came to 10 s, not to 60 s";
        EXPECT_DEATH(flow.GetThroughput(begin, beyond), "GetThroughput" + said);
        EXPECT_DEATH(flow.GetReceivedBytes(begin, beyond), "GetReceivedBytes" + said);
        EXPECT_DEATH(flow.GetThroughputSeries(begin, beyond, end), "GetThroughputSeries" + said);
        EXPECT_DEATH(flow.GetSendingRateSeries(begin, beyond, end), "GetSendingRateSeries" + said);
        EXPECT_DEATH(flow.GetValueAt("cwnd", beyond), "GetValueAt" + said);
        EXPECT_DEATH(bottleneck.GetOctets(begin, beyond), "GetOctets" + said);
        EXPECT_DEATH(bottleneck.GetOctets(begin, beyond, true), "GetOctets" + said);
        Simulator::Destroy();
    }
}

TEST(FlowRecorderDeathTest, WhatCannotBeRecordedIsRefusedByName)
{
    FlowRecorder flow;
    EXPECT_DEATH(flow.GetUnnecessaryRetransmissions(), "no receiver was recorded");
    EXPECT_DEATH(flow.RecordReceiver(nullptr), "the receiver must not be null");
    EXPECT_DEATH(flow.RecordReceivingSocket(nullptr), "the socket is no TCP socket");
    EXPECT_DEATH(flow.GetThroughput(Seconds(2), Seconds(2)), "'to' must be after 'from'");
    EXPECT_DEATH(flow.GetThroughputSeries(Seconds(1), Seconds(2), Time(0)),
                 "'step' must be above 0");
    const auto receiver = CreateObject<PacketSink>();
    EXPECT_DEATH(flow.RecordReceiver(receiver), "install the receiver on a node");
    CreateObject<Node>()->AddApplication(receiver);
    EXPECT_DEATH(flow.RecordReceiver(receiver), "of the receiver has no internet stack");
    BottleneckRecorder bottleneck(MSS, Address());
    EXPECT_DEATH(bottleneck.RecordLink(nullptr, nullptr), "queue and device must not be null");
    Simulator::Destroy();
}

// Datagrams have no retransmissions: that there are none would be invented.
TEST(FlowRecorderDeathTest, OfAReceiverOfDatagramsNothingIsSaid)
{
    LossyDumbbellHelper dumbbell(1);
    dumbbell.Build();
    auto receivers = PacketSinkHelper("ns3::UdpSocketFactory", dumbbell.GetAnyAddress(PORT))
                         .Install(dumbbell.GetReceivers());
    FlowRecorder flow;
    flow.RecordReceiver(DynamicCast<PacketSink>(receivers.Get(0)));
    const auto source =
        Socket::CreateSocket(dumbbell.GetSenders().Get(0), UdpSocketFactory::GetTypeId());
    source->Connect(dumbbell.GetReceiverAddress(0, PORT));
    ns3compat::ScheduleCall(Seconds(1), [&source] { source->Send(Create<Packet>(100)); });
    Simulator::Stop(Seconds(2));
    EXPECT_TRUE(flow.GetUnnecessaryRetransmissions().empty());
    Simulator::Run();
    EXPECT_EQ(flow.GetReceivedBytes(Time(0), Seconds(2)), 100U);
    EXPECT_DEATH(flow.GetUnnecessaryRetransmissions(), "did not come by TCP");
    Simulator::Destroy();
}

} // namespace FlowRecorderTests

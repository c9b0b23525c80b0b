/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bottleneck-recorder.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 536;

} // namespace

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
        EXPECT_DEATH(bottleneck.GetFlowOctets(begin, beyond), "GetOctets" + said);
        Simulator::Destroy();
    }
}

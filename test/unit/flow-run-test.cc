/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-topology.h"
#include "lib/flow-run.h"
#include "lib/ranks.h"
#include "lib/result-statistics.h"
#include "lib/result-writer.h"

#include "ns3/config.h"
#include "ns3/simulator.h"
#include "ns3/tcp-scoreboard-socket.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace FlowRunTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// Two flows on the default dumbbell.
class FlowRunTest : public testing::Test
{
  protected:
    FlowRunTest()
    {
        m_sockets.sizes.receiveBuffer = 8000;
    }

    ~FlowRunTest() override
    {
        Config::Reset();
    }

    const DumbbellTopology& Build()
    {
        m_topology = std::make_unique<DumbbellTopology>(m_parameters, PacketSizes{1000, 42}, 2, 0);
        return *m_topology;
    }

    DumbbellParameters m_parameters;
    SocketParameters m_sockets;
    std::unique_ptr<DumbbellTopology> m_topology;
};

TEST_F(FlowRunTest, ASinkIsToldOfTheSocketOnceItExists)
{
    FlowRun run(Build(), m_sockets);
    std::vector<std::pair<Time, bool>> told;
    const auto note = [&told](Ptr<Socket> socket) {
        told.emplace_back(Simulator::Now(), DynamicCast<TcpScoreboardSocket>(socket) != nullptr);
    };
    run.AddFlow(0, MilliSeconds(300), note);
    run.AddFlow(1, MilliSeconds(700), note);
    run.UseVariant(TcpVariantPreset("fack"), 1, 2);
    run.Simulate(Seconds(1));
    EXPECT_EQ(Simulator::Now(), Seconds(1));
    EXPECT_TRUE(run.GetFlows().empty());
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0], std::pair(MilliSeconds(300) + TimeStep(1), false));
    EXPECT_EQ(told[1], std::pair(MilliSeconds(700) + TimeStep(1), true));
}

TEST_F(FlowRunTest, RepairsAreThoseOfTheFlowWhileMeasured)
{
    m_parameters.losses.drop = "5,6";
    FlowRun run(Build(), m_sockets);
    run.AddFlows(2, Time(0), Time(0));
    run.UseVariant(m_sockets.MakeVariant("sack-veno"), 0, 2);
    run.TraceCongestionControl(1, TcpVariantPreset("sack-veno"), "BaseRtt");
    run.TraceCongestionControl(0, TcpVariantPreset("sack-veno"), "NoSuchTrace");
    run.Simulate(Seconds(4));
    EXPECT_EQ(run.GetFlows().size(), 2U);
    EXPECT_FALSE(run.GetFlow(1).GetSeries("BaseRtt").empty());
    const auto& flow = run.GetFlow(0);
    const auto repairs = flow.GetRetransmissions();
    ASSERT_EQ(repairs.size(), 2U);
    const auto rows = [](const FlowRecorder& recorder, Time from, Time to) {
        std::ostringstream os;
        ResultWriter writer(os);
        WriteRepairs(VariantRows(writer, "v"), recorder, {from, to, Time(0)});
        return os.str().substr(os.str().find("value\n") + 6);
    };
    const auto expected = [](const std::string& retransmissions) {
        return "retransmissions,v,segments,1,," + retransmissions +
               "\nneedless,v,segments,1,,0\ntimeouts,v,1,1,,0\n";
    };
    EXPECT_EQ(rows(flow, Time(0), Seconds(4)), expected("2"));
    EXPECT_EQ(rows(flow, repairs[0], repairs[1]), expected("1"));
    EXPECT_EQ(rows(flow, repairs[1], Seconds(4)), expected("1"));
    EXPECT_EQ(rows(run.GetFlow(1), Time(0), Seconds(4)), expected("0"));
}

TEST_F(FlowRunTest, WhatAnotherProcessRecordedOfAReceiverIsTaken)
{
    FlowRecorder flow;
    flow.TakeReceiver({{Seconds(0), 100}, {Seconds(0), 50}}, {Seconds(1), Seconds(2)});
    ASSERT_EQ(flow.GetReceived().size(), 2U);
    EXPECT_EQ(flow.GetReceived()[0].bytes, 100U);
    EXPECT_EQ(flow.GetUnnecessaryRetransmissions(), (std::vector<Time>{Seconds(1), Seconds(2)}));
    EXPECT_EQ(Ranks(1).GetLast(), 0U);
}

} // namespace FlowRunTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bulk-send-application.h"
#include "ns3/flow-recorder.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/traced-value.h"
#include "ns3/udp-socket-factory.h"

#include <gtest/gtest.h>
#include <string>

namespace SenderRecorderTests
{

using namespace ns3;

/// A congestion control with a traced value of each type.
class TracedControl : public TcpNewReno
{
  public:
    static TypeId GetTypeId()
    {
        static const TypeId TYPE_ID =
            TypeId("TracedControl")
                .SetParent<TcpNewReno>()
                .AddTraceSource("Flag",
                                "",
                                MakeTraceSourceAccessor(&TracedControl::flag),
                                "ns3::TracedValueCallback::Bool")
                .AddTraceSource("Ratio",
                                "",
                                MakeTraceSourceAccessor(&TracedControl::ratio),
                                "ns3::TracedValueCallback::Double")
                .AddTraceSource("Octets",
                                "",
                                MakeTraceSourceAccessor(&TracedControl::octets),
                                "ns3::TracedValueCallback::Uint32")
                .AddTraceSource("Delay",
                                "",
                                MakeTraceSourceAccessor(&TracedControl::delay),
                                "ns3::TracedValueCallback::Time")
                .AddTraceSource("Count",
                                "",
                                MakeTraceSourceAccessor(&TracedControl::count),
                                "ns3::TracedValueCallback::Uint64");
        return TYPE_ID;
    }

    TypeId GetInstanceTypeId() const override
    {
        return GetTypeId();
    }

    TracedValue<bool> flag{false};
    TracedValue<double> ratio{0};
    TracedValue<uint32_t> octets{0};
    TracedValue<Time> delay{Time(0)};
    TracedValue<uint64_t> count{0};
};

class SenderRecorderTest : public testing::Test
{
  protected:
    SenderRecorderTest()
    {
        InternetStackHelper().Install(node);
        socket =
            DynamicCast<TcpSocketBase>(Socket::CreateSocket(node, TcpSocketFactory::GetTypeId()));
        socket->SetCongestionControlAlgorithm(control);
    }

    ~SenderRecorderTest() override
    {
        Simulator::Destroy();
    }

    Ptr<Node> node{CreateObject<Node>()};
    Ptr<TracedControl> control{CreateObject<TracedControl>()};
    Ptr<TcpSocketBase> socket;
    FlowRecorder recorder;
};

TEST_F(SenderRecorderTest, TracesAControlsValuesOfEachTypeAsNumbers)
{
    for (const std::string name : {"Flag", "Ratio", "Octets", "Delay", "Ratio"})
    {
        recorder.TraceCongestionControl(name);
    }
    EXPECT_FALSE(recorder.HasSeries("Octets"));
    recorder.RecordSocket(socket);
    EXPECT_TRUE(recorder.HasSeries("Octets"));
    EXPECT_FALSE(recorder.HasSeries("Count"));
    EXPECT_TRUE(recorder.GetSeries("Octets").empty());
    EXPECT_DEATH(recorder.GetValueAt("Octets", Time(0)), "series 'Octets' has no sample");
    control->flag = true;
    control->ratio = 0.25;
    control->octets = 4'000'000'000;
    control->delay = MilliSeconds(1500);
    EXPECT_EQ(recorder.GetValueAt("Flag", Time(0)), 1.0);
    EXPECT_EQ(recorder.GetValueAt("Ratio", Time(0)), 0.25);
    EXPECT_EQ(recorder.GetValueAt("Octets", Time(0)), 4e9);
    EXPECT_EQ(recorder.GetValueAt("Delay", Time(0)), 1.5);
    control->ratio = 0.5;
    EXPECT_EQ(recorder.GetSeries("Ratio").size(), 2U);
    EXPECT_DEATH(recorder.GetSeries("cwnd"),
                 "no series 'cwnd' was recorded; there are: Delay Flag Octets Ratio");
}

TEST_F(SenderRecorderTest, WhatItCannotRecordIsRefusedByName)
{
    EXPECT_DEATH(recorder.RecordSender(nullptr), "the application must not be null");
    EXPECT_DEATH(recorder.RecordSocket(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId())),
                 "RecordSocket: the socket is no TCP socket");
    const auto trace = [this](const std::string& name) {
        recorder.TraceCongestionControl(name);
        recorder.RecordSocket(socket);
    };
    EXPECT_DEATH(trace("None"), "TracedControl has no trace source 'None'");
    EXPECT_DEATH(trace("Count"), "'Count' is of type Uint64, not bool, double, uint32_t or Time");
}

TEST_F(SenderRecorderTest, AnApplicationOfNoNodeIsMissedWhenItShouldStart)
{
    const auto application = CreateObject<BulkSendApplication>();
    application->SetStartTime(Seconds(3));
    recorder.RecordSender(application);
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    EXPECT_DEATH(Simulator::Run(), "the application has no socket at \\+3s");
}

} // namespace SenderRecorderTests

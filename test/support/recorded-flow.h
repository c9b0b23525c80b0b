/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECORDED_FLOW_H
#define RECORDED_FLOW_H

#include "isolated-test-case.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

/// What tests of recorded flows share.
namespace dumbbells
{

using namespace ns3;

using AddressFamily = LossyDumbbellHelper::AddressFamily;
constexpr auto FORWARD = LossyDumbbellHelper::Direction::FORWARD;
constexpr auto REVERSE = LossyDumbbellHelper::Direction::REVERSE;

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

/// What IPv6 hosts say when they start (router solicitations) is over by then.
inline const Time QUIET = Seconds(20);

/// One bulk flow with its recorder, and the test's own records beside it.
class RecordedFlowTestCase : public IsolatedTestCase
{
  public:
    using IsolatedTestCase::IsolatedTestCase;

  protected:
    /**
     * The path is the default one: 5.21 ms a segment of 1042 octets, and 50 ms each way. Slow start
     * ends at 20 segments, so that the window is below 150 in all cases and the queue never full.
     * The receiver's window must not be what limits the flow: ns-3.37 then crashes on a loss.
     */
    void Build(const std::string& variant,
               Ptr<ErrorModel> losses,
               uint32_t segments,
               const std::vector<std::string>& controlTraces = {})
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 22));
        Config::SetDefault("ns3::TcpSocket::InitialSlowStartThreshold", UintegerValue(20 * MSS));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(2));
        Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
        Config::SetDefault("ns3::TcpSocket::DataRetries", UintegerValue(1000));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(Seconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", TimeValue(MilliSeconds(1)));
        Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetQueue(FORWARD, 1000);
        dumbbell.SetErrorModel(FORWARD, losses);
        if (m_ackLosses)
        {
            dumbbell.SetErrorModel(REVERSE, m_ackLosses);
        }
        dumbbell.Build();
        TcpVariantPreset(variant).Install(dumbbell.GetSenders());

        BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        sender.SetAttribute("MaxBytes", UintegerValue(segments * MSS));
        auto senders = sender.Install(dumbbell.GetSenders());
        senders.Start(START);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        auto receivers = receiver.Install(dumbbell.GetReceivers());
        m_sender = DynamicCast<BulkSendApplication>(senders.Get(0));
        m_sink = DynamicCast<PacketSink>(receivers.Get(0));
        m_sink->TraceConnectWithoutContext("Rx",
                                           MakeCallback(&RecordedFlowTestCase::Received, this));
        for (const auto& name : controlTraces)
        {
            flow.TraceCongestionControl(name);
        }
        flow.RecordSender(m_sender);
        flow.RecordReceiver(m_sink);
        Simulator::Schedule(START + TimeStep(2), &RecordedFlowTestCase::Started, this);
    }

    /// What a series should be, told by the test's own trace sinks.
    void CheckSeries(const std::string& name, const TraceSeries& expected)
    {
        const auto series = flow.HasSeries(name) ? flow.GetSeries(name) : TraceSeries();
        NS_TEST_EXPECT_MSG_EQ(series.size(), expected.size(), name);
        NS_TEST_EXPECT_MSG_GT(expected.size(), 3, name);
        for (std::size_t i = 0; i < std::min(series.size(), expected.size()); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(series[i].time, expected[i].time, name << ' ' << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(series[i].value, expected[i].value, 1e-9, name << ' ' << i);
        }
    }

    inline static const Time START = MilliSeconds(500);

    FlowRecorder flow;
    Ptr<ErrorModel> m_ackLosses; //!< losses of the way back, none if null
    Ptr<PacketSink> m_sink;
    std::vector<std::pair<Time, uint32_t>> m_reads; //!< what the sink read
    TraceSeries m_cwnd;                             //!< segments
    TraceSeries m_backlog;                          //!< segments

  private:
    void Started()
    {
        const auto socket = m_sender->GetSocket();
        socket->TraceConnectWithoutContext(
            "CongestionWindow",
            MakeCallback(&RecordedFlowTestCase::WindowChanged, this));
        PointerValue control;
        socket->GetAttribute("CongestionOps", control);
        // Only one of the variants has it.
        control.GetObject()->TraceConnectWithoutContext(
            "Backlog",
            MakeCallback(&RecordedFlowTestCase::BacklogChanged, this));
    }

    void Received(Ptr<const Packet> packet, const Address&)
    {
        m_reads.emplace_back(Simulator::Now(), packet->GetSize());
    }

    void WindowChanged(uint32_t, uint32_t octets)
    {
        m_cwnd.push_back({Simulator::Now(), octets / 1000.0});
    }

    void BacklogChanged(double, double segments)
    {
        m_backlog.push_back({Simulator::Now(), segments});
    }

    Ptr<BulkSendApplication> m_sender;
};

} // namespace dumbbells

#endif /* RECORDED_FLOW_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/recorded-flow.h"

#include "ns3/bulk-send-helper.h"
#include "ns3/data-rate.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/tcp-recorder.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
using namespace dumbbells;

namespace
{

std::vector<std::string>
SplitLines(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/// Three applications of different kinds, none of which the recorder is told of.
class ApplicationsTestCase : public IsolatedTestCase
{
  public:
    explicit ApplicationsTestCase(AddressFamily family)
        : IsolatedTestCase(std::string("Any application is recorded, ") +
                           (family == AddressFamily::IPV4 ? "IPv4" : "IPv6")),
          m_family(family)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(MSS));
        LossyDumbbellHelper dumbbell(3);
        dumbbell.SetAddressFamily(m_family);
        dumbbell.SetQueue(FORWARD, 1000);
        auto losses = CreateObject<SegmentLossModel>();
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        dumbbell.SetErrorModel(FORWARD, losses);
        dumbbell.Build();
        losses->SetDestination(dumbbell.GetReceiverAddress(0, PORT));
        losses->Drop(10);
        losses->Drop(15);
        TcpVariantPreset("sack").Install(dumbbell.GetSenders());
        TcpRecorder recorder;
        recorder.InstallAll();
        recorder.InstallAll(); // once is enough
        InstallApplications(dumbbell);
        RunUntil(Seconds(20));
        Check(recorder);
    }

    void InstallApplications(const LossyDumbbellHelper& dumbbell)
    {
        BulkSendHelper bulk("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        bulk.SetAttribute("MaxBytes", UintegerValue(40 * MSS));
        bulk.Install(dumbbell.GetSenders().Get(0)).Start(Seconds(1));
        OnOffHelper onOff("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(1, PORT));
        onOff.SetConstantRate(DataRate("80kbps"), 500);
        onOff.SetAttribute("MaxBytes", UintegerValue(10'000));
        onOff.Install(dumbbell.GetSenders().Get(1)).Start(Seconds(2));
        m_own = Socket::CreateSocket(dumbbell.GetSenders().Get(2), TcpSocketFactory::GetTypeId());
        m_own->SetConnectCallback(MakeCallback(&ApplicationsTestCase::Write, this),
                                  MakeNullCallback<void, Ptr<Socket>>());
        Simulator::Schedule(Seconds(3),
                            &ApplicationsTestCase::Connect,
                            this,
                            dumbbell.GetReceiverAddress(2, PORT));
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        receiver.Install(dumbbell.GetReceivers());
    }

    void Connect(Address to)
    {
        m_own->Connect(to);
    }

    void Write(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(2500));
        socket->Close();
    }

    /// The receivers only acknowledge: they are connections without a row.
    void Check(const TcpRecorder& recorder)
    {
        NS_TEST_ASSERT_MSG_EQ(recorder.GetConnections().size(), 6, "both ends of each");
        const std::vector<uint32_t> octets{40 * MSS, 10'000, 2500};
        std::ostringstream summary;
        recorder.WriteSummary(summary);
        const auto rows = SplitLines(summary.str());
        NS_TEST_ASSERT_MSG_EQ(rows.size(), 1 + octets.size(), "a head and a row for each sender");
        for (std::size_t i = 0; i < octets.size(); ++i)
        {
            const auto& connection = *recorder.GetConnections()[2 * i];
            const auto& sender = connection.GetSender();
            NS_TEST_EXPECT_MSG_EQ(sender.GetAcknowledged().back().value, octets[i], "octets");
            NS_TEST_EXPECT_MSG_EQ(sender.GetRetransmissions().size(), (i == 0 ? 2 : 0), "lost");
            std::ostringstream start;
            start << connection.GetNode() << "," << connection.GetName() << ",";
            NS_TEST_EXPECT_MSG_EQ(rows[i + 1].find(start.str()), 0, rows[i + 1]);
            std::ostringstream delivered;
            delivered << "," << octets[i] << ",";
            NS_TEST_EXPECT_MSG_EQ((rows[i + 1].find(delivered.str()) != std::string::npos),
                                  true,
                                  rows[i + 1]);
        }
        CheckSeries(recorder);
    }

    /// Two segments of the first connection were sent again, each a row.
    void CheckSeries(const TcpRecorder& recorder)
    {
        std::ostringstream series;
        recorder.WriteSeries(series);
        const auto rows = SplitLines(series.str());
        NS_TEST_EXPECT_MSG_EQ(rows[0],
                              "time_s,node,connection,variant,quantity,value,unit",
                              "head");
        std::size_t again = 0;
        for (const auto& row : rows)
        {
            again += row.find(",retransmission,1") != std::string::npos ? 1 : 0;
        }
        NS_TEST_EXPECT_MSG_EQ(again, 2, "sent again");
    }

    AddressFamily m_family;
    Ptr<Socket> m_own; //!< of an application that is none of ns-3's
};

/// What is installed on some nodes sees these alone.
class SomeNodesTestCase : public IsolatedTestCase
{
  public:
    SomeNodesTestCase()
        : IsolatedTestCase("Only the nodes that were asked for, until the recorder is gone")
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(2);
        dumbbell.Build();
        for (uint32_t pair = 0; pair < 2; ++pair)
        {
            BulkSendHelper bulk("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(pair, PORT));
            bulk.Install(dumbbell.GetSenders().Get(pair));
        }
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        receiver.Install(dumbbell.GetReceivers());
        {
            TcpRecorder recorder;
            recorder.Install(dumbbell.GetSenders().Get(1));
            RunUntil(Seconds(2));
            NS_TEST_ASSERT_MSG_EQ(recorder.GetConnections().size(), 1, "one sender");
            NS_TEST_EXPECT_MSG_EQ(recorder.GetConnections()[0]->GetNode(),
                                  dumbbell.GetSenders().Get(1)->GetId(),
                                  "the second");
        }
        RunUntil(Seconds(3));
    }
};

/// Windows count the segments that are sent, which a link makes smaller than was asked for.
class SmallerSegmentsTestCase : public IsolatedTestCase
{
  public:
    SmallerSegmentsTestCase()
        : IsolatedTestCase("Windows are in segments of the size that the handshake allows")
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(8960));
        Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
        LossyDumbbellHelper dumbbell(1);
        dumbbell.Build();
        dumbbell.GetHostDevices(LossyDumbbellHelper::Side::LEFT).Get(0)->SetMtu(1500);
        TcpVariantPreset("rack").Install(dumbbell.GetSenders());
        TcpRecorder recorder;
        recorder.Install(dumbbell.GetSenders());
        BulkSendHelper bulk("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, PORT));
        bulk.Install(dumbbell.GetSenders());
        PacketSinkHelper receiver("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT));
        receiver.Install(dumbbell.GetReceivers());
        RunUntil(Seconds(2));
        NS_TEST_ASSERT_MSG_EQ(recorder.GetConnections().size(), 1, "one sender");
        const auto& cwnd = recorder.GetConnections()[0]->GetSender().GetSeries("cwnd");
        NS_TEST_EXPECT_MSG_EQ_TOL(cwnd.front().value, 10, 1e-9, "segments");
    }
};

/// Tests of TcpRecorder by counts that do not come from it.
class TcpRecorderTestSuite : public TestSuite
{
  public:
    TcpRecorderTestSuite()
        : TestSuite("tcp-recorder", Type::UNIT)
    {
        AddTestCase(new ApplicationsTestCase(AddressFamily::IPV4));
        AddTestCase(new ApplicationsTestCase(AddressFamily::IPV6));
        AddTestCase(new SomeNodesTestCase);
        AddTestCase(new SmallerSegmentsTestCase);
    }
};

TcpRecorderTestSuite g_tcpRecorderTestSuite; //!< registers itself

} // namespace

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/buffer-use-recorder.h"

#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/ns3-compat.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/segment-loss-model.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

/// Segments, and which transmission of which of them is lost.
using Losses = std::vector<std::pair<uint64_t, uint32_t>>;

/// A NewReno sender whose application writes once, at 1.1 s; a round trip is 100 ms.
class WrittenOnceTestCase : public TestCase
{
  public:
    /**
     * @param name name of the test case
     * @param segments what is written
     * @param losses what is lost
     * @param closes whether it then closes; else no FIN helps
     */
    WrittenOnceTestCase(const std::string& name, uint32_t segments, Losses losses, bool closes)
        : TestCase(name),
          m_segments(segments),
          m_losses(std::move(losses)),
          m_closes(closes)
    {
    }

  protected:
    static constexpr double END = 30; // seconds

    /// Make the connection, whose socket can then be recorded.
    Ptr<Socket> Make()
    {
        m_model = CreateObject<SegmentLossModel>();
        m_model->SetAttribute("SegmentSize", UintegerValue(MSS));
        for (const auto& [segment, transmission] : m_losses)
        {
            m_model->Drop(segment, transmission);
        }
        for (const auto direction : {LossyDumbbellHelper::FORWARD, LossyDumbbellHelper::REVERSE})
        {
            m_dumbbell.SetRate(direction, DataRate("10Mbps"));
        }
        m_dumbbell.SetQueue(LossyDumbbellHelper::FORWARD, 100);
        m_dumbbell.SetErrorModel(LossyDumbbellHelper::FORWARD, m_model);
        m_dumbbell.Build();
        TcpVariantPreset("newreno").Install(m_dumbbell.GetSenders());
        PacketSinkHelper("ns3::TcpSocketFactory", m_dumbbell.GetAnyAddress(PORT))
            .Install(m_dumbbell.GetReceivers());
        m_socket =
            Socket::CreateSocket(m_dumbbell.GetSenders().Get(0), TcpSocketFactory::GetTypeId());
        m_socket->SetAttribute("SegmentSize", UintegerValue(MSS));
        m_socket->SetAttribute("InitialCwnd", UintegerValue(10));
        m_socket->SetConnectCallback(MakeCallback(&WrittenOnceTestCase::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        ns3compat::ScheduleCall(Seconds(1), [this] {
            m_socket->Connect(m_dumbbell.GetReceiverAddress(0, PORT));
        });
        return m_socket;
    }

    void Run()
    {
        Simulator::Stop(Seconds(END));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_model->GetPlanned(), 0, "all is lost that should be");
    }

    void DoTeardown() override
    {
        Simulator::Destroy();
    }

  private:
    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(m_segments * MSS));
        if (m_closes)
        {
            socket->Close();
        }
    }

    uint32_t m_segments;
    Losses m_losses;
    bool m_closes;
    LossyDumbbellHelper m_dumbbell{1};
    Ptr<SegmentLossModel> m_model;
    Ptr<Socket> m_socket;
};

class EpisodeTestCase : public WrittenOnceTestCase
{
  public:
    /**
     * @param name name of the test case
     * @param segments what is written
     * @param losses what is lost
     * @param within retransmissions up to the end of the episode
     */
    EpisodeTestCase(const std::string& name,
                    uint32_t segments,
                    Losses losses,
                    std::ptrdiff_t within)
        : WrittenOnceTestCase(name, segments, std::move(losses), false),
          m_within(within)
    {
    }

  private:
    void DoRun() override
    {
        FlowRecorder flow;
        flow.RecordSocket(Make());
        Run();
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 1, "episodes");
        NS_TEST_ASSERT_MSG_EQ(episodes[0].end.has_value(), true, "it is over");
        const auto& again = flow.GetRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(std::count_if(again.begin(),
                                            again.end(),
                                            [end = *episodes[0].end](Time at) { return at < end; }),
                              m_within,
                              "retransmissions of the episode");
    }

    std::ptrdiff_t m_within;
};

/// Two episodes, of which the first has a timeout within: see EpisodeTestCase.
class BufferUseTestCase : public WrittenOnceTestCase
{
  public:
    BufferUseTestCase()
        : WrittenOnceTestCase("BufferUseRecorder: what counts after the warm-up",
                              100,
                              {{3, 1}, {3, 2}, {17, 1}, {80, 1}},
                              true)
    {
    }

  private:
    void DoRun() override
    {
        const auto socket = Make();
        FlowRecorder flow;
        BufferUseRecorder whole(Time(0));
        BufferUseRecorder atEnd(Seconds(END - 1));
        flow.RecordSocket(socket);
        for (auto recorder : {&whole, &atEnd})
        {
            recorder->RecordSocket(socket);
            Simulator::Schedule(Seconds(END) - TimeStep(1), &BufferUseRecorder::Finish, recorder);
        }
        Run();

        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 2, "episodes");
        NS_TEST_EXPECT_MSG_EQ(whole.GetCycles(), 1, "from the end of one to that of the next");
        NS_TEST_EXPECT_MSG_EQ(whole.GetInterval(),
                              *episodes[1].end - *episodes[0].end,
                              "length of the cycle");
        NS_TEST_EXPECT_MSG_EQ(whole.GetRetransmissions(),
                              flow.GetRetransmissions().size(),
                              "retransmissions");
        NS_TEST_EXPECT_MSG_EQ(atEnd.GetRetransmissions(), 0, "all were sent before");
        NS_TEST_EXPECT_MSG_EQ(atEnd.GetLargestUnacknowledged(), 0, "nothing is left");
    }
};

/// No loss: what is on its way when the warm-up ends counts, the FIN does not.
class WarmUpTestCase : public WrittenOnceTestCase
{
  public:
    WarmUpTestCase()
        : WrittenOnceTestCase("BufferUseRecorder: octets of data alone", 10, {}, true)
    {
    }

  private:
    void DoRun() override
    {
        const auto socket = Make();
        BufferUseRecorder whole(Time(0));
        // All have left, and no ACK has come.
        BufferUseRecorder underWay(MilliSeconds(1150));
        for (auto recorder : {&whole, &underWay})
        {
            recorder->RecordSocket(socket);
            Simulator::Schedule(Seconds(END) - TimeStep(1), &BufferUseRecorder::Finish, recorder);
        }
        Run();
        NS_TEST_EXPECT_MSG_EQ(underWay.GetLargestUnacknowledged(), 10 * MSS, "all ten");
        NS_TEST_EXPECT_MSG_EQ(whole.GetDeliveredOctets(), 10 * MSS, "without the FIN");
    }
};

/// A receiver that another process simulates.
class TakenRecordsTestCase : public TestCase
{
  public:
    TakenRecordsTestCase()
        : TestCase("What another process recorded is taken")
    {
    }

  private:
    void DoRun() override
    {
        FlowRecorder flow;
        flow.SetReceived({{Seconds(1), 1000}, {Seconds(2), 500}, {Seconds(4), 250}});
        flow.SetUnnecessaryRetransmissions({Seconds(3)});
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceivedBytes(Seconds(1), Seconds(4)), 1500, "octets");
        NS_TEST_EXPECT_MSG_EQ(flow.GetThroughput(Seconds(1), Seconds(4)), 4000.0, "bit/s");
        NS_TEST_EXPECT_MSG_EQ(flow.GetReceived().size(), 3, "all");
        NS_TEST_EXPECT_MSG_EQ(flow.GetUnnecessaryRetransmissions().size(), 1, "with no receiver");
    }
};

/// Tests of recorders by what is planned for single segments. More are in tcp-lossy-helper.
class FlowRecorderTestSuite : public TestSuite
{
  public:
    FlowRecorderTestSuite()
        : TestSuite("flow-recorder", Type::UNIT)
    {
        // The ACK of the very last octet ends it: none beyond comes.
        AddTestCase(new EpisodeTestCase("The last segment is lost", 5, {{5, 1}}, 1));
        AddTestCase(new BufferUseTestCase);
        AddTestCase(new WarmUpTestCase);
        AddTestCase(new TakenRecordsTestCase);
        // Up to 14 were sent when the loss of 3 was detected. Its retransmission is lost, too; the
        // ACK after the timeout covers 16, which ends it, though 17, sent meanwhile, is missing.
        AddTestCase(new EpisodeTestCase("A timeout within an episode does not move its end",
                                        30,
                                        {{3, 1}, {3, 2}, {17, 1}},
                                        2));
    }
};

FlowRecorderTestSuite g_flowRecorderTestSuite;

} // namespace

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/flow-recorder.h"
#include "ns3/lossy-dumbbell-helper.h"
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

namespace
{

constexpr uint16_t PORT = 5001;
constexpr uint32_t MSS = 1000;

/// A NewReno sender whose application writes once and never closes, so that no FIN helps.
class EpisodeTestCase : public TestCase
{
  public:
    /// Segments, and which transmission of which of them is lost.
    using Losses = std::vector<std::pair<uint64_t, uint32_t>>;

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
        : TestCase(name),
          m_segments(segments),
          m_losses(std::move(losses)),
          m_within(within)
    {
    }

  private:
    void DoRun() override
    {
        LossyDumbbellHelper dumbbell(1);
        dumbbell.SetRate(LossyDumbbellHelper::FORWARD, DataRate("10Mbps"));
        dumbbell.SetRate(LossyDumbbellHelper::REVERSE, DataRate("10Mbps"));
        dumbbell.SetQueue(LossyDumbbellHelper::FORWARD, 100);
        const auto losses = CreateObject<SegmentLossModel>();
        losses->SetAttribute("SegmentSize", UintegerValue(MSS));
        for (const auto& [segment, transmission] : m_losses)
        {
            losses->Drop(segment, transmission);
        }
        dumbbell.SetErrorModel(LossyDumbbellHelper::FORWARD, losses);
        dumbbell.Build();
        TcpVariantPreset("newreno").Install(dumbbell.GetSenders());
        PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(PORT))
            .Install(dumbbell.GetReceivers());
        m_socket =
            Socket::CreateSocket(dumbbell.GetSenders().Get(0), TcpSocketFactory::GetTypeId());
        m_socket->SetAttribute("SegmentSize", UintegerValue(MSS));
        m_socket->SetAttribute("InitialCwnd", UintegerValue(10));
        m_socket->SetConnectCallback(MakeCallback(&EpisodeTestCase::Connected, this),
                                     MakeNullCallback<void, Ptr<Socket>>());
        FlowRecorder flow;
        flow.RecordSocket(m_socket);
        Simulator::Schedule(Seconds(1), [this, &dumbbell] {
            m_socket->Connect(dumbbell.GetReceiverAddress(0, PORT));
        });
        Simulator::Stop(Seconds(30));
        Simulator::Run();

        NS_TEST_EXPECT_MSG_EQ(losses->GetPlanned(), 0, "all is lost that should be");
        const auto& episodes = flow.GetLossEpisodes();
        NS_TEST_ASSERT_MSG_EQ(episodes.size(), 1, "episodes");
        NS_TEST_ASSERT_MSG_EQ(episodes[0].end.has_value(), true, "it is over");
        const auto& again = flow.GetRetransmissions();
        NS_TEST_EXPECT_MSG_EQ(std::count_if(again.begin(),
                                            again.end(),
                                            [end = *episodes[0].end](Time at) { return at < end; }),
                              m_within,
                              "retransmissions of the episode");
        Simulator::Destroy();
    }

    void Connected(Ptr<Socket> socket)
    {
        socket->Send(Create<Packet>(m_segments * MSS));
    }

    uint32_t m_segments;
    Losses m_losses;
    std::ptrdiff_t m_within;
    Ptr<Socket> m_socket;
};

/// Tests of FlowRecorder that need no topology of their own. More are in tcp-lossy-helper.
class FlowRecorderTestSuite : public TestSuite
{
  public:
    FlowRecorderTestSuite()
        : TestSuite("flow-recorder", Type::UNIT)
    {
        // The ACK of the very last octet ends it: none beyond comes.
        AddTestCase(new EpisodeTestCase("The last segment is lost", 5, {{5, 1}}, 1));
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

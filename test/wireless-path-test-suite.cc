/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/wireless-path-probe.h"

#include "ns3/wireless-path-helper.h"

using namespace ns3;

namespace
{

/// Serialisation and propagation by hand, each link with its own rate and delay.
class RoundTripTestCase : public WirelessPathTestCase
{
  public:
    RoundTripTestCase()
        : WirelessPathTestCase("Time there and back over the point-to-point hop")
    {
    }

  private:
    void DoRun() override
    {
        const auto path = WirelessPathHelper::Create("p2p", 3);
        path->SetWired(DataRate("10Mbps"), MilliSeconds(20));
        path->SetWireless(DataRate("2Mbps"), MilliSeconds(1));
        path->Build();
        for (const uint32_t flow : {0, 2})
        {
            UdpEcho echo(*path, flow);
            // UDP 8 octets, IPv4 20, PPP 2: 1000 octets, 0.8 and 4 ms, and 21 ms. The link behind
            // the hop takes 8 ns each way.
            echo.SendMany(5, 970, Seconds(1), Seconds(1));
            RunUntil(Simulator::Now() + Seconds(10));
            NS_TEST_ASSERT_MSG_EQ(echo.roundTrip.size(), 5, "came back");
            for (const auto& time : echo.forward)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(time, MicroSeconds(25800), NanoSeconds(10), "there");
            }
            for (const auto& time : echo.roundTrip)
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(time, MicroSeconds(51600), NanoSeconds(20), "and back");
            }
        }
    }
};

/// Nodes and addresses of several flows.
class NodesTestCase : public WirelessPathTestCase
{
  public:
    NodesTestCase()
        : WirelessPathTestCase("Nodes of the point-to-point form")
    {
    }

  private:
    void DoRun() override
    {
        PointToPointPathHelper path(4);
        path.SetQueue(7);
        NS_TEST_EXPECT_MSG_EQ((path.GetBaseStation() == nullptr), true, "before Build()");
        NS_TEST_EXPECT_MSG_EQ(path.GetSenders().GetN(), 0, "before Build()");
        path.Build();
        NS_TEST_EXPECT_MSG_EQ(path.GetSenders().GetN(), 4, "sources");
        NS_TEST_EXPECT_MSG_EQ(path.GetReceivers().GetN(), 4, "destinations");
        // A loopback, four sources, and the hop.
        NS_TEST_EXPECT_MSG_EQ(path.GetBaseStation()->GetNDevices(), 6, "links of the base station");
        const auto queue =
            path.GetDumbbell().GetBottleneckQueue(LossyDumbbellHelper::Direction::FORWARD);
        NS_TEST_EXPECT_MSG_EQ(queue->GetMaxSize().GetValue(), 7, "queue");
        NS_TEST_EXPECT_MSG_EQ(WirelessPathHelper::GetHopNames().find("p2p"), 0, "first by name");
    }
};

/// Only the data direction loses, and as much as it is told to.
class PacketErrorRateTestCase : public WirelessPathTestCase
{
  public:
    explicit PacketErrorRateTestCase(double rate)
        : WirelessPathTestCase("Packets lost on the point-to-point hop at " + std::to_string(rate)),
          m_rate(rate)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t PACKETS = 5000;
        PointToPointPathHelper path(2);
        path.SetPacketLoss(m_rate);
        path.Build();
        path.AssignStreams(0);
        UdpEcho first(path, 0);
        UdpEcho second(path, 1);
        first.SendMany(PACKETS, 100, Seconds(1), MilliSeconds(100));
        second.SendMany(PACKETS, 100, Seconds(1), MilliSeconds(100));
        RunUntil(Seconds(600));
        for (const auto* echo : {&first, &second})
        {
            CheckLost(PACKETS - echo->forward.size(), PACKETS, m_rate);
            NS_TEST_EXPECT_MSG_EQ(echo->roundTrip.size(), echo->forward.size(), "on the way back");
        }
    }

    double m_rate;
};

class BulkTestCase : public WirelessPathTestCase
{
  public:
    BulkTestCase()
        : WirelessPathTestCase("TCP over the point-to-point hop")
    {
    }

  private:
    void DoRun() override
    {
        // The windows of three receivers, 131 segments each, fit into a queue of 500, and pass the
        // hop within 0.4 s, well before any timer expires.
        const auto clean = RunRate(0.0);
        double total = 0.0;
        for (const auto& flow : clean)
        {
            NS_TEST_EXPECT_MSG_EQ(flow.retransmissions, 0, "nothing is lost");
            total += flow.octets;
        }
        // 9 s of 10 Mbit/s, less 42 of each 1042 octets and what it takes to start.
        NS_TEST_EXPECT_MSG_GT(total, 0.95 * 11.25e6 * 1000 / 1042, "the hop is full");
        NS_TEST_EXPECT_MSG_LT(total, 11.25e6 * 1000 / 1042, "and no more");
        for (const auto& flow : RunRate(0.02))
        {
            NS_TEST_EXPECT_MSG_GT(flow.octets, 100'000, "every flow delivers");
            NS_TEST_EXPECT_MSG_GT(flow.retransmissions, 0, "losses reach TCP");
        }
    }

    static std::vector<BulkFlow> RunRate(double rate)
    {
        const auto path = WirelessPathHelper::Create("p2p", 3);
        path->SetWireless(DataRate("10Mbps"), Time(0));
        path->SetQueue(500);
        path->SetPacketLoss(rate);
        return RunBulk(*path, Seconds(10));
    }
};

class WirelessPathTestSuite : public TestSuite
{
  public:
    WirelessPathTestSuite()
        : TestSuite("wireless-path", Type::UNIT)
    {
        AddTestCase(new RoundTripTestCase);
        AddTestCase(new NodesTestCase);
        for (const double rate : {0.0, 0.1})
        {
            AddTestCase(new PacketErrorRateTestCase(rate));
        }
        AddTestCase(new BulkTestCase);
        AddTestCase(new WirelessPathRepeatTestCase("p2p"));
    }
};

WirelessPathTestSuite g_wirelessPathTestSuite; //!< registers itself

} // namespace

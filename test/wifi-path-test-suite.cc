/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "support/wireless-path-probe.h"

#include "ns3/queue-disc.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wifi-path-helper.h"

#include <algorithm>

using namespace ns3;

namespace
{

/// The fastest of some packets: the others may have to wait for a beacon.
class AirTimeTestCase : public WirelessPathTestCase
{
  public:
    AirTimeTestCase(const std::string& rate, Time air)
        : WirelessPathTestCase("Time of a packet through the access point at " + rate),
          m_rate(rate),
          m_air(air)
    {
    }

  private:
    void DoRun() override
    {
        WifiPathHelper path(2);
        path.SetWired(DataRate("10Mbps"), MilliSeconds(20));
        path.SetWireless(DataRate(m_rate), Time(0));
        path.Build();
        path.AssignStreams(0);
        for (const uint32_t flow : {0, 1})
        {
            UdpEcho echo(path, flow);
            echo.SendMany(20, 1472, Seconds(START), MilliSeconds(77));
            RunUntil(Simulator::Now() + Seconds(5));
            NS_TEST_ASSERT_MSG_EQ(echo.roundTrip.size(), 20, "came back");
            const auto fastest = *std::min_element(echo.forward.begin(), echo.forward.end());
            // 1502 octets on the wire take 1201.6 us; 1 m through the air takes 3 ns.
            const auto expected = MilliSeconds(20) + NanoSeconds(1201600) + m_air;
            NS_TEST_EXPECT_MSG_GT(fastest, expected - NanoSeconds(10), "flow " << flow);
            NS_TEST_EXPECT_MSG_LT(fastest, expected + SLOT, "flow " << flow);
        }
    }

    const Time SLOT{MicroSeconds(9)}; //!< frames begin at the bounds of slots

    std::string m_rate;
    Time m_air;
};

/// The retries are transmissions beside the first one.
class RetryTestCase : public WirelessPathTestCase
{
  public:
    RetryTestCase(double rate, uint32_t retries)
        : WirelessPathTestCase("Packets lost on the Wi-Fi hop at " + std::to_string(rate) +
                               ", retries " + std::to_string(retries)),
          m_rate(rate),
          m_retries(retries)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t PACKETS = 2000;
        WifiPathHelper path(2);
        path.SetPacketLoss(m_rate);
        path.SetRetryLimit(m_retries);
        path.Build();
        path.AssignStreams(0);
        UdpEcho first(path, 0);
        UdpEcho second(path, 1);
        // By turns, so that no frames collide.
        first.SendMany(PACKETS, 100, Seconds(START), MilliSeconds(200));
        second.SendMany(PACKETS, 100, Seconds(START) + MilliSeconds(100), MilliSeconds(200));
        RunUntil(Seconds(410));
        for (const auto* echo : {&first, &second})
        {
            const double lost = std::pow(m_rate, 1 + m_retries);
            CheckLost(PACKETS - echo->forward.size(), PACKETS, lost);
            NS_TEST_EXPECT_MSG_EQ(echo->roundTrip.size(), echo->forward.size(), "on the way back");
        }
    }

    double m_rate;
    uint32_t m_retries;
};

class BulkTestCase : public WirelessPathTestCase
{
  public:
    BulkTestCase()
        : WirelessPathTestCase("Retries decide whether losses reach TCP")
    {
    }

  private:
    void DoRun() override
    {
        const auto lossy = RunRetries(0);
        const auto repaired = RunRetries(7);
        for (std::size_t flow = 0; flow < lossy.size(); ++flow)
        {
            NS_TEST_EXPECT_MSG_GT(lossy[flow].octets, 50'000, "every flow delivers");
            NS_TEST_EXPECT_MSG_GT(lossy[flow].retransmissions, 0, "no retries");
            NS_TEST_EXPECT_MSG_EQ(repaired[flow].retransmissions, 0, "7 retries");
            NS_TEST_EXPECT_MSG_GT(repaired[flow].octets, lossy[flow].octets, "what it costs");
        }
    }

    static std::vector<BulkFlow> RunRetries(uint32_t retries)
    {
        // The windows of three receivers, 131 segments each, fit into the queue.
        const auto path = WirelessPathHelper::Create("wifi", 3);
        path->SetWireless(DataRate("13Mbps"), Time(0));
        path->SetQueue(500);
        path->SetPacketLoss(0.05);
        path->SetRetryLimit(retries);
        return RunBulk(*path, Seconds(10));
    }
};

/// Addresses and radio channels are each path's own.
class TwoPathsTestCase : public WirelessPathTestCase
{
  public:
    TwoPathsTestCase()
        : WirelessPathTestCase("Two paths in one simulation")
    {
    }

  private:
    void DoRun() override
    {
        WifiPathHelper one(1);
        WifiPathHelper two(2);
        one.Build();
        two.Build();
        UdpEcho first(one, 0);
        UdpEcho second(two, 1);
        for (auto* echo : {&first, &second})
        {
            echo->SendMany(5, 100, Seconds(START), MilliSeconds(100));
        }
        RunUntil(Seconds(START + 2));
        for (const auto* echo : {&first, &second})
        {
            NS_TEST_EXPECT_MSG_EQ(echo->forward.size(), 5, "there");
            NS_TEST_EXPECT_MSG_EQ(echo->roundTrip.size(), 5, "and back");
        }
    }
};

class QueueTestCase : public WirelessPathTestCase
{
  public:
    QueueTestCase()
        : WirelessPathTestCase("The access point's queue, and what is in front of it")
    {
    }

  private:
    void DoRun() override
    {
        CheckLength();
        CleanUp();
        for (const bool enabled : {false, true})
        {
            WifiPathHelper path(1);
            path.SetTrafficControl(enabled);
            path.Build();
            const auto layer = path.GetBaseStation()->GetObject<TrafficControlLayer>();
            const auto disc = layer->GetRootQueueDiscOnDevice(path.GetWifiDevices().Get(0));
            NS_TEST_EXPECT_MSG_EQ((disc != nullptr), enabled, "queue disc");
            CleanUp();
        }
    }

    void CheckLength()
    {
        WifiPathHelper path(1);
        path.SetQueue(7);
        path.Build();
        UdpEcho echo(path, 0);
        // Within 3 ms, while the first one takes 2 ms of air.
        echo.SendMany(20, 1472, Seconds(START), MicroSeconds(150));
        RunUntil(Seconds(START + 2));
        // Those in the queue, and at most two that have left it when the last one comes.
        NS_TEST_EXPECT_MSG_GT(echo.forward.size(), 6, "delivered");
        NS_TEST_EXPECT_MSG_LT(echo.forward.size(), 10, "delivered");
    }
};

class WifiPathTestSuite : public TestSuite
{
  public:
    WifiPathTestSuite()
        : TestSuite("wifi-path", Type::UNIT)
    {
        // A PHY header of 36 us. Then symbols of 4 us with 26 or 260 bits for 12326 bits: 16 and 6
        // of the PHY, 26 + 4 octets of the MAC, 8 of LLC, and 1500 of IPv4.
        AddTestCase(new AirTimeTestCase("6.5Mbps", MicroSeconds(36 + 475 * 4)));
        AddTestCase(new AirTimeTestCase("65Mbps", MicroSeconds(36 + 48 * 4)));
        AddTestCase(new RetryTestCase(0.0, 0));
        AddTestCase(new RetryTestCase(0.2, 0));
        AddTestCase(new RetryTestCase(0.5, 1));
        AddTestCase(new RetryTestCase(0.7, 3));
        AddTestCase(new BulkTestCase);
        AddTestCase(new QueueTestCase);
        AddTestCase(new TwoPathsTestCase);
        AddTestCase(new WirelessPathRepeatTestCase("wifi"));
    }
};

WifiPathTestSuite g_wifiPathTestSuite; //!< registers itself

} // namespace

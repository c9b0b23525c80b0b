/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/flow-run.h"
#include "lib/wireless-topology.h"
#include "option-driver.h"

#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/node-list.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using ns3test::ExpectLimits;
using ns3test::TakeOptions;

namespace WirelessParametersTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// A flow of full segments of 1400 octets from the beginning on.
class WirelessTopologyTest : public testing::Test
{
  protected:
    WirelessTopologyTest()
    {
        m_sockets.sizes.segment = 1400;
        m_parameters.per = 0.0;
        m_parameters.wirelessDelay = MilliSeconds(20);
        m_parameters.queue = 1000;
    }

    ~WirelessTopologyTest() override
    {
        Config::Reset();
    }

    struct Outcome
    {
        double roundTrip;            //!< of the first segment with data
        std::size_t retransmissions; //!< of the first flow
    };

    /// Stations of wifi take a second to associate.
    Outcome Run(Time lasts = MilliSeconds(700)) const
    {
        const auto begin = Seconds(m_parameters.hop == "wifi" ? 1 : 0);
        const WirelessTopology topology(m_parameters, m_sockets);
        FlowRun run(topology, m_sockets);
        run.AddFlows(m_parameters.flows, begin, Time(0));
        run.UseVariant(m_sockets.MakeVariant("sack"), 0, m_parameters.flows);
        run.Simulate(begin + lasts);
        const auto& flow = run.GetFlow(0);
        // The first is the SYN's, of which the smoothed one keeps seven eighths (RFC 6298).
        const auto& rtt = flow.GetSeries("rtt");
        return {8 * rtt.at(1).value - 7 * rtt.at(0).value, flow.GetRetransmissions().size()};
    }

    SocketParameters m_sockets;
    WirelessParameters m_parameters;
};

TEST(WirelessParameters, DefaultsAsAResultDescribesThem)
{
    WirelessParameters parameters;
    EXPECT_EQ(ns3test::DescribeOptions(parameters.GetOptions()),
              "# hop: p2p\n# flows: 1\n# per: 0.02\n# retries: 0\n# wiredRate: 100000000 bit/s\n"
              "# wiredDelay: 0.005 s\n# wirelessRate: 10000000 bit/s\n# wirelessDelay: 0 s\n"
              "# direct: 0\n# queue: the pipe\n");
    parameters.queue = 1;
    EXPECT_NE(ns3test::DescribeOptions(parameters.GetOptions()).find("# queue: 1 packets\n"),
              std::string::npos);
}

TEST(WirelessParametersDeathTest, BoundsOfEachOption)
{
    using Parameters = WirelessParameters;
    ExpectLimits<Parameters>("hop", {"p2p"}, {"wimax", "p2p, wifi"});
    ExpectLimits<Parameters>("flows", {"1", "4096"}, {"0", "4097"});
    ExpectLimits<Parameters>("per", {"0", "0.999999"}, {"-0.000001", "1"});
    ExpectLimits<Parameters>("wiredRate", {"1bps"}, {"0bps"});
    ExpectLimits<Parameters>("wiredDelay", {"0s", "1ns"}, {"-1ns"});
    ExpectLimits<Parameters>("wirelessRate", {"1bps"}, {"0bps"});
    ExpectLimits<Parameters>("wirelessDelay", {"0s", "1ns"}, {"-1ns"});
    ExpectLimits<Parameters>("queue", {"0", "10000000"}, {"10000001"});
    EXPECT_EXIT(TakeOptions<Parameters>({"--retries=256"}),
                testing::ExitedWithCode(2),
                "^--retries must be at most 255");
}

TEST(WirelessParametersDeathTest, WhatAHopCannotDoIsNamedByItsOption)
{
    const auto refuse = [](const std::vector<std::string>& options, const std::string& line) {
        EXPECT_EXIT(TakeOptions<WirelessParameters>(options), testing::ExitedWithCode(2), line);
    };
    refuse({"--retries=1"}, "^--retries must be 0, not 1");
    if (WirelessPathHelper::GetHopNames().find("wifi") == std::string::npos)
    {
        GTEST_SKIP() << "this ns-3 has no wifi";
    }
    const std::string rate = "--wirelessRate=65Mbps";
    TakeOptions<WirelessParameters>({"--hop=wifi", "--retries=255", "--flows=2007", rate});
    TakeOptions<WirelessParameters>({"--hop=p2p", "--direct"});
    refuse({"--hop=wifi", "--direct", rate}, "^--direct needs --hop=p2p\n$");
    refuse({"--hop=wifi", "--flows=2008"}, "^--flows must lie in \\[1, 2007\\] over wifi");
    refuse({"--hop=wifi", "--wirelessDelay=1ms", rate}, "^--wirelessDelay must ");
    refuse({"--hop=wifi", "--wirelessRate=10kbps"}, "^--wirelessRate must ");
}

// A segment of 1420 octets is 1442 on the hop, or 11536 bits. 10 Mbit/s times the round trip of 10
// ms are 8.67 of them, 20 ms more each way 43.3.
TEST(WirelessParameters, QueueOfThePipeInWholePackets)
{
    WirelessParameters parameters;
    EXPECT_EQ(parameters.GetQueue(1420), 9U);
    parameters.wirelessDelay = MilliSeconds(20);
    EXPECT_EQ(parameters.GetQueue(1420), 43U);
    parameters.wirelessRate = DataRate("1kbps");
    EXPECT_EQ(parameters.GetQueue(1420), 1U);
    parameters.queue = 1;
    parameters.wirelessRate = DataRate("10Mbps");
    EXPECT_EQ(parameters.GetQueue(1420), 1U);
}

TEST(WirelessParameters, ADirectPathIsTheHopAlone)
{
    WirelessParameters parameters;
    parameters.per = 0.125;
    parameters.wirelessDelay = MilliSeconds(20);
    parameters.wiredRate = DataRate("70Mbps");
    const auto direct = parameters.GetDirect(1420);
    EXPECT_EQ(direct.rate, DataRate("10Mbps"));
    EXPECT_EQ(direct.delay, MilliSeconds(20));
    EXPECT_EQ(direct.queue, 43U);
    EXPECT_EQ(direct.left.rate, DataRate("70Mbps"));
    EXPECT_EQ(direct.left.delay, MilliSeconds(5));
    EXPECT_EQ(direct.right.rate, DataRate("1000Gbps"));
    EXPECT_EQ(direct.right.delay, Time(0));
    EXPECT_EQ(direct.losses.forward, 0.125);
    EXPECT_EQ(direct.losses.reverse, 0.0);
    EXPECT_TRUE(direct.direct);
}

// Segment and ACK together are 1484 octets, each of 0.8 us on the hop and 0.08 us before it. Ahead
// of the first segment goes the handshake's ACK, on whichever link is the first.
TEST_F(WirelessTopologyTest, RoundTripOfAFullSegment)
{
    EXPECT_NEAR(Run().roundTrip, 0.05 + 1484 * 0.88e-6 + 42 * 0.08e-6, 1e-7);
    m_parameters.direct = true;
    EXPECT_NEAR(Run().roundTrip, 0.05 + 1484 * 0.88e-6 + 42 * 0.8e-6, 1e-7);
}

// Slow start to 42 packets has up to half of them in the queue.
TEST_F(WirelessTopologyTest, TheHopLosesWhatItIsToldToAndItsQueueWhatIsTooMuch)
{
    m_sockets.sizes.receiveBuffer = 42 * 1400;
    for (const bool direct : {false, true})
    {
        m_parameters.direct = direct;
        m_parameters.queue = 30;
        m_parameters.per = 0.0;
        EXPECT_EQ(Run().retransmissions, 0U) << direct;
        m_parameters.per = 0.05;
        EXPECT_GT(Run().retransmissions, 0U) << direct;
        m_parameters.per = 0.0;
        m_parameters.queue = 5;
        EXPECT_GT(Run().retransmissions, 0U) << direct;
    }
}

// All that is sent over ten metres of wifi comes, but for what is lost there and sent again.
TEST_F(WirelessTopologyTest, WifiSendsAgainAsOftenAsItIsToldTo)
{
    if (WirelessPathHelper::GetHopNames().find("wifi") == std::string::npos)
    {
        GTEST_SKIP() << "this ns-3 has no wifi";
    }
    m_parameters.hop = "wifi";
    m_parameters.wirelessRate = DataRate("6.5Mbps");
    m_parameters.wirelessDelay = Time(0);
    m_parameters.per = 0.1;
    m_parameters.retries = 30;
    EXPECT_EQ(Run().retransmissions, 0U);
    m_parameters.retries = 0;
    EXPECT_GT(Run().retransmissions, 0U);
}

TEST_F(WirelessTopologyTest, EachFlowHasHostsAndAPortOfItsOwn)
{
    for (const bool direct : {false, true})
    {
        m_parameters.direct = direct;
        m_parameters.flows = 2;
        const WirelessTopology topology(m_parameters, m_sockets);
        const auto first = topology.GetEnds(0, 7);
        const auto second = topology.GetEnds(1, 8);
        EXPECT_EQ(InetSocketAddress::ConvertFrom(second.to).GetPort(), 8);
        EXPECT_EQ(InetSocketAddress::ConvertFrom(second.listen),
                  InetSocketAddress(Ipv4Address::GetAny(), 8));
        EXPECT_NE(first.source, first.destination);
        EXPECT_EQ(first.source == second.source, direct);
        EXPECT_EQ(first.destination == second.destination, direct);
        EXPECT_EQ(NodeList::GetNNodes() == 2, direct) << "the hop's ends alone";
        const auto ip = second.destination->GetObject<Ipv4>();
        EXPECT_GE(ip->GetInterfaceForAddress(InetSocketAddress::ConvertFrom(second.to).GetIpv4()),
                  1);
        Simulator::Destroy();
    }
}

} // namespace WirelessParametersTests

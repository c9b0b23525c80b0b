/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/wireless-parameters.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/object.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

WirelessParameters
Parse(std::vector<std::string> options)
{
    WirelessParameters parameters;
    options.insert(options.begin(), "program");
    parameters.GetOptions().Parse("test", options);
    return parameters;
}

} // namespace

TEST(WirelessParameters, TheQueueIsWhatWasAskedForOrThePipe)
{
    // 1 Gbit/s and 10 ms: 1,250 packets of 978 octets and 22 of headers.
    auto parameters = Parse({"--wirelessRate=1Gbps"});
    EXPECT_EQ(parameters.GetQueue(978), 1250U);
    // Half a packet more: 12.5 of them.
    EXPECT_EQ(Parse({}).GetQueue(978), 13U);
    EXPECT_EQ(Parse({"--wirelessDelay=5ms"}).GetQueue(978), 25U);
    EXPECT_EQ(Parse({"--wiredDelay=0s"}).GetQueue(978), 1U);
    EXPECT_EQ(Parse({"--queue=1"}).GetQueue(978), 1U);
    EXPECT_EQ(Parse({"--queue=10000000"}).GetQueue(978), 10'000'000U);
}

TEST(WirelessParameters, TheHopAloneHasAllOfThePath)
{
    const auto hop = Parse({"--direct",
                            "--per=0.25",
                            "--wiredRate=3Mbps",
                            "--wiredDelay=7ms",
                            "--wirelessRate=2Mbps",
                            "--wirelessDelay=11ms",
                            "--queue=9"})
                         .GetDirect(1000);
    EXPECT_EQ(hop.rate, DataRate("2Mbps"));
    EXPECT_EQ(hop.delay, MilliSeconds(11));
    EXPECT_EQ(hop.queue, 9U);
    EXPECT_EQ(hop.left.rate, DataRate("3Mbps"));
    EXPECT_EQ(hop.left.delay, MilliSeconds(7));
    EXPECT_EQ(hop.right.rate, DataRate("1000Gbps"));
    EXPECT_EQ(hop.losses.forward, 0.25);
    EXPECT_EQ(hop.losses.reverse, 0.0);
    EXPECT_TRUE(hop.direct);
}

TEST(WirelessParametersDeathTest, WrongOptionsAreRefusedByName)
{
    EXPECT_DEATH(Parse({"--flows=0"}), "--flows must lie in \\[1, 4096\\], not 0");
    EXPECT_DEATH(Parse({"--per=1"}), "--per must lie in \\[0, 1\\), not 1");
    EXPECT_DEATH(Parse({"--retries=256"}), "--retries must .*255\\]?, ");
    EXPECT_DEATH(Parse({"--retries=1"}), "--retries must be 0, not 1");
    EXPECT_DEATH(Parse({"--wiredRate=0bps"}), "--wiredRate must be");
    EXPECT_DEATH(Parse({"--wiredDelay=-1s"}), "--wiredDelay must not be negative");
    EXPECT_DEATH(Parse({"--wirelessRate=0bps"}), "--wirelessRate must be");
    EXPECT_DEATH(Parse({"--wirelessDelay=-1s"}), "--wirelessDelay must not be negative");
    EXPECT_DEATH(Parse({"--queue=10000001"}), "--queue must .*10000000");
    EXPECT_DEATH(Parse({"--hop=wimax"}), "--hop must be");
    EXPECT_EQ(Parse({"--flows=4096", "--per=0", "--wirelessDelay=0s"}).flows, 4096U);
    if (WirelessPathHelper::GetHopNames().find("wifi") != std::string::npos)
    {
        const std::vector<std::string> wifi{"--hop=wifi", "--wirelessRate=65Mbps"};
        EXPECT_EQ(Parse({wifi[0], wifi[1], "--retries=255"}).retries, 255U);
        EXPECT_DEATH(Parse({wifi[0], wifi[1], "--direct"}), "--direct needs --hop=p2p");
        EXPECT_DEATH(Parse({wifi[0]}), "--wirelessRate must be one of 6.5");
        EXPECT_DEATH(Parse({wifi[0], wifi[1], "--wirelessDelay=1ms"}), "--wirelessDelay must be 0");
    }
}

TEST(WirelessTopology, EachFlowHasItsEnds)
{
    for (const bool isDirect : {false, true})
    {
        auto parameters = Parse({"--flows=2"});
        parameters.direct = isDirect;
        const WirelessTopology topology(parameters, SocketParameters());
        for (const uint32_t flow : {0, 1})
        {
            const auto ends = topology.GetEnds(flow, 77);
            const auto to = InetSocketAddress::ConvertFrom(ends.to);
            const auto listen = InetSocketAddress::ConvertFrom(ends.listen);
            EXPECT_EQ(to.GetPort(), 77);
            EXPECT_EQ(listen.GetPort(), 77);
            EXPECT_EQ(listen.GetIpv4(), Ipv4Address::GetAny());
            const auto ofDestination = ends.destination->GetObject<Ipv4>();
            EXPECT_GE(ofDestination->GetInterfaceForAddress(to.GetIpv4()), 1);
            EXPECT_EQ(ends.source->GetObject<Ipv4>()->GetInterfaceForAddress(to.GetIpv4()), -1);
        }
        EXPECT_EQ(topology.GetEnds(0, 1).source == topology.GetEnds(1, 1).source, isDirect);
        Simulator::Destroy();
    }
}

TEST(WirelessTopology, ItsLinksAndItsHopAreAsTheOptionsSay)
{
    const auto parameters = Parse({"--wiredRate=3Mbps",
                                   "--wiredDelay=7ms",
                                   "--wirelessRate=2Mbps",
                                   "--wirelessDelay=11ms",
                                   "--per=0.25"});
    SocketParameters sockets;
    sockets.sizes.segment = 958;
    const WirelessTopology topology(parameters, sockets);
    const auto get = [](const Ptr<Object>& object, const std::string& name) {
        StringValue text;
        object->GetAttribute(name, text);
        return text.Get();
    };
    // Behind the loopback.
    const auto access = topology.GetEnds(0, 1).source->GetDevice(1);
    EXPECT_EQ(DataRate(get(access, "DataRate")), parameters.wiredRate);
    EXPECT_EQ(Time(get(access->GetChannel(), "Delay")), parameters.wiredDelay);
    const auto hop = access->GetChannel()->GetDevice(1)->GetNode()->GetDevice(1);
    EXPECT_EQ(DataRate(get(hop, "DataRate")), parameters.wirelessRate);
    EXPECT_EQ(Time(get(hop->GetChannel(), "Delay")), parameters.wirelessDelay);
    PointerValue queue;
    hop->GetAttribute("TxQueue", queue);
    // 36 ms of 2 Mbit/s in packets of 958, 20 and 22 octets.
    EXPECT_EQ(get(queue.GetObject(), "MaxSize"), "9p");
    PointerValue losses;
    hop->GetChannel()->GetDevice(1)->GetAttribute("ReceiveErrorModel", losses);
    EXPECT_EQ(get(losses.GetObject(), "ErrorRate"), "0.25");
    Simulator::Destroy();
}

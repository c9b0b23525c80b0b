/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bulk-send-helper.h"
#include "ns3/data-rate.h"
#include "ns3/icmpv6-l4-protocol.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-variant-preset.h"

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace LossyDumbbellHelperTests
{

using namespace ns3;

TEST(LossyDumbbellHelperDeathTest, WrongParametersAreRefusedByName)
{
    using Helper = LossyDumbbellHelper;
    EXPECT_DEATH(Helper(0), "pairs must lie in \\[1, 4096\\], not 0");
    EXPECT_DEATH(Helper(4097), "pairs must lie in \\[1, 4096\\]");
    Helper helper(1);
    EXPECT_DEATH(helper.SetRate(Helper::Direction::FORWARD, DataRate(0)), "rate must be above 0");
    EXPECT_DEATH(helper.SetDelay(Helper::Direction::REVERSE, Seconds(-1)),
                 "delay must not be negative");
    EXPECT_DEATH(helper.SetQueue(Helper::Direction::FORWARD, 0),
                 "queue must hold at least 1 packet");
    EXPECT_DEATH(helper.SetPacketLoss(Helper::Direction::FORWARD, 1.5),
                 "packet loss must lie in \\[0, 1\\]");
    EXPECT_DEATH(helper.SetPacketLoss(Helper::Direction::FORWARD, -0.1),
                 "packet loss must lie in \\[0, 1\\]");
    EXPECT_DEATH(helper.SetErrorModel(Helper::Direction::FORWARD, nullptr),
                 "error model must not be null");
    EXPECT_DEATH(helper.SetAccess(DataRate(0), Seconds(0)), "access rate must be above 0");
    EXPECT_DEATH(helper.SetAccess(DataRate(1), Seconds(-1)), "access delay must not be negative");
    InternetStackHelper stack;
    stack.SetRoutingHelper(Ipv4GlobalRoutingHelper());
    Helper withoutRouting(1);
    withoutRouting.SetInternetStack(stack);
    EXPECT_DEATH(withoutRouting.Build(), "the stack has no static routing");
    EXPECT_DEATH(helper.SetJitter(Seconds(-1)), "jitter must not be negative");
    Helper withoutQueue(1);
    withoutQueue.SetQueueType(Helper::Direction::FORWARD, "ns3::PathImpairment");
    EXPECT_DEATH(withoutQueue.Build(), "queue type must be a Queue<Packet>, not ns3::Path");
}

TEST(LossyDumbbellHelperDeathTest, BeforeBuildThereIsNothing)
{
    using Helper = LossyDumbbellHelper;
    Helper helper(1);
    EXPECT_DEATH(helper.AssignStreams(0), "call Build\\(\\) before AssignStreams");
    EXPECT_DEATH(helper.GetBottleneckQueue(Helper::Direction::FORWARD), "no queue before Build");
    EXPECT_DEATH(helper.GetRouter(Helper::Side::LEFT), "no router before Build");
    EXPECT_DEATH(helper.EnablePcap("/none/none"), "no devices before Build");
    EXPECT_DEATH(helper.GetReceiverAddress(0, 1), "pair must be below 0, but is 0");
    EXPECT_EQ(helper.GetBottleneckDevice(Helper::Direction::FORWARD), nullptr);
}

TEST(LossyDumbbellHelper, TakesParametersAtTheirBounds)
{
    using Helper = LossyDumbbellHelper;
    EXPECT_EQ(Helper(4096).GetSenders().GetN(), 0U);
    Helper helper(1);
    helper.SetRate(Helper::Direction::FORWARD, DataRate(1));
    helper.SetQueue(Helper::Direction::FORWARD, 1);
    helper.SetDelay(Helper::Direction::FORWARD, Time(0));
    helper.SetPacketLoss(Helper::Direction::FORWARD, 1.0);
    helper.SetJitter(Time(0));
    helper.Build();
    EXPECT_EQ(helper.GetBottleneckQueue(Helper::Direction::FORWARD)->GetMaxSize(), QueueSize("1p"));
    EXPECT_EQ(helper.GetBottleneckQueue(Helper::Direction::REVERSE)->GetMaxSize(),
              QueueSize("15p"));
    Simulator::Destroy();
}

TEST(LossyDumbbellHelper, TheAccessLinksThatWereSetLastHold)
{
    LossyDumbbellHelper helper(1);
    constexpr auto LEFT = LossyDumbbellHelper::Side::LEFT;
    helper.SetAccess(LEFT, PointToPointHelper());
    helper.SetAccess(LEFT, DataRate("50Mbps"), MilliSeconds(3));
    helper.Build();
    const auto device = helper.GetHostDevices(LEFT).Get(0);
    DataRateValue rate;
    device->GetAttribute("DataRate", rate);
    EXPECT_EQ(rate.Get(), DataRate("50Mbps"));
    TimeValue delay;
    device->GetChannel()->GetAttribute("Delay", delay);
    EXPECT_EQ(delay.Get(), MilliSeconds(3));
    Simulator::Destroy();
}

TEST(LossyDumbbellHelperDeathTest, JitterNeedsAccessLinks)
{
    using Helper = LossyDumbbellHelper;
    Helper helper(1);
    helper.SetDirect(Helper::Side::RIGHT);
    helper.SetJitter(MilliSeconds(1));
    EXPECT_DEATH(helper.Build(), "jitter needs the right side's access links");
}

TEST(LossyDumbbellHelperDeathTest, OtherProcessesNeedNs3sModule)
{
    LossyDumbbellHelper helper(1);
    EXPECT_DEATH(helper.SetRouters(CreateObject<Node>(0), CreateObject<Node>(1)),
                 "system IDs of routers must not differ: .* without its module mpi");
}

TEST(LossyDumbbellHelperDeathTest, RoutersAreTwoNodes)
{
    LossyDumbbellHelper helper(1);
    const auto node = CreateObject<Node>();
    EXPECT_DEATH(helper.SetRouters(node, node), "routers must be two nodes");
    EXPECT_DEATH(helper.SetRouters(node, nullptr), "routers must be two nodes");
    EXPECT_DEATH(helper.SetRouters(nullptr, node), "routers must be two nodes");
}

TEST(LossyDumbbellHelper, NodesHaveTheirSidesSystemId)
{
    LossyDumbbellHelper helper(2);
    const auto right = CreateObject<Node>(3);
    helper.SetRouters(CreateObject<Node>(3), right);
    helper.Build();
    EXPECT_EQ(helper.GetRouter(LossyDumbbellHelper::Side::RIGHT), right);
    EXPECT_EQ(helper.GetSenders().Get(1)->GetSystemId(), 3U);
    Simulator::Destroy();
}

TEST(LossyDumbbellHelperDeathTest, NothingChangesAfterBuild)
{
    using Helper = LossyDumbbellHelper;
    constexpr auto FORWARD = Helper::Direction::FORWARD;
    Helper helper(1);
    helper.Build();
    EXPECT_DEATH(helper.Build(), "Build\\(\\) was called before");
    const std::vector<std::pair<std::string, std::function<void()>>> calls{
        {"rate", [&] { helper.SetRate(FORWARD, DataRate(1)); }},
        {"delay", [&] { helper.SetDelay(FORWARD, Time(0)); }},
        {"queue", [&] { helper.SetQueue(FORWARD, 5); }},
        {"queue", [&] { helper.SetQueueType(FORWARD, "ns3::DropTailQueue<Packet>"); }},
        {"error model", [&] { helper.SetPacketLoss(FORWARD, 0); }},
        {"access", [&] { helper.SetAccess(DataRate(1), Time(0)); }},
        {"direct", [&] { helper.SetDirect(Helper::Side::LEFT); }},
        {"jitter", [&] { helper.SetJitter(Seconds(1)); }},
        {"address family", [&] { helper.SetAddressFamily(Helper::AddressFamily::IPV6); }},
        {"address base", [&] { helper.SetAddressBase(Ipv4Address("10.9.0.0")); }},
        {"address base", [&] { helper.SetAddressBase(Ipv6Address("fd77::")); }},
        {"traffic control", [&] { helper.SetTrafficControl(false); }},
        {"path", [&] { helper.UsePath(); }},
        {"routers", [&] { helper.SetRouters(CreateObject<Node>(), CreateObject<Node>()); }}};
    for (const auto& [what, call] : calls)
    {
        EXPECT_DEATH(call(), "set " + what + " before Build");
    }
    EXPECT_DEATH(helper.AssignStreams(-1), "stream must not be negative");
    EXPECT_DEATH(helper.GetReceiverAddress(1, 1), "pair must be below 1");
    Simulator::Destroy();
}

TEST(LossyDumbbellHelper, NodesHaveTheStackOfTheirFamily)
{
    using Helper = LossyDumbbellHelper;
    Helper old(1);
    old.Build();
    EXPECT_NE(old.GetSenders().Get(0)->GetObject<Ipv4>(), nullptr);
    EXPECT_EQ(old.GetSenders().Get(0)->GetObject<Ipv6>(), nullptr);

    Helper newer(1);
    newer.SetAddressFamily(Helper::AddressFamily::IPV6);
    newer.Build();
    NodeContainer nodes(newer.GetSenders(), newer.GetReceivers());
    nodes.Add(newer.GetRouter(Helper::Side::LEFT));
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        EXPECT_EQ((*node)->GetObject<Ipv4>(), nullptr);
        // It would keep an address from being used for a second.
        BooleanValue detectsDuplicates;
        (*node)->GetObject<Icmpv6L4Protocol>()->GetAttribute("DAD", detectsDuplicates);
        EXPECT_FALSE(detectsDuplicates.Get());
    }
    Simulator::Destroy();
}

TEST(LossyDumbbellHelper, TheLeftRouterIsTheLinksFirstAndNoAccessLinkDrops)
{
    using Helper = LossyDumbbellHelper;
    Helper helper(1);
    helper.SetDelay(Helper::Direction::REVERSE, Time(0));
    helper.Build();
    const auto left = helper.GetBottleneckDevices().Get(0);
    EXPECT_EQ(left->GetChannel()->GetDevice(0), left);
    EXPECT_EQ(left->GetMtu(), 65535);
    for (const auto side : {Helper::Side::LEFT, Helper::Side::RIGHT})
    {
        for (const auto& devices : {helper.GetHostDevices(side), helper.GetRouterDevices(side)})
        {
            const auto device = DynamicCast<PointToPointNetDevice>(devices.Get(0));
            EXPECT_EQ(device->GetQueue()->GetMaxSize(), QueueSize("10000000p"));
            EXPECT_NE(device->GetAddress(), left->GetAddress());
        }
    }
    Simulator::Destroy();
}

// A stream more or less is one that two things share, or other numbers in every experiment.
TEST(LossyDumbbellHelper, StreamsAreThoseOfTheStacksAndOneForEachLoss)
{
    using Helper = LossyDumbbellHelper;
    for (const bool isDirect : {false, true})
    {
        for (const bool isLossy : {false, true})
        {
            Helper helper(2);
            if (isDirect)
            {
                helper.SetDirect(Helper::Side::LEFT);
                helper.SetDirect(Helper::Side::RIGHT);
            }
            if (isLossy)
            {
                helper.SetPacketLoss(Helper::Direction::REVERSE, 0.1);
            }
            helper.Build();
            NodeContainer nodes(helper.GetRouter(Helper::Side::LEFT),
                                helper.GetRouter(Helper::Side::RIGHT));
            if (!isDirect)
            {
                nodes.Add(helper.GetSenders());
                nodes.Add(helper.GetReceivers());
            }
            const auto stacks = InternetStackHelper().AssignStreams(nodes, 0);
            EXPECT_EQ(helper.AssignStreams(7), stacks + (isLossy ? 1 : 0)) << isDirect;
        }
    }
    Simulator::Destroy();
}

// Behind a queue disc nothing is dropped: the disc stops when the device's queue is full.
TEST(LossyDumbbellHelper, WithAQueueOfItsOwnBehindADiscAPathDoesAsPointToPoint)
{
    constexpr auto FORWARD = LossyDumbbellHelper::Direction::FORWARD;
    using Outcome = std::pair<uint64_t, uint64_t>; // octets that came, packets dropped
    std::vector<Outcome> outcomes;
    for (const bool isPath : {false, true})
    {
        LossyDumbbellHelper helper(1);
        helper.SetTrafficControl(true);
        helper.SetQueueType(FORWARD, "ns3::DropTailQueue<Packet>", "MaxSize", StringValue("5p"));
        if (isPath)
        {
            helper.UsePath();
        }
        helper.Build();
        BulkSendHelper("ns3::TcpSocketFactory", helper.GetReceiverAddress(0, 5001))
            .Install(helper.GetSenders());
        const auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", helper.GetAnyAddress(5001))
                               .Install(helper.GetReceivers());
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        outcomes.emplace_back(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(),
                              helper.GetBottleneckQueue(FORWARD)->GetTotalDroppedPackets());
        Simulator::Destroy();
    }
    EXPECT_EQ(outcomes[0], outcomes[1]);
    EXPECT_GT(outcomes[0].first, 100'000U);
    EXPECT_EQ(outcomes[0].second, 0U);
}

TEST(LossyDumbbellHelperDeathTest, APathHasPcapOnly)
{
    LossyDumbbellHelper helper(1);
    helper.UsePath();
    helper.Build();
    EXPECT_DEATH(helper.EnableAscii("/none/none"), "a path has no text traces");
    Simulator::Destroy();
}

TEST(TcpVariantPresetDeathTest, UnknownVariantsListTheKnown)
{
    EXPECT_DEATH(TcpVariantPreset("tahoe"), "variant 'tahoe' is unknown: .*sack-veno");
    EXPECT_DEATH(TcpVariantPreset("ns3::UdpSocketFactory"), "is unknown");
}

TEST(TcpVariantPresetDeathTest, FackOfNs3NeedsARelease)
{
    if (TcpVariantPreset::IsAvailable("ns3-fack"))
    {
        EXPECT_EQ(TcpVariantPreset("ns3-fack").GetCongestionControl().GetName(), "ns3::TcpNewReno");
    }
    else
    {
        EXPECT_DEATH(TcpVariantPreset("ns3-fack"), "variant 'ns3-fack' needs ns-3.47 or later");
    }
}

TEST(TcpVariantPresetDeathTest, UnknownSocketsListTheKnown)
{
    EXPECT_DEATH(TcpVariantPreset("sack", "scoreboard"), "socket 'scoreboard' is unknown: .*stock");
}

TEST(TcpVariantPreset, NamesAndTypeIds)
{
    EXPECT_EQ(TcpVariantPreset("sack-veno").GetCongestionControl().GetName(), "ns3::TcpSackVeno");
    EXPECT_EQ(TcpVariantPreset("sack").GetCongestionControl().GetName(), "ns3::TcpNewReno");
    EXPECT_EQ(TcpVariantPreset("ns3::TcpCubic").GetCongestionControl().GetName(), "ns3::TcpCubic");
}

} // namespace LossyDumbbellHelperTests

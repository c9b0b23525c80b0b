/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/simulator.h"
#include "ns3/tcp-variant-preset.h"

#include <gtest/gtest.h>

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
    EXPECT_DEATH(helper.SetJitter(Seconds(-1)), "jitter must not be negative");
    EXPECT_DEATH(helper.AssignStreams(0), "call Build\\(\\) before AssignStreams");
    EXPECT_DEATH(helper.GetBottleneckQueue(Helper::Direction::FORWARD), "no queue before Build");
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
    LossyDumbbellHelper helper(1);
    helper.Build();
    EXPECT_DEATH(helper.Build(), "Build\\(\\) was called before");
    EXPECT_DEATH(helper.SetQueue(LossyDumbbellHelper::Direction::FORWARD, 5),
                 "set queue before Build");
    EXPECT_DEATH(helper.SetJitter(Seconds(1)), "set jitter before Build");
    EXPECT_DEATH(helper.AssignStreams(-1), "stream must not be negative");
    EXPECT_DEATH(helper.GetReceiverAddress(1, 1), "pair must be below 1");
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

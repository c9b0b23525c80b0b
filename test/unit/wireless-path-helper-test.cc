/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/data-rate.h"
#include "ns3/queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/wireless-path-helper.h"

#include <cmath>
#include <gtest/gtest.h>

namespace WirelessPathHelperTests
{

using namespace ns3;

TEST(WirelessPathHelperDeathTest, WrongParametersAreRefusedByName)
{
    using Helper = PointToPointPathHelper;
    EXPECT_DEATH(Helper(0), "flows must lie in \\[1, 4096\\], not 0");
    EXPECT_DEATH(Helper(4097), "flows must lie in \\[1, 4096\\]");
    Helper helper(1);
    EXPECT_DEATH(helper.SetWired(DataRate(0), Time(0)), "wired rate must be above 0");
    EXPECT_DEATH(helper.SetWired(DataRate(1), Seconds(-1)), "wired delay must not be negative");
    EXPECT_DEATH(helper.SetWireless(DataRate(0), Time(0)), "wireless rate must be above 0");
    EXPECT_DEATH(helper.SetWireless(DataRate(1), Seconds(-1)),
                 "wireless delay must not be negative");
    EXPECT_DEATH(helper.SetQueue(0), "queue must hold at least 1 packet");
    EXPECT_DEATH(helper.SetPacketLoss(1.0), "packet loss must lie in \\[0, 1\\), not 1");
    EXPECT_DEATH(helper.SetPacketLoss(-0.1), "packet loss must lie in \\[0, 1\\)");
    EXPECT_DEATH(helper.SetPacketLoss(std::nan("")), "packet loss must lie in");
    EXPECT_DEATH(helper.SetRetryLimit(1), "retry limit must be 0, not 1: the link has no");
    EXPECT_DEATH(helper.SetRetryLimit(256), "retry limit must lie in \\[0, 255\\], not 256");
    EXPECT_DEATH(helper.AssignStreams(0), "call Build\\(\\) before AssignStreams");
    EXPECT_DEATH(helper.GetReceiverAddress(0, 1), "no addresses before Build");
}

TEST(WirelessPathHelperDeathTest, NothingChangesAfterBuild)
{
    PointToPointPathHelper helper(1);
    helper.Build();
    EXPECT_DEATH(helper.Build(), "Build\\(\\) was called before");
    EXPECT_DEATH(helper.SetWired(DataRate(1), Time(0)), "set wired part before Build");
    EXPECT_DEATH(helper.SetWireless(DataRate(1), Time(0)), "set wireless hop before Build");
    EXPECT_DEATH(helper.SetQueue(5), "set queue before Build");
    EXPECT_DEATH(helper.SetPacketLoss(0.1), "set packet loss before Build");
    EXPECT_DEATH(helper.SetRetryLimit(0), "set retry limit before Build");
    EXPECT_DEATH(helper.SetTrafficControl(true), "set traffic control before Build");
    EXPECT_DEATH(helper.AssignStreams(-1), "stream must not be negative");
    EXPECT_DEATH(helper.GetReceiverAddress(1, 1), "flow must be below 1, but is 1");
    Simulator::Destroy();
}

TEST(WirelessPathHelperDeathTest, UnknownHopsListTheKnown)
{
    EXPECT_DEATH(WirelessPathHelper::Create("wimax", 1), "hop 'wimax' is not one of .*: p2p");
    EXPECT_DEATH(WirelessPathHelper::Registration("p2p", nullptr), "'p2p' is registered twice");
}

TEST(WirelessPathHelper, TakesParametersAtTheirBounds)
{
    EXPECT_EQ(PointToPointPathHelper(4096).GetSenders().GetN(), 0U);
    const auto find = [](uint32_t flows, uint32_t retries) {
        return WirelessPathHelper::FindFault("p2p", flows, DataRate(1), Time(0), retries).text;
    };
    EXPECT_EQ(find(1, 0), "");
    EXPECT_EQ(find(4096, 0), "");
    EXPECT_EQ(find(0, 0), "must lie in [1, 4096] over p2p, not 0");
    EXPECT_EQ(find(4097, 0), "must lie in [1, 4096] over p2p, not 4097");
    EXPECT_EQ(find(1, 1), "must be 0, not 1: the link has no retransmission");
    EXPECT_EQ(find(1, 256), "must lie in [0, 255], not 256");
    const auto findIn = [](DataRate rate, Time delay) {
        return WirelessPathHelper::FindFault("p2p", 1, rate, delay, 0).text;
    };
    EXPECT_EQ(findIn(DataRate(0), Time(0)), "must be above 0 bit/s");
    EXPECT_EQ(findIn(DataRate(1), Seconds(-1)).rfind("must not be negative: ", 0), 0U);
}

TEST(PointToPointPathHelper, HasTheQueueThatItIsToldAndALinkBehindTheHop)
{
    for (const bool isControlled : {false, true})
    {
        PointToPointPathHelper helper(1);
        helper.SetQueue(1);
        helper.SetTrafficControl(isControlled);
        helper.Build();
        const auto& dumbbell = helper.GetDumbbell();
        const auto layer = helper.GetBaseStation()->GetObject<TrafficControlLayer>();
        const auto disc = layer->GetRootQueueDiscOnDevice(dumbbell.GetBottleneckDevices().Get(0));
        EXPECT_EQ(disc != nullptr, isControlled);
        for (const auto direction :
             {LossyDumbbellHelper::Direction::FORWARD, LossyDumbbellHelper::Direction::REVERSE})
        {
            EXPECT_EQ(dumbbell.GetBottleneckQueue(direction)->GetMaxSize(), QueueSize("1p"));
        }
        DataRateValue rate;
        dumbbell.GetHostDevices(LossyDumbbellHelper::Side::RIGHT)
            .Get(0)
            ->GetAttribute("DataRate", rate);
        EXPECT_EQ(rate.Get(), DataRate("1000Gbps"));
        Simulator::Destroy();
    }
}

} // namespace WirelessPathHelperTests

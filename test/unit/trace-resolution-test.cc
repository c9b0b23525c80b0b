/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bulk-send-helper.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/lossy-path-helper.h"
#include "ns3/node-container.h"
#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/path-conditions.h"
#include "ns3/simulator.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{
namespace TraceResolutionTests
{

constexpr auto FORWARD = LossyPathHelper::Direction::FORWARD;

/// When packets of 1000 octets with their header come that are sent at once.
std::vector<Time>
SendOver(std::shared_ptr<PathConditions> conditions, int packets)
{
    std::vector<Time> arrivals;
    LossyPathHelper path;
    path.SetConditions(FORWARD, conditions);
    path.SetDelay(FORWARD, MilliSeconds(10));
    NodeContainer nodes(2);
    const auto devices = path.Install(nodes.Get(0), nodes.Get(1));
    devices.Get(1)->SetReceiveCallback(NetDevice::ReceiveCallback(
        [&arrivals](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
            arrivals.push_back(Simulator::Now());
            return true;
        }));
    ns3compat::ScheduleCall(MilliSeconds(100), [&devices, packets] {
        for (int i = 0; i < packets; ++i)
        {
            devices.Get(0)->Send(Create<Packet>(998), devices.Get(0)->GetBroadcast(), 0x0800);
        }
    });
    Simulator::Run();
    Simulator::Destroy();
    return arrivals;
}

std::vector<Time>
Milliseconds(const std::vector<int>& times)
{
    std::vector<Time> all;
    for (const auto time : times)
    {
        all.push_back(MilliSeconds(time));
    }
    return all;
}

/// Ends the process, with 0 if traces mean the same times as ever.
[[noreturn]] void
RunWith(Time::Unit resolution)
{
    Time::SetResolution(resolution);
    // 8 Mbit/s in the first 2 ms of each 10, nothing in the others.
    const std::vector<RateTrace::Row> rows{{Time(0), 8'000'000, MilliSeconds(5), 0},
                                           {MilliSeconds(2), 0, MilliSeconds(5), 0},
                                           {MilliSeconds(10), 0, MilliSeconds(5), 0}};
    const auto table = SendOver(std::make_shared<RateTrace>(rows, true, MilliSeconds(1)), 5);
    const auto trace = SendOver(
        std::make_shared<DeliveryTrace>(std::vector<uint32_t>{3, 4, 10}, true, MilliSeconds(1)),
        6);
    // A week. With femtoseconds ns-3's time ends after 2.6 hours.
    RateTrace slow({{Time(0), 1, Time(0), 0}}, false, Time(0));
    const auto week = resolution == Time::FS ? Time::Max() : Seconds(1 + 8 * 65'535);
    const bool isGood = table == Milliseconds({116, 125, 126, 135, 136}) &&
                        trace == Milliseconds({112, 113, 113, 119, 122, 122}) &&
                        slow.GetFinish(Seconds(1), 65'535) == week;
    for (const auto& times : {table, trace})
    {
        for (const auto& time : times)
        {
            std::cerr << time.GetSeconds() << " ";
        }
    }
    std::exit(isGood ? 0 : 1);
}

/// Ends the process, with 0 if all octets of a lossy transfer arrive, and soon.
[[noreturn]] void
TransferWith(Time::Unit resolution, const std::string& variant)
{
    Time::SetResolution(resolution);
    LossyDumbbellHelper dumbbell(1);
    dumbbell.SetPacketLoss(LossyDumbbellHelper::Direction::FORWARD, 0.02);
    dumbbell.Build();
    TcpVariantPreset(variant).Install(
        NodeContainer(dumbbell.GetSenders(), dumbbell.GetReceivers()));
    BulkSendHelper sender("ns3::TcpSocketFactory", dumbbell.GetReceiverAddress(0, 5001));
    sender.SetAttribute("MaxBytes", UintegerValue(300'000));
    sender.Install(dumbbell.GetSenders());
    const auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", dumbbell.GetAnyAddress(5001))
                           .Install(dumbbell.GetReceivers());
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    std::exit(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() == 300'000 ? 0 : 1);
}

TEST(TraceResolutionDeathTest, ATransferEndsWithAnyResolution)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    for (const auto resolution : {Time::US, Time::PS})
    {
        for (const std::string variant : {"linux", "sack", "rack"})
        {
            EXPECT_EXIT(TransferWith(resolution, variant), testing::ExitedWithCode(0), "")
                << variant << " " << resolution;
        }
    }
}

TEST(TraceResolutionDeathTest, TracesMeanTheSameTimesWithAnyResolution)
{
    // ns-3 takes a resolution before its first simulation only.
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    for (const auto resolution : {Time::US, Time::NS, Time::PS, Time::FS})
    {
        EXPECT_EXIT(RunWith(resolution), testing::ExitedWithCode(0), "") << resolution;
    }
}

} // namespace TraceResolutionTests

} // namespace ns3

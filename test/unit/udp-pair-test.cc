/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/cpu-meter.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <vector>

namespace UdpPairTests
{

using namespace ns3;
using namespace ns3::tcplossy;

constexpr uint16_t PORT = 9;
constexpr uint32_t SEGMENT = 100;

/// Counts octets.
void
Count(std::vector<uint32_t>* sizes, Ptr<const Packet> packet)
{
    sizes->push_back(packet->GetSize());
}

// A packet of 130 octets takes 50 ms and 5.16 us an octet. The first one is skipped, the sixth one
// ends the measure; five answers of 30 octets have left by then, and the sixth does so then.
TEST(UdpPair, APacketEachIntervalIsAnsweredOnce)
{
    LossyDumbbellHelper dumbbell(1);
    dumbbell.Build();
    std::vector<uint32_t> answers;
    dumbbell.GetHostDevices(LossyDumbbellHelper::Side::RIGHT)
        .Get(0)
        ->TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&Count).Bind(&answers));
    CpuMeter meter(SEGMENT, 1, 5, 60);
    const UdpPair udp(dumbbell, meter, SEGMENT, MilliSeconds(10), PORT);
    Simulator::Run();
    EXPECT_EQ(Simulator::Now(), NanoSeconds(50'000'000 + 50'000'000 + 130 * 5160));
    EXPECT_TRUE(meter.GetCost());
    EXPECT_EQ(answers, std::vector<uint32_t>(6, 30));
    Simulator::Destroy();
}

TEST(UdpPairDeathTest, TimeMustPassBetweenPackets)
{
    LossyDumbbellHelper dumbbell(1);
    dumbbell.Build();
    CpuMeter meter(SEGMENT, 1, 5, 60);
    EXPECT_DEATH(UdpPair(dumbbell, meter, SEGMENT, Time(0), PORT), "the interval must be above 0");
    Simulator::Destroy();
}

} // namespace UdpPairTests

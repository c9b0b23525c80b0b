/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/cpu-meter.h"

#include "ns3/simulator.h"

#include <ctime>
#include <gtest/gtest.h>

namespace CpuMeterTests
{

using namespace ns3;
using namespace ns3::tcplossy;

TEST(CpuMeter, WhatIsSkippedIsNotAmongTheSegments)
{
    CpuMeter meter(100, 1000, 10, 60);
    meter.Deliver(100 * 1000);
    EXPECT_FALSE(meter.GetCost());
    // 20 ms for ten segments: 2 ms each, or 20 us if the thousand that were skipped counted.
    const auto begin = std::clock();
    while (std::clock() - begin < CLOCKS_PER_SEC / 50)
    {
    }
    meter.Deliver(100 * 10);
    ASSERT_TRUE(meter.GetCost());
    EXPECT_GE(*meter.GetCost(), 2000);
    EXPECT_LT(*meter.GetCost(), 20000);
    Simulator::Destroy();
}

TEST(CpuMeter, TheSimulationEndsWithTheMeasure)
{
    // The first segment is skipped, the two behind it are measured.
    CpuMeter meter(100, 1, 2, 60);
    for (int64_t second = 1; second <= 9; ++second)
    {
        Simulator::Schedule(Seconds(second), &CpuMeter::Deliver, &meter, 100);
    }
    Simulator::Run();
    EXPECT_EQ(Simulator::Now(), Seconds(3));
    Simulator::Destroy();
}

TEST(CpuMeter, ASimulationBeyondTheLimitEndsAtOnce)
{
    CpuMeter meter(100, 1, 2, -1);
    Simulator::Schedule(Seconds(9), &CpuMeter::Deliver, &meter, 100);
    Simulator::ScheduleNow(&CpuMeter::Watch, &meter);
    Simulator::Run();
    EXPECT_EQ(Simulator::Now(), Seconds(0));
    EXPECT_FALSE(meter.GetCost());
    Simulator::Destroy();
}

} // namespace CpuMeterTests

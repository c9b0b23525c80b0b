/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-buffer-model.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace SawtoothCycleTests
{

using namespace ns3;

constexpr double TINY = 1e-9;

/// The window in steps of time, growing by what @p growth says for a second: what is sent and how
/// long it takes.
template <class Growth>
SawtoothCycle
InSteps(const SawtoothCycle::Link& link, double from, double to, Growth growth)
{
    constexpr double STEP = 1e-5;
    SawtoothCycle cycle{0.0, 0.0};
    for (double window = from; window < to;)
    {
        const double rtt = std::max(link.rttWithoutQueueing, window / link.packetsPerSecond);
        cycle.packets += window / rtt * STEP;
        cycle.seconds += STEP;
        window += growth(window, rtt, cycle.seconds) * STEP;
    }
    return cycle;
}

TEST(SawtoothCycle, LinearWithoutQueueSendsThreeQuarters)
{
    // C RTT = 100 = W: from 50 to 100 in 50 round trips of 0.1 s, 75 packets each in the mean.
    const auto cycle = LinearCycle({1000.0, 0.1}, {100.0, 0.5}, 1.0);
    EXPECT_NEAR(cycle.packets, 3750.0, TINY);
    EXPECT_NEAR(cycle.seconds, 5.0, TINY);
    // Delayed ACKs make it last twice as long.
    const auto slow = LinearCycle({1000.0, 0.1}, {100.0, 0.5}, 0.5);
    EXPECT_NEAR(slow.packets, 7500.0, TINY);
    EXPECT_NEAR(slow.seconds, 10.0, TINY);
}

TEST(SawtoothCycle, LinearWithQueue)
{
    // A queue as long as the link: never idle, 3750 packets at 500 a second.
    const auto busy = LinearCycle({500.0, 0.1}, {100.0, 0.5}, 1.0);
    EXPECT_NEAR(busy.packets, 3750.0, TINY);
    EXPECT_NEAR(busy.seconds, 7.5, TINY);
    // C RTT = 75: 25 round trips of 0.1 s with 1562.5 packets, then 2187.5 at 750 a second.
    const auto both = LinearCycle({750.0, 0.1}, {100.0, 0.5}, 1.0);
    EXPECT_NEAR(both.packets, 3750.0, TINY);
    EXPECT_NEAR(both.seconds, 2.5 + 2187.5 / 750.0, TINY);
}

TEST(SawtoothCycle, Constant)
{
    // From 50 to 100 by 0.01 a packet: 5000 packets; the window doubles in ln 2 / 0.01 round trips.
    const auto idle = ConstantCycle({1000.0, 0.1}, {100.0, 0.5}, 0.01);
    EXPECT_NEAR(idle.packets, 5000.0, TINY);
    EXPECT_NEAR(idle.seconds, 6.93147180559945, TINY);
    const auto busy = ConstantCycle({400.0, 0.1}, {100.0, 0.5}, 0.01);
    EXPECT_NEAR(busy.packets, 5000.0, TINY);
    EXPECT_NEAR(busy.seconds, 12.5, TINY);
}

TEST(SawtoothCycle, CubicWithoutQueue)
{
    // K = cbrt(1000 * 0.3 / 0.4) = 9.0856 s; the mean of W (1 - b x^3) is W (1 - b/4).
    const auto cycle = CubicCycle({1000.0, 1.0}, {1000.0, 0.3});
    EXPECT_NEAR(cycle.seconds, 9.0856, 1e-4);
    EXPECT_NEAR(cycle.packets / cycle.seconds, 925.0, TINY);
    // A queue that lasts through the cut.
    const auto busy = CubicCycle({700.0, 1.0}, {1000.0, 0.3});
    EXPECT_NEAR(busy.packets / busy.seconds, 700.0, TINY);
}

TEST(SawtoothCycle, CubicOnShortPathsIsALine)
{
    // 3 packets at 0.9 / 1.7 a round trip of 10 ms; cubic would take 1.96 s.
    const auto cycle = CubicCycle({1000.0, 0.01}, {10.0, 0.3});
    EXPECT_NEAR(cycle.seconds, 3.0 * 1.7 / 0.9 * 0.01, TINY);
    EXPECT_NEAR(cycle.packets / cycle.seconds, 850.0, 1e-6);
}

TEST(SawtoothCycle, AgreesWithSmallSteps)
{
    const SawtoothCycle::Link link{750.0, 0.1};
    const auto linear = LinearCycle(link, {100.0, 0.5}, 1.0);
    const auto linearSteps =
        InSteps(link, 50.0, 100.0, [](double, double rtt, double) { return 1.0 / rtt; });
    EXPECT_NEAR(linear.packets / linearSteps.packets, 1.0, 1e-3);
    EXPECT_NEAR(linear.seconds / linearSteps.seconds, 1.0, 1e-3);

    const auto constant = ConstantCycle(link, {100.0, 0.5}, 0.02);
    const auto constantSteps =
        InSteps(link, 50.0, 100.0, [](double w, double rtt, double) { return 0.02 * w / rtt; });
    EXPECT_NEAR(constant.packets / constantSteps.packets, 1.0, 1e-3);
    EXPECT_NEAR(constant.seconds / constantSteps.seconds, 1.0, 1e-3);

    // C RTT = 850 between 700 and 1000. The last of the plateau is cut off: its slope is 0.
    const SawtoothCycle::Link longLink{850.0, 1.0};
    const double k = std::cbrt(750.0);
    const auto cubic = CubicCycle(longLink, {1000.0, 0.3});
    const auto cubicSteps = InSteps(longLink, 700.0, 999.9, [k](double, double, double t) {
        return 3.0 * 0.4 * (t - k) * (t - k);
    });
    EXPECT_NEAR(cubic.packets / cubic.seconds, cubicSteps.packets / cubicSteps.seconds, 5.0);
}

} // namespace SawtoothCycleTests

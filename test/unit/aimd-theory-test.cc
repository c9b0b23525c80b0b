/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-buffer-model.h"

#include <cmath>
#include <gtest/gtest.h>

using ns3::aimdtheory::AimdRate;

namespace AimdTheoryTests
{

// One period of the sawtooth, segment by segment: 1/p segments from (1-b)W to W.
double
SawtoothRate(double a, double b, double peak, double rtt)
{
    double sent = 0.0;
    double rounds = 0.0;
    for (double window = (1.0 - b) * peak; window < peak; window += a)
    {
        sent += window;
        rounds += 1.0;
    }
    return sent / (rounds * rtt);
}

double
SawtoothLoss(double a, double b, double peak)
{
    double sent = 0.0;
    for (double window = (1.0 - b) * peak; window < peak; window += a)
    {
        sent += window;
    }
    return 1.0 / sent;
}

TEST(AimdTheory, AgreesWithTheSawtooth)
{
    for (const double b : {0.2, 0.5})
    {
        for (const double a : {0.5, 1.0})
        {
            const double peak = 20000.0;
            const double p = SawtoothLoss(a, b, peak);
            EXPECT_NEAR(AimdRate(a, b, p, 0.1) / SawtoothRate(a, b, peak, 0.1), 1.0, 1e-3)
                << "a = " << a << ", b = " << b;
        }
    }
}

TEST(AimdTheory, RenoAtOnePercent)
{
    // Mathis et al. 1997: sqrt(3/2) / sqrt(p) segments a round trip.
    EXPECT_NEAR(AimdRate(1.0, 0.5, 0.01, 1.0), 12.247, 1e-3);
}

TEST(AimdTheory, TheCeilingOfVenosGain)
{
    EXPECT_NEAR(AimdRate(1.0, 0.2, 0.01, 0.2) / AimdRate(1.0, 0.5, 0.01, 0.2), 1.7320508, 1e-6);
}

} // namespace AimdTheoryTests

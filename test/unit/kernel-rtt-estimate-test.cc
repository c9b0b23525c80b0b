/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-ack-reader.h"

#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using ns3::KernelRttEstimate;

namespace KernelRttEstimateTests
{

using namespace std::chrono_literals;

/// A round trip, and what Linux has after it, in whole microseconds as it counts.
struct Row
{
    std::chrono::microseconds sample;
    uint64_t una;   // after the ACK
    uint64_t nxt;   // `snd.nxt`
    int64_t srtt;   // srtt_us, an eighth of it
    int64_t rttvar; // rttvar_us: what the timeout is above the round trip
};

/// Linux drops fractions of a microsecond.
void
Expect(const std::vector<Row>& rows)
{
    KernelRttEstimate estimate;
    for (const auto& row : rows)
    {
        const auto known = estimate.OnSample(row.sample, row.una, row.nxt);
        EXPECT_EQ(known.smoothed / 1us, row.srtt) << row.una;
        EXPECT_EQ(4 * known.variation / 1us, row.rttvar) << row.una;
    }
}

TEST(KernelRttEstimate, TheFirstRoundTripCountsThreeTimes)
{
    Expect({{300ms, 0, 1000, 300000, 600000}});
    Expect({{101ms, 0, 1000, 101000, 202000}});
}

TEST(KernelRttEstimate, TheTimeoutIsAtLeast200msAboveTheRoundTrip)
{
    Expect({{10ms, 0, 1000, 10000, 200000}});
    Expect({{100ms, 0, 1000, 100000, 200000}});
    KernelRttEstimate estimate;
    for (uint64_t una = 0; una < 50; ++una)
    {
        EXPECT_EQ(estimate.OnSample(10ms, una, una + 1).variation, 50ms) << una;
    }
}

TEST(KernelRttEstimate, ARoundTripIsSmoothedByAnEighth)
{
    Expect({
        {300ms, 0, 1000, 300000, 600000},
        {380ms, 1, 1000, 310000, 600000},
        {230ms, 2, 1000, 300000, 600000},
    });
}

// mdev = 200; 400 above 100: mdev = 200 + (400 - 50) = 550. Then 50 above 150: 550 + (50 - 137.5).
// Then 843.75 above 156.25: 462.5 + (843.75 - 115.625) = 1190.625.
TEST(KernelRttEstimate, ALargerDeviationCountsAtOnce)
{
    Expect({
        {100ms, 0, 1000, 100000, 200000},
        {500ms, 1, 1000, 150000, 550000},
        {200ms, 2, 1000, 156250, 550000},
        {1000ms, 3, 1000, 261718, 1190625},
    });
}

// mdev = 550, 412.5, 309.375, 232.031; the most of it in each round: 550, then 309.375.
// 550 - (550 - 309.375) / 4 = 489.844.
TEST(KernelRttEstimate, AQuarterIsForgottenBeyondTheRound)
{
    Expect({
        {100ms, 0, 1000, 100000, 200000},
        {500ms, 500, 1500, 150000, 550000},
        {150ms, 1001, 2000, 150000, 550000}, // it was of the round that ends
        {150ms, 2000, 3000, 150000, 550000}, // the end itself is not beyond it
        {150ms, 2001, 3000, 150000, 489844},
    });
}

// mdev = 20, 415, 311.25, 233.438, 175.079, 131.310; from the fifth sample on the most is 200.
TEST(KernelRttEstimate, WhatIsForgottenStaysAboveTheLeast)
{
    Expect({
        {10ms, 0, 1000, 10000, 200000},
        {410ms, 1, 1000, 60000, 415000},
        {60ms, 1001, 2000, 60000, 415000},
        {60ms, 2001, 3000, 60000, 369610}, // 415 - (415 - 233.438) / 4
        {60ms, 3001, 4000, 60000, 327208}, // 369.610 - (369.610 - 200) / 4
        {60ms, 4001, 5000, 60000, 295406}, // 327.208 - (327.208 - 200) / 4
    });
}

TEST(KernelRttEstimate, NothingIsForgottenWithinARound)
{
    std::vector<Row> rows{{100ms, 0, 1000, 100000, 200000}, {500ms, 1, 1000, 150000, 550000}};
    for (uint64_t una = 2; una <= 1000; una += 2)
    {
        rows.push_back({150ms, una, 5000, 150000, 550000});
    }
    Expect(rows);
}

// 200 below 300: mdev = 600 + (200 - 150) / 8 = 606.25, against 650 for 200 above it.
TEST(KernelRttEstimate, AShorterRoundTripCountsForAnEighthOfItsDeviation)
{
    Expect({{300ms, 0, 1000, 300000, 600000}, {100ms, 1, 1000, 275000, 606250}});
    Expect({{300ms, 0, 1000, 300000, 600000}, {500ms, 1, 1000, 325000, 650000}});
}

// 100 below 300: mdev = 600 + (100 - 150) = 550, then 412.5: 600 - (600 - 412.5) / 4 = 553.125.
TEST(KernelRttEstimate, ASmallDeviationBelowCountsAsOneAbove)
{
    Expect({
        {300ms, 0, 1000, 300000, 600000},
        {200ms, 1001, 2000, 287500, 600000},
        {287500us, 2001, 3000, 287500, 553125},
    });
}

} // namespace KernelRttEstimateTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-acceptance.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace ChallengeAckLimiterTests
{

using namespace std::chrono_literals;

using ns3::ChallengeAckLimiter;

using Instant = ns3::Instant;

TEST(ChallengeAckLimiter, ThreeInAnyFiveSeconds)
{
    ChallengeAckLimiter limit(3, 5s);

    struct
    {
        Instant now;
        bool permitted;
    } const rows[] = {
        {0s, true},
        {1s, true},
        {2s, true},
        {2s, false},
        {4s, false},
        {5s - 1ns, false},
        {5s, true},  // that of 0 s is five seconds ago
        {5s, false}, // those of 1, 2 and 5 s are not
        {6s - 1ns, false},
        {6s, true},
        {7s, true},
        {9s, false}, // 5, 6, 7 s
        {30s, true},
        {30s, true},
        {30s, true},
        {30s, false},
        {34s, false},
        {35s, true},
    };

    for (const auto& row : rows)
    {
        EXPECT_EQ(limit.Permit(row.now), row.permitted) << row.now.count() << " ns";
    }
}

// A count that begins anew every five seconds would let six pass within 2 ms.
TEST(ChallengeAckLimiter, NoTwoBurstsAtTheTurnOfAPeriod)
{
    ChallengeAckLimiter limit(3, 5s);
    for (const bool permitted : {true, true, true, false})
    {
        EXPECT_EQ(limit.Permit(4999ms), permitted);
    }
    EXPECT_FALSE(limit.Permit(5001ms));
    EXPECT_FALSE(limit.Permit(9998ms));
    EXPECT_TRUE(limit.Permit(9999ms));
}

TEST(ChallengeAckLimiter, WhatIsRefusedDoesNotCount)
{
    ChallengeAckLimiter limit(1, 5s);
    EXPECT_TRUE(limit.Permit(0s));
    for (auto now = 1ms; now < 5s; now += 1ms)
    {
        EXPECT_FALSE(limit.Permit(now));
    }
    EXPECT_TRUE(limit.Permit(5s)) << "a flood does not silence us for good";
}

TEST(ChallengeAckLimiter, NoneAtAll)
{
    ChallengeAckLimiter limit(0, 5s);
    EXPECT_FALSE(limit.Permit(0s));
    EXPECT_FALSE(limit.Permit(100s));
}

TEST(ChallengeAckLimiter, AnyPeriodOfARandomSchedule)
{
    constexpr uint32_t most = 10;
    ChallengeAckLimiter limit(most, 5s);
    std::mt19937 random(1);
    std::vector<Instant> permitted;
    Instant now{0};
    for (int i = 0; i < 20000; ++i)
    {
        // Bursts, and pauses of up to four seconds.
        now += random() % 20 == 0 ? Instant(random() % 4000000000U) : Instant(0);
        if (limit.Permit(now))
        {
            permitted.push_back(now);
        }
    }
    ASSERT_GT(permitted.size(), std::size_t{1000});
    for (std::size_t i = most; i < permitted.size(); ++i)
    {
        EXPECT_GE(permitted[i] - permitted[i - most], 5s) << i;
    }
}

} // namespace ChallengeAckLimiterTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/result-statistics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

using ns3::tcplossy::EstimateMean;
using ns3::tcplossy::JainIndex;

TEST(ResultStatistics, NoValues)
{
    const auto estimate = EstimateMean({});
    EXPECT_EQ(estimate.samples, 0U);
    EXPECT_FALSE(estimate.interval);
}

TEST(ResultStatistics, OneValueHasNoInterval)
{
    const auto estimate = EstimateMean({42.0});
    EXPECT_EQ(estimate.mean, 42.0);
    EXPECT_EQ(estimate.samples, 1U);
    EXPECT_FALSE(estimate.interval);
}

// Mean 3, sample variance 2.5, t(0.975, 4) = 2.776445 from any printed table.
TEST(ResultStatistics, FiveValuesByHand)
{
    const auto estimate = EstimateMean({1, 2, 3, 4, 5});
    EXPECT_DOUBLE_EQ(estimate.mean, 3.0);
    const double half = 2.776445 * std::sqrt(2.5 / 5.0);
    EXPECT_NEAR(estimate.interval->first, 3.0 - half, 1e-5);
    EXPECT_NEAR(estimate.interval->second, 3.0 + half, 1e-5);
}

// t(0.95, 1) = 6.313752.
TEST(ResultStatistics, OtherConfidence)
{
    const auto estimate = EstimateMean({0.0, 2.0}, 0.90);
    EXPECT_NEAR(estimate.interval->second - 1.0, 6.313752, 1e-5);
}

TEST(ResultStatistics, CoversTheTruthAsOftenAsItSays)
{
    std::mt19937 generator(1);
    std::normal_distribution<double> normal(7.0, 3.0);
    int covered = 0;
    constexpr int TRIALS = 4000;
    for (int trial = 0; trial < TRIALS; ++trial)
    {
        std::vector<double> values(10);
        for (auto& value : values)
        {
            value = normal(generator);
        }
        const auto [low, high] = *EstimateMean(values).interval;
        covered += (low <= 7.0 && 7.0 <= high);
    }
    // Five standard errors of a proportion of 0.95.
    EXPECT_NEAR(covered / static_cast<double>(TRIALS), 0.95, 5 * std::sqrt(0.95 * 0.05 / TRIALS));
}

TEST(ResultStatisticsDeathTest, ConfidenceOutOfRange)
{
    EXPECT_DEATH(EstimateMean({1.0, 2.0}, 1.0), "confidence must lie in \\(0, 1\\)");
}

TEST(JainIndex, EqualSharesGiveOne)
{
    for (const std::size_t flows : {1, 2, 10, 4096})
    {
        EXPECT_NEAR(JainIndex(std::vector<double>(flows, 1.7e6)), 1.0, 1e-12) << flows;
    }
}

TEST(JainIndex, SomeOfManyGiveTheirPart)
{
    EXPECT_DOUBLE_EQ(JainIndex({0, 0, 5, 0}), 1.0 / 4.0);
    EXPECT_DOUBLE_EQ(JainIndex({3, 0, 3, 0, 3}), 3.0 / 5.0);
}

// (1 + 2 + 3)^2 / (3 * (1 + 4 + 9)) = 36 / 42.
TEST(JainIndex, UnequalSharesByHand)
{
    EXPECT_DOUBLE_EQ(JainIndex({1, 2, 3}), 6.0 / 7.0);
    EXPECT_DOUBLE_EQ(JainIndex({3, 1, 2}), 6.0 / 7.0);
}

TEST(JainIndex, TheUnitDoesNotMatter)
{
    EXPECT_DOUBLE_EQ(JainIndex({1e-200, 2e-200, 3e-200}), 6.0 / 7.0);
    EXPECT_DOUBLE_EQ(JainIndex({1e200, 2e200, 3e200}), 6.0 / 7.0);
}

TEST(JainIndex, NothingForAnybodyIsEqual)
{
    EXPECT_EQ(JainIndex({0.0, 0.0, 0.0}), 1.0);
}

TEST(JainIndexDeathTest, WrongSharesAreRefused)
{
    EXPECT_DEATH(JainIndex({}), "at least one share");
    EXPECT_DEATH(JainIndex({1.0, -0.5}), "finite and not negative, not -0.5");
    EXPECT_DEATH(JainIndex({1.0, std::nan("")}), "finite and not negative");
}

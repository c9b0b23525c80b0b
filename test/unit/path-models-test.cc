/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-conditions.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace PathModelsTests
{

using pathmodels::Rows;

Ptr<UniformRandomVariable>
MakeRandom(int64_t stream)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(stream);
    return random;
}

double
Lasts(const Rows& rows, std::size_t row)
{
    return (rows[row + 1].at - rows[row].at).GetSeconds();
}

TEST(PathModels, WhatIsWrittenIsRead)
{
    for (const std::string name : {"leo", "cell", "wifi"})
    {
        const auto written = pathmodels::Find(name)(Seconds(40), MakeRandom(1));
        std::stringstream table;
        pathmodels::Write(written, table);
        RateTable::Rows plain;
        ASSERT_EQ(RateTable::Read(table, plain), "") << name;
        const auto read = RateTrace::FromPlain(plain);
        ASSERT_EQ(read.size(), written.size()) << name;
        for (std::size_t row = 0; row < read.size(); ++row)
        {
            EXPECT_EQ(read[row].rate, written[row].rate);
            EXPECT_LE(std::abs((read[row].at - written[row].at).GetNanoSeconds()), 1);
            EXPECT_LE(std::abs((read[row].delay - written[row].delay).GetNanoSeconds()), 1);
        }
        EXPECT_EQ(read.back().at, Seconds(40));
    }
    EXPECT_FALSE(pathmodels::Find("dsl"));
}

TEST(PathModels, ALowOrbitChangesEachFifteenSeconds)
{
    const auto rows = pathmodels::Find("leo")(Seconds(600), MakeRandom(1));
    std::vector<double> gaps;
    for (std::size_t row = 0; row + 1 < rows.size(); ++row)
    {
        EXPECT_GE(rows[row].delay, Time(0));
        EXPECT_LE(rows[row].delay, MilliSeconds(50));
        EXPECT_TRUE(rows[row].loss == 0.0 || (rows[row].loss >= 0.005 && rows[row].loss <= 0.06));
        if (rows[row].rate == 0)
        {
            gaps.push_back(rows[row].at.GetSeconds());
            EXPECT_GE(Lasts(rows, row), 0.02 - 1e-8);
            EXPECT_LE(Lasts(rows, row), 0.12 + 1e-8);
            EXPECT_GT(rows[row].loss, 0.0);
            EXPECT_NE(rows[row].delay, rows[row - 1].delay);
        }
    }
    EXPECT_GE(gaps.size(), 39U);
    for (std::size_t gap = 1; gap < gaps.size(); ++gap)
    {
        EXPECT_NEAR(gaps[gap] - gaps[gap - 1], 15.0, 1e-6);
    }
}

// A thousand slots, and four standard deviations of each mean.
TEST(PathModels, WhatALowOrbitDrawsIsEvenBetweenItsBounds)
{
    const auto rows = pathmodels::Find("leo")(Seconds(15'000), MakeRandom(2));
    double slots = 0.0;
    double gap = 0.0;
    double rate = 0.0;
    double delay = 0.0;
    double loss = 0.0;
    for (std::size_t row = 0; row + 2 < rows.size(); ++row)
    {
        if (rows[row].rate == 0)
        {
            ++slots;
            gap += Lasts(rows, row);
            rate += static_cast<double>(rows[row + 1].rate);
            delay += rows[row].delay.GetSeconds();
            loss += rows[row].loss;
        }
    }
    EXPECT_NEAR(slots, 1000, 1);
    EXPECT_NEAR(gap / slots, 0.07, 0.0037);
    EXPECT_NEAR(rate / slots, 6e6, 0.15e6);
    EXPECT_NEAR(delay / slots, 0.025, 0.0019);
    EXPECT_NEAR(loss / slots, 0.0325, 0.0021);
}

TEST(PathModels, ACellClimbsALadderAndFades)
{
    const auto rows = pathmodels::Find("cell")(Seconds(10'000), MakeRandom(1));
    double faded = 0.0;
    for (std::size_t row = 0; row + 1 < rows.size(); ++row)
    {
        EXPECT_NEAR(Lasts(rows, row), 0.1, 1e-8);
        EXPECT_EQ(rows[row].loss, 0.0);
        if (rows[row].rate == 0)
        {
            faded += 0.1;
            continue;
        }
        const auto step = std::log(rows[row].rate / 0.5e6) / std::log(1.5);
        EXPECT_NEAR(step, std::round(step), 1e-4);
        EXPECT_GE(std::round(step), 0.0);
        EXPECT_LE(std::round(step), 7.0);
        if (row > 0 && rows[row - 1].rate > 0)
        {
            const auto ratio = static_cast<double>(rows[row].rate) / rows[row - 1].rate;
            EXPECT_LE(std::abs(std::log(ratio)), std::log(1.5) + 1e-4);
        }
    }
    // By renewal a fade of a second each 11 s: 909 s, with a standard deviation of about 40.
    EXPECT_NEAR(faded, 909, 160);
}

TEST(PathModels, WifiSendsAggregatesBetweenTheTurnsOfOthers)
{
    const auto rows = pathmodels::Find("wifi")(Seconds(100), MakeRandom(1));
    double lossy = 0.0;
    for (std::size_t row = 0; row + 1 < rows.size(); ++row)
    {
        EXPECT_TRUE(rows[row].loss == 0.0 || rows[row].loss == 0.02);
        lossy += rows[row].loss > 0 ? Lasts(rows, row) : 0.0;
        if (rows[row].rate > 0)
        {
            EXPECT_LE(Lasts(rows, row), 5.484e-3 + 1e-8);
            EXPECT_EQ(rows[row].rate, rows[row].loss > 0 ? 10'000'000U : 40'000'000U);
        }
    }
    // A burst of 0.1 s each 2.1 s, in whole turns.
    EXPECT_GT(lossy, 2.0);
    EXPECT_LT(lossy, 9.0);
}

} // namespace PathModelsTests

} // namespace ns3

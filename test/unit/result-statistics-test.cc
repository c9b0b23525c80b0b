/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/result-statistics.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ResultStatisticsTests
{

using ns3::tcplossy::FindSeries;
using ns3::tcplossy::JainIndex;

/// Of a connection that has a window and nothing else.
class Record : public ns3::FlowRecord
{
  public:
    Record()
    {
        m_series["cwnd"].push_back({ns3::Time(1), 2.0});
    }

  private:
    void Require(ns3::Time, const std::string&) const override
    {
    }
};

TEST(FindSeries, OfWhatHasNotBegunIsEmpty)
{
    EXPECT_EQ(FindSeries(Record(), "cwnd").size(), 1U);
    EXPECT_TRUE(FindSeries(Record(), "ssthresh").empty());
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

} // namespace ResultStatisticsTests

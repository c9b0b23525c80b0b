/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/deadline-timer.h"

#include <gtest/gtest.h>
#include <optional>

using namespace ns3;

namespace
{

/// A timer that asks at each event whether its deadline is reached.
class DeadlineTimerTest : public testing::Test, protected ConnectionWorld
{
  protected:
    DeadlineTimerTest()
    {
        effects.onExpiry = [this](ConnectionTimer timer) {
            EXPECT_EQ(timer, ConnectionTimer::RECOVERY);
            if (m_timer->IsDue(Seconds(m_deadline)))
            {
                m_reached.push_back(Simulator::Now().GetSeconds());
            }
        };
    }

    /// @param deadline seconds
    void Set(double deadline)
    {
        m_deadline = deadline;
        m_timer->Set(Seconds(deadline));
    }

    std::optional<DeadlineTimer> m_timer{std::in_place, effects, ConnectionTimer::RECOVERY};
    double m_deadline{0};          //!< the present one, seconds
    std::vector<double> m_reached; //!< the moments of deadlines that were
};

using Moments = std::vector<double>;

TEST_F(DeadlineTimerTest, ALaterDeadlineCostsNoEventUntilTheFirstHasCome)
{
    Set(2);
    Set(3);
    Set(5);
    EXPECT_TRUE(m_timer->IsRunning());
    RunUntil(10);
    ASSERT_EQ(effects.expired.size(), 2U);
    EXPECT_EQ(effects.expired[0].second, 2);
    EXPECT_EQ(m_reached, Moments{5});
    EXPECT_FALSE(m_timer->IsRunning());
}

TEST_F(DeadlineTimerTest, AnEarlierDeadlineTakesTheLaterOnesPlace)
{
    Set(5);
    Set(2);
    RunUntil(10);
    EXPECT_EQ(effects.expired.size(), 1U);
    EXPECT_EQ(m_reached, Moments{2});
}

TEST_F(DeadlineTimerTest, GoesOnAfterEachOfItsEnds)
{
    Set(1);
    RunUntil(2);
    Set(4);
    m_timer->Cancel();
    EXPECT_FALSE(m_timer->IsRunning());
    RunUntil(5);
    EXPECT_EQ(m_reached, Moments{1}) << "the second was cancelled";
    Set(7);
    RunUntil(10);
    EXPECT_EQ(m_reached, (Moments{1, 7}));
}

TEST_F(DeadlineTimerTest, WhatIsPastComesNow)
{
    RunUntil(3);
    Set(1);
    RunUntil(4);
    EXPECT_EQ(m_reached, Moments{3});
}

TEST_F(DeadlineTimerTest, NothingComesOnceItIsGone)
{
    Set(1);
    m_timer.reset();
    RunUntil(2);
    EXPECT_TRUE(effects.expired.empty());
}

} // namespace

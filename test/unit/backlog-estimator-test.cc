/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/backlog-estimator.h"

#include <gtest/gtest.h>

using namespace std::chrono_literals;
using ns3::BacklogEstimator;

namespace
{

/// Rounds of ten octets; every round has one sample.
class Rounds
{
  public:
    bool Run(std::chrono::nanoseconds rtt, double cwnd)
    {
        m_ack += 10;
        estimator.AddSample(rtt);
        return estimator.OnAck(m_ack, m_ack + 9, cwnd);
    }

    BacklogEstimator estimator;

  private:
    uint64_t m_ack{0};
};

} // namespace

TEST(BacklogEstimator, NothingKnownAtFirst)
{
    BacklogEstimator estimator;
    EXPECT_FALSE(estimator.GetBaseRtt());
    EXPECT_EQ(estimator.GetBacklog(), 0.0);
}

// 10 segments in 125 ms over a path of 100 ms: 8 fit in flight, 2 are queued.
TEST(BacklogEstimator, BacklogByHand)
{
    Rounds rounds;
    EXPECT_FALSE(rounds.Run(100ms, 10)) << "the first round only measures BaseRTT";
    EXPECT_TRUE(rounds.Run(125ms, 10));
    EXPECT_DOUBLE_EQ(rounds.estimator.GetBacklog(), 2.0);
    EXPECT_EQ(rounds.estimator.GetBaseRtt(), 100ms);
}

TEST(BacklogEstimator, EvaluatesOnlyWhenTheTaggedSegmentIsAcknowledged)
{
    BacklogEstimator estimator;
    estimator.AddSample(100ms);
    estimator.RestartRound(1000);
    estimator.AddSample(200ms);
    EXPECT_FALSE(estimator.OnAck(999, 3000, 10));
    EXPECT_FALSE(estimator.OnAck(1000, 3000, 10)) << "the tagged segment begins at 1000";
    EXPECT_EQ(estimator.GetBacklog(), 0.0);
    EXPECT_TRUE(estimator.OnAck(1001, 3000, 10));
    EXPECT_DOUBLE_EQ(estimator.GetBacklog(), 5.0);
    estimator.AddSample(100ms);
    EXPECT_FALSE(estimator.OnAck(3000, 5000, 10)) << "the new tag is snd.nxt of that moment";
    EXPECT_DOUBLE_EQ(estimator.GetBacklog(), 5.0);
}

TEST(BacklogEstimator, TheTaggedSegmentsTripCounts)
{
    BacklogEstimator estimator;
    estimator.AddSample(100ms);
    estimator.RestartRound(1000);
    estimator.AddSample(400ms);
    estimator.AddSample(200ms);
    EXPECT_TRUE(estimator.OnAck(2000, 3000, 8));
    EXPECT_DOUBLE_EQ(estimator.GetBacklog(), 4.0);
}

TEST(BacklogEstimator, ARoundWithoutSampleSaysNothing)
{
    Rounds rounds;
    rounds.Run(100ms, 10);
    rounds.Run(200ms, 10);
    EXPECT_FALSE(rounds.estimator.OnAck(1000, 2000, 10));
    EXPECT_DOUBLE_EQ(rounds.estimator.GetBacklog(), 5.0) << "the old value stands";
}

TEST(BacklogEstimator, AfterAResetTheFirstRoundOnlyMeasures)
{
    Rounds rounds;
    rounds.Run(100ms, 10);
    rounds.Run(200ms, 10);
    rounds.estimator.ResetBaseRtt();
    EXPECT_FALSE(rounds.estimator.GetBaseRtt());
    EXPECT_FALSE(rounds.Run(200ms, 10));
    EXPECT_DOUBLE_EQ(rounds.estimator.GetBacklog(), 5.0) << "what was known stands";
    EXPECT_TRUE(rounds.Run(200ms, 10));
    EXPECT_DOUBLE_EQ(rounds.estimator.GetBacklog(), 0.0) << "200 ms is the new BaseRTT";
}

TEST(BacklogEstimator, NeverNegativeAndBelowTheWindow)
{
    Rounds rounds;
    rounds.Run(500ms, 20);
    for (const auto rtt : {300ms, 900ms, 100ms, 100000ms, 50ms, 51ms})
    {
        ASSERT_TRUE(rounds.Run(rtt, 20));
        EXPECT_GE(rounds.estimator.GetBacklog(), 0.0);
        EXPECT_LT(rounds.estimator.GetBacklog(), 20.0);
    }
}

TEST(BacklogEstimator, SamplesThatAreNoneAreIgnored)
{
    Rounds rounds;
    rounds.estimator.AddSample(0ns);
    rounds.estimator.AddSample(-5ns);
    EXPECT_FALSE(rounds.estimator.GetBaseRtt());
}

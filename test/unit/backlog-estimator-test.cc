/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/veno-law.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <random>

using ns3::BacklogEstimator;

namespace BacklogEstimatorTests
{

using namespace std::chrono_literals;

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

TEST(BacklogEstimator, ASampleForBaseRttAlone)
{
    BacklogEstimator estimator;
    estimator.AddBaseSample(0ms);
    EXPECT_FALSE(estimator.GetBaseRtt());
    estimator.AddBaseSample(100ms);
    estimator.RestartRound(1000);
    estimator.AddBaseSample(90ms);
    estimator.AddBaseSample(200ms);
    EXPECT_EQ(estimator.GetBaseRtt(), 90ms);
    EXPECT_FALSE(estimator.OnAck(2000, 3000, 10)) << "the round has no RTT";
    estimator.AddSample(120ms);
    EXPECT_TRUE(estimator.OnAck(4000, 5000, 10));
    EXPECT_DOUBLE_EQ(estimator.GetBacklog(), 2.5);
    EXPECT_EQ(estimator.GetQueueDelay(), 30ms);
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

// 12 segments in 120 ms, of which the least so far are 100 ms: two are queued.
TEST(BacklogEstimator, AFirstRoundThatIsEvaluated)
{
    BacklogEstimator estimator;
    estimator.AddSample(100ms);
    estimator.AddSample(120ms);
    EXPECT_TRUE(estimator.OnAck(10, 19, 12, true));
    EXPECT_DOUBLE_EQ(estimator.GetBacklog(), 2.0);
    estimator.ResetBaseRtt();
    estimator.AddSample(150ms);
    EXPECT_TRUE(estimator.OnAck(20, 29, 12, true));
    EXPECT_EQ(estimator.GetBacklog(), 0.0) << "its only sample is its own minimum";
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

// SRTT of RFC 6298: 100, 100 + 80/8 = 110, 110 + 80/8 = 120, 120 - 80/8 = 110 ms. BaseRTT is the
// smallest sample all the same. Of eleven segments 11 (1 - 100/110) = 1 is queued.
TEST(BacklogEstimator, SmoothedRoundTripByHand)
{
    BacklogEstimator estimator;
    const auto hear = [&estimator](std::chrono::nanoseconds rtt) {
        estimator.AddSample(rtt, BacklogEstimator::RoundTrip::SMOOTHED);
    };
    hear(100ms);
    EXPECT_EQ(estimator.GetQueueDelay(), 0ms);
    EXPECT_FALSE(estimator.OnAck(10, 20, 11)) << "the first round only measures BaseRTT";
    hear(180ms);
    EXPECT_EQ(estimator.GetQueueDelay(), 10ms) << "where the smaller one of two would be 100 ms";
    EXPECT_TRUE(estimator.OnAck(21, 30, 11));
    EXPECT_DOUBLE_EQ(estimator.GetBacklog(), 1.0);
    hear(190ms);
    EXPECT_EQ(estimator.GetQueueDelay(), 20ms);
    hear(40ms);
    EXPECT_EQ(estimator.GetBaseRtt(), 40ms);
    EXPECT_EQ(estimator.GetQueueDelay(), 70ms) << "BaseRTT falls at once, SRTT by an eighth";
    EXPECT_EQ(estimator.GetMaxQueueDelay(), 70ms);
    estimator.ResetBaseRtt();
    hear(90ms);
    EXPECT_EQ(estimator.GetQueueDelay(), 0ms) << "a reset forgets SRTT, too";
}

/// Samples as they come, and what is then known of the queue.
class QueueDelay
{
  public:
    explicit QueueDelay(std::initializer_list<std::chrono::nanoseconds> samples = {})
    {
        Add(samples);
    }

    void Add(std::initializer_list<std::chrono::nanoseconds> samples)
    {
        for (const auto sample : samples)
        {
            estimator.AddSample(sample);
        }
    }

    /// Say so unless `L` and `L_max` are these.
    void Expect(std::chrono::nanoseconds now, std::chrono::nanoseconds max) const
    {
        EXPECT_EQ(estimator.GetQueueDelay(), now) << "L";
        EXPECT_EQ(estimator.GetMaxQueueDelay(), max) << "L_max";
    }

    BacklogEstimator estimator;
};

TEST(BacklogEstimatorQueueDelay, NoneBeforeASecondSample)
{
    QueueDelay().Expect(0ms, 0ms);
    QueueDelay({100ms}).Expect(0ms, 0ms);
    QueueDelay({900ms}).Expect(0ms, 0ms);
}

// A queue that fills and drains: what counts is the smaller one of two neighbours.
TEST(BacklogEstimatorQueueDelay, TwoSamplesInARowByHand)
{
    QueueDelay delay({100ms, 125ms});
    delay.Expect(0ms, 0ms);
    delay.Add({140ms});
    delay.Expect(25ms, 25ms);
    delay.Add({170ms});
    delay.Expect(40ms, 40ms);
    delay.Add({130ms});
    delay.Expect(30ms, 40ms);
    delay.Add({100ms});
    delay.Expect(0ms, 40ms);
    delay.Add({100ms, 139ms, 141ms});
    delay.Expect(39ms, 40ms);
    delay.Add({150ms});
    delay.Expect(41ms, 41ms);
}

TEST(BacklogEstimatorQueueDelay, ExactToTheNanosecond)
{
    QueueDelay({100ms, 100ms + 7ns, 100ms + 5ns}).Expect(5ns, 5ns);
}

TEST(BacklogEstimatorQueueDelay, OneLateAckIsAQueueByTheLastSampleAlone)
{
    BacklogEstimator estimator;
    for (const auto rtt : {100ms, 150ms, 110ms})
    {
        estimator.AddSample(rtt, BacklogEstimator::RoundTrip::LAST);
        EXPECT_EQ(estimator.GetQueueDelay(), rtt - 100ms);
    }
    EXPECT_EQ(estimator.GetMaxQueueDelay(), 50ms);
}

TEST(BacklogEstimatorQueueDelay, OneLateAckIsNoQueue)
{
    QueueDelay({100ms, 900ms, 100ms}).Expect(0ms, 0ms);
    QueueDelay({900ms, 100ms, 900ms, 100ms}).Expect(0ms, 0ms);
    QueueDelay({100ms, 130ms, 900ms, 110ms}).Expect(10ms, 30ms);
    QueueDelay({100ms, 900ms, 800ms}).Expect(700ms, 700ms);
}

// What is no sample does not come between two.
TEST(BacklogEstimatorQueueDelay, SamplesThatAreNoneAreIgnored)
{
    QueueDelay({100ms, 900ms, 0ms, 800ms}).Expect(700ms, 700ms);
    QueueDelay({100ms, 0ms, -5ms, 900ms}).Expect(0ms, 0ms);
}

TEST(BacklogEstimatorQueueDelay, WhenBaseRttFallsTheMaximumIsKept)
{
    QueueDelay delay({100ms, 150ms, 150ms});
    delay.Expect(50ms, 50ms);
    delay.Add({80ms});
    delay.Expect(0ms, 50ms);
    delay.Add({110ms});
    delay.Expect(0ms, 50ms);
    delay.Add({112ms});
    delay.Expect(30ms, 50ms);
    delay.Add({140ms, 140ms});
    delay.Expect(60ms, 60ms);
}

// The estimator cannot tell a longer route from a queue.
TEST(BacklogEstimatorQueueDelay, ALongerRouteLooksLikeAQueue)
{
    QueueDelay delay({100ms, 120ms, 120ms, 200ms, 200ms});
    delay.Expect(100ms, 100ms);
}

TEST(BacklogEstimatorQueueDelay, AResetForgetsEverything)
{
    QueueDelay delay({100ms, 150ms, 150ms});
    delay.Expect(50ms, 50ms);
    delay.estimator.ResetBaseRtt();
    delay.Expect(0ms, 0ms);
    delay.Add({200ms});
    delay.Expect(0ms, 0ms);
    delay.Add({250ms});
    delay.Expect(0ms, 0ms);
    delay.Add({240ms});
    delay.Expect(40ms, 40ms);
}

TEST(BacklogEstimatorQueueDelay, RoundsAndRecoveriesChangeNothing)
{
    QueueDelay delay({100ms, 150ms});
    EXPECT_FALSE(delay.estimator.OnAck(1000, 2000, 10));
    delay.estimator.RestartRound(3000);
    delay.Expect(0ms, 0ms);
    delay.Add({140ms});
    delay.Expect(40ms, 40ms);
    delay.estimator.RestartRound(4000);
    delay.Expect(40ms, 40ms);
}

TEST(BacklogEstimatorQueueDelay, NeverNegativeAndNeverAboveTheMaximum)
{
    std::mt19937 random(7);
    QueueDelay delay;
    auto max = 0ns;
    for (int i = 0; i < 10000; ++i)
    {
        const std::chrono::nanoseconds sample(1 + random() % 1000);
        delay.Add({sample});
        const auto now = delay.estimator.GetQueueDelay();
        max = std::max(max, now);
        ASSERT_GE(now, 0ns);
        ASSERT_LT(now, sample);
        ASSERT_EQ(delay.estimator.GetMaxQueueDelay(), max);
    }
}

} // namespace BacklogEstimatorTests

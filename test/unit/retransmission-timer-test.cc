/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sender-rules.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

using ns3::ConnectionTimer;
using ns3::RetransmissionTimer;
using ns3::TimerSet;

namespace RetransmissionTimerTests
{

using namespace std::chrono_literals;

using Duration = ns3::Instant;

/// A timer with its clock.
struct Timer
{
    Timer(const RetransmissionTimer::Configuration& configuration, Duration initial)
        : rule(configuration, timers)
    {
        rule.Begin(initial);
    }

    void Start(Duration now)
    {
        timers.SetNow(now);
        rule.Restart();
    }

    std::optional<Duration> GetDeadline() const
    {
        return timers.GetDeadline(ConnectionTimer::RETRANSMISSION);
    }

    RetransmissionTimer* operator->()
    {
        return &rule;
    }

    TimerSet timers;
    RetransmissionTimer rule;
};

RetransmissionTimer::Configuration
Bounds(Duration minimum, Duration maximum)
{
    return {minimum, maximum, 0s, 0s};
}

void
ExpectBackOff(const RetransmissionTimer::Configuration& bounds,
              Duration initial,
              const std::vector<Duration>& rtos)
{
    Timer timer(bounds, initial);
    for (const auto rto : rtos)
    {
        timer->BackOff();
        EXPECT_EQ(timer->GetRto(), rto);
    }
}

TEST(RetransmissionTimer, Rfc6298Section21UntilASample)
{
    EXPECT_EQ(Timer({}, 1s)->GetRto(), 1s);
    EXPECT_EQ(Timer({}, 3s)->GetRto(), 3s);
    EXPECT_EQ(Timer({}, 10ms)->GetRto(), 1s) << "not below the minimum";
    EXPECT_EQ(Timer({}, 100s)->GetRto(), 60s) << "nor above the maximum";
}

// R = 1.6 s: SRTT 1.6 s, RTTVAR 0.8 s. R' = 0.8 s: RTTVAR 0.6 + 0.2 s, SRTT 1.4 + 0.1 s.
TEST(RetransmissionTimer, Rfc6298Sections22And23Samples)
{
    Timer timer({}, 3s);
    timer->OnSample(1600ms, 800ms);
    EXPECT_EQ(timer->GetRto(), 4800ms);
    timer->OnSample(1500ms, 800ms);
    EXPECT_EQ(timer->GetRto(), 4700ms);
}

TEST(RetransmissionTimer, Rfc6298Section2Granularity)
{
    Timer timer({1s, 60s, 100ms, 0s}, 3s);
    timer->OnSample(2s, 0s);
    EXPECT_EQ(timer->GetRto(), 2100ms);
    timer->OnSample(2s, 24ms);
    EXPECT_EQ(timer->GetRto(), 2100ms) << "96 ms are less than G";
    timer->OnSample(2s, 26ms);
    EXPECT_EQ(timer->GetRto(), 2104ms);
}

TEST(RetransmissionTimer, Rfc6298Sections24And25Bounds)
{
    struct
    {
        Duration minimum;
        Duration maximum;
        Duration srtt;
        Duration rttvar;
        Duration rto;
    } const rows[] = {
        {1s, 60s, 100ms, 10ms, 1s},
        {1s, 60s, 800ms, 50ms, 1s},
        {1s, 60s, 800ms, 51ms, 1004ms},
        {200ms, 60s, 100ms, 10ms, 200ms},
        {200ms, 60s, 100ms, 30ms, 220ms},
        {1s, 60s, 50s, 2s, 58s},
        {1s, 60s, 50s, 3s, 60s},
        {1s, 60s, 3000s, 58s, 60s}, // row 16 of a connection that believed stale echoes
        {1s, 120s, 50s, 10s, 90s},
        {90s, 60s, 1s, 1s, 90s}, // a minimum is meant to be one
        {0s, 60s, 0s, 0s, 1us},  // and no timeout is none
    };

    for (const auto& row : rows)
    {
        Timer timer(Bounds(row.minimum, row.maximum), 3s);
        timer->OnSample(row.srtt, row.rttvar);
        EXPECT_EQ(timer->GetRto(), row.rto) << row.srtt.count() << " ns";
    }
}

TEST(RetransmissionTimer, Rfc6298Section55BackOff)
{
    ExpectBackOff({}, 1s, {2s, 4s, 8s, 16s, 32s, 60s, 60s, 60s});
    ExpectBackOff({}, 29s, {58s, 60s, 60s});
    ExpectBackOff(Bounds(200ms, 1s), 300ms, {600ms, 1s, 1s});
}

// 64 s at the sixth time-out of 1 s, and 60 s at most: a smaller timer than before it was not.
TEST(RetransmissionTimer, BackOffNeverShrinks)
{
    ExpectBackOff({}, 60s, {60s, 60s});
    ExpectBackOff(Bounds(90s, 60s), 1s, {90s, 90s});
    ExpectBackOff(Bounds(1s, 100s), 70s, {100s, 100s});
}

// Section 3, and the paragraph after 5.7.
TEST(RetransmissionTimer, KarnBackedOffUntilASample)
{
    Timer timer({}, 1s);
    timer->OnSample(500ms, 200ms);
    timer.Start(10s);
    timer->BackOff();
    timer->BackOff();
    EXPECT_EQ(timer->GetRto(), 5200ms);
    // An ACK of something that was sent again: the timer starts anew, or stops, and that is all.
    timer.Start(20s);
    EXPECT_EQ(timer.GetDeadline(), 25200ms);
    timer->Stop();
    EXPECT_EQ(timer->GetRto(), 5200ms);
    timer.Start(30s);
    EXPECT_EQ(timer.GetDeadline(), 35200ms);

    timer->OnSample(600ms, 200ms);
    EXPECT_EQ(timer->GetRto(), 1400ms);
    timer->BackOff();
    EXPECT_EQ(timer->GetRto(), 2800ms) << "from the new timeout";
}

TEST(RetransmissionTimer, DeadlineOfTheLastStart)
{
    Timer timer({}, 1s);
    EXPECT_FALSE(timer.GetDeadline());
    timer->Stop();
    EXPECT_FALSE(timer.GetDeadline());
    timer.Start(10s);
    EXPECT_EQ(timer.GetDeadline(), 11s);
    timer.Start(10500ms);
    EXPECT_EQ(timer.GetDeadline(), 11500ms) << "section 5.3: it starts anew";
    timer->OnSample(2s, 1s);
    EXPECT_EQ(timer.GetDeadline(), 11500ms) << "a sample starts nothing";
    timer->BackOff();
    EXPECT_EQ(timer.GetDeadline(), 11500ms) << "section 5.6 does";
    timer.Start(11500ms);
    EXPECT_EQ(timer.GetDeadline(), 23500ms);
    timer->Stop();
    EXPECT_FALSE(timer.GetDeadline());
}

TEST(RetransmissionTimer, DeadlineIsAMultipleOfTheTick)
{
    struct
    {
        Duration tick;
        Duration now;
        Duration deadline;
    } const rows[] = {
        {0s, 10200ms, 11200ms},
        {500ms, 10s, 11s},
        {500ms, 10200ms, 11500ms},
        {500ms, 10500ms, 11500ms},
        {500ms, 10500ms + 1ns, 12s},
        {500ms, 10500ms - 1ns, 11500ms},
        {300ms, 0s, 1200ms},
        {7s, 10s, 14s},
    };

    for (const auto& row : rows)
    {
        Timer timer({1s, 60s, 0s, row.tick}, 1s);
        timer.Start(row.now);
        EXPECT_EQ(timer.GetDeadline(), row.deadline)
            << "tick " << row.tick.count() << ", from " << row.now.count();
        EXPECT_EQ(timer->GetRto(), 1s);
    }
}

// RFC 1122, section 4.2.3.5: so many in a row, and from the first one again after progress.
TEST(RetransmissionTimer, TimeoutsAreCountedInARow)
{
    Timer timer({1s, 60s, 0s, 0s, {}, 2}, 1s);
    EXPECT_FALSE(timer->HasExpired());
    EXPECT_TRUE(timer->CountRetry());
    EXPECT_TRUE(timer->HasExpired());
    timer->OnNewAck();
    EXPECT_FALSE(timer->HasExpired());
    EXPECT_TRUE(timer->CountRetry());
    EXPECT_TRUE(timer->CountRetry());
    EXPECT_FALSE(timer->CountRetry());
    EXPECT_FALSE(timer->CountRetry());
}

TEST(RetransmissionTimer, AConnectionBeginsAnewAfterItsSyn)
{
    Timer timer({1s, 60s, 0s, 0s, {}, 1}, 1s);
    timer->OnSyn(100ms);
    EXPECT_EQ(timer->GetRto(), 100ms) << "whatever the bounds are";
    timer->CountRetry();
    timer->Begin(3s);
    EXPECT_EQ(timer->GetRto(), 3s);
    EXPECT_TRUE(timer->CountRetry());
}

// The wheel of a kernel with a jiffy of 4 ms: a second is 250 jiffies, which ends on a multiple
// of 8.
TEST(RetransmissionTimer, TheWheelProlongsOthersToo)
{
    Timer timer({1s, 60s, 0s, 0s, ns3::TimerWheel(4ms)}, 1s);
    timer->Wait(ConnectionTimer::PERSIST, 1s);
    EXPECT_EQ(timer.timers.GetDeadline(ConnectionTimer::PERSIST), 1024ms);
    timer.Start(0s);
    EXPECT_EQ(timer.GetDeadline(), 1024ms);
}

} // namespace RetransmissionTimerTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/timer-set.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace TimerSetTests
{

using namespace ns3;
using namespace std::chrono_literals;

using Moment = std::optional<Instant>;
using Names = std::vector<ConnectionTimer>;

/// @return what is due at a time
Names
TakeAll(TimerSet& timers, Instant now)
{
    timers.SetNow(now);
    Names names;
    while (const auto timer = timers.TakeDue())
    {
        names.push_back(*timer);
    }
    return names;
}

TEST(TimerSet, TheEarliestDeadlineIsKnown)
{
    TimerSet timers;
    EXPECT_EQ(timers.GetEarliest(), Moment());
    timers.Set(ConnectionTimer::RETRANSMISSION, 3s);
    timers.Set(ConnectionTimer::DELAYED_ACK, 200ms);
    EXPECT_EQ(timers.GetEarliest(), 200ms);
    timers.Set(ConnectionTimer::DELAYED_ACK, 5s);
    EXPECT_EQ(timers.GetEarliest(), 3s);
    EXPECT_EQ(timers.GetDeadline(ConnectionTimer::DELAYED_ACK), 5s);
    EXPECT_EQ(timers.GetDeadline(ConnectionTimer::SYN), Moment());
    timers.Cancel(ConnectionTimer::RETRANSMISSION);
    EXPECT_FALSE(timers.IsRunning(ConnectionTimer::RETRANSMISSION));
    EXPECT_EQ(timers.GetEarliest(), 5s);
    timers.CancelAll();
    EXPECT_EQ(timers.GetEarliest(), Moment());
}

TEST(TimerSet, WhatIsDueComesOnceTheEarliestFirst)
{
    TimerSet timers;
    timers.Set(ConnectionTimer::SYN, 3s);
    timers.Set(ConnectionTimer::TIME_WAIT, 2s);
    timers.Set(ConnectionTimer::PACING, 3s + 1ns);
    EXPECT_EQ(TakeAll(timers, 2s - 1ns), Names());
    EXPECT_EQ(TakeAll(timers, 3s), (Names{ConnectionTimer::TIME_WAIT, ConnectionTimer::SYN}));
    EXPECT_EQ(TakeAll(timers, 3s), Names());
    EXPECT_EQ(timers.GetEarliest(), 3s + 1ns);
}

// RFC 8985, section 7.3, needs to know: the retransmission timer is asked first.
TEST(TimerSet, OfTwoAtOnceTheRetransmissionTimerComesBeforeTheRecoverys)
{
    TimerSet timers;
    timers.Set(ConnectionTimer::RECOVERY, 1s);
    timers.Set(ConnectionTimer::RETRANSMISSION, 1s);
    EXPECT_EQ(TakeAll(timers, 1s),
              (Names{ConnectionTimer::RETRANSMISSION, ConnectionTimer::RECOVERY}));
}

TEST(TimerSet, WhatIsPastComesNow)
{
    TimerSet timers;
    timers.SetNow(3s);
    timers.Set(ConnectionTimer::RECOVERY, 1s);
    EXPECT_EQ(timers.GetEarliest(), 3s);
    EXPECT_EQ(TakeAll(timers, 3s), Names{ConnectionTimer::RECOVERY});
}

} // namespace TimerSetTests

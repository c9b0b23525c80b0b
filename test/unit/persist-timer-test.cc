/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/sender-rules.h"

#include <chrono>
#include <gtest/gtest.h>
#include <optional>

using ns3::PersistTimer;
using Wait = std::optional<ns3::Instant>;

namespace PersistTimerTests
{

using namespace std::chrono_literals;

// RFC 9293, section 3.8.6.1: after a retransmission timeout, then exponentially.
TEST(PersistTimer, TheFirstProbeWaitsForATimeoutAndEachNextOneTwiceAsLong)
{
    PersistTimer timer;
    EXPECT_EQ(timer.Start(true, false, 300ms, 6s), Wait(300ms));
    EXPECT_TRUE(timer.IsProbing());
    EXPECT_EQ(timer.OnProbeDue(), 600ms);
    EXPECT_EQ(timer.OnProbeDue(), 1200ms);
    EXPECT_EQ(timer.Start(true, false, 300ms, 6s), Wait(1200ms)) << "it goes on where it was";
}

TEST(PersistTimer, AMinuteIsTheMost)
{
    PersistTimer timer;
    EXPECT_EQ(timer.Start(true, true, 100s, 40s), Wait(40s)) << "the first one as it is told";
    EXPECT_EQ(timer.OnProbeDue(), 60s);
    EXPECT_EQ(timer.OnProbeDue(), 60s);
}

// Linux 6.1, tcp_probe0_base() and tcp_probe0_when(): RTO, whatever it is, for the rest of a
// window, too; two minutes at most.
TEST(PersistTimer, AsLinuxTheFirstOneIsRtoAndTwoMinutesAreTheMost)
{
    PersistTimer timer(true);
    EXPECT_EQ(timer.Start(false, false, 3s, 6s), Wait(3s));
    EXPECT_EQ(timer.Start(true, true, 40s, 6s), Wait(40s));
    EXPECT_EQ(timer.OnProbeDue(), 80s);
    EXPECT_EQ(timer.OnProbeDue(), 120s);
    EXPECT_EQ(timer.OnProbeDue(), 120s);
}

TEST(PersistTimer, AWindowThatClosesAgainBeginsAnew)
{
    PersistTimer timer;
    EXPECT_TRUE(timer.OnWindow(true)) << "what runs is the override's";
    timer.Start(true, false, 300ms, 6s);
    timer.OnProbeDue();
    EXPECT_FALSE(timer.OnWindow(true)) << "still closed";
    EXPECT_TRUE(timer.OnWindow(false));
    EXPECT_EQ(timer.Start(false, true, 300ms, 6s), Wait());
    EXPECT_FALSE(timer.IsProbing());
    EXPECT_TRUE(timer.OnWindow(true));
    EXPECT_EQ(timer.Start(true, false, 200ms, 6s), Wait(200ms));
}

// Section 3.8.6.2.1: between 0.1 and 1 s.
TEST(PersistTimer, ASillyWindowIsOverriddenWhereNoAckIsToCome)
{
    PersistTimer timer;
    EXPECT_EQ(timer.Start(false, true, 300ms, 6s), Wait());
    EXPECT_EQ(timer.Start(false, false, 300ms, 6s), Wait(300ms));
    EXPECT_EQ(timer.Start(false, false, 10ms, 6s), Wait(100ms));
    EXPECT_EQ(timer.Start(false, false, 3s, 6s), Wait(1s));
    EXPECT_FALSE(timer.IsOverriding());
    timer.Override();
    EXPECT_TRUE(timer.IsOverriding());
    EXPECT_TRUE(timer.OnNewData()) << "a timer that runs is out of date";
    EXPECT_FALSE(timer.IsOverriding());
}

TEST(PersistTimer, NewDataLeaveTheTimerOfProbes)
{
    PersistTimer timer;
    timer.Start(true, false, 300ms, 6s);
    EXPECT_FALSE(timer.OnNewData());
}

TEST(PersistTimer, TheOctetOfProbesHasTwoTimes)
{
    PersistTimer timer;
    EXPECT_FALSE(timer.GetProbe());
    timer.OnProbeSent(70, 1s);
    timer.OnProbeSent(70, 3s);
    ASSERT_TRUE(timer.GetProbe());
    EXPECT_EQ(timer.GetProbe()->position, 70U);
    EXPECT_EQ(timer.GetProbe()->first, 1s);
    EXPECT_EQ(timer.GetProbe()->last, 3s);
    timer.OnNewData();
    EXPECT_FALSE(timer.GetProbe());
}

TEST(PersistTimer, AnAnswerRefusesTheProbeUntilTheNextOne)
{
    PersistTimer timer;
    timer.OnAnswer();
    EXPECT_FALSE(timer.GetProbe()) << "to no probe";
    timer.OnProbeSent(70, 1s);
    EXPECT_FALSE(timer.GetProbe()->isRefused);
    timer.OnAnswer();
    EXPECT_TRUE(timer.GetProbe()->isRefused);
    timer.OnProbeSent(70, 3s);
    EXPECT_FALSE(timer.GetProbe()->isRefused);
}

} // namespace PersistTimerTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <chrono>
#include <gtest/gtest.h>
#include <optional>

using ns3::TailLossProbe;

namespace TailLossProbeTests
{

using namespace std::chrono_literals;

using Instant = ns3::Instant;

std::optional<Instant>
Deadline(TailLossProbe::Timing timing, Instant maxAckDelay = 200ms)
{
    TailLossProbe probe;
    timing.maxAckDelay = maxAckDelay;
    probe.Request();
    probe.Schedule(true, timing);
    return probe.GetDeadline();
}

/// One that has sent a probe up to 5000.
TailLossProbe
Probing(bool again)
{
    TailLossProbe probe;
    EXPECT_TRUE(probe.Expire());
    probe.OnProbe(5000, again);
    return probe;
}

// Section 7.2.
TEST(TailLossProbe, Timer)
{
    EXPECT_EQ(Deadline({{10ms, 100ms, 5s}, 2}), 210ms) << "two round trips";
    EXPECT_EQ(Deadline({{10ms, 100ms, 5s}, 1}), 410ms) << "and a delayed ACK";
    EXPECT_EQ(Deadline({{10ms, 100ms, 5s}, 1}, 40ms), 250ms);
    EXPECT_EQ(Deadline({{10ms, std::nullopt, 5s}, 1}), 1010ms) << "no round trip known";
    EXPECT_EQ(Deadline({{10ms, 100ms, 150ms}, 2}), 150ms) << "not after the retransmission timer";
    EXPECT_FALSE(Deadline({{10ms, 100ms, 5s}, 0})) << "nothing outstanding";
    EXPECT_FALSE(Deadline({{10ms, 100ms, std::nullopt}, 2})) << "a closed window is probed anyway";
}

TEST(TailLossProbe, StartsOnRequestOnly)
{
    TailLossProbe probe;
    probe.Schedule(true, {{0ms, 100ms, 5s}, 2});
    EXPECT_FALSE(probe.GetDeadline());
    probe.Request();
    probe.Schedule(true, {{50ms, 100ms, 5s}, 2});
    probe.Schedule(true, {{90ms, 100ms, 5s}, 2});
    EXPECT_EQ(probe.GetDeadline(), 250ms) << "goes on";
    probe.Request();
    probe.Schedule(true, {{90ms, 100ms, 5s}, 2});
    EXPECT_EQ(probe.GetDeadline(), 290ms) << "anew";
    probe.Schedule(false, {{100ms, 100ms, 5s}, 2});
    EXPECT_FALSE(probe.GetDeadline()) << "a loss is known";
    probe.Schedule(true, {{110ms, 100ms, 5s}, 2});
    EXPECT_FALSE(probe.GetDeadline());
}

// Section 7.3.
TEST(TailLossProbe, OneAtATimeAndOneARoundTrip)
{
    auto probe = Probing(false);
    probe.OnRoundTrip();
    EXPECT_FALSE(probe.Expire()) << "one is in flight";
    EXPECT_FALSE(probe.OnAck(5000));
    EXPECT_TRUE(probe.Expire());

    auto unmeasured = Probing(true);
    unmeasured.Cancel();
    EXPECT_FALSE(unmeasured.Expire()) << "no round trip since";
    unmeasured.OnRoundTrip();
    EXPECT_TRUE(unmeasured.Expire());
}

TEST(TailLossProbe, TheTimerEndsWithTheProbe)
{
    TailLossProbe probe;
    probe.Request();
    probe.Schedule(true, {{0ms, 100ms, 5s}, 2});
    EXPECT_TRUE(probe.Expire());
    EXPECT_FALSE(probe.GetDeadline());
    probe.Request(); // the probe is new data
    probe.OnProbe(5000, false);
    probe.Schedule(true, {{300ms, 100ms, 5s}, 3});
    EXPECT_FALSE(probe.GetDeadline());
}

// Section 7.4.2.
TEST(TailLossProbe, NewDataRepairNothing)
{
    auto probe = Probing(false);
    EXPECT_FALSE(probe.OnAck(4000));
    EXPECT_TRUE(probe.IsInFlight());
    EXPECT_FALSE(probe.OnAck(6000));
    EXPECT_FALSE(probe.IsInFlight());
}

TEST(TailLossProbe, RepairedALoss)
{
    auto probe = Probing(true);
    EXPECT_FALSE(probe.OnAck(4000));
    EXPECT_FALSE(probe.OnAck(5000)) << "either of the two";
    EXPECT_TRUE(probe.IsInFlight());
    EXPECT_TRUE(probe.OnAck(6000)) << "and no D-SACK";
    EXPECT_FALSE(probe.IsInFlight());
    EXPECT_FALSE(probe.OnAck(7000)) << "told once";
}

TEST(TailLossProbe, BothArrived)
{
    auto reported = Probing(true);
    EXPECT_FALSE(reported.OnAck(5000, 4000));
    EXPECT_TRUE(reported.IsInFlight()) << "another segment's";
    EXPECT_FALSE(reported.OnAck(5000, 5000));
    EXPECT_FALSE(reported.IsInFlight());

    auto counted = Probing(true);
    EXPECT_FALSE(counted.OnAck(5000, std::nullopt, true));
    EXPECT_FALSE(counted.IsInFlight()) << "a peer without D-SACK";
}

} // namespace TailLossProbeTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/delivery-rate.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

using namespace std::chrono_literals;
using ns3::DeliveryRate;
using ns3::WindowedMax;

namespace DeliveryRateTests
{

/// A window whose last ACK, at a time, tells of a sending.
ns3::Window
At(ns3::Instant now, uint64_t una, uint64_t nxt, std::optional<ns3::Instant> sending = {})
{
    ns3::Window window;
    window.now = now;
    window.una = una;
    window.nxt = nxt;
    window.sending = sending;
    return window;
}

/// Ten segments go at 0 and are answered 100 ms later, one each ms; what they let go follows them.
TEST(DeliveryRateTest, AFlightIsMeasuredByItsAcks)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    auto sample = rates.OnAck(At(100ms, 1, 10, 0ms), 1, 100ms);
    EXPECT_EQ(sample.delivered, 1);
    EXPECT_EQ(sample.interval, 100'000);
    EXPECT_EQ(sample.prior, 1); // the SYN
    for (int i = 1; i < 10; ++i)
    {
        sample = rates.OnAck(At(100ms + i * 1ms, 1U + i, 10, 0ms), 1, 100ms);
    }
    EXPECT_EQ(sample.delivered, 10);
    EXPECT_EQ(sample.interval, 109'000);
    EXPECT_EQ(rates.GetDelivered(), 11);
    EXPECT_EQ(rates.GetDeliveredAt(), 109ms);
}

TEST(DeliveryRateTest, WhatGoesAfterAnAckKnowsOfThatAck)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    rates.OnAck(At(100ms, 2, 10, 0ms), 2, 100ms);
    rates.OnAck(At(110ms, 4, 12, 0ms), 2, 100ms);
    // Sent between the two, after two had been delivered at 100 ms.
    const auto sample = rates.OnAck(At(205ms, 7, 12, 105ms), 3, 100ms);
    EXPECT_EQ(sample.prior, 3);
    EXPECT_EQ(sample.delivered, 5);
    // From the ACK at 100 ms to that at 205 ms, and from 0 to 105 ms of sending.
    EXPECT_EQ(sample.interval, 105'000);
}

TEST(DeliveryRateTest, AcksThatComeAtOnceAreNoRate)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    rates.OnAck(At(100ms, 1, 20, 0ms), 1, 100ms);
    // What went during 90 ms after that is told of within 5 ms: the time of sending counts.
    const auto sample = rates.OnAck(At(205ms, 20, 20, 190ms), 19, 15ms);
    EXPECT_EQ(sample.delivered, 19);
    EXPECT_EQ(sample.interval, 190'000);
}

TEST(DeliveryRateTest, NoRateIsShorterThanARoundTrip)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    const auto sample = rates.OnAck(At(30ms, 1, 10, 10ms), 1, 100ms);
    EXPECT_EQ(sample.delivered, 1);
    EXPECT_EQ(sample.interval, -1);
    EXPECT_FALSE(sample.IsValid());
}

TEST(DeliveryRateTest, AnAckThatTellsOfNothingHasNoRate)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    const auto sample = rates.OnAck(At(100ms, 0, 10, std::nullopt), 0, 100ms);
    EXPECT_FALSE(sample.IsValid());
    EXPECT_EQ(rates.GetDeliveredAt(), 0ms);
}

TEST(DeliveryRateTest, AnApplicationThatWaitedLimitsUntilWhatWasInFlightHasArrived)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    rates.OnAppLimited(At(50ms, 0, 4), 4);
    EXPECT_TRUE(rates.IsAppLimited());
    // What went before that is not limited, what went after is.
    EXPECT_FALSE(rates.OnAck(At(100ms, 4, 8, 0ms), 4, 100ms).isAppLimited);
    EXPECT_TRUE(rates.IsAppLimited());
    EXPECT_TRUE(rates.OnAck(At(150ms, 5, 8, 50ms), 1, 100ms).isAppLimited);
    EXPECT_FALSE(rates.IsAppLimited());
    EXPECT_FALSE(rates.OnAck(At(250ms, 6, 8, 150ms), 1, 100ms).isAppLimited);
}

TEST(DeliveryRateTest, APauseIsNotMeasured)
{
    DeliveryRate rates;
    rates.OnStart(At(0ms, 0, 0));
    rates.OnAck(At(100ms, 10, 10, 0ms), 10, 100ms);
    rates.OnStart(At(5s, 10, 10));
    const auto sample = rates.OnAck(At(5100ms, 20, 20, 5s), 10, 100ms);
    EXPECT_EQ(sample.delivered, 10);
    EXPECT_EQ(sample.interval, 100'000);
}

TEST(WindowedMaxTest, HoldsForSoManyRounds)
{
    WindowedMax most;
    most.Add(1, 100, 10);
    for (uint64_t round = 2; round <= 11; ++round)
    {
        most.Add(round, 50, 10);
        EXPECT_EQ(most.Get(), 100) << round;
    }
    most.Add(12, 50, 10);
    EXPECT_EQ(most.Get(), 50);
}

TEST(WindowedMaxTest, AMoreRecentValueTakesThePlaceOfTheBest)
{
    WindowedMax most;
    most.Add(1, 100, 10);
    most.Add(5, 80, 10);
    most.Add(9, 60, 10);
    most.Add(12, 10, 10);
    EXPECT_EQ(most.Get(), 80);
    most.Add(16, 10, 10);
    EXPECT_EQ(most.Get(), 60);
}

TEST(WindowedMaxTest, ALargerOneForgetsAll)
{
    WindowedMax most;
    most.Add(1, 100, 10);
    most.Add(2, 101, 10);
    most.Add(13, 1, 10);
    EXPECT_EQ(most.Get(), 1);
}

} // namespace DeliveryRateTests

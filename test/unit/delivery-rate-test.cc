/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/delivery-rate.h"

#include <gtest/gtest.h>

using namespace std::chrono_literals;
using ns3::DeliveryRate;
using ns3::WindowedMax;

namespace DeliveryRateTests
{

/// Ten segments go at 0 and are answered 100 ms later, one each ms; what they let go follows them.
TEST(DeliveryRateTest, AFlightIsMeasuredByItsAcks)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    auto sample = rates.OnAck({100ms, 0ms, 1, 100ms}, {1, 10});
    EXPECT_EQ(sample.delivered, 1);
    EXPECT_EQ(sample.interval, 100'000);
    EXPECT_EQ(sample.prior, 1); // the SYN
    for (int i = 1; i < 10; ++i)
    {
        sample = rates.OnAck({100ms + i * 1ms, 0ms, 1, 100ms}, {1U + i, 10});
    }
    EXPECT_EQ(sample.delivered, 10);
    EXPECT_EQ(sample.interval, 109'000);
    EXPECT_EQ(rates.GetDelivered(), 11);
    EXPECT_EQ(rates.GetDeliveredAt(), 109ms);
}

TEST(DeliveryRateTest, WhatGoesAfterAnAckKnowsOfThatAck)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    rates.OnAck({100ms, 0ms, 2, 100ms}, {2, 10});
    rates.OnAck({110ms, 0ms, 2, 100ms}, {4, 12});
    // Sent between the two, after two had been delivered at 100 ms.
    const auto sample = rates.OnAck({205ms, 105ms, 3, 100ms}, {7, 12});
    EXPECT_EQ(sample.prior, 3);
    EXPECT_EQ(sample.delivered, 5);
    // From the ACK at 100 ms to that at 205 ms, and from 0 to 105 ms of sending.
    EXPECT_EQ(sample.interval, 105'000);
}

TEST(DeliveryRateTest, AcksThatComeAtOnceAreNoRate)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    rates.OnAck({100ms, 0ms, 1, 100ms}, {1, 20});
    // What went during 90 ms after that is told of within 5 ms: the time of sending counts.
    const auto sample = rates.OnAck({205ms, 190ms, 19, 15ms}, {20, 20});
    EXPECT_EQ(sample.delivered, 19);
    EXPECT_EQ(sample.interval, 190'000);
}

TEST(DeliveryRateTest, NoRateIsShorterThanARoundTrip)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    const auto sample = rates.OnAck({30ms, 10ms, 1, 100ms}, {1, 10});
    EXPECT_EQ(sample.delivered, 1);
    EXPECT_EQ(sample.interval, -1);
    EXPECT_FALSE(sample.IsValid());
}

TEST(DeliveryRateTest, AnAckThatTellsOfNothingHasNoRate)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    const auto sample = rates.OnAck({100ms, std::nullopt, 0, 100ms}, {0, 10});
    EXPECT_FALSE(sample.IsValid());
    EXPECT_EQ(rates.GetDeliveredAt(), 0ms);
}

TEST(DeliveryRateTest, AnApplicationThatWaitedLimitsUntilWhatWasInFlightHasArrived)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    rates.OnAppLimited(50ms, 4, {0, 4});
    EXPECT_TRUE(rates.IsAppLimited());
    // What went before that is not limited, what went after is.
    EXPECT_FALSE(rates.OnAck({100ms, 0ms, 4, 100ms}, {4, 8}).isAppLimited);
    EXPECT_TRUE(rates.IsAppLimited());
    EXPECT_TRUE(rates.OnAck({150ms, 50ms, 1, 100ms}, {5, 8}).isAppLimited);
    EXPECT_FALSE(rates.IsAppLimited());
    EXPECT_FALSE(rates.OnAck({250ms, 150ms, 1, 100ms}, {6, 8}).isAppLimited);
}

TEST(DeliveryRateTest, APauseIsNotMeasured)
{
    DeliveryRate rates;
    rates.OnStart(0ms, {0, 0});
    rates.OnAck({100ms, 0ms, 10, 100ms}, {10, 10});
    rates.OnStart(5s, {10, 10});
    const auto sample = rates.OnAck({5100ms, 5s, 10, 100ms}, {20, 20});
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

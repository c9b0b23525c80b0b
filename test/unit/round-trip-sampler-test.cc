/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/veno-law.h"

#include <gtest/gtest.h>

namespace RoundTripSamplerTests
{

using namespace std::chrono_literals;

using ns3::RoundTripSampler;

TEST(RoundTripSampler, OneSegmentOneSample)
{
    RoundTripSampler sampler;
    sampler.OnSent(1000, 5ms);
    EXPECT_FALSE(sampler.OnAck(999, 50ms)) << "not all of the segment is acknowledged";
    EXPECT_EQ(sampler.OnAck(1000, 105ms), 100ms);
    EXPECT_FALSE(sampler.OnAck(1000, 200ms)) << "a duplicate ACK is no sample";
}

TEST(RoundTripSampler, DelayedAckGivesTheYoungestSegmentsTrip)
{
    RoundTripSampler sampler;
    sampler.OnSent(1000, 0ms);
    sampler.OnSent(2000, 15ms);
    EXPECT_EQ(sampler.OnAck(2000, 115ms), 100ms) << "the first one waited 15 ms for the second";
}

TEST(RoundTripSampler, OrTheOldestSegmentsTrip)
{
    constexpr bool oldest = true;
    RoundTripSampler sampler;
    sampler.OnSent(1000, 0ms);
    sampler.OnSent(2000, 30ms);
    sampler.OnSent(3000, 40ms);
    EXPECT_EQ(sampler.OnAck(2000, 245ms, oldest), 245ms) << "with the delay of its ACK";
    EXPECT_EQ(sampler.OnAck(3000, 255ms, oldest), 215ms) << "alone it is the youngest, too";
    EXPECT_FALSE(sampler.OnAck(3000, 300ms, oldest));
}

TEST(RoundTripSampler, RetransmissionIsNoFirstTransmission)
{
    RoundTripSampler sampler;
    sampler.OnSent(1000, 0ms);
    sampler.OnSent(1000, 300ms);
    EXPECT_EQ(sampler.OnAck(1000, 400ms), 400ms) << "the first stamp stands";
}

TEST(RoundTripSampler, NothingInFlightAtClearGivesASample)
{
    RoundTripSampler sampler;
    sampler.OnSent(1000, 0ms);
    sampler.OnSent(2000, 1ms);
    sampler.Clear();
    sampler.OnSent(3000, 2ms);
    EXPECT_FALSE(sampler.OnAck(2000, 90ms));
    EXPECT_EQ(sampler.OnAck(3000, 102ms), 100ms);
}

TEST(RoundTripSampler, WhenASegmentWasSent)
{
    RoundTripSampler sampler;
    EXPECT_FALSE(sampler.FindSent(0));
    sampler.OnSent(1000, 0ms);
    sampler.OnSent(1001, 7ms);
    sampler.OnSent(3000, 9ms);
    EXPECT_EQ(sampler.FindSent(0), 0ms);
    EXPECT_EQ(sampler.FindSent(999), 0ms);
    EXPECT_EQ(sampler.FindSent(1000), 7ms) << "a segment of one octet";
    EXPECT_EQ(sampler.FindSent(1001), 9ms);
    EXPECT_EQ(sampler.FindSent(2999), 9ms);
    EXPECT_FALSE(sampler.FindSent(3000)) << "not sent";
    sampler.OnAck(1000, 100ms);
    EXPECT_FALSE(sampler.FindSent(999)) << "acknowledged";
    EXPECT_EQ(sampler.FindSent(1000), 7ms);
    sampler.Clear();
    EXPECT_FALSE(sampler.FindSent(1000));
    sampler.OnSent(4000, 200ms);
    EXPECT_FALSE(sampler.FindSent(2999)) << "its stamp was forgotten";
    EXPECT_EQ(sampler.FindSent(3000), 200ms);
}

TEST(RoundTripSampler, PositionsBeyond32Bits)
{
    constexpr uint64_t wrap = uint64_t{1} << 32;
    RoundTripSampler sampler;
    sampler.OnSent(wrap - 10, 0ms);
    sampler.OnSent(wrap + 10, 1ms);
    EXPECT_EQ(sampler.OnAck(wrap - 10, 50ms), 50ms);
    EXPECT_EQ(sampler.OnAck(wrap + 10, 71ms), 70ms);
}

} // namespace RoundTripSamplerTests

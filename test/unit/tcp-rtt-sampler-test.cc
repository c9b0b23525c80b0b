/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/tcp-ack-reader.h"

#include <gtest/gtest.h>

namespace TcpRttSamplerTests
{

using namespace ns3;
using namespace std::chrono_literals;

/// What was sent between two moments.
SentSegments::Covered
Between(Instant oldest, Instant youngest, bool again = false)
{
    return {oldest, youngest, again, SentSegments::Sent{oldest, youngest}};
}

/// It is 10 s after the beginning. Timestamps are milliseconds.
class TcpRttSamplerTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpRttSamplerTest()
    {
        RunUntil(10);
    }

    /// @brief An ACK covers segments. @param oldest when the first was sent, ms
    /// @param youngest the same of the last @param echo 0 for none @param again it was sent again
    bool Ack(int oldest, int youngest, uint32_t echo, bool again = false)
    {
        const auto covered =
            Between(std::chrono::milliseconds(oldest), std::chrono::milliseconds(youngest), again);
        return m_sampler.OnAck(echo, covered).has_value();
    }

    TcpRttSampler m_sampler{window, rtt, false, timers};
};

// RFC 6298, section 3 (Karn).
TEST_F(TcpRttSamplerTest, WithoutTimestampsTheOldestSegmentThatWentOnceIsMeasured)
{
    EXPECT_FALSE(m_sampler.GetSrtt());
    EXPECT_TRUE(m_sampler.OnAck(std::nullopt, Between(9800ms, 9900ms, false)));
    EXPECT_EQ(m_sampler.GetSrtt(), 200ms);
    EXPECT_EQ(window.srtt, 200ms);
    EXPECT_EQ(window.lastRtt, 100ms) << "of the youngest";
    EXPECT_FALSE(m_sampler.OnAck(std::nullopt, Between(2s, 9900ms, true)));
    EXPECT_EQ(m_sampler.GetSrtt(), 200ms);
    EXPECT_EQ(rtt.samples, 1U);
    EXPECT_TRUE(Ack(9800, 9900, 0)) << "an echo of 0 is none";
    EXPECT_EQ(rtt.samples, 2U);
}

TEST_F(TcpRttSamplerTest, WhatCoversNothingMeasuresNothing)
{
    EXPECT_FALSE(m_sampler.OnAck(std::nullopt, {}));
    EXPECT_FALSE(m_sampler.OnAck(9900, {}));
    EXPECT_EQ(rtt.samples, 0U);
}

// Linux: the echo counts milliseconds, when the segment was sent is known better.
TEST_F(TcpRttSamplerTest, TheDepartureMayCountBeforeTheEcho)
{
    TcpRttSampler sampler{window, rtt, true, timers};
    EXPECT_TRUE(sampler.OnAck(9700, Between(9699400us, 9900ms, false)));
    EXPECT_EQ(sampler.GetSrtt(), 300600us);
    EXPECT_TRUE(sampler.OnAck(9700, Between(2s, 9s, true))) << "which one is not known";
    EXPECT_EQ(rtt.samples, 2U);
    EXPECT_LT(*sampler.GetSrtt(), 300600us);
}

// RFC 7323, section 4: the echo says which of two was answered.
TEST_F(TcpRttSamplerTest, AnEchoMeasuresAlsoWhatWentAgain)
{
    EXPECT_TRUE(Ack(2000, 9000, 9700, true));
    EXPECT_EQ(m_sampler.GetSrtt(), 300ms);
}

TEST_F(TcpRttSamplerTest, AnEchoOfAnotherTimeMeasuresNothing)
{
    EXPECT_FALSE(Ack(9500, 9500, 9400)) << "older than what it answers";
    EXPECT_FALSE(Ack(9500, 9500, 10100)) << "of the future";
    EXPECT_EQ(rtt.samples, 0U);
    EXPECT_TRUE(Ack(9500, 9500, 9499)) << "within the clock's granularity";
    EXPECT_TRUE(Ack(9500, 9500, 10000)) << "of this millisecond";
    EXPECT_EQ(rtt.samples, 2U);
}

// RFC 7323, section 5.2: timestamps are compared modulo 2^32, which of milliseconds are 49.7 days.
TEST_F(TcpRttSamplerTest, AnEchoMeasuresAlsoWhenTheClockHasWrapped)
{
    constexpr std::chrono::milliseconds TURN{int64_t{1} << 32};
    timers.SetNow(TURN + 10ms);
    const auto sent = TURN - 10ms;
    EXPECT_TRUE(m_sampler.OnAck(ToTimestamp(sent), Between(sent, sent)));
    EXPECT_EQ(m_sampler.GetSrtt(), 20ms);
    EXPECT_EQ(window.lastRtt, 20ms);
    EXPECT_FALSE(m_sampler.OnAck(11, Between(sent, sent))) << "of the future";
}

} // namespace TcpRttSamplerTests

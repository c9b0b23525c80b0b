/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/retransmission-clock.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// A timer of at least 200 ms that backs off and starts again whenever it expires.
class RetransmissionClockTest : public testing::Test, protected ConnectionWorld
{
  protected:
    RetransmissionClockTest()
    {
        effects.onExpiry = [this](ConnectionTimer timer) {
            EXPECT_EQ(timer, ConnectionTimer::RETRANSMISSION);
            if (m_clock.IsDue())
            {
                m_timeouts.push_back(Simulator::Now().GetSeconds());
                m_clock.BackOff();
                m_clock.Restart();
            }
        };
    }

    RetransmissionClock m_clock{{std::chrono::milliseconds(200), std::chrono::seconds(60)},
                                sending.retries,
                                sending.rto,
                                effects};
    std::vector<double> m_timeouts; //!< moments
};

using Moments = std::vector<double>;

// RFC 6298, sections 2.1 and 5.4 to 5.6.
TEST_F(RetransmissionClockTest, EachTimeoutWaitsTwiceAsLong)
{
    m_clock.Begin(Seconds(1));
    EXPECT_EQ(sending.rto.Get(), Seconds(1));
    EXPECT_FALSE(m_clock.IsRunning());
    m_clock.Restart();
    EXPECT_TRUE(m_clock.IsRunning());
    RunUntil(8);
    EXPECT_EQ(m_timeouts, (Moments{1, 3, 7}));
    EXPECT_EQ(sending.rto.Get(), Seconds(8));
}

// Sections 5.3 and 5.2: ACKs move the deadline, the last of them stops the timer.
TEST_F(RetransmissionClockTest, EachAckMovesTheDeadlineAndTheLastEndsIt)
{
    m_clock.Begin(Seconds(1));
    m_clock.Restart();
    RunUntil(0.75);
    m_clock.Restart();
    RunUntil(1.5);
    EXPECT_TRUE(m_timeouts.empty()) << "the event of 1 s was too early";
    RunUntil(1.8);
    EXPECT_EQ(m_timeouts, Moments{1.75});
    m_clock.Stop();
    EXPECT_FALSE(m_clock.IsRunning());
    EXPECT_FALSE(m_clock.IsDue());
    RunUntil(60);
    EXPECT_EQ(m_timeouts.size(), 1U);
    m_clock.Restart();
    RunUntil(63);
    EXPECT_EQ(m_timeouts, (Moments{1.75, 62})) << "backed off as it was";
}

// Sections 2.2 and 2.4, and 5.7: a first round trip R makes RTO 3 R, whatever it was.
TEST_F(RetransmissionClockTest, ASampleEndsTheBackOff)
{
    m_clock.Begin(Seconds(1));
    m_clock.BackOff();
    m_clock.BackOff();
    EXPECT_EQ(sending.rto.Get(), Seconds(4));
    rtt->Measurement(MilliSeconds(100));
    m_clock.OnSample(*rtt);
    EXPECT_EQ(sending.rto.Get(), MilliSeconds(300));
}

// RFC 1122, section 4.2.3.5: so many in a row, and from the first one again after progress.
TEST_F(RetransmissionClockTest, TimeoutsAreCountedInARow)
{
    sending.retries = 2;
    m_clock.Begin(Seconds(1));
    EXPECT_TRUE(m_clock.CountRetry());
    m_clock.OnNewAck();
    EXPECT_TRUE(m_clock.CountRetry());
    EXPECT_TRUE(m_clock.CountRetry());
    EXPECT_FALSE(m_clock.CountRetry());
    EXPECT_FALSE(m_clock.CountRetry());
    sending.retries = 1;
    m_clock.OnNewAck();
    EXPECT_TRUE(m_clock.CountRetry());
    EXPECT_FALSE(m_clock.CountRetry()) << "the user has changed the number";
}

TEST_F(RetransmissionClockTest, ASecondConnectionBeginsAsTheFirst)
{
    sending.retries = 1;
    m_clock.Begin(Seconds(1));
    m_clock.Restart();
    m_clock.BackOff();
    EXPECT_TRUE(m_clock.CountRetry());
    EXPECT_FALSE(m_clock.CountRetry());
    m_clock.Stop();
    m_clock.Begin(Seconds(3));
    EXPECT_EQ(sending.rto.Get(), Seconds(3));
    EXPECT_FALSE(m_clock.IsRunning());
    EXPECT_TRUE(m_clock.CountRetry());
}

} // namespace

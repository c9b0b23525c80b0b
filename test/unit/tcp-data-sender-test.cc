/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint64_t FIRST = FirstPosition(1);

/// A connection over which nothing has gone yet, with a window of 10 segments.
class TcpDataSenderTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpDataSenderTest()
    {
        m_sender.Establish(FIRST, {});
        m_sender.ResetSendWindow(0, 10000);
        TcpHandshake handshake({false, false, false, false, 1, Seconds(1)}, FIRST - 1);
        handshake.TakeTry();
        m_sender.StartRoundTrips(handshake, machine.granularity, std::nullopt);
        m_sender.BeginWindow(10);
    }

    /// The application writes, and all goes that may go.
    void Write(uint32_t octets)
    {
        m_sender.GetTransmission().GetBuffer().Write(Create<Packet>(octets));
        m_sender.SendAllowed();
        m_sender.SetTimers();
    }

    /// @return whether a timer has expired ten seconds later
    bool Expires(ConnectionTimer timer)
    {
        RunUntil(Simulator::Now().GetSeconds() + 10);
        return std::any_of(effects.expired.begin(),
                           effects.expired.end(),
                           [timer](const auto& expiry) { return expiry.first == timer; });
    }

    TcpEcn m_ecn{tcb};
    CountedOutput m_output;
    TcpDataSender m_sender{ForSender(), {}, m_ecn, m_output, effects};
};

// Whatever the connection waits for: once it is over, nothing comes.
TEST_F(TcpDataSenderTest, WhatWasSentHasATimerUntilTheEnd)
{
    Write(2000);
    EXPECT_EQ(m_output.segments, 2);
    m_sender.CancelTimers();
    EXPECT_FALSE(Expires(ConnectionTimer::RETRANSMISSION));
    Write(1000);
    EXPECT_TRUE(Expires(ConnectionTimer::RETRANSMISSION));
}

TEST_F(TcpDataSenderTest, WhatIsPacedWaitsUntilTheEnd)
{
    tcb->m_pacing = true;
    tcb->m_pacingRate = DataRate("8kbps");
    effects.isPaced = true;
    Write(3000);
    EXPECT_EQ(m_output.segments, 1) << "the next one after a second";
    m_sender.CancelTimers();
    EXPECT_FALSE(Expires(ConnectionTimer::PACING));
    m_sender.SendAllowed();
    EXPECT_EQ(m_output.segments, 2);
    EXPECT_TRUE(Expires(ConnectionTimer::PACING));
}

TEST_F(TcpDataSenderTest, AClosedWindowIsProbedUntilTheEnd)
{
    m_sender.ResetSendWindow(0, 0);
    Write(10);
    EXPECT_EQ(m_output.segments, 0);
    m_sender.CancelTimers();
    EXPECT_FALSE(Expires(ConnectionTimer::PERSIST));
    m_sender.SetTimers();
    EXPECT_TRUE(Expires(ConnectionTimer::PERSIST));
}

} // namespace

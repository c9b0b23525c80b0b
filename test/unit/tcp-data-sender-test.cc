/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace TcpDataSenderTests
{

using namespace ns3;

constexpr uint64_t FIRST = FirstPosition(1);

/// A connection over which nothing has gone yet, with a window of 10 segments.
class TcpDataSenderTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpDataSenderTest()
    {
        m_sender.Establish(FIRST, {});
        m_sender.ResetSendWindow(0, 10000);
        TcpHandshake handshake({false, false, false, false, 1, std::chrono::seconds(1)}, timers);
        handshake.TakeTry();
        m_sender.StartRoundTrips(handshake, std::nullopt);
        m_sender.BeginWindow(10);
    }

    /// The application writes, and all goes that may go.
    void Write(uint32_t octets)
    {
        m_sender.Write(octets);
        m_sender.SendAllowed();
        m_sender.SetTimers();
    }

    /// Timers are heard, and what may go goes.
    void Run(double seconds)
    {
        onExpiry = [this](ConnectionTimer timer) {
            if (m_sender.OnTimer(timer))
            {
                m_sender.SendAllowed();
                m_sender.SetTimers();
            }
        };
        RunUntil(seconds);
    }

    /// Octets are counted from the first. @param reported beyond a hole
    TcpDataSender::Acknowledged Hear(uint64_t octets,
                                     uint16_t offered = 20000,
                                     OctetRange reported = {})
    {
        if (reported.Size() > 0)
        {
            reported = {FIRST + reported.begin, FIRST + reported.end};
        }
        return HearAck(m_sender, FIRST + octets, offered, reported);
    }

    /// @return whether a timer has expired ten seconds later
    bool Expires(ConnectionTimer which)
    {
        RunUntil(GetNow() + 10);
        return std::any_of(expired.begin(), expired.end(), [which](const auto& expiry) {
            return expiry.first == which;
        });
    }

    /// @return the timeout in seconds
    double GetRto() const
    {
        return GetSeconds(m_sender.GetTimer());
    }

    TcpEcn m_ecn{window, true};
    CountedOutput m_output;
    TcpDataSender m_sender{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
};

// Whatever the connection waits for: once it is over, nothing comes.
TEST_F(TcpDataSenderTest, WhatWasSentHasATimerUntilTheEnd)
{
    Write(2000);
    EXPECT_EQ(m_output.segments, 2);
    timers.CancelAll();
    EXPECT_FALSE(Expires(ConnectionTimer::RETRANSMISSION));
    Write(1000);
    EXPECT_TRUE(Expires(ConnectionTimer::RETRANSMISSION));
}

TEST_F(TcpDataSenderTest, WhatIsPacedWaitsUntilTheEnd)
{
    control.pace = std::chrono::seconds(1);
    Write(3000);
    EXPECT_EQ(m_output.segments, 1) << "the next one after a second";
    EXPECT_EQ(control.pacedFlight, 1000U) << "what waits comes after what went";
    timers.CancelAll();
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
    timers.CancelAll();
    EXPECT_FALSE(Expires(ConnectionTimer::PERSIST));
    m_sender.SetTimers();
    EXPECT_TRUE(Expires(ConnectionTimer::PERSIST));
}

// RFC 9293, section 3.4: a FIN has a number, and is sent again until that is acknowledged.
TEST_F(TcpDataSenderTest, AFinIsAcknowledgedByItsNumber)
{
    Write(2000);
    m_sender.OnFinSent(true);
    EXPECT_EQ(m_sender.GetNxt(), FIRST + 2001);
    EXPECT_FALSE(Hear(2000).fin);
    EXPECT_EQ(window.una, FIRST + 2000);
    EXPECT_TRUE(m_sender.IsFinOutstanding());
    Run(2);
    EXPECT_EQ(m_output.fins, 1) << "it has a timer";
    const auto covered = Hear(2001);
    EXPECT_TRUE(covered.fin && covered.isNew);
    EXPECT_TRUE(m_sender.IsFinAcked());
    EXPECT_EQ(window.una, FIRST + 2001);
    EXPECT_EQ(window.nxt, FIRST + 2000) << "without the FIN";
    expired.clear();
    EXPECT_FALSE(Expires(ConnectionTimer::RETRANSMISSION));
    EXPECT_EQ(m_output.fins, 1);
    EXPECT_FALSE(Hear(2001).fin) << "once";
}

// RFC 6298, section 5: doubled, and again for the segment that went again; RFC 5681, section 3.1:
// ssthresh stays then.
TEST_F(TcpDataSenderTest, ATimeoutSendsTheOldestAgain)
{
    Write(10000);
    const double first = GetRto();
    Run(first + 0.001);
    EXPECT_EQ(m_output.again, (std::vector<uint64_t>{FIRST}));
    EXPECT_EQ(control.events.back(), ControlEvent::TX_START);
    EXPECT_EQ(control.inFlight, 0U) << "all is lost";
    EXPECT_EQ(window.inFlight, 1000U);
    EXPECT_EQ(window.ssthresh, 5000U);
    EXPECT_EQ(window.cwnd, 1000U);
    EXPECT_DOUBLE_EQ(GetRto(), 2 * first);
    Run(3 * first + 0.001);
    EXPECT_EQ(m_output.again, (std::vector<uint64_t>{FIRST, FIRST}));
    EXPECT_EQ(window.ssthresh, 5000U);
    const auto reports = effects.GetReports(ConnectionReport::Kind::TIMEOUT);
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(reports[1].position, FIRST);
    EXPECT_TRUE(effects.GetReports(ConnectionReport::Kind::RECOVERY_LEFT).empty());
    Hear(1000);
    Run(GetNow() + GetRto() + 0.001);
    EXPECT_EQ(window.ssthresh, 2000U) << "another segment's first timeout";
}

TEST_F(TcpDataSenderTest, AfterTooManyTimeoutsTheConnectionIsGivenUp)
{
    Write(2000);
    Hear(1000);
    Run(500);
    EXPECT_EQ(m_output.again, std::vector<uint64_t>(6, FIRST + 1000));
    EXPECT_EQ(m_output.givenUp, 1);
    EXPECT_EQ(effects.GetReports(ConnectionReport::Kind::TIMEOUT).size(), 6U);
}

// Three others have overtaken it; the recovery ends where it was to end, or with a timeout.
TEST_F(TcpDataSenderTest, ARecoveryIsReported)
{
    using Kind = ConnectionReport::Kind;
    Write(6000);
    for (const uint64_t end : {2000, 3000, 4000})
    {
        EXPECT_TRUE(effects.GetReports(Kind::RECOVERY_ENTERED).empty());
        Hear(0, 20000, {1000, end});
    }
    auto entered = effects.GetReports(Kind::RECOVERY_ENTERED);
    ASSERT_EQ(entered.size(), 1U);
    EXPECT_EQ(entered[0].position, FIRST);
    EXPECT_EQ(entered[0].recoveryPoint, FIRST + 6000);
    Write(1000);
    Hear(6000);
    auto left = effects.GetReports(Kind::RECOVERY_LEFT);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].position, FIRST + 6000);
    EXPECT_EQ(left[0].recoveryPoint, FIRST + 6000);
    window.cwnd = 10000;
    Write(4000);
    for (const uint64_t end : {8000, 9000, 10000})
    {
        Hear(6000, 20000, {7000, end});
    }
    Run(GetNow() + GetRto() + 0.001);
    left = effects.GetReports(Kind::RECOVERY_LEFT);
    ASSERT_EQ(left.size(), 2U);
    EXPECT_EQ(left[1].position, FIRST + 6000);
    EXPECT_EQ(left[1].recoveryPoint, FIRST + 11000);
}

// The persist timer sees to a closed window (RFC 9293, section 3.8.6.1), and the other one to data
// when it opens.
TEST_F(TcpDataSenderTest, AClosedWindowHasNoTimeout)
{
    Write(2000);
    Hear(1000, 0);
    Run(30);
    EXPECT_TRUE(effects.GetReports(ConnectionReport::Kind::TIMEOUT).empty());
    Hear(1000, 20000);
    Run(60);
    EXPECT_FALSE(effects.GetReports(ConnectionReport::Kind::TIMEOUT).empty());
}

TEST_F(TcpDataSenderTest, OnlyItsOwnTimersMeanAnything)
{
    Write(2000);
    EXPECT_TRUE(m_sender.OnTimer(ConnectionTimer::PACING));
    EXPECT_FALSE(m_sender.OnTimer(ConnectionTimer::SYN));
    EXPECT_TRUE(m_output.again.empty());
}

// RFC 3168, section 6.1.2.
TEST_F(TcpDataSenderTest, AnEchoReducesForItsWindow)
{
    m_ecn.OnAnswer(SegmentFields::SYN | SegmentFields::ACK | SegmentFields::ECE);
    Write(10000);
    const auto hear = [this](uint64_t octets, uint8_t flags) {
        HearAck(m_sender, FIRST + octets, 20000, {}, SegmentFields::ACK | flags);
    };
    hear(1000, SegmentFields::ECE);
    EXPECT_EQ(window.state, Window::State::CWR);
    EXPECT_EQ(window.ssthresh, 5000U) << "RFC 3168: half of the window, whatever this ACK frees";
    EXPECT_EQ(control.lossWindow, 10000U);
    EXPECT_EQ(window.acknowledged, 0U) << "by a timeout, say";
    EXPECT_EQ(m_sender.GetEchoedAck(), 1001U);
    EXPECT_TRUE(m_sender.TakeCwr());
    EXPECT_FALSE(m_sender.TakeCwr());
    hear(9000, 0);
    EXPECT_EQ(window.state, Window::State::CWR);
    hear(10000, 0);
    EXPECT_EQ(window.state, Window::State::OPEN);
    EXPECT_EQ(m_sender.GetEchoedAck(), 1001U);
}

// Linux waits for an ACK of what told of the reduction, by whatever an ACK opens the window.
TEST_F(TcpDataSenderTest, AnEchosReductionEndsLaterInLinux)
{
    for (const bool opensByDelivered : {false, true})
    {
        for (const bool followsLinux : {false, true})
        {
            SCOPED_TRACE(testing::Message() << opensByDelivered << followsLinux);
            choice.sender.opensByDelivered = opensByDelivered;
            choice.sender.followsLinux = followsLinux;
            TcpDataSender
                fresh{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
            m_ecn.OnAnswer(SegmentFields::SYN | SegmentFields::ACK | SegmentFields::ECE);
            BeginSending(fresh, FIRST);
            fresh.Write(11000);
            fresh.SendAllowed();
            HearAck(fresh, FIRST + 1000, 20000, {}, SegmentFields::ACK | SegmentFields::ECE);
            HearAck(fresh, FIRST + 10000);
            EXPECT_EQ(window.state == Window::State::CWR, followsLinux);
            fresh.SendAllowed();
            HearAck(fresh, FIRST + 11000);
            EXPECT_EQ(window.state, Window::State::OPEN);
        }
    }
}

// Linux's window counts segments, by whatever an ACK opens it: ten small ones fill it.
TEST_F(TcpDataSenderTest, SmallSegmentsFillTheWindowInLinux)
{
    for (const bool followsLinux : {false, true})
    {
        choice.sender.followsLinux = followsLinux;
        TcpDataSender fresh{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
        BeginSending(fresh, FIRST);
        for (int segment = 0; segment < 10; ++segment)
        {
            fresh.Write(100);
            fresh.SendAllowed();
        }
        control.arrived.clear();
        HearAck(fresh, FIRST + 100);
        EXPECT_EQ(control.arrived, std::vector<uint32_t>{0});
        EXPECT_EQ(window.isLimited, followsLinux);
    }
}

TEST_F(TcpDataSenderTest, AWindowBeginsWithWhatTheUserSays)
{
    choice.sender.initialThreshold = 7000;
    choice.sender.initialWindow = 4;
    TcpDataSender fresh{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
    EXPECT_EQ(fresh.GetSettings().initialWindow, 4U);
    fresh.Establish(FIRST, {});
    window.state = Window::State::LOSS;
    control.states.clear();
    fresh.BeginWindow(3);
    EXPECT_EQ(control.states, std::vector<Window::State>{Window::State::OPEN});
    EXPECT_EQ(window.cwnd, 3000U);
    EXPECT_EQ(window.ssthresh, 7000U);
    EXPECT_EQ(window.state, Window::State::OPEN);
}

TEST_F(TcpDataSenderTest, AControlHearsOfEachFlight)
{
    const auto countStarts = [this] { return control.Count(ControlEvent::TX_START); };
    Write(2500);
    EXPECT_EQ(countStarts(), 1);
    HearAck(m_sender, FIRST + 1000);
    Write(1000);
    EXPECT_EQ(countStarts(), 1);
    HearAck(m_sender, FIRST + 3500);
    Write(1000);
    EXPECT_EQ(countStarts(), 2);
}

TEST_F(TcpDataSenderTest, AControlHearsWhatEachAckLeaves)
{
    Write(4000);
    Hear(1000, 20000, {2000, 3000});
    EXPECT_EQ(window.delivered, 2000U);
    Hear(1000, 20000, {2000, 3000});
    EXPECT_EQ(window.delivered, 0U);
    Hear(4000);
    EXPECT_EQ(control.acks,
              (std::vector<std::pair<uint32_t, uint32_t>>{{4000, 2000}, {2000, 2000}, {2000, 0}}));
}

TEST_F(TcpDataSenderTest, RoomIsForAWholeWrite)
{
    EXPECT_TRUE(m_sender.Write(12000));
    EXPECT_FALSE(m_sender.Write(8001));
    EXPECT_EQ(m_sender.GetUnsent(), 12000U) << "none of it was taken";
    EXPECT_TRUE(m_sender.Write(8000));
    EXPECT_TRUE(m_sender.Write(0)) << "nothing fits in";
    EXPECT_FALSE(m_sender.Write(1));
    m_sender.SendAllowed();
    EXPECT_EQ(m_sender.GetUnsent(), 10000U);
    EXPECT_EQ(m_sender.GetAvailable(), 0U) << "it may have to be sent again";
    Hear(1200);
    EXPECT_EQ(m_sender.GetAvailable(), 1200U);
    m_sender.GetSettings().buffer = 5000;
    EXPECT_EQ(m_sender.GetAvailable(), 0U) << "what was accepted stays";
    EXPECT_EQ(m_sender.GetUnsent(), 10000U);
}

// The window of the next round trip, and what is to be sent in it, up to a bound.
TEST_F(TcpDataSenderTest, ABufferMayGrowToTwiceTheWindow)
{
    EXPECT_EQ(m_sender.GetSettings().buffer, 20000U);
    choice.sender.mostBuffer = 22500;
    TcpDataSender growing{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
    BeginSending(growing, FIRST);
    growing.Write(10000);
    growing.SendAllowed();
    HearAck(growing, FIRST + 1000);
    EXPECT_EQ(growing.GetSettings().buffer, 22000U) << "a window of 11 segments";
    HearAck(growing, FIRST + 2000);
    EXPECT_EQ(growing.GetSettings().buffer, 22500U);
}

TEST_F(TcpDataSenderTest, NothingIsProbedWhereNothingWasWritten)
{
    m_sender.ResetSendWindow(0, 0);
    EXPECT_FALSE(m_sender.OnTimer(ConnectionTimer::PERSIST));
    EXPECT_EQ(m_output.probes, 0);
}

} // namespace TcpDataSenderTests

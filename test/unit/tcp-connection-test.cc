/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-driver.h"

#include "ns3/rack-recovery.h"

#include <memory>

namespace TcpConnectionTests
{

using namespace ns3;
using namespace connectiontest;

/// @return a header with a timestamp of the peer's
SegmentFields
Stamp(SegmentFields header, uint32_t value)
{
    header.timestamps = SegmentFields::Timestamps{value, 33};
    return header;
}

// Figure 12.
TEST_F(TcpConnectionTest, ThisEndClosesAfterItsData)
{
    Establish();
    WriteData(2500);
    EXPECT_EQ(TakeSent(),
              (Lines{"ACK 101 301 +1000", "ACK 1101 301 +1000", "PSH|ACK 2101 301 +500"}));
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 2601 301 +0"}));
    EXPECT_EQ(GetState(), State::FIN_WAIT_1);
    Close();
    EXPECT_EQ(TakeSent(), Lines{}) << "one FIN";
    Arrive(ACK, 301, 2602);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
    EXPECT_EQ(GetWindow().una, FirstPosition(2602));
    EXPECT_EQ(GetWindow().nxt, FirstPosition(2601));
    RunUntil(10);
    EXPECT_TRUE(expired.empty()) << "nothing is outstanding";
    Arrive(FIN | ACK, 301, 2602);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 2602 302 +0"}));
    EXPECT_EQ(GetState(), State::TIME_WAIT);
    EXPECT_FALSE(m_connection->GetPositionLeft()) << "both have closed";
}

// A FIN waits for what the window does not take, and joins the last of it.
TEST_F(TcpConnectionTest, AFinJoinsTheLastData)
{
    choice.sender.initialWindow = 1;
    Establish();
    WriteData(1500);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +1000"}));
    Close();
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(GetState(), State::ESTABLISHED);
    Arrive(ACK, 301, 1101);
    EXPECT_EQ(TakeSent(), (Lines{"FIN|PSH|ACK 1101 301 +500"}));
    EXPECT_EQ(GetState(), State::FIN_WAIT_1);
}

// Figure 13.
TEST_F(TcpConnectionTest, BothCloseAtOnce)
{
    Establish();
    Close();
    effects.sent.clear();
    Arrive(FIN | ACK, 301, 101);
    EXPECT_EQ(GetState(), State::CLOSING);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 102 302 +0"}));
    Arrive(ACK, 302, 102);
    EXPECT_EQ(GetState(), State::TIME_WAIT);
}

TEST_F(TcpConnectionTest, AFinIsSentAgainWithTheSameNumber)
{
    Establish();
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 101 301 +0"}));
    RunUntil(1.5);
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 101 301 +0"}));
    Arrive(ACK, 301, 102);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
}

// What went as a segment of its own goes so again, unless the last data have room for it.
TEST_F(TcpConnectionTest, AFinThatWentAloneGoesAloneAgain)
{
    for (const uint32_t size : {1000U, 400U})
    {
        SCOPED_TRACE(size);
        Establish();
        const auto now = std::chrono::duration<double>(timers.GetNow()).count();
        WriteData(size);
        Close();
        effects.sent.clear();
        RunUntil(now + 1.5);
        const auto words = "PSH|ACK 101 301 +" + std::to_string(size);
        EXPECT_EQ(TakeSent(), Lines{size < 1000 ? "FIN|" + words : words});
        Arrive(ACK, 301, 101 + size);
        RunUntil(now + 6);
        const auto fin = "FIN|ACK " + std::to_string(101 + size) + " 301 +0";
        EXPECT_EQ(TakeSent().at(0), fin);
    }
}

// RFC 2018, section 5: neither by a probe (RFC 8985, section 7.3) nor by the timer.
TEST_F(TcpConnectionTest, AFinThatIsReportedIsNotSentAgain)
{
    makeRecovery = [] { return std::make_unique<RackRecovery>(); };
    choice.handshake.sack = true;
    Open();
    auto answer = MakeHeader(SYN | ACK, PEERS, OURS + 1);
    answer.sackPermitted = true;
    Arrive(answer);
    WriteData(1000);
    RunUntil(0.05);
    Close();
    RunUntil(0.2);
    effects.sent.clear();
    auto report = MakeHeader(ACK, PEERS + 1, OURS + 1);
    report.blockCount = 1;
    report.blocks[0] = {OURS + 1001, OURS + 1002};
    Arrive(report);
    RunUntil(10);
    const auto sent = TakeSent();
    EXPECT_GE(sent.size(), 2U);
    EXPECT_EQ(sent, Lines(sent.size(), "PSH|ACK 101 301 +1000"));
    Arrive(ACK, 301, 1102);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
}

TEST_F(TcpConnectionTest, AFinProbesAClosedWindow)
{
    Establish();
    auto closed = MakeHeader(ACK, PEERS + 1, OURS + 1);
    closed.window = 0;
    Arrive(closed);
    Close();
    RunUntil(60);
    const auto sent = TakeSent();
    EXPECT_GE(sent.size(), 3U);
    EXPECT_EQ(sent, Lines(sent.size(), "FIN|ACK 101 301 +0"));
    closed.acknowledgment = OURS + 2;
    Arrive(closed);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
}

// RFC 9293, section 3.8.6.1: not while probes are answered, nor, but in Linux, while data wait.
TEST_F(TcpConnectionTest, AClosedWindowEndsAfterProbesThatNobodyAnswers)
{
    for (const bool isClosed : {true, false})
    {
        for (const bool followsLinux : {true, false})
        {
            SCOPED_TRACE(std::to_string(isClosed) + std::to_string(followsLinux));
            choice.sender.followsLinux = followsLinux;
            Establish();
            auto closed = MakeHeader(ACK, PEERS + 1, OURS + 1);
            closed.window = 0;
            Arrive(closed);
            isClosed ? Close() : WriteData(1000);
            for (int i = 1; i < 10; ++i)
            {
                RunUntil(GetNow() + 60);
                Arrive(closed);
            }
            EXPECT_TRUE(m_connection->IsOpen());
            RunUntil(GetNow() + 2000);
            EXPECT_NE(m_connection->IsOpen(), isClosed || followsLinux);
        }
    }
}

// Nothing else waits that would wake the sender.
TEST_F(TcpConnectionTest, AFinGoesWhenItsTurnComes)
{
    choice.sender.followsLinux = true;
    control.regulates = true;
    Establish();
    control.pace = std::chrono::seconds(1);
    WriteData(1000);
    RunUntil(0.5);
    Arrive(ACK, PEERS + 1, OURS + 1001);
    m_connection->OnTimer(ConnectionTimer::PACING); // what waited before the ACK has had its turn
    effects.sent.clear();
    Close();
    EXPECT_EQ(TakeSent(), Lines{});
    RunUntil(1.1);
    EXPECT_EQ(TakeSent(), Lines{"FIN|ACK 1101 301 +0"});
}

// Linux 6.1, tcp_ack(): the peer's word that it has no room ends a row of probes, not one of
// timeouts, of which only the first one cuts the threshold (tcp_enter_loss()).
TEST_F(TcpConnectionTest, AClosedWindowIsNoProgressInLinux)
{
    choice.sender.followsLinux = true;
    Establish();
    WriteData(8000);
    RunUntil(1.5);
    const auto threshold = GetWindow().ssthresh;
    EXPECT_LT(threshold, 8000U);
    auto word = MakeHeader(ACK, PEERS + 1, OURS + 1);
    word.window = 0;
    Arrive(word);
    word.window = 8000;
    Arrive(word);
    RunUntil(10);
    EXPECT_EQ(GetWindow().ssthresh, threshold);
}

TEST_F(TcpConnectionTest, ProbesOfAClosedWindowAreApart)
{
    choice.sender.persistTimeout = Instant(0);
    Establish();
    auto closed = MakeHeader(ACK, PEERS + 1, OURS + 1);
    closed.window = 0;
    Arrive(closed);
    WriteData(1000);
    RunUntil(120);
    EXPECT_LT(TakeSent().size(), 50U);
}

// RFC 5681, section 3.1, says what a sane one is.
TEST_F(TcpConnectionTest, AnInitialWindowIsNoLargerThanTheLargestWindow)
{
    choice.sender.initialWindow = 1U << 31;
    Establish();
    EXPECT_EQ(GetWindow().cwnd, 1U << 30);
}

// Linux 6.1, tcp_snd_wnd_test(): a FIN takes room. What probes the window has no octet, and the
// number before.
TEST_F(TcpConnectionTest, AFinWaitsForRoomInLinux)
{
    choice.sender.followsLinux = true;
    Establish();
    WriteData(1000);
    auto answer = MakeHeader(ACK, PEERS + 1, OURS + 1001);
    answer.window = 0;
    Arrive(answer);
    effects.sent.clear();
    Close();
    EXPECT_EQ(TakeSent(), Lines{});
    // RTO is a second, and doubles.
    RunUntil(8);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 1100 301 +0", "ACK 1100 301 +0", "ACK 1100 301 +0"}));
    Arrive(answer);
    EXPECT_EQ(TakeSent(), Lines{});
    answer.window = 1;
    Arrive(answer);
    EXPECT_EQ(TakeSent(), Lines{"FIN|ACK 1101 301 +0"});
    EXPECT_EQ(GetState(), State::FIN_WAIT_1);
    answer.acknowledgment = OURS + 1002;
    Arrive(answer);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
    effects.sent.clear();
    RunUntil(20);
    EXPECT_EQ(TakeSent(), Lines{});
}

TEST_F(TcpConnectionTest, AFinThatNobodyLetsInEndsTheConnection)
{
    choice.sender.followsLinux = true;
    Establish();
    auto closed = MakeHeader(ACK, PEERS + 1, OURS + 1);
    closed.window = 0;
    Arrive(closed);
    Close();
    RunUntil(2000);
    EXPECT_EQ(TakeSent(), Lines(6, "ACK 100 301 +0"));
    EXPECT_FALSE(m_connection->IsOpen());
}

// The FIN is a part of the last segment, which waits for an octet more, and goes after a timeout as
// far as there is room.
TEST_F(TcpConnectionTest, LastDataWaitForRoomForTheirFinInLinux)
{
    for (const bool isLinux : {true, false})
    {
        choice.sender.followsLinux = isLinux;
        Establish();
        const double begun = GetNow();
        auto answer = MakeHeader(ACK, PEERS + 1, OURS + 1);
        answer.window = 0;
        Arrive(answer);
        WriteData(500);
        Close();
        answer.window = 500;
        Arrive(answer);
        if (!isLinux)
        {
            EXPECT_EQ(TakeSent(), Lines{"FIN|PSH|ACK 101 301 +500"});
            continue;
        }
        EXPECT_EQ(TakeSent(), Lines{});
        RunUntil(begun + 1.5);
        EXPECT_EQ(TakeSent(), Lines{"PSH|ACK 101 301 +500"});
        answer.acknowledgment = OURS + 501;
        Arrive(answer);
        EXPECT_EQ(TakeSent(), Lines{"FIN|ACK 601 301 +0"});
    }
}

// RFC 2525, section 2.17.
TEST_F(TcpConnectionTest, ClosingOverUnreadDataResets)
{
    Establish();
    Arrive(ACK, 301, 101, 400);
    effects.sent.clear();
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"RST|ACK 101 701 +0"}));
    EXPECT_EQ(m_connection->GetEnd(), End::ERROR);
}

// Section 3.10.7.4 and RFC 5961, section 3: exactly RCV.NXT resets; what is else in the window is
// challenged; what is outside is dropped.
TEST_F(TcpConnectionTest, OnlyTheNextNumberResets)
{
    Establish();
    Arrive(RST, 301 + 8000, 0);
    EXPECT_EQ(TakeSent(), Lines{});
    Arrive(RST, 302, 0);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    EXPECT_TRUE(m_connection->IsOpen());
    Arrive(RST, 301, 0);
    EXPECT_EQ(m_connection->GetEnd(), End::ERROR);
}

// Section 3.10.7.4: what the peer sends behind its FIN is not read.
TEST_F(TcpConnectionTest, NothingComesAfterAFin)
{
    Establish();
    Arrive(FIN | ACK, 301, 101);
    effects.sent.clear();
    Arrive(ACK, 302, 101, 300);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 302 +0"}));
    EXPECT_EQ(m_connection->GetReceiver().GetBuffer().GetReadable(), 0U);
}

// A window that was full and is read gets told (section 3.8.6.2.2); a peer that has closed has
// nothing to send into it.
TEST_F(TcpConnectionTest, ARoomierWindowIsTold)
{
    Establish();
    for (uint32_t octets = 0; octets < 8000; octets += 1000)
    {
        Arrive(ACK, 301 + octets, 101, 1000);
    }
    effects.sent.clear();
    m_connection->OnRead();
    EXPECT_EQ(TakeSent(), Lines{}) << "nothing has been read";
    m_connection->GetReceiver().Read(UINT32_MAX);
    m_connection->OnRead();
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 8301 +0"}));
}

// Section 3.10.7.4: a window of 0 takes no data, but the ACK of what was sent.
TEST_F(TcpConnectionTest, AFullReceiverReadsTheAckOfAProbe)
{
    Establish();
    WriteData(100);
    for (uint32_t octets = 0; octets < 8000; octets += 1000)
    {
        Arrive(ACK, 301 + octets, 101, 1000);
    }
    TakeTold();
    TakeSent();
    Arrive(ACK, 8301, 201, 1);
    EXPECT_EQ(TakeTold(), (Lines{"window of 0", "room"}));
    EXPECT_EQ(TakeSent(), (Lines{"ACK 201 8301 +0"}));
    EXPECT_EQ(m_connection->GetReceiver().GetBuffer().GetReadable(), 8000U);
}

TEST_F(TcpConnectionTest, AnAbandonedConnectionDoesNothing)
{
    Establish();
    WriteData(1000);
    effects.sent.clear();
    m_connection->Abandon();
    EXPECT_FALSE(m_connection->IsOpen());
    RunUntil(30);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_TRUE(expired.empty());
}

// It knows nothing of the first: of its SYN's tries, its FIN, its data.
TEST_F(TcpConnectionTest, ASecondConnectionBeginsAnew)
{
    Establish();
    WriteData(1000);
    Close();
    Arrive(ACK, 301, 1102);
    Arrive(FIN | ACK, 301, 1102);
    EXPECT_EQ(GetState(), State::TIME_WAIT);
    m_connection->Abandon();

    Open();
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    RunUntil(GetNow() + SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    Arrive(SYN | ACK, 900, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 901 +0"}));
    WriteData(200);
    EXPECT_EQ(TakeSent(), (Lines{"PSH|ACK 101 901 +200"}));
    Close();
    EXPECT_EQ(TakeSent(), (Lines{"FIN|ACK 301 901 +0"}));
}

TEST_F(TcpConnectionTest, WhatWasSeenOfSegmentsDoesNotGoBack)
{
    Establish();
    WriteData(1000);
    Arrive(ACK, 1301, 1101, 100);
    Arrive(ACK, 301, 600);
    EXPECT_EQ(m_connection->GetMarks().received, 1301U);
    EXPECT_EQ(m_connection->GetMarks().acknowledged, 1101U);
}

// Section 3.4: a FIN has a number, which may be acknowledged once it was sent.
TEST_F(TcpConnectionTest, OnlyWhatWasSentIsAcknowledged)
{
    Establish();
    WriteData(500);
    TakeTold();
    Arrive(ACK, 301, 602);
    EXPECT_EQ(TakeTold().front(), "ACK of what was not sent");
    EXPECT_EQ(GetWindow().una, FirstPosition(101));
    Close();
    Arrive(ACK, 301, 602);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
}

// Section 3.8.6.1: so does the octet that probes a closed window.
TEST_F(TcpConnectionTest, TheOctetOfAProbeIsAcknowledged)
{
    auto closed = MakeHeader(ACK, 301, 101);
    closed.window = 0;
    Establish();
    Arrive(closed);
    WriteData(10);
    closed.acknowledgment = 102;
    TakeTold();
    Arrive(closed);
    EXPECT_EQ(TakeTold().front(), "ACK of what was not sent");
    TakeSent();
    RunUntil(1.5);
    ASSERT_EQ(TakeSent(), (Lines{"ACK 101 301 +1"}));
    Arrive(closed);
    EXPECT_EQ(GetWindow().una, FirstPosition(102));
}

// RFC 7323, section 5: a timestamp of the peer's is recent for 24 days, and no ACK that overtook
// others is refused which a clock of 1200 Hz may have stamped within the last timeout.
TEST_F(TcpConnectionTest, ThePeersTimestampIsRecentForSomeDays)
{
    choice.handshake.timestamps = true;
    Open();
    Arrive(Stamp(MakeHeader(SYN | ACK, PEERS, OURS + 1), 5000));
    ASSERT_EQ(GetRto(), 1.001);
    TakeTold();
    Arrive(Stamp(MakeHeader(ACK, 301, 101), 5000 - 1201));
    EXPECT_EQ(TakeTold(), Lines{});
    Arrive(Stamp(MakeHeader(ACK, 301, 101), 5000 - 1202));
    EXPECT_EQ(TakeTold(), (Lines{"old timestamp"}));
    RunUntil(25 * 86400);
    Arrive(Stamp(MakeHeader(ACK, 301, 101), 5000 - 1202));
    EXPECT_EQ(TakeTold(), Lines{});
}

// RFC 5961, section 7. What the peer sends again is answered always.
TEST_F(TcpConnectionTest, ChallengesAreLimited)
{
    choice.challengeLimit = 2;
    Establish();
    Arrive(ACK, 301, 101, 100);
    TakeSent();
    for (int i = 0; i < 3; ++i)
    {
        Arrive(RST, 402);
    }
    EXPECT_EQ(TakeSent().size(), 2U);
    Arrive(ACK, 301, 101, 100);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 401 +0"}));
    RunUntil(5.001);
    Arrive(RST, 402);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 401 +0"}));
}

TEST_F(TcpConnectionTest, TheWorldHearsOfEachEventInOrder)
{
    Accept();
    EXPECT_EQ(TakeTold(), Lines{});
    Arrive(ACK | FIN, 301, 101, 700);
    EXPECT_EQ(TakeTold(), (Lines{"established", "accepted room", "data", "end"}));
    WriteData(100);
    TakeTold();
    Arrive(ACK, 1002, 201);
    EXPECT_EQ(TakeTold(), (Lines{"room"}));
    Arrive(ACK, 1002, 201);
    EXPECT_EQ(TakeTold(), Lines{});

    Establish();
    EXPECT_EQ(TakeTold(), (Lines{"established", "connected"}));
    Arrive(ACK, 301 + 1000, 101, 1000);
    EXPECT_EQ(TakeTold(), Lines{}) << "behind a hole";
    Arrive(ACK, 301, 101, 1000);
    EXPECT_EQ(TakeTold(), (Lines{"data"}));
    Arrive(SYN, 2301, 101);
    EXPECT_EQ(TakeTold(), (Lines{"SYN in a synchronized state"}));

    Open();
    Arrive(SYN, 300);
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(TakeTold(), (Lines{"established", "connected"})) << "both open";
}

// RFC 9293, section 3.10.7.4: the 2 MSL start anew.
TEST_F(TcpConnectionTest, APeersFinThatComesAgainProlongsTheEnd)
{
    Establish();
    Close();
    Arrive(FIN | ACK, 301, 102);
    EXPECT_EQ(GetState(), State::TIME_WAIT);
    EXPECT_FALSE(m_connection->OnTimer(ConnectionTimer::PACING)) << "nothing goes any more";
    effects.sent.clear();
    RunUntil(10);
    Arrive(FIN | ACK, 301, 102);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 102 302 +0"}));
    RunUntil(20);
    Arrive(ACK, 301, 102, 1);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 102 302 +0"})) << "data alone prolong nothing";
    RunUntil(100);
    EXPECT_DOUBLE_EQ(GetExpiry(ConnectionTimer::TIME_WAIT), 70);
    EXPECT_EQ(expired.size(), 1U);
    EXPECT_TRUE(m_connection->GetEnd());
}

// Only a peer that is silent for as long is given up.
TEST_F(TcpConnectionTest, DataProlongTheWaitForTheFin)
{
    Establish();
    Close();
    Arrive(ACK, 301, 102);
    EXPECT_EQ(GetState(), State::FIN_WAIT_2);
    RunUntil(50);
    Arrive(ACK, 301, 102);
    RunUntil(55);
    Arrive(ACK, 301, 102, 100);
    RunUntil(114.999);
    EXPECT_FALSE(m_connection->GetEnd());
    RunUntil(115.001);
    EXPECT_EQ(m_connection->GetEnd(), End::ERROR);
}

// RFC 5681, section 4.2.
TEST_F(TcpConnectionTest, EverySecondSegmentIsAcknowledgedOrAfterADelay)
{
    Establish();
    Arrive(ACK, 301, 101, 1000);
    RunUntil(0.199);
    EXPECT_EQ(TakeSent(), Lines{});
    RunUntil(0.201);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 1301 +0"}));
    Arrive(ACK, 1301, 101, 1000);
    EXPECT_EQ(TakeSent(), Lines{});
    RunUntil(0.402);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 2301 +0"})) << "each anew";
    Arrive(ACK, 2301, 101, 1000);
    EXPECT_EQ(TakeSent(), Lines{});
    Arrive(ACK, 3301, 101, 1000);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 4301 +0"}));
    Arrive(FIN | ACK, 5301, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 4301 +0"})) << "beyond a hole";
    Arrive(ACK, 4301, 101, 1000);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 5302 +0"})) << "that is filled";
    EXPECT_EQ(GetState(), State::CLOSE_WAIT);
}

// RFC 8257, section 3.2, as ns-3's DCTCP hears it: held back, and gone at last.
TEST_F(TcpConnectionTest, TheControlHearsOfADelayedAckTwice)
{
    Establish();
    Arrive(ACK, 301, 101, 1000);
    EXPECT_EQ(control.Count(ControlEvent::DELAYED_ACK), 1);
    RunUntil(0.201);
    EXPECT_EQ(control.Count(ControlEvent::DELAYED_ACK), 2);
}

// RFC 7323, section 4.3: SEG.SEQ is Last.ACK.sent, though the window takes nothing of the segment.
TEST_F(TcpConnectionTest, AFullReceiverReadsTheTimestampOfAProbe)
{
    choice.handshake.timestamps = true;
    Open();
    Arrive(Stamp(MakeHeader(SYN | ACK, PEERS, OURS + 1), 77));
    for (uint32_t octets = 0; octets < 8000; octets += 1000)
    {
        Arrive(Stamp(MakeHeader(ACK, 301 + octets, 101), 78), 1000);
    }
    EXPECT_EQ(GetWindow().timestamp, 78U);
    Arrive(Stamp(MakeHeader(ACK, 8301, 101), 79), 1);
    EXPECT_EQ(GetWindow().timestamp, 79U);
}

TEST_F(TcpConnectionTest, ARoomierWindowIsToldUntilThePeersFin)
{
    for (const auto expected : {State::FIN_WAIT_1, State::FIN_WAIT_2, State::CLOSE_WAIT})
    {
        SCOPED_TRACE(static_cast<int>(expected));
        Establish();
        if (expected != State::CLOSE_WAIT)
        {
            Close();
        }
        const uint32_t ack = expected == State::FIN_WAIT_2 ? 102 : 101;
        for (uint32_t octets = 0; octets < 8000; octets += 1000)
        {
            Arrive(ACK, 301 + octets, ack, 1000);
        }
        if (expected == State::CLOSE_WAIT)
        {
            Arrive(FIN | ACK, 8301, ack);
        }
        EXPECT_EQ(GetState(), expected);
        effects.sent.clear();
        m_connection->GetReceiver().Read(UINT32_MAX);
        m_connection->OnRead();
        EXPECT_EQ(TakeSent(), expected == State::CLOSE_WAIT ? Lines{} : (Lines{"ACK 102 8301 +0"}));
        m_connection->Abandon();
    }
}

TEST_F(TcpConnectionTest, ANumberIsLeftUnlessBothHaveClosed)
{
    Open();
    EXPECT_FALSE(m_connection->GetPositionLeft());
    Arrive(SYN | ACK, PEERS, OURS + 1);
    EXPECT_EQ(m_connection->GetPositionLeft(), FirstPosition(101));
    Arrive(FIN | ACK, 301, 101);
    EXPECT_EQ(m_connection->GetPositionLeft(), FirstPosition(101));
    Close();
    EXPECT_EQ(m_connection->GetPositionLeft(), FirstPosition(102));
    Arrive(ACK, 302, 102);
    EXPECT_EQ(m_connection->GetEnd(), End::SILENT);
    EXPECT_FALSE(m_connection->GetPositionLeft());
}

// RFC 3168, sections 6.1.1 and 6.1.2.
TEST_F(TcpConnectionTest, NewDataTellOfTheReductionOnce)
{
    choice.usesEcn = true;
    Accept(MakeHeader(SYN | ECE | CWR, PEERS, 0));
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK|ECE 100 301 +0"}));
    Arrive(ACK, 301, 101);
    m_connection->OnSegment(MakeHeader(ACK, 301, 101), 0, TcpEcn::Mark::EXPERIENCED);
    EXPECT_EQ(GetWindow().ecn, Window::Ecn::IDLE) << "section 6.1.4: an ACK is not marked";
    WriteData(3000);
    TakeSent();
    Arrive(ACK | ECE, 301, 3101);
    WriteData(2000);
    EXPECT_EQ(TakeSent(), (Lines{"ACK|CWR 3101 301 +1000", "PSH|ACK 4101 301 +1000"}));
    EXPECT_EQ(m_connection->GetMarks().reductionTold, 3101U);

    Arrive(ACK | ECE, 301, 4101);
    RunUntil(GetNow() + GetRto() + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"PSH|ACK 4101 301 +1000"}))
        << "section 6.1.5: not what goes again";

    for (const uint8_t answer : {uint8_t{0}, ECE})
    {
        Begin();
        m_connection->Open(FirstPosition(OURS), SYN | ECE | CWR, LIMITS);
        Arrive(SYN | ACK | answer, PEERS, OURS + 1);
        EXPECT_EQ(GetWindow().ecn, answer ? Window::Ecn::IDLE : Window::Ecn::DISABLED);
    }
}

TEST_F(TcpConnectionTest, TheApplicationMayWriteBeforeTheLastOfItsDataGo)
{
    Establish();
    int asked = 0;
    effects.onRoom = [this, &asked] {
        if (++asked == 1)
        {
            m_connection->GetSender().Write(1300);
            m_connection->OnShutdown();
        }
    };
    WriteData(1500);
    EXPECT_EQ(TakeSent(),
              (Lines{"ACK 101 301 +1000", "ACK 1101 301 +1000", "FIN|PSH|ACK 2101 301 +800"}));
    EXPECT_EQ(asked, 1) << "it has closed";
}

// RFC 9293, section 3.10.5: an RST, and the connection is gone. The ACK that is due goes no more.
TEST_F(TcpConnectionTest, NothingFollowsTheResetOfWhoHearsOfData)
{
    Establish();
    Arrive(ACK, 301, 101, 1000);
    effects.onData = [this] { Close(); };
    Arrive(ACK, 1301, 101, 1000);
    EXPECT_EQ(TakeSent(), (Lines{"RST|ACK 101 2301 +0"}));
    effects.onData = nullptr;
}

} // namespace TcpConnectionTests

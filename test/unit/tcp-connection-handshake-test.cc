/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-driver.h"

namespace TcpConnectionHandshakeTests
{

using namespace ns3;
using namespace connectiontest;

// RFC 9293, figure 6.
TEST_F(TcpConnectionTest, ThisEndOpens)
{
    Open();
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    EXPECT_EQ(GetState(), State::SYN_SENT);
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    EXPECT_EQ(GetState(), State::ESTABLISHED);
    WriteData(500);
    EXPECT_EQ(TakeSent(), (Lines{"PSH|ACK 101 301 +500"}));
}

// RFC 3168, section 6.1.1.1: what asks for ECN may be what loses the SYN.
TEST_F(TcpConnectionTest, ASynThatGoesAgainDoesNotAskForEcn)
{
    Begin();
    m_connection->Open(FirstPosition(100), SYN | ECE | CWR, LIMITS);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ECE|CWR 100 +0"}));
    RunUntil(SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
}

// Section 6.1.1: who has sent a SYN that does not ask sets no ECT, and a peer that gets it
// meanwhile answers no mark. In Linux the answer alone counts.
TEST_F(TcpConnectionTest, AnAnswerToTheFirstSynIsNoAgreementOnceAPlainOneHasGone)
{
    choice.usesEcn = true;
    for (const bool followsLinux : {false, true})
    {
        for (const bool isLate : {false, true})
        {
            choice.sender.followsLinux = followsLinux;
            Begin();
            m_connection->Open(FirstPosition(OURS), SYN | ECE | CWR, LIMITS);
            RunUntil(GetNow() + SYN_TIMEOUT + (isLate ? 0.5 : -0.5));
            Arrive(SYN | ACK | ECE, PEERS, OURS + 1);
            EXPECT_EQ(GetState(), State::ESTABLISHED);
            EXPECT_EQ(GetWindow().ecn,
                      isLate && !followsLinux ? Window::Ecn::DISABLED : Window::Ecn::IDLE);
            m_connection->Abandon();
        }
    }
}

TEST_F(TcpConnectionTest, ThePeerOpens)
{
    Accept();
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    EXPECT_EQ(GetState(), State::SYN_RCVD);
    Arrive(ACK, 301, 101);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(GetState(), State::ESTABLISHED);
}

// The ACK that ends the handshake may carry data, and even the peer's FIN.
TEST_F(TcpConnectionTest, TheLastSegmentOfTheHandshakeHasDataAndFin)
{
    Accept();
    effects.sent.clear();
    Arrive(ACK | FIN, 301, 101, 700);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 1002 +0"}));
    EXPECT_EQ(GetState(), State::CLOSE_WAIT);
}

// Figure 7.
TEST_F(TcpConnectionTest, BothOpenAtOnce)
{
    Open();
    effects.sent.clear();
    Arrive(SYN, 300);
    EXPECT_EQ(GetState(), State::SYN_RCVD);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(GetState(), State::ESTABLISHED);
}

// The peer opened, too, and heard our SYN|ACK as an answer to its own.
TEST_F(TcpConnectionTest, AnAcceptedConnectionIsToldOfAtOnce)
{
    for (const uint8_t flags : {ACK, uint8_t(SYN | ACK)})
    {
        Accept();
        TakeTold();
        Arrive(flags, flags == ACK ? 301 : 300, 101);
        EXPECT_EQ(TakeTold(), (Lines{"established", "accepted room"})) << int(flags);
    }
}

// Figure 8: an old duplicate of the peer's SYN is answered, and the peer's RST ends nothing but
// that. Section 3.10.7.3: an ACK of what was not sent is answered with an RST of its number.
TEST_F(TcpConnectionTest, AnAckOfAnotherSynIsReset)
{
    Open();
    effects.sent.clear();
    Arrive(SYN | ACK, 90, 91);
    EXPECT_EQ(TakeSent(), (Lines{"RST 91 +0"}));
    EXPECT_EQ(GetState(), State::SYN_SENT);
    EXPECT_TRUE(m_connection->IsOpen());
    Arrive(RST, 0, 0);
    EXPECT_TRUE(m_connection->IsOpen()) << "an RST without an ACK could be anybody's";
    Arrive(RST | ACK, 0, 101);
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
    EXPECT_FALSE(m_connection->IsOpen());
}

TEST_F(TcpConnectionTest, ASynGoesAsOftenAsIsSaid)
{
    Open();
    RunUntil(SYN_TIMEOUT - 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    RunUntil(SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    RunUntil(3 * SYN_TIMEOUT - 0.001);
    EXPECT_FALSE(m_connection->GetEnd());
    RunUntil(3 * SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), Lines{}) << "there were two tries";
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
}

// The peer's SYN has found us, so that ours has as many tries as at first.
TEST_F(TcpConnectionTest, TriesAreRenewedWhenBothOpen)
{
    Open();
    RunUntil(SYN_TIMEOUT + 0.5);
    effects.sent.clear();
    Arrive(SYN, 300);
    RunUntil(SYN_TIMEOUT + 0.5 + SYN_TIMEOUT + 0.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0", "SYN|ACK 100 301 +0"}));
    EXPECT_TRUE(m_connection->IsOpen());
}

// The SYN|ACK was lost: it goes again at once, and its timer starts anew. The peer is there: that
// is no try in vain, and the timer is not doubled.
TEST_F(TcpConnectionTest, APeersSynThatComesAgainIsAnsweredAgain)
{
    Accept();
    EXPECT_EQ(GetRto(), 3);
    RunUntil(1);
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0", "SYN|ACK 100 301 +0"}));
    EXPECT_EQ(GetRto(), 3);
    RunUntil(3.999);
    EXPECT_EQ(TakeSent(), Lines{});
    RunUntil(4.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    EXPECT_EQ(GetRto(), 6);
    RunUntil(9.999);
    EXPECT_FALSE(m_connection->GetEnd());
    RunUntil(10.001);
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
    EXPECT_EQ(TakeSent(), Lines{});
}

// Linux 6.1, tcp_oow_rate_limited().
TEST_F(TcpConnectionTest, ASynThatComesOftenIsAnsweredEachHalfSecond)
{
    choice.sender.followsLinux = true;
    Accept();
    effects.sent.clear();
    const Lines again{"SYN|ACK 100 301 +0"};
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), again);
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), Lines{}) << "doubled by the path";
    RunUntil(0.5);
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), again);
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), Lines{});
    Arrive(ACK, 301, 101);
    EXPECT_EQ(GetState(), State::ESTABLISHED);
    Arrive(ACK, 290, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"})) << "counted from the beginning";
}

// RFC 9293, section 3.10.7.4, in SYN-RECEIVED.
TEST_F(TcpConnectionTest, WhatDoesNotEndTheHandshakeIsAnswered)
{
    choice.challengeLimit = 1;
    Accept();
    effects.sent.clear();
    Arrive(ACK, 301, 150);
    EXPECT_EQ(TakeSent(), (Lines{"RST 150 +0"}));
    Arrive(ACK, 301 + 8000, 101, 10);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    Arrive(RST, 302);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    Arrive(RST, 302);
    EXPECT_EQ(TakeSent(), Lines{}) << "one challenge in five seconds";
    Arrive(0, 301);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(GetState(), State::SYN_RCVD);
    EXPECT_EQ(TakeTold(),
              (Lines{"no ACK of our SYN",
                     "outside the window",
                     "RST not at rcv.nxt",
                     "RST not at rcv.nxt",
                     "no ACK of our SYN"}));
    Arrive(RST, 301);
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(TakeTold(), (Lines{"RST"}));
}

// RFC 7323, section 2.2: the window of a SYN is never scaled.
TEST_F(TcpConnectionTest, AWindowIsScaledButThatOfASyn)
{
    choice.handshake.scaling = true;
    const auto make = [](uint8_t flags, uint32_t seq, uint16_t offered) {
        auto header = MakeHeader(flags, seq, OURS + 1);
        header.window = offered;
        if (flags & SYN)
        {
            header.scale = 2;
        }
        return header;
    };
    Accept(make(SYN, PEERS, 8000));
    Arrive(make(ACK, PEERS + 1, 1000));
    EXPECT_EQ(GetSendWindow(), 4000U);
    effects.sent.clear();
    WriteData(5000);
    EXPECT_EQ(effects.sent.size(), 4U);
    Arrive(make(ACK, PEERS + 1, 1250));
    EXPECT_EQ(GetSendWindow(), 5000U);
    EXPECT_EQ(effects.sent.size(), 5U);

    Open();
    Arrive(make(SYN | ACK, PEERS, 8000));
    EXPECT_EQ(GetSendWindow(), 8000U);
    EXPECT_EQ(m_connection->GetMarks().received, 300U);
    EXPECT_EQ(m_connection->GetMarks().acknowledged, 101U);
    EXPECT_EQ(GetWindow().nxt, FirstPosition(101));
    EXPECT_EQ(GetWindow().una, FirstPosition(101));
    Arrive(make(ACK, PEERS + 1, 1500));
    EXPECT_EQ(GetSendWindow(), 6000U);
    EXPECT_EQ(m_connection->GetMarks().received, 301U);
}

// RFC 6691: options are taken off the size that the peer's SYN says.
TEST_F(TcpConnectionTest, SegmentsAreAsLargeAsBothTake)
{
    choice.handshake.sack = true;
    for (const bool timestamps : {false, true})
    {
        SCOPED_TRACE(timestamps);
        choice.handshake.timestamps = timestamps;
        Open();
        const auto& agreed = m_connection->GetNegotiated();
        const auto countNews = [this] {
            return effects.GetReports(ConnectionReport::Kind::NEGOTIATED).size();
        };
        EXPECT_TRUE(agreed.sack);
        EXPECT_EQ(agreed.maxTcpOctets, 1460U);
        EXPECT_EQ(countNews(), 1U);
        auto header = MakeHeader(SYN | ACK, PEERS, OURS + 1);
        header.mss = 900;
        if (timestamps)
        {
            header.timestamps = SegmentFields::Timestamps{77, 33};
        }
        Arrive(header);
        EXPECT_EQ(GetState(), State::ESTABLISHED);
        EXPECT_FALSE(agreed.sack) << "the peer does not permit it";
        EXPECT_EQ(agreed.timestamps, timestamps);
        EXPECT_EQ(agreed.maxTcpOctets, 900U);
        EXPECT_EQ(countNews(), 2U);
        EXPECT_EQ(GetWindow().mss, timestamps ? 888U : 900U);
        EXPECT_EQ(GetWindow().timestamp, timestamps ? 77U : 0U);
        EXPECT_EQ(GetWindow().timestampEcho, timestamps ? 33U : 0U);
    }
}

// RFC 6298, section 5.7 and RFC 5681, section 3.1: of a SYN that went twice.
TEST_F(TcpConnectionTest, TheFirstWindowIsOneSegmentIfASynWasLost)
{
    Establish();
    EXPECT_EQ(GetWindow().cwnd, 10000U);
    Open();
    RunUntil(3.5);
    Arrive(SYN | ACK, PEERS, OURS + 1);
    EXPECT_EQ(GetWindow().cwnd, 1000U);
    EXPECT_EQ(GetRto(), 3);
    RunUntil(20);
    EXPECT_DOUBLE_EQ(GetExpiry(ConnectionTimer::SYN), 3) << "none after the handshake";
}

TEST_F(TcpConnectionTest, ASynHasTheNumberThatIsGiven)
{
    Begin();
    m_connection->Open(FirstPosition(5000), SYN, LIMITS);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 5000 +0"}));
    EXPECT_EQ(GetWindow().nxt, FirstPosition(5000));
    Arrive(SYN | ACK, PEERS, 5001);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 5001 301 +0"}));
}

// Section 3.10.4. What was written before is sent first.
TEST_F(TcpConnectionTest, ClosingBeforeTheHandshakeEndsWhereNothingWasWritten)
{
    Begin();
    m_connection->Listen();
    EXPECT_FALSE(m_connection->OnClose());
    EXPECT_EQ(m_connection->GetEnd(), End::NORMAL);
    Open();
    EXPECT_FALSE(m_connection->OnTimer(ConnectionTimer::PACING));
    EXPECT_FALSE(m_connection->OnClose());
    EXPECT_EQ(m_connection->GetEnd(), End::NORMAL);
    Open();
    effects.sent.clear();
    m_connection->GetSender().Write(300);
    EXPECT_TRUE(m_connection->OnClose());
    EXPECT_FALSE(m_connection->GetEnd());
    Arrive(SYN | ACK, PEERS, OURS + 1);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0", "FIN|PSH|ACK 101 301 +300"}));
    EXPECT_TRUE(m_connection->OnTimer(ConnectionTimer::PACING));
    EXPECT_FALSE(m_connection->OnClose()) << "it has closed";
}

TEST_F(TcpConnectionTest, TheFirstDataOfAnAcceptedConnectionAreAcknowledgedAtOnce)
{
    Accept();
    Arrive(ACK, 301, 101);
    EXPECT_EQ(TakeTold(), (Lines{"established", "accepted room"}));
    effects.sent.clear();
    Arrive(ACK, 301, 101, 500);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 801 +0"}));
    Arrive(ACK, 801, 101, 500);
    EXPECT_EQ(TakeSent(), Lines{});
}

} // namespace TcpConnectionHandshakeTests

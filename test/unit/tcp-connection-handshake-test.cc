/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-driver.h"

#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-segment-writer.h"

using namespace ns3;
using namespace connectiontest;

// RFC 9293, figure 6.
TEST_F(TcpConnectionTest, ThisEndOpens)
{
    Open();
    EXPECT_EQ(TakeSent(), (Lines{"SYN 100 +0"}));
    EXPECT_EQ(machine.state, State::SYN_SENT);
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 301 +0"}));
    EXPECT_EQ(machine.state, State::ESTABLISHED);
    WriteData(500);
    EXPECT_EQ(TakeSent(), (Lines{"PSH|ACK 101 301 +500"}));
}

TEST_F(TcpConnectionTest, ThePeerOpens)
{
    Accept();
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    EXPECT_EQ(machine.state, State::SYN_RCVD);
    Arrive(ACK, 301, 101);
    EXPECT_EQ(TakeSent(), Lines{});
    EXPECT_EQ(machine.state, State::ESTABLISHED);
}

// The ACK that ends the handshake may carry data, and even the peer's FIN.
TEST_F(TcpConnectionTest, TheLastSegmentOfTheHandshakeHasDataAndFin)
{
    Accept();
    effects.sent.clear();
    Arrive(ACK | FIN, 301, 101, 700);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 101 1002 +0"}));
    EXPECT_EQ(machine.state, State::CLOSE_WAIT);
}

// Figure 7.
TEST_F(TcpConnectionTest, BothOpenAtOnce)
{
    Open();
    effects.sent.clear();
    Arrive(SYN, 300);
    EXPECT_EQ(machine.state, State::SYN_RCVD);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    Arrive(SYN | ACK, 300, 101);
    EXPECT_EQ(machine.state, State::ESTABLISHED);
}

// Figure 8: an old duplicate of the peer's SYN is answered, and the peer's RST ends nothing but
// that. Section 3.10.7.3: an ACK of what was not sent is answered with an RST of its number.
TEST_F(TcpConnectionTest, AnAckOfAnotherSynIsReset)
{
    Open();
    effects.sent.clear();
    Arrive(SYN | ACK, 90, 91);
    EXPECT_EQ(TakeSent(), (Lines{"RST 91 +0"}));
    EXPECT_EQ(machine.state, State::SYN_SENT);
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
    EXPECT_EQ(sending.rto.Get(), Seconds(3));
    RunUntil(1);
    Arrive(SYN, 300);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0", "SYN|ACK 100 301 +0"}));
    EXPECT_EQ(sending.rto.Get(), Seconds(3));
    RunUntil(3.999);
    EXPECT_EQ(TakeSent(), Lines{});
    RunUntil(4.001);
    EXPECT_EQ(TakeSent(), (Lines{"SYN|ACK 100 301 +0"}));
    EXPECT_EQ(sending.rto.Get(), Seconds(6));
    RunUntil(9.999);
    EXPECT_FALSE(m_connection->GetEnd());
    RunUntil(10.001);
    EXPECT_EQ(m_connection->GetEnd(), End::FAILED);
    EXPECT_EQ(TakeSent(), Lines{});
}

// RFC 9293, section 3.10.7.4, in SYN-RECEIVED.
TEST_F(TcpConnectionTest, WhatDoesNotEndTheHandshakeIsAnswered)
{
    settings.challengeLimit = 1;
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
    EXPECT_EQ(machine.state, State::SYN_RCVD);
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
    settings.handshake.scaling = true;
    const auto arrive = [this](uint8_t flags, uint32_t seq, uint16_t window) {
        auto header = MakeHeader(flags, seq, OURS + 1);
        header.window = window;
        if (flags & SYN)
        {
            header.scale = 2;
        }
        if (machine.state == State::CLOSED)
        {
            m_connection->Accept(header);
            return;
        }
        Arrive(header);
    };
    Begin();
    arrive(SYN, PEERS, 8000);
    arrive(ACK, PEERS + 1, 1000);
    EXPECT_EQ(sending.sendWindow, 4000U);
    effects.sent.clear();
    WriteData(5000);
    EXPECT_EQ(effects.sent.size(), 4U);
    arrive(ACK, PEERS + 1, 1250);
    EXPECT_EQ(sending.sendWindow, 5000U);
    EXPECT_EQ(effects.sent.size(), 5U);

    Open();
    arrive(SYN | ACK, PEERS, 8000);
    EXPECT_EQ(sending.sendWindow, 8000U);
    EXPECT_EQ(machine.highestReceived.Get().GetValue(), 300U);
    EXPECT_EQ(machine.highestAck.Get().GetValue(), 101U);
    EXPECT_EQ(tcb->m_highTxMark.Get().GetValue(), 101U);
    EXPECT_EQ(tcb->m_lastAckedSeq.GetValue(), 101U);
    arrive(ACK, PEERS + 1, 1500);
    EXPECT_EQ(sending.sendWindow, 6000U);
    EXPECT_EQ(machine.highestReceived.Get().GetValue(), 301U);
}

// RFC 6691: options are taken off the size that the peer's SYN says.
TEST_F(TcpConnectionTest, SegmentsAreAsLargeAsBothTake)
{
    settings.handshake.sack = true;
    for (const bool timestamps : {false, true})
    {
        SCOPED_TRACE(timestamps);
        settings.handshake.timestamps = timestamps;
        tcb->m_segmentSize = 1000;
        Open();
        EXPECT_TRUE(effects.published.sack);
        EXPECT_EQ(effects.published.maxTcpOctets, 1460U);
        auto header = MakeHeader(SYN | ACK, PEERS, OURS + 1);
        header.mss = 900;
        if (timestamps)
        {
            header.timestamps = SegmentFields::Timestamps{77, 33};
        }
        Arrive(header);
        EXPECT_EQ(machine.state, State::ESTABLISHED);
        EXPECT_FALSE(effects.published.sack) << "the peer does not permit it";
        EXPECT_EQ(effects.published.timestamps, timestamps);
        EXPECT_EQ(effects.published.maxTcpOctets, 900U);
        EXPECT_EQ(tcb->m_segmentSize, timestamps ? 888U : 900U);
        EXPECT_EQ(tcb->m_rcvTimestampValue, timestamps ? 77U : 0U);
        EXPECT_EQ(tcb->m_rcvTimestampEchoReply, timestamps ? 33U : 0U);
    }
}

// RFC 6298, section 5.7 and RFC 5681, section 3.1: of a SYN that went twice.
TEST_F(TcpConnectionTest, TheFirstWindowIsOneSegmentIfASynWasLost)
{
    Establish();
    EXPECT_EQ(tcb->m_cWnd, 10000U);
    Open();
    RunUntil(3.5);
    Arrive(SYN | ACK, PEERS, OURS + 1);
    EXPECT_EQ(tcb->m_cWnd, 1000U);
    EXPECT_EQ(sending.rto.Get(), Seconds(3));
    RunUntil(20);
    EXPECT_DOUBLE_EQ(GetExpiry(ConnectionTimer::SYN), 3) << "none after the handshake";
}

TEST_F(TcpConnectionTest, ASynHasTheNumberThatIsGiven)
{
    Begin();
    machine.state = State::SYN_SENT;
    m_connection->Open(FirstPosition(5000), SYN);
    EXPECT_EQ(TakeSent(), (Lines{"SYN 5000 +0"}));
    EXPECT_EQ(tcb->m_highTxMark.Get().GetValue(), 5000U);
    Arrive(SYN | ACK, PEERS, 5001);
    EXPECT_EQ(TakeSent(), (Lines{"ACK 5001 301 +0"}));
}

// Section 3.10.4. What was written before is sent first.
TEST_F(TcpConnectionTest, ClosingBeforeTheHandshakeEndsWhereNothingWasWritten)
{
    Begin();
    machine.state = State::LISTEN;
    EXPECT_FALSE(m_connection->OnClose());
    EXPECT_EQ(m_connection->GetEnd(), End::NORMAL);
    Open();
    EXPECT_FALSE(m_connection->OnTimer(ConnectionTimer::PACING));
    EXPECT_FALSE(m_connection->OnClose());
    EXPECT_EQ(m_connection->GetEnd(), End::NORMAL);
    Open();
    effects.sent.clear();
    m_connection->GetSender().GetBuffer().Write(Create<Packet>(300));
    machine.closesWhenSent = true;
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

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/ns3-compat.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t FIRST = FirstPosition(1);

/// Writes down what goes, in octets from the first: "0-1000", "r0-1000" if it went before, "p0" for
/// a probe.
struct WrittenOutput : CountedOutput
{
    void SendData(Ptr<Packet> payload, OctetRange range, bool isRetransmission) override
    {
        EXPECT_EQ(payload->GetSize(), range.Size());
        std::ostringstream said;
        said << (isRetransmission ? "r" : "") << range.begin - FIRST << '-' << range.end - FIRST;
        sent.push_back(said.str());
    }

    void SendProbe(Ptr<Packet> payload, uint64_t position) override
    {
        EXPECT_EQ(payload->GetSize(), 1U);
        std::ostringstream said;
        said << 'p' << position - FIRST;
        sent.push_back(said.str());
    }

    void GiveUp() override
    {
        sent.push_back("gives up");
    }

    std::vector<std::string> sent;
};

using Sent = std::vector<std::string>;

/// @return a choice by which a connection survives three timeouts in a row
TcpDataSender::Settings
ThreeTimeouts()
{
    TcpDataSender::Settings settings;
    settings.timer.retries = 3;
    return settings;
}

/// A connection over which nothing has gone yet, with a window of 10 segments and a timeout of a
/// second at first.
class TcpDataSenderSendingTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpDataSenderSendingTest()
    {
        onExpiry = [this](ConnectionTimer timer) {
            if (m_sender.OnTimer(timer))
            {
                Send();
            }
        };
        BeginSending(m_sender, FIRST);
    }

    void Send()
    {
        m_sender.SendAllowed();
        m_sender.SetTimers();
    }

    void Write(uint32_t octets)
    {
        ASSERT_TRUE(m_sender.GetBuffer().Write(Create<Packet>(octets)));
        Send();
    }

    /// An ACK without data. @param octets covered @param window of the peer
    /// @param reported octets beyond a hole
    void Ack(uint64_t octets, uint16_t window = 20000, OctetRange reported = {})
    {
        if (reported.Size() > 0)
        {
            reported = {FIRST + reported.begin, FIRST + reported.end};
        }
        HearAck(m_sender, FIRST + octets, window, reported);
        Send();
    }

    /// @return what has gone since the last call
    Sent TakeSent()
    {
        return std::exchange(m_output.sent, {});
    }

    TcpEcn m_ecn{tcb};
    WrittenOutput m_output;
    TcpDataSender m_sender{ForSender(), ThreeTimeouts(), m_ecn, m_output, timers, effects};
};

} // namespace

TEST_F(TcpDataSenderSendingTest, BeforeTheHandshakeNothingIsUnacknowledged)
{
    TcpDataSender fresh{ForSender(), {}, m_ecn, m_output, timers, effects};
    EXPECT_EQ(fresh.GetUnacknowledged(), 0U);
    Write(2000);
    EXPECT_EQ(m_sender.GetUnacknowledged(), 2000U);
}

// Where no ACK is to come, a window below one segment would never open again.
TEST_F(TcpDataSenderSendingTest, OneSegmentGoesWhateverTheWindow)
{
    tcb->m_cWnd = 300;
    Write(3000);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000"})) << "one alone";
    Send();
    EXPECT_EQ(TakeSent(), Sent{}) << "an ACK is to come";
    Ack(1000, 0);
    tcb->m_cWnd = 300;
    Ack(1000);
    EXPECT_EQ(TakeSent(), (Sent{"1000-2000"}));
}

TEST_F(TcpDataSenderSendingTest, AWindowIsFilledToTheOctet)
{
    tcb->m_cWnd = 2999;
    Write(5000);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000", "1000-2000"}));
    tcb->m_cWnd = 3000;
    Send();
    EXPECT_EQ(TakeSent(), (Sent{"2000-3000"}));
}

// RFC 5681, section 4.1: an interval that exceeds the retransmission timeout.
TEST_F(TcpDataSenderSendingTest, AWindowRestartsAfterMoreThanATimeoutWithoutData)
{
    tcb->m_initialCWnd = 2;
    RunUntil(1);
    Write(1000);
    RunUntil(1.1);
    Ack(1000);
    const double timeout = sending.rto.Get().GetSeconds();
    tcb->m_cWnd = 15000;
    RunUntil(1 + timeout);
    Send();
    EXPECT_EQ(tcb->m_cWnd, 15000U) << "nothing is there to be sent";
    Write(1000);
    EXPECT_EQ(tcb->m_cWnd, 15000U) << "just a timeout";
    Ack(2000);
    tcb->m_cWnd = 15000;
    RunUntil(1.001 + timeout + sending.rto.Get().GetSeconds());
    Write(1000);
    EXPECT_EQ(tcb->m_cWnd, 2000U);
}

TEST_F(TcpDataSenderSendingTest, WhatGoesAgainDoesNotMoveTheNextNumber)
{
    Write(6000);
    ASSERT_EQ(TakeSent().size(), 6U);
    for (const uint64_t end : {2000, 3000, 4000})
    {
        EXPECT_EQ(TakeSent(), Sent{});
        Ack(0, 20000, {1000, end});
    }
    EXPECT_EQ(TakeSent(), (Sent{"r0-1000"}));
    EXPECT_EQ(tcb->m_nextTxSequence.Get().GetValue(), 6001U);
    EXPECT_EQ(tcb->m_highTxMark.Get().GetValue(), 6001U);
}

TEST_F(TcpDataSenderSendingTest, TheApplicationIsToldOfNewDataOnce)
{
    Write(1500);
    EXPECT_EQ(m_sender.TakeNewlySent(), (TcpDataSender::Sizes{1000, 500}));
    EXPECT_TRUE(m_sender.TakeNewlySent().empty());
    for (const uint64_t end : {1100, 1200, 1500})
    {
        Ack(0, 20000, {1000, end});
    }
    RunUntil(1.5);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000", "1000-1500", "r0-1000"}));
    EXPECT_TRUE(m_sender.TakeNewlySent().empty()) << "it went again";
}

// RFC 9293, section 3.8.6.1. The octet that went twice measures no round trip (RFC 6298, section
// 3).
TEST_F(TcpDataSenderSendingTest, AnOctetThatThePeerTakesFromAProbeIsSent)
{
    Ack(0, 0);
    Write(1500);
    RunUntil(1.1);
    EXPECT_EQ(TakeSent(), (Sent{"p0"}));
    EXPECT_EQ(m_sender.GetUnacknowledged(), 0U);
    EXPECT_EQ(m_sender.GetProbed(), 1U);
    Ack(1, 0);
    EXPECT_EQ(rtt->GetNSamples(), 1U) << "one probe";
    EXPECT_EQ(m_sender.GetProbed(), 0U);
    RunUntil(8);
    EXPECT_EQ(TakeSent(), (Sent{"p1", "p1"}));
    Ack(2, 2000);
    EXPECT_EQ(rtt->GetNSamples(), 1U) << "which of two?";
    EXPECT_EQ(TakeSent(), (Sent{"2-1002", "1002-1500"}));
    EXPECT_EQ(tcb->m_nextTxSequence.Get().GetValue(), 1501U);
}

TEST_F(TcpDataSenderSendingTest, AnOctetThatIsOutstandingProbesTheWindow)
{
    Write(2000);
    TakeSent();
    Ack(1000, 0);
    RunUntil(4);
    ASSERT_GE(m_output.sent.size(), 1U);
    EXPECT_EQ(TakeSent().front(), "p1000");
    Ack(2000, 2000);
    EXPECT_EQ(rtt->GetNSamples(), 1U) << "the second segment went twice, in part";
}

// Section 3.8.6.2.1, (4).
TEST_F(TcpDataSenderSendingTest, AWindowThatOpensALittleIsOverridden)
{
    Ack(0, 0);
    Write(1500);
    RunUntil(1.1);
    EXPECT_EQ(TakeSent(), (Sent{"p0"}));
    Ack(0, 10);
    EXPECT_EQ(TakeSent(), Sent{}) << "a silly window";
    RunUntil(2.2);
    EXPECT_EQ(TakeSent(), (Sent{"0-10"}));
    Ack(10, 10);
    RunUntil(3.3);
    EXPECT_EQ(TakeSent(), (Sent{"10-20"})) << "each anew";
    Ack(20, 10);
    Ack(20, 2000);
    EXPECT_EQ(TakeSent(), (Sent{"20-1020", "1020-1500"}));
    Ack(1500, 2000);
    expired.clear();
    RunUntil(20);
    EXPECT_TRUE(expired.empty()) << "nothing is waited for";
}

// Whatever it waits for: a connection that is over waits for nothing.
TEST_F(TcpDataSenderSendingTest, NothingGoesAfterTheEnd)
{
    m_sender.ResetSendWindow(0, 0);
    Write(1500);
    timers.CancelAll();
    RunUntil(100);
    EXPECT_EQ(TakeSent(), Sent{});
}

// A flight as large as the window, less one segment, may not use a larger one.
TEST_F(TcpDataSenderSendingTest, AWindowLimitsWhereNoSegmentFits)
{
    ns3compat::SetCwndLimited(*tcb, false, 0);
    if (ns3compat::IsCwndLimited(*tcb, 0))
    {
        GTEST_SKIP() << "ns-3 shows it from 3.42 on";
    }
    tcb->m_cWnd = 3000;
    tcb->m_ssThresh = 3000;
    Write(2000);
    EXPECT_FALSE(ns3compat::IsCwndLimited(*tcb, 0)) << "one more would fit";
    Write(1);
    EXPECT_TRUE(ns3compat::IsCwndLimited(*tcb, 0)) << "none would";
}

// RFC 6298, section 5: (5.2), (5.3).
TEST_F(TcpDataSenderSendingTest, TheTimerRunsAnewWithEachNewAckUntilTheLast)
{
    Write(2000);
    EXPECT_EQ(tcb->m_bytesInFlight, 2000U);
    RunUntil(0.6);
    Ack(1000);
    EXPECT_EQ(tcb->m_bytesInFlight, 1000U);
    EXPECT_EQ(tcb->m_lastAckedSeq.GetValue(), 1001U);
    const double due = 0.6 + sending.rto.Get().GetSeconds();
    TakeSent();
    RunUntil(due - 0.001);
    Ack(1000);
    EXPECT_EQ(TakeSent(), Sent{});
    RunUntil(due + 0.001);
    EXPECT_EQ(TakeSent(), (Sent{"r1000-2000"}));
    Ack(2000);
    EXPECT_EQ(tcb->m_bytesInFlight, 0U);
    expired.clear();
    RunUntil(100);
    EXPECT_TRUE(expired.empty());
}

// (5.5): doubled each time; RFC 9293, section 3.8.3.
TEST_F(TcpDataSenderSendingTest, WhatNobodyAcknowledgesGoesAsOftenAsIsSaid)
{
    const double first = sending.rto.Get().GetSeconds();
    Write(3000);
    TakeSent();
    for (int again = 0; again < 3; ++again)
    {
        RunUntil(((2 << again) - 1) * first - 0.001);
        EXPECT_EQ(TakeSent(), Sent{});
        RunUntil(((2 << again) - 1) * first + 0.001);
        EXPECT_EQ(TakeSent(), (Sent{"r0-1000"}));
        EXPECT_EQ(tcb->m_cWnd, 1000U);
        EXPECT_EQ(tcb->m_bytesInFlight, 1000U);
        EXPECT_NEAR(sending.rto.Get().GetSeconds(), (2 << again) * first, 1e-9);
    }
    RunUntil(15 * first + 0.001);
    EXPECT_EQ(TakeSent(), (Sent{"gives up"}));
}

// An ACK that another one has overtaken is of use for its SACK blocks only.
TEST_F(TcpDataSenderSendingTest, AnOldAckIsReadWithSackOnly)
{
    for (const bool sack : {false, true})
    {
        Negotiated agreed;
        agreed.sack = sack;
        agreed.peerScale = 1;
        m_sender.Establish(FIRST, agreed);
        SegmentAcceptance::Segment segment;
        segment.seq = 1;
        segment.ack = FIRST - 1;
        EXPECT_EQ(m_sender.ReadWindow(segment, 10), sack);
        segment.ack = FIRST;
        EXPECT_TRUE(m_sender.ReadWindow(segment, 12000));
        EXPECT_EQ(sending.sendWindow, 24000U);
    }
}

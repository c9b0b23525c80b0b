/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/rack-recovery.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace TcpDataSenderSendingTests
{

using namespace ns3;

constexpr uint64_t FIRST = FirstPosition(1);

/// Writes down what goes, in octets from the first: "0-1000", "r0-1000" if it went before, "p0" for
/// a probe.
struct WrittenOutput : CountedOutput
{
    void SendData(OctetRange range, bool isRetransmission) override
    {
        std::ostringstream said;
        said << (isRetransmission ? "r" : "") << range.begin - FIRST << '-' << range.end - FIRST;
        sent.push_back(said.str());
    }

    void SendProbe(uint64_t position, bool isEmpty) override
    {
        std::ostringstream said;
        said << (isEmpty ? 'e' : 'p') << position - FIRST;
        sent.push_back(said.str());
    }

    void GiveUp() override
    {
        CountedOutput::GiveUp();
        sent.push_back("gives up");
    }

    uint32_t GetPayloadRoom() const override
    {
        return room;
    }

    uint32_t room{1000}; //!< for data beside options
    std::vector<std::string> sent;
};

using Sent = std::vector<std::string>;

/// A connection over which nothing has gone yet, with a window of 10 segments and a timeout of a
/// second at first, that survives three timeouts in a row.
class TcpDataSenderSendingTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpDataSenderSendingTest()
    {
        onExpiry = [this](ConnectionTimer expiring) {
            if (m_sender->OnTimer(expiring))
            {
                Send();
            }
        };
        choice.sender.timer.retries = 3;
        Begin();
    }

    void Begin()
    {
        m_sender.emplace(choice.sender, window, ForSender(), m_ecn, m_output, timers, effects);
        BeginSending(*m_sender, FIRST);
    }

    /// With RACK, as Linux has it or as the RFCs.
    void BeginAsLinux(bool isLinux)
    {
        choice.sender.followsLinux = isLinux;
        makeRecovery = [isLinux] {
            auto recovery = std::make_unique<RackRecovery>();
            recovery->followsLinux = isLinux;
            return recovery;
        };
        Begin();
    }

    void Send()
    {
        m_sender->SendAllowed();
        m_sender->SetTimers();
    }

    void Write(uint32_t octets)
    {
        ASSERT_TRUE(m_sender->Write(octets));
        Send();
    }

    /// An ACK without data. @param octets covered @param offered by the peer
    /// @param reported octets beyond a hole
    void Ack(uint64_t octets, uint16_t offered = 20000, OctetRange reported = {})
    {
        if (reported.Size() > 0)
        {
            reported = {FIRST + reported.begin, FIRST + reported.end};
        }
        HearAck(*m_sender, FIRST + octets, offered, reported);
        Send();
    }

    /// @return what has gone since the last call
    Sent TakeSent()
    {
        return std::exchange(m_output.sent, {});
    }

    /// @return the timeout in seconds
    double GetRto() const
    {
        return GetSeconds(m_sender->GetTimer());
    }

    TcpEcn m_ecn{window, false};
    WrittenOutput m_output;
    std::optional<TcpDataSender> m_sender;
};

TEST_F(TcpDataSenderSendingTest, BeforeTheHandshakeNothingIsUnacknowledged)
{
    const TcpDataSender fresh{choice.sender, window, ForSender(), m_ecn, m_output, timers, effects};
    EXPECT_EQ(fresh.GetUnacknowledged(), 0U);
    Write(2000);
    EXPECT_EQ(m_sender->GetUnacknowledged(), 2000U);
}

// Where no ACK is to come, a window below one segment would never open again.
TEST_F(TcpDataSenderSendingTest, OneSegmentGoesWhateverTheWindow)
{
    window.cwnd = 300;
    Write(3000);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000"})) << "one alone";
    Send();
    EXPECT_EQ(TakeSent(), Sent{}) << "an ACK is to come";
    Ack(1000, 0);
    window.cwnd = 300;
    Ack(1000);
    EXPECT_EQ(TakeSent(), (Sent{"1000-2000"}));
}

TEST_F(TcpDataSenderSendingTest, AWindowIsFilledToTheOctet)
{
    window.cwnd = 2999;
    Write(5000);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000", "1000-2000"}));
    window.cwnd = 3000;
    Send();
    EXPECT_EQ(TakeSent(), (Sent{"2000-3000"}));
}

// RFC 5681, section 4.1: an interval that exceeds the retransmission timeout.
TEST_F(TcpDataSenderSendingTest, AWindowRestartsAfterMoreThanATimeoutWithoutData)
{
    choice.sender.initialWindow = 2;
    Begin();
    RunUntil(1);
    Write(1000);
    RunUntil(1.1);
    Ack(1000);
    const double timeout = GetRto();
    window.cwnd = 15000;
    RunUntil(1 + timeout);
    Send();
    EXPECT_EQ(window.cwnd, 15000U) << "nothing is there to be sent";
    Write(1000);
    EXPECT_EQ(window.cwnd, 15000U) << "just a timeout";
    Ack(2000);
    window.cwnd = 15000;
    RunUntil(1.001 + timeout + GetRto());
    Write(1000);
    EXPECT_EQ(window.cwnd, 2000U);
    Ack(3000);
    window.cwnd = 15000;
    Write(1000);
    EXPECT_EQ(window.cwnd, 15000U) << "data went a moment ago";
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
    EXPECT_EQ(window.nxt, FIRST + 6000);
}

TEST_F(TcpDataSenderSendingTest, TheApplicationIsToldOfNewDataOnce)
{
    Write(1500);
    EXPECT_EQ(m_sender->TakeNewlySent(), (SegmentSizes{1000, 500}));
    EXPECT_TRUE(m_sender->TakeNewlySent().empty());
    for (const uint64_t end : {1100, 1200, 1500})
    {
        Ack(0, 20000, {1000, end});
    }
    RunUntil(1.5);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000", "1000-1500", "r0-1000"}));
    EXPECT_TRUE(m_sender->TakeNewlySent().empty()) << "it went again";
}

// RFC 9293, section 3.8.6.1. The octet that went twice measures no round trip (RFC 6298, section
// 3).
TEST_F(TcpDataSenderSendingTest, AnOctetThatThePeerTakesFromAProbeIsSent)
{
    Ack(0, 0);
    Write(1500);
    RunUntil(0.6);
    Send(); // the timer runs on
    RunUntil(1.1);
    EXPECT_EQ(TakeSent(), (Sent{"p0"}));
    EXPECT_EQ(m_sender->GetUnacknowledged(), 0U);
    EXPECT_EQ(m_sender->GetProbed(), 1U);
    Ack(1, 0);
    EXPECT_EQ(rtt.samples, 1U) << "one probe";
    EXPECT_EQ(rtt.smoothed, std::chrono::milliseconds(99)) << "it went at 1.001 s";
    EXPECT_EQ(m_sender->GetProbed(), 0U);
    RunUntil(8);
    EXPECT_EQ(TakeSent(), (Sent{"p1", "p1"}));
    Ack(2, 2000);
    EXPECT_EQ(rtt.samples, 1U) << "which of two?";
    EXPECT_EQ(TakeSent(), (Sent{"2-1002", "1002-1500"}));
    EXPECT_EQ(window.nxt, FIRST + 1500);
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
    EXPECT_EQ(rtt.samples, 1U) << "the second segment went twice, in part";
}

// RFC 9293, sections 3.7.4 and 3.8.6.2.1.
TEST_F(TcpDataSenderSendingTest, SegmentsAreNeitherSmallNorSilly)
{
    struct
    {
        const char* what;
        uint32_t out; // octets that are out already
        uint32_t written;
        uint32_t room;
        uint16_t largest; // window of the peer
        uint16_t offered; // at last
        bool noDelay;
        Sent sent;
    } const rows[] = {
        {"nothing to send", 0, 0, 1000, 5000, 5000, false, {}},
        {"full segments", 1000, 2000, 1000, 5000, 5000, false, {"1000-2000", "2000-3000"}},
        {"Nagle: a small one waits", 1000, 999, 1000, 5000, 5000, false, {}},
        {"Nagle: unless nothing is out", 0, 999, 1000, 5000, 5000, false, {"0-999"}},
        {"Nagle: or told otherwise", 1000, 999, 1000, 5000, 5000, true, {"1000-1999"}},
        {"Nagle: not for options", 1000, 1000, 988, 5000, 5000, false, {"1000-1988"}},
        {"closed", 0, 3000, 1000, 5000, 0, false, {}},
        {"silly: below half of the largest window", 1000, 3000, 1000, 5000, 1700, false, {}},
        {"silly: also with nothing out", 0, 3000, 1000, 5000, 700, false, {}},
        {"half of the largest window", 0, 3000, 1000, 1400, 700, false, {"0-700"}},
        {"all that is left is not silly", 0, 700, 1000, 5000, 700, false, {"0-700"}},
    };

    for (const auto& row : rows)
    {
        SCOPED_TRACE(row.what);
        choice.sender.noDelay = row.noDelay;
        Begin();
        m_sender->ResetSendWindow(0, row.largest);
        Write(row.out);
        Ack(0, row.offered);
        TakeSent();
        m_output.room = row.room;
        Write(row.written);
        EXPECT_EQ(TakeSent(), row.sent);
        m_output.room = 1000;
    }
}

// Linux 6.1, tcp_nagle_check() with tcp_minshall_check().
TEST_F(TcpDataSenderSendingTest, LinuxHoldsASmallSegmentForSmallOnesOnly)
{
    for (const bool isLinux : {false, true})
    {
        choice.sender.followsLinux = isLinux;
        choice.sender.noDelay = false;
        Begin();
        Write(2500);
        EXPECT_EQ(
            TakeSent(),
            (isLinux ? Sent{"0-1000", "1000-2000", "2000-2500"} : Sent{"0-1000", "1000-2000"}));
        Write(200);
        Ack(2000);
        EXPECT_EQ(TakeSent(), (isLinux ? Sent{} : Sent{"2000-2700"})) << "a small one is out";
        Ack(isLinux ? 2500 : 2700);
        EXPECT_EQ(TakeSent(), (isLinux ? Sent{"2500-2700"} : Sent{}));
    }
}

TEST_F(TcpDataSenderSendingTest, TheLastDataBeforeAFinDoNotWaitInLinux)
{
    choice.sender.followsLinux = true;
    choice.sender.noDelay = false;
    Begin();
    Write(500);
    Write(200);
    EXPECT_EQ(TakeSent(), (Sent{"0-500"}));
    m_output.isClosing = true;
    Send();
    EXPECT_EQ(TakeSent(), (Sent{"500-700"}));
}

// tcp_send_loss_probe() asks for TCP_NAGLE_OFF.
TEST_F(TcpDataSenderSendingTest, AProbeOfLinuxIsDataThatNagleHolds)
{
    choice.sender.noDelay = false;
    BeginAsLinux(true);
    Write(1000);
    RunUntil(0.1);
    Ack(1000);
    Write(500);
    Write(200);
    EXPECT_EQ(TakeSent(), (Sent{"0-1000", "1000-1500"}));
    RunUntil(0.9);
    EXPECT_EQ(TakeSent(), (Sent{"1500-1700"}));
}

// tcp_check_sack_reneging(): an ACK that ends where a reported block begins is believed after half
// of the round trip, here 100 ms, and 10 ms at least.
TEST_F(TcpDataSenderSendingTest, LinuxForgetsReportsAfterHalfARoundTrip)
{
    struct
    {
        double roundTrip;
        double wait;
        bool isLinux;
    } const rows[] = {{0.1, 0.05, true}, {0.002, 0.01, true}, {0.1, 0.3, false}};

    for (const auto& row : rows)
    {
        SCOPED_TRACE(row.wait);
        rtt = {};
        BeginAsLinux(row.isLinux);
        const double sent = GetNow();
        Write(10000);
        RunUntil(sent + row.roundTrip);
        Ack(1000);
        Ack(1000, 20000, {4000, 10000});
        RunUntil(sent + 2 * row.roundTrip);
        Ack(4000);
        TakeSent();
        RunUntil(sent + 2 * row.roundTrip + row.wait - 0.001);
        EXPECT_EQ(TakeSent(), Sent{});
        RunUntil(sent + 2 * row.roundTrip + row.wait + 0.001);
        EXPECT_EQ(TakeSent().size(), row.isLinux) << "at the timeout";
    }
}

// The same timer would wait for what may have come out of order, the segment at 3000.
TEST_F(TcpDataSenderSendingTest, NothingElseIsWaitedForWhereReportsAreTakenBack)
{
    BeginAsLinux(true);
    Write(10000);
    RunUntil(0.1);
    Ack(1000);
    Ack(1000, 20000, {2000, 3000});
    Ack(1000, 20000, {4000, 5000});
    RunUntil(0.11);
    Ack(2000);
    TakeSent();
    RunUntil(0.159);
    EXPECT_EQ(TakeSent(), Sent{});
    RunUntil(0.161);
    EXPECT_EQ(TakeSent(), (Sent{"r2000-3000"}));
}

// RFC 5681, section 3.1; Linux 6.1, tcp_clean_rtx_queue().
TEST_F(TcpDataSenderSendingTest, ASegmentInPiecesOpensTheWindowOnce)
{
    choice.sender.opensByDelivered = true;
    BeginAsLinux(true);
    Write(2000);
    for (uint64_t octets = 100; octets <= 1000; octets += 100)
    {
        Ack(octets);
    }
    EXPECT_EQ(std::accumulate(control.opened.begin(), control.opened.end(), 0U), 1U);
    EXPECT_EQ(std::accumulate(control.arrived.begin(), control.arrived.end(), 0U), 1U);
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
    m_sender->ResetSendWindow(0, 0);
    Write(1500);
    timers.CancelAll();
    RunUntil(100);
    EXPECT_EQ(TakeSent(), Sent{});
}

// A flight as large as the window, less one segment, may not use a larger one.
TEST_F(TcpDataSenderSendingTest, AWindowLimitsWhereNoSegmentFits)
{
    window.cwnd = 3000;
    window.ssthresh = 3000;
    Write(2000);
    EXPECT_FALSE(window.isLimited) << "one more would fit";
    Write(1);
    EXPECT_TRUE(window.isLimited) << "none would";
}

// RFC 6298, section 5: (5.2), (5.3).
TEST_F(TcpDataSenderSendingTest, TheTimerRunsAnewWithEachNewAckUntilTheLast)
{
    Write(2000);
    EXPECT_EQ(window.inFlight, 2000U);
    RunUntil(0.6);
    Ack(1000);
    EXPECT_EQ(window.inFlight, 1000U);
    EXPECT_EQ(window.una, FIRST + 1000);
    const double due = 0.6 + GetRto();
    TakeSent();
    RunUntil(due - 0.001);
    Ack(1000);
    EXPECT_EQ(TakeSent(), Sent{});
    RunUntil(due + 0.001);
    EXPECT_EQ(TakeSent(), (Sent{"r1000-2000"}));
    Ack(2000);
    EXPECT_EQ(window.inFlight, 0U);
    expired.clear();
    RunUntil(100);
    EXPECT_TRUE(expired.empty());
}

// (5.5): doubled each time; RFC 9293, section 3.8.3.
TEST_F(TcpDataSenderSendingTest, WhatNobodyAcknowledgesGoesAsOftenAsIsSaid)
{
    const double first = GetRto();
    Write(3000);
    TakeSent();
    for (int again = 0; again < 3; ++again)
    {
        RunUntil(((2 << again) - 1) * first - 0.001);
        EXPECT_EQ(TakeSent(), Sent{});
        RunUntil(((2 << again) - 1) * first + 0.001);
        EXPECT_EQ(TakeSent(), (Sent{"r0-1000"}));
        EXPECT_EQ(window.cwnd, 1000U);
        EXPECT_EQ(window.inFlight, 1000U);
        EXPECT_NEAR(GetRto(), (2 << again) * first, 1e-9);
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
        m_sender->Establish(FIRST, agreed);
        SegmentAcceptance::Segment segment;
        segment.seq = 1;
        segment.ack = FIRST - 1;
        EXPECT_EQ(m_sender->ReadWindow(segment, 10), sack);
        segment.ack = FIRST;
        EXPECT_TRUE(m_sender->ReadWindow(segment, 12000));
        EXPECT_EQ(m_sender->GetSendWindow().GetWindow(), 24000U);
    }
}

} // namespace TcpDataSenderSendingTests

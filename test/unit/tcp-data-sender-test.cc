/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/sequence-position.h"
#include "ns3/tcp-data-sender.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t FIRST = FirstPosition(1);

/// Measures, and opens nothing.
struct MeasuringControl : TcpNewReno
{
    bool HasCongControl() const override
    {
        return true;
    }

    void CongControl(Ptr<TcpSocketState>,
                     const TcpRateOps::TcpRateConnection&,
                     const TcpRateOps::TcpRateSample&) override
    {
        ++samples;
    }

    void IncreaseWindow(Ptr<TcpSocketState>, uint32_t) override
    {
        ++openings;
    }

    int samples{0};  //!< given
    int openings{0}; //!< asked for
};

/// Counts segments that go and arrive.
struct CountedRates : TcpRateLinux
{
    void SkbSent(TcpTxItem* item, bool isStart) override
    {
        ++sent;
        TcpRateLinux::SkbSent(item, isStart);
    }

    void SkbDelivered(TcpTxItem* item) override
    {
        ++delivered;
        TcpRateLinux::SkbDelivered(item);
    }

    int sent{0};
    int delivered{0};
};

/// Counts the reductions that it is asked for, and the flights that begin.
struct CountingControl : TcpNewReno
{
    void CongestionStateSet(Ptr<TcpSocketState>, TcpSocketState::TcpCongState_t to) override
    {
        state = to;
    }

    void CwndEvent(Ptr<TcpSocketState>, TcpSocketState::TcpCAEvent_t event) override
    {
        starts += event == TcpSocketState::CA_EVENT_TX_START;
    }

    uint32_t GetSsThresh(Ptr<const TcpSocketState> socket, uint32_t inFlight) override
    {
        ++reductions;
        return TcpNewReno::GetSsThresh(socket, inFlight);
    }

    int reductions{0};
    int starts{0};
    TcpSocketState::TcpCongState_t state{TcpSocketState::CA_DISORDER}; //!< last
};

/// A connection over which nothing has gone yet, with a window of 10 segments.
class TcpDataSenderTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpDataSenderTest()
    {
        m_sender.Establish(FIRST, {});
        m_sender.ResetSendWindow(0, 10000);
        TcpHandshake handshake({false, false, false, false, 1, std::chrono::seconds(1)},
                               FIRST - 1,
                               timers);
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
                                     uint16_t window = 20000,
                                     OctetRange reported = {})
    {
        if (reported.Size() > 0)
        {
            reported = {FIRST + reported.begin, FIRST + reported.end};
        }
        return HearAck(m_sender, FIRST + octets, window, reported);
    }

    /// @return whether a timer has expired ten seconds later
    bool Expires(ConnectionTimer timer)
    {
        RunUntil(GetNow() + 10);
        return std::any_of(expired.begin(), expired.end(), [timer](const auto& expiry) {
            return expiry.first == timer;
        });
    }

    TcpEcn m_ecn{tcb};
    CountedOutput m_output;
    TcpDataSender m_sender{ForSender(), {}, m_ecn, m_output, timers, effects};
    std::vector<uint32_t> m_inFlight;

  public:
    /// A value of what is in flight.
    void NoteInFlight(uint32_t, uint32_t now)
    {
        m_inFlight.push_back(now);
    }
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
    tcb->m_pacing = true;
    tcb->m_pacingRate = DataRate("8kbps");
    effects.isPaced = true;
    Write(3000);
    EXPECT_EQ(m_output.segments, 1) << "the next one after a second";
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
    m_sender.OnFinSent();
    EXPECT_EQ(m_sender.GetNxt(), FIRST + 2001);
    EXPECT_FALSE(Hear(2000).fin);
    EXPECT_EQ(tcb->m_lastAckedSeq, SequenceNumber32(2001));
    EXPECT_TRUE(m_sender.IsFinOutstanding());
    Run(2);
    EXPECT_EQ(m_output.fins, 1) << "it has a timer";
    const auto covered = Hear(2001);
    EXPECT_TRUE(covered.fin && covered.isNew);
    EXPECT_TRUE(m_sender.IsFinAcked());
    EXPECT_EQ(tcb->m_lastAckedSeq, SequenceNumber32(2002));
    EXPECT_EQ(tcb->m_nextTxSequence.Get(), SequenceNumber32(2002));
    expired.clear();
    EXPECT_FALSE(Expires(ConnectionTimer::RETRANSMISSION));
    EXPECT_EQ(m_output.fins, 1);
    EXPECT_FALSE(Hear(2001).fin) << "once";
}

TEST_F(TcpDataSenderTest, AnotherControlTakesOverAtOnce)
{
    TcpDataSender fresh{ForSender(), {}, m_ecn, m_output, timers, effects};
    fresh.TakeChoice(); // before there is a window
    Write(4000);
    const auto next = CreateObject<MeasuringControl>();
    control = next;
    m_sender.TakeChoice();
    Hear(1000);
    EXPECT_EQ(next->openings, 1);
    EXPECT_EQ(tcb->m_cWnd, 10000U);
}

// Each segment counts when all of it has arrived, in whatever order.
TEST_F(TcpDataSenderTest, RatesAreMeasuredForWhoWantsThem)
{
    const auto counted = CreateObject<CountedRates>();
    rates = counted;
    Write(1000);
    Hear(1000);
    EXPECT_EQ(counted->sent, 0);
    EXPECT_EQ(counted->delivered, 0);
    const auto measuring = CreateObject<MeasuringControl>();
    control = measuring;
    m_sender.TakeChoice();
    Write(4000);
    EXPECT_EQ(counted->sent, 4);
    Hear(1000, 20000, {2000, 4500});
    EXPECT_EQ(counted->delivered, 2) << "and a half";
    EXPECT_EQ(measuring->samples, 1);
    Hear(1000, 20000, {2000, 5000});
    EXPECT_EQ(counted->delivered, 3);
    Hear(2000);
    EXPECT_EQ(counted->delivered, 4);
    EXPECT_EQ(measuring->samples, 3);
}

// RFC 6298, section 5: doubled, and again for the segment that went again; RFC 5681, section 3.1:
// ssthresh stays then.
TEST_F(TcpDataSenderTest, ATimeoutSendsTheOldestAgain)
{
    Write(10000);
    tcb->TraceConnectWithoutContext("BytesInFlight",
                                    MakeCallback(&TcpDataSenderTest::NoteInFlight, this));
    const double first = sending.rto.Get().GetSeconds();
    Run(first + 0.001);
    EXPECT_EQ(m_output.again, (std::vector<uint64_t>{FIRST}));
    EXPECT_EQ(m_inFlight, (std::vector<uint32_t>{0, 1000}));
    EXPECT_EQ(tcb->m_ssThresh, 5000U);
    EXPECT_EQ(tcb->m_cWnd, 1000U);
    EXPECT_DOUBLE_EQ(sending.rto.Get().GetSeconds(), 2 * first);
    Run(3 * first + 0.001);
    EXPECT_EQ(m_output.again, (std::vector<uint64_t>{FIRST, FIRST}));
    EXPECT_EQ(tcb->m_ssThresh, 5000U);
    const auto reports = effects.GetReports(ConnectionReport::Kind::TIMEOUT);
    ASSERT_EQ(reports.size(), 2U);
    EXPECT_EQ(reports[1].position, FIRST);
    EXPECT_TRUE(effects.GetReports(ConnectionReport::Kind::RECOVERY_LEFT).empty());
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
    tcb->m_cWnd = 10000;
    Write(4000);
    for (const uint64_t end : {8000, 9000, 10000})
    {
        Hear(6000, 20000, {7000, end});
    }
    Run(GetNow() + sending.rto.Get().GetSeconds() + 0.001);
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
    tcb->m_useEcn = TcpSocketState::On;
    m_ecn.OnAnswer(TcpHeader::SYN | TcpHeader::ACK | TcpHeader::ECE);
    Write(10000);
    const auto hear = [this](uint64_t octets, uint8_t flags) {
        HearAck(m_sender, FIRST + octets, 20000, {}, TcpHeader::ACK | flags);
    };
    hear(1000, TcpHeader::ECE);
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_CWR);
    EXPECT_EQ(tcb->m_ssThresh, 4500U);
    EXPECT_EQ(sending.echoedAck.Get(), SequenceNumber32(1001));
    EXPECT_TRUE(m_sender.TakeCwr());
    EXPECT_FALSE(m_sender.TakeCwr());
    hear(9000, 0);
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_CWR);
    hear(10000, 0);
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_OPEN);
    EXPECT_EQ(sending.echoedAck.Get(), SequenceNumber32(1001));
}

TEST_F(TcpDataSenderTest, AControlThatIsChosenLaterIsAsked)
{
    TcpEcn ecn{tcb};
    TcpDataSender fresh{ForSender(), {}, ecn, m_output, timers, effects};
    fresh.TakeChoice(); // no window yet
    onExpiry = [this](ConnectionTimer timer) { m_sender.OnTimer(timer); };
    const auto next = CreateObject<CountingControl>();
    control = next;
    Write(2000);
    m_sender.TakeChoice();
    EXPECT_EQ(next->reductions, 0);
    RunUntil(5);
    EXPECT_EQ(next->reductions, 1);
}

TEST_F(TcpDataSenderTest, AWindowBeginsWithWhatTheUserSays)
{
    const auto told = CreateObject<CountingControl>();
    control = told;
    tcb->m_initialSsThresh = 7000;
    tcb->m_congState = TcpSocketState::CA_LOSS;
    m_sender.BeginWindow(3);
    EXPECT_EQ(told->state, TcpSocketState::CA_OPEN);
    EXPECT_EQ(tcb->m_cWnd, 3000U);
    EXPECT_EQ(tcb->m_cWndInfl, 3000U);
    EXPECT_EQ(tcb->m_ssThresh, 7000U);
    EXPECT_EQ(tcb->m_congState, TcpSocketState::CA_OPEN);
}

TEST_F(TcpDataSenderTest, AControlHearsOfEachFlight)
{
    const auto told = CreateObject<CountingControl>();
    control = told;
    Write(2500);
    EXPECT_EQ(told->starts, 1);
    HearAck(m_sender, FIRST + 1000);
    Write(1000);
    EXPECT_EQ(told->starts, 1);
    HearAck(m_sender, FIRST + 3500);
    Write(1000);
    EXPECT_EQ(told->starts, 2);
}

TEST_F(TcpDataSenderTest, NothingIsProbedWhereNothingWasWritten)
{
    m_sender.ResetSendWindow(0, 0);
    EXPECT_FALSE(m_sender.OnTimer(ConnectionTimer::PERSIST));
    EXPECT_EQ(m_output.probes, 0);
}

} // namespace

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-sender.h"

#include "ns3/ns3-compat.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace StockCongestionTests
{

using namespace ns3;

constexpr uint32_t MSS = StockSender::MSS;

using Log = std::vector<std::string>;

/// NewReno that notes what it is told.
class NotingControl : public TcpNewReno
{
  public:
    explicit NotingControl(Log& log)
        : m_log(log)
    {
    }

    void PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segments, const Time&) override
    {
        m_log.push_back("arrived " + std::to_string(segments) +
                        (tcb->m_isRetransDataAcked ? ", a repair" : ""));
    }

    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segments) override
    {
        m_log.push_back("grow " + std::to_string(segments));
        TcpNewReno::IncreaseWindow(tcb, segments);
    }

    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t inFlight) override
    {
        m_log.push_back("loss with " + std::to_string(inFlight));
        return TcpNewReno::GetSsThresh(tcb, inFlight);
    }

    void CongestionStateSet(Ptr<TcpSocketState>, TcpSocketState::TcpCongState_t state) override
    {
        m_log.push_back(TcpSocketState::TcpCongStateName[state]);
    }

    void CwndEvent(Ptr<TcpSocketState>, TcpSocketState::TcpCAEvent_t event) override
    {
        m_log.push_back("event " + std::to_string(event));
    }

    bool HasCongControl() const override
    {
        return goesByRates;
    }

    void CongControl(Ptr<TcpSocketState>,
                     const TcpRateOps::TcpRateConnection& rate,
                     const TcpRateOps::TcpRateSample& sample) override
    {
        m_log.push_back("rates " + std::to_string(rate.m_delivered) + ' ' +
                        std::to_string(sample.m_ackedSacked) + ' ' +
                        std::to_string(sample.m_bytesLoss) + ' ' +
                        std::to_string(sample.m_priorInFlight));
    }

    bool goesByRates{false};

  private:
    Log& m_log;
};

/// A law that takes the window to the threshold at once, and notes what it is told.
class NotingLaw : public ns3compat::RecoveryOps
{
  public:
    explicit NotingLaw(Log& log)
        : m_log(log)
    {
    }

    std::string GetName() const override
    {
        return "NotingLaw";
    }

    Ptr<TcpRecoveryOps> Fork() override
    {
        return nullptr;
    }

    void ExitRecovery(Ptr<TcpSocketState>) override
    {
        m_log.emplace_back("law ends");
    }

  private:
    void BeginRecovery(Ptr<TcpSocketState> tcb,
                       uint32_t dupAcks,
                       uint32_t sent,
                       uint32_t delivered) override
    {
        m_log.push_back("law begins " + std::to_string(dupAcks) + ' ' + std::to_string(sent) + ' ' +
                        std::to_string(delivered));
        tcb->m_cWnd = tcb->m_ssThresh.Get();
    }

    void ContinueRecovery(Ptr<TcpSocketState>, uint32_t delivered) override
    {
        m_log.push_back("law " + std::to_string(delivered));
    }

    Log& m_log;
};

/// A connection that does as it is told.
class StockCongestionTest : public testing::Test, protected StockCongestion::Output
{
  protected:
    StockCongestionTest()
    {
        m_sender.control = m_control;
        m_sender.law = Create<NotingLaw>(m_log);
    }

    void SendData(SequenceNumber32 seq, uint32_t most) override
    {
        m_log.push_back("send " + std::to_string(seq.GetValue()) + ' ' + std::to_string(most));
        m_sent.push_back(seq.GetValue());
        m_sender.outstanding.Take(m_sender.outstanding.ToPosition(seq), most);
    }

    void Advance(SequenceNumber32 ack, bool restartsTimer) override
    {
        m_log.push_back("advance " + std::to_string(ack.GetValue()) +
                        (restartsTimer ? ", timer" : ""));
        m_advances.emplace_back(ack.GetValue(), restartsTimer);
    }

    void UpdatePace() override
    {
        m_log.emplace_back("pace");
    }

    /// @return what was noted since the last time
    Log TakeLog()
    {
        return std::exchange(m_log, {});
    }

    /// @brief An ACK with blocks arrives. @param number of it @param blocks of sequence numbers
    /// @return what it brings about
    Log Sack(uint32_t number, std::vector<std::pair<uint32_t, uint32_t>> blocks)
    {
        m_log.clear();
        m_congestion.OnAck(m_sender.Read(number, std::move(blocks)), false);
        return TakeLog();
    }

    /// @brief An ACK arrives. @param number of it @param hasEcho whether it echoes a mark
    void Receive(uint32_t number, bool hasEcho = false)
    {
        m_congestion.OnAck(m_sender.Read(number), hasEcho);
    }

    /// @brief Three duplicates of the first ACK, without SACK. @param segments that were sent
    void BeginRecovery(uint32_t segments)
    {
        m_sender.sackEnabled = false;
        m_sender.Send(segments);
        Receive(1);
        Receive(1);
        Receive(1);
    }

    /// After ten segments: the first partial ACK of another recovery starts the timer again.
    void ExpectTheNextRecoveryToStartTheTimer()
    {
        BeginRecovery(5);
        Receive(10001);
        Receive(10001);
        Receive(10001);
        Receive(11001);
        EXPECT_EQ(m_advances.back(), std::make_pair(11001U, true));
    }

    Log m_log; //!< what was told, in order
    Ptr<NotingControl> m_control{Create<NotingControl>(m_log)};
    StockSender m_sender{20 * MSS}; //!< its variables
    StockCongestion m_congestion{m_sender.variables, m_sender.outstanding, *this}; //!< under test
    std::vector<uint32_t> m_sent;                      //!< whatever the window is
    std::vector<std::pair<uint32_t, bool>> m_advances; //!< and whether the timer starts
};

TEST_F(StockCongestionTest, TheThirdDuplicateBeginsARecovery)
{
    m_sender.sackEnabled = false;
    m_sender.Send(10);
    Receive(1);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_DISORDER);
    Receive(1);
    EXPECT_TRUE(m_sent.empty());
    Receive(1);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(m_sent, std::vector<uint32_t>{1});
    // Three have arrived, and the first is lost but counts for the threshold: half of seven.
    EXPECT_EQ(m_sender.tcb->m_ssThresh.Get(), 3500U);
}

TEST_F(StockCongestionTest, APartialAckSendsTheNextAndOnlyTheFirstStartsTheTimer)
{
    BeginRecovery(10);
    Receive(1001);
    Receive(3001);
    EXPECT_EQ(m_sent, (std::vector<uint32_t>{1, 1001, 3001}));
    EXPECT_EQ(m_advances, (std::vector<std::pair<uint32_t, bool>>{{1001, true}, {3001, false}}));
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_RECOVERY);
}

TEST_F(StockCongestionTest, ARecoveryEndsWhereItBegan)
{
    BeginRecovery(10);
    Receive(10001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(m_sent, std::vector<uint32_t>{1});
    // A second one needs three duplicates of its own.
    m_sender.Send(5);
    Receive(10001);
    Receive(10001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_DISORDER);
    Receive(10001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_RECOVERY);
}

TEST_F(StockCongestionTest, DuplicatesAfterATimeoutBeginNoRecovery)
{
    m_sender.Send(10);
    m_sender.outstanding.PublishInFlight();
    m_congestion.OnTimeout();
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_LOSS);
    EXPECT_EQ(m_sender.tcb->m_ssThresh.Get(), 5 * MSS);
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), MSS);
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetLost(), 10 * MSS);
    for (const uint32_t end : {2001, 3001, 4001, 5001})
    {
        m_congestion.OnAck(m_sender.Read(1, {{1001, end}}), false);
    }
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_LOSS);
    EXPECT_TRUE(m_sent.empty());
    EXPECT_EQ(Sack(1, {{6001, 7001}}), (Log{"arrived 1", "pace"}));
}

TEST_F(StockCongestionTest, AnEchoReducesTheWindowOnceUntilAllThatWasSentIsAcknowledged)
{
    m_sender.tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    m_sender.Send(10);
    Receive(1001, true);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_CWR);
    EXPECT_EQ(m_sender.tcb->m_ssThresh.Get(), 4500U) << "half of nine";
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 4500U) << "the law was told";
    EXPECT_EQ(m_sender.echoedAck.Get(), SequenceNumber32(1001));
    Receive(2001, true);
    EXPECT_EQ(m_sender.tcb->m_ssThresh.Get(), 4500U);
    m_sender.Send(1);
    Receive(10001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_CWR) << "all, and no more";
    Receive(11001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
}

TEST_F(StockCongestionTest, HalvesOfSegmentsCountTogether)
{
    m_sender.outstanding.Take(StockSender::START, 500);
    m_sender.outstanding.Take(StockSender::START + 500, 500);
    m_sender.tcb->m_highTxMark = SequenceNumber32(1001);
    Receive(501);
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 10 * MSS);
    Receive(1001);
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 11 * MSS) << "slow start";
    m_sender.Send(1);
    Receive(1501);
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 11 * MSS) << "nothing is left of those";
}

TEST_F(StockCongestionTest, WhatIsToldOfARecoveryWithoutSack)
{
    BeginRecovery(10);
    EXPECT_EQ(TakeLog(),
              (Log{"CA_DISORDER",
                   "arrived 1",
                   "pace",
                   "arrived 1",
                   "pace",
                   "CA_RECOVERY",
                   "loss with 7000",
                   "law begins 3 10000 0",
                   "send 1 1000",
                   "arrived 1",
                   "pace"}));
    EXPECT_EQ(Sack(1, {}), (Log{"law 0", "arrived 1", "pace"}));
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 4 * MSS) << "it stands for another one";
    m_sender.tcb->m_cWndInfl = 2500;
    EXPECT_EQ(
        Sack(1001, {}),
        (Log{"law 1000", "send 1001 1000", "arrived 1, a repair", "advance 1001, timer", "pace"}));
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), 1500U);
    EXPECT_EQ(m_sender.tcb->m_nextTxSequence.Get(), SequenceNumber32(1001));
    EXPECT_EQ(m_sender.tcb->m_lastAckedSeq, SequenceNumber32(1001));
    EXPECT_EQ(m_sender.tcb->m_lastAckedSackedBytes, 1000U);
    EXPECT_FALSE(m_sender.tcb->m_isRetransDataAcked);
    EXPECT_EQ(Sack(3001, {}),
              (Log{"law 2000", "send 3001 1000", "arrived 1, a repair", "advance 3001", "pace"}));
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), 0U) << "not below";
    EXPECT_EQ(Sack(10001, {}),
              (Log{"arrived 7",
                   "event 2", // CA_EVENT_COMPLETE_CWR
                   "CA_OPEN",
                   "advance 10001, timer",
                   "law ends",
                   "grow 7",
                   "advance 10001, timer",
                   "pace"}));
    // 3500 is left, and congestion avoidance adds 10^6/3500.
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 3785U);
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), 3785U);
    EXPECT_EQ(m_sender.tcb->m_bytesInFlight.Get(), 0U);
    ExpectTheNextRecoveryToStartTheTimer();
}

TEST_F(StockCongestionTest, WhatIsToldAfterATimeoutUntilAllIsAcknowledged)
{
    m_sender.Send(10);
    m_congestion.OnTimeout();
    EXPECT_EQ(TakeLog(), (Log{"loss with 10000", "event 3", "CA_LOSS"})); // CA_EVENT_LOSS
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), 1000U);
    EXPECT_EQ(Sack(2001, {}), (Log{"arrived 2", "grow 2", "advance 2001, timer", "pace"}));
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 2000U) << "slow start";
    // Segments count from where the timer expired.
    m_sender.Send(3);
    EXPECT_EQ(Sack(12001, {}),
              (Log{"arrived 2", "CA_OPEN", "grow 2", "advance 12001, timer", "pace"}));
    // Duplicates count from the beginning, and the ACK after them is short of them.
    m_sender.sackEnabled = false;
    m_sender.Send(5);
    EXPECT_EQ(Sack(12001, {}), (Log{"CA_DISORDER", "arrived 1", "pace"}));
    EXPECT_EQ(Sack(12001, {}), (Log{"arrived 1", "pace"}));
    EXPECT_EQ(Sack(13001, {}), (Log{"CA_OPEN", "grow 1", "advance 13001, timer", "pace"}));
    Receive(17001);
    m_sender.Send(3);
    EXPECT_EQ(Sack(17001, {}), (Log{"CA_DISORDER", "arrived 1", "pace"}));
    EXPECT_EQ(Sack(20001, {}),
              (Log{"arrived 2", "CA_OPEN", "grow 3", "advance 20001, timer", "pace"}));
}

TEST_F(StockCongestionTest, ATimeoutForgetsDuplicatesAndWithoutSackWhatTheyStoodFor)
{
    m_sender.sackEnabled = false;
    m_sender.Send(6);
    Receive(1);
    Receive(1);
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 2 * MSS);
    m_congestion.OnTimeout();
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 0U);
    Receive(6001);
    m_sender.Send(4);
    Receive(6001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_DISORDER) << "the first";
    // Without limited transmit a duplicate stands for nothing before a recovery.
    m_sender.limitedTransmit = false;
    Receive(6001);
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 1 * MSS);
    Receive(6001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_RECOVERY);
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 2 * MSS);
}

TEST_F(StockCongestionTest, BlocksBeginARecoveryAtOnceAndAPartialAckSendsWhatIsMissing)
{
    m_sender.Send(20);
    EXPECT_EQ(Sack(1, {{1001, 2001}, {3001, 5001}}),
              (Log{"CA_DISORDER",
                   "CA_RECOVERY",
                   "loss with 16000",
                   "law begins 1 20000 3000",
                   "send 1 1000",
                   "arrived 1",
                   "pace"}));
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetLost(), MSS) << "the head, and that once";
    EXPECT_EQ(Sack(1, {{6001, 7001}}), (Log{"law 1000", "arrived 1", "pace"}));
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 4 * MSS);
    // The third is lost by now, and the next one to go.
    EXPECT_EQ(
        Sack(2001, {}),
        (Log{"law 1000", "send 2001 1000", "arrived 1, a repair", "advance 2001, timer", "pace"}));
    // All that is missing below was sent again, and nothing is left to write: once more the head.
    EXPECT_EQ(Sack(5001, {}),
              (Log{"law 1000", "send 5001 1000", "arrived 1, a repair", "advance 5001", "pace"}));
}

TEST_F(StockCongestionTest, APartialAckThatARepairFollowsSendsNothing)
{
    m_sender.Send(10);
    Sack(1, {{3001, 7001}});
    m_sender.outstanding.Take(StockSender::START + 1000, MSS);
    m_sender.tcb->m_cWndInfl = 9000;
    EXPECT_EQ(Sack(1001, {}),
              (Log{"law 1000", "arrived 1, a repair", "advance 1001, timer", "pace"}));
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), 9000U);
}

TEST_F(StockCongestionTest, WhatIsToldOfAnEcho)
{
    m_sender.tcb->m_ecnState = TcpSocketState::ECN_DISABLED;
    m_sender.Send(4);
    Receive(1001, true);
    EXPECT_EQ(m_sender.tcb->m_ecnState.Get(), TcpSocketState::ECN_DISABLED);
    m_sender.tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    Receive(1001, true);
    EXPECT_EQ(m_sender.tcb->m_ecnState.Get(), TcpSocketState::ECN_IDLE) << "of no new data";
    m_log.clear();
    Receive(2001, true);
    EXPECT_EQ(TakeLog(),
              (Log{"loss with 2000",
                   "law begins 0 2000 1000",
                   "arrived 1",
                   "law 1000",
                   "advance 2001, timer",
                   "pace"}));
    EXPECT_EQ(m_sender.tcb->m_ecnState.Get(), TcpSocketState::ECN_ECE_RCVD);
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), m_sender.tcb->m_ssThresh.Get());
    // Duplicates are counted, and nothing else.
    m_sender.Send(4);
    for (const uint32_t end : {5001, 6001, 7001, 8001})
    {
        EXPECT_EQ(Sack(2001, {{4001, end}}), (Log{"arrived 1", "pace"}));
    }
    EXPECT_EQ(m_sender.tcb->m_ecnState.Get(), TcpSocketState::ECN_IDLE) << "no echo";
    EXPECT_EQ(Sack(2501, {}), (Log{"arrived 0", "advance 2501, timer", "pace"})) << "no segment";
    m_sender.Send(1);
    m_sender.tcb->m_cWnd = 9000;
    EXPECT_EQ(Sack(9001, {}),
              (Log{"law ends", "event 2", "arrived 2", "grow 2", "advance 9001, timer", "pace"}));
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
}

TEST_F(StockCongestionTest, AnEchoInARecoveryTakesItsPlace)
{
    m_sender.tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    m_sender.Send(10);
    Sack(1, {{1001, 4001}});
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_RECOVERY);
    Receive(4001, true);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_CWR);
}

TEST_F(StockCongestionTest, DuplicatesThatAdvanceCountAndTheHeadIsLostThoughNoBlocksSayIt)
{
    m_sender.Send(10);
    Sack(1, {{1001, 2001}});
    EXPECT_EQ(Sack(2001, {{3001, 4001}}), (Log{"arrived 1", "pace"}));
    EXPECT_EQ(Sack(4001, {{5001, 6001}}),
              (Log{"CA_RECOVERY",
                   "loss with 4000",
                   "law begins 3 6000 2000",
                   "send 4001 1000",
                   "law 2000",
                   "arrived 1",
                   "advance 4001, timer",
                   "pace"}));
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetLost(), MSS);
}

TEST_F(StockCongestionTest, ATimeoutInARecoveryEndsItsPartialAcks)
{
    BeginRecovery(10);
    Receive(1001);
    m_congestion.OnTimeout();
    Receive(10001);
    ExpectTheNextRecoveryToStartTheTimer();
}

TEST_F(StockCongestionTest, AControlThatGoesByRatesHearsOfEachAckAndNoLawIsAsked)
{
    m_control->goesByRates = true;
    m_sender.tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    m_sender.Send(10);
    Receive(1001, true);
    EXPECT_EQ(TakeLog(),
              (Log{"loss with 9000",
                   "arrived 1",
                   "advance 1001, timer",
                   "pace",
                   "rates 1000 1000 0 9000"}));
    m_sender.tcb->m_cWnd = 7000;
    m_sender.Send(1);
    Receive(11001);
    EXPECT_EQ(TakeLog().back(), "rates 11000 10000 0 9000");
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 7142U) << "not the threshold, 4500";
}

TEST_F(StockCongestionTest, AnAckOfAllTellsNothingAndOneBeyondMovesWhatIsNext)
{
    m_sender.Send(1);
    Receive(1001);
    EXPECT_EQ(Sack(1001, {}), Log{});
    m_sender.tcb->m_highTxMark = SequenceNumber32(1000);
    EXPECT_EQ(Sack(1001, {}), Log{"pace"});
    EXPECT_EQ(m_sender.tcb->m_nextTxSequence.Get(), SequenceNumber32(1001));
}

TEST_F(StockCongestionTest, TheSecondRecoveryIsAsTheFirst)
{
    for (const uint32_t una : {1, 10001})
    {
        m_sent.clear();
        m_advances.clear();
        m_sender.sackEnabled = false;
        m_sender.Send(10);
        for (int i = 0; i < 3; ++i)
        {
            Receive(una);
        }
        EXPECT_EQ(m_sender.tcb->m_ssThresh.Get(), 3500U);
        // Of a further duplicate nothing is sent: it stands for a segment that has arrived.
        Receive(una);
        EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 4 * MSS);
        Receive(una + 1000);
        Receive(una + 3000);
        EXPECT_EQ(
            m_advances,
            (std::vector<std::pair<uint32_t, bool>>{{una + 1000, true}, {una + 3000, false}}));
        EXPECT_EQ(m_sent, (std::vector<uint32_t>{una, una + 1000, una + 3000}));
        Receive(una + 10000);
        EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
    }
}

TEST_F(StockCongestionTest, WithoutLimitedTransmitADuplicateLeavesThePipe)
{
    m_sender.sackEnabled = false;
    m_sender.limitedTransmit = false;
    m_sender.Send(10);
    Receive(1);
    Receive(1);
    EXPECT_EQ(m_sender.outstanding.GetBoard().GetSacked(), 0U);
    Receive(2001);
    // The count begins anew.
    Receive(2001);
    Receive(2001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_DISORDER);
}

TEST_F(StockCongestionTest, ChangesOfWhatIsLostAreToldEitherWay)
{
    m_control->goesByRates = true;
    m_sender.Send(10);
    EXPECT_EQ(Sack(1, {{2001, 6001}}).back(), "rates 4000 4000 2000 9000");
    // The head was sent again; shown is what was in flight before it.
    EXPECT_EQ(Sack(1001, {}).back(), "rates 5000 1000 1000 4000");
}

} // namespace StockCongestionTests

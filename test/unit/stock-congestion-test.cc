/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-sender.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{
constexpr uint32_t MSS = StockSender::MSS;

/// A connection that does as it is told.
class StockCongestionTest : public testing::Test, protected StockCongestion::Output
{
  protected:
    void SendData(SequenceNumber32 seq, uint32_t most) override
    {
        m_sent.push_back(seq.GetValue());
        m_sender.outstanding.Take(m_sender.outstanding.ToPosition(seq), most);
    }

    void Advance(SequenceNumber32 ack, bool restartsTimer) override
    {
        m_advances.emplace_back(ack.GetValue(), restartsTimer);
    }

    void UpdatePace() override
    {
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

    StockSender m_sender{20 * MSS}; //!< its variables
    StockCongestion m_congestion{m_sender.variables, m_sender.outstanding, *this}; //!< under test
    std::vector<uint32_t> m_sent;                      //!< whatever the window is
    std::vector<std::pair<uint32_t, bool>> m_advances; //!< and whether the timer starts
};
} // namespace

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
}

TEST_F(StockCongestionTest, AnEchoReducesTheWindowOnceUntilAllThatWasSentIsAcknowledged)
{
    m_sender.tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    m_sender.Send(10);
    Receive(1001, true);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_CWR);
    EXPECT_EQ(m_sender.tcb->m_ssThresh.Get(), 4500U) << "half of nine";
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
}

TEST_F(StockCongestionTest, PartialAcksAfterATimeoutOpenTheWindowAndEndNothing)
{
    m_sender.Send(10);
    m_congestion.OnTimeout();
    Receive(2001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_LOSS);
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 2 * MSS);
    EXPECT_TRUE(m_sent.empty()) << "the connection sends what the window allows";
    Receive(10001);
    EXPECT_EQ(m_sender.tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(m_sender.tcb->m_cWnd.Get(), 2 * MSS) << "nothing beyond where the timeout was";
    EXPECT_EQ(m_sender.tcb->m_cWndInfl.Get(), 2 * MSS);
    EXPECT_EQ(m_advances, (std::vector<std::pair<uint32_t, bool>>{{2001, true}, {10001, true}}));
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

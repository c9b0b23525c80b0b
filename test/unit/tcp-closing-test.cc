/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/tcp-handshake.h"

#include <gtest/gtest.h>
#include <optional>

using namespace ns3;

namespace
{

using State = TcpSocket::TcpStates_t;
using End = TcpClosing::End;
using Ending = std::optional<End>;

/// The events of RFC 9293, figure 5, from ESTABLISHED on.
class TcpClosingTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpClosingTest()
    {
        onExpiry = [this](ConnectionTimer timer) { m_closing->OnTimer(timer); };
        Begin();
    }

    /// A connection is established: the same variables, as in a socket that is opened again.
    void Begin()
    {
        m_closing.emplace(ForConnection(), timers);
        machine.state = State::ESTABLISHED;
        machine.endNotified = false;
    }

    /// As TcpConnection does.
    void PeersFin()
    {
        if (m_closing->OnPeersFin())
        {
            m_closing->EnterTimeWait();
        }
    }

    /// As TcpConnection does.
    void FinAcked()
    {
        if (m_closing->OnFinAcked())
        {
            m_closing->EnterTimeWait();
        }
    }

    /// This end closes, and its FIN is acknowledged.
    void CloseFirst()
    {
        m_closing->OnClose();
        m_closing->OnFinSent();
        FinAcked();
    }

    std::optional<TcpClosing> m_closing;
};

// Section 3.6, case 1.
TEST_F(TcpClosingTest, ThisEndClosesFirst)
{
    m_closing->OnClose();
    EXPECT_EQ(machine.state, State::ESTABLISHED) << "until the FIN goes";
    m_closing->OnFinSent();
    EXPECT_EQ(machine.state, State::FIN_WAIT_1);
    EXPECT_FALSE(m_closing->IsUnclosed());
    FinAcked();
    EXPECT_EQ(machine.state, State::FIN_WAIT_2);
    PeersFin();
    EXPECT_EQ(machine.state, State::TIME_WAIT);
    EXPECT_TRUE(m_closing->TakeNotice());
    EXPECT_FALSE(m_closing->TakeNotice());
    RunUntil(59.9);
    EXPECT_EQ(m_closing->GetEnd(), Ending());
    RunUntil(60.1);
    EXPECT_EQ(m_closing->GetEnd(), Ending(End::SILENT)) << "the application knows";
    EXPECT_EQ(expired.size(), 1U) << "FIN_WAIT_2's is over";
}

// Case 2.
TEST_F(TcpClosingTest, ThePeerClosesFirst)
{
    PeersFin();
    EXPECT_EQ(machine.state, State::CLOSE_WAIT);
    EXPECT_TRUE(m_closing->TakeNotice());
    EXPECT_TRUE(m_closing->IsUnclosed());
    PeersFin();
    EXPECT_EQ(machine.state, State::CLOSE_WAIT) << "again";
    EXPECT_FALSE(m_closing->TakeNotice());
    m_closing->OnClose();
    m_closing->OnFinSent();
    EXPECT_EQ(machine.state, State::LAST_ACK);
    EXPECT_EQ(m_closing->GetEnd(), Ending());
    FinAcked();
    EXPECT_EQ(m_closing->GetEnd(), Ending(End::SILENT));
}

// Case 3.
TEST_F(TcpClosingTest, BothCloseAtOnce)
{
    m_closing->OnClose();
    m_closing->OnFinSent();
    PeersFin();
    EXPECT_EQ(machine.state, State::CLOSING);
    EXPECT_FALSE(m_closing->TakeNotice());
    FinAcked();
    EXPECT_EQ(machine.state, State::TIME_WAIT);
    EXPECT_TRUE(m_closing->TakeNotice());
}

TEST_F(TcpClosingTest, AFinThatIsAcknowledgedNowhereElseEndsNothing)
{
    for (const auto other : {State::ESTABLISHED, State::CLOSE_WAIT, State::TIME_WAIT})
    {
        machine.state = other;
        FinAcked();
        EXPECT_EQ(machine.state, other);
    }
    EXPECT_EQ(m_closing->GetEnd(), Ending());
}

// Section 3.10.7.4, second, and RFC 1337, section 3, F1.
TEST_F(TcpClosingTest, AResetIsAnErrorUntilBothHaveClosedAndNothingAfterwards)
{
    for (const auto& [when, end] : {std::pair(State::ESTABLISHED, Ending(End::ERROR)),
                                    {State::FIN_WAIT_1, Ending(End::ERROR)},
                                    {State::FIN_WAIT_2, Ending(End::ERROR)},
                                    {State::CLOSE_WAIT, Ending(End::ERROR)},
                                    {State::CLOSING, Ending(End::NORMAL)},
                                    {State::LAST_ACK, Ending(End::NORMAL)},
                                    {State::TIME_WAIT, Ending()}})
    {
        Begin();
        machine.state = when;
        m_closing->OnReset();
        EXPECT_EQ(m_closing->GetEnd(), end) << TcpSocket::TcpStateName[when];
    }
}

// Section 3.10.7.4, eighth: the 2 MSL begin anew.
TEST_F(TcpClosingTest, TimeWaitBeginsAnewAndAResetDoesNotEndIt)
{
    m_closing->EnterTimeWait();
    RunUntil(50);
    m_closing->EnterTimeWait();
    m_closing->OnReset();
    RunUntil(109);
    EXPECT_EQ(m_closing->GetEnd(), Ending());
    RunUntil(111);
    EXPECT_EQ(m_closing->GetEnd(), Ending(End::SILENT));
}

TEST_F(TcpClosingTest, InFinWait2APeerThatIsSilentIsGivenUp)
{
    CloseFirst();
    RunUntil(50);
    m_closing->OnNews();
    RunUntil(109);
    EXPECT_EQ(m_closing->GetEnd(), Ending()) << "its data came at 50 s";
    RunUntil(111);
    EXPECT_EQ(m_closing->GetEnd(), Ending(End::ERROR));
}

TEST_F(TcpClosingTest, NobodyWaitsForAPeerWithoutCloseOrForEver)
{
    m_closing->OnFinSent();
    FinAcked();
    EXPECT_EQ(machine.state, State::FIN_WAIT_2);
    RunUntil(1000);
    EXPECT_TRUE(expired.empty()) << "half closed";
    m_closing->OnClose();
    RunUntil(1061);
    EXPECT_EQ(m_closing->GetEnd(), Ending(End::ERROR)) << "closed at 1000 s";
    Begin();
    expired.clear();
    machine.finWait2Timeout = Seconds(0);
    CloseFirst();
    RunUntil(5000);
    EXPECT_TRUE(expired.empty());
}

TEST_F(TcpClosingTest, AFinGoesWhenItMay)
{
    struct Row
    {
        State state;
        bool whenSent, afterPeer;
        bool mayFollow, mayGo;
    };

    for (const Row& row : {Row{State::ESTABLISHED, false, false, false, false},
                           {State::ESTABLISHED, true, false, true, true},
                           {State::ESTABLISHED, true, true, false, false},
                           {State::CLOSE_WAIT, true, true, true, true},
                           {State::CLOSE_WAIT, false, true, false, false},
                           {State::SYN_RCVD, true, false, true, false},
                           {State::FIN_WAIT_1, true, false, true, false}})
    {
        machine.state = row.state;
        machine.closesWhenSent = row.whenSent;
        machine.closesAfterPeer = row.afterPeer;
        EXPECT_EQ(m_closing->MayFinJoin(), row.mayFollow) << TcpSocket::TcpStateName[row.state];
        EXPECT_EQ(m_closing->MayFinGo(), row.mayGo) << TcpSocket::TcpStateName[row.state];
    }
}

TEST_F(TcpClosingTest, ASecondConnectionHasNothingOfTheFirst)
{
    CloseFirst();
    PeersFin();
    timers.CancelAll();
    RunUntil(100);
    EXPECT_TRUE(expired.empty());
    Begin();
    EXPECT_EQ(m_closing->GetEnd(), Ending());
    EXPECT_FALSE(m_closing->TakeNotice());
    m_closing->OnFinSent();
    FinAcked();
    RunUntil(300);
    EXPECT_TRUE(expired.empty()) << "the first one was closed, not this one";
    PeersFin();
    EXPECT_TRUE(m_closing->TakeNotice());
}

} // namespace

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "connection-world.h"

#include "ns3/tcp-handshake.h"

#include <gtest/gtest.h>
#include <optional>

namespace TcpClosingTests
{

using namespace ns3;

using State = ConnectionState;
using End = TcpClosing::End;
using Ending = std::optional<End>;

/// The events of RFC 9293, figure 5, from ESTABLISHED on.
class TcpClosingTest : public testing::Test, protected ConnectionWorld
{
  protected:
    TcpClosingTest()
    {
        onExpiry = [this](ConnectionTimer expiring) { m_closing->OnTimer(expiring); };
        Begin();
    }

    /// A connection is established, with the same clock, as in a socket that is opened again.
    void Begin()
    {
        m_closing.emplace(choice.closing, m_state, timers);
        m_state = State::ESTABLISHED;
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

    State m_state{State::CLOSED};
    std::optional<TcpClosing> m_closing;
};

// Section 3.6, case 1.
TEST_F(TcpClosingTest, ThisEndClosesFirst)
{
    m_closing->OnClose();
    EXPECT_EQ(m_state, State::ESTABLISHED) << "until the FIN goes";
    m_closing->OnFinSent();
    EXPECT_EQ(m_state, State::FIN_WAIT_1);
    EXPECT_FALSE(m_closing->IsUnclosed());
    FinAcked();
    EXPECT_EQ(m_state, State::FIN_WAIT_2);
    PeersFin();
    EXPECT_EQ(m_state, State::TIME_WAIT);
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
    EXPECT_EQ(m_state, State::CLOSE_WAIT);
    EXPECT_TRUE(m_closing->TakeNotice());
    EXPECT_TRUE(m_closing->IsUnclosed());
    PeersFin();
    EXPECT_EQ(m_state, State::CLOSE_WAIT) << "again";
    EXPECT_FALSE(m_closing->TakeNotice());
    m_closing->OnClose();
    m_closing->OnFinSent();
    EXPECT_EQ(m_state, State::LAST_ACK);
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
    EXPECT_EQ(m_state, State::CLOSING);
    EXPECT_FALSE(m_closing->TakeNotice());
    FinAcked();
    EXPECT_EQ(m_state, State::TIME_WAIT);
    EXPECT_TRUE(m_closing->TakeNotice());
}

// Section 3.10.4: CLOSE enters FIN-WAIT-1 in any case, though data have to go before our FIN.
TEST_F(TcpClosingTest, WhoHasClosedBeforeThePeersFinWaitsAtTheEnd)
{
    m_closing->CloseWhenSent();
    m_closing->OnClose();
    PeersFin();
    EXPECT_EQ(m_state, State::CLOSE_WAIT);
    m_closing->OnFinSent();
    EXPECT_EQ(m_state, State::CLOSING);
    FinAcked();
    EXPECT_EQ(m_state, State::TIME_WAIT);
}

TEST_F(TcpClosingTest, AFinThatIsAcknowledgedNowhereElseEndsNothing)
{
    for (const auto other : {State::ESTABLISHED, State::CLOSE_WAIT, State::TIME_WAIT})
    {
        m_state = other;
        FinAcked();
        EXPECT_EQ(m_state, other);
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
        m_state = when;
        m_closing->OnReset();
        EXPECT_EQ(m_closing->GetEnd(), end) << static_cast<int>(when);
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
    EXPECT_EQ(m_state, State::FIN_WAIT_2);
    RunUntil(1000);
    EXPECT_TRUE(expired.empty()) << "half closed";
    m_closing->OnClose();
    RunUntil(1061);
    EXPECT_EQ(m_closing->GetEnd(), Ending(End::ERROR)) << "closed at 1000 s";
    choice.closing.finWait2Timeout = Instant::zero();
    Begin();
    expired.clear();
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
        SCOPED_TRACE(static_cast<int>(row.state));
        choice.closing.closesWhenSent = row.whenSent;
        choice.closing.closesAfterPeer = row.afterPeer;
        Begin();
        m_state = row.state;
        EXPECT_EQ(m_closing->IsClosing(), row.whenSent);
        EXPECT_EQ(m_closing->MayFinJoin(), row.mayFollow);
        EXPECT_EQ(m_closing->MayFinGo(), row.mayGo);
        m_closing->CloseWhenSent();
        EXPECT_TRUE(m_closing->IsClosing() && m_closing->MayFinJoin()) << "whatever the peer does";
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

} // namespace TcpClosingTests

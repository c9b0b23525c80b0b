/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/tcp-ecn.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

using ns3::TcpEcn;
using ns3::TcpHeader;
using ns3::TcpSocketState;
using Mark = TcpEcn::Mark;
using Event = std::optional<TcpSocketState::TcpCAEvent_t>;

namespace
{

constexpr uint8_t ACK = TcpHeader::ACK;
constexpr uint8_t ECE = TcpHeader::ECE;
constexpr uint8_t CWR = TcpHeader::CWR;

class TcpEcnTest : public testing::Test
{
  protected:
    TcpEcnTest()
        : m_tcb(ns3::CreateObject<TcpSocketState>()),
          m_ecn(m_tcb)
    {
        m_tcb->m_useEcn = TcpSocketState::On;
    }

    TcpSocketState::EcnState_t GetState() const
    {
        return m_tcb->m_ecnState;
    }

    ns3::Ptr<TcpSocketState> m_tcb;
    TcpEcn m_ecn;
};

// RFC 3168, section 6.1.1.
TEST_F(TcpEcnTest, BothEndsMustWantIt)
{
    EXPECT_EQ(m_ecn.Answer(TcpHeader::SYN | ECE | CWR), ECE);
    EXPECT_TRUE(m_ecn.IsUsed());
    EXPECT_EQ(m_ecn.Answer(TcpHeader::SYN | ECE), 0) << "a SYN that does not ask";
    EXPECT_FALSE(m_ecn.IsUsed());
    m_ecn.OnAnswer(TcpHeader::SYN | ACK | ECE);
    EXPECT_TRUE(m_ecn.IsUsed());
    m_ecn.OnAnswer(TcpHeader::SYN | ACK | ECE | CWR);
    EXPECT_FALSE(m_ecn.IsUsed()) << "a peer that sends back what it was sent";
    m_tcb->m_useEcn = TcpSocketState::Off;
    EXPECT_EQ(m_ecn.Answer(TcpHeader::SYN | ECE | CWR), 0);
    m_ecn.OnAnswer(TcpHeader::SYN | ACK | ECE);
    EXPECT_FALSE(m_ecn.IsUsed());
}

TEST_F(TcpEcnTest, WithoutItNothingIsEchoedOrHeardOf)
{
    m_ecn.Answer(TcpHeader::SYN);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::EXPERIENCED), Event());
    EXPECT_EQ(m_ecn.GetEcho(), 0);
    EXPECT_FALSE(m_ecn.OnAck(ACK | ECE));
    EXPECT_EQ(GetState(), TcpSocketState::ECN_DISABLED);
}

// Section 6.1.3: on every ACK, until the sender says that it has reduced its window.
TEST_F(TcpEcnTest, AMarkIsEchoedUntilTheReductionIsTold)
{
    m_ecn.Answer(TcpHeader::SYN | ECE | CWR);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::CAPABLE), Event(TcpSocketState::CA_EVENT_ECN_NO_CE));
    EXPECT_EQ(m_ecn.GetEcho(), 0);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::EXPERIENCED), Event(TcpSocketState::CA_EVENT_ECN_IS_CE));
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::NOT_CAPABLE), Event());
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
    m_ecn.OnData(ACK | CWR, Mark::CAPABLE);
    EXPECT_EQ(m_ecn.GetEcho(), 0);
}

TEST_F(TcpEcnTest, AMarkOnTheSegmentThatTellsOfAReductionIsANewOne)
{
    m_ecn.Answer(TcpHeader::SYN | ECE | CWR);
    m_ecn.OnData(ACK, Mark::EXPERIENCED);
    m_ecn.GetEcho();
    m_ecn.OnData(ACK | CWR, Mark::EXPERIENCED);
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
}

// Section 6.1.2.
TEST_F(TcpEcnTest, AnEchoIsHeardAndTheReductionTold)
{
    m_ecn.OnAnswer(TcpHeader::SYN | ACK | ECE);
    EXPECT_TRUE(m_ecn.OnAck(ACK | ECE));
    EXPECT_EQ(GetState(), TcpSocketState::ECN_ECE_RCVD);
    m_ecn.OnReductionTold();
    EXPECT_EQ(GetState(), TcpSocketState::ECN_CWR_SENT);
    EXPECT_TRUE(m_ecn.OnAck(ACK | ECE));
    EXPECT_FALSE(m_ecn.OnAck(ACK));
    EXPECT_EQ(GetState(), TcpSocketState::ECN_IDLE);
}

// ns-3 has one variable for both directions.
TEST_F(TcpEcnTest, AnEchoThatIsDueIsNotForgottenForWhatIsHeard)
{
    m_ecn.OnAnswer(TcpHeader::SYN | ACK | ECE);
    m_ecn.OnData(ACK, Mark::EXPERIENCED);
    EXPECT_TRUE(m_ecn.OnAck(ACK | ECE));
    m_ecn.OnReductionTold();
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
    EXPECT_FALSE(m_ecn.OnAck(ACK));
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
}

} // namespace

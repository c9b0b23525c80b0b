/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/segment-fields.h"
#include "ns3/tcp-ecn.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <optional>

using ns3::ControlEvent;
using ns3::SegmentFields;
using ns3::TcpEcn;
using ns3::Window;
using Mark = TcpEcn::Mark;
using Event = std::optional<ControlEvent>;

namespace TcpEcnTests
{

constexpr uint8_t SYN = SegmentFields::SYN;
constexpr uint8_t ACK = SegmentFields::ACK;
constexpr uint8_t ECE = SegmentFields::ECE;
constexpr uint8_t CWR = SegmentFields::CWR;

class TcpEcnTest : public testing::Test
{
  protected:
    Window m_window;
    TcpEcn m_ecn{m_window, true};
};

// RFC 3168, section 6.1.1.
TEST_F(TcpEcnTest, BothEndsMustWantIt)
{
    EXPECT_EQ(m_ecn.Answer(SYN | ECE | CWR), ECE);
    EXPECT_TRUE(m_ecn.IsUsed());
    EXPECT_EQ(m_ecn.Answer(SYN | ECE), 0) << "a SYN that does not ask";
    EXPECT_FALSE(m_ecn.IsUsed());
    m_ecn.OnAnswer(SYN | ACK | ECE);
    EXPECT_TRUE(m_ecn.IsUsed());
    m_ecn.OnAnswer(SYN | ACK | ECE | CWR);
    EXPECT_FALSE(m_ecn.IsUsed()) << "a peer that sends back what it was sent";
    TcpEcn unwanted{m_window, false};
    EXPECT_EQ(unwanted.Answer(SYN | ECE | CWR), 0);
    unwanted.OnAnswer(SYN | ACK | ECE);
    EXPECT_FALSE(unwanted.IsUsed());
}

TEST_F(TcpEcnTest, WithoutItNothingIsEchoedOrHeardOf)
{
    m_ecn.Answer(SYN);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::EXPERIENCED), Event());
    EXPECT_EQ(m_ecn.GetEcho(), 0);
    EXPECT_FALSE(m_ecn.OnAck(ACK | ECE));
    EXPECT_EQ(m_window.ecn, Window::Ecn::DISABLED);
}

// Section 6.1.3: on every ACK, until the sender says that it has reduced its window.
TEST_F(TcpEcnTest, AMarkIsEchoedUntilTheReductionIsTold)
{
    m_ecn.Answer(SYN | ECE | CWR);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::CAPABLE), Event(ControlEvent::ECN_NO_CE));
    EXPECT_EQ(m_ecn.GetEcho(), 0);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::EXPERIENCED), Event(ControlEvent::ECN_IS_CE));
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
    EXPECT_EQ(m_ecn.OnData(ACK, Mark::NOT_CAPABLE), Event());
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
    m_ecn.OnData(ACK | CWR, Mark::CAPABLE);
    EXPECT_EQ(m_ecn.GetEcho(), 0);
}

TEST_F(TcpEcnTest, AMarkOnTheSegmentThatTellsOfAReductionIsANewOne)
{
    m_ecn.Answer(SYN | ECE | CWR);
    m_ecn.OnData(ACK, Mark::EXPERIENCED);
    m_ecn.GetEcho();
    m_ecn.OnData(ACK | CWR, Mark::EXPERIENCED);
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
}

// Section 6.1.2.
TEST_F(TcpEcnTest, AnEchoIsHeardAndTheReductionTold)
{
    m_ecn.OnAnswer(SYN | ACK | ECE);
    EXPECT_TRUE(m_ecn.OnAck(ACK | ECE));
    EXPECT_EQ(m_window.ecn, Window::Ecn::ECE_RECEIVED);
    m_ecn.OnReductionTold();
    EXPECT_EQ(m_window.ecn, Window::Ecn::CWR_SENT);
    EXPECT_TRUE(m_ecn.OnAck(ACK | ECE));
    EXPECT_FALSE(m_ecn.OnAck(ACK));
    EXPECT_EQ(m_window.ecn, Window::Ecn::IDLE);
}

// One variable is for both directions.
TEST_F(TcpEcnTest, AnEchoThatIsDueIsNotForgottenForWhatIsHeard)
{
    m_ecn.OnAnswer(SYN | ACK | ECE);
    m_ecn.OnData(ACK, Mark::EXPERIENCED);
    EXPECT_TRUE(m_ecn.OnAck(ACK | ECE));
    m_ecn.OnReductionTold();
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
    EXPECT_FALSE(m_ecn.OnAck(ACK));
    EXPECT_EQ(m_ecn.GetEcho(), ECE);
}

} // namespace TcpEcnTests

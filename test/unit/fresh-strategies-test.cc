/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fresh-strategies.h"
#include "ns3/tcp-lossy-controls.h"
#include "ns3/tcp-prr-recovery.h"

#include <gtest/gtest.h>

namespace FreshStrategiesTests
{

using namespace ns3;

/// A control that learns.
class LearningControl : public TcpNewReno
{
  public:
    Ptr<TcpCongestionOps> Fork() override
    {
        ++copies;
        return CopyObject<LearningControl>(this);
    }

    static inline uint32_t copies{0}; //!< made of all
    uint32_t learned{0};              //!< of the path
};

/// @return what a control has learned
uint32_t
Learned(const Ptr<TcpCongestionOps>& control)
{
    return DynamicCast<LearningControl>(control)->learned;
}

/// A socket's choice, and its connections.
struct FreshStrategiesTest : testing::Test
{
    FreshStrategiesTest()
    {
        chosen->learned = 1;
        tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
        fresh.Notice(control, law);
        fresh.Keep();
        fresh.Notice(control, law);
    }

    FreshStrategies fresh;
    Ptr<TcpSocketState> tcb = CreateObject<TcpSocketState>();
    Ptr<LearningControl> chosen = CreateObject<LearningControl>();
    Ptr<TcpCongestionOps> control = chosen;
    Ptr<TcpRecoveryOps> law = CreateObject<TcpClassicRecovery>();
};

TEST_F(FreshStrategiesTest, EachConnectionBeginsWithWhatWasChosen)
{
    for (int connection = 0; connection < 3; ++connection)
    {
        DynamicCast<LearningControl>(control)->learned = 100;
        const auto former = control;
        const auto formerLaw = law;
        fresh.Renew(control, law, *tcb);
        EXPECT_NE(control, former);
        EXPECT_NE(law, formerLaw);
        EXPECT_EQ(Learned(control), 1U);
    }
}

TEST_F(FreshStrategiesTest, OnlyAnotherChoiceIsNoticed)
{
    const auto copiesFor = [this](const Ptr<TcpCongestionOps>& next) {
        const auto before = LearningControl::copies;
        control = next;
        fresh.Notice(control, law);
        return LearningControl::copies - before;
    };
    EXPECT_EQ(copiesFor(control), 0U);
    fresh.Renew(control, law, *tcb);
    EXPECT_EQ(copiesFor(control), 0U) << "its own copies";
    law = CreateObject<TcpPrrRecovery>();
    EXPECT_EQ(copiesFor(control), 0U) << "only the law is another one";
    EXPECT_EQ(copiesFor(CreateObject<LearningControl>()), 1U);
    EXPECT_EQ(copiesFor(control), 0U);
}

TEST_F(FreshStrategiesTest, WhatIsChosenDuringAConnectionIsKeptAsItWas)
{
    chosen->learned = 100;
    law = CreateObject<TcpPrrRecovery>();
    fresh.Notice(control, law);
    fresh.Renew(control, law, *tcb);
    EXPECT_EQ(Learned(control), 1U) << "only the law is another one";
    EXPECT_EQ(law->GetInstanceTypeId(), TcpPrrRecovery::GetTypeId());

    const auto other = CreateObject<LearningControl>();
    other->learned = 7;
    control = other;
    fresh.Notice(control, law);
    other->learned = 200;
    fresh.Renew(control, law, *tcb);
    EXPECT_EQ(Learned(control), 7U);
    EXPECT_EQ(law->GetInstanceTypeId(), TcpPrrRecovery::GetTypeId());
}

TEST_F(FreshStrategiesTest, NothingIsLeftOfTheLastConnection)
{
    FreshStrategies fresh;
    EXPECT_FALSE(fresh.IsKept()) << "before the first connection";
    fresh.Notice(control, law);
    fresh.Keep();
    fresh.Notice(control, law);
    EXPECT_TRUE(fresh.IsKept());

    tcb->m_segmentSize = 536;
    tcb->m_lastAckedSeq = SequenceNumber32(901);
    tcb->m_nextTxSequence = SequenceNumber32(1001);
    tcb->m_highTxMark = SequenceNumber32(2001);
    tcb->m_congState = TcpSocketState::CA_LOSS;
    tcb->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
    tcb->m_minRtt = MilliSeconds(100);
    tcb->m_lastRtt = MilliSeconds(200);
    tcb->m_pacingRate = DataRate("1Mbps");
    tcb->m_maxPacingRate = DataRate("4Gbps");
    tcb->m_bytesInFlight = 1000;
    tcb->m_rxBuffer->SetNextRxSequence(SequenceNumber32(501));
    fresh.Renew(control, law, *tcb);
    EXPECT_EQ(tcb->m_segmentSize, 536U) << "it is the user's, see the socket";
    EXPECT_EQ(tcb->m_lastAckedSeq, SequenceNumber32(0));
    EXPECT_EQ(tcb->m_nextTxSequence.Get(), SequenceNumber32(0));
    EXPECT_EQ(tcb->m_highTxMark.Get(), SequenceNumber32(0));
    EXPECT_EQ(tcb->m_congState.Get(), TcpSocketState::CA_OPEN);
    EXPECT_EQ(tcb->m_ecnState.Get(), TcpSocketState::ECN_DISABLED);
    EXPECT_EQ(tcb->m_minRtt, Time::Max());
    EXPECT_EQ(tcb->m_lastRtt.Get(), Time(0));
    EXPECT_EQ(tcb->m_pacingRate.Get(), DataRate("4Gbps"));
    EXPECT_EQ(tcb->m_bytesInFlight.Get(), 0U);
    EXPECT_EQ(tcb->m_rxBuffer->NextRxSequence(), SequenceNumber32(0));
}

// Whoever has connected the traces, or set the attributes, of what is renewed has them still.
TEST(FreshStrategies, WhatCanBeRenewedIsTheSameObject)
{
    FreshStrategies fresh;
    const auto tcb = CreateObject<TcpSocketState>();
    tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
    const auto chosen = CreateObject<TcpVenoDr>();
    const auto chosenLaw = CreateObject<TcpDynamicRecovery>();
    Ptr<TcpCongestionOps> control = chosen;
    Ptr<TcpRecoveryOps> law = chosenLaw;
    fresh.Keep();
    fresh.Notice(control, law);
    for (int connection = 0; connection < 3; ++connection)
    {
        fresh.Renew(control, law, *tcb);
        EXPECT_EQ(control, chosen);
        EXPECT_EQ(law, chosenLaw);
    }
    EXPECT_EQ(chosen->GetReferenceCount(), 3U) << "the test's two and that of the connection";
}

TEST(FreshStrategies, BeforeTheFirstConnectionTheUserMaySetUpWhatIsChosen)
{
    FreshStrategies fresh;
    const auto tcb = CreateObject<TcpSocketState>();
    tcb->m_rxBuffer = CreateObject<TcpRxBuffer>();
    const auto chosen = CreateObject<LearningControl>();
    Ptr<TcpCongestionOps> control = chosen;
    Ptr<TcpRecoveryOps> law = CreateObject<TcpClassicRecovery>();
    fresh.Notice(control, law);
    chosen->learned = 5;
    fresh.Keep();
    fresh.Notice(control, law); // the copies are of now
    fresh.Renew(control, law, *tcb);
    EXPECT_EQ(Learned(control), 5U);
}

} // namespace FreshStrategiesTests

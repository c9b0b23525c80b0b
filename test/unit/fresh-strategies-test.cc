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
        Notice();
        freshControl.Keep();
        freshLaw.Keep();
        Notice();
    }

    void Notice()
    {
        freshControl.Notice(control);
        freshLaw.Notice(law);
    }

    void Renew()
    {
        freshControl.Renew(control);
        freshLaw.Renew(law);
    }

    Fresh<TcpCongestionOps> freshControl;
    Fresh<TcpRecoveryOps> freshLaw;
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
        Renew();
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
        Notice();
        return LearningControl::copies - before;
    };
    EXPECT_EQ(copiesFor(control), 0U);
    Renew();
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
    Notice();
    Renew();
    EXPECT_EQ(Learned(control), 1U) << "only the law is another one";
    EXPECT_EQ(law->GetInstanceTypeId(), TcpPrrRecovery::GetTypeId());

    const auto other = CreateObject<LearningControl>();
    other->learned = 7;
    control = other;
    Notice();
    other->learned = 200;
    Renew();
    EXPECT_EQ(Learned(control), 7U);
    EXPECT_EQ(law->GetInstanceTypeId(), TcpPrrRecovery::GetTypeId());
}

// Whoever has connected the traces, or set the attributes, of what is renewed has them still.
TEST(FreshStrategies, WhatCanBeRenewedIsTheSameObject)
{
    Fresh<TcpCongestionOps> freshControl;
    Fresh<TcpRecoveryOps> freshLaw;
    const auto chosen = CreateObject<TcpVenoDr>();
    const auto chosenLaw = CreateObject<TcpDynamicRecovery>();
    Ptr<TcpCongestionOps> control = chosen;
    Ptr<TcpRecoveryOps> law = chosenLaw;
    freshControl.Keep();
    freshControl.Notice(control);
    freshLaw.Keep();
    freshLaw.Notice(law);
    for (int connection = 0; connection < 3; ++connection)
    {
        freshControl.Renew(control);
        freshLaw.Renew(law);
        EXPECT_EQ(control, chosen);
        EXPECT_EQ(law, chosenLaw);
    }
    EXPECT_EQ(chosen->GetReferenceCount(), 3U) << "the test's two and that of the connection";
}

// Those that `template class ns3::TcpWindowControlOf<Own>;` makes, too.
TEST(FreshStrategies, AControlOfPlainCppIsRenewed)
{
    Fresh<TcpCongestionOps> fresh;
    const auto chosen = CreateObject<TcpKernelReno>();
    const auto tcb = CreateObject<TcpSocketState>();
    tcb->m_segmentSize = 1000;
    tcb->m_cWnd = 7000;
    tcb->m_ssThresh = 7000;
    chosen->IncreaseWindow(tcb, 6);
    Ptr<TcpCongestionOps> control = chosen;
    fresh.Keep();
    fresh.Notice(control);
    fresh.Renew(control);
    EXPECT_EQ(control, chosen);
    control->IncreaseWindow(tcb, 6);
    EXPECT_EQ(tcb->m_cWnd, 7000U) << "the seventh segment would open the window";
}

TEST(FreshStrategies, BeforeTheFirstConnectionTheUserMaySetUpWhatIsChosen)
{
    Fresh<TcpCongestionOps> fresh;
    EXPECT_FALSE(fresh.IsKept());
    const auto chosen = CreateObject<LearningControl>();
    Ptr<TcpCongestionOps> control = chosen;
    fresh.Notice(control);
    chosen->learned = 5;
    fresh.Keep();
    EXPECT_TRUE(fresh.IsKept());
    fresh.Notice(control); // the copy is of now
    fresh.Renew(control);
    EXPECT_EQ(Learned(control), 5U);
}

} // namespace FreshStrategiesTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fresh-strategies.h"
#include "ns3/tcp-prr-recovery.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// A control that learns.
class LearningControl : public TcpNewReno
{
  public:
    Ptr<TcpCongestionOps> Fork() override
    {
        return CopyObject<LearningControl>(this);
    }

    uint32_t learned{0}; //!< of the path
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
        fresh.Notice(control, law);
        fresh.Keep();
        fresh.Notice(control, law);
    }

    FreshStrategies fresh;
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
        fresh.Renew(control, law);
        EXPECT_NE(control, former);
        EXPECT_NE(law, formerLaw);
        EXPECT_EQ(Learned(control), 1U);
    }
}

TEST_F(FreshStrategiesTest, OnlyAnotherChoiceIsNoticed)
{
    EXPECT_FALSE(fresh.Notice(control, law));
    fresh.Renew(control, law);
    EXPECT_FALSE(fresh.Notice(control, law)) << "its own copies";
    law = CreateObject<TcpPrrRecovery>();
    EXPECT_TRUE(fresh.Notice(control, law));
    EXPECT_FALSE(fresh.Notice(control, law));
    control = CreateObject<TcpNewReno>();
    EXPECT_TRUE(fresh.Notice(control, law));
    EXPECT_FALSE(fresh.Notice(control, law));
}

TEST_F(FreshStrategiesTest, WhatIsChosenDuringAConnectionIsKeptAsItWas)
{
    chosen->learned = 100;
    law = CreateObject<TcpPrrRecovery>();
    fresh.Notice(control, law);
    fresh.Renew(control, law);
    EXPECT_EQ(Learned(control), 1U) << "only the law is another one";
    EXPECT_EQ(law->GetInstanceTypeId(), TcpPrrRecovery::GetTypeId());

    const auto other = CreateObject<LearningControl>();
    other->learned = 7;
    control = other;
    fresh.Notice(control, law);
    other->learned = 200;
    fresh.Renew(control, law);
    EXPECT_EQ(Learned(control), 7U);
    EXPECT_EQ(law->GetInstanceTypeId(), TcpPrrRecovery::GetTypeId());
}

TEST(FreshStrategies, BeforeTheFirstConnectionTheUserMaySetUpWhatIsChosen)
{
    FreshStrategies fresh;
    const auto chosen = CreateObject<LearningControl>();
    Ptr<TcpCongestionOps> control = chosen;
    Ptr<TcpRecoveryOps> law = CreateObject<TcpClassicRecovery>();
    EXPECT_TRUE(fresh.Notice(control, law));
    chosen->learned = 5;
    fresh.Keep();
    EXPECT_TRUE(fresh.Notice(control, law)) << "the copies are of now";
    fresh.Renew(control, law);
    EXPECT_EQ(Learned(control), 5U);
}

} // namespace

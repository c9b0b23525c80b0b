/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/veno-law.h"

#include <gtest/gtest.h>

using ns3::VenoLaw;

namespace VenoLawTests
{

// The paper's listing, section 2.2.
constexpr double ALPHA = 1.0;
constexpr double BETA = 3.0;

int
OpeningsOf(VenoLaw& law, int acks)
{
    int openings = 0;
    for (int i = 0; i < acks; ++i)
    {
        openings += law.OnNewAck();
    }
    return openings;
}

TEST(VenoLaw, NoEquilibriumAndFullPaceAtFirst)
{
    VenoLaw law;
    EXPECT_FALSE(law.IsEquilibrium());
    EXPECT_EQ(OpeningsOf(law, 100), 100);
}

TEST(VenoLaw, TheThreeRowsOfTheListing)
{
    struct Row
    {
        double backlog;
        bool equilibrium;
        int openings; // of 100 ACKs
    };

    for (const auto& row : {Row{0.0, false, 100},
                            Row{1.0, false, 100},
                            Row{1.01, true, 100},
                            Row{3.0, true, 100},
                            Row{3.01, true, 50},
                            Row{40.0, true, 50}})
    {
        VenoLaw law;
        law.OnBacklog(row.backlog, ALPHA, BETA);
        EXPECT_EQ(law.IsEquilibrium(), row.equilibrium) << "N = " << row.backlog;
        EXPECT_EQ(OpeningsOf(law, 100), row.openings) << "N = " << row.backlog;
    }
}

TEST(VenoLaw, EveryOtherAckAcrossEvaluations)
{
    VenoLaw law;
    law.OnBacklog(5.0, ALPHA, BETA);
    EXPECT_FALSE(law.OnNewAck());
    law.OnBacklog(6.0, ALPHA, BETA);
    EXPECT_TRUE(law.OnNewAck()) << "an evaluation at half pace does not break the alternation";
    EXPECT_FALSE(law.OnNewAck());
    law.OnBacklog(2.0, ALPHA, BETA);
    EXPECT_TRUE(law.OnNewAck());
    EXPECT_TRUE(law.OnNewAck());
    law.OnBacklog(4.0, ALPHA, BETA);
    EXPECT_FALSE(law.OnNewAck()) << "half pace begins with an ACK that does not open the window";
}

TEST(VenoLaw, EqualThresholdsAreTheVenoOf2003)
{
    VenoLaw law;
    law.OnBacklog(2.9, 3.0, 3.0);
    EXPECT_FALSE(law.IsEquilibrium());
    EXPECT_EQ(OpeningsOf(law, 10), 10);
    law.OnBacklog(3.1, 3.0, 3.0);
    EXPECT_TRUE(law.IsEquilibrium());
    EXPECT_EQ(OpeningsOf(law, 10), 5);
}

} // namespace VenoLawTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/needless-repair.h"

#include <gtest/gtest.h>

using ns3::NeedlessRepair;

TEST(NeedlessRepair, AllThatWasSentAgainArrivedTwice)
{
    NeedlessRepair repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({3000, 4000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    EXPECT_TRUE(repair.OnDuplicate({3000, 4000}));
    EXPECT_FALSE(repair.OnDuplicate({3000, 4000})) << "told once";
}

TEST(NeedlessRepair, NothingWasSentAgain)
{
    NeedlessRepair repair;
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000})) << "no repair at all";
    repair.Begin({1000, 9000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    repair.OnSentAgain({1000, 2000});
    EXPECT_TRUE(repair.OnDuplicate({1000, 2000}));
}

TEST(NeedlessRepair, OnlyWhatTheRepairIsAbout)
{
    NeedlessRepair repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({9000, 10000});
    EXPECT_FALSE(repair.OnDuplicate({0, 1000}));
    EXPECT_FALSE(repair.OnDuplicate({9000, 10000}));
    EXPECT_FALSE(repair.OnDuplicate({500, 1500})) << "a half";
    EXPECT_TRUE(repair.OnDuplicate({1500, 2000}));
}

TEST(NeedlessRepair, TheNextRepairForgetsTheLast)
{
    NeedlessRepair repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({2000, 3000});
    repair.Begin({5000, 12000});
    repair.OnSentAgain({5000, 6000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    EXPECT_TRUE(repair.OnDuplicate({5000, 6000}));
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <gtest/gtest.h>

namespace SpuriousRecoveryDetectorTests
{

using ns3::OctetRange;
using ns3::SpuriousRecoveryDetector;

TEST(SpuriousRecoveryDetector, AllThatWasSentAgainArrivedTwice)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({3000, 4000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    EXPECT_TRUE(repair.OnDuplicate({3000, 4000}));
    EXPECT_FALSE(repair.OnDuplicate({3000, 4000})) << "told once";
}

TEST(SpuriousRecoveryDetector, NothingWasSentAgain)
{
    SpuriousRecoveryDetector repair;
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000})) << "no repair at all";
    repair.Begin({1000, 9000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    repair.OnSentAgain({1000, 2000});
    EXPECT_TRUE(repair.OnDuplicate({1000, 2000}));
}

TEST(SpuriousRecoveryDetector, OnlyWhatTheRepairIsAbout)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({9000, 10000});
    EXPECT_FALSE(repair.OnDuplicate({0, 1000}));
    EXPECT_FALSE(repair.OnDuplicate({9000, 10000}));
    EXPECT_FALSE(repair.OnDuplicate({500, 1500})) << "a half";
    EXPECT_TRUE(repair.OnDuplicate({1500, 2000}));
}

// What else arrives twice says nothing of the repair, however much.
TEST(SpuriousRecoveryDetector, DuplicateOfAnotherSegment)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    EXPECT_FALSE(repair.OnDuplicate({2000, 3000}));
    EXPECT_TRUE(repair.OnDuplicate({1000, 2000}));
}

// A probe of 8000:9000 was under way: its D-SACK is not the repair's, and must come, too.
TEST(SpuriousRecoveryDetector, ProbeUnderWay)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000}, OctetRange{8000, 9000});
    EXPECT_FALSE(repair.OnDuplicate({8000, 9000})) << "nothing was repaired yet";
    repair.OnSentAgain({1000, 2000});
    EXPECT_TRUE(repair.OnDuplicate({1000, 2000}));

    repair.Begin({1000, 9000}, OctetRange{8000, 9000});
    repair.OnSentAgain({8000, 9000});
    EXPECT_FALSE(repair.OnDuplicate({8000, 9000})) << "the probe's or the repair's";
    EXPECT_TRUE(repair.OnDuplicate({8000, 9000}));
}

// A repair has sent 9000:10000 again, too, and another one begins before that arrives.
TEST(SpuriousRecoveryDetector, TheNextRepairHasBegunBefore)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({9000, 10000});
    repair.BeginAfter({9000, 12000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    EXPECT_TRUE(repair.OnDuplicate({9000, 10000}));
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.BeginAfter({2000, 12000});
    EXPECT_FALSE(repair.OnDuplicate({2000, 3000})) << "nothing was sent again yet";
}

TEST(SpuriousRecoveryDetector, SentAgainTwice)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({1000, 2000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    EXPECT_TRUE(repair.OnDuplicate({1000, 2000}));
}

TEST(SpuriousRecoveryDetector, TheNextRepairForgetsTheLast)
{
    SpuriousRecoveryDetector repair;
    repair.Begin({1000, 9000});
    repair.OnSentAgain({1000, 2000});
    repair.OnSentAgain({2000, 3000});
    repair.Begin({5000, 12000});
    repair.OnSentAgain({5000, 6000});
    EXPECT_FALSE(repair.OnDuplicate({1000, 2000}));
    EXPECT_TRUE(repair.OnDuplicate({5000, 6000}));
}

} // namespace SpuriousRecoveryDetectorTests

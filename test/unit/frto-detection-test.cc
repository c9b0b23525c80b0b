/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rack-recovery.h"

#include <gtest/gtest.h>

using ns3::FrtoDetection;
using Answer = FrtoDetection::Answer;

namespace FrtoDetectionTests
{

constexpr FrtoDetection::Ack ADVANCES{false, false, true, false};
constexpr FrtoDetection::Ack COVERS_ORIGINAL{false, true, true, false};
constexpr FrtoDetection::Ack COVERS_ALL{true, false, true, false};
constexpr FrtoDetection::Ack DUPLICATE{false, false, false, true};

TEST(FrtoDetection, AnAckWithoutATimeoutTellsNothing)
{
    FrtoDetection frto;
    for (const auto& ack : {ADVANCES, COVERS_ORIGINAL, COVERS_ALL, DUPLICATE})
    {
        EXPECT_EQ(frto.OnAck(ack), Answer::NOTHING);
    }
}

// RFC 5682, section 3.1, steps 2b and 3b.
TEST(FrtoDetection, NewDataGoUntilAnOriginalIsCovered)
{
    FrtoDetection frto;
    frto.OnTimeout(false, 0);
    EXPECT_FALSE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
    EXPECT_TRUE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NEEDLESS);
    EXPECT_FALSE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING) << "found once";
}

// Linux: not all data are lost, then.
TEST(FrtoDetection, AnOriginalThatTheFirstAckCoversSuffices)
{
    FrtoDetection frto;
    frto.OnTimeout(false, 0);
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NEEDLESS);
}

// Steps 3a, 2a.
TEST(FrtoDetection, LossesThatAreTrueAreRepaired)
{
    FrtoDetection frto;
    frto.OnTimeout(false, 0);
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
    EXPECT_EQ(frto.OnAck(DUPLICATE), Answer::NOTHING);
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING);

    frto.OnTimeout(false, 0);
    EXPECT_EQ(frto.OnAck(COVERS_ALL), Answer::NOTHING);
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::NOTHING);
}

// Step 2b: without new data there is no test.
TEST(FrtoDetection, OldDataThatAreSentAgainEndTheTest)
{
    FrtoDetection frto;
    frto.OnTimeout(false, 0);
    frto.OnSentAgain();
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST) << "the head goes again before the test";
    frto.OnSentAgain();
    EXPECT_FALSE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING);
}

// Step 2b: once new data have gone there is no lack of them. What the next ACK leaves missing is
// repaired, and may still turn out to be needless (Linux).
TEST(FrtoDetection, NewDataThatHaveGoneAreTestEnough)
{
    FrtoDetection frto;
    for (const uint64_t una : {0, 1})
    {
        frto.OnTimeout(false, una);
        EXPECT_FALSE(frto.LacksData());
        EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
        EXPECT_TRUE(frto.LacksData()) << "of this test";
        frto.OnNewData();
        EXPECT_FALSE(frto.LacksData());
        EXPECT_EQ(frto.OnAck(ADVANCES), Answer::NOTHING);
        EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NEEDLESS);
    }
}

// Step 1: what was sent before a repair may arrive after a timeout of what the repair has sent.
TEST(FrtoDetection, ATimeoutWithinARepairIsNotTested)
{
    FrtoDetection frto;
    frto.OnTimeout(true, 0);
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING);

    frto.OnTimeout(false, 1);
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
    frto.OnTimeout(true, 2);
    EXPECT_FALSE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING);
}

// Linux: where nothing was acknowledged since the last timeout.
TEST(FrtoDetection, ARepeatedTimeoutIsTested)
{
    FrtoDetection frto;
    frto.OnTimeout(true, 7);
    frto.OnTimeout(true, 7);
    EXPECT_EQ(frto.OnAck(DUPLICATE), Answer::NOTHING) << "waits for what advances";
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
}

} // namespace FrtoDetectionTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/frto-detection.h"

#include <gtest/gtest.h>

using ns3::FrtoDetection;
using Answer = FrtoDetection::Answer;

namespace
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
    frto.OnTimeout();
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
    frto.OnTimeout();
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NEEDLESS);
}

// Steps 3a, 2a.
TEST(FrtoDetection, LossesThatAreTrueAreRepaired)
{
    FrtoDetection frto;
    frto.OnTimeout();
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
    EXPECT_EQ(frto.OnAck(DUPLICATE), Answer::NOTHING);
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING);

    frto.OnTimeout();
    EXPECT_EQ(frto.OnAck(COVERS_ALL), Answer::NOTHING);
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::NOTHING);
}

// Step 2b: without new data there is no test.
TEST(FrtoDetection, OldDataThatAreSentAgainEndTheTest)
{
    FrtoDetection frto;
    frto.OnTimeout();
    frto.OnSentAgain();
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST) << "the head goes again before the test";
    frto.OnSentAgain();
    EXPECT_FALSE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(COVERS_ORIGINAL), Answer::NOTHING);
}

TEST(FrtoDetection, ATimeoutInTheTestBeginsAnew)
{
    FrtoDetection frto;
    frto.OnTimeout();
    frto.OnAck(ADVANCES);
    frto.OnTimeout();
    EXPECT_FALSE(frto.IsTesting());
    EXPECT_EQ(frto.OnAck(DUPLICATE), Answer::NOTHING) << "waits for what advances";
    EXPECT_EQ(frto.OnAck(ADVANCES), Answer::TEST);
}

} // namespace

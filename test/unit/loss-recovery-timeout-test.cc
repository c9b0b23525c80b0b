/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-driver.h"

#include "ns3/loss-recovery.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>

// Configuration::keepSack: what a timeout leaves of what was SACKed.

namespace LossRecoveryTimeoutTests
{

using namespace ns3test;

/// A sender whose marks survive a timeout.
SenderPtr
MakeKeeping(Kind kind)
{
    auto configuration = PLAIN;
    configuration.keepSack = true;
    return MakeSender(kind, configuration);
}

/// What is sent again when the window allows all of it, by number of segment.
std::string
SendAllAgain(LossRecovery& sender)
{
    std::string sent;
    for (auto range = sender.Next(SendOpportunity::WINDOW); range;
         range = sender.Next(SendOpportunity::WINDOW))
    {
        sent += sent.empty() ? "" : " ";
        sent += std::to_string(range->begin / MSS);
        EXPECT_EQ(range->begin % MSS, 0U);
        EXPECT_EQ(range->Size(), MSS);
        sender.OnSent(*range);
        if (sent.size() > 100)
        {
            ADD_FAILURE() << "for ever";
            break;
        }
    }
    return sent;
}

class KeepSack : public testing::TestWithParam<Kind>
{
};

class WithoutSack : public testing::TestWithParam<Kind>
{
};

TEST_P(KeepSack, MarksAreKeptByATimeout)
{
    const auto sender = MakeSent(MakeKeeping(GetParam()), 8);
    sender->OnAck(Ack(0, {{2, 4}, {6, 7}}));
    sender->OnTimeout();
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::LOSS);
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 8 * MSS);
    EXPECT_EQ(sender->GetSent().GetSackedData(), 3 * MSS);
    EXPECT_EQ(sender->GetOutstanding(), 0U) << "all has left the network";
    EXPECT_EQ(SendAllAgain(*sender), "0 1 4 5 7");
    EXPECT_EQ(sender->GetOutstanding(), 5 * MSS);
    const auto& outcome = sender->OnAck(Ack(8));
    EXPECT_EQ(outcome.delivered.octets, 5 * MSS) << "the other three were known";
    EXPECT_TRUE(outcome.recovery.left);
    EXPECT_EQ(sender->GetOutstanding(), 0U);
}

TEST_P(KeepSack, MarksAreForgottenOtherwise)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    sender->OnAck(Ack(0, {{2, 4}, {6, 7}}));
    sender->OnTimeout();
    EXPECT_EQ(sender->GetSent().GetSackedData(), 0U);
    EXPECT_EQ(SendAllAgain(*sender), "0 1 2 3 4 5 6 7");
}

TEST_P(KeepSack, RetransmissionsAreLostByATimeout)
{
    const auto sender = MakeSent(MakeKeeping(GetParam()), 8);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        sender->OnAck(Ack(0, {{3, 4 + n}}));
    }
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
    sender->OnSent(*sender->Next(SendOpportunity::AT_ONCE));
    sender->OnSent(*sender->Next(SendOpportunity::WINDOW));
    for (int timeout = 0; timeout < 2; ++timeout)
    {
        sender->OnTimeout();
        EXPECT_EQ(sender->GetSent().GetRetranData(), 0U);
        EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
        EXPECT_EQ(SendAllAgain(*sender), "0 1 2 7");
    }
}

TEST_P(KeepSack, MarksAreDroppedWhenTheHeadIsSacked)
{
    const auto sender = MakeSent(MakeKeeping(GetParam()), 8);
    sender->OnAck(Ack(0, {{2, 4}, {6, 7}}));
    sender->OnAck(Ack(2)); // and not 4: the receiver has dropped segment 2
    sender->OnTimeout();
    EXPECT_EQ(sender->GetSent().GetSackedData(), 0U) << "RFC 6675, section 5.1";
    EXPECT_EQ(SendAllAgain(*sender), "2 3 4 5 6 7");
}

TEST_P(KeepSack, MarksAreKeptWhenTheHeadIsMissing)
{
    const auto sender = MakeSent(MakeKeeping(GetParam()), 8);
    sender->OnAck(Ack(0, {{2, 4}, {6, 7}}));
    sender->OnAck(Ack(1));
    sender->OnTimeout();
    EXPECT_EQ(SendAllAgain(*sender), "1 4 5 7");
    sender->OnAck(Ack(4));
    sender->OnTimeout();
    EXPECT_EQ(SendAllAgain(*sender), "4 5 7");
    sender->OnAck(Ack(6)); // and not 7
    sender->OnTimeout();
    EXPECT_EQ(SendAllAgain(*sender), "6 7");
}

// The second timeout finds what was reported since the first.
TEST_P(KeepSack, ReportsDuringTheRepairCount)
{
    const auto sender = MakeSent(MakeKeeping(GetParam()), 8);
    sender->OnTimeout();
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(1));
    EXPECT_EQ(sender->OnAck(Ack(1, {{3, 5}})).delivered.octets, 3 * MSS);
    EXPECT_EQ(SendAllAgain(*sender), "2 5 6 7");
    sender->OnTimeout();
    EXPECT_EQ(SendAllAgain(*sender), "1 2 5 6 7");
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::LOSS);
}

INSTANTIATE_TEST_SUITE_P(LossRecovery,
                         KeepSack,
                         testing::Values(Kind::SACK, Kind::FACK, Kind::RFC_6675),
                         [](const auto& kind) { return NameOf(kind.param); });

TEST_P(WithoutSack, KeepSackChangesNothing)
{
    const auto sender = MakeSent(MakeKeeping(GetParam()), 5);
    sender->OnAck(Ack(1, {{2, 4}}));
    sender->OnTimeout();
    EXPECT_EQ(SendAllAgain(*sender), "1 2 3 4");
    sender->OnTimeout();
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    EXPECT_EQ(SendAllAgain(*sender), "1 2 3 4");
}

INSTANTIATE_TEST_SUITE_P(LossRecovery,
                         WithoutSack,
                         testing::Values(Kind::RENO, Kind::NEW_RENO),
                         [](const auto& kind) { return NameOf(kind.param); });

} // namespace LossRecoveryTimeoutTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossy-transfer.h"
#include "sender-driver.h"

#include "ns3/loss-recovery.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace LossRecoveryTests
{

using namespace ns3test;

using Ranges = std::vector<OctetRange>;
using Rows = std::vector<SenderDriver::Row>;

/// What all senders have to do alike.
class AllSenders : public testing::TestWithParam<Kind>
{
  protected:
    static bool UsesSack()
    {
        return ns3test::UsesSack(GetParam());
    }

    static SenderDriver Driver(uint64_t window, uint64_t base = 0)
    {
        return {MakeSender(GetParam(), From(base)), window};
    }
};

/// The first loss of a connection, starts to end: FACK paper, section 2.4, asks for the same
/// behaviour of all senders.
///
/// Window W, half of it H segments. A number of segments arrive, then one is lost and W - 1 are
/// not. The first two duplicate ACKs send a new segment each (RFC 3042), so there will be W + 1 of
/// them. At the third, three segments have left the network besides the lost one, which its
/// retransmission replaces: W + 2 - 3. Each one more takes one off, until one less than H is left.
/// From then on each sends a new one. When the retransmission is acknowledged, just these are
/// there.
Rows
SingleLoss(uint64_t window, uint64_t lost)
{
    const uint64_t half = window / 2;
    uint64_t nxt = window;
    Rows rows;
    for (uint64_t i = 1; i <= lost; ++i)
    {
        rows.push_back({i, {}, "", window, std::to_string(nxt++)});
    }
    const auto dup = [&](uint64_t number,
                         const std::string& outcome,
                         uint64_t outstanding,
                         const std::string& sent) {
        rows.push_back({lost, {{lost + 1, lost + 1 + number}}, outcome, outstanding, sent});
    };
    dup(1, "dup", window, std::to_string(nxt++));
    dup(2, "dup", window, std::to_string(nxt++));
    dup(3, "dup enter", window - 1, std::to_string(lost) + "!");
    for (uint64_t k = 4; k <= window + 1; ++k)
    {
        const bool open = window + 2 - k < half;
        dup(k, "dup", std::max(window + 2 - k, half), open ? std::to_string(nxt++) : "");
    }
    rows.push_back({lost + window + 2, {}, "leave", half, std::to_string(nxt++)});
    rows.push_back({lost + window + 3, {}, "", half, std::to_string(nxt++)});
    return rows;
}

TEST_P(AllSenders, SingleLossByHand)
{
    auto driver = Driver(8);
    EXPECT_EQ(driver.GetSent(), "0 1 2 3 4 5 6 7");
    driver.Expect({
        {0, {{1, 2}}, "dup", 8, "8"},
        {0, {{1, 3}}, "dup", 8, "9"},
        {0, {{1, 4}}, "dup enter", 7, "0!"},
        {0, {{1, 5}}, "dup", 6, ""},
        {0, {{1, 6}}, "dup", 5, ""},
        {0, {{1, 7}}, "dup", 4, ""},
        {0, {{1, 8}}, "dup", 4, "10"},
        {0, {{1, 9}}, "dup", 4, "11"},
        {0, {{1, 10}}, "dup", 4, "12"},
        {10, {}, "leave", 4, "13"},
        {11, {}, "", 4, "14"},
    });
    EXPECT_EQ(driver->GetRecoveryState().GetState(), State::OPEN);
}

TEST_P(AllSenders, SingleLossWithAnyWindow)
{
    for (const uint64_t base : {uint64_t{0}, TWO_32 - 5 * MSS - 123, 3 * TWO_40 + 7})
    {
        for (const uint64_t window : {8, 16, 33})
        {
            for (const uint64_t lost : {0, 1, 5})
            {
                SCOPED_TRACE(testing::Message()
                             << "window " << window << ", lost " << lost << ", from " << base);
                auto driver = Driver(window, base);
                driver.Expect(SingleLoss(window, lost));
                EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(),
                          driver.At(lost + window + 2));
            }
        }
    }
}

TEST_P(AllSenders, SingleLossWithoutLimitedTransmit)
{
    SenderDriver driver(MakeSender(GetParam(), NO_LIMITED_TRANSMIT), 8);
    driver.Expect({
        {0, {{1, 2}}, "dup", 8, ""},
        {0, {{1, 3}}, "dup", 8, ""},
        {0, {{1, 4}}, "dup enter", 5, "0!"},
        {0, {{1, 5}}, "dup", 4, ""},
        {0, {{1, 6}}, "dup", 4, "8"},
        {0, {{1, 7}}, "dup", 4, "9"},
        {0, {{1, 8}}, "dup", 4, "10"},
        {8, {}, "leave", 4, "11"},
        {9, {}, "", 4, "12"},
    });
}

TEST_P(AllSenders, ReorderingBelowTheThreshold)
{
    auto driver = Driver(8);
    driver.Expect({
        // Segment 0 comes after 1 and 2.
        {0, {{1, 2}}, "dup", 8, "8"},
        {0, {{1, 3}}, "dup", 8, "9"},
        {3, {}, "", 8, "10"},
        // Segment 3 comes after 4 and 5: the count began anew.
        {3, {{4, 5}}, "dup", 8, "11"},
        {3, {{4, 6}}, "dup", 8, "12"},
        {6, {}, "", 8, "13"},
        // Segments 6 and 7 change places.
        {6, {{7, 8}}, "dup", 8, "14"},
        {8, {}, "", 8, "15"},
        {9, {}, "", 8, "16"},
    });
    EXPECT_EQ(driver->GetRecoveryState().GetState(), State::OPEN);
    EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(9))
        << "there was none: snd.una";
}

TEST_P(AllSenders, LimitedTransmitIsForTwoSegments)
{
    // The window stays; what two duplicate ACKs stand for may be outstanding besides (RFC 3042).
    auto driver = Driver(8);
    EXPECT_EQ(driver->GetOutstanding(), 8 * MSS);
    driver.Expect({{0, {{1, 2}}, "dup", 8, "8"}, {0, {{1, 3}}, "dup", 8, "9"}});
    EXPECT_EQ(driver->GetSent().GetNxt(), 10 * MSS);
    EXPECT_EQ(driver->GetRecoveryState().GetDupAcks(), 2U);

    SenderDriver without(MakeSender(GetParam(), NO_LIMITED_TRANSMIT), 8);
    without.Expect({{0, {{1, 2}}, "dup", 8, ""}, {0, {{1, 3}}, "dup", 8, ""}});
    EXPECT_EQ(without->GetRecoveryState().GetDupAcks(), 2U);
}

TEST_P(AllSenders, OutstandingIsNotNegativeWithSmallSegments)
{
    // Two segments of ten octets, and duplicate ACKs that stand for an MSS each.
    const auto sender = MakeSender(GetParam());
    sender->OnSent({0, 10});
    sender->OnSent({10, 20});
    AckEvent event;
    for (const uint64_t end : {11, 12})
    {
        event.blocks = {{10, end}};
        EXPECT_EQ(Describe(sender->OnAck(event)), "dup");
        // RFC 6675 counts octets, not ACKs.
        EXPECT_EQ(sender->GetOutstanding(), GetParam() == Kind::RFC_6675 ? 30 - end : 0U);
    }
}

TEST_P(AllSenders, DuplicateAcksAreCounted)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 20);
    for (uint32_t n = 1; n <= 5; ++n)
    {
        sender->OnAck(Ack(0, {{1, 1 + n}}));
        EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), n) << "in recovery, too";
    }
    sender->OnSent(Segments(0));
    sender->OnAck(Ack(5));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U) << "the cumulative ACK moved";
    sender->OnAck(Ack(6, {{8, 9}}));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), UsesSack() ? 1U : 0U)
        << "a partial ACK with news";
    sender->OnAck(Ack(7));
    sender->OnAck(Ack(7, {{8, 10}}));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 1U);
    sender->OnTimeout();
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
    sender->OnAck(Ack(7, {{8, 10}}));
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U) << "not before the repair is over";
}

TEST_P(AllSenders, ThresholdIsConfigured)
{
    for (const uint32_t threshold : {1, 2, 5})
    {
        SCOPED_TRACE(threshold);
        SenderDriver driver(MakeSender(GetParam(), {MSS, threshold, true}), 16);
        for (uint32_t n = 1; n < threshold; ++n)
        {
            driver.Expect({{0, {{1, 1 + n}}, "dup", 16, std::to_string(15 + n)}});
        }
        // FlightSize is 16 and threshold - 1 more; as many as the threshold have left.
        driver.Expect({{0, {{1, 1 + threshold}}, "dup enter", 15, "0!"}});
    }
}

TEST_P(AllSenders, TimeoutSendsEverythingAgainInOrder)
{
    auto driver = Driver(8);
    driver.ExpectTimeout(1, "0");
    EXPECT_EQ(driver->GetRecoveryState().GetState(), State::LOSS);
    EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(8));
    driver.Expect({
        {1, {}, "", 2, "1 2"},
        {2, {}, "", 3, "3 4"},
        {3, {}, "", 4, "5 6"},
        {4, {}, "", 4, "7"},
        {5, {}, "", 4, "8"}, // nothing is left to send again
        {6, {}, "", 4, "9"},
        {7, {}, "", 4, "10"},
        {8, {}, "leave", 4, "11"},
        {9, {}, "", 4, "12"},
    });
}

TEST_P(AllSenders, TimeoutInRecovery)
{
    auto driver = Driver(8);
    driver.Expect({
        {0, {{1, 2}}, "dup", 8, "8"},
        {0, {{1, 3}}, "dup", 8, "9"},
        {0, {{1, 4}}, "dup enter", 7, "0!"},
    });
    // The window was 4: slow start ends at 2.
    driver.ExpectTimeout(1, "0");
    EXPECT_FALSE(driver->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(10));
    EXPECT_EQ(driver->GetSent().GetSackedData(), 0U) << "RFC 2018, section 8";
    driver.Expect({
        {4, {}, "", 2, "4 5"}, // the receiver did not drop what it held
        {5, {}, "", 2, "6"},
        {6, {}, "", 2, "7"},
        {7, {}, "", 2, "8"},
        {8, {}, "", 2, "9"},
        {9, {}, "", 2, "10"},
        {10, {}, "leave", 2, "11"},
    });
}

TEST_P(AllSenders, SackIsForgottenByATimeout)
{
    auto driver = Driver(8);
    driver.OnAck(0, {{5, 8}});
    driver.ExpectTimeout(1, "0");
    // One ACK for each segment, no blocks in them: nothing is left out.
    const auto recoveryPoint = driver->GetSent().GetNxt() / MSS;
    std::string sent = driver.GetSent();
    for (uint64_t ack = 1; ack < recoveryPoint; ++ack)
    {
        driver.OnAck(ack);
        sent += " " + driver.GetSent();
        EXPECT_EQ(driver->GetRecoveryState().GetState(), State::LOSS);
    }
    EXPECT_EQ(sent.substr(0, 15), "0 1 2 3 4 5 6 7") << "RFC 2018, section 8";
}

TEST_P(AllSenders, NoRecoveryWhileATimeoutIsRepaired)
{
    auto driver = Driver(8);
    driver.ExpectTimeout(1, "0");
    // Many duplicate ACKs, with data far ahead, at snd.una 1: no loss, by none of the triggers.
    driver.Expect({
        {1, {}, "", 2, "1 2"},
        {1, {{3, 4}}, "dup", 2, ""},
        {1, {{3, 5}}, "dup", 2, ""},
        {1, {{3, 6}}, "dup", 2, ""},
        {1, {{3, 7}}, "dup", 2, ""},
    });
    // What is SACKed anew is left out.
    driver.Expect({{2, {{3, 7}}, "", 3, UsesSack() ? "7 8" : "3 4"}});
    EXPECT_EQ(driver->GetRecoveryState().GetState(), State::LOSS);
}

TEST_P(AllSenders, WhatWasDeliveredIsForgottenByATimeout)
{
    // The receiver may have dropped it: what it acknowledges later has to arrive again.
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    for (uint64_t n = 1; n <= 4; ++n)
    {
        EXPECT_EQ(sender->OnAck(Ack(0, {{1, 1 + n}})).delivered.octets, MSS);
    }
    sender->OnTimeout();
    EXPECT_EQ(sender->OnAck(Ack(8)).delivered.octets, 8 * MSS);
}

TEST_P(AllSenders, RecoveryPointOfATimeoutHasToBeAcknowledged)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    sender->OnTimeout();
    sender->OnSent(Segments(0));
    // All but segment 7 were just late. 8 is new, and lost. (FACK would take 7 for lost again if it
    // had been sent before the segments that arrive.)
    EXPECT_EQ(Describe(sender->OnAck(Ack(7))), "");
    sender->OnSent(Segments(8, 6));
    sender->OnSent(Segments(7));
    for (uint64_t n = 1; n <= 5; ++n)
    {
        EXPECT_EQ(Describe(sender->OnAck(Ack(7, {{9, 9 + n}}))), "dup");
    }
    AckEvent oneShort;
    oneShort.ack = 8 * MSS - 1;
    EXPECT_EQ(Describe(sender->OnAck(oneShort)), "");
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::LOSS);
    // What FACK sees at once, the others will have to count duplicate ACKs for.
    EXPECT_EQ(Describe(sender->OnAck(Ack(8, {{9, 14}}))),
              GetParam() == Kind::FACK ? "leave enter" : "leave");
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U) << "those of the repair do not count";
}

TEST_P(AllSenders, ASecondTimeoutBeginsTheRepairAnew)
{
    auto driver = Driver(8);
    driver.ExpectTimeout(1, "0");
    driver.Expect({{7, {}, "", 2, "7 8"}, {8, {}, "leave", 3, "9 10"}});
    driver.ExpectTimeout(1, "8");
    EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(11));
    driver.ExpectTimeout(1, "8");
    EXPECT_EQ(driver->GetRecoveryState().GetRecoveryPoint(), driver.At(11))
        << "nothing new was sent";
    driver.Expect({{10, {}, "", 1, "10"}, {11, {}, "leave", 1, "11"}});
}

TEST_P(AllSenders, TimeoutAboveTheRecoveryPointMovesIt)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    sender->OnTimeout();
    sender->OnSent(Segments(0));
    sender->OnAck(Ack(7));
    sender->OnSent(Segments(7));
    sender->OnSent(Segments(8, 2));
    EXPECT_EQ(sender->GetOutstanding(), 3 * MSS);
    sender->OnTimeout();
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 10 * MSS);
    EXPECT_EQ(Describe(sender->OnAck(Ack(8))), "");
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(8));
}

TEST_P(AllSenders, OldAcksChangeNothing)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    sender->OnAck(Ack(4));
    for (const auto& event : {Ack(3), Ack(0)})
    {
        SCOPED_TRACE(event.ack);
        const auto& outcome = sender->OnAck(event);
        EXPECT_EQ(Describe(outcome), "");
        EXPECT_FALSE(Restarts(outcome));
        EXPECT_EQ(outcome.delivered.acknowledged, 0U);
        EXPECT_EQ(outcome.delivered.octets, 0U);
        EXPECT_EQ(outcome.delivered.forwardAdvance, 0U);
        EXPECT_EQ(outcome.delivered.sacked, Ranges{});
        EXPECT_EQ(sender->GetSent().GetUna(), 4 * MSS);
        EXPECT_EQ(sender->GetOutstanding(), 4 * MSS);
    }
}

TEST_P(AllSenders, NothingIsSentAgainWithoutALoss)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    sender->OnAck(Ack(0, {{1, 2}}));
    sender->OnAck(Ack(0, {{1, 3}}));
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
}

TEST_P(AllSenders, NoDuplicatesWhenNothingIsOutstanding)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 2);
    sender->OnAck(Ack(2));
    for (int i = 0; i < 5; ++i)
    {
        EXPECT_EQ(Describe(sender->OnAck(Ack(2))), "");
    }
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
}

TEST_P(AllSenders, TheTimerStartsAnew)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(1)))) << "new data (RFC 6298, section 5)";
    EXPECT_FALSE(Restarts(sender->OnAck(Ack(1, {{2, 3}}))));
    EXPECT_FALSE(Restarts(sender->OnAck(Ack(1, {{2, 4}}))));
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(1, {{2, 5}})))) << "the fast retransmit";
    EXPECT_FALSE(Restarts(sender->OnAck(Ack(1, {{2, 6}}))));
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(8)))) << "the end";
    sender->OnSent(Segments(8, 4));
    sender->OnTimeout();
    EXPECT_FALSE(Restarts(sender->OnAck(Ack(8, {{10, 11}}))));
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(9))));
    EXPECT_TRUE(Restarts(sender->OnAck(Ack(12))));
}

TEST_P(AllSenders, OutcomeIsOfOneAckOnly)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        sender->OnAck(Ack(0, {{1, 1 + n}}));
    }
    const auto& last = sender->OnAck(Ack(8));
    EXPECT_EQ(Describe(last), "leave");
    EXPECT_EQ(last.delivered.acknowledged, 8 * MSS);
    EXPECT_EQ(last.delivered.sacked, Ranges{});
    const auto& nothing = sender->OnAck(Ack(8));
    EXPECT_EQ(Describe(nothing), "");
    EXPECT_EQ(nothing.delivered.acknowledged, 0U);
    EXPECT_EQ(nothing.delivered.octets, 0U);
    EXPECT_EQ(nothing.delivered.forwardAdvance, 0U);
    EXPECT_FALSE(Restarts(nothing));
}

// RFC 6937, section 3.1, and RFC 9937, section 6.2: such an ACK is not safe.
TEST_P(AllSenders, TheAckThatShowsALossSaysSo)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 10);
    for (const uint64_t end : {2, 3, 4, 5})
    {
        const auto& lost = sender->OnAck(Ack(0, {{1, end}})).lost;
        EXPECT_EQ(lost.octets, end == 4 ? MSS : 0U) << end;
        EXPECT_EQ(lost.octets > 0, end == 4) << end;
        if (end == 4)
        {
            sender->OnSent(Segments(0));
        }
    }
    EXPECT_EQ(sender->OnAck(Ack(10)).lost.octets, 0U);
}

TEST_P(AllSenders, AConnectionBeginsWithNothing)
{
    const auto sender = MakeSender(GetParam(), From(100 * MSS));
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::OPEN);
    EXPECT_EQ(sender->GetRecoveryState().GetDupAcks(), 0U);
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 100 * MSS);
    EXPECT_EQ(sender->GetRecoveryState().GetAwnd(), 0U);
    EXPECT_EQ(sender->GetOutstanding(), 0U);
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
}

// What only some senders have an answer to.
TEST_P(AllSenders, NothingIsDoneByDefault)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    EXPECT_FALSE(sender->Schedule({}));
    EXPECT_EQ(Describe(sender->OnDeadline({})), "");
    EXPECT_FALSE(sender->Next(SendOpportunity::PROBE));
    EXPECT_EQ(sender->GetOutstanding(), 8 * MSS);
}

TEST_P(AllSenders, FastRetransmitIsOffUntilSent)
{
    const auto sender = MakeSent(MakeSender(GetParam()), 8);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
        sender->OnAck(Ack(0, {{1, 1 + n}}));
    }
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
    sender->OnSent(Segments(0));
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(sender->GetSent().GetRetranData(), MSS);

    const auto late = MakeSent(MakeSender(GetParam()), 8);
    for (uint64_t n = 1; n <= 3; ++n)
    {
        late->OnAck(Ack(0, {{1, 1 + n}}));
    }
    late->OnTimeout();
    EXPECT_FALSE(late->Next(SendOpportunity::AT_ONCE)) << "nothing but slow start after a timeout";
}

// For a law that repairs what is lost in recovery, too.
TEST_P(AllSenders, RecoveryIsExtendedWithoutSackOnly)
{
    auto sender = MakeSent(MakeSender(GetParam()), 8);
    sender->SetLaw({true, false});
    for (uint64_t i = 2; i <= 4; ++i)
    {
        sender->OnAck(Ack(0, {{1, i}}));
    }
    ASSERT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
    sender->OnSent(Segments(0));
    sender->OnSent(Segments(8, 2));
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 8 * MSS) << "nothing was acknowledged";
    sender->OnAck(Ack(4));
    if (GetParam() != Kind::RENO) // whose recovery is over
    {
        const uint64_t end = UsesSack() ? 8 : 10;
        EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), end * MSS);
        EXPECT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
        EXPECT_EQ(Describe(sender->OnAck(Ack(end))), "leave");
        EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), end * MSS);
    }

    // The repair after a timeout is the socket's.
    sender = MakeSent(MakeSender(GetParam()), 8);
    sender->SetLaw({true, false});
    sender->OnTimeout();
    sender->OnSent(Segments(0, 8));
    sender->OnSent(Segments(8, 2));
    sender->OnAck(Ack(4));
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 8 * MSS);
}

// Segment 0 is sent again and found lost: it is due at once, and once.
TEST_P(AllSenders, RetransmissionIsRepeated)
{
    auto sender = MakeSent(MakeSender(GetParam()), 8);
    const auto outstanding = [&sender] { return sender->GetOutstanding() / MSS; };
    for (uint64_t i = 2; i <= 4; ++i)
    {
        sender->OnAck(Ack(0, {{1, i}}));
    }
    sender->OnSent(Segments(0));
    EXPECT_EQ(outstanding(), 5U);
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    for (uint64_t i = 5; i <= 8; ++i)
    {
        sender->OnAck(Ack(0, {{1, i}}));
    }
    EXPECT_EQ(outstanding(), 1U);
    for (int repetition = 0; repetition < 2; ++repetition)
    {
        sender->OnHeadLost();
        EXPECT_EQ(sender->GetSent().GetRetranData(), 0U);
        // Only FACK's estimate and RFC 6675's pipe know of retransmissions.
        const bool knows = GetParam() == Kind::FACK || GetParam() == Kind::RFC_6675;
        EXPECT_EQ(outstanding(), knows ? 0U : 1U);
        EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0));
        sender->OnSent(Segments(0));
        EXPECT_EQ(sender->GetSent().GetRetranData(), MSS);
        EXPECT_EQ(outstanding(), 1U);
        EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
        EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));
    }
    EXPECT_EQ(sender->GetRecoveryState().GetRecoveryPoint(), 8 * MSS);
    EXPECT_EQ(Describe(sender->OnAck(Ack(8))), "leave");
}

TEST_P(AllSenders, NoRetransmissionIsRepeatedOutsideRecovery)
{
    auto sender = MakeSent(MakeSender(GetParam()), 8);
    sender->OnAck(Ack(0, {{1, 2}}));
    sender->OnHeadLost();
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_FALSE(sender->Next(SendOpportunity::WINDOW));

    sender->OnTimeout();
    sender->OnSent(Segments(0));
    sender->OnHeadLost();
    EXPECT_FALSE(sender->Next(SendOpportunity::AT_ONCE));
    EXPECT_EQ(sender->Next(SendOpportunity::WINDOW), Segments(1)) << "0 is on its way";
}

TEST_P(AllSenders, SmallSegmentsAreSentAgainTogether)
{
    const auto sender = MakeSender(GetParam());
    for (uint64_t begin = 0; begin < 5 * MSS; begin += MSS / 4)
    {
        sender->OnSent({begin, begin + MSS / 4});
    }
    AckEvent event;
    for (uint64_t n = 1; n <= 3; ++n)
    {
        event.blocks = {{2 * MSS, 2 * MSS + n * MSS / 4}};
        sender->OnAck(event);
    }
    EXPECT_EQ(sender->GetRecoveryState().GetState(), State::RECOVERY);
    EXPECT_EQ(sender->Next(SendOpportunity::AT_ONCE), Segments(0)) << "one MSS of what is missing";
}

INSTANTIATE_TEST_SUITE_P(
    LossRecovery,
    AllSenders,
    testing::Values(Kind::RENO, Kind::NEW_RENO, Kind::SACK, Kind::FACK, Kind::RFC_6675),
    [](const auto& kind) { return NameOf(kind.param); });

/// Many transfers over a bad path. LossyTransfer checks each step.
class RandomTransfers : public testing::TestWithParam<LossyPath>
{
  protected:
    static constexpr int RUNS = 100;

    void Transfer(Kind kind, FackRecovery::LostRetransmission_t lost)
    {
        using Lost = FackRecovery::LostRetransmission_t;
        SCOPED_TRACE(NameOf(kind));
        int timeouts = 0;
        int forced = 0;
        int recoveries = 0;
        const LossRecovery::Configuration configuration{LossyTransfer::SEGMENT,
                                                        LossyTransfer::THRESHOLD,
                                                        true,
                                                        false,
                                                        GetParam().base};
        for (int seed = 1; seed <= RUNS && !HasFailure(); ++seed)
        {
            SCOPED_TRACE(testing::Message() << "seed " << seed);
            auto sender =
                kind == Kind::FACK
                    ? Started(With(&FackRecovery::lostRetransmission, lost), configuration)
                    : MakeSender(kind, configuration);
            const bool forces = (kind == Kind::FACK && lost == Lost::TIMEOUT);
            LossyTransfer transfer(std::move(sender), kind, forces, GetParam(), seed);
            transfer.Run();
            timeouts += transfer.timeouts;
            forced += transfer.forcedTimeouts;
            recoveries += transfer.recoveries;
        }
        EXPECT_GT(timeouts, RUNS / 20) << "the path is bad enough to mean something";
        EXPECT_GT(recoveries, RUNS / 4) << "and good enough";
        EXPECT_EQ(forced > 0, kind == Kind::FACK && lost == Lost::TIMEOUT);
    }
};

TEST_P(RandomTransfers, Reno)
{
    Transfer(Kind::RENO, {});
}

TEST_P(RandomTransfers, NewReno)
{
    Transfer(Kind::NEW_RENO, {});
}

TEST_P(RandomTransfers, Sack)
{
    Transfer(Kind::SACK, {});
}

TEST_P(RandomTransfers, Rfc6675)
{
    Transfer(Kind::RFC_6675, {});
}

TEST_P(RandomTransfers, FackWithTimeouts)
{
    Transfer(Kind::FACK, FackRecovery::TIMEOUT);
}

TEST_P(RandomTransfers, FackWithoutTimeouts)
{
    Transfer(Kind::FACK, FackRecovery::RETRANSMIT);
}

TEST_P(RandomTransfers, FackAwaitingTimeouts)
{
    Transfer(Kind::FACK, FackRecovery::WAIT);
}

INSTANTIATE_TEST_SUITE_P(
    LossRecovery,
    RandomTransfers,
    // Base, loss, loss of ACKs, overtaking, duplicates, small segments, delayed ACKs, ACKs with
    // data, early timeouts, reneging.
    testing::Values(LossyPath{"Loss", 0, 4, 0, 0, 0, 0, 0, 0, 0, 0},
                    LossyPath{"HeavyLoss", 0, 20, 5, 0, 0, 0, 0, 0, 0, 0},
                    LossyPath{"Reordering", TWO_32 - 100, 2, 2, 15, 2, 0, 0, 0, 0, 0},
                    LossyPath{"DelayedAcks", 0, 5, 5, 0, 0, 0, 80, 5, 0, 0},
                    LossyPath{"SmallSegments", TWO_40 - 100, 6, 5, 2, 1, 40, 20, 5, 0, 0},
                    LossyPath{"EarlyTimeouts", 0, 5, 5, 5, 1, 20, 20, 5, 10, 0},
                    LossyPath{"Reneging", 0, 8, 5, 5, 1, 20, 20, 5, 0, 3}),
    [](const auto& path) { return path.param.name; });

} // namespace LossRecoveryTests

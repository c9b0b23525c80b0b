/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ledger-driver.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <gtest/gtest.h>
#include <initializer_list>
#include <optional>
#include <vector>

using ns3::OctetRange;
using ns3::SentSegments;

// When segments were sent and how often: Karn's rule (RFC 6298, section 3) and RACK (RFC 8985).

namespace SentSegmentsTimesTests
{

using namespace ledgertest;
using namespace std::chrono_literals;

constexpr SentSegments::SendKey ALL{UINT64_MAX, UINT64_MAX};

/// A ledger for RACK, with segments of 10 octets, each sent at a time.
SentSegments
SentAt(std::initializer_list<ns3::Instant> times)
{
    SentSegments ledger(0, SentSegments::Order::TIMES);
    for (const auto time : times)
    {
        ledger.Send({ledger.GetNxt(), ledger.GetNxt() + 10}, time);
    }
    return ledger;
}

Ranges
RangesOf(const std::vector<SentSegments::Segment>& segments)
{
    Ranges ranges;
    for (const auto& segment : segments)
    {
        ranges.push_back(segment.range);
    }
    return ranges;
}

void
ExpectCovered(const SentSegments& ledger,
              ns3::Instant oldest,
              ns3::Instant youngest,
              bool ambiguous)
{
    ASSERT_TRUE(ledger.GetCovered().oldest);
    EXPECT_EQ(*ledger.GetCovered().oldest, oldest);
    EXPECT_EQ(ledger.GetCovered().youngest, youngest);
    EXPECT_EQ(ledger.GetCovered().ambiguous, ambiguous);
}

TEST(SentSegmentsTimes, EachSegmentHasItsTimesAndCount)
{
    auto ledger = SentAt({1ms, 2ms});
    ledger.Send({0, 10}, 5ms);
    ledger.Send({0, 10}, 6ms);
    const auto& again = ledger.Find(9);
    EXPECT_EQ(again.range, (OctetRange{0, 10}));
    EXPECT_EQ(again.first, 1ms);
    EXPECT_EQ(again.last, 6ms);
    EXPECT_EQ(again.transmissions, 3U);
    EXPECT_TRUE(again.ambiguous);
    const auto& once = ledger.Find(10);
    EXPECT_EQ(once.first, 2ms);
    EXPECT_EQ(once.last, 2ms);
    EXPECT_EQ(once.transmissions, 1U);
    EXPECT_EQ(once.ordinal, 1U);
    EXPECT_FALSE(once.ambiguous);
}

// RFC 6298, section 3.
TEST(SentSegmentsTimes, KarnWhatWasSentAgainIsAmbiguous)
{
    for (const bool isProbe : {false, true})
    {
        auto ledger = SentAt({1ms, 2ms, 3ms, 4ms, 5ms});
        if (isProbe)
        {
            ledger.SendProbe(25);
            EXPECT_EQ(ledger.Find(20).transmissions, 1U) << "a probe is no segment";
        }
        else
        {
            ledger.Send({20, 30}, 9ms);
        }
        ledger.Acknowledge(10);
        ExpectCovered(ledger, 1ms, 1ms, false);
        ledger.Acknowledge(20);
        ExpectCovered(ledger, 2ms, 2ms, false);
        ledger.Acknowledge(40);
        ExpectCovered(ledger, 3ms, 4ms, true);
        ledger.Acknowledge(50);
        ExpectCovered(ledger, 5ms, 5ms, false);
        ledger.Acknowledge(50);
        EXPECT_FALSE(ledger.GetCovered().oldest) << "a duplicate covers nothing";
    }
}

TEST(SentSegmentsTimes, ASegmentIsCoveredAsAWhole)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    ledger.Acknowledge(4);
    EXPECT_FALSE(ledger.GetCovered().oldest);
    EXPECT_EQ(ledger.GetWhole(5), (OctetRange{4, 10}));
    ledger.Acknowledge(13);
    ExpectCovered(ledger, 1ms, 1ms, false);
    ledger.Acknowledge(20);
    ExpectCovered(ledger, 2ms, 2ms, false);
    ledger.Acknowledge(30);
    ExpectCovered(ledger, 3ms, 3ms, false);
}

// A part of it goes again: Karn's rule is about the segment, RACK's times about the octets.
TEST(SentSegmentsTimes, PartOfASegmentGoesAgain)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    ledger.Send({13, 16}, 9ms);
    EXPECT_EQ(ledger.GetParts(), 5U);
    for (const uint64_t position : {10, 12, 13, 15, 16, 19})
    {
        const bool isAgain = position >= 13 && position < 16;
        EXPECT_EQ(ledger.GetWhole(position), (OctetRange{10, 20})) << position;
        EXPECT_EQ(ledger.Find(position).first, 2ms) << position;
        EXPECT_EQ(ledger.Find(position).last, isAgain ? 9ms : 2ms) << position;
        EXPECT_TRUE(ledger.Find(position).ambiguous) << position;
    }
    EXPECT_FALSE(ledger.Find(9).ambiguous);
    EXPECT_FALSE(ledger.Find(20).ambiguous);
    ledger.Acknowledge(16);
    ExpectCovered(ledger, 1ms, 1ms, false);
    ledger.Acknowledge(20);
    ExpectCovered(ledger, 2ms, 2ms, true);

    ledger.Send({22, 24}, 10ms);
    ledger.Send({20, 30}, 11ms);
    EXPECT_EQ(ledger.GetParts(), 1U) << "what goes in one is one again";
    EXPECT_EQ(ledger.Find(25).last, 11ms);
}

TEST(SentSegmentsTimes, ARescueCountsAsNoRetransmission)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    ledger.Send({0, 10}, 4ms);
    ledger.Send({0, 20}, 5ms, false);
    EXPECT_EQ(ledger.GetRetranData(), 10U);
    EXPECT_EQ(ledger.NextHole(EVERYWHERE), (OctetRange{10, 30}));
    EXPECT_EQ(ledger.Find(10).last, 5ms);
    EXPECT_EQ(ledger.Find(10).transmissions, 2U);
    ledger.Acknowledge(20);
    ExpectCovered(ledger, 1ms, 2ms, true);
    EXPECT_EQ(ledger.GetRetranData(), 0U);
}

TEST(SentSegmentsTimes, NothingSentAgainLeavesNoTrace)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    for (const OctetRange nothing : {OctetRange{15, 15}, {17, 13}})
    {
        ledger.Send(nothing, 4ms);
        ledger.Send(nothing, 4ms, false);
        EXPECT_EQ(ledger.GetParts(), 3U);
    }
    EXPECT_FALSE(ledger.Find(15).ambiguous);
    EXPECT_EQ(ledger.FindYoungest(ALL), 3ms);
}

TEST(SentSegmentsTimes, SendingAndAcknowledging)
{
    auto ledger = SentAt({1ms, 2ms});
    ledger.Send({20, 25}, 2ms);
    EXPECT_EQ(ledger.GetInFlight(), 25U);
    EXPECT_EQ(ledger.GetParts(), 3U);
    EXPECT_EQ(ledger.GetLast(), (OctetRange{20, 25}));
    ledger.Acknowledge(15);
    const auto& delivered = ledger.GetDelivered();
    EXPECT_EQ(RangesOf(delivered), (Ranges{{0, 10}})) << "of the second there is more to come";
    EXPECT_EQ(delivered[0].last, 1ms);
    EXPECT_EQ(delivered[0].transmissions, 1U);
    EXPECT_EQ(ledger.GetInFlight(), 10U);
    EXPECT_EQ(ledger.GetParts(), 2U);
    ledger.Acknowledge(20);
    EXPECT_EQ(RangesOf(ledger.GetDelivered()), (Ranges{{15, 20}}));
    EXPECT_EQ(ledger.GetDelivered()[0].last, 2ms);
}

TEST(SentSegmentsTimes, WhatIsSentAgainIsYoungest)
{
    auto ledger = SentAt({1ms, 1ms, 1ms});
    ledger.Send({0, 10}, 5ms);
    EXPECT_EQ(ledger.GetInFlight(), 30U) << "once only";
    EXPECT_EQ(ledger.LoseOldest(ALL, 5ms)->range, (OctetRange{10, 20}));
    EXPECT_EQ(ledger.LoseOldest(ALL, 5ms)->range, (OctetRange{20, 30}));
    EXPECT_EQ(ledger.GetRetranData(), 10U);
    const auto last = ledger.LoseOldest(ALL, 5ms);
    EXPECT_EQ(last->range, (OctetRange{0, 10}));
    EXPECT_EQ(last->transmissions, 2U);
    EXPECT_EQ(ledger.GetRetranData(), 0U) << "it was one";
    EXPECT_FALSE(ledger.LoseOldest(ALL, 5ms));
    EXPECT_EQ(ledger.GetLostData(), 30U);
    EXPECT_EQ(ledger.GetFirstLost(), (OctetRange{0, 10})) << "by position";
}

// Section 6.2, step 2, where the clock cannot tell: "sent after" is the order of sending.
TEST(SentSegmentsTimes, SentAfter)
{
    auto ledger = SentAt({1ms, 1ms, 1ms});
    const auto second = ledger.GetKey(ledger.Find(10));
    EXPECT_EQ(ledger.FindYoungest(second), 1ms);
    EXPECT_FALSE(ledger.FindYoungest(ledger.GetKey(ledger.Find(0)))) << "none before itself";
    EXPECT_FALSE(ledger.LoseOldest(ledger.GetKey(ledger.Find(20)), 0ms)) << "too young";
    EXPECT_EQ(ledger.LoseOldest(second, 1ms)->range, (OctetRange{0, 10}));
    EXPECT_FALSE(ledger.LoseOldest(second, 1ms)) << "the segment itself";
}

TEST(SentSegmentsTimes, WhatGoesAgainAfterNewDataIsYounger)
{
    auto ledger = SentAt({1ms, 5ms});
    ledger.Send({0, 10}, 5ms);
    ledger.Send({20, 30}, 5ms);
    EXPECT_FALSE(ledger.FindYoungest(ledger.GetKey(ledger.Find(10))))
        << "in the same instant, but later";
    EXPECT_EQ(ledger.LoseOldest(ledger.GetKey(ledger.Find(20)), 5ms)->range, (OctetRange{10, 20}));
    EXPECT_EQ(ledger.LoseOldest(ledger.GetKey(ledger.Find(20)), 5ms)->range, (OctetRange{0, 10}));
}

// RFC 8985, section 6.2, step 2: of one time of the clock the later octet is the later segment.
TEST(SentSegmentsTimes, WithinATickOctetsDecide)
{
    for (const bool hasTick : {false, true})
    {
        auto ledger = SentAt({1ms, 20ms});
        ledger.SetTick(hasTick ? 10ms : 0ms);
        ledger.Send({0, 10}, 29ms);
        const auto second = ledger.GetKey(ledger.Find(10));
        EXPECT_EQ(second < ledger.GetKey(ledger.Find(0)), !hasTick);
        EXPECT_FALSE(ledger.LoseOldest(second, 30ms)) << "first in the order of sending is itself";
        Sack(ledger, {10, 20});
        EXPECT_EQ(ledger.FindYoungest(second).has_value(), hasTick);
        EXPECT_EQ(ledger.LoseOldest(second, 30ms).has_value(), hasTick);
    }
    auto ledger = SentAt({1ms, 20ms, 20ms});
    ledger.SetTick(10ms);
    ledger.Send({0, 10}, 30ms);
    EXPECT_FALSE(ledger.FindYoungest(ledger.GetKey(ledger.Find(10)))) << "of the next tick";
}

TEST(SentSegmentsTimes, SackedIsNeitherLostNorSentAgain)
{
    auto ledger = SentAt({1ms, 1ms, 1ms});
    Sack(ledger, {10, 20});
    Sack(ledger, {10, 20});
    EXPECT_EQ(RangesOf(ledger.GetDelivered()), (Ranges{{10, 20}}));
    EXPECT_EQ(ledger.GetSackedParts(), 1U);
    EXPECT_EQ(ledger.GetInFlight(), 20U);
    ledger.Send({0, 30}, 3ms);
    EXPECT_EQ(ledger.GetSackedParts(), 1U);
    ledger.Acknowledge(30);
    const auto& delivered = ledger.GetDelivered();
    EXPECT_EQ(RangesOf(delivered), (Ranges{{0, 10}, {20, 30}}));
    EXPECT_EQ(delivered[0].transmissions, 2U);
    EXPECT_EQ(ledger.GetSackedParts(), 0U);
    EXPECT_EQ(ledger.GetInFlight(), 0U);
}

TEST(SentSegmentsTimes, LostSegmentsArriveAllTheSame)
{
    auto ledger = SentAt({1ms, 2ms});
    ASSERT_TRUE(ledger.LoseOldest(ALL, 1ms));
    ledger.Acknowledge(10);
    ASSERT_EQ(ledger.GetDelivered().size(), 1U);
    EXPECT_EQ(ledger.GetDelivered()[0].last, 1ms);
    EXPECT_EQ(ledger.GetLostData(), 0U);
    EXPECT_FALSE(ledger.GetFirstLost());
}

TEST(SentSegmentsTimes, HeadAndReneging)
{
    EXPECT_EQ(SentAt({}).LoseHead(), 0U);
    auto ledger = SentAt({1ms, 1ms, 1ms});
    Sack(ledger, {10, 30});
    EXPECT_EQ(ledger.LoseHead(), 10U);
    EXPECT_EQ(ledger.LoseHead(), 0U) << "lost once";
    ledger.Renege();
    EXPECT_EQ(ledger.GetLostData(), 30U);
    EXPECT_EQ(ledger.GetSackedParts(), 0U);
    EXPECT_EQ(ledger.GetHighest(), 0U);
}

// RFC 8985, section 6.3: a timeout spares what was sent a moment ago.
TEST(SentSegmentsTimes, ATimeoutLeavesRetransmissionsInFlight)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    ledger.Send({0, 10}, 8ms);
    ledger.ForgetRetransmissions();
    EXPECT_EQ(ledger.GetRetranData(), 0U);
    EXPECT_EQ(ledger.GetInFlight(), 30U);
    EXPECT_EQ(ledger.NextHole(EVERYWHERE), (OctetRange{0, 30}));
    EXPECT_EQ(ledger.LoseOldest(ALL, 7ms)->range, (OctetRange{10, 20}));
    EXPECT_EQ(ledger.LoseOldest(ALL, 7ms)->range, (OctetRange{20, 30}));
    EXPECT_FALSE(ledger.LoseOldest(ALL, 7ms)) << "sent at 8 ms";
    ledger.ForgetLosses();
    EXPECT_EQ(ledger.GetInFlight(), 30U);
    EXPECT_EQ(ledger.GetLostData(), 0U);
    EXPECT_EQ(ledger.FindYoungest(ALL), 8ms);
}

// Linux 6.1: tcp_rack_detect_loss() takes what is lost off its list, on which only a retransmission
// puts it again, whatever an undo says.
TEST(SentSegmentsTimes, WhatWasLostOnceMayBeJudgedNoMore)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    ASSERT_EQ(ledger.LoseOldest(ALL, 1ms, true)->range, (OctetRange{0, 10}));
    ledger.ForgetLosses();
    EXPECT_EQ(ledger.GetPartsInFlight(), 3U);
    EXPECT_EQ(ledger.LoseOldest(ALL, 9ms)->range, (OctetRange{10, 20}));
    EXPECT_EQ(ledger.LoseOldest(ALL, 9ms)->range, (OctetRange{20, 30}));
    EXPECT_FALSE(ledger.LoseOldest(ALL, 9ms));
    EXPECT_FALSE(ledger.FindYoungest(ALL));
    EXPECT_EQ(ledger.GetPartsInFlight(), 1U);
    ledger.Send({0, 10}, 5ms);
    EXPECT_EQ(ledger.LoseOldest(ALL, 9ms)->range, (OctetRange{0, 10}));
}

// Linux 6.1: tcp_timeout_mark_lost() walks all segments, not that list.
TEST(SentSegmentsTimes, ATimeoutLosesWhatWasJudged)
{
    auto ledger = SentAt({1ms, 2ms, 3ms, 4ms});
    ASSERT_EQ(ledger.LoseOldest(ALL, 1ms, true)->range, (OctetRange{0, 10}));
    ASSERT_EQ(ledger.LoseOldest(ALL, 2ms, true)->range, (OctetRange{10, 20}));
    ledger.LoseAll(2ms);
    EXPECT_EQ(ledger.GetPartsInFlight(), 2U) << "sent at 3 and 4 ms";
    ledger.ForgetLosses();
    ledger.LoseAll(1ms);
    EXPECT_EQ(ledger.GetPartsInFlight(), 3U);
    ledger.LoseAll(9ms);
    EXPECT_EQ(ledger.GetPartsInFlight(), 0U);
    EXPECT_EQ(ledger.GetLostData(), 40U);
}

TEST(SentSegmentsTimes, WhatIsOutAgainWithoutALossIsCounted)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    ASSERT_EQ(ledger.LoseHead(), 10U);
    ledger.Send({0, 10}, 5ms);
    EXPECT_EQ(ledger.GetRevoked(), 0U);
    ledger.ForgetLosses();
    EXPECT_EQ(ledger.GetRevoked(), 1U);
    ledger.Send({10, 20}, 6ms);
    EXPECT_EQ(ledger.GetRevoked(), 1U) << "of the other one";
    ledger.Send({0, 10}, 7ms);
    EXPECT_EQ(ledger.GetRevoked(), 0U) << "sent once more";
    ledger.ForgetLosses();
    EXPECT_EQ(ledger.GetRevoked(), 2U);
    ledger.Acknowledge(10);
    EXPECT_EQ(ledger.GetRevoked(), 1U);
}

// What one connection leaves behind is nothing to the next data on the same ledger.
TEST(SentSegmentsTimes, ASecondFlight)
{
    auto ledger = SentAt({1ms, 2ms, 3ms});
    for (uint64_t flight = 0; flight < 3; ++flight)
    {
        const auto una = 30 * flight;
        const ns3::Instant now = flight * 100ms;
        EXPECT_EQ(ledger.LoseHead(), 10U);
        Sack(ledger, {una + 20, una + 30});
        ledger.Send({una, una + 10}, now + 10ms);
        ledger.Send({una + 10, una + 20}, now + 11ms);
        EXPECT_EQ(ledger.GetRetranData(), 20U);
        Sack(ledger, {una + 10, una + 20});
        EXPECT_EQ(ledger.LoseRetransmissions(true), 10U);
        EXPECT_EQ(ledger.LoseRetransmissions(true), 0U);
        EXPECT_EQ(ledger.Acknowledge(una + 30), 10U);
        ExpectCovered(ledger,
                      std::max<ns3::Instant>(now, 1ms),
                      std::max<ns3::Instant>(now, 3ms),
                      true);
        EXPECT_EQ(ledger.GetParts(), 0U);
        EXPECT_EQ(ledger.GetInFlight(), 0U);
        EXPECT_EQ(ledger.GetLostData(), 0U);
        EXPECT_EQ(ledger.GetSackedParts(), 0U);
        EXPECT_FALSE(ledger.NextHole(EVERYWHERE));
        EXPECT_FALSE(ledger.FindYoungest(ALL));
        for (int i = 0; i < 3; ++i)
        {
            ledger.Send({ledger.GetNxt(), ledger.GetNxt() + 10}, now + 100ms);
        }
    }
}

} // namespace SentSegmentsTimesTests

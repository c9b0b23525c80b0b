/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-conditions.h"

#include <gtest/gtest.h>
#include <limits>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace DeliveryTraceTests
{

std::string
Fault(const std::string& text)
{
    std::istringstream input(text);
    std::vector<uint32_t> instants;
    return DeliveryTable::Read(input, instants);
}

TEST(DeliveryTrace, APacketTakesAnOpportunity)
{
    // At 2, 5 (twice) and 9 ms; again at 11, 14 and 18 ms.
    DeliveryTrace trace({2, 5, 5, 9}, true, Time(0));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(0), 1500), MilliSeconds(2));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(2), 1500), MilliSeconds(5));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(5), 1500), MilliSeconds(5));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(5), 1500), MilliSeconds(9));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(9), 1500), MilliSeconds(11));
    // What finds no packet is lost.
    EXPECT_EQ(trace.GetFinish(NanoSeconds(14'000'001), 1500), MilliSeconds(18));
    // The end of a round is an opportunity, and its start is none here.
    EXPECT_EQ(trace.GetFinish(MilliSeconds(900), 1500), MilliSeconds(900));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(900), 1500), MilliSeconds(902));
}

TEST(DeliveryTrace, OctetsAreCounted)
{
    DeliveryTrace trace({1, 2, 3, 4}, true, Time(0));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(0), 500), MilliSeconds(1));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(1), 600), MilliSeconds(1));
    // 400 octets of the first opportunity, 1100 of the second.
    EXPECT_EQ(trace.GetFinish(MilliSeconds(1), 1500), MilliSeconds(2));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(2), 400), MilliSeconds(2));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(2), 2000), MilliSeconds(4));
    // 1000 octets are left at 4 ms, and lost for a packet that comes later.
    EXPECT_EQ(trace.GetFinish(NanoSeconds(4'000'001), 1000), MilliSeconds(5));
}

TEST(DeliveryTrace, WhatIsTakenBackIsOfferedAgain)
{
    DeliveryTrace trace({1, 2, 2, 3, 9}, true, Time(0));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(0), 700), MilliSeconds(1));
    const auto place = trace.GetPlace();
    EXPECT_EQ(trace.GetFinish(MilliSeconds(1), 2400), MilliSeconds(2));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(2), 1500), MilliSeconds(3));
    trace.Return(place);
    // 800 octets of the first opportunity, and both of the second millisecond.
    EXPECT_EQ(trace.GetFinish(MilliSeconds(1), 3800), MilliSeconds(2));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(2), 1), MilliSeconds(3));
}

TEST(DeliveryTrace, AnOpportunityAfterAHundredYearsIsNone)
{
    // Each 49.7 days; ns-3's time ends after 292 years.
    constexpr auto LAST = std::numeric_limits<uint32_t>::max();
    DeliveryTrace trace({LAST}, true, Time(0));
    EXPECT_EQ(trace.GetFinish(Seconds(0), 1500), MilliSeconds(LAST));
    EXPECT_EQ(trace.GetFinish(Seconds(0), 1500 * 999), MilliSeconds(LAST) * 1000);
    EXPECT_EQ(trace.GetFinish(Seconds(0), 1500 * 999), Time::Max());
}

TEST(DeliveryTrace, EndsForEverWhenItIsNotLooped)
{
    DeliveryTrace trace({1, 3}, false, Time(0));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(1), 1500), MilliSeconds(1));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(1), 1500), MilliSeconds(3));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(3), 1), Time::Max());
    EXPECT_EQ(DeliveryTrace({1, 3}, false, Time(0)).GetFinish(Seconds(1), 1), Time::Max());
}

TEST(DeliveryTrace, BeginsWhereTheOffsetIs)
{
    DeliveryTrace trace({2, 10}, true, MilliSeconds(5));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(0), 1500), MilliSeconds(5));
    EXPECT_EQ(trace.GetFinish(MilliSeconds(5), 1500), MilliSeconds(7));
}

TEST(DeliveryTrace, RefusesTimesThatFall)
{
    EXPECT_DEATH(DeliveryTrace({5, 3, 9}, true, Time(0)), "DeliveryTrace: the times must not fall");
}

TEST(DeliveryTrace, RefusesABadLineByItsNumber)
{
    const std::string range = "a whole number in [0, 4294967295], not ";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "the last time must be above 0 ms"},
        {"0\n0\n", "the last time must be above 0 ms"},
        {"1\n\n2\n", "line 2: the time must be " + range + "''"},
        {"1\n-1\n", "line 2: the time must be " + range + "'-1'"},
        {"1.5\n", "line 1: the time must be " + range + "'1.5'"},
        {"1 \n", "line 1: the time must be " + range + "'1 '"},
        {"4294967296\n", "line 1: the time must be " + range + "'4294967296'"},
        {"99999999999999999999\n", "line 1: the time must be " + range + "'99999999999999999999'"},
        {"2\n1\n", "line 2: the time must not be before that of the line before"},
    };
    for (const auto& [text, expected] : cases)
    {
        EXPECT_EQ(Fault(text), expected);
    }
    EXPECT_EQ(Fault("1\n\n"), "");
    EXPECT_EQ(Fault("# a comment\n0\n1\n1\n4294967295"), "");
}

TEST(LinkRecording, AFileTakesThePlaceOfTheOneBefore)
{
    LinkRecording recording;
    std::istringstream trace("7\n");
    std::istringstream table("time,rate,delay,loss\n0,1e6,0,0\n3,1e6,0,0\n");
    ASSERT_EQ(recording.Read(trace), "");
    ASSERT_EQ(recording.Read(table), "");
    EXPECT_EQ(recording.GetLength(), std::chrono::seconds(3));
    // 1250 octets at 1 Mbit/s.
    EXPECT_EQ(recording.Make(false, LinkConditions::Instant(0))
                  ->GetFinish(LinkConditions::Instant(0), 1250),
              std::chrono::milliseconds(10));
}

} // namespace DeliveryTraceTests

} // namespace ns3

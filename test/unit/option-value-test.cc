/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/option-table.h"

#include "ns3/queue-size.h"

#include <gtest/gtest.h>
#include <limits>
#include <sstream>

namespace OptionValueTests
{

using namespace ns3;
using namespace ns3::tcplossy;

template <class T>
std::string
Print(const T& value)
{
    std::ostringstream os;
    PrintValue(os, value);
    return os.str();
}

/// What is read, or nothing.
template <class T>
std::optional<T>
Read(const std::string& text, T before = T())
{
    const bool isValue = ParseValue(text, before);
    return isValue ? std::optional<T>(before) : std::nullopt;
}

TEST(OptionValue, PartsOfAList)
{
    using Parts = std::vector<std::string>;
    EXPECT_EQ(SplitList("a, b,,  ,c d,", ','), (Parts{"a", "b", "", "", "c d"}));
    EXPECT_EQ(SplitList("a:b", ','), Parts{"a:b"});
    EXPECT_EQ(SplitList("", ','), Parts{});
}

TEST(OptionValue, ANumberIsFiniteAndNothingElse)
{
    EXPECT_EQ(ParseNumber("-1.5e3"), -1500.0);
    EXPECT_EQ(ParseNumber("0"), 0.0);
    for (const auto* text : {"", "1x", "inf", "nan", "1e999", "x"})
    {
        EXPECT_FALSE(ParseNumber(text)) << text;
        EXPECT_FALSE(Read<double>(text)) << text;
    }
}

TEST(OptionValue, FlagsAndCounts)
{
    for (const auto* text : {"1", "t", "true"})
    {
        EXPECT_EQ(Read<bool>(text, false), true);
    }
    for (const auto* text : {"0", "f", "false"})
    {
        EXPECT_EQ(Read<bool>(text, true), false);
    }
    EXPECT_EQ(Read<bool>("", true), false);
    EXPECT_EQ(Read<bool>("", false), true);
    EXPECT_FALSE(Read<bool>("yes"));
    EXPECT_EQ(Read<uint32_t>("0", 7), 0U);
    EXPECT_EQ(Read<uint32_t>("4294967295"), 4294967295U);
    for (const auto* text : {"4294967296", "", "-1", "+1", "1.0", "1e3", " 1"})
    {
        EXPECT_FALSE(Read<uint32_t>(text)) << text;
    }
}

TEST(OptionValue, WhatIsNoValueLeavesTheVariable)
{
    double number = 3.0;
    EXPECT_FALSE(ParseValue("x", number));
    EXPECT_EQ(number, 3.0);
    DataRate rate("3Mbps");
    EXPECT_FALSE(ParseValue("5x", rate));
    EXPECT_EQ(rate, DataRate("3Mbps"));
    Time time = Seconds(3);
    EXPECT_FALSE(ParseValue("5x", time));
    EXPECT_EQ(time, Seconds(3));
}

TEST(OptionValue, RatesSizesAndTimesHaveUnits)
{
    EXPECT_EQ(Read<DataRate>("1.5Mbps"), DataRate(1'500'000));
    EXPECT_EQ(Read<QueueSize>("15p"), QueueSize("15p"));
    for (const auto* text : {"", "Mbps", "1.5", "1.5 Mbps", "1.5.5Mbps", "-1Mbps"})
    {
        EXPECT_FALSE(Read<DataRate>(text)) << text;
    }
    EXPECT_EQ(Read<Time>("1.5ms"), MicroSeconds(1500));
    EXPECT_EQ(Read<Time>("-2min"), Seconds(-120));
    for (const auto* text : {"", "s", "5", "5 s", "5m", "x5s"})
    {
        EXPECT_FALSE(Read<Time>(text)) << text;
    }
    using Times = std::vector<Time>;
    EXPECT_EQ(Read<Times>("2s, 50ms", {Seconds(9)}), (Times{Seconds(2), MilliSeconds(50)}));
    EXPECT_EQ(Read<Times>("", {Seconds(9)}), Times{});
    EXPECT_FALSE(Read<Times>("2s,3"));
}

TEST(OptionValue, ValuesAreWrittenInBaseUnitsAndShownWithTheirOwn)
{
    const std::vector<Time> times{MilliSeconds(1500), Seconds(90), Time(0)};
    EXPECT_EQ(Print(times), "1.5,90,0");
    EXPECT_EQ(ShowValue(times), "1.5s,90s,0s");
    EXPECT_EQ(Print(DataRate("1.5Mbps")), "1500000");
    EXPECT_EQ(Print(true) + Print(7U) + Print(0.5) + Print(std::string("x")), "170.5x");
    EXPECT_EQ(ShowValue(true) + ShowValue(false), "truefalse");
    EXPECT_EQ(ShowValue(7U) + ShowValue(0.123456789012345), "70.123456789012345");
    EXPECT_EQ(ShowValue(std::string("x")), "x");
    for (const auto& [bits, text] : {std::pair{999U, "999bps"},
                                     {1000U, "1kbps"},
                                     {999'999U, "999.999kbps"},
                                     {1'000'000U, "1Mbps"},
                                     {1'000'000'000U, "1Gbps"},
                                     {0U, "0bps"}})
    {
        EXPECT_EQ(ShowValue(DataRate(bits)), text);
    }
    for (const auto& [nanoseconds, text] : {std::pair{-1, "-1ns"},
                                            {999, "999ns"},
                                            {1000, "1us"},
                                            {-1000, "-1us"},
                                            {1'000'000, "1ms"},
                                            {1'000'000'000, "1s"}})
    {
        EXPECT_EQ(ShowValue(NanoSeconds(nanoseconds)), text);
    }
}

} // namespace OptionValueTests

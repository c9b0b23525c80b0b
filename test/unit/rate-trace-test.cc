/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-conditions.h"

#include <cmath>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace ns3
{
namespace RateTraceTests
{

/// A kilobit a second for 10 s, nothing for 5 s, two for 5 s; then, if it does not loop, four.
const std::string TABLE = "time,rate,delay,loss\n"
                          "0,1000,0.01,0\n"
                          "10,0,0.05,0.5\n"
                          "15,2000,0.02,0.25\n"
                          "20,4000,0.03,1\n";

/// What reading says.
std::string
Fault(const std::string& text)
{
    std::istringstream input(text);
    RateTable::Rows rows;
    return RateTable::Read(input, rows);
}

RateTrace
Make(bool isLooped, Time offset = Time(0))
{
    std::istringstream input(TABLE);
    RateTable::Rows rows;
    EXPECT_EQ(RateTable::Read(input, rows), "");
    return {RateTrace::FromPlain(rows), isLooped, offset};
}

TEST(RateTrace, SendsAtTheRateOfEachRow)
{
    auto trace = Make(false);
    // 1000 bits at 1000 bit/s.
    EXPECT_EQ(trace.GetFinish(Seconds(1), 125), Seconds(2));
    // 500 bits until 10 s, none until 15 s, 500 at 2000 bit/s.
    EXPECT_EQ(trace.GetFinish(Seconds(9.5), 125), Seconds(15.25));
    EXPECT_EQ(trace.GetFinish(Seconds(12), 125), Seconds(15.5));
    EXPECT_EQ(trace.GetFinish(Seconds(10), 125), Seconds(15.5));
    // The last row holds for ever.
    EXPECT_EQ(trace.GetFinish(Seconds(1000), 125), Seconds(1000.25));
}

TEST(RateTrace, BeginsAnewWhenItIsLooped)
{
    auto trace = Make(true);
    // 1000 bits at 2000 bit/s until 20 s; then 1000 bits at 1000.
    EXPECT_EQ(trace.GetFinish(Seconds(19.5), 250), Seconds(21));
    EXPECT_EQ(trace.GetFinish(Seconds(20), 125), Seconds(21));
    EXPECT_EQ(trace.GetFinish(Seconds(212), 125), Seconds(215.5));
    EXPECT_EQ(trace.GetExtraDelay(Seconds(39)), MilliSeconds(20));
    EXPECT_EQ(trace.GetLoss(Seconds(52)), 0.5);
}

TEST(RateTrace, BeginsWhereTheOffsetIs)
{
    auto trace = Make(true, Seconds(14));
    EXPECT_EQ(trace.GetFinish(Seconds(0), 125), Seconds(1.5));
    EXPECT_EQ(trace.GetLoss(Seconds(0)), 0.5);
    EXPECT_EQ(trace.GetLoss(Seconds(1)), 0.25);
    EXPECT_EQ(trace.GetLoss(Seconds(6)), 0.0);
}

TEST(RateTrace, KnowsTheLeastDelay)
{
    EXPECT_EQ(Make(true).GetLeastExtraDelay(), MilliSeconds(10));
}

TEST(RateTrace, APacketMayTakeManyRounds)
{
    // A round sends 1000 bits in 20 s. 2500 bits: two rounds, and 500 bits at 1000 bit/s.
    auto trace = RateTrace(
        {{Seconds(0), 1000, Time(0), 0}, {Seconds(1), 0, Time(0), 0}, {Seconds(20), 1, Time(0), 0}},
        true,
        Time(0));
    EXPECT_EQ(trace.GetFinish(Seconds(0), 2500 / 8), Seconds(40.496));
    // A round's own number of bits is sent at its last moment with a rate, not a round later.
    EXPECT_EQ(trace.GetFinish(Seconds(0), 125), Seconds(1));
    EXPECT_EQ(trace.GetFinish(Seconds(0.5), 250), Seconds(40.5));
    EXPECT_EQ(trace.GetFinish(Seconds(0), 250), Seconds(21));
    // A bit a second in rounds of a nanosecond: 12,000 bits take 12,000 s, or as many as 10^13
    // rounds.
    auto shortest =
        RateTrace({{Seconds(0), 1, Time(0), 0}, {NanoSeconds(1), 1, Time(0), 0}}, true, Time(0));
    EXPECT_EQ(shortest.GetFinish(Seconds(3), 1500), Seconds(12'003));
    // A nanobit each 10^6 s: 12,000 bits take longer than ns-3's time lasts.
    auto barren = RateTrace({{Seconds(0), 1, Time(0), 0},
                             {NanoSeconds(1), 0, Time(0), 0},
                             {Seconds(1e6), 0, Time(0), 0}},
                            true,
                            Time(0));
    EXPECT_EQ(barren.GetFinish(Seconds(3), 1500), Time::Max());
}

TEST(RateTrace, NothingGoesAfterAnOutageWithoutEnd)
{
    auto trace =
        RateTrace({{Seconds(0), 1000, Time(0), 0}, {Seconds(1), 0, Time(0), 0}}, false, Time(0));
    EXPECT_EQ(trace.GetFinish(Seconds(0), 125), Seconds(1));
    EXPECT_EQ(trace.GetFinish(Seconds(0.5), 125), Time::Max());
}

TEST(RateTrace, RefusesATableThatDoesNotBeginAtZero)
{
    EXPECT_DEATH(RateTrace({{Seconds(1), 1000, Time(0), 0}}, false, Time(0)),
                 "RateTrace: the first time must be 0");
}

TEST(RateTrace, RefusesRowsThatNoFileMayHave)
{
    const auto refuse = [](const RateTrace::Row& second, const std::string& fault) {
        for (const bool isLooped : {false, true})
        {
            EXPECT_DEATH(RateTrace({{Seconds(0), 1000, Time(0), 0}, second}, isLooped, Time(0)),
                         "RateTrace: " + fault);
        }
    };
    refuse({Seconds(0), 1000, Time(0), 0}, "time must be later than the row before");
    refuse({Seconds(-1), 1000, Time(0), 0}, "time must be later than the row before");
    refuse({Seconds(1), 1000, Seconds(-0.5), 0}, "delay must not be negative");
    refuse({Seconds(1), 1000, Time(0), 2}, "loss must lie in .0, 1");
    refuse({Seconds(1), 1000, Time(0), -0.1}, "loss must lie in .0, 1");
    refuse({Seconds(1), 1000, Time(0), std::nan("")}, "loss must lie in .0, 1");
}

TEST(PathConditions, RefusesAConstantRateOfZeroAndNoConditions)
{
    EXPECT_DEATH(PathConditions(DataRate(0)), "PathConditions: rate must be above 0");
    EXPECT_DEATH(PathConditions(nullptr), "PathConditions: conditions must not be null");
}

TEST(RateTrace, RefusesABadLineByItsNumber)
{
    const std::string head = "time,rate,delay,loss\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "there must be 2 rows, and a rate above 0 bit/s before the last one"},
        {"time,rate\n", "line 1: the first line must be time,rate,delay,loss"},
        {head + "0,1,0,0\n", "there must be 2 rows, and a rate above 0 bit/s before the last one"},
        {head + "0,0,0,0\n1,5,0,0\n",
         "there must be 2 rows, and a rate above 0 bit/s before the last one"},
        {head + "1,1,0,0\n2,1,0,0\n", "line 2: the first time must be 0"},
        {head + "0,1,0,0\n# a comment\n0,1,0,0\n",
         "line 4: time must be later than the row before"},
        {head + "0,1,0\n", "line 2: there must be 4 fields, time,rate,delay,loss, not 3"},
        {head + "0,1,0,0,0\n", "line 2: there must be 4 fields, time,rate,delay,loss, not 5"},
        {head + "\n0,1,0,0\n", "line 2: there must be 4 fields, time,rate,delay,loss, not 1"},
        {head + "0,-1,0,0\n", "line 2: rate must be a number in [0, 1e+12], not '-1'"},
        {head + "0,1e13,0,0\n", "line 2: rate must be a number in [0, 1e+12], not '1e13'"},
        {head + "0,nan,0,0\n", "line 2: rate must be a number in [0, 1e+12], not 'nan'"},
        {head + "0,0x10,0,0\n", "line 2: rate must be a number in [0, 1e+12], not '0x10'"},
        {head + "0, 1,0,0\n", "line 2: rate must be a number in [0, 1e+12], not ' 1'"},
        {head + "0,,0,0\n", "line 2: rate must be a number in [0, 1e+12], not ''"},
        {head + "0,1e,0,0\n", "line 2: rate must be a number in [0, 1e+12], not '1e'"},
        {head + "0,1,-0.1,0\n", "line 2: delay must be a number in [0, 1000], not '-0.1'"},
        {head + "0,1,0,1.1\n", "line 2: loss must be a number in [0, 1], not '1.1'"},
        {head + "0,1,0,0\n1e7,1,0,0\n", "line 3: time must be a number in [0, 1e+06], not '1e7'"},
        {head + "0,1,0,\x01\n", "line 2: loss must be a number in [0, 1], not '?'"},
    };
    for (const auto& [text, expected] : cases)
    {
        EXPECT_EQ(Fault(text), expected);
    }
    EXPECT_EQ(Fault(head + "0,1,0,0\n1,1,0,0\n\n"), "");
    EXPECT_EQ(Fault("# LEO\r\ntime,rate,delay,loss\r\n0,1,0,0\r\n1,1,0,0\r\n"), "");
    // What is no trace at all does not fill the screen.
    EXPECT_EQ(Fault(head + "0," + std::string(10'000, 'x') + ",0,0\n"),
              "line 2: rate must be a number in [0, 1e+12], not '" + std::string(40, 'x') + "...'");
}

} // namespace RateTraceTests

} // namespace ns3

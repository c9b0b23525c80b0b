/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-topology.h"
#include "option-driver.h"

#include "ns3/double.h"

#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

namespace DumbbellParametersTests
{

using namespace ns3;
using namespace ns3::tcplossy;

using ns3test::ExpectLimits;
using ns3test::TakeOptions;

TEST(DumbbellParameters, DefaultsAsAResultDescribesThem)
{
    DumbbellParameters parameters;
    EXPECT_EQ(ns3test::DescribeOptions(parameters.GetOptions()),
              "# rate: 1600000 bit/s\n# delay: 0.05 s each pass\n# ipv6: 0\n"
              "# queue: 15 packets\n# marking: none\n# leftRate: 100000000 bit/s\n"
              "# leftDelay: 0 s\n# rightRate: 100000000 bit/s\n# rightDelay: 0 s\n# direct: 0\n"
              "# jitter: 0 s\n# loss: 0 each forward pass\n# reverseLoss: 0 each reverse pass\n"
              "# passes: 1\n# drop: none\n# dropAcks: none\n# forwardMarkov: none\n"
              "# reverseMarkov: none\n");
    parameters.marking = 7;
    parameters.losses.markov[1] = "1,2,0,0,0,1";
    const auto text = ns3test::DescribeOptions(parameters.GetOptions());
    EXPECT_NE(text.find("# marking: 7 packets\n"), std::string::npos);
    EXPECT_NE(text.find("# forwardMarkov: none\n# reverseMarkov: 1,2,0,0,0,1\n"),
              std::string::npos);
}

TEST(DumbbellParametersDeathTest, BoundsOfLinks)
{
    using Parameters = DumbbellParameters;
    for (const std::string rate : {"rate", "leftRate", "rightRate"})
    {
        ExpectLimits<Parameters>(rate, {"1bps"}, {"0bps"});
    }
    for (const std::string time : {"delay", "leftDelay", "rightDelay", "jitter"})
    {
        ExpectLimits<Parameters>(time, {"0s"}, {"-1ns"});
    }
    ExpectLimits<Parameters>("queue", {"1", "10000000"}, {"0", "10000001"});
    ExpectLimits<Parameters>("marking", {"0", "14"}, {"15", "10000001"});
    EXPECT_EXIT(TakeOptions<Parameters>({"--marking=10000001", "--queue=10000000"}),
                testing::ExitedWithCode(2),
                "^--marking must be at most 10000000 packets");
}

TEST(DumbbellParametersDeathTest, BoundsOfLosses)
{
    using Parameters = DumbbellParameters;
    for (const std::string loss : {"loss", "reverseLoss"})
    {
        ExpectLimits<Parameters>(loss, {"0", "0.999999"}, {"-0.000001", "1"});
    }
    ExpectLimits<Parameters>("passes", {"1", "2"}, {"0", "3"});
    ExpectLimits<Parameters>("drop", {"", "1", "1000000000"}, {"0", "1000000001", "00000000001"});
    ExpectLimits<Parameters>("dropAcks",
                             {"", "0:1", "1000000000:1000000000"},
                             {"1000000001:1", "1:0", "1:1000000001", "1:1:2", "1"});
    for (const std::string markov : {"forwardMarkov", "reverseMarkov"})
    {
        ExpectLimits<Parameters>(markov,
                                 {"", "1e-9,1e9,0,1,0,1", "1e9,1e-9,1,0,1,0"},
                                 {"9e-10,1,0,1,0,1", "1,1.1e9,0,1,0,1", "1,1,1.1,1,0,1"});
    }
}

TEST(DumbbellParametersDeathTest, WhatExcludesEachOther)
{
    const std::string markov = "25,5,0.05,0.55,0.05,0.25";
    for (const auto& [one, other, line] :
         {std::tuple{"--drop=4", "--loss=0.1", "--drop and --loss exclude each other"},
          {"--dropAcks=4:1", "--reverseLoss=0.1", "--dropAcks and --reverseLoss exclude each"},
          {"--jitter=1ns", "--direct", "--direct and --jitter exclude each other"}})
    {
        EXPECT_EXIT(TakeOptions<DumbbellParameters>({one, other}),
                    testing::ExitedWithCode(2),
                    std::string("^") + line);
        TakeOptions<DumbbellParameters>({one});
        TakeOptions<DumbbellParameters>({other});
    }
    // What concerns different directions does not.
    TakeOptions<DumbbellParameters>({"--drop=4", "--reverseLoss=0.1"});
    TakeOptions<DumbbellParameters>({"--dropAcks=4:1", "--loss=0.1"});
    TakeOptions<DumbbellParameters>(
        {"--forwardMarkov=" + markov, "--reverseLoss=0.1", "--dropAcks="});
    TakeOptions<DumbbellParameters>({"--reverseMarkov=" + markov, "--loss=0.1", "--drop="});
}

TEST(DumbbellParameters, WhatAPacketTakesBesideItsQueue)
{
    const auto parameters = TakeOptions<DumbbellParameters>({"--delay=20ms",
                                                             "--passes=2",
                                                             "--leftRate=4Mbps",
                                                             "--leftDelay=1ms",
                                                             "--rightRate=8Mbps",
                                                             "--rightDelay=10ms"});
    EXPECT_EQ(parameters.GetDelay(), MilliSeconds(40));
    // 1000 octets last 2 ms and 1 ms.
    EXPECT_EQ(parameters.GetAccessTime(1000), MilliSeconds(14));
}

TEST(DumbbellLosses, APacketMustSurviveEachPass)
{
    DumbbellLosses losses;
    losses.forward = 0.5;
    losses.reverse = 0.2;
    const auto get = [&losses](auto direction) { return losses.GetLoss(direction); };
    EXPECT_DOUBLE_EQ(get(LossyDumbbellHelper::Direction::FORWARD), 0.5);
    EXPECT_DOUBLE_EQ(get(LossyDumbbellHelper::Direction::REVERSE), 0.2);
    losses.passes = 2;
    EXPECT_DOUBLE_EQ(get(LossyDumbbellHelper::Direction::FORWARD), 0.75);
    EXPECT_DOUBLE_EQ(get(LossyDumbbellHelper::Direction::REVERSE), 0.36);
}

TEST(DumbbellLosses, ListsOfWhatIsLost)
{
    DumbbellLosses losses;
    EXPECT_TRUE(losses.GetDrops().empty());
    EXPECT_TRUE(losses.GetAckDrops().empty());
    losses.drop = "40, 1,1000000000";
    EXPECT_EQ(losses.GetDrops(), (std::vector<uint64_t>{40, 1, 1'000'000'000}));
    losses.dropAcks = "34:5, 0:1,1000000000:6";
    EXPECT_EQ(losses.GetAckDrops(), (DumbbellLosses::Acks{{34, 5}, {0, 1}, {1'000'000'000, 6}}));
    for (const std::string wrong : {"34:5,", "34:5,:", "34:5,7", "34:5,7:0", "34:5,7:1:1"})
    {
        losses.dropAcks = wrong + ",1:1";
        EXPECT_TRUE(losses.GetAckDrops().empty()) << wrong;
    }
}

TEST(DumbbellLosses, EachNumberOfATwoStateLossHasItsPlace)
{
    DumbbellLosses losses;
    losses.markov = {"25,5,0.05,0.55,0.06,0.25", "1e-9,1e9,0,1,0.5,0"};
    const auto check = [&losses](auto direction, Time good, Time bad, std::vector<double> parts) {
        const auto model = MakeMarkov(losses.GetMarkov(direction));
        TimeValue time;
        model->GetAttribute("GoodInterval", time);
        EXPECT_EQ(time.Get(), good);
        model->GetAttribute("BadInterval", time);
        EXPECT_EQ(time.Get(), bad);
        for (const auto* name : {"StayGood", "StayBad", "GoodLoss", "BadLoss"})
        {
            DoubleValue part;
            model->GetAttribute(name, part);
            EXPECT_EQ(part.Get(), parts.front()) << name;
            parts.erase(parts.begin());
        }
    };
    check(LossyDumbbellHelper::Direction::FORWARD,
          Seconds(25),
          Seconds(5),
          {0.05, 0.55, 0.06, 0.25});
    check(LossyDumbbellHelper::Direction::REVERSE,
          NanoSeconds(1),
          Seconds(1e9),
          {0.0, 1.0, 0.5, 0.0});
    losses.markov[0].clear();
    EXPECT_FALSE(MakeMarkov(losses.GetMarkov(LossyDumbbellHelper::Direction::FORWARD)));
}

} // namespace DumbbellParametersTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dumbbell-experiment.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// Builds a run from options; wrong ones end the program.
void
Build(std::vector<std::string> options)
{
    DumbbellExperiment experiment;
    CommandLine cmd;
    experiment.AddOptions(cmd);
    options.insert(options.begin(), "program");
    std::vector<char*> argv;
    for (auto& option : options)
    {
        argv.push_back(option.data());
    }
    cmd.Parse(static_cast<int>(argv.size()), argv.data());
    experiment.Build(1);
}

} // namespace

TEST(DumbbellExperimentDeathTest, WrongOptionsAreRefusedByName)
{
    EXPECT_DEATH(Build({"--leftRate=0bps"}), "--leftRate must be above 0 bit/s");
    EXPECT_DEATH(Build({"--rightRate=0bps"}), "--rightRate must be above 0 bit/s");
    EXPECT_DEATH(Build({"--leftDelay=-1ms"}), "--leftDelay must not be negative");
    EXPECT_DEATH(Build({"--rightDelay=-1ms"}), "--rightDelay must not be negative");
    EXPECT_DEATH(Build({"--initialSsthresh=-1"}), "--initialSsthresh must lie in \\[0, 1000000\\]");
    EXPECT_DEATH(Build({"--initialSsthresh=200000", "--segmentSize=50000"}), "\\[0, 85899\\]");
    EXPECT_DEATH(Build({"--minRto=0s"}), "--minRto must be above 0");
    EXPECT_DEATH(Build({"--burstSize=0"}),
                 "--burstSize must lie in \\[1, 10000000\\] octets, not 0");
    EXPECT_DEATH(Build({"--burstInterval=0s"}), "--burstInterval must be above 0");
}

TEST(DumbbellExperimentDeathTest, WrongListsOfDropsAreRefused)
{
    for (const auto* list : {"0", ",40", "40,,41", "x", "4x", "-3", "1.5", "1000000001"})
    {
        EXPECT_DEATH(Build({std::string("--drop=") + list}), "--drop must list numbers") << list;
    }
    EXPECT_DEATH(Build({"--drop=40", "--loss=0.1"}), "--drop and --loss exclude each other");
}

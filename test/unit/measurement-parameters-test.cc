/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/flow-parameters.h"
#include "option-driver.h"

#include "ns3/global-value.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>

using ns3test::ExpectLimits;
using ns3test::TakeOptions;

namespace MeasurementParametersTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// A measurement and what may be written besides.
struct Measurement
{
    MeasurementParameters parameters;
    std::vector<Time> checkpoints;
    bool series{false};

    OptionTable GetOptions()
    {
        auto options = parameters.GetOptions();
        AddSeries(options, series);
        AddCheckpoints(options, checkpoints, parameters);
        return options;
    }
};

TEST(MeasurementParametersDeathTest, TheMeasurementLiesWithinTheRun)
{
    const auto refuse = [](const std::string& from, const std::string& to) {
        EXPECT_EXIT(TakeOptions<Measurement>({"--from=" + from, "--to=" + to}),
                    testing::ExitedWithCode(2),
                    "^--from must not be negative and must lie before --to\n$");
    };
    refuse("-1ns", "1s");
    refuse("1s", "1s");
    refuse("2s", "1s");
    TakeOptions<Measurement>({"--from=0s", "--to=1ns"});
    ExpectLimits<Measurement>("startSpread", {"0s", "1ns"}, {"-1ns"});
}

TEST(MeasurementParametersDeathTest, CheckpointsLieBehindTheBegin)
{
    for (const std::string wrong : {"1s", "1s,2s", "2s,3.000000001s"})
    {
        EXPECT_EXIT(TakeOptions<Measurement>({"--from=1s", "--to=3s", "--checkpoints=" + wrong}),
                    testing::ExitedWithCode(2),
                    "^--checkpoints must lie behind --from and not behind --to, not ")
            << wrong;
    }
    const auto taken =
        TakeOptions<Measurement>({"--from=1s", "--to=3s", "--checkpoints=1.000000001s,3s"});
    EXPECT_EQ(taken.checkpoints.size(), 2U);
}

TEST(MeasurementParameters, WhatIsWrittenBesidesIsNoPartOfTheDescription)
{
    auto taken = TakeOptions<Measurement>({"--series", "--from=2s", "--to=5s", "--checkpoints=3s"});
    EXPECT_TRUE(taken.series);
    EXPECT_EQ(ns3test::DescribeOptions(taken.GetOptions()),
              "# from: 2 s\n# to: 5 s\n# startSpread: 0 s\n");
}

TEST(MeasurementParameters, EventsLieInACalendar)
{
    TakeOptions<Measurement>({});
    StringValue scheduler;
    GlobalValue::GetValueByName("SchedulerType", scheduler);
    EXPECT_EQ(scheduler.Get(), "ns3::CalendarScheduler");
}

} // namespace MeasurementParametersTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/option-table.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/queue-size.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/tcp-lossy-controls.h"

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace OptionTableTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// One option of each type.
struct Values
{
    bool flag{false};
    uint32_t count{3};
    double part{0.5};
    std::string name{"one"};
    DataRate rate{"1Mbps"};
    QueueSize queue{"10p"};
    Time delay{MilliSeconds(20)};
    std::vector<Time> times;

    OptionTable GetOptions()
    {
        OptionTable options;
        options.Add("flag", "A flag", flag);
        options.Add("count", "A count", count).AtLeast(1).AtMost(10).Unit("packets").Note("each");
        options.Add("part", "A part", part).Above(0).Below(1);
        options.Add("name", "A name", name).Among({"one", "two", "three"});
        options.Add("rate", "A rate", rate).Above(0);
        options.Add("queue", "A queue", queue).AtLeast(1);
        options.Add("delay", "A delay", delay).AtLeast(0).Zero("none");
        options.Add("times", "Times", times).Undescribed();
        options.AddCheck([this] { return flag && count == 3 ? "--flag and --count=3 clash" : ""; });
        return options;
    }

    void Parse(std::vector<std::string> arguments)
    {
        arguments.insert(arguments.begin(), "program");
        GetOptions().Parse("test", arguments);
    }
};

void
Parse(const std::string& argument)
{
    Values().Parse({argument});
}

/// What a program does with a wrong value: exit code 2, one line, which begins with the text.
void
ExpectRefusal(const std::string& argument, const std::string& line)
{
    EXPECT_EXIT(Parse(argument), testing::ExitedWithCode(2), "^" + line + "\n$") << argument;
}

TEST(OptionTable, TakesValuesOfEachType)
{
    Values values;
    values.Parse({"--flag=true",
                  "--count=10",
                  "--part=1e-3",
                  "--name=three",
                  "--rate=1.5Mbps",
                  "--queue=150kB",
                  "--delay=1.5ms",
                  "--times=50s,100s"});
    EXPECT_TRUE(values.flag);
    EXPECT_EQ(values.count, 10U);
    EXPECT_EQ(values.part, 1e-3);
    EXPECT_EQ(values.name, "three");
    EXPECT_EQ(values.rate, DataRate(1'500'000));
    EXPECT_EQ(values.queue, QueueSize("150kB"));
    EXPECT_EQ(values.delay, MicroSeconds(1500));
    EXPECT_EQ(values.times, (std::vector<Time>{Seconds(50), Seconds(100)}));
}

TEST(OptionTable, AFlagNeedsNoValue)
{
    Values values;
    values.Parse({"--flag", "--count=4"});
    EXPECT_TRUE(values.flag);
}

TEST(OptionTable, Ns3sOwnOptionsAreTaken)
{
    Values().Parse({"--RngRun=7", "--ns3::TcpSackVeno::Beta=5"});
    EXPECT_EQ(RngSeedManager::GetRun(), 7U);
    DoubleValue beta;
    CreateObject<TcpSackVeno>()->GetAttribute("Beta", beta);
    EXPECT_EQ(beta.Get(), 5.0);
    Config::Reset();
}

TEST(OptionTable, DescribesValuesInBaseUnits)
{
    Values values;
    values.delay = Time(0);
    std::ostringstream os;
    ResultWriter writer(os);
    values.GetOptions().Describe(writer);
    const auto text = os.str();
    EXPECT_EQ(text.substr(text.find("# flag")),
              "# flag: 0\n# count: 3 packets each\n# part: 0.5\n# name: one\n"
              "# rate: 1000000 bit/s\n# queue: 10p\n# delay: none\n");
}

TEST(OptionTable, ChoicesAreASentence)
{
    EXPECT_EQ(JoinChoices({}), "");
    EXPECT_EQ(JoinChoices({"a"}), "a");
    EXPECT_EQ(JoinChoices({"a", "b"}), "a or b");
    EXPECT_EQ(JoinChoices({"a", "b", "c"}), "a, b or c");
}

// One variable, of which each option says something else.
TEST(OptionTableDeathTest, BoundsOnOneSideAreSaidAndHeld)
{
    const auto refuse = [](double value, const std::function<void(Option&)>& bound) {
        OptionTable options;
        bound(options.Add("x", "A number", value).Unit("m"));
        options.Check();
    };
    const auto check = [&refuse](auto bound, double good, double wrong, const std::string& must) {
        refuse(good, bound);
        EXPECT_EXIT(refuse(wrong, bound), testing::ExitedWithCode(2), "^--x must " + must + "\n$");
    };
    check([](Option& x) { x.AtLeast(2); }, 2, 1.5, "be at least 2 m, not 1.5 m");
    check([](Option& x) { x.Above(2); }, 2.5, 2, "be above 2 m, not 2 m");
    check([](Option& x) { x.AtMost(2); }, 2, 2.5, "be at most 2 m, not 2.5 m");
    check([](Option& x) { x.Below(2); }, 1.5, 2, "be below 2 m, not 2 m");
    check([](Option& x) { x.Above(0).AtLeast(0); }, 0, -1, "not be negative, but is -1 m");
    check([](Option& x) { x.Below(2).AtMost(2); }, 2, 3, "be at most 2 m, not 3 m");
    check([](Option& x) { x.Above(0); }, 1, 0, "be above 0 m, not 0 m");
    check([](Option& x) { x.AtLeast(1).Below(2); }, 1, 2, "lie in \\[1, 2\\) m, not 2 m");
}

TEST(OptionTable, KeepLeavesTheOthersOut)
{
    Values values;
    auto options = values.GetOptions();
    options.Keep({"rate", "count"});
    EXPECT_EQ(options.GetNames(), (std::vector<std::string>{"count", "rate"}));
}

TEST(OptionTableDeathTest, AWrongValueIsOneLineWithOptionValueAndRange)
{
    ExpectRefusal("--count=11", "--count must lie in \\[1, 10\\] packets, not 11 packets");
    ExpectRefusal("--count=-1", "--count must lie in \\[1, 10\\] packets, not -1 packets");
    ExpectRefusal("--count=1.5", "--count must lie in \\[1, 10\\] packets, not 1.5 packets");
    ExpectRefusal("--count=x",
                  "--count must be a whole number: it must lie in \\[1, 10\\] packets, not 'x'");
    ExpectRefusal("--part=1", "--part must lie in \\(0, 1\\), not 1");
    ExpectRefusal("--part=nan", "--part must be a number: it must lie in \\(0, 1\\), not 'nan'");
    ExpectRefusal("--name=four", "--name must be one, two or three, not 'four'");
    ExpectRefusal("--rate=0bps", "--rate must be above 0 bit/s, not 0 bit/s");
    ExpectRefusal("--rate=1Mb",
                  "--rate must be a rate such as 10Mbps: it must be above 0 bit/s, not '1Mb'");
    ExpectRefusal("--delay=-1ms", "--delay must not be negative, but is -0.001 s");
    ExpectRefusal("--delay=1m",
                  "--delay must be a time such as 50ms: it must not be negative, not '1m'");
    ExpectRefusal("--flag=yes", "--flag must be true or false, not 'yes'");
    ExpectRefusal("--flag", "--flag and --count=3 clash");
    ExpectRefusal("--times=1s,,2s", "--times must be times such as 50s,100s, not '1s,,2s'");
}

TEST(OptionTableDeathTest, ARateAndATimeNeedAUnit)
{
    const std::string rate = " must be a rate such as 10Mbps, with its unit, not ";
    const std::string time = " must be a time such as 50ms, with its unit, not ";
    ExpectRefusal("--rate=10", "--rate" + rate + "'10'");
    ExpectRefusal("--rate=1.5e6", "--rate" + rate + "'1.5e6'");
    ExpectRefusal("--rate=10 Mbps",
                  "--rate must be a rate such as 10Mbps: it must be above 0 bit/s, not '10 Mbps'");
    ExpectRefusal("--delay=50", "--delay" + time + "'50'");
    ExpectRefusal("--delay=0", "--delay" + time + "'0'");
    ExpectRefusal("--queue=10",
                  "--queue must be a size such as 100p or 150kB, with its unit, not '10'");
    ExpectRefusal("--times=50,100", "--times must be times such as 50s,100s, not '50,100'");
    ExpectRefusal("--ns3::TcpSocketBase::MinRto=200",
                  "--ns3::TcpSocketBase::MinRto" + time + "'200'");
    ExpectRefusal("--ns3::TcpSocketState::MaxPacingRate=10",
                  "--ns3::TcpSocketState::MaxPacingRate" + rate + "'10'");
}

TEST(OptionTableDeathTest, HelpShowsDefaultsWithTheirUnits)
{
    Values values;
    values.times = {MilliSeconds(500), Seconds(90)};
    const auto help = [&values] {
        std::cout.rdbuf(std::cerr.rdbuf());
        values.Parse({"--help"});
    };
    EXPECT_EXIT(help(), testing::ExitedWithCode(0), "--rate: +A rate \\[1Mbps\\]");
    EXPECT_EXIT(help(), testing::ExitedWithCode(0), "--delay: +A delay \\[20ms\\]");
    EXPECT_EXIT(help(), testing::ExitedWithCode(0), "--times: +Times \\[500ms,90s\\]");
    EXPECT_EXIT(help(), testing::ExitedWithCode(0), "--queue: +A queue \\[10p\\]");
    EXPECT_EXIT(help(), testing::ExitedWithCode(0), "--flag: +A flag \\[false\\]");
}

TEST(OptionTable, WhatHelpShowsIsReadAsTheSameValue)
{
    for (const auto& rate : {"1bps", "999bps", "1.5Mbps", "1.001Gbps", "56kbps", "1000Gbps"})
    {
        DataRate read;
        EXPECT_TRUE(ParseValue(ShowValue(DataRate(rate)), read)) << rate;
        EXPECT_EQ(read, DataRate(rate));
    }
    for (const auto& time : {Time(0),
                             NanoSeconds(1),
                             MicroSeconds(15),
                             NanoSeconds(1234567891),
                             Seconds(0.2),
                             Seconds(-3),
                             Hours(10)})
    {
        Time read{NanoSeconds(7)};
        EXPECT_TRUE(ParseValue(ShowValue(time), read)) << time;
        EXPECT_EQ(read, time);
    }
}

TEST(OptionTableDeathTest, OutputThatIsLostIsSaidAndEndsTheProgramNonZero)
{
    const auto write = [] {
        Values().Parse({});
        ASSERT_NE(std::freopen("/dev/full", "w", stdout), nullptr);
        std::cout << "a result\n";
        std::exit(0);
    };
    EXPECT_EXIT(write(),
                testing::ExitedWithCode(OUTPUT_LOST),
                "^the output could not be written to its end: is the disk full\\?\n$");
}

TEST(OptionTableDeathTest, WhatIsNoOptionIsRefused)
{
    ExpectRefusal("--colour=red", "--colour is no option of this program: --help lists them");
    ExpectRefusal("--nmae=one",
                  "--nmae is no option of this program; did you mean --name\\? --help lists all");
    ExpectRefusal("--rngrun=1",
                  "--rngrun is no option of this program; did you mean --RngRun\\? "
                  "--help lists all");
    ExpectRefusal("--PrintGlobal",
                  "--PrintGlobal is no option of this program; did you mean --PrintGlobals\\? "
                  "--help lists all");
    ExpectRefusal("count=3", "'count=3' is no option: options are --NAME=VALUE");
    ExpectRefusal("--ns3::TcpSackVeno::Colour=1",
                  "--ns3::TcpSackVeno::Colour is no attribute of this ns-3");
    ExpectRefusal("--ns3::TcpSackVeno::Btea=1",
                  "--ns3::TcpSackVeno::Btea is no attribute of this ns-3; did you mean "
                  "--ns3::TcpSackVeno::Beta\\?");
    ExpectRefusal("--ns3::TcpSackVino::Beta=1",
                  "--ns3::TcpSackVino::Beta is no attribute of this ns-3, which has no "
                  "ns3::TcpSackVino");
    ExpectRefusal("--ns3::TcpSackVeno::Beta=-1",
                  "--ns3::TcpSackVeno::Beta must be of double 0:[0-9.e+]*, not '-1'");
    ExpectRefusal("--ns3::TcpSackVeno::Beta=x",
                  "--ns3::TcpSackVeno::Beta must be of double 0:[0-9.e+]*, not 'x'");
    ExpectRefusal("--RngRun=x", "--RngRun must be of uint64_t 0:[0-9]*, not 'x'");
}

TEST(OptionTableDeathTest, WhatNamesNothingIsNoOption)
{
    ExpectRefusal("--", "'--' is no option: options are --NAME=VALUE");
    ExpectRefusal("x--", "'x--' is no option: options are --NAME=VALUE");
    ExpectRefusal("-r=1", "'-r=1' is no option: options are --NAME=VALUE");
    ExpectRefusal("", "'' is no option: options are --NAME=VALUE");
    uint32_t count = 0;
    OptionTable options;
    options.Add("n", "A name of one letter", count);
    options.Parse("test", {"program", "--n=3"});
    EXPECT_EQ(count, 3U);
}

TEST(OptionTableDeathTest, ChecksOfBothTablesAreMade)
{
    for (const std::string wrong : {"inner", "outer"})
    {
        OptionTable options;
        OptionTable inner;
        inner.AddCheck([&wrong] { return wrong == "inner" ? "inner clash" : ""; });
        options.AddCheck([&wrong] { return wrong == "outer" ? "outer clash" : ""; });
        options.Add(std::move(inner));
        EXPECT_EXIT(options.Check(), testing::ExitedWithCode(2), "^" + wrong + " clash\n$");
    }
}

TEST(OptionTableDeathTest, AnOptionStandsInOneTableOnly)
{
    Values values;
    auto options = values.GetOptions();
    EXPECT_DEATH(options.Add("rate", "Again", values.rate), "there are two options --rate");
    EXPECT_DEATH(options.Add(Values().GetOptions()), "there are two options --flag");
}

TEST(OptionTable, AnotherDefaultOfNs3sMayBeSetAgain)
{
    for (const auto& [argument, seed] : {std::pair{"--part=0.5", 7}, {"--RngSeed=9", 9}})
    {
        Values values;
        OptionTable options;
        auto inner = values.GetOptions();
        inner.SetNs3Default("RngSeed", "7");
        options.Add(std::move(inner));
        options.Parse("test", {"program", argument});
        EXPECT_EQ(RngSeedManager::GetSeed(), seed) << argument;
    }
    RngSeedManager::SetSeed(1);
}

} // namespace OptionTableTests

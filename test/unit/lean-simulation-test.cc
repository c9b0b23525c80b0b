/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean/c-interface.h"
#include "lean/setting.h"
#include "lean/simulation.h"
#include "lean/variants.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace LeanSimulationTests
{

using namespace lean;

constexpr double MSS = 1448;
constexpr int LOST = 2;
constexpr int OVERFLOWS = 4;

Setting
Read(const std::string& text)
{
    Setting setting;
    EXPECT_EQ(ReadSetting(text, setting), "") << text;
    return setting;
}

/// A transfer that is at its end.
struct Ended
{
    explicit Ended(const std::string& text, uint64_t slice = 1'000'000)
        : simulation(Read(text), true)
    {
        while (!simulation.Run(slice))
        {
        }
        counts = simulation.GetCounts();
    }

    /// @return how often a segment is lost after one that is not
    double CountBursts() const
    {
        double bursts = 0;
        bool wasLost = false;
        for (const auto kind : simulation.GetColumn(SENT_KIND))
        {
            const bool isLost = static_cast<int>(kind) & LOST;
            bursts += isLost && !wasLost ? 1 : 0;
            wasLost = isLost;
        }
        return bursts;
    }

    /// @return segments whose kind has a part
    double Count(int part) const
    {
        const auto& kinds = simulation.GetColumn(SENT_KIND);
        return static_cast<double>(std::count_if(kinds.begin(), kinds.end(), [part](double kind) {
            return static_cast<int>(kind) & part;
        }));
    }

    Simulation simulation;
    Counts counts;
};

TEST(LeanSetting, TakesATextAndKeepsTheRest)
{
    const auto setting = Read("variant=reno&rate=2e6&lost=3,5&queue=7");
    EXPECT_EQ(setting.variant, "reno");
    EXPECT_EQ(setting.rate, 2e6);
    EXPECT_EQ(setting.queue, 7);
    EXPECT_EQ(setting.lost, (std::vector<double>{3, 5}));
    EXPECT_EQ(setting.rtt, Setting().rtt);
    EXPECT_EQ(Read("lost=").lost.size(), 0U);
}

TEST(LeanSetting, SaysWhatIsWrong)
{
    const auto refuse = [](const std::string& text) {
        Setting setting;
        return ReadSetting(text, setting);
    };
    EXPECT_EQ(refuse("rate=0"), "rate must be a number from 1000 to 10000000000, not 0");
    EXPECT_EQ(refuse("rate=nan"), "rate must be a number from 1000 to 10000000000, not 'nan'");
    EXPECT_EQ(refuse("rate=1e6x"), "rate must be a number from 1000 to 10000000000, not '1e6x'");
    EXPECT_EQ(refuse("rate"), "rate must be a number from 1000 to 10000000000, not ''");
    EXPECT_EQ(refuse("queue=1.5"), "queue must be a whole number from 1 to 1000000, not 1.5");
    EXPECT_EQ(refuse("loss=0.51"), "loss must be a number from 0 to 0.5, not 0.51");
    EXPECT_EQ(refuse("colour=1"), "'colour' is no parameter");
    EXPECT_EQ(refuse("lost=1,b"), "lost must be a whole number from 1 to 1000000000, not 'b'");
    EXPECT_EQ(refuse("lost=0"), "lost must be a whole number from 1 to 1000000000, not 0");
    std::string many = "lost=1";
    for (int i = 2; i <= 1001; ++i)
    {
        many += "," + std::to_string(i);
    }
    EXPECT_EQ(refuse(many), "lost must be at most 1000 segments");
    EXPECT_EQ(refuse("variant=tahoe").substr(0, 22), "variant must be one of");
    EXPECT_EQ(refuse("model=mars"), "model must be one of steady, leo, cell, wifi, not 'mars'");
    EXPECT_EQ(refuse("trace=/no/such"), "trace /no/such: it cannot be opened");
    EXPECT_EQ(refuse("model=leo&trace=x"), "model and trace exclude each other");
}

TEST(LeanSetting, EveryFieldHasBounds)
{
    const auto all = DescribeSetting();
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 9);
    EXPECT_NE(all.find("mss\t64\t1460\t1448\t1\t"), std::string::npos);
}

// The units of ns-3's Time.
TEST(LeanAttributes, TimesHaveNs3sUnits)
{
    using namespace std::chrono_literals;
    for (const auto& [text, expected] : std::map<std::string, Instant>{{"1.5", 1500ms},
                                                                       {"2s", 2s},
                                                                       {"3ms", 3ms},
                                                                       {"4us", 4us},
                                                                       {"5ns", 5ns},
                                                                       {"6000ps", 6ns},
                                                                       {"7000000fs", 7ns},
                                                                       {"8min", 480s},
                                                                       {"9h", 32'400s},
                                                                       {"10d", 240h},
                                                                       {"1y", 8760h}})
    {
        Instant time(0);
        EXPECT_TRUE(ReadTime(text, time)) << text;
        EXPECT_EQ(time, expected) << text;
    }
    Instant time(0);
    EXPECT_FALSE(ReadTime("1w", time));
    EXPECT_FALSE(ReadTime("s", time));
    EXPECT_FALSE(ReadTime("inf", time));
    EXPECT_FALSE(ReadTime("300y", time)) << "more than ns-3's Time holds";
}

// Octets of a full segment on the link: data, TCP's header with timestamps, IP's and PPP's.
TEST(LeanSimulation, FillsAPathWithoutLoss)
{
    const Ended ended("variant=newreno&rate=1e6&rtt=0.04&queue=1000&seconds=20");
    const auto most = 1e6 * MSS / (MSS + 32 + 20 + 2);
    EXPECT_LE(ended.counts.goodput, most);
    EXPECT_GE(ended.counts.goodput, 0.98 * most);
    EXPECT_EQ(ended.counts.retransmissions, 0);
    EXPECT_EQ(ended.counts.lost, 0);
    EXPECT_EQ(ended.counts.timeouts, 0);
}

TEST(LeanSimulation, LosesWhatIsNamed)
{
    const Ended ended("variant=sack&rate=2e6&rtt=0.1&lost=30,32&seconds=5");
    const auto& simulation = ended.simulation;
    for (std::size_t i = 0; i < 40; ++i)
    {
        EXPECT_EQ(simulation.GetColumn(SENT_POSITION)[i], static_cast<double>(i) * MSS);
        EXPECT_EQ(simulation.GetColumn(SENT_KIND)[i], i == 29 || i == 31 ? LOST : 0) << i;
    }
    EXPECT_EQ(ended.counts.lost, 2);
    EXPECT_EQ(ended.counts.retransmissions, 2);
    EXPECT_EQ(ended.counts.recoveries, 1);
}

// The first burst of ten comes when the handshake's ACK is on the link, and finds room for four.
TEST(LeanSimulation, OverflowsTheQueue)
{
    const Ended ended("variant=newreno&rate=1e6&rtt=0.1&queue=4&seconds=1");
    const auto& simulation = ended.simulation;
    for (std::size_t i = 0; i < 10; ++i)
    {
        EXPECT_EQ(simulation.GetColumn(SENT_KIND)[i], i < 4 ? 0 : OVERFLOWS) << i;
    }
    EXPECT_EQ(ended.Count(OVERFLOWS), ended.counts.overflows);
    const auto& queue = ended.simulation.GetColumn(QUEUE_PACKETS);
    EXPECT_EQ(*std::max_element(queue.begin(), queue.end()), 4);
}

// Within four standard deviations; a burst's length is that of a geometric distribution.
TEST(LeanSimulation, LosesTheShareThatIsAskedFor)
{
    for (const auto burst : {1, 4})
    {
        const Ended ended("variant=sack&rate=1e8&rtt=0.001&queue=100&seconds=20&loss=0.02&burst=" +
                          std::to_string(burst));
        SCOPED_TRACE(burst);
        const auto share = ended.counts.lost / ended.counts.segments;
        const auto deviation = std::sqrt(0.02 / ended.counts.segments * (2 * burst - 1));
        EXPECT_NEAR(share, 0.02, 4 * deviation);
        EXPECT_EQ(ended.Count(LOST), ended.counts.lost);
        const auto bursts = ended.CountBursts();
        EXPECT_NEAR(ended.counts.lost / bursts,
                    burst,
                    0.05 + 4 * std::sqrt(burst * (burst - 1) / bursts));
    }
}

/// A file with a recorded path, for as long as the object lives.
class TraceFile
{
  public:
    explicit TraceFile(const std::string& text)
        : m_name(testing::TempDir() + "lean-simulation-test.trace")
    {
        std::ofstream(m_name) << text;
    }

    ~TraceFile()
    {
        std::remove(m_name.c_str());
    }

    const std::string& GetName() const
    {
        return m_name;
    }

  private:
    std::string m_name;
};

// 2 Mbit/s, and a second of each ten without a link; all is lost in the second before that.
TEST(LeanSimulation, FollowsATrace)
{
    const TraceFile file("time,rate,delay,loss\n0,2000000,0,0\n8,2000000,0,1\n9,0,0,0\n10,1,0,0\n");
    const Ended ended("variant=sack&queue=20&seconds=7&trace=" + file.GetName());
    EXPECT_NEAR(ended.counts.goodput, 2e6 * MSS / (MSS + 54), 0.02 * 2e6);
    EXPECT_EQ(ended.counts.lost, 0);
    const Ended longer("variant=sack&queue=20&seconds=10&trace=" + file.GetName());
    const auto lasts = 8 * (MSS + 54) / 2e6;
    EXPECT_GT(longer.counts.lost, 10);
    EXPECT_LE(longer.counts.lost, 1 / lasts + 1) << "what can leave in the bad second";
    EXPECT_EQ(longer.Count(LOST), longer.counts.lost);
    const auto& times = longer.simulation.GetColumn(SENT_TIME);
    const auto& kinds = longer.simulation.GetColumn(SENT_KIND);
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        EXPECT_TRUE(!(static_cast<int>(kinds[i]) & LOST) || times[i] < 9);
    }
}

TEST(LeanSimulation, RefusesATraceWithoutSense)
{
    const TraceFile file("time,rate\n");
    Setting setting;
    EXPECT_EQ(ReadSetting("trace=" + file.GetName(), setting)
                  .find("trace " + file.GetName() + ": line 1"),
              0U);
}

// The rates of a model lie where the model says.
TEST(LeanSimulation, DrawsAPathThatChanges)
{
    for (const std::string model : {"leo", "cell", "wifi"})
    {
        const std::string text = "variant=linux&rate=1e7&queue=100&seconds=30&model=" + model;
        const Ended first(text);
        SCOPED_TRACE(model);
        EXPECT_GT(first.counts.goodput, 3e5);
        EXPECT_LT(first.counts.goodput, 16e6);
        EXPECT_EQ(first.counts.octets, Ended(text).counts.octets);
        EXPECT_NE(first.counts.octets, Ended(text + "&seed=2").counts.octets);
        EXPECT_EQ(first.Count(LOST), first.counts.lost);
    }
}

TEST(LeanSimulation, IsTheSameInSlices)
{
    const std::string text = "variant=newreno&loss=0.02&burst=3&queue=20&seconds=10";
    const Ended whole(text);
    const Ended sliced(text, 1);
    EXPECT_EQ(whole.counts.octets, sliced.counts.octets);
    EXPECT_EQ(whole.counts.acks, sliced.counts.acks);
    EXPECT_EQ(whole.simulation.GetColumn(SENT_TIME), sliced.simulation.GetColumn(SENT_TIME));
    EXPECT_EQ(whole.simulation.GetColumn(WINDOW_OCTETS),
              sliced.simulation.GetColumn(WINDOW_OCTETS));
    EXPECT_EQ(whole.simulation.GetColumn(QUEUE_TIME), sliced.simulation.GetColumn(QUEUE_TIME));
    EXPECT_EQ(whole.simulation.GetColumn(QUEUE_PACKETS),
              sliced.simulation.GetColumn(QUEUE_PACKETS));
    EXPECT_NE(whole.counts.octets, Ended(text + "&seed=2").counts.octets);
    Simulation begun(Read(text), true);
    EXPECT_FALSE(begun.Run(20)) << "there is more to come";
    EXPECT_LE(begun.GetColumn(SENT_TIME).size(), 20U);
}

TEST(LeanSimulation, EveryVariantRepairs)
{
    for (const auto& variant : GetVariants())
    {
        const Ended ended("variant=" + variant.name + "&loss=0.03&queue=20&seconds=30");
        SCOPED_TRACE(variant.name);
        EXPECT_GT(ended.counts.goodput, 2e5);
        EXPECT_GE(ended.counts.retransmissions, ended.counts.lost - 50);
        const auto& acked = ended.simulation.GetColumn(ACKED_OCTETS);
        EXPECT_TRUE(std::is_sorted(acked.begin(), acked.end()));
        EXPECT_GE(ended.counts.octets, acked.back());
    }
}

TEST(LeanInterface, HandsOutWhatTheSimulationHas)
{
    char fault[24];
    EXPECT_EQ(lean_begin("rate=1", 0, fault, sizeof fault, nullptr), nullptr);
    EXPECT_STREQ(fault, "rate must be a number f");
    const auto run = lean_begin("seconds=2&loss=0.01", 1, fault, sizeof fault, nullptr);
    ASSERT_NE(run, nullptr);
    EXPECT_STREQ(fault, "");
    while (!lean_run(run, 100))
    {
    }
    const Ended ended("seconds=2&loss=0.01");
    EXPECT_EQ(lean_time(run), 2);
    EXPECT_EQ(lean_counts(run)[0], ended.counts.segments);
    EXPECT_EQ(lean_counts(run)[8], ended.counts.goodput);
    EXPECT_EQ(lean_length(run, 0), ended.counts.segments);
    EXPECT_EQ(lean_column(run, 0)[5], ended.simulation.GetColumn(SENT_TIME)[5]);
    EXPECT_EQ(lean_column(run, 10)[0], ended.simulation.GetColumn(QUEUE_PACKETS)[0]);
    EXPECT_EQ(lean_length(run, 11), 0U);
    EXPECT_EQ(lean_buffer(run), 4 * (10e6 * 0.05 / 8 + 50 * MSS));
    lean_end(run);
    const auto grows = lean_begin("variant=linux", 0, fault, sizeof fault, nullptr);
    EXPECT_EQ(lean_buffer(grows), 0);
    lean_end(grows);
}

TEST(LeanInterface, TakesAnySegmentsForAStepForward)
{
    char fault[24];
    const auto run = lean_begin("seconds=1", 0, fault, sizeof fault, nullptr);
    const auto infinity = std::numeric_limits<double>::infinity();
    for (const auto segments : {0.0, -3.0, std::numeric_limits<double>::quiet_NaN(), -infinity})
    {
        EXPECT_EQ(lean_run(run, segments), 0) << segments;
        EXPECT_LT(lean_time(run), 0.2) << segments;
    }
    EXPECT_EQ(lean_run(run, infinity), 1);
    lean_end(run);
}

/// A control of C's: NewReno, but for what a test says that a loss leaves of what is outstanding.
struct ForeignReno
{
    explicit ForeignReno(double part)
        : left(part)
    {
    }

    static ForeignReno& Of(void* owner)
    {
        return *static_cast<ForeignReno*>(owner);
    }

    double left;      //!< of a window
    int starts{0};    //!< of connections
    int losses{0};    //!< windows with them
    double octets{0}; //!< that have arrived, in whole segments
    LeanWindow last{};
    LeanControl control{this,
                        [](void* owner, LeanWindow*) { ++Of(owner).starts; },
                        [](void* owner, LeanWindow* window, double flight) {
                            ++Of(owner).losses;
                            return std::max(2 * window->mss, flight * Of(owner).left);
                        },
                        [](void*, LeanWindow* window, double segments) {
                            window->cwnd +=
                                window->cwnd < window->ssthresh
                                    ? segments * window->mss
                                    : std::max(1.0, window->mss * window->mss / window->cwnd);
                        },
                        [](void* owner, LeanWindow* window, double segments) {
                            Of(owner).octets += segments * window->mss;
                            Of(owner).last = *window;
                        }};
};

/// @return what a run with a control of C's came to
Counts
RunForeign(const ForeignReno& reno)
{
    char fault[80];
    const auto setting = "variant=newreno&rate=2e6&rtt=0.1&queue=20&loss=0.01&seconds=60";
    const auto run = lean_begin(setting, 0, fault, sizeof fault, &reno.control);
    while (!lean_run(run, 10'000))
    {
    }
    const auto* counts = lean_counts(run);
    Counts all;
    all.retransmissions = counts[1];
    all.timeouts = counts[4];
    all.recoveries = counts[5];
    all.octets = counts[7];
    lean_end(run);
    return all;
}

TEST(LeanInterface, TheCallersControlDecides)
{
    ForeignReno half(0.5);
    const auto counts = RunForeign(half);
    EXPECT_EQ(half.starts, 1);
    EXPECT_EQ(half.losses, counts.recoveries + counts.timeouts);
    EXPECT_NEAR(half.octets, counts.octets, 100 * MSS) << "all but what is under way";
    EXPECT_NEAR(half.last.now, 60, 2);
    EXPECT_EQ(half.last.mss, MSS);
    EXPECT_GE(half.last.minRtt, 0.1);
    EXPECT_GE(half.last.srtt, half.last.minRtt);
    EXPECT_GE(half.last.nxt, half.last.una);
    ForeignReno gentle(0.9);
    EXPECT_GT(RunForeign(gentle).octets, 1.05 * counts.octets);
}

TEST(LeanInterface, AWindowThatMakesNoSenseIsNotTaken)
{
    ForeignReno senseless(std::numeric_limits<double>::quiet_NaN());
    const auto sound = senseless.control.open;
    for (const auto size : {std::numeric_limits<double>::quiet_NaN(), -5.0, 1e30})
    {
        static double wrong;
        wrong = size;
        senseless.control.open = [](void*, LeanWindow* window, double) { window->cwnd = wrong; };
        EXPECT_GT(RunForeign(senseless).octets, 0);
    }
    senseless.control.open = sound;
    EXPECT_GT(RunForeign(senseless).octets, 1e6);
}

TEST(LeanInterface, AThresholdMayLieAboveAnyWindow)
{
    ForeignReno reno(0.5);
    reno.control.open = [](void*, LeanWindow* window, double) { window->ssthresh = 2147483648.0; };
    RunForeign(reno);
    EXPECT_EQ(reno.last.ssthresh, 2147483648.0);
}

// LossyPathHelper's interfaces announce 65,495 octets, ten of which no first window holds.
TEST(LeanSimulation, LinuxFillsAPathWithoutLosses)
{
    const Ended ended("variant=linux&rate=72e6&rtt=0.06&queue=163&seconds=10");
    EXPECT_GT(ended.counts.goodput, 0.8 * 72e6);
}

} // namespace LeanSimulationTests

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/buffer-experiment.h"
#include "option-driver.h"

#include "ns3/config.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace BufferExperimentTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// Takes options from a command line.
void
Parse(BufferExperiment& experiment, std::vector<std::string> options)
{
    options.insert(options.begin(), "program");
    experiment.GetOptions().Parse("test", options);
}

/// Runs a flow; wrong options end the program.
void
Simulate(const std::vector<std::string>& options)
{
    BufferExperiment experiment;
    Parse(experiment, options);
    experiment.RunTcp();
    Config::Reset();
}

TEST(BufferExperiment, PacketsAreThoseOfTheLink)
{
    BufferExperiment experiment;
    Parse(experiment, {"--rate=200Mbps", "--rtt=300ms", "--share=0.05", "--delayedAck=2"});
    EXPECT_NEAR(experiment.GetPacketRate(), 16666.7, 0.1);
    EXPECT_EQ(experiment.GetBottleneckPackets(), 250U);
    EXPECT_EQ(experiment.GetSegmentSize(), 1458U);
    // An ACK for two segments: a acts as half of 0.01, on 5250 packets.
    EXPECT_NEAR(experiment.GetModel().GetFurtherLosses(), 26.25, 1e-6);
}

TEST(BufferExperiment, NamesOfTheTables)
{
    BufferExperiment aimd;
    Parse(aimd, {"--sender=sack", "--packets=700"});
    EXPECT_EQ(aimd.GetVariantName(), "sack");
    BufferExperiment cubic;
    Parse(cubic, {"--sender=sack", "--control=cubic", "--packets=700"});
    EXPECT_EQ(cubic.GetVariantName(), "cubic+sack");
}

/// 10 Mbit/s, 100 ms, and buffers that hold more than path and queue.
std::vector<std::string>
Small(const std::string& option)
{
    return {"--rate=10Mbps",
            "--rtt=100ms",
            "--share=0.5",
            "--packets=400",
            "--sender=sack",
            "--from=1s",
            "--to=3s",
            option};
}

// 83 packets in the pipe, 42 in the queue.
TEST(BufferExperiment, SlowStartOverrunsTheQueueSooner)
{
    for (const auto* start : {"avoidance", "slow"})
    {
        BufferExperiment experiment;
        auto options = Small(std::string("--start=") + start);
        options.push_back("--from=100ms");
        Parse(experiment, options);
        experiment.RunTcp();
        Config::Reset();
        const bool isSlow = start == std::string("slow");
        // From ten packets the window doubles each round trip until more than pipe and queue are
        // on their way; the other grows by a packet in a hundred.
        EXPECT_EQ(experiment.GetFlow().GetCounts().drops > 10, isSlow);
    }
}

TEST(BufferExperiment, ReceiversWindowIsTheBufferAndTheMargin)
{
    // Q = 60 packets are less than the pipe: the sender's buffer, or a window that is rounded down
    // to a unit of at most a packet, is all that limits.
    const auto largest = [](const std::string& margin) {
        BufferExperiment experiment;
        auto options = Small("--windowMargin=" + margin);
        options.push_back("--packets=60");
        Parse(experiment, options);
        experiment.RunTcp();
        Config::Reset();
        return experiment.GetFlow().GetCounts().largest /
               static_cast<double>(experiment.GetSegmentSize());
    };
    EXPECT_EQ(largest("16384"), 60.0);
    EXPECT_NEAR(largest("0"), 60.0, 1.0);
}

TEST(BufferExperiment, DefaultsAsAResultDescribesThem)
{
    const BufferExperiment experiment;
    std::ostringstream os;
    ResultWriter writer(os);
    experiment.Describe(writer);
    const auto text = os.str().substr(os.str().find("# rate"));
    EXPECT_EQ(text.substr(0, text.find("# segmentSize")),
              "# rate: 200000000 bit/s\n# rtt: 0.3 s without queueing\n# share: 0.1\n# a: 0.01\n"
              "# b: 0.125\n# packets: 10000 packets\n# packetSize: 1500 octets\n"
              "# windowMargin: 16384 octets\n# start: avoidance\n# sender: newreno\n"
              "# control: aimd\n# bottleneckBuffer: 500 packets\n");
    for (const auto* line : {"slowButSteady: 1", "clockGranularity: 0.001 s", "from: 10 s"})
    {
        EXPECT_NE(text.find(std::string("\n# ") + line + "\n"), std::string::npos) << line;
    }
    EXPECT_NE(text.find("\n# receiver: scoreboard\n"), std::string::npos);
    EXPECT_NE(text.find("\n# to: 100 s\n"), std::string::npos);
}

TEST(BufferExperiment, WhatFollowsFromOthersIsNoOption)
{
    BufferExperiment experiment;
    std::string names;
    for (const auto& name : experiment.GetOptions().GetNames())
    {
        names += name + " ";
    }
    EXPECT_EQ(names,
              "rate rtt share a b packets packetSize windowMargin start sender control ranks "
              "delayedAck limitedTransmit slowButSteady minRto from to ");
}

TEST(BufferExperiment, TheModelsRecoveryIsTheSenders)
{
    for (const std::string sender : {"newreno", "sack", "fack"})
    {
        const auto experiment = ns3test::TakeOptions<BufferExperiment>({"--sender=" + sender});
        EXPECT_EQ(experiment.GetRecovery() == TcpBufferModel::Recovery::NEW_RENO,
                  sender == "newreno");
        EXPECT_TRUE(experiment.HasModel());
    }
    const auto other = ns3test::TakeOptions<BufferExperiment>({"--control=cubic"});
    EXPECT_FALSE(other.HasModel());
}

TEST(BufferExperiment, UdpIsMeasuredOnTheSamePath)
{
    const auto experiment =
        ns3test::TakeOptions<BufferExperiment>({"--rate=10Mbps", "--rtt=20ms", "--packets=50"});
    const auto cost = experiment.MeasureUdp(3000);
    EXPECT_GT(cost, 0.01) << "microseconds a segment";
    EXPECT_LT(cost, 1000.0);
}

// Buffers of 60 packets where the pipe holds 83: so many each 100 ms.
TEST(BufferExperiment, APathTakesWhatItsRoundTripSays)
{
    auto experiment = ns3test::TakeOptions<BufferExperiment>({"--rate=10Mbps",
                                                              "--rtt=100ms",
                                                              "--share=0.5",
                                                              "--packets=60",
                                                              "--sender=sack",
                                                              "--from=1s",
                                                              "--to=3s"});
    experiment.RunTcp();
    Config::Reset();
    const auto& flow = experiment.GetFlow();
    EXPECT_EQ(flow.GetUse().time, Seconds(2));
    EXPECT_NEAR(flow.GetGoodput(), 60 * 1458 * 8 / 0.1, 0.005 * 60 * 1458 * 8 / 0.1);
}

TEST(BufferExperimentDeathTest, BoundsOfEachOption)
{
    using ns3test::ExpectLimits;
    using Experiment = BufferExperiment;
    ExpectLimits<Experiment>("share", {"0.0001", "10"}, {"0", "10.001"});
    ExpectLimits<Experiment>("a", {"0.000001", "1"}, {"0.0000009", "1.001"});
    ExpectLimits<Experiment>("b", {"0.001", "0.999"}, {"0.0009", "0.9991"});
    // (10^9 - 16384) / 1458 octets.
    ExpectLimits<Experiment>("packets", {"1", "685859"}, {"0", "685860"});
    ExpectLimits<Experiment>("packetSize", {"43", "60000"}, {"42", "60001"});
    ExpectLimits<Experiment>("windowMargin", {"0", "500000000"}, {"500000001"});
    ExpectLimits<Experiment>("start", {"avoidance", "slow"}, {"fast"});
    ExpectLimits<Experiment>("sender", {"newreno", "sack", "fack"}, {"reno"});
    EXPECT_EXIT(ns3test::TakeOptions<Experiment>({"--control=tahoe"}),
                testing::ExitedWithCode(2),
                "^--control: variant 'tahoe' is unknown");
    EXPECT_EXIT(BufferExperiment().GetFlow(), testing::KilledBySignal(SIGABRT), "call RunTcp");
}

TEST(BufferExperimentDeathTest, WrongOptionsAreNamedWithTheirRange)
{
    EXPECT_DEATH(Simulate({"--rate=0bps"}), "--rate must be above 0");
    EXPECT_DEATH(Simulate({"--packetSize=42"}), "--packetSize must lie in \\[43, 60000\\]");
    EXPECT_DEATH(Simulate({"--share=0"}), "--share must lie in \\(0, 10\\]");
    EXPECT_DEATH(Simulate({"--packets=0"}), "--packets must lie in \\[1, [0-9]+\\]");
    EXPECT_DEATH(Simulate({"--packets=-1"}), "--packets must lie in");
    EXPECT_DEATH(Simulate({"--start=fast"}), "--start must be avoidance or slow, not 'fast'");
    EXPECT_DEATH(Simulate({"--windowMargin=-1"}), "--windowMargin must lie in");
    EXPECT_DEATH(Simulate({"--sender=reno"}), "--sender must be newreno, sack or fack, not 'reno'");
    EXPECT_DEATH(Simulate({"--from=2s", "--to=2s"}), "--from must not be negative");
    EXPECT_DEATH(Simulate({"--rtt=1us"}), "--rtt must be no less than");
    EXPECT_DEATH(Simulate({"--rate=100kbps", "--share=0.01"}), "--share must leave a buffer");
    EXPECT_DEATH(Simulate({"--a=0"}), "--a must lie in");
    EXPECT_DEATH(Simulate({"--b=1"}), "--b must lie in");
    EXPECT_DEATH(Simulate({"--delayedAck=0"}), "--delayedAck must lie in");
    EXPECT_DEATH(Simulate({"--ranks=2"}), "--ranks must be 1: .* without its module mpi");
}

} // namespace BufferExperimentTests

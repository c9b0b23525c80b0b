/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/buffer-experiment.h"

#include "ns3/config.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

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
        EXPECT_EQ(experiment.GetFlow().GetDrops() > 10, isSlow);
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
        return experiment.GetFlow().GetLargestUnacknowledged() /
               static_cast<double>(experiment.GetSegmentSize());
    };
    EXPECT_EQ(largest("16384"), 60.0);
    EXPECT_NEAR(largest("0"), 60.0, 1.0);
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

} // namespace

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/buffer-experiment.h"

#include "ns3/config.h"
#include "ns3/test.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

// The path of all cases: C = 30 Mbit/s, 2500 packets of 1500 octets a second; RTT_m = 100 ms, so
// that C RTT_m = 250; B = 50 packets, P = 300; a = 0.05, b = 0.25. W(t2) = 316, and 15 packets are
// lost besides the first one, 21 packets apart.
const std::vector<std::string> PATH{"--rate=30Mbps",
                                    "--rtt=100ms",
                                    "--share=0.2",
                                    "--a=0.05",
                                    "--b=0.25",
                                    "--from=1s"};
constexpr double PACKET_RATE = 2500.0;

/// Results of a run, in packets.
struct Outcome
{
    double rate;    //!< delivered packets a second
    double largest; //!< unacknowledged
    double drops;   //!< of the bottleneck
    double cycles;  //!< whole ones
};

Outcome
Simulate(std::vector<std::string> options)
{
    options.insert(options.begin(), PATH.begin(), PATH.end());
    options.insert(options.begin(), "test");
    BufferExperiment experiment;
    experiment.GetOptions().Parse("test", options);
    experiment.RunTcp();
    Config::Reset();
    const auto& flow = experiment.GetFlow();
    const double payload = experiment.GetSegmentSize();
    return {flow.GetGoodput() / 8.0 / payload,
            flow.GetCounts().largest / payload,
            static_cast<double>(flow.GetCounts().drops),
            static_cast<double>(flow.GetCycles())};
}

/// Buffers below C RTT_m are the window: Q packets go out in each round trip.
class BuffersBelowThePipeTest : public TestCase
{
  public:
    BuffersBelowThePipeTest()
        : TestCase("With buffers below the pipe goodput is Q packets a round trip")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string sender : {"newreno", "sack", "fack"})
        {
            const auto outcome = Simulate({"--packets=100", "--to=3s", "--sender=" + sender});
            NS_TEST_EXPECT_MSG_EQ_TOL(outcome.rate, 1000.0, 2.0, sender);
            NS_TEST_EXPECT_MSG_EQ(outcome.largest, 100.0, sender << ": Q is used, and kept");
            NS_TEST_EXPECT_MSG_EQ(outcome.drops, 0.0, sender);
        }
        const auto full = Simulate({"--packets=275", "--to=3s"});
        NS_TEST_EXPECT_MSG_EQ_TOL(full.rate, PACKET_RATE, 5.0, "between pipe and pipe and buffer");
        NS_TEST_EXPECT_MSG_EQ(full.drops, 0.0, "which does not overflow");
    }
};

/// The receiver gets what is missing late, and holds all of Q until then.
class BuffersAreNeverExceededTest : public TestCase
{
  public:
    BuffersAreNeverExceededTest()
        : TestCase("Unacknowledged packets fill the buffers in recovery and never exceed them")
    {
    }

  private:
    void DoRun() override
    {
        for (const std::string sender : {"newreno", "sack", "fack"})
        {
            const auto outcome = Simulate({"--packets=400", "--to=3s", "--sender=" + sender});
            NS_TEST_EXPECT_MSG_EQ(outcome.largest, 400.0, sender);
            NS_TEST_EXPECT_MSG_GT(outcome.drops, 15.0, sender << ": there was a recovery");
        }
    }
};

/// SACK's requirement: more than that is of no use.
class SackRequirementTest : public TestCase
{
  public:
    SackRequirementTest()
        : TestCase("SACK at its requirement loses no goodput, and at less it does")
    {
    }

  private:
    void DoRun() override
    {
        // P (2 - b - ab) + 1 - b = 300 * 1.7375 + 0.75.
        const auto ample = Simulate({"--packets=2500", "--to=6s", "--sender=sack"});
        const auto enough = Simulate({"--packets=522", "--to=6s", "--sender=sack"});
        const auto little = Simulate({"--packets=350", "--to=6s", "--sender=sack"});
        NS_TEST_EXPECT_MSG_GT(ample.cycles, 3.0, "whole cycles");
        NS_TEST_EXPECT_MSG_EQ_TOL(ample.largest, 522.0, 3.0, "what it requires it uses");
        NS_TEST_EXPECT_MSG_EQ_TOL(enough.rate / ample.rate, 1.0, 0.005, "enough");
        NS_TEST_EXPECT_MSG_LT(little.rate / ample.rate, 0.99, "too little");
    }
};

/// Round trip by round trip: the sign in eq. (1) of the paper is a minus.
class NewRenoPeakTest : public TestCase
{
  public:
    NewRenoPeakTest()
        : TestCase("NewReno has as much unacknowledged as a count by round trips says")
    {
    }

  private:
    void DoRun() override
    {
        // The first round trip of recovery lets out 300 - 0.25 * 316 packets, each one after a
        // partial ACK one more; 16 of them for 16 losses, and 15 partial ACKs of 21 packets.
        double expected = 316.0;
        for (int round = 0; round < 16; ++round)
        {
            expected += 221 + round;
        }
        expected -= 15 * 21.0;
        const auto ample = Simulate({"--packets=5000", "--to=6s"});
        NS_TEST_EXPECT_MSG_EQ(ample.cycles, 1.0, "a whole cycle");
        NS_TEST_EXPECT_MSG_EQ(ample.drops, 32.0, "16 losses in each of two recoveries");
        NS_TEST_EXPECT_MSG_EQ_TOL(ample.largest, expected, 0.001 * expected, "3657 packets");
        const auto enough = Simulate({"--packets=3670", "--to=6s"});
        NS_TEST_EXPECT_MSG_EQ(enough.rate, ample.rate, "more is of no use");
        const auto little = Simulate({"--packets=3337", "--to=6s"});
        NS_TEST_EXPECT_MSG_LT(little.rate, 0.5 * ample.rate, "the bound as printed is too little");
    }
};

class BufferExperimentTestSuite : public TestSuite
{
  public:
    BufferExperimentTestSuite()
        : TestSuite("buffer-experiment", Type::UNIT)
    {
        AddTestCase(new BuffersBelowThePipeTest);
        AddTestCase(new BuffersAreNeverExceededTest);
        AddTestCase(new SackRequirementTest);
        AddTestCase(new NewRenoPeakTest);
    }
};

BufferExperimentTestSuite g_bufferExperimentTestSuite; //!< registers itself

} // namespace

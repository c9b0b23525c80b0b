/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"
#include "lib/dumbbell-topology.h"
#include "option-driver.h"
#include "temporary-folder.h"

#include "ns3/config.h"
#include "ns3/random-variable-stream.h"
#include "ns3/string.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace DumbbellExperimentTests
{

using namespace ns3;
using namespace ns3::tcplossy;

/// Takes options from a command line; wrong ones end the program.
void
Parse(DumbbellSetUp& setUp, std::vector<std::string> options)
{
    options.insert(options.begin(), "program");
    setUp.GetOptions().Parse("test", options);
}

void
Build(const std::vector<std::string>& options)
{
    DumbbellSetUp setUp;
    Parse(setUp, options);
    const DumbbellExperiment experiment(setUp);
}

/// A run of one flow; ns-3 is as before when it is over.
class DumbbellExperimentTest : public testing::Test
{
  protected:
    ~DumbbellExperimentTest() override
    {
        m_experiment.reset();
        Config::Reset();
    }

    void Run(const std::vector<std::string>& options)
    {
        Parse(m_setUp, options);
        m_experiment = std::make_unique<DumbbellExperiment>(m_setUp);
        m_experiment->UseVariant("fack");
        m_experiment->Run();
    }

    /// Table 1 of the compressed SACK paper, whose segment 1 is the 34th here.
    void RunTable1(const std::string& encoding)
    {
        Run({"--drop=35,40,42,44",
             "--dropAcks=34:5,34:6,34:7",
             "--receiveBuffer=11000",
             "--initialWindow=1",
             "--limitedTransmit=false",
             "--timestamps=true",
             "--receiver=scoreboard",
             "--sackEncoding=" + encoding,
             "--to=6s"});
    }

    std::size_t CountUnnecessary() const
    {
        return m_experiment->GetFlow(0).GetUnnecessaryRetransmissions().size();
    }

    DumbbellSetUp m_setUp;                            //!< parameters
    std::unique_ptr<DumbbellExperiment> m_experiment; //!< the run
};

// The ACK of segment 12 is the next one after that of 5. Its three blocks are 12, 10 and 8: that
// the receiver holds 6, it does not say.
TEST_F(DumbbellExperimentTest, ThreeBlocksHaveASegmentSentAgainForNothing)
{
    RunTable1("rfc2018");
    EXPECT_EQ(m_experiment->GetPlannedDrops(), 0U);
    EXPECT_EQ(m_experiment->GetFlow(0).GetRetransmissions().size(), 5U);
    EXPECT_EQ(CountUnnecessary(), 1U);
}

TEST_F(DumbbellExperimentTest, CompressedBlocksDoNot)
{
    RunTable1("compressed");
    EXPECT_EQ(m_experiment->GetPlannedDrops(), 0U);
    EXPECT_EQ(m_experiment->GetFlow(0).GetRetransmissions().size(), 4U);
    EXPECT_EQ(CountUnnecessary(), 0U);
}

TEST_F(DumbbellExperimentTest, AnAckThatNeverComesStaysPlanned)
{
    Run({"--dropAcks=0:1,1000000:1", "--to=2s"});
    EXPECT_EQ(m_experiment->GetPlannedDrops(), 2U);
}

// RFC 8257, section 3.1: what is above the threshold is marked, never dropped, so that a queue of
// 200 packets loses none.
TEST_F(DumbbellExperimentTest, AQueueThatMarksDropsNothing)
{
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    Run({"--marking=10", "--queue=200", "--rate=10Mbps", "--delay=20ms", "--to=20s"});
    EXPECT_EQ(m_experiment->GetFlow(0).GetRetransmissions().size(), 0U);
}

// Headers of TCP, of IP, and of PPP; 12 octets are the timestamps.
TEST_F(DumbbellExperimentTest, PacketsHaveTheirHeaders)
{
    EXPECT_EQ(m_setUp.GetSizes().segment, 1000U);
    EXPECT_EQ(m_setUp.GetSizes().ack, 20U + 20U + 2U);
    m_setUp.sockets.timestamps = true;
    EXPECT_EQ(m_setUp.GetSizes().ack, 32U + 20U + 2U);
    m_setUp.path.ipv6 = true;
    EXPECT_EQ(m_setUp.GetSizes().ack, 32U + 40U + 2U);
}

// With an ACK for two segments a window grows by half a segment a round trip: sqrt(0.5 * 1.8 / (0.4
// * 0.01)) = 15 segments each round trip. A segment and its ACK are 8672 bits on each of three
// links of 100 Mbit/s.
TEST_F(DumbbellExperimentTest, TheoryByHand)
{
    Parse(m_setUp, {"--rate=100Mbps", "--delay=50ms", "--delayedAck=2", "--loss=0.01"});
    const DumbbellExperiment experiment(m_setUp);
    EXPECT_NEAR(experiment.GetBaseRtt(), 0.10026016, 1e-12);
    EXPECT_NEAR(experiment.GetTheory(0.2), 15 / 0.10026016, 1e-9);
}

// One period, segment by segment: 1/p segments from (1-b)W to W.
TEST_F(DumbbellExperimentTest, TheoryAgreesWithTheSawtooth)
{
    for (const double b : {0.2, 0.5})
    {
        for (const int delayedAck : {1, 2})
        {
            double sent = 0.0;
            double rounds = 0.0;
            for (double window = (1.0 - b) * 20000; window < 20000; window += 1.0 / delayedAck)
            {
                sent += window;
                rounds += 1.0;
            }
            std::ostringstream loss;
            loss << "--loss=" << 1.0 / sent;
            DumbbellSetUp setUp;
            Parse(setUp,
                  {"--rate=10Gbps",
                   "--delay=50ms",
                   "--delayedAck=" + std::to_string(delayedAck),
                   loss.str()});
            const DumbbellExperiment experiment(setUp);
            const double rate = sent / (rounds * experiment.GetBaseRtt());
            EXPECT_NEAR(experiment.GetTheory(b) / rate, 1.0, 1e-3) << b << " " << delayedAck;
        }
    }
}

// AIMD of one loss in a million and of one in ten, by sqrt(1.5 / p) segments in a round trip of 100
// ms: 12247 and 39 per second, with delayed ACKs less. The link takes 1200.
TEST_F(DumbbellExperimentTest, TheoryIsBoundedByTheLink)
{
    for (const std::string loss : {"0", "0.000001", "0.1"})
    {
        DumbbellSetUp setUp;
        Parse(setUp, {"--rate=10Mbps", "--delay=50ms", "--loss=" + loss});
        const DumbbellExperiment experiment(setUp);
        if (loss == "0.1")
        {
            EXPECT_LT(experiment.GetTheory(0.5), 50);
            EXPECT_GT(experiment.GetTheory(0.5), 10);
        }
        else
        {
            EXPECT_EQ(experiment.GetTheory(0.5), experiment.GetLinkRate()) << loss;
        }
    }
}

// Good for the first second, then bad for ever: what leaves the queue before it ends arrives.
TEST_F(DumbbellExperimentTest, ForwardMarkovLosesDataInTheBadState)
{
    Run({"--forwardMarkov=1,1,0,1,0,1", "--delay=50ms", "--to=10s"});
    const auto& flow = m_experiment->GetFlow(0);
    EXPECT_GT(flow.GetReceivedBytes(Time(0), MilliSeconds(1000)), 0U);
    EXPECT_EQ(flow.GetReceivedBytes(MilliSeconds(1001), Seconds(10)), 0U);
}

// The window's data still arrives, once: no ACK comes back for more.
TEST_F(DumbbellExperimentTest, ReverseMarkovLosesAcksInTheBadState)
{
    Run({"--reverseMarkov=1,1,0,1,0,1", "--delay=50ms", "--to=10s"});
    const auto& flow = m_experiment->GetFlow(0);
    EXPECT_GT(flow.GetReceivedBytes(MilliSeconds(1001), Seconds(2)), 0U);
    EXPECT_EQ(flow.GetReceivedBytes(Seconds(2), Seconds(10)), 0U);
    EXPECT_GT(CountUnnecessary(), 0U);
}

// Nothing is lost, the round trip is 100 ms and the jitter ten packets: what is sent again was
// late.
TEST_F(DumbbellExperimentTest, JitterHasLateSegmentsSentAgain)
{
    Run({"--jitter=50ms", "--queue=1000", "--receiveBuffer=50000", "--to=20s"});
    EXPECT_GT(m_experiment->GetFlow(0).GetRetransmissions().size(), 10U);
    EXPECT_GT(CountUnnecessary(), 10U);
}

// A window of five segments each 105.6 ms, on a link that takes 191.9 a second.
TEST_F(DumbbellExperimentTest, WhatIsMeasuredLiesBetweenFromAndTo)
{
    Parse(m_setUp,
          {"--receiveBuffer=5000", "--initialWindow=5", "--from=1s", "--to=3s", "--drop=400"});
    DumbbellExperiment experiment(m_setUp);
    experiment.UseVariant("sack");
    experiment.RecordBottleneck(0);
    experiment.Run();
    EXPECT_EQ(experiment.GetSegmentRate(0),
              experiment.GetFlow(0).GetReceivedBytes(Seconds(1), Seconds(3)) / 2000.0);
    EXPECT_NEAR(experiment.GetSegmentRate(0), 47.35, 2.5);
    for (const auto part :
         {experiment.GetUtilisation(0), experiment.GetLinkUse(0), experiment.GetLinkUse(0, true)})
    {
        EXPECT_NEAR(part, 0.2467, 0.013);
    }
    // The first window, of which one segment is being sent.
    const auto& queue = experiment.GetQueueSeries();
    const auto full = std::find_if(queue.begin(), queue.end(), [](const TraceSample& sample) {
        return sample.value == 4;
    });
    ASSERT_NE(full, queue.end());
    const auto tick = TimeStep(1);
    EXPECT_EQ(experiment.GetQueueAt(Time(0)), 0);
    EXPECT_EQ(experiment.GetQueueAt(full->time - tick), 3);
    EXPECT_EQ(experiment.GetQueueAt(full->time), 4);
    EXPECT_EXIT(experiment.CheckPlannedDrops(),
                testing::ExitedWithCode(2),
                "^--drop, --dropAcks: 1 of the packets never came to where they are lost");
}

TEST_F(DumbbellExperimentTest, ATimeSequenceHasEachSeriesWhileMeasured)
{
    Parse(m_setUp, {"--receiveBuffer=9000", "--from=200ms", "--to=2s", "--drop=12"});
    DumbbellExperiment experiment(m_setUp);
    experiment.UseVariant("sack");
    experiment.RecordBottleneck(0);
    experiment.Run();
    experiment.CheckPlannedDrops();
    std::ostringstream os;
    ResultWriter writer(os);
    experiment.WriteTimeSequence(writer, 0, "name", MilliSeconds(300));
    std::istringstream is(os.str());
    std::map<std::string, std::vector<double>> times;
    for (std::string line; std::getline(is, line);)
    {
        const auto fields = SplitList(line, ',');
        if (fields.size() == 6 && fields[1] == "name")
        {
            times[fields[0] + "," + fields[2]].push_back(std::stod(fields[4]));
        }
    }
    const auto count = [&times](const std::string& name) { return times[name].size(); };
    EXPECT_EQ(count("drop,segment"), 1U);
    EXPECT_EQ(count("resent_enqueue,segment"), 1U);
    EXPECT_EQ(count("resent_dequeue,segment"), 1U);
    EXPECT_GT(count("enqueue,segment"), 20U);
    EXPECT_EQ(count("enqueue,segment"), count("dequeue,segment"));
    EXPECT_GT(count("queue,packets"), 20U);
    EXPECT_GT(count("cwnd,segments"), 5U);
    EXPECT_EQ(count("ssthresh,segments"), 1U);
    for (const auto& [name, instants] : times)
    {
        EXPECT_GE(instants.front(), -0.1) << name;
        EXPECT_LT(instants.back(), 1.7) << name;
    }
    EXPECT_LT(times["queue,packets"].front(), 0.0);
    EXPECT_GT(times["queue,packets"].back(), 1.4);
}

// The bottleneck's delay has grown by what the links would have taken, so that a full segment and
// its ACK take as long as before; only what the links' own pace does to bursts is lost.
TEST_F(DumbbellExperimentTest, WithoutAccessLinksALoneFlowDoesTheSame)
{
    std::vector<double> octets;
    std::vector<double> roundTrips;
    for (const std::string direct : {"false", "true"})
    {
        m_setUp = DumbbellSetUp();
        Run({"--direct=" + direct, "--leftDelay=5ms", "--rightRate=10Mbps", "--to=100s"});
        octets.push_back(m_experiment->GetFlow(0).GetReceivedBytes(Time(0), Seconds(100)));
        roundTrips.push_back(m_experiment->GetFlow(0).GetSeries("rtt").front().value);
        m_experiment.reset();
    }
    EXPECT_NEAR(octets[1] / octets[0], 1.0, 0.01);
    EXPECT_NEAR(roundTrips[1], roundTrips[0], 1e-3);
}

// FACK paper, section 4.1 and Fig 3: a T1 with 17 packets of queue, 500 ms ticks, an ACK for each
// segment.
TEST(DumbbellExperiment, TheFackPapersPath)
{
    const auto setUp = DumbbellSetUp::Fack();
    EXPECT_EQ(setUp.path.rate.GetBitRate(), 1'500'000U);
    EXPECT_EQ(setUp.path.delay, MilliSeconds(5));
    EXPECT_EQ(setUp.path.queue, 17U);
    EXPECT_EQ(setUp.path.left.rate.GetBitRate(), 10'000'000U);
    EXPECT_EQ(setUp.path.left.delay, MilliSeconds(2));
    EXPECT_EQ(setUp.path.right.rate.GetBitRate(), 10'000'000U);
    EXPECT_EQ(setUp.path.right.delay, MilliSeconds(33));
    EXPECT_EQ(setUp.sockets.sizes.initialWindow, 1U);
    EXPECT_EQ(setUp.sockets.timer.granularity, MilliSeconds(500));
    EXPECT_EQ(setUp.sockets.timer.minRto, Seconds(1));
    EXPECT_EQ(setUp.sockets.delayedAck, 1U);
    EXPECT_FALSE(setUp.sockets.timestamps);
    EXPECT_FALSE(setUp.sockets.recovery.limitedTransmit);
}

// At 1 % loss and far below the link's rate a cut of a fifth instead of a half is worth half as
// much throughput again and more: of two flows between the same nodes only the second is Veno's.
TEST(DumbbellExperiment, FlowsOfOneNodeHaveEachItsVariant)
{
    DumbbellSetUp setUp;
    setUp.path.direct = true;
    setUp.path.rate = DataRate("50Mbps");
    setUp.path.losses.forward = 0.01;
    setUp.measurement.to = Seconds(400);
    DumbbellExperiment experiment(setUp, 2);
    experiment.UseVariant(TcpVariantPreset("sack", "stock"), 0, 1);
    experiment.UseVariant(TcpVariantPreset("sack-veno"), 1, 2);
    experiment.Run();
    std::vector<double> octets;
    for (const auto flow : {0U, 1U})
    {
        octets.push_back(experiment.GetFlow(flow).GetReceivedBytes(Time(0), Seconds(400)));
    }
    EXPECT_GT(octets[0], 0.0);
    EXPECT_GT(octets[1] / octets[0], 1.4);
}

// Two bursts a second of one segment over ten seconds, on a link that has little else than ACKs.
TEST(DumbbellExperiment, ReverseBurstsBetweenTheSameHosts)
{
    for (const bool shared : {false, true})
    {
        auto setUp = DumbbellSetUp::Fack();
        setUp.burstTimes = "constant";
        setUp.path.sharedHosts = shared;
        setUp.measurement.from = Seconds(10);
        setUp.measurement.to = Seconds(20);
        DumbbellExperiment experiment(setUp, 1, 1);
        experiment.UseVariant("sack");
        experiment.RecordBottleneck(0);
        experiment.RecordBottleneck(1);
        experiment.Run();
        const double segment = 8.0 * setUp.GetSizes().GetPacket() / 1.5e7;
        EXPECT_NEAR(experiment.GetLinkUse(1, true), 20 * segment, 1.1 * segment);
        EXPECT_GT(experiment.GetLinkUse(0, true), 0.9);
    }
}

// Bursts of one segment, on paths that have nothing else.
TEST(DumbbellExperiment, TimesBetweenReverseBursts)
{
    for (const std::string times : {"constant", "uniform", "exponential"})
    {
        DumbbellSetUp setUp;
        setUp.burstTimes = times;
        setUp.measurement.to = Seconds(50);
        DumbbellExperiment experiment(setUp, 0, 2);
        experiment.UseVariant("sack");
        experiment.RecordBottleneck(1);
        experiment.Run();
        const auto bursts =
            experiment.GetBottleneck(1).GetSeries(BottleneckRecorder::Event::ENQUEUE, false);
        ASSERT_GT(bursts.size(), 60U);
        std::vector<double> gaps;
        for (std::size_t i = 1; i < bursts.size(); ++i)
        {
            gaps.push_back((bursts[i].time - bursts[i - 1].time).GetSeconds());
        }
        if (times == "exponential")
        {
            // A stream of its own, so that results stay the same.
            auto same = CreateObject<ExponentialRandomVariable>();
            same->SetStream(1'000'002);
            same->GetValue();
            EXPECT_NEAR(gaps[0], same->GetValue() / 2, 1e-8);
        }
        const auto [least, most] = std::minmax_element(gaps.begin(), gaps.end());
        EXPECT_EQ(*least < 0.49, times != "constant");
        EXPECT_EQ(*most > 0.51, times != "constant");
        EXPECT_EQ(*most > 1.01, times == "exponential");
        EXPECT_EQ(*most > 0.9, times != "constant");
        EXPECT_EQ(*least < 0.1, times != "constant");
    }
}

TEST(DumbbellTopology, HostsOfBothDirectionsAreTheSameIfSharedAndElseNot)
{
    for (const bool shared : {false, true})
    {
        DumbbellParameters parameters;
        parameters.sharedHosts = shared;
        const DumbbellTopology topology(parameters, {1000, 42}, 1, 1);
        const auto forward = topology.GetEnds(0, 5001);
        const auto reverse = topology.GetEnds(1, 5002);
        EXPECT_EQ(forward.source == reverse.destination, shared);
        EXPECT_EQ(forward.destination == reverse.source, shared);
        EXPECT_NE(forward.source, reverse.source);
    }
}

// Fig 6 of the FACK paper: after a timeout a sender that has forgotten what was SACKed sends much
// of it again.
TEST(DumbbellExperiment, ATimeoutForgetsNoSackIfItIsNotTo)
{
    std::vector<std::size_t> sentInVain;
    for (const bool keep : {false, true})
    {
        auto setUp = DumbbellSetUp::Fack();
        setUp.path.losses.drop = "86,96,112,124";
        setUp.sockets.recovery.keepSack = keep;
        setUp.measurement.to = Seconds(6);
        DumbbellExperiment experiment(setUp);
        experiment.UseVariant("sack");
        experiment.Run();
        EXPECT_EQ(experiment.GetFlow(0).GetTimeouts().size(), 1U);
        sentInVain.push_back(experiment.GetFlow(0).GetUnnecessaryRetransmissions().size());
    }
    EXPECT_GT(sentInVain[0], 15U);
    EXPECT_EQ(sentInVain[1], 0U);
}

TEST(DumbbellExperimentDeathTest, OnlyOurSocketsHaveWhatATimeoutForgets)
{
    SocketParameters sockets;
    sockets.recovery.keepSack = true;
    sockets.socket = "stock";
    EXPECT_DEATH(sockets.MakeVariant("sack"), "--keepSack: the socket of 'sack' is ns-3's");
}

TEST(DumbbellExperimentDeathTest, JitterNeedsAccessLinks)
{
    EXPECT_DEATH(Build({"--direct=true", "--jitter=1ms"}), "--direct and --jitter exclude");
}

// Layout of pcap: https://www.ietf.org/archive/id/draft-gharris-opsawg-pcap-01.html
TEST_F(DumbbellExperimentTest, PcapHoldsTheOptionOfEachSyn)
{
    const ns3test::TemporaryFolder folder;
    const std::string path = folder.GetFile("path.pcap");
    Run({"--pcap=" + path, "--receiver=scoreboard", "--sackEncoding=compressed", "--to=2s"});
    m_experiment.reset();
    std::ifstream file(path, std::ios::binary);
    const std::string octets{std::istreambuf_iterator<char>(file), {}};
    ASSERT_GT(octets.size(), 1000U);
    EXPECT_EQ(octets[20], 9) << "PPP";
    const std::string option("\xfd\x04\xc5\xac", 4);
    const auto syn = octets.find(option);
    const auto synAck = octets.find(option, syn + 1);
    ASSERT_NE(synAck, std::string::npos);
    EXPECT_EQ(octets.find(option, synAck + 1), std::string::npos);
}

TEST(DumbbellExperimentDeathTest, WrongOptionsAreRefusedByName)
{
    EXPECT_DEATH(Build({"--leftRate=0bps"}), "--leftRate must be above 0 bit/s");
    EXPECT_DEATH(Build({"--rightRate=0bps"}), "--rightRate must be above 0 bit/s");
    EXPECT_DEATH(Build({"--leftDelay=-1ms"}), "--leftDelay must not be negative");
    EXPECT_DEATH(Build({"--rightDelay=-1ms"}), "--rightDelay must not be negative");
    EXPECT_DEATH(Build({"--jitter=-1ms"}), "--jitter must not be negative");
    EXPECT_DEATH(Build({"--initialSsthresh=-1"}), "--initialSsthresh must lie in \\[0, 1000000\\]");
    EXPECT_DEATH(Build({"--initialSsthresh=200000", "--segmentSize=50000"}), "\\[0, 85899\\]");
    EXPECT_DEATH(Build({"--minRto=0s"}), "--minRto must be above 0");
    EXPECT_DEATH(Build({"--burstSize=0"}),
                 "--burstSize must lie in \\[1, 10000000\\] octets, not 0");
    EXPECT_DEATH(Build({"--burstInterval=0s"}), "--burstInterval must be above 0");
    EXPECT_DEATH(Build({"--burstTimes=x"}),
                 "--burstTimes must be exponential, uniform or constant, not 'x'");
}

TEST(DumbbellExperimentDeathTest, BoundsOfBurstsAndTheory)
{
    ns3test::ExpectLimits<DumbbellSetUp>("burstSize", {"1", "10000000"}, {"0", "10000001"});
    ns3test::ExpectLimits<DumbbellSetUp>("burstInterval", {"1ns"}, {"0s"});
    for (const auto* name : {"exponential", "uniform", "constant"})
    {
        ns3test::ExpectLimits<DumbbellSetUp>("burstTimes", {name}, {});
    }

    struct Theory
    {
        double cut{0.5};

        OptionTable GetOptions()
        {
            OptionTable options;
            AddTheory(options, cut);
            return options;
        }
    };

    ns3test::ExpectLimits<Theory>("theoryCut", {"0", "0.999999"}, {"-0.000001", "1"});
    EXPECT_EQ(ns3test::TakeOptions<Theory>({"--theoryCut=0.25"}).cut, 0.25);
    EXPECT_EQ(ns3test::DescribeOptions(Theory().GetOptions()), "");
}

// What the parts say themselves stands before this.
TEST(DumbbellExperiment, DefaultsAsAResultDescribesThem)
{
    DumbbellSetUp setUp;
    const auto text = ns3test::DescribeOptions(setUp.GetOptions());
    EXPECT_EQ(text.rfind("# rate: ", 0), 0U);
    EXPECT_NE(text.find("# segmentSize: "), std::string::npos);
    EXPECT_EQ(text.substr(text.find("# from")),
              "# from: 0 s\n# to: 200 s\n# startSpread: 0 s\n# burstSize: 1000 octets\n"
              "# burstInterval: 0.5 s\n# burstTimes: exponential\n# sharedHosts: 0\n");
}

TEST(DumbbellExperimentDeathTest, RanksAreRefusedWithoutNs3sModule)
{
    EXPECT_DEATH(Build({"--ranks=0"}), "--ranks must lie in \\[1, 2\\], not 0");
    EXPECT_DEATH(Build({"--ranks=3"}), "--ranks must lie in \\[1, 2\\], not 3");
    EXPECT_DEATH(Build({"--ranks=2"}), "--ranks must be 1: .* without its module mpi");
}

TEST(DumbbellExperiment, WhatTwoRanksCannotDoIsNamed)
{
    DumbbellSetUp setUp;
    setUp.ranks = 2;
    EXPECT_EQ(setUp.FindRanksFault(), "");
    setUp.path.losses.drop = "5";
    EXPECT_EQ(setUp.FindRanksFault(), "--ranks=2 and --drop exclude each other");
    setUp.path.delay = Time(0);
    EXPECT_EQ(setUp.FindRanksFault(), "--ranks must be 1 where --delay is 0");
    setUp.ranks = 1;
    EXPECT_EQ(setUp.FindRanksFault(), "");
}

TEST(DumbbellExperimentDeathTest, WrongListsOfDropsAreRefused)
{
    for (const auto* list : {"0", ",40", "40,,41", "x", "4x", "-3", "1.5", "1000000001"})
    {
        EXPECT_DEATH(Build({std::string("--drop=") + list}), "--drop must list numbers") << list;
    }
    EXPECT_DEATH(Build({"--drop=40", "--loss=0.1"}), "--drop and --loss exclude each other");
}

TEST(DumbbellExperimentDeathTest, WrongListsOfAcksAreRefused)
{
    for (const auto* list : {"34", "34:0", ":1", "34:", "34:1:1", ",34:1", "-1:1", "34:x", "1e3:1"})
    {
        EXPECT_DEATH(Build({std::string("--dropAcks=") + list}), "--dropAcks must list") << list;
    }
    EXPECT_DEATH(Build({"--dropAcks=34:1", "--reverseLoss=0.1"}),
                 "--dropAcks and --reverseLoss exclude each other");
}

TEST(DumbbellExperimentDeathTest, WrongMarkovLossIsRefused)
{
    for (const auto* list : {"25,5,0.05,0.55,0.05",
                             "25,5,0.05,0.55,0.05,0.25,1",
                             "0,5,0.05,0.55,0.05,0.25",
                             "25,-5,0.05,0.55,0.05,0.25",
                             "25,5,1.05,0.55,0.05,0.25",
                             "25,5,0.05,0.55,0.05,-0.25",
                             "25,5,0.05,0.55,nan,0.25",
                             "25,5,0.05,0.55,,0.25",
                             "25s,5s,0.05,0.55,0.05,0.25"})
    {
        EXPECT_DEATH(Build({std::string("--forwardMarkov=") + list}), "--forwardMarkov must be")
            << list;
        EXPECT_DEATH(Build({std::string("--reverseMarkov=") + list}), "--reverseMarkov must be")
            << list;
    }
    const std::string good = "25,5,0.05,0.55,0.05,0.25";
    EXPECT_DEATH(Build({"--forwardMarkov=" + good, "--loss=0.1"}),
                 "--forwardMarkov excludes --loss and --drop");
    EXPECT_DEATH(Build({"--forwardMarkov=" + good, "--drop=4"}),
                 "--forwardMarkov excludes --loss and --drop");
    EXPECT_DEATH(Build({"--reverseMarkov=" + good, "--reverseLoss=0.1"}),
                 "--reverseMarkov excludes --reverseLoss and --dropAcks");
    EXPECT_DEATH(Build({"--reverseMarkov=" + good, "--dropAcks=4:1"}),
                 "--reverseMarkov excludes --reverseLoss and --dropAcks");
}

TEST(DumbbellExperimentDeathTest, WrongSackEncodingsAreRefused)
{
    EXPECT_DEATH(Build({"--receiver=x"}),
                 "--receiver must be stock, scoreboard or stock-fast, not 'x'");
    EXPECT_DEATH(Build({"--sackEncoding=Rfc2018"}),
                 "--sackEncoding must be rfc2018 or compressed, not 'Rfc2018'");
    EXPECT_DEATH(Build({"--sackEncoding=compressed"}), "needs --receiver=scoreboard");
    EXPECT_DEATH(Build({"--sackEncoding=compressed", "--receiver=scoreboard", "--socket=stock"}),
                 "needs --receiver=scoreboard");
}

} // namespace DumbbellExperimentTests

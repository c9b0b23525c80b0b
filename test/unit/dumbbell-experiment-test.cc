/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"
#include "temporary-folder.h"

#include "ns3/config.h"
#include "ns3/string.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

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

} // namespace

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
        EXPECT_NEAR(experiment.GetLinkUseOfFlow(1), 20 * segment, 1.1 * segment);
        EXPECT_GT(experiment.GetLinkUseOfFlow(0), 0.9);
    }
}

TEST(DumbbellTopology, HostsOfBothDirectionsAreTheSameIfSharedAndElseNot)
{
    for (const bool shared : {false, true})
    {
        DumbbellParameters parameters;
        parameters.sharedHosts = shared;
        const DumbbellTopology topology(parameters, {1000, 42}, 1, 1);
        const auto forward = topology.GetFlows().GetEnds(0, 5001);
        const auto reverse = topology.GetFlows().GetEnds(1, 5002);
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

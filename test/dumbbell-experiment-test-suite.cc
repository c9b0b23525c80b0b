/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lib/dumbbell-experiment.h"
#include "lib/result-writer.h"
#include "lib/traffic-sources.h"
#include "support/recorded-flow.h"

#include "ns3/config.h"
#include "ns3/flow-recorder.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/node-list.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-loss-recovery.h"
#include "ns3/tcp-option.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;
using namespace dumbbells;

namespace
{

class ExperimentTestCase : public IsolatedTestCase
{
  public:
    using IsolatedTestCase::IsolatedTestCase;

  protected:
    static DumbbellSetUp Parse(DumbbellSetUp setUp, std::vector<std::string> options)
    {
        options.insert(options.begin(), "program");
        setUp.GetOptions().Parse("test", options);
        return setUp;
    }
};

/// Derived numbers by hand, from options on the command line.
class ExperimentOptionsTestCase : public ExperimentTestCase
{
  public:
    ExperimentOptionsTestCase()
        : ExperimentTestCase("Options of DumbbellExperiment and what follows from them")
    {
    }

  private:
    void DoRun() override
    {
        // Octets of a segment and of an ACK on the wire: 1042 and 42; 1074 and 74 with IPv6 and
        // timestamps; 542 and 42. On either access link an octet lasts 0.08 us.
        CheckPath({}, 0.1 + 1084 * 5.16e-6, 1.6e6 / 8336);
        CheckPath({"--rate=2Mbps", "--delay=20ms"}, 0.04 + 1084 * 4.16e-6, 2e6 / 8336);
        CheckPath({"--rate=2Mbps", "--delay=20ms", "--passes=2"},
                  0.08 + 1084 * 4.16e-6,
                  2e6 / 8336);
        CheckPath({"--rate=2Mbps", "--delay=20ms", "--ipv6=1", "--timestamps=1"},
                  0.04 + 1148 * 4.16e-6,
                  2e6 / 8592);
        CheckPath({"--rate=2Mbps", "--delay=20ms", "--segmentSize=500"},
                  0.04 + 584 * 4.16e-6,
                  2e6 / 4336);
        CheckPath({"--rate=2Mbps",
                   "--delay=20ms",
                   "--leftRate=4Mbps",
                   "--leftDelay=1ms",
                   "--rightRate=8Mbps",
                   "--rightDelay=10ms"},
                  0.062 + 1084 * 7e-6,
                  2e6 / 8336);

        const auto setUp = Parse({}, {"--loss=0.1", "--passes=2", "--from=3s", "--to=7s"});
        const DumbbellExperiment experiment(setUp, 2);
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetForwardLoss(), 0.19, 1e-12, "1 - 0.9^2");
        NS_TEST_EXPECT_MSG_EQ(setUp.measurement.from, Seconds(3), "from");
        NS_TEST_EXPECT_MSG_EQ(setUp.measurement.to, Seconds(7), "to");
        NS_TEST_EXPECT_MSG_EQ(setUp.sockets.sizes.segment, 1000, "segment size");
    }

    void CheckPath(const std::vector<std::string>& options, double baseRtt, double linkRate)
    {
        const auto name = options.empty() ? "defaults" : options.back();
        const auto setUp = Parse({}, options);
        const DumbbellExperiment experiment(setUp);
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetBaseRtt(), baseRtt, 1e-12, name);
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetLinkRate(), linkRate, 1e-9, name);
        CleanUp();
    }
};

/// Options of the sockets, seen on the wire and at the sockets.
class ExperimentSocketsTestCase : public ExperimentTestCase
{
  public:
    ExperimentSocketsTestCase()
        : ExperimentTestCase("Options --sack and --slowButSteady of DumbbellExperiment")
    {
    }

  private:
    void DoRun() override
    {
        Check("sack", {}, true, "false");
        Check("sack", {"--sack=1"}, true, "false");
        Check("sack", {"--sack=0"}, false, "false");
        Check("sack", {"--sack=0", "--socket=stock"}, false, "");
        Check("sack", {"--socket=stock"}, true, "");
        Check("newreno", {"--slowButSteady=1"}, true, "true");
        Check("newreno", {"--slowButSteady=0", "--sack=0"}, false, "false");
        // It belongs to the preset.
        Check("venodr", {"--sack=0"}, false, "true");
        Check("venodr", {"--slowButSteady=0"}, true, "true");
    }

    void Check(const std::string& variant,
               const std::vector<std::string>& options,
               bool sack,
               const std::string& slowButSteady)
    {
        const auto name = variant + (options.empty() ? "" : ", " + options.front());
        m_permitted = m_blocks = 0;
        {
            auto all = options;
            all.insert(all.end(), {"--loss=0.03", "--from=1s", "--to=20s"});
            auto setUp = Parse({}, all);
            DumbbellExperiment experiment(setUp);
            experiment.UseVariant(variant);
            Config::ConnectWithoutContext("/NodeList/*/$ns3::Ipv4L3Protocol/Tx",
                                          MakeCallback(&ExperimentSocketsTestCase::Sent, this));
            experiment.Run();
            NS_TEST_EXPECT_MSG_GT(experiment.GetFlow(0).GetRetransmissions().size(), 3, name);
            CheckSender(slowButSteady, name);
            CheckDescription(setUp, sack, name);
        }
        NS_TEST_EXPECT_MSG_EQ((m_permitted > 0), sack, name << ": SACK is offered");
        NS_TEST_EXPECT_MSG_EQ((m_blocks > 0), sack, name << ": SACK blocks");
        CleanUp();
    }

    void CheckSender(const std::string& slowButSteady, const std::string& name)
    {
        uint32_t ours = 0;
        for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
        {
            for (uint32_t i = 0; i < (*node)->GetNApplications(); ++i)
            {
                const auto sender = DynamicCast<BulkSource>((*node)->GetApplication(i));
                if (const auto socket = sender ? sender->GetSocket() : nullptr;
                    DynamicCast<TcpScoreboardSocket>(socket))
                {
                    StringValue choice;
                    socket->GetAttribute("LossRecovery", choice);
                    const auto newReno = LossRecoveryChoice(choice.Get()).Make();
                    StringValue value("false");
                    newReno->GetAttributeFailSafe("SlowButSteady", value);
                    NS_TEST_EXPECT_MSG_EQ(value.Get(), slowButSteady, name);
                    ++ours;
                }
            }
        }
        NS_TEST_EXPECT_MSG_EQ(ours, (slowButSteady.empty() ? 0 : 1), name << ": our sockets");
    }

    /// A table says how it was made.
    void CheckDescription(DumbbellSetUp& setUp, bool sack, const std::string& name)
    {
        std::ostringstream os;
        ResultWriter writer(os);
        setUp.GetOptions().Describe(writer);
        writer.Row("quantity", "variant", "1", 0.0);
        NS_TEST_EXPECT_MSG_NE(os.str().find(sack ? "# sack: 1\n" : "# sack: 0\n"),
                              std::string::npos,
                              name);
        NS_TEST_EXPECT_MSG_NE(os.str().find("# slowButSteady: "), std::string::npos, name);
    }

    void Sent(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
    {
        auto copy = packet->Copy();
        Ipv4Header ip;
        TcpHeader tcp;
        copy->RemoveHeader(ip);
        copy->RemoveHeader(tcp);
        m_permitted += tcp.HasOption(TcpOption::SACKPERMITTED);
        m_blocks += tcp.HasOption(TcpOption::SACK);
    }

    uint32_t m_permitted{0}; //!< segments that offer SACK
    uint32_t m_blocks{0};    //!< segments with SACK blocks
};

/// Loss-free flows fill the link, and their smallest round trip is the path's.
class ExperimentUtilisationTestCase : public ExperimentTestCase
{
  public:
    ExperimentUtilisationTestCase(std::vector<std::string> options, double rtt)
        : ExperimentTestCase("DumbbellExperiment fills a loss-free link" +
                             (options.empty() ? "" : ": " + options.front())),
          m_options(std::move(options)),
          m_rtt(rtt)
    {
    }

  private:
    void DoRun() override
    {
        m_options.insert(m_options.end(),
                         {"--queue=20", "--from=10s", "--to=60s", "--rate=2Mbps", "--delay=20ms"});
        const auto setUp = Parse({}, m_options);
        const TcpVariantPreset variant("sack-veno");
        DumbbellExperiment experiment(setUp, 2);
        experiment.UseVariant(variant, 0, 2);
        experiment.TraceCongestionControl(0, variant, "BaseRtt");
        experiment.TraceCongestionControl(0, variant, "no such trace");
        experiment.Run();
        const double utilisation = experiment.GetUtilisation(0) + experiment.GetUtilisation(1);
        NS_TEST_EXPECT_MSG_GT(utilisation, 0.9, "utilisation");
        NS_TEST_EXPECT_MSG_LT(utilisation, 1.001, "utilisation, but for a segment at the edges");
        for (const uint32_t pair : {0, 1})
        {
            NS_TEST_EXPECT_MSG_GT(experiment.GetUtilisation(pair), 0.1, "flow " << pair);
            NS_TEST_EXPECT_MSG_EQ_TOL(
                experiment.GetSegmentRate(pair),
                experiment.GetFlow(pair).GetReceivedBytes(Seconds(10), Seconds(60)) / 50e3,
                1e-9,
                "segments a second of flow " << pair);
        }

        double rtt = 1e9;
        for (const auto& sample : experiment.GetFlow(0).GetSeries("BaseRtt"))
        {
            rtt = std::min(rtt, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt, m_rtt, 1e-6, "s, smallest round trip");

        double largest = 0.0;
        for (const auto& sample : experiment.GetQueueSeries())
        {
            largest = std::max(largest, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ(largest, 20, "packets");
        NS_TEST_EXPECT_MSG_EQ(experiment.GetQueueAt(Seconds(0)), 0, "packets, before the flows");
    }

    std::vector<std::string> m_options;
    double m_rtt;
};

/// Loss options, counted where packets are lost: at the bottleneck's receiving ends.
class ExperimentLossTestCase : public ExperimentTestCase
{
  public:
    ExperimentLossTestCase()
        : ExperimentTestCase("Loss and start options of DumbbellExperiment")
    {
    }

  private:
    void DoRun() override
    {
        const auto setUp = Parse({},
                                 {"--rate=10Mbps",
                                  "--delay=5ms",
                                  "--queue=1000",
                                  "--loss=0.1",
                                  "--reverseLoss=0.02",
                                  "--passes=2",
                                  "--startSpread=5s",
                                  "--clockGranularity=1ms",
                                  "--to=60s"});
        DumbbellExperiment experiment(setUp, 4);
        experiment.UseVariant(TcpVariantPreset("sack"), 0, 4);
        // The routers are the first nodes, the bottleneck's devices the first links of theirs.
        for (const uint32_t router : {0, 1})
        {
            const auto device = FirstLink(NodeList::GetNode(router));
            const auto direction = (router == 1) ? dumbbells::FORWARD : dumbbells::REVERSE;
            device->TraceConnectWithoutContext(
                "PhyRxDrop",
                MakeCallback(&ExperimentLossTestCase::Count, this).Bind(&m_lost[Index(direction)]));
            device->TraceConnectWithoutContext(
                "PhyRxEnd",
                MakeCallback(&ExperimentLossTestCase::Count, this).Bind(&m_kept[Index(direction)]));
        }
        experiment.Run();
        CheckLoss(dumbbells::FORWARD, 0.19);
        CheckLoss(dumbbells::REVERSE, 0.0396);

        std::set<Time> starts;
        for (uint32_t pair = 0; pair < 4; ++pair)
        {
            const auto& rtt = experiment.GetFlow(pair).GetSeries("rtt");
            starts.insert(rtt.empty() ? Time(0) : rtt.front().time);
        }
        NS_TEST_EXPECT_MSG_EQ(starts.size(), 4, "different starts");
        NS_TEST_EXPECT_MSG_GT((*starts.rbegin() - *starts.begin()), MilliSeconds(500), "spread");
    }

    static Ptr<NetDevice> FirstLink(Ptr<Node> node)
    {
        uint32_t i = 0;
        while (!node->GetDevice(i)->IsPointToPoint())
        {
            ++i; // loopback
        }
        return node->GetDevice(i);
    }

    void CheckLoss(LossyDumbbellHelper::Direction direction, double p)
    {
        const double packets = m_lost[Index(direction)] + m_kept[Index(direction)];
        NS_TEST_EXPECT_MSG_GT(packets, 1000, "direction " << Index(direction));
        NS_TEST_EXPECT_MSG_EQ_TOL(m_lost[Index(direction)] / packets,
                                  p,
                                  5 * std::sqrt(p * (1 - p) / packets),
                                  "direction " << Index(direction));
    }

    void Count(uint32_t* counter, Ptr<const Packet>)
    {
        ++*counter;
    }

    std::array<uint32_t, 2> m_lost{};
    std::array<uint32_t, 2> m_kept{};
};

/// The path of the FACK paper: a round trip of 80 ms and, store and forward, 7 ms.
class FackPathTestCase : public ExperimentTestCase
{
  public:
    FackPathTestCase()
        : ExperimentTestCase("A lone segment on the path of the FACK paper")
    {
    }

  private:
    void DoRun() override
    {
        const auto setUp = Parse(DumbbellSetUp::Fack(), {"--to=1s", "--initialSsthresh=7"});
        const TcpVariantPreset variant("sack-veno");
        DumbbellExperiment experiment(setUp);
        experiment.UseVariant(variant, 0, 1);
        experiment.TraceCongestionControl(0, variant, "BaseRtt");
        experiment.Run();

        // 1042 octets there and 42 back, each at 1.5, 10 and 10 Mbit/s; 2 * (2 + 5 + 33) ms.
        const double rtt = 0.080 + 1084 * 8 / 1.5e6 + 2 * 1084 * 8 / 10e6;
        NS_TEST_EXPECT_MSG_EQ_TOL(rtt, 0.0875, 0.0001, "the paper's 80 + 7 ms");
        NS_TEST_EXPECT_MSG_EQ_TOL(experiment.GetBaseRtt(), rtt, 1e-9, "computed");
        double measured = 1e9;
        for (const auto& sample : experiment.GetFlow(0).GetSeries("BaseRtt"))
        {
            measured = std::min(measured, sample.value);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(measured, rtt, 1e-8, "measured");
        CheckSender(experiment.GetFlow(0));
    }

    /// Slow start from one segment: 1, 2, 4; then the window grows by one a round trip.
    void CheckSender(const FlowRecorder& flow)
    {
        const auto sent = flow.GetTransmissions();
        NS_TEST_ASSERT_MSG_GT(sent.size(), 7, "segments sent");
        std::vector<std::size_t> rounds{0};
        for (std::size_t i = 0; i < sent.size(); ++i)
        {
            if (i > 0 && sent[i] - sent[i - 1] > MilliSeconds(40))
            {
                rounds.push_back(0);
            }
            ++rounds.back();
        }
        NS_TEST_ASSERT_MSG_GT(rounds.size(), 6, "round trips");
        const std::vector<std::size_t> expected{1, 2, 4, 7, 8, 9};
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(rounds[i], expected[i], "segments of round trip " << i);
        }
    }
};

/// Both directions of the bottleneck: what the recorders count is what was sent.
class ReverseTrafficTestCase : public ExperimentTestCase
{
  public:
    ReverseTrafficTestCase()
        : ExperimentTestCase("Reverse connections of DumbbellExperiment and the use of the link")
    {
    }

  private:
    void DoRun() override
    {
        const auto setUp = Parse(DumbbellSetUp::Fack(),
                                 {"--from=10s", "--to=110s", "--burstSize=3000", "--queue=20"});
        const TcpVariantPreset variant("sack");
        DumbbellExperiment experiment(setUp, 1, 1);
        experiment.UseVariant(variant, 0, 2);
        experiment.RecordBottleneck(0);
        experiment.RecordBottleneck(1);
        experiment.Run();
        // What passes is what is read and what comes twice; at the edges there is a window more or
        // less, of 37 segments at most. A segment is 8336 bits of 150 Mbit.
        const double forward = experiment.GetLinkUse(0, true);
        const double read = experiment.GetUtilisation(0);
        const double segment = 8336 / 150e6;
        const double resent = traceseries::Within(experiment.GetFlow(0).GetRetransmissions(),
                                                  Seconds(10),
                                                  Seconds(110))
                                  .size();
        NS_TEST_EXPECT_MSG_GT(forward, read - 37 * segment, "forward");
        NS_TEST_EXPECT_MSG_LT(forward, read + (37 + resent) * segment, "forward");
        // 200 +- 14 bursts of three segments.
        const double reverse = experiment.GetLinkUse(1, true);
        NS_TEST_EXPECT_MSG_EQ_TOL(reverse, 200 * 3 * segment, 5 * 14 * 3 * segment, "reverse");
        // An ACK of 42 octets, at most 82 with SACK's three blocks, for each segment delivered.
        const double acks = experiment.GetLinkUse(1) - reverse;
        NS_TEST_EXPECT_MSG_GT(acks, read * 42 / 1042 * 0.99, "ACKs");
        NS_TEST_EXPECT_MSG_LT(acks, forward * 82 / 1042, "ACKs");
        const double reverseAcks = experiment.GetLinkUse(0) - forward;
        NS_TEST_EXPECT_MSG_GT(reverseAcks, reverse * 42 / 1042 * 0.95, "ACKs of the bursts");
        NS_TEST_EXPECT_MSG_LT(reverseAcks, reverse * 82 / 1042, "ACKs of the bursts");
    }
};

/// Tests of the laboratory's experiments on a dumbbell.
class DumbbellExperimentTestSuite : public TestSuite
{
  public:
    DumbbellExperimentTestSuite()
        : TestSuite("dumbbell-experiment", Type::UNIT)
    {
        AddTestCase(new ExperimentOptionsTestCase);
        AddTestCase(new ExperimentSocketsTestCase);
        // The path's round trip and, at 100 Mbit/s, twice 1084, 1148 octets (IPv6 and timestamps).
        AddTestCase(new ExperimentUtilisationTestCase({}, 0.044336 + 0.00017344));
        AddTestCase(new ExperimentUtilisationTestCase({"--passes=2"}, 0.084336 + 0.00017344));
        AddTestCase(new ExperimentUtilisationTestCase({"--ipv6=1", "--timestamps=1"},
                                                      0.044592 + 0.00018368));
        AddTestCase(new ExperimentLossTestCase);
        AddTestCase(new FackPathTestCase);
        AddTestCase(new ReverseTrafficTestCase);
    }
};

DumbbellExperimentTestSuite g_dumbbellExperimentTestSuite; //!< registers itself

} // namespace

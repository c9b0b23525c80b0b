/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Flows over a wired part and a lossy wireless last hop: D4 to D9 of the VenoDR paper (its Figs 4
// to 9), with a point-to-point hop as there, or over Wi-Fi.

#include "lib/bulk-flow.h"
#include "lib/result-statistics.h"
#include "lib/result-writer.h"
#include "lib/tcp-socket-options.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/flow-recorder.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/wireless-path-helper.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <list>
#include <memory>
#include <numeric>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr uint16_t PORT = 5001;
constexpr double BITS_PER_OCTET = 8.0;
constexpr double MEGA = 1e6;

// Octets of headers on the hop: IPv4, and PPP or the like.
constexpr uint32_t LOWER_HEADERS = 22;

// The topology takes the streams from 0 on; far more than it ever uses lie below this one.
constexpr int64_t START_STREAM = 1'000'000;

/// What the command line sets.
struct Options
{
    std::string id{"D4"};
    std::string hop{"p2p"};
    std::string variant{"venodr"};
    std::string label;
    std::string other{"newreno"};
    std::string x;
    uint32_t flows{1};
    uint32_t others{0};
    double per{0.02};
    uint32_t retries{0};
    DataRate wiredRate{"100Mbps"};
    Time wiredDelay{MilliSeconds(5)};
    DataRate wirelessRate{"10Mbps"};
    Time wirelessDelay;
    uint32_t queue{0};
    Time from;
    Time to{Seconds(100)};
    Time startSpread;
    bool series{false};
    Time step{Seconds(1)};
    TcpSocketOptions tcp;
};

void
Check(const Options& options)
{
    NS_ABORT_MSG_UNLESS(options.others <= options.flows,
                        "--others must lie in [0, flows], not " << options.others);
    NS_ABORT_MSG_IF(options.from < Seconds(1) && options.hop == "wifi",
                    "--from must be 1 s or later over wifi: stations have to associate");
    NS_ABORT_MSG_UNLESS(!options.from.IsStrictlyNegative() && options.to > options.from,
                        "--from must not be negative, and --to must come after it");
    NS_ABORT_MSG_IF(options.startSpread.IsStrictlyNegative() ||
                        options.from + options.startSpread >= options.to,
                    "--startSpread must not be negative, and end before --to");
    NS_ABORT_MSG_UNLESS(options.step.IsStrictlyPositive(), "--step must be above 0");
}

void
AddOptions(CommandLine& cmd, Options& options)
{
    const std::string names = "One of " + TcpVariantPreset::GetNames() + ", or a TypeId";
    cmd.AddValue("id", "Experiment in the first column", options.id);
    cmd.AddValue("hop", "Wireless hop, one of " + WirelessPathHelper::GetHopNames(), options.hop);
    cmd.AddValue("variant", names, options.variant);
    cmd.AddValue("label", "Its name in the output; empty for --variant", options.label);
    cmd.AddValue("other", "Variant of --others flows; " + names, options.other);
    cmd.AddValue("x", "The point in the output, comma-separated name=value", options.x);
    cmd.AddValue("flows", "Number of flows, 1 to 4096; 2007 over wifi", options.flows);
    cmd.AddValue("others", "How many of them are of the other variant", options.others);
    cmd.AddValue("per", "Packet error rate of the wireless hop, [0, 1)", options.per);
    cmd.AddValue("retries", "Retransmissions of wifi's link layer, 0 to 255", options.retries);
    cmd.AddValue("wiredRate", "Rate of each source's link", options.wiredRate);
    cmd.AddValue("wiredDelay", "Propagation delay of each source's link", options.wiredDelay);
    cmd.AddValue("wirelessRate", "Rate of the wireless hop", options.wirelessRate);
    cmd.AddValue("wirelessDelay", "Its propagation delay; 0 over wifi", options.wirelessDelay);
    cmd.AddValue("queue",
                 "Packets in the base station's queue; 0 for the pipe, rate times round trip",
                 options.queue);
    cmd.AddValue("from", "Flows start and are measured from here on", options.from);
    cmd.AddValue("to", "End", options.to);
    cmd.AddValue("startSpread", "Flows start within this time, at random", options.startSpread);
    cmd.AddValue("series", "Also write throughputs over time", options.series);
    cmd.AddValue("step", "Time between their points, above 0", options.step);
    options.tcp.AddTo(cmd);
}

Options
Parse(int argc, char* argv[])
{
    Options options;
    options.tcp.segmentSize = 1400;
    options.tcp.slowButSteady = true;
    CommandLine cmd(__FILE__);
    cmd.Usage("Bulk flows through a base station and a lossy wireless last hop. Prints CSV: mean "
              "throughput of the flows of a variant, its share of a fair division, Jain's index.");
    AddOptions(cmd, options);
    cmd.Parse(argc, argv);
    Check(options);
    std::replace(options.x.begin(), options.x.end(), ',', ' ');
    options.label = options.label.empty() ? options.variant : options.label;
    return options;
}

/// The queue that was asked for, or the pipe: what the hop sends in a round trip of propagation.
uint32_t
GetQueue(const Options& options)
{
    if (options.queue > 0)
    {
        return options.queue;
    }
    const auto roundTrip = 2.0 * (options.wiredDelay + options.wirelessDelay).GetSeconds();
    const auto bits = options.wirelessRate.GetBitRate() * roundTrip;
    const auto packet = options.tcp.segmentSize + options.tcp.GetHeaderSize() + LOWER_HEADERS;
    return std::max<long>(1, std::lround(bits / (BITS_PER_OCTET * packet)));
}

std::unique_ptr<WirelessPathHelper>
BuildPath(const Options& options)
{
    auto path = WirelessPathHelper::Create(options.hop, options.flows);
    path->SetWired(options.wiredRate, options.wiredDelay);
    path->SetWireless(options.wirelessRate, options.wirelessDelay);
    path->SetQueue(GetQueue(options));
    path->SetPacketErrorRate(options.per);
    path->SetRetryLimit(options.retries);
    path->Build();
    path->AssignStreams(0);
    NodeContainer groups[2];
    for (uint32_t flow = 0; flow < options.flows; ++flow)
    {
        groups[flow < options.others].Add(path->GetSources().Get(flow));
    }
    options.tcp.MakeVariant(options.variant).Install(groups[false]);
    options.tcp.MakeVariant(options.other).Install(groups[true]);
    options.tcp.InstallReceivers(path->GetDestinations());
    return path;
}

void
InstallFlows(const Options& options, const WirelessPathHelper& path, std::list<FlowRecorder>& flows)
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(START_STREAM);
    for (uint32_t flow = 0; flow < options.flows; ++flow)
    {
        const auto start = options.from + options.startSpread * random->GetValue();
        const auto bulk = BulkFlow::Install({path.GetSources().Get(flow),
                                             path.GetDestinations().Get(flow),
                                             path.GetDestinationAddress(flow, PORT),
                                             path.GetAnyAddress(PORT)},
                                            options.tcp.segmentSize,
                                            start);
        auto& recorder = flows.emplace_back();
        recorder.RecordSender(bulk.sender, start);
        recorder.RecordReceiver(bulk.receiver);
    }
}

void
Describe(ResultWriter& writer, const Options& options)
{
    const auto describeLink = [&](const std::string& name, DataRate rate, Time delay) {
        writer.Describe(name + "Rate", rate.GetBitRate(), "bit/s");
        writer.Describe(name + "Delay", delay.GetSeconds(), "s");
    };
    writer.Describe("hop", options.hop);
    writer.Describe("per", options.per);
    writer.Describe("retries", options.retries);
    describeLink("wired", options.wiredRate, options.wiredDelay);
    describeLink("wireless", options.wirelessRate, options.wirelessDelay);
    writer.Describe("queue", GetQueue(options), "packets");
    writer.Describe("from", options.from.GetSeconds(), "s");
    writer.Describe("to", options.to.GetSeconds(), "s");
    writer.Describe("startSpread", options.startSpread.GetSeconds(), "s");
    options.tcp.Describe(writer);
}

/// Rows of the flows of one variant.
void
WriteGroup(ResultWriter& writer,
           const Options& options,
           const std::string& label,
           const std::vector<const FlowRecorder*>& flows,
           double fairShare)
{
    if (flows.empty())
    {
        return;
    }
    double throughput = 0.0;
    double retransmissions = 0.0;
    double timeouts = 0.0;
    for (const auto* flow : flows)
    {
        throughput += flow->GetThroughput(options.from, options.to) / MEGA;
        retransmissions += flow->GetRetransmissions().size();
        timeouts += flow->GetTimeouts().size();
    }
    const auto row = [&](const char* quantity, const char* unit, double value) {
        writer.Row(quantity, label, options.x, unit, value);
    };
    row("throughput", "Mbit/s", throughput / flows.size());
    row("throughput_share", "1", throughput / flows.size() / fairShare);
    row("retransmissions", "segments", retransmissions);
    row("timeouts", "1", timeouts);
}

/// Mean throughput since the start, over time.
void
WriteSeries(ResultWriter& writer, const Options& options, const FlowRecorder& flow)
{
    TraceSeries series;
    for (Time now = options.from + options.step; now <= options.to; now += options.step)
    {
        series.push_back({now, flow.GetThroughput(options.from, now) / MEGA});
    }
    writer.Series("throughput_so_far", options.label, options.x, "Mbit/s", series);
}

void
Write(const Options& options, const std::list<FlowRecorder>& flows)
{
    std::vector<double> throughputs;
    std::vector<const FlowRecorder*> groups[2];
    for (const auto& flow : flows)
    {
        groups[throughputs.size() < options.others].push_back(&flow);
        throughputs.push_back(flow.GetThroughput(options.from, options.to) / MEGA);
    }
    const double total = std::accumulate(throughputs.begin(), throughputs.end(), 0.0);
    ResultWriter writer(std::cout, options.id);
    Describe(writer, options);
    WriteGroup(writer, options, options.label, groups[false], total / options.flows);
    WriteGroup(writer, options, options.other, groups[true], total / options.flows);
    writer.Row("total_throughput", options.label, options.x, "Mbit/s", total);
    writer.Row("jain_index", options.label, options.x, "1", JainIndex(throughputs));
    if (options.series)
    {
        WriteSeries(writer, options, flows.back());
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    const auto options = Parse(argc, argv);
    options.tcp.Apply();
    const auto path = BuildPath(options);
    std::list<FlowRecorder> flows;
    InstallFlows(options, *path, flows);
    Simulator::Stop(options.to);
    Simulator::Run();
    Write(options, flows);
    Simulator::Destroy();
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Equal flows over a wired part and a lossy wireless last hop: the topologies of the VenoDR paper's
// Figs 2 and 3, with a point-to-point hop or over Wi-Fi.

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/flow-recorder.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/result-statistics.h"
#include "ns3/result-writer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-variant-preset.h"
#include "ns3/uinteger.h"
#include "ns3/wireless-path-helper.h"

#include <algorithm>
#include <iostream>
#include <list>
#include <memory>
#include <numeric>
#include <sstream>
#include <vector>

using namespace ns3;

namespace
{
constexpr uint16_t PORT = 5001;

// The topology takes the streams from 0 on; far more than it ever uses lie below this one.
constexpr int64_t START_STREAM = 1'000'000;

// Above the window of any flow, so that only the path and its losses limit it.
constexpr uint32_t BUFFER = 8'000'000;

/// What the command line sets.
struct Options
{
    std::string id{"D4"};
    std::string hop{"p2p"};
    std::string variant{"sack-veno"};
    uint32_t flows{1};
    double per{0.01};
    uint32_t retries{0};
    DataRate wiredRate{"100Mbps"};
    Time wiredDelay{MilliSeconds(30)};
    DataRate wirelessRate{"6.5Mbps"};
    Time wirelessDelay;
    uint32_t queue{0};
    uint32_t segmentSize{1400};
    Time from{Seconds(1)};
    Time to{Seconds(101)};
    Time startSpread{MilliSeconds(100)};
};

void
Check(const Options& options)
{
    NS_ABORT_MSG_UNLESS(options.segmentSize >= 100 && options.segmentSize <= 2200,
                        "--segmentSize must lie in [100, 2200], not " << options.segmentSize);
    NS_ABORT_MSG_IF(options.from < Seconds(1) && options.hop == "wifi",
                    "--from must be 1 s or later over wifi: stations have to associate");
    NS_ABORT_MSG_UNLESS(!options.from.IsStrictlyNegative() && options.to > options.from,
                        "--from must not be negative, and --to must come after it");
    NS_ABORT_MSG_IF(options.startSpread.IsStrictlyNegative() ||
                        options.from + options.startSpread >= options.to,
                    "--startSpread must not be negative, and end before --to");
}

void
Parse(Options& options, int argc, char* argv[])
{
    CommandLine cmd(__FILE__);
    cmd.Usage("Bulk flows through a base station and a lossy wireless last hop. Prints CSV: mean "
              "throughput of a flow, the sum of all, and Jain's index.");
    cmd.AddValue("id", "Experiment in the first column", options.id);
    cmd.AddValue("hop", "Wireless hop, one of " + WirelessPathHelper::GetHopNames(), options.hop);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId",
                 options.variant);
    cmd.AddValue("flows", "Number of flows, 1 to 4096; 2007 over wifi", options.flows);
    cmd.AddValue("per", "Packet error rate of the wireless hop, [0, 1)", options.per);
    cmd.AddValue("retries", "Retransmissions of wifi's link layer, 0 to 255", options.retries);
    cmd.AddValue("wiredRate", "Rate of each source's link", options.wiredRate);
    cmd.AddValue("wiredDelay", "Propagation delay of each source's link", options.wiredDelay);
    cmd.AddValue("wirelessRate", "Rate of the wireless hop", options.wirelessRate);
    cmd.AddValue("wirelessDelay", "Its propagation delay; 0 over wifi", options.wirelessDelay);
    cmd.AddValue("queue",
                 "Packets in the base station's queue; 0 for the pipe, rate times round trip",
                 options.queue);
    cmd.AddValue("segmentSize", "Octets of payload in a segment, 100 to 2200", options.segmentSize);
    cmd.AddValue("from", "Flows start and are measured from here on", options.from);
    cmd.AddValue("to", "End", options.to);
    cmd.AddValue("startSpread", "Flows start within this time, at random", options.startSpread);
    cmd.Parse(argc, argv);
    Check(options);
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
    return std::max(1U, static_cast<uint32_t>(bits / (8.0 * options.segmentSize)));
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
        BulkSendHelper sender("ns3::TcpSocketFactory", path.GetDestinationAddress(flow, PORT));
        sender.SetAttribute("SendSize", UintegerValue(options.segmentSize));
        auto senders = sender.Install(path.GetSources().Get(flow));
        senders.Start(start);
        PacketSinkHelper receiver("ns3::TcpSocketFactory", path.GetAnyAddress(PORT));
        const auto receivers = receiver.Install(path.GetDestinations().Get(flow));
        auto& recorder = flows.emplace_back();
        recorder.RecordSender(DynamicCast<BulkSendApplication>(senders.Get(0)), start);
        recorder.RecordReceiver(DynamicCast<PacketSink>(receivers.Get(0)));
    }
}

template <class T>
std::string
ToString(const T& value)
{
    std::ostringstream os;
    os << value;
    return os.str();
}

void
Write(const Options& options, const std::list<FlowRecorder>& flows)
{
    std::vector<double> throughputs;
    double retransmissions = 0.0;
    double timeouts = 0.0;
    for (const auto& flow : flows)
    {
        throughputs.push_back(flow.GetThroughput(options.from, options.to));
        retransmissions += flow.GetRetransmissions().size();
        timeouts += flow.GetTimeouts().size();
    }
    ResultWriter writer(std::cout, options.id);
    writer.Describe("hop", options.hop);
    writer.Describe("retries", ToString(options.retries));
    const auto describeLink = [&](const std::string& name, DataRate rate, Time delay) {
        writer.Describe(name + "Rate", ToString(rate.GetBitRate()) + " bit/s");
        writer.Describe(name + "Delay", ToString(delay.GetSeconds()) + " s");
    };
    describeLink("wired", options.wiredRate, options.wiredDelay);
    describeLink("wireless", options.wirelessRate, options.wirelessDelay);
    writer.Describe("queue", ToString(GetQueue(options)) + " packets");
    writer.Describe("segmentSize", ToString(options.segmentSize) + " octets");
    writer.Describe("from", ToString(options.from.GetSeconds()) + " s");
    writer.Describe("to", ToString(options.to.GetSeconds()) + " s");
    writer.Describe("startSpread", ToString(options.startSpread.GetSeconds()) + " s");
    const auto x = "n=" + ToString(options.flows) + " per=" + ToString(options.per);
    const auto row = [&](const char* quantity, const char* unit, double value) {
        writer.Row(quantity, options.variant, x, unit, value);
    };
    const double total = std::accumulate(throughputs.begin(), throughputs.end(), 0.0);
    row("mean_throughput", "bit/s", total / options.flows);
    row("total_throughput", "bit/s", total);
    row("jain_index", "1", JainIndex(throughputs));
    row("retransmissions", "1", retransmissions);
    row("timeouts", "1", timeouts);
}
} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    Parse(options, argc, argv);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(options.segmentSize));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(BUFFER));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(2 * BUFFER));
    const auto path = BuildPath(options);
    TcpVariantPreset(options.variant).Install(path->GetSources());
    std::list<FlowRecorder> flows;
    InstallFlows(options, *path, flows);
    Simulator::Stop(options.to);
    Simulator::Run();
    Write(options, flows);
    Simulator::Destroy();
    return 0;
}

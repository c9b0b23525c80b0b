/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Flows over a wired part and a lossy wireless last hop: D4 to D9 of the VenoDR paper (its Figs 4
// to 9), with a point-to-point hop as there, or over Wi-Fi.

#include "lib/flow-parameters.h"
#include "lib/flow-run.h"
#include "lib/result-statistics.h"
#include "lib/result-writer.h"
#include "lib/wireless-topology.h"

#include <iostream>
#include <numeric>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr double MEGA = 1e6;

struct Parameters
{
    WirelessParameters path;
    SocketParameters sockets;
    MeasurementParameters measurement;
    std::string variant{"venodr"};
    std::string other{"newreno"};
    uint32_t others{0};
    bool series{false};
    Time step{Seconds(1)};

    Parameters()
    {
        sockets.sizes.segment = 1400;
        sockets.recovery.slowButSteady = true;
        measurement.to = Seconds(100);
    }

    OptionTable GetOptions()
    {
        auto options = path.GetOptions();
        options.Add(sockets.GetOptions());
        options.Add(measurement.GetOptions());
        AddVariant(options, "variant", variant);
        AddVariant(options, "other", other);
        options.Add("others", "How many flows are of the other variant", others)
            .Must([this] { return others <= path.flows; }, "lie in [0, flows]");
        AddSeries(options, series);
        options.Add("step", "Time between the points of throughputs over time", step)
            .Above(0)
            .Undescribed();
        options.Forbid([this] { return path.hop == "wifi" && measurement.from < Seconds(1); },
                       "--from must be 1 s or later over wifi: stations have to associate");
        options.Forbid(
            [this] { return measurement.from + measurement.startSpread >= measurement.to; },
            "--startSpread must end before --to");
        return options;
    }
};

void
WriteGroup(const VariantRows& rows,
           const MeasurementParameters& measurement,
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
        throughput += flow->GetThroughput(measurement.from, measurement.to) / MEGA;
        retransmissions += flow->GetRetransmissions().size();
        timeouts += flow->GetTimeouts().size();
    }
    rows("throughput", "Mbit/s", throughput / flows.size());
    rows("throughput_share", "1", fairShare > 0 ? throughput / flows.size() / fairShare : 0);
    rows("retransmissions", "segments", retransmissions);
    rows("timeouts", "1", timeouts);
}

/// Mean throughput since the start, over time.
TraceSeries
GetSoFar(const FlowRecorder& flow, const MeasurementParameters& measurement, Time step)
{
    TraceSeries series;
    for (Time now = measurement.from + step; now <= measurement.to; now += step)
    {
        series.push_back({now, flow.GetThroughput(measurement.from, now) / MEGA});
    }
    return series;
}

void
WriteResults(ResultWriter& writer, const Parameters& parameters, const FlowRun& run)
{
    const auto& measurement = parameters.measurement;
    const auto flows = parameters.path.flows;
    std::vector<double> throughputs;
    std::vector<const FlowRecorder*> groups[2];
    for (uint32_t flow = 0; flow < flows; ++flow)
    {
        const auto& recorder = run.GetFlow(flow);
        groups[flow < parameters.others].push_back(&recorder);
        throughputs.push_back(recorder.GetThroughput(measurement.from, measurement.to) / MEGA);
    }
    const double total = std::accumulate(throughputs.begin(), throughputs.end(), 0.0);
    const VariantRows rows(writer, parameters.variant);
    WriteGroup(rows, measurement, groups[false], total / flows);
    WriteGroup(VariantRows(writer, parameters.other), measurement, groups[true], total / flows);
    rows("total_throughput", "Mbit/s", total);
    rows("jain_index", "1", JainIndex(throughputs));
    if (parameters.series)
    {
        writer.Series("throughput_so_far",
                      parameters.variant,
                      "Mbit/s",
                      GetSoFar(run.GetFlow(flows - 1), measurement, parameters.step));
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    Parameters parameters;
    auto options = parameters.GetOptions();
    options.Parse("Bulk flows through a base station and a lossy wireless last hop. Prints CSV: "
                  "mean throughput of the flows of a variant, its share of a fair division, their "
                  "sum and Jain's index.",
                  {argv, argv + argc});

    const auto& [path, sockets, measurement, variant, other, others, series, step] = parameters;
    const WirelessTopology topology(path, sockets);
    FlowRun run(topology, sockets);
    run.AddFlows(path.flows, measurement.from, measurement.startSpread);
    run.UseVariant(sockets.MakeVariant(other), 0, others);
    run.UseVariant(sockets.MakeVariant(variant), others, path.flows);
    run.Simulate(measurement.to);

    ResultWriter writer(std::cout);
    options.Describe(writer);
    const auto segment = sockets.sizes.segment + sockets.GetHeaderSize();
    writer.Describe("queuePackets", path.GetQueue(segment), "packets");
    WriteResults(writer, parameters, run);
    return 0;
}

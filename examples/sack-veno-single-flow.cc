/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow over time: V1, V2 and V3 of the SACK TCP Veno paper (its Figs 1, 3 and 4).

#include "lib/dumbbell-experiment.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

/// Least value that a quantity had at any of the instants.
template <class F>
double
LeastAt(const std::vector<Time>& instants, F valueAt)
{
    double least = valueAt(instants.front());
    for (const auto& instant : instants)
    {
        least = std::min(least, valueAt(instant));
    }
    return least;
}

/// What the command line says beyond the path.
struct Options
{
    std::string id{"V2"};
    std::string variant{"sack-veno"};
    std::string label;
    std::string x;
    std::string unit{"pkt/s"};
    double theoryCut{0.0};
    bool cycles{false};
    bool series{false};
    Time step{"1s"};
};

Options
ParseOptions(int argc, char* argv[], DumbbellExperiment& experiment)
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.Usage("One bulk flow through a lossy bottleneck. Prints CSV: throughput, "
              "retransmissions, timeouts; with --series also window, rates and backlog over time.");
    cmd.AddValue("id", "Experiment in the first column", options.id);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId",
                 options.variant);
    cmd.AddValue("label", "Name of the variant in the output; empty for --variant", options.label);
    cmd.AddValue("x", "The point in the output, comma-separated name=value", options.x);
    cmd.AddValue("unit", "Unit of the throughput: pkt/s or kbit/s", options.unit);
    cmd.AddValue("theoryCut",
                 "Part b of the window that a loss takes, for AIMD theory; 0 for none",
                 options.theoryCut);
    cmd.AddValue("cycles",
                 "Also write the number of cycles and the backlog at losses",
                 options.cycles);
    cmd.AddValue("series", "Also write the quantities over time", options.series);
    cmd.AddValue("step", "Length of one average of a rate, above 0", options.step);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);

    NS_ABORT_MSG_UNLESS(options.unit == "pkt/s" || options.unit == "kbit/s",
                        "--unit must be pkt/s or kbit/s");
    std::replace(options.x.begin(), options.x.end(), ',', ' ');
    options.label = options.label.empty() ? options.variant : options.label;
    return options;
}

bool
HasEstimates(const FlowRecorder& flow)
{
    return flow.HasSeries("Backlog") && !flow.GetSeries("Backlog").empty();
}

void
WriteTotals(ResultWriter& writer, const Options& options, const DumbbellExperiment& experiment)
{
    const auto from = experiment.GetFrom();
    const auto to = experiment.GetTo();
    const auto& flow = experiment.GetFlow(0);
    const auto row = [&](const char* quantity, const std::string& unit, double value) {
        writer.Row(quantity, options.label, options.x, unit, value);
    };
    row("throughput",
        options.unit,
        options.unit == "pkt/s" ? experiment.GetSegmentRate(0)
                                : flow.GetThroughput(from, to) / 1000.0);
    row("retransmissions", "segments", Within(flow.GetRetransmissions(), from, to).size());
    row("timeouts", "1", Within(flow.GetTimeouts(), from, to).size());
    if (options.theoryCut > 0.0)
    {
        row("theory", "pkt/s", experiment.GetTheory(options.theoryCut));
    }
}

void
WriteCycles(ResultWriter& writer, const Options& options, const DumbbellExperiment& experiment)
{
    const auto& flow = experiment.GetFlow(0);
    const auto losses = Within(flow.GetRecoveries(), experiment.GetFrom(), experiment.GetTo());
    const auto row = [&](const char* quantity, const char* unit, double value) {
        writer.Row(quantity, options.label, options.x, unit, value);
    };
    row("cycles", "1", losses.size());
    if (losses.empty())
    {
        return;
    }
    row("min_backlog_at_loss", "segments", LeastAt(losses, [&](Time at) {
            return experiment.GetQueueAt(at);
        }));
    if (HasEstimates(flow))
    {
        row("min_estimate_at_loss", "segments", LeastAt(losses, [&](Time at) {
                return flow.GetValueAt("Backlog", at);
            }));
    }
}

void
WriteSeries(ResultWriter& writer, const Options& options, const DumbbellExperiment& experiment)
{
    const auto from = experiment.GetFrom();
    const auto to = experiment.GetTo();
    const auto& flow = experiment.GetFlow(0);
    const auto series = [&](const char* quantity, const char* unit, const TraceSeries& samples) {
        writer.Series(quantity, options.label, options.x, unit, samples);
    };
    series("cwnd", "segments", Within(flow.GetSeries("cwnd"), from, to));
    series("rate", "bit/s", flow.GetSendingRateSeries(from, to, options.step));
    series("queue", "packets", Within(experiment.GetQueueSeries(), from, to));
    if (HasEstimates(flow))
    {
        series("backlog", "segments", Within(flow.GetSeries("Backlog"), from, to));
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    const auto options = ParseOptions(argc, argv, experiment);
    const auto variant = experiment.MakeVariant(options.variant);
    experiment.Build(1);
    experiment.UseVariant(variant, 0, 1);
    experiment.TraceCongestionControl(0, variant, "Backlog");
    experiment.Run();

    ResultWriter writer(std::cout, options.id);
    experiment.Describe(writer);
    WriteTotals(writer, options, experiment);
    if (options.cycles)
    {
        WriteCycles(writer, options, experiment);
    }
    if (options.series)
    {
        WriteSeries(writer, options, experiment);
    }
    Simulator::Destroy();
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow over time: V1, V2 and V3 of the SACK TCP Veno paper (its Figs 1, 3 and 4).

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/dumbbell-experiment.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>

using namespace ns3;

namespace
{

/// Instants of an interval.
std::vector<Time>
Within(const std::vector<Time>& instants, Time from, Time to)
{
    std::vector<Time> chosen;
    std::copy_if(instants.begin(), instants.end(), std::back_inserter(chosen), [=](Time instant) {
        return instant >= from && instant < to;
    });
    return chosen;
}

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

/// Samples of an interval.
TraceSeries
Within(const TraceSeries& series, Time from, Time to)
{
    TraceSeries chosen;
    std::copy_if(series.begin(), series.end(), std::back_inserter(chosen), [=](const auto& sample) {
        return sample.time >= from && sample.time < to;
    });
    return chosen;
}

} // namespace

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    std::string id = "V2";
    std::string variantName = "sack-veno";
    std::string label;
    std::string x;
    std::string unit = "pkt/s";
    double theoryCut = 0.0;
    bool cycles = false;
    bool series = false;
    Time step = Seconds(1);

    CommandLine cmd(__FILE__);
    cmd.Usage("One bulk flow through a lossy bottleneck. Prints CSV: throughput, "
              "retransmissions, timeouts; with --series also window, rates and backlog over time.");
    cmd.AddValue("id", "Experiment in the first column", id);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId",
                 variantName);
    cmd.AddValue("label", "Name of the variant in the output; empty for --variant", label);
    cmd.AddValue("x", "The point in the output, comma-separated name=value", x);
    cmd.AddValue("unit", "Unit of the throughput: pkt/s or kbit/s", unit);
    cmd.AddValue("theoryCut",
                 "Part b of the window that a loss takes, for AIMD theory; 0 for none",
                 theoryCut);
    cmd.AddValue("cycles", "Also write the number of cycles and the backlog at losses", cycles);
    cmd.AddValue("series", "Also write the quantities over time", series);
    cmd.AddValue("step", "Length of one average of a rate, above 0", step);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);

    NS_ABORT_MSG_UNLESS(unit == "pkt/s" || unit == "kbit/s", "--unit must be pkt/s or kbit/s");
    const TcpVariantPreset variant(variantName);
    std::replace(x.begin(), x.end(), ',', ' ');
    label = label.empty() ? variantName : label;
    experiment.Build(1);
    experiment.UseVariant(variant, 0, 1);
    experiment.TraceCongestionControl(0, variant, "Backlog");
    experiment.Run();

    const auto from = experiment.GetFrom();
    const auto to = experiment.GetTo();
    const auto& flow = experiment.GetFlow(0);
    ResultWriter writer(std::cout, id);
    experiment.Describe(writer);
    if (unit == "pkt/s")
    {
        writer.Row("throughput", label, x, unit, experiment.GetSegmentRate(0));
    }
    else
    {
        writer.Row("throughput", label, x, unit, flow.GetThroughput(from, to) / 1000.0);
    }
    writer.Row("retransmissions",
               label,
               x,
               "segments",
               Within(flow.GetRetransmissions(), from, to).size());
    writer.Row("timeouts", label, x, "1", Within(flow.GetTimeouts(), from, to).size());
    const bool estimates = flow.HasSeries("Backlog") && !flow.GetSeries("Backlog").empty();
    const auto losses = Within(flow.GetRecoveries(), from, to);
    if (cycles)
    {
        writer.Row("cycles", label, x, "1", losses.size());
    }
    if (cycles && !losses.empty())
    {
        writer.Row("min_backlog_at_loss", label, x, "segments", LeastAt(losses, [&](Time at) {
                       return experiment.GetQueueAt(at);
                   }));
    }
    if (cycles && !losses.empty() && estimates)
    {
        writer.Row("min_estimate_at_loss", label, x, "segments", LeastAt(losses, [&](Time at) {
                       return flow.GetValueAt("Backlog", at);
                   }));
    }
    if (theoryCut > 0.0)
    {
        writer.Row("theory", label, x, "pkt/s", experiment.GetTheory(theoryCut));
    }
    if (series)
    {
        writer.Series("cwnd", label, x, "segments", Within(flow.GetSeries("cwnd"), from, to));
        writer.Series("rate", label, x, "bit/s", flow.GetSendingRateSeries(from, to, step));
        writer.Series("queue", label, x, "packets", Within(experiment.GetQueueSeries(), from, to));
        if (estimates)
        {
            writer.Series("backlog",
                          label,
                          x,
                          "segments",
                          Within(flow.GetSeries("Backlog"), from, to));
        }
    }
    Simulator::Destroy();
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow over time: V1, V2 and V3 of the SACK TCP Veno paper (its Figs 1, 3 and 4).

#include "lib/dumbbell-experiment.h"
#include "lib/result-statistics.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
/// The trace of a congestion control that estimates its backlog.
const std::string BACKLOG = "Backlog";

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

/// What the command line says beyond path, sockets and times.
struct Output
{
    std::string variant{"sack-veno"};
    std::string unit{"pkt/s"};
    double theoryCut{0.0};
    bool cycles{false};
    double threshold{0.0};
    bool series{false};
    Time step{"1s"};

    OptionTable GetOptions()
    {
        OptionTable options;
        AddVariant(options, "variant", variant);
        options.Add("unit", "Unit of the throughput: pkt/s or kbit/s", unit)
            .Among({"pkt/s", "kbit/s"})
            .Undescribed();
        AddTheory(options, theoryCut);
        options
            .Add("cycles",
                 "Also write the number of cycles, the mean window and the backlog at losses",
                 cycles)
            .Undescribed();
        options
            .Add("threshold",
                 "Also count the losses that duplicate ACKs told by their cause, at random or by "
                 "the queue, and by the estimate of the backlog then, at most so many segments or "
                 "more; 0 for none",
                 threshold)
            .AtLeast(0)
            .Undescribed();
        AddSeries(options, series);
        options.Add("step", "Length of one average of a rate", step).Above(0).Undescribed();
        return options;
    }
};

bool
HasEstimates(const FlowRecorder& flow)
{
    return flow.HasSeries(BACKLOG) && !flow.GetSeries(BACKLOG).empty();
}

void
WriteTotals(const VariantRows& rows,
            const Output& output,
            const MeasurementParameters& measurement,
            const DumbbellExperiment& experiment)
{
    const auto& flow = experiment.GetFlow(0);
    rows("throughput",
         output.unit,
         output.unit == "pkt/s" ? experiment.GetSegmentRate(0)
                                : flow.GetThroughput(measurement.from, measurement.to) / 1000.0);
    rows("retransmissions", "segments", measurement.Within(flow.GetRetransmissions()).size());
    rows("timeouts", "1", measurement.Within(flow.GetTimeouts()).size());
    if (output.theoryCut > 0.0)
    {
        rows("theory", "pkt/s", experiment.GetTheory(output.theoryCut));
    }
}

void
WriteCycles(const VariantRows& rows,
            const MeasurementParameters& measurement,
            const DumbbellExperiment& experiment)
{
    const auto& flow = experiment.GetFlow(0);
    const auto losses = measurement.Within(flow.GetRecoveries());
    rows("cycles", "1", losses.size());
    rows("mean_window",
         "segments",
         traceseries::MeanOver(FindSeries(flow, "cwnd"), measurement.from, measurement.to));
    if (losses.empty())
    {
        return;
    }
    rows("min_backlog_at_loss", "segments", LeastAt(losses, [&](Time at) {
             return experiment.GetQueueAt(at);
         }));
    if (HasEstimates(flow))
    {
        rows("min_estimate_at_loss", "segments", LeastAt(losses, [&](Time at) {
                 return flow.GetValueAt(BACKLOG, at);
             }));
    }
}

/// What became of the segment that a recovery repairs first. @return its drop by the queue or loss
/// behind it; nothing if it arrived
std::optional<BottleneckRecord::Event>
FindCause(const std::vector<BottleneckRecord::Record>& records, Time recovery)
{
    using Event = BottleneckRecord::Event;
    const auto repair =
        std::find_if(records.begin(), records.end(), [recovery](const auto& record) {
            return record.time >= recovery && record.transmission > 1 &&
                   (record.event == Event::ENQUEUE || record.event == Event::DROP);
        });
    if (repair == records.end())
    {
        return std::nullopt;
    }
    const auto lost = std::find_if(records.begin(), repair, [repair](const auto& record) {
        return record.segment == repair->segment &&
               record.transmission == repair->transmission - 1 &&
               (record.event == Event::LOSS || record.event == Event::DROP);
    });
    return lost == repair ? std::nullopt : std::optional(lost->event);
}

void
WriteCauses(const VariantRows& rows,
            double threshold,
            const MeasurementParameters& measurement,
            const DumbbellExperiment& experiment)
{
    const auto& flow = experiment.GetFlow(0);
    if (!HasEstimates(flow))
    {
        return;
    }
    const auto records = experiment.GetBottleneck(0).GetRecords();
    std::map<std::string, uint32_t> losses{{"random_below", 0},
                                           {"random_above", 0},
                                           {"congestion_below", 0},
                                           {"congestion_above", 0}};
    for (const auto& at : measurement.Within(flow.GetRecoveries()))
    {
        if (const auto cause = FindCause(records, at))
        {
            ++losses[(*cause == BottleneckRecord::Event::LOSS ? "random_" : "congestion_") +
                     std::string(flow.GetValueAt(BACKLOG, at) > threshold ? "above" : "below")];
        }
    }
    for (const auto& [kind, count] : losses)
    {
        rows(kind, "losses", count);
    }
}

void
WriteSeries(ResultWriter& writer,
            const Output& output,
            const MeasurementParameters& measurement,
            const DumbbellExperiment& experiment)
{
    const auto& [from, to, spread] = measurement;
    const auto& flow = experiment.GetFlow(0);
    const auto& variant = output.variant;
    writer.Series("cwnd", variant, "segments", measurement.Within(FindSeries(flow, "cwnd")));
    writer.Series("rate", variant, "bit/s", flow.GetSendingRateSeries(from, to, output.step));
    writer.Series("queue", variant, "packets", measurement.Within(experiment.GetQueueSeries()));
    if (HasEstimates(flow))
    {
        writer.Series("backlog", variant, "segments", measurement.Within(flow.GetSeries(BACKLOG)));
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    DumbbellSetUp setUp;
    Output output;
    auto options = setUp.GetOptions();
    options.Add(output.GetOptions());
    options.Parse("One bulk flow through a lossy bottleneck. Prints CSV: throughput, "
                  "retransmissions, timeouts; with --series also window, rates and backlog over "
                  "time.",
                  {argv, argv + argc});

    DumbbellExperiment experiment(setUp);
    const auto variant = experiment.UseVariant(output.variant);
    experiment.TraceCongestionControl(0, variant, BACKLOG);
    if (output.threshold > 0.0)
    {
        experiment.RecordBottleneck(0);
    }
    experiment.Run();

    ResultWriter writer(std::cout);
    options.Describe(writer);
    const VariantRows rows(writer, output.variant);
    WriteTotals(rows, output, setUp.measurement, experiment);
    if (output.cycles)
    {
        WriteCycles(rows, setUp.measurement, experiment);
    }
    if (output.threshold > 0.0)
    {
        WriteCauses(rows, output.threshold, setUp.measurement, experiment);
    }
    if (output.series)
    {
        WriteSeries(writer, output, setUp.measurement, experiment);
    }
    return 0;
}

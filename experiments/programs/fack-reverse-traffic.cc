/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A bulk flow against bursts in the other direction: F11, F12 of the FACK paper (Figs 11 and 12).

#include "lib/dumbbell-experiment.h"

#include <algorithm>
#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
/// Largest number of times that the sender reduced its window in one episode of loss.
uint32_t
LargestReductions(const FlowRecorder& flow, const MeasurementParameters& measurement)
{
    std::size_t largest = 0;
    for (const auto& [start, end] : flow.GetLossEpisodes())
    {
        if (start >= measurement.from)
        {
            const auto before = end.value_or(measurement.to);
            largest = std::max(largest,
                               traceseries::Within(flow.GetRecoveries(), start, before).size() +
                                   traceseries::Within(flow.GetTimeouts(), start, before).size());
        }
    }
    return largest;
}

/// The part of each direction that is used, and how the bulk flow fared; of a sweep over ticks only
/// the idle part of the forward direction.
void
WriteUse(const VariantRows& rows,
         const DumbbellExperiment& experiment,
         const MeasurementParameters& measurement,
         const std::string& sweep)
{
    if (sweep == "tick")
    {
        rows("forward_idle", "1", 1.0 - experiment.GetLinkUse(0));
        return;
    }
    const auto& flow = experiment.GetFlow(0);
    rows("forward_utilisation", "1", experiment.GetLinkUse(0));
    rows("throughput", "bit/s", flow.GetThroughput(measurement.from, measurement.to));
    rows("reverse_utilisation", "1", experiment.GetLinkUse(1));
    rows("reverse_load", "1", experiment.GetLinkUse(1, true));
    rows("timeouts", "1", measurement.Within(flow.GetTimeouts()).size());
    rows("reductions_in_episode", "1", LargestReductions(flow, measurement));
}
} // namespace

int
main(int argc, char* argv[])
{
    auto setUp = DumbbellSetUp::Fack();
    std::string variant = "sack";
    std::string sweep = "burst";
    bool series = false;
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    options
        .Add("sweep",
             "What is varied: burst (octets of a burst), or tick (of the retransmission timer; "
             "then only the idle part of the forward direction is written)",
             sweep)
        .Among({"burst", "tick"})
        .Undescribed();
    AddSeries(options, series);
    options.Parse("One bulk flow on the FACK paper's path, and one connection from the right to "
                  "the left on which an application writes bursts at random, both of one variant. "
                  "Prints CSV: the part of each direction that is used, headers and "
                  "retransmissions included.",
                  {argv, argv + argc});

    DumbbellExperiment experiment(setUp, 1, 1);
    experiment.UseVariant(variant);
    experiment.RecordBottleneck(0);
    experiment.RecordBottleneck(1);
    experiment.Run();

    ResultWriter writer(std::cout);
    options.Describe(writer);
    WriteUse(VariantRows(writer, variant), experiment, setUp.measurement, sweep);
    if (series)
    {
        experiment.WriteTimeSequence(writer, 0, variant);
    }
    return 0;
}

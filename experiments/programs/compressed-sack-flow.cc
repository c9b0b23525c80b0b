/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow whose ACKs are lost, too: C1 to C4 of the compressed SACK paper (its Figs 3 and 4, its
// Table 5, and what its argument comes to on large windows and when packets overtake one another).

#include "lib/dumbbell-experiment.h"

#include <functional>
#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
using Write = std::function<void(const std::string&, const std::string&, double)>;

/// What a run comes to if it ends at some time.
void
WriteTotals(const Write& write, const FlowRecorder& flow, Time from, Time to)
{
    const auto count = [&](const std::vector<Time>& instants) {
        return static_cast<double>(traceseries::Within(instants, from, to).size());
    };
    write("throughput", "kbit/s", flow.GetThroughput(from, to) / 1000.0);
    write("retransmissions", "segments", count(flow.GetRetransmissions()));
    write("unnecessary_retransmissions", "segments", count(flow.GetUnnecessaryRetransmissions()));
    write("timeouts", "1", count(flow.GetTimeouts()));
}
} // namespace

int
main(int argc, char* argv[])
{
    DumbbellSetUp setUp;
    std::string variant = "sack";
    std::vector<Time> checkpoints;
    bool series = false;
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    AddCheckpoints(options, checkpoints, setUp.measurement);
    AddSeries(options, series);
    options.Parse("One bulk flow through a bottleneck that loses data and ACKs. Prints CSV: "
                  "throughput and what was sent again, needed or not; with --series also the "
                  "time-sequence plot.",
                  {argv, argv + argc});

    DumbbellExperiment experiment(setUp);
    experiment.UseVariant(variant);
    if (series)
    {
        experiment.RecordBottleneck(0);
    }
    experiment.Run();
    experiment.CheckPlannedDrops();

    ResultWriter writer(std::cout);
    options.Describe(writer);
    const auto& [from, to, spread] = setUp.measurement;
    WriteTotals(VariantRows(writer, variant), experiment.GetFlow(0), from, to);
    for (const auto& checkpoint : checkpoints)
    {
        const auto write = [&](const std::string& quantity, const std::string& unit, double value) {
            writer.Series(quantity + "_until", variant, unit, {{checkpoint, value}});
        };
        WriteTotals(write, experiment.GetFlow(0), from, checkpoint);
    }
    if (series)
    {
        experiment.WriteTimeSequence(writer, 0, variant);
    }
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow whose ACKs are lost, too: C1 to C4 of the compressed SACK paper (its Figs 3 and 4, its
// Table 5, and what its argument comes to on large windows and when packets overtake one another).

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

constexpr double BITS_PER_KILOBIT = 1000.0;

/// What the command line says beyond the path.
struct Options
{
    std::string id{"C2"};
    std::string variant{"sack"};
    std::string label{"rfc2018"};
    std::string x;
    bool series{false};
};

Options
ParseOptions(int argc, char* argv[], DumbbellExperiment& experiment)
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.Usage("One bulk flow through a bottleneck that loses data and ACKs. Prints CSV: throughput "
              "and what was sent again, needed or not; with --series also the time-sequence plot.");
    cmd.AddValue("id", "Experiment in the first column", options.id);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId",
                 options.variant);
    cmd.AddValue("label", "Name of the variant in the output", options.label);
    cmd.AddValue("x", "The point in the output, comma-separated name=value", options.x);
    cmd.AddValue("series", "Also write the quantities over time", options.series);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);
    std::replace(options.x.begin(), options.x.end(), ',', ' ');
    return options;
}

void
WriteTotals(ResultWriter& writer, const Options& options, const DumbbellExperiment& experiment)
{
    const auto from = experiment.GetFrom();
    const auto to = experiment.GetTo();
    const auto& flow = experiment.GetFlow(0);
    const auto row = [&](const char* quantity, const char* unit, double value) {
        writer.Row(quantity, options.label, options.x, unit, value);
    };
    const auto count = [&](const std::vector<Time>& instants) {
        return static_cast<double>(Within(instants, from, to).size());
    };
    row("throughput", "kbit/s", flow.GetThroughput(from, to) / BITS_PER_KILOBIT);
    row("retransmissions", "segments", count(flow.GetRetransmissions()));
    row("unnecessary_retransmissions", "segments", count(flow.GetUnnecessaryRetransmissions()));
    row("timeouts", "1", count(flow.GetTimeouts()));
}

} // namespace

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    const auto options = ParseOptions(argc, argv, experiment);
    experiment.Build(1);
    experiment.UseVariant(experiment.MakeVariant(options.variant), 0, 1);
    experiment.RecordBottleneck(0);
    experiment.Run();
    NS_ABORT_MSG_IF(experiment.GetPlannedDrops() > 0,
                    "--drop, --dropAcks: " << experiment.GetPlannedDrops()
                                           << " of the packets never came to where they are lost");

    ResultWriter writer(std::cout, options.id);
    experiment.Describe(writer);
    WriteTotals(writer, options, experiment);
    if (options.series)
    {
        experiment.WriteTimeSequence(writer, 0, options.label, options.x);
    }
    Simulator::Destroy();
    return 0;
}

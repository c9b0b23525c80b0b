/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A bulk flow against bursts in the other direction: F11, F12 of the FACK paper (Figs 11 and 12).

#include "lib/dumbbell-experiment.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>
#include <sstream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

/// What the command line says beyond the path.
struct Options
{
    std::string id{"F11"};
    std::string variant{"sack"};
    std::string label;
    std::string sweep{"burst"};
    bool series{false};
};

Options
ParseOptions(int argc, char* argv[], DumbbellExperiment& experiment)
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.Usage("One bulk flow on the FACK paper's path, and one connection from the right to the "
              "left on which an application writes bursts at random. Prints CSV: the part of each "
              "direction that is used, headers and retransmissions included.");
    cmd.AddValue("id", "Experiment in the first column", options.id);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId; for both flows",
                 options.variant);
    cmd.AddValue("label", "Name of the variant in the output; empty for --variant", options.label);
    cmd.AddValue("sweep",
                 "What the point says: burst (kB of a burst) or tick (of the retransmission timer, "
                 "in seconds; then only the idle part of the forward direction is written)",
                 options.sweep);
    cmd.AddValue("series", "Also write the quantities over time", options.series);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_UNLESS(options.sweep == "burst" || options.sweep == "tick",
                        "--sweep must be burst or tick, not '" << options.sweep << "'");
    options.label = options.label.empty() ? options.variant : options.label;
    return options;
}

/// Largest number of times that the sender reduced its window in one episode of loss.
uint32_t
LargestReductions(const FlowRecorder& flow, Time from, Time to)
{
    std::size_t largest = 0;
    for (const auto& [start, end] : flow.GetLossEpisodes())
    {
        if (start >= from)
        {
            const auto before = end.value_or(to);
            largest = std::max(largest,
                               Within(flow.GetRecoveries(), start, before).size() +
                                   Within(flow.GetTimeouts(), start, before).size());
        }
    }
    return largest;
}

/// The point of the output.
std::string
GetPoint(const Options& options, const DumbbellExperiment& experiment)
{
    std::ostringstream x;
    if (options.sweep == "tick")
    {
        x << "tick=" << experiment.GetClockGranularity().GetSeconds();
    }
    else
    {
        x << "burst=" << experiment.GetBurstSize() / 1000.0;
    }
    return x.str();
}

} // namespace

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    experiment.UseFackDefaults();
    const auto options = ParseOptions(argc, argv, experiment);
    experiment.Build(1, 1);
    experiment.UseVariant(experiment.MakeVariant(options.variant), 0, 2);
    experiment.RecordBottleneck(0);
    experiment.RecordBottleneck(1);
    experiment.Run();

    const auto x = GetPoint(options, experiment);
    const auto& flow = experiment.GetFlow(0);
    ResultWriter writer(std::cout, options.id);
    experiment.Describe(writer);
    const auto row = [&](const char* quantity, double value) {
        writer.Row(quantity, options.label, x, "1", value);
    };
    if (options.sweep == "tick")
    {
        row("forward_idle", 1.0 - experiment.GetLinkUse(0));
    }
    else
    {
        row("forward_utilisation", experiment.GetLinkUse(0));
        row("reverse_utilisation", experiment.GetLinkUse(1));
        row("reverse_load", experiment.GetLinkUseOfFlow(1));
        const auto from = experiment.GetFrom();
        const auto to = experiment.GetTo();
        row("timeouts", Within(flow.GetTimeouts(), from, to).size());
        row("reductions_in_episode", LargestReductions(flow, from, to));
    }
    if (options.series)
    {
        experiment.WriteTimeSequence(writer, 0, options.label, x);
    }
    Simulator::Destroy();
    return 0;
}

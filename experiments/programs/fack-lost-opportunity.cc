/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the beginning of a connection costs it: F9 of the FACK paper (its Fig 9).

#include "lib/dumbbell-experiment.h"
#include "lib/result-statistics.h"

#include <iostream>
#include <map>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
/// When the window is cut, from some time on, twice or more often.
std::vector<Time>
FindCycles(const FlowRecorder& flow, Time from)
{
    std::vector<Time> cycles;
    for (const auto& episode : flow.GetLossEpisodes())
    {
        if (episode.start >= from)
        {
            cycles.push_back(episode.start);
        }
    }
    if (cycles.size() < 2)
    {
        Refuse("--steadyFrom and --to must leave time for a whole cycle from loss to loss");
    }
    return cycles;
}

/// What the first flow lost. @param cycles of the steady state @param against what it is behind
void
WriteResults(const VariantRows& rows,
             const DumbbellExperiment& experiment,
             uint32_t segmentSize,
             const std::vector<Time>& cycles,
             Time steadyFrom,
             const std::string& against)
{
    const auto& flow = experiment.GetFlow(0);
    const auto lost = ComputeLostOpportunity(flow.GetDeliverySeries(), cycles);
    const auto linkOctets = experiment.GetLinkRate() * segmentSize * steadyFrom.GetSeconds();
    const auto delivered = traceseries::ValueAt(flow.GetDeliverySeries(), steadyFrom).value_or(0.0);
    // The paper's simulator has no handshake.
    const auto handshake = lost.steadyRate * flow.GetTransmissions().front().GetSeconds();
    const std::map<std::string, double> behind{{"steady", lost.octets - handshake},
                                               {"syn", lost.octets},
                                               {"link", linkOctets - delivered}};
    rows("lost_opportunity", "kB", behind.at(against) / 1000.0);
    rows("steady_utilisation", "1", lost.steadyRate / segmentSize / experiment.GetLinkRate());
    rows("cycles", "1", cycles.size() - 1);
    rows("timeouts", "1", flow.GetTimeouts().size());
}
} // namespace

int
main(int argc, char* argv[])
{
    auto setUp = DumbbellSetUp::Fack();
    std::string variant = "sack";
    Time steadyFrom = Seconds(60);
    std::string against = "steady";
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    options.Add("steadyFrom", "When the steady state is reached, before --to", steadyFrom)
        .AtLeast(0)
        .Must([&] { return steadyFrom < setUp.measurement.to; }, "lie before --to");
    options
        .Add("against",
             "What it is behind: steady, a connection that ran at its own steady rate since the "
             "first segment of data; syn, the same since the SYN; link, what the link carries from "
             "the SYN until --steadyFrom",
             against)
        .Among({"steady", "syn", "link"});
    options.Forbid([&] { return setUp.measurement.from != Time(0); },
                   "--from must be 0: what is lost counts from the first segment on");
    options.Parse("One bulk flow on the FACK paper's path from time 0 on. Prints CSV: the "
                  "kilobytes by which it stays behind a connection that ran at the "
                  "rate which this one reaches in steady congestion avoidance. That rate is taken "
                  "over whole cycles of the window, from loss to loss, in [steadyFrom, to].",
                  {argv, argv + argc});

    DumbbellExperiment experiment(setUp);
    experiment.UseVariant(variant);
    experiment.Run();

    const auto cycles = FindCycles(experiment.GetFlow(0), steadyFrom);
    ResultWriter writer(std::cout);
    options.Describe(writer);
    const VariantRows rows(writer, variant);
    WriteResults(rows, experiment, setUp.sockets.sizes.segment, cycles, steadyFrom, against);
    return 0;
}

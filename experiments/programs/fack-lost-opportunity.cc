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

/// When the window is cut, from some time on.
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
    return cycles;
}

/// @brief By how much the first flow stays behind. @param setUp of the run @param lost at the
/// steady rate @param until the steady state @return octets, by what they are compared with
std::map<std::string, double>
FindBehind(const DumbbellSetUp& setUp,
           const DumbbellExperiment& experiment,
           const LostOpportunity& lost,
           Time until)
{
    const auto& flow = experiment.GetFlow(0);
    const auto linkOctets =
        experiment.GetLinkRate() * setUp.sockets.sizes.segment * until.GetSeconds();
    const auto delivered = traceseries::ValueAt(flow.GetDeliverySeries(), until).value_or(0.0);
    // The paper's simulator has no handshake.
    const auto handshake = lost.steadyRate * flow.GetTransmissions().front().GetSeconds();
    return {{"steady", lost.octets - handshake},
            {"syn", lost.octets},
            {"link", linkOctets - delivered}};
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
    options.Parse("One bulk flow on the FACK paper's path from time 0 on. Prints CSV: the "
                  "kilobytes by which it stays behind a connection that ran at the "
                  "rate which this one reaches in steady congestion avoidance. That rate is taken "
                  "over whole cycles of the window, from loss to loss, in [steadyFrom, to].",
                  argc,
                  argv);

    DumbbellExperiment experiment(setUp);
    experiment.UseVariant(variant);
    experiment.Run();

    const auto& flow = experiment.GetFlow(0);
    const auto cycles = FindCycles(flow, steadyFrom);
    if (cycles.size() < 2)
    {
        Refuse("--steadyFrom and --to must leave time for a whole cycle from loss to loss");
    }
    const auto lost = ComputeLostOpportunity(flow.GetDeliverySeries(), cycles);
    const auto steadySegments = lost.steadyRate / setUp.sockets.sizes.segment;
    const auto behind = FindBehind(setUp, experiment, lost, steadyFrom);
    ResultWriter writer(std::cout);
    options.Describe(writer);
    const VariantRows rows(writer, variant);
    rows("lost_opportunity", "kB", behind.at(against) / 1000.0);
    rows("steady_utilisation", "1", steadySegments / experiment.GetLinkRate());
    rows("cycles", "1", cycles.size() - 1);
    rows("timeouts", "1", flow.GetTimeouts().size());
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the beginning of a connection costs it: F9 of the FACK paper (its Fig 9).

#include "lib/dumbbell-experiment.h"
#include "lib/lost-opportunity.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    experiment.UseFackDefaults();
    std::string id = "F9";
    std::string variant = "sack";
    std::string label;
    Time steadyFrom = Seconds(60);

    CommandLine cmd(__FILE__);
    cmd.Usage("One bulk flow on the FACK paper's path from time 0 on. Prints CSV: the kilobytes by "
              "which it stays behind a connection that ran from time 0 at the rate which this one "
              "reaches in steady congestion avoidance. That rate is taken over whole cycles of "
              "the window, from loss to loss, in [steadyFrom, to].");
    cmd.AddValue("id", "Experiment in the first column", id);
    cmd.AddValue("variant", "One of " + TcpVariantPreset::GetNames() + ", or a TypeId", variant);
    cmd.AddValue("label", "Name of the variant in the output; the variant's if empty", label);
    cmd.AddValue("steadyFrom", "When the steady state is reached, before --to", steadyFrom);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_UNLESS(steadyFrom >= Time(0) && steadyFrom < experiment.GetTo(),
                        "--steadyFrom must not be negative and must lie before --to");

    experiment.Build(1);
    experiment.UseVariant(experiment.MakeVariant(variant), 0, 1);
    experiment.Run();

    const auto& flow = experiment.GetFlow(0);
    std::vector<Time> cycles;
    for (const auto& episode : flow.GetLossEpisodes())
    {
        if (episode.start >= steadyFrom)
        {
            cycles.push_back(episode.start);
        }
    }
    const auto lost = ComputeLostOpportunity(flow.GetDeliverySeries(), cycles);
    const auto x = experiment.GetQueuePoint();
    label = label.empty() ? variant : label;
    ResultWriter writer(std::cout, id);
    experiment.Describe(writer);
    writer.Describe("steadyFrom", steadyFrom.GetSeconds(), "s");
    writer.Row("lost_opportunity", label, x, "kB", lost.octets / 1000.0);
    writer.Row("steady_utilisation",
               label,
               x,
               "1",
               lost.steadyRate / experiment.GetSegmentSize() / experiment.GetLinkRate());
    writer.Row("cycles", label, x, "1", cycles.size() - 1);
    writer.Row("timeouts", label, x, "1", flow.GetTimeouts().size());
    Simulator::Destroy();
    return 0;
}

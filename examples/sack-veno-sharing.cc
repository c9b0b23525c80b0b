/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two variants share a bottleneck: V5 and V6 of the SACK TCP Veno paper (its Figs 6 and 7).

#include "lib/dumbbell-experiment.h"

#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <iostream>
#include <sstream>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    std::string id = "V5";
    std::string firstName = "sack";
    std::string secondName = "sack-veno";
    uint32_t each = 1;

    CommandLine cmd(__FILE__);
    cmd.Usage("As many bulk flows of one variant as of another share a bottleneck. Prints CSV: "
              "mean throughput of each group, a fair share of the link being 1.");
    const std::string names = "One of " + TcpVariantPreset::GetNames() + ", or a TypeId";
    cmd.AddValue("id", "Experiment in the first column", id);
    cmd.AddValue("first", names, firstName);
    cmd.AddValue("second", names, secondName);
    cmd.AddValue("each", "Flows of each variant, 1 to 2048", each);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_UNLESS(each >= 1 && each <= 2048, "--each must lie in [1, 2048], not " << each);
    NS_ABORT_MSG_IF(firstName == secondName, "--first and --second must name two variants");

    const uint32_t flows = 2 * each;
    experiment.Build(flows);
    experiment.UseVariant(experiment.MakeVariant(firstName), 0, each);
    experiment.UseVariant(experiment.MakeVariant(secondName), each, flows);
    experiment.Run();

    std::ostringstream x;
    x << "n=" << each << " p=" << experiment.GetForwardLoss();
    ResultWriter writer(std::cout, id);
    experiment.Describe(writer);
    writer.Describe("flow_throughput", "single flows, a fair share of the link being 1");
    double firstShare = 0.0;
    double secondShare = 0.0;
    for (uint32_t pair = 0; pair < flows; ++pair)
    {
        const double share = experiment.GetUtilisation(pair) * flows;
        (pair < each ? firstShare : secondShare) += share / each;
        writer.Row("flow_throughput",
                   pair < each ? firstName : secondName,
                   x.str() + " flow=" + std::to_string(pair % each),
                   "1",
                   share);
    }
    writer.Row("normalised_throughput", firstName, x.str(), "1", firstShare);
    writer.Row("normalised_throughput", secondName, x.str(), "1", secondShare);
    writer.Row("total_utilisation", "all", x.str(), "1", (firstShare + secondShare) / 2.0);
    Simulator::Destroy();
    return 0;
}

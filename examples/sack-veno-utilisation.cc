/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Utilisation against loss and number of connections: V4 of the SACK TCP Veno paper (its Fig 5).

#include "lib/dumbbell-experiment.h"

#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>
#include <sstream>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    std::string id = "V4";
    std::string variantName = "sack-veno";
    uint32_t connections = 1;
    double theoryCut = 0.0;

    CommandLine cmd(__FILE__);
    cmd.Usage("Equal bulk flows through a lossy bottleneck. Prints CSV: the part of the link that "
              "delivered segments fill.");
    cmd.AddValue("id", "Experiment in the first column", id);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId",
                 variantName);
    cmd.AddValue("connections", "Number of flows, 1 to 4096", connections);
    cmd.AddValue("theoryCut",
                 "Part b of the window that a loss takes, for AIMD theory; 0 for none",
                 theoryCut);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);

    const auto variant = experiment.MakeVariant(variantName);
    experiment.Build(connections);
    experiment.UseVariant(variant, 0, connections);
    experiment.Run();

    double utilisation = 0.0;
    double timeouts = 0.0;
    for (uint32_t pair = 0; pair < connections; ++pair)
    {
        utilisation += experiment.GetUtilisation(pair);
        timeouts += experiment.GetFlow(pair).GetTimeouts().size();
    }
    std::ostringstream x;
    x << "n=" << connections << " p=" << experiment.GetForwardLoss();
    ResultWriter writer(std::cout, id);
    experiment.Describe(writer);
    variantName += experiment.GetSocketLabel();
    writer.Row("utilisation", variantName, x.str(), "1", utilisation);
    writer.Row("timeouts", variantName, x.str(), "1", timeouts);
    if (theoryCut > 0.0)
    {
        const double share = experiment.GetTheory(theoryCut) / experiment.GetLinkRate();
        writer.Row("theory", variantName, x.str(), "1", std::min(1.0, connections * share));
    }
    Simulator::Destroy();
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Utilisation against loss and number of connections: V4 of the SACK TCP Veno paper (its Fig 5).

#include "lib/dumbbell-experiment.h"
#include "lib/result-statistics.h"

#include <algorithm>
#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    DumbbellSetUp setUp;
    std::string variant = "sack-veno";
    uint32_t connections = 1;
    double theoryCut = 0.0;
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    options.Add("connections", "Number of flows, 1 to 4096", connections).In(1, 4096);
    AddTheory(options, theoryCut);
    options.Parse("Equal bulk flows through a lossy bottleneck. Prints CSV: the part of the link "
                  "that delivered segments fill.",
                  {argv, argv + argc});

    DumbbellExperiment experiment(setUp, connections);
    experiment.UseVariant(variant);
    experiment.Run();

    std::vector<double> throughputs;
    double utilisation = 0.0;
    double timeouts = 0.0;
    double recoveries = 0.0;
    for (uint32_t flow = 0; flow < connections; ++flow)
    {
        throughputs.push_back(experiment.GetSegmentRate(flow));
        utilisation += experiment.GetUtilisation(flow);
        const auto& recorder = experiment.GetFlow(flow);
        timeouts += setUp.measurement.Within(recorder.GetTimeouts()).size();
        recoveries += setUp.measurement.Within(recorder.GetRecoveries()).size();
    }
    ResultWriter writer(std::cout);
    options.Describe(writer);
    const VariantRows rows(writer, variant + setUp.sockets.GetLabel());
    rows("utilisation", "1", utilisation);
    rows("jain_index", "1", JainIndex(throughputs));
    rows("timeouts", "1", timeouts);
    rows("recoveries", "1", recoveries);
    if (theoryCut > 0.0)
    {
        const double share = experiment.GetTheory(theoryCut) / experiment.GetLinkRate();
        rows("theory", "1", std::min(1.0, connections * share));
    }
    return 0;
}

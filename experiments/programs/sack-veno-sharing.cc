/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two variants share a bottleneck: V5 and V6 of the SACK TCP Veno paper (its Figs 6 and 7).

#include "lib/dumbbell-experiment.h"

#include <array>
#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    DumbbellSetUp setUp;
    std::array<std::string, 2> names{"sack", "sack-veno"};
    uint32_t each = 1;
    auto options = setUp.GetOptions();
    AddVariant(options, "first", names[0]);
    AddVariant(options, "second", names[1]);
    options.Add("each", "Flows of each variant, 1 to 2048", each).In(1, 2048);
    options.Forbid([&names] { return names[0] == names[1]; },
                   "--first and --second must name two variants");
    options.Parse("As many bulk flows of one variant as of another share a bottleneck. Prints CSV: "
                  "mean throughput of each group, a fair share of the link being 1.",
                  {argv, argv + argc});

    const uint32_t flows = 2 * each;
    DumbbellExperiment experiment(setUp, flows);
    experiment.UseVariant(setUp.sockets.MakeVariant(names[0]), 0, each);
    experiment.UseVariant(setUp.sockets.MakeVariant(names[1]), each, flows);
    experiment.Run();

    ResultWriter writer(std::cout, {"flow"});
    options.Describe(writer);
    writer.Describe("flow_throughput", "single flows, a fair share of the link being 1");
    std::array<double, 2> shares{};
    for (uint32_t flow = 0; flow < flows; ++flow)
    {
        const auto group = flow / each;
        const double share = experiment.GetUtilisation(flow) * flows;
        shares[group] += share / each;
        writer.Row("flow_throughput", names[group], "1", share, {std::to_string(flow % each)});
    }
    for (const uint32_t group : {0, 1})
    {
        writer.Row("normalised_throughput", names[group], "1", shares[group]);
    }
    writer.Row("total_utilisation", "all", "1", (shares[0] + shares[1]) / 2.0);
    return 0;
}

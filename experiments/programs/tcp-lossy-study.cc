/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow of any control, recovery law and sender, alone or beside others: E2.

#include "lib/dumbbell-experiment.h"
#include "lib/result-statistics.h"

#include <iostream>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

int
main(int argc, char* argv[])
{
    DumbbellSetUp setUp;
    std::string variant = "sack";
    std::string law = "ns3::TcpPrrRecovery";
    std::string rival = "cubic";
    uint32_t rivals = 0;
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    AddLaw(options, law).Zero("the variant's");
    AddVariant(options, "rival", rival);
    options.Add("rivals", "Flows of the rival beside the first, 0 to 4095", rivals).AtMost(4095);
    options.Parse("A bulk flow of a variant or control, with any recovery law and sender, alone or "
                  "beside rivals on their own sockets. Prints CSV: its throughput and part of a "
                  "fair share, what was sent again and needlessly so, timeouts, mean queue.",
                  {argv, argv + argc});

    const uint32_t flows = 1 + rivals;
    DumbbellExperiment experiment(setUp, flows);
    experiment.UseVariant(setUp.sockets.MakeVariant(variant, law), 0, 1);
    experiment.UseVariant(SocketParameters::MakeOn(rival), 1, flows);
    experiment.Run();

    const auto& measurement = setUp.measurement;
    std::vector<double> throughputs;
    for (uint32_t flow = 0; flow < flows; ++flow)
    {
        const auto& recorder = experiment.GetFlow(flow);
        throughputs.push_back(recorder.GetThroughput(measurement.from, measurement.to));
    }
    ResultWriter writer(std::cout);
    options.Describe(writer);
    const VariantRows rows(writer, variant);
    const double total = WriteShare(rows, throughputs);
    rows("total_throughput", "Mbit/s", total / 1e6);
    WriteRepairs(rows, experiment.GetFlow(0), measurement);
    rows("queue",
         "packets",
         traceseries::MeanOver(experiment.GetQueueSeries(), measurement.from, measurement.to));
    return 0;
}

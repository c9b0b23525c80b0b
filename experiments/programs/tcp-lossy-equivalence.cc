/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One of two sockets that are to give the same results, on the paths of E1.

#include "lib/dumbbell-experiment.h"
#include "lib/result-statistics.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
/// What the flows did together.
void
WriteResults(const VariantRows& rows,
             const DumbbellExperiment& experiment,
             uint32_t connections,
             const DumbbellSetUp& setUp)
{
    const auto& [from, to, spread] = setUp.measurement;
    double goodput = 0.0;
    double retransmissions = 0.0;
    double timeouts = 0.0;
    double window = 0.0;
    for (uint32_t flow = 0; flow < connections; ++flow)
    {
        const auto& recorder = experiment.GetFlow(flow);
        goodput += recorder.GetThroughput(from, to);
        retransmissions += setUp.measurement.Within(recorder.GetRetransmissions()).size();
        timeouts += setUp.measurement.Within(recorder.GetTimeouts()).size();
        // A connection whose first SYN was lost may not have begun.
        window += traceseries::MeanOver(FindSeries(recorder, "cwnd"), from, to) / connections;
    }
    rows("goodput", "bit/s", goodput);
    const double delivered = goodput * (to - from).GetSeconds() / 8 / setUp.sockets.sizes.segment;
    rows("resent", "%", delivered > 0 ? 100 * retransmissions / delivered : 0);
    rows("timeouts", "1", timeouts);
    rows("window", "segments", window);
}
} // namespace

int
main(int argc, char* argv[])
{
    DumbbellSetUp setUp;
    std::string variant = "stock-fast";
    uint32_t connections = 1;
    bool series = false;
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    options.Add("connections", "Number of flows, 1 to 4096", connections).In(1, 4096);
    AddSeries(options, series);
    options.Parse(
        "Equal bulk flows through a bottleneck, by ns-3's control and recovery law "
        "(--ns3::TcpL4Protocol::SocketType, --ns3::TcpL4Protocol::RecoveryType) unless the "
        "variant has its own. Prints CSV: goodput, segments sent again in per cent of "
        "those delivered, timeouts, mean window.",
        {argv, argv + argc});

    DumbbellExperiment experiment(setUp, connections);
    experiment.UseVariant(variant);
    experiment.Run();

    ResultWriter writer(std::cout);
    options.Describe(writer);
    const auto name = variant + setUp.sockets.GetLabel();
    WriteResults(VariantRows(writer, name), experiment, connections, setUp);
    const auto& first = experiment.GetFlow(0);
    if (series && first.HasSeries("cwnd"))
    {
        writer.Series("cwnd", name, "segments", first.GetSeries("cwnd"));
        writer.Series("ssthresh", name, "segments", first.GetSeries("ssthresh"));
    }
    return 0;
}

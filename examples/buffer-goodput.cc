/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Goodput against TCP's internal buffers: B2, B3 of the buffer paper (its Fig 2), and B4.

#include "lib/buffer-experiment.h"

#include "ns3/command-line.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

constexpr double MEGA = 1e6;

void
WriteModel(ResultWriter& writer, const BufferExperiment& experiment)
{
    using Sign = TcpBufferModel::Sign;
    const auto variant = experiment.GetVariantName();
    const auto x = experiment.GetPoint();
    const auto model = experiment.GetModel();
    const auto recovery = experiment.GetRecovery();
    if (recovery == TcpBufferModel::Recovery::SACK)
    {
        writer.Row("model", variant, x, "packets", model.GetRequirement(recovery, Sign::MINUS));
        return;
    }
    for (const auto& [name, sign] :
         {std::pair{"model_minus", Sign::MINUS}, std::pair{"model_plus", Sign::PLUS}})
    {
        writer.Row(name, variant, x, "packets", model.GetRequirement(recovery, sign));
    }
    writer.Row("model", variant, x, "packets", model.GetNewRenoPeak());
}

void
WriteResults(ResultWriter& writer, const BufferExperiment& experiment)
{
    const auto variant = experiment.GetVariantName();
    const auto x = experiment.GetPoint();
    const auto& flow = experiment.GetFlow();
    const double payload = experiment.GetSegmentSize();
    const double largest = payload * 8.0 * experiment.GetPacketRate();
    writer.Row("goodput", variant, x, "Mbit/s", flow.GetGoodput() / MEGA);
    writer.Row("share", variant, x, "1", flow.GetGoodput() / largest);
    writer.Row("max_unacknowledged",
               variant,
               x,
               "packets",
               flow.GetLargestUnacknowledged() / payload);
    writer.Row("drops", variant, x, "packets", flow.GetDrops());
    writer.Row("retransmissions", variant, x, "segments", flow.GetRetransmissions());
    writer.Row("recoveries", variant, x, "1", flow.GetRecoveries());
    writer.Row("timeouts", variant, x, "1", flow.GetTimeouts());
    writer.Row("cycles", variant, x, "1", flow.GetCycles());
    if (experiment.HasModel())
    {
        WriteModel(writer, experiment);
    }
}

void
WriteCosts(ResultWriter& writer, const BufferExperiment& experiment, double floor)
{
    const auto x = experiment.GetPoint();
    const auto& flow = experiment.GetFlow();
    const double segments =
        static_cast<double>(flow.GetDeliveredOctets()) / experiment.GetSegmentSize();
    const double cost = MEGA * flow.GetCpuSeconds() / segments;
    writer.Row("cost_of_udp", experiment.GetVariantName(), x, "us/segment", floor);
    writer.Row("cost", experiment.GetVariantName(), x, "us/segment", cost);
    writer.Row("cost_to_udp", experiment.GetVariantName(), x, "1", cost / floor);
}

} // namespace

int
main(int argc, char* argv[])
{
    BufferExperiment experiment;
    std::string id = "B2";
    uint32_t floor = 0;

    CommandLine cmd(__FILE__);
    cmd.Usage("One flow whose internal buffers are limited. Prints CSV: goodput, the largest "
              "number of unacknowledged packets, and what the model requires.");
    cmd.AddValue("id", "Experiment in the first column", id);
    cmd.AddValue("floor",
                 "Also print CPU time a segment, and its ratio to that of UDP over so many "
                 "segments on the same path; 0 for neither",
                 floor);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);

    experiment.RunTcp();
    ResultWriter writer(std::cout, id);
    experiment.Describe(writer);
    WriteResults(writer, experiment);
    if (floor > 0)
    {
        WriteCosts(writer, experiment, experiment.MeasureUdp(floor));
    }
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Goodput against TCP's internal buffers: B2, B3 of the buffer paper (its Fig 2), and B4.

#include "lib/buffer-experiment.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
constexpr double MEGA = 1e6;

void
WriteModel(const VariantRows& rows, const BufferExperiment& experiment)
{
    using Sign = TcpBufferModel::Sign;
    const auto model = experiment.GetModel();
    const auto recovery = experiment.GetRecovery();
    if (recovery == TcpBufferModel::Recovery::SACK)
    {
        rows("model", "packets", model.GetRequirement(recovery, Sign::MINUS));
        return;
    }
    rows("model_minus", "packets", model.GetRequirement(recovery, Sign::MINUS));
    rows("model_plus", "packets", model.GetRequirement(recovery, Sign::PLUS));
    rows("model", "packets", model.GetNewRenoPeak());
}

void
WriteResults(const VariantRows& rows, const BufferExperiment& experiment)
{
    const auto& flow = experiment.GetFlow();
    const double payload = experiment.GetSegmentSize();
    const double largest = payload * 8.0 * experiment.GetPacketRate();
    rows("goodput", "Mbit/s", flow.GetGoodput() / MEGA);
    rows("share", "1", flow.GetGoodput() / largest);
    rows("max_unacknowledged", "packets", flow.GetCounts().largest / payload);
    rows("drops", "packets", flow.GetCounts().drops);
    rows("retransmissions", "segments", flow.GetCounts().retransmissions);
    rows("recoveries", "1", flow.GetCounts().recoveries);
    rows("timeouts", "1", flow.GetCounts().timeouts);
    rows("cycles", "1", flow.GetCycles());
    if (experiment.HasModel())
    {
        WriteModel(rows, experiment);
    }
}

void
WriteCosts(const VariantRows& rows, const BufferExperiment& experiment, double floor)
{
    const auto& flow = experiment.GetFlow();
    const double segments =
        static_cast<double>(flow.GetUse().delivered) / experiment.GetSegmentSize();
    const double cost = MEGA * flow.GetUse().cpuSeconds / segments;
    rows("cost_of_udp", "us/segment", floor);
    rows("cost", "us/segment", cost);
    rows("cost_to_udp", "1", cost / floor);
}
} // namespace

int
main(int argc, char* argv[])
{
    BufferExperiment experiment;
    uint32_t floor = 0;
    auto options = experiment.GetOptions();
    options
        .Add("floor",
             "Also print CPU time a segment, and its ratio to that of UDP over so many segments on "
             "the same path; 0 for neither",
             floor)
        .Undescribed();
    options.Parse("One flow whose internal buffers are limited. Prints CSV: goodput, the largest "
                  "number of unacknowledged packets, and what the model requires.",
                  {argv, argv + argc});

    experiment.RunTcp();
    ResultWriter writer(std::cout);
    experiment.Describe(writer);
    const VariantRows rows(writer, experiment.GetVariantName());
    WriteResults(rows, experiment);
    if (floor > 0)
    {
        WriteCosts(rows, experiment, experiment.MeasureUdp(floor));
    }
    return 0;
}

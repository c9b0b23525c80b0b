/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow and its losses, segment by segment: F2 to F8 of the FACK paper (its Figs 2 to 8).

#include "lib/dumbbell-experiment.h"

#include "ns3/abort.h"
#include "ns3/command-line.h"
#include "ns3/simulator.h"

#include <iostream>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{

/// Within this time segments count as one burst.
const Time BURST = MilliSeconds(10);

/// What the command line says beyond the path.
struct Options
{
    std::string id{"F4"};
    std::string variant{"sack"};
    std::string label;
    bool series{false};
};

Options
ParseOptions(int argc, char* argv[], DumbbellExperiment& experiment)
{
    Options options;
    CommandLine cmd(__FILE__);
    cmd.Usage("One bulk flow on the FACK paper's path from time 0 on. Prints CSV: what the first "
              "loss and its recovery cost; with --series also the time-sequence plot, window and "
              "queue.");
    cmd.AddValue("id", "Experiment in the first column", options.id);
    cmd.AddValue("variant",
                 "One of " + TcpVariantPreset::GetNames() + ", or a TypeId",
                 options.variant);
    cmd.AddValue("label", "Name of the variant in the output; empty for --variant", options.label);
    cmd.AddValue("series", "Also write the quantities over time", options.series);
    experiment.AddOptions(cmd);
    cmd.Parse(argc, argv);
    options.label = options.label.empty() ? options.variant : options.label;
    return options;
}

/// Writes rows of the one variant and point.
class Rows
{
  public:
    Rows(ResultWriter& writer, std::string variant, std::string x)
        : m_writer(writer),
          m_variant(std::move(variant)),
          m_x(std::move(x))
    {
    }

    void Write(const std::string& quantity, const std::string& unit, double value)
    {
        m_writer.Row(quantity, m_variant, m_x, unit, value);
    }

    void Write(const std::string& quantity, std::optional<Time> instant)
    {
        if (instant)
        {
            Write(quantity, "s", instant->GetSeconds());
        }
    }

  private:
    ResultWriter& m_writer;
    std::string m_variant;
    std::string m_x;
};

void
WriteCounts(Rows& rows, const FlowRecorder& flow, const BottleneckRecorder& bottleneck)
{
    rows.Write("drops", "segments", bottleneck.GetDrops().size());
    rows.Write("retransmissions", "segments", flow.GetRetransmissions().size());
    rows.Write("unnecessary_retransmissions",
               "segments",
               flow.GetUnnecessaryRetransmissions().size());
    rows.Write("timeouts", "1", flow.GetTimeouts().size());
    rows.Write("first_drop", bottleneck.GetNextDrop(Time(0)));
}

/// The first episode, and when the next one begins.
void
WriteRecovery(Rows& rows, const DumbbellExperiment& experiment)
{
    const auto& flow = experiment.GetFlow(0);
    const auto& bottleneck = experiment.GetBottleneck(0);
    const auto baseRtt = Seconds(experiment.GetBaseRtt());
    if (flow.GetLossEpisodes().empty())
    {
        return;
    }
    const auto& [start, end] = flow.GetLossEpisodes().front();
    const auto roundTrip = Seconds(flow.GetValueAt("rtt", start));
    const auto sent = Within(flow.GetTransmissions(), start, start + roundTrip);
    rows.Write("recovery_start", start);
    rows.Write("recovery_end", end);
    rows.Write("max_burst", "segments", LargestBurst(sent, BURST));
    if (end)
    {
        rows.Write("end_queue",
                   "packets",
                   experiment.GetLargestQueue(*end - baseRtt, *end + baseRtt));
        rows.Write("next_drop", bottleneck.GetNextDrop(*end));
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    DumbbellExperiment experiment;
    experiment.UseFackDefaults();
    const auto options = ParseOptions(argc, argv, experiment);
    experiment.Build(1);
    experiment.UseVariant(experiment.MakeVariant(options.variant), 0, 1);
    experiment.RecordBottleneck(0);
    experiment.Run();
    NS_ABORT_MSG_IF(experiment.GetPlannedDrops() > 0,
                    "--drop: " << experiment.GetPlannedDrops()
                               << " of the segments did not pass the link for the first time: the "
                                  "queue dropped them, or the run ended before");

    const auto x = experiment.GetQueuePoint();
    ResultWriter writer(std::cout, options.id);
    experiment.Describe(writer);
    Rows rows(writer, options.label, x);
    WriteCounts(rows, experiment.GetFlow(0), experiment.GetBottleneck(0));
    WriteRecovery(rows, experiment);
    if (options.series)
    {
        experiment.WriteTimeSequence(writer, 0, options.label, x);
    }
    Simulator::Destroy();
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// One flow and its losses, segment by segment: F2 to F8 of the FACK paper (its Figs 2 to 8).

#include "lib/dumbbell-experiment.h"

#include <algorithm>
#include <iostream>
#include <iterator>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
/// Within this time segments count as one burst.
const Time BURST = MilliSeconds(10);

/// The paper's simulator has no handshake: its time begins with the first segment of data.
Time
GetOrigin(const DumbbellExperiment& experiment)
{
    const auto sent = experiment.GetFlow(0).GetTransmissions();
    return sent.empty() ? Time(0) : sent.front();
}

void
WriteInstant(const VariantRows& rows,
             const DumbbellExperiment& experiment,
             const std::string& quantity,
             std::optional<Time> instant)
{
    if (instant)
    {
        rows(quantity, "s", (*instant - GetOrigin(experiment)).GetSeconds());
    }
}

void
WriteCounts(const VariantRows& rows,
            const DumbbellExperiment& experiment,
            const MeasurementParameters& measurement)
{
    const auto count = [&measurement](const auto& events) {
        return measurement.Within(events).size();
    };
    const auto& flow = experiment.GetFlow(0);
    const auto& bottleneck = experiment.GetBottleneck(0);
    rows("drops", "segments", count(bottleneck.GetDrops()));
    rows("retransmissions", "segments", count(flow.GetRetransmissions()));
    rows("unnecessary_retransmissions", "segments", count(flow.GetUnnecessaryRetransmissions()));
    rows("timeouts", "1", count(flow.GetTimeouts()));
    rows("throughput", "kbit/s", flow.GetThroughput(measurement.from, measurement.to) / 1000.0);
    WriteInstant(rows, experiment, "first_drop", bottleneck.GetNextDrop(Time(0)));
}

/// What the path holds, in octets of data.
void
WritePath(const VariantRows& rows, const DumbbellExperiment& experiment, uint32_t segmentSize)
{
    const auto rtt = experiment.GetBaseRtt();
    rows("base_rtt", "ms", 1000.0 * rtt);
    rows("pipe", "kB", experiment.GetLinkRate() * segmentSize * rtt / 1000.0);
}

/// The queue's largest length about the end of a recovery, and when it began to grow to it.
void
WriteSpike(const VariantRows& rows, const DumbbellExperiment& experiment, Time end)
{
    const auto baseRtt = Seconds(experiment.GetBaseRtt());
    const auto queue =
        traceseries::Within(experiment.GetQueueSeries(), end - baseRtt, end + baseRtt);
    const auto isShorter = [](const TraceSample& a, const TraceSample& b) {
        return a.value < b.value;
    };
    const auto peak = std::max_element(queue.begin(), queue.end(), isShorter);
    const auto before = experiment.GetQueueAt(end - baseRtt);
    rows("end_queue", "packets", peak == queue.end() ? before : std::max(before, peak->value));
    // The last one of the least: the first when looked for from the peak backwards.
    const auto least = std::min_element(std::make_reverse_iterator(peak), queue.rend(), isShorter);
    if (least != queue.rend())
    {
        WriteInstant(rows, experiment, "spike_start", least->time);
    }
}

/// How often the window changed within a recovery, and what it was at its end.
void
WriteWindow(const VariantRows& rows, const FlowRecorder& flow, Time start, Time end)
{
    const auto within = traceseries::Within(flow.GetSeries("cwnd"), start + Time(1), end);
    rows("window_changes", "1", within.size());
    rows("window_after", "segments", flow.GetValueAt("cwnd", end));
}

/// The longest time without a segment in the round trip after a loss was detected.
Time
FindSilence(const FlowRecorder& flow, Time start, Time roundTrip)
{
    auto sent = traceseries::Within(flow.GetTransmissions(), start, start + roundTrip);
    sent.insert(sent.begin(), start);
    sent.push_back(start + roundTrip);
    return traceseries::LongestGap(sent);
}

/// The first episode, and when the next one begins.
void
WriteRecovery(const VariantRows& rows, const DumbbellExperiment& experiment)
{
    const auto& flow = experiment.GetFlow(0);
    if (flow.GetLossEpisodes().empty())
    {
        return;
    }
    const auto& [start, end] = flow.GetLossEpisodes().front();
    const auto roundTrip = Seconds(flow.GetValueAt("rtt", start));
    const auto sent = traceseries::Within(flow.GetTransmissions(), start, start + roundTrip);
    WriteInstant(rows, experiment, "recovery_start", start);
    WriteInstant(rows, experiment, "recovery_end", end);
    rows("max_burst", "segments", traceseries::LargestBurst(sent, BURST));
    rows("silence",
         "round trips",
         FindSilence(flow, start, roundTrip).GetSeconds() / roundTrip.GetSeconds());
    if (end)
    {
        WriteSpike(rows, experiment, *end);
        WriteWindow(rows, flow, start, *end);
        WriteInstant(rows, experiment, "next_drop", experiment.GetBottleneck(0).GetNextDrop(*end));
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    auto setUp = DumbbellSetUp::Fack();
    std::string variant = "sack";
    bool series = false;
    auto options = setUp.GetOptions();
    AddVariant(options, "variant", variant);
    AddSeries(options, series);
    options.Parse(
        "One bulk flow on the FACK paper's path from time 0 on. Prints CSV: what the "
        "first loss and its recovery cost, and how much was lost, sent again and delivered "
        "in [from, to]; with --series also the time-sequence plot, window and queue. Instants "
        "that it prints count from the first segment of data, a round trip later.",
        {argv, argv + argc});

    DumbbellExperiment experiment(setUp);
    experiment.UseVariant(variant);
    experiment.RecordBottleneck(0);
    experiment.Run();
    experiment.CheckPlannedDrops();

    ResultWriter writer(std::cout);
    options.Describe(writer);
    const VariantRows rows(writer, variant);
    WritePath(rows, experiment, setUp.sockets.sizes.segment);
    WriteCounts(rows, experiment, setUp.measurement);
    WriteRecovery(rows, experiment);
    if (series)
    {
        experiment.WriteTimeSequence(writer, 0, variant, GetOrigin(experiment));
    }
    return 0;
}

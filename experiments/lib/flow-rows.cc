/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-rows.h"

#include "result-writer.h"

#include <numeric>

namespace ns3::tcplossy
{

double
WriteShare(const VariantRows& rows, const std::vector<double>& throughputs)
{
    const double own = throughputs.at(0);
    const double total = std::accumulate(throughputs.begin(), throughputs.end(), 0.0);
    rows("throughput", "Mbit/s", own / 1e6);
    rows("share", "1", total > 0 ? own * throughputs.size() / total : 0);
    return total;
}

void
WriteRepairs(const VariantRows& rows,
             const FlowRecorder& flow,
             const MeasurementParameters& measurement)
{
    const auto count = [&measurement](const std::vector<Time>& instants) {
        return static_cast<double>(
            traceseries::Within(instants, measurement.from, measurement.to).size());
    };
    rows("retransmissions", "segments", count(flow.GetRetransmissions()));
    rows("needless", "segments", count(flow.GetUnnecessaryRetransmissions()));
    rows("timeouts", "1", count(flow.GetTimeouts()));
}

} // namespace ns3::tcplossy

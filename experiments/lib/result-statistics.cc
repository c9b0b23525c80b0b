/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-statistics.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3::tcplossy
{

TraceSeries
FindSeries(const FlowRecord& flow, const std::string& name)
{
    return flow.HasSeries(name) ? flow.GetSeries(name) : TraceSeries();
}

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
    rows("retransmissions", "segments", measurement.Within(flow.GetRetransmissions()).size());
    rows("needless", "segments", measurement.Within(flow.GetUnnecessaryRetransmissions()).size());
    rows("timeouts", "1", measurement.Within(flow.GetTimeouts()).size());
}

double
JainIndex(const std::vector<double>& shares)
{
    NS_ABORT_MSG_IF(shares.empty(), "JainIndex: there must be at least one share");
    double largest = 0.0;
    for (const auto share : shares)
    {
        NS_ABORT_MSG_UNLESS(std::isfinite(share) && share >= 0.0,
                            "JainIndex: shares must be finite and not negative, not " << share);
        largest = std::max(largest, share);
    }
    if (largest == 0.0)
    {
        return 1.0;
    }
    // In parts of the largest share, so that no square leaves the range of a double.
    double sum = 0.0;
    double squares = 0.0;
    for (const auto share : shares)
    {
        const double part = share / largest;
        sum += part;
        squares += part * part;
    }
    return sum * sum / (static_cast<double>(shares.size()) * squares);
}

LostOpportunity
ComputeLostOpportunity(const TraceSeries& delivered, const std::vector<Time>& boundaries)
{
    NS_ABORT_MSG_IF(boundaries.size() < 2 || boundaries.front() >= boundaries.back(),
                    "ComputeLostOpportunity: there must be at least one whole cycle; let the run "
                    "last longer");
    const auto from = boundaries.front();
    const auto to = boundaries.back();
    const auto octets = traceseries::ValueAt(delivered, to).value_or(0.0) -
                        traceseries::ValueAt(delivered, from).value_or(0.0);
    LostOpportunity result{};
    result.steadyRate = octets / (to - from).GetSeconds();
    const auto middle = (from.GetSeconds() + to.GetSeconds()) / 2.0;
    result.octets = result.steadyRate * middle - traceseries::MeanOver(delivered, from, to);
    return result;
}

} // namespace ns3::tcplossy

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lost-opportunity.h"

#include "ns3/abort.h"

namespace ns3::tcplossy
{

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

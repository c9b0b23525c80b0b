/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-record.h"

#include "ns3/abort.h"
#include "ns3/sequence-position.h"

namespace ns3
{

using protocolnumbers::BITS_PER_OCTET;

TraceSeries
FlowRecord::GetSendingRateSeries(Time from, Time to, Time step) const
{
    Require(to, "FlowRecorder::GetSendingRateSeries");
    return traceseries::AverageRate(m_sent, from, to, step);
}

const TraceSeries&
FlowRecord::GetSeries(const std::string& name) const
{
    const auto series = m_series.find(name);
    if (series == m_series.end())
    {
        std::string known;
        for (const auto& entry : m_series)
        {
            known += " " + entry.first;
        }
        NS_ABORT_MSG("FlowRecorder: no series '" << name << "' was recorded; there are:" << known);
    }
    return series->second;
}

double
FlowRecord::GetValueAt(const std::string& name, Time at) const
{
    Require(at, "FlowRecorder::GetValueAt");
    const auto& series = GetSeries(name);
    NS_ABORT_MSG_IF(series.empty(), "FlowRecorder: series '" << name << "' has no sample");
    return traceseries::ValueAt(series, at).value_or(series.front().value);
}

std::vector<Time>
FlowRecord::GetTransmissions() const
{
    std::vector<Time> instants;
    for (const auto& transfer : m_sent)
    {
        instants.push_back(transfer.time);
    }
    return instants;
}

uint64_t
FlowRecord::GetReceivedBytes(Time from, Time to) const
{
    Require(to, "FlowRecorder::GetReceivedBytes");
    uint64_t bytes = 0;
    for (const auto& transfer : m_received)
    {
        bytes += (transfer.time >= from && transfer.time < to) ? transfer.bytes : 0;
    }
    return bytes;
}

double
FlowRecord::GetThroughput(Time from, Time to) const
{
    NS_ABORT_MSG_UNLESS(to > from, "FlowRecorder::GetThroughput: 'to' must be after 'from'");
    Require(to, "FlowRecorder::GetThroughput");
    return GetReceivedBytes(from, to) * BITS_PER_OCTET / (to - from).GetSeconds();
}

TraceSeries
FlowRecord::GetDeliverySeries() const
{
    TraceSeries series;
    uint64_t total = 0;
    for (const auto& transfer : m_received)
    {
        total += transfer.bytes;
        series.push_back({transfer.time, static_cast<double>(total)});
    }
    return series;
}

TraceSeries
FlowRecord::GetThroughputSeries(Time from, Time to, Time step) const
{
    Require(to, "FlowRecorder::GetThroughputSeries");
    return traceseries::AverageRate(m_received, from, to, step);
}

} // namespace ns3

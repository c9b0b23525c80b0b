/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delivery-recorder.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DeliveryRecorder");

namespace
{
using protocolnumbers::BITS_PER_OCTET;
} // namespace

void
DeliveryRecorder::RecordReceiver(Ptr<PacketSink> receiver)
{
    NS_LOG_FUNCTION(this << receiver);
    NS_ABORT_MSG_UNLESS(receiver,
                        "DeliveryRecorder::RecordReceiver: the receiver must not be null");
    m_end.Watch();
    m_connections.Connect(receiver, "Rx", MakeCallback(&DeliveryRecorder::Received, this));
}

const std::vector<traceseries::Transfer>&
DeliveryRecorder::GetReceived() const
{
    return m_received;
}

uint64_t
DeliveryRecorder::GetReceivedBytes(Time from, Time to) const
{
    m_end.Require(to, "DeliveryRecorder::GetReceivedBytes");
    uint64_t bytes = 0;
    for (const auto& transfer : m_received)
    {
        bytes += (transfer.time >= from && transfer.time < to) ? transfer.bytes : 0;
    }
    return bytes;
}

double
DeliveryRecorder::GetThroughput(Time from, Time to) const
{
    NS_ABORT_MSG_UNLESS(to > from, "DeliveryRecorder::GetThroughput: 'to' must be after 'from'");
    m_end.Require(to, "DeliveryRecorder::GetThroughput");
    return GetReceivedBytes(from, to) * BITS_PER_OCTET / (to - from).GetSeconds();
}

TraceSeries
DeliveryRecorder::GetDeliverySeries() const
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
DeliveryRecorder::GetThroughputSeries(Time from, Time to, Time step) const
{
    m_end.Require(to, "DeliveryRecorder::GetThroughputSeries");
    return traceseries::AverageRate(m_received, from, to, step);
}

Time
DeliveryRecorder::GetSimulatedEnd() const
{
    return m_end.Get();
}

void
DeliveryRecorder::Received(Ptr<const Packet> packet, const Address&)
{
    m_received.push_back({Simulator::Now(), packet->GetSize()});
}

} // namespace ns3

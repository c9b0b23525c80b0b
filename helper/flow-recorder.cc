/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-recorder.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{
constexpr double BITS_PER_OCTET = 8.0;

// RFC 6298, (2.4): the timer may be bounded from above; ns-3 bounds it here.
const Time MAX_RTO = Seconds(60);

double
ToDouble(Time value)
{
    return value.GetSeconds();
}

template <class T>
double
ToDouble(T value)
{
    return static_cast<double>(value);
}
} // namespace

template <class T>
void
FlowRecorder::ValueChanged(std::string name, T, T newValue)
{
    Append(name, ToDouble(newValue));
}

template <class T>
bool
FlowRecorder::ConnectValue(Ptr<Object> object, const std::string& source, const std::string& series)
{
    return object->TraceConnectWithoutContext(
        source,
        MakeCallback(&FlowRecorder::ValueChanged<T>, this).Bind(series));
}

void
FlowRecorder::TraceCongestionControl(const std::string& name)
{
    m_controlTraces.push_back(name);
}

void
FlowRecorder::RecordSender(Ptr<BulkSendApplication> sender, Time start)
{
    NS_ABORT_MSG_UNLESS(sender, "FlowRecorder::RecordSender: the application must not be null");
    // Events of one instant run in the order of their scheduling, and the application's start is
    // scheduled when the simulation begins: one tick later its socket exists.
    Simulator::Schedule(start + TimeStep(1), &FlowRecorder::SenderStarted, this, sender);
}

void
FlowRecorder::SenderStarted(Ptr<BulkSendApplication> sender)
{
    RecordSocket(sender->GetSocket());
}

void
FlowRecorder::RecordSocket(Ptr<Socket> socket)
{
    const auto tcp = DynamicCast<TcpSocketBase>(socket);
    NS_ABORT_MSG_UNLESS(tcp, "FlowRecorder::RecordSocket: the socket is no TCP socket");
    UintegerValue segmentSize;
    tcp->GetAttribute("SegmentSize", segmentSize);
    m_segmentSize = segmentSize.Get();
    tcp->TraceConnectWithoutContext(
        "CongestionWindow",
        MakeCallback(&FlowRecorder::WindowChanged, this).Bind(std::string("cwnd")));
    tcp->TraceConnectWithoutContext(
        "SlowStartThreshold",
        MakeCallback(&FlowRecorder::WindowChanged, this).Bind(std::string("ssthresh")));
    ConnectValue<Time>(tcp, "RTT", "rtt");
    tcp->TraceConnectWithoutContext("RTO", MakeCallback(&FlowRecorder::RtoChanged, this));
    tcp->TraceConnectWithoutContext("CongState",
                                    MakeCallback(&FlowRecorder::CongestionStateChanged, this));
    tcp->TraceConnectWithoutContext("Tx", MakeCallback(&FlowRecorder::Sent, this));
    PointerValue control;
    tcp->GetAttribute("CongestionOps", control);
    for (const auto& name : m_controlTraces)
    {
        ConnectControlTrace(control.Get<Object>(), name);
    }
}

void
FlowRecorder::ConnectControlTrace(Ptr<Object> congestionControl, const std::string& name)
{
    const auto typeId = congestionControl->GetInstanceTypeId();
    TypeId::TraceSourceInformation information;
    NS_ABORT_MSG_UNLESS(typeId.LookupTraceSourceByName(name, &information),
                        "FlowRecorder: " << typeId.GetName() << " has no trace source '" << name
                                         << "'");
    const auto type = information.callback.substr(information.callback.rfind(':') + 1);
    bool connected = false;
    if (type == "Bool")
    {
        connected = ConnectValue<bool>(congestionControl, name, name);
    }
    else if (type == "Double")
    {
        connected = ConnectValue<double>(congestionControl, name, name);
    }
    else if (type == "Uint32")
    {
        connected = ConnectValue<uint32_t>(congestionControl, name, name);
    }
    else if (type == "Time")
    {
        connected = ConnectValue<Time>(congestionControl, name, name);
    }
    NS_ABORT_MSG_UNLESS(connected,
                        "FlowRecorder: trace source '" << name << "' is of type " << type
                                                       << ", not bool, double, uint32_t or Time");
    m_series[name];
}

void
FlowRecorder::RecordReceiver(Ptr<PacketSink> receiver)
{
    NS_ABORT_MSG_UNLESS(receiver, "FlowRecorder::RecordReceiver: the receiver must not be null");
    receiver->TraceConnectWithoutContext("Rx", MakeCallback(&FlowRecorder::Received, this));
}

uint64_t
FlowRecorder::GetReceivedBytes(Time from, Time to) const
{
    uint64_t bytes = 0;
    for (const auto& transfer : m_received)
    {
        bytes += (transfer.time >= from && transfer.time < to) ? transfer.bytes : 0;
    }
    return bytes;
}

double
FlowRecorder::GetThroughput(Time from, Time to) const
{
    NS_ABORT_MSG_UNLESS(to > from, "FlowRecorder::GetThroughput: 'to' must be after 'from'");
    return GetReceivedBytes(from, to) * BITS_PER_OCTET / (to - from).GetSeconds();
}

TraceSeries
FlowRecorder::Average(const std::vector<Transfer>& transfers, Time from, Time to, Time step)
{
    NS_ABORT_MSG_UNLESS(step.IsStrictlyPositive(), "FlowRecorder: 'step' must be above 0");
    TraceSeries series;
    auto transfer =
        std::find_if(transfers.begin(), transfers.end(), [from](const Transfer& candidate) {
            return candidate.time >= from;
        });
    for (Time end = from + step; end <= to; end += step)
    {
        uint64_t bytes = 0;
        for (; transfer != transfers.end() && transfer->time < end; ++transfer)
        {
            bytes += transfer->bytes;
        }
        series.push_back({end, bytes * BITS_PER_OCTET / step.GetSeconds()});
    }
    return series;
}

TraceSeries
FlowRecorder::GetThroughputSeries(Time from, Time to, Time step) const
{
    return Average(m_received, from, to, step);
}

TraceSeries
FlowRecorder::GetSendingRateSeries(Time from, Time to, Time step) const
{
    return Average(m_sent, from, to, step);
}

const TraceSeries&
FlowRecorder::GetSeries(const std::string& name) const
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

bool
FlowRecorder::HasSeries(const std::string& name) const
{
    return m_series.count(name) > 0;
}

double
FlowRecorder::GetValueAt(const std::string& name, Time at) const
{
    const auto& series = GetSeries(name);
    NS_ABORT_MSG_IF(series.empty(), "FlowRecorder: series '" << name << "' has no sample");
    return ValueAt(series, at).value_or(series.front().value);
}

const std::vector<Time>&
FlowRecorder::GetRetransmissions() const
{
    return m_retransmissions;
}

const std::vector<Time>&
FlowRecorder::GetTimeouts() const
{
    return m_timeouts;
}

const std::vector<Time>&
FlowRecorder::GetRecoveries() const
{
    return m_recoveries;
}

void
FlowRecorder::Append(const std::string& name, double value)
{
    m_series[name].push_back({Simulator::Now(), value});
}

void
FlowRecorder::WindowChanged(std::string name, uint32_t, uint32_t newValue)
{
    Append(name, static_cast<double>(newValue) / m_segmentSize);
}

void
FlowRecorder::RtoChanged(Time oldValue, Time newValue)
{
    // A timer that expires again before the repair changes no state; it shows by its back-off.
    if (m_inLossState && newValue == std::min(oldValue + oldValue, MAX_RTO))
    {
        m_timeouts.push_back(Simulator::Now());
    }
}

void
FlowRecorder::CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                     TcpSocketState::TcpCongState_t newValue)
{
    m_inLossState = (newValue == TcpSocketState::CA_LOSS);
    if (m_inLossState)
    {
        m_timeouts.push_back(Simulator::Now());
    }
    if (newValue == TcpSocketState::CA_RECOVERY)
    {
        m_recoveries.push_back(Simulator::Now());
    }
}

void
FlowRecorder::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    m_sent.push_back({Simulator::Now(), packet->GetSize()});
    // At its bound the timer's back-off does not show any more; what it sends again does.
    if (m_inLossState && Simulator::Now() == m_timeouts.back() + MAX_RTO)
    {
        m_timeouts.push_back(Simulator::Now());
    }
    const auto end = header.GetSequenceNumber() + packet->GetSize();
    if (header.GetSequenceNumber() < m_highestSent)
    {
        m_retransmissions.push_back(Simulator::Now());
    }
    m_highestSent = std::max(m_highestSent, end);
}

void
FlowRecorder::Received(Ptr<const Packet> packet, const Address&)
{
    m_received.push_back({Simulator::Now(), packet->GetSize()});
}

} // namespace ns3

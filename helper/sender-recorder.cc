/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-recorder.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SenderRecorder");

namespace
{
// RFC 6298, (2.4): the timer may be bounded from above; ns-3's own sockets bound it here.
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
SenderRecorder::ValueChanged(std::string name, T, T newValue)
{
    Append(name, ToDouble(newValue));
}

template <class T>
bool
SenderRecorder::ConnectValue(Ptr<Object> object,
                             const std::string& source,
                             const std::string& series)
{
    return m_connections.Connect(
        object,
        source,
        MakeCallback(&SenderRecorder::ValueChanged<T>, this).Bind(ns3compat::CopyToBind(series)));
}

SenderRecorder::~SenderRecorder()
{
    for (auto& wait : m_waits)
    {
        wait.Cancel();
    }
}

void
SenderRecorder::Stop()
{
    m_connections.DisconnectAll();
}

void
SenderRecorder::TraceCongestionControl(const std::string& name)
{
    m_controlTraces.push_back(name);
}

void
SenderRecorder::RecordSender(Ptr<BulkSendApplication> sender)
{
    NS_ABORT_MSG_UNLESS(sender, "SenderRecorder::RecordSender: the application must not be null");
    m_end.Watch();
    if (sender->GetSocket())
    {
        RecordSocket(sender->GetSocket());
        return;
    }
    // By then the application has scheduled its start.
    m_waits.push_back(Simulator::ScheduleNow(&SenderRecorder::AwaitStart, this, sender));
}

void
SenderRecorder::AwaitStart(Ptr<BulkSendApplication> sender)
{
    TimeValue start;
    sender->GetAttribute("StartTime", start);
    // It counts from when the application came to its node: mostly 0, now at the latest.
    const auto now = Simulator::Now();
    if (start.Get() > now && now.IsStrictlyPositive())
    {
        m_waits.push_back(
            Simulator::Schedule(start.Get() - now, &SenderRecorder::LookForSocket, this, sender));
    }
    m_waits.push_back(
        Simulator::Schedule(start.Get(), &SenderRecorder::ExpectSocket, this, sender));
}

void
SenderRecorder::LookForSocket(Ptr<BulkSendApplication> sender)
{
    if (sender->GetSocket() && m_recorded != sender->GetSocket())
    {
        RecordSocket(sender->GetSocket());
    }
}

void
SenderRecorder::ExpectSocket(Ptr<BulkSendApplication> sender)
{
    LookForSocket(sender);
    NS_ABORT_MSG_UNLESS(sender->GetSocket(),
                        "SenderRecorder::RecordSender: the application has no socket at "
                            << Simulator::Now().As(Time::S)
                            << ", when it has to have started; is it installed on a node?");
}

void
SenderRecorder::RecordSocket(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto tcp = DynamicCast<TcpSocketBase>(socket);
    NS_ABORT_MSG_UNLESS(tcp, "SenderRecorder::RecordSocket: the socket is no TCP socket");
    m_recorded = tcp;
    m_end.Watch();
    UintegerValue segmentSize;
    tcp->GetAttribute("SegmentSize", segmentSize);
    m_segmentSize = segmentSize.Get();
    m_connections.Connect(
        tcp,
        "CongestionWindow",
        MakeCallback(&SenderRecorder::WindowChanged, this).Bind(std::string("cwnd")));
    m_connections.Connect(
        tcp,
        "SlowStartThreshold",
        MakeCallback(&SenderRecorder::WindowChanged, this).Bind(std::string("ssthresh")));
    ConnectValue<Time>(tcp, "RTT", "rtt");
    TypeId::TraceSourceInformation information;
    m_tellsTimeouts = bool(
        tcp->GetInstanceTypeId().LookupTraceSourceByName("RetransmissionTimeout", &information));
    if (m_tellsTimeouts)
    {
        m_connections.Connect(tcp,
                              "RetransmissionTimeout",
                              MakeCallback(&SenderRecorder::TimedOut, this));
    }
    else
    {
        m_connections.Connect(tcp, "RTO", MakeCallback(&SenderRecorder::RtoChanged, this));
    }
    m_connections.Connect(tcp,
                          "CongState",
                          MakeCallback(&SenderRecorder::CongestionStateChanged, this));
    m_connections.Connect(tcp, "Tx", MakeCallback(&SenderRecorder::Sent, this));
    m_connections.Connect(tcp, "Rx", MakeCallback(&SenderRecorder::Acknowledged, this));
    PointerValue control;
    tcp->GetAttribute("CongestionOps", control);
    for (const auto& name : m_controlTraces)
    {
        ConnectControlTrace(control.Get<Object>(), name);
    }
}

void
SenderRecorder::ConnectControlTrace(Ptr<Object> congestionControl, const std::string& name)
{
    const auto typeId = congestionControl->GetInstanceTypeId();
    TypeId::TraceSourceInformation information;
    NS_ABORT_MSG_UNLESS(typeId.LookupTraceSourceByName(name, &information),
                        "SenderRecorder: " << typeId.GetName() << " has no trace source '" << name
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
                        "SenderRecorder: trace source '" << name << "' is of type " << type
                                                         << ", not bool, double, uint32_t or Time");
    m_series[name];
}

TraceSeries
SenderRecorder::GetSendingRateSeries(Time from, Time to, Time step) const
{
    m_end.Require(to, "SenderRecorder::GetSendingRateSeries");
    return traceseries::AverageRate(m_sent, from, to, step);
}

const TraceSeries&
SenderRecorder::GetSeries(const std::string& name) const
{
    const auto series = m_series.find(name);
    if (series == m_series.end())
    {
        std::string known;
        for (const auto& entry : m_series)
        {
            known += " " + entry.first;
        }
        NS_ABORT_MSG("SenderRecorder: no series '" << name
                                                   << "' was recorded; there are:" << known);
    }
    return series->second;
}

bool
SenderRecorder::HasSeries(const std::string& name) const
{
    return m_series.count(name) > 0;
}

double
SenderRecorder::GetValueAt(const std::string& name, Time at) const
{
    m_end.Require(at, "SenderRecorder::GetValueAt");
    const auto& series = GetSeries(name);
    NS_ABORT_MSG_IF(series.empty(), "SenderRecorder: series '" << name << "' has no sample");
    return traceseries::ValueAt(series, at).value_or(series.front().value);
}

std::vector<Time>
SenderRecorder::GetTransmissions() const
{
    std::vector<Time> instants;
    for (const auto& transfer : m_sent)
    {
        instants.push_back(transfer.time);
    }
    return instants;
}

const std::vector<Time>&
SenderRecorder::GetRetransmissions() const
{
    return m_retransmissions;
}

const std::vector<Time>&
SenderRecorder::GetTimeouts() const
{
    return m_timeouts;
}

const std::vector<Time>&
SenderRecorder::GetRecoveries() const
{
    return m_recoveries;
}

const std::vector<LossEpisode>&
SenderRecorder::GetLossEpisodes() const
{
    return m_episodes;
}

void
SenderRecorder::BeginEpisode()
{
    if (!m_isInEpisode)
    {
        m_episodes.push_back({Simulator::Now(), std::nullopt});
        m_episodeEnd = m_highestSent.value_or(SequenceNumber32(0));
        NS_LOG_INFO("a loss, until " << m_episodeEnd << " is acknowledged");
        m_isInEpisode = true;
    }
}

void
SenderRecorder::Append(const std::string& name, double value)
{
    m_series[name].push_back({Simulator::Now(), value});
}

void
SenderRecorder::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const auto begin = header.GetSequenceNumber();
    if (header.GetFlags() & TcpHeader::SYN)
    {
        BeginConnection(begin + 1);
    }
    if (packet->GetSize() == 0)
    {
        return;
    }
    m_sent.push_back({Simulator::Now(), packet->GetSize()});
    // At its bound the timer's back-off does not show any more; what it sends again does.
    if (m_inLossState && !m_tellsTimeouts && Simulator::Now() == m_timeouts.back() + MAX_RTO)
    {
        m_timeouts.push_back(Simulator::Now());
    }
    m_highestSent = m_highestSent.value_or(begin);
    if (begin < *m_highestSent)
    {
        m_retransmissions.push_back(Simulator::Now());
    }
    m_highestSent = std::max(*m_highestSent, begin + packet->GetSize());
}

void
SenderRecorder::BeginConnection(SequenceNumber32 first)
{
    // A SYN that is sent again begins nothing, but nothing has been sent behind it.
    m_highestSent = first;
    m_inLossState = false;
    m_isInEpisode = false;
}

void
SenderRecorder::TimedOut(SequenceNumber32)
{
    m_timeouts.push_back(Simulator::Now());
}

void
SenderRecorder::WindowChanged(std::string name, uint32_t, uint32_t newValue)
{
    Append(name, static_cast<double>(newValue) / m_segmentSize);
}

void
SenderRecorder::RtoChanged(Time oldValue, Time newValue)
{
    // A timer that expires again before the repair changes no state; it shows by its back-off.
    if (m_inLossState && newValue == std::min(oldValue + oldValue, MAX_RTO))
    {
        m_timeouts.push_back(Simulator::Now());
    }
}

void
SenderRecorder::CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                       TcpSocketState::TcpCongState_t newValue)
{
    m_inLossState = (newValue == TcpSocketState::CA_LOSS);
    if (m_inLossState)
    {
        if (!m_tellsTimeouts)
        {
            m_timeouts.push_back(Simulator::Now());
        }
        BeginEpisode();
    }
    if (newValue == TcpSocketState::CA_RECOVERY)
    {
        m_recoveries.push_back(Simulator::Now());
        BeginEpisode();
    }
}

void
SenderRecorder::Acknowledged(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (m_isInEpisode && (header.GetFlags() & TcpHeader::ACK) &&
        header.GetAckNumber() >= m_episodeEnd)
    {
        m_episodes.back().end = Simulator::Now();
        m_isInEpisode = false;
    }
}

} // namespace ns3

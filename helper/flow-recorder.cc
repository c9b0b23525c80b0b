/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-recorder.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/ns3-compat.h"
#include "ns3/pointer.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-scoreboard-socket.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FlowRecorder");

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

/// What ns-3's socket shows to its subclasses only.
class Inside : public TcpSocketBase
{
  public:
    /// @return octets behind those in order that a socket takes
    static uint64_t GetRoom(const TcpSocketBase& socket)
    {
        if (const auto* const ours = dynamic_cast<const TcpScoreboardSocket*>(&socket))
        {
            return ours->GetConnection().GetReceiver().GetBuffer().GetWindow();
        }
        const auto buffer = socket.GetRxBuffer();
        return buffer->MaxRxSequence() - buffer->NextRxSequence();
    }

    /// @return whether a segment, perhaps a SYN, belongs to no connection that a socket has
    static bool IsOver(const TcpSocketBase& socket, bool isSyn)
    {
        const auto state = (socket.*(&Inside::m_state)).Get();
        return state == CLOSED || (isSyn && (state < ESTABLISHED || state == TIME_WAIT));
    }

    /// @return octets of data in a full segment, which the handshake may make fewer
    static uint32_t GetSegmentSize(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_tcb))->m_segmentSize;
    }
};
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
    return m_senderConnections.Connect(
        object,
        source,
        MakeCallback(&FlowRecorder::ValueChanged<T>, this).Bind(ns3compat::CopyToBind(series)));
}

FlowRecorder::~FlowRecorder()
{
    // Before what they write to is gone.
    m_connections.DisconnectAll();
    Stop();
}

void
FlowRecorder::Stop()
{
    for (auto& wait : m_waits)
    {
        wait.Cancel();
    }
    m_waits.clear();
    m_senderConnections.DisconnectAll();
    m_isRecording = false;
}

void
FlowRecorder::Begin()
{
    if (m_end.IsOver())
    {
        Stop();
        m_connections.DisconnectAll();
        FlowRecord::operator=(FlowRecorder());
        m_receivers.clear();
        m_receptions.clear();
        m_isTaken = false;
    }
    m_end.Watch();
}

void
FlowRecorder::ForgetConnection()
{
    m_highestSent.reset();
    m_next.reset();
    m_probe.reset();
    m_isWindowClosed = false;
    m_inLossState = false;
    m_episodeEnd.reset();
}

void
FlowRecorder::RecordSender(Ptr<BulkSendApplication> sender)
{
    NS_ABORT_MSG_UNLESS(sender, "FlowRecorder::RecordSender: the application must not be null");
    Begin();
    if (sender->GetSocket())
    {
        RecordSocket(sender->GetSocket());
        return;
    }
    // By then the application has scheduled its start.
    m_waits.push_back(Simulator::ScheduleNow(&FlowRecorder::AwaitStart, this, sender));
}

void
FlowRecorder::AwaitStart(Ptr<BulkSendApplication> sender)
{
    TimeValue start;
    sender->GetAttribute("StartTime", start);
    // It counts from when the application came to its node: mostly 0, now at the latest.
    const auto now = Simulator::Now();
    if (start.Get() > now && now.IsStrictlyPositive())
    {
        m_waits.push_back(
            Simulator::Schedule(start.Get() - now, &FlowRecorder::LookForSocket, this, sender));
    }
    m_waits.push_back(Simulator::Schedule(start.Get(), &FlowRecorder::ExpectSocket, this, sender));
}

void
FlowRecorder::LookForSocket(Ptr<BulkSendApplication> sender)
{
    if (sender->GetSocket() && m_recorded != sender->GetSocket())
    {
        RecordSocket(sender->GetSocket());
    }
}

void
FlowRecorder::ExpectSocket(Ptr<BulkSendApplication> sender)
{
    LookForSocket(sender);
    NS_ABORT_MSG_UNLESS(sender->GetSocket(),
                        "FlowRecorder::RecordSender: the application has no socket at "
                            << Simulator::Now().As(Time::S)
                            << ", when it has to have started; is it installed on a node?");
}

void
FlowRecorder::RecordSocket(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this << socket);
    const auto tcp = DynamicCast<TcpSocketBase>(socket);
    NS_ABORT_MSG_UNLESS(tcp, "FlowRecorder::RecordSocket: the socket is no TCP socket");
    Begin();
    if (m_isRecording)
    {
        NS_ABORT_MSG_UNLESS(tcp == m_recorded,
                            "FlowRecorder::RecordSocket: it records another sender already; each "
                            "sender needs a recorder of its own");
        return;
    }
    m_recorded = tcp;
    m_isRecording = true;
    ForgetConnection();
    for (const auto& [source, series] :
         {std::pair{"CongestionWindow", "cwnd"}, {"SlowStartThreshold", "ssthresh"}})
    {
        auto sink = MakeCallback(&FlowRecorder::WindowChanged, this);
        m_senderConnections.Connect(tcp, source, sink.Bind(std::string(series)));
    }
    ConnectValue<Time>(tcp, "RTT", "rtt");
    m_tellsTimeouts = m_senderConnections.Connect(tcp,
                                                  "RetransmissionTimeout",
                                                  MakeCallback(&FlowRecorder::TimedOut, this));
    if (!m_tellsTimeouts)
    {
        m_senderConnections.Connect(tcp, "RTO", MakeCallback(&FlowRecorder::RtoChanged, this));
    }
    m_senderConnections.Connect(tcp,
                                "CongState",
                                MakeCallback(&FlowRecorder::CongestionStateChanged, this));
    m_senderConnections.Connect(tcp, "Tx", MakeCallback(&FlowRecorder::Sent, this));
    m_senderConnections.Connect(tcp, "Rx", MakeCallback(&FlowRecorder::Acknowledged, this));
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
    const bool connected =
        (type == "Bool" && ConnectValue<bool>(congestionControl, name, name)) ||
        (type == "Double" && ConnectValue<double>(congestionControl, name, name)) ||
        (type == "Uint32" && ConnectValue<uint32_t>(congestionControl, name, name)) ||
        (type == "Time" && ConnectValue<Time>(congestionControl, name, name));
    NS_ABORT_MSG_UNLESS(connected,
                        "FlowRecorder: trace source '" << name << "' is of type " << type
                                                       << ", not bool, double, uint32_t or Time");
    m_series[name];
}

void
FlowRecorder::Append(const std::string& name, double value)
{
    m_series[name].push_back({Simulator::Now(), value});
}

void
FlowRecorder::Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const auto begin = header.GetSequenceNumber();
    if (header.GetFlags() & TcpHeader::SYN)
    {
        // Another connection: one that is sent again begins nothing, but nothing went behind it.
        ForgetConnection();
        m_highestSent = begin + 1;
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
    if (begin >= *m_highestSent || begin == m_probe)
    {
        const bool isProbe = m_isWindowClosed && packet->GetSize() == 1;
        m_probe = isProbe ? std::optional(begin) : std::nullopt;
    }
    else
    {
        m_retransmissions.push_back(Simulator::Now());
    }
    m_highestSent = std::max(*m_highestSent, begin + packet->GetSize());
    m_next = m_next.value_or(begin);
}

void
FlowRecorder::TimedOut(SequenceNumber32)
{
    m_timeouts.push_back(Simulator::Now());
}

void
FlowRecorder::WindowChanged(std::string name, uint32_t, uint32_t newValue)
{
    Append(name, static_cast<double>(newValue) / Inside::GetSegmentSize(*m_recorded));
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
    const bool isRecovery = (newValue == TcpSocketState::CA_RECOVERY);
    if (m_inLossState && !m_tellsTimeouts)
    {
        m_timeouts.push_back(Simulator::Now());
    }
    if (isRecovery)
    {
        m_recoveries.push_back(Simulator::Now());
    }
    if ((m_inLossState || isRecovery) && !m_episodeEnd)
    {
        m_episodes.push_back({Simulator::Now(), std::nullopt});
        m_episodeEnd = m_highestSent.value_or(SequenceNumber32(0));
        NS_LOG_INFO("a loss, until " << *m_episodeEnd << " is acknowledged");
    }
}

void
FlowRecorder::Acknowledged(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    if (!(header.GetFlags() & TcpHeader::ACK))
    {
        return;
    }
    m_isWindowClosed = header.GetWindowSize() == 0;
    if (m_episodeEnd && header.GetAckNumber() >= *m_episodeEnd)
    {
        m_episodes.back().end = Simulator::Now();
        m_episodeEnd.reset();
    }
    if (!m_next)
    {
        return;
    }
    // The ACK of a FIN lies one beyond the data.
    const auto acknowledged = std::min(header.GetAckNumber(), *m_highestSent);
    if (acknowledged > *m_next)
    {
        const auto before = m_acknowledged.empty() ? 0.0 : m_acknowledged.back().value;
        m_acknowledged.push_back({Simulator::Now(), before + (acknowledged - *m_next)});
        m_next = acknowledged;
    }
}

void
FlowRecorder::RecordReceiver(Ptr<PacketSink> receiver)
{
    NS_LOG_FUNCTION(this << receiver);
    NS_ABORT_MSG_UNLESS(receiver, "FlowRecorder::RecordReceiver: the receiver must not be null");
    Begin();
    ObserveNode(receiver->GetNode());
    // The application makes its socket when it starts.
    const auto listening = [receiver] { return receiver->GetListeningSocket(); };
    if (m_receivers.emplace(receiver, listening).second)
    {
        m_connections.Connect(receiver, "Rx", MakeCallback(&FlowRecorder::Received, this));
    }
}

void
FlowRecorder::ObserveNode(Ptr<Node> node)
{
    NS_ABORT_MSG_UNLESS(node, "FlowRecorder: install the receiver on a node before it is recorded");
    NS_ABORT_MSG_UNLESS(Watch(node, "LocalDeliver"),
                        "FlowRecorder: node " << node->GetId()
                                              << " of the receiver has no internet stack");
}

void
FlowRecorder::TakeReceiver(std::vector<traceseries::Transfer> received,
                           std::vector<Time> unnecessary)
{
    m_isTaken = true;
    m_received = std::move(received);
    m_unnecessary = std::move(unnecessary);
}

void
FlowRecorder::Received(Ptr<const Packet> packet, const Address&)
{
    m_received.push_back({Simulator::Now(), packet->GetSize()});
}

void
FlowRecorder::RecordReceivingSocket(Ptr<Socket> socket)
{
    NS_ABORT_MSG_UNLESS(DynamicCast<TcpSocketBase>(socket),
                        "FlowRecorder::RecordReceivingSocket: the socket is no TCP socket");
    Begin();
    ObserveNode(socket->GetNode());
    m_receivers.emplace(socket, [socket] { return socket; });
}

const std::vector<Time>&
FlowRecorder::GetUnnecessaryRetransmissions() const
{
    NS_ABORT_MSG_IF(m_receivers.empty() && !m_isTaken,
                    "FlowRecorder::GetUnnecessaryRetransmissions: no receiver was recorded");
    NS_ABORT_MSG_IF(m_receptions.empty() && !m_received.empty() && !m_isTaken,
                    "FlowRecorder::GetUnnecessaryRetransmissions: what the receiver read did not "
                    "come by TCP");
    return m_unnecessary;
}

Ptr<TcpSocketBase>
FlowRecorder::FindReceivingSocket(const ConnectionEnd& end) const
{
    const auto& [nodeId, local, peer] = end;
    const auto node = NodeList::GetNode(nodeId);
    for (const auto& [object, getSocket] : m_receivers)
    {
        const auto socket = DynamicCast<TcpSocketBase>(getSocket());
        if (!socket || socket->GetNode() != node || !tcpsockets::IsAt(*socket, local))
        {
            continue;
        }
        const auto socketPeer = tcpsockets::PeerOf(*socket);
        if (socketPeer == peer)
        {
            return socket;
        }
        if (tcpsockets::PortOf(socketPeer) == 0)
        {
            return tcpsockets::Find(node, local, peer);
        }
    }
    return nullptr;
}

void
FlowRecorder::Passes(uint32_t node,
                     const Address& from,
                     const Address& to,
                     Ptr<const Packet> segment)
{
    TcpHeader header;
    const auto payload = segment->GetSize() - segment->PeekHeader(header);
    const ConnectionEnd end{node, to, from};
    auto reception = m_receptions.find(end);
    const bool isSyn = (header.GetFlags() & TcpHeader::SYN) != 0;
    if (reception != m_receptions.end() && Inside::IsOver(*reception->second.socket, isSyn))
    {
        // Another connection may begin with the same ends.
        m_receptions.erase(reception);
        reception = m_receptions.end();
    }
    if (payload == 0)
    {
        return;
    }
    if (reception == m_receptions.end())
    {
        const auto socket = FindReceivingSocket(end);
        if (!socket)
        {
            return;
        }
        ReassemblyQueue held(FirstPosition(socket->GetRxBuffer()->NextRxSequence().GetValue()));
        reception = m_receptions.emplace(end, Reception{socket, std::move(held)}).first;
    }
    if (HoldsAll(reception->second, header, payload))
    {
        NS_LOG_INFO("in vain: " << header.GetSequenceNumber() << ", " << payload << " octets");
        m_unnecessary.push_back(Simulator::Now());
    }
}

bool
FlowRecorder::HoldsAll(Reception& reception, const TcpHeader& header, uint32_t payload)
{
    auto& held = reception.held;
    const auto& socket = *reception.socket;
    const auto received = socket.GetRxBuffer();
    // What it had out of order when recording began is known from here on, once it is in order.
    held.Insert(
        {held.GetNext(), UnwrapSequence(held.GetNext(), received->NextRxSequence().GetValue())});
    const auto next = held.GetNext();
    const auto room = Inside::GetRoom(socket);
    const auto begin = UnwrapSequence(next, header.GetSequenceNumber().GetValue());
    OctetRange segment{begin, begin + payload};
    if (begin <= next)
    {
        // Whether the receiver takes what it waits for shows in its next number. Its last octet,
        // alone and at a closed window, is a probe that asks for the window again.
        const bool isProbe = room == 0 && payload == 1 && segment.end == next;
        return segment.end <= next && !isProbe;
    }
    // An established socket of ns-3 drops a segment whole when its ACK is below snd.una.
    const bool staleAck = (header.GetFlags() & TcpHeader::ACK) != 0 &&
                          header.GetAckNumber() < socket.GetTxBuffer()->HeadSequence();
    const auto limit = next + room;
    if (staleAck || begin >= limit)
    {
        return false;
    }
    const OctetRange taken{begin, std::min(segment.end, limit)};
    return held.Insert(taken).fresh.empty() && taken == segment;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-recorder.h"

#include "ns3/abort.h"
#include "ns3/bulk-send-application.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/node-list.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/protocol-numbers.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
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

/// The position of a connection's first octet: far enough from 0 for what lies below it.
constexpr uint64_t ORIGIN = uint64_t{1} << 32;

/// The position with these low 32 bits that is the nearest to a known one.
uint64_t
Unwrap(SequenceNumber32 sequence, uint64_t near)
{
    return near + (sequence - SequenceNumber32(static_cast<uint32_t>(near)));
}

/// Port of a socket address; 0 for no such address.
uint16_t
PortOf(const Address& address)
{
    if (InetSocketAddress::IsMatchingType(address))
    {
        return InetSocketAddress::ConvertFrom(address).GetPort();
    }
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        return Inet6SocketAddress::ConvertFrom(address).GetPort();
    }
    return 0;
}

/// Port that a socket is bound to.
uint16_t
LocalPortOf(const TcpSocketBase& socket)
{
    Address address;
    socket.GetSockName(address);
    return PortOf(address);
}

/// Other end of a socket's connection; an address of port 0, or none, for a socket without one.
Address
PeerOf(const TcpSocketBase& socket)
{
    Address address;
    socket.GetPeerName(address);
    return address;
}

/// Socket of a connection; null when the node has none.
Ptr<TcpSocketBase>
FindSocket(Ptr<Node> node, uint16_t localPort, const Address& peer)
{
    ObjectPtrContainerValue sockets;
    node->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
    for (auto entry = sockets.Begin(); entry != sockets.End(); ++entry)
    {
        const auto socket = DynamicCast<TcpSocketBase>(entry->second);
        if (socket && LocalPortOf(*socket) == localPort && PeerOf(*socket) == peer)
        {
            return socket;
        }
    }
    return nullptr;
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
    return Connect(object, source, MakeCallback(&FlowRecorder::ValueChanged<T>, this).Bind(series));
}

FlowRecorder::~FlowRecorder()
{
    for (auto& start : m_starts)
    {
        start.Cancel();
    }
    for (const auto& disconnect : m_disconnections)
    {
        disconnect();
    }
}

bool
FlowRecorder::Connect(Ptr<Object> object, const std::string& source, const CallbackBase& sink)
{
    const bool isConnected = object->TraceConnectWithoutContext(source, sink);
    m_disconnections.emplace_back(
        [object, source, sink] { object->TraceDisconnectWithoutContext(source, sink); });
    return isConnected;
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
    m_starts.push_back(
        Simulator::Schedule(start + TimeStep(1), &FlowRecorder::SenderStarted, this, sender));
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
    Connect(tcp,
            "CongestionWindow",
            MakeCallback(&FlowRecorder::WindowChanged, this).Bind(std::string("cwnd")));
    Connect(tcp,
            "SlowStartThreshold",
            MakeCallback(&FlowRecorder::WindowChanged, this).Bind(std::string("ssthresh")));
    ConnectValue<Time>(tcp, "RTT", "rtt");
    Connect(tcp, "RTO", MakeCallback(&FlowRecorder::RtoChanged, this));
    Connect(tcp, "CongState", MakeCallback(&FlowRecorder::CongestionStateChanged, this));
    Connect(tcp, "Tx", MakeCallback(&FlowRecorder::Sent, this));
    Connect(tcp, "Rx", MakeCallback(&FlowRecorder::Acknowledged, this));
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
    Connect(receiver, "Rx", MakeCallback(&FlowRecorder::Received, this));
    ObserveNode(receiver->GetNode());
    // The application makes its socket when it starts.
    m_receivers.emplace_back([receiver] { return receiver->GetListeningSocket(); });
}

void
FlowRecorder::RecordReceivingSocket(Ptr<Socket> socket)
{
    NS_ABORT_MSG_UNLESS(DynamicCast<TcpSocketBase>(socket),
                        "FlowRecorder::RecordReceivingSocket: the socket is no TCP socket");
    ObserveNode(socket->GetNode());
    m_receivers.emplace_back([socket] { return socket; });
}

void
FlowRecorder::ObserveNode(Ptr<Node> node)
{
    NS_ABORT_MSG_UNLESS(node, "FlowRecorder: install the receiver on a node before it is recorded");
    const auto id = node->GetId();
    if (!m_observedNodes.insert(id).second)
    {
        return;
    }
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
    NS_ABORT_MSG_UNLESS(ipv4 || ipv6,
                        "FlowRecorder: node " << id << " of the receiver has no internet stack");
    if (ipv4)
    {
        Connect(ipv4, "LocalDeliver", MakeCallback(&FlowRecorder::DeliveredByIpv4, this).Bind(id));
    }
    if (ipv6)
    {
        Connect(ipv6, "LocalDeliver", MakeCallback(&FlowRecorder::DeliveredByIpv6, this).Bind(id));
    }
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
FlowRecorder::GetDeliverySeries() const
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

std::vector<Time>
FlowRecorder::GetTransmissions() const
{
    std::vector<Time> instants;
    for (const auto& transfer : m_sent)
    {
        instants.push_back(transfer.time);
    }
    return instants;
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

const std::vector<LossEpisode>&
FlowRecorder::GetLossEpisodes() const
{
    return m_episodes;
}

void
FlowRecorder::BeginEpisode()
{
    if (m_episodes.empty() || m_episodes.back().end)
    {
        m_episodes.push_back({Simulator::Now(), std::nullopt});
        m_episodeEnd = m_highestSent;
    }
}

const std::vector<Time>&
FlowRecorder::GetUnnecessaryRetransmissions() const
{
    NS_ABORT_MSG_IF(m_receivers.empty(),
                    "FlowRecorder::GetUnnecessaryRetransmissions: no receiver was recorded");
    NS_ABORT_MSG_IF(m_receptions.empty() && !m_received.empty(),
                    "FlowRecorder::GetUnnecessaryRetransmissions: what the receiver read did not "
                    "come by TCP");
    return m_unnecessary;
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
        BeginEpisode();
    }
    if (newValue == TcpSocketState::CA_RECOVERY)
    {
        m_recoveries.push_back(Simulator::Now());
        BeginEpisode();
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
FlowRecorder::Acknowledged(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const bool isRepaired = (header.GetFlags() & TcpHeader::ACK) && !m_episodes.empty() &&
                            header.GetAckNumber() >= m_episodeEnd;
    if (isRepaired && !m_episodes.back().end)
    {
        m_episodes.back().end = Simulator::Now();
    }
}

void
FlowRecorder::Received(Ptr<const Packet> packet, const Address&)
{
    m_received.push_back({Simulator::Now(), packet->GetSize()});
}

void
FlowRecorder::DeliveredByIpv4(uint32_t node,
                              const Ipv4Header& ip,
                              Ptr<const Packet> packet,
                              uint32_t)
{
    if (ip.GetProtocol() == protocolnumbers::TCP)
    {
        TcpHeader tcp;
        const auto size = packet->PeekHeader(tcp);
        SegmentArrived({node,
                        tcp.GetDestinationPort(),
                        InetSocketAddress(ip.GetSource(), tcp.GetSourcePort())},
                       tcp,
                       packet->GetSize() - size);
    }
}

void
FlowRecorder::DeliveredByIpv6(uint32_t node,
                              const Ipv6Header& ip,
                              Ptr<const Packet> packet,
                              uint32_t)
{
    if (ip.GetNextHeader() == protocolnumbers::TCP)
    {
        TcpHeader tcp;
        const auto size = packet->PeekHeader(tcp);
        SegmentArrived({node,
                        tcp.GetDestinationPort(),
                        Inet6SocketAddress(ip.GetSource(), tcp.GetSourcePort())},
                       tcp,
                       packet->GetSize() - size);
    }
}

Ptr<TcpSocketBase>
FlowRecorder::FindReceivingSocket(const ConnectionEnd& end) const
{
    const auto& [nodeId, port, peer] = end;
    const auto node = NodeList::GetNode(nodeId);
    for (const auto& receiver : m_receivers)
    {
        const auto socket = DynamicCast<TcpSocketBase>(receiver());
        if (!socket || socket->GetNode() != node || LocalPortOf(*socket) != port)
        {
            continue;
        }
        const auto socketPeer = PeerOf(*socket);
        if (socketPeer == peer)
        {
            return socket;
        }
        if (PortOf(socketPeer) == 0)
        {
            return FindSocket(node, port, peer);
        }
    }
    return nullptr;
}

void
FlowRecorder::SegmentArrived(const ConnectionEnd& end, const TcpHeader& header, uint32_t payload)
{
    if (payload == 0)
    {
        return;
    }
    auto reception = m_receptions.find(end);
    if (reception == m_receptions.end())
    {
        const auto socket = FindReceivingSocket(end);
        if (!socket)
        {
            return;
        }
        const auto received = socket->GetRxBuffer();
        const ReassemblyQueue held(Unwrap(received->NextRxSequence(), ORIGIN));
        reception =
            m_receptions.emplace(end, Reception{received, socket->GetTxBuffer(), held}).first;
    }
    if (HoldsAll(reception->second, header, payload))
    {
        m_unnecessary.push_back(Simulator::Now());
    }
}

bool
FlowRecorder::HoldsAll(Reception& reception, const TcpHeader& header, uint32_t payload)
{
    auto& held = reception.held;
    // What it had out of order when recording began is known from here on, once it is in order.
    held.SkipTo(Unwrap(reception.received->NextRxSequence(), held.GetNext()));
    const auto begin = Unwrap(header.GetSequenceNumber(), held.GetNext());
    const OctetRange segment{begin, begin + payload};
    // An established socket of ns-3 drops a segment whole when its ACK is below snd.una.
    const bool staleAck = (header.GetFlags() & TcpHeader::ACK) != 0 &&
                          header.GetAckNumber() < reception.sent->HeadSequence();
    const auto limit =
        staleAck ? held.GetNext() : Unwrap(reception.received->MaxRxSequence(), held.GetNext());
    const OctetRange taken{segment.begin, std::min(segment.end, limit)};
    return held.Insert(taken).fresh.empty() && taken == segment;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "duplicate-recorder.h"

#include "tcp-socket-lookup.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/ns3-compat.h"
#include "ns3/protocol-numbers.h"
#include "ns3/reassembly-queue.h"
#include "ns3/simulator.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DuplicateRecorder");

/// What the receiver has of one connection.
struct DuplicateRecorder::Reception
{
    Ptr<const TcpSocketBase> socket; //!< the receiver
    ReassemblyQueue held;            //!< its octets, unwrapped
};

namespace
{
/// The position of a connection's first octet: far enough from 0 for what lies below it.
constexpr uint64_t ORIGIN = uint64_t{1} << 32;

/// The position with these low 32 bits that is the nearest to a known one.
uint64_t
Unwrap(SequenceNumber32 sequence, uint64_t near)
{
    return near + (sequence - SequenceNumber32(static_cast<uint32_t>(near)));
}

/// What ns-3's socket shows to its subclasses only.
class Inside : public TcpSocketBase
{
  public:
    /// @return octets that a socket has offered to take
    static uint32_t GetWindow(const TcpSocketBase& socket)
    {
        return (socket.*(&Inside::m_advWnd)).Get();
    }

    /// @return whether a segment, perhaps a SYN, belongs to no connection that a socket has
    static bool IsOver(const TcpSocketBase& socket, bool isSyn)
    {
        const auto state = (socket.*(&Inside::m_state)).Get();
        return state == CLOSED || (isSyn && (state < ESTABLISHED || state == TIME_WAIT));
    }
};
} // namespace

DuplicateRecorder::DuplicateRecorder() = default;
DuplicateRecorder::~DuplicateRecorder() = default;

void
DuplicateRecorder::RecordReceiver(Ptr<PacketSink> receiver)
{
    NS_LOG_FUNCTION(this << receiver);
    NS_ABORT_MSG_UNLESS(receiver,
                        "DuplicateRecorder::RecordReceiver: the receiver must not be null");
    m_connections.Connect(receiver, "Rx", MakeCallback(&DuplicateRecorder::Received, this));
    ObserveNode(receiver->GetNode());
    // The application makes its socket when it starts.
    m_receivers.emplace_back([receiver] { return receiver->GetListeningSocket(); });
}

void
DuplicateRecorder::RecordReceivingSocket(Ptr<Socket> socket)
{
    NS_ABORT_MSG_UNLESS(DynamicCast<TcpSocketBase>(socket),
                        "DuplicateRecorder::RecordReceivingSocket: the socket is no TCP socket");
    ObserveNode(socket->GetNode());
    m_receivers.emplace_back([socket] { return socket; });
}

void
DuplicateRecorder::ObserveNode(Ptr<Node> node)
{
    NS_ABORT_MSG_UNLESS(node,
                        "DuplicateRecorder: install the receiver on a node before it is recorded");
    const auto id = node->GetId();
    if (!m_observedNodes.insert(id).second)
    {
        return;
    }
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    const auto ipv6 = node->GetObject<Ipv6L3Protocol>();
    NS_ABORT_MSG_UNLESS(ipv4 || ipv6,
                        "DuplicateRecorder: node " << id
                                                   << " of the receiver has no internet stack");
    if (ipv4)
    {
        m_connections.Connect(ipv4,
                              "LocalDeliver",
                              MakeCallback(&DuplicateRecorder::DeliveredByIpv4, this)
                                  .Bind(ns3compat::CopyToBind(id)));
    }
    if (ipv6)
    {
        m_connections.Connect(ipv6,
                              "LocalDeliver",
                              MakeCallback(&DuplicateRecorder::DeliveredByIpv6, this)
                                  .Bind(ns3compat::CopyToBind(id)));
    }
}

const std::vector<Time>&
DuplicateRecorder::GetUnnecessaryRetransmissions() const
{
    NS_ABORT_MSG_IF(m_receivers.empty() && !m_isTaken,
                    "DuplicateRecorder::GetUnnecessaryRetransmissions: no receiver was recorded");
    NS_ABORT_MSG_IF(
        m_receptions.empty() && m_hasRead,
        "DuplicateRecorder::GetUnnecessaryRetransmissions: what the receiver read did not "
        "come by TCP");
    return m_unnecessary;
}

void
DuplicateRecorder::Take(std::vector<Time> unnecessary)
{
    m_isTaken = true;
    m_unnecessary = std::move(unnecessary);
}

Ptr<TcpSocketBase>
DuplicateRecorder::FindReceivingSocket(const ConnectionEnd& end) const
{
    const auto& [nodeId, port, peer] = end;
    const auto node = NodeList::GetNode(nodeId);
    for (const auto& receiver : m_receivers)
    {
        const auto socket = DynamicCast<TcpSocketBase>(receiver());
        if (!socket || socket->GetNode() != node || tcpsockets::LocalPortOf(*socket) != port)
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
            return tcpsockets::Find(node, port, peer);
        }
    }
    return nullptr;
}

void
DuplicateRecorder::SegmentArrived(const ConnectionEnd& end,
                                  const TcpHeader& header,
                                  uint32_t payload)
{
    auto reception = m_receptions.find(end);
    const bool isSyn = (header.GetFlags() & TcpHeader::SYN) != 0;
    if (reception != m_receptions.end() && Inside::IsOver(*reception->second->socket, isSyn))
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
        ReassemblyQueue held(Unwrap(socket->GetRxBuffer()->NextRxSequence(), ORIGIN));
        auto begun = std::make_unique<Reception>(Reception{socket, std::move(held)});
        reception = m_receptions.emplace(end, std::move(begun)).first;
    }
    if (HoldsAll(*reception->second, header, payload))
    {
        NS_LOG_INFO("in vain: " << header.GetSequenceNumber() << ", " << payload << " octets");
        m_unnecessary.push_back(Simulator::Now());
    }
}

bool
DuplicateRecorder::HoldsAll(Reception& reception, const TcpHeader& header, uint32_t payload)
{
    auto& held = reception.held;
    const auto& socket = *reception.socket;
    const auto received = socket.GetRxBuffer();
    // What it had out of order when recording began is known from here on, once it is in order.
    held.SkipTo(Unwrap(received->NextRxSequence(), held.GetNext()));
    const auto next = held.GetNext();
    const auto window = Inside::GetWindow(socket);
    const auto begin = Unwrap(header.GetSequenceNumber(), next);
    OctetRange segment{begin, begin + payload};
    if (begin <= next)
    {
        // Whether the receiver takes what it waits for shows in its next number. Its last octet,
        // alone and at a closed window, is a probe that asks for the window again.
        const bool isProbe = window == 0 && payload == 1 && segment.end == next;
        return segment.end <= next && !isProbe;
    }
    // An established socket of ns-3 drops a segment whole when its ACK is below snd.una.
    const bool staleAck = (header.GetFlags() & TcpHeader::ACK) != 0 &&
                          header.GetAckNumber() < socket.GetTxBuffer()->HeadSequence();
    // Our sockets keep what they have out of order, and what is unread, not in ns-3's buffer, which
    // then knows nothing of the window.
    const auto limit = std::min(Unwrap(received->MaxRxSequence(), next), next + window);
    if (staleAck || begin >= limit)
    {
        return false;
    }
    const OctetRange taken{begin, std::min(segment.end, limit)};
    return held.Insert(taken).fresh.empty() && taken == segment;
}

void
DuplicateRecorder::Received(Ptr<const Packet>, const Address&)
{
    m_hasRead = true;
}

void
DuplicateRecorder::DeliveredByIpv4(uint32_t node,
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
DuplicateRecorder::DeliveredByIpv6(uint32_t node,
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

} // namespace ns3

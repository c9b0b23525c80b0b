/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-recorder.h"

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
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpRecorder");

namespace
{
using protocolnumbers::BITS_PER_OCTET;

/// Address and port as they are written.
std::string
Print(const Address& address)
{
    std::ostringstream text;
    if (InetSocketAddress::IsMatchingType(address))
    {
        const auto end = InetSocketAddress::ConvertFrom(address);
        text << end.GetIpv4() << ":" << end.GetPort();
    }
    else
    {
        const auto end = Inet6SocketAddress::ConvertFrom(address);
        text << "[" << end.GetIpv6() << "]:" << end.GetPort();
    }
    return text.str();
}

/// What a segment's header says, as far as it is read without the rest.
struct SegmentStart
{
    uint16_t source;      //!< port
    uint16_t destination; //!< port
    bool isSyn;           //!< it opens a connection
};

SegmentStart
Peek(Ptr<const Packet> packet)
{
    uint8_t octets[14] = {};
    packet->CopyData(octets, sizeof(octets));
    return {static_cast<uint16_t>(octets[0] << 8 | octets[1]),
            static_cast<uint16_t>(octets[2] << 8 | octets[3]),
            (octets[13] & TcpHeader::SYN) != 0};
}

/// Rows of one series.
void
WriteRows(std::ostream& os,
          const TcpRecorder::Connection& connection,
          const std::string& quantity,
          const TraceSeries& series)
{
    for (const auto& sample : series)
    {
        os << sample.time.GetSeconds() << "," << connection.GetNode() << "," << connection.GetName()
           << "," << quantity << "," << sample.value << "\n";
    }
}

/// Events as a series.
TraceSeries
Mark(const std::vector<Time>& instants)
{
    TraceSeries series;
    for (const auto& instant : instants)
    {
        series.push_back({instant, 1.0});
    }
    return series;
}

/// A stream's precision while this lives: nanoseconds of an hour, octets of a terabyte.
class Precision
{
  public:
    explicit Precision(std::ostream& os)
        : m_os(os),
          m_before(os.precision(13))
    {
    }

    ~Precision()
    {
        m_os.precision(m_before);
    }

    Precision(const Precision&) = delete;
    Precision& operator=(const Precision&) = delete;

  private:
    std::ostream& m_os;       //!< the stream
    std::streamsize m_before; //!< what it was
};
} // namespace

TcpRecorder::Connection::Connection(Ptr<TcpSocketBase> socket,
                                    const Address& local,
                                    const Address& peer)
    : m_node(socket->GetNode()->GetId()),
      m_name(Print(local) + ">" + Print(peer)),
      m_socket(PeekPointer(socket))
{
    m_sender.RecordSocket(socket);
    m_connections.Connect(socket, "State", MakeCallback(&Connection::StateChanged, this));
    m_connections.Connect(socket, "Tx", MakeCallback(&Connection::Sent, this));
    m_connections.Connect(socket, "Rx", MakeCallback(&Connection::Acknowledged, this));
}

TcpRecorder::Connection::~Connection()
{
    m_end.Cancel();
}

void
TcpRecorder::Connection::StateChanged(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t newState)
{
    if (newState == TcpSocket::CLOSED)
    {
        // The socket may be used again; who is called by a trace cannot disconnect from it.
        m_isOver = true;
        m_end.Cancel();
        m_end = Simulator::ScheduleNow(&Connection::Stop, this);
    }
}

void
TcpRecorder::Connection::Stop()
{
    m_end.Cancel();
    m_sender.Stop();
    m_connections.DisconnectAll();
}

bool
TcpRecorder::Connection::IsOf(const TcpSocketBase& socket) const
{
    return !m_isOver && m_socket == &socket;
}

uint32_t
TcpRecorder::Connection::GetNode() const
{
    return m_node;
}

const std::string&
TcpRecorder::Connection::GetName() const
{
    return m_name;
}

const SenderRecorder&
TcpRecorder::Connection::GetSender() const
{
    return m_sender;
}

const TraceSeries&
TcpRecorder::Connection::GetAcknowledged() const
{
    return m_acknowledged;
}

void
TcpRecorder::Connection::Sent(Ptr<const Packet> packet,
                              const TcpHeader& header,
                              Ptr<const TcpSocketBase>)
{
    if (packet->GetSize() == 0)
    {
        return;
    }
    const auto begin = header.GetSequenceNumber();
    const auto end = begin + packet->GetSize();
    m_sentTo = m_next ? std::max(m_sentTo, end) : end;
    m_next = m_next.value_or(begin);
}

void
TcpRecorder::Connection::Acknowledged(Ptr<const Packet>,
                                      const TcpHeader& header,
                                      Ptr<const TcpSocketBase>)
{
    if (!m_next || !(header.GetFlags() & TcpHeader::ACK))
    {
        return;
    }
    // The ACK of a FIN lies one beyond the data.
    const auto acknowledged = std::min(header.GetAckNumber(), m_sentTo);
    const auto before = m_acknowledged.empty() ? 0.0 : m_acknowledged.back().value;
    const auto fresh = acknowledged - *m_next;
    if (fresh > 0)
    {
        m_next = acknowledged;
        m_acknowledged.push_back({Simulator::Now(), before + fresh});
    }
}

void
TcpRecorder::Install(const NodeContainer& nodes)
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        NS_ABORT_MSG_UNLESS((*node)->GetObject<TcpL4Protocol>(),
                            "TcpRecorder::Install: node " << (*node)->GetId()
                                                          << " has no internet stack");
        Observe(*node);
    }
}

void
TcpRecorder::InstallAll()
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if ((*node)->GetObject<TcpL4Protocol>())
        {
            Observe(*node);
        }
    }
}

void
TcpRecorder::Observe(Ptr<Node> node)
{
    const auto id = node->GetId();
    if (!m_observed.insert(id).second)
    {
        return;
    }
    if (const auto ipv4 = node->GetObject<Ipv4L3Protocol>())
    {
        m_connections.Connect(
            ipv4,
            "SendOutgoing",
            MakeCallback(&TcpRecorder::SentByIpv4, this).Bind(ns3compat::CopyToBind(id)));
    }
    if (const auto ipv6 = node->GetObject<Ipv6L3Protocol>())
    {
        m_connections.Connect(
            ipv6,
            "SendOutgoing",
            MakeCallback(&TcpRecorder::SentByIpv6, this).Bind(ns3compat::CopyToBind(id)));
    }
}

void
TcpRecorder::SentByIpv4(uint32_t node, const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (ip.GetProtocol() == protocolnumbers::TCP)
    {
        const auto segment = Peek(packet);
        Leaves(node,
               InetSocketAddress(ip.GetSource(), segment.source),
               InetSocketAddress(ip.GetDestination(), segment.destination),
               segment.isSyn);
    }
}

void
TcpRecorder::SentByIpv6(uint32_t node, const Ipv6Header& ip, Ptr<const Packet> packet, uint32_t)
{
    if (ip.GetNextHeader() == protocolnumbers::TCP)
    {
        const auto segment = Peek(packet);
        Leaves(node,
               Inet6SocketAddress(ip.GetSource(), segment.source),
               Inet6SocketAddress(ip.GetDestination(), segment.destination),
               segment.isSyn);
    }
}

void
TcpRecorder::Leaves(uint32_t node, const Address& local, const Address& peer, bool isSyn)
{
    auto& known = m_known[std::make_tuple(node, local, peer)];
    if (known && !isSyn)
    {
        return;
    }
    const auto socket = tcpsockets::Find(NodeList::GetNode(node), tcpsockets::PortOf(local), peer);
    // A segment without a socket refuses a connection; a SYN may be sent again.
    if (!socket || (known && known->IsOf(*socket)))
    {
        return;
    }
    if (known)
    {
        known->Stop();
    }
    NS_LOG_INFO("node " << node << ": " << Print(local) << " to " << Print(peer));
    known = m_found.emplace_back(std::make_unique<Connection>(socket, local, peer)).get();
}

const std::vector<std::unique_ptr<TcpRecorder::Connection>>&
TcpRecorder::GetConnections() const
{
    return m_found;
}

void
TcpRecorder::WriteSummary(std::ostream& os) const
{
    const Precision precision(os);
    os << "node,connection,begin_s,end_s,acknowledged_octets,goodput_bit_s,segments,"
          "retransmissions,timeouts,recoveries\n";
    for (const auto& connection : m_found)
    {
        const auto& sender = connection->GetSender();
        const auto sent = sender.GetTransmissions();
        const auto& acknowledged = connection->GetAcknowledged();
        if (sent.empty())
        {
            continue;
        }
        const double begin = sent.front().GetSeconds();
        const double end = acknowledged.empty() ? begin : acknowledged.back().time.GetSeconds();
        const double octets = acknowledged.empty() ? 0 : acknowledged.back().value;
        os << connection->GetNode() << "," << connection->GetName() << "," << begin << "," << end
           << "," << octets << "," << (end > begin ? octets * BITS_PER_OCTET / (end - begin) : 0)
           << "," << sent.size() << "," << sender.GetRetransmissions().size() << ","
           << sender.GetTimeouts().size() << "," << sender.GetRecoveries().size() << "\n";
    }
}

void
TcpRecorder::WriteSeries(std::ostream& os) const
{
    const Precision precision(os);
    os << "time_s,node,connection,quantity,value\n";
    for (const auto& connection : m_found)
    {
        const auto& sender = connection->GetSender();
        for (const auto* quantity : {"cwnd", "ssthresh", "rtt"})
        {
            if (sender.HasSeries(quantity))
            {
                WriteRows(os, *connection, quantity, sender.GetSeries(quantity));
            }
        }
        WriteRows(os, *connection, "acknowledged", connection->GetAcknowledged());
        WriteRows(os, *connection, "retransmission", Mark(sender.GetRetransmissions()));
        WriteRows(os, *connection, "timeout", Mark(sender.GetTimeouts()));
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-recorder.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/log.h"
#include "ns3/node-list.h"
#include "ns3/pointer.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-scoreboard-socket.h"

#include <boost/io/ios_state.hpp>
#include <ios>
#include <sstream>
#include <utility>

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

/// A class's name without ns-3's namespace. What TcpCongestionOps::GetName() says is not always
/// that: TcpWestwoodPlus says TcpNewReno.
std::string
GetShortName(const std::string& name)
{
    const std::string space = "ns3::";
    return name.rfind(space, 0) == 0 ? name.substr(space.size()) : name;
}

/// The congestion control, and of a socket of ours how it repairs losses: TcpCubic+TcpRackRecovery.
std::string
GetVariantOf(const TcpSocketBase& socket)
{
    PointerValue control;
    socket.GetAttribute("CongestionOps", control);
    const auto name = GetShortName(control.Get<Object>()->GetInstanceTypeId().GetName());
    const auto* ours = dynamic_cast<const TcpScoreboardSocket*>(&socket);
    return ours ? name + "+" + GetShortName(ours->GetLossRecovery().GetName()) : name;
}

/// Rows of one series.
void
WriteRows(std::ostream& os,
          const TcpRecorder::Connection& connection,
          const std::string& quantity,
          const std::string& unit,
          const TraceSeries& series)
{
    for (const auto& sample : series)
    {
        os << sample.time.GetSeconds() << "," << connection.GetNode() << "," << connection.GetName()
           << "," << connection.GetVariant() << "," << quantity << "," << sample.value << ","
           << unit << "\n";
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

/// Digits of nanoseconds of an hour, of octets of a terabyte.
constexpr std::streamsize DIGITS = 13;
} // namespace

TcpRecorder::Connection::Connection(Ptr<TcpSocketBase> socket,
                                    const Address& local,
                                    const Address& peer)
    : m_node(socket->GetNode()->GetId()),
      m_name(Print(local) + ">" + Print(peer)),
      m_variant(GetVariantOf(*socket)),
      m_socket(PeekPointer(socket))
{
    m_sender.RecordSocket(socket);
    m_connections.Connect(socket, "State", MakeCallback(&Connection::StateChanged, this));
}

TcpRecorder::Connection::~Connection()
{
    m_end.Cancel();
}

void
TcpRecorder::Connection::StateChanged(TcpSocket::TcpStates_t, TcpSocket::TcpStates_t newState)
{
    if (newState == TcpSocket::ESTABLISHED && m_socket)
    {
        // The SYN went before it was known whether the peer takes SACK.
        m_variant = GetVariantOf(*m_socket);
    }
    if (newState == TcpSocket::CLOSED)
    {
        // The socket may be used again; who is called by a trace cannot disconnect from it.
        m_socket = nullptr;
        m_end.Cancel();
        m_end = Simulator::ScheduleNow(&Connection::Stop, this);
    }
}

void
TcpRecorder::Connection::Stop()
{
    m_socket = nullptr;
    m_end.Cancel();
    m_sender.Stop();
    m_connections.DisconnectAll();
}

void
TcpRecorder::Install(const NodeContainer& nodes)
{
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        NS_ABORT_MSG_UNLESS((*node)->GetObject<TcpL4Protocol>(),
                            "TcpRecorder::Install: node " << (*node)->GetId()
                                                          << " has no internet stack");
        Watch(*node, "SendOutgoing");
    }
}

void
TcpRecorder::InstallAll()
{
    for (auto node = NodeList::Begin(); node != NodeList::End(); ++node)
    {
        if ((*node)->GetObject<TcpL4Protocol>())
        {
            Watch(*node, "SendOutgoing");
        }
    }
}

void
TcpRecorder::Passes(uint32_t node,
                    const Address& local,
                    const Address& peer,
                    Ptr<const Packet> segment)
{
    const auto sender = NodeList::GetNode(node);
    auto& known = m_known[std::make_tuple(sender, local, peer)];
    // Only the flags: a whole header takes long to read.
    uint8_t octets[14] = {};
    segment->CopyData(octets, sizeof(octets));
    if (known && !(octets[13] & TcpHeader::SYN))
    {
        return;
    }
    const auto socket = tcpsockets::Find(sender, local, peer);
    // A segment without a socket refuses a connection; a SYN may be sent again.
    if (!socket || (known && known->IsOf(*socket)))
    {
        return;
    }
    if (known)
    {
        known->Stop();
    }
    // A socket of ns-3 that was refused may connect elsewhere, and was never CLOSED.
    for (const auto& connection : m_found)
    {
        if (connection->IsOf(*socket))
        {
            connection->Stop();
        }
    }
    NS_LOG_INFO("node " << node << ": " << Print(local) << " to " << Print(peer));
    known = m_found.emplace_back(std::make_unique<Connection>(socket, local, peer)).get();
}

void
TcpRecorder::WriteSummary(std::ostream& os) const
{
    const boost::io::ios_precision_saver precision(os, DIGITS);
    os << "node,connection,variant,begin_s,end_s,acknowledged_octets,goodput_bit_s,segments,"
          "retransmissions,timeouts,recoveries\n";
    for (const auto& connection : m_found)
    {
        const auto& sender = connection->GetSender();
        const auto sent = sender.GetTransmissions();
        const auto& acknowledged = sender.GetAcknowledged();
        if (sent.empty())
        {
            continue;
        }
        const double begin = sent.front().GetSeconds();
        const double end = acknowledged.empty() ? begin : acknowledged.back().time.GetSeconds();
        const double octets = acknowledged.empty() ? 0 : acknowledged.back().value;
        os << connection->GetNode() << "," << connection->GetName() << ","
           << connection->GetVariant() << "," << begin << "," << end << "," << octets << ","
           << (end > begin ? octets * BITS_PER_OCTET / (end - begin) : 0) << "," << sent.size()
           << "," << sender.GetRetransmissions().size() << "," << sender.GetTimeouts().size() << ","
           << sender.GetRecoveries().size() << "\n";
    }
}

void
TcpRecorder::WriteSeries(std::ostream& os) const
{
    const boost::io::ios_precision_saver precision(os, DIGITS);
    os << "time_s,node,connection,variant,quantity,value,unit\n";
    for (const auto& connection : m_found)
    {
        const auto& sender = connection->GetSender();
        for (const auto& [quantity, unit] :
             {std::pair{"cwnd", "segments"}, {"ssthresh", "segments"}, {"rtt", "s"}})
        {
            if (sender.HasSeries(quantity))
            {
                WriteRows(os, *connection, quantity, unit, sender.GetSeries(quantity));
            }
        }
        WriteRows(os, *connection, "acknowledged", "octets", sender.GetAcknowledged());
        WriteRows(os, *connection, "retransmission", "1", Mark(sender.GetRetransmissions()));
        WriteRows(os, *connection, "timeout", "1", Mark(sender.GetTimeouts()));
    }
}

} // namespace ns3

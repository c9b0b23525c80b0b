/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-socket-ingress.h"

#include "tcp-header-reader.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ns3-compat.h"

namespace ns3
{

TcpSocketIngress::TcpSocketIngress(const Variables& variables, Sink& sink)
    : m_variables(variables),
      m_sink(sink)
{
}

void
TcpSocketIngress::Attach(const Ptr<TcpSocketBase>& owner)
{
    if (m_variables.endPoint)
    {
        m_variables.endPoint->SetRxCallback(
            MakeBoundCallback(&TcpSocketIngress::Receive4, ns3compat::CopyToBind(owner), this));
    }
    if (m_variables.endPoint6)
    {
        m_variables.endPoint6->SetRxCallback(
            MakeBoundCallback(&TcpSocketIngress::Receive6, ns3compat::CopyToBind(owner), this));
    }
}

void
TcpSocketIngress::Receive4(Ptr<TcpSocketBase>,
                           TcpSocketIngress* self,
                           Ptr<Packet> packet,
                           Ipv4Header header,
                           uint16_t port,
                           Ptr<Ipv4Interface>)
{
    self->Take(
        packet,
        header,
        InetSocketAddress(header.GetSource(), port),
        InetSocketAddress(header.GetDestination(), self->m_variables.endPoint->GetLocalPort()));
}

void
TcpSocketIngress::Receive6(Ptr<TcpSocketBase>,
                           TcpSocketIngress* self,
                           Ptr<Packet> packet,
                           Ipv6Header header,
                           uint16_t port,
                           Ptr<Ipv6Interface>)
{
    self->Take(
        packet,
        header,
        Inet6SocketAddress(header.GetSource(), port),
        Inet6SocketAddress(header.GetDestination(), self->m_variables.endPoint6->GetLocalPort()));
}

template <class Header>
void
TcpSocketIngress::Take(Ptr<Packet> packet,
                       const Header& header,
                       const Address& from,
                       const Address& to)
{
    TcpHeader tcp;
    if (m_variables.state != TcpSocket::LISTEN)
    {
        m_sink.OnSegment(packet, TcpEcn::GetMark(header));
    }
    else if (TcpHeaderReader::TakeWhole(packet, tcp))
    {
        m_sink.OnListen(packet, tcp, from, to);
    }
}

TcpHeader
TcpSocketIngress::MakeRefusal(const TcpHeader& header)
{
    TcpHeader reset;
    reset.SetFlags(TcpHeader::RST);
    reset.SetSequenceNumber(header.GetAckNumber());
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    return reset;
}

Ipv4EndPoint*
TcpSocketIngress::GetDirectEndPoint() const
{
    return m_variables.state >= TcpSocket::ESTABLISHED ? m_variables.endPoint : nullptr;
}

Ipv6EndPoint*
TcpSocketIngress::GetDirectEndPoint6() const
{
    return m_variables.state >= TcpSocket::ESTABLISHED ? m_variables.endPoint6 : nullptr;
}

void
TcpSocketIngress::Receive(Ptr<Packet> packet, const Ipv4Header& header, Ptr<Ipv4Interface>)
{
    m_sink.OnSegment(packet, TcpEcn::GetMark(header));
}

void
TcpSocketIngress::Receive(Ptr<Packet> packet, const Ipv6Header& header, Ptr<Ipv6Interface>)
{
    m_sink.OnSegment(packet, TcpEcn::GetMark(header));
}

} // namespace ns3

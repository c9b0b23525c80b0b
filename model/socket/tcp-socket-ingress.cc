/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-socket-ingress.h"

#include "tcp-header-reader.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-interface.h"
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
    const auto attach = [this, &owner](auto* endPoint, auto receive) {
        if (endPoint)
        {
            endPoint->SetRxCallback(MakeBoundCallback(receive, ns3compat::CopyToBind(owner), this));
        }
    };
    attach(m_variables.endPoint, &Receive<InetSocketAddress, Ipv4Header, Ipv4Interface>);
    attach(m_variables.endPoint6, &Receive<Inet6SocketAddress, Ipv6Header, Ipv6Interface>);
}

template <class SocketAddress, class Header, class Interface>
void
TcpSocketIngress::Receive(Ptr<TcpSocketBase>,
                          TcpSocketIngress* self,
                          Ptr<Packet> packet,
                          Header header,
                          uint16_t,
                          Ptr<Interface>)
{
    SegmentFields fields;
    TcpHeader tcp;
    if (self->m_variables.state != TcpSocket::LISTEN)
    {
        self->OnSegment(packet, TcpEcn::GetMark(header));
    }
    else if (TakeTcpHeader(packet, fields, &tcp) != SegmentFields::Form::NONE)
    {
        self->m_sink.OnListen(packet,
                              fields,
                              tcp,
                              SocketAddress(header.GetSource(), tcp.GetSourcePort()),
                              SocketAddress(header.GetDestination(), tcp.GetDestinationPort()));
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
TcpSocketIngress::OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark)
{
    m_sink.OnSegment(packet, mark);
}

} // namespace ns3

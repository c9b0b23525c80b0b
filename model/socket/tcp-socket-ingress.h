/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SOCKET_INGRESS_H
#define TCP_SOCKET_INGRESS_H

#include "tcp-connection-demux.h"

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/segment-fields.h"
#include "ns3/tcp-ecn.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/traced-value.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Where a socket's segments come in: from its end point, or straight from IP by
 * TcpConnectionDemux; for a connection, or while the socket listens.
 */
class TcpSocketIngress : private TcpConnectionDemux::Connection
{
  public:
    /// What a socket does with segments.
    class Sink
    {
      public:
        virtual ~Sink() = default;

        /// A segment of a connection, header and payload.
        virtual void OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark) = 0;

        /// A segment while the socket listens; the packet is its payload, @p shown its header.
        virtual void OnListen(Ptr<Packet> packet,
                              const SegmentFields& fields,
                              const TcpHeader& shown,
                              const Address& from,
                              const Address& to) = 0;
    };

    /// What this shares with ns-3's socket.
    struct Variables
    {
        const TracedValue<TcpSocket::TcpStates_t>& state; //!< of the socket
        Ipv4EndPoint* const& endPoint;                    //!< of IPv4, or null
        Ipv6EndPoint* const& endPoint6;                   //!< of IPv6, or null
    };

    /// @param variables shared with ns-3's socket @param sink gets the segments
    TcpSocketIngress(const Variables& variables, Sink& sink);

    /// Have the end point hand its segments to the socket, in place of ns-3's functions, which
    /// answer for the socket what it refuses.
    void Attach(const Ptr<TcpSocketBase>& owner);

    /// There is a connection: its segments come straight from IP.
    void Register(Ptr<TcpL4Protocol> tcp)
    {
        m_direct = TcpConnectionDemux::Register(tcp, *this);
    }

    /// There is no connection any more.
    void Unregister()
    {
        m_direct.reset();
    }

    /// @return the RST that answers a segment of no connection (RFC 9293, section 3.10.7.2):
    /// <SEQ=SEG.ACK><CTL=RST>
    static TcpHeader MakeRefusal(const TcpHeader& header);

  private:
    Ipv4EndPoint* GetDirectEndPoint() const override;
    Ipv6EndPoint* GetDirectEndPoint6() const override;
    void OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark) override;

    /// Hand a segment from an end point to the sink; a bound Ptr keeps the socket.
    template <class SocketAddress, class Header, class Interface>
    static void Receive(Ptr<TcpSocketBase> owner,
                        TcpSocketIngress* self,
                        Ptr<Packet> packet,
                        Header header,
                        uint16_t port,
                        Ptr<Interface> interface);

    Variables m_variables;                                      //!< shared with ns-3's socket
    Sink& m_sink;                                               //!< gets the segments
    std::unique_ptr<TcpConnectionDemux::Registration> m_direct; //!< from the handshake on
};

} // namespace ns3

#endif /* TCP_SOCKET_INGRESS_H */

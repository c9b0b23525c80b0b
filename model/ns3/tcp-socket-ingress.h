/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SOCKET_INGRESS_H
#define TCP_SOCKET_INGRESS_H

#include "end-point-pair.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-header.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-ecn.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Stands before a node's TcpL4Protocol and hands the segments of connections that have
 * registered straight to their sockets.
 *
 * TcpL4Protocol reads the whole header of each segment and walks all end points of the node. The
 * front reads addresses and ports and looks the connection up by hash. It decides as TcpL4Protocol
 * would: a segment is the connection's if it is that of the socket's end point, with all four parts
 * of its name, the device it is bound to, and a good checksum where checksums are on. Everything
 * else goes to TcpL4Protocol, which does what it always does: listening and other sockets, RST,
 * IPv4-mapped addresses, ICMP.
 *
 * One front serves IPv4 and IPv6 of a node. It is there from the first registration on.
 */
class TcpConnectionDemux : public IpL4Protocol
{
  public:
    /// A socket that takes segments from a front.
    class Connection
    {
      public:
        virtual ~Connection() = default;

        /// @return the connection's end point; none if it has none or the handshake is not over
        virtual EndPointPair GetDirectEndPoint() const = 0;

        /// A segment, header and payload, arrived that the end point would have got.
        virtual void OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark) = 0;
    };

    /// A connection's place in a front, for as long as it lives.
    class Registration;

    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Register a connection, which has a direct end point whose four parts are known and must
    /// outlive the registration, with the front of its node, which is put up if there is none.
    /// @return null if there can be no front: a subclass of TcpL4Protocol, or whatever else stands
    /// in its place, may want to see each segment
    static std::unique_ptr<Registration> Register(Ptr<TcpL4Protocol> tcp, Connection& connection);

    /// @return the front of a node, or null
    static Ptr<TcpConnectionDemux> Find(Ptr<Node> node);

    /// @brief Connections registered now. @return how many
    std::size_t GetConnectionCount() const
    {
        return m_connections.size();
    }

    /// @brief Segments that did not go to TcpL4Protocol. @return how many so far
    uint64_t GetDirectSegments() const
    {
        return m_directSegments;
    }

    int GetProtocolNumber() const override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv4Header& header,
                     Ptr<Ipv4Interface> interface) override;
    RxStatus Receive(Ptr<Packet> packet,
                     const Ipv6Header& header,
                     Ptr<Ipv6Interface> interface) override;

    /// @name What TcpL4Protocol has, for others
    /// @{
    void ReceiveIcmp(Ipv4Address source,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info,
                     Ipv4Address from,
                     Ipv4Address to,
                     const uint8_t payload[8]) override
    {
        m_tcp->ReceiveIcmp(source, ttl, type, code, info, from, to, payload);
    }

    void ReceiveIcmp(Ipv6Address source,
                     uint8_t ttl,
                     uint8_t type,
                     uint8_t code,
                     uint32_t info,
                     Ipv6Address from,
                     Ipv6Address to,
                     const uint8_t payload[8]) override
    {
        m_tcp->ReceiveIcmp(source, ttl, type, code, info, from, to, payload);
    }

    void SetDownTarget(DownTargetCallback callback) override
    {
        m_tcp->SetDownTarget(callback);
    }

    void SetDownTarget6(DownTargetCallback6 callback) override
    {
        m_tcp->SetDownTarget6(callback);
    }

    DownTargetCallback GetDownTarget() const override
    {
        return m_tcp->GetDownTarget();
    }

    DownTargetCallback6 GetDownTarget6() const override
    {
        return m_tcp->GetDownTarget6();
    }

    /// @}

  private:
    /// Find the front of a node at one IP layer, Ipv4 or Ipv6, or put it up. @return null if there
    /// can be none
    template <class Ip>
    static Ptr<TcpConnectionDemux> StandBefore(Ptr<TcpL4Protocol> tcp);

    /// @return the connection of a name, if a segment from an interface is to go there directly, or
    /// null
    template <class Interface>
    Connection* FindConnection(const ConnectionName& name, const Ptr<Interface>& interface) const;

    /// Hand a segment to its connection or to TcpL4Protocol.
    template <class Header, class Interface>
    RxStatus ReceiveBy(Ptr<Packet> packet, const Header& header, Ptr<Interface> interface);

    Ptr<TcpL4Protocol> m_tcp; //!< gets all else
    ConnectionTable<Registration*> m_connections;
    uint64_t m_directSegments{0}; //!< that did not go to TcpL4Protocol
};

class TcpConnectionDemux::Registration
{
  public:
    /// @p connection has an end point by now.
    Registration(Ptr<TcpConnectionDemux> front, Connection& connection);

    /// @brief End.
    ~Registration();

    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;

    /// @brief Whose it is. @return the connection
    Connection& GetConnection() const
    {
        return m_connection;
    }

  private:
    Ptr<TcpConnectionDemux> m_front;
    Connection& m_connection;
    ConnectionName m_name;
};

} // namespace ns3

#endif /* TCP_SOCKET_INGRESS_H */

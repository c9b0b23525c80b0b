/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_CONNECTION_DEMUX_H
#define TCP_CONNECTION_DEMUX_H

#include "ns3/address.h"
#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6-header.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-ecn.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

#include <array>
#include <boost/functional/hash.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <unordered_map>

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief What a connection is known by on its node: addresses and ports of both ends, and whether
/// they are of IPv6. An IPv4-mapped address of IPv6 gives another name than that of IPv4.
using ConnectionName = std::array<uint64_t, 5>;

/// @ingroup tcp-lossy
/// @brief Name of the connection of two addresses and ports. @tparam Address of IPv4 or IPv6
/// @return the name
template <class Address>
ConnectionName
MakeConnectionName(const Address& local, uint16_t localPort, const Address& peer, uint16_t peerPort)
{
    constexpr uint64_t isIpv6 = std::is_same_v<Address, Ipv6Address>;
    ConnectionName name{};
    auto* octets = reinterpret_cast<uint8_t*>(name.data());
    local.Serialize(octets);
    peer.Serialize(octets + 16);
    name[4] = isIpv6 << 32 | uint64_t{localPort} << 16 | peerPort;
    return name;
}

/// @ingroup tcp-lossy
/// @brief Hash of a ConnectionName.
struct ConnectionNameHash
{
    /// @return the hash of a name
    std::size_t operator()(const ConnectionName& name) const
    {
        return boost::hash_range(name.begin(), name.end());
    }
};

/// @ingroup tcp-lossy
/// @brief What is known of each of a node's connections.
template <class T>
using ConnectionTable = std::unordered_map<ConnectionName, T, ConnectionNameHash>;

/**
 * @ingroup tcp-lossy
 * @brief How far the sequence numbers of a node's connections went that ended without the peer's
 * knowledge.
 *
 * ns-3 begins each connection with the sequence number 0. The peer of a connection that was aborted
 * may still have it: to such a peer the SYN of the next connection, with the same ports, can look
 * like the old one come late, and its challenge ACK like an ACK of the new SYN. Neither end would
 * get any further. A number above all those of the former connection has the challenge answered by
 * a RST (RFC 9293, sections 3.4.1 and 3.5.1).
 *
 * There is one for each node, aggregated to it, and from the first such end on.
 */
class IsnHistory : public Object
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// A connection of a node has ended at sequence number @p next, and the peer may not know.
    static void Leave(const Ptr<Node>& node, const ConnectionName& name, SequenceNumber32 next);

    /// @return the first sequence number of a new connection: 0, unless a former one of that name
    /// has left its own; nothing if the node remembers none
    static std::optional<SequenceNumber32> GetFirst(const Node& node, const ConnectionName& name);

  private:
    ConnectionTable<SequenceNumber32> m_numbers;
};

/**
 * @ingroup tcp-lossy
 * @brief The end point of a socket, of IPv4 or IPv6, in one way.
 *
 * ns-3 takes an end point away when its node goes: a pair is made anew for each use.
 */
struct EndPointPair
{
    /// Take the end point of a new connection, on the device that its socket is bound to, if any.
    /// @return an empty pair if another socket has the two addresses and ports
    static EndPointPair Allocate(TcpL4Protocol& tcp,
                                 const Ptr<NetDevice>& device,
                                 const Address& local,
                                 const Address& peer);

    /// @return what @p visit returns of the end point, which there must be
    template <class Visitor>
    auto Visit(const Visitor& visit) const
    {
        return v4 ? visit(*v4) : visit(*v6);
    }

    /// @return whether there is one.
    explicit operator bool() const
    {
        return v4 || v6;
    }

    /// @brief Local address. @return without port
    Address GetLocalAddress() const
    {
        return Visit([](auto& endPoint) -> Address { return endPoint.GetLocalAddress(); });
    }

    /// @brief The peer's address. @return without port
    Address GetPeerAddress() const
    {
        return Visit([](auto& endPoint) -> Address { return endPoint.GetPeerAddress(); });
    }

    /// @return octets of options and data that the node's interface takes whole
    uint32_t GetInterfaceOctets(const Node& node) const;

    /// Set the ports of a header.
    void WritePorts(TcpHeader& header) const
    {
        Visit([&header](auto& endPoint) {
            header.SetSourcePort(endPoint.GetLocalPort());
            header.SetDestinationPort(endPoint.GetPeerPort());
        });
    }

    /// @return the name of the connection, which there must be
    ConnectionName GetName() const
    {
        return Visit([](auto& endPoint) {
            return MakeConnectionName(endPoint.GetLocalAddress(),
                                      endPoint.GetLocalPort(),
                                      endPoint.GetPeerAddress(),
                                      endPoint.GetPeerPort());
        });
    }

    Ipv4EndPoint* v4{nullptr}; //!< of IPv4, or null
    Ipv6EndPoint* v6{nullptr}; //!< of IPv6, or null
};

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

#endif /* TCP_CONNECTION_DEMUX_H */

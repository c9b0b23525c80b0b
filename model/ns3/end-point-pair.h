/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef END_POINT_PAIR_H
#define END_POINT_PAIR_H

#include "ns3/address.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-address.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

#include <array>
#include <boost/functional/hash.hpp>
#include <cstddef>
#include <cstdint>
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

    /// Hand the end points to a socket.
    void CopyTo(Ipv4EndPoint*& ipv4, Ipv6EndPoint*& ipv6) const
    {
        ipv4 = v4;
        ipv6 = v6;
    }

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
    Address GetLocalAddress() const;

    /// @brief The peer's address. @return without port
    Address GetPeerAddress() const;

    /// @return octets of options and data that the node's interface takes whole
    uint32_t GetInterfaceOctets(const Node& node) const;

    /// Send a segment, on the device that the socket is bound to, if any. The header has the ports.
    void Send(TcpL4Protocol& tcp,
              const Ptr<Packet>& packet,
              const TcpHeader& header,
              const Ptr<NetDevice>& device) const
    {
        const auto send = [&](auto& endPoint) {
            tcp.SendPacket(packet,
                           header,
                           endPoint.GetLocalAddress(),
                           endPoint.GetPeerAddress(),
                           device);
        };
        if (v4)
        {
            send(*v4);
        }
        else
        {
            send(*v6);
        }
    }

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

} // namespace ns3

#endif /* END_POINT_PAIR_H */

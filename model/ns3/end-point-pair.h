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
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <unordered_map>

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief What a connection is known by on its node.
/// @tparam Address of IPv4 or IPv6
template <class Address>
struct FourTuple
{
    Address local;      //!< this end's address
    uint16_t localPort; //!< this end's port
    Address peer;       //!< the other end's address
    uint16_t peerPort;  //!< the other end's port

    /// @return whether both name the same connection
    bool operator==(const FourTuple& other) const
    {
        return localPort == other.localPort && peerPort == other.peerPort && peer == other.peer &&
               local == other.local;
    }
};

/// @ingroup tcp-lossy
/// @brief Name of the connection of an end point. @tparam Address of IPv4 or IPv6 @tparam EndPoint
/// of the same @return the name
template <class Address, class EndPoint>
FourTuple<Address>
GetFourTuple(EndPoint& endPoint)
{
    return {endPoint.GetLocalAddress(),
            endPoint.GetLocalPort(),
            endPoint.GetPeerAddress(),
            endPoint.GetPeerPort()};
}

/**
 * @ingroup tcp-lossy
 * @brief Hash of a FourTuple.
 *
 * Of ns-3's hashes of addresses some releases have one class, some deprecate it for another.
 * @tparam Address of IPv4 or IPv6
 */
template <class Address>
struct FourTupleHash
{
    /// @return the hash of a name
    std::size_t operator()(const FourTuple<Address>& name) const
    {
        return Mix(Add(Add(0, name.local), name.peer),
                   uint32_t{name.localPort} << 16 | name.peerPort);
    }

  private:
    static uint64_t Mix(uint64_t hash, uint64_t number)
    {
        constexpr uint64_t MULTIPLIER = 0x9e37'79b9'7f4a'7c15; // 2^64 over the golden ratio
        return hash * MULTIPLIER + number;
    }

    static uint64_t Add(uint64_t hash, const Ipv4Address& address)
    {
        return Mix(hash, address.Get());
    }

    static uint64_t Add(uint64_t hash, const Ipv6Address& address)
    {
        std::array<uint8_t, 16> octets;
        address.GetBytes(octets.data());
        std::array<uint64_t, 2> halves;
        std::memcpy(halves.data(), octets.data(), octets.size());
        return Mix(Mix(hash, halves[0]), halves[1]);
    }
};

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

    /// @return the table of a node, made if there is none
    static Ptr<IsnHistory> Get(Ptr<Node> node);

    /// A connection has ended at sequence number @p next, and the peer may not know.
    template <class Address>
    void Leave(const FourTuple<Address>& name, SequenceNumber32 next)
    {
        GetTable(name)[name] = next;
    }

    /// @return the first sequence number of a new connection: 0, unless a former one of that name
    /// has left its own
    template <class Address>
    SequenceNumber32 GetFirst(const FourTuple<Address>& name)
    {
        const auto& table = GetTable(name);
        const auto found = table.find(name);
        return found == table.end() ? SequenceNumber32(0) : found->second;
    }

  private:
    template <class Address>
    using Table = std::unordered_map<FourTuple<Address>, SequenceNumber32, FourTupleHash<Address>>;

    auto& GetTable(const FourTuple<Ipv4Address>& /* name */)
    {
        return m_numbers;
    }

    auto& GetTable(const FourTuple<Ipv6Address>& /* name */)
    {
        return m_numbers6;
    }

    Table<Ipv4Address> m_numbers;  //!< of IPv4
    Table<Ipv6Address> m_numbers6; //!< of IPv6
};

/**
 * @ingroup tcp-lossy
 * @brief The end point of a socket, of IPv4 or IPv6, in one way.
 *
 * ns-3 takes an end point away when its node goes: a pair is made anew for each use.
 */
class EndPointPair
{
  public:
    /// Either may be null.
    EndPointPair(Ipv4EndPoint* v4, Ipv6EndPoint* v6)
        : m_v4(v4),
          m_v6(v6)
    {
    }

    /// Take the end point of a new connection, on the device that its socket is bound to, if any.
    /// @return an empty pair if another socket has the two addresses and ports
    static EndPointPair Allocate(TcpL4Protocol& tcp,
                                 const Ptr<NetDevice>& device,
                                 const Address& local,
                                 const Address& peer);

    /// Hand the end points to a socket.
    void CopyTo(Ipv4EndPoint*& v4, Ipv6EndPoint*& v6) const
    {
        v4 = m_v4;
        v6 = m_v6;
    }

    /// @return whether there is one.
    explicit operator bool() const
    {
        return m_v4 || m_v6;
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
        if (m_v4)
        {
            send(*m_v4);
        }
        else
        {
            send(*m_v6);
        }
    }

    /// Set the ports of a header.
    void WritePorts(TcpHeader& header) const
    {
        header.SetSourcePort(m_v4 ? m_v4->GetLocalPort() : m_v6->GetLocalPort());
        header.SetDestinationPort(m_v4 ? m_v4->GetPeerPort() : m_v6->GetPeerPort());
    }

    /// @return the sequence number that a connection has to begin with, above a former one's;
    /// nothing if the node remembers none
    std::optional<SequenceNumber32> GetFirstNumber(const Node& node) const;

    /// The connection ends at sequence number @p next, and the peer may not know that.
    void LeaveNumber(const Ptr<Node>& node, SequenceNumber32 next) const;

  private:
    Ipv4EndPoint* m_v4; //!< of IPv4, or null
    Ipv6EndPoint* m_v6; //!< of IPv6, or null
};

} // namespace ns3

#endif /* END_POINT_PAIR_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef END_POINT_PAIR_H
#define END_POINT_PAIR_H

#include "ns3/address.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

#include <cstdint>
#include <optional>

namespace ns3
{

class Ipv4EndPoint;
class Ipv6EndPoint;

/**
 * @ingroup tcp-lossy
 *
 * @brief The end point of a socket, of IPv4 or IPv6, in one way.
 *
 * ns-3 takes an end point away when its node goes: a pair is made anew for each use.
 */
class EndPointPair
{
  public:
    /// @param v4 of IPv4, or null @param v6 of IPv6, or null
    EndPointPair(Ipv4EndPoint* v4, Ipv6EndPoint* v6);

    /**
     * @brief Take the end point of a new connection.
     * @param tcp of the node
     * @param device that the socket is bound to, if it is
     * @param local address and port
     * @param peer address and port
     * @return none if another socket has it
     */
    static EndPointPair Allocate(TcpL4Protocol& tcp,
                                 const Ptr<NetDevice>& device,
                                 const Address& local,
                                 const Address& peer);

    /// @brief Give them to a socket. @param v4 of IPv4 @param v6 of IPv6
    void CopyTo(Ipv4EndPoint*& v4, Ipv6EndPoint*& v6) const;

    /// @return whether there is one.
    explicit operator bool() const;

    /// @brief Local address. @return without port
    Address GetLocalAddress() const;

    /// @brief The peer's address. @return without port
    Address GetPeerAddress() const;

    /// @brief Options and data that cross its interface whole. @param node of it @return octets
    uint32_t GetInterfaceOctets(const Node& node) const;

    /// @brief Send a segment. @param tcp of the node @param packet payload @param header its
    /// header, with the ports @param device that the socket is bound to, if it is
    void Send(TcpL4Protocol& tcp,
              const Ptr<Packet>& packet,
              const TcpHeader& header,
              const Ptr<NetDevice>& device) const;

    /// @brief Set the ports of a header. @param header it
    void WritePorts(TcpHeader& header) const;

    /// @brief Where a connection begins: above a former one's numbers. @param node of it
    /// @return a sequence number; nothing if the node has no former connection
    std::optional<SequenceNumber32> GetFirstNumber(const Node& node) const;

    /// @brief The peer may still have the connection that ends. @param node of it @param next the
    /// sequence number that the connection came to
    void LeaveNumber(const Ptr<Node>& node, SequenceNumber32 next) const;

  private:
    Ipv4EndPoint* m_v4; //!< of IPv4, or null
    Ipv6EndPoint* m_v6; //!< of IPv6, or null
};

} // namespace ns3

#endif /* END_POINT_PAIR_H */

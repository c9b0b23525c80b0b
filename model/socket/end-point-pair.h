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
              const Ptr<NetDevice>& device) const;

    /// Set the ports of a header.
    void WritePorts(TcpHeader& header) const;

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

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PPP_TCP_PACKET_H
#define PPP_TCP_PACKET_H

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A TCP segment and its ends, taken from a packet as it is on a point-to-point link: PPP
 * over IPv4 or IPv6 over TCP.
 */
struct PppTcpPacket
{
    TcpHeader header;    //!< the TCP header
    uint32_t size{0};    //!< octets of data
    Address source;      //!< socket address
    Address destination; //!< socket address

    /// @return the segment in a packet with a PPP header; nothing if there is none
    static std::optional<PppTcpPacket> Parse(Ptr<const Packet> packet);
};

} // namespace ns3

#endif /* PPP_TCP_PACKET_H */

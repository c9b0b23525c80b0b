/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEQUENCE_POSITION_H
#define SEQUENCE_POSITION_H

#include <chrono>
#include <cstdint>

namespace ns3
{

/// A span of time, or a time since any fixed origin.
using Instant = std::chrono::nanoseconds;

/**
 * @ingroup tcp-lossy
 * @brief Numbers that IANA gives to protocols, and lengths of headers. ns-3 has moved its own from
 * place to place.
 */
namespace protocolnumbers
{

constexpr uint8_t TCP = 6; //!< above IP

constexpr uint16_t ETHER_IPV4 = 0x0800; //!< above Ethernet
constexpr uint16_t ETHER_IPV6 = 0x86dd; //!< above Ethernet

constexpr uint16_t PPP_IPV4 = 0x0021; //!< above PPP
constexpr uint16_t PPP_IPV6 = 0x0057; //!< above PPP

constexpr double BITS_PER_OCTET = 8.0; //!< of any octet on a wire

constexpr uint32_t TCP_HEADER = 20;  //!< octets without options: RFC 9293
constexpr uint32_t IPV4_HEADER = 20; //!< octets: RFC 791
constexpr uint32_t IPV6_HEADER = 40; //!< octets: RFC 8200
constexpr uint32_t PPP_HEADER = 2;   //!< octets: ns-3's framing

} // namespace protocolnumbers

/**
 * @ingroup tcp-lossy
 * @brief Octets of a stream, by unwrapped position: the octet at @ref begin up to, not including,
 * the one at @ref end.
 *
 * Positions count from the start of the connection and never wrap; the socket translates them to
 * and from the 32-bit sequence numbers of the wire.
 */
struct OctetRange
{
    uint64_t begin{0}; //!< position of the first octet
    uint64_t end{0};   //!< one past the last octet, not below begin

    /// @brief Number of octets. @return octets
    uint64_t Size() const
    {
        return end - begin;
    }

    /// @return whether both ranges have the same ends
    bool operator==(const OctetRange& other) const
    {
        return begin == other.begin && end == other.end;
    }
};

/// @return position of the octet with a sequence number (RFC 9293, section 3.4: modulo 2^32), less
/// than 2^31 away from that of a @p known position, at least 2^31: the low 32 bits of a position
/// are the sequence number of its octet
constexpr uint64_t
UnwrapSequence(uint64_t known, uint32_t sequence)
{
    const auto distance = static_cast<int32_t>(sequence - static_cast<uint32_t>(known));
    return known + static_cast<int64_t>(distance);
}

/// @return whether a timestamp is older than another one, less than 2^31 away (RFC 7323, section
/// 5.2: modulo 2^32)
constexpr bool
IsOlder(uint32_t timestamp, uint32_t than)
{
    return static_cast<int32_t>(timestamp - than) < 0;
}

/// @return position that a stream starts at, by the sequence number of its first octet: nothing
/// that a peer can name lies below 0
constexpr uint64_t
FirstPosition(uint32_t sequence)
{
    return (uint64_t{1} << 32) + sequence;
}

} // namespace ns3

#endif /* SEQUENCE_POSITION_H */

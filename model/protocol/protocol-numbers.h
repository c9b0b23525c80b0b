/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROTOCOL_NUMBERS_H
#define PROTOCOL_NUMBERS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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

constexpr uint32_t IPV4_HEADER = 20; //!< octets: RFC 791
constexpr uint32_t IPV6_HEADER = 40; //!< octets: RFC 8200
constexpr uint32_t PPP_HEADER = 2;   //!< octets: ns-3's framing

} // namespace protocolnumbers
} // namespace ns3

#endif /* PROTOCOL_NUMBERS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADVERTISED_WINDOW_H
#define ADVERTISED_WINDOW_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What window a receiver's buffer can offer through TCP's 16-bit field (RFC 7323, section
 * 2).
 *
 * The field holds the window without its last `scale` bits. ns-3 takes the smallest scale, 14 at
 * most, with which the size of the empty buffer fits into the field, when the SYN is sent; it cuts
 * the bits off and offers the rest. A sender thus never has more in flight than the size rounded
 * down to a multiple of `2^scale`, and never more than MAX_ADVERTISED_WINDOW.
 */
constexpr uint8_t MAX_WINDOW_SCALE = 14;

/// Largest value of the field.
constexpr uint32_t MAX_WINDOW_FIELD = 65535;

/// Octets that no window exceeds, a little less than 2^30.
constexpr uint32_t MAX_ADVERTISED_WINDOW = MAX_WINDOW_FIELD << MAX_WINDOW_SCALE;

namespace advertisedwindow
{

/// @return the scale that ns-3 announces in its SYN, 0 to 14, with a buffer of so many octets
uint8_t GetWindowScale(uint32_t rcvBufSize);

/// @return the window of an empty buffer, octets, at most @p rcvBufSize and MAX_ADVERTISED_WINDOW
uint32_t GetAdvertisedWindow(uint32_t rcvBufSize);

/// @return octets of the smallest buffer that offers a window; more than MAX_ADVERTISED_WINDOW
/// cannot be offered and counts as that
uint32_t GetReceiveBufferFor(uint64_t window);

} // namespace advertisedwindow
} // namespace ns3

#endif /* ADVERTISED_WINDOW_H */

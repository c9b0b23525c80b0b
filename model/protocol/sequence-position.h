/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEQUENCE_POSITION_H
#define SEQUENCE_POSITION_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Position of the octet with a sequence number (RFC 9293, section 3.4: modulo 2^32).
 *
 * Positions count octets in 64 bits and never wrap; the low 32 bits of a position are the sequence
 * number of its octet.
 *
 * @param known a position, at least 2^31
 * @param sequence a sequence number less than 2^31 away from that of the known position
 * @return its position
 */
constexpr uint64_t
UnwrapSequence(uint64_t known, uint32_t sequence)
{
    const auto distance = static_cast<int32_t>(sequence - static_cast<uint32_t>(known));
    return known + static_cast<int64_t>(distance);
}

/**
 * @ingroup tcp-lossy
 *
 * @brief Position that a stream starts at: nothing that a peer can name lies below 0.
 * @param sequence the sequence number of its first octet
 * @return the position
 */
constexpr uint64_t
FirstPosition(uint32_t sequence)
{
    return (uint64_t{1} << 32) + sequence;
}

} // namespace ns3

#endif /* SEQUENCE_POSITION_H */

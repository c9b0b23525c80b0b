/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OCTET_RANGE_H
#define OCTET_RANGE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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

} // namespace ns3

#endif /* OCTET_RANGE_H */

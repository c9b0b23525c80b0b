/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEDGER_DRIVER_H
#define LEDGER_DRIVER_H

#include "ns3/sent-segments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace ledgertest
{

using Ranges = std::vector<ns3::OctetRange>;

constexpr uint64_t EVERYWHERE = std::numeric_limits<uint64_t>::max();

/// @brief Octets of segments of 100 octets. @param first of them @param count how many
/// @return octets
inline ns3::OctetRange
Segments(uint64_t first, uint64_t count = 1)
{
    return {100 * first, 100 * (first + count)};
}

/// @brief Send new data in segments of 100 octets. @param ledger it @param end position after them
/// @param now when
inline void
Extend(ns3::SentSegments& ledger, uint64_t end, ns3::Instant now = {})
{
    while (ledger.GetNxt() < end)
    {
        ledger.Send({ledger.GetNxt(), std::min(ledger.GetNxt() + 100, end)}, now);
    }
}

/// @brief A sender that has sent segments of 100 octets and got no ACK. @param segments how many
/// @return its ledger
inline ns3::SentSegments
Sent(uint64_t segments)
{
    ns3::SentSegments ledger;
    Extend(ledger, 100 * segments);
    return ledger;
}

/// @brief All holes, or the first hundred, found by sending each of them again in a copy.
/// @param ledger it @return the holes
inline Ranges
HolesOf(ns3::SentSegments ledger)
{
    Ranges holes;
    auto hole = ledger.NextHole(EVERYWHERE);
    while (hole && holes.size() < 100)
    {
        holes.push_back(*hole);
        ledger.Send(*hole, {});
        hole = ledger.NextHole(EVERYWHERE);
    }
    return holes;
}

/// @brief A SACK block arrives. @param ledger it @param block its octets
/// @return octets that are newly known to have arrived
inline uint64_t
Sack(ns3::SentSegments& ledger, ns3::OctetRange block)
{
    Ranges fresh;
    return ledger.Sack(block, fresh);
}

/// @brief How many SACKed intervals there are. @param ledger it @return their number
inline std::size_t
IntervalsOf(const ns3::SentSegments& ledger)
{
    std::size_t intervals = 0;
    bool isSacked = false;
    for (auto i = ledger.GetUna(); i < ledger.GetNxt(); ++i)
    {
        const bool wasSacked = std::exchange(isSacked, ledger.IsSacked({i, i + 1}));
        intervals += isSacked && !wasSacked;
    }
    return intervals;
}

} // namespace ledgertest

#endif /* LEDGER_DRIVER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECENT_BLOCKS_H
#define RECENT_BLOCKS_H

#include "ns3/octet-range.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The blocks that the receiver of ns-3's own socket reports, which are not all that it
 * holds: for users who want the same results.
 *
 * It remembers four, the last one first, and what leaves this memory is forgotten: octets that
 * arrive next to a forgotten block are reported without it, against RFC 2018, section 4, whose
 * first block is the whole contiguous one.
 *
 * Invariant: no two blocks touch each other.
 */
class RecentBlocks
{
  public:
    /// Blocks remembered.
    static constexpr std::size_t MAX_BLOCKS = 4;

    /// New octets, in one piece, arrived out of order.
    void Add(OctetRange range);

    /// Forget what the cumulative ACK covers; @p next is one past the last octet in order.
    void DropBelow(uint64_t next);

    /// @brief What is to be reported. @return blocks, the last to change first
    const std::vector<OctetRange>& GetBlocks() const
    {
        return m_blocks;
    }

  private:
    std::vector<OctetRange> m_blocks; //!< the last to change first
};

} // namespace ns3

#endif /* RECENT_BLOCKS_H */

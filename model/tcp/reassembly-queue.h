/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REASSEMBLY_QUEUE_H
#define REASSEMBLY_QUEUE_H

#include "sequence-position.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief What a TCP receiver holds beyond the octets it has in order.
 *
 * `rcv.nxt` is the first octet that is missing. Octets above it that arrived already form blocks,
 * and these are what a SACK option reports. The queue knows positions only; whoever owns it keeps
 * the payload, and is told which parts of each segment are worth keeping.
 *
 * States: `rcv.nxt`, and the set of blocks with their order of recency.
 * Events:
 *  - Insert(): a segment arrived. Its octets below `rcv.nxt` and those held are duplicates, the
 *    others are fresh. Where it begins at or below `rcv.nxt` and ends above, `rcv.nxt` advances
 *    over it and over every block it then touches. Otherwise it becomes a block, together with the
 *    blocks that it overlaps or touches, and this is the most recent one, even when no octet of the
 *    segment was fresh: RFC 2018 section 4 puts the block first that contains the segment which
 *    triggered the ACK. A segment that advances `rcv.nxt` or lies below it leaves the order of the
 *    other blocks as it was.
 *
 * Invariants:
 *  - `rcv.nxt` never goes back;
 *  - blocks are not empty, lie above `rcv.nxt`, and between any two of them, and between `rcv.nxt`
 *    and the first one, at least one octet is missing;
 *  - the fresh parts of a segment and its duplicate octets together are the segment.
 *
 * The number of blocks has no bound here: the owner refuses what lies beyond the window it offers.
 *
 * Cost of a segment: O(log n + k), n blocks held, k of them merged or passed; nothing but a few
 * comparisons when it arrives in order and no block is held.
 */
class ReassemblyQueue
{
  public:
    /// What the arrival of one segment meant.
    struct Arrival
    {
        /// Parts that were not held before, in order. More than two need a segment that spans
        /// several holes.
        boost::container::small_vector<OctetRange, 2> fresh;

        /// The first part that was held or below `rcv.nxt` already, as long as it goes: what RFC
        /// 2883 section 4 reports as the D-SACK block.
        std::optional<OctetRange> duplicate;

        /// Whether `rcv.nxt` moved.
        bool advanced{false};
    };

    /// Nothing is held yet; @p start is `rcv.nxt`, unwrapped.
    explicit ReassemblyQueue(uint64_t start = 0)
        : m_next(start)
    {
    }

    /// Moves with its blocks; there are no copies.
    ReassemblyQueue(ReassemblyQueue&&) = default;
    /// Moves with its blocks.
    ReassemblyQueue& operator=(ReassemblyQueue&&) = default;

    /// A segment arrived; an empty or reversed range changes nothing. @return what is new about it
    Arrival Insert(OctetRange segment)
    {
        if (segment.begin == m_next && segment.begin < segment.end && m_blocks.empty())
        {
            m_next = segment.end;
            return {{segment}, std::nullopt, true};
        }
        return InsertAmongBlocks(segment);
    }

    /// @brief The first missing octet. @return `rcv.nxt`, unwrapped position
    uint64_t GetNext() const
    {
        return m_next;
    }

    /// @return at most @p max blocks for a SACK option (RFC 2018, section 4): first the block with
    /// the segment that arrived last, then the others, each by its own last segment
    std::vector<OctetRange> GetBlocks(std::size_t max) const
    {
        return {m_recency.begin(), std::next(m_recency.begin(), std::min(max, m_recency.size()))};
    }

    /// @brief How many blocks are held. @return their number
    std::size_t GetBlockCount() const
    {
        return m_blocks.size();
    }

    /// @return how many blocks Insert() has looked at, a measure of cost
    uint64_t GetOperations() const
    {
        return m_operations;
    }

  private:
    using Recency = std::list<OctetRange>;

    /// In order of position. A block's key is the octet that it began with when it was new; it may
    /// have grown downwards since then.
    using Blocks = std::map<uint64_t, Recency::iterator>;

    /// As Insert(), where blocks are held or the segment does not begin at `rcv.nxt`.
    Arrival InsertAmongBlocks(OctetRange segment);

    /// Look at a block, which counts.
    const OctetRange& Visit(Blocks::const_iterator block)
    {
        ++m_operations;
        return *block->second;
    }

    /// Tell the fresh octets of a segment, none below `rcv.nxt`, from the others, for @p arrival.
    /// @p block is the first block that ends at or after its first octet; on return the first one
    /// that begins after its end. @return the segment and all blocks that it overlaps or touches,
    /// in one
    OctetRange Join(OctetRange segment, Blocks::iterator& block, Arrival& arrival);

    /// A segment lies behind a hole.
    void Hold(OctetRange segment, Arrival& arrival);

    void Forget(Blocks::iterator first, Blocks::iterator last);

    uint64_t m_next{0};       //!< `rcv.nxt`
    Recency m_recency;        //!< the blocks, most recent first
    Blocks m_blocks;          //!< the blocks, each by one of its octets
    uint64_t m_operations{0}; //!< looks at blocks
};

} // namespace ns3

#endif /* REASSEMBLY_QUEUE_H */

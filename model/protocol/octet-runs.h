/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OCTET_RUNS_H
#define OCTET_RUNS_H

#include "octet-range.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What may be sent again, in runs: an index of SentSegments.
 *
 * Invariants: runs do not touch; all octets from `snd.nxt` on belong to the last one, which has no
 * end, so that new data change none. O(log n + k) an event, with k the runs that it makes, changes
 * or removes; O(1) for the first one.
 */
class HoleRuns
{
  public:
    /// All from an octet on is a hole.
    explicit HoleRuns(uint64_t start)
        : m_runs{{BEYOND, start}}
    {
    }

    /// Octets, of which some may never have been a hole, are none any more.
    void Remove(OctetRange range);

    /// Octets below `snd.nxt`, none of which is a hole, are one again.
    void Add(OctetRange range);

    /// @return the first one, which may have no end
    OctetRange First() const
    {
        return {m_runs.begin()->second, m_runs.begin()->first};
    }

    /// No position: the end of the last run.
    static constexpr uint64_t BEYOND = std::numeric_limits<uint64_t>::max();

  private:
    /// End to begin: what is sent again or SACKed is mostly the front of a run, which then keeps
    /// its key.
    std::map<uint64_t, uint64_t> m_runs;
};

/**
 * @ingroup tcp-lossy
 *
 * @brief What the receiver has reported, in runs: an index of SentSegments.
 *
 * Invariant: runs do not touch. O(log n + k) an event, with k the runs that it makes, changes or
 * removes.
 */
class SackedRuns
{
  public:
    /// Octets are SACKed: append those that were not before, by position. @return false if that
    /// would make a run more than @p most: nothing is SACKed, then
    bool Add(OctetRange range, std::size_t most, std::vector<OctetRange>& fresh);

    /// Octets are not SACKed any more. @return those that were
    std::vector<OctetRange> Remove(OctetRange range);

    /// The cumulative ACK has come here.
    void RemoveBelow(uint64_t ack);

    /// Nothing is SACKed. @return what was
    std::vector<OctetRange> RemoveAll();

    /// @return the end of the highest run that is the @p count-th from above, or that has more than
    /// @p octets together with those above it; 0 if there is none. Looks at no more than @p count.
    uint64_t FindFromAbove(uint32_t count, uint64_t octets) const;

    /// @return octets from a position on. Looks at the runs there only.
    uint64_t CountAbove(uint64_t position) const;

    /// @return whether every octet of a range that is neither empty nor reversed is SACKed
    bool Contains(OctetRange range) const;

    /// @return where the first run begins, or the end of all positions
    uint64_t GetFirst() const
    {
        return m_runs.empty() ? HoleRuns::BEYOND : m_runs.begin()->first;
    }

    /// @return the last run, or nothing at position 0
    OctetRange GetLast() const
    {
        return m_runs.empty() ? OctetRange()
                              : OctetRange{m_runs.rbegin()->first, m_runs.rbegin()->second};
    }

  private:
    using Runs = std::map<uint64_t, uint64_t>;

    /// The run that holds or ends at the first octet of a range, or a new and empty one; the end
    /// where a new one would be too many.
    Runs::iterator From(OctetRange range, std::size_t most);

    Runs m_runs; //!< begin to end: they mostly grow at the end
};

} // namespace ns3

#endif /* OCTET_RUNS_H */

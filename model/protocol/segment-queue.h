/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_QUEUE_H
#define SEGMENT_QUEUE_H

#include "octet-range.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A segment that was sent, or a part of it that differs from the rest: an entry of
 * SentSegments, which says what the states mean.
 */
struct SentSegment
{
    /// Time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// The number of a sending, and where it ends: what "sent after" compares (RFC 8985, section
    /// 6.2, step 2). The time alone, which the RFC has, does not tell what left in one instant.
    using SendKey = std::pair<uint64_t, uint64_t>;

    /// What became of it.
    enum class State : uint8_t
    {
        IN_FLIGHT,
        RETRANSMITTED,
        LOST,
        SACKED,
    };

    OctetRange range;              //!< octets that are not acknowledged
    Instant first{0};              //!< when they were sent first
    Instant last{0};               //!< when they were sent last
    uint64_t ordinal{0};           //!< of the segment that they were sent in first, from 0 on
    uint64_t number{0};            //!< of the last sending that counts, among all, from 1 on
    uint64_t sndNxt{0};            //!< `snd.nxt` at that time, if that was not the first
    uint32_t transmissions{1};     //!< how often they were sent, at most
    State state{State::IN_FLIGHT}; //!< what became of them
    bool ambiguous{false};         //!< some of the segment was sent again: an ACK says not which

    /// @return number and end, for comparisons
    SendKey GetKey() const
    {
        return {number, range.end};
    }

    /// @return octets
    uint64_t Size() const
    {
        return range.Size();
    }

    /// @return whether they are on their way, for all that is known
    bool IsInFlight() const
    {
        return state == State::IN_FLIGHT || state == State::RETRANSMITTED;
    }
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Segments in the order of their octets, to be found by position.
 *
 * Invariants: entries touch and are in order; those of one segment have one ordinal.
 *
 * Cost: O(1) to find an entry where all have one size, O(log n) elsewhere; O(1) at both ends.
 * Cutting or joining entries moves those between them and the nearer end.
 */
class SegmentQueue
{
  public:
    /// Append a new segment of octets, which is the sending of a number. @return that segment
    SentSegment& Append(OctetRange range, SentSegment::Instant now, uint64_t number)
    {
        m_entries.push_back({range, now, now, m_nextOrdinal++, number});
        return m_entries.back();
    }

    /// Take the first entry out.
    void PopFront()
    {
        m_entries.pop_front();
    }

    /// An entry becomes two, of which the second begins at a position within it.
    void Split(std::size_t index, uint64_t position);

    /// Take the entry after one out of the queue; its octets are the other's, then.
    void JoinNext(std::size_t index);

    /// Some of the segment that an entry is of was sent again.
    void MarkAmbiguous(std::size_t index);

    /// @return whether an entry and the next one are of one segment
    bool IsContinued(std::size_t index) const
    {
        return index + 1 < m_entries.size() &&
               m_entries[index].ordinal == m_entries[index + 1].ordinal;
    }

    /// @return octets of the segment that an entry is of
    OctetRange GetWhole(std::size_t index) const;

    /// @return where the entry is that holds a position, which is held
    std::size_t IndexOf(uint64_t position) const;

    /// @return an entry
    SentSegment& operator[](std::size_t index)
    {
        return m_entries[index];
    }

    /// @return an entry
    const SentSegment& operator[](std::size_t index) const
    {
        return m_entries[index];
    }

    /// @return the first entry
    SentSegment& Front()
    {
        return m_entries.front();
    }

    /// @return the last entry
    const SentSegment& Back() const
    {
        return m_entries.back();
    }

    /// @return whether there is none
    bool IsEmpty() const
    {
        return m_entries.empty();
    }

    /// @return number of entries
    std::size_t Size() const
    {
        return m_entries.size();
    }

    /// @return number of segments
    std::size_t CountSegments() const
    {
        return m_entries.empty() ? 0 : m_nextOrdinal - m_entries.front().ordinal;
    }

    /// @return the ordinal of the next segment
    uint64_t GetNextOrdinal() const
    {
        return m_nextOrdinal;
    }

  private:
    /// Where an entry is if all have one size, which is right for most; or 0.
    std::size_t GuessIndexOf(uint64_t position) const;

    std::deque<SentSegment> m_entries; //!< all entries, in order
    uint64_t m_nextOrdinal{0};         //!< of the next segment
};

} // namespace ns3

#endif /* SEGMENT_QUEUE_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RACK_SEND_LIST_H
#define RACK_SEND_LIST_H

#include "octet-range.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The segments from `snd.una` to `snd.nxt` with the time at which each was last sent, in the
 * order of these times (RFC 8985, sections 5.2 and 6.1).
 *
 * States. A segment, or what is left of one, is
 *
 * | state     | meaning                                                              |
 * |-----------|----------------------------------------------------------------------|
 * | in flight | sent, and not heard of since                                         |
 * | lost      | judged lost, and not sent again since                                |
 * | SACKed    | the receiver holds it                                                |
 *
 * Events: octets are sent, acknowledged, SACKed; those sent before a moment are judged lost; a
 * timeout.
 *
 * Invariants: segments are disjoint and cover `[snd.una, snd.nxt)`; the counts are the sums over
 * them; in the order of times, segments sent at the same time stand by their positions.
 *
 * Cost: O(log n) for each segment that an event takes away or changes, O(log n) for a query. So
 * marking costs what it marks: the first segment that is not to be marked ends it.
 */
class RackSendList
{
  public:
    /// Time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// When a segment was sent, and where it ends: what "sent after" compares (section 6.2, step
    /// 2).
    using SendKey = std::pair<Instant, uint64_t>;

    /// A segment that is not acknowledged, or a part of it.
    struct Segment
    {
        OctetRange range;  //!< octets
        Instant sent{0};   //!< when they were sent last
        bool again{false}; //!< sent more than once

        /// @return time and end, for comparisons
        SendKey GetKey() const
        {
            return {sent, range.end};
        }
    };

    /// Octets were sent at a time never before that of an earlier call: new ones above all others,
    /// or some that are held; what is SACKed of them stays so.
    void Send(OctetRange range, Instant now);

    /// The cumulative ACK moved: append what was not SACKed before, by position.
    void Acknowledge(uint64_t una, std::vector<Segment>& delivered);

    /// Octets are SACKed: append what was not SACKed before, by position.
    void Sack(OctetRange range, std::vector<Segment>& delivered);

    /// Judge lost the oldest segment in flight that was sent before one that arrived, and not after
    /// @p sentBy.
    std::optional<Segment> LoseOldest(SendKey before, Instant sentBy);

    /// The segment that begins the list is lost. @return that segment, if it was in flight
    std::optional<Segment> LoseHead();

    /// The receiver may have dropped what was SACKed: that is lost.
    void LoseSacked();

    /// What was judged lost and not sent again since is in flight once more.
    void ForgetLosses();

    /// @return when the segment in flight was sent that was sent last of those before another
    std::optional<Instant> FindYoungest(SendKey before) const;

    /// @return the lost segment with the lowest position
    std::optional<OctetRange> GetFirstLost() const;

    /// @return the segment with the highest position
    std::optional<OctetRange> GetLast() const;

    /// @return octets in flight
    uint64_t GetInFlight() const
    {
        return m_inFlight;
    }

    /// @return octets that are lost
    uint64_t GetLost() const
    {
        return m_lostOctets;
    }

    /// @return number of SACKed segments
    std::size_t GetSackedSegments() const
    {
        return m_sackedCount;
    }

    /// @return number of segments in any state
    std::size_t GetSegments() const
    {
        return m_entries.size();
    }

  private:
    /// What is known of a segment.
    enum class State
    {
        IN_FLIGHT,
        LOST,
        SACKED,
    };

    /// A segment with its state; the key is its end.
    struct Entry
    {
        uint64_t begin; //!< first octet
        Instant sent;   //!< when it was sent last
        bool again;     //!< sent more than once
        State state;    //!< state
    };

    using Entries = std::map<uint64_t, Entry>;

    /// An entry is in its state: counts and indices gain it.
    void Join(Entries::const_reference entry);

    /// An entry leaves its state: counts and indices lose it.
    void Leave(Entries::const_reference entry);

    void Insert(uint64_t end, const Entry& entry)
    {
        Join(*m_entries.emplace_hint(m_entries.end(), end, entry));
    }

    Entries::iterator Erase(Entries::iterator entry);
    void SetState(Entries::iterator entry, State state);

    /// Have a segment end at a position, unless there is none to be cut.
    void Cut(uint64_t position);

    static Segment Describe(Entries::const_reference entry);

    Entries m_entries;            //!< all segments
    std::set<SendKey> m_byTime;   //!< those in flight
    std::set<uint64_t> m_lost;    //!< ends of those lost
    uint64_t m_inFlight{0};       //!< octets in flight
    uint64_t m_lostOctets{0};     //!< octets lost
    std::size_t m_sackedCount{0}; //!< segments SACKed
};

} // namespace ns3

#endif /* RACK_SEND_LIST_H */

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
 * them; in the order of times, segments sent at the same time follow their positions.
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

        /// @brief For comparisons. @return time and end
        SendKey GetKey() const
        {
            return {sent, range.end};
        }
    };

    /// @brief Begin a connection: nothing is sent.
    void Clear();

    /**
     * @brief Octets were sent.
     * @param range octets: new ones above all others, or some that are held; what is SACKed of them
     * stays so
     * @param now the time, never before that of an earlier call
     */
    void Send(OctetRange range, Instant now);

    /**
     * @brief The cumulative ACK moved.
     * @param una it
     * @param delivered where to append, by position, what was not SACKed before
     */
    void Acknowledge(uint64_t una, std::vector<Segment>& delivered);

    /**
     * @brief Octets are SACKed.
     * @param range octets
     * @param delivered where to append, by position, what was not SACKed before
     */
    void Sack(OctetRange range, std::vector<Segment>& delivered);

    /**
     * @brief Judge lost what was sent before a segment that arrived, and long enough ago.
     * @param before key of that segment
     * @param sentBy when it was sent, at the latest
     * @return the oldest such segment in flight, which is lost from now on; nothing if there is
     * none
     */
    std::optional<Segment> LoseOldest(SendKey before, Instant sentBy);

    /// @brief The segment that begins the list is lost, if it was in flight. @return it, or nothing
    std::optional<Segment> LoseHead();

    /// @brief The receiver may have dropped what was SACKed: that is lost.
    void LoseSacked();

    /// @brief What was judged lost and not sent again since is in flight once more.
    void ForgetLosses();

    /**
     * @brief The segment in flight that was sent last of those sent before another.
     * @param before key of the other
     * @return when it was sent; nothing if there is none
     */
    std::optional<Instant> FindYoungest(SendKey before) const;

    /// @brief The lost segment with the lowest position. @return its octets, or nothing
    std::optional<OctetRange> GetFirstLost() const;

    /// @brief The segment with the highest position. @return its octets, or nothing
    std::optional<OctetRange> GetLast() const;

    /// @brief Octets in flight. @return octets
    uint64_t GetInFlight() const;

    /// @brief Octets that are lost. @return octets
    uint64_t GetLost() const;

    /// @brief SACKed segments. @return their number
    std::size_t GetSackedSegments() const;

    /// @brief Segments of any state. @return their number
    std::size_t GetSegments() const;

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

    /// @brief An entry is in its state: counts and indices gain it. @param entry it
    void Join(Entries::const_reference entry);

    /// @brief An entry leaves its state: counts and indices lose it. @param entry it
    void Leave(Entries::const_reference entry);

    /// @brief Put an entry in. @param end its end @param entry the rest
    void Insert(uint64_t end, const Entry& entry);

    /// @brief Take an entry out. @param entry it @return the next one
    Entries::iterator Erase(Entries::iterator entry);

    /// @brief Give an entry another state. @param entry it @param state the state
    void SetState(Entries::iterator entry, State state);

    /// @brief Have a segment end at a position, unless there is none to be cut. @param position it
    void Cut(uint64_t position);

    /// @return the entry as a segment
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

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SACK_SCOREBOARD_H
#define SACK_SCOREBOARD_H

#include "octet-range.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What a sender knows about the octets from `snd.una` to `snd.nxt`: which of them the
 * receiver holds, which were sent again, and which are next to be sent again.
 *
 * States. Each octet of `[snd.una, snd.nxt)` is in one of three:
 *
 * | state         | meaning                                                                     |
 * |---------------|-----------------------------------------------------------------------------|
 * | SACKed        | the receiver reported it (RFC 2018)                                         |
 * | retransmitted | sent again and not heard of since; `snd.nxt` of that time is kept      |
 * | hole          | neither: sent once, or known to be lost as often as it was sent             |
 *
 * Besides there is `snd.fack` (FACK paper, section 3), the position after the highest octet that
 * the receiver is known to hold.
 *
 * Events. Octets become holes by ExtendTo(), TakeLostRetransmission(), LoseHeadRetransmission(),
 * LoseRetransmissionAt(), LoseRetransmissions(), ForgetSacked() and Clear(), retransmitted by
 * MarkRetransmitted(), SACKed by Sack();
 * Acknowledge() takes them away. SACKed octets stay SACKed until they are acknowledged, or
 * ForgetSacked() or Clear() is called. What the wire says is checked: a block or an ACK that cannot
 * be true changes nothing and is counted.
 *
 * Invariants:
 *  - `snd.una <= snd.fack <= snd.nxt`; none of them goes back, except `snd.fack` by Clear();
 *  - SACKed octets, retransmitted octets and holes are disjoint and cover all from `snd.una` on;
 *  - SACKed intervals do not touch each other, nor do holes. Retransmissions may: each one keeps
 *    its own note;
 *  - the notes of the retransmissions, oldest first, never decrease, and none is above `snd.nxt`;
 *  - `retran_data` and the number of SACKed octets are the sums over their intervals.
 *
 * Cost: O(log n + k) an event and O(log n) a query, for each single one and not only on average,
 * where a container's insertion at a known place and its removals count as O(1), which they are
 * amortised. n is the number of intervals held, k the number of those that the event makes, changes
 * or removes. For
 *  - a loop over intervals only ever visits some that it changes, and at most one more at its end.
 *    (MarkRetransmitted() also steps over SACKed intervals, but any two of them are kept apart by
 *    octets that it marks);
 *  - holes are held like the other states, in order. So the next hole is simply the first: nothing
 *    is walked to find it, whatever lies before it, and a lost retransmission is put back in
 *    O(log n). All octets from `snd.nxt` on belong to the last hole, which has no end; sending new
 *    data changes no interval;
 *  - retransmissions are also linked in the order of their notes, and leave this list in O(1) when
 *    they leave the network. A remainder takes the place of the retransmission it was part of. So
 *    the only one to look at for a loss is the first: if `snd.fack` has not passed its note, it has
 *    not passed any.
 *
 * Positions are below 2^64 - 1.
 */
class SackScoreboard
{
  public:
    /// A connection on which nothing was sent, from the octet @p start on.
    explicit SackScoreboard(uint64_t start = 0);

    /// New data were sent; ignored unless @p end is a position above `snd.nxt`.
    void ExtendTo(uint64_t end);

    /// Octets were sent again, right now: those in `[snd.una, snd.nxt)` join `retran_data` with a
    /// note of `snd.nxt` (FACK paper, section 3). What is in the network as a retransmission gets
    /// the new note and is counted once; SACKed octets are left as they are.
    void MarkRetransmitted(OctetRange range);

    /// A cumulative ACK: ignored if it is not above `snd.una`, refused above `snd.nxt`.
    /// @return octets that the receiver is newly known to hold, without those SACKed before
    uint64_t Acknowledge(uint64_t ack);

    /**
     * @brief A SACK block arrived (RFC 2018, section 3); blocks may come in any order, overlap, and
     * repeat what is known.
     * @param block what the receiver holds. Octets below `snd.una` are ignored, such as those of a
     * D-SACK (RFC 2883). A block that is empty, reversed or reaches beyond `snd.nxt` is refused as
     * a whole, and so is one that would be an interval more than are allowed.
     * @param fresh where to append, by ascending position, what the receiver is newly known to
     * hold; may be null
     * @param maxIntervals SACKed intervals allowed. An honest receiver reports no more than there
     * are segments in flight
     * @return octets that the receiver is newly known to hold
     */
    uint64_t Sack(OctetRange block,
                  std::vector<OctetRange>* fresh = nullptr,
                  std::size_t maxIntervals = std::numeric_limits<std::size_t>::max());

    /// What is SACKed of a range is a hole again. `snd.fack` stays, and a retransmission that was
    /// reported is not in the network any more.
    void ForgetSacked(OctetRange range);

    /**
     * @brief Find a retransmission that was lost: still in the network by what is known, although
     * `snd.fack` is above the `snd.nxt` noted for it (FACK paper, section 3). It leaves
     * `retran_data` and is a hole again.
     * @return the one with the oldest note, and of those sent with one MarkRetransmitted() the one
     * with the lowest position; nothing when none is lost. What was partly acknowledged, SACKed or
     * sent once more since is returned in pieces, one in each call.
     */
    std::optional<OctetRange> TakeLostRetransmission();

    /// The same, but also one that was sent before another of which the receiver has reported
    /// octets since: the network keeps the order.
    std::optional<OctetRange> TakeOvertakenRetransmission();

    /// The retransmission that begins at `snd.una`, if there is one, is known to be lost by other
    /// means: it leaves `retran_data` and is a hole again.
    void LoseHeadRetransmission()
    {
        LoseRetransmissionAt(m_una);
    }

    /// The same for the one that holds the octet at @p position.
    void LoseRetransmissionAt(uint64_t position);

    /// The retransmission timer expired: nothing is taken to be in the network as a retransmission.
    /// What is SACKed stays so.
    void LoseRetransmissions();

    /// @return whether the receiver has taken back what it reported: the octet at `snd.una` is
    /// SACKed, although the cumulative ACK has not passed it (RFC 6675, section 5.1)
    bool IsReneged() const;

    /// The retransmission timer expired: what the receiver was said to hold may have been dropped
    /// (RFC 2018, sections 5 and 8), and nothing is taken to be in the network. All of
    /// `[snd.una, snd.nxt)` is one hole, and `snd.fack` is `snd.una`.
    void Clear();

    /// @return the lowest hole as a whole, but cut at @p limit and at `snd.nxt`
    std::optional<OctetRange> NextHole(uint64_t limit) const;

    /**
     * @brief How far IsLost() holds (RFC 6675, section 4): each octet below that is not SACKed has
     * @p dupThresh discontiguous SACKed sequences, or more than (@p dupThresh - 1) @p mss SACKed
     * octets, above it. Looks at no more than @p dupThresh intervals.
     * @param dupThresh how many, above 0
     * @param mss maximum segment size, octets
     * @param end what is SACKed from here on does not count
     * @return the highest such position, not below `snd.una`
     */
    uint64_t GetLostLimit(uint32_t dupThresh, uint32_t mss, uint64_t end = UINT64_MAX) const;

    /// @return SACKed octets from a position on. Looks at the intervals there only.
    uint64_t GetSackedAbove(uint64_t position) const;

    /// @return end of the highest octet below `snd.nxt` that is not SACKed, or `snd.una`
    uint64_t GetMissingEnd() const;

    /// @return `snd.una`, the position of the first octet not acknowledged
    uint64_t GetUna() const
    {
        return m_una;
    }

    /// @return `snd.nxt`, the position of the next new octet to send
    uint64_t GetNxt() const
    {
        return m_nxt;
    }

    /// @return `snd.fack`, the position after the highest octet known to be held, or `snd.una`
    uint64_t GetHighest() const
    {
        return m_highest;
    }

    /// @return `retran_data`, octets in the network as a retransmission
    uint64_t GetRetranData() const
    {
        return m_retransmissions.GetOctets();
    }

    /// @return SACKed octets, all of them above `snd.una`
    uint64_t GetSackedData() const
    {
        return m_sackedData;
    }

    /// @return whether every octet of a range that is neither empty nor reversed is SACKed
    bool IsSacked(OctetRange range) const;

    /// @return blocks and ACKs refused since construction
    uint64_t GetRefused() const
    {
        return m_refused;
    }

    /// @return SACKed intervals and retransmissions held: there are no more holes between them
    std::size_t GetIntervals() const
    {
        return m_sacked.size() + m_retransmissions.GetSize();
    }

    /// @return look-ups and visits of an interval since construction, queries included. The steps
    /// inside an ordered container, which make the log n, are not counted.
    uint64_t GetOperations() const
    {
        return m_operations;
    }

  private:
    /// Disjoint holes: end to begin. What is sent again or SACKed is mostly the front of one, which
    /// then keeps its key.
    using Holes = std::map<uint64_t, uint64_t>;

    /// Disjoint SACKed intervals: begin to end. They mostly grow at the end.
    using SackedIntervals = std::map<uint64_t, uint64_t>;

    /// A retransmission in the network, or what is left of it.
    struct Retransmission
    {
        OctetRange range; //!< octets
        uint64_t sndNxt;  //!< `snd.nxt` when it was sent
        uint64_t number;  //!< of those sent before it
    };

    /// Retransmissions in the network, to be found by position and by age.
    class Retransmissions
    {
      public:
        Retransmissions() = default;

        Retransmissions(const Retransmissions& other);
        Retransmissions& operator=(const Retransmissions& other);

        /// Add the youngest one: octets none of which is in the network as a retransmission.
        void Append(OctetRange range, uint64_t sndNxt);

        /// Take octets out, of whichever they are part. @return intervals visited
        uint64_t Remove(OctetRange range);

        /// Octets were reported, of whichever they are part. @return intervals visited
        uint64_t NoteReported(OctetRange range);

        /// Take out the oldest one if it was sent before @p fack was.
        std::optional<OctetRange> TakeLost(uint64_t fack);

        /// The same, or if it was sent before another one that was reported.
        std::optional<OctetRange> TakeOvertaken(uint64_t fack);

        /// Take out the one that holds a position.
        std::optional<OctetRange> TakeAt(uint64_t position);

        /// Take out all. @return their octets, by position
        std::vector<OctetRange> TakeAll();

        uint64_t GetOctets() const
        {
            return m_octets;
        }

        std::size_t GetSize() const
        {
            return m_byAge.size();
        }

      private:
        OctetRange TakeOldest();

        /// As they were sent, so the oldest note comes first; those of one call by position.
        using List = std::list<Retransmission>;

        List m_byAge;                               //!< all of them
        std::map<uint64_t, List::iterator> m_byEnd; //!< the same by the end of their range
        uint64_t m_octets{0};                       //!< sum of their sizes
        uint64_t m_sent{0};                         //!< how many there ever were
        uint64_t m_reported{0};                     //!< number of the youngest one reported
    };

    /// No position: the end of the last hole.
    static constexpr uint64_t BEYOND = std::numeric_limits<uint64_t>::max();

    /// Octets, of which some may never have been a hole, are none any more.
    void RemoveHoles(OctetRange range);

    /// Octets below `snd.nxt`, none of which is a hole, are one again.
    void AddHole(OctetRange range);

    /// Octets have left the network for the receiver: they are neither hole nor retransmission any
    /// more.
    void SetDelivered(OctetRange range);

    /// What is SACKed below @p ack is forgotten. @return its octets
    uint64_t RemoveSackedBelow(uint64_t ack);

    /// The SACKed interval that holds or ends at a block's first octet, or a new and empty one; the
    /// end where a new one would be too many.
    SackedIntervals::iterator SackedFrom(OctetRange block, std::size_t maxIntervals);

    Holes m_holes;                     //!< all holes; the last one ends at BEYOND
    SackedIntervals m_sacked;          //!< what the receiver holds
    Retransmissions m_retransmissions; //!< what is in the network again

    uint64_t m_una{0};                //!< `snd.una`
    uint64_t m_nxt{0};                //!< `snd.nxt`
    uint64_t m_highest{0};            //!< `snd.fack`
    uint64_t m_sackedData{0};         //!< SACKed octets
    uint64_t m_refused{0};            //!< blocks and ACKs refused
    mutable uint64_t m_operations{0}; //!< look-ups and visits; queries count too
};

} // namespace ns3

#endif /* SACK_SCOREBOARD_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SENT_SEGMENTS_H
#define SENT_SEGMENTS_H

#include "sequence-position.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
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
    void Remove(OctetRange range)
    {
        auto& unsent = std::prev(m_runs.end())->second;
        if (unsent == range.begin)
        {
            unsent = range.end;
        }
        else
        {
            RemoveAnywhere(range);
        }
    }

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
    void RemoveAnywhere(OctetRange range);

    /// End to begin: what is sent again or SACKed is mostly the front of a run, which then keeps
    /// its key.
    std::map<uint64_t, uint64_t> m_runs;
};

/**
 * @ingroup tcp-lossy
 * @brief What the receiver has reported, in runs: an index of SentSegments.
 *
 * Invariant: runs do not touch. O(log n + k) an event, with k the runs that it makes, changes or
 * removes.
 */
class SackedRuns
{
  public:
    /// Octets are SACKed: append those that were not before, by position.
    void Add(OctetRange range, std::vector<OctetRange>& fresh);

    /// Octets are not SACKed any more. @return those that were
    std::vector<OctetRange> Remove(OctetRange range);

    /// @return the end of the highest run that is the @p count-th from above, or that has more than
    /// @p octets together with those above it; 0 if there is none. Looks at no more than @p count.
    uint64_t FindFromAbove(uint32_t count, uint64_t octets) const;

    /// @return octets from a position on. Looks at the runs there only.
    uint64_t CountAbove(uint64_t position) const
    {
        uint64_t octets = 0;
        for (auto run = m_runs.rbegin(); run != m_runs.rend() && run->second > position; ++run)
        {
            octets += run->second - std::max(position, run->first);
        }
        return octets;
    }

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
    std::map<uint64_t, uint64_t> m_runs; //!< begin to end: they mostly grow at the end
};

/**
 * @ingroup tcp-lossy
 * @brief A segment that was sent, or a part of it that differs from the rest: an entry of
 * SentSegments, which says what the states mean.
 */
struct SentSegment
{
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
    bool isJudged{false};          //!< lost by LoseOldest(): by that not again until it is sent
    bool isRevoked{false};         //!< sent again for a loss that was none

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
 * @brief The ledger of what was sent: each segment from `snd.una` to `snd.nxt` once, with its times
 * and with what became of it. Karn's rule, RACK, undo, rate samples and the scoreboard all ask
 * here.
 *
 * A segment is what was sent in one for the first time. It stands in one entry, or in several parts
 * that differ in what is known of them.
 *
 * States of an entry:
 *
 * | state         | meaning                                                    | in flight | hole |
 * |---------------|------------------------------------------------------------|-----------|------|
 * | IN_FLIGHT     | sent, and not heard of since                               | yes       | yes  |
 * | RETRANSMITTED | the same, of a retransmission that counts: `retran_data`   | yes       | no   |
 * | LOST          | found to be lost on its own, and not sent again since      | no        | yes  |
 * | SACKED        | the receiver reported it (RFC 2018)                        | no        | no   |
 *
 * A hole is what may be sent again. Who judges by positions (all that is missing below `snd.fack`
 * is lost) needs no LOST.
 *
 * | event                                           | from           | to            |
 * |-------------------------------------------------|----------------|---------------|
 * | Send(), new data                                |                | IN_FLIGHT     |
 * | Send(), old data                                | all but SACKED | RETRANSMITTED |
 * | Send(), uncounted; SendProbe(), Collapse()      | any            | the same      |
 * | Acknowledge()                                   | any            |               |
 * | Sack()                                          | all but SACKED | SACKED        |
 * | ForgetSacked()                                  | SACKED         | IN_FLIGHT     |
 * | LoseRetransmissions()                           | RETRANSMITTED  | LOST          |
 * | LoseOldest(), LoseAll(), LoseHead()             | in flight      | LOST          |
 * | ForgetLosses()                                  | LOST           | IN_FLIGHT     |
 * | ForgetRetransmissions(): the timer expired      | RETRANSMITTED  | IN_FLIGHT     |
 * | Renege(): it expired, and no report is believed | SACKED         | LOST          |
 * |                                                 | RETRANSMITTED  | IN_FLIGHT     |
 *
 * Besides there is `snd.fack` (FACK paper, section 3), the position after the highest octet that
 * the receiver is known to hold. What the wire says was checked before (SackExchange,
 * TcpAckReader): nothing here is about octets that were not sent.
 *
 * Invariants:
 *  - `snd.una <= snd.fack <= snd.nxt`; none of them goes back, except `snd.fack` by Renege();
 *  - entries are disjoint and cover `[snd.una, snd.nxt)`, in order; what was sent first at a later
 *    time has a higher position;
 *  - the indices say what the entries say: the runs of holes and of SACKed octets, neither of which
 *    touch each other; retransmissions in the order of their numbers, in which `snd.nxt` as noted
 *    never decreases; lost entries by position; those in flight in the order of sending;
 *  - octets in each state are the sums over the entries.
 *
 * Cost: O(log n + k log n) an event and O(log n) a query, with n entries and k of them changed;
 * insertions and removals at a known place of a container cost O(1), amortised. To find an entry
 * costs O(1) where all have one size. A segment that is
 * sent or acknowledged once changes no tree. Where an event begins or ends within an entry, the
 * entry is cut, which moves the entries between it and the nearer end of the window: RFC 6675 cuts
 * one segment of a recovery so, at `snd.una` or at `snd.nxt`, an ACK to the first one.
 * (TcpAckReader cuts SACK blocks to segments.)
 *
 * Positions are below 2^64 - 1.
 */
class SentSegments
{
  public:
    using State = SentSegment::State; //!< what became of a segment
    using Segment = SentSegment;      //!< an entry

    /// When something was sent, and where it ends: what "sent after" compares (RFC 8985, section
    /// 6.2, step 2). The time alone, which the RFC has, does not tell what left in one instant; the
    /// number of the sending does.
    using SendKey = std::pair<uint64_t, uint64_t>;

    /// When the first and the last of some segments were sent.
    struct Sent
    {
        Instant first{0}; //!< the first one, in the order of positions or of blocks
        Instant last{0};  //!< the last one
    };

    /// What an ACK covered, for round trip times (RFC 6298, section 3).
    struct Covered
    {
        std::optional<Instant> oldest; //!< when the first segment covered as a whole was sent first
        Instant youngest{0};           //!< when the last one was sent first
        bool ambiguous{false};         //!< one of them was sent again (Karn)
        std::optional<Sent> arrived{}; //!< those of them that no SACK had reported before
        std::optional<Sent> sacked{};  //!< those that SACK reports now and that were sent once
        std::optional<std::pair<uint64_t, Instant>>
            youngestSending{}; //!< number and time of the
                               //!< last sending that arrived

        /// @return the segments from the first to the last of which Linux measures a round trip
        /// (6.1, tcp_clean_rtx_queue()): first those that arrived, unless one was sent again, then
        /// those that SACK reports; nothing if there are none
        std::optional<Sent> GetClear() const
        {
            const auto clear = ambiguous ? std::nullopt : arrived;
            if (!clear || !sacked)
            {
                return clear ? clear : sacked;
            }
            return Sent{clear->first, sacked->last};
        }
    };

    /// What is noted beside positions.
    enum class Order
    {
        POSITIONS, //!< nothing
        TIMES,     //!< the order of sending, and what the last ACK has delivered
    };

    /// A connection on which nothing was sent, from the octet @p start on.
    explicit SentSegments(uint64_t start = 0, Order order = Order::POSITIONS)
        : m_order(order),
          m_holes(start),
          m_una(start),
          m_nxt(start),
          m_highest(start)
    {
    }

    /// Of what is sent within one @p tick of the clock, above 0, later octets count as sent later
    /// (the RFC's tie), whatever the order.
    void SetTick(Instant tick)
    {
        m_tick = tick;
    }

    /// @return what tells whether a segment was sent after another
    SendKey GetKey(const Segment& segment) const
    {
        const bool hasTick = m_tick > Instant::zero();
        return {hasTick ? uint64_t(segment.last / m_tick) : segment.number, segment.range.end};
    }

    /// @name Events
    /// @{

    /// Octets were sent, at a time never before that of an earlier call: new ones from `snd.nxt` on
    /// are a segment; of old ones those in `[snd.una, snd.nxt)` that are not SACKed become a
    /// retransmission with a note of `snd.nxt` (FACK paper, section 3), in which parts of one
    /// segment are one again. Without @p counts old ones are no retransmission: RFC 6675's rescue
    /// (section 4, NextSeg(), rule 4).
    void Send(OctetRange range, Instant now, bool counts = true);

    /// Old segments are one from now on, whatever became of them, up to one that is SACKed.
    /// @return how many entries fewer there are
    std::size_t Collapse(OctetRange range);

    /// The octet at @p position went as a window probe: only Karn's rule has to know.
    void SendProbe(uint64_t position)
    {
        MarkAmbiguous(IndexOf(position));
    }

    /// A cumulative ACK, at most of `snd.nxt`: ignored if it is not above `snd.una`.
    /// @return octets that the receiver is newly known to hold, without those SACKed before
    uint64_t Acknowledge(uint64_t ack);

    /// A SACK block arrived (RFC 2018, section 3), of octets from `snd.una` to `snd.nxt`; blocks
    /// may come in any order, overlap, and repeat what is known. What the receiver is newly known
    /// to hold is appended to @p fresh, by position. @return octets of that
    uint64_t Sack(OctetRange block, std::vector<OctetRange>& fresh);

    /// What is SACKed of a range is missing again. `snd.fack` stays.
    void ForgetSacked(OctetRange range);

    /// Lose the retransmissions of which nothing is known but that `snd.fack` is above the
    /// `snd.nxt` noted for them (FACK paper, section 3); with @p isOrderKept by the network also
    /// those sent before another of which the receiver has reported octets since. @return their
    /// octets
    uint64_t LoseRetransmissions(bool isOrderKept = false);

    /// Lose the oldest entry in flight if that was sent before one that arrived, and not after
    /// @p sentBy; with Order::TIMES. @p once: if ForgetLosses() puts the entry back in flight, it
    /// is not lost so again until it was sent again, as in Linux. @return the entry as it was
    std::optional<Segment> LoseOldest(SendKey before, Instant sentBy, bool once = false);

    /// Lose all entries in flight that were not sent after @p sentBy, however often they were lost.
    void LoseAll(Instant sentBy);

    /// Lose the entry at `snd.una`, if that is in flight. @return its octets, or 0 if it was not
    uint64_t LoseHead()
    {
        const bool isInFlight = !m_segments.empty() && m_segments.front().IsInFlight();
        return isInFlight ? Lose(m_segments.front()).Size() : 0;
    }

    /// What was found lost and not sent again since is in flight once more.
    void ForgetLosses();

    /// The retransmission timer expired: nothing counts as a retransmission in the network. What is
    /// SACKed stays so.
    void ForgetRetransmissions();

    /// The retransmission timer expired, and what the receiver was said to hold may have been
    /// dropped (RFC 2018, sections 5 and 8): all is one hole, and `snd.fack` is `snd.una`.
    void Renege();

    /// @}

    /// @name Queries
    /// @{

    /// @return the lowest hole as a whole, but cut at @p limit and at `snd.nxt`
    std::optional<OctetRange> NextHole(uint64_t limit) const
    {
        auto hole = m_holes.First();
        hole.end = std::min({hole.end, limit, m_nxt});
        return hole.begin < hole.end ? std::optional(hole) : std::nullopt;
    }

    /// @return how far IsLost() holds (RFC 6675, section 4), not below `snd.una`: each octet below
    /// that is not SACKed has @p dupThresh, above 0, discontiguous SACKed sequences, or more than
    /// (@p dupThresh - 1) @p mss SACKed octets, above it. Looks at no more than @p dupThresh
    /// intervals.
    uint64_t GetLostLimit(uint32_t dupThresh, uint32_t mss) const
    {
        return std::max(m_una, m_sacked.FindFromAbove(dupThresh, uint64_t{dupThresh - 1} * mss));
    }

    /// @return SACKed octets from a position on. Looks at the intervals there only.
    uint64_t GetSackedAbove(uint64_t position) const
    {
        return m_sacked.CountAbove(position);
    }

    /// @return end of the highest octet below `snd.nxt` that is not SACKed, or `snd.una`
    uint64_t GetMissingEnd() const
    {
        // SACKed runs do not touch: below the last one there are octets that are not SACKed.
        const auto last = m_sacked.GetLast();
        return last.end == m_nxt ? std::max(m_una, last.begin) : m_nxt;
    }

    /// @return whether the receiver has taken back a report: the octet at `snd.una` is SACKed,
    /// although the cumulative ACK has not passed it (RFC 6675, section 5.1)
    bool IsReneged() const
    {
        return m_sacked.GetFirst() <= m_una;
    }

    /// @return whether every octet of a range that is neither empty nor reversed is SACKed
    bool IsSacked(OctetRange range) const
    {
        return m_sacked.Contains(range);
    }

    /// @return when the entry in flight was sent that was sent last of those before another; with
    /// Order::TIMES
    std::optional<Instant> FindYoungest(SendKey before) const;

    /// @return the lost entry with the lowest position
    std::optional<OctetRange> GetFirstLost() const
    {
        return m_lost.empty() ? std::nullopt : std::optional(Find(*m_lost.begin() - 1).range);
    }

    /// @return the entry with the highest position
    std::optional<OctetRange> GetLast() const
    {
        return m_segments.empty() ? std::nullopt : std::optional(m_segments.back().range);
    }

    /// @return the entry that holds the octet at @p position, which is in `[snd.una, snd.nxt)`
    const Segment& Find(uint64_t position) const
    {
        return m_segments[IndexOf(position)];
    }

    /// @return what is not acknowledged of the segment that the octet at @p position was sent in
    /// first
    OctetRange GetWhole(uint64_t position) const
    {
        auto last = IndexOf(position);
        const auto first = FindFirstPart(last);
        for (; IsContinued(last); ++last)
        {
        }
        return {m_segments[first].range.begin, m_segments[last].range.end};
    }

    /// @return what the last Acknowledge() covered
    const Covered& GetCovered() const
    {
        return m_covered;
    }

    /// @return what has arrived since the last Acknowledge() began, as it was before, but none of
    /// an entry of which only a part is acknowledged; with Order::TIMES. The caller may swap it for
    /// any other.
    std::vector<Segment>& GetDelivered()
    {
        return m_delivered;
    }

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
        return m_retranData;
    }

    /// @return number of entries in the network as a retransmission
    std::size_t GetRetransmissions() const
    {
        return m_retransmissions.size();
    }

    /// @return SACKed octets, all of them above `snd.una`
    uint64_t GetSackedData() const
    {
        return m_sackedData;
    }

    /// @return octets found lost on their own
    uint64_t GetLostData() const
    {
        return m_lostData;
    }

    /// @return octets in flight
    uint64_t GetInFlight() const
    {
        return m_nxt - m_una - m_sackedData - m_lostData;
    }

    /// @return number of entries in flight
    std::size_t GetPartsInFlight() const
    {
        return m_segments.size() - m_lost.size() - m_sackedParts;
    }

    /// @return number of retransmissions in the network whose losses ForgetLosses() has revoked
    std::size_t GetRevoked() const
    {
        return m_revoked;
    }

    /// @return number of SACKed entries
    std::size_t GetSackedParts() const
    {
        return m_sackedParts;
    }

    /// @return number of entries
    std::size_t GetParts() const
    {
        return m_segments.size();
    }

    /// @}

  private:
    /// @return where the entry is that holds a position, which is held
    std::size_t IndexOf(uint64_t position) const;

    /// Where an entry is if all have one size, which is right for most; or 0.
    std::size_t GuessIndexOf(uint64_t position) const;

    /// @return the entry with an octet, which is held
    Segment& At(uint64_t position)
    {
        return m_segments[IndexOf(position)];
    }

    /// @return whether an entry and the next one are of one segment
    bool IsContinued(std::size_t index) const
    {
        return index + 1 < m_segments.size() &&
               m_segments[index].ordinal == m_segments[index + 1].ordinal;
    }

    /// @return the first entry of the segment that an entry is of
    std::size_t FindFirstPart(std::size_t index) const
    {
        while (index > 0 && IsContinued(index - 1))
        {
            --index;
        }
        return index;
    }

    /// Some of the segment that an entry is of was sent again.
    void MarkAmbiguous(std::size_t index)
    {
        auto part = FindFirstPart(index);
        do
        {
            m_segments[part].ambiguous = true;
        } while (IsContinued(part++));
    }

    /// The first entry from a position on; an entry that holds octets on both sides is cut.
    std::size_t CutAt(uint64_t position);

    /// Take in the next entry, whose octets are the other's, then.
    void JoinNext(std::size_t index);

    /// @return whether there is a next entry that begins below @p end and is not SACKed
    bool IsFollowed(std::size_t index, uint64_t end) const
    {
        return index + 1 < m_segments.size() && m_segments[index + 1].range.begin < end &&
               m_segments[index + 1].state != State::SACKED;
    }

    /// An entry enters its state: sums and indices by entry gain it.
    void Enter(const Segment& segment);

    /// An entry leaves its state: sums and indices by entry lose it.
    void Leave(const Segment& segment);

    /// Change a state. Holes and SACKed intervals are the caller's.
    void SetState(Segment& segment, State state)
    {
        Leave(segment);
        segment.state = state;
        Enter(segment);
    }

    /// Visit the entries of a range, by index, at whose ends entries are cut.
    template <class Visitor>
    void ForEach(OctetRange range, Visitor visit);

    void Cover(const Segment& segment);

    /// An entry in flight is lost. @return the entry as it was
    Segment Lose(Segment& segment);

    /// The same as GetKey() of the segment, of an entry of m_inOrder: looks that up only where
    /// ticks decide.
    SendKey GetKey(const std::pair<uint64_t, uint64_t>& entry) const
    {
        return m_tick > Instant::zero() ? GetKey(Find(entry.second - 1)) : entry;
    }

    std::deque<SentSegment> m_segments;                        //!< all entries
    Order m_order;                                             //!< what is noted beside positions
    HoleRuns m_holes;                                          //!< runs of holes
    SackedRuns m_sacked;                                       //!< runs of SACKed octets
    std::set<uint64_t> m_lost;                                 //!< ends of lost entries
    std::set<std::pair<uint64_t, uint64_t>> m_retransmissions; //!< numbers and ends
    std::set<std::pair<uint64_t, uint64_t>> m_inOrder;         //!< of all in flight, if asked for
    std::size_t m_revoked{0};                                  //!< sent again, isRevoked

    /// A segment belongs to these, too.
    static void Include(std::optional<Sent>& all, Instant sent)
    {
        all = Sent{all ? all->first : sent, sent};
    }

    void NoteArrival(const Segment& segment)
    {
        m_covered.youngestSending =
            std::max(m_covered.youngestSending, {std::pair(segment.number, segment.last)});
        if (m_order == Order::TIMES)
        {
            m_delivered.push_back(segment);
        }
    }

    Covered m_covered;                //!< by the last ACK
    std::vector<Segment> m_delivered; //!< by the last ACK, if asked for
    Instant m_tick{0};                //!< of the sender's clock, or 0

    uint64_t m_una;               //!< `snd.una`
    uint64_t m_nxt;               //!< `snd.nxt`
    uint64_t m_highest;           //!< `snd.fack`
    uint64_t m_begun{0};          //!< segments, acknowledged or not
    uint64_t m_sendings{0};       //!< number of the last sending that counts
    uint64_t m_reported{0};       //!< number of the youngest retransmission reported
    uint64_t m_retranData{0};     //!< octets RETRANSMITTED
    uint64_t m_sackedData{0};     //!< octets SACKED
    uint64_t m_lostData{0};       //!< octets LOST
    std::size_t m_sackedParts{0}; //!< entries SACKED
};

} // namespace ns3

#endif /* SENT_SEGMENTS_H */

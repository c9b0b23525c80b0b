/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RACK_RECOVERY_H
#define RACK_RECOVERY_H

#include "loss-recovery.h"
#include "sequence-position.h"
#include "timer-set.h"

#include <algorithm>
#include <boost/icl/interval_map.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief The smallest of the round trips that were measured lately (RFC 8985, section 6.2, step 1),
 * so that a longer path is noticed in the end: the minimum of the present half of the window and of
 * the one before. A value counts for at least half of the window and at most all of it, a gap
 * without values aside.
 */
class WindowedMinimum
{
  public:
    /// A value was measured.
    void Add(Instant value, Instant now)
    {
        if (m_present && now - m_begin >= HALF)
        {
            m_former = m_present;
            m_present.reset();
        }
        if (!m_present)
        {
            m_begin = now;
        }
        m_present = std::min(value, m_present.value_or(value));
    }

    /// @return the smallest value, if any was measured
    std::optional<Instant> Get() const
    {
        return m_former && m_present ? std::min(m_former, m_present) : m_present;
    }

  private:
    static constexpr Instant HALF = std::chrono::seconds(150); //!< of the window

    Instant m_begin{0};               //!< when the present half began
    std::optional<Instant> m_present; //!< minimum of the present half
    std::optional<Instant> m_former;  //!< minimum of the one before
};

/**
 * @ingroup tcp-lossy
 * @brief For how long a segment that others have overtaken is not yet lost: RACK's reordering
 * window (RFC 8985, section 6.2, steps 3 and 4).
 *
 * Invariants: the window is 0, or a quarter of the smallest round trip times the multiplier, but at
 * most the smoothed round trip; the multiplier is at least 1, grows once in a round trip, and is 1
 * again after 16 recoveries without a D-SACK.
 */
class ReorderingWindow
{
  public:
    /// The multiplier is no larger in Linux.
    static constexpr int MOST_STEPS = 255;

    /// Recoveries for which the multiplier stays.
    static constexpr int PERSISTENCE = 16;

    /// What decides whether there is a window at all, and how large it is.
    struct Situation
    {
        bool inRecovery{false};        //!< a fast recovery or the repair after a timeout goes on
        std::size_t sackedSegments{0}; //!< segments SACKed
        std::size_t dupThresh{3};      //!< as many mean a loss where nothing is reordered
        std::optional<Instant> minRtt; //!< smallest round trip
        std::optional<Instant> srtt;   //!< smoothed round trip
    };

    /// A segment has arrived, sent once or again; those of one ACK by position.
    void OnDelivered(OctetRange segment, bool again);

    /// @return how far others have overtaken a segment at most: octets from its beginning to
    /// `RACK.fack`, 0 if none was
    uint64_t GetExtent() const
    {
        return m_extent;
    }

    /// Others have overtaken what begins at a position.
    void OnOvertaken(uint64_t begin)
    {
        m_overtaken = std::min(m_overtaken, begin);
    }

    /// All of an ACK was delivered: what has overtaken a segment may be part of that, too
    /// (Linux 6.1, tcp_check_sack_reordering()).
    void EndAck()
    {
        m_extent = std::max(m_extent, m_fack - std::min(m_fack, m_overtaken));
        m_overtaken = UINT64_MAX;
    }

    /// The extent is no larger, octets.
    void Bound(uint64_t extent)
    {
        m_extent = std::min(m_extent, extent);
    }

    /// An ACK arrived, which has moved `snd.una`, may report data that arrived twice (RFC 2883),
    /// for which the window grows by one step in a round trip, and may end a recovery.
    void OnAck(uint64_t una, uint64_t nxt, bool hasDuplicate, bool endsRecovery);

    /// The same as in Linux 6.1, where segments that were reported to have arrived twice count with
    /// the next ACK that delivers something, once others had overtaken a segment. @p latest is when
    /// what this ACK delivers was sent last; nothing if nothing. It may end a recovery.
    void OnAckAsLinux(std::optional<Instant> latest, Instant now, bool endsRecovery);

    /// @brief A D-SACK tells of a segment that was sent again.
    void OnDuplicate()
    {
        m_isWiderDue = m_isWiderDue || m_extent > 0;
    }

    /// @return `RACK.reo_wnd`
    Instant Get(const Situation& situation) const;

  private:
    uint64_t m_overtaken{UINT64_MAX};  //!< beginning of what an ACK delivers that others overtook
    uint64_t m_fack{0};                //!< `RACK.fack`, the end of the highest segment that arrived
    uint64_t m_extent{0};              //!< above 0 is `RACK.reordering_seen`
    int m_multiplier{1};               //!< `RACK.reo_wnd_mult`
    int m_persistence{0};              //!< `RACK.reo_wnd_persist`, recoveries
    std::optional<uint64_t> m_round;   //!< `RACK.dsack_round`, the end of that round
    bool m_isWiderDue{false};          //!< `rack.dsack_seen`
    Instant m_widened{Instant::min()}; //!< when the multiplier grew
};

/**
 * @ingroup tcp-lossy
 * @brief When to probe for the loss of the last segments of a flight, and what the ACKs of such a
 * probe tell (RFC 8985, section 7).
 *
 * Invariants: one probe at most is in flight; a probe that was new data repairs nothing; the timer
 * does not outlast the retransmission timer.
 */
class TailLossProbe
{
  public:
    /// What the timer depends on.
    struct Timing : LossRecoveryTerms::Timing
    {
        std::size_t segments{0};                             //!< segments outstanding
        Instant maxAckDelay{std::chrono::milliseconds(200)}; //!< of an ACK of a single segment
        TimerWheel wheel{}; //!< rounds up; its margin counts where more segments are outstanding
        std::optional<Instant> limit{}; //!< when the timeout of the oldest segment would be
    };

    /// New data were sent or acknowledged: the timer is to start anew, @p always even if it is due
    /// at the same jiffy.
    void Request(bool always = false)
    {
        m_requested = true;
        m_due = always ? Instant::min() : m_due;
    }

    /// @return whether it is
    bool IsRequested() const
    {
        return m_requested;
    }

    /// Start the timer if that was requested, with "PTO" of section 7.2, and stop it unless it is
    /// allowed: no loss is known, nothing is SACKed.
    void Schedule(bool allowed, const Timing& timing);

    /// @return when the timer expires, if it runs
    std::optional<Instant> GetDeadline() const
    {
        return m_deadline;
    }

    /// The timer expired. @return whether a probe has to go, see section 7.3: not before a round
    /// trip was measured since the last one, if that is needed
    bool Expire(bool needsMeasurement = true)
    {
        m_deadline.reset();
        m_requested = false;
        return !m_end && (m_measured || !needsMeasurement);
    }

    /// A probe was sent, of old data if @p again; `snd.nxt` after it.
    void OnProbe(uint64_t nxt, bool again)
    {
        m_end = nxt;
        m_again = again;
        m_measured = false;
        m_requested = false;
    }

    /// A round trip was measured.
    void OnRoundTrip()
    {
        m_measured = true;
    }

    /// A recovery began: what became of a probe does not matter any more.
    void Cancel()
    {
        m_end.reset();
    }

    /// An ACK arrived (section 7.4.2): `snd.una` after it, the end of what it reports as arrived
    /// twice, whether it is a duplicate ACK without any block. @return whether the probe has
    /// repaired a loss that nothing else tells
    bool OnAck(uint64_t una,
               std::optional<uint64_t> duplicateEnd = std::nullopt,
               bool isDuplicate = false);

    /// @return whether a probe is in flight with which all that was sent ends here
    bool Ends(uint64_t position) const
    {
        return m_end == position;
    }

    /// @return whether a probe is in flight
    bool IsInFlight() const
    {
        return m_end.has_value();
    }

  private:
    bool m_requested{false};           //!< the timer is to start anew
    std::optional<Instant> m_deadline; //!< when the timer expires
    Instant m_due{0};                  //!< the jiffy of that, before the wheel
    std::optional<uint64_t> m_end;     //!< `TLP.end_seq`, of the probe in flight
    bool m_again{false};               //!< `TLP.is_retrans`
    bool m_measured{true};             //!< a round trip was measured since the last probe
};

/**
 * @ingroup tcp-lossy
 * @brief Whether a timeout was needless, by what ACKs cover after it, without timestamps: F-RTO
 * with SACK (RFC 5682, section 3; as Linux has it).
 *
 * "An original" is a segment that was sent once, before the timeout. "All" is what was sent before.
 *
 * | State   | Event                                              | Next    | Answer          |
 * |---------|----------------------------------------------------|---------|-----------------|
 * | any     | the timer expires while nothing is repaired, or    | WAITING | repair the head |
 * |         | again, at the same `snd.una` (Linux)               |         |                 |
 * | any     | the timer expires within a repair (step 1)         | IDLE    | repair the head |
 * | WAITING | an ACK covers or reports an original               | IDLE    | NEEDLESS        |
 * | WAITING | an ACK advances, and does not cover all (step 2b)  | TESTING | TEST            |
 * | TESTING | an ACK covers or reports an original (step 3b)     | IDLE    | NEEDLESS        |
 * | TESTING | an ACK reports or repeats anything else (step 3a)  | IDLE    | NOTHING         |
 * | TESTING | an ACK advances, and new data had gone             | TESTING | NOTHING         |
 * | TESTING | old data are sent again: there are no new ones     | IDLE    |                 |
 * | any     | an ACK covers all (step 2a)                        | IDLE    | NOTHING         |
 *
 * Invariant: TESTING means that new data go, and no old ones; one timeout is found needless once.
 */
class FrtoDetection
{
  public:
    /// What an ACK after a timeout is.
    struct Ack
    {
        bool coversAll{false};      //!< all that was sent before the timeout
        bool coversOriginal{false}; //!< or reports by SACK, for the first time
        bool advances{false};       //!< `snd.una` moved
        bool isDuplicate{false}; //!< repeats the last one, or reports something for the first time
    };

    /// What is to be done.
    enum class Answer
    {
        NOTHING,  //!< what would be done without F-RTO
        TEST,     //!< send new data, and nothing old
        NEEDLESS, //!< take the timeout back
    };

    /// The timer expired, while losses were repaired already or not.
    void OnTimeout(bool isRepairing, uint64_t una)
    {
        const bool isOnceMore = m_timedOut == una;
        m_timedOut = una;
        m_state = isRepairing && !isOnceMore ? State::IDLE : State::WAITING;
    }

    /// @return what an ACK asks for
    Answer OnAck(const Ack& ack);

    /// Old data were sent again.
    void OnSentAgain()
    {
        m_state = LacksData() ? State::IDLE : m_state;
    }

    /// New data were sent.
    void OnNewData()
    {
        m_hasTested = true;
    }

    /// @return whether only new data go
    bool IsTesting() const
    {
        return m_state == State::TESTING;
    }

    /// @return whether only new data go, and none have gone
    bool LacksData() const
    {
        return IsTesting() && !m_hasTested;
    }

    /// The repair is over, for whatever reason.
    void Stop()
    {
        m_state = State::IDLE;
    }

  private:
    enum class State
    {
        IDLE,
        WAITING,
        TESTING,
    };

    State m_state{State::IDLE};         //!< see above
    bool m_hasTested{false};            //!< new data have gone since TESTING began
    std::optional<uint64_t> m_timedOut; //!< `snd.una` at the last timeout
};

/**
 * @ingroup tcp-lossy
 * @brief Whether a repair was needless: all that it sent again is reported to have arrived twice
 * (RFC 2883; RFC 3708; Linux's undo by D-SACK).
 *
 * Invariants: a repair is found needless at most once, and not before it has sent something again;
 * a D-SACK of octets that the repair did not send again says nothing of it; a tail loss
 * probe that was on its way when the repair began has to be reported as well.
 */
class SpuriousRecoveryDetector
{
  public:
    /// A repair of `snd.una` to `snd.nxt` begins. A copy that was sent before may still arrive: a
    /// tail loss probe.
    void Begin(OctetRange octets, std::optional<OctetRange> underWay = std::nullopt);

    /// A repair of `snd.una` to `snd.nxt` begins where another one ends, whose copies of these
    /// octets are under way.
    void BeginAfter(OctetRange octets)
    {
        m_octets = octets;
        m_copies.erase(Interval(0, octets.begin));
        m_hasRepaired = !m_copies.empty();
    }

    /// Octets are sent again.
    void OnSentAgain(OctetRange range)
    {
        m_hasRepaired = AddCopy(range) || m_hasRepaired;
    }

    /// A D-SACK arrived. @return whether the repair is now known to be needless
    bool OnDuplicate(OctetRange range);

  private:
    using Interval = boost::icl::discrete_interval<uint64_t>;

    /// Note a copy; of later octets, too, which may be the next repair's. @return whether this
    /// repair is about any of them
    bool AddCopy(OctetRange range)
    {
        const auto begin = std::max(range.begin, m_octets.begin);
        if (begin < range.end)
        {
            m_copies.add({Interval(begin, range.end), 1});
        }
        return begin < std::min(range.end, m_octets.end);
    }

    /// @return whether there are copies, of what the repair is about, that no D-SACK has covered
    bool HasCopies() const
    {
        return boost::icl::intersects(m_copies, Interval(m_octets.begin, m_octets.end));
    }

    OctetRange m_octets; //!< what the last repair is about
    /// How many copies of octets, above 0, no D-SACK has covered.
    boost::icl::interval_map<uint64_t, uint32_t> m_copies;
    bool m_hasRepaired{false}; //!< the repair has sent something again
};

/**
 * @ingroup tcp-lossy
 * @brief Whether all that was sent again since a repair began is reported to have arrived twice, as
 * Linux counts it: `undo_marker` and `undo_retrans`. Unlike SpuriousRecoveryDetector, the count
 * takes any report for any copy, and goes on after the repair.
 */
class UndoCounter
{
  public:
    /// A repair of `snd.una` on begins, while copies are under way.
    void Begin(uint64_t una, std::size_t underWay)
    {
        m_marker = una;
        m_copies = underWay;
        m_hasSent = underWay > 0;
    }

    /// Nothing is to be taken back any more.
    void Stop()
    {
        m_marker.reset();
    }

    /// A segment is sent again.
    void OnSentAgain()
    {
        ++m_copies;
        m_hasSent = true;
    }

    /// A D-SACK of some segments arrived, which ends at a position.
    void OnDuplicate(uint64_t end, std::size_t segments)
    {
        m_copies -= m_marker && end > *m_marker ? std::min(m_copies, segments) : 0;
    }

    /// @return whether the repair was needless
    bool IsNeedless() const
    {
        return m_marker && m_hasSent && m_copies == 0;
    }

  private:
    std::optional<uint64_t> m_marker; //!< where the repair began
    std::size_t m_copies{0};          //!< sent again, and not reported
    bool m_hasSent{false};            //!< there was any
};

/**
 * @ingroup tcp-lossy
 * @brief RACK-TLP (RFC 8985): what was sent before a segment that arrived, by more than the
 * reordering window, is lost; and a probe finds out about the end of a flight.
 *
 * | Question                                                  | Owner            |
 * |-----------------------------------------------------------|------------------|
 * | what was sent when, and what of it is in flight, or lost? | SentSegments     |
 * | how long may others overtake a segment?                   | ReorderingWindow |
 * | when to probe, and what do probes tell?                   | TailLossProbe    |
 * | was the last repair needless, by what arrived twice?      | SpuriousRecoveryDetector |
 * | was a timeout needless, by what ACKs cover?               | FrtoDetection    |
 * | was the last repair needless, as Linux counts?            | UndoCounter      |
 *
 * State of its own: the segment sent last of those that arrived (`RACK.xmit_ts`, `RACK.end_seq`)
 * and its round trip (`RACK.rtt`), the smallest round trip, when to look for losses again.
 * What is lost is sent again, lowest octets first, in any state; what is outstanding is what is in
 * flight, neither SACKed nor lost. The ACK of the recovery point ends recovery; what is
 * lost then begins another one. A repair that D-SACKs or timestamps show to be needless is over at
 * once, and its reduction is taken back (RFC 4015, as Linux does). By timestamps it is known when
 * an ACK of new data answers what was sent before the repair. Copies that are still on their way
 * may belong to true losses: while there are any, nothing more is sent again, and the ACK of the
 * recovery point decides. After a timeout the first ACK that answers what was sent before decides.
 *
 * After a timeout only `snd.una` and what is overdue are lost (section 6.3).
 *
 * Whether a segment that was sent again arrived the last time, or before, is told by the timestamp
 * that an ACK of it echoes, if it is covered by the cumulative ACK: that of a segment out of order
 * is not echoed (RFC 7323, section 4.3). In any case a round trip is not shorter than the shortest.
 */
class RackRecovery : public LossRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpRackRecovery"; //!< in ns-3

    bool tailLossProbe{true};                            //!< probe
    Instant maxAckDelay{std::chrono::milliseconds(200)}; //!< `TLP.max_ack_delay`
    bool undoNeedlessRepair{true};                       //!< by D-SACKs
    bool undoByTimestamps{true};                         //!< needless repairs, too
    bool frto{false};                                    //!< find needless timeouts without them
    bool followsLinux{false};                            //!< see below
    Instant sendingTick{0};                              //!< of the sender's clock

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("TailLossProbe",
                &RackRecovery::tailLossProbe,
                "Probe for the loss of the last segments of a flight (RFC 8985, section 7)");
        options("MaxAckDelay",
                &RackRecovery::maxAckDelay,
                "For how long the peer may delay the ACK of a single segment, TLP.max_ack_delay "
                "(RFC 8985, section 7.2)");
        options("UndoNeedlessRepair",
                &RackRecovery::undoNeedlessRepair,
                "A reduction of the window is taken back when D-SACKs cover all that was sent "
                "again for it, as Linux does (RFC 3708)");
        options("UndoByTimestamps",
                &RackRecovery::undoByTimestamps,
                "A reduction of the window is taken back when timestamps show that ACKs answer "
                "what was sent before the repair (RFC 3522, RFC 4015)");
        options("Frto",
                &RackRecovery::frto,
                "A timeout is taken back when ACKs cover what was sent once, before it: F-RTO "
                "with SACK (RFC 5682, section 3, as in Linux), which needs no timestamps");
        options("FollowLinux",
                &RackRecovery::followsLinux,
                "Details as in Linux 6.1: a probe that waits since new data were sent goes no "
                "later than RTO after the oldest segment outstanding was sent; the window counts "
                "segments; a D-SACK counts if others had overtaken a segment and not more came "
                "twice than were sent again; a lost retransmission after a timeout begins a "
                "recovery; without SACK duplicate ACKs are counted. false: RFC 8985");
        options("SendingTick",
                &RackRecovery::sendingTick,
                "Of what was sent within one tick of the clock, later octets count as sent later "
                "(RFC 8985, section 6.2, step 2); 0: the order of sending is known");
    }

    void Start(const Configuration& configuration) override
    {
        m_state = RecoveryState(configuration, SentSegments::Order::TIMES);
        m_state.GetSent().SetTick(sendingTick);
        m_dupThresh = configuration.dupThresh;
    }

    bool NeedsSack() const override
    {
        return !followsLinux;
    }

    void OnHandshake(uint32_t sentAgain) override
    {
        m_sentAgain = sentAgain;
    }

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;

    void OnTurn() override
    {
        // F-RTO's new data go at once, or not at all (Linux 6.1, tcp_tsq_write()).
        m_isRepairHeld = m_isRepairHeld && !followsLinux;
    }

    std::optional<OctetRange> Next(SendOpportunity opportunity) const override;
    uint64_t GetOutstanding() const override;
    std::optional<Deadline> Schedule(const Timing& timing) override;
    const AckOutcome& OnDeadline(Instant now) override;

    void OnHeadLost() override
    {
        if (m_state.GetState() == State::RECOVERY)
        {
            m_state.GetSent().LoseHead();
            m_state.RequestAtOnce(FirstLost().has_value());
        }
    }

  private:
    /// Read what an ACK tells of segments, round trips and the last repair.
    void ReadArrivals(const AckEvent& event, AckOutcome& outcome);

    /// @return whether an ACK reports what was sent before the head was sent last: the path lives,
    /// and the head has a timeout of its own from now on (Linux 6.1, tcp_clean_rtx_queue())
    bool ShowsOlderThanHead() const
    {
        const auto& sent = GetSent();
        const auto& sacked = sent.GetCovered().sacked;
        return sacked && sent.GetParts() > 0 && sacked->first < sent.Find(sent.GetUna()).last;
    }

    /// An ACK of a peer without SACK, as Linux 6.1 reads it: duplicate ACKs are counted in place
    /// of SACKed segments, the third one shows that the head is lost, and so does each partial ACK.
    /// A repair is over when more than all that was sent before is acknowledged.
    const AckOutcome& OnAckWithoutSack(const AckEvent& event);

    /// @return what an ACK without SACK is to a repair that goes on: whether the repair is over
    bool ContinueWithoutSack(const AckEvent& event, AckOutcome& outcome);

    /// @return segments that an ACK delivers, as Linux counts, and by a D-SACK: none by that if
    /// more came twice than were sent again, since the network has doubled these (6.1,
    /// tcp_dsack_seen())
    uint64_t CountArrivals(const std::optional<OctetRange>& duplicate);

    /// A D-SACK of a position arrived: what was sent again, and has arrived twice, was overtaken if
    /// more is missing before (Linux 6.1, tcp_sacktag_one()). @return whether that may have been
    /// sent again
    bool ReadCopy(uint64_t position);

    /// @return whether an ACK without SACK shows that the repair under way is needless, for which
    /// nothing is sent again
    bool IsNeedlessWithoutSack(const AckEvent& event, const AckOutcome& outcome);

    /// A duplicate ACK counts as a segment that has arrived. @return segments by which that counts
    uint64_t CountDuplicate()
    {
        const auto before = m_duplicates++;
        BoundDuplicates(0);
        return m_duplicates - std::min(before, m_duplicates);
    }

    /// No more duplicate ACKs count than segments are out beside holes; more of them show how far
    /// segments overtake one another (Linux 6.1, tcp_check_reno_reordering()). @param acked
    /// segments that the ACK covers
    void BoundDuplicates(uint64_t acked);

    /// What an ACK reports, by position.
    void TakeDelivered()
    {
        std::swap(m_delivered, m_state.GetSent().GetDelivered());
        // Blocks come in any order.
        std::sort(m_delivered.begin(), m_delivered.end(), [](const auto& a, const auto& b) {
            return a.range.end < b.range.end;
        });
    }

    /// Section 6.2, steps 1 to 3.
    std::optional<Instant> TakeRoundTrips(const AckEvent& event);

    /// Step 1; in Linux the smoothed round trip, too.
    void MeasureLeast(const AckEvent& event);

    /// Whether the round trip of a segment that was sent again makes no sense: an earlier one has
    /// arrived.
    bool IsOfEarlierOne(const SentSegments::Segment& segment, const AckEvent& event) const;

    /// @return a round trip, which Linux reckons in whole microseconds
    Instant GetSpan(Instant sent, Instant now) const
    {
        return followsLinux ? GetKernelSpan(sent, now) : now - sent;
    }

    /// An ACK was read: losses are looked for, or the timer that looks for them stops.
    void JudgeArrivals(bool inRecovery, Instant now, AckOutcome& outcome);

    /// Section 6.2, step 5.
    void DetectLosses(bool inRecovery, Instant now, Loss& lost);

    /// What D-SACKs and probes tell.
    void ReadReports(const AckEvent& event, AckOutcome& outcome);
    /// A reduction was needless, by the count of what arrived twice (Linux) or otherwise.
    void TakeBack(bool isByCount, Instant now);

    /// What an ACK after a timeout tells to F-RTO.
    void TestTimeout(const AckEvent& event, AckOutcome& outcome);

    /// @return whether an ACK of new data in a repair is of a segment from before the repair, which
    /// was late and not lost: the Eifel detection algorithm (RFC 3522), by timestamps in whole
    /// milliseconds. To Linux each is before the repair has sent anything again.
    bool IsOfBefore(const AckEvent& event) const
    {
        using std::chrono::milliseconds;
        return m_firstCopy
                   ? event.echo && *event.echo < std::chrono::floor<milliseconds>(*m_firstCopy)
                   : followsLinux;
    }

    /// What the timestamp of an ACK in a repair tells.
    void ReadEcho(const AckEvent& event, bool endsRecovery, AckOutcome& outcome);

    /// The last repair was needless: what still waits to be sent again counts as in flight, and
    /// nothing is judged lost for one reordering window, which the D-SACK may have raised.
    void RevertLossMarks(Instant now);

    /// A recovery starts if something is lost. Where another one has just ended, as @p hasLeft
    /// says, what that one sent again and is still outstanding was lost of a further window.
    void EnterIfLost(bool hasLeft);

    /// In the repair after a timeout more is lost: in Linux a recovery of its own begins.
    void EnterFromLoss(bool isMoreLost);

    /// A recovery or the repair after a timeout begins: those that may find it needless are told
    /// what is outstanding, and of a tail loss probe under way.
    void BeginRepair();

    /// What is under way as a retransmission may yet arrive twice.
    void CountCopies();

    /// When a probe goes at the latest, if the retransmission timer runs.
    std::optional<Instant> GetProbeLimit(const Timing& timing) const;

    Instant GetWindow(bool inRecovery) const;

    /// The lowest octets that are lost, at most one MSS.
    std::optional<OctetRange> FirstLost() const;

    ReorderingWindow m_reordering;                  //!< how long others may overtake a segment
    TailLossProbe m_probe;                          //!< probes
    SpuriousRecoveryDetector m_repair;              //!< the last repair
    UndoCounter m_undo;                             //!< the same, as Linux
    WindowedMinimum m_minRtt;                       //!< smallest round trip
    SentSegments::SendKey m_latest{};               //!< of the segment of `RACK.xmit_ts`
    Instant m_rtt{0};                               //!< `RACK.rtt`
    std::optional<Instant> m_srtt;                  //!< smoothed round trip
    std::optional<Instant> m_reorderTimer;          //!< when the reordering timer expires
    Instant m_reorderDue{0};                        //!< the jiffy of that, before the wheel
    Instant m_judgeFrom{Instant::min()};            //!< nothing is judged lost before
    bool m_probeDue{false};                         //!< what is sent next is a probe
    bool m_isProbeOfAck{false};                     //!< the probe's timer began with an ACK
    bool m_wasFinAlone{false};                      //!< our FIN is outstanding, alone
    std::optional<OctetRange> m_probed;             //!< what the last probe sent again
    Instant m_probedAt{0};                          //!< when
    std::optional<Instant> m_firstCopy;             //!< when the last repair first sent again
    FrtoDetection m_frto;                           //!< of the last timeout
    std::optional<uint64_t> m_cwrPoint;             //!< where CWR ends, as Linux has that state
    bool m_isRepairHeld{false};                     //!< originals arrive: nothing is sent again
    uint64_t m_duplicates{0};                       //!< duplicate ACKs that count, without SACK
    bool m_hasAdvanced{false};                      //!< something has arrived that counts
    uint64_t m_dupThresh{3};                        //!< duplicate ACKs of a loss, without SACK
    bool m_isUndoneByTest{false};                   //!< F-RTO has undone a timeout, without SACK
    uint64_t m_sentAgain{0};                        //!< segments, in all
    uint64_t m_arrivedTwice{0};                     //!< segments that D-SACKs have reported
    std::vector<SentSegments::Segment> m_delivered; //!< what an ACK reports, by position
};

} // namespace ns3

#endif /* RACK_RECOVERY_H */

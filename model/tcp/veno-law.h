/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef VENO_LAW_H
#define VENO_LAW_H

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Measures the round trip of every segment from the sender's own send history.
 *
 * SACK TCP Veno stamps each segment it transmits and reads the stamp when the ACK returns (SACK
 * TCP Veno paper, section 2.2). ns-3 has no such sample on all releases: what it hands to
 * `PktsAcked` is smoothed, and with the timestamp option every sample is cut to whole
 * milliseconds. This class keeps its own stamps and is exact to the simulator's clock.
 *
 * States: the multiset of segments in flight, ordered by position.
 * Events: OnSent() once for each *first* transmission, OnAck() for each cumulative ACK.
 * Invariants:
 *  - positions in the history strictly increase, and none is at or below the last ACK;
 *  - an ACK that covers several segments gives one sample, that of the segment sent last, because
 *    a receiver that delays ACKs answers the last one at once and keeps the earlier ones waiting;
 *  - the owner calls Clear() whenever something was retransmitted, so that no sample is ambiguous
 *    (Karn's rule, RFC 6298 section 3).
 *
 * Cost: amortised O(1) a segment, O(log n) to look one up, no allocation once the history has
 * reached the window.
 */
class RoundTripSampler
{
  public:
    /// Time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// A segment was transmitted for the first time. @p end is one past its last octet, unwrapped;
    /// one at or below a position already sent is no first transmission and is ignored.
    void OnSent(uint64_t end, Instant now);

    /// A cumulative ACK arrived, for all below an unwrapped position. @return the round trip of the
    /// youngest segment that this ACK covers for the first time; nothing when it covers no stamped
    /// segment
    std::optional<std::chrono::nanoseconds> OnAck(uint64_t ack, Instant now);

    /// @return when the segment with an octet, at an unwrapped position, was first transmitted;
    /// nothing when it is not in flight, or no stamp of it is kept
    std::optional<Instant> FindSent(uint64_t octet) const;

    /// @brief Forget all stamps: what is in flight now gives no sample.
    void Clear()
    {
        m_inFlight.clear();
    }

  private:
    /// A stamped segment.
    struct Stamp
    {
        uint64_t begin; //!< position of its first octet, or of one after the last stamp's
        uint64_t end;   //!< position one past its last octet
        Instant sent;   //!< when it was transmitted
    };

    std::deque<Stamp> m_inFlight; //!< stamped segments, oldest first
    uint64_t m_highestEnd{0};     //!< highest position ever stamped
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Estimates how much of a path's round trip is queueing, and once per round trip how many
 * segments a flow keeps queued.
 *
 * The backlog is `N = cwnd * (1 - BaseRTT/RTT)` segments: the paper's `DIFF * BaseRTT` (SACK TCP
 * Veno, section 2.2), where `BaseRTT` is the smallest round trip since it was last reset and `RTT`
 * that of the tagged segment.
 *
 * A round is one trip of a tagged segment. The tag is `snd.nxt` when the last round ended; the
 * round ends when an ACK covers the tagged segment. Where that ACK covers more segments, which
 * one's round trip is the sample is the owner's choice.
 *
 * A round that begins without a `BaseRTT` only measures it: its single sample would be its own
 * minimum, and `N` = 0 would say nothing about the path. So `N` is new from the second round after
 * a reset on, and what was known before the reset stands until then.
 *
 * The queueing delay is VenoDR's `L` with the bandwidth set to 1 (VenoDR paper, equations 3 and 5),
 * `L = RTT - BaseRTT`, and `L_max` is the largest `L` so far. A single late ACK is no queue: `RTT`
 * is the smaller one of the last two samples, so that `L_max` is what two samples in a row have
 * reached. RoundTrip::SMOOTHED and RoundTrip::LAST are other readings, of a paper that smooths, and
 * of one whose word "measured" is taken to mean a single sample.
 *
 * States: the tag, `BaseRTT`, the last sample of the round, the last `N`; `L` and `L_max`.
 * Events: a sample, an ACK, a reset of `BaseRTT`, a restart of the round.
 * Invariants:
 *  - `BaseRTT` never exceeds any sample since its reset, hence `0 <= N < cwnd`;
 *  - `N` changes only in OnAck(), at most once for each round, and never on a round without
 *    samples or one that began without a `BaseRTT`;
 *  - `0 <= L <= L_max`, and `L_max` falls only with a reset of `BaseRTT`.
 */
class BacklogEstimator
{
  public:
    /// What is taken for the round trip of now, in `N` and in `L`.
    enum class RoundTrip
    {
        SAMPLED,  //!< in `N` the last sample, in `L` the smaller one of the last two
        SMOOTHED, //!< in both RFC 6298's SRTT of the samples since the last reset
        LAST,     //!< in both the last sample
    };

    /// What a round that begins without a `BaseRTT` is for.
    enum class FirstRound
    {
        MEASURED,  //!< it only measures `BaseRTT`
        EVALUATED, //!< it gives an `N`, too
    };

    /// A round trip was measured; one that is not positive is ignored. @p roundTrip says what is
    /// taken for the round trip of now.
    void AddSample(std::chrono::nanoseconds rtt, RoundTrip roundTrip = RoundTrip::SAMPLED);

    /// A round trip was measured that is for `BaseRTT` alone; one that is not positive is ignored.
    void AddBaseSample(std::chrono::nanoseconds rtt);

    /// A cumulative ACK arrived; its own sample, if any, was added before. @p ack and @p sndNxt,
    /// the first octet not acknowledged and the next new one, are unwrapped; @p cwnd is in
    /// segments; @p firstRound says what a round is for that began without a `BaseRTT`.
    /// @return whether this ACK ended a round and GetBacklog() is new
    bool OnAck(uint64_t ack,
               uint64_t sndNxt,
               double cwnd,
               FirstRound firstRound = FirstRound::MEASURED);

    /// @brief First octet of the tagged segment. @return its position, unwrapped
    uint64_t GetTag() const
    {
        return m_tag;
    }

    /// Begin a round now: samples and tag of the running one are dropped. @p sndNxt is the position
    /// of the next new octet, unwrapped.
    void RestartRound(uint64_t sndNxt);

    /// @brief Measure `BaseRTT`, and with it `L` and `L_max`, anew, from the next sample on.
    void ResetBaseRtt();

    /// @return `N`, the backlog at the end of the last round, in segments; 0 before the first
    /// evaluation
    double GetBacklog() const
    {
        return m_backlog;
    }

    /// @return `L`, the queueing delay of the last samples; 0 before the first sample
    std::chrono::nanoseconds GetQueueDelay() const
    {
        return m_queueDelay;
    }

    /// @return `L_max`, the largest queueing delay since the last reset of `BaseRTT`; 0 before the
    /// first sample
    std::chrono::nanoseconds GetMaxQueueDelay() const
    {
        return m_maxQueueDelay;
    }

    /// @return `BaseRTT`, the smallest round trip since the last reset, or nothing when there was
    /// no sample since then
    std::optional<std::chrono::nanoseconds> GetBaseRtt() const
    {
        return m_baseRtt;
    }

  private:
    std::optional<std::chrono::nanoseconds> m_baseRtt;  //!< `BaseRTT`
    std::optional<std::chrono::nanoseconds> m_roundRtt; //!< `RTT`: last sample of the round
    std::optional<std::chrono::nanoseconds> m_lastRtt;  //!< last sample since the reset
    std::optional<std::chrono::nanoseconds> m_smoothed; //!< SRTT since the reset
    std::chrono::nanoseconds m_queueDelay{0};           //!< `L`
    std::chrono::nanoseconds m_maxQueueDelay{0};        //!< `L_max`
    bool m_hadBaseRtt{false};                           //!< BaseRTT was known when the round began
    uint64_t m_tag{0};                                  //!< first octet of the tagged segment
    double m_backlog{0.0};                              //!< `N` in segments
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Veno's refined AIMD: what a backlog means for growth and for the cut.
 *
 * SACK TCP Veno paper, section 2.2:
 *
 * | backlog `N`         | growth in congestion avoidance | equilibrium |
 * |---------------------|--------------------------------|-------------|
 * | `N <= alpha`        | every new ACK                  | false       |
 * | `alpha < N <= beta` | every new ACK                  | true        |
 * | `N > beta`          | every other new ACK            | true        |
 *
 * A loss found by fast retransmit out of equilibrium is most likely random, in equilibrium it is
 * most likely congestive.
 *
 * States: equilibrium (yes, no), pace (every ACK, every other ACK), and whose turn it is.
 * Events: a new backlog, a new ACK in congestion avoidance.
 * Invariants: half pace implies equilibrium; at half pace, of any two consecutive ACKs exactly one
 * opens the window; a run at half pace that starts anew begins with an ACK that does not.
 */
class VenoLaw
{
  public:
    /**
     * @brief A round was evaluated.
     * @param backlog `N` in segments, not negative
     * @param alpha up to this backlog the path has room, segments
     * @param beta above this backlog growth is halved, segments, not below @p alpha
     */
    void OnBacklog(double backlog, double alpha, double beta);

    /// A new ACK arrived in congestion avoidance. @return whether it may open the window by
    /// `1/cwnd`
    bool OnNewAck();

    /// @return whether the flow fills its path (the paper's `equilibrium_arrival`); false before
    /// the first evaluation
    bool IsEquilibrium() const
    {
        return m_equilibrium;
    }

  private:
    bool m_equilibrium{false}; //!< backlog above alpha
    bool m_halfPace{false};    //!< backlog above beta
    bool m_skipped{false};     //!< the last ACK at half pace did not open the window
};

} // namespace ns3

#endif /* VENO_LAW_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BACKLOG_ESTIMATOR_H
#define BACKLOG_ESTIMATOR_H

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

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

} // namespace ns3

#endif /* BACKLOG_ESTIMATOR_H */

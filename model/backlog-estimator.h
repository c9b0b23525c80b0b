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
 * @brief Estimates, once per round trip, how many segments a flow keeps queued.
 *
 * The backlog is `N = cwnd * (1 - BaseRTT/RTT)` segments: the paper's `DIFF * BaseRTT` (SACK TCP
 * Veno, section 2.2), where `BaseRTT` is the smallest round trip since it was last reset and `RTT`
 * that of the tagged segment.
 *
 * A round is one trip of a tagged segment. The tag is `snd.nxt` when the last round ended; the
 * round ends when an ACK covers the tagged segment. Where that ACK covers more segments its sample
 * is that of the youngest (RoundTripSampler), so that a delayed ACK's wait is not read as queueing.
 *
 * A round that begins without a `BaseRTT` only measures it: its single sample would be its own
 * minimum, and `N` = 0 would say nothing about the path. So `N` is new from the second round after
 * a reset on, and what was known before the reset stands until then.
 *
 * States: the tag, `BaseRTT`, the last sample of the round, and the last `N`.
 * Events: a sample, an ACK, a reset of `BaseRTT`, a restart of the round.
 * Invariants:
 *  - `BaseRTT` never exceeds any sample since its reset, hence `0 <= N < cwnd`;
 *  - `N` changes only in OnAck(), at most once for each round, and never on a round without
 *    samples or one that began without a `BaseRTT`.
 */
class BacklogEstimator
{
  public:
    /**
     * @brief A round trip was measured.
     * @param rtt the sample; one that is not positive is ignored
     */
    void AddSample(std::chrono::nanoseconds rtt);

    /**
     * @brief A cumulative ACK arrived; its own sample, if any, was added before.
     * @param ack position of the first octet not acknowledged, unwrapped
     * @param sndNxt position of the next new octet to send, unwrapped
     * @param cwnd congestion window in segments, not negative
     * @return whether this ACK ended a round and GetBacklog() is new
     */
    bool OnAck(uint64_t ack, uint64_t sndNxt, double cwnd);

    /**
     * @brief Begin a round now: samples and tag of the running one are dropped.
     * @param sndNxt position of the next new octet to send, unwrapped
     */
    void RestartRound(uint64_t sndNxt);

    /// @brief Measure `BaseRTT` anew, from the next sample on.
    void ResetBaseRtt();

    /**
     * @brief Backlog at the end of the last round.
     * @return `N` in segments; 0 before the first evaluation
     */
    double GetBacklog() const;

    /**
     * @brief Smallest round trip since the last reset.
     * @return `BaseRTT`, or nothing when there was no sample since then
     */
    std::optional<std::chrono::nanoseconds> GetBaseRtt() const;

  private:
    std::optional<std::chrono::nanoseconds> m_baseRtt;  //!< `BaseRTT`
    std::optional<std::chrono::nanoseconds> m_roundRtt; //!< `RTT`: last sample of the round
    bool m_hadBaseRtt{false};                           //!< BaseRTT was known when the round began
    uint64_t m_tag{0};                                  //!< first octet of the tagged segment
    double m_backlog{0.0};                              //!< `N` in segments
};

} // namespace ns3

#endif /* BACKLOG_ESTIMATOR_H */

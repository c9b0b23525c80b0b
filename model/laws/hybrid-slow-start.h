/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HYBRID_SLOW_START_H
#define HYBRID_SLOW_START_H

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Hybrid slow start as Linux 6.1 has it: when slow start ends before a loss.
 *
 * Ha and Rhee, "Taming the elephants: new TCP slow start", Computer Networks 55(9), 2011: either a
 * round's ACKs have come close together for half of the least round trip, so that what they
 * acknowledge fills the path, or the round's least round trip is above the least of all.
 *
 * State: when the round began, when the last ACK of its train came, its least round trip and how
 * many were measured.
 * Events: BeginRound() when what was sent last in the round before is acknowledged; OnAck().
 * Invariants: a pause of more than 2 ms ends a round's train; a round's delay tells nothing before
 * the ninth sample.
 *
 * | what                                       | Linux's constant                          |
 * |--------------------------------------------|-------------------------------------------|
 * | two ACKs of a train are apart by at most   | 2 ms                                      |
 * | a train ends slow start when longer than   | half of the least round trip and 1 ms     |
 * | delay ends slow start when above the least | by an eighth of it, but 4 to 16 ms        |
 */
class HybridSlowStart
{
  public:
    using Instant = std::chrono::nanoseconds; //!< time since any fixed moment

    /// A round begins.
    void BeginRound(Instant now);

    /// An ACK arrived in slow start; @p least is the least round trip so far, that of this ACK
    /// included. @return whether slow start should end
    bool OnAck(Instant now, Instant rtt, Instant least);

  private:
    /// @return whether the train of ACKs is long enough
    bool EndsByTrain(Instant now, Instant least);

    /// @return whether the delay has grown enough
    bool EndsByDelay(Instant rtt, Instant least);

    Instant m_roundStart{0};               //!< when the round began
    Instant m_lastOfTrain{0};              //!< when the last ACK of the round's train came
    std::optional<Instant> m_leastOfRound; //!< least round trip of the round
    uint32_t m_samples{0};                 //!< round trips of the round, as many as count
};

} // namespace ns3

#endif /* HYBRID_SLOW_START_H */

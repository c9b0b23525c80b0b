/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUND_TRIP_SAMPLER_H
#define ROUND_TRIP_SAMPLER_H

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

} // namespace ns3

#endif /* ROUND_TRIP_SAMPLER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CHALLENGE_ACK_LIMITER_H
#define CHALLENGE_ACK_LIMITER_H

#include <chrono>
#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief How many challenge ACKs may go (RFC 5961, section 7): so many in any period, no more.
 */
class ChallengeAckLimiter
{
  public:
    /// Time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// At most @p most ACKs, 0 forbids all, in any period above 0.
    ChallengeAckLimiter(uint32_t most, Instant period);

    /// Ask for one ACK at a time, never before that of an earlier call. @return whether it may be
    /// sent; it counts, then
    bool Permit(Instant now);

  private:
    uint32_t m_most;            //!< ACKs in a period
    Instant m_period;           //!< length of a period
    std::deque<Instant> m_sent; //!< when the last ones were permitted, at most m_most
};

} // namespace ns3

#endif /* CHALLENGE_ACK_LIMITER_H */

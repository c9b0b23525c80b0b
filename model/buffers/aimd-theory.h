/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AIMD_THEORY_H
#define AIMD_THEORY_H

namespace ns3
{

namespace aimdtheory
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Rate of a loss-limited AIMD flow without timeouts.
 *
 * A window that grows by `a` segments each round trip and loses the part `b` at each loss
 * oscillates between `(1-b) W` and `W`; with one loss in `1/p` segments its mean rate is
 * `sqrt(a (2-b) / (2 b p)) / RTT`. It is the ceiling of what loss differentiation can gain: from
 * `b` = 1/2 to `b` = 1/5 the rate grows by `sqrt(3)`.
 *
 * @param a additive increase, segments each round trip, above 0 (1; 1/2 with delayed ACKs)
 * @param b part of the window that a loss takes, in (0, 1)
 * @param p loss probability of a segment, in (0, 1]
 * @param rtt round-trip time in seconds, above 0
 * @return segments a second
 */
double AimdRate(double a, double b, double p, double rtt);

} // namespace aimdtheory
} // namespace ns3

#endif /* AIMD_THEORY_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAWTOOTH_CYCLE_H
#define SAWTOOTH_CYCLE_H

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief From the cut of a window to the overflow of the bottleneck's queue, by fluid laws.
 *
 * A lone flow's window grows from `(1-b) W` to `W`, where it overflows the queue. The round trip is
 * `RTT_m` and the rate `w / RTT_m` while the window is below `C RTT_m`; with more the link is busy,
 * the rate is `C` and the queue makes the round trip longer. Recovery itself is not part of it, and
 * no loss happens but by overflow.
 *
 * Invariants: packets and seconds are finite and above 0, and packets are at most `C` times seconds
 * but for rounding.
 */
struct SawtoothCycle
{
    /// The link: what limits the rate.
    struct Link
    {
        double packetsPerSecond;   //!< `C`, above 0
        double rttWithoutQueueing; //!< `RTT_m` in seconds, above 0
    };

    /// One cycle of the window.
    struct Window
    {
        double largest;  //!< `W`, packets, above 0
        double decrease; //!< `b`, in (0, 1)
    };

    double packets; //!< sent in the cycle
    double seconds; //!< of the cycle
};

/**
 * @brief Classic TCP: a window grows by @p pace packets each round trip.
 *
 * `dw/dt = pace / RTT`; below `C RTT_m` `(v^2 - u^2) / (2 pace)` packets are sent while the window
 * grows from `u` to `v`, and above as well.
 * @param link the link
 * @param window the window
 * @param pace packets each round trip, above 0: 1, or 1/2 with delayed ACKs
 * @return the cycle
 */
SawtoothCycle LinearCycle(const SawtoothCycle::Link& link,
                          const SawtoothCycle::Window& window,
                          double pace);

/**
 * @brief Scalable TCP and its like: a window grows by @p increase for each packet.
 *
 * `(v - u) / increase` packets are sent while the window grows from `u` to `v`.
 * @param link the link
 * @param window the window
 * @param increase packets, above 0
 * @return the cycle
 */
SawtoothCycle ConstantCycle(const SawtoothCycle::Link& link,
                            const SawtoothCycle::Window& window,
                            double increase);

/**
 * @brief CUBIC (RFC 9438): `w(t) = 0.4 (t - K)^3 + W` with `K` such that `w(0) = (1-b) W`, or its
 * Reno-friendly line of slope `3 b / (2 - b)` a round trip where that is quicker.
 * @param link the link
 * @param window the window
 * @return the cycle
 */
SawtoothCycle CubicCycle(const SawtoothCycle::Link& link, const SawtoothCycle::Window& window);

} // namespace ns3

#endif /* SAWTOOTH_CYCLE_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RAMPDOWN_H
#define RAMPDOWN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Rampdown: the window is reduced evenly over a round trip instead of at once.
 *
 * FACK paper, section 4.5. The sender may use `cwnd + wintrim`, where `cwnd` is already reduced and
 *
 *     wintrim = (snd.nxt - snd.fack) * (1 - winmult)     at detection             (3)
 *     wintrim = wintrim - d * (1 - winmult)              snd.fack advances by d   (4)
 *
 * Taken together, `wintrim` is `1 - winmult` times those octets outstanding at detection that are
 * not forward-acknowledged yet. Their number is what is kept: it is whole, so that nothing drifts
 * however many steps the round trip has, and `wintrim` is rounded once, when it is asked for.
 *
 * States: idle, and ramping with a number of octets left, which is above 0.
 * Events: Begin() at detection of a loss, Advance() of `snd.fack`, End() of recovery.
 * Invariants: `wintrim` is 0 in idle, never grows but by Begin(), and is exactly 0 once all that
 * was outstanding at detection is forward-acknowledged. What is sent after detection does not
 * count: an advance beyond that is ignored.
 *
 * The consequence for a sender that sends while less than `cwnd + wintrim` is outstanding: of each
 * octet that leaves the network `winmult` may be sent, that is, one segment for every two
 * acknowledged at a `winmult` of 1/2 and one for every four at 1/4, and when the round trip ends
 * `cwnd` is outstanding. At detection `cwnd + wintrim` is not less than what is outstanding
 * (section 4.5 says "slightly less"): it is more by `winmult` times what of the window has already
 * left, so that the retransmission may go out at once.
 */
class Rampdown
{
  public:
    /**
     * @brief A loss was detected. What was left of an earlier ramp is void.
     * @param outstanding `snd.nxt - snd.fack` at detection, octets
     * @param winmult the part of the window that the reduction leaves, 0 to 1; above 1, where the
     * window is not reduced, counts as 1 (section 4.5: 1/2, after Overdamping 1/4)
     */
    void Begin(uint64_t outstanding, double winmult);

    /// `snd.fack` advanced by octets.
    void Advance(uint64_t octets);

    /// @return `wintrim`, what the sender may have outstanding beyond `cwnd`, in octets; 0 when
    /// idle
    uint64_t GetWintrim() const;

    /// @return whether some of what was outstanding at detection still is; false before the first
    /// Begin(), after the round trip and after End()
    bool IsActive() const
    {
        return m_left > 0;
    }

    /// @brief Recovery is over: `wintrim` is 0.
    void End()
    {
        m_left = 0;
    }

  private:
    uint64_t m_left{0}; //!< outstanding at detection and not forward-acknowledged since, octets
    double m_trim{0.0}; //!< `1 - winmult`
};

} // namespace ns3

#endif /* RAMPDOWN_H */

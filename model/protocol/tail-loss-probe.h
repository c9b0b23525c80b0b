/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TAIL_LOSS_PROBE_H
#define TAIL_LOSS_PROBE_H

#include "timer-wheel.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief When to probe for the loss of the last segments of a flight, and what the ACKs of such a
 * probe tell (RFC 8985, section 7).
 *
 * States: the probe timer; a probe in flight, known by `TLP.end_seq` and `TLP.is_retrans`; whether
 * a round trip was measured since the last probe.
 * Events: data are sent or acknowledged, the timer expires, a probe is sent, an ACK arrives, a
 * repair begins.
 * Invariants: one probe at most is in flight; a probe that was new data repairs nothing; the timer
 * does not outlast the retransmission timer.
 */
class TailLossProbe
{
  public:
    /// A span of time, or a time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// What the timer depends on.
    struct Timing
    {
        Instant now{0};                 //!< the time
        std::optional<Instant> srtt;    //!< smoothed round trip
        std::optional<Instant> timeout; //!< when the retransmission timer expires, if it runs
        std::size_t segments{0};        //!< segments outstanding
    };

    /// Nothing is sent; a receiver may delay an ACK for @p maxAckDelay; the timer expires as @p
    /// wheel says, with whose margin where more than one segment is outstanding.
    explicit TailLossProbe(Instant maxAckDelay = std::chrono::milliseconds(200),
                           TimerWheel wheel = TimerWheel());

    /// New data were sent or acknowledged: the timer is to start anew.
    void Request()
    {
        m_requested = true;
    }

    /// Start the timer if that was requested, with "PTO" of section 7.2, and stop it unless it is
    /// allowed: no loss is known, nothing is SACKed.
    void Schedule(bool allowed, const Timing& timing);

    /// @return when the timer expires, if it runs
    std::optional<Instant> GetDeadline() const
    {
        return m_deadline;
    }

    /// The timer expired. @return whether a probe has to go, see section 7.3
    bool Expire();

    /// A probe was sent, of old data if @p again; `snd.nxt` after it.
    void OnProbe(uint64_t nxt, bool again);

    /// A round trip was measured.
    void OnRoundTrip()
    {
        m_measured = true;
    }

    /// A repair began: what became of a probe does not matter any more.
    void Cancel()
    {
        m_end.reset();
    }

    /// What an ACK says of a probe.
    struct Ack
    {
        uint64_t una{0};                        //!< `snd.una` after it
        std::optional<uint64_t> duplicateEnd{}; //!< end of what it reports as arrived twice
        bool isDuplicate{false};                //!< a duplicate ACK without any block
    };

    /// An ACK arrived (section 7.4.2). @return whether the probe has repaired a loss that nothing
    /// else tells
    bool OnAck(const Ack& ack);

    /// @return whether a probe is in flight
    bool IsInFlight() const
    {
        return m_end.has_value();
    }

  private:
    Instant m_maxAckDelay;             //!< for how long a receiver may delay an ACK
    TimerWheel m_wheel;                //!< what rounds the timer up
    bool m_requested{false};           //!< the timer is to start anew
    std::optional<Instant> m_deadline; //!< when the timer expires
    std::optional<uint64_t> m_end;     //!< `TLP.end_seq`
    bool m_again{false};               //!< `TLP.is_retrans`
    bool m_measured{true};             //!< a round trip was measured since the last probe
};

} // namespace ns3

#endif /* TAIL_LOSS_PROBE_H */

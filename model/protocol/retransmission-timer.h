/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RETRANSMISSION_TIMER_H
#define RETRANSMISSION_TIMER_H

#include "timer-wheel.h"

#include <chrono>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief When the retransmission timer expires (RFC 6298).
 *
 * States: the timeout RTO, and the deadline if the timer runs.
 * Events: a round trip was measured, the timer is backed off, started, stopped.
 * Invariants:
 *  - RTO is never below the minimum nor above the maximum, and back-off never makes it smaller;
 *  - RTO that was backed off stays so until a round trip is measured (section 5, the paragraph
 *    after 5.7, and Karn's algorithm, section 3): an ACK alone does not bring it back;
 *  - the deadline is a multiple of the tick, as on systems whose timers tick, and not before the
 *    timeout has passed.
 */
class RetransmissionTimer
{
  public:
    /// A span of time, or a time since any fixed origin.
    using Duration = std::chrono::nanoseconds;

    /// Constants.
    struct Configuration
    {
        Duration minimum{std::chrono::seconds(1)};  //!< of RTO (section 2.4)
        Duration maximum{std::chrono::seconds(60)}; //!< of RTO, at least 60 s (section 2.5)
        Duration granularity{0};                    //!< G, a floor of 4 RTTVAR (section 2)
        Duration tick{0};                           //!< the timer expires on its multiples; 0: any
        TimerWheel wheel{};                         //!< what rounds the timer up further
    };

    /// No round trip is known: RTO is @p initial until one is (section 2.1).
    RetransmissionTimer(const Configuration& configuration, Duration initial);

    /// A round trip was measured: RTO is computed anew, and back-off ends.
    void OnSample(Duration srtt, Duration rttvar);

    /// @brief Double RTO (section 5.5).
    void BackOff();

    /// @brief The timeout. @return RTO
    Duration GetRto() const
    {
        return m_rto;
    }

    /// Start the timer, anew if it runs.
    void Start(Duration now);

    /// @brief Stop the timer.
    void Stop()
    {
        m_deadline.reset();
    }

    /// @brief When it expires. @return the time; nothing if the timer does not run
    std::optional<Duration> GetDeadline() const
    {
        return m_deadline;
    }

  private:
    /// Keep a timeout within the bounds.
    Duration Clamp(Duration rto) const;

    Configuration m_configuration;      //!< constants
    Duration m_rto;                     //!< RTO
    std::optional<Duration> m_deadline; //!< when it expires, if it runs
};

} // namespace ns3

#endif /* RETRANSMISSION_TIMER_H */

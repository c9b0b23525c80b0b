/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RETRANSMISSION_TIMER_H
#define RETRANSMISSION_TIMER_H

#include "timer-set.h"
#include "timer-wheel.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief When all that is outstanding is held for lost (RFC 6298), and when the peer is held for
 * gone.
 *
 * States: the timeout RTO; in the TimerSet the deadline, if the timer runs; how many more timeouts
 * in a row the connection survives.
 * Events: a round trip was measured, something new was acknowledged, the timer is backed off,
 * started, stopped, a timeout is counted.
 * Invariants:
 *  - from Begin() on RTO is never below the minimum nor above the maximum, and back-off never makes
 *    RTO smaller;
 *  - RTO that was backed off stays so until a round trip is measured (section 5, the paragraph
 *    after 5.7, and Karn's algorithm, section 3): an ACK alone does not bring the former RTO back;
 *  - the deadline is a multiple of the tick, as on systems whose timers tick, and not before the
 *    timeout has passed.
 */
class RetransmissionTimer
{
  public:
    /// A span of time, or a time since any fixed origin.
    using Duration = TimerSet::Instant;

    /// Constants.
    struct Configuration
    {
        Duration minimum{std::chrono::seconds(1)};  //!< of RTO (section 2.4)
        Duration maximum{std::chrono::seconds(60)}; //!< of RTO, at least 60 s (section 2.5)
        Duration granularity{0};                    //!< G, a floor of 4 RTTVAR (section 2)
        Duration tick{0};                           //!< the timer expires on its multiples; 0: any
        TimerWheel wheel{};                         //!< what rounds the timer up further
        uint32_t retries{6};                        //!< timeouts in a row that are survived
    };

    /// @param configuration constants @param timers where RETRANSMISSION runs; must live longer
    RetransmissionTimer(const Configuration& configuration, TimerSet& timers);

    /// Our SYN has gone, and goes again after a time, which is shown as RTO.
    void OnSyn(Duration wait)
    {
        m_rto = wait;
    }

    /// Data may go. No round trip is known: RTO is @p initial until one is (section 2.1).
    void Begin(Duration initial);

    /// A round trip was measured: RTO is computed anew, and back-off ends.
    void OnSample(Duration srtt, Duration rttvar);

    /// @brief Something new was acknowledged: timeouts count from the first one again.
    void OnNewAck()
    {
        m_retriesLeft = m_configuration.retries;
    }

    /// @return whether a timeout has come since something new was acknowledged
    bool HasExpired() const
    {
        return m_retriesLeft < m_configuration.retries;
    }

    /// @brief Count a timeout. @return false if it is one too many
    bool CountRetry();

    /// @brief Double RTO (section 5.5).
    void BackOff();

    /// @brief The timeout. @return RTO
    Duration GetRto() const
    {
        return m_rto;
    }

    /// @brief Start the timer, anew if it runs.
    void Restart();

    /// @brief Stop the timer.
    void Stop()
    {
        m_timers.Cancel(ConnectionTimer::RETRANSMISSION);
    }

    /// @return whether the timer runs
    bool IsRunning() const
    {
        return m_timers.IsRunning(ConnectionTimer::RETRANSMISSION);
    }

    /// Have another timer of this host expire after a time, which the wheel may prolong.
    void Wait(ConnectionTimer timer, Duration wait);

  private:
    /// Keep a timeout within the bounds.
    Duration Clamp(Duration rto) const;

    Configuration m_configuration; //!< constants
    TimerSet& m_timers;            //!< of the connection
    Duration m_rto{0};             //!< RTO
    uint32_t m_retriesLeft;        //!< timeouts that are survived from now on
};

} // namespace ns3

#endif /* RETRANSMISSION_TIMER_H */

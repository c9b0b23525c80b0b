/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RETRANSMISSION_CLOCK_H
#define RETRANSMISSION_CLOCK_H

#include "deadline-timer.h"

#include "ns3/nstime.h"
#include "ns3/retransmission-timer.h"
#include "ns3/rtt-estimator.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief RetransmissionTimer run by the simulator, its timeout shown, its expiries counted.
 */
class RetransmissionClock
{
  public:
    /// @param timer constants @param retries timeouts in a row that a connection survives
    /// @param rto shows RTO @param effects hear of the end
    RetransmissionClock(const RetransmissionTimer::Configuration& timer,
                        const uint32_t& retries,
                        TracedValue<Time>& rto,
                        ConnectionEffects& effects);

    /// @brief A connection begins. @param initial RTO
    void Begin(Time initial);

    /// @brief A round trip was measured. @param estimator has it
    void OnSample(const RttEstimator& estimator);

    /// @brief Something new was acknowledged: timeouts count from the first one again.
    void OnNewAck()
    {
        m_retriesLeft = m_retries;
    }

    /// @return whether a timeout has come since something new was acknowledged.
    bool HasExpired() const
    {
        return m_retriesLeft < m_retries;
    }

    /// @brief Start the timer, anew if it runs.
    void Restart();

    /// @brief Stop it.
    void Stop();

    /// @brief Double RTO.
    void BackOff();

    /// @return whether the timer runs.
    bool IsRunning() const
    {
        return m_timer.GetDeadline().has_value();
    }

    /// @brief Its event has come. @return whether it has expired
    bool IsDue();

    /// @brief Count a timeout. @return false if it is one too many
    bool CountRetry();

    /// @return after which time a timer expires that is set now for a time: the wheel may round up
    Time RoundUp(Time wait) const;

    /// @return RTO and deadline
    const RetransmissionTimer& GetTimer() const
    {
        return m_timer;
    }

  private:
    /// @brief Show RTO.
    void Publish();

    RetransmissionTimer::Configuration m_configuration; //!< constants
    const uint32_t& m_retries;                          //!< timeouts that a connection survives
    TracedValue<Time>& m_rto;                           //!< shows RTO
    RetransmissionTimer m_timer;                        //!< RTO and deadline
    DeadlineTimer m_event;                              //!< comes at the deadline
    uint32_t m_retriesLeft;                             //!< timeouts that it survives from now on
};

} // namespace ns3

#endif /* RETRANSMISSION_CLOCK_H */

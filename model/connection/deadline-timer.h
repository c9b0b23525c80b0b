/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEADLINE_TIMER_H
#define DEADLINE_TIMER_H

#include "connection-effects.h"

#include "ns3/event-id.h"
#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A timer whose deadline moves with most segments, at the cost of an event in a round trip.
 *
 * Invariant: while there is a deadline, an event is pending that comes no later. One that comes too
 * early finds out itself, and is scheduled anew.
 */
class DeadlineTimer
{
  public:
    /// @param effects hear that it expires @param timer its name there
    DeadlineTimer(ConnectionEffects& effects, ConnectionTimer timer);
    ~DeadlineTimer();
    DeadlineTimer(const DeadlineTimer&) = delete;
    DeadlineTimer& operator=(const DeadlineTimer&) = delete;

    /// Set the deadline, or another one, not in the past.
    void Set(Time deadline);

    /// @brief There is none.
    void Cancel()
    {
        m_event.Cancel();
    }

    /// @return whether an event is pending.
    bool IsRunning() const
    {
        return !m_event.IsExpired();
    }

    /// The event has come. @return whether the present deadline is reached; if not, another event
    /// is scheduled
    bool IsDue(Time deadline);

  private:
    ConnectionEffects& m_effects;  //!< hear of the end
    const ConnectionTimer m_timer; //!< which one it is
    EventId m_event;               //!< the pending event
};

} // namespace ns3

#endif /* DEADLINE_TIMER_H */

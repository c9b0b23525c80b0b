/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_CLOCK_H
#define LEAN_CLOCK_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <queue>

namespace lean
{

using Instant = std::chrono::nanoseconds; //!< time since the beginning, or a span of it

/// Who has asked to be called at a time.
class Actor
{
  public:
    /// The time has come. @param what was asked for @param turn of the call
    virtual void Act(uint32_t what, uint64_t turn) = 0;

  protected:
    ~Actor() = default;
};

/// Calls what is due, in the order of time, and at one time in the order of turns.
class Clock
{
  public:
    /// @return the time
    Instant GetNow() const
    {
        return m_now;
    }

    /// @return a turn after all others
    uint64_t TakeTurn()
    {
        return ++m_turns;
    }

    /// Ask for a call at a time, not past. Nothing takes it back. @param turn one that was taken
    /// before; 0: after all others @return the turn
    uint64_t Schedule(Instant at, Actor& who, uint32_t what, uint64_t turn = 0)
    {
        turn = turn > 0 ? turn : TakeTurn();
        m_events.push({at, turn, &who, what});
        return turn;
    }

    /// Call all that is due before a time, unless Stop() is called. @return whether the time has
    /// come
    bool Run(Instant end)
    {
        m_isStopped = false;
        while (!m_isStopped && !m_events.empty() && m_events.top().at < end)
        {
            const auto event = m_events.top();
            m_events.pop();
            m_now = event.at;
            event.who->Act(event.what, event.turn);
        }
        m_now = m_isStopped ? m_now : std::max(m_now, end);
        return !m_isStopped;
    }

    /// @brief Call nothing more for now.
    void Stop()
    {
        m_isStopped = true;
    }

  private:
    /// A call that was asked for.
    struct Event
    {
        Instant at;    //!< when
        uint64_t turn; //!< among those of this time
        Actor* who;    //!< is called
        uint32_t what; //!< that was asked for

        /// As the standard's queues have it: the first one last.
        bool operator<(const Event& other) const
        {
            return at > other.at || (at == other.at && turn > other.turn);
        }
    };

    Instant m_now{0};                    //!< the time
    uint64_t m_turns{0};                 //!< taken
    std::priority_queue<Event> m_events; //!< what is due
    bool m_isStopped{false};             //!< Stop() was called
};

} // namespace lean

#endif /* LEAN_CLOCK_H */

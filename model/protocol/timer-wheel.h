/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMER_WHEEL_H
#define TIMER_WHEEL_H

#include <chrono>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief When a timer of Linux expires: its wheel (kernel/time/timer.c) has levels, and the longer
 * a timer is, the coarser is its level.
 *
 * | length in jiffies | expires with the first multiple, above the deadline, of |
 * |-------------------|---------------------------------------------------------|
 * | below 63          | 1 jiffy                                                 |
 * | below 504         | 8 jiffies                                               |
 * | below 4032        | 64 jiffies                                              |
 * | and so on         | eight times as many                                     |
 *
 * A jiffy is 1, 4 or 10 ms, by how the kernel was built. So a timer is late by up to an eighth of
 * its length, by a sixteenth on average.
 */
class TimerWheel
{
  public:
    /// A span of time, or a time since the wheel began to turn.
    using Instant = std::chrono::nanoseconds;

    /// Timers expire when they are due.
    TimerWheel() = default;

    /// @param jiffy length of a jiffy; 0: timers expire when they are due
    explicit TimerWheel(Instant jiffy)
        : m_jiffy(jiffy)
    {
    }

    /// A timer is set. @return when it expires, not before it is due
    Instant RoundUp(Instant now, Instant deadline) const
    {
        if (m_jiffy == Instant::zero() || deadline <= now)
        {
            return deadline;
        }
        const int64_t length = (deadline - now + m_jiffy - Instant(1)) / m_jiffy;
        const int64_t due = now / m_jiffy + length;
        int64_t granularity = 1;
        while (length >= FINEST_LEVEL * granularity)
        {
            granularity *= 8;
        }
        return (due / granularity + 1) * granularity * m_jiffy;
    }

    /// @return two jiffies (TCP_TIMEOUT_MIN), which Linux adds to timers that wait for an ACK, so
    /// that they do not race with that
    Instant GetMargin() const
    {
        return 2 * m_jiffy;
    }

  private:
    static constexpr int64_t FINEST_LEVEL = 63; //!< jiffies

    Instant m_jiffy{0}; //!< length of a jiffy
};

} // namespace ns3

#endif /* TIMER_WHEEL_H */

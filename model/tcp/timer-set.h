/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMER_SET_H
#define TIMER_SET_H

#include "sequence-position.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace ns3
{

/// A jiffy of a kernel with 1000 of them in a second, as the attribute Jiffy has it.
constexpr Instant KERNEL_JIFFY = std::chrono::milliseconds(1);

/// @return the whole jiffies of a moment, in which Linux's controls count
inline Instant
CountJiffies(Instant time)
{
    return time / KERNEL_JIFFY * KERNEL_JIFFY;
}

/// @return whole microseconds
inline int64_t
CountMicroseconds(Instant time)
{
    return std::chrono::floor<std::chrono::microseconds>(time).count();
}

/// @return from one time to another, each of which Linux keeps in whole microseconds
inline Instant
GetKernelSpan(Instant from, Instant to)
{
    return std::chrono::microseconds(CountMicroseconds(to) - CountMicroseconds(from));
}

/**
 * @ingroup tcp-lossy
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
        if (m_jiffy == Instant::zero() || deadline < now)
        {
            return deadline;
        }
        // A timer is set by another one, mostly, where a jiffy begins. The wheel has turned by
        // then.
        const int64_t turned = now % m_jiffy == Instant::zero() ? 1 : 0;
        const int64_t length = ToJiffies(deadline - now) / m_jiffy - turned;
        const int64_t due = GetDue(now, deadline) / m_jiffy;
        int64_t granularity = 1;
        while (length >= FINEST_LEVEL * granularity)
        {
            granularity *= 8;
        }
        return (due / granularity + 1) * granularity * m_jiffy;
    }

    /// @return the whole jiffy that a timer is set for, which RoundUp() makes later
    Instant GetDue(Instant now, Instant deadline) const
    {
        return m_jiffy == Instant::zero() ? deadline
                                          : now / m_jiffy * m_jiffy + ToJiffies(deadline - now);
    }

    /// @return a time in whole jiffies, as timeouts are kept, not shorter
    Instant ToJiffies(Instant time) const
    {
        return m_jiffy == Instant::zero() ? time
                                          : (time + m_jiffy - Instant(1)) / m_jiffy * m_jiffy;
    }

    /// @return whole jiffies of a time; none where timers expire when they are due
    Instant CutToJiffies(Instant time) const
    {
        return m_jiffy == Instant::zero() ? m_jiffy : time / m_jiffy * m_jiffy;
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

/// What a connection waits for. Of two that are due at once the first one comes first.
enum class ConnectionTimer
{
    SYN,            //!< the answer to our SYN
    RETRANSMISSION, //!< the ACK of the oldest data
    RECOVERY,       //!< what the loss recovery has asked for
    PERSIST,        //!< a window that opens
    PACING,         //!< the moment of the next segment
    DELAYED_ACK,    //!< a second segment
    FIN_WAIT_2,     //!< the peer's FIN, after Close()
    TIME_WAIT,      //!< the end of TIME_WAIT
};

/**
 * @ingroup tcp-lossy
 * @brief What a connection waits for, until when, and what time it is: the clock of a connection,
 * which reads none.
 *
 * Whoever has a clock says the time when an event begins, and asks when the event is over for the
 * earliest deadline. At that time TakeDue() names the timers that have expired, one with each call,
 * and none if a deadline has moved meanwhile.
 */
class TimerSet
{
  public:
    TimerSet()
    {
        CancelAll();
    }

    /// An event begins, at a time never before that of an earlier one.
    void SetNow(Instant now)
    {
        m_now = now;
    }

    /// @return the time of the event
    Instant GetNow() const
    {
        return m_now;
    }

    /// A timer expires at a time, or at once if that is past.
    void Set(ConnectionTimer timer, Instant deadline)
    {
        m_deadlines[IndexOf(timer)] = std::max(deadline, m_now);
    }

    /// A timer does not run.
    void Cancel(ConnectionTimer timer)
    {
        m_deadlines[IndexOf(timer)] = NEVER;
    }

    /// @brief No timer runs.
    void CancelAll()
    {
        m_deadlines.fill(NEVER);
    }

    /// @return whether a timer runs
    bool IsRunning(ConnectionTimer timer) const
    {
        return m_deadlines[IndexOf(timer)] != NEVER;
    }

    /// @return when a timer expires, if it runs
    std::optional<Instant> GetDeadline(ConnectionTimer timer) const
    {
        return IsRunning(timer) ? std::optional(m_deadlines[IndexOf(timer)]) : std::nullopt;
    }

    /// @return when the first timer expires, if one runs
    std::optional<Instant> GetEarliest() const
    {
        const auto earliest = *std::min_element(m_deadlines.begin(), m_deadlines.end());
        return earliest != NEVER ? std::optional(earliest) : std::nullopt;
    }

    /// @return a timer that has expired, which does not run any more; nothing if there is none
    std::optional<ConnectionTimer> TakeDue()
    {
        const auto first = std::min_element(m_deadlines.begin(), m_deadlines.end());
        if (*first > m_now)
        {
            return std::nullopt;
        }
        *first = NEVER;
        return static_cast<ConnectionTimer>(first - m_deadlines.begin());
    }

  private:
    static constexpr Instant NEVER = Instant::max(); //!< deadline of a timer that does not run
    static constexpr std::size_t COUNT = 8;          //!< timers

    static std::size_t IndexOf(ConnectionTimer timer)
    {
        return static_cast<std::size_t>(timer);
    }

    Instant m_now{0};                       //!< the time of the event
    std::array<Instant, COUNT> m_deadlines; //!< by timer
};

} // namespace ns3

#endif /* TIMER_SET_H */

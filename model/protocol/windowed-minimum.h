/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WINDOWED_MINIMUM_H
#define WINDOWED_MINIMUM_H

#include <algorithm>
#include <chrono>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The smallest of the round trips that were measured lately (RFC 8985, section 6.2, step 1),
 * so that a longer path is noticed in the end.
 *
 * States: the minimum of the present half of the window and that of the one before. So a value
 * counts for at least half of the window and at most all of it, a gap without values aside.
 */
class WindowedMinimum
{
  public:
    /// A span of time, or a time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// Nothing is known; a value counts for @p window, above 0, at most.
    explicit WindowedMinimum(Instant window = std::chrono::seconds(300))
        : m_half(window / 2)
    {
    }

    /// A value was measured.
    void Add(Instant value, Instant now)
    {
        if (m_present && now - m_begin >= m_half)
        {
            m_former = m_present;
            m_present.reset();
        }
        if (!m_present)
        {
            m_begin = now;
        }
        m_present = std::min(value, m_present.value_or(value));
    }

    /// @return the smallest value, if any was measured
    std::optional<Instant> Get() const
    {
        return m_former && m_present ? std::min(m_former, m_present) : m_present;
    }

  private:
    Instant m_half;                   //!< half of the window
    Instant m_begin{0};               //!< when the present half began
    std::optional<Instant> m_present; //!< minimum of the present half
    std::optional<Instant> m_former;  //!< minimum of the one before
};

} // namespace ns3

#endif /* WINDOWED_MINIMUM_H */

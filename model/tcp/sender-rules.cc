/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-rules.h"

#include <algorithm>

namespace ns3
{

namespace
{
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Upper bounds of the time between window probes: ours, and Linux's.
constexpr Instant MAX_INTERVAL = seconds(60);
constexpr Instant MAX_LINUX_INTERVAL = seconds(120);

/// Bounds of the override timer (RFC 9293, section 3.8.6.2.1).
constexpr Instant MIN_OVERRIDE = milliseconds(100);
constexpr Instant MAX_OVERRIDE = seconds(1);
} // namespace

std::optional<Instant>
PersistTimer::Start(bool closed, bool outstanding, Instant rto, Instant most)
{
    m_probing = closed;
    if (closed)
    {
        const auto first = m_followsLinux ? rto : std::clamp(most, Instant(1), rto);
        m_interval = m_interval == Instant::zero() ? first : m_interval;
        return m_interval;
    }
    if (outstanding)
    {
        return std::nullopt;
    }
    // The window is too small to send: in the end what fits goes all the same.
    return m_followsLinux ? rto : std::clamp(rto, MIN_OVERRIDE, MAX_OVERRIDE);
}

Instant
PersistTimer::OnProbeDue()
{
    m_interval = std::min(2 * m_interval, m_followsLinux ? MAX_LINUX_INTERVAL : MAX_INTERVAL);
    return m_interval;
}

} // namespace ns3

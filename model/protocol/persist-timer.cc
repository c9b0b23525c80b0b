/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "persist-timer.h"

#include <algorithm>

namespace ns3
{

namespace
{
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Upper bound of the time between window probes.
constexpr PersistTimer::Instant MAX_INTERVAL = seconds(60);

/// Bounds of the override timer (RFC 9293, section 3.8.6.2.1).
constexpr PersistTimer::Instant MIN_OVERRIDE = milliseconds(100);
constexpr PersistTimer::Instant MAX_OVERRIDE = seconds(1);
} // namespace

bool
PersistTimer::OnWindow(bool closed)
{
    if (closed == m_probing)
    {
        return false;
    }
    m_interval = Instant::zero();
    return true;
}

std::optional<PersistTimer::Instant>
PersistTimer::Start(bool closed, bool outstanding, Instant rto, Instant most)
{
    m_probing = closed;
    if (m_probing)
    {
        m_interval = m_interval == Instant::zero() ? std::min(rto, most) : m_interval;
        return m_interval;
    }
    if (outstanding)
    {
        return std::nullopt;
    }
    // The window is too small to send: in the end what fits goes all the same.
    return std::clamp(rto, MIN_OVERRIDE, MAX_OVERRIDE);
}

PersistTimer::Instant
PersistTimer::OnProbeDue()
{
    m_interval = std::min(m_interval + m_interval, MAX_INTERVAL);
    return m_interval;
}

void
PersistTimer::OnProbeSent(uint64_t position, Instant now)
{
    m_probe = Probe{position, m_probe ? m_probe->first : now, now};
}

bool
PersistTimer::OnNewData()
{
    m_probe.reset();
    m_overriding = false;
    return !m_probing;
}

} // namespace ns3

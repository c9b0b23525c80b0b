/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sender-rules.h"

#include <algorithm>

namespace ns3
{

void
SendWindow::Reset(uint64_t seq, uint64_t ack, uint64_t window)
{
    m_wl1 = seq;
    m_wl2 = ack;
    m_window = window;
    m_largest = window;
}

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
        const auto first = m_followsLinux ? rto : std::min(rto, most);
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

void
PersistTimer::OnProbeSent(uint64_t position, Instant now)
{
    m_probe = Probe{position, m_probe ? m_probe->first : now, now};
}

RetransmissionTimer::RetransmissionTimer(const Configuration& configuration, TimerSet& timers)
    : m_configuration(configuration),
      m_timers(timers),
      m_retriesLeft(configuration.retries)
{
}

void
RetransmissionTimer::Begin(Instant initial)
{
    m_rto = Clamp(initial);
    OnNewAck();
}

bool
RetransmissionTimer::CountRetry()
{
    if (m_retriesLeft == 0)
    {
        return false;
    }
    --m_retriesLeft;
    return true;
}

void
RetransmissionTimer::BackOff()
{
    m_rto = Clamp(2 * m_rto);
}

void
RetransmissionTimer::Wait(ConnectionTimer timer, Instant wait) const
{
    const auto now = m_timers.GetNow();
    m_timers.Set(timer, m_configuration.wheel.RoundUp(now, now + wait + GetPacingDelay()));
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "retransmission-timer.h"

#include <algorithm>

namespace ns3
{

RetransmissionTimer::RetransmissionTimer(const Configuration& configuration, TimerSet& timers)
    : m_configuration(configuration),
      m_timers(timers),
      m_retriesLeft(configuration.retries)
{
}

void
RetransmissionTimer::Begin(Duration initial)
{
    m_rto = Clamp(initial);
    OnNewAck();
}

RetransmissionTimer::Duration
RetransmissionTimer::Clamp(Duration rto) const
{
    // A minimum above the maximum is meant to be one.
    return std::max(std::min(rto, m_configuration.maximum), m_configuration.minimum);
}

void
RetransmissionTimer::OnSample(Duration srtt, Duration rttvar)
{
    m_rto = Clamp(srtt + std::max(m_configuration.granularity, 4 * rttvar));
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
RetransmissionTimer::Restart()
{
    auto deadline = m_timers.GetNow() + m_rto;
    const auto tick = m_configuration.tick;
    if (tick > Duration::zero() && deadline % tick != Duration::zero())
    {
        deadline += tick - deadline % tick;
    }
    m_timers.Set(ConnectionTimer::RETRANSMISSION,
                 m_configuration.wheel.RoundUp(m_timers.GetNow(), deadline));
}

void
RetransmissionTimer::Wait(ConnectionTimer timer, Duration wait)
{
    const auto now = m_timers.GetNow();
    m_timers.Set(timer, m_configuration.wheel.RoundUp(now, now + wait));
}

} // namespace ns3

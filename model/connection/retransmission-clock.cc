/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "retransmission-clock.h"

#include "socket-time.h"

#include "ns3/simulator.h"

namespace ns3
{

RetransmissionClock::RetransmissionClock(const RetransmissionTimer::Configuration& timer,
                                         const uint32_t& retries,
                                         TracedValue<Time>& rto,
                                         ConnectionEffects& effects)
    : m_configuration(timer),
      m_retries(retries),
      m_rto(rto),
      m_timer(timer, Duration::zero()),
      m_event(effects, ConnectionTimer::RETRANSMISSION),
      m_retriesLeft(retries)
{
}

void
RetransmissionClock::Begin(Time initial)
{
    m_timer = RetransmissionTimer(m_configuration, ToDuration(initial));
    m_retriesLeft = m_retries;
    Publish();
}

void
RetransmissionClock::OnSample(const RttEstimator& estimator)
{
    m_timer.OnSample(ToDuration(estimator.GetEstimate()), ToDuration(estimator.GetVariation()));
    Publish();
}

void
RetransmissionClock::Restart()
{
    m_timer.Start(ToDuration(Simulator::Now()));
    m_event.Set(ToTime(*m_timer.GetDeadline()));
}

void
RetransmissionClock::Stop()
{
    m_timer.Stop();
    m_event.Cancel();
}

void
RetransmissionClock::BackOff()
{
    m_timer.BackOff();
    Publish();
}

bool
RetransmissionClock::IsDue()
{
    const auto deadline = m_timer.GetDeadline();
    return deadline && m_event.IsDue(ToTime(*deadline));
}

bool
RetransmissionClock::CountRetry()
{
    if (m_retriesLeft == 0)
    {
        return false;
    }
    --m_retriesLeft;
    return true;
}

Time
RetransmissionClock::RoundUp(Time wait) const
{
    const auto now = ToDuration(Simulator::Now());
    return ToTime(m_configuration.wheel.RoundUp(now, now + ToDuration(wait)) - now);
}

void
RetransmissionClock::Publish()
{
    m_rto = ToTime(m_timer.GetRto());
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "retransmission-timer.h"

#include <algorithm>

namespace ns3
{

RetransmissionTimer::RetransmissionTimer(const Configuration& configuration, Duration initial)
    : m_configuration(configuration),
      m_rto(Clamp(initial))
{
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

void
RetransmissionTimer::BackOff()
{
    m_rto = Clamp(2 * m_rto);
}

void
RetransmissionTimer::Start(Duration now)
{
    auto deadline = now + m_rto;
    const auto tick = m_configuration.tick;
    if (tick > Duration::zero() && deadline % tick != Duration::zero())
    {
        deadline += tick - deadline % tick;
    }
    m_deadline = m_configuration.wheel.RoundUp(now, deadline);
}

} // namespace ns3

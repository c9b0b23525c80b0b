/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "deadline-timer.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

DeadlineTimer::DeadlineTimer(ConnectionEffects& effects, ConnectionTimer timer)
    : m_effects(effects),
      m_timer(timer)
{
}

DeadlineTimer::~DeadlineTimer()
{
    Cancel();
}

void
DeadlineTimer::Set(Time deadline)
{
    if (IsRunning() && TimeStep(m_event.GetTs()) <= deadline)
    {
        return;
    }
    m_event.Cancel();
    m_event = Simulator::Schedule(std::max(deadline - Simulator::Now(), Time(0)),
                                  &ConnectionEffects::Expire,
                                  &m_effects,
                                  m_timer);
}

bool
DeadlineTimer::IsDue(Time deadline)
{
    if (Simulator::Now() < deadline)
    {
        Set(deadline);
        return false;
    }
    return true;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fresh-strategies.h"

namespace ns3
{

void
FreshStrategies::Take(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery)
{
    if (m_keeps && m_control != control)
    {
        m_freshControl = control->Fork();
    }
    if (m_keeps && m_recovery != recovery)
    {
        m_freshRecovery = recovery->Fork();
    }
    m_control = control;
    m_recovery = recovery;
}

void
FreshStrategies::Keep()
{
    m_keeps = true;
    m_control = nullptr;
    m_recovery = nullptr;
}

void
FreshStrategies::Renew(Ptr<TcpCongestionOps>& control, Ptr<TcpRecoveryOps>& recovery)
{
    control = m_freshControl->Fork();
    recovery = m_freshRecovery->Fork();
    m_control = control;
    m_recovery = recovery;
}

} // namespace ns3

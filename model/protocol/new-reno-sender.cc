/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "new-reno-sender.h"

#include <algorithm>

namespace ns3
{

NewRenoSender::NewRenoSender(const Configuration& configuration, Timer timer)
    : LossRecoverySender(configuration),
      m_timer(timer)
{
}

bool
NewRenoSender::UsesSack() const
{
    return false;
}

bool
NewRenoSender::DetectsLoss() const
{
    return LossRecoverySender::DetectsLoss() && !IsInOldWindow();
}

void
NewRenoSender::OnEnter(AckOutcome&)
{
    m_inflation = static_cast<int64_t>(GetDupAcks()) * GetMss();
    m_partialSeen = false;
}

void
NewRenoSender::OnDuplicate()
{
    m_inflation += GetMss();
}

void
NewRenoSender::OnPartial(AckOutcome& outcome)
{
    m_inflation -= static_cast<int64_t>(outcome.acknowledged);
    if (outcome.acknowledged >= GetMss())
    {
        m_inflation += GetMss();
    }
    outcome.restartTimer = (m_timer == Timer::SLOW_BUT_STEADY) || !m_partialSeen;
    m_partialSeen = true;
    RequestFastRetransmit();
}

uint64_t
NewRenoSender::GetOutstandingInRecovery() const
{
    const auto outstanding = static_cast<int64_t>(GetFlightSize()) - m_inflation;
    return std::max<int64_t>(0, outstanding);
}

uint64_t
NewRenoSender::GetRepairLimit() const
{
    return GetScoreboard().GetUna();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reno-sender.h"

#include <algorithm>

namespace ns3
{

RenoSender::RenoSender(const Configuration& configuration, const Options& options)
    : LossRecoverySender(configuration),
      m_options(options)
{
}

bool
RenoSender::UsesSack() const
{
    return false;
}

bool
RenoSender::DetectsLoss() const
{
    return LossRecoverySender::DetectsLoss() &&
           (m_options.repeatedFastRetransmit || !IsInOldWindow());
}

bool
RenoSender::EndsRecovery() const
{
    return true;
}

void
RenoSender::OnEnter(AckOutcome& outcome)
{
    m_inflation = static_cast<uint64_t>(GetDupAcks()) * GetMss();
    outcome.backOffTimer = m_options.timerBackoff;
}

void
RenoSender::OnDuplicate()
{
    m_inflation += GetMss();
}

uint64_t
RenoSender::GetOutstandingInRecovery() const
{
    return GetFlightSize() - std::min(m_inflation, GetFlightSize());
}

uint64_t
RenoSender::GetRepairLimit() const
{
    return GetScoreboard().GetUna();
}

} // namespace ns3

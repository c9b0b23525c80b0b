/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fack-sender.h"

namespace ns3
{

FackSender::FackSender(const Configuration& configuration, LostRetransmission lostRetransmission)
    : LossRecoverySender(configuration),
      m_lostRetransmission(lostRetransmission)
{
}

bool
FackSender::UsesSack() const
{
    return true;
}

bool
FackSender::DetectsLoss() const
{
    const auto ahead = GetScoreboard().GetHighest() - GetScoreboard().GetUna();
    return ahead > static_cast<uint64_t>(GetDupThresh()) * GetMss() ||
           LossRecoverySender::DetectsLoss();
}

void
FackSender::JudgeRetransmissions(AckOutcome& outcome)
{
    // Each entry removes one retransmission from the scoreboard: the loop ends.
    while (const auto lost = TakeLostRetransmission())
    {
        outcome.lostRetransmitted += lost->Size();
    }
    const bool isLost = outcome.lostRetransmitted > 0;
    outcome.forceTimeout = isLost && m_lostRetransmission == LostRetransmission::TIMEOUT;
    if (isLost && m_lostRetransmission == LostRetransmission::WAIT)
    {
        AwaitTimer();
    }
}

uint64_t
FackSender::GetOutstandingInRecovery() const
{
    return GetAwnd();
}

uint64_t
FackSender::GetRepairLimit() const
{
    return GetScoreboard().GetHighest();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sack-sender.h"

#include <algorithm>

namespace ns3
{

SackSender::SackSender(const Configuration& configuration, HalfLost halfLost)
    : LossRecoverySender(configuration),
      m_halfLost(halfLost)
{
}

bool
SackSender::UsesSack() const
{
    return true;
}

void
SackSender::OnEnter(AckOutcome&)
{
    m_window = GetFlightSize();
    m_pipe = m_window;
    Drain(static_cast<uint64_t>(GetDupThresh()) * GetMss());
}

void
SackSender::OnDuplicate()
{
    Drain(GetMss());
}

void
SackSender::OnPartial(AckOutcome&)
{
    Drain(2 * GetMss());
}

void
SackSender::OnSentInRecovery(OctetRange range, bool isFast)
{
    if (!isFast)
    {
        m_pipe += range.Size();
    }
}

void
SackSender::JudgeRetransmissions(AckOutcome& outcome)
{
    outcome.forceTimeout = m_halfLost == HalfLost::TIMEOUT && GetState() == State::RECOVERY &&
                           2 * GetMissing() > m_window;
}

void
SackSender::Drain(uint64_t octets)
{
    m_pipe -= std::min(m_pipe, octets);
}

uint64_t
SackSender::GetOutstandingInRecovery() const
{
    return m_pipe;
}

uint64_t
SackSender::GetRepairLimit() const
{
    return GetScoreboard().GetHighest();
}

} // namespace ns3

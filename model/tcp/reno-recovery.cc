/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reno-recovery.h"

#include <algorithm>

namespace ns3
{

DupAckRecovery::AckOutcome&
DupAckRecovery::Read(const AckEvent& event, RecoveryState::End end, bool forgetsPoint)
{
    const bool isRecovery = m_state.GetState() == RecoveryState::State::RECOVERY;
    const uint64_t mss = m_state.GetConfiguration().mss;
    auto& outcome = m_state.Acknowledge(event.ack);
    auto& delivered = outcome.delivered;
    // RFC 5681, section 2.
    outcome.recovery.duplicate = event.pure && delivered.acknowledged == 0 &&
                                 event.ack == m_state.GetSent().GetUna() &&
                                 m_state.GetFlightSize() > 0;
    if (outcome.recovery.duplicate)
    {
        m_credit += mss;
        delivered.octets = mss;
    }
    else
    {
        // One segment made the receiver acknowledge new data. Only what else it acknowledges with
        // it can have been counted; and it holds no more than what is outstanding.
        const auto segment = std::min(mss, delivered.acknowledged);
        const auto covered = std::min(m_credit, delivered.acknowledged - segment);
        m_credit = std::min(m_credit - covered, m_state.GetFlightSize());
        delivered.octets -= covered;
    }
    delivered.forwardAdvance = delivered.octets;
    m_state.Advance(end);
    if (outcome.recovery.left)
    {
        m_isPointWaived = isRecovery && forgetsPoint;
    }
    else if (m_state.GetState() == RecoveryState::State::RECOVERY && outcome.recovery.duplicate)
    {
        m_state.Inflate(mss);
    }
    return outcome;
}

const RenoRecovery::AckOutcome&
RenoRecovery::OnAck(const AckEvent& event)
{
    auto& outcome = Read(event, RecoveryState::End::NEW_DATA, m_law.forgetsRecoveryPoint);
    if (repeatedFastRetransmit ? m_state.DetectsLoss() : DetectsNewLoss())
    {
        m_state.Enter();
        outcome.actions.timer = timerBackoff ? TimerAction::BACK_OFF : TimerAction::RESTART;
    }
    CountLost(outcome);
    return outcome;
}

const NewRenoRecovery::AckOutcome&
NewRenoRecovery::OnAck(const AckEvent& event)
{
    auto& outcome = Read(event,
                         RecoveryState::End::RECOVERY_POINT,
                         forgetRecoveryPoint || m_law.forgetsRecoveryPoint);
    if (outcome.recovery.partial)
    {
        // RFC 6582, section 3.2, step 3: deflate by what is acknowledged; if that is a segment at
        // least, add one back.
        const auto acknowledged = outcome.delivered.acknowledged;
        const uint64_t mss = m_state.GetConfiguration().mss;
        const auto back = acknowledged >= mss ? mss : 0;
        m_state.Inflate(static_cast<int64_t>(back) - static_cast<int64_t>(acknowledged));
        m_state.RestartAtPartial(slowButSteady);
        if (m_law.repairsLaterLosses)
        {
            m_state.MovePoint();
        }
        m_state.RequestAtOnce();
    }
    // RFC 6582, section 3.2, step 2.
    else if (DetectsNewLoss())
    {
        m_state.Enter();
    }
    CountLost(outcome);
    return outcome;
}

} // namespace ns3

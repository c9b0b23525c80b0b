/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reno-recovery.h"

#include <algorithm>

namespace ns3
{

LossRecoveryTerms::AckOutcome&
DupAckAccounting::Read(RecoveryState& state,
                       const AckEvent& event,
                       RecoveryState::End end,
                       bool forgetsPoint)
{
    const bool isRecovery = state.GetState() == RecoveryState::State::RECOVERY;
    const uint64_t mss = state.GetConfiguration().mss;
    auto& outcome = state.Acknowledge(event.ack);
    auto& delivered = outcome.delivered;
    // RFC 5681, section 2.
    outcome.recovery.duplicate = event.pure && delivered.acknowledged == 0 &&
                                 event.ack == state.GetSent().GetUna() && state.GetFlightSize() > 0;
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
        m_credit = std::min(m_credit - covered, state.GetFlightSize());
        delivered.octets -= covered;
    }
    delivered.forwardAdvance = delivered.octets;
    state.Advance(end);
    if (outcome.recovery.left)
    {
        m_isPointWaived = isRecovery && forgetsPoint;
    }
    else if (state.GetState() == RecoveryState::State::RECOVERY && outcome.recovery.duplicate)
    {
        state.Inflate(state.GetConfiguration().mss);
    }
    return outcome;
}

void
DupAckAccounting::CountLost(const RecoveryState& state, AckOutcome& outcome)
{
    if (outcome.recovery.entered || outcome.recovery.partial)
    {
        outcome.lost.octets =
            std::min<uint64_t>(state.GetConfiguration().mss, state.GetFlightSize());
        outcome.lost.isShown = outcome.lost.octets > 0;
    }
}

const RenoRecovery::AckOutcome&
RenoRecovery::OnAck(const AckEvent& event)
{
    auto& outcome =
        m_acks.Read(m_state, event, RecoveryState::End::NEW_DATA, m_law.forgetsRecoveryPoint);
    if (repeatedFastRetransmit ? m_state.DetectsLoss() : m_acks.DetectsNewLoss(m_state))
    {
        m_state.Enter();
        outcome.actions.timer = timerBackoff ? TimerAction::BACK_OFF : TimerAction::RESTART;
    }
    DupAckAccounting::CountLost(m_state, outcome);
    return outcome;
}

const NewRenoRecovery::AckOutcome&
NewRenoRecovery::OnAck(const AckEvent& event)
{
    auto& outcome = m_acks.Read(m_state,
                                event,
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
    else if (m_acks.DetectsNewLoss(m_state))
    {
        m_state.Enter();
    }
    DupAckAccounting::CountLost(m_state, outcome);
    return outcome;
}

} // namespace ns3

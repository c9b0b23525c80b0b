/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reno-recovery.h"

#include <algorithm>

namespace ns3
{

LossRecoveryTerms::AckOutcome&
PlainAcks::Read(RepairProgress& progress,
                const AckEvent& event,
                RepairProgress::End end,
                bool forgetsPoint)
{
    const bool isRecovery = progress.GetState() == RepairProgress::State::RECOVERY;
    const uint64_t mss = progress.GetConfiguration().mss;
    auto& outcome = progress.Acknowledge(event.ack);
    auto& arrived = outcome.arrived;
    // RFC 5681, section 2.
    outcome.turn.duplicate = event.pure && arrived.acknowledged == 0 &&
                             event.ack == progress.GetSent().GetUna() &&
                             progress.GetFlightSize() > 0;
    if (outcome.turn.duplicate)
    {
        m_credit += mss;
        arrived.delivered = mss;
    }
    else
    {
        // One segment made the receiver acknowledge new data. Only what else it acknowledges with
        // it can have been counted; and it holds no more than what is outstanding.
        const auto segment = std::min(mss, arrived.acknowledged);
        const auto covered = std::min(m_credit, arrived.acknowledged - segment);
        m_credit = std::min(m_credit - covered, progress.GetFlightSize());
        arrived.delivered -= covered;
    }
    arrived.forwardAdvance = arrived.delivered;
    progress.Advance(end);
    if (outcome.turn.left)
    {
        m_isPointWaived = isRecovery && forgetsPoint;
    }
    else if (progress.GetState() == RepairProgress::State::RECOVERY && outcome.turn.duplicate)
    {
        progress.Inflate(progress.GetConfiguration().mss);
    }
    return outcome;
}

void
PlainAcks::CountLost(const RepairProgress& progress, AckOutcome& outcome)
{
    if (outcome.turn.entered || outcome.turn.partial)
    {
        outcome.lost.octets =
            std::min<uint64_t>(progress.GetConfiguration().mss, progress.GetFlightSize());
        outcome.lost.isShown = outcome.lost.octets > 0;
    }
}

const RenoSender::AckOutcome&
RenoSender::OnAck(const AckEvent& event)
{
    auto& outcome =
        m_acks.Read(m_progress, event, RepairProgress::End::NEW_DATA, m_law.forgetsRecoveryPoint);
    if (repeatedFastRetransmit ? m_progress.DetectsLoss() : m_acks.DetectsNewLoss(m_progress))
    {
        m_progress.Enter();
        outcome.orders.timer = timerBackoff ? TimerOrder::BACK_OFF : TimerOrder::RESTART;
    }
    PlainAcks::CountLost(m_progress, outcome);
    return outcome;
}

const NewRenoSender::AckOutcome&
NewRenoSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_acks.Read(m_progress,
                                event,
                                RepairProgress::End::RECOVERY_POINT,
                                forgetRecoveryPoint || m_law.forgetsRecoveryPoint);
    if (outcome.turn.partial)
    {
        OnPartial(outcome.arrived.acknowledged);
    }
    // RFC 6582, section 3.2, step 2.
    else if (m_acks.DetectsNewLoss(m_progress))
    {
        m_progress.Enter();
    }
    PlainAcks::CountLost(m_progress, outcome);
    return outcome;
}

void
NewRenoSender::OnPartial(uint64_t acknowledged)
{
    // RFC 6582, section 3.2, step 3: deflate by what is acknowledged; if that is a segment at
    // least, add one back.
    const uint64_t mss = m_progress.GetConfiguration().mss;
    const auto back = acknowledged >= mss ? mss : 0;
    m_progress.Inflate(static_cast<int64_t>(back) - static_cast<int64_t>(acknowledged));
    m_progress.RestartAtPartial(slowButSteady);
    if (m_law.repairsLaterLosses)
    {
        m_progress.MovePoint();
    }
    m_progress.RequestAtOnce();
}

} // namespace ns3

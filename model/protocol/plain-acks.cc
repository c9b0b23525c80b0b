/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "plain-acks.h"

#include <algorithm>

namespace ns3
{

LossRecoverySender::AckOutcome&
PlainAcks::Read(RepairProgress& progress,
                const LossRecoverySender::AckEvent& event,
                RepairProgress::End end)
{
    const bool isRecovery = progress.GetState() == LossRecoverySender::State::RECOVERY;
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
        m_isPointWaived = isRecovery && m_forgetsPoint;
    }
    return outcome;
}

void
PlainAcks::CountLost(const RepairProgress& progress, LossRecoverySender::AckOutcome& outcome)
{
    if (outcome.turn.entered || outcome.turn.partial)
    {
        outcome.lost.octets =
            std::min<uint64_t>(progress.GetConfiguration().mss, progress.GetFlightSize());
        outcome.lost.isShown = outcome.lost.octets > 0;
    }
}

} // namespace ns3

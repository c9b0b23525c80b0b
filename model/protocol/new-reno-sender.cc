/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "new-reno-sender.h"

#include <algorithm>

namespace ns3
{

NewRenoSender::NewRenoSender(const Configuration& configuration,
                             Timer timer,
                             bool forgetsRecoveryPoint)
    : LossRecoverySender(m_progress),
      m_progress(configuration),
      m_timer(timer),
      m_forgetsRecoveryPoint(forgetsRecoveryPoint)
{
    m_acks.SetForgetsPoint(forgetsRecoveryPoint);
}

const LossRecoverySender::AckOutcome&
NewRenoSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_acks.Read(m_progress, event, RepairProgress::End::RECOVERY_POINT);
    const int64_t mss = m_progress.GetConfiguration().mss;
    if (outcome.turn.partial)
    {
        OnPartial(outcome);
    }
    else if (m_progress.GetState() == State::RECOVERY && outcome.turn.duplicate)
    {
        m_inflation += mss;
    }
    else if (m_acks.DetectsNewLoss(m_progress))
    {
        m_progress.Enter();
        m_inflation = m_progress.GetDupAcks() * mss;
        m_partialSeen = false;
    }
    PlainAcks::CountLost(m_progress, outcome);
    return outcome;
}

void
NewRenoSender::OnPartial(AckOutcome& outcome)
{
    const int64_t mss = m_progress.GetConfiguration().mss;
    const auto acknowledged = static_cast<int64_t>(outcome.arrived.acknowledged);
    m_inflation += (acknowledged >= mss ? mss : 0) - acknowledged;
    const bool restarts = m_timer == Timer::SLOW_BUT_STEADY || !m_partialSeen;
    outcome.orders.timer = restarts ? TimerOrder::RESTART : TimerOrder::RUN;
    m_partialSeen = true;
    if (m_repairsLaterLosses)
    {
        m_progress.MovePoint();
    }
    m_progress.RequestAtOnce();
}

void
NewRenoSender::OnSent(OctetRange range, Instant now)
{
    m_progress.OnSent(range, now);
}

void
NewRenoSender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_acks.OnTimeout();
}

void
NewRenoSender::OnHeadLost()
{
    m_progress.LoseHead();
}

void
NewRenoSender::SetLaw(const Law& law)
{
    m_repairsLaterLosses = law.repairsLaterLosses;
    m_acks.SetForgetsPoint(m_forgetsRecoveryPoint || law.forgetsRecoveryPoint);
}

std::optional<OctetRange>
NewRenoSender::Next(Occasion occasion) const
{
    return m_progress.Next(occasion, m_progress.GetSent().GetUna());
}

uint64_t
NewRenoSender::GetOutstanding() const
{
    const auto inRecovery = static_cast<int64_t>(m_progress.GetFlightSize()) - m_inflation;
    return m_progress.GetOutstanding(std::max<int64_t>(0, inRecovery));
}

} // namespace ns3

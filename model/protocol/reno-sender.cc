/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reno-sender.h"

#include <algorithm>

namespace ns3
{

RenoSender::RenoSender(const Configuration& configuration, const Options& options)
    : LossRecoverySender(m_progress),
      m_progress(configuration),
      m_options(options)
{
}

const LossRecoverySender::AckOutcome&
RenoSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_acks.Read(m_progress, event, RepairProgress::End::NEW_DATA);
    const uint64_t mss = m_progress.GetConfiguration().mss;
    const bool isLost = m_options.repeatedFastRetransmit ? m_progress.DetectsLoss()
                                                         : m_acks.DetectsNewLoss(m_progress);
    if (isLost)
    {
        m_progress.Enter();
        m_inflation = m_progress.GetDupAcks() * mss;
        outcome.orders.timer = m_options.timerBackoff ? TimerOrder::BACK_OFF : TimerOrder::RESTART;
    }
    else if (m_progress.GetState() == State::RECOVERY && outcome.turn.duplicate)
    {
        m_inflation += mss;
    }
    PlainAcks::CountLost(m_progress, outcome);
    return outcome;
}

void
RenoSender::OnSent(OctetRange range, Instant now)
{
    m_progress.OnSent(range, now);
}

void
RenoSender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_acks.OnTimeout();
}

void
RenoSender::OnHeadLost()
{
    m_progress.LoseHead();
}

void
RenoSender::SetLaw(const Law& law)
{
    m_acks.SetForgetsPoint(law.forgetsRecoveryPoint);
}

std::optional<OctetRange>
RenoSender::Next(Occasion occasion) const
{
    return m_progress.Next(occasion, m_progress.GetSent().GetUna());
}

uint64_t
RenoSender::GetOutstanding() const
{
    const auto flight = m_progress.GetFlightSize();
    return m_progress.GetOutstanding(flight - std::min(m_inflation, flight));
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recovery-state.h"

namespace ns3
{

RecoveryState::AckOutcome&
RecoveryState::ReadSack(const AckEvent& event)
{
    const auto fackBefore = m_sent.GetHighest();
    auto& delivered = Acknowledge(event.ack).delivered;
    for (const auto& block : event.blocks)
    {
        delivered.octets += m_sent.Sack(block, delivered.sacked);
    }
    delivered.duplicate = event.duplicate ? event.duplicate->Size() : 0;
    delivered.forwardAdvance = m_sent.GetHighest() - fackBefore;
    m_outcome.recovery.duplicate = !delivered.sacked.empty();
    return m_outcome;
}

void
RecoveryState::Advance(End end)
{
    const bool isNew = m_outcome.delivered.acknowledged > 0;
    if (isNew)
    {
        m_outcome.actions.timer = TimerAction::RESTART;
    }
    if (GetState() != State::LOSS)
    {
        m_dupAcks = (isNew ? 0 : m_dupAcks) + (m_outcome.recovery.duplicate ? 1 : 0);
    }
    const bool isReached = m_sent.GetUna() >= m_recoveryPoint;
    if (!m_run || (m_run->state == State::RECOVERY && !isNew && !isReached))
    {
        return;
    }
    const bool isRecovery = m_run->state == State::RECOVERY;
    if (isReached || (isRecovery && end == End::NEW_DATA))
    {
        Leave();
        return;
    }
    m_outcome.recovery.partial = isRecovery;
}

void
RecoveryState::Enter(std::optional<uint64_t> point)
{
    m_run = Run{State::RECOVERY, int64_t{m_dupAcks} * m_configuration.mss};
    m_recoveryPoint = point.value_or(m_sent.GetNxt());
    m_outcome.recovery.entered = true;
    m_outcome.actions.timer = TimerAction::RESTART;
    RequestAtOnce();
}

RecoveryState::Kind
RecoveryState::OnSent(OctetRange range, Instant now, bool counts)
{
    const bool isNew = range.begin >= m_sent.GetNxt();
    m_sent.Send(range, now, counts);
    if (isNew)
    {
        return Kind::NEW;
    }
    return m_run && std::exchange(m_run->isDueAtOnce, false) ? Kind::REQUESTED : Kind::AGAIN;
}

void
RecoveryState::OnTimeout()
{
    if (m_configuration.keepSack && !m_sent.IsReneged())
    {
        m_sent.ForgetRetransmissions();
    }
    else
    {
        m_sent.Renege();
    }
    m_run = Run{State::LOSS};
    m_recoveryPoint = m_sent.GetNxt();
    m_dupAcks = 0;
}

std::optional<OctetRange>
RecoveryState::Next(SendOpportunity opportunity, uint64_t limit) const
{
    if (opportunity == SendOpportunity::AT_ONCE)
    {
        return IsDueAtOnce() ? FindAtOnce() : std::nullopt;
    }
    if (!m_run || opportunity != SendOpportunity::WINDOW)
    {
        return std::nullopt;
    }
    return OldestHole(m_run->state == State::LOSS ? *m_recoveryPoint : limit);
}

std::optional<OctetRange>
RecoveryState::OldestHole(uint64_t limit) const
{
    auto hole = m_sent.NextHole(limit);
    if (hole)
    {
        hole->end = std::min(hole->end, hole->begin + m_configuration.mss);
    }
    return hole;
}

} // namespace ns3

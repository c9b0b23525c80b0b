/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repair-progress.h"

#include <algorithm>
#include <utility>

namespace ns3
{

RepairProgress::RepairProgress(const Configuration& configuration, SentSegments::Order order)
    : m_configuration(configuration),
      m_sent(configuration.start, order)
{
}

RepairProgress::AckOutcome&
RepairProgress::Begin()
{
    // The memory of the last outcome is used again.
    auto sacked = std::move(m_outcome.arrived.sacked);
    sacked.clear();
    m_outcome = AckOutcome{};
    m_outcome.arrived.sacked = std::move(sacked);
    return m_outcome;
}

RepairProgress::AckOutcome&
RepairProgress::Acknowledge(uint64_t ack)
{
    auto& arrived = Begin().arrived;
    const auto before = m_sent.GetUna();
    arrived.delivered = m_sent.Acknowledge(ack);
    arrived.acknowledged = m_sent.GetUna() - before;
    return m_outcome;
}

RepairProgress::AckOutcome&
RepairProgress::ReadSack(const LossRecoverySender::AckEvent& event)
{
    const auto fackBefore = m_sent.GetHighest();
    auto& arrived = Acknowledge(event.ack).arrived;
    for (const auto& block : event.blocks)
    {
        arrived.delivered += m_sent.Sack(block, &arrived.sacked, event.segments);
    }
    arrived.duplicate = event.duplicate ? event.duplicate->Size() : 0;
    arrived.forwardAdvance = m_sent.GetHighest() - fackBefore;
    m_outcome.turn.duplicate = !arrived.sacked.empty();
    return m_outcome;
}

void
RepairProgress::Advance(End end)
{
    const bool isNew = m_outcome.arrived.acknowledged > 0;
    if (isNew)
    {
        m_outcome.orders.timer = LossRecoverySender::TimerOrder::RESTART;
    }
    if (m_state != State::LOSS)
    {
        m_dupAcks = (isNew ? 0 : m_dupAcks) + (m_outcome.turn.duplicate ? 1 : 0);
    }
    if (m_state == State::OPEN || (m_state == State::RECOVERY && !isNew))
    {
        return;
    }
    if (m_sent.GetUna() >= *m_recoveryPoint || (m_state == State::RECOVERY && end == End::NEW_DATA))
    {
        Leave();
        return;
    }
    m_outcome.turn.partial = m_state == State::RECOVERY;
}

void
RepairProgress::Enter()
{
    m_state = State::RECOVERY;
    m_recoveryPoint = m_sent.GetNxt();
    m_outcome.turn.entered = true;
    m_outcome.orders.timer = LossRecoverySender::TimerOrder::RESTART;
    RequestAtOnce();
}

void
RepairProgress::Leave()
{
    m_state = State::OPEN;
    m_dupAcks = 0;
    m_isDueAtOnce = false;
    m_awaitsTimer = false;
    m_outcome.turn.left = true;
}

RepairProgress::Kind
RepairProgress::OnSent(OctetRange range, LossRecoverySender::Instant now, bool counts)
{
    const bool isNew = range.begin >= m_sent.GetNxt();
    if (isNew || counts)
    {
        m_sent.Send(range, now);
    }
    else
    {
        m_sent.SendUncounted(range, now);
    }
    if (isNew)
    {
        return Kind::NEW;
    }
    return std::exchange(m_isDueAtOnce, false) ? Kind::REQUESTED : Kind::AGAIN;
}

void
RepairProgress::OnTimeout()
{
    if (m_configuration.keepSack && !m_sent.IsReneged())
    {
        m_sent.ForgetRetransmissions();
    }
    else
    {
        m_sent.Renege();
    }
    m_state = State::LOSS;
    m_recoveryPoint = m_sent.GetNxt();
    m_dupAcks = 0;
    m_isDueAtOnce = false;
    m_awaitsTimer = false;
}

void
RepairProgress::LoseHead()
{
    if (m_state == State::RECOVERY)
    {
        m_sent.LoseHead();
        RequestAtOnce();
    }
}

void
RepairProgress::RequestAtOnce()
{
    // What is missing may be on its way again. Then nothing is due, and what is found to be missing
    // later has to wait for the window.
    m_isDueAtOnce = FindAtOnce().has_value();
}

void
RepairProgress::RequestAtOnce(bool isMissing)
{
    m_isDueAtOnce = isMissing;
}

bool
RepairProgress::DetectsLoss() const
{
    return m_state == State::OPEN && m_dupAcks >= m_configuration.dupThresh;
}

std::optional<OctetRange>
RepairProgress::FindAtOnce() const
{
    const auto head = m_sent.GetUna() + m_configuration.mss;
    return OldestHole(std::max(head, m_sent.GetHighest()));
}

std::optional<OctetRange>
RepairProgress::Next(LossRecoverySender::Occasion occasion, uint64_t limit) const
{
    if (occasion == LossRecoverySender::Occasion::AT_ONCE)
    {
        return m_isDueAtOnce ? FindAtOnce() : std::nullopt;
    }
    if (occasion != LossRecoverySender::Occasion::WINDOW || m_state == State::OPEN)
    {
        return std::nullopt;
    }
    return OldestHole(m_state == State::LOSS ? *m_recoveryPoint : limit);
}

std::optional<OctetRange>
RepairProgress::OldestHole(uint64_t limit) const
{
    auto hole = m_sent.NextHole(limit);
    if (hole)
    {
        hole->end = std::min(hole->end, hole->begin + m_configuration.mss);
    }
    return hole;
}

} // namespace ns3

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
RepairProgress::ReadSack(const AckEvent& event)
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
        m_outcome.orders.timer = TimerOrder::RESTART;
    }
    if (GetState() != State::LOSS)
    {
        m_dupAcks = (isNew ? 0 : m_dupAcks) + (m_outcome.turn.duplicate ? 1 : 0);
    }
    if (!m_run || (m_run->state == State::RECOVERY && !isNew))
    {
        return;
    }
    const bool isRecovery = m_run->state == State::RECOVERY;
    if (m_sent.GetUna() >= *m_recoveryPoint || (isRecovery && end == End::NEW_DATA))
    {
        Leave();
        return;
    }
    m_outcome.turn.partial = isRecovery;
}

void
RepairProgress::RestartAtPartial(bool each)
{
    if (m_outcome.turn.partial && std::exchange(m_run->partialSeen, true) && !each)
    {
        m_outcome.orders.timer = TimerOrder::RUN;
    }
}

void
RepairProgress::Enter()
{
    m_run = Run{State::RECOVERY, int64_t{m_dupAcks} * m_configuration.mss};
    m_recoveryPoint = m_sent.GetNxt();
    m_outcome.turn.entered = true;
    m_outcome.orders.timer = TimerOrder::RESTART;
    RequestAtOnce();
}

void
RepairProgress::Leave()
{
    m_run.reset();
    m_dupAcks = 0;
    m_outcome.turn.left = true;
}

RepairProgress::Kind
RepairProgress::OnSent(OctetRange range, Instant now, bool counts)
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
    return m_run && std::exchange(m_run->isDueAtOnce, false) ? Kind::REQUESTED : Kind::AGAIN;
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
    m_run = Run{State::LOSS};
    m_recoveryPoint = m_sent.GetNxt();
    m_dupAcks = 0;
}

void
RepairProgress::LoseHead()
{
    if (GetState() == State::RECOVERY)
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
    RequestAtOnce(FindAtOnce().has_value());
}

void
RepairProgress::RequestAtOnce(bool isMissing)
{
    if (m_run)
    {
        m_run->isDueAtOnce = isMissing;
    }
}

std::optional<OctetRange>
RepairProgress::FindAtOnce() const
{
    return OldestHole(std::max(m_sent.GetUna() + m_configuration.mss, m_sent.GetHighest()));
}

std::optional<OctetRange>
RepairProgress::Next(Occasion occasion, uint64_t limit) const
{
    if (occasion == Occasion::AT_ONCE)
    {
        return IsDueAtOnce() ? FindAtOnce() : std::nullopt;
    }
    if (occasion != Occasion::WINDOW || !m_run)
    {
        return std::nullopt;
    }
    return OldestHole(m_run->state == State::LOSS ? *m_recoveryPoint : limit);
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

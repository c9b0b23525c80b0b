/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "repair-progress.h"

#include <algorithm>
#include <utility>

namespace ns3
{

RepairProgress::RepairProgress(const Configuration& configuration)
    : m_configuration(configuration),
      m_scoreboard(configuration.start)
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
    const auto before = m_scoreboard.GetUna();
    arrived.delivered = m_scoreboard.Acknowledge(ack);
    arrived.acknowledged = m_scoreboard.GetUna() - before;
    return m_outcome;
}

RepairProgress::AckOutcome&
RepairProgress::ReadSack(const LossRecoverySender::AckEvent& event)
{
    const auto fackBefore = m_scoreboard.GetHighest();
    auto& arrived = Acknowledge(event.ack).arrived;
    for (const auto& block : event.blocks)
    {
        arrived.delivered += m_scoreboard.Sack(block, &arrived.sacked, event.segments);
    }
    arrived.duplicate = event.duplicate ? event.duplicate->Size() : 0;
    arrived.forwardAdvance = m_scoreboard.GetHighest() - fackBefore;
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
    if (m_scoreboard.GetUna() >= *m_recoveryPoint ||
        (m_state == State::RECOVERY && end == End::NEW_DATA))
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
    m_recoveryPoint = m_scoreboard.GetNxt();
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
RepairProgress::OnSent(OctetRange range, bool isNoted)
{
    if (range.begin >= m_scoreboard.GetNxt())
    {
        m_scoreboard.ExtendTo(range.end);
        return Kind::NEW;
    }
    if (isNoted)
    {
        m_scoreboard.MarkRetransmitted(range);
    }
    return std::exchange(m_isDueAtOnce, false) ? Kind::REQUESTED : Kind::AGAIN;
}

bool
RepairProgress::OnTimeout()
{
    const bool keepsSack = m_configuration.keepSack && !m_scoreboard.IsReneged();
    if (keepsSack)
    {
        m_scoreboard.LoseRetransmissions();
    }
    else
    {
        m_scoreboard.Clear();
    }
    m_state = State::LOSS;
    m_recoveryPoint = m_scoreboard.GetNxt();
    m_dupAcks = 0;
    m_isDueAtOnce = false;
    m_awaitsTimer = false;
    return !keepsSack;
}

void
RepairProgress::LoseHead()
{
    if (m_state == State::RECOVERY)
    {
        m_scoreboard.LoseHeadRetransmission();
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
    const auto head = m_scoreboard.GetUna() + m_configuration.mss;
    return OldestHole(std::max(head, m_scoreboard.GetHighest()));
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
    auto hole = m_scoreboard.NextHole(limit);
    if (hole)
    {
        hole->end = std::min(hole->end, hole->begin + m_configuration.mss);
    }
    return hole;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sack-sender.h"

#include <algorithm>

namespace ns3
{

SackSender::SackSender(const Configuration& configuration,
                       HalfLost halfLost,
                       HoleCount::Memory memory)
    : LossRecoverySender(m_progress),
      m_progress(configuration),
      m_holes(memory, configuration.start),
      m_halfLost(halfLost)
{
}

const LossRecoverySender::AckOutcome&
SackSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_progress.ReadSack(event);
    m_holes.Forget(m_progress.GetSent(), event.blocks);
    m_progress.Advance();
    const uint64_t mss = m_progress.GetConfiguration().mss;
    if (m_progress.GetState() == State::RECOVERY)
    {
        Drain(outcome.turn.partial ? 2 * mss : outcome.turn.duplicate ? mss : 0);
    }
    else if (m_progress.DetectsLoss())
    {
        m_progress.Enter();
        m_window = m_progress.GetFlightSize();
        m_pipe = m_window;
        Drain(m_progress.GetConfiguration().dupThresh * mss);
    }
    if (m_progress.GetState() == State::RECOVERY)
    {
        outcome.orders.forceTimeout = m_halfLost == HalfLost::TIMEOUT &&
                                      2 * HoleCount::GetMissing(m_progress.GetSent()) > m_window;
    }
    m_holes.Count(m_progress, outcome);
    return outcome;
}

void
SackSender::OnSent(OctetRange range, Instant now)
{
    const auto kind = m_progress.OnSent(range, now);
    if (m_progress.GetState() == State::RECOVERY && kind != RepairProgress::Kind::REQUESTED)
    {
        m_pipe += range.Size();
    }
}

void
SackSender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_holes.OnTimeout(m_progress.GetSent());
}

void
SackSender::OnHeadLost()
{
    m_progress.LoseHead();
}

void
SackSender::Drain(uint64_t octets)
{
    m_pipe -= std::min(m_pipe, octets);
}

std::optional<OctetRange>
SackSender::Next(Occasion occasion) const
{
    return m_progress.Next(occasion, m_progress.GetSent().GetHighest());
}

uint64_t
SackSender::GetOutstanding() const
{
    return m_progress.GetOutstanding(m_pipe);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fack-sender.h"

namespace ns3
{

FackSender::FackSender(const Configuration& configuration,
                       LostRetransmission lostRetransmission,
                       HoleCount::Memory memory)
    : LossRecoverySender(m_progress),
      m_progress(configuration),
      m_holes(memory, configuration.start),
      m_lostRetransmission(lostRetransmission)
{
}

const LossRecoverySender::AckOutcome&
FackSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_progress.ReadSack(event);
    m_holes.Forget(m_progress.GetSent(), event.blocks);
    m_progress.Advance();
    if (DetectsLoss())
    {
        m_progress.Enter();
    }
    if (m_progress.GetState() != State::OPEN)
    {
        FindLostRetransmissions(outcome);
    }
    m_holes.Count(m_progress, outcome);
    return outcome;
}

bool
FackSender::DetectsLoss() const
{
    const auto& sent = m_progress.GetSent();
    const auto& configuration = m_progress.GetConfiguration();
    const auto ahead = sent.GetHighest() - sent.GetUna();
    const bool isFarAhead = ahead > uint64_t{configuration.dupThresh} * configuration.mss;
    return m_progress.GetState() == State::OPEN && (isFarAhead || m_progress.DetectsLoss());
}

void
FackSender::FindLostRetransmissions(AckOutcome& outcome)
{
    // Each entry takes one retransmission out of the network: the loop ends.
    while (const auto lost = m_progress.GetSent().TakeLostRetransmission())
    {
        outcome.lost.retransmitted += lost->Size();
    }
    const bool isLost = outcome.lost.retransmitted > 0;
    outcome.orders.forceTimeout = isLost && m_lostRetransmission == LostRetransmission::TIMEOUT;
    if (isLost && m_lostRetransmission == LostRetransmission::WAIT)
    {
        m_progress.AwaitTimer();
    }
}

void
FackSender::OnSent(OctetRange range, Instant now)
{
    m_progress.OnSent(range, now);
}

void
FackSender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_holes.OnTimeout(m_progress.GetSent());
}

void
FackSender::OnHeadLost()
{
    m_progress.LoseHead();
}

std::optional<OctetRange>
FackSender::Next(Occasion occasion) const
{
    return m_progress.Next(occasion, m_progress.GetSent().GetHighest());
}

uint64_t
FackSender::GetOutstanding() const
{
    return m_progress.GetOutstanding(m_progress.GetAwnd());
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fack-recovery.h"

#include <algorithm>
#include <utility>

namespace ns3
{

LossRecoveryTerms::AckOutcome&
HoleCount::Read(RepairProgress& progress, const LossRecoveryTerms::AckEvent& event, bool latestOnly)
{
    auto& outcome = progress.ReadSack(event);
    if (latestOnly && !event.blocks.empty())
    {
        ForgetAllBut(event.blocks, progress.GetSent());
    }
    progress.Advance();
    return outcome;
}

void
HoleCount::ForgetAllBut(std::vector<OctetRange> blocks, SentSegments& sent)
{
    std::sort(blocks.begin(), blocks.end(), [](const OctetRange& a, const OctetRange& b) {
        return a.begin < b.begin;
    });
    const auto before = sent.GetSackedAbove(m_countedTo);
    auto position = sent.GetUna();
    for (const auto& block : blocks)
    {
        sent.ForgetSacked({position, block.begin});
        position = std::max(position, block.end);
    }
    sent.ForgetSacked({position, sent.GetNxt()});
    // Octets below stay counted, whatever is forgotten of them.
    m_uncounted += before - sent.GetSackedAbove(m_countedTo);
}

void
HoleCount::Count(const RepairProgress& progress, LossRecoveryTerms::AckOutcome& outcome)
{
    const auto& sent = progress.GetSent();
    // Octets below m_countedTo were counted before, as far as they were missing.
    if (sent.GetUna() >= m_countedTo)
    {
        m_uncounted = GetMissing(sent);
    }
    else
    {
        m_uncounted += outcome.arrived.forwardAdvance;
        for (const auto& range : outcome.arrived.sacked)
        {
            m_uncounted -=
                range.end > m_countedTo ? range.end - std::max(range.begin, m_countedTo) : 0;
        }
    }
    outcome.lost.octets = outcome.lost.retransmitted;
    if (progress.GetState() == RepairProgress::State::RECOVERY)
    {
        outcome.lost.octets += std::exchange(m_uncounted, 0);
        m_countedTo = sent.GetHighest();
    }
    outcome.lost.isShown = outcome.lost.octets > 0;
}

const SackSender::AckOutcome&
SackSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_holes.Read(m_progress, event, latestSackOnly);
    const uint64_t mss = m_progress.GetConfiguration().mss;
    if (outcome.turn.left)
    {
        m_pipe.reset();
    }
    uint64_t drained = outcome.turn.partial ? 2 * mss : outcome.turn.duplicate ? mss : 0;
    if (m_progress.DetectsLoss())
    {
        m_progress.Enter();
        m_pipe = Pipe{m_progress.GetFlightSize(), m_progress.GetFlightSize()};
        drained = m_progress.GetConfiguration().dupThresh * mss;
    }
    if (m_pipe)
    {
        m_pipe->size -= std::min(m_pipe->size, drained);
        outcome.orders.forceTimeout =
            halfWindowLost == SLOW_START &&
            2 * HoleCount::GetMissing(m_progress.GetSent()) > m_pipe->window;
    }
    m_holes.Count(m_progress, outcome);
    return outcome;
}

void
SackSender::OnSent(OctetRange range, Instant now)
{
    const auto kind = m_progress.OnSent(range, now);
    if (m_pipe && kind != RepairProgress::Kind::REQUESTED)
    {
        m_pipe->size += range.Size();
    }
}

void
SackSender::OnTimeout(Instant)
{
    m_progress.OnTimeout();
    m_holes.OnTimeout(m_progress.GetSent());
    m_pipe.reset();
}

const FackSender::AckOutcome&
FackSender::OnAck(const AckEvent& event)
{
    auto& outcome = m_holes.Read(m_progress, event, latestSackOnly);
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
    // FACK paper, section 3.1.
    const auto& configuration = m_progress.GetConfiguration();
    const auto ahead = GetSent().GetHighest() - GetSent().GetUna();
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
    outcome.orders.forceTimeout = isLost && lostRetransmission == TIMEOUT;
    // A law that repairs them wants them sent.
    if (isLost && lostRetransmission == WAIT && !m_law.repairsRetransmissions)
    {
        m_progress.AwaitTimer();
    }
}

} // namespace ns3

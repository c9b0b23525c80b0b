/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fack-recovery.h"

#include <algorithm>

namespace ns3
{

void
HoleRecovery::KeepLatest(std::vector<OctetRange> blocks)
{
    auto& sent = m_state.GetSent();
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

const SackRecovery::AckOutcome&
SackRecovery::OnAck(const AckEvent& event)
{
    auto& outcome = Read(event);
    const uint64_t mss = m_state.GetConfiguration().mss;
    if (outcome.recovery.left)
    {
        m_pipe.reset();
    }
    uint64_t drained = outcome.recovery.partial ? 2 * mss : outcome.recovery.duplicate ? mss : 0;
    if (m_state.DetectsLoss())
    {
        m_state.Enter();
        m_pipe = Pipe{m_state.GetFlightSize(), m_state.GetFlightSize()};
        drained = m_state.GetConfiguration().dupThresh * mss;
    }
    if (m_pipe)
    {
        m_pipe->size -= std::min(m_pipe->size, drained);
        outcome.actions.forceTimeout =
            halfWindowLost == SLOW_START && 2 * GetMissing() > m_pipe->window;
    }
    Count(outcome);
    return outcome;
}

const FackRecovery::AckOutcome&
FackRecovery::OnAck(const AckEvent& event)
{
    auto& outcome = Read(event);
    // FACK paper, section 3.1.
    const auto& configuration = m_state.GetConfiguration();
    const auto ahead = GetSent().GetHighest() - GetSent().GetUna();
    const bool isFarAhead = ahead > uint64_t{configuration.dupThresh} * configuration.mss;
    if (m_state.GetState() == State::OPEN && (isFarAhead || m_state.DetectsLoss()))
    {
        m_state.Enter();
    }
    if (m_state.GetState() != State::OPEN)
    {
        outcome.lost.retransmitted = m_state.GetSent().LoseRetransmissions();
        const bool isLost = outcome.lost.retransmitted > 0;
        outcome.actions.forceTimeout = isLost && lostRetransmission == TIMEOUT;
        // A law that repairs them wants them sent.
        if (isLost && lostRetransmission == WAIT && !m_law.repairsRetransmissions)
        {
            m_state.AwaitTimer();
        }
    }
    Count(outcome);
    return outcome;
}

} // namespace ns3

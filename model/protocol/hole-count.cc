/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hole-count.h"

#include <algorithm>
#include <utility>

namespace ns3
{

HoleCount::HoleCount(Memory memory, uint64_t start)
    : m_memory(memory),
      m_countedTo(start)
{
}

void
HoleCount::Forget(SentSegments& sent, const std::vector<OctetRange>& blocks)
{
    if (m_memory == Memory::ALL || blocks.empty())
    {
        return;
    }
    auto sorted = blocks;
    std::sort(sorted.begin(), sorted.end(), [](const OctetRange& a, const OctetRange& b) {
        return a.begin < b.begin;
    });
    const auto before = sent.GetSackedAbove(m_countedTo);
    auto position = sent.GetUna();
    for (const auto& block : sorted)
    {
        sent.ForgetSacked({position, block.begin});
        position = std::max(position, block.end);
    }
    sent.ForgetSacked({position, sent.GetNxt()});
    // Octets below stay counted, whatever is forgotten of them.
    m_uncounted += before - sent.GetSackedAbove(m_countedTo);
}

void
HoleCount::Count(const RepairProgress& progress, LossRecoverySender::AckOutcome& outcome)
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
    if (progress.GetState() == LossRecoverySender::State::RECOVERY)
    {
        outcome.lost.octets += std::exchange(m_uncounted, 0);
        m_countedTo = sent.GetHighest();
    }
    outcome.lost.isShown = outcome.lost.octets > 0;
}

void
HoleCount::OnTimeout(const SentSegments& sent)
{
    // snd.fack may be below it now. No recovery starts before all that was counted is acknowledged.
    m_countedTo = sent.GetUna();
}

uint64_t
HoleCount::GetMissing(const SentSegments& sent)
{
    return sent.GetHighest() - sent.GetUna() - sent.GetSackedData();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rack-parts.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
ReorderingWindow::OnDelivered(OctetRange segment, bool again)
{
    if (segment.end > m_fack)
    {
        m_fack = segment.end;
    }
    else if (segment.end < m_fack && !again)
    {
        m_extent = std::max(m_extent, m_fack - segment.begin);
    }
}

void
ReorderingWindow::OnAck(uint64_t una, uint64_t nxt, bool hasDuplicate, bool endsRecovery)
{
    if (m_round && una >= *m_round)
    {
        m_round.reset();
    }
    if (!m_round && hasDuplicate)
    {
        m_round = nxt;
        ++m_multiplier;
        m_persistence = PERSISTENCE;
    }
    else if (endsRecovery)
    {
        m_persistence = std::max(0, m_persistence - 1);
        m_multiplier = m_persistence > 0 ? m_multiplier : 1;
    }
}

ReorderingWindow::Duration
ReorderingWindow::Get(const Situation& situation) const
{
    const bool isLossClear =
        situation.inRecovery || situation.sackedSegments >= situation.dupThresh;
    if (!situation.minRtt || (m_extent == 0 && isLossClear))
    {
        return Duration::zero();
    }
    const auto window = *situation.minRtt / 4 * m_multiplier;
    return std::min(window, situation.srtt.value_or(window));
}

void
TailLossProbe::Schedule(bool allowed, const Timing& timing)
{
    const bool requested = std::exchange(m_requested, false);
    if (!allowed || timing.segments == 0 || !timing.timeout)
    {
        m_deadline.reset();
        return;
    }
    if (!requested)
    {
        return;
    }
    // Section 7.2.
    const auto& wheel = timing.wheel;
    Instant wait = std::chrono::seconds(1);
    if (timing.srtt)
    {
        wait = 2 * *timing.srtt + (timing.segments == 1 ? timing.maxAckDelay : wheel.GetMargin());
    }
    m_deadline = std::min(wheel.RoundUp(timing.now, timing.now + wait), *timing.timeout);
}

bool
TailLossProbe::Expire()
{
    m_deadline.reset();
    m_requested = false;
    return !m_end && m_measured;
}

void
TailLossProbe::OnProbe(uint64_t nxt, bool again)
{
    m_end = nxt;
    m_again = again;
    m_measured = false;
    m_requested = false;
}

bool
TailLossProbe::OnAck(const Ack& ack)
{
    if (!m_end || ack.una < *m_end)
    {
        return false;
    }
    const auto end = *m_end;
    if (!m_again || ack.duplicateEnd == end)
    {
        m_end.reset();
        return false;
    }
    if (ack.una > end)
    {
        m_end.reset();
        return true;
    }
    if (ack.isDuplicate)
    {
        m_end.reset();
    }
    return false;
}

} // namespace ns3

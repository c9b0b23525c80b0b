/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reordering-window.h"

#include <algorithm>

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

} // namespace ns3

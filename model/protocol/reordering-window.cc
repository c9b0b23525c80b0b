/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reordering-window.h"

#include <algorithm>

namespace ns3
{

void
ReorderingWindow::OnDelivered(uint64_t end, bool again)
{
    if (end > m_fack)
    {
        m_fack = end;
    }
    else if (end < m_fack && !again)
    {
        m_reorderingSeen = true;
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
    if (!situation.minRtt || (!m_reorderingSeen && isLossClear))
    {
        return Duration::zero();
    }
    const auto window = *situation.minRtt / 4 * m_multiplier;
    return std::min(window, situation.srtt.value_or(window));
}

} // namespace ns3

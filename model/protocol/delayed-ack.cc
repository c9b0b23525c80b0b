/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delayed-ack.h"

#include <utility>

namespace ns3
{

bool
DelayedAck::OnData(bool atOnce, uint32_t most)
{
    ++m_waiting;
    m_isTold = !atOnce && m_quick == 0 && m_waiting < most;
    return !m_isTold;
}

bool
DelayedAck::OnAckSent()
{
    m_waiting = 0;
    m_quick -= std::min(m_quick, 1U);
    return std::exchange(m_isTold, false);
}

} // namespace ns3

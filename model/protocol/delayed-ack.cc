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
    m_isTold = !atOnce && !m_answersNext && m_waiting < most;
    return !m_isTold;
}

bool
DelayedAck::OnAckSent()
{
    m_waiting = 0;
    m_answersNext = false;
    return std::exchange(m_isTold, false);
}

} // namespace ns3

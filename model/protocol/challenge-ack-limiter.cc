/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "challenge-ack-limiter.h"

namespace ns3
{

ChallengeAckLimiter::ChallengeAckLimiter(uint32_t most, Instant period)
    : m_most(most),
      m_period(period)
{
}

bool
ChallengeAckLimiter::Permit(Instant now)
{
    while (!m_sent.empty() && now - m_sent.front() >= m_period)
    {
        m_sent.pop_front();
    }
    if (m_sent.size() >= m_most)
    {
        return false;
    }
    m_sent.push_back(now);
    return true;
}

} // namespace ns3

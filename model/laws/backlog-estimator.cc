/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "backlog-estimator.h"

#include <algorithm>

namespace ns3
{

namespace
{
// RFC 6298, section 2.3: alpha = 1/8.
constexpr int SMOOTHING = 8;
} // namespace

void
BacklogEstimator::AddSample(std::chrono::nanoseconds rtt, RoundTrip roundTrip)
{
    if (rtt <= std::chrono::nanoseconds::zero())
    {
        return;
    }
    AddBaseSample(rtt);
    const auto before = m_smoothed.value_or(rtt);
    m_smoothed = before + (rtt - before) / SMOOTHING;
    const bool isSmoothed = roundTrip == RoundTrip::SMOOTHED;
    m_roundRtt = isSmoothed ? *m_smoothed : rtt;
    const bool isLast = roundTrip == RoundTrip::LAST;
    const auto sampled = isLast ? rtt : std::min(m_lastRtt.value_or(rtt), rtt);
    m_queueDelay = (isSmoothed ? *m_smoothed : sampled) - *m_baseRtt;
    m_maxQueueDelay = std::max(m_maxQueueDelay, m_queueDelay);
    m_lastRtt = rtt;
}

void
BacklogEstimator::AddBaseSample(std::chrono::nanoseconds rtt)
{
    if (rtt > std::chrono::nanoseconds::zero())
    {
        m_baseRtt = std::min(m_baseRtt.value_or(rtt), rtt);
    }
}

bool
BacklogEstimator::OnAck(uint64_t ack, uint64_t sndNxt, double cwnd, FirstRound firstRound)
{
    if (ack <= m_tag)
    {
        return false;
    }
    const bool says = m_hadBaseRtt || firstRound == FirstRound::EVALUATED;
    const auto roundRtt = m_roundRtt;
    RestartRound(sndNxt);
    if (!says || !roundRtt)
    {
        return false;
    }
    const auto ratio = static_cast<double>(m_baseRtt->count()) / roundRtt->count();
    m_backlog = cwnd * (1.0 - ratio);
    return true;
}

void
BacklogEstimator::RestartRound(uint64_t sndNxt)
{
    m_tag = sndNxt;
    m_hadBaseRtt = m_baseRtt.has_value();
    m_roundRtt.reset();
}

void
BacklogEstimator::ResetBaseRtt()
{
    m_baseRtt.reset();
    m_hadBaseRtt = false;
    m_roundRtt.reset();
    m_lastRtt.reset();
    m_smoothed.reset();
    m_queueDelay = m_queueDelay.zero();
    m_maxQueueDelay = m_maxQueueDelay.zero();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "veno-law.h"

#include <algorithm>

namespace ns3
{

void
RoundTripSampler::OnSent(uint64_t end, Instant now)
{
    if (end <= m_highestEnd)
    {
        return;
    }
    m_inFlight.push_back({m_highestEnd, end, now});
    m_highestEnd = end;
}

std::optional<std::chrono::nanoseconds>
RoundTripSampler::OnAck(uint64_t ack, Instant now)
{
    std::optional<std::chrono::nanoseconds> sample;
    while (!m_inFlight.empty() && m_inFlight.front().end <= ack)
    {
        sample = now - m_inFlight.front().sent;
        m_inFlight.pop_front();
    }
    return sample;
}

std::optional<RoundTripSampler::Instant>
RoundTripSampler::FindSent(uint64_t octet) const
{
    const auto isBelow = [](uint64_t position, const Stamp& stamp) { return position < stamp.end; };
    const auto found = std::upper_bound(m_inFlight.begin(), m_inFlight.end(), octet, isBelow);
    return found != m_inFlight.end() && found->begin <= octet ? std::optional(found->sent)
                                                              : std::nullopt;
}

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

void
VenoLaw::OnBacklog(double backlog, double alpha, double beta)
{
    m_equilibrium = backlog > alpha;
    const bool halfPace = backlog > beta;
    if (halfPace && !m_halfPace)
    {
        m_skipped = false;
    }
    m_halfPace = halfPace;
}

bool
VenoLaw::OnNewAck()
{
    if (!m_halfPace)
    {
        return true;
    }
    m_skipped = !m_skipped;
    return !m_skipped;
}

} // namespace ns3

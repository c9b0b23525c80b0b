/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "round-trip-sampler.h"

namespace ns3
{

void
RoundTripSampler::OnSent(uint64_t end, Instant now)
{
    if (end <= m_highestEnd)
    {
        return;
    }
    m_highestEnd = end;
    m_inFlight.push_back({end, now});
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

void
RoundTripSampler::Clear()
{
    m_inFlight.clear();
}

} // namespace ns3

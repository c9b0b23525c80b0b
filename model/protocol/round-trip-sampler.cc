/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "round-trip-sampler.h"

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

} // namespace ns3

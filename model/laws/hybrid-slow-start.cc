/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hybrid-slow-start.h"

#include <algorithm>

namespace ns3
{

namespace
{
using namespace std::chrono_literals;

// Linux 6.1, net/ipv4/tcp_cubic.c.
constexpr HybridSlowStart::Instant TRAIN_SPACING = 2ms;
constexpr HybridSlowStart::Instant AGGREGATION = 1ms;
constexpr HybridSlowStart::Instant LEAST_DELAY = 4ms;
constexpr HybridSlowStart::Instant MOST_DELAY = 16ms;
constexpr uint32_t SAMPLES = 8;
} // namespace

void
HybridSlowStart::BeginRound(Instant now)
{
    m_roundStart = now;
    m_lastOfTrain = now;
    m_leastOfRound.reset();
    m_samples = 0;
}

bool
HybridSlowStart::OnAck(Instant now, Instant rtt, Instant least)
{
    const bool isTrainLong = EndsByTrain(now, least);
    return EndsByDelay(rtt, least) || isTrainLong;
}

bool
HybridSlowStart::EndsByTrain(Instant now, Instant least)
{
    if (now - m_lastOfTrain > TRAIN_SPACING)
    {
        return false;
    }
    m_lastOfTrain = now;
    return now - m_roundStart > (least + AGGREGATION) / 2;
}

bool
HybridSlowStart::EndsByDelay(Instant rtt, Instant least)
{
    m_leastOfRound = std::min(m_leastOfRound.value_or(rtt), rtt);
    if (m_samples < SAMPLES)
    {
        ++m_samples;
        return false;
    }
    return *m_leastOfRound > least + std::clamp(least / 8, LEAST_DELAY, MOST_DELAY);
}

} // namespace ns3

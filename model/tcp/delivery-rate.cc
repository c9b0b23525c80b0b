/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delivery-rate.h"

#include <iterator>

namespace ns3
{

void
DeliveryRate::Note(const Window& window)
{
    while (m_sendings.size() > 1 && m_sendings[1].nxt <= window.una)
    {
        m_sendings.pop_front();
    }
    m_now.begin = window.now;
    m_now.nxt = window.nxt;
    m_now.isAppLimited = IsAppLimited();
    m_sendings.push_back(m_now);
}

DeliveryRate::Sample
DeliveryRate::OnAck(const Window& window, uint32_t arrived, std::optional<Instant> leastRtt)
{
    m_now.delivered += arrived;
    if (m_now.delivered > m_appLimited)
    {
        m_appLimited = 0;
    }
    if (arrived > 0)
    {
        m_now.deliveredAt = window.now;
    }
    Sample sample;
    sample.arrived = arrived;
    if (window.sending && !m_sendings.empty())
    {
        const auto next = std::upper_bound(
            std::next(m_sendings.begin()),
            m_sendings.end(),
            *window.sending,
            [](Instant sent, const Knowledge& knowledge) { return sent < knowledge.begin; });
        const auto& known = *std::prev(next);
        sample.delivered = static_cast<int64_t>(m_now.delivered - known.delivered);
        sample.prior = known.delivered;
        sample.isAppLimited = known.isAppLimited;
        m_now.firstSent = *window.sending;
        const auto interval =
            CountMicroseconds(std::max(GetKernelSpan(known.firstSent, *window.sending),
                                       GetKernelSpan(known.deliveredAt, window.now)));
        // Less than a round trip: something was sent again that had not been lost.
        const bool isLikely = !leastRtt || interval >= CountMicroseconds(*leastRtt);
        sample.interval = isLikely ? interval : -1;
    }
    Note(window);
    return sample;
}

void
WindowedMax::Add(uint64_t round, uint64_t value, uint64_t rounds)
{
    const Entry entry{round, value};
    if (value >= m_best[0].value || round - m_best[2].round > rounds)
    {
        m_best.fill(entry);
        return;
    }
    if (value >= m_best[1].value)
    {
        m_best[1] = m_best[2] = entry;
    }
    else if (value >= m_best[2].value)
    {
        m_best[2] = entry;
    }
    const auto age = round - m_best[0].round;
    if (age > rounds)
    {
        // The best is too old, and perhaps the second, too.
        m_best = {m_best[1], m_best[2], entry};
        if (round - m_best[0].round > rounds)
        {
            m_best = {m_best[1], m_best[2], entry};
        }
    }
    else if (m_best[1].round == m_best[0].round && age > rounds / 4)
    {
        m_best[1] = m_best[2] = entry;
    }
    else if (m_best[2].round == m_best[1].round && age > rounds / 2)
    {
        m_best[2] = entry;
    }
}

} // namespace ns3

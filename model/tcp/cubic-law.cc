/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cubic-law.h"

#include <cmath>

namespace ns3
{

namespace
{
using namespace std::chrono_literals;

// Linux 6.1, net/ipv4/tcp_cubic.c.
constexpr Instant TRAIN_SPACING = 2ms;
constexpr Instant MOST_SPREAD = 1ms;
constexpr int64_t FOUR_BURSTS = 4 * (65536 - 321); // octets: sk_gso_max_size of sk_setup_caps()
constexpr Instant LEAST_DELAY = 4ms;
constexpr Instant MOST_DELAY = 16ms;
constexpr uint32_t SAMPLES = 8;
constexpr Instant LOOK_AGAIN = 31250us;
constexpr uint32_t SLOWEST = 100;            // windows for one segment, at or above the target
constexpr uint32_t SLOWEST_BEFORE_LOSS = 20; // segments for one
constexpr uint32_t FASTEST = 2;              // segments for one
constexpr uint32_t LEAST_CWND = 2;           // segments, as RFC 5681, equation (4), has it
constexpr uint32_t LEAST_WINDOW_TO_END = 16; // segments
constexpr Instant AFTER_REDUCTION = 1s;
} // namespace

Instant
HybridSlowStart::GetSpread(const Window& window)
{
    const auto bursts = window.cwnd < window.ssthresh / 2 ? FOUR_BURSTS / 2 : FOUR_BURSTS * 5 / 6;
    const uint64_t flight = window.nxt - std::min(window.una, window.nxt);
    const auto octets = static_cast<int64_t>(std::max<uint64_t>(window.cwnd, flight));
    return std::min(MOST_SPREAD, window.srtt * bursts / octets);
}

bool
HybridSlowStart::OnAck(Instant now, Instant rtt, Instant least, Instant spread)
{
    bool isTrainLong = false;
    if (now - m_lastOfTrain <= TRAIN_SPACING)
    {
        m_lastOfTrain = now;
        isTrainLong = now - m_roundStart > (least + spread) / 2;
    }
    m_leastOfRound = std::min(m_leastOfRound.value_or(rtt), rtt);
    if (m_samples < SAMPLES)
    {
        ++m_samples;
        return isTrainLong;
    }
    return isTrainLong || *m_leastOfRound > least + std::clamp(least / 8, LEAST_DELAY, MOST_DELAY);
}

uint32_t
CubicLaw::OnAck(const Ack& ack, const Parameters& parameters)
{
    m_arrived += ack.arrived;
    if (m_seenWindow == ack.cwnd && ack.now - m_seenAt <= LOOK_AGAIN)
    {
        return m_each;
    }
    if (!m_epoch || ack.now != m_seenAt)
    {
        FollowCurve(ack, parameters.c);
    }
    BoundByReno(ack.cwnd, parameters.beta);
    m_each = std::max(m_each, FASTEST);
    return m_each;
}

void
CubicLaw::FollowCurve(const Ack& ack, double c)
{
    m_seenWindow = ack.cwnd;
    m_seenAt = ack.now;
    if (!m_epoch)
    {
        m_epoch = ack.now;
        m_arrived = ack.arrived;
        m_renoWindow = ack.cwnd;
        m_origin = std::max(m_wMax, ack.cwnd);
        m_k = std::cbrt((m_origin - ack.cwnd) / c);
    }
    const std::chrono::duration<double> since = ack.now - *m_epoch + ack.leastRtt;
    const double offset = since.count() - m_k;
    const auto change = std::trunc(c * offset * offset * offset);
    const double gain = m_origin + change - ack.cwnd;
    m_each = gain > 0 ? static_cast<uint32_t>(ack.cwnd / gain) : SLOWEST * ack.cwnd;
    if (m_wMax == 0)
    {
        m_each = std::min(m_each, SLOWEST_BEFORE_LOSS);
    }
}

void
CubicLaw::BoundByReno(uint32_t cwnd, double beta)
{
    // 3 (1 - beta) / (1 + beta) segments for a window (section 4.3), in eighths as in Linux.
    const auto eighths = static_cast<uint32_t>(8 * (1 + beta) / (3 * (1 - beta)));
    const uint32_t each = std::max(cwnd * eighths / 8, 1U);
    // At most as many as make `each` fit exactly stay for the next time.
    const uint32_t grown = m_arrived > 0 ? (m_arrived - 1) / each : 0;
    m_arrived -= grown * each;
    m_renoWindow += grown;
    if (m_renoWindow > cwnd)
    {
        m_each = std::min(m_each, cwnd / (m_renoWindow - cwnd));
    }
}

uint32_t
CubicLaw::OnLoss(uint32_t cwnd, const Parameters& parameters)
{
    const bool fell = cwnd < m_wMax && parameters.fastConvergence;
    m_wMax = fell ? static_cast<uint32_t>(cwnd * (1 + parameters.beta) / 2) : cwnd;
    m_epoch.reset();
    return std::max(static_cast<uint32_t>(cwnd * parameters.beta), LEAST_CWND);
}

void
KernelRenoControl::Open(Window& window, uint32_t segments)
{
    if (!window.isLimited)
    {
        return;
    }
    if (window.cwnd < window.ssthresh)
    {
        const uint32_t room = (window.ssthresh - window.cwnd + window.mss - 1) / window.mss;
        const uint32_t opened = std::min(segments, room);
        window.cwnd += opened * window.mss;
        segments -= opened;
    }
    if (segments > 0)
    {
        const auto each =
            std::max(GetSegmentsForOne(window, window.cwnd / window.mss, segments), 1U);
        // Where fewer suffice now, what was counted before opens the window by one at most.
        const uint32_t early = m_counted >= each;
        m_counted = (early ? 0 : m_counted) + segments;
        window.cwnd += (early + m_counted / each) * window.mss;
        m_counted %= each;
    }
}

uint32_t
KernelRenoControl::Cut(uint32_t cwnd)
{
    return std::max(cwnd / 2, LEAST_CWND);
}

void
KernelCubicControl::OnArrived(Window& window, uint32_t /* segments */)
{
    const auto last = window.lastRtt;
    if (window.isRttOld || last <= Instant(0))
    {
        return;
    }
    m_known.lastAckedSent = window.now - last;
    const auto epoch = m_known.law.GetEpoch();
    if (epoch && CountJiffies(window.now) - *epoch < AFTER_REDUCTION)
    {
        return;
    }
    m_known.leastRtt = std::min(m_known.leastRtt.value_or(last), last);
    if (!hybridSlowStart || m_known.found || window.cwnd >= window.ssthresh)
    {
        return;
    }
    if (window.una > m_known.roundEnd)
    {
        BeginRound(window);
    }
    if (window.cwnd / window.mss < LEAST_WINDOW_TO_END)
    {
        return;
    }
    m_known.found = m_known.slowStart.OnAck(window.now,
                                            window.lastRtt,
                                            *m_known.leastRtt,
                                            HybridSlowStart::GetSpread(window));
    if (m_known.found)
    {
        window.ssthresh = window.cwnd;
    }
}

uint32_t
KernelCubicControl::GetSegmentsForOne(const Window& window, uint32_t cwnd, uint32_t arrived)
{
    const auto almost = KERNEL_JIFFY - Instant(1);
    return m_known.law.OnAck({CountJiffies(window.now),
                              CountJiffies(m_known.leastRtt.value_or(Instant(0)) + almost),
                              cwnd,
                              arrived},
                             *this);
}

void
KernelCubicControl::OnState(Window& window, Window::State state)
{
    if (state == Window::State::LOSS)
    {
        m_known.law = {};
        m_known.leastRtt.reset();
        m_known.found = false;
        BeginRound(window);
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reno-controls.h"

#include <cmath>
#include <utility>

namespace ns3
{

uint32_t
FackControl::Reduce(Window& window, uint32_t /* flight */)
{
    const bool fastRetransmit = std::exchange(m_fastRetransmit, false);
    // Twice the paper's inequality keeps the half of an odd segment. The initial ssthresh may be
    // the largest 32-bit number.
    const bool isFreshFromSlowStart =
        2 * uint64_t{window.cwnd} <= 2 * uint64_t{window.ssthresh} + window.mss;
    const bool overdamp = fastRetransmit && overdamping && isFreshFromSlowStart;
    const auto cwndLoss =
        fastRetransmit ? window.GetLossWindow() : window.GetLossWindowWithoutRepair();
    const auto left = cwndLoss / (overdamp ? 4 : 2);
    const auto ssthresh = window.BoundThreshold(left - (wholeSegments ? left % window.mss : 0));
    if (overdamp)
    {
        OnOverdamped(cwndLoss, ssthresh);
    }
    return ssthresh;
}

uint32_t
GeneralAimdControl::Reduce(Window& window, uint32_t /* flight */)
{
    const bool fastRetransmit = std::exchange(m_fastRetransmit, false);
    const auto cwndLoss =
        fastRetransmit ? window.GetLossWindow() : window.GetLossWindowWithoutRepair();
    // It belonged to the window that ends here.
    m_fraction = 0.0;
    return window.BoundThreshold(static_cast<uint32_t>(std::llround((1.0 - decrease) * cwndLoss)));
}

void
GeneralAimdControl::Open(Window& window, uint32_t segments)
{
    // RFC 7323, section 2.3: no receiver can offer more.
    constexpr uint32_t MAX_WINDOW = 1U << 30;
    if (segments == 0 || window.cwnd >= MAX_WINDOW)
    {
        return;
    }
    const bool slowStart = window.cwnd < window.ssthresh;
    const auto avoiding =
        law == CONSTANT ? increase : std::min(1.0, window.mss / (window.cwnd + m_fraction));
    m_fraction += (slowStart ? 1.0 : avoiding) * window.mss;
    const auto octets = static_cast<uint32_t>(m_fraction);
    m_fraction -= octets;
    window.cwnd = std::min(window.cwnd + octets, MAX_WINDOW);
}

} // namespace ns3

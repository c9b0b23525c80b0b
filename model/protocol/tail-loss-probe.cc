/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tail-loss-probe.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// The timer without any round trip (section 7.2).
constexpr auto INITIAL = std::chrono::seconds(1);
} // namespace

TailLossProbe::TailLossProbe(Instant maxAckDelay, TimerWheel wheel)
    : m_maxAckDelay(maxAckDelay),
      m_wheel(wheel)
{
}

void
TailLossProbe::Schedule(bool allowed, const Timing& timing)
{
    const bool requested = std::exchange(m_requested, false);
    if (!allowed || timing.segments == 0 || !timing.timeout)
    {
        m_deadline.reset();
        return;
    }
    if (!requested)
    {
        return;
    }
    Instant wait = INITIAL;
    if (timing.srtt)
    {
        wait = 2 * *timing.srtt + (timing.segments == 1 ? m_maxAckDelay : m_wheel.GetMargin());
    }
    m_deadline = std::min(m_wheel.RoundUp(timing.now, timing.now + wait), *timing.timeout);
}

bool
TailLossProbe::Expire()
{
    m_deadline.reset();
    m_requested = false;
    return !m_end && m_measured;
}

void
TailLossProbe::OnProbe(uint64_t nxt, bool again)
{
    m_end = nxt;
    m_again = again;
    m_measured = false;
    m_requested = false;
}

bool
TailLossProbe::OnAck(const Ack& ack)
{
    if (!m_end || ack.una < *m_end)
    {
        return false;
    }
    const auto end = *m_end;
    if (!m_again || ack.duplicateEnd == end)
    {
        m_end.reset();
        return false;
    }
    if (ack.una > end)
    {
        m_end.reset();
        return true;
    }
    if (ack.isDuplicate)
    {
        m_end.reset();
    }
    return false;
}

} // namespace ns3

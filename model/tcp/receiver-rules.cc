/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "receiver-rules.h"

namespace ns3
{

namespace
{
// Linux 6.1, tcp_rcv_space_adjust().
constexpr uint64_t MORE_SEGMENTS = 16;
// tcp_rcv_rtt_update().
constexpr int RTT_SMOOTHING = 8;
} // namespace

void
ReceiveTuning::Start(uint64_t window, uint64_t most, uint64_t space)
{
    *this = ReceiveTuning();
    m_window = window;
    m_most = most;
    m_space = space;
}

void
ReceiveTuning::OnEcho(uint32_t timestamp, Instant age, uint32_t size)
{
    m_largest = std::max(m_largest, size);
    if (std::exchange(m_lastEcho, timestamp) == timestamp || size < m_largest)
    {
        return;
    }
    m_rtt = m_rtt && age > *m_rtt ? *m_rtt + (age - *m_rtt) / RTT_SMOOTHING : age;
}

void
ReceiveTuning::OnArrival(Instant now, uint64_t next, uint64_t edge)
{
    if (next < m_roundEdge)
    {
        return;
    }
    if (m_roundStart)
    {
        const auto time = now - *m_roundStart;
        m_rtt = std::min(m_rtt.value_or(time), time);
    }
    m_roundStart = now;
    m_roundEdge = edge;
}

std::optional<uint64_t>
ReceiveTuning::OnRead(Instant now, uint64_t size, uint32_t mss)
{
    m_read += size;
    if (!m_rtt || now - m_since < *m_rtt)
    {
        return std::nullopt;
    }
    const auto read = std::exchange(m_read, 0);
    m_since = now;
    if (read <= m_space)
    {
        return std::nullopt;
    }
    const auto before = std::exchange(m_space, read);
    const uint64_t wanted = 2 * read + MORE_SEGMENTS * mss;
    return wanted + 2 * wanted * (read - before) / before;
}

void
TimestampEcho::OnOldData(const SegmentAcceptance::Segment& segment, Instant now)
{
    if (SegmentAcceptance::UpdatesTsRecent(segment, GetRecent(now), m_lastAckSent))
    {
        m_echo = *segment.timestamp;
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "timestamp-echo.h"

namespace ns3
{

namespace
{
/// From then on TS.Recent is outdated (RFC 7323, section 5.5).
constexpr TimestampEcho::Instant LIFETIME = std::chrono::hours(24 * 24);
} // namespace

void
TimestampEcho::Begin(uint32_t value, Instant now)
{
    m_recent = value;
    m_recentSet = now;
    m_echo = value;
}

void
TimestampEcho::OnSegment(const SegmentAcceptance::Segment& segment, Instant now)
{
    if (SegmentAcceptance::UpdatesTsRecent(segment, GetRecent(now), m_lastAckSent))
    {
        Begin(*segment.timestamp, now);
    }
}

void
TimestampEcho::OnOldData(const SegmentAcceptance::Segment& segment, Instant now)
{
    if (SegmentAcceptance::UpdatesTsRecent(segment, GetRecent(now), m_lastAckSent))
    {
        m_echo = *segment.timestamp;
    }
}

std::optional<uint32_t>
TimestampEcho::GetRecent(Instant now) const
{
    return now - m_recentSet < LIFETIME ? m_recent : std::nullopt;
}

} // namespace ns3

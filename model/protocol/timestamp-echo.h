/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TIMESTAMP_ECHO_H
#define TIMESTAMP_ECHO_H

#include "segment-acceptance.h"

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/// @return the value of a timestamp that is sent at a time: whole milliseconds (RFC 7323, section
/// 5.4)
inline uint32_t
ToTimestamp(std::chrono::nanoseconds now)
{
    return static_cast<uint32_t>(std::chrono::floor<std::chrono::milliseconds>(now).count());
}

/// @return for how long a timestamp has been under way, 0 if the value is of the future
inline std::chrono::milliseconds
GetAge(uint32_t timestamp, std::chrono::nanoseconds now)
{
    const auto value = ToTimestamp(now);
    return std::chrono::milliseconds(value > timestamp ? value - timestamp : 0);
}

/**
 * @ingroup tcp-lossy
 *
 * @brief Which of the peer's timestamps is echoed, and which is the last one that counts as recent
 * (RFC 7323, section 4.3).
 *
 * State: TS.Recent and when it was set, Last.ACK.sent, the timestamp to echo.
 * Events: the peer's SYN, a segment that is read, data that arrive again, an ACK that goes.
 * Invariants: TS.Recent does not go back; data that were acknowledged before change the echo, for
 * the sender measures by it, but not TS.Recent, or what they overtook would look old (section 5.3,
 * R2); a value older than 24 days is recent no more (section 5.5).
 */
class TimestampEcho
{
  public:
    /// Time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// The peer's SYN has a timestamp.
    void Begin(uint32_t value, Instant now);

    /// A segment is read.
    void OnSegment(const SegmentAcceptance::Segment& segment, Instant now);

    /// Data arrive that were acknowledged before: their ACK was lost.
    void OnOldData(const SegmentAcceptance::Segment& segment, Instant now);

    /// An ACK of all below a position goes.
    void OnAckSent(uint64_t ack)
    {
        m_lastAckSent = ack;
    }

    /// @return TS.Recent, if it is recent
    std::optional<uint32_t> GetRecent(Instant now) const;

    /// @brief What the next segment echoes. @return a timestamp; 0 before the first one
    uint32_t GetEcho() const
    {
        return m_echo;
    }

    /// @brief Last.ACK.sent. @return a position
    uint64_t GetLastAckSent() const
    {
        return m_lastAckSent;
    }

  private:
    std::optional<uint32_t> m_recent; //!< TS.Recent
    Instant m_recentSet{0};           //!< when it was set
    uint64_t m_lastAckSent{0};        //!< Last.ACK.sent
    uint32_t m_echo{0};               //!< timestamp to echo
};

} // namespace ns3

#endif /* TIMESTAMP_ECHO_H */

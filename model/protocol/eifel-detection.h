/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EIFEL_DETECTION_H
#define EIFEL_DETECTION_H

#include <chrono>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Whether an ACK in a repair answers a segment from before the repair, which was late and
 * not lost: the Eifel detection algorithm (RFC 3522), by timestamps.
 *
 * State: when the repair sent something again for the first time.
 * Events: a repair begins, octets are sent again, an ACK of new data arrives.
 * Invariant: before something was sent again no ACK tells anything.
 */
class EifelDetection
{
  public:
    /// Time since any fixed origin.
    using Instant = std::chrono::nanoseconds;

    /// A repair begins; a copy that may still arrive was sent before, at @p underWay.
    void Begin(std::optional<Instant> underWay = std::nullopt)
    {
        m_firstCopy = underWay;
    }

    /// Octets are sent again.
    void OnSentAgain(Instant now)
    {
        m_firstCopy = m_firstCopy.value_or(now);
    }

    /// An ACK of new data echoes the timestamp of a moment, in whole milliseconds. @return whether
    /// the segment that made `snd.una` move was sent before the repair sent anything
    bool IsEarlier(Instant echo) const
    {
        using Tick = std::chrono::milliseconds;
        return m_firstCopy && echo < std::chrono::floor<Tick>(*m_firstCopy);
    }

  private:
    std::optional<Instant> m_firstCopy; //!< when the repair first sent something again
};

} // namespace ns3

#endif /* EIFEL_DETECTION_H */

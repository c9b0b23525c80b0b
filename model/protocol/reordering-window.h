/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REORDERING_WINDOW_H
#define REORDERING_WINDOW_H

#include "octet-range.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief For how long a segment that others have overtaken is not yet lost: RACK's reordering
 * window (RFC 8985, section 6.2, steps 3 and 4).
 *
 * States: `RACK.fack`, the end of the highest segment that arrived; whether one that was sent once
 * has arrived after it (`RACK.reordering_seen`); the multiplier `RACK.reo_wnd_mult`, for how many
 * recoveries it stays (`RACK.reo_wnd_persist`), and the end of the round in which it grew
 * (`RACK.dsack_round`).
 *
 * Invariants: the window is 0, or a quarter of the smallest round trip times the multiplier, but at
 * most the smoothed round trip; the multiplier is at least 1, grows once in a round trip, and is 1
 * again after 16 recoveries without a D-SACK.
 */
class ReorderingWindow
{
  public:
    /// A span of time.
    using Duration = std::chrono::nanoseconds;

    /// Recoveries for which the multiplier stays.
    static constexpr int PERSISTENCE = 16;

    /// What decides whether there is a window at all, and how large it is.
    struct Situation
    {
        bool inRecovery{false};         //!< a fast recovery or the repair after a timeout goes on
        std::size_t sackedSegments{0};  //!< segments SACKed
        std::size_t dupThresh{3};       //!< as many mean a loss where nothing is reordered
        std::optional<Duration> minRtt; //!< smallest round trip
        std::optional<Duration> srtt;   //!< smoothed round trip
    };

    /// A segment has arrived, sent once or again; those of one ACK by position.
    void OnDelivered(OctetRange segment, bool again);

    /// @return how far others have overtaken a segment at most: octets from its beginning to
    /// `RACK.fack`, 0 if none was
    uint64_t GetExtent() const
    {
        return m_extent;
    }

    /// An ACK arrived, which has moved `snd.una`, may report data that arrived twice (RFC 2883),
    /// and may end a recovery.
    void OnAck(uint64_t una, uint64_t nxt, bool hasDuplicate, bool endsRecovery);

    /// @return `RACK.reo_wnd`
    Duration Get(const Situation& situation) const;

  private:
    uint64_t m_fack{0};              //!< `RACK.fack`
    uint64_t m_extent{0};            //!< above 0 is `RACK.reordering_seen`
    int m_multiplier{1};             //!< `RACK.reo_wnd_mult`
    int m_persistence{0};            //!< `RACK.reo_wnd_persist`
    std::optional<uint64_t> m_round; //!< `RACK.dsack_round`
};

} // namespace ns3

#endif /* REORDERING_WINDOW_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RTT_SAMPLER_H
#define TCP_RTT_SAMPLER_H

#include "ns3/ptr.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sent-segments.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/timer-set.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Which ACKs measure a round trip, and by what: the echo of a timestamp (RFC 7323, section
 * 4) or, without one, the segments that were sent once (Karn; RFC 6298, section 3). ns-3's
 * timestamps are milliseconds; Linux takes the segments wherever it can, and so may this.
 *
 * Invariant: an echo older than what it answers measures nothing; the peer kept it from a segment
 * before.
 */
class TcpRttSampler
{
  public:
    /**
     * @param tcb shows the samples
     * @param estimator ns-3's, which may be replaced at any time
     * @param prefersDeparture an echo counts only where a segment was sent again
     * @param timers the clock, of the connection
     */
    TcpRttSampler(Ptr<TcpSocketState> tcb,
                  const Ptr<RttEstimator>& estimator,
                  bool prefersDeparture,
                  const TimerSet& timers);

    /**
     * @brief An ACK covers something.
     * @param echo of its timestamp, if it has one
     * @param covered what it covers
     * @return whether the estimator has a new sample
     */
    bool OnAck(std::optional<uint32_t> echo, const SentSegments::Covered& covered);

    /// @brief The smoothed round trip. @return SRTT, once there is one
    std::optional<TimerSet::Instant> GetSrtt() const;

  private:
    /// @brief A round trip was measured. @param last of the youngest segment
    /// @param sample for the estimator
    void Take(TimerSet::Instant last, TimerSet::Instant sample);

    Ptr<TcpSocketState> m_tcb;            //!< shows the samples
    const Ptr<RttEstimator>& m_estimator; //!< smooths them
    bool m_prefersDeparture;              //!< an echo counts only where a segment was sent again
    const TimerSet& m_timers;             //!< the clock
};

} // namespace ns3

#endif /* TCP_RTT_SAMPLER_H */

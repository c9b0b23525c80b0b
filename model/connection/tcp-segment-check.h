/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_CHECK_H
#define TCP_SEGMENT_CHECK_H

#include "tcp-data-receiver.h"
#include "tcp-data-sender.h"
#include "tcp-handshake.h"

#include "ns3/challenge-ack-limiter.h"
#include "ns3/packet.h"
#include "ns3/segment-acceptance.h"
#include "ns3/tcp-header.h"
#include "ns3/timer-set.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Shows a connection and its segments to SegmentAcceptance, and counts the challenge ACKs
 * (RFC 5961, section 7).
 */
class TcpSegmentCheck
{
  public:
    /// The references are to parts of the connection; @p challenges may go in five seconds.
    TcpSegmentCheck(const TcpHandshake& handshake,
                    const TcpDataSender& sender,
                    const TcpDataReceiver& receiver,
                    const TimerSet& timers,
                    uint32_t challenges);

    /// @return a segment as acceptance sees it, its numbers unwrapped
    SegmentAcceptance::Segment Describe(const Packet& packet, const TcpHeader& header) const;

    /// @return the connection's variables
    SegmentAcceptance::Connection Describe() const;

    /// @brief Ask for a challenge ACK. @return whether it may go; it counts, then
    bool PermitChallenge();

  private:
    const TcpHandshake& m_handshake;   //!< of the connection
    const TcpDataSender& m_sender;     //!< of the connection
    const TcpDataReceiver& m_receiver; //!< of the connection
    const TimerSet& m_timers;          //!< of the connection
    ChallengeAckLimiter m_challenges;  //!< challenge ACKs
};

} // namespace ns3

#endif /* TCP_SEGMENT_CHECK_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_READER_H
#define TCP_ACK_READER_H

#include "ns3/loss-recovery.h"
#include "ns3/octet-range.h"
#include "ns3/sack-exchange.h"
#include "ns3/segment-acceptance.h"
#include "ns3/sent-segments.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Makes of a segment's ACK what the loss recovery is told.
 *
 * An ACK that another one has overtaken is one of `snd.una` with an older report. RFC 6675 works in
 * segments: SACK blocks are cut to the segments that they cover whole, or a peer that acknowledges
 * octets would have the rest of each sent again in a segment of its own.
 */
class TcpAckReader
{
  public:
    /// The handshake is over: data begin at position @p start.
    void Start(uint64_t start)
    {
        m_sent.start = start;
    }

    /// @return what was sent, for the reader of SACK blocks, until the next call; @p finSent
    /// includes our FIN
    const SackExchange::Sent& Describe(uint64_t ack, const SentSegments& sent, bool finSent);

    /// Read an ACK, after Describe(). A peer that answers window probes says nothing of losses.
    /// @param segment the segment @param window its window field @param answersProbe whether a
    /// probe was under way @param report what the SACK blocks say; null without SACK @param sent
    /// what was sent @return the ACK, until the next call
    const LossRecovery::AckEvent& Read(const SegmentAcceptance::Segment& segment,
                                       uint16_t window,
                                       bool answersProbe,
                                       const SackExchange::Report* report,
                                       const SentSegments& sent);

    /// @brief SACK blocks that made no sense. @return their number
    uint64_t GetRefused() const
    {
        return m_refused;
    }

  private:
    /// Cut a block to whole segments, perhaps none.
    OctetRange CutToSegments(OctetRange block, const SentSegments& sent) const;

    SackExchange::Sent m_sent;        //!< what was sent
    LossRecovery::AckEvent m_event;   //!< the last ACK
    std::optional<uint16_t> m_window; //!< window field of the last ACK
    uint64_t m_una{0};                //!< `snd.una` before it
    uint64_t m_refused{0};            //!< blocks that made no sense
};

} // namespace ns3

#endif /* TCP_ACK_READER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_LOSS_MODEL_H
#define SEGMENT_LOSS_MODEL_H

#include "tcp-segment-observer.h"

#include "ns3/error-model.h"

#include <cstdint>
#include <memory>
#include <set>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Loses chosen transmissions of chosen TCP segments.
 *
 * For tests and figures whose losses are chosen by segment, not by chance: "the 40th segment is
 * lost, and so is its first retransmission". It works as the receiver's error model of a
 * PointToPointNetDevice, for IPv4 and IPv6.
 *
 * Segments are counted in the direction of the link, in the connection that SetDestination()
 * chooses; without it in the first one that is opened after the model is installed. Segment n holds
 * the octets from (n-1) SegmentSize on; what was retransmitted in other portions belongs to the
 * segment that its first octet is in. What counts as which transmission is defined by
 * TcpSegmentObserver: a segment that a queue dropped before it came here comes as its second
 * transmission if later data came before.
 *
 * Each Drop() takes one packet, once. Packets without data, such as pure ACKs, SYN and FIN, and
 * packets of other connections always pass, and so does everything while the model is disabled,
 * which goes on counting. AckLossModel is the counterpart for ACKs.
 */
class SegmentLossModel : public ErrorModel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Choose the connection whose data go to a socket address; before its SYN passes.
    void SetDestination(const Address& destination);

    /// Lose a transmission of a segment: the connection's first segment is number 1, transmission 1
    /// is the first, 2 the first retransmission.
    void Drop(uint64_t segment, uint32_t transmission = 1);

    /// @brief Losses that are planned and did not happen yet. @return their number
    std::size_t GetPlanned() const
    {
        return m_planned.size();
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;

    /// @brief Forget the connection and all plans.
    void DoReset() override;

    uint32_t m_segmentSize;                            //!< octets of a full segment
    Address m_destination;                             //!< of the connection, or invalid
    std::unique_ptr<TcpSegmentObserver> m_observer;    //!< watches it; null before packets
    std::set<std::pair<uint64_t, uint32_t>> m_planned; //!< segment and transmission
};

} // namespace ns3

#endif /* SEGMENT_LOSS_MODEL_H */

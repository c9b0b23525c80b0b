/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ACK_LOSS_MODEL_H
#define ACK_LOSS_MODEL_H

#include "ppp-tcp-packet.h"

#include "ns3/error-model.h"
#include "ns3/sequence-number.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Loses chosen ACKs of a TCP connection, by their number and occurrence.
 *
 * The counterpart of SegmentLossModel for the other direction of the link: "of the ACKs that
 * acknowledge the first 39 segments, the second and the third are lost". It works as the receiver's
 * error model of a PointToPointNetDevice, for IPv4 and IPv6.
 *
 * The connection is the one that SetSource() chooses; without it the first one whose SYN is
 * answered after the model is installed. ACK n is one that acknowledges n whole segments, that is
 * n SegmentSize octets of data or up to a segment more. ACK 0 acknowledges the SYN only. Of each
 * number, occurrence 1 is the first pure ACK that comes here, the others are duplicates, window
 * updates, and the ACK of a FIN.
 *
 * Each Drop() takes one packet, once. Only pure ACKs are counted and lost: packets with data, SYN,
 * FIN or RST and packets of other connections always pass, and so does everything while the model
 * is disabled, which goes on counting.
 *
 * States: *waiting*, until the SYN and ACK of the wanted connection passes; then *watching* it. A
 * SYN and ACK of the same two ends with another ACK number begins a new connection and a new count.
 */
class AckLossModel : public ErrorModel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Choose the connection whose ACKs come from a socket address, where its data goes to; before
    /// its SYN is answered.
    void SetSource(const Address& source);

    /// Lose the ACK that acknowledges so many whole segments from the connection's start; @p
    /// occurrence 1 is the first such ACK.
    void Drop(uint64_t segments, uint32_t occurrence = 1);

    /// @brief Losses that are planned and did not happen yet. @return their number
    std::size_t GetPlanned() const
    {
        return m_planned.size();
    }

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;

    /// @brief Forget the connection and all plans.
    void DoReset() override;

    /// A SYN-ACK passes: watch its connection if it is the wanted one.
    void Open(const PppTcpPacket& answer);

    /// @return whether a packet is a pure ACK of the connection
    bool IsCounted(const PppTcpPacket& packet) const;

    uint32_t m_segmentSize;                            //!< octets of a full segment
    Address m_wanted;                                  //!< source, or invalid for any
    Address m_source;                                  //!< of the ACKs; invalid while waiting
    Address m_destination;                             //!< of the ACKs
    SequenceNumber32 m_first;                          //!< sequence number of the first octet
    int64_t m_highest{0};                              //!< octets acknowledged so far
    std::map<uint64_t, uint32_t> m_occurrences;        //!< ACKs so far by their number
    std::set<std::pair<uint64_t, uint32_t>> m_planned; //!< number and occurrence
};

} // namespace ns3

#endif /* ACK_LOSS_MODEL_H */

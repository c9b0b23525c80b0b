/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_SEGMENT_OBSERVER_H
#define TCP_SEGMENT_OBSERVER_H

#include "ppp-tcp-packet.h"

#include "ns3/address.h"
#include "ns3/packet.h"
#include "ns3/sequence-number.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Watches one direction of one TCP connection where it passes a point-to-point link.
 *
 * It is shown packets as they are on the link, PPP over IPv4 or IPv6 over TCP, and says which of
 * them carry data of the connection and where that data belongs.
 *
 * States: *waiting*, until a SYN passes whose destination is the wanted one; from then on
 * *watching* the connection which that SYN opened. A new SYN of the same two ends with another
 * sequence number begins a new connection and with it a new count.
 *
 * Events and results: a packet without data of that connection yields nothing. Data that reaches
 * above all data seen before is a first transmission. All other data is a retransmission: one more
 * than the transmissions of its segment seen so far, of which the first is taken for granted, since
 * a segment below others was sent before them even if it was lost before it came here. (Where the
 * last ones of a window are lost before they come here, nothing tells their retransmissions from
 * first transmissions.)
 *
 * Invariants: positions count from the first octet of data and do not wrap with the sequence
 * numbers; the link is expected to keep the order of packets.
 */
class TcpSegmentObserver
{
  public:
    /// Data of the connection.
    struct Segment
    {
        uint64_t position;     //!< of its first octet, the connection's first one being 0
        uint32_t size;         //!< octets of data, above 0
        uint64_t number;       //!< of the segment that its first octet is in, from 1 on
        uint32_t transmission; //!< 1 for the first one, 2 for the first retransmission
    };

    /// Wait for a connection. @param segmentSize octets of data in a full segment, at least 1
    /// @param destination socket address that the data goes to; an invalid one is for the first
    /// connection that is opened through this link
    explicit TcpSegmentObserver(uint32_t segmentSize, const Address& destination = Address());

    /// @return what data of the connection a packet with a PPP header carries; nothing if it
    /// carries none
    std::optional<Segment> Observe(Ptr<const Packet> packet);

    /// @brief Forget the connection and wait for one again.
    void Reset();

  private:
    /// A SYN passes: watch its connection if it is the wanted one.
    void Open(const PppTcpPacket& syn);

    /// @return the position of an octet of data, which is negative for one before the first octet
    int64_t GetPosition(SequenceNumber32 sequence) const;

    uint32_t m_segmentSize;                       //!< octets of a full segment
    Address m_wanted;                             //!< destination, or invalid for any
    Address m_source;                             //!< of the connection; invalid while waiting
    Address m_destination;                        //!< of the connection
    SequenceNumber32 m_first;                     //!< sequence number of the first octet of data
    uint64_t m_end{0};                            //!< one past the highest position seen
    std::map<uint64_t, uint32_t> m_retransmitted; //!< transmissions by number, from 2 on
};

} // namespace ns3

#endif /* TCP_SEGMENT_OBSERVER_H */

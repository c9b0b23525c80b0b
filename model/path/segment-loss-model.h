/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_LOSS_MODEL_H
#define SEGMENT_LOSS_MODEL_H

#include "ns3/address.h"
#include "ns3/error-model.h"
#include "ns3/link-losses.h"
#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace ns3
{

/// A TCP segment and its ends, taken from a packet as it is on a point-to-point link: PPP over IPv4
/// or IPv6 over TCP.
struct PppTcpPacket
{
    TcpHeader header;    //!< the TCP header
    uint32_t size{0};    //!< octets of data
    Address source;      //!< socket address
    Address destination; //!< socket address

    /// @return the segment in a packet with a PPP header; nothing if there is none
    static std::optional<PppTcpPacket> Parse(Ptr<const Packet> packet);
};

/// The ends of the connection that is watched, in the direction that is.
struct WatchedEnds
{
    Address source;         //!< socket address; invalid while waiting for a connection
    Address destination;    //!< socket address
    SequenceNumber32 first; //!< sequence number of the first octet that counts

    /// @return whether a packet goes from the one to the other
    bool Has(const PppTcpPacket& packet) const;

    /// A connection opens by a @p packet: watch it if it is wanted, or a new one of the same ends.
    /// @param packet a SYN @param isWanted whether these are ends to watch @param begins the first
    /// octet that counts @return whether it is watched from now on
    bool Open(const PppTcpPacket& packet, bool isWanted, SequenceNumber32 begins);

    /// @return the position of an octet less than 2^31 away from that of a known one; negative for
    /// one before the first
    int64_t GetPosition(SequenceNumber32 sequence, uint64_t known) const;
};

/**
 * @ingroup tcp-lossy
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
    using Segment = SegmentCounter::Segment; //!< data of the connection

    /// Wait for a connection. @param segmentSize octets of data in a full segment, at least 1
    /// @param destination socket address that the data goes to; an invalid one is for the first
    /// connection that is opened through this link
    explicit TcpSegmentObserver(uint32_t segmentSize, const Address& destination = Address());

    /// @return what data of the connection a packet with a PPP header carries; nothing if it
    /// carries none
    std::optional<Segment> Observe(Ptr<const Packet> packet);

    /// Forget the connection and wait for one again.
    void Reset()
    {
        m_ends = {};
        m_segments = {};
    }

  private:
    uint32_t m_segmentSize;    //!< octets of a full segment
    Address m_wanted;          //!< destination, or invalid for any
    WatchedEnds m_ends;        //!< of the connection
    SegmentCounter m_segments; //!< of the connection
};

/// Loses packets that were planned, each by a number and by which of the same it is. It works as
/// the receiver's error model of a PointToPointNetDevice, for IPv4 and IPv6. Each Drop() takes one
/// packet, once; what is not counted always passes, packets of other connections among them, and so
/// does everything while the model is disabled, which goes on counting.
class PlannedLossModel : public ErrorModel
{
  public:
    /// @return number of losses that are planned and did not happen yet
    std::size_t GetPlanned() const
    {
        return m_planned.size();
    }

  protected:
    /// @return the type of a model, with the attribute that these models share
    template <class Model>
    static TypeId MakeType(const char* name);

    /// @return whether something was counted by the segment size, which has to stay then
    virtual bool IsCounting() const = 0;

    /// Set the attribute SegmentSize, unless IsCounting(). @param octets at least 1
    void SetSegmentSize(uint32_t octets);

    /// @return the attribute SegmentSize, octets
    uint32_t GetSegmentSize() const
    {
        return m_segmentSize;
    }

    uint32_t m_segmentSize;                            //!< octets of a full segment
    std::set<std::pair<uint64_t, uint32_t>> m_planned; //!< number, and which of the same
};

/**
 * @ingroup tcp-lossy
 * @brief Loses chosen transmissions of chosen TCP segments.
 *
 * For tests and figures whose losses are chosen by segment, not by chance: "the 40th segment is
 * lost, and so is its first retransmission".
 *
 * Segments are counted in the direction of the link, in the connection that SetDestination()
 * chooses; without it in the first one that is opened after the model is installed. Segment n holds
 * the octets from (n-1) SegmentSize on; what was retransmitted in other portions belongs to the
 * segment that its first octet is in. What counts as which transmission is defined by
 * TcpSegmentObserver: a segment that a queue dropped before it came here comes as its second
 * transmission if later data came before.
 *
 * Packets without data, such as pure ACKs, SYN and FIN, are not counted. AckLossModel is the
 * counterpart for ACKs.
 */
class SegmentLossModel : public PlannedLossModel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Choose the connection whose data go to a socket address. Once a TCP segment has passed,
    /// of whatever connection, the call ends the program with a message, and so does setting
    /// SegmentSize.
    void SetDestination(const Address& destination);

    /// Lose a transmission of a segment: the connection's first segment is number 1, transmission 1
    /// is the first, 2 the first retransmission.
    void Drop(uint64_t segment, uint32_t transmission = 1);

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;

    bool IsCounting() const override
    {
        return m_observer != nullptr;
    }

    void DoReset() override
    {
        m_observer = nullptr;
        m_planned.clear();
    }

    Address m_destination;                          //!< of the connection, or invalid
    std::unique_ptr<TcpSegmentObserver> m_observer; //!< watches it; null before segments
};

/**
 * @ingroup tcp-lossy
 * @brief Loses chosen ACKs of a TCP connection, by their number and occurrence.
 *
 * The counterpart of SegmentLossModel for the other direction of the link: "of the ACKs that
 * acknowledge the first 39 segments, the second and the third are lost".
 *
 * The connection is the one that SetSource() chooses; without it the first one whose SYN is
 * answered after the model is installed. ACK n is one that acknowledges n whole segments, that is
 * n SegmentSize octets of data or up to a segment more. ACK 0 acknowledges the SYN only. Of each
 * number, occurrence 1 is the first pure ACK that comes here, the others are duplicates, window
 * updates, and the ACK of a FIN.
 *
 * Only pure ACKs are counted and lost: packets with data, SYN, FIN or RST are not.
 *
 * States: *waiting*, until the SYN and ACK of the wanted connection passes; then *watching* it. A
 * SYN and ACK of the same two ends with another ACK number begins a new connection and a new count.
 */
class AckLossModel : public PlannedLossModel
{
  public:
    /// @brief Get the type ID. @return the object TypeId
    static TypeId GetTypeId();

    /// Choose the connection whose ACKs come from a socket address, where its data goes to. This
    /// and SegmentSize are set before its SYN is answered.
    void SetSource(const Address& source);

    /// Lose the ACK that acknowledges so many whole segments from the connection's start; @p
    /// occurrence 1 is the first such ACK.
    void Drop(uint64_t segments, uint32_t occurrence = 1);

  private:
    bool DoCorrupt(Ptr<Packet> packet) override;

    bool IsCounting() const override
    {
        return !m_ends.source.IsInvalid();
    }

    void DoReset() override
    {
        m_ends = {};
        m_planned.clear();
    }

    Address m_wanted;                           //!< source, or invalid for any
    WatchedEnds m_ends;                         //!< of the ACKs
    int64_t m_highest{0};                       //!< octets acknowledged so far
    std::map<uint64_t, uint32_t> m_occurrences; //!< ACKs so far by their number
};

} // namespace ns3

#endif /* SEGMENT_LOSS_MODEL_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUPLICATE_RECORDER_H
#define DUPLICATE_RECORDER_H

#include "trace-connections.h"

#include "ns3/address.h"
#include "ns3/nstime.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/socket.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

namespace ns3
{

class Ipv4Header;
class Ipv6Header;
class TcpHeader;
class TcpSocketBase;

/**
 * @ingroup tcp-lossy
 *
 * @brief Records the segments that arrive though their receiver holds all of their octets already.
 *
 * They are seen where IP delivers them to the node, below the socket: the `Rx` trace of ns-3's TCP
 * never shows a segment that lies wholly below `rcv.nxt`, because the socket answers and drops it
 * before. So the count needs nothing of either socket's TypeId, and no knowledge of when a
 * connection is accepted; what the receiver holds out of order is kept in a ReassemblyQueue of the
 * recorder's own, and what it holds in order is read off its buffer.
 *
 * A recorder that is destroyed records no further; the simulation goes on.
 */
class DuplicateRecorder
{
  public:
    DuplicateRecorder();
    ~DuplicateRecorder();

    // The simulator holds pointers to this object.
    DuplicateRecorder(const DuplicateRecorder&) = delete;
    DuplicateRecorder& operator=(const DuplicateRecorder&) = delete;

    /**
     * @brief Record what arrives for an application by TCP on any connection.
     * @param receiver the application, installed on a node with an internet stack; it need not have
     * started
     */
    void RecordReceiver(Ptr<PacketSink> receiver);

    /**
     * @brief Record what arrives for a TCP socket, for receivers that are no PacketSink.
     *
     * Best done before data arrive: what the socket holds out of order at this time is not known
     * to the recorder.
     * @param socket accepted, connecting, or listening; a listening one stands for every connection
     * to its port
     */
    void RecordReceivingSocket(Ptr<Socket> socket);

    /**
     * @brief When segments arrived that the receiver could do nothing with: it held each of their
     * octets already, in order or not.
     *
     * Whatever the sender believed: a segment counts that was sent again for nothing, and one that
     * the network duplicated. What the receiver refuses it does not hold: octets beyond its window,
     * and all of a segment with an ACK older than `snd.una`. The last octet that it holds, alone,
     * at a window that is closed, is a probe that asks for the window, and does not count; nor does
     * what comes to a closed socket.
     * Ends the program with a message when no receiver was recorded.
     * @return one instant for each
     */
    const std::vector<Time>& GetUnnecessaryRetransmissions() const;

  protected:
    /**
     * @brief Take what a recorder in another process has of a receiver there.
     * @param unnecessary what its GetUnnecessaryRetransmissions() gives
     */
    void Take(std::vector<Time> unnecessary);

  private:
    /// The receiver's end of a connection: node, local port, and the peer's address with port.
    using ConnectionEnd = std::tuple<uint32_t, uint16_t, Address>;

    /// Gives a socket that listens or is connected; null when there is none as yet.
    using SocketSource = std::function<Ptr<Socket>()>;

    struct Reception;

    /// See all that IP delivers to a receiver's node.
    void ObserveNode(Ptr<Node> node);

    /// @return the socket of a recorded connection, or null when the connection is none of a
    /// recorded receiver
    Ptr<TcpSocketBase> FindReceivingSocket(const ConnectionEnd& end) const;

    /// Look at a segment, of so many octets of data, before the receiver does.
    void SegmentArrived(const ConnectionEnd& end, const TcpHeader& header, uint32_t payload);

    /// Tell the recorder's queue what the receiver is about to do with a segment of at least one
    /// octet of data. @return whether the receiver held each of its octets before
    static bool HoldsAll(Reception& reception, const TcpHeader& header, uint32_t payload);

    /// @name Trace sinks
    /// @{
    void Received(Ptr<const Packet> packet, const Address& from);
    void DeliveredByIpv4(uint32_t node,
                         const Ipv4Header& ip,
                         Ptr<const Packet> packet,
                         uint32_t interface);
    void DeliveredByIpv6(uint32_t node,
                         const Ipv6Header& ip,
                         Ptr<const Packet> packet,
                         uint32_t interface);
    /// @}

    bool m_hasRead{false};                 //!< an application has read something
    bool m_isTaken{false};                 //!< the receiver is another process's
    std::vector<Time> m_unnecessary;       //!< segments held already when they arrived
    std::set<uint32_t> m_observedNodes;    //!< nodes of receivers
    std::vector<SocketSource> m_receivers; //!< recorded receivers
    std::map<ConnectionEnd, std::unique_ptr<Reception>> m_receptions; //!< by connection
    TraceConnections m_connections; //!< gone before what they write to
};

} // namespace ns3

#endif /* DUPLICATE_RECORDER_H */

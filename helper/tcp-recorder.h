/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RECORDER_H
#define TCP_RECORDER_H

#include "sender-recorder.h"
#include "trace-connections.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/tcp-header.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

class Ipv4Header;
class Ipv6Header;

/**
 * @ingroup tcp-lossy
 *
 * @brief Records every TCP connection that sends from some nodes, whatever application opens it.
 *
 * @code
 *   TcpRecorder recorder;
 *   recorder.InstallAll();        // after the internet stacks, before the applications start
 *   Simulator::Run();
 *   recorder.WriteSummary(std::cout);
 *   recorder.WriteSeries(file);
 * @endcode
 *
 * BulkSendApplication, OnOffApplication and applications of one's own are all the same to it: it
 * sees a connection's first segment leave, and finds the socket. An end that sends data has a row
 * in the summary; one that only acknowledges has none. A socket that is used again, or another one
 * with the same two ends, has a row for each connection. Beside what SenderRecorder has there is
 * what the other end acknowledged.
 *
 * A recorder that is destroyed records no further; the simulation goes on.
 */
class TcpRecorder
{
  public:
    /// One end of a connection.
    class Connection
    {
      public:
        /**
         * @brief Record a socket.
         * @param socket a TCP socket with a connection
         * @param local its address and port
         * @param peer the other end's
         */
        Connection(Ptr<TcpSocketBase> socket, const Address& local, const Address& peer);

        ~Connection();

        // The simulator holds pointers to this object.
        Connection(const Connection&) = delete;
        Connection& operator=(const Connection&) = delete;

        /// Record no further.
        void Stop();

        /// @return whether it is the one that a socket has now
        bool IsOf(const TcpSocketBase& socket) const;

        /// @brief Node of the socket. @return its number
        uint32_t GetNode() const;

        /// @brief Both ends. @return such as `10.0.0.5:49153>10.0.0.6:5001`
        const std::string& GetName() const;

        /// @brief What its sender did. @return the record
        const SenderRecorder& GetSender() const;

        /// @brief What the other end acknowledged. @return octets of data in total, over time
        const TraceSeries& GetAcknowledged() const;

      private:
        /// @name Trace sinks
        /// @{
        void Sent(Ptr<const Packet> packet,
                  const TcpHeader& header,
                  Ptr<const TcpSocketBase> socket);
        void Acknowledged(Ptr<const Packet> packet,
                          const TcpHeader& header,
                          Ptr<const TcpSocketBase> socket);
        void StateChanged(TcpSocket::TcpStates_t oldState, TcpSocket::TcpStates_t newState);
        /// @}

        uint32_t m_node;                        //!< its number
        std::string m_name;                     //!< both ends
        const TcpSocketBase* m_socket;          //!< whose connection it is, or was
        bool m_isOver{false};                   //!< the connection is closed
        EventId m_end;                          //!< Stop() is to come
        SenderRecorder m_sender;                //!< what it did
        TraceSeries m_acknowledged;             //!< octets of data
        std::optional<SequenceNumber32> m_next; //!< first octet that is not acknowledged
        SequenceNumber32 m_sentTo;              //!< one past the last octet of data
        TraceConnections m_connections;         //!< gone before what they write to
    };

    TcpRecorder() = default;

    // The simulator holds pointers to this object.
    TcpRecorder(const TcpRecorder&) = delete;
    TcpRecorder& operator=(const TcpRecorder&) = delete;

    /**
     * @brief Record all connections of nodes.
     * @param nodes nodes with an internet stack; anything else ends the program with a message
     */
    void Install(const NodeContainer& nodes);

    /// @brief Record all connections of all nodes that have an internet stack by now.
    void InstallAll();

    /// @brief What was recorded. @return ends of connections, in order of their first segments
    const std::vector<std::unique_ptr<Connection>>& GetConnections() const;

    /**
     * @brief Write a table: a row for each end that sent data.
     *
     * Columns: `node`, `connection`, `begin_s` and `end_s` (first segment of data and last ACK),
     * `acknowledged_octets`, `goodput_bit_s` (between the two), `segments`, `retransmissions`,
     * `timeouts`, `recoveries`.
     * @param os where to write CSV
     */
    void WriteSummary(std::ostream& os) const;

    /**
     * @brief Write all series as one tidy table.
     *
     * Columns: `time_s`, `node`, `connection`, `quantity`, `value`. Quantities: `cwnd` and
     * `ssthresh` (segments), `rtt` (s), `acknowledged` (octets), and each `retransmission` and
     * `timeout` with the value 1.
     * @param os where to write CSV
     */
    void WriteSeries(std::ostream& os) const;

  private:
    /// @brief See what a node sends; a second call does nothing. @param node with a stack
    void Observe(Ptr<Node> node);

    /// @brief A segment leaves. @param node its number @param local from where @param peer whereto
    /// @param isSyn whether it opens a connection
    void Leaves(uint32_t node, const Address& local, const Address& peer, bool isSyn);

    /// @name Trace sinks
    /// @{
    void SentByIpv4(uint32_t node, const Ipv4Header& ip, Ptr<const Packet> packet, uint32_t);
    void SentByIpv6(uint32_t node, const Ipv6Header& ip, Ptr<const Packet> packet, uint32_t);
    /// @}

    std::vector<std::unique_ptr<Connection>> m_found;                      //!< in order of time
    std::map<std::tuple<uint32_t, Address, Address>, Connection*> m_known; //!< by node, both ends
    std::set<uint32_t> m_observed;                                         //!< nodes
    TraceConnections m_connections; //!< gone before what they write to
};

} // namespace ns3

#endif /* TCP_RECORDER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RECORDER_H
#define TCP_RECORDER_H

#include "flow-recorder.h"
#include "tcp-socket-lookup.h"

#include "ns3/address.h"
#include "ns3/event-id.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"

#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
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
 * with the same two ends, has a row for each connection. It records each
 * as FlowRecorder does a sender. A recorder that is installed in a second simulation, too, has the
 * rows of both.
 *
 * A recorder that is destroyed records no further; the simulation goes on.
 */
class TcpRecorder : private SegmentWatch
{
  public:
    /// One end of a connection.
    class Connection
    {
      public:
        /// Record a TCP socket with a connection; both ends are addresses and ports.
        Connection(Ptr<TcpSocketBase> socket, const Address& local, const Address& peer);

        ~Connection();

        /// Record no further.
        void Stop();

        /// @return whether it is the one that a socket has now
        bool IsOf(const TcpSocketBase& socket) const
        {
            return m_socket == &socket;
        }

        /// @return number of the socket's node
        uint32_t GetNode() const
        {
            return m_node;
        }

        /// @return both ends, such as `10.0.0.5:49153>10.0.0.6:5001`
        const std::string& GetName() const
        {
            return m_name;
        }

        /// @return congestion control and, of a socket of ours, loss recovery:
        /// `TcpCubic+TcpRackRecovery`; once the connection is established, the recovery that is
        /// used, which is another one where the peer refuses SACK
        const std::string& GetVariant() const
        {
            return m_variant;
        }

        /// @return what its sender did
        const FlowRecorder& GetSender() const
        {
            return m_sender;
        }

      private:
        void StateChanged(TcpSocket::TcpStates_t oldState, TcpSocket::TcpStates_t newState);

        uint32_t m_node;                //!< its number
        std::string m_name;             //!< both ends
        std::string m_variant;          //!< what it sends by
        const TcpSocketBase* m_socket;  //!< whose connection it is; null: recorded no further
        EventId m_end;                  //!< Stop() is to come
        FlowRecorder m_sender;          //!< what it did
        TraceConnections m_connections; //!< gone before what they write to
    };

    TcpRecorder() = default;

    ~TcpRecorder()
    {
        // Before what they write to is gone.
        m_connections.DisconnectAll();
    }

    /// Record all connections of nodes with an internet stack; anything else ends the program with
    /// a message.
    void Install(const NodeContainer& nodes);
    /// Record all connections of all nodes that have an internet stack by now.
    void InstallAll();

    /// @return ends of connections, in order of their first segments
    const std::vector<std::unique_ptr<Connection>>& GetConnections() const
    {
        return m_found;
    }

    /**
     * @brief Write a table in CSV: a row for each end that sent data.
     *
     * Columns: `node`, `connection`, `variant`, `begin_s` and `end_s` (first segment of data and
     * last ACK), `acknowledged_octets`, `goodput_bit_s` (between the two), `segments`,
     * `retransmissions`, `timeouts`, `recoveries`.
     */
    void WriteSummary(std::ostream& os) const;

    /**
     * @brief Write all series as one tidy table in CSV.
     *
     * Columns: `time_s`, `node`, `connection`, `variant`, `quantity`, `value`, `unit`. Quantities:
     * `cwnd` and `ssthresh` (segments), `rtt` (s), `acknowledged` (octets), and each
     * `retransmission` and `timeout` with the value 1. There is a row for each change. Rows are
     * sorted by connection, then by quantity, then by time.
     */
    void WriteSeries(std::ostream& os) const;

  private:
    void Passes(uint32_t node,
                const Address& local,
                const Address& peer,
                Ptr<const Packet> segment) override;

    std::vector<std::unique_ptr<Connection>> m_found; //!< in order of time
    /// By node and both ends.
    std::map<std::tuple<Ptr<Node>, Address, Address>, Connection*> m_known;
};

} // namespace ns3

#endif /* TCP_RECORDER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_RECORDER_H
#define FLOW_RECORDER_H

#include "trace-series.h"

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/packet-sink.h"
#include "ns3/reassembly-queue.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

class BulkSendApplication;
class Ipv4Header;
class Ipv6Header;

/**
 * @ingroup tcp-lossy
 *
 * @brief From the detection of a loss until all that was sent before is acknowledged.
 *
 * It is the recovery period of the papers, told by what is on the wire, so that it means the same
 * for every sender: Reno may enter recovery or time out several times in one episode.
 */
struct LossEpisode
{
    Time start;              //!< the sender enters recovery, or its timer expires
    std::optional<Time> end; //!< the ACK for all that was sent by then; nothing before it comes
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Records one TCP flow: its sender's state and what its receiver reads.
 *
 * Series of the sender, by name: `cwnd` and `ssthresh` (segments), `rtt` (seconds, ns-3's smoothed
 * estimate), and every trace source of the congestion control that was asked for with
 * TraceCongestionControl(). Counts: retransmitted segments, timeouts, and recoveries.
 *
 * Of the receiver: what its application reads, and the segments that arrive though it holds all of
 * their octets already. The latter are seen where IP delivers them to the node, below the socket:
 * the `Rx` trace of ns-3's TCP never shows a segment that lies wholly below `rcv.nxt`, because the
 * socket answers and drops it before. So the count needs nothing of either socket's TypeId, and no
 * knowledge of when a connection is accepted; what the receiver holds out of order is kept in a
 * ReassemblyQueue of the recorder's own, and what it holds in order is read off its buffer.
 *
 * A recorder that is destroyed records no further; the simulation goes on.
 */
class FlowRecorder
{
  public:
    FlowRecorder() = default;
    ~FlowRecorder();

    // The simulator holds pointers to this object.
    FlowRecorder(const FlowRecorder&) = delete;
    FlowRecorder& operator=(const FlowRecorder&) = delete;

    /**
     * @brief Also record a trace source of the congestion control; before the sender starts.
     * @param name the trace source; its values are of type bool, double, uint32_t or Time
     */
    void TraceCongestionControl(const std::string& name);

    /**
     * @brief Record the socket of a bulk sender.
     * @param sender the application
     * @param start when it starts, from now on; its socket exists from then on
     */
    void RecordSender(Ptr<BulkSendApplication> sender, Time start);

    /**
     * @brief Record a sending socket.
     * @param socket a TCP socket
     */
    void RecordSocket(Ptr<Socket> socket);

    /**
     * @brief Record what a receiver's application reads, and what arrives for it by TCP on any
     * connection.
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
     * @brief Octets that the receiver's application read in an interval.
     * @param from begin, included
     * @param to end, excluded
     * @return octets
     */
    uint64_t GetReceivedBytes(Time from, Time to) const;

    /**
     * @brief Mean goodput of an interval.
     * @param from begin
     * @param to end, after @p from
     * @return bit/s of application data
     */
    double GetThroughput(Time from, Time to) const;

    /// @brief What the receiver's application has read. @return octets in total, over time
    TraceSeries GetDeliverySeries() const;

    /**
     * @brief Goodput over time.
     * @param from begin
     * @param to end
     * @param step length of one average, above 0
     * @return bit/s, each sample at the end of its step
     */
    TraceSeries GetThroughputSeries(Time from, Time to, Time step) const;

    /**
     * @brief Rate of sending over time, retransmissions included.
     * @param from begin
     * @param to end
     * @param step length of one average, above 0
     * @return bit/s of TCP payload, each sample at the end of its step
     */
    TraceSeries GetSendingRateSeries(Time from, Time to, Time step) const;

    /**
     * @brief A series of the sender.
     * @param name its name, see the class description; an unknown one ends the program with a
     * message that lists the known ones
     * @return the samples
     */
    const TraceSeries& GetSeries(const std::string& name) const;

    /// @brief Whether a series was recorded. @param name its name @return true if so
    bool HasSeries(const std::string& name) const;

    /**
     * @brief Value of a series at an instant.
     * @param name the series
     * @param at the instant
     * @return the value of the last sample at or before it; the first one's when there is none
     */
    double GetValueAt(const std::string& name, Time at) const;

    /// @brief When data segments were sent, new and again. @return one instant for each
    std::vector<Time> GetTransmissions() const;

    /// @brief When segments were sent again. @return one instant for each
    const std::vector<Time>& GetRetransmissions() const;

    /// @brief When the retransmission timer expired. @return one instant for each
    const std::vector<Time>& GetTimeouts() const;

    /// @brief When recovery began by duplicate ACKs. @return one instant for each
    const std::vector<Time>& GetRecoveries() const;

    /// @brief Losses and their repair. @return the episodes, in order of time, none overlapping
    const std::vector<LossEpisode>& GetLossEpisodes() const;
    /**
     * @brief When segments arrived that the receiver could do nothing with: it held each of their
     * octets already, in order or not.
     *
     * Whatever the sender believed: a segment counts that was sent again for nothing, and one that
     * the network duplicated. What the receiver refuses it does not hold: octets beyond its window
     * (a probe of a window that is closed), and all of a segment with an ACK older than `snd.una`.
     * Ends the program with a message when no receiver was recorded.
     * @return one instant for each
     */
    const std::vector<Time>& GetUnnecessaryRetransmissions() const;

  private:
    /// Octets that passed at one instant.
    struct Transfer
    {
        Time time;      //!< when
        uint32_t bytes; //!< how much
    };

    /// The receiver's end of a connection: node, local port, and the peer's address with port.
    using ConnectionEnd = std::tuple<uint32_t, uint16_t, Address>;

    /// Gives a socket that listens or is connected; null when there is none as yet.
    using SocketSource = std::function<Ptr<Socket>()>;

    /// What the receiver has of one connection.
    struct Reception
    {
        Ptr<const TcpRxBuffer> received; //!< its octets in order, and its window
        Ptr<const TcpTxBuffer> sent;     //!< its own octets that are not acknowledged
        ReassemblyQueue held;            //!< its octets, unwrapped
    };

    /**
     * @brief Connect a trace source for as long as this object lives.
     * @param object the object
     * @param source its trace source
     * @param sink of this object
     * @return whether it was connected
     */
    bool Connect(Ptr<Object> object, const std::string& source, const CallbackBase& sink);

    /// @brief Record the socket, which exists now. @param sender the application
    void SenderStarted(Ptr<BulkSendApplication> sender);

    /**
     * @brief Average transfers over steps.
     * @param transfers in order of time
     * @param from begin
     * @param to end
     * @param step length of a step
     * @return bit/s
     */
    static TraceSeries Average(const std::vector<Transfer>& transfers,
                               Time from,
                               Time to,
                               Time step);

    /**
     * @brief Connect a trace source of the congestion control.
     * @param congestionControl the object
     * @param name the trace source
     */
    void ConnectControlTrace(Ptr<Object> congestionControl, const std::string& name);

    /**
     * @brief Connect a trace source whose values are of type T to ValueChanged().
     * @param object the object
     * @param source its trace source
     * @param series the series to append to
     * @return whether it was connected
     */
    template <class T>
    bool ConnectValue(Ptr<Object> object, const std::string& source, const std::string& series);

    /// @brief A loss was detected: an episode begins unless one is going on.
    void BeginEpisode();
    /// @brief See all that IP delivers to a node. @param node the node of a receiver
    void ObserveNode(Ptr<Node> node);

    /**
     * @brief Find the socket of a recorded connection.
     * @param end the receiver's end
     * @return the socket; null when the connection is none of a recorded receiver
     */
    Ptr<TcpSocketBase> FindReceivingSocket(const ConnectionEnd& end) const;

    /**
     * @brief Look at a segment before the receiver does.
     * @param end the receiver's end
     * @param header the segment's header
     * @param payload its octets of data
     */
    void SegmentArrived(const ConnectionEnd& end, const TcpHeader& header, uint32_t payload);

    /**
     * @brief Tell the recorder's queue what the receiver is about to do with a segment.
     * @param reception the connection
     * @param header the segment's header
     * @param payload its octets of data, at least one
     * @return whether the receiver held each of its octets before
     */
    static bool HoldsAll(Reception& reception, const TcpHeader& header, uint32_t payload);

    /// @brief Append to a series. @param name the series @param value the new value
    void Append(const std::string& name, double value);

    /// @name Trace sinks
    /// @{
    void WindowChanged(std::string name, uint32_t oldValue, uint32_t newValue);
    void RtoChanged(Time oldValue, Time newValue);
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void Acknowledged(Ptr<const Packet> packet,
                      const TcpHeader& header,
                      Ptr<const TcpSocketBase> socket);
    void Received(Ptr<const Packet> packet, const Address& from);
    void DeliveredByIpv4(uint32_t node,
                         const Ipv4Header& ip,
                         Ptr<const Packet> packet,
                         uint32_t interface);
    void DeliveredByIpv6(uint32_t node,
                         const Ipv6Header& ip,
                         Ptr<const Packet> packet,
                         uint32_t interface);
    template <class T>
    void ValueChanged(std::string name, T oldValue, T newValue);
    /// @}

    std::vector<std::function<void()>> m_disconnections; //!< undo Connect()
    std::vector<EventId> m_starts;                       //!< starts of senders
    std::vector<std::string> m_controlTraces;        //!< wanted traces of the congestion control
    std::map<std::string, TraceSeries> m_series;     //!< series by name
    std::vector<Transfer> m_sent;                    //!< payload sent
    std::vector<Transfer> m_received;                //!< payload read
    std::vector<Time> m_retransmissions;             //!< segments sent again
    std::vector<Time> m_timeouts;                    //!< expiries of the retransmission timer
    std::vector<Time> m_recoveries;                  //!< entries to recovery
    std::vector<LossEpisode> m_episodes;             //!< losses and their repair
    SequenceNumber32 m_episodeEnd{0};                //!< the ACK that ends the last episode
    SequenceNumber32 m_highestSent{0};               //!< one past the highest octet sent
    bool m_inLossState{false};                       //!< between a timeout and its repair
    uint32_t m_segmentSize{1};                       //!< octets a segment
    std::vector<Time> m_unnecessary;                 //!< segments held already when they arrived
    std::set<uint32_t> m_observedNodes;              //!< nodes of receivers
    std::map<ConnectionEnd, Reception> m_receptions; //!< by connection
    std::vector<SocketSource> m_receivers;           //!< recorded receivers
};

} // namespace ns3

#endif /* FLOW_RECORDER_H */

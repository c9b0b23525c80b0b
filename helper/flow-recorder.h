/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_RECORDER_H
#define FLOW_RECORDER_H

#include "flow-record.h"
#include "tcp-socket-lookup.h"
#include "trace-connections.h"
#include "trace-series.h"

#include "ns3/address.h"
#include "ns3/packet-sink.h"
#include "ns3/packet.h"
#include "ns3/reassembly-queue.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

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

/**
 * @ingroup tcp-lossy
 * @brief Records one TCP flow: its sender, what its receiver's application reads, and what arrives
 * in vain. Each of the three can be had for itself.
 *
 * Series of the sender, by name: `cwnd` and `ssthresh` (segments), `rtt` (seconds, ns-3's smoothed
 * estimate), and every trace source of the congestion control that was asked for with
 * TraceCongestionControl(). Besides what is sent, and again; timeouts, recoveries, and the episodes
 * of loss. A socket that is used again is recorded on, and nothing of one connection is sent again
 * in the next. Timeouts are those of the trace source `RetransmissionTimeout`; sockets of ns-3,
 * which have none, show them by their state and by the timer's back-off, up to ns-3's bound of 60
 * s.
 *
 * What arrives in vain is seen where IP delivers segments to the node, below the socket: the `Rx`
 * trace of ns-3's TCP never shows a segment that lies wholly below `rcv.nxt`, because the socket
 * answers and drops it before. So the count needs nothing of either socket's TypeId, and no
 * knowledge of when a connection is accepted; what the receiver holds out of order is kept in a
 * ReassemblyQueue of the recorder's own, and what it holds in order is read off its buffer.
 *
 * An interval or instant beyond the simulated time ends the program with a message, which names
 * that time. A recorder that is destroyed records no further; the simulation goes on.
 *
 * A sender or receiver that the recorder is told of twice counts once. A recorder has one sender:
 * another one ends the program with a message, until Stop(). Once the simulation is destroyed the
 * record begins anew with the next sender or receiver: nothing of two simulations is in one record.
 */
class FlowRecorder : public FlowRecord, private SegmentWatch
{
  public:
    FlowRecorder() = default;
    ~FlowRecorder();

    /// @name Choosing what is recorded
    /// @{

    /// Also record a trace source of the congestion control, whose values are of type bool, double,
    /// uint32_t or Time; before the sender starts.
    void TraceCongestionControl(const std::string& name)
    {
        m_controlTraces.insert(name);
    }

    /// Record the socket of a bulk sender, installed on a node, from the application's start on;
    /// one that has stopped has no socket.
    void RecordSender(Ptr<BulkSendApplication> sender);

    /// Record a sending TCP socket, the only one of this recorder.
    void RecordSocket(Ptr<Socket> socket);

    /// Record what an application reads, and what arrives for it by TCP on any connection. It is
    /// installed on a node with an internet stack, and need not have started.
    void RecordReceiver(Ptr<PacketSink> receiver);

    /**
     * @brief Record what arrives in vain for a TCP socket, for receivers that are no PacketSink.
     *
     * Best done before data arrive: what the socket holds out of order at this time is not known
     * to the recorder.
     * @param socket accepted, connecting, or listening; a listening one stands for every connection
     * to its port
     */
    void RecordReceivingSocket(Ptr<Socket> socket);

    /// Take what the recorder of another process has of the receiver there: GetReceived() and
    /// GetUnnecessaryRetransmissions().
    void TakeReceiver(std::vector<traceseries::Transfer> received, std::vector<Time> unnecessary);

    /// Record the sender no further, nor await its start; the receiver is recorded on. Not from
    /// within what a recorded socket's trace calls.
    void Stop();

    /// @}
    /// @name The receiver
    /// @{

    /// @return how far the simulation came, see SimulationEnd::Get()
    Time GetSimulatedEnd() const
    {
        return m_end.Get();
    }

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

    /// @}

  private:
    /// The receiver's end of a connection: node, and its own and the peer's address with port.
    using ConnectionEnd = std::tuple<uint32_t, Address, Address>;

    /// What the receiver has of one connection.
    struct Reception
    {
        Ptr<const TcpSocketBase> socket; //!< the receiver
        ReassemblyQueue held;            //!< its octets, unwrapped
    };

    void Require(Time until, const std::string& asker) const override
    {
        m_end.Require(until, asker);
    }

    /// Watch the present simulation, and forget what was recorded of one that is over.
    void Begin();
    /// What is sent from now on belongs to another connection.
    void ForgetConnection();
    void AwaitStart(Ptr<BulkSendApplication> sender);
    void LookForSocket(Ptr<BulkSendApplication> sender);
    void ExpectSocket(Ptr<BulkSendApplication> sender);
    void ConnectControlTrace(Ptr<Object> congestionControl, const std::string& name);
    /// Connect a trace source whose values are of type T to ValueChanged(), for a series. @return
    /// whether it was connected
    template <class T>
    bool ConnectValue(Ptr<Object> object, const std::string& source, const std::string& series);
    void Append(const std::string& name, double value);
    void ObserveNode(Ptr<Node> node);
    /// @return the socket of a recorded connection, or null when the connection is none of a
    /// recorded receiver
    Ptr<TcpSocketBase> FindReceivingSocket(const ConnectionEnd& end) const;
    /// A segment arrives: look at it before the receiver does.
    void Passes(uint32_t node,
                const Address& from,
                const Address& to,
                Ptr<const Packet> segment) override;
    /// Tell the recorder's queue what the receiver is about to do with a segment of at least one
    /// octet of data. @return whether the receiver held each of its octets before
    static bool HoldsAll(Reception& reception, const TcpHeader& header, uint32_t payload);

    // Trace sinks.
    void WindowChanged(std::string name, uint32_t oldValue, uint32_t newValue);
    void RtoChanged(Time oldValue, Time newValue);
    void TimedOut(SequenceNumber32 una);
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void Acknowledged(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>);
    template <class T>
    void ValueChanged(std::string name, T oldValue, T newValue);
    void Received(Ptr<const Packet> packet, const Address& from);

    SimulationEnd m_end;                           //!< no interval reaches beyond it
    std::vector<EventId> m_waits;                  //!< for starts of senders
    Ptr<TcpSocketBase> m_recorded;                 //!< the sender's socket
    bool m_isRecording{false};                     //!< that socket, until Stop()
    std::set<std::string> m_controlTraces;         //!< wanted traces of the congestion control
    std::optional<SequenceNumber32> m_episodeEnd;  //!< the ACK that will end the last episode
    std::optional<SequenceNumber32> m_highestSent; //!< one past the connection's highest octet
    std::optional<SequenceNumber32> m_next;        //!< first octet that is not acknowledged
    std::optional<SequenceNumber32> m_probe;       //!< octet that last probed a closed window
    bool m_isWindowClosed{false};                  //!< the receiver said so last
    bool m_tellsTimeouts{false};                   //!< the socket has a trace of them
    bool m_inLossState{false};                     //!< between a timeout and its repair

    bool m_isTaken{false}; //!< the receiver is another process's
    /// Recorded receivers, and of each the socket that listens or is connected; null as long as
    /// there is none.
    std::map<Ptr<Object>, std::function<Ptr<Socket>()>> m_receivers;
    std::map<ConnectionEnd, Reception> m_receptions; //!< by connection
    TraceConnections m_senderConnections;            //!< gone before what they write to
};

} // namespace ns3

#endif /* FLOW_RECORDER_H */

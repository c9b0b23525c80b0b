/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SENDER_RECORDER_H
#define SENDER_RECORDER_H

#include "simulation-end.h"
#include "trace-connections.h"
#include "trace-series.h"

#include "ns3/event-id.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class BulkSendApplication;

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
 * @brief Records the sender of a TCP flow.
 *
 * Series, by name: `cwnd` and `ssthresh` (segments), `rtt` (seconds, ns-3's smoothed estimate), and
 * every trace source of the congestion control that was asked for with TraceCongestionControl().
 * Besides what is sent, and again; timeouts, recoveries, and the episodes of loss. A socket that is
 * used again is recorded on, and nothing of one connection is sent again in the next. Timeouts are
 * those of the trace source `RetransmissionTimeout`; sockets of ns-3, which have none, show them by
 * their state and by the timer's back-off, up to ns-3's bound of 60 s.
 *
 * An interval or instant beyond the simulated time ends the program with a message, which names
 * that time. A recorder that is destroyed records no further; the simulation goes on.
 */
class SenderRecorder
{
  public:
    SenderRecorder() = default;
    ~SenderRecorder();

    // The simulator holds pointers to this object.
    SenderRecorder(const SenderRecorder&) = delete;
    SenderRecorder& operator=(const SenderRecorder&) = delete;

    /**
     * @brief Also record a trace source of the congestion control; before the sender starts.
     * @param name the trace source; its values are of type bool, double, uint32_t or Time
     */
    void TraceCongestionControl(const std::string& name);

    /**
     * @brief Record the socket of a bulk sender, from the application's start on.
     * @param sender the application, installed on a node; one that has stopped has no socket
     */
    void RecordSender(Ptr<BulkSendApplication> sender);

    /**
     * @brief Record a sending socket.
     * @param socket a TCP socket
     */
    void RecordSocket(Ptr<Socket> socket);

    /// Record no further; not from within what a recorded socket's trace calls.
    void Stop();

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

    /// @return whether a series was recorded
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

  private:
    /// Plan when to look for the application's socket.
    void AwaitStart(Ptr<BulkSendApplication> sender);
    /// Record the application's socket if there is one.
    void LookForSocket(Ptr<BulkSendApplication> sender);
    /// Record the application's socket, which has to be there.
    void ExpectSocket(Ptr<BulkSendApplication> sender);

    /// Connect a trace source of the congestion control.
    void ConnectControlTrace(Ptr<Object> congestionControl, const std::string& name);

    /// Connect a trace source whose values are of type T to ValueChanged(), for a series. @return
    /// whether it was connected
    template <class T>
    bool ConnectValue(Ptr<Object> object, const std::string& source, const std::string& series);

    /// A SYN is sent: what follows is another connection. @param first its first octet
    void BeginConnection(SequenceNumber32 first);
    /// @brief A loss was detected: an episode begins unless one is going on.
    void BeginEpisode();
    /// Append a value to a series.
    void Append(const std::string& name, double value);

    /// @name Trace sinks
    /// @{
    void WindowChanged(std::string name, uint32_t oldValue, uint32_t newValue);
    void RtoChanged(Time oldValue, Time newValue);
    void TimedOut(SequenceNumber32 una);
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void Acknowledged(Ptr<const Packet> packet,
                      const TcpHeader& header,
                      Ptr<const TcpSocketBase> socket);
    template <class T>
    void ValueChanged(std::string name, T oldValue, T newValue);
    /// @}

    SimulationEnd m_end;                           //!< no interval reaches beyond it
    std::vector<EventId> m_waits;                  //!< for starts of senders
    Ptr<Socket> m_recorded;                        //!< the socket
    std::vector<std::string> m_controlTraces;      //!< wanted traces of the congestion control
    std::map<std::string, TraceSeries> m_series;   //!< series by name
    std::vector<traceseries::Transfer> m_sent;     //!< payload sent
    std::vector<Time> m_retransmissions;           //!< segments sent again
    std::vector<Time> m_timeouts;                  //!< expiries of the retransmission timer
    std::vector<Time> m_recoveries;                //!< entries to recovery
    std::vector<LossEpisode> m_episodes;           //!< losses and their repair
    SequenceNumber32 m_episodeEnd{0};              //!< the ACK that ends the last episode
    bool m_isInEpisode{false};                     //!< the last one has not ended
    std::optional<SequenceNumber32> m_highestSent; //!< one past the connection's highest octet
    bool m_tellsTimeouts{false};                   //!< the socket has a trace of them
    bool m_inLossState{false};                     //!< between a timeout and its repair
    uint32_t m_segmentSize{1};                     //!< octets a segment
    TraceConnections m_connections;                //!< gone before what they write to
};

} // namespace ns3

#endif /* SENDER_RECORDER_H */

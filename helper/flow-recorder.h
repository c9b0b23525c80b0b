/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_RECORDER_H
#define FLOW_RECORDER_H

#include "result-writer.h"

#include "ns3/application.h"
#include "ns3/packet-sink.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

class BulkSendApplication;

/**
 * @ingroup tcp-lossy
 *
 * @brief Records one TCP flow: its sender's state and what its receiver reads.
 *
 * Series of the sender, by name: `cwnd` and `ssthresh` (segments), `rtt` (seconds, ns-3's smoothed
 * estimate), and every trace source of the congestion control that was asked for with
 * TraceCongestionControl(). Counts: retransmitted segments, timeouts, and recoveries.
 *
 * The recorder must live until the simulation ends.
 */
class FlowRecorder
{
  public:
    FlowRecorder() = default;

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
     * @brief Record what a receiver's application reads.
     * @param receiver the application
     */
    void RecordReceiver(Ptr<PacketSink> receiver);

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

    /// @brief When segments were sent again. @return one instant for each
    const std::vector<Time>& GetRetransmissions() const;

    /// @brief When the retransmission timer expired. @return one instant for each
    const std::vector<Time>& GetTimeouts() const;

    /// @brief When recovery began by duplicate ACKs. @return one instant for each
    const std::vector<Time>& GetRecoveries() const;

  private:
    /// Octets that passed at one instant.
    struct Transfer
    {
        Time time;      //!< when
        uint32_t bytes; //!< how much
    };

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

    /// @brief Append to a series. @param name the series @param value the new value
    void Append(const std::string& name, double value);

    /// @name Trace sinks
    /// @{
    void WindowChanged(std::string name, uint32_t oldValue, uint32_t newValue);
    void RtoChanged(Time oldValue, Time newValue);
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void Received(Ptr<const Packet> packet, const Address& from);
    template <class T>
    void ValueChanged(std::string name, T oldValue, T newValue);
    /// @}

    std::vector<std::string> m_controlTraces;    //!< wanted traces of the congestion control
    std::map<std::string, TraceSeries> m_series; //!< series by name
    std::vector<Transfer> m_sent;                //!< payload sent
    std::vector<Transfer> m_received;            //!< payload read
    std::vector<Time> m_retransmissions;         //!< segments sent again
    std::vector<Time> m_timeouts;                //!< expiries of the retransmission timer
    std::vector<Time> m_recoveries;              //!< entries to recovery
    SequenceNumber32 m_highestSent{0};           //!< one past the highest octet sent
    bool m_inLossState{false};                   //!< between a timeout and its repair
    uint32_t m_segmentSize{1};                   //!< octets a segment
};

} // namespace ns3

#endif /* FLOW_RECORDER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BUFFER_EXPERIMENT_H
#define BUFFER_EXPERIMENT_H

#include "flow-parameters.h"
#include "option-table.h"
#include "result-writer.h"

#include "ns3/data-rate.h"
#include "ns3/lossy-dumbbell-helper.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/tcp-buffer-model.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ns3::tcplossy
{

/**
 * @brief What one bulk flow keeps in TCP's internal buffers, and what it carries, in constant
 * memory.
 *
 * FlowRecorder keeps every sample; here millions of segments leave a few numbers. Everything is
 * told by the segments and ACKs at the sender: *unacknowledged* is what was sent and is not
 * acknowledged cumulatively, which the retransmission buffer has to hold, and of which the receiver
 * holds what arrived out of order.
 *
 * | state          | meaning                                                                  |
 * |----------------|--------------------------------------------------------------------------|
 * | repaired       | no loss is known                                                         |
 * | in an episode  | from entering recovery, or a timeout, to the ACK of all sent before that |
 *
 * A *cycle* lasts from the end of an episode to the end of the next one. NewReno delivers nothing
 * in order for many round trips and then a window at once: over anything but whole cycles its
 * goodput would depend on where the interval ends. So goodput and CPU time are taken over all whole
 * cycles after the warm-up, or, if there are none, from the warm-up to the end.
 *
 * Counts and the largest number of unacknowledged octets are those from the warm-up to the end.
 * Invariants: `snd.una` and the highest octet sent never go back; marks are in order of time.
 *
 * The recorder must live until the simulation ends.
 */
class BufferUseRecorder
{
  public:
    /// What happened from the warm-up to the end.
    struct Counts
    {
        uint64_t largest{0};         //!< most octets that were unacknowledged
        uint64_t retransmissions{0}; //!< segments sent again
        uint64_t drops{0};           //!< packets dropped by the recorded queue
        uint64_t recoveries{0};      //!< entered by ACKs
        uint64_t timeouts{0};        //!< that were the first of their loss
    };

    /// What a time brought.
    struct Mark
    {
        Time time;              //!< simulated
        uint64_t delivered{0};  //!< octets acknowledged in order
        double cpuSeconds{0.0}; //!< CPU time of the program
    };

    /// Begin. @param from end of the warm-up, in simulated time
    explicit BufferUseRecorder(Time from);

    // The simulator holds pointers to this object.
    BufferUseRecorder(const BufferUseRecorder&) = delete;
    BufferUseRecorder& operator=(const BufferUseRecorder&) = delete;

    void RecordSocket(Ptr<Socket> socket);

    /// Count the packets that a queue drops, the bottleneck's.
    void RecordQueue(Ptr<Queue<Packet>> queue);

    /// The run is over, now.
    void Finish()
    {
        m_finish = MakeMark();
    }

    const Counts& GetCounts() const
    {
        return m_counts;
    }

    /// @return number of whole cycles that goodput is taken over, 0 for none
    uint64_t GetCycles() const
    {
        return m_ends > 0 ? m_ends - 1 : 0;
    }

    /// @return what the interval of the goodput brought; nothing before Finish() if there is no
    /// whole cycle
    Mark GetUse() const;

    /// @return mean goodput, bit/s of application data; 0 for an empty interval
    double GetGoodput() const;

  private:
    Mark MakeMark() const;
    bool IsMeasured() const;
    /// The warm-up ends.
    void Begin();

    // Trace sinks.
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void Acknowledged(Ptr<const Packet>, const TcpHeader& header, Ptr<const TcpSocketBase>);
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);
    void Dropped(Ptr<const Packet> packet);

    Time m_from;                                    //!< end of the warm-up
    bool m_sending{false};                          //!< a data segment was sent
    SequenceNumber32 m_una{0};                      //!< what the next ACK is expected for
    SequenceNumber32 m_highest{0};                  //!< one past the highest octet sent
    uint64_t m_delivered{0};                        //!< octets acknowledged
    std::optional<SequenceNumber32> m_episodeEnd{}; //!< the ACK that ends the episode, in one

    Counts m_counts;              //!< since the warm-up
    uint64_t m_ends{0};           //!< ends of episodes
    Mark m_begin;                 //!< end of the warm-up
    Mark m_firstEnd;              //!< end of the first episode
    Mark m_lastEnd;               //!< end of the last episode
    std::optional<Mark> m_finish; //!< end of the run
};

/// A fast and long path, buffers at both ends, and the flow between them.
struct BufferParameters
{
    DataRate rate{"200Mbps"};       //!< `C`
    Time rtt{"300ms"};              //!< `RTT_m`
    double share{0.1};              //!< `B / (C RTT_m)`
    double increase{0.01};          //!< `a`
    double decrease{0.125};         //!< `b`
    uint32_t packets{10000};        //!< `Q`
    uint32_t packetSize{1500};      //!< octets
    std::string sender{"newreno"};  //!< newreno, sack or fack
    std::string control{"aimd"};    //!< aimd, a preset's name, or a TypeId
    std::string start{"avoidance"}; //!< how the connection begins
    uint32_t windowMargin{1 << 14}; //!< of the receiver's window above `Q`, octets
    uint32_t ranks{1};              //!< processes

    /// @brief All of them as options. @return the table, which refers to this object
    OptionTable GetOptions();
};

/**
 * @brief One bulk flow with limited internal buffers on a fast and long path.
 *
 * The set-up of Baiocchi, Mascolo and Vacirca (Fig 1): one connection, one bottleneck of rate `C`
 * with a drop-tail buffer of `B` packets, a round trip of `RTT_m`, constant `a` and `b`, and
 * buffers of `Q` packets at both ends. A packet is what the bottleneck's link carries, 1500 octets
 * unless told otherwise, 20 of IP, 20 of TCP and 2 of PPP included; so `C` in packets is the
 * paper's. `RTT_m` is the round trip of a lone full packet: the propagation is what the packet's
 * and its ACK's own times on the links leave of it. There is nothing random in a run.
 *
 * **Buffers.** The sender's is `Q` packets to the octet, and never lets more be unacknowledged. The
 * receiver's out-of-order buffer then never holds more than `Q` either. Its window is `Q` packets
 * and, unless told otherwise, 16 KiB, the coarsest unit of a scaled window (RFC 7323, section 2.3),
 * so that rounding it down takes nothing of `Q`, and so that it is never filled: ns-3.37 crashes
 * when a receiver's window fills behind a hole.
 *
 * **Start.** Slow start into a buffer much shorter than the pipe would lose thousands of packets,
 * which NewReno repairs at one a round trip. So the connection begins with a window of
 * `C RTT_m + B/2` packets, in congestion avoidance, and until it has gone out once the sender's
 * access link is as slow as the bottleneck, so that it does not arrive as one burst. `start=slow`
 * is slow start from ten packets (RFC 6928) without a threshold.
 *
 * Order of calls: the options' Parse(), RunTcp(), then the results, and MeasureUdp() if wanted.
 */
class BufferExperiment
{
  public:
    BufferExperiment();

    /// @brief All parameters. @return the table, which refers to this object
    OptionTable GetOptions();

    void RunTcp();

    /// @return CPU microseconds for each delivered packet of the floor on the same path: UDP with
    /// as many packets both ways, at the bottleneck's rate, in one process only
    double MeasureUdp(uint64_t segments) const;

    void Describe(ResultWriter& writer) const;

    /// @return what the flow needed and carried, after RunTcp()
    const BufferUseRecorder& GetFlow() const;

    /// @brief Octets that a full packet carries for the application. @return octets
    uint32_t GetSegmentSize() const;

    /// @brief Bottleneck buffer. @return `B`, packets, at least 1
    uint32_t GetBottleneckPackets() const;

    /// @brief Rate of the bottleneck. @return `C`, packets a second
    double GetPacketRate() const;

    /// Formulas for this path; with delayed ACKs `a` acts as a part of it, see TcpGeneralAimd.
    TcpBufferModel GetModel() const;

    /// @return whether the flow's congestion control is TcpGeneralAimd, of which the model is
    bool HasModel() const;

    /// @brief How losses are repaired, for the model. @return SACK for all senders with SACK
    TcpBufferModel::Recovery GetRecovery() const;

    /// @brief Name of the variant in the tables. @return such as `newreno`, `cubic+sack`
    std::string GetVariantName() const;

  private:
    TcpVariantPreset MakeVariant(const std::string& control) const;
    /// Make what RunTcp() and MeasureUdp() both need.
    std::unique_ptr<LossyDumbbellHelper> BuildPath(uint32_t rightSystemId = 0) const;
    void SetSockets();
    /// @return propagation delay of one direction of the bottleneck
    Time GetDelay() const;
    /// @brief Rate of the sender's link. @return so high that no queue forms there
    DataRate GetAccessRate() const;

    BufferParameters m_parameters;       //!< path and buffers
    SocketParameters m_sockets;          //!< what is not of the path's making
    MeasurementParameters m_measurement; //!< warm-up and end

    std::unique_ptr<BufferUseRecorder> m_flow; //!< of the run
};

} // namespace ns3::tcplossy

#endif /* BUFFER_EXPERIMENT_H */

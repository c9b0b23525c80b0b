/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BUFFER_USE_RECORDER_H
#define BUFFER_USE_RECORDER_H

#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <optional>

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
    /// @brief Begin. @param from end of the warm-up, in simulated time
    explicit BufferUseRecorder(Time from);

    // The simulator holds pointers to this object.
    BufferUseRecorder(const BufferUseRecorder&) = delete;
    BufferUseRecorder& operator=(const BufferUseRecorder&) = delete;

    /**
     * @brief Record a sending socket.
     * @param socket a TCP socket
     */
    void RecordSocket(Ptr<Socket> socket);

    /// @brief Count the packets that a queue drops. @param queue the bottleneck's
    void RecordQueue(Ptr<Queue<Packet>> queue);

    /// @brief The run is over, now.
    void Finish();

    /// @brief Largest number of unacknowledged octets. @return octets
    uint64_t GetLargestUnacknowledged() const;

    /// @brief Segments sent again. @return their number
    uint64_t GetRetransmissions() const;

    /// @brief Packets dropped by the recorded queue. @return their number
    uint64_t GetDrops() const;

    /// @brief Recoveries entered by ACKs. @return their number
    uint64_t GetRecoveries() const;

    /// @brief Timeouts that were the first of their loss. @return their number
    uint64_t GetTimeouts() const;

    /// @brief Whole cycles that goodput is taken over. @return their number, 0 for none
    uint64_t GetCycles() const;

    /// @brief Octets delivered in order in the interval of the goodput. @return octets
    uint64_t GetDeliveredOctets() const;

    /// @brief Length of the interval of the goodput. @return simulated time; 0 before Finish()
    /// if there is no whole cycle
    Time GetInterval() const;

    /// @brief CPU time of the program in that interval. @return seconds
    double GetCpuSeconds() const;

    /// @brief Mean goodput. @return bit/s of application data; 0 for an empty interval
    double GetGoodput() const;

  private:
    /// State at one instant.
    struct Mark
    {
        Time time;              //!< simulated time
        uint64_t delivered{0};  //!< octets acknowledged in order
        double cpuSeconds{0.0}; //!< CPU time of the program
    };

    /// @return the present state
    Mark MakeMark() const;

    /// @return the first and the last mark of the goodput's interval
    std::pair<Mark, Mark> GetMarks() const;

    /// Whether the warm-up is over.
    bool IsMeasured() const;

    /// @brief The warm-up ends.
    void Begin();

    /// @name Trace sinks
    /// @{
    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase> socket);
    void Acknowledged(Ptr<const Packet> packet,
                      const TcpHeader& header,
                      Ptr<const TcpSocketBase> socket);
    void CongestionStateChanged(TcpSocketState::TcpCongState_t oldValue,
                                TcpSocketState::TcpCongState_t newValue);
    void Dropped(Ptr<const Packet> packet);
    /// @}

    Time m_from;                                    //!< end of the warm-up
    bool m_sending{false};                          //!< a data segment was sent
    SequenceNumber32 m_una{0};                      //!< what the next ACK is expected for
    SequenceNumber32 m_highest{0};                  //!< one past the highest octet sent
    uint64_t m_delivered{0};                        //!< octets acknowledged
    std::optional<SequenceNumber32> m_episodeEnd{}; //!< the ACK that ends the episode, in one

    uint64_t m_largest{0};         //!< octets
    uint64_t m_retransmissions{0}; //!< segments
    uint64_t m_drops{0};           //!< packets
    uint64_t m_recoveries{0};      //!< by ACKs
    uint64_t m_timeouts{0};        //!< timeouts
    uint64_t m_ends{0};            //!< ends of episodes
    Mark m_begin;                  //!< end of the warm-up
    Mark m_firstEnd;               //!< end of the first episode
    Mark m_lastEnd;                //!< end of the last episode
    std::optional<Mark> m_finish;  //!< end of the run
};

} // namespace ns3::tcplossy

#endif /* BUFFER_USE_RECORDER_H */

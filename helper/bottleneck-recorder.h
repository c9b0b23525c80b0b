/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOTTLENECK_RECORDER_H
#define BOTTLENECK_RECORDER_H

#include "bottleneck-record.h"
#include "trace-connections.h"

#include "ns3/net-device.h"
#include "ns3/packet.h"
#include "ns3/queue.h"
#include "ns3/segment-loss-model.h"

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Records what happens to the segments of one flow at a link: the time-sequence plot.
 *
 * A data segment of the flow is ENQUEUED or DROPPED when it comes to the link's queue; one that was
 * enqueued is DEQUEUED when its transmission begins, and then may be LOST behind the queue, by the
 * error model of the link's far end. Segments are numbered from 1 on by the place of their first
 * octet; TcpSegmentObserver says which transmission each one is. Besides, the octets of all packets
 * that leave the queue are counted, whichever flow they are of.
 *
 * The queue must be first in, first out, and drop only what comes, as ns3::DropTailQueue does. IP
 * fragments are not looked into: of segments that come in fragments the record is wrong.
 * RecordLink() has to be called before the flow's SYN passes. The same link again changes nothing,
 * another one ends the program with a message; once the simulation is destroyed, the call begins
 * the record anew. An interval that reaches beyond the simulated time ends the program with a
 * message, which names that time. A recorder that is destroyed records no further; the simulation
 * goes on.
 */
class BottleneckRecorder : public BottleneckRecord
{
  public:
    /// Choose the flow. @param segmentSize octets of data in a full segment, at least 1
    /// @param destination socket address that the flow's data goes to
    BottleneckRecorder(uint32_t segmentSize, const Address& destination)
        : m_observer(segmentSize, destination)
    {
    }

    /// Record a link, the only one of this recorder. @param queue the queue in front of it @param
    /// farEnd the device that receives from it, a PointToPointNetDevice or a PathNetDevice
    void RecordLink(Ptr<Queue<Packet>> queue, Ptr<NetDevice> farEnd);

  private:
    /// A segment on its way, by the packet that carries it.
    struct Passage
    {
        uint64_t packet;                     //!< the packet's unique number
        TcpSegmentObserver::Segment segment; //!< what it carries
    };

    /// What became of a packet on the link, of the flow or not.
    struct Outcome
    {
        Time time;       //!< when
        uint64_t packet; //!< the packet's unique number
        bool isLost;     //!< or else it arrived
    };

    void Forget();
    void Append(Event event, const TcpSegmentObserver::Segment& segment);
    std::vector<Record> FindLosses() const override;

    void Require(Time until, const std::string& asker) const override
    {
        m_end.Require(until, asker);
    }

    // Trace sinks.
    void Enqueued(Ptr<const Packet> packet);
    void Dropped(Ptr<const Packet> packet);
    void Dequeued(Ptr<const Packet> packet);
    void LeftLink(bool isLost, Ptr<const Packet> packet);

    std::pair<Ptr<Queue<Packet>>, Ptr<NetDevice>> m_link; //!< queue and far end
    TcpSegmentObserver m_observer;   //!< sees packets as they come to the queue
    std::deque<Passage> m_queued;    //!< in the queue
    std::vector<Passage> m_sent;     //!< all that left the queue, of the flow
    std::vector<Outcome> m_outcomes; //!< all that the far end writes: another thread may
    SimulationEnd m_end;             //!< no interval reaches beyond it
    TraceConnections m_connections;  //!< gone before what they write to
};

} // namespace ns3

#endif /* BOTTLENECK_RECORDER_H */

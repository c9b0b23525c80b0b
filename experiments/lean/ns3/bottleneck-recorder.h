/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_BOTTLENECK_RECORDER_H
#define LEAN_BOTTLENECK_RECORDER_H

#include "lean/lean-link.h"

#include "ns3/bottleneck-record.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace ns3
{

/// As our helper of this name: records a flow on a link of the lean world.
class BottleneckRecorder final : public BottleneckRecord
{
  public:
    /// @param segmentSize octets of data in a full segment @param link is recorded @param receiver
    /// of the flow's data
    BottleneckRecorder(uint32_t segmentSize, lean::Link& link, const lean::Host& receiver);

  private:
    using Segment = SegmentCounter::Segment;

    void Happens(lean::Link::Event event, Time when, const lean::Packet& packet);
    const Segment& Append(Event event, Time when, const Segment& segment);
    /// Packets leave the queue and the link in the order in which they come. @return the first one
    static Segment Take(std::deque<Segment>& segments);

    /// Those behind the queue are recorded when they happen, as all else.
    std::vector<Record> FindLosses() const override
    {
        return {};
    }

    void Require(Time /* until */, const std::string& /* asker */) const override
    {
    }

    uint32_t m_segmentSize;       //!< octets
    const lean::Host& m_receiver; //!< of the flow's data
    SegmentCounter m_segments;    //!< of the flow
    std::deque<Segment> m_queued; //!< in the queue
    std::deque<Segment> m_flying; //!< on the link
};

} // namespace ns3

#endif /* LEAN_BOTTLENECK_RECORDER_H */

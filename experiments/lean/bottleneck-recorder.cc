/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/bottleneck-recorder.h"

#include "lean/lean-link.h"

#include "ns3/sequence-position.h"

namespace ns3
{

BottleneckRecorder::BottleneckRecorder(uint32_t segmentSize,
                                       lean::Link& link,
                                       const lean::Host& receiver)
    : m_segmentSize(segmentSize),
      m_receiver(receiver)
{
    using LinkEvent = lean::Link::Event;
    for (const auto event : {LinkEvent::ENQUEUE,
                             LinkEvent::DEQUEUE,
                             LinkEvent::DROP,
                             LinkEvent::LOSS,
                             LinkEvent::ARRIVAL})
    {
        link.AddWatch(event,
                      [=, this](auto when, const auto& packet) { Happens(event, when, packet); });
    }
}

void
BottleneckRecorder::Happens(lean::Link::Event event, Time when, const lean::Packet& packet)
{
    using LinkEvent = lean::Link::Event;
    const auto& payload = packet.segment.payload;
    const bool isOfFlow = payload.Size() > 0 && packet.route->end == &m_receiver;
    if (event == LinkEvent::DEQUEUE)
    {
        m_departures.push_back({when, packet.octets, isOfFlow});
    }
    if (!isOfFlow)
    {
        return;
    }
    const auto count = [&] {
        return m_segments.Count(payload.begin - FirstPosition(1),
                                static_cast<uint32_t>(payload.Size()),
                                m_segmentSize);
    };
    switch (event)
    {
    case LinkEvent::ENQUEUE:
        m_queued.push_back(Append(Event::ENQUEUE, when, count()));
        break;
    case LinkEvent::DROP:
        Append(Event::DROP, when, count());
        break;
    case LinkEvent::DEQUEUE:
        m_flying.push_back(Append(Event::DEQUEUE, when, Take(m_queued)));
        break;
    case LinkEvent::LOSS:
        Append(Event::LOSS, when, Take(m_flying));
        break;
    default:
        Take(m_flying);
        break;
    }
}

const BottleneckRecorder::Segment&
BottleneckRecorder::Append(Event event, Time when, const Segment& segment)
{
    m_records.push_back({when, event, segment.number, segment.transmission});
    return segment;
}

BottleneckRecorder::Segment
BottleneckRecorder::Take(std::deque<Segment>& segments)
{
    const auto first = segments.front();
    segments.pop_front();
    return first;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bottleneck-recorder.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <unordered_map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BottleneckRecorder");

void
BottleneckRecorder::RecordLink(Ptr<Queue<Packet>> queue, Ptr<NetDevice> farEnd)
{
    NS_LOG_FUNCTION(this << queue << farEnd);
    NS_ABORT_MSG_UNLESS(queue && farEnd, "BottleneckRecorder: queue and device must not be null");
    if (m_end.IsOver())
    {
        Forget();
    }
    m_end.Watch();
    const auto link = std::make_pair(queue, farEnd);
    if (m_link.first)
    {
        NS_ABORT_MSG_UNLESS(link == m_link,
                            "BottleneckRecorder::RecordLink: it records another link already; each "
                            "link needs a recorder of its own");
        return;
    }
    m_link = link;
    m_connections.Connect(queue, "Enqueue", MakeCallback(&BottleneckRecorder::Enqueued, this));
    m_connections.Connect(queue,
                          "DropBeforeEnqueue",
                          MakeCallback(&BottleneckRecorder::Dropped, this));
    m_connections.Connect(queue, "Dequeue", MakeCallback(&BottleneckRecorder::Dequeued, this));
    auto leftLink = MakeCallback(&BottleneckRecorder::LeftLink, this);
    m_connections.Connect(farEnd, "PhyRxEnd", leftLink.Bind(false));
    m_connections.Connect(farEnd, "PhyRxDrop", leftLink.Bind(true));
}

void
BottleneckRecorder::Forget()
{
    m_connections.DisconnectAll();
    m_link = {};
    m_observer.Reset();
    m_queued.clear();
    m_sent.clear();
    m_outcomes.clear();
    m_records.clear();
    m_departures.clear();
}

std::vector<BottleneckRecorder::Record>
BottleneckRecorder::FindLosses() const
{
    // A retransmission may have its original's packet number: the link's order tells them apart.
    std::unordered_map<uint64_t, std::deque<TcpSegmentObserver::Segment>> sent;
    for (const auto& passage : m_sent)
    {
        sent[passage.packet].push_back(passage.segment);
    }
    std::vector<Record> losses;
    for (const auto& outcome : m_outcomes)
    {
        const auto found = sent.find(outcome.packet);
        if (found == sent.end() || found->second.empty())
        {
            continue;
        }
        const auto segment = found->second.front();
        found->second.pop_front();
        if (outcome.isLost)
        {
            losses.push_back({outcome.time, Event::LOSS, segment.number, segment.transmission});
        }
    }
    return losses;
}

void
BottleneckRecorder::Append(Event event, const TcpSegmentObserver::Segment& segment)
{
    m_records.push_back({Simulator::Now(), event, segment.number, segment.transmission});
}

void
BottleneckRecorder::Enqueued(Ptr<const Packet> packet)
{
    if (const auto segment = m_observer.Observe(packet))
    {
        m_queued.push_back({packet->GetUid(), *segment});
        Append(Event::ENQUEUE, *segment);
    }
}

void
BottleneckRecorder::Dropped(Ptr<const Packet> packet)
{
    if (const auto segment = m_observer.Observe(packet))
    {
        Append(Event::DROP, *segment);
    }
}

void
BottleneckRecorder::Dequeued(Ptr<const Packet> packet)
{
    // A retransmission may have its original's packet number: the queue's order tells them apart.
    const bool isOfFlow = !m_queued.empty() && m_queued.front().packet == packet->GetUid();
    m_departures.push_back({Simulator::Now(), packet->GetSize(), isOfFlow});
    if (isOfFlow)
    {
        m_sent.push_back(m_queued.front());
        Append(Event::DEQUEUE, m_queued.front().segment);
        m_queued.pop_front();
    }
}

void
BottleneckRecorder::LeftLink(bool isLost, Ptr<const Packet> packet)
{
    m_outcomes.push_back({Simulator::Now(), packet->GetUid(), isLost});
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_BOTTLENECK_RECORDER_H
#define LEAN_BOTTLENECK_RECORDER_H

#include "lean/lean-link.h"

#include "ns3/trace-series.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3
{

/// As our helper of this name, for a link with one flow.
class BottleneckRecorder
{
  public:
    using Event = lean::Link::Event;

    /// @param segmentSize octets of data in a full segment
    explicit BottleneckRecorder(uint32_t segmentSize)
        : m_segmentSize(segmentSize)
    {
    }

    /// Record a link.
    void RecordLink(lean::Link& link)
    {
        link.SetPacketWatch([this](auto event, auto when, const auto& packet) {
            if (event == Event::DEQUEUE)
            {
                m_departures.push_back({when, packet.octets, packet.segment.payload.Size() > 0});
            }
            if (packet.segment.payload.Size() > 0)
            {
                Append(event, when, packet.segment.payload);
            }
        });
    }

    TraceSeries GetSeries(Event event, bool retransmissions) const
    {
        return Select([event, retransmissions](const Record& record) {
            return record.event == event && (record.segment.transmission > 1) == retransmissions;
        });
    }

    TraceSeries GetDrops() const
    {
        return Select([](const Record& record) {
            return record.event == Event::DROP || record.event == Event::LOSS;
        });
    }

    std::optional<Time> GetNextDrop(Time after) const
    {
        const auto drops = GetDrops();
        const auto next = std::find_if(drops.begin(), drops.end(), [after](const auto& drop) {
            return drop.time > after;
        });
        return next == drops.end() ? std::nullopt : std::optional(next->time);
    }

    uint64_t GetOctets(Time from, Time to) const
    {
        return SumOctets(from, to, false);
    }

    uint64_t GetFlowOctets(Time from, Time to) const
    {
        return SumOctets(from, to, true);
    }

  private:
    /// What happens to a segment.
    struct Record
    {
        Time time;                       //!< when
        Event event;                     //!< what
        SegmentCounter::Segment segment; //!< to which
    };

    /// A packet that leaves the queue.
    struct Departure
    {
        Time time;       //!< when
        uint32_t octets; //!< headers included
        bool hasData;    //!< it is of the flow's data
    };

    /// Packets leave the queue and the link in the order in which they come.
    void Append(Event event, Time when, OctetRange payload)
    {
        if (event == Event::ENQUEUE || event == Event::DROP)
        {
            const auto segment = m_segments.Count(payload.begin - FirstPosition(1),
                                                  static_cast<uint32_t>(payload.Size()),
                                                  m_segmentSize);
            m_records.push_back({when, event, segment});
            if (event == Event::ENQUEUE)
            {
                m_queued.push_back(segment);
            }
            return;
        }
        auto& from = event == Event::DEQUEUE ? m_queued : m_flying;
        m_records.push_back({when, event, from.front()});
        if (event == Event::DEQUEUE)
        {
            m_flying.push_back(from.front());
        }
        from.pop_front();
    }

    template <class Wanted>
    TraceSeries Select(const Wanted& isWanted) const
    {
        TraceSeries series;
        for (const auto& record : m_records)
        {
            if (isWanted(record))
            {
                series.push_back({record.time, static_cast<double>(record.segment.number)});
            }
        }
        return series;
    }

    uint64_t SumOctets(Time from, Time to, bool ofFlowOnly) const
    {
        uint64_t octets = 0;
        for (const auto& [time, size, hasData] : m_departures)
        {
            octets += (hasData || !ofFlowOnly) && time >= from && time < to ? size : 0;
        }
        return octets;
    }

    uint32_t m_segmentSize;                       //!< octets
    SegmentCounter m_segments;                    //!< of the flow
    std::deque<SegmentCounter::Segment> m_queued; //!< in the queue
    std::deque<SegmentCounter::Segment> m_flying; //!< on the link
    std::vector<Record> m_records;                //!< all but arrivals matter
    std::vector<Departure> m_departures;          //!< of all packets
};

} // namespace ns3

#endif /* LEAN_BOTTLENECK_RECORDER_H */

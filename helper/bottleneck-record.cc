/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bottleneck-record.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

std::vector<BottleneckRecord::Record>
BottleneckRecord::GetRecords() const
{
    const auto losses = FindLosses();
    std::vector<Record> all;
    std::merge(m_records.begin(),
               m_records.end(),
               losses.begin(),
               losses.end(),
               std::back_inserter(all),
               [](const Record& a, const Record& b) { return a.time < b.time; });
    return all;
}

template <class Wanted>
TraceSeries
BottleneckRecord::Select(const Wanted& isWanted) const
{
    TraceSeries series;
    for (const auto& record : GetRecords())
    {
        if (isWanted(record))
        {
            series.push_back({record.time, static_cast<double>(record.segment)});
        }
    }
    return series;
}

TraceSeries
BottleneckRecord::GetSeries(Event event, bool retransmissions) const
{
    return Select([event, retransmissions](const Record& record) {
        return record.event == event && (record.transmission > 1) == retransmissions;
    });
}

TraceSeries
BottleneckRecord::GetDrops() const
{
    return Select([](const Record& record) {
        return record.event == Event::DROP || record.event == Event::LOSS;
    });
}

std::optional<Time>
BottleneckRecord::GetNextDrop(Time after) const
{
    const auto drops = GetDrops();
    const auto next = std::find_if(drops.begin(), drops.end(), [after](const TraceSample& drop) {
        return drop.time > after;
    });
    return next == drops.end() ? std::nullopt : std::optional(next->time);
}

uint64_t
BottleneckRecord::GetOctets(Time from, Time to, bool ofFlowOnly) const
{
    Require(to, "BottleneckRecorder::GetOctets");
    uint64_t octets = 0;
    for (const auto& departure : m_departures)
    {
        const bool counts = departure.isOfFlow || !ofFlowOnly;
        const bool isWithin = departure.time >= from && departure.time < to;
        octets += (counts && isWithin) ? departure.octets : 0;
    }
    return octets;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "trace-series.h"

#include "ns3/abort.h"
#include "ns3/sequence-position.h"

#include <algorithm>
#include <iterator>

namespace ns3::traceseries
{

namespace
{
using protocolnumbers::BITS_PER_OCTET;

template <class T, class F>
std::vector<T>
Select(const std::vector<T>& all, F isChosen)
{
    std::vector<T> chosen;
    std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), isChosen);
    return chosen;
}
} // namespace

std::optional<double>
ValueAt(const TraceSeries& series, Time at)
{
    const auto after = std::upper_bound(
        series.begin(),
        series.end(),
        at,
        [](Time instant, const TraceSample& sample) { return instant < sample.time; });
    if (after == series.begin())
    {
        return std::nullopt;
    }
    return std::prev(after)->value;
}

double
MeanOver(const TraceSeries& series, Time from, Time to)
{
    NS_ABORT_MSG_UNLESS(from < to, "'from' must be before 'to'");
    auto value = ValueAt(series, from).value_or(0.0);
    auto since = from;
    double sum = 0.0;
    for (const auto& sample : Within(series, from, to))
    {
        sum += value * (sample.time - since).GetSeconds();
        value = sample.value;
        since = sample.time;
    }
    return (sum + value * (to - since).GetSeconds()) / (to - from).GetSeconds();
}

TraceSeries
Within(const TraceSeries& series, Time from, Time to)
{
    return Select(series, [=](const TraceSample& sample) {
        return sample.time >= from && sample.time < to;
    });
}

std::vector<Time>
Within(const std::vector<Time>& instants, Time from, Time to)
{
    return Select(instants, [=](Time instant) { return instant >= from && instant < to; });
}

uint32_t
LargestBurst(const std::vector<Time>& instants, Time window)
{
    uint32_t largest = 0;
    auto first = instants.begin();
    for (auto last = instants.begin(); last != instants.end(); ++last)
    {
        while (*last - *first >= window && first != last)
        {
            ++first;
        }
        largest = std::max<uint32_t>(largest, std::distance(first, last) + 1);
    }
    return largest;
}

Time
LongestGap(const std::vector<Time>& instants)
{
    Time longest;
    for (std::size_t i = 1; i < instants.size(); ++i)
    {
        longest = std::max(longest, instants[i] - instants[i - 1]);
    }
    return longest;
}

TraceSeries
AverageRate(const std::vector<Transfer>& transfers, Time from, Time to, Time step)
{
    NS_ABORT_MSG_UNLESS(step > Time(0), "'step' must be above 0");
    TraceSeries series;
    auto transfer =
        std::find_if(transfers.begin(), transfers.end(), [from](const Transfer& candidate) {
            return candidate.time >= from;
        });
    for (Time end = from + step; end <= to; end += step)
    {
        uint64_t bytes = 0;
        for (; transfer != transfers.end() && transfer->time < end; ++transfer)
        {
            bytes += transfer->bytes;
        }
        series.push_back({end, bytes * BITS_PER_OCTET / step.GetSeconds()});
    }
    return series;
}

} // namespace ns3::traceseries

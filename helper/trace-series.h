/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_SERIES_H
#define TRACE_SERIES_H

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// A traced quantity at one instant.
struct TraceSample
{
    Time time;    //!< simulated time
    double value; //!< value from this time on
};

/// A traced quantity over time, in order of time.
using TraceSeries = std::vector<TraceSample>;

namespace traceseries
{

/// @return the value since the last change at or before an instant; nothing when there was none
std::optional<double> ValueAt(const TraceSeries& series, Time at);

/// @return the mean from an instant to a later one; what was before the first change counts as 0
double MeanOver(const TraceSeries& series, Time from, Time to);

/// @return the samples of an interval, its begin included, its end not
TraceSeries Within(const TraceSeries& series, Time from, Time to);

/// @return the instants of an interval, its begin included, its end not
std::vector<Time> Within(const std::vector<Time>& instants, Time from, Time to);

/// @return the largest number of instants, which are in order of time, that lie less than @p window
/// apart
uint32_t LargestBurst(const std::vector<Time>& instants, Time window);

/// @return the longest time between two instants that follow one another; 0 if there are not two
Time LongestGap(const std::vector<Time>& instants);

/// Octets that passed at one instant.
struct Transfer
{
    Time time;      //!< when
    uint32_t bytes; //!< how much
};

/// Average transfers, in order of time, over steps above 0. @return bit/s, each sample at the end
/// of its step; what is left at the end and fills no step is in no sample
TraceSeries AverageRate(const std::vector<Transfer>& transfers, Time from, Time to, Time step);

} // namespace traceseries

} // namespace ns3

#endif /* TRACE_SERIES_H */

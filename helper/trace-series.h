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

/**
 * @ingroup tcp-lossy
 *
 * @brief A traced quantity at one instant.
 */
struct TraceSample
{
    Time time;    //!< simulated time
    double value; //!< value from this time on
};

/// A traced quantity over time, in order of time.
using TraceSeries = std::vector<TraceSample>;

namespace traceseries
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Value of a quantity at an instant.
 * @param series its changes, in order of time
 * @param at the instant
 * @return the value since the last change at or before it; nothing when there was none
 */
std::optional<double> ValueAt(const TraceSeries& series, Time at);

/**
 * @ingroup tcp-lossy
 *
 * @brief Mean of a quantity over an interval.
 * @param series its changes, in order of time
 * @param from begin; what was before the first change counts as 0
 * @param to end, after @p from
 * @return the mean
 */
double MeanOver(const TraceSeries& series, Time from, Time to);

/**
 * @ingroup tcp-lossy
 *
 * @brief Samples of an interval.
 * @param series the samples
 * @param from begin, included
 * @param to end, excluded
 * @return those in the interval
 */
TraceSeries Within(const TraceSeries& series, Time from, Time to);

/**
 * @ingroup tcp-lossy
 *
 * @brief Instants of an interval.
 * @param instants the instants
 * @param from begin, included
 * @param to end, excluded
 * @return those in the interval
 */
std::vector<Time> Within(const std::vector<Time>& instants, Time from, Time to);

/**
 * @ingroup tcp-lossy
 *
 * @brief The largest burst.
 * @param instants when single things happened, in order of time
 * @param window the duration that is looked at, wherever it begins
 * @return the largest number of instants that lie less than @p window apart
 */
uint32_t LargestBurst(const std::vector<Time>& instants, Time window);

/**
 * @ingroup tcp-lossy
 *
 * @brief The longest silence.
 * @param instants when single things happened, in order of time
 * @return the longest time between two that follow one another; 0 if there are not two
 */
Time LongestGap(const std::vector<Time>& instants);

/**
 * @ingroup tcp-lossy
 *
 * @brief Octets that passed at one instant.
 */
struct Transfer
{
    Time time;      //!< when
    uint32_t bytes; //!< how much
};

/**
 * @ingroup tcp-lossy
 *
 * @brief Average transfers over steps.
 * @param transfers in order of time
 * @param from begin
 * @param to end
 * @param step length of a step, above 0
 * @return bit/s, each sample at the end of its step
 */
TraceSeries AverageRate(const std::vector<Transfer>& transfers, Time from, Time to, Time step);

} // namespace traceseries
} // namespace ns3

#endif /* TRACE_SERIES_H */

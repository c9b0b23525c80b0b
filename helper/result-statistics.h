/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_STATISTICS_H
#define RESULT_STATISTICS_H

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Mean of independent runs with its confidence interval.
 */
struct MeanEstimate
{
    double mean{0.0};       //!< sample mean
    std::size_t samples{0}; //!< number of runs
    /// Bounds of the interval; nothing when there was a single run.
    std::optional<std::pair<double, double>> interval;
};

/**
 * @brief Estimate a mean with Student's t interval.
 * @param values one value a run, at least one
 * @param confidence level of the interval, in (0, 1)
 * @return the estimate; samples is 0 when there are no values
 */
MeanEstimate EstimateMean(const std::vector<double>& values, double confidence = 0.95);

} // namespace ns3

#endif /* RESULT_STATISTICS_H */

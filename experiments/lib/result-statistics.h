/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_STATISTICS_H
#define RESULT_STATISTICS_H

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::tcplossy
{

/**
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

/**
 * @brief Fairness of shares: Jain, Chiu and Hawe, DEC-TR-301, 1984.
 *
 * The square of the sum over n times the sum of the squares. It does not depend on the unit: n
 * equal shares give 1, k equal ones among n, the others being 0, give k/n.
 * @param shares what each of n flows got, n at least 1; finite, not negative
 * @return the index, in [1/n, 1]; 1 when all shares are 0, since they are equal
 */
double JainIndex(const std::vector<double>& shares);

} // namespace ns3::tcplossy

#endif /* RESULT_STATISTICS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-statistics.h"

#include "ns3/abort.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace ns3::tcplossy
{

MeanEstimate
EstimateMean(const std::vector<double>& values, double confidence)
{
    NS_ABORT_MSG_UNLESS(confidence > 0.0 && confidence < 1.0,
                        "EstimateMean: confidence must lie in (0, 1), not " << confidence);
    MeanEstimate estimate;
    estimate.samples = values.size();
    if (values.empty())
    {
        return estimate;
    }
    const auto n = static_cast<double>(values.size());
    estimate.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() > 1)
    {
        double squares = 0.0;
        for (const auto value : values)
        {
            squares += (value - estimate.mean) * (value - estimate.mean);
        }
        const double standardError = std::sqrt(squares / (n - 1.0) / n);
        const boost::math::students_t distribution(n - 1.0);
        const double t = boost::math::quantile(distribution, 0.5 + confidence / 2.0);
        estimate.interval = {estimate.mean - t * standardError, estimate.mean + t * standardError};
    }
    return estimate;
}

double
JainIndex(const std::vector<double>& shares)
{
    NS_ABORT_MSG_IF(shares.empty(), "JainIndex: there must be at least one share");
    double largest = 0.0;
    for (const auto share : shares)
    {
        NS_ABORT_MSG_UNLESS(std::isfinite(share) && share >= 0.0,
                            "JainIndex: shares must be finite and not negative, not " << share);
        largest = std::max(largest, share);
    }
    if (largest == 0.0)
    {
        return 1.0;
    }
    // In parts of the largest share, so that no square leaves the range of a double.
    double sum = 0.0;
    double squares = 0.0;
    for (const auto share : shares)
    {
        const double part = share / largest;
        sum += part;
        squares += part * part;
    }
    return sum * sum / (static_cast<double>(shares.size()) * squares);
}

} // namespace ns3::tcplossy

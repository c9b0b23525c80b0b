/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-statistics.h"

#include "ns3/abort.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numeric>

namespace ns3
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

} // namespace ns3

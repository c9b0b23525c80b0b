/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-statistics.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>

namespace ns3::tcplossy
{

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

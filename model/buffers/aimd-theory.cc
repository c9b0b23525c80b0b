/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aimd-theory.h"

#include <cmath>

namespace ns3
{

namespace aimdtheory
{

double
AimdRate(double a, double b, double p, double rtt)
{
    return std::sqrt(a * (2.0 - b) / (2.0 * b * p)) / rtt;
}

} // namespace aimdtheory
} // namespace ns3

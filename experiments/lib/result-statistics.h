/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_STATISTICS_H
#define RESULT_STATISTICS_H

#include <vector>

namespace ns3::tcplossy
{

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

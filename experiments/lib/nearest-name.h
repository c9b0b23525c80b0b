/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NEAREST_NAME_H
#define NEAREST_NAME_H

#include <string>
#include <vector>

namespace ns3::tcplossy
{

/**
 * @brief The known name that a misspelt one was meant to be.
 *
 * Letters that are missing, too many, wrong, or in the place of their neighbour are counted, those
 * of another case not; up to one letter in three may be wrong.
 * @param name what was typed
 * @param known the names that there are
 * @return the one with the fewest wrong letters, the first of several; empty if none is near
 */
std::string FindNearestName(const std::string& name, const std::vector<std::string>& known);

} // namespace ns3::tcplossy

#endif /* NEAREST_NAME_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_PARAMETERS_H
#define PATH_PARAMETERS_H

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <limits>
#include <string>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What helpers of paths share: each function ends the program with a message that names a
 * parameter and its range unless the value lies in it.
 */
namespace pathparameters
{

/// Octets that a device takes: any packet.
constexpr uint16_t MTU = std::numeric_limits<uint16_t>::max();

/// @brief A rate is above 0. @param name of the helper and the parameter @param rate the value
void RequireRate(const std::string& name, DataRate rate);

/// @brief A delay is not negative. @param name of the helper and the parameter @param delay the
/// value
void RequireDelay(const std::string& name, Time delay);

/**
 * @brief Lose packets independently of each other.
 * @param name of the helper and the parameter
 * @param probability in [0, 1]
 * @return an error model that does
 */
Ptr<ErrorModel> MakePacketLoss(const std::string& name, double probability);

} // namespace pathparameters

} // namespace ns3

#endif /* PATH_PARAMETERS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIFFERENTIAL_FURTHER_LINKS_H
#define DIFFERENTIAL_FURTHER_LINKS_H

#include "scenario.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"

#include <cstdint>

namespace differential
{

/// @name Links of modules that ns-3 may have been built without, see FindMissingModule()
/// @{
/// @brief One CSMA segment. @param nodes on it @param scenario its rate, delay and queue
/// @return their devices
NetDeviceContainer ConnectByCsma(const NodeContainer& nodes, const Scenario& scenario);

/// @brief An ad hoc network. @param nodes its stations @param stream of random numbers, is advanced
/// @return their devices
NetDeviceContainer ConnectByWifi(const NodeContainer& nodes, int64_t& stream);
/// @}

} // namespace differential

#endif /* DIFFERENTIAL_FURTHER_LINKS_H */

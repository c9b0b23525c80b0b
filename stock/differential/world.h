/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIFFERENTIAL_WORLD_H
#define DIFFERENTIAL_WORLD_H

#include "scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace differential
{

/// Something that a node did, in words.
struct Entry
{
    int64_t at{0};    //!< nanoseconds
    uint32_t node{0}; //!< its number
    std::string what; //!< a segment that it sent, or what an application of it heard
};

/// Which socket all nodes have.
enum class Sockets
{
    STOCK, //!< ns3::TcpSocketBase
    FAST,  //!< the preset stock-fast
};

/// What is recorded beside segments and applications.
struct Recording
{
    Time longer;        //!< simulated time beyond the scenario's end
    bool traces{false}; //!< what ns-3's own traces of the clients' sockets say
};

/**
 * @brief Run a scenario.
 * @param scenario the scenario
 * @param sockets of all nodes
 * @param recording what to write down
 * @return what happened, by time and node
 */
std::vector<Entry> Run(const Scenario& scenario, Sockets sockets, const Recording& recording);

/// @brief Whether a scenario needs a module of ns-3 that this program was built without.
/// @param scenario the scenario @return the module's name, or nothing
std::string FindMissingModule(const Scenario& scenario);

} // namespace differential

#endif /* DIFFERENTIAL_WORLD_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_SWEEP_H
#define PATTERN_SWEEP_H

#include "loss-pattern.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace losspattern
{

/// What is tried beside each subset of the first transmissions.
enum class Scope
{
    FIRST,           //!< nothing
    RETRANSMISSIONS, //!< the loss of one or two retransmissions
    ACKS,            //!< the loss of one or two ACKs
    BOTH,            //!< one or two of either
    ONE_DISPLACED,   //!< one segment arrives earlier or later than it was sent
    TWO_DISPLACED,   //!< two segments do
    SUCCESSIVE,      //!< nothing; the subsets are of the second window, too
};

/// @return a name for tables
std::string NameOf(Scope scope);

/// All patterns of a kind.
struct Sweep
{
    Scope scope{Scope::FIRST}; //!< the kind
    int segments{WINDOW};      //!< of the transfer
    int mostLost{WINDOW};      //!< first transmissions lost at most
};

/// What came of many transfers.
struct Tally
{
    uint64_t cases{0};          //!< how many
    uint64_t withTimeout{0};    //!< those with a timeout, forced or not
    uint64_t timeouts{0};       //!< of the retransmission timer
    uint64_t forcedTimeouts{0}; //!< that the sender asked for
    uint64_t needless{0};       //!< retransmissions for nothing
    Instant time{0};            //!< sum of all transfers'
    uint64_t faults{0};         //!< transfers in which an oracle found a fault
    Pattern firstFault;         //!< the first of these
    std::string fault;          //!< what was found in it
};

/// Try each pattern of a sweep, with the retransmissions and ACKs that there are.
Tally Try(const Sweep& sweep, Repair repair, Reduction reduction);

/// @return all sweeps, or those that take less than a minute
std::vector<std::pair<Sweep, Reduction>> MakeSweeps(bool all);

} // namespace losspattern

#endif /* PATTERN_SWEEP_H */

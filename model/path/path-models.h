/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MODELS_H
#define PATH_MODELS_H

#include "path-conditions.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Paths of today that change in time, drawn by chance: tables for RateTrace.
 *
 * Rates are a tenth or less of what such paths have, so that simulations are short; queues in
 * round trips, and what changes when, are as on them.
 */
namespace pathmodels
{

/// Rows of a table that lasts a time above 0, by random numbers that are uniform in [0, 1).
using Rows = std::vector<RateTrace::Row>;

/**
 * @brief A low orbit: another satellite each 15 s (G. Huston, "A transport protocol's view of
 * Starlink", APNIC blog, 17 May 2024).
 *
 * The first change is within 15 s. In each slot the round trip has its own further delay, up to 50
 * ms (there: from 30 to 80 ms at worst), all of it in this direction, and the rate lies from 4 to 8
 * Mbit/s. At each change nothing is sent for 20 to 120 ms, and from half a second before to half a
 * second after it packets are lost with a probability of its own from 0.5 to 6 %. These last three
 * are the module's own choice.
 */
Rows MakeLeo(Time length, Ptr<UniformRandomVariable> random);

/**
 * @brief A cell: each 100 ms the rate goes up or down a step of a ladder, or stays, by a Markov
 * chain, and at times fades.
 *
 * The ladder has eight steps from 0.5 Mbit/s on, each 1.5 times the one below; each 100 ms the
 * rate changes with probability 0.4. A fade comes each 10 s in the mean and takes a second in the
 * mean, both exponential; nothing is sent in it. Nothing is lost: the link repairs itself. All of
 * these are the module's own choice.
 */
Rows MakeCell(Time length, Ptr<UniformRandomVariable> random);

/**
 * @brief Wi-Fi among other stations: the link sends in aggregates, and waits its turn between them.
 *
 * An aggregate takes up to 5.484 ms (IEEE 802.11-2016, table 19-25, aPPDUMaxTime), at 40 Mbit/s,
 * and the turns of others 20 ms in the mean, exponential. Each 2 s in the mean there is a burst of
 * interference of 100 ms, in which the rate is a quarter and 2 % of the packets are lost in spite
 * of the link's retransmissions. All but the first figure are the module's own choice.
 */
Rows MakeWifi(Time length, Ptr<UniformRandomVariable> random);

/// Makes a table.
using Model = std::function<Rows(Time, Ptr<UniformRandomVariable>)>;

/// @return the model of a name, leo, cell or wifi; empty for another name
Model Find(const std::string& name);

/// @brief Write a table as RateTrace reads it. @param rows its rows @param output where
void Write(const Rows& rows, std::ostream& output);

} // namespace pathmodels

} // namespace ns3

#endif /* PATH_MODELS_H */

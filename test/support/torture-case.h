/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TORTURE_CASE_H
#define TORTURE_CASE_H

#include "case-draw.h"
#include "tcp-impaired-connection.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

/**
 * Cases of a torture: paths, sockets and applications that nobody would choose, drawn at random. A
 * seed stands for the same case on every release of ns-3 and every platform.
 */
namespace torture
{

using namespace ns3;

/// What one direction of a path does to segments. Probabilities are per mill.
struct Impairment
{
    uint32_t loss{0};     //!< lost, one by one
    uint32_t burst{0};    //!< begins a burst of losses
    uint32_t burstEnd{0}; //!< ends it
    uint32_t ackLoss{0};  //!< lost if it has no data
    uint32_t late{0};     //!< overtaken by others
    Time lateness;        //!< by how much at most
    uint32_t twice{0};    //!< comes twice or more often
    uint32_t wrong{0};    //!< has a wrong bit
    uint32_t mark{0};     //!< congestion experienced
    Time jitter;          //!< most additional delay of each segment
    Time delay;           //!< of each segment
};

/// From a time on the path is another one.
struct Change
{
    Time at;                      //!< from the start of the simulation
    std::array<DataRate, 2> rate; //!< from A and from B
    std::array<Time, 2> delay;    //!< from A and from B
};

/// The link carries nothing for a time.
struct Outage
{
    Time from; //!< from the start of the simulation
    Time to;   //!< the same
};

/// A path that becomes a good one in the end, so that there is a time by which all must be done.
struct Path
{
    std::array<Impairment, 2> impairments; //!< from A and from B
    std::array<DataRate, 2> rate;          //!< from A and from B
    std::vector<Change> changes;           //!< in order of time
    std::vector<Outage> outages;           //!< in order of time
    Time calm;                             //!< no impairment from then on
    uint32_t queue{100};                   //!< packets
    uint32_t seed{0};                      //!< of what happens to the segments
};

/// Which sockets the ends have.
enum class Ends
{
    DRAWN, //!< as the seed says
    OURS,  //!< ours at both ends
    STOCK, //!< ns-3's at both ends
};

/// Whether the readers of both ends pause at the same time.
enum class Pauses
{
    DRAWN, //!< as the seed says
    BOTH,  //!< in every case
};

/// All that a seed stands for.
struct Case
{
    uint32_t seed{0};          //!< the seed
    impaired::Options options; //!< ends; the path is in `path`
    Path path;                 //!< what the link does
    bool pacing{false};        //!< of both ends
    uint32_t msl{120};         //!< maximum segment lifetime, seconds
    bool endsByReset{false};   //!< an end may close before everything is read
};

/// @brief Draw a case. @param seed which one @param ends which sockets
/// @param pauses whether both readers pause @return it
Case MakeCase(uint32_t seed, Ends ends = Ends::DRAWN, Pauses pauses = Pauses::DRAWN);

/// @brief Say what a case is. @param os where @param torture it
void Describe(std::ostream& os, const Case& torture);

/// @brief What becomes of the segments of a path. @param path it @return the link's rule
impaired::Rule MakeRule(const Path& path);

/// @brief Octets of a connection that the slower side needs a round trip for. Everything that an
/// end sends takes at most a round trip for each. @param torture the case
/// @param fromA of the data that A sends @return octets
uint32_t GetStep(const Case& torture, bool fromA);

/// @brief When all octets must be read at the latest. @param torture the case @return a time
Time GetDeadline(const Case& torture);

/// @brief When nothing may be left of the connection. @param torture the case @return a time
Time GetEnd(const Case& torture);

} // namespace torture

#endif /* TORTURE_CASE_H */

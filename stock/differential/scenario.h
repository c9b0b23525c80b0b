/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIFFERENTIAL_SCENARIO_H
#define DIFFERENTIAL_SCENARIO_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

/**
 * One random world, which is run twice: with ns3::TcpSocketBase at all nodes, and with the preset
 * `stock-fast` there. A seed stands for the same world on every platform and release of ns-3, as
 * far as the release has what is drawn.
 */
namespace differential
{

using namespace ns3;

/// What the nodes are joined by.
enum class Link
{
    POINT_TO_POINT, //!< two nodes
    DUMBBELL,       //!< a pair of nodes for each flow, and two routers
    CSMA,           //!< four nodes on one segment
    WIFI,           //!< two stations of an ad hoc network
};

/// What an application of a flow is.
enum class Kind
{
    BULK,  //!< BulkSendApplication to PacketSink
    ONOFF, //!< OnOffApplication to PacketSink
    TALK,  //!< both ends are Talkers
};

/// How a Talker ends.
enum class Ending
{
    NEVER,    //!< it does not
    CLOSE,    //!< Close() when all is written
    SHUTDOWN, //!< ShutdownSend() when all is written
    AFTER,    //!< Close() when the peer has closed
};

/// What one Talker does.
struct Plan
{
    uint64_t octets{0};           //!< to be written in all
    uint32_t write{1000};         //!< octets of one Send()
    Time every;                   //!< between writes; 0 for as soon as there is room
    uint32_t turn{0};             //!< octets to write in a turn; 0 for all in one
    uint32_t turnAfter{0};        //!< octets to read before the next turn
    bool writesFirst{true};       //!< the first turn waits for nothing
    Time readEvery;               //!< between reads; 0 for at once
    Ending ending{Ending::CLOSE}; //!< what follows
};

/// One connection.
struct Flow
{
    Kind kind{Kind::BULK};    //!< of its applications
    bool forward{true};       //!< the client is on the left
    Time start;               //!< of the client
    Time stop;                //!< of the client
    uint64_t maxBytes{0};     //!< BULK, ONOFF: 0 for no end
    uint32_t size{512};       //!< BULK, ONOFF: octets of one Send()
    DataRate rate{"1Mbps"};   //!< ONOFF: while it is on
    Time on;                  //!< ONOFF: how long
    Time off;                 //!< ONOFF: how long
    std::array<Plan, 2> talk; //!< TALK: client and server
};

/// What joins the nodes.
struct Links
{
    Link kind{Link::POINT_TO_POINT}; //!< of the link, or of all of them
    DataRate rate{"5Mbps"};          //!< of the link, or of the bottleneck
    Time delay;                      //!< the same
    DataRate accessRate{"100Mbps"};  //!< DUMBBELL: of the other links
    Time accessDelay;                //!< DUMBBELL: the same
};

/// What waits for the bottleneck.
struct Queue
{
    uint32_t packets{100};  //!< of the device at most
    std::string discipline; //!< TypeId of the queue discipline, "none", or "" for ns-3's default
    std::map<std::string, std::string> attributes; //!< of the discipline
};

/// All that a seed stands for.
struct Scenario
{
    uint32_t seed{0};                            //!< the seed
    std::map<std::string, std::string> defaults; //!< attributes, by full name
    Links links;                                 //!< between the nodes
    bool ipv6{false};                            //!< else IPv4
    Queue queue;                                 //!< at the bottleneck
    std::array<double, 2> loss{};                //!< of packets, from left and right
    bool bursts{false};                          //!< two packets or more are lost at once
    std::vector<Flow> flows;                     //!< connections
    Time until;                                  //!< end
};

/// @brief Draw a scenario. @param seed which one @return the scenario
Scenario MakeScenario(uint32_t seed);

/// @brief Say what a scenario is. @param os where @param scenario the scenario
void Describe(std::ostream& os, const Scenario& scenario);

} // namespace differential

#endif /* DIFFERENTIAL_SCENARIO_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORLD_SETTING_H
#define WORLD_SETTING_H

#include "lean/variants.h"
#include "world-application.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

/// Random worlds that ns-3 and lean/ both run: settings, and what each of the two makes of them.
namespace worlds
{

/// How packets are lost where a link ends.
struct LossSetting
{
    /// The kind of the model.
    enum class Kind
    {
        NONE,     //!< none is
        LIST,     //!< ns-3's ReceiveListErrorModel
        PACKETS,  //!< ns3::RateErrorModel of packets
        OCTETS,   //!< ns3::RateErrorModel of octets
        MARKOV,   //!< ns3::MarkovErrorModel
        SEGMENTS, //!< ns3::SegmentLossModel
        MARKS,    //!< packets are not lost but marked (RFC 3168)
    };

    Kind kind{Kind::NONE};                              //!< of the model
    std::vector<uint32_t> list;                         //!< numbers, or segments, that are lost
    double rate{0};                                     //!< probability
    std::array<Instant, 2> intervals{};                 //!< good and bad
    std::array<double, 2> stays{};                      //!< good and bad
    std::array<double, 2> losses{};                     //!< good and bad
    std::vector<std::pair<uint64_t, uint32_t>> planned; //!< segments and their transmissions
};

/// One direction of a path.
struct LinkSetting
{
    uint64_t rate{10'000'000};      //!< bit/s
    Instant delay{0};               //!< propagation
    ns3::QueueLimit queue{};        //!< drop-tail
    std::string model;              //!< leo, cell or wifi; empty for none
    std::vector<uint32_t> instants; //!< of deliveries, ms; empty for none
    LossSetting loss;               //!< at its end
    bool isImpaired{false};         //!< by what follows
    double jitter{0};               //!< seconds at most
    bool isExponential{false};      //!< these are the mean
    bool keepsOrder{false};         //!< of packets
    double duplication{0};          //!< probability
    double bitErrorRate{0};         //!< probability
};

/// A connection.
struct FlowSetting
{
    std::array<lean::Attributes, 2> attributes;     //!< of who begins, and of the other
    std::array<ApplicationSetting, 2> applications; //!< of the two
    Instant start{0};                               //!< when it begins
    int after{-1};                                  //!< or the flow whose end it follows
    Instant gap{0};                                 //!< after that
};

/// A world.
struct WorldSetting
{
    uint32_t seed{0};                                  //!< that it was drawn by
    uint64_t run{1};                                   //!< of random numbers
    std::array<LinkSetting, 2> bottleneck;             //!< there and back
    std::vector<std::array<LinkSetting, 2>> access;    //!< of each flow, if there are any
    std::vector<std::array<LinkSetting, 2>> farAccess; //!< at the other side, if there are any
    std::vector<FlowSetting> flows;                    //!< at least one
    std::string control{"NewReno"};                    //!< of all
    std::string law{"Classic"};                        //!< of all
    bool isPaced{false};                               //!< segments wait for each other
    Instant end{0};                                    //!< of the simulation
    bool isRecorded{true};                             //!< or only run
};

/// @return the world of a seed
WorldSetting Make(uint32_t seed);

/// What a world is for whose cost is measured.
struct Load
{
    uint32_t segments{0}; //!< of all flows
    uint32_t window{100}; //!< segments of each flow
    uint32_t flows{1};    //!< on one path
    double loss{0};       //!< probability of a packet
};

/// @return a world in which flows of 1000 octets a segment hold their window
WorldSetting Make(const Load& load);

/// Say what a world is.
void Describe(std::ostream& os, const WorldSetting& setting);

/// Numbers of random streams of a link, which has so many before it.
constexpr int64_t
GetStream(std::size_t links)
{
    return static_cast<int64_t>(100 * (links + 1));
}

/// What happened, a line for each segment and state.
using Record = std::vector<std::string>;

/// @return a digest of all lines (FNV-1a)
uint64_t GetDigest(const Record& record);

/// @return the line of a segment that goes @param flow its number @param side 0 or 1, of who sends
/// @param header without ports @param octets of data @param connection that it is of @param read
/// what the application has read, octets
std::string DescribeSegment(Instant now,
                            std::size_t flow,
                            std::size_t side,
                            const ns3::SegmentFields& header,
                            uint64_t octets,
                            const ns3::TcpConnection& connection,
                            uint64_t read);

/// @return what ns-3 does
Record RunNs3(const WorldSetting& setting);

/// @return what lean/ does
Record RunLean(const WorldSetting& setting);

} // namespace worlds

#endif /* WORLD_SETTING_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_PATTERN_H
#define LOSS_PATTERN_H

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace losspattern
{

/// One bit for each segment, the first one lowest.
using Mask = uint64_t;
/// Time since the first segment was sent.
using Instant = std::chrono::nanoseconds;

constexpr uint64_t MSS = 1000;    //!< octets of each segment
constexpr int WINDOW = 12;        //!< segments sent at once in the beginning
constexpr int MOST_SEGMENTS = 60; //!< of a transfer
constexpr int THRESHOLD = 3;      //!< duplicate ACKs or SACKed segments that mean a loss
constexpr int NONE = -1;          //!< no number
constexpr Instant DELAY{std::chrono::milliseconds(50)};   //!< of either direction
constexpr Instant SPACING{std::chrono::milliseconds(1)};  //!< between segments sent at once
constexpr Instant LEAST_TIMEOUT{std::chrono::seconds(1)}; //!< RFC 6298, section 2.4

/// The bit of a segment.
constexpr Mask
Bit(int segment)
{
    return Mask{1} << segment;
}

/// The bits of all segments below one.
constexpr Mask
Below(int segment)
{
    return Bit(segment) - 1;
}

/// How many segments there are in a mask.
constexpr int
Count(Mask mask)
{
    int count = 0;
    for (; mask != 0; mask &= mask - 1)
    {
        ++count;
    }
    return count;
}

/// Who repairs the losses.
enum class Repair
{
    RENO,
    NEW_RENO,
    SACK,
    FACK_TIMEOUT, //!< a retransmission that is lost forces a timeout (FACK paper, section 3.2)
    FACK,         //!< one that is lost is sent again
    RFC_6675,
    RFC_6675_RESCUE, //!< with rule 4 of NextSeg(), and finds retransmissions that were lost
    RACK,
};

/// How the window comes down.
enum class Reduction
{
    HALVING,      //!< at once (RFC 5681, RFC 6675)
    RAMPDOWN,     //!< over a round trip (FACK paper, section 4.5)
    PROPORTIONAL, //!< PRR (RFC 9937)
};

inline constexpr std::array REPAIRS{Repair::RENO,
                                    Repair::NEW_RENO,
                                    Repair::SACK,
                                    Repair::FACK_TIMEOUT,
                                    Repair::FACK,
                                    Repair::RFC_6675,
                                    Repair::RFC_6675_RESCUE,
                                    Repair::RACK};
inline constexpr std::array REDUCTIONS{Reduction::HALVING,
                                       Reduction::RAMPDOWN,
                                       Reduction::PROPORTIONAL};

/// @return a name for tables and options
std::string NameOf(Repair repair);
/// @return a name for tables and options
std::string NameOf(Reduction reduction);

/// What becomes of each segment and each ACK.
struct Pattern
{
    int segments{WINDOW};                       //!< of the whole transfer
    Mask lost{0};                               //!< segments, when sent first
    std::array<int, 2> lostAgain{NONE, NONE};   //!< retransmissions lost, counted from 0
    std::array<int, 2> lostAcks{NONE, NONE};    //!< ACKs lost, counted from 0
    std::array<int, WINDOW> order{MakeOrder()}; //!< the first WINDOW segments as they arrive

    static constexpr std::array<int, WINDOW> MakeOrder()
    {
        std::array<int, WINDOW> order{};
        for (int i = 0; i < WINDOW; ++i)
        {
            order[i] = i;
        }
        return order;
    }

    bool KeepsOrder() const
    {
        return order == MakeOrder();
    }

    /// @return by how many a segment is overtaken, at most
    int GetMostOvertaking() const;

    /// @return how far behind the first missing segment one ends that has arrived, at most
    int GetFarthestAhead() const;

    bool LosesAcks() const
    {
        return lostAcks[0] != NONE;
    }
};

/// What became of a transfer.
struct Result
{
    std::string fault;      //!< what an oracle found, or nothing
    int timeouts{0};        //!< of the retransmission timer
    int forcedTimeouts{0};  //!< that the sender asked for
    int retransmissions{0}; //!< segments sent again
    int needless{0};        //!< of them, those of which another copy arrives
    int acks{0};            //!< sent by the receiver
    Instant time{0};        //!< until all was acknowledged
};

} // namespace losspattern

#endif /* LOSS_PATTERN_H */

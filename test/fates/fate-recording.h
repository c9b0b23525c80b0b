/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FATE_RECORDING_H
#define FATE_RECORDING_H

#include "fate.h"

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fates
{

/// What a kernel says of a connection (TCP_INFO, SO_MEMINFO), four octets each: windows and counts
/// of a sender in segments, times in us, octets.
inline constexpr std::array STATE_NUMBERS{"cwnd",
                                          "ssthresh",
                                          "state",
                                          "unacked",
                                          "sacked",
                                          "lost",
                                          "rto",
                                          "srtt",
                                          "ato",
                                          "rcv_mss",
                                          "rcv_ssthresh",
                                          "rcv_rtt",
                                          "rcv_space",
                                          "rmem",
                                          "rcvbuf"};
/// As many of these, of a sender, are compared with ours.
constexpr std::size_t SENDER_NUMBERS = 8;

/// What happens at one end of a connection.
struct EndEvent
{
    /// What it is.
    enum class Kind : char
    {
        OPEN = 'o',    //!< the application opens the connection, or waits for the peer's SYN
        WRITE = 'w',   //!< it writes
        READ = 'r',    //!< it reads
        CLOSE = 'c',   //!< it writes no more
        SENT = 's',    //!< a segment leaves
        ARRIVED = 'a', //!< a segment arrives
        STATE = 't'    //!< what the kernel says of itself: STATE_NUMBERS in `header`
    };

    int64_t time{0};             //!< ns since the beginning
    End end{A};                  //!< where
    Kind kind{Kind::OPEN};       //!< what
    uint32_t octets{0};          //!< that are written or read; of data in a segment
    uint32_t ecn{0};             //!< codepoint of a segment's packet
    std::vector<uint8_t> header; //!< of a segment, TCP's
};

/// What a kernel did at both ends of a connection that met a fate, in order.
struct Recording
{
    std::string control;          //!< congestion control, such as "reno"
    std::string release;          //!< of Linux, such as "6.1"
    Fate fate;                    //!< that was met
    std::string packets;          //!< what became of packets, as the word of Fate says it
    std::vector<EndEvent> events; //!< of both ends
    bool isOver{false};           //!< both ends had closed before the time was up
};

/// Write a recording, as lines of text.
void Write(std::ostream& os, const Recording& recording);

/// Read the next one. @return nothing behind the last one @throw std::runtime_error
std::optional<Recording> ReadRecording(std::istream& in);

} // namespace fates

#endif /* FATE_RECORDING_H */

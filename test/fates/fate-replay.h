/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FATE_REPLAY_H
#define FATE_REPLAY_H

#include "fate-recording.h"

#include "ns3/segment-fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fates
{

/// A segment that an end sends, with numbers that do not depend on where streams begin.
struct SentSegment
{
    int64_t time{0};           //!< ns since the beginning
    ns3::SegmentFields header; //!< SEG.SEQ counts from the sender's SYN, SEG.ACK and blocks from
                               //!< the peer's; timestamps as at the end that is in the recording
    uint32_t octets{0};        //!< of data
    uint32_t ecn{0};           //!< codepoint
    uint64_t window{0};        //!< that is announced, octets
};

/// Where two lists of segments differ first.
struct Difference
{
    std::size_t index{0}; //!< of the segment, from 0 on
    std::string field;    //!< what of the segment is not the same
    std::string words;    //!< what was sent in both
};

/// A segment in words.
std::string Describe(const SentSegment& segment);

/// @return what an end sends in a recording
std::vector<SentSegment> GetSent(const Recording& recording, End end);

/// @return the preset that has a kernel's control of a name: reno, cubic or bbr
std::string NamePreset(const std::string& control);

/**
 * Put our connection in the place of an end: what arrived there arrives, and what its application
 * did is done, each at its time.
 * @param preset of the lean world, such as `linux`
 * @return what our connection sends until the recording ends
 */
std::vector<SentSegment> Replay(const Recording& recording, End end, const std::string& preset);

/// What the kernel said of itself, and what ours has then, by STATE_NUMBERS.
struct StatePair
{
    int64_t time{0};                                     //!< ns since the beginning
    std::array<uint32_t, STATE_NUMBERS.size()> kernel{}; //!< all
    std::array<uint32_t, SENDER_NUMBERS> ours{};         //!< counts: octets in whole segments
};

/// @return these of a recording that has them @copydetails Replay
std::vector<StatePair> ReplayStates(const Recording& recording, End end, const std::string& preset);

/// Whose two lists of segments are.
using Names = std::array<std::string, 2>;

/// @brief Compare segment by segment: range, flags, SEG.ACK, SACK blocks, timestamps' echo, ECN,
/// options of a SYN, and time. @param byWindow compare the windows that are
/// announced, too: they may be a segment apart @param names of who sent the two
/// @return nothing if all are the same, each at most 2 ms apart
std::optional<Difference> FindDifference(const std::vector<SentSegment>& kernel,
                                         const std::vector<SentSegment>& ours,
                                         bool byWindow,
                                         const Names& names = {"Linux", "ours"});

} // namespace fates

#endif /* FATE_REPLAY_H */

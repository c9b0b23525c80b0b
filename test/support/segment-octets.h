/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_OCTETS_H
#define SEGMENT_OCTETS_H

#include "segment-script.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace segmentscript
{

/// A TCP segment whose numbers are those of the wire.
struct WireSegment
{
    uint16_t sourcePort{0};       //!< of the sender
    uint16_t destinationPort{0};  //!< of the receiver
    uint32_t seq{0};              //!< of the first octet
    uint32_t ack{0};              //!< meaningless without the flag
    uint8_t flags{0};             //!< Flag
    uint16_t window{0};           //!< not scaled
    Options options;              //!< sequence numbers as on the wire
    std::vector<uint8_t> payload; //!< data
};

/**
 * Octets of a segment, independent of ns-3: what a peer may send that ns-3's classes cannot make.
 * The checksum is 0.
 * @throw ScriptError if the options do not fit in
 */
std::vector<uint8_t> Encode(const WireSegment& segment);

/// A segment from its octets, or nothing if they are none.
std::optional<WireSegment> Decode(const std::vector<uint8_t>& octets);

} // namespace segmentscript

#endif /* SEGMENT_OCTETS_H */

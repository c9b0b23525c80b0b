/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STREAM_PATTERN_H
#define STREAM_PATTERN_H

#include <cstdint>
#include <vector>

namespace impaired
{

/// Streams of octets.
constexpr uint8_t STREAM_A = 0;
constexpr uint8_t STREAM_B = 1;

/**
 * Octets that depend on where they are in the stream, and on the stream: data that are shifted,
 * missing, repeated or somebody else's look wrong.
 * @param stream which one
 * @param position of the first octet
 * @param size number of octets
 */
inline std::vector<uint8_t>
MakePattern(uint8_t stream, uint64_t position, uint32_t size)
{
    std::vector<uint8_t> octets(size);
    for (uint32_t i = 0; i < size; ++i, ++position)
    {
        // 2^64 divided by the golden ratio. It is odd: no two words of a stream are the same.
        const uint64_t word = (position / 8 + 1) * 0x9e3779b97f4a7c15;
        const auto octet = static_cast<uint8_t>(word >> (8 * (7 - position % 8)));
        octets[i] = (stream == STREAM_A) ? octet : ~octet;
    }
    return octets;
}

} // namespace impaired

#endif /* STREAM_PATTERN_H */

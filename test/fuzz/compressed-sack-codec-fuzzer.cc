/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fuzz-input.h"

#include "ns3/compressed-sack-codec.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using fuzz::Require;
using ns3::CompressedSackCodec;
using ns3::SequenceBlock;

namespace
{

using Blocks = CompressedSackCodec::Blocks;

/// @brief Number of the first octets. @param octets four of them @return big endian
uint32_t
ReadU32(const uint8_t* octets)
{
    uint32_t value = 0;
    std::for_each(octets, octets + 4, [&](uint8_t octet) { value = value << 8 | octet; });
    return value;
}

/// @brief What is accepted can be compared with its first edge, and is written and read back.
/// @param octets the input @param size octets
void
CheckDecoder(const uint8_t* octets, std::size_t size)
{
    Blocks blocks;
    const auto decoded = CompressedSackCodec::Decode(octets, size, blocks);
    Require((decoded.refusal == nullptr) == (decoded.blocks > 0));
    Require(decoded.blocks <= blocks.size());
    for (std::size_t i = 0; i < decoded.blocks; ++i)
    {
        const auto below = static_cast<int32_t>(blocks[0].end - blocks[i].begin);
        const auto octetsOfBlock = static_cast<int32_t>(blocks[i].end - blocks[i].begin);
        Require(octetsOfBlock > 0 && below != INT32_MIN);
    }
    if (decoded.blocks > 0)
    {
        uint8_t again[CompressedSackCodec::MAX_SIZE];
        const auto encoded =
            CompressedSackCodec::Encode(blocks.data(), decoded.blocks, again, sizeof(again));
        Require(encoded.blocks > 0);
    }
}

/// @brief Whatever is to be reported, only given blocks are. @param octets the input @param size
/// octets
void
CheckEncoder(const uint8_t* octets, std::size_t size)
{
    Blocks given;
    const std::size_t capacity = octets[0] % 48;
    std::size_t count = 0;
    for (std::size_t i = 1; i + 8 <= size && count < given.size(); i += 8)
    {
        // Lengths of two octets make most blocks valid.
        given[count].begin = ReadU32(octets + i);
        given[count].end = given[count].begin + ReadU32(octets + i + 4) % 0x10000;
        ++count;
    }
    uint8_t option[48];
    std::fill(std::begin(option), std::end(option), 0xee);
    const auto encoded = CompressedSackCodec::Encode(given.data(), count, option, capacity);
    Require(encoded.octets <= capacity && encoded.blocks <= count);
    Require(std::all_of(option + encoded.octets, std::end(option), [](uint8_t octet) {
        return octet == 0xee;
    }));
    if (encoded.blocks > 0)
    {
        Blocks blocks;
        const auto decoded = CompressedSackCodec::Decode(option, encoded.octets, blocks);
        Require(decoded.blocks == encoded.blocks && blocks[0] == given[0]);
        const auto end = given.begin() + count;
        Require(
            std::all_of(blocks.begin(), blocks.begin() + decoded.blocks, [&](const auto& block) {
                return std::find(given.begin(), end, block) != end;
            }));
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* octets, std::size_t size)
{
    CheckDecoder(octets, size);
    if (size > 0)
    {
        CheckEncoder(octets, size);
    }
    return 0;
}

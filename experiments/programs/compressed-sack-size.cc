/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a SACK option takes and holds: C0 of the compressed SACK paper (its Tables 2 and 3). No
// simulation: the codec alone.

#include "lib/option-table.h"
#include "lib/result-writer.h"

#include "ns3/compressed-sack-codec.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::tcplossy;

namespace
{
using Codec = CompressedSackCodec;
using Blocks = std::vector<SequenceBlock>;

// Octets, and bits in an octet; the octet that has X, in its low six bits.
constexpr std::size_t OCTET = 8;
constexpr std::size_t PLACE_OF_X = 2;
constexpr uint8_t MASK_OF_X = 0x3f;

// RFC 2018, section 3; RFC 7323, section 3.2, and the 16 bits that the paper counts for it.
constexpr std::size_t PLAIN_HEAD = 2;
constexpr std::size_t PLAIN_BLOCK = 8;
constexpr std::size_t TIMESTAMP = 10;
constexpr std::size_t PAPER_TIMESTAMP = 2;

// An edge up to here is surely comparable with the others.
constexpr uint32_t MAX_OFFSET = 1U << 30;

struct Encoding
{
    std::string name;
    Codec::Form form;
};

const std::vector<Encoding> COMPRESSED{{"compressed", Codec::Form::ANY},
                                       {"compressed-form-1", Codec::Form::FROM_A},
                                       {"compressed-form-2", Codec::Form::FROM_PREVIOUS}};

/// Blocks that fall and alternate with gaps of the same size, as in the paper's Tables 2 and 3, the
/// newest being the highest; the largest offset is what the arguments say.
Blocks
MakeBlocks(std::size_t count, uint32_t largestOffset)
{
    const uint32_t newest = 2U << 30;
    const auto edges = 2 * count - 1;
    // Rounded each by itself, so that the last edge is exact and none are the same.
    const auto edge = [&](std::size_t i) {
        return newest - static_cast<uint32_t>(uint64_t{largestOffset} * i / edges);
    };
    Blocks blocks;
    for (std::size_t i = 0; i < count; ++i)
    {
        blocks.push_back({edge(2 * i + 1), edge(2 * i)});
    }
    return blocks;
}

std::size_t
GetPlainBlocks(std::size_t capacity)
{
    return (capacity - PLAIN_HEAD) / PLAIN_BLOCK;
}

/// Octets of options of some blocks that alternate with gaps of one segment.
void
WriteSizes(ResultWriter& writer, std::size_t count, uint32_t segmentSize)
{
    const auto offset = static_cast<uint32_t>(2 * count - 1) * segmentSize;
    const std::vector<std::string> point{std::to_string(count), std::to_string(offset), "", ""};
    const auto row =
        [&](const char* quantity, const std::string& variant, const char* unit, std::size_t value) {
            writer.Row(quantity, variant, unit, static_cast<double>(value), point);
        };
    const auto plain = std::min(count, GetPlainBlocks(Codec::MAX_SIZE));
    row("octets", "rfc2018", "octets", PLAIN_HEAD + PLAIN_BLOCK * plain);
    row("reported", "rfc2018", "1", plain);
    const auto blocks = MakeBlocks(count, offset);
    for (const auto& [name, form] : COMPRESSED)
    {
        uint8_t option[Codec::MAX_SIZE];
        const auto encoded = Codec::Encode(blocks.data(), count, option, sizeof(option), form);
        row("octets", name, "octets", encoded.octets);
        row("reported", name, "1", encoded.blocks);
        row("octets_with_timestamp", name, "octets", encoded.octets + TIMESTAMP);
        row("octets_by_paper_count", name, "octets", encoded.octets + PAPER_TIMESTAMP);
        // Bits of an offset, by the option itself.
        const std::size_t x = option[PLACE_OF_X] & MASK_OF_X;
        const auto bits = OCTET * Codec::HEAD + (2 * encoded.blocks - 1) * x;
        row("offset_bits", name, "bits", x);
        row("bits", name, "bits", bits);
        row("bits_by_paper_count", name, "bits", bits + OCTET * PAPER_TIMESTAMP);
    }
}

/// The largest number of blocks, evenly over a window, that are all reported.
std::size_t
FindMostBlocks(std::size_t capacity, uint32_t window, Codec::Form form)
{
    std::size_t most = 0;
    for (std::size_t count = 1; count <= Codec::MAX_BLOCKS && 2 * count - 1 <= window; ++count)
    {
        uint8_t option[Codec::MAX_SIZE];
        const auto blocks = MakeBlocks(count, window);
        const auto encoded = Codec::Encode(blocks.data(), count, option, capacity, form);
        most = encoded.blocks == count ? count : most;
    }
    return most;
}

void
WriteBlocks(ResultWriter& writer, std::size_t capacity, uint32_t window)
{
    const std::vector<std::string> point{"", "", std::to_string(capacity), std::to_string(window)};
    writer.Row("blocks", "rfc2018", "1", static_cast<double>(GetPlainBlocks(capacity)), point);
    for (const auto& encoding : COMPRESSED)
    {
        const auto most = FindMostBlocks(capacity, window, encoding.form);
        writer.Row("blocks", encoding.name, "1", static_cast<double>(most), point);
    }
}
} // namespace

int
main(int argc, char* argv[])
{
    uint32_t blocks = 8;
    uint32_t segmentSize = 500;
    OptionTable options;
    options.Add("blocks", "Largest number of blocks, 1 to 132", blocks).In(1, Codec::MAX_BLOCKS);
    options.Add("segmentSize", "Octets of a segment, 1 to 60000", segmentSize)
        .In(1, 60'000, "octets");
    options.Parse("Prints CSV: the octets that SACK options take for blocks of one segment with "
                  "gaps of one segment, and how many blocks that are spread over a window fit into "
                  "40 octets and, beside a timestamp, 30.",
                  {argv, argv + argc});

    ResultWriter writer(std::cout, {"blocks", "max", "capacity", "window"});
    options.Describe(writer);
    for (std::size_t count = 1; count <= blocks; ++count)
    {
        WriteSizes(writer, count, segmentSize);
    }
    for (const auto capacity : {Codec::MAX_SIZE, Codec::MAX_SIZE - TIMESTAMP})
    {
        for (uint32_t power = 64; power <= MAX_OFFSET; power *= 2)
        {
            WriteBlocks(writer, capacity, power - 1);
        }
    }
    return 0;
}

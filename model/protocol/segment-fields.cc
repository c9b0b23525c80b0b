/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-fields.h"

namespace ns3
{

namespace
{
constexpr std::size_t FIXED_SIZE = 20; // octets of a header without options
constexpr std::size_t WORD = 4;        // octets

// RFC 9293, sections 3.1 and 3.2; RFC 7323, sections 2.2 and 3.2; RFC 2018, sections 2 and 3.
constexpr uint8_t END_KIND = 0;
constexpr uint8_t NOP_KIND = 1;
constexpr uint8_t MSS_KIND = 2;
constexpr uint8_t SCALE_KIND = 3;
constexpr uint8_t SACK_PERMITTED_KIND = 4;
constexpr uint8_t SACK_KIND = 5;
constexpr uint8_t TIMESTAMPS_KIND = 8;
constexpr std::size_t OPTION_HEAD = 2; // octets: kind and length
constexpr std::size_t MSS_SIZE = 4;
constexpr std::size_t SCALE_SIZE = 3;
constexpr std::size_t TIMESTAMPS_SIZE = 10;
constexpr std::size_t BLOCK_SIZE = 8;

uint16_t
Read16(const uint8_t* octets)
{
    return static_cast<uint16_t>(octets[0] << 8 | octets[1]);
}

uint32_t
Read32(const uint8_t* octets)
{
    return static_cast<uint32_t>(Read16(octets)) << 16 | Read16(octets + 2);
}

/// @brief What the data offset says. @param octets at least FIXED_SIZE @return octets
std::size_t
GetHeaderSize(const uint8_t* octets)
{
    return (octets[12] >> 4) * WORD;
}

/// @return whether there is a whole header
bool
HasHeader(const uint8_t* octets, std::size_t size)
{
    return size >= FIXED_SIZE && GetHeaderSize(octets) >= FIXED_SIZE &&
           GetHeaderSize(octets) <= size;
}

/// Add a SACK option's blocks to the fields. @return whether it makes sense
bool
ReadBlocks(const uint8_t* option, std::size_t size, SegmentFields& fields)
{
    const auto count = (size - OPTION_HEAD) / BLOCK_SIZE;
    if (fields.blockCount > 0 || count < 1 || count > SegmentFields::MAX_BLOCKS ||
        size != OPTION_HEAD + count * BLOCK_SIZE)
    {
        return false;
    }
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto* block = option + OPTION_HEAD + i * BLOCK_SIZE;
        fields.blocks[i] = {Read32(block), Read32(block + WORD)};
    }
    fields.blockCount = static_cast<uint8_t>(count);
    return true;
}

/// @return octets of an option, 0 if its length makes no sense; @p room is what the header has left
std::size_t
GetOptionSize(const uint8_t* option, std::size_t room)
{
    if (option[0] == NOP_KIND)
    {
        return 1;
    }
    const bool isSound = room >= OPTION_HEAD && option[1] >= OPTION_HEAD && option[1] <= room;
    return isSound ? option[1] : 0;
}

/// @return whether the length of a kind of option may be that; of other kinds it may be any
bool
IsSizeOf(uint8_t kind, std::size_t size)
{
    switch (kind)
    {
    case MSS_KIND:
        return size == MSS_SIZE;
    case SCALE_KIND:
        return size == SCALE_SIZE;
    case SACK_PERMITTED_KIND:
        return size == OPTION_HEAD;
    case SACK_KIND:
        return size > OPTION_HEAD && (size - OPTION_HEAD) % BLOCK_SIZE == 0;
    case TIMESTAMPS_KIND:
        return size == TIMESTAMPS_SIZE;
    default:
        return true;
    }
}

/// Add what an option says to the fields. @return its octets, 0 if it is not to be read here
std::size_t
ReadOption(const uint8_t* option, std::size_t room, SegmentFields& fields)
{
    const auto size = GetOptionSize(option, room);
    if (size == 0 || option[0] == NOP_KIND)
    {
        return size;
    }
    if (option[0] == TIMESTAMPS_KIND && size == TIMESTAMPS_SIZE && !fields.timestamps)
    {
        fields.timestamps = {Read32(option + OPTION_HEAD), Read32(option + OPTION_HEAD + WORD)};
        return size;
    }
    return option[0] == SACK_KIND && ReadBlocks(option, size, fields) ? size : 0;
}

/// @brief Read the options. @param octets the header, as long as it says it is @param fields gains
/// what they say @return whether all could be read
bool
ReadOptions(const uint8_t* octets, SegmentFields& fields)
{
    for (std::size_t at = FIXED_SIZE; at < fields.headerSize;)
    {
        if (octets[at] == END_KIND)
        {
            return fields.headerSize - at <= WORD;
        }
        const auto size = ReadOption(octets + at, fields.headerSize - at, fields);
        if (size == 0)
        {
            return false;
        }
        at += size;
    }
    return true;
}
} // namespace

std::optional<SegmentFields>
SegmentFields::Read(const uint8_t* octets, std::size_t size)
{
    if (!HasHeader(octets, size))
    {
        return std::nullopt;
    }
    auto fields = ReadFixed(octets);
    return ReadOptions(octets, fields) ? std::optional(fields) : std::nullopt;
}

SegmentFields::Form
SegmentFields::GetForm(const uint8_t* octets, std::size_t size)
{
    if (!HasHeader(octets, size))
    {
        return Form::NONE;
    }
    const std::size_t end = GetHeaderSize(octets);
    for (std::size_t at = FIXED_SIZE; at < end && octets[at] != END_KIND;)
    {
        const auto size = GetOptionSize(octets + at, end - at);
        if (size == 0 || !IsSizeOf(octets[at], size))
        {
            return Form::MALFORMED;
        }
        at += size;
    }
    return Form::SOUND;
}

SegmentFields
SegmentFields::ReadFixed(const uint8_t* octets)
{
    SegmentFields fields;
    fields.sourcePort = Read16(octets);
    fields.destinationPort = Read16(octets + 2);
    fields.sequence = Read32(octets + 4);
    fields.acknowledgment = Read32(octets + 8);
    fields.headerSize = static_cast<uint8_t>(GetHeaderSize(octets));
    fields.flags = octets[13];
    fields.window = Read16(octets + 14);
    fields.urgentPointer = Read16(octets + 18);
    fields.blockCount = 0;
    return fields;
}

} // namespace ns3

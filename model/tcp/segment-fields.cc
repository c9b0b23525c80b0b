/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-fields.h"

#include <algorithm>

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

} // namespace

std::size_t
SegmentFields::GetOptionsSize() const
{
    return (timestamps ? TIMESTAMPS_SIZE : 0) + (mss ? MSS_SIZE : 0) + (scale ? SCALE_SIZE : 0) +
           (sackPermitted ? OPTION_HEAD : 0) +
           (blockCount > 0 ? OPTION_HEAD + blockCount * BLOCK_SIZE : 0) +
           (compressedPermitted ? CompressedSackCodec::PERMISSION_SIZE : experimentalSize);
}

bool
SegmentFields::ReadOption(const uint8_t* option, std::size_t size)
{
    const auto kind = option[0];
    const auto* value = option + OPTION_HEAD;
    if (!IsSizeOf(kind, size))
    {
        return false;
    }
    if (kind == TIMESTAMPS_KIND && !timestamps)
    {
        timestamps = Timestamps{Read32(value), Read32(value + WORD)};
    }
    else if (kind == SACK_KIND && blockCount == 0)
    {
        for (std::size_t at = OPTION_HEAD; at < size; at += BLOCK_SIZE)
        {
            blocks[blockCount++] = {Read32(option + at), Read32(option + at + WORD)};
        }
    }
    else if (kind == MSS_KIND && !mss)
    {
        mss = Read16(value);
    }
    else if (kind == SCALE_KIND && !scale)
    {
        scale = *value;
    }
    else if (kind == SACK_PERMITTED_KIND)
    {
        sackPermitted = true;
    }
    else if (kind == CompressedSackCodec::KIND)
    {
        compressedPermitted =
            compressedPermitted || (size == CompressedSackCodec::PERMISSION_SIZE &&
                                    Read16(value) == CompressedSackCodec::EXPERIMENT);
        if (experimentalSize == 0)
        {
            std::copy_n(option, size, experimental.begin());
            experimentalSize = static_cast<uint8_t>(size);
        }
    }
    return true;
}

bool
SegmentFields::ReadOptions(const uint8_t* octets)
{
    for (std::size_t at = FIXED_SIZE; at < headerSize && octets[at] != END_KIND;)
    {
        const auto size = GetOptionSize(octets + at, headerSize - at);
        if (size == 0 || (octets[at] != NOP_KIND && !ReadOption(octets + at, size)))
        {
            return false;
        }
        at += size;
    }
    return true;
}

SegmentFields::Form
SegmentFields::Read(const uint8_t* octets, std::size_t size)
{
    *this = {};
    if (size < FIXED_SIZE || GetHeaderSize(octets) < FIXED_SIZE || GetHeaderSize(octets) > size)
    {
        return Form::NONE;
    }
    const auto readFixed = [this, octets] {
        sourcePort = Read16(octets);
        destinationPort = Read16(octets + 2);
        sequence = Read32(octets + 4);
        acknowledgment = Read32(octets + 8);
        headerSize = static_cast<uint8_t>(GetHeaderSize(octets));
        flags = octets[13];
        window = Read16(octets + 14);
        urgentPointer = Read16(octets + 18);
    };
    readFixed();
    if (ReadOptions(octets))
    {
        return Form::SOUND;
    }
    *this = {};
    readFixed();
    return Form::MALFORMED;
}

} // namespace ns3

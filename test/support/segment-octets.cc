/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "segment-octets.h"

namespace segmentscript
{

namespace
{

using Octets = std::vector<uint8_t>;

constexpr std::size_t HEADER_SIZE = 20;
constexpr std::size_t MAX_HEADER_SIZE = 60;

/// Kinds of options, as IANA has them.
enum Option : uint8_t
{
    END = 0,
    NOP = 1,
    MSS = 2,
    WINDOW_SCALE = 3,
    SACK_PERMITTED = 4,
    SACK = 5,
    TIMESTAMP = 8,
};

void
Put16(Octets& octets, uint32_t value)
{
    octets.push_back(static_cast<uint8_t>(value >> 8));
    octets.push_back(static_cast<uint8_t>(value));
}

void
Put32(Octets& octets, uint32_t value)
{
    Put16(octets, value >> 16);
    Put16(octets, value);
}

uint16_t
Get16(const Octets& octets, std::size_t at)
{
    return static_cast<uint16_t>(octets.at(at) << 8 | octets.at(at + 1));
}

uint32_t
Get32(const Octets& octets, std::size_t at)
{
    return static_cast<uint32_t>(Get16(octets, at)) << 16 | Get16(octets, at + 2);
}

Octets
EncodeOptions(const Options& options)
{
    Octets octets;
    if (options.mss)
    {
        octets.insert(octets.end(), {MSS, 4});
        Put16(octets, *options.mss);
    }
    if (options.sackPermitted)
    {
        octets.insert(octets.end(), {SACK_PERMITTED, 2});
    }
    if (options.timestamp)
    {
        octets.insert(octets.end(), {TIMESTAMP, 10});
        Put32(octets, options.timestamp->value.value_or(0));
        Put32(octets, options.timestamp->echo.value_or(0));
    }
    if (options.windowScale)
    {
        octets.insert(octets.end(), {WINDOW_SCALE, 3, *options.windowScale});
    }
    if (!options.sack.empty())
    {
        octets.insert(octets.end(), {SACK, static_cast<uint8_t>(2 + 8 * options.sack.size())});
    }
    for (const auto& [begin, end] : options.sack)
    {
        Put32(octets, static_cast<uint32_t>(begin));
        Put32(octets, static_cast<uint32_t>(end));
    }
    octets.insert(octets.end(), options.raw.begin(), options.raw.end());
    octets.resize((octets.size() + 3) / 4 * 4, END);
    return octets;
}

/// One option, from its kind on. @return whether it made sense
bool
DecodeOption(const Octets& octets, std::size_t at, uint8_t length, Options& options)
{
    switch (octets[at])
    {
    case MSS:
        options.mss = Get16(octets, at + 2);
        return length == 4;
    case WINDOW_SCALE:
        options.windowScale = octets.at(at + 2);
        return length == 3;
    case SACK_PERMITTED:
        options.sackPermitted = true;
        return length == 2;
    case TIMESTAMP:
        options.timestamp = Timestamp{Get32(octets, at + 2), Get32(octets, at + 6)};
        return length == 10;
    case SACK:
        for (std::size_t block = at + 2; block + 8 <= at + length; block += 8)
        {
            options.sack.emplace_back(Get32(octets, block), Get32(octets, block + 4));
        }
        return length >= 10 && (length - 2) % 8 == 0;
    default:
        return true;
    }
}

bool
DecodeOptions(const Octets& octets, std::size_t end, Options& options)
{
    std::size_t at = HEADER_SIZE;
    while (at < end && octets[at] != END)
    {
        if (octets[at] == NOP)
        {
            ++at;
            continue;
        }
        const uint8_t length = (at + 1 < end) ? octets[at + 1] : 0;
        if (length < 2 || at + length > end || !DecodeOption(octets, at, length, options))
        {
            return false;
        }
        at += length;
    }
    return true;
}

} // namespace

std::vector<uint8_t>
Encode(const WireSegment& segment)
{
    const auto options = EncodeOptions(segment.options);
    const auto size = HEADER_SIZE + options.size();
    if (size > MAX_HEADER_SIZE)
    {
        throw ScriptError("the options have " + std::to_string(options.size()) +
                          " octets: no more than 40 fit in");
    }
    Octets octets;
    Put16(octets, segment.sourcePort);
    Put16(octets, segment.destinationPort);
    Put32(octets, segment.seq);
    Put32(octets, segment.ack);
    octets.push_back(static_cast<uint8_t>(size / 4 << 4));
    octets.push_back(segment.flags);
    Put16(octets, segment.window);
    Put32(octets, 0);
    octets.insert(octets.end(), options.begin(), options.end());
    octets.insert(octets.end(), segment.payload.begin(), segment.payload.end());
    return octets;
}

std::optional<WireSegment>
Decode(const std::vector<uint8_t>& octets)
{
    if (octets.size() < HEADER_SIZE)
    {
        return std::nullopt;
    }
    WireSegment segment;
    segment.sourcePort = Get16(octets, 0);
    segment.destinationPort = Get16(octets, 2);
    segment.seq = Get32(octets, 4);
    segment.ack = Get32(octets, 8);
    const std::size_t size = (octets[12] >> 4) * 4;
    segment.flags = octets[13];
    segment.window = Get16(octets, 14);
    if (size < HEADER_SIZE || size > octets.size() || !DecodeOptions(octets, size, segment.options))
    {
        return std::nullopt;
    }
    segment.payload.assign(octets.begin() + size, octets.end());
    return segment;
}

} // namespace segmentscript

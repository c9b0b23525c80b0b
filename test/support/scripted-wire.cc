/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scripted-wire.h"

#include "segment-octets.h"
#include "stream-pattern.h"

namespace segmentscript
{

using impaired::MakePattern;
using impaired::STREAM_A;
using impaired::STREAM_B;

namespace
{

int64_t
Relative(int64_t number, uint32_t isn)
{
    return static_cast<int32_t>(static_cast<uint32_t>(number) - isn);
}

} // namespace

ScriptedWire::ScriptedWire(uint32_t isn, uint32_t stampOrigin)
    : m_isn(isn),
      m_stampOrigin(stampOrigin),
      m_latestStamp(stampOrigin)
{
}

void
ScriptedWire::AwaitPeer()
{
    m_peerPort = PEER_PORT;
    m_socketPort = SERVER_PORT;
}

void
ScriptedWire::Restart()
{
    m_socketIsn.reset();
}

std::vector<uint8_t>
ScriptedWire::Encode(const Segment& segment) const
{
    const uint32_t socketIsn = m_socketIsn.value_or(0);
    WireSegment wire;
    wire.sourcePort = m_peerPort;
    wire.destinationPort = m_socketPort;
    wire.flags = segment.flags;
    wire.seq = m_isn + static_cast<uint32_t>(*segment.seq);
    wire.ack = socketIsn + static_cast<uint32_t>(segment.ack.value_or(0));
    wire.window = static_cast<uint16_t>(segment.window.value_or(0));
    wire.options = segment.options;
    for (auto& [begin, end] : wire.options.sack)
    {
        begin += socketIsn;
        end += socketIsn;
    }
    if (wire.options.timestamp)
    {
        auto& echo = wire.options.timestamp->echo;
        if (!echo)
        {
            echo = m_latestStamp;
        }
        else if (*echo > 0) // 0 echoes nothing
        {
            *echo += m_stampOrigin;
        }
    }
    wire.payload = MakePattern(STREAM_B, *segment.seq - 1, segment.length);
    return segmentscript::Encode(wire);
}

Capture
ScriptedWire::Understand(const std::vector<uint8_t>& octets, uint8_t ecn, int64_t time)
{
    Capture capture;
    capture.time = time;
    const auto wire = Decode(octets);
    if (!wire)
    {
        capture.understood = false;
        return capture;
    }
    m_socketPort = wire->sourcePort;
    m_peerPort = wire->destinationPort;
    if (wire->flags & SYN)
    {
        m_socketIsn = wire->seq;
    }
    auto& segment = capture.segment;
    segment.flags = wire->flags;
    segment.seq = Relative(wire->seq, m_socketIsn.value_or(0));
    segment.length = static_cast<uint32_t>(wire->payload.size());
    segment.ack = Relative(wire->ack, m_isn);
    segment.window = wire->window;
    segment.ecn = ecn;
    segment.options = wire->options;
    for (auto& [begin, end] : segment.options.sack)
    {
        begin = Relative(begin, m_isn);
        end = Relative(end, m_isn);
    }
    if (segment.options.timestamp)
    {
        m_latestStamp = *segment.options.timestamp->value;
        *segment.options.timestamp->value -= m_stampOrigin;
    }
    capture.intact = wire->payload == MakePattern(STREAM_A, *segment.seq - 1, segment.length);
    return capture;
}

} // namespace segmentscript

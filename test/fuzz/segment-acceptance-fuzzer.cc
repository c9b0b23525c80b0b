/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Any segment in any connection: what is read has to be what RFC 9293, section 3.10.7.4, permits.

#include "fuzz-input.h"

#include "ns3/segment-acceptance.h"

#include <algorithm>

using fuzz::Require;
using ns3::SegmentAcceptance;

namespace
{

using Action = SegmentAcceptance::Action;

/// Positions are near one another, and above 0 as they are in a connection.
constexpr uint64_t START = 1000;

/// A connection as the input says.
SegmentAcceptance::Connection
TakeConnection(fuzz::Input& input)
{
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = START + input.Take8();
    connection.rcvWnd = input.Take8();
    connection.sndUna = START + input.Take8();
    connection.sndNxt = connection.sndUna + input.Take8();
    connection.maxWindow = input.Take8();
    const auto flags = input.Take8();
    connection.timestamps = flags & 1;
    if (flags & 2)
    {
        connection.tsRecent = input.Take32();
    }
    return connection;
}

/// A segment as the input says.
SegmentAcceptance::Segment
TakeSegment(fuzz::Input& input)
{
    SegmentAcceptance::Segment segment;
    segment.seq = START - 100 + input.Take16() % 700;
    segment.size = input.Take8();
    segment.ack = START - 100 + input.Take16() % 700;
    const auto flags = input.Take8();
    segment.syn = flags & 1;
    segment.fin = flags & 2;
    segment.rst = flags & 4;
    segment.hasAck = flags & 8;
    if (flags & 16)
    {
        segment.timestamp = input.Take32();
    }
    segment.changesWindow = flags & 32;
    return segment;
}

/// @brief The test of RFC 9293, table 6, octet by octet. @param connection variables @param segment
/// it @return whether any of its octets, or it if it has none, is in the window; of an RST only
/// SEG.SEQ counts (RFC 5961, section 3.2)
bool
HasOctetInWindow(const SegmentAcceptance::Connection& connection,
                 const SegmentAcceptance::Segment& segment)
{
    const auto end = segment.seq + segment.size + segment.syn + segment.fin;
    const auto isWanted = [&connection](uint64_t position) {
        return position >= connection.rcvNxt && position < connection.rcvNxt + connection.rcvWnd;
    };
    if (segment.rst)
    {
        return isWanted(segment.seq);
    }
    for (auto i = segment.seq; i < end; ++i)
    {
        if (isWanted(i))
        {
            return true;
        }
    }
    return end == segment.seq && isWanted(segment.seq);
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* octets, std::size_t size)
{
    fuzz::Input input(octets, size);
    const auto connection = TakeConnection(input);
    const auto segment = TakeSegment(input);
    const auto verdict = SegmentAcceptance::Check(connection, segment);
    const bool inWindow = SegmentAcceptance::IsInWindow(connection, segment);
    Require((verdict.action == Action::PROCESS) == (verdict.reason == nullptr));
    Require(!HasOctetInWindow(connection, segment) || inWindow);
    if (verdict.action == Action::PROCESS)
    {
        Require(inWindow && segment.hasAck && !segment.syn && !segment.rst);
        Require(segment.ack <= connection.sndNxt);
        Require(!connection.timestamps || segment.timestamp);
    }
    if (verdict.action == Action::READ_ACK)
    {
        Require(!inWindow && segment.seq + 1 >= connection.rcvNxt);
        Require(segment.seq <= connection.rcvNxt + connection.rcvWnd + 1);
        Require(segment.hasAck && segment.ack <= connection.sndNxt);
        Require(!segment.syn && !segment.rst);
    }
    if (verdict.action == Action::RESET)
    {
        Require(segment.rst && segment.seq == connection.rcvNxt);
    }
    if (segment.rst)
    {
        Require(verdict.action != Action::PROCESS && verdict.action != Action::ACKNOWLEDGE);
    }
    return 0;
}

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_LOSSES_H
#define LEAN_LOSSES_H

#include "lean-link.h"

#include "ns3/sequence-position.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <utility>

namespace lean
{

/// ns-3's RateErrorModel: loses packets independently of each other. @param rate probability @param
/// draw numbers @param ofOctets it is the probability that an octet is wrong
inline PacketLoss
LoseAtRandom(double rate, Draw draw, bool ofOctets = false)
{
    return [rate, draw = std::move(draw), ofOctets](Instant, const Packet& packet) {
        return draw() < (ofOctets ? 1.0 - std::pow(1.0 - rate, packet.octets) : rate);
    };
}

/// Our MarkovErrorModel. @param settings with times in ns @param drawState numbers for the states
/// @param drawLoss numbers for packets
inline PacketLoss
LoseByStates(const ns3::MarkovStates::Settings& settings, Draw drawState, Draw drawLoss)
{
    return [settings,
            drawState = std::move(drawState),
            drawLoss = std::move(drawLoss),
            states = ns3::MarkovStates()](Instant now, const Packet&) mutable {
        states.Advance(now.count(), settings, drawState, [](int64_t, bool) {});
        return drawLoss() < states.GetLoss(settings);
    };
}

/// Losses that are planned and did not happen yet: each a number, and which of the same it is, from
/// 1 on.
using PlannedLosses = std::set<std::pair<uint64_t, uint32_t>>;

/// Our SegmentLossModel, for a link with one connection's data. @param full octets of a full
/// segment @param planned numbers of full segments of the stream, from 1 on, and transmissions
inline PacketLoss
LoseSegments(uint32_t full, std::shared_ptr<PlannedLosses> planned)
{
    return [full, planned, segments = ns3::SegmentCounter()](Instant,
                                                             const Packet& packet) mutable {
        const auto& payload = packet.segment.payload;
        if (payload.Size() == 0)
        {
            return false;
        }
        const auto position = payload.begin - ns3::FirstPosition(1);
        const auto segment = segments.Count(position, static_cast<uint32_t>(payload.Size()), full);
        return planned->erase({segment.number, segment.transmission}) > 0;
    };
}

/// Our AckLossModel, for ACKs without data of the connection that is opened first. @param full
/// octets of a full segment @param planned numbers of whole segments that an ACK acknowledges, and
/// which of the ACKs of so many it is
inline PacketLoss
LoseAcks(uint32_t full, std::shared_ptr<PlannedLosses> planned)
{
    return [full,
            planned,
            route = static_cast<const Route*>(nullptr),
            highest = ns3::FirstPosition(1),
            occurrences = std::map<uint64_t, uint32_t>()](Instant, const Packet& packet) mutable {
        using Fields = ns3::SegmentFields;
        const auto& header = packet.segment.header;
        if (!route && header.Has(Fields::SYN))
        {
            route = packet.route;
        }
        if (packet.route != route || !header.Has(Fields::ACK) ||
            header.Has(Fields::SYN | Fields::FIN | Fields::RST) ||
            packet.segment.payload.Size() > 0)
        {
            return false;
        }
        const auto position = ns3::UnwrapSequence(highest, header.acknowledgment);
        highest = std::max(highest, position);
        const auto segments = (position - ns3::FirstPosition(1)) / full;
        return planned->erase({segments, ++occurrences[segments]}) > 0;
    };
}

} // namespace lean

#endif /* LEAN_LOSSES_H */

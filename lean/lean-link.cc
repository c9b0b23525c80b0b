/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-link.h"

#include "lean-world.h"

#include "ns3/sequence-position.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lean
{

PacketLoss
LoseAtRandom(double rate, Draw draw, bool ofOctets)
{
    return [rate, draw = std::move(draw), ofOctets](Instant, const Packet& packet) {
        return draw() < (ofOctets ? 1.0 - std::pow(1.0 - rate, packet.octets) : rate);
    };
}

PacketLoss
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

PacketLoss
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

PacketLoss
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

void
Packet::Act(uint32_t /* what */, uint64_t /* turn */)
{
    route->links[hop]->Arrive(*this);
}

Link::Link(World& world, const LinkSettings& settings)
    : m_world(world),
      m_clock(world.GetClock()),
      m_settings(settings)
{
    m_computed.SetLimit(settings.queue);
}

void
Link::Act(uint32_t what, uint64_t /* turn */)
{
    if (what == END)
    {
        Serve();
        return;
    }
    m_isWatching = false;
    if (m_computed.GetPackets() == 0)
    {
        m_computed.SetIdle();
        return;
    }
    TellLength(m_computed.LeaveOne());
    Watch();
}

void
Link::SendComputed(Packet& packet)
{
    const auto now = m_clock.GetNow();
    Settle();
    if (!m_computed.Fits(packet.octets))
    {
        Lose(packet, Event::DROP);
        return;
    }
    TellPacket(Event::ENQUEUE, now, packet);
    const auto finish = Begin(packet, m_computed.GetStart(now));
    const auto isWaiting = m_computed.IsBusy(now);
    m_computed.Add(now, finish, packet.octets, {});
    if (finish != ns3::LinkConditions::NEVER)
    {
        Launch(packet, finish);
    }
    if (m_settings.onLength && !isWaiting)
    {
        // It comes and goes.
        m_settings.onLength(now, 1);
    }
    TellLength(now);
    Watch();
}

void
Link::Watch()
{
    if (m_computed.IsNearlyFull() && !m_isWatching)
    {
        m_isWatching = true;
        m_clock.Schedule(m_computed.GetNextFinish(), *this, DEPARTURE);
    }
}

void
Link::SendServed(Packet& packet)
{
    if (!m_settings.queue.Allows(m_served.size() + 1, m_servedOctets + packet.octets))
    {
        Lose(packet, Event::DROP);
        return;
    }
    TellPacket(Event::ENQUEUE, m_clock.GetNow(), packet);
    m_served.push_back(&packet);
    m_servedOctets += packet.octets;
    TellLength(m_clock.GetNow());
    if (!m_isServing)
    {
        Serve();
    }
}

void
Link::Serve()
{
    m_isServing = !m_served.empty();
    if (!m_isServing)
    {
        return;
    }
    auto& packet = *m_served.front();
    m_served.pop_front();
    m_servedOctets -= packet.octets;
    const auto now = m_clock.GetNow();
    TellLength(now);
    const auto finish = Begin(packet, now);
    if (finish != ns3::LinkConditions::NEVER)
    {
        m_clock.Schedule(finish, *this, END);
        Launch(packet, finish);
    }
}

Instant
Link::Begin(Packet& packet, Instant start)
{
    if (start == ns3::LinkConditions::NEVER)
    {
        return start;
    }
    TellPacket(Event::DEQUEUE, start, packet);
    return m_settings.conditions
               ? m_settings.conditions->GetFinish(start, packet.octets)
               : start + ns3::LinkConditions::GetTime(packet.octets, m_settings.rate);
}

void
Link::Lose(Packet& packet, Event how)
{
    TellPacket(how, m_clock.GetNow(), packet);
    m_world.GivePacket(packet);
}

void
Link::Launch(Packet& packet, Instant finish)
{
    const auto& settings = m_settings;
    const auto* conditions = settings.conditions.get();
    auto arrival = finish + settings.delay;
    arrival += conditions ? conditions->GetExtraDelay(finish) : Instant(0);
    if (settings.jitter)
    {
        arrival += ns3::LinkConditions::FromSeconds(settings.jitter());
    }
    if (settings.keepsOrder)
    {
        m_latest = arrival = std::max(m_latest, arrival);
    }
    const bool isDamaged =
        settings.bitErrorRate > 0 &&
        settings.damages() >= ns3::GetIntact(packet.octets, settings.bitErrorRate);
    const auto loss = conditions ? conditions->GetLoss(finish) : 0.0;
    const bool isLost = (loss > 0 && settings.chances() < loss) || isDamaged;
    const bool isTwofold = settings.duplication > 0 && settings.copies() < settings.duplication;
    if (isLost)
    {
        Lose(packet);
        return;
    }
    Fly(packet, arrival);
    if (isTwofold)
    {
        auto& copy = m_world.TakePacket();
        copy = packet;
        Fly(copy, arrival);
    }
}

void
Link::Fly(Packet& packet, Instant arrival)
{
    packet.arrival = arrival;
    packet.turn = m_clock.TakeTurn();
    packet.next = nullptr;
    if (m_first && arrival >= m_last->arrival)
    {
        m_last->next = &packet;
        m_last = &packet;
        return;
    }
    // The first one has an event, and who overtakes.
    m_clock.Schedule(arrival, packet, 0, packet.turn);
    if (!m_first)
    {
        m_first = &packet;
        m_last = &packet;
    }
}

void
Link::Arrive(Packet& packet)
{
    if (&packet == m_first)
    {
        m_first = packet.next;
        if (m_first)
        {
            m_clock.Schedule(m_first->arrival, *m_first, 0, m_first->turn);
        }
    }
    if (m_settings.loss && m_settings.loss(m_clock.GetNow(), packet))
    {
        Lose(packet);
        return;
    }
    TellPacket(Event::ARRIVAL, m_clock.GetNow(), packet);
    m_world.Forward(packet);
}

} // namespace lean

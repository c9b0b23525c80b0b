/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-link.h"

#include "lean-world.h"

#include <algorithm>

namespace lean
{

void
Packet::Act(uint32_t /* what */, uint64_t /* turn */)
{
    route->links[hop]->Arrive(*this);
}

Link::Link(World& world, const LinkSettings& settings)
    : m_world(world),
      m_settings(settings)
{
    m_settings.isServed = settings.isServed || settings.impairment;
    m_computed.SetLimit(settings.queue);
}

void
Link::Act(uint32_t what, uint64_t /* turn */)
{
    switch (what)
    {
    case ARRIVAL: {
        auto& packet = *m_first;
        m_first = packet.next;
        if (m_first)
        {
            m_world.GetClock().Schedule(m_first->arrival, *this, ARRIVAL, m_first->turn);
        }
        Arrive(packet);
        break;
    }
    case DEPARTURE:
        m_isWatching = false;
        if (m_computed.GetPackets() == 0)
        {
            m_computed.SetIdle();
            break;
        }
        TellLength(m_computed.LeaveOne());
        Watch();
        break;
    default:
        Begin();
        break;
    }
}

void
Link::Send(Packet& packet)
{
    m_settings.isServed ? SendServed(packet) : SendComputed(packet);
}

Instant
Link::GetFinish(Instant start, uint32_t octets)
{
    if (m_settings.conditions)
    {
        return m_settings.conditions->GetFinish(start, octets);
    }
    if (octets != m_octets)
    {
        m_octets = octets;
        m_lasts = ns3::LinkConditions::GetTime(octets, m_settings.rate);
    }
    return start + m_lasts;
}

uint32_t
Link::CountQueued()
{
    Settle();
    return m_computed.GetPackets() + static_cast<uint32_t>(m_served.size());
}

void
Link::SendComputed(Packet& packet)
{
    const auto now = m_world.GetClock().GetNow();
    Settle();
    if (m_isStuck || !m_computed.Fits(packet.octets))
    {
        Drop(packet);
        return;
    }
    const auto octets = packet.octets;
    const auto start = m_computed.GetStart(now);
    const auto finish = GetFinish(start, octets);
    TellPacket(Event::ENQUEUE, now, packet);
    TellPacket(Event::DEQUEUE, start, packet);
    m_isStuck = finish == ns3::LinkConditions::NEVER;
    if (m_isStuck)
    {
        Lose(packet);
        return;
    }
    Launch(packet, finish);
    const auto isWaiting = m_computed.IsBusy(now);
    m_computed.Add(now, finish, octets, {});
    if (m_watch && !isWaiting)
    {
        // It comes and goes.
        m_watch(now, 1);
    }
    TellLength(now);
    Watch();
}

void
Link::Settle()
{
    m_computed.LeaveBefore(m_world.GetClock().GetNow(),
                           [this](Instant start) { TellLength(start); });
}

void
Link::TellLength(Instant when) const
{
    if (m_watch)
    {
        m_watch(when, m_computed.GetPackets() + static_cast<uint32_t>(m_served.size()));
    }
}

void
Link::Watch()
{
    if (m_computed.IsNearlyFull() && !m_isWatching)
    {
        m_isWatching = true;
        m_world.GetClock().Schedule(m_computed.GetNextFinish(), *this, DEPARTURE);
    }
}

void
Link::SendServed(Packet& packet)
{
    const auto& limit = m_settings.queue;
    if (limit.inOctets ? m_servedOctets + packet.octets > limit.most
                       : m_served.size() + 1 > limit.most)
    {
        Drop(packet);
        return;
    }
    TellPacket(Event::ENQUEUE, m_world.GetClock().GetNow(), packet);
    m_served.push_back(&packet);
    m_servedOctets += packet.octets;
    TellLength(m_world.GetClock().GetNow());
    if (!m_isServing)
    {
        Begin();
    }
}

void
Link::Begin()
{
    m_isServing = !m_served.empty();
    if (!m_isServing)
    {
        return;
    }
    auto& packet = *m_served.front();
    m_served.pop_front();
    m_servedOctets -= packet.octets;
    TellLength(m_world.GetClock().GetNow());
    auto& clock = m_world.GetClock();
    TellPacket(Event::DEQUEUE, clock.GetNow(), packet);
    const auto finish = GetFinish(clock.GetNow(), packet.octets);
    if (finish == ns3::LinkConditions::NEVER)
    {
        Lose(packet);
        return;
    }
    clock.Schedule(finish, *this, END);
    Launch(packet, finish);
}

void
Link::Drop(Packet& packet)
{
    ++m_dropped;
    TellPacket(Event::DROP, m_world.GetClock().GetNow(), packet);
    m_world.GetPackets().Give(packet);
}

void
Link::Lose(Packet& packet)
{
    ++m_lost;
    TellPacket(Event::LOSS, m_world.GetClock().GetNow(), packet);
    m_world.GetPackets().Give(packet);
}

void
Link::Launch(Packet& packet, Instant finish)
{
    auto arrival = finish + m_settings.delay;
    const auto* conditions = m_settings.conditions.get();
    const auto& impairment = m_settings.impairment;
    arrival += conditions ? conditions->GetExtraDelay(finish) : Instant(0);
    if (impairment && impairment->jitter)
    {
        arrival += ns3::LinkConditions::FromSeconds(impairment->jitter());
    }
    if (impairment && impairment->keepsOrder)
    {
        m_latest = arrival = std::max(m_latest, arrival);
    }
    const bool isDamaged =
        impairment && impairment->bitErrorRate > 0 &&
        impairment->damages() >= ns3::GetIntact(packet.octets, impairment->bitErrorRate);
    const auto loss = conditions ? conditions->GetLoss(finish) : 0.0;
    const bool isLost = (loss > 0 && m_settings.chances() < loss) || isDamaged;
    const bool isTwofold =
        impairment && impairment->duplication > 0 && impairment->copies() < impairment->duplication;
    if (isLost)
    {
        Lose(packet);
        return;
    }
    auto* copy = isTwofold ? &m_world.GetPackets().Take() : nullptr;
    if (copy)
    {
        *copy = packet;
    }
    Fly(packet, arrival);
    if (copy)
    {
        Fly(*copy, arrival);
    }
}

void
Link::Fly(Packet& packet, Instant arrival)
{
    auto& clock = m_world.GetClock();
    packet.arrival = arrival;
    packet.turn = clock.TakeTurn();
    packet.next = nullptr;
    if (!m_first)
    {
        m_first = &packet;
        clock.Schedule(arrival, *this, ARRIVAL, packet.turn);
    }
    else if (arrival >= m_last->arrival)
    {
        m_last->next = &packet;
    }
    else
    {
        // It overtakes: an event of its own.
        clock.Schedule(arrival, packet, 0, packet.turn);
        return;
    }
    m_last = &packet;
}

void
Link::Arrive(Packet& packet)
{
    if (m_settings.loss && m_settings.loss->Loses(m_world.GetClock().GetNow(), packet))
    {
        Lose(packet);
        return;
    }
    TellPacket(Event::ARRIVAL, m_world.GetClock().GetNow(), packet);
    m_world.Forward(packet);
}

} // namespace lean

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-world.h"

namespace lean
{

void
World::Join(Host& first,
            Host& second,
            const std::vector<Link*>& there,
            const std::vector<Link*>& back,
            Instant start)
{
    first.SetRoute({there, &second});
    second.SetRoute({back, &first});
    second.Listen();
    if (start >= Instant(0))
    {
        first.OpenAt(start);
    }
}

void
World::Send(const Host& host,
            const Route& route,
            const ns3::OutgoingSegment& segment,
            ns3::TcpEcn::Mark mark)
{
    if (m_watch)
    {
        m_watch(host, m_clock.GetNow(), segment);
    }
    auto& packet = m_packets.Take();
    packet.segment = segment;
    packet.octets = static_cast<uint32_t>(m_headers + segment.payload.Size() +
                                          segment.header.GetPaddedOptionsSize());
    packet.mark = mark;
    packet.route = &route;
    packet.hop = 0;
    route.links.front()->Send(packet);
}

void
World::Forward(Packet& packet)
{
    const auto& route = *packet.route;
    if (++packet.hop < route.links.size())
    {
        route.links[packet.hop]->Send(packet);
        return;
    }
    route.end->Receive(packet);
    m_packets.Give(packet);
}

} // namespace lean

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_WORLD_H
#define LEAN_WORLD_H

#include "lean-clock.h"
#include "lean-host.h"
#include "lean-link.h"

#include <cstdint>
#include <deque>
#include <utility>

/// A world for the core without a simulator: time, links, hosts. What it does at which nanosecond
/// is what ns-3 does over PathNetDevices.
namespace lean
{

/// Links, hosts, and the time.
class World
{
  public:
    World() = default;
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Add a link. @return the link, which stays where it is
    Link& AddLink(const LinkSettings& settings)
    {
        return m_links.emplace_back(*this, settings);
    }

    /// Add a host. @return the host, which stays where it is
    Host& AddHost(const HostSettings& settings, Control control)
    {
        return m_hosts.emplace_back(*this, settings, std::move(control));
    }

    /// @return the clock
    Clock& GetClock()
    {
        return m_clock;
    }

    /// @return a packet, perhaps a former one: all fields are to be set
    Packet& TakePacket()
    {
        if (!m_free)
        {
            return m_packets.emplace_back();
        }
        return *std::exchange(m_free, m_free->next);
    }

    /// A packet is not used any more.
    void GivePacket(Packet& packet)
    {
        packet.next = std::exchange(m_free, &packet);
    }

    /// A host's segment goes.
    void Send(const Route& route, const ns3::OutgoingSegment& segment, ns3::TcpEcn::Mark mark)
    {
        auto& packet = TakePacket();
        packet.segment = segment;
        packet.octets = static_cast<uint32_t>(HEADERS + segment.payload.Size() +
                                              segment.header.GetPaddedOptionsSize());
        packet.mark = mark;
        packet.route = &route;
        packet.hop = 0;
        route.links.front()->Send(packet);
    }

    /// A packet has come to the end of a link.
    void Forward(Packet& packet)
    {
        const auto& route = *packet.route;
        if (++packet.hop < route.links.size())
        {
            route.links[packet.hop]->Send(packet);
            return;
        }
        route.end->Receive(packet);
        GivePacket(packet);
    }

  private:
    /// Octets of a packet, but TCP's options and data.
    static constexpr uint32_t HEADERS = ns3::protocolnumbers::TCP_HEADER +
                                        ns3::protocolnumbers::IPV4_HEADER +
                                        ns3::protocolnumbers::PPP_HEADER;

    Clock m_clock;                //!< the time
    std::deque<Packet> m_packets; //!< all there are
    Packet* m_free{nullptr};      //!< those that are not used
    std::deque<Link> m_links;     //!< all links
    std::deque<Host> m_hosts;     //!< all hosts
};

} // namespace lean

#endif /* LEAN_WORLD_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_WORLD_H
#define LEAN_WORLD_H

#include "lean-clock.h"
#include "lean-host.h"
#include "lean-link.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

/// A world for the core without a simulator: time, links, hosts. What it does at which nanosecond
/// is what ns-3 does over PathNetDevices.
namespace lean
{

/// Links, hosts, and the time.
class World
{
  public:
    /// What is seen of each segment that goes: by which host, when, what.
    using Watch =
        std::function<void(const Host& host, Instant now, const ns3::OutgoingSegment& segment)>;

    /// @param ipHeader octets of IP's header, 20 or 40
    explicit World(uint32_t ipHeader = ns3::protocolnumbers::IPV4_HEADER)
        : m_headers(ipHeader + ns3::protocolnumbers::PPP_HEADER + TCP_HEADER)
    {
    }

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

    /// Join two hosts: the first one begins a connection at a time, or by Host::SetNext() if that
    /// is negative. @param there links from the first to the second @param back the others
    void Join(Host& first,
              Host& second,
              const std::vector<Link*>& there,
              const std::vector<Link*>& back,
              Instant start = Instant(0))
    {
        first.SetRoute({there, &second});
        second.SetRoute({back, &first});
        second.Listen();
        if (start >= Instant(0))
        {
            first.OpenAt(start);
        }
    }

    /// Have someone see each segment.
    void SetWatch(Watch watch)
    {
        m_watch = std::move(watch);
    }

    /// @return the clock
    Clock& GetClock()
    {
        return m_clock;
    }

    /// @return the clock
    const Clock& GetClock() const
    {
        return m_clock;
    }

    /// @return the packets
    PacketStore& GetPackets()
    {
        return m_packets;
    }

    /// A host's segment goes.
    void Send(const Host& host,
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
        m_packets.Give(packet);
    }

  private:
    static constexpr uint32_t TCP_HEADER = 20; //!< octets, without options

    uint32_t m_headers;       //!< octets of a packet, but TCP's options and data
    Clock m_clock;            //!< the time
    PacketStore m_packets;    //!< all packets
    std::deque<Link> m_links; //!< all links
    std::deque<Host> m_hosts; //!< all hosts
    Watch m_watch;            //!< sees each segment
};

} // namespace lean

#endif /* LEAN_WORLD_H */

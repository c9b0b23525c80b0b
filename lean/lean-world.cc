/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-world.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lean
{

namespace
{
constexpr uint32_t IP_HEADER = 20;  // octets
constexpr uint32_t PPP_HEADER = 2;  // octets, as ns-3 frames
constexpr uint32_t TCP_HEADER = 20; // octets, without options

/// @return octets of a segment on the link
uint32_t
GetSize(const ns3::OutgoingSegment& segment)
{
    return static_cast<uint32_t>(segment.payload.Size() + segment.header.GetPaddedOptionsSize()) +
           TCP_HEADER + IP_HEADER + PPP_HEADER;
}

/// @return how long octets take at a rate, to the nearest nanosecond
Instant
GetTime(uint32_t octets, uint64_t rate)
{
    const uint64_t bits = uint64_t{octets} * 8 * 1'000'000'000;
    return Instant((bits + rate / 2) / rate);
}
} // namespace

void
Clock::Run(Instant end)
{
    while (!m_heap.empty() && m_heap.top().at < end)
    {
        const auto event = m_heap.top();
        m_heap.pop();
        m_now = event.at;
        event.call();
    }
}

void
World::Send(std::size_t host, const ns3::OutgoingSegment& segment)
{
    const auto now = m_clock.GetNow();
    if (m_watch)
    {
        m_watch(host, now, segment);
    }
    const auto& link = m_links[host];
    auto& state = m_states[host];
    while (!state.waiting.empty() && state.waiting.front() < now)
    {
        state.waiting.pop_front();
    }
    if (state.waiting.size() + 1 > link.queue)
    {
        return;
    }
    if (state.free >= now)
    {
        state.waiting.push_back(state.free);
    }
    state.free = std::max(now, state.free) + GetTime(GetSize(segment), link.rate);
    const auto number = state.sent++;
    if (std::find(link.lost.begin(), link.lost.end(), number) == link.lost.end())
    {
        // Nothing overtakes.
        state.flying.push_back(segment);
        m_clock.Schedule(state.free + link.delay - now, [this, host] {
            const auto first = m_states[host].flying.front();
            m_states[host].flying.pop_front();
            m_hosts[1 - host]->Receive(first);
        });
    }
}

class Host::Event
{
  public:
    explicit Event(Host& host)
        : m_host(host)
    {
        m_event.emplace(host.m_endpoint, host.m_world.GetClock().GetNow());
    }

    ~Event()
    {
        m_event.reset();
        if (m_host.m_endpoint.IsIdle() && m_host.GetConnection().IsBegun())
        {
            m_host.SetAlarm();
        }
    }

    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

  private:
    Host& m_host;                                   //!< whose it is
    std::optional<ns3::TcpEndpoint::Event> m_event; //!< of the endpoint
};

Host::Host(World& world,
           std::size_t number,
           const ns3::TcpConnection::Choice& choice,
           const Control& control,
           uint32_t piece)
    : m_world(world),
      m_number(number),
      m_endpoint(choice, {control.control, control.law, control.rtt}, *this),
      m_piece(piece)
{
}

void
Host::Open(const ns3::HostLimits& limits)
{
    const Event event(*this);
    m_endpoint.GetConnection().Open(ns3::FirstPosition(0), ns3::SegmentFields::SYN, limits);
}

void
Host::Listen(const ns3::HostLimits& limits)
{
    m_ears = limits;
}

void
Host::Receive(const ns3::OutgoingSegment& segment)
{
    if (m_ears)
    {
        if (segment.header.Has(ns3::SegmentFields::SYN))
        {
            const auto limits = *std::exchange(m_ears, std::nullopt);
            m_world.GetClock().Schedule(Instant(0), [this, segment, limits] {
                const Event event(*this);
                m_endpoint.GetConnection().Accept(segment.header, ns3::FirstPosition(0), limits);
            });
        }
        return;
    }
    const Event event(*this);
    m_endpoint.OnSegment(segment.header,
                         static_cast<uint32_t>(segment.payload.Size()),
                         ns3::TcpEcn::Mark::NOT_CAPABLE);
    m_endpoint.GetConnection().GetReceiver().TakeFresh();
}

void
Host::Emit(const ns3::OutgoingSegment& segment)
{
    m_world.Send(m_number, segment);
}

void
Host::Report(const ns3::ConnectionReport& report)
{
    if (report.kind == ns3::ConnectionReport::Kind::CONNECTED)
    {
        m_world.GetClock().Schedule(Instant(0), [this] {
            m_isConnected = true;
            Write();
        });
    }
}

void
Host::Tell(const ns3::ConnectionNotices& notices)
{
    if (notices.isOver)
    {
        m_endpoint.GetConnection().Abandon();
        m_alarm.reset();
        return;
    }
    const ns3::TcpEndpoint::Call call(m_endpoint);
    if (notices.room && m_isConnected && GetConnection().IsOpen())
    {
        Write();
    }
    if (notices.data && GetConnection().IsOpen())
    {
        Read();
    }
}

void
Host::Write()
{
    using Written = ns3::TcpEndpoint::Written;
    while (m_piece > 0 && m_endpoint.Write(m_piece) == Written::TAKEN)
    {
        if (m_endpoint.SendsSoon() && !std::exchange(m_isSending, true))
        {
            m_world.GetClock().Schedule(Instant(1), [this] { SendAllowed(); });
        }
    }
}

void
Host::SendAllowed()
{
    m_isSending = false;
    const Event event(*this);
    m_endpoint.SendAllowed();
}

void
Host::Read()
{
    const Event event(*this);
    const auto octets =
        m_endpoint.GetConnection().GetReceiver().Read(std::numeric_limits<uint32_t>::max());
    if (octets > 0)
    {
        m_read += octets;
        m_endpoint.OnRead();
    }
}

void
Host::SetAlarm()
{
    const auto earliest = m_endpoint.GetTimers().GetEarliest();
    // A deadline that moves with each segment costs an event in a round trip.
    if (earliest && (!m_alarm || *m_alarm > *earliest))
    {
        m_alarm = earliest;
        m_world.GetClock().Schedule(*earliest - m_world.GetClock().GetNow(),
                                    [this, number = ++m_alarms] { OnAlarm(number); });
    }
    else if (!earliest)
    {
        m_alarm.reset();
    }
}

void
Host::OnAlarm(uint64_t number)
{
    // Another one may have been set since.
    if (m_alarm && number == m_alarms)
    {
        m_alarm.reset();
        const Event event(*this);
        m_endpoint.OnAlarm();
    }
}

} // namespace lean

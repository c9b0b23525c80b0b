/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulation.h"

#include "variants.h"

#include "ns3/random-stream.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lean
{

namespace
{
constexpr uint32_t PIECE = 8192; // octets that the application writes at once
constexpr double LEAST_BUFFER = 131072;
constexpr double MOST_CHANGING_RATE = 1e9; // bit/s, beyond which a path that changes is limited
constexpr double MOST_BUFFER = 1 << 30;    // RFC 7323, section 2.3
constexpr std::size_t MOST_POINTS = 2'000'000;
constexpr double AGAIN = 1;
constexpr double LOST = 2;
constexpr double OVERFLOWS = 4;

/// @return attributes of both ends; if buffers that grow are no part of the preset, they never
/// limit the sender
Attributes
MakeAttributes(const Setting& setting)
{
    auto attributes = FindVariant(setting.variant)->attributes;
    attributes.mss = static_cast<uint32_t>(setting.mss);
    attributes.receiver.acks.count = static_cast<uint32_t>(setting.ack);
    if (attributes.receiver.mostBuffer == 0)
    {
        const auto rate =
            setting.conditions ? std::max(setting.rate, MOST_CHANGING_RATE) : setting.rate;
        const auto held = rate * setting.rtt / 8 + setting.queue * setting.mss;
        attributes.sender.buffer =
            static_cast<uint32_t>(std::clamp(4 * held, LEAST_BUFFER, MOST_BUFFER));
        attributes.receiver.buffer = attributes.sender.buffer;
    }
    return attributes;
}

double
GetPosition(uint64_t position)
{
    return static_cast<double>(position - ns3::FirstPosition(1));
}

/// @return draws numbers of one of a setting's streams
Draw
MakeDraw(const Setting& setting, RandomStreams stream)
{
    ns3::RandomStream random(1, static_cast<uint64_t>(setting.seed), stream);
    return [random]() mutable { return random.GetValue(); };
}

/// @return what loses at random, alone or in bursts, and what is named
PacketLoss
MakeLosses(const Setting& setting)
{
    return [draw = MakeDraw(setting, LOSSES),
            atRandom = ns3::BurstLoss(setting.loss, setting.burst),
            named = std::set<double>(setting.lost.begin(), setting.lost.end()),
            carried = 0.0](Instant, const Packet& packet) mutable {
        const bool isAtRandom = atRandom.Loses(draw);
        const bool isData = packet.segment.payload.Size() > 0;
        return (isData && named.count(++carried) > 0) || isAtRandom;
    };
}
} // namespace

Simulation::Simulation(const Setting& setting,
                       bool records,
                       std::unique_ptr<ns3::WindowControl> control)
    : m_seconds(setting.seconds),
      m_records(records)
{
    LinkSettings path;
    path.rate = static_cast<uint64_t>(setting.rate);
    path.delay = ns3::LinkConditions::FromSeconds(setting.rtt / 2);
    path.queue.most = UINT32_MAX;
    auto& back = m_world.AddLink(path);
    path.queue.most = static_cast<uint32_t>(setting.queue);
    path.loss = MakeLosses(setting);
    path.conditions = setting.conditions;
    path.chances = MakeDraw(setting, CHANCES);
    if (records)
    {
        path.onLength = [this](auto when, auto packets) { OnLength(when, packets); };
    }
    m_link = &m_world.AddLink(path);
    using Event = Link::Event;
    m_link->AddWatch(Event::ENQUEUE, [this](auto, auto& packet) { OnSent(packet.segment); });
    m_link->AddWatch(Event::DROP, [this](auto, auto& packet) {
        OnSent(packet.segment);
        OnFate(packet.segment, OVERFLOWS);
    });
    m_link->AddWatch(Event::LOSS, [this](auto, auto& packet) { OnFate(packet.segment, LOST); });
    m_link->AddWatch(Event::ARRIVAL, [this](auto, auto& packet) { OnFate(packet.segment, 0); });
    back.AddWatch(Event::ENQUEUE, [this](auto, auto& packet) {
        ++m_counts.acks;
        OnSent(packet.segment);
    });
    const auto& variant = *FindVariant(setting.variant);
    const auto attributes = MakeAttributes(setting);
    Application writes;
    writes.piece = PIECE;
    auto controls = variant.MakeControl();
    controls.control = control ? std::move(control) : std::move(controls.control);
    m_sender = &m_world.AddHost(attributes.Make(writes), std::move(controls));
    m_receiver = &m_world.AddHost(attributes.Make({}), variant.MakeControl());
    m_sender->SetObserver(*this);
    m_sender->SetRoute({{m_link}, m_receiver});
    m_receiver->SetRoute({{&back}, m_sender});
    m_sender->OpenAt(Instant(0));
}

bool
Simulation::Run(uint64_t segments)
{
    m_due = segments;
    const auto isOver = m_world.GetClock().Run(ns3::LinkConditions::FromSeconds(m_seconds));
    // What has left the queue up to now is told only when the link is asked.
    m_link->CountQueued();
    return isOver;
}

const Counts&
Simulation::GetCounts()
{
    m_counts.octets = static_cast<double>(m_receiver->GetRead());
    m_counts.goodput = m_counts.octets * 8 / m_seconds;
    return m_counts;
}

void
Simulation::OnSent(const ns3::OutgoingSegment& segment)
{
    if (--m_due == 0)
    {
        m_world.GetClock().Stop();
    }
    if (segment.payload.Size() == 0)
    {
        return;
    }
    const bool isAgain = segment.kind == ns3::SegmentKind::RETRANSMISSION;
    ++m_counts.segments;
    m_counts.retransmissions += isAgain ? 1 : 0;
    auto& times = m_columns[SENT_TIME];
    if (m_records && times.size() < MOST_POINTS)
    {
        m_onTheWay.push_back(times.size());
        times.push_back(GetTime());
        m_columns[SENT_POSITION].push_back(GetPosition(segment.payload.begin));
        m_columns[SENT_KIND].push_back(isAgain ? AGAIN : 0);
    }
}

void
Simulation::OnFate(const ns3::OutgoingSegment& segment, double kind)
{
    if (segment.payload.Size() == 0)
    {
        return;
    }
    m_counts.lost += kind == LOST ? 1 : 0;
    m_counts.overflows += kind == OVERFLOWS ? 1 : 0;
    const auto& positions = m_columns[SENT_POSITION];
    const auto position = GetPosition(segment.payload.begin);
    // Where the delay changes, packets overtake one another; what finds no room was sent last.
    const auto end = m_onTheWay.end();
    const bool isLast = kind == OVERFLOWS && !m_onTheWay.empty();
    const auto sent = std::find_if(isLast ? end - 1 : m_onTheWay.begin(), end, [&](auto at) {
        return positions[at] == position;
    });
    if (sent != end)
    {
        m_columns[SENT_KIND][*sent] += kind;
        m_onTheWay.erase(sent);
    }
}

void
Simulation::OnChange()
{
    const auto& connection = m_sender->GetConnection();
    if (!m_records || !connection.IsEstablished())
    {
        return;
    }
    const auto& window = connection.GetWindow();
    const auto now = GetTime();
    Add(ACKED_TIME, now, GetPosition(window.una));
    Add(WINDOW_TIME, now, window.cwnd);
    if (window.ssthresh < UINT32_MAX)
    {
        Add(THRESHOLD_TIME, now, window.ssthresh);
    }
}

void
Simulation::OnLength(Instant when, uint32_t packets)
{
    const auto time = static_cast<double>(when.count()) / 1e9;
    auto& times = m_columns[QUEUE_TIME];
    // Of several lengths at one time the last one counts.
    if (!times.empty() && times.back() == time)
    {
        times.pop_back();
        m_columns[QUEUE_PACKETS].pop_back();
    }
    Add(QUEUE_TIME, time, packets);
}

void
Simulation::Add(Column times, double when, double value)
{
    auto& values = m_columns[times + 1];
    // Segments are the bound, not values: for each segment the queue's length changes twice.
    if (values.empty() || (values.back() != value && m_counts.segments <= MOST_POINTS))
    {
        m_columns[times].push_back(when);
        values.push_back(value);
    }
}

} // namespace lean

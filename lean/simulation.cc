/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulation.h"

#include "variants.h"

#include "ns3/random-stream.h"

#include <algorithm>
#include <cmath>
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

Instant
ToInstant(double seconds)
{
    return Instant(std::llround(seconds * 1e9));
}

/// @return octets of a buffer that never limits the sender; 0 if buffers that grow are a part of
/// the preset
uint32_t
FindBuffer(const Setting& setting)
{
    if (FindVariant(setting.variant)->attributes.receiver.mostBuffer > 0)
    {
        return 0;
    }
    const auto rate =
        setting.IsSteady() ? setting.rate : std::max(setting.rate, MOST_CHANGING_RATE);
    const auto held = rate * setting.rtt / 8 + setting.queue * setting.mss;
    return static_cast<uint32_t>(std::clamp(4 * held, LEAST_BUFFER, MOST_BUFFER));
}

Attributes
MakeAttributes(const Setting& setting)
{
    auto attributes = FindVariant(setting.variant)->attributes;
    attributes.mss = static_cast<uint32_t>(setting.mss);
    attributes.receiver.acks.count = static_cast<uint32_t>(setting.ack);
    if (const auto buffer = FindBuffer(setting))
    {
        attributes.sender.buffer = buffer;
        attributes.receiver.buffer = buffer;
    }
    return attributes;
}

uint64_t
GetPosition(uint64_t position)
{
    return position - ns3::FirstPosition(1);
}
} // namespace

void
Series::Steps::Add(double now, double is)
{
    if (value.empty() || (value.back() != is && value.size() < MOST_POINTS))
    {
        time.push_back(now);
        value.push_back(is);
    }
}

/// Loses at random, alone or in bursts, and what is named.
class Simulation::Losses : public PacketLoss
{
  public:
    explicit Losses(const Setting& setting)
        : m_random(1, static_cast<uint64_t>(setting.seed), LOSSES),
          m_atRandom(setting.loss, setting.burst),
          m_named(setting.lost.begin(), setting.lost.end())
    {
    }

    bool Loses(Instant /* now */, Packet& packet) override
    {
        const auto isAtRandom = m_atRandom.Loses([this] { return m_random.GetValue(); });
        const auto isData = packet.segment.payload.Size() > 0;
        return (isData && m_named.count(++m_carried) > 0) || isAtRandom;
    }

  private:
    ns3::RandomStream m_random; //!< of the seed
    ns3::BurstLoss m_atRandom;  //!< how many
    std::set<double> m_named;   //!< segments that are to be lost
    double m_carried{0};        //!< segments of data
};

Simulation::Simulation(const Setting& setting,
                       bool records,
                       std::unique_ptr<ns3::WindowControl> control)
    : m_setting(setting),
      m_records(records)
{
    LinkSettings path;
    path.rate = static_cast<uint64_t>(setting.rate);
    path.delay = ToInstant(setting.rtt / 2);
    path.queue.most = UINT32_MAX;
    auto& back = m_world.AddLink(path);
    path.queue.most = static_cast<uint32_t>(setting.queue);
    path.loss = std::make_shared<Losses>(setting);
    path.conditions = setting.conditions;
    const auto run = static_cast<uint64_t>(setting.seed);
    path.chances = [random = ns3::RandomStream(1, run, CHANCES)]() mutable {
        return random.GetValue();
    };
    m_link = &m_world.AddLink(path);
    m_link->AddPacketWatch([this](auto event, auto, const auto& packet) {
        if (event == Link::Event::LOSS || event == Link::Event::ARRIVAL)
        {
            OnCarried(packet, event == Link::Event::LOSS);
        }
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
    m_world.SetWatch([this](auto& host, auto, auto& segment) { OnSegment(host, segment); });
    m_world.Join(*m_sender, *m_receiver, {m_link}, {&back});
}

bool
Simulation::Run(uint64_t segments)
{
    m_due = segments;
    return m_world.GetClock().Run(ToInstant(m_setting.seconds));
}

uint32_t
Simulation::GetBuffer() const
{
    return FindBuffer(m_setting);
}

Counts
Simulation::GetCounts() const
{
    auto counts = m_counts;
    counts.overflows = static_cast<double>(m_link->GetDropped());
    counts.octets = static_cast<double>(m_receiver->GetRead());
    counts.goodput = counts.octets * 8 / m_setting.seconds;
    return counts;
}

void
Simulation::OnSegment(const Host& host, const ns3::OutgoingSegment& segment)
{
    if (--m_due == 0)
    {
        m_world.GetClock().Stop();
    }
    if (&host == m_receiver)
    {
        ++m_counts.acks;
    }
    else if (segment.payload.Size() > 0)
    {
        ++m_counts.segments;
        m_counts.retransmissions += segment.kind == ns3::SegmentKind::RETRANSMISSION ? 1 : 0;
        Record(segment);
    }
}

void
Simulation::Record(const ns3::OutgoingSegment& segment)
{
    auto& to = m_series.segments;
    RecordOverflow();
    if (m_records && to.time.size() < MOST_POINTS)
    {
        m_onTheWay.push_back(to.time.size());
        to.time.push_back(GetTime());
        to.position.push_back(static_cast<double>(GetPosition(segment.payload.begin)));
        to.kind.push_back(segment.kind == ns3::SegmentKind::RETRANSMISSION ? AGAIN : 0);
    }
}

void
Simulation::RecordOverflow()
{
    if (m_link->GetDropped() > m_overflows && !m_onTheWay.empty())
    {
        m_overflows = m_link->GetDropped();
        m_series.segments.kind[m_onTheWay.back()] += OVERFLOWS;
        m_onTheWay.pop_back();
    }
}

void
Simulation::OnCarried(const Packet& packet, bool isLost)
{
    const auto& payload = packet.segment.payload;
    if (payload.Size() == 0)
    {
        return;
    }
    m_counts.lost += isLost ? 1 : 0;
    RecordOverflow();
    // Where the delay changes, packets overtake one another.
    const auto position = static_cast<double>(GetPosition(payload.begin));
    const auto sent = std::find_if(m_onTheWay.begin(), m_onTheWay.end(), [&](auto segment) {
        return m_series.segments.position[segment] == position;
    });
    if (sent != m_onTheWay.end())
    {
        m_series.segments.kind[*sent] += isLost ? LOST : 0;
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
    RecordOverflow();
    const auto now = GetTime();
    const auto& window = connection.GetWindow();
    m_series.acked.Add(now, static_cast<double>(GetPosition(window.una)));
    m_series.window.Add(now, window.cwnd);
    if (window.ssthresh < UINT32_MAX)
    {
        m_series.threshold.Add(now, window.ssthresh);
    }
    m_series.queue.Add(now, m_link->CountQueued());
}

} // namespace lean

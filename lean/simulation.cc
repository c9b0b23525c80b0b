/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulation.h"

#include <algorithm>
#include <cmath>

namespace lean
{

namespace
{
constexpr uint32_t PIECE = 65536;     // octets that the application writes at once
constexpr uint32_t INTERFACE = 65475; // octets of options and data that cross it whole
constexpr double LEAST_BUFFER = 131072;
constexpr double MOST_BUFFER = 1 << 30; // RFC 7323, section 2.3
constexpr std::size_t MOST_POINTS = 2'000'000;

Instant
ToInstant(double seconds)
{
    return Instant(std::llround(seconds * 1e9));
}

double
ToSeconds(Instant time)
{
    return static_cast<double>(time.count()) / 1e9;
}

std::array<Link, 2>
MakeLinks(const Setting& setting)
{
    const Link link{static_cast<uint64_t>(setting.rate),
                    ToInstant(setting.rtt / 2),
                    static_cast<uint32_t>(setting.queue),
                    {}};
    auto back = link;
    // ACKs do not wait for one another.
    back.queue = UINT32_MAX;
    return {link, back};
}

/// @return octets of a buffer that never limits the sender
uint32_t
FindBuffer(const Setting& setting)
{
    const auto held = setting.rate * setting.rtt / 8 + setting.queue * setting.mss;
    return static_cast<uint32_t>(std::clamp(4 * held, LEAST_BUFFER, MOST_BUFFER));
}

ns3::TcpConnection::Choice
MakeChoiceOf(const Setting& setting, const Variant& variant)
{
    auto choice = MakeChoice(variant);
    choice.mss = static_cast<uint32_t>(setting.mss);
    choice.receiver.acks.count = static_cast<uint32_t>(setting.ack);
    choice.sender.buffer = FindBuffer(setting);
    choice.receiver.buffer = FindBuffer(setting);
    return choice;
}

/// @return the window scale that the whole of a buffer needs
uint8_t
FindScale(uint32_t buffer)
{
    uint8_t scale = 0;
    while ((buffer >> scale) > UINT16_MAX)
    {
        ++scale;
    }
    return scale;
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

Simulation::End::End(const Variant& variant)
    : control(variant.control()),
      law(variant.law()),
      rtt(MakeSmoother())
{
}

Simulation::Simulation(const Setting& setting, bool records)
    : m_setting(setting),
      m_records(records),
      m_named(setting.lost.begin(), setting.lost.end()),
      m_random(static_cast<uint64_t>(setting.seed)),
      m_world(MakeLinks(setting)),
      m_ends{End(*FindVariant(setting.variant)), End(*FindVariant(setting.variant))}
{
    const auto choice = MakeChoiceOf(setting, *FindVariant(setting.variant));
    for (const std::size_t side : {0, 1})
    {
        const auto& end = m_ends[side];
        m_hosts[side] = std::make_unique<Host>(m_world,
                                               side,
                                               choice,
                                               Control{*end.control, *end.law, *end.rtt},
                                               side == 0 ? PIECE : 0);
    }
    m_world.Connect(*m_hosts[0], *m_hosts[1]);
    m_world.SetLoss([this](auto host, auto& segment) { return host == 0 && Loses(segment); });
    m_world.SetWatch(
        [this](auto host, auto, auto& segment, auto fate) { OnSegment(host, segment, fate); });
    m_hosts[0]->SetListener([this](auto& report) { OnReport(report); });
    const ns3::HostLimits limits{INTERFACE, FindScale(choice.receiver.buffer)};
    m_hosts[1]->Listen(limits);
    m_hosts[0]->Open(limits);
}

bool
Simulation::Run(uint64_t events)
{
    const auto end = ToInstant(m_setting.seconds);
    if (!m_records)
    {
        return m_world.GetClock().Run(end, events);
    }
    for (auto isOver = false; events > 0; --events)
    {
        isOver = m_world.GetClock().Run(end, 1);
        Record();
        if (isOver)
        {
            return true;
        }
    }
    return false;
}

double
Simulation::GetTime() const
{
    return ToSeconds(m_world.GetClock().GetNow());
}

const Counts&
Simulation::GetCounts()
{
    m_counts.octets = static_cast<double>(m_hosts[1]->GetRead());
    m_counts.goodput = m_counts.octets * 8 / m_setting.seconds;
    return m_counts;
}

bool
Simulation::Loses(const ns3::OutgoingSegment& segment)
{
    const auto isNamed = segment.payload.Size() > 0 && m_named.erase(m_counts.segments + 1) > 0;
    return LosesAtRandom() || isNamed;
}

bool
Simulation::LosesAtRandom()
{
    if (m_setting.loss == 0)
    {
        return false;
    }
    const auto draw = static_cast<double>(m_random() >> 11) * 0x1p-53;
    const auto share = m_setting.loss;
    const auto begins = m_setting.burst > 1 ? share / (m_setting.burst * (1 - share)) : share;
    const auto stays = m_setting.burst > 1 ? 1 - 1 / m_setting.burst : share;
    m_isInBurst = draw < (m_isInBurst ? stays : begins);
    return m_isInBurst;
}

void
Simulation::OnSegment(std::size_t host, const ns3::OutgoingSegment& segment, Fate fate)
{
    if (host == 1)
    {
        m_counts.acks += segment.payload.Size() == 0 ? 1 : 0;
        return;
    }
    if (segment.payload.Size() == 0)
    {
        return;
    }
    const auto again = segment.kind == ns3::SegmentKind::RETRANSMISSION;
    ++m_counts.segments;
    m_counts.retransmissions += again ? 1 : 0;
    m_counts.lost += fate == Fate::LOST ? 1 : 0;
    m_counts.overflows += fate == Fate::OVERFLOW ? 1 : 0;
    auto& to = m_series.segments;
    if (m_records && to.time.size() < MOST_POINTS)
    {
        to.time.push_back(GetTime());
        to.position.push_back(
            static_cast<double>(segment.payload.begin - ns3::FirstPosition(0) - 1));
        to.kind.push_back((again ? 1 : 0) + (fate == Fate::LOST ? 2 : 0) +
                          (fate == Fate::OVERFLOW ? 4 : 0));
    }
}

void
Simulation::OnReport(const ns3::ConnectionReport& report)
{
    using Kind = ns3::ConnectionReport::Kind;
    m_counts.timeouts += report.kind == Kind::TIMEOUT ? 1 : 0;
    m_counts.recoveries += report.kind == Kind::RECOVERY_ENTERED ? 1 : 0;
}

void
Simulation::Record()
{
    const auto& connection = m_hosts[0]->GetConnection();
    if (!connection.IsEstablished())
    {
        return;
    }
    const auto now = GetTime();
    const auto& window = connection.GetWindow();
    m_series.acked.Add(now, static_cast<double>(window.una - ns3::FirstPosition(0) - 1));
    m_series.window.Add(now, window.cwnd);
    if (window.ssthresh < UINT32_MAX)
    {
        m_series.threshold.Add(now, window.ssthresh);
    }
    m_series.queue.Add(now, static_cast<double>(m_world.CountWaiting(0)));
}

} // namespace lean

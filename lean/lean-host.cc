/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-host.h"

#include "lean-world.h"

#include <utility>

namespace lean
{

Host::Host(World& world, const HostSettings& settings, Control control)
    : m_world(world),
      m_clock(world.GetClock()),
      m_settings(settings),
      m_control(std::move(control)),
      m_endpoint(m_settings.choice, {*m_control.control, *m_control.law, *m_control.rtt}, *this)
{
}

void
Host::Act(uint32_t what, uint64_t turn)
{
    auto& connection = m_endpoint.GetConnection();
    switch (what)
    {
    case ALARM:
        // Another one may have been set since.
        if (m_alarm && turn == m_alarmTurn)
        {
            m_alarm.reset();
            const auto event = BeginEvent();
            m_endpoint.OnAlarm();
        }
        break;
    case SEND: {
        m_isSending = false;
        const auto event = BeginEvent();
        m_endpoint.SendAllowed();
        break;
    }
    case OPEN: {
        const auto event = BeginEvent();
        connection.Open(ns3::FirstPosition(0), m_settings.synFlags, m_settings.limits);
        if (m_settings.application.wait)
        {
            m_clock.Schedule(m_clock.GetNow() + m_settings.application.wait(), *this, WRITE);
        }
        break;
    }
    case ACCEPT: {
        const auto event = BeginEvent();
        connection.Accept(m_syn, ns3::FirstPosition(0), m_settings.limits);
        break;
    }
    case CONNECTED:
        if (connection.IsOpen())
        {
            m_isConnected = true;
            OnConnected();
        }
        break;
    default:
        ++m_due;
        OnRoom();
        m_clock.Schedule(m_clock.GetNow() + m_settings.application.wait(), *this, WRITE);
        break;
    }
}

void
Host::Receive(const Packet& packet)
{
    const auto& segment = packet.segment;
    if (GetConnection().GetEnd())
    {
        Refuse(segment.header);
    }
    else if (!m_isListening)
    {
        const auto event = BeginEvent();
        m_endpoint.OnSegment(segment.header,
                             static_cast<uint32_t>(segment.payload.Size()),
                             packet.mark);
    }
    else if (segment.header.Has(ns3::SegmentFields::SYN))
    {
        m_isListening = false;
        m_syn = segment.header;
        m_clock.Schedule(m_clock.GetNow(), *this, ACCEPT);
    }
}

void
Host::Refuse(const ns3::SegmentFields& segment)
{
    using ns3::SegmentFields;
    if (segment.Has(SegmentFields::RST))
    {
        return;
    }
    const bool hasAck = segment.Has(SegmentFields::ACK);
    ns3::OutgoingSegment answer;
    answer.kind = ns3::SegmentKind::RESET;
    answer.header.window = UINT16_MAX;
    answer.header.flags = SegmentFields::RST | (hasAck ? 0 : SegmentFields::ACK);
    answer.header.sequence = hasAck ? segment.acknowledgment : 0;
    answer.header.acknowledgment = hasAck ? 0 : segment.sequence + 1;
    Emit(answer);
}

void
Host::Emit(const ns3::OutgoingSegment& segment)
{
    using Mark = ns3::TcpEcn::Mark;
    const bool isCapable = segment.kind == ns3::SegmentKind::DATA &&
                           GetConnection().GetWindow().ecn != ns3::Window::Ecn::DISABLED;
    m_world.Send(m_route, segment, isCapable ? Mark::CAPABLE : Mark::NOT_CAPABLE);
}

void
Host::Report(const ns3::ConnectionReport& report)
{
    if (m_observer)
    {
        m_observer->OnReport(report);
    }
    if (report.kind == ns3::ConnectionReport::Kind::CONNECTED)
    {
        m_clock.Schedule(m_clock.GetNow(), *this, CONNECTED);
    }
}

void
Host::Tell(const ns3::ConnectionNotices& notices)
{
    auto& connection = m_endpoint.GetConnection();
    if (notices.isOver)
    {
        const bool isTold = *connection.GetEnd() != ns3::TcpConnection::End::SILENT;
        connection.Abandon();
        m_alarm.reset();
        if (isTold)
        {
            OnEnd();
        }
        return;
    }
    const ns3::TcpEndpoint::Call call(m_endpoint);
    if (notices.accepted)
    {
        m_isConnected = true;
        OnConnected();
    }
    if (notices.room && connection.IsOpen() && !m_endpoint.IsCloseAsked() && m_isConnected)
    {
        OnRoom();
    }
    if (notices.data && connection.IsOpen())
    {
        OnData();
    }
    if (notices.end && connection.IsOpen())
    {
        OnEnd();
    }
}

bool
Host::Write(uint32_t octets)
{
    if (m_endpoint.Write(octets) != ns3::TcpEndpoint::Written::TAKEN)
    {
        return false;
    }
    if (m_endpoint.SendsSoon() && !std::exchange(m_isSending, true))
    {
        m_clock.Schedule(m_clock.GetNow() + Instant(1), *this, SEND);
    }
    return true;
}

uint64_t
Host::Read(uint32_t most)
{
    uint64_t octets = 0;
    {
        const auto event = BeginEvent();
        octets = m_endpoint.GetConnection().GetReceiver().Read(most);
        if (octets > 0)
        {
            m_endpoint.OnRead();
        }
    }
    m_read += octets;
    if (m_observer && octets > 0)
    {
        m_observer->OnRead(octets);
    }
    return octets;
}

void
Host::Mirror()
{
    if (m_observer)
    {
        m_observer->OnChange();
    }
    const auto earliest = m_endpoint.GetTimers().GetEarliest();
    // A deadline that moves with each segment costs an event in a round trip.
    if (earliest && (!m_alarm || *m_alarm > *earliest))
    {
        m_alarm = earliest;
        m_alarmTurn = m_clock.Schedule(*earliest, *this, ALARM);
    }
    else if (!earliest)
    {
        m_alarm.reset();
    }
}

} // namespace lean

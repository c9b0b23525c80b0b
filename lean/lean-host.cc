/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lean-host.h"

#include "lean-world.h"

#include <algorithm>
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
    const auto& application = m_settings.application;
    if (application.readsFrom > Instant(0) || application.readsEvery > Instant(0))
    {
        m_clock.Schedule(application.readsFrom, *this, READ);
    }
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
            WriteLater();
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
            Begin();
        }
        break;
    case WRITE:
        WriteMore();
        break;
    default:
        Read();
        break;
    }
}

void
Host::Receive(const Packet& packet)
{
    const auto& segment = packet.segment;
    if (m_isOver)
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
    ns3::OutgoingSegment answer;
    answer.kind = ns3::SegmentKind::RESET;
    auto& header = answer.header;
    header.window = UINT16_MAX;
    header.flags = SegmentFields::RST;
    header.sequence = segment.acknowledgment;
    if (!segment.Has(SegmentFields::ACK))
    {
        header.flags |= SegmentFields::ACK;
        header.sequence = 0;
        header.acknowledgment = segment.sequence + 1;
    }
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
        m_isOver = true;
        if (isTold)
        {
            End();
        }
        return;
    }
    const ns3::TcpEndpoint::Call call(m_endpoint);
    if (notices.accepted)
    {
        Begin();
    }
    if (notices.room && connection.IsOpen() && !m_endpoint.IsCloseAsked() && m_isConnected)
    {
        Write();
    }
    if (notices.data && connection.IsOpen() && m_settings.application.readsEvery == Instant(0) &&
        m_clock.GetNow() >= m_settings.application.readsFrom)
    {
        Read();
    }
    if (notices.end && connection.IsOpen())
    {
        End();
    }
}

void
Host::End()
{
    if (const auto ended = std::exchange(m_settings.application.ended, nullptr))
    {
        ended();
    }
    if (m_settings.application.closesAfterPeer && !m_isOver)
    {
        Close();
    }
}

void
Host::Begin()
{
    m_isConnected = true;
    if (m_settings.application.piece > 0 && !m_settings.application.wait)
    {
        m_resting = m_clock.GetNow() + m_settings.application.on;
        WriteMore();
    }
}

void
Host::WriteMore()
{
    const auto& application = m_settings.application;
    const bool waits = application.wait || application.every > Instant(0);
    m_due = waits ? m_due + application.piece : Application::WITHOUT_END;
    Write();
    if (waits && m_due < application.volume - m_written)
    {
        WriteLater();
    }
}

void
Host::WriteLater()
{
    const auto& application = m_settings.application;
    auto next = m_clock.GetNow() + (application.wait ? application.wait() : application.every);
    if (application.on > Instant(0) && next >= m_resting)
    {
        next = m_resting + application.off;
        m_resting = next + application.on;
    }
    m_clock.Schedule(next, *this, WRITE);
}

void
Host::Write()
{
    using Written = ns3::TcpEndpoint::Written;
    const auto& application = m_settings.application;
    while (m_due > 0 && m_written < application.volume)
    {
        const auto octets = static_cast<uint32_t>(
            std::min({uint64_t{application.piece}, application.volume - m_written, m_due}));
        if (m_endpoint.Write(octets) != Written::TAKEN)
        {
            return;
        }
        m_written += octets;
        m_due -= m_due == Application::WITHOUT_END ? 0 : octets;
        if (m_endpoint.SendsSoon() && !std::exchange(m_isSending, true))
        {
            m_clock.Schedule(m_clock.GetNow() + Instant(1), *this, SEND);
        }
    }
    if (application.closes && m_written == application.volume)
    {
        Close();
    }
}

void
Host::Read()
{
    const auto& application = m_settings.application;
    auto& receiver = m_endpoint.GetConnection().GetReceiver();
    uint64_t octets = 0;
    do
    {
        {
            const auto event = BeginEvent();
            octets = receiver.Read(application.reads);
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
    } while (octets > 0 && application.readsEvery == Instant(0));
    if (application.readsEvery > Instant(0))
    {
        m_clock.Schedule(m_clock.GetNow() + application.readsEvery, *this, READ);
    }
}

void
Host::Close()
{
    if (!std::exchange(m_isClosed, true))
    {
        const auto event = BeginEvent();
        m_endpoint.Close();
    }
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

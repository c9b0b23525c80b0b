/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-endpoint.h"

namespace ns3
{

void
TcpEndpoint::OnSegment(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark)
{
    m_isBusy = true;
    m_connection.OnSegment(header, size, mark);
    m_isBusy = false;
    if (m_connection.IsOpen() && m_connection.IsEstablished())
    {
        m_connection.GetSender().UpdateTimers();
        SendAllowed();
    }
}

void
TcpEndpoint::OnAlarm()
{
    // One at a time: what one expiry means may stop another timer.
    if (const auto timer = m_timers.TakeDue(); timer && m_connection.OnTimer(*timer))
    {
        SendAllowed();
    }
}

TcpEndpoint::Written
TcpEndpoint::Write(uint32_t octets)
{
    if (!m_connection.MayWrite())
    {
        return Written::NOT_CONNECTED;
    }
    if (m_connection.IsClosing() || m_closeAsked || m_connection.GetEnd())
    {
        return Written::SHUT;
    }
    return m_connection.GetSender().Write(octets) ? Written::TAKEN : Written::NO_ROOM;
}

void
TcpEndpoint::Close()
{
    if (m_depth > 0)
    {
        m_closeAsked = true;
        return;
    }
    const Event event(*this);
    if (m_connection.OnClose())
    {
        SendAllowed();
    }
}

void
TcpEndpoint::Shutdown()
{
    m_connection.OnShutdown();
    SendAllowed();
}

void
TcpEndpoint::SendAllowed()
{
    if (m_depth > 0)
    {
        m_sendAsked = true;
        return;
    }
    if (!m_connection.IsEstablished())
    {
        return;
    }
    const Event event(*this);
    const bool wasBusy = std::exchange(m_isBusy, true);
    m_connection.GetSender().SendAllowed();
    m_isBusy = wasBusy;
    if (m_connection.IsBegun() && m_connection.GetSender().HasNewlySent())
    {
        TellSent();
    }
    if (m_connection.IsOpen())
    {
        m_connection.SendRest();
    }
}

void
TcpEndpoint::TellSent()
{
    const auto sizes = m_connection.GetSender().TakeNewlySent();
    ConnectionNotices notices;
    notices.sent = &sizes;
    m_host.Tell(notices);
}

void
TcpEndpoint::Settle()
{
    if (m_connection.IsBegun() && (m_connection.GetEnd() || !(m_closeAsked || m_sendAsked)))
    {
        // Who looks may ask for something.
        ++m_depth;
        m_host.Mirror();
        --m_depth;
    }
    const bool closes = std::exchange(m_closeAsked, false);
    const bool sends = std::exchange(m_sendAsked, false);
    if (!m_connection.IsBegun())
    {
        return;
    }
    if (m_connection.GetEnd())
    {
        ConnectionNotices notices;
        notices.isOver = true;
        m_host.Tell(notices);
        return;
    }
    if (closes)
    {
        Close();
    }
    else if (sends)
    {
        SendAllowed();
    }
    // An ACK that waits for more data, or for its time, tells of the window, too.
    if (!m_isBusy && std::exchange(m_hasRead, false) && m_connection.IsOpen() &&
        !m_connection.GetReceiver().IsAckWaiting())
    {
        const Event event(*this);
        m_connection.OnRead();
    }
}

} // namespace ns3

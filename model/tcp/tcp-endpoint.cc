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
        m_sendAsked = true;
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
TcpEndpoint::Send()
{
    if (!m_connection.IsEstablished())
    {
        return;
    }
    const bool wasBusy = std::exchange(m_isBusy, true);
    m_connection.GetSender().SendAllowed();
    m_isBusy = wasBusy;
    const auto sizes =
        m_connection.IsBegun() ? m_connection.GetSender().TakeNewlySent() : SegmentSizes();
    if (!sizes.empty())
    {
        ConnectionNotices notices;
        notices.sent = &sizes;
        m_host.Tell(notices);
    }
    if (m_connection.IsOpen())
    {
        m_connection.SendRest();
    }
}

void
TcpEndpoint::DoNext()
{
    if (std::exchange(m_closeAsked, false))
    {
        // Which sends the rest.
        m_sendAsked = m_connection.OnClose();
    }
    else if (std::exchange(m_sendAsked, false))
    {
        Send();
    }
    else
    {
        m_hasRead = false;
        // An ACK that waits for more data, or for its time, tells of the window, too.
        if (!m_connection.GetReceiver().IsAckWaiting())
        {
            m_connection.OnRead();
        }
    }
}

void
TcpEndpoint::Settle()
{
    const auto goesOn = [this] { return m_connection.IsBegun() && !m_connection.GetEnd(); };
    ++m_depth;
    do
    {
        while (goesOn() && (m_closeAsked || m_sendAsked || (m_hasRead && !m_isBusy)))
        {
            DoNext();
        }
        if (m_connection.IsBegun())
        {
            // Who looks may ask for something.
            m_host.Mirror();
        }
    } while (goesOn() && (m_closeAsked || m_sendAsked));
    --m_depth;
    if (m_connection.IsBegun() && m_connection.GetEnd())
    {
        ConnectionNotices notices;
        notices.isOver = true;
        m_host.Tell(notices);
    }
    m_closeAsked = false;
    m_sendAsked = false;
}

} // namespace ns3

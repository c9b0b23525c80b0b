/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a sender does that the peer's window stops.

#include "socket-time.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketPersist");

namespace
{
/// Upper bound of the time between window probes.
const Time MAX_PROBE_INTERVAL = Seconds(60);

/// Bounds of the override timer (RFC 9293, section 3.8.6.2.1).
const Time MIN_OVERRIDE = MilliSeconds(100);
const Time MAX_OVERRIDE = Seconds(1);
} // namespace

void
TcpScoreboardSocket::UpdateTimers()
{
    auto& c = *m_connection;
    const bool closed = c.peerWindow.GetWindow() == 0;
    const bool outstanding = GetUnacknowledged() > 0;
    if (closed && outstanding)
    {
        // Window probes see to it.
        StopTimer();
    }
    if (closed != c.probing)
    {
        m_persistEvent.Cancel();
        c.probeInterval = Time();
    }
    if (!closed && outstanding && !c.timer.GetDeadline())
    {
        RestartTimer();
    }
}

void
TcpScoreboardSocket::StopOverride()
{
    auto& c = *m_connection;
    c.overrideDue = false;
    if (!c.probing)
    {
        m_persistEvent.Cancel();
    }
}

Time
TcpScoreboardSocket::GetFirstProbeInterval() const
{
    // RFC 9293, section 3.8.6.1: when the window has been closed for a retransmission timeout.
    return std::min(m_rto.Get(), m_persistTimeout);
}

void
TcpScoreboardSocket::StartProbes()
{
    auto& c = *m_connection;
    if (!m_persistEvent.IsExpired() || c.sent.GetSize() == 0)
    {
        return;
    }
    c.probing = c.peerWindow.GetWindow() == 0;
    if (c.probing)
    {
        if (c.probeInterval.IsZero())
        {
            c.probeInterval = GetFirstProbeInterval();
        }
        m_persistEvent =
            Simulator::Schedule(c.probeInterval, &TcpScoreboardSocket::PersistTimeout, this);
    }
    else if (GetUnacknowledged() == 0)
    {
        // The window is too small to send: in the end what fits goes all the same.
        m_persistEvent = Simulator::Schedule(std::clamp(m_rto.Get(), MIN_OVERRIDE, MAX_OVERRIDE),
                                             &TcpScoreboardSocket::PersistTimeout,
                                             this);
    }
}

void
TcpScoreboardSocket::PersistTimeout()
{
    NS_LOG_FUNCTION(this);
    const Handling handling(*this);
    auto& c = handling.GetConnection();
    if (!c.sender || c.sent.GetSize() == 0 || m_state == CLOSED)
    {
        return;
    }
    if (c.peerWindow.GetWindow() > 0)
    {
        c.overrideDue = true;
        SendAllowed();
        return;
    }
    SendProbe();
    c.probeInterval = std::min(c.probeInterval + c.probeInterval, MAX_PROBE_INTERVAL);
    m_persistEvent =
        Simulator::Schedule(c.probeInterval, &TcpScoreboardSocket::PersistTimeout, this);
}

void
TcpScoreboardSocket::SendProbe()
{
    auto& c = *m_connection;
    const auto una = c.sender->GetScoreboard().GetUna();
    const bool idle = GetUnacknowledged() == 0;
    // Not sent for good: the peer may take it or not, see AdoptProbe().
    const auto payload = idle ? c.sent.PeekUnsent() : c.sent.Copy({una, una + 1});
    const auto now = Simulator::Now();
    if (idle)
    {
        c.probe = Probe{una, c.probe ? c.probe->first : now, now};
    }
    else
    {
        // Its ACK does not tell which was received.
        c.sent.MarkSentAgain(una);
    }
    TagPacket(payload, PacketKind::WINDOW_PROBE);
    Dispatch(payload, MakeHeader(TcpHeader::ACK, ToSequence(una)));
}

void
TcpScoreboardSocket::AdoptProbe(uint64_t ack)
{
    auto& c = *m_connection;
    if (ack != c.probe->position + 1)
    {
        return;
    }
    const auto probe = *c.probe;
    OctetRange octet{probe.position, probe.position + 1};
    TakePayload(octet);
    c.sent.SetSent(probe.position, probe.first, probe.last);
    AccountSent(octet, false, probe.first);
    if (probe.first < probe.last)
    {
        AccountSent(octet, true, probe.last);
    }
}

} // namespace ns3

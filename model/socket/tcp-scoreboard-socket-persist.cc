/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a sender does that the peer's window stops.

#include "socket-time.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketPersist");

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
    if (c.persist.OnWindow(closed))
    {
        m_persistEvent.Cancel();
    }
    if (!closed && outstanding && !c.timer.GetDeadline())
    {
        RestartTimer();
    }
}

void
TcpScoreboardSocket::StartProbes()
{
    auto& c = *m_connection;
    if (!m_persistEvent.IsExpired() || c.sent.GetSize() == 0)
    {
        return;
    }
    if (const auto wait = c.persist.Start(c.peerWindow.GetWindow() == 0,
                                          GetUnacknowledged() > 0,
                                          ToDuration(m_rto.Get()),
                                          ToDuration(m_persistTimeout)))
    {
        m_persistEvent =
            Simulator::Schedule(ToTime(*wait), &TcpScoreboardSocket::PersistTimeout, this);
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
        c.persist.Override();
        SendAllowed();
        return;
    }
    SendProbe();
    m_persistEvent = Simulator::Schedule(ToTime(c.persist.OnProbeDue()),
                                         &TcpScoreboardSocket::PersistTimeout,
                                         this);
}

void
TcpScoreboardSocket::SendProbe()
{
    auto& c = *m_connection;
    const auto una = c.sender->GetScoreboard().GetUna();
    const bool idle = GetUnacknowledged() == 0;
    // Not sent for good: the peer may take it or not, see AdoptProbe().
    const auto payload = idle ? c.sent.PeekUnsent() : c.sent.Copy({una, una + 1});
    if (idle)
    {
        c.persist.OnProbeSent(una, ToDuration(Simulator::Now()));
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
    const auto probe = c.persist.GetProbe();
    if (!probe || ack != probe->position + 1)
    {
        return;
    }
    OctetRange octet{probe->position, probe->position + 1};
    TakePayload(octet);
    c.sent.SetSent(probe->position, ToTime(probe->first), ToTime(probe->last));
    AccountSent(octet, false, ToTime(probe->first));
    if (probe->first < probe->last)
    {
        AccountSent(octet, true, ToTime(probe->last));
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How the application ends a connection, and what it is told: always last, because it may then
// close the connection, open another one, or let go of the socket.

#include "former-numbers.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketApplication");

TcpScoreboardSocket::Handling::Handling(TcpScoreboardSocket& socket)
    : m_socket(&socket),
      m_connection(socket.m_connection)
{
    ++m_connection->depth;
    m_socket->NoticeChoice();
}

TcpScoreboardSocket::Handling::~Handling()
{
    if (--m_connection->depth == 0)
    {
        m_socket->Settle(*m_connection);
    }
}

TcpScoreboardSocket::State&
TcpScoreboardSocket::Handling::GetConnection() const
{
    return *m_connection;
}

void
TcpScoreboardSocket::Settle(State& connection)
{
    const bool close = std::exchange(connection.closeAsked, false);
    const bool send = std::exchange(connection.sendAsked, false);
    if (m_connection.get() != &connection || m_state == CLOSED)
    {
        return;
    }
    if (connection.isEnding)
    {
        End(connection.endNotice);
    }
    else if (close)
    {
        Close();
    }
    else if (send)
    {
        SendAllowed();
    }
}

bool
TcpScoreboardSocket::IsOpen(const State& connection) const
{
    return m_connection.get() == &connection && m_state != CLOSED && !connection.isEnding;
}

void
TcpScoreboardSocket::Tell()
{
    auto& c = *m_connection;
    const auto notices = std::exchange(c.notices, Notices());
    if (c.isEnding)
    {
        return;
    }
    const auto depth = std::exchange(c.depth, 0);
    if (notices.accepted)
    {
        Address peer;
        GetPeerName(peer);
        NotifyNewConnectionCreated(this, peer);
    }
    if (notices.room && IsOpen(c) && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
    if (notices.data && IsOpen(c) && !m_shutdownRecv)
    {
        NotifyDataRecv();
    }
    if (notices.end && IsOpen(c))
    {
        NotifyNormalClose();
    }
    c.depth = depth;
}

void
TcpScoreboardSocket::AskForData()
{
    auto& c = *m_connection;
    if (c.sent.GetUnsent() < m_tcb->m_segmentSize && !m_closeOnEmpty && !c.closeAsked &&
        GetTxAvailable() > 0)
    {
        const auto depth = std::exchange(c.depth, 0);
        NotifySend(GetTxAvailable());
        c.depth = depth;
    }
}

void
TcpScoreboardSocket::TellSent()
{
    auto& c = *m_connection;
    const auto depth = std::exchange(c.depth, 0);
    const auto sizes = std::exchange(c.newlySent, {});
    for (const auto size : sizes)
    {
        if (m_connection.get() == &c)
        {
            NotifyDataSent(size);
        }
    }
    c.depth = depth;
}

void
TcpScoreboardSocket::TellConnected(std::shared_ptr<State> connection)
{
    if (IsOpen(*connection))
    {
        NotifyConnectionSucceeded();
    }
    if (IsOpen(*connection) && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
}

int
TcpScoreboardSocket::Close()
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpScoreboardSocket> self(this);
    auto& c = *m_connection;
    if (c.depth > 0)
    {
        c.closeAsked = true;
        return 0;
    }
    c.closed = true;
    AwaitClose();
    switch (m_state)
    {
    case SYN_SENT:
        if (c.sent.GetUnsent() > 0)
        {
            // What was written goes first, as with ns-3's own socket: examples of ns-3 write all
            // and close before the handshake is over.
            break;
        }
        EndNormally();
        return 0;
    case LISTEN:
        EndNormally();
        return 0;
    case SYN_RCVD:
    case ESTABLISHED:
    case CLOSE_WAIT:
        break;
    default:
        return 0;
    }
    if (c.received.GetReadable() > 0)
    {
        // RFC 2525, section 2.17: the peer has to know that nobody reads what it sent.
        const Handling handling(*this);
        End(&TcpScoreboardSocket::NotifyErrorClose);
        SendReset(GetSndNxt(), true);
        return 0;
    }
    m_closeOnEmpty = true;
    m_inheritedShutdown = false;
    SendAllowed();
    return 0;
}

int
TcpScoreboardSocket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    m_shutdownSend = true;
    m_closeOnEmpty = true;
    m_inheritedShutdown = false;
    SendAllowed();
    return 0;
}

void
TcpScoreboardSocket::End(EndNotice notice)
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpScoreboardSocket> self(this);
    const auto connection = m_connection;
    if (connection->depth > 0)
    {
        connection->isEnding = true;
        connection->endNotice = notice;
        return;
    }
    m_closeNotified = true;
    CancelAllTimers();
    connection->senderTimer.Cancel();
    connection->direct.reset();
    LeaveNumbers();
    DeallocateEndPoint();
    // Last, because whoever traces the state may open another connection.
    m_state = CLOSED;
    if (notice && m_connection == connection)
    {
        (this->*notice)();
    }
}

void
TcpScoreboardSocket::EndNormally()
{
    End(m_closeNotified ? nullptr : &TcpScoreboardSocket::NotifyNormalClose);
}

void
TcpScoreboardSocket::EnterTimeWait()
{
    NS_LOG_FUNCTION(this);
    CancelAllTimers();
    m_connection->senderTimer.Cancel();
    m_connection->notices.end = !m_closeNotified;
    m_closeNotified = true;
    m_timewaitEvent =
        Simulator::Schedule(Seconds(2 * m_msl), &TcpScoreboardSocket::EndNormally, this);
    m_state = TIME_WAIT;
}

void
TcpScoreboardSocket::AwaitClose()
{
    auto& c = *m_connection;
    if (m_state == FIN_WAIT_2 && c.closed && m_finWait2Timeout.IsStrictlyPositive() &&
        m_timewaitEvent.IsExpired())
    {
        c.lastNews = Simulator::Now();
        m_timewaitEvent =
            Simulator::Schedule(m_finWait2Timeout, &TcpScoreboardSocket::FinWait2Timeout, this);
    }
}

void
TcpScoreboardSocket::FinWait2Timeout()
{
    NS_LOG_FUNCTION(this);
    const Time due = m_connection->lastNews + m_finWait2Timeout;
    if (Simulator::Now() < due)
    {
        m_timewaitEvent = Simulator::Schedule(due - Simulator::Now(),
                                              &TcpScoreboardSocket::FinWait2Timeout,
                                              this);
        return;
    }
    End(&TcpScoreboardSocket::NotifyErrorClose);
}

void
TcpScoreboardSocket::LeaveNumbers()
{
    const auto& c = *m_connection;
    const bool bothClosed = c.finAcked && c.received.IsFinished();
    if (!c.sender || bothClosed)
    {
        return;
    }
    if (m_endPoint)
    {
        FormerNumbers::Get(m_node)->Leave(GetFourTuple<Ipv4Address>(*m_endPoint), GetSndNxt());
    }
    else if (m_endPoint6)
    {
        FormerNumbers::Get(m_node)->Leave(GetFourTuple<Ipv6Address>(*m_endPoint6), GetSndNxt());
    }
}

} // namespace ns3

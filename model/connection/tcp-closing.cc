/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-closing.h"

#include "socket-time.h"

namespace ns3
{

TcpClosing::TcpClosing(const ConnectionVariables& variables, TimerSet& timers)
    : m_variables(variables),
      m_timers(timers)
{
}

void
TcpClosing::OnClose()
{
    m_isClosed = true;
    AwaitPeer();
}

bool
TcpClosing::MayFinJoin() const
{
    return m_variables.closesWhenSent &&
           (m_variables.state == State::CLOSE_WAIT || !m_variables.closesAfterPeer);
}

bool
TcpClosing::IsUnclosed() const
{
    const State state = m_variables.state;
    return state == State::SYN_RCVD || state == State::ESTABLISHED || state == State::CLOSE_WAIT;
}

bool
TcpClosing::MayFinGo() const
{
    return MayFinJoin() &&
           (m_variables.state == State::CLOSE_WAIT || m_variables.state == State::ESTABLISHED);
}

void
TcpClosing::OnFinSent()
{
    if (m_variables.state == State::ESTABLISHED)
    {
        m_variables.state = State::FIN_WAIT_1;
    }
    else if (m_variables.state == State::CLOSE_WAIT)
    {
        m_variables.state = State::LAST_ACK;
    }
}

bool
TcpClosing::OnFinAcked()
{
    switch (m_variables.state)
    {
    case State::FIN_WAIT_1:
        m_variables.state = State::FIN_WAIT_2;
        AwaitPeer();
        return false;
    case State::CLOSING:
        return true;
    case State::LAST_ACK:
        FinishNormally();
        return false;
    default:
        return false;
    }
}

bool
TcpClosing::OnPeersFin()
{
    switch (m_variables.state)
    {
    case State::ESTABLISHED:
        m_variables.state = State::CLOSE_WAIT;
        NoteEnd();
        return false;
    case State::FIN_WAIT_1:
        m_variables.state = State::CLOSING;
        return false;
    default:
        return m_variables.state == State::FIN_WAIT_2;
    }
}

void
TcpClosing::OnReset()
{
    switch (m_variables.state)
    {
    case State::TIME_WAIT:
        break;
    case State::CLOSING:
    case State::LAST_ACK:
        FinishNormally();
        break;
    default:
        Finish(End::ERROR);
    }
}

void
TcpClosing::EnterTimeWait()
{
    NoteEnd();
    m_timers.Cancel(ConnectionTimer::FIN_WAIT_2);
    m_timers.Set(ConnectionTimer::TIME_WAIT,
                 m_timers.GetNow() + ToDuration(Seconds(2 * m_variables.msl)));
    m_variables.state = State::TIME_WAIT;
}

void
TcpClosing::AwaitPeer()
{
    const Time& patience = m_variables.finWait2Timeout;
    if (m_variables.state == State::FIN_WAIT_2 && m_isClosed && patience.IsStrictlyPositive() &&
        !m_timers.IsRunning(ConnectionTimer::FIN_WAIT_2))
    {
        OnNews();
        m_timers.Set(ConnectionTimer::FIN_WAIT_2, m_lastNews + ToDuration(patience));
    }
}

void
TcpClosing::OnTimer(ConnectionTimer timer)
{
    if (timer == ConnectionTimer::TIME_WAIT)
    {
        FinishNormally();
        return;
    }
    const auto due = m_lastNews + ToDuration(m_variables.finWait2Timeout);
    if (m_timers.GetNow() < due)
    {
        m_timers.Set(ConnectionTimer::FIN_WAIT_2, due);
        return;
    }
    Finish(End::ERROR);
}

void
TcpClosing::FinishNormally()
{
    Finish(m_variables.endNotified ? End::SILENT : End::NORMAL);
}

} // namespace ns3

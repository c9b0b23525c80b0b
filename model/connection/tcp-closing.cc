/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-closing.h"

#include "ns3/simulator.h"

namespace ns3
{

TcpClosing::TcpClosing(const ConnectionVariables& variables, ConnectionEffects& effects)
    : m_variables(variables),
      m_effects(effects)
{
}

TcpClosing::~TcpClosing()
{
    CancelTimers();
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
TcpClosing::OnNews()
{
    m_lastNews = Simulator::Now();
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
    m_event.Cancel();
    Schedule(Seconds(2 * m_variables.msl), ConnectionTimer::TIME_WAIT);
    m_variables.state = State::TIME_WAIT;
}

void
TcpClosing::AwaitPeer()
{
    const Time& patience = m_variables.finWait2Timeout;
    if (m_variables.state == State::FIN_WAIT_2 && m_isClosed && patience.IsStrictlyPositive() &&
        m_event.IsExpired())
    {
        OnNews();
        Schedule(patience, ConnectionTimer::FIN_WAIT_2);
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
    const Time due = m_lastNews + m_variables.finWait2Timeout;
    if (Simulator::Now() < due)
    {
        Schedule(due - Simulator::Now(), ConnectionTimer::FIN_WAIT_2);
        return;
    }
    Finish(End::ERROR);
}

void
TcpClosing::Schedule(Time wait, ConnectionTimer timer)
{
    m_event = Simulator::Schedule(wait, &ConnectionEffects::Expire, &m_effects, timer);
}

void
TcpClosing::FinishNormally()
{
    Finish(m_variables.endNotified ? End::SILENT : End::NORMAL);
}

} // namespace ns3

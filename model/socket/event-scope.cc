/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "event-scope.h"

#include <utility>

namespace ns3
{

SocketConnection::SocketConnection(const TcpConnection::Variables& variables,
                                   const TcpConnection::Settings& settings,
                                   ConnectionEffects& effects)
    : connection(variables, settings, effects)
{
}

EventScope::EventScope(Ptr<TcpSocketBase> socket,
                       Owner& owner,
                       std::shared_ptr<SocketConnection> connection)
    : m_socket(std::move(socket)),
      m_owner(owner),
      m_connection(std::move(connection))
{
    ++m_connection->depth;
}

EventScope::~EventScope()
{
    if (--m_connection->depth == 0)
    {
        m_owner.Settle(*m_connection);
    }
}

SocketConnection&
EventScope::Get() const
{
    return *m_connection;
}

ApplicationCall::ApplicationCall(SocketConnection& connection)
    : m_connection(connection),
      m_depth(std::exchange(connection.depth, 0))
{
}

ApplicationCall::~ApplicationCall()
{
    m_connection.depth = m_depth;
}

} // namespace ns3

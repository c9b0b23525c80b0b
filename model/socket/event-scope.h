/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVENT_SCOPE_H
#define EVENT_SCOPE_H

#include "ns3/ptr.h"
#include "ns3/tcp-connection.h"
#include "ns3/tcp-socket-base.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/// A connection, and what the application wants of it while an event is handled.
struct SocketConnection
{
    /// @param variables shared with it @param settings the user's choice @param effects its way out
    SocketConnection(const TcpConnection::Variables& variables,
                     const TcpConnection::Settings& settings,
                     ConnectionEffects& effects);

    TcpConnection connection; //!< it
    uint32_t depth{0};        //!< how many events are being handled, one within the other
    bool busy{false};         //!< what may be sent is sent soon
    bool closeAsked{false};   //!< Close() when nothing is half done any more
    bool sendAsked{false};    //!< the same, to send what may be sent
};

/**
 * @ingroup tcp-lossy
 *
 * @brief An event is being handled: the connection, its end point and the socket stay until nothing
 * is half done. What a trace's listener asks for in the meantime comes afterwards.
 */
class EventScope
{
  public:
    /// Whose events they are.
    class Owner
    {
      public:
        virtual ~Owner() = default;

        /// @brief Nothing is half done any more. @param connection of the event
        virtual void Settle(SocketConnection& connection) = 0;
    };

    /// @brief The event begins. @param socket whose it is @param owner the same
    /// @param connection of the socket
    EventScope(Ptr<TcpSocketBase> socket,
               Owner& owner,
               std::shared_ptr<SocketConnection> connection);
    ~EventScope();
    EventScope(const EventScope&) = delete;
    EventScope& operator=(const EventScope&) = delete;

    /// @brief The connection when the event began. @return it
    SocketConnection& Get() const;

  private:
    Ptr<TcpSocketBase> m_socket;                    //!< whose it is
    Owner& m_owner;                                 //!< the same
    std::shared_ptr<SocketConnection> m_connection; //!< the connection of then
};

/// While the application is told something, nothing is half done: what it asks for is done at once.
class ApplicationCall
{
  public:
    /// @brief The call begins. @param connection of the event
    explicit ApplicationCall(SocketConnection& connection);
    ~ApplicationCall();
    ApplicationCall(const ApplicationCall&) = delete;
    ApplicationCall& operator=(const ApplicationCall&) = delete;

  private:
    SocketConnection& m_connection; //!< of the event
    uint32_t m_depth;               //!< of the event
};

} // namespace ns3

#endif /* EVENT_SCOPE_H */

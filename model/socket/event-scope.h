/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVENT_SCOPE_H
#define EVENT_SCOPE_H

#include "ns3/event-id.h"
#include "ns3/ptr.h"
#include "ns3/tcp-connection.h"
#include "ns3/tcp-socket-base.h"

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstdint>
#include <utility>

namespace ns3
{

/// A connection, and what the application wants of it while an event is handled.
struct SocketConnection : public boost::intrusive_ref_counter<SocketConnection>
{
    /// @param variables shared with ns-3's socket @param settings the user's choice @param effects
    /// the connection's way out
    SocketConnection(const TcpConnection::Variables& variables,
                     const TcpConnection::Settings& settings,
                     ConnectionEffects& effects)
        : connection(variables, settings, timers, effects)
    {
    }

    ~SocketConnection()
    {
        alarm.Cancel();
    }

    TimerSet timers;          //!< what the connection waits for
    TcpConnection connection; //!< the connection
    EventId alarm;            //!< when its timers are to be looked at
    uint32_t depth{0};        //!< how many events are being handled, one within the other
    bool busy{false};         //!< what may be sent is sent soon
    bool closeAsked{false};   //!< Close() when nothing is half done any more
    bool sendAsked{false};    //!< SendAllowed() when nothing is half done any more
    bool hasRead{false};      //!< in an event, after which the peer may have to know
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

        /// Nothing is half done any more: do what was put off.
        virtual void Settle(SocketConnection& connection) = 0;
    };

    /// @param socket kept alive meanwhile @param owner the socket as an Owner @param connection the
    /// socket's present one
    EventScope(Ptr<TcpSocketBase> socket,
               Owner& owner,
               boost::intrusive_ptr<SocketConnection> connection)
        : m_socket(std::move(socket)),
          m_owner(owner),
          m_connection(std::move(connection))
    {
        ++m_connection->depth;
    }

    ~EventScope()
    {
        if (--m_connection->depth == 0)
        {
            m_owner.Settle(*m_connection);
        }
    }

    EventScope(const EventScope&) = delete;
    EventScope& operator=(const EventScope&) = delete;

    /// @return the socket's connection when the event began
    SocketConnection& Get() const
    {
        return *m_connection;
    }

  private:
    Ptr<TcpSocketBase> m_socket;                         //!< whose it is
    Owner& m_owner;                                      //!< the socket, as an owner
    boost::intrusive_ptr<SocketConnection> m_connection; //!< the connection of then
};

/// While the application is told something, nothing is half done: what it asks for is done at once.
class ApplicationCall
{
  public:
    /// The call begins.
    explicit ApplicationCall(SocketConnection& connection)
        : m_connection(connection),
          m_depth(std::exchange(connection.depth, 0))
    {
    }

    ~ApplicationCall()
    {
        m_connection.depth = m_depth;
    }

    ApplicationCall(const ApplicationCall&) = delete;
    ApplicationCall& operator=(const ApplicationCall&) = delete;

  private:
    SocketConnection& m_connection; //!< of the event
    uint32_t m_depth;               //!< of the event
};

} // namespace ns3

#endif /* EVENT_SCOPE_H */

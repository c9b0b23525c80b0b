/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ENDPOINT_H
#define TCP_ENDPOINT_H

#include "connection-effects.h"
#include "tcp-connection.h"

#include "ns3/segment-fields.h"
#include "ns3/timer-set.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A connection and who drives it: in which order things happen, what waits until nothing is
 * half done, and when the application is told.
 *
 * Whoever has the clock begins an Event with the time, and calls one of the functions; when the
 * outermost event is over, TimerSet::GetEarliest() says when to call OnAlarm(). An application that
 * is told something, and who traces a connection, may call the functions again within that event.
 *
 * Invariants: while a segment is being read, or data are being sent, no other event changes the
 * connection: to close and to send wait until the outermost Event is over. What an application
 * asks for while it is told something is done at once, since nothing is half done then.
 */
class TcpEndpoint
{
  public:
    /// The world around it.
    class Host : public ConnectionEffects
    {
      public:
        /// @brief An event is over: the connection is to be seen as it is now, and
        /// TimerSet::GetEarliest() says when to call OnAlarm().
        virtual void Mirror() = 0;
    };

    /// An event is being handled. The endpoint must outlive it.
    class Event
    {
      public:
        /// The event begins within another one, or at the time of the last one.
        explicit Event(TcpEndpoint& endpoint)
            : m_endpoint(endpoint)
        {
            ++m_endpoint.m_depth;
        }

        /// The event begins at a time, unless that is the time of the event around it.
        Event(TcpEndpoint& endpoint, Instant now)
            : Event(endpoint)
        {
            if (m_endpoint.m_depth == 1)
            {
                m_endpoint.m_connection.SetNow(now);
            }
        }

        ~Event()
        {
            if (--m_endpoint.m_depth == 0 && m_endpoint.HasToSettle())
            {
                m_endpoint.Settle();
            }
        }

        Event(const Event&) = delete;
        Event& operator=(const Event&) = delete;

      private:
        TcpEndpoint& m_endpoint; //!< whose it is
    };

    /// The application is told something, within an event: what it asks for is done at once.
    class Call
    {
      public:
        /// The call begins.
        explicit Call(TcpEndpoint& endpoint)
            : m_endpoint(endpoint),
              m_depth(std::exchange(endpoint.m_depth, 0))
        {
        }

        ~Call()
        {
            m_endpoint.m_depth = m_depth;
        }

        Call(const Call&) = delete;
        Call& operator=(const Call&) = delete;

      private:
        TcpEndpoint& m_endpoint; //!< whose application it is
        uint32_t m_depth;        //!< of the event
    };

    /// What became of octets that the application writes.
    enum class Written
    {
        TAKEN,         //!< they will go
        NO_ROOM,       //!< none is taken
        NOT_CONNECTED, //!< there is no connection, or none any more
        SHUT,          //!< this end has closed
    };

    /// An endpoint of no connection yet. What @p ports and @p host refer to must live longer.
    TcpEndpoint(const TcpConnection::Choice& choice, const TcpConnection::Ports& ports, Host& host)
        : m_host(host),
          m_connection(choice, ports, m_timers, host)
    {
    }

    /// A segment arrived; as TcpConnection::OnSegment(). Within an Event.
    void OnSegment(const SegmentFields& header, uint32_t size, TcpEcn::Mark mark);

    /// @brief A timer may have expired. Within an Event.
    void OnAlarm()
    {
        // One at a time: what one expiry means may stop another timer.
        if (const auto timer = m_timers.TakeDue(); timer && m_connection.OnTimer(*timer))
        {
            m_sendAsked = true;
        }
    }

    /// The application writes. If it gets TAKEN, and SendsSoon(), SendAllowed() is to be called a
    /// moment later, so that it can write more in the meantime.
    Written Write(uint32_t octets);

    /// @return whether data that are written now need SendAllowed()
    bool SendsSoon() const
    {
        return m_connection.IsEstablished() && !m_isBusy;
    }

    /// @brief The application has read: the peer may have to know. Within an Event.
    void OnRead()
    {
        if (m_isBusy)
        {
            m_hasRead = true;
        }
        else
        {
            m_connection.OnRead();
        }
    }

    /// @brief The application closes. Within an Event, after which the connection does.
    void Close()
    {
        m_closeAsked = true;
    }

    /// @brief The application writes no more. Within an Event.
    void Shutdown()
    {
        m_connection.OnShutdown();
        m_sendAsked = true;
    }

    /// @brief All that window, pacing and application allow is to go. Within an Event, after which
    /// the data do.
    void SendAllowed()
    {
        m_sendAsked = true;
    }

    /// @return whether the application has closed, and that waits
    bool IsCloseAsked() const
    {
        return m_closeAsked;
    }

    /// @return the clock, and what the connection waits for
    TimerSet& GetTimers()
    {
        return m_timers;
    }

    /// @return the connection
    TcpConnection& GetConnection()
    {
        return m_connection;
    }

    /// @return the connection
    const TcpConnection& GetConnection() const
    {
        return m_connection;
    }

  private:
    /// @return whether the end of the outermost event means anything: to one that was told
    /// something in the midst of another event and asks for nothing, that one sees
    bool HasToSettle() const
    {
        return !m_isBusy || m_closeAsked || m_sendAsked || m_connection.GetEnd();
    }

    /// @brief Nothing is half done any more: do what was asked for.
    void Settle();
    /// @brief Do one thing of those that were asked for.
    void DoNext();
    void Send();

    Host& m_host;               //!< the world
    TimerSet m_timers;          //!< what the connection waits for
    TcpConnection m_connection; //!< the connection
    uint32_t m_depth{0};        //!< how many events are being handled, one within the other
    bool m_isBusy{false};       //!< what may be sent is sent soon
    bool m_closeAsked{false};   //!< Close() when nothing is half done any more
    bool m_sendAsked{false};    //!< SendAllowed() when nothing is half done any more
    bool m_hasRead{false};      //!< in an event, after which the peer may have to know
};

} // namespace ns3

#endif /* TCP_ENDPOINT_H */

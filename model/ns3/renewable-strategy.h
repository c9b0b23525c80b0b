/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENEWABLE_STRATEGY_H
#define RENEWABLE_STRATEGY_H

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A congestion control or a recovery law that serves one connection after the other, so that
 * whoever has connected its traces, or holds it to set its attributes, has that of each connection.
 *
 * TcpScoreboardSocket asks its strategies for this interface with a dynamic cast when a socket is
 * used again. A strategy without it is replaced by another object, whose traces nobody hears.
 */
class RenewableStrategy
{
  public:
    virtual ~RenewableStrategy() = default;

    /// @brief A further connection begins: the last one is forgotten. Attributes stay.
    virtual void Renew() = 0;

  protected:
    /// @return a copy for another connection
    template <class Self>
    static Ptr<Self> CopyAnew(Self* strategy)
    {
        const auto copy = CopyObject<Self>(strategy);
        copy->Renew();
        return copy;
    }
};

/// A trace of a strategy: who listens to the other one does not listen to a copy.
template <class... T>
struct OwnTrace : TracedCallback<T...>
{
    OwnTrace() = default;

    OwnTrace(const OwnTrace& /* other */)
        : TracedCallback<T...>()
    {
    }
};

/**
 * @ingroup tcp-lossy
 * @brief A strategy hears a variable of a connection, of one at a time, until the strategy ends: a
 * socket that has let go of a strategy does not feed it any more.
 *
 * The strategy owns this, and this the connection's state, which must not own the strategy.
 */
template <class T>
class TraceSubscription
{
  public:
    /// Hears a former and a new value; with a plain pointer to the strategy.
    using Listener = Callback<void, T, T>;

    TraceSubscription() = default;

    /// A copy of a strategy hears nothing yet.
    TraceSubscription(const TraceSubscription& /* other */)
    {
    }

    TraceSubscription& operator=(const TraceSubscription&) = delete;

    ~TraceSubscription()
    {
        End();
    }

    /// Hear @p variable of @p tcb, and no other one any more.
    void Begin(Ptr<TcpSocketState> tcb, TracedValue<T>& variable, const Listener& listener)
    {
        End();
        m_tcb = tcb;
        m_variable = &variable;
        m_listener = listener;
        variable.ConnectWithoutContext(listener);
    }

    /// @return whether a connection is heard
    bool IsOf(const Ptr<TcpSocketState>& tcb) const
    {
        return m_tcb == tcb;
    }

    /// @return the connection that is heard, between Begin() and the end
    TcpSocketState& GetState() const
    {
        return *m_tcb;
    }

  private:
    void End()
    {
        if (m_tcb)
        {
            m_variable->DisconnectWithoutContext(m_listener);
        }
    }

    Ptr<TcpSocketState> m_tcb;           //!< whose variable it is
    TracedValue<T>* m_variable{nullptr}; //!< what is heard
    Listener m_listener;                 //!< who hears
};

} // namespace ns3

#endif /* RENEWABLE_STRATEGY_H */

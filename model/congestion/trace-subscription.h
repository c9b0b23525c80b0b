/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_SUBSCRIPTION_H
#define TRACE_SUBSCRIPTION_H

#include "ns3/callback.h"
#include "ns3/ptr.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traced-value.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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
    TraceSubscription(const TraceSubscription&) = delete;
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

#endif /* TRACE_SUBSCRIPTION_H */

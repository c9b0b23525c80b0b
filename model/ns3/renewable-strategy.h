/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENEWABLE_STRATEGY_H
#define RENEWABLE_STRATEGY_H

#include "ns3/callback.h"
#include "ns3/ptr.h"
#include "ns3/tcp-socket-state.h"
#include "ns3/traced-value.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
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
};

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

namespace losswindow
{

/// RFC 5681, equation (4): `ssthresh` is at least so many segments.
constexpr uint32_t MIN_SSTHRESH_SEGMENTS = 2;

/**
 * @ingroup tcp-lossy
 *
 * @brief `cwnd_loss`: the window that a loss is held against.
 *
 * The papers cut the congestion window as it is when the loss is detected. ns-3 hands
 * TcpCongestionOps::GetSsThresh() the pipe instead, which lacks the lost and the SACKed segments. A
 * sender that its application or its peer holds back has not tried its window: for it, it is
 * FlightSize (RFC 5681, section 3.1). The window counts as tried when less than a segment of it is
 * free.
 *
 * Call it before the window is cut.
 *
 * @param tcb the connection
 * @return octets
 */
uint32_t CwndAtLoss(Ptr<const TcpSocketState> tcb);

/**
 * @ingroup tcp-lossy
 *
 * @brief `cwnd_loss` of a cut that no fast retransmit asked for.
 *
 * Inside a recovery the papers' `cwnd` stands at `ssthresh`, whatever a recovery algorithm lets the
 * sender use beyond it: a timeout or ECN's echo there cuts no more than that.
 *
 * Call it before the window is cut.
 *
 * @param tcb the connection
 * @return octets
 */
uint32_t CwndAtTimeoutOrEcn(Ptr<const TcpSocketState> tcb);

} // namespace losswindow
} // namespace ns3

#endif /* RENEWABLE_STRATEGY_H */

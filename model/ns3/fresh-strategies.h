/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRESH_STRATEGIES_H
#define FRESH_STRATEGIES_H

#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"

namespace ns3
{

/// @ingroup tcp-lossy
/// @brief The congestion control and the recovery law that a user has chosen for a socket, as they
/// were when they were chosen: each connection begins so. A RenewableStrategy is renewed. Another
/// one is replaced by a new object with its attributes, or, where its type makes none, by a copy.
class FreshStrategies
{
  public:
    /// An event begins: the user may have replaced the socket's congestion control or recovery law.
    void Notice(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery)
    {
        if (m_control != control || m_recovery != recovery)
        {
            Take(control, recovery);
        }
    }

    /// @brief The first use of the socket begins: what is noticed next, and from then on, is kept
    /// as it is then.
    void Keep();

    /// @return whether the socket was used before
    bool IsKept() const
    {
        return m_isKept;
    }

    /// A further use begins: the strategies become what was chosen, and @p tcb knows nothing of the
    /// last connection.
    void Renew(Ptr<TcpCongestionOps>& control, Ptr<TcpRecoveryOps>& recovery, TcpSocketState& tcb);

  private:
    void Take(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery);

    bool m_isKept{false};                 //!< from the first use on
    Ptr<TcpCongestionOps> m_control;      //!< noticed last
    Ptr<TcpRecoveryOps> m_recovery;       //!< noticed last
    Ptr<TcpCongestionOps> m_freshControl; //!< a copy of it when it was chosen, if it needs one
    Ptr<TcpRecoveryOps> m_freshRecovery;  //!< a copy of it when it was chosen, if it needs one
};

} // namespace ns3

#endif /* FRESH_STRATEGIES_H */

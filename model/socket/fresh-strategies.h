/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRESH_STRATEGIES_H
#define FRESH_STRATEGIES_H

#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The congestion control and the recovery law that a user has chosen for a socket, as they
 * were when they were chosen: each connection begins with a copy.
 */
class FreshStrategies
{
  public:
    /// What the user has chosen, too, and a peer may lack.
    struct Options
    {
        bool sack;            //!< SACK
        bool scaling;         //!< window scale
        bool timestamps;      //!< timestamps
        uint32_t segmentSize; //!< octets
    };

    /// An event begins: the user may have replaced the socket's congestion control or recovery law.
    /// @return whether one is not that of the last event
    bool Notice(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery)
    {
        const bool isNew = m_control != control || m_recovery != recovery;
        if (isNew)
        {
            Take(control, recovery);
        }
        return isNew;
    }

    /// @brief Keep copies of those noticed now and from now on: the first connection begins.
    void Keep();

    /// A further connection begins: the arguments become copies of what was chosen.
    void Renew(Ptr<TcpCongestionOps>& control, Ptr<TcpRecoveryOps>& recovery);

  private:
    void Take(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery);

    bool m_keeps{false};                  //!< there was a connection
    Ptr<TcpCongestionOps> m_control;      //!< noticed last
    Ptr<TcpRecoveryOps> m_recovery;       //!< noticed last
    Ptr<TcpCongestionOps> m_freshControl; //!< a copy of it when it was chosen
    Ptr<TcpRecoveryOps> m_freshRecovery;  //!< a copy of it when it was chosen
};

} // namespace ns3

#endif /* FRESH_STRATEGIES_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FRESH_STRATEGIES_H
#define FRESH_STRATEGIES_H

#include "ns3/ptr.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <optional>

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

    /// The first connection begins: keep the options, and copies of the strategies that were
    /// noticed or will be.
    void Keep(const Options& options);

    /// @return the options that were kept; nothing before the first connection
    const std::optional<Options>& GetOptions() const
    {
        return m_options;
    }

    /// A further connection begins: the strategies become copies of what was chosen, and @p tcb
    /// knows nothing of the last connection.
    void Renew(Ptr<TcpCongestionOps>& control, Ptr<TcpRecoveryOps>& recovery, TcpSocketState& tcb);

  private:
    void Take(const Ptr<TcpCongestionOps>& control, const Ptr<TcpRecoveryOps>& recovery);

    std::optional<Options> m_options;     //!< from the first connection on
    Ptr<TcpCongestionOps> m_control;      //!< noticed last
    Ptr<TcpRecoveryOps> m_recovery;       //!< noticed last
    Ptr<TcpCongestionOps> m_freshControl; //!< a copy of it when it was chosen
    Ptr<TcpRecoveryOps> m_freshRecovery;  //!< a copy of it when it was chosen
};

} // namespace ns3

#endif /* FRESH_STRATEGIES_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SELF_CLOCKED_RECOVERY_H
#define SELF_CLOCKED_RECOVERY_H

#include "ns3/ptr.h"
#include "ns3/tcp-socket-state.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A recovery law that counts what it lets out, and watches its retransmissions.
 *
 * ns-3's TcpRecoveryOps sets a window and hears nothing of what the socket makes of it. A socket
 * that can do more asks its recovery law for this interface with a dynamic cast. In a recovery it
 * then asks TakeLostRetransmission() after each TcpRecoveryOps::EnterRecovery() or DoRecovery(),
 * sends what must be sent at once, and calls SetWindow() last, as it does after everything it
 * sends.
 *
 * Such a law also repairs what is lost during the recovery: where a sender knows of holes by the
 * cumulative ACK only, each partial ACK moves the end of the recovery to `snd.nxt`, and the next
 * recovery may begin at the very segment where the last one ended.
 */
class SelfClockedRecovery
{
  public:
    virtual ~SelfClockedRecovery() = default;

    /**
     * @brief Whether it was found that the retransmission of the segment at `snd.una` was lost.
     * @return true, once, if so: it is to be sent again at once
     */
    virtual bool TakeLostRetransmission() = 0;

    /**
     * @brief The socket itself found, by SACK, that a retransmission was lost.
     * @param tcb the connection
     */
    virtual void NotifyLostRetransmission(Ptr<TcpSocketState> tcb) = 0;

    /**
     * @brief Set the window to what is outstanding and what may be sent now.
     * @param tcb the connection, whose bytesInFlight is the socket's estimate at this moment
     */
    virtual void SetWindow(Ptr<TcpSocketState> tcb) = 0;
};

} // namespace ns3

#endif /* SELF_CLOCKED_RECOVERY_H */

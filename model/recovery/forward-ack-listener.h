/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FORWARD_ACK_LISTENER_H
#define FORWARD_ACK_LISTENER_H

#include "ns3/ptr.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A strategy that wants to know how `snd.fack` moves (FACK paper, section 3).
 *
 * ns-3's TcpRecoveryOps hears only how many octets an ACK delivered, wherever they lie. A socket
 * that knows `snd.fack` asks its strategies for this interface with a dynamic cast.
 */
class ForwardAckListener
{
  public:
    virtual ~ForwardAckListener() = default;

    /**
     * @brief An ACK arrived during recovery, after the one that started it.
     *
     * Call it before TcpRecoveryOps::DoRecovery() for the same ACK.
     *
     * @param tcb the connection
     * @param advance octets by which `snd.fack` moved. 0 is welcome: it tells that `snd.fack` is
     * known and stood still, where no call could mean that the socket knows none.
     */
    virtual void NotifyForwardAck(Ptr<TcpSocketState> tcb, uint32_t advance) = 0;
};

} // namespace ns3

#endif /* FORWARD_ACK_LISTENER_H */

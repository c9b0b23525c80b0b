/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_LOSS_RECOVERY_H
#define TCP_LOSS_RECOVERY_H

#include "recovery-law.h"

#include "ns3/loss-recovery-sender.h"
#include "ns3/object.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What is lost, and what goes next: the part of TcpScoreboardSocket that its attribute
 * `LossRecovery` chooses by the name of a TypeId.
 *
 * The object holds the attributes, and makes each connection a sender of its own. To write another
 * one: derive a sender from LossRecoverySender or from one of its subclasses, and from this class
 * one that makes it, with a TypeId and a constructor without parameters.
 */
class TcpLossRecovery : public Object
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Make the sender of a connection.
     * @param configuration constants of the connection
     * @param law what the recovery law says of itself; null for a law that says nothing
     * @return the sender
     */
    virtual std::unique_ptr<LossRecoverySender> MakeSender(
        const LossRecoverySender::Configuration& configuration,
        const RecoveryLaw* law) const = 0;

    /**
     * @brief Whether the sender needs a peer that permits SACK.
     * @return true if another one has to take its place without
     */
    virtual bool NeedsSack() const;

    /**
     * @brief What takes its place where the peer does not permit SACK.
     * @return a loss recovery without SACK; TcpNewRenoRecovery unless overridden
     */
    virtual Ptr<TcpLossRecovery> MakeFallback() const;
};

} // namespace ns3

#endif /* TCP_LOSS_RECOVERY_H */

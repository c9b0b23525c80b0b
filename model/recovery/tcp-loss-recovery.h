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
 * one: derive a sender from LossRecoverySender or from one of the six, and from this class one that
 * makes it, with a TypeId and a constructor without parameters.
 */
class TcpLossRecovery : public Object
{
  public:
    using Configuration = LossRecoverySender::Configuration; //!< of a sender
    using Sender = std::unique_ptr<LossRecoverySender>;      //!< of a connection

    /// @return ns-3's type of the class, with its attributes
    static TypeId GetTypeId();

    /// Make the sender of a connection; @p law is null where the recovery law has no such
    /// interface.
    virtual Sender MakeSender(const Configuration& configuration, const RecoveryLaw* law) const = 0;

    /// @return whether another sender has to take its place where the peer does not permit SACK
    virtual bool NeedsSack() const;

    /// @return what then takes its place: TcpNewRenoRecovery unless overridden
    virtual Ptr<TcpLossRecovery> MakeFallback() const;
};

} // namespace ns3

#endif /* TCP_LOSS_RECOVERY_H */

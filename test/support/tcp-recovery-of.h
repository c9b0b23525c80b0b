/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RECOVERY_OF_H
#define TCP_RECOVERY_OF_H

#include "ns3/ptr.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-base.h"

#include <string>

/// Reads the recovery law of a socket: only later releases have an attribute for it.
class RecoveryOf : public ns3::TcpSocketBase
{
  public:
    /**
     * @param socket any of ns-3's sockets or ours
     * @return its recovery law
     */
    static ns3::Ptr<ns3::TcpRecoveryOps> In(ns3::Ptr<ns3::TcpSocketBase> socket)
    {
        return ns3::PeekPointer(socket)->*(&RecoveryOf::m_recoveryOps);
    }

    /**
     * @param socket any of ns-3's sockets or ours
     * @return name of the TypeId of its recovery law
     */
    static std::string NameIn(ns3::Ptr<ns3::TcpSocketBase> socket)
    {
        return In(socket)->GetInstanceTypeId().GetName();
    }
};

#endif /* TCP_RECOVERY_OF_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-loss-recovery.h"

#include "tcp-loss-recoveries.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLossRecovery);

TypeId
TcpLossRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossRecovery").SetParent<Object>().SetGroupName("TcpLossy");
    return tid;
}

bool
TcpLossRecovery::NeedsSack() const
{
    return true;
}

Ptr<TcpLossRecovery>
TcpLossRecovery::MakeFallback() const
{
    return CreateObject<TcpNewRenoRecovery>();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-loss-recovery.h"

#include "ns3/fack-recovery.h"
#include "ns3/rack-recovery.h"
#include "ns3/reno-recovery.h"
#include "ns3/rfc6675-recovery.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpLossRecovery);

template class TcpLossRecoveryOf<RenoRecovery>;
template class TcpLossRecoveryOf<NewRenoRecovery>;
template class TcpLossRecoveryOf<SackRecovery>;
template class TcpLossRecoveryOf<FackRecovery>;
template class TcpLossRecoveryOf<Rfc6675Recovery>;
template class TcpLossRecoveryOf<RackRecovery>;

TypeId
TcpLossRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpLossRecovery").SetParent<Object>().SetGroupName("TcpLossy");
    return tid;
}

Ptr<TcpLossRecovery>
TcpLossRecovery::MakeFallback() const
{
    const auto fallback = CreateObject<TcpNewRenoRecovery>();
    StringValue steady;
    if (GetAttributeFailSafe("SlowButSteady", steady))
    {
        fallback->SetAttribute("SlowButSteady", steady);
    }
    return fallback;
}

} // namespace ns3

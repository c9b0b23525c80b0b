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

template class TcpLossRecoveryOf<RenoSender>;
template class TcpLossRecoveryOf<NewRenoSender>;
template class TcpLossRecoveryOf<SackSender>;
template class TcpLossRecoveryOf<FackSender>;
template class TcpLossRecoveryOf<Rfc6675Sender>;
template class TcpLossRecoveryOf<RackSender>;

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

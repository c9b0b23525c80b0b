/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-kernel-rate-recovery.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpKernelRateRecovery);

TypeId
TcpKernelRateRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpKernelRateRecovery")
                            .SetParent<TcpProportionalRateRecovery>()
                            .SetGroupName("Internet")
                            .AddConstructor<TcpKernelRateRecovery>();
    return tid;
}

std::string
TcpKernelRateRecovery::GetName() const
{
    return "TcpKernelRateRecovery";
}

uint64_t
TcpKernelRateRecovery::FindDivisor(Ptr<const TcpSocketState> tcb, uint64_t) const
{
    return tcb->m_cWnd;
}

Ptr<TcpRecoveryOps>
TcpKernelRateRecovery::Fork()
{
    return CreateObject<TcpKernelRateRecovery>();
}

} // namespace ns3

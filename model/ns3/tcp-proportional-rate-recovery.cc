/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-proportional-rate-recovery.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpProportionalRateRecovery");
NS_OBJECT_ENSURE_REGISTERED(TcpProportionalRateRecovery);

TypeId
TcpProportionalRateRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpProportionalRateRecovery")
                            .SetParent<TcpRecoveryOps>()
                            .SetGroupName("Internet")
                            .AddConstructor<TcpProportionalRateRecovery>();
    return tid;
}

std::string
TcpProportionalRateRecovery::GetName() const
{
    return "TcpProportionalRateRecovery";
}

void
TcpProportionalRateRecovery::OnProgress(const Progress& progress)
{
    m_progress = progress;
}

void
TcpProportionalRateRecovery::BeginRecovery(Ptr<TcpSocketState> tcb,
                                           uint32_t dupAckCount,
                                           uint32_t unAckDataCount,
                                           uint32_t deliveredBytes)
{
    NS_LOG_FUNCTION(this << tcb << dupAckCount << unAckDataCount << deliveredBytes);
    uint64_t recoverFs = unAckDataCount;
    if (m_progress)
    {
        recoverFs += deliveredBytes;
        recoverFs -= std::min<uint64_t>(recoverFs, m_progress->sacked);
    }
    m_prr.Begin(FindDivisor(tcb, recoverFs));
    ReadAck(tcb, deliveredBytes > 0 ? deliveredBytes : tcb->m_segmentSize);
}

uint64_t
TcpProportionalRateRecovery::FindDivisor(Ptr<const TcpSocketState>, uint64_t recoverFs) const
{
    return recoverFs;
}

void
TcpProportionalRateRecovery::ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
{
    NS_LOG_FUNCTION(this << tcb << deliveredBytes);
    const bool isUnknown = deliveredBytes == 0 && !m_progress;
    ReadAck(tcb, isUnknown ? m_prr.GetDeliveredByDuplicate(tcb->m_segmentSize) : deliveredBytes);
}

void
TcpProportionalRateRecovery::ReadAck(Ptr<TcpSocketState> tcb, uint64_t delivered)
{
    ProportionalRateReduction::Ack ack;
    ack.delivered = delivered;
    ack.inflight = tcb->m_bytesInFlight;
    ack.ssthresh = tcb->m_ssThresh;
    ack.mss = tcb->m_segmentSize;
    ack.safe = m_progress && m_progress->advances && !m_progress->showsLoss;
    m_progress.reset();
    if (const auto sndcnt = m_prr.OnAck(ack))
    {
        tcb->m_cWnd = static_cast<uint32_t>(ack.inflight + *sndcnt);
        tcb->m_cWndInfl = tcb->m_cWnd;
        NS_LOG_INFO("PRR: sndcnt " << *sndcnt << ", window " << tcb->m_cWnd);
    }
}

void
TcpProportionalRateRecovery::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    tcb->m_cWndInfl = tcb->m_cWnd;
}

void
TcpProportionalRateRecovery::UpdateBytesSent(uint32_t bytesSent)
{
    NS_LOG_FUNCTION(this << bytesSent);
    m_prr.OnSent(bytesSent);
}

Ptr<TcpRecoveryOps>
TcpProportionalRateRecovery::Fork()
{
    return CreateObject<TcpProportionalRateRecovery>();
}

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

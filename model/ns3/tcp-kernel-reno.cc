/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-kernel-reno.h"

#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpKernelReno");
NS_OBJECT_ENSURE_REGISTERED(TcpKernelReno);

namespace
{
// RFC 5681, equation (4).
constexpr uint32_t LEAST_WINDOW = 2;
} // namespace

TypeId
TcpKernelReno::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpKernelReno")
                            .SetParent<TcpCongestionOps>()
                            .SetGroupName("Internet")
                            .AddConstructor<TcpKernelReno>();
    return tid;
}

TcpKernelReno::TcpKernelReno(const TcpKernelReno& other)
    : TcpCongestionOps(other)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpKernelReno::GetName() const
{
    return "TcpKernelReno";
}

void
TcpKernelReno::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked);
    if (!ns3compat::IsCwndLimited(*tcb, 0))
    {
        return;
    }
    const uint32_t mss = tcb->m_segmentSize;
    const uint32_t cwnd = tcb->m_cWnd;
    if (cwnd < tcb->m_ssThresh)
    {
        const uint32_t room = (tcb->m_ssThresh.Get() - cwnd + mss - 1) / mss;
        const uint32_t opened = std::min(segmentsAcked, room);
        tcb->m_cWnd = cwnd + opened * mss;
        segmentsAcked -= opened;
    }
    if (segmentsAcked > 0)
    {
        const uint32_t each = GetSegmentsForOne(tcb, segmentsAcked);
        tcb->m_cWnd += m_count.Count(segmentsAcked, each) * mss;
    }
}

uint32_t
TcpKernelReno::GetSegmentsForOne(Ptr<TcpSocketState> tcb, uint32_t)
{
    return tcb->GetCwndInSegments();
}

uint32_t
TcpKernelReno::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    m_count.Forget();
    return Reduce(tcb->GetCwndInSegments()) * tcb->m_segmentSize;
}

uint32_t
TcpKernelReno::Reduce(uint32_t cwnd)
{
    return std::max(cwnd / 2, LEAST_WINDOW);
}

Ptr<TcpCongestionOps>
TcpKernelReno::Fork()
{
    return CopyObject<TcpKernelReno>(this);
}

} // namespace ns3

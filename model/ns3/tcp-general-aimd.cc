/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-general-aimd.h"

#include "renewable-strategy.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/tcp-socket-state.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpGeneralAimd");
NS_OBJECT_ENSURE_REGISTERED(TcpGeneralAimd);

namespace
{
// Buffer paper, Table I, the first pair.
constexpr double INCREASE = 0.01;
constexpr double DECREASE = 0.125;

// RFC 7323, section 2.3: no receiver can offer more.
constexpr uint32_t MAX_WINDOW = 1U << 30;
} // namespace

TypeId
TcpGeneralAimd::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpGeneralAimd")
            .SetParent<TcpCongestionOps>()
            .SetGroupName("Internet")
            .AddConstructor<TcpGeneralAimd>()
            .AddAttribute("Law",
                          "How the window opens per ACK in congestion avoidance: Constant, by "
                          "Increase, or Classic, by 1/cwnd segments (TCP buffer paper, section I)",
                          EnumValue(TcpGeneralAimd::CONSTANT),
                          ns3compat::MakeEnumMemberAccessor<Law_t>(&TcpGeneralAimd::m_law),
                          MakeEnumChecker(TcpGeneralAimd::CONSTANT,
                                          "Constant",
                                          TcpGeneralAimd::CLASSIC,
                                          "Classic"))
            .AddAttribute("Increase",
                          "a of the law Constant in segments per ACK, in [1e-6, 1] (TCP buffer "
                          "paper, Table I: 0.01, which is Scalable TCP's, and 0.005)",
                          DoubleValue(INCREASE),
                          MakeDoubleAccessor(&TcpGeneralAimd::m_increase),
                          MakeDoubleChecker<double>(1e-6, 1.0))
            .AddAttribute("Decrease",
                          "b, the part of the window that a loss takes, in [0.001, 0.999] (TCP "
                          "buffer paper, Table I: 0.125 and 0.2; section I: 0.5 is classic TCP's)",
                          DoubleValue(DECREASE),
                          MakeDoubleAccessor(&TcpGeneralAimd::m_decrease),
                          MakeDoubleChecker<double>(0.001, 0.999));
    return tid;
}

TcpGeneralAimd::TcpGeneralAimd()
    : TcpCongestionOps(),
      m_law(CONSTANT),
      m_increase(INCREASE),
      m_decrease(DECREASE)
{
    NS_LOG_FUNCTION(this);
}

TcpGeneralAimd::TcpGeneralAimd(const TcpGeneralAimd& other)
    : TcpCongestionOps(other),
      m_law(other.m_law),
      m_increase(other.m_increase),
      m_decrease(other.m_decrease)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpGeneralAimd::GetName() const
{
    return "TcpGeneralAimd";
}

void
TcpGeneralAimd::IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked);
    const uint32_t cwnd = tcb->m_cWnd;
    if (segmentsAcked == 0 || cwnd >= MAX_WINDOW)
    {
        return;
    }
    const bool slowStart = cwnd < tcb->m_ssThresh;
    m_fraction += (slowStart ? 1.0 : GetIncrease(tcb)) * tcb->m_segmentSize;
    const auto octets = static_cast<uint32_t>(m_fraction);
    m_fraction -= octets;
    tcb->m_cWnd = std::min(cwnd + octets, MAX_WINDOW);
    NS_LOG_INFO((slowStart ? "Slow start" : "Congestion avoidance") << ": cwnd " << tcb->m_cWnd);
}

double
TcpGeneralAimd::GetIncrease(Ptr<const TcpSocketState> tcb) const
{
    if (m_law == CONSTANT)
    {
        return m_increase;
    }
    const double cwnd = tcb->m_cWnd.Get() + m_fraction;
    return std::min(1.0, tcb->m_segmentSize / cwnd);
}

uint32_t
TcpGeneralAimd::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight)
{
    NS_LOG_FUNCTION(this << tcb << bytesInFlight);
    const bool fastRetransmit = std::exchange(m_fastRetransmit, false);
    const auto cwndLoss =
        fastRetransmit ? losswindow::CwndAtLoss(tcb) : losswindow::CwndAtTimeoutOrEcn(tcb);
    const auto left = static_cast<uint32_t>(std::llround((1.0 - m_decrease) * cwndLoss));
    // It belonged to the window that ends here.
    m_fraction = 0.0;
    return std::max(left, losswindow::MIN_SSTHRESH_SEGMENTS * tcb->m_segmentSize);
}

void
TcpGeneralAimd::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                   const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    m_fastRetransmit = (newState == TcpSocketState::CA_RECOVERY);
}

Ptr<TcpCongestionOps>
TcpGeneralAimd::Fork()
{
    return CopyObject<TcpGeneralAimd>(this);
}

} // namespace ns3

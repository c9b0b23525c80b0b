/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-kernel-cubic.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/ns3-compat.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpKernelCubic");
NS_OBJECT_ENSURE_REGISTERED(TcpKernelCubic);

namespace
{
// Linux 6.1, net/ipv4/tcp_cubic.c.
constexpr uint32_t LEAST_WINDOW_TO_END = 16; // segments
const Time AFTER_REDUCTION = Seconds(1);
const Time JIFFY = MilliSeconds(1); // as the attribute Jiffy has it by preset

/// @return the whole jiffies of a moment
CubicLaw::Instant
CountJiffies(const Time& time)
{
    return CubicLaw::Instant(time.GetNanoSeconds() / JIFFY.GetNanoSeconds() *
                             JIFFY.GetNanoSeconds());
}

/// @return ns-3's time as the laws have it
CubicLaw::Instant
ToInstant(const Time& time)
{
    return CubicLaw::Instant(time.GetNanoSeconds());
}
} // namespace

TypeId
TcpKernelCubic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpKernelCubic")
            .SetParent<TcpKernelReno>()
            .SetGroupName("Internet")
            .AddConstructor<TcpKernelCubic>()
            .AddAttribute("C",
                          "C of the cubic curve in segments per second cubed, in [0.001, 100] (RFC "
                          "9438, section 5.1: 0.4)",
                          DoubleValue(CubicLaw::Parameters().c),
                          MakeDoubleAccessor(&TcpKernelCubic::m_c),
                          MakeDoubleChecker<double>(0.001, 100))
            .AddAttribute("Beta",
                          "The part of the window that a loss leaves, in [0.01, 0.99] (RFC 9438, "
                          "section 4.6: 0.7; Linux: 717/1024)",
                          DoubleValue(CubicLaw::Parameters().beta),
                          MakeDoubleAccessor(&TcpKernelCubic::m_beta),
                          MakeDoubleChecker<double>(0.01, 0.99))
            .AddAttribute("FastConvergence",
                          "Whether W_max falls when the window did since the loss before (RFC "
                          "9438, section 4.7)",
                          BooleanValue(CubicLaw::Parameters().fastConvergence),
                          MakeBooleanAccessor(&TcpKernelCubic::m_fastConvergence),
                          MakeBooleanChecker())
            .AddAttribute("HyStart",
                          "Whether slow start may end before a loss, by the spacing and the delay "
                          "of ACKs (Ha and Rhee, 2011; Linux's hystart)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpKernelCubic::m_hasHybridSlowStart),
                          MakeBooleanChecker());
    return tid;
}

TcpKernelCubic::TcpKernelCubic()
    : TcpKernelReno(),
      m_c(CubicLaw::Parameters().c),
      m_beta(CubicLaw::Parameters().beta),
      m_fastConvergence(CubicLaw::Parameters().fastConvergence),
      m_hasHybridSlowStart(true)
{
    NS_LOG_FUNCTION(this);
}

TcpKernelCubic::TcpKernelCubic(const TcpKernelCubic& other)
    : TcpKernelReno(other),
      m_c(other.m_c),
      m_beta(other.m_beta),
      m_fastConvergence(other.m_fastConvergence),
      m_hasHybridSlowStart(other.m_hasHybridSlowStart)
{
    NS_LOG_FUNCTION(this);
}

std::string
TcpKernelCubic::GetName() const
{
    return "TcpKernelCubic";
}

void
TcpKernelCubic::Init(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    BeginRound(tcb);
}

void
TcpKernelCubic::BeginRound(Ptr<const TcpSocketState> tcb)
{
    m_roundEnd = tcb->m_highTxMark;
    m_slowStart.BeginRound(ToInstant(Simulator::Now()));
}

void
TcpKernelCubic::PktsAcked(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked, const Time& rtt)
{
    NS_LOG_FUNCTION(this << tcb << segmentsAcked << rtt);
    const Time last = tcb->m_lastRtt;
    if (!last.IsStrictlyPositive())
    {
        return;
    }
    m_lastAckedSent = Simulator::Now() - last;
    if (m_epoch && Simulator::Now() - *m_epoch < AFTER_REDUCTION)
    {
        return;
    }
    m_leastRtt = std::min(m_leastRtt.value_or(last), last);
    if (m_hasHybridSlowStart && !m_found && tcb->m_cWnd < tcb->m_ssThresh)
    {
        ConsiderEnd(tcb, last);
    }
}

void
TcpKernelCubic::ConsiderEnd(Ptr<TcpSocketState> tcb, Time rtt)
{
    if (tcb->m_lastAckedSeq > m_roundEnd)
    {
        BeginRound(tcb);
    }
    if (tcb->GetCwndInSegments() < LEAST_WINDOW_TO_END)
    {
        return;
    }
    m_found =
        m_slowStart.OnAck(ToInstant(Simulator::Now()), ToInstant(rtt), ToInstant(*m_leastRtt));
    if (m_found)
    {
        NS_LOG_INFO("Slow start ends at " << tcb->m_cWnd);
        tcb->m_ssThresh = tcb->m_cWnd.Get();
    }
}

CubicLaw::Parameters
TcpKernelCubic::GetParameters() const
{
    return {m_c, m_beta, m_fastConvergence};
}

uint32_t
TcpKernelCubic::GetSegmentsForOne(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked)
{
    m_epoch = m_epoch.value_or(Simulator::Now());
    const Time almost = JIFFY - NanoSeconds(1);
    return m_law.OnAck({CountJiffies(Simulator::Now()),
                        CountJiffies(m_leastRtt.value_or(Time()) + almost),
                        tcb->GetCwndInSegments(),
                        segmentsAcked},
                       GetParameters());
}

uint32_t
TcpKernelCubic::Reduce(uint32_t cwnd)
{
    m_epoch.reset();
    return m_law.OnLoss(cwnd, GetParameters());
}

void
TcpKernelCubic::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                   const TcpSocketState::TcpCongState_t newState)
{
    NS_LOG_FUNCTION(this << tcb << newState);
    if (newState == TcpSocketState::CA_LOSS)
    {
        m_law.Reset();
        m_leastRtt.reset();
        m_epoch.reset();
        m_found = false;
        BeginRound(tcb);
    }
}

void
TcpKernelCubic::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    NS_LOG_FUNCTION(this << tcb << event);
    if (event == TcpSocketState::CA_EVENT_TX_START)
    {
        const Time now = Simulator::Now();
        m_law.OnIdle(CountJiffies(now), CountJiffies(now - m_lastAckedSent));
    }
}

Ptr<TcpCongestionOps>
TcpKernelCubic::Fork()
{
    return CopyObject<TcpKernelCubic>(this);
}

} // namespace ns3

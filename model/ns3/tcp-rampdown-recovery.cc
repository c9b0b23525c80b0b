/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rampdown-recovery.h"

#include "ns3/log.h"
#include "ns3/renewable-strategy.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpRampdownRecovery");
NS_OBJECT_ENSURE_REGISTERED(TcpRampdownRecovery);

TypeId
TcpRampdownRecovery::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRampdownRecovery")
            .SetParent<TcpRecoveryOps>()
            .SetGroupName("Internet")
            .AddConstructor<TcpRampdownRecovery>()
            .AddTraceSource("Wintrim",
                            "Octets that the window has above ssthresh in recovery "
                            "(FACK paper, section 4.5)",
                            MakeTraceSourceAccessor(&TcpRampdownRecovery::m_wintrim),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

std::string
TcpRampdownRecovery::GetName() const
{
    return "TcpRampdownRecovery";
}

void
TcpRampdownRecovery::BeginRecovery(Ptr<TcpSocketState> tcb,
                                   uint32_t dupAckCount,
                                   uint32_t unAckDataCount,
                                   uint32_t deliveredBytes)
{
    NS_LOG_FUNCTION(this << tcb << dupAckCount << unAckDataCount << deliveredBytes);
    const double cwndLoss = losswindow::CwndAtLoss(tcb);
    const double winmult = (cwndLoss > 0.0) ? tcb->m_ssThresh.Get() / cwndLoss : 1.0;
    // ns-3's own socket calls ContinueRecovery() for an ACK with ECN's echo, too: it counts there.
    const bool isCountedAgain = tcb->m_congState != TcpSocketState::CA_RECOVERY && !m_hearsProgress;
    m_rampdown.Begin(tcb->m_bytesInFlight + (isCountedAgain ? deliveredBytes : 0), winmult);
    m_knowsForwardAck = false;
    ApplyWindow(tcb);
    NS_LOG_INFO("Rampdown: winmult " << winmult << ", wintrim " << m_wintrim);
}

void
TcpRampdownRecovery::ContinueRecovery(Ptr<TcpSocketState> tcb, uint32_t deliveredBytes)
{
    NS_LOG_FUNCTION(this << tcb << deliveredBytes);
    if (!m_knowsForwardAck)
    {
        m_rampdown.Advance((deliveredBytes > 0) ? deliveredBytes : tcb->m_segmentSize);
    }
    ApplyWindow(tcb);
}

void
TcpRampdownRecovery::OnProgress(const Progress&)
{
    m_hearsProgress = true;
}

void
TcpRampdownRecovery::OnForwardAck(Ptr<TcpSocketState> tcb, uint32_t advance)
{
    NS_LOG_FUNCTION(this << tcb << advance);
    const bool inRecovery = tcb->m_congState == TcpSocketState::CA_RECOVERY ||
                            tcb->m_congState == TcpSocketState::CA_CWR;
    if (!inRecovery)
    {
        m_rampdown.End();
        m_wintrim = 0;
        return;
    }
    m_knowsForwardAck = true;
    m_rampdown.Advance(advance);
    ApplyWindow(tcb);
}

void
TcpRampdownRecovery::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    NS_LOG_FUNCTION(this << tcb);
    m_rampdown.End();
    ApplyWindow(tcb);
}

void
TcpRampdownRecovery::ApplyWindow(Ptr<TcpSocketState> tcb)
{
    // 32 bits hold it: wintrim is no more than what is outstanding.
    m_wintrim = static_cast<uint32_t>(m_rampdown.GetWintrim());
    tcb->m_cWnd = tcb->m_ssThresh + m_wintrim;
    tcb->m_cWndInfl = tcb->m_cWnd;
}

Ptr<TcpRecoveryOps>
TcpRampdownRecovery::Fork()
{
    return CreateObject<TcpRampdownRecovery>();
}

} // namespace ns3

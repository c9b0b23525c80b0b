/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-window-control.h"

#include <algorithm>

namespace ns3
{

WindowControl::Reaction
StockWindowControl::OnAck(const AckOutcome& outcome, bool isNew)
{
    Reaction reaction;
    if (outcome.duplicate)
    {
        OnDuplicate(outcome);
        reaction.entered = outcome.entered;
    }
    if (isNew)
    {
        reaction.left = OnAdvancing(outcome);
    }
    else if (m_sender.GetScoreboard().GetNxt() > m_sender.GetScoreboard().GetUna())
    {
        ReportArrived(1);
    }
    m_dupAcksBefore = m_sender.GetDupAcks();
    return reaction;
}

void
StockWindowControl::OnDuplicate(const AckOutcome& outcome)
{
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        SetState(TcpSocketState::CA_DISORDER);
    }
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY)
    {
        GoOn(outcome, true);
    }
    else if (outcome.entered)
    {
        StartRecovery(outcome);
    }
}

void
StockWindowControl::GoOn(const AckOutcome& outcome, bool isDuplicate)
{
    if (!outcome.entered && !m_control->HasCongControl())
    {
        TellLaw(outcome, isDuplicate);
    }
}

bool
StockWindowControl::OnAdvancing(const AckOutcome& outcome)
{
    const uint32_t segments = ToSegments(outcome.delivered);
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_RECOVERY:
        if (outcome.left)
        {
            EndRecovery(outcome);
            return true;
        }
        if (segments > 0)
        {
            GoOn(outcome, false);
        }
        ReportArrived(1);
        break;
    case TcpSocketState::CA_LOSS:
        AdvanceInLoss(outcome, segments);
        break;
    case TcpSocketState::CA_CWR:
        ReportArrived(segments);
        if (segments > 0)
        {
            GoOn(outcome, false);
        }
        break;
    case TcpSocketState::CA_DISORDER:
        AdvanceInDisorder(outcome, segments);
        break;
    default:
        ReportArrived(segments);
        Grow(segments);
        break;
    }
    return false;
}

void
StockWindowControl::EndRecovery(const AckOutcome& outcome)
{
    const auto segments = static_cast<uint32_t>(outcome.acknowledged / m_tcb->m_segmentSize);
    ReportArrived(segments);
    m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    SetState(TcpSocketState::CA_OPEN);
    m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
    m_recovery->ExitRecovery(m_tcb);
    Grow(segments);
}

void
StockWindowControl::AdvanceInDisorder(const AckOutcome& outcome, uint32_t segments)
{
    if (segments >= m_dupAcksBefore)
    {
        ReportArrived(segments - m_dupAcksBefore);
    }
    if (!outcome.duplicate)
    {
        SetState(TcpSocketState::CA_OPEN);
        Grow(segments);
    }
}

void
StockWindowControl::AdvanceInLoss(const AckOutcome& outcome, uint32_t segments)
{
    if (outcome.left)
    {
        const auto beyond = m_sender.GetScoreboard().GetUna() - m_sender.GetRecoveryPoint();
        segments = static_cast<uint32_t>(beyond / m_tcb->m_segmentSize);
    }
    ReportArrived(segments);
    if (outcome.left)
    {
        SetState(TcpSocketState::CA_OPEN);
    }
    Grow(segments);
}

void
StockWindowControl::Grow(uint32_t segments)
{
    m_control->IncreaseWindow(m_tcb, segments);
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

bool
StockWindowControl::OnTimeout(bool)
{
    return TimeOut(false, m_tcb->m_congState == TcpSocketState::CA_RECOVERY);
}

void
StockWindowControl::OnEcho(const AckOutcome& outcome)
{
    if (m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        return;
    }
    m_cwrPoint = m_sender.GetScoreboard().GetNxt();
    MarkReduction();
    m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, GetFlightSize());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    m_tcb->m_congState = TcpSocketState::CA_CWR;
    BeginReduction(outcome, outcome.delivered);
}

void
StockWindowControl::OnAdvance()
{
    if (!m_cwrPoint || m_sender.GetScoreboard().GetUna() <= *m_cwrPoint)
    {
        return;
    }
    m_cwrPoint.reset();
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
    if (!m_control->HasCongControl())
    {
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_recovery->ExitRecovery(m_tcb);
        m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    }
}

bool
StockWindowControl::HoldsRecovery(uint64_t ack, bool hasEcho) const
{
    const bool goesOn = m_cwrPoint && ack <= *m_cwrPoint;
    return goesOn || (hasEcho && ack > m_sender.GetScoreboard().GetUna());
}

uint32_t
StockWindowControl::GetFlightSize() const
{
    return static_cast<uint32_t>(std::min<uint64_t>(m_sender.GetReductionBase(), UINT32_MAX));
}

} // namespace ns3

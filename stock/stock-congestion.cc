/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stock-congestion.h"

#include "ns3/ns3-compat.h"
#include "ns3/ns3-values.h"

#include <algorithm>

namespace ns3
{

StockCongestion::StockCongestion(const StockVariables& variables,
                                 StockOutstanding& outstanding,
                                 Output& output)
    : m_variables(variables),
      m_tcb(variables.tcb),
      m_control(variables.control),
      m_outstanding(outstanding),
      m_output(output)
{
}

void
StockCongestion::OnAck(const StockAck& ack, bool hasEcho)
{
    m_tcb->m_isRetransDataAcked = ack.coversRepair && ack.number < m_recover;
    m_tcb->m_lastAckedSackedBytes = ack.delivered;
    ReadEcho(ack, hasEcho);
    m_outstanding.PublishInFlight();
    Judge(ack);
    m_tcb->m_isRetransDataAcked = false;
    if (m_control->HasCongControl())
    {
        TellRates(ack);
    }
}

void
StockCongestion::OnTimeout()
{
    const uint32_t inFlight = m_outstanding.PublishInFlight();
    m_dupAcks = 0;
    m_outstanding.GetBoard().LoseAll(!m_variables.sackEnabled);
    m_recover = m_tcb->m_highTxMark;
    // Also if the head was sent again by the timer before: its mark is gone by now.
    m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, inFlight);
    m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
    SetState(TcpSocketState::CA_LOSS);
    m_tcb->m_cWnd = m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

void
StockCongestion::ReadEcho(const StockAck& ack, bool hasEcho)
{
    if (m_tcb->m_congState == TcpSocketState::CA_CWR && ack.number > m_recover)
    {
        m_tcb->m_congState = TcpSocketState::CA_OPEN;
        if (!m_control->HasCongControl())
        {
            m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
            m_variables.law->ExitRecovery(m_tcb);
            m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        }
    }
    if (ack.number > ack.before && hasEcho && m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED)
    {
        if (m_variables.echoedAck.Get() < ack.number)
        {
            m_variables.echoedAck = ack.number;
            m_tcb->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
            if (m_tcb->m_congState != TcpSocketState::CA_CWR)
            {
                BeginReduction(ack.delivered);
            }
        }
    }
    else if (!hasEcho && m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
}

void
StockCongestion::BeginReduction(uint32_t delivered)
{
    m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, m_outstanding.PublishInFlight());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    // The control does not hear of it.
    m_tcb->m_congState = TcpSocketState::CA_CWR;
    m_recover = m_tcb->m_highTxMark;
    EnterLaw(delivered);
}

void
StockCongestion::Judge(const StockAck& ack)
{
    m_tcb->m_lastAckedSeq = ack.number;
    const bool isNew = ack.number > ack.before;
    // An advance asks for the count before this ACK.
    const uint32_t dupAcksBefore = m_dupAcks;
    if (ack.isDuplicate)
    {
        OnDuplicate(ack.delivered);
    }
    if (isNew)
    {
        OnAdvance(ack, dupAcksBefore);
    }
    else if (ack.number == m_tcb->m_highTxMark)
    {
        return;
    }
    else if (ack.number > m_tcb->m_highTxMark)
    {
        m_tcb->m_nextTxSequence = ack.number;
    }
    else
    {
        TellArrived(1);
    }
    m_output.UpdatePace();
}

void
StockCongestion::OnDuplicate(uint32_t delivered)
{
    const auto state = m_tcb->m_congState.Get();
    if (state == TcpSocketState::CA_RECOVERY)
    {
        if (!m_variables.sackEnabled)
        {
            m_outstanding.GetBoard().AddGuess();
        }
        TellLaw(delivered, true);
    }
    else if (state != TcpSocketState::CA_LOSS)
    {
        ++m_dupAcks;
        if (state == TcpSocketState::CA_OPEN)
        {
            SetState(TcpSocketState::CA_DISORDER);
        }
        // Counted, and nothing else, while ECN's echo reduces the window.
        if (state != TcpSocketState::CA_CWR)
        {
            OnDisorder(delivered);
        }
    }
}

void
StockCongestion::OnDisorder(uint32_t delivered)
{
    auto& board = m_outstanding.GetBoard();
    // What a recovery or a timeout was about is acknowledged: before, the state is another one.
    if (m_dupAcks == m_variables.threshold ||
        board.IsLost(m_outstanding.ToPosition(m_variables.highestAck)))
    {
        BeginRecovery(delivered);
    }
    else if (!m_variables.sackEnabled && m_variables.limitedTransmit)
    {
        board.AddGuess();
    }
}

void
StockCongestion::BeginRecovery(uint32_t delivered)
{
    auto& board = m_outstanding.GetBoard();
    const bool guesses = !m_variables.sackEnabled;
    if (guesses)
    {
        board.AddGuess();
    }
    if (guesses || !board.IsLost(board.GetUna()))
    {
        board.LoseHead();
    }
    m_recover = m_tcb->m_highTxMark;
    SetState(TcpSocketState::CA_RECOVERY);
    const uint32_t inFlight =
        m_outstanding.PublishInFlight() + (guesses ? m_tcb->m_segmentSize : 0);
    m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, inFlight);
    EnterLaw(delivered);
    m_output.SendData(m_variables.highestAck, m_tcb->m_segmentSize);
}

uint32_t
StockCongestion::ToSegments(uint32_t delivered)
{
    const uint32_t size = m_tcb->m_segmentSize;
    uint32_t segments = delivered / size;
    m_restOctets += delivered % size;
    if (m_restOctets >= size)
    {
        ++segments;
        m_restOctets -= size;
    }
    return segments;
}

void
StockCongestion::OnAdvance(const StockAck& ack, uint32_t dupAcksBefore)
{
    const uint32_t segments = ToSegments(ack.delivered);
    if (!ack.isDuplicate)
    {
        m_dupAcks = 0;
    }
    const bool isPartial = ack.number < m_recover;
    const auto state = m_tcb->m_congState.Get();
    if (isPartial && state == TcpSocketState::CA_RECOVERY)
    {
        OnPartial(ack, segments);
    }
    else if (isPartial && state == TcpSocketState::CA_LOSS)
    {
        TellArrived(segments);
        m_control->IncreaseWindow(m_tcb, segments);
        m_output.Advance(ack.number, true);
    }
    else if (state == TcpSocketState::CA_CWR)
    {
        TellArrived(segments);
        if (segments > 0)
        {
            TellLaw(ack.delivered, false);
        }
        m_output.Advance(ack.number, true);
    }
    else
    {
        OnOtherAdvance(ack, segments, dupAcksBefore);
    }
}

void
StockCongestion::OnPartial(const StockAck& ack, uint32_t segments)
{
    auto& board = m_outstanding.GetBoard();
    if (!m_variables.sackEnabled)
    {
        board.LoseHead();
    }
    if (segments > 0)
    {
        TellLaw(ack.delivered, false);
    }
    if (!board.IsRepairEnding(m_outstanding.ToPosition(ack.number) + m_tcb->m_segmentSize))
    {
        SendMissing();
        const uint32_t inflated = m_tcb->m_cWndInfl;
        m_tcb->m_cWndInfl = inflated - std::min(inflated, segments * m_tcb->m_segmentSize);
    }
    TellArrived(1);
    m_output.Advance(ack.number, m_isFirstPartial);
    m_isFirstPartial = false;
}

void
StockCongestion::OnOtherAdvance(const StockAck& ack, uint32_t segments, uint32_t dupAcksBefore)
{
    const bool wasRecovering = m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    segments = EndState(ack, segments, dupAcksBefore);
    if (wasRecovering)
    {
        m_output.Advance(ack.number, true);
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_variables.law->ExitRecovery(m_tcb);
        m_outstanding.PublishInFlight();
    }
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        m_control->IncreaseWindow(m_tcb, segments);
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
        m_output.Advance(ack.number, true);
    }
}

uint32_t
StockCongestion::EndState(const StockAck& ack, uint32_t segments, uint32_t dupAcksBefore)
{
    const uint32_t size = m_tcb->m_segmentSize;
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_OPEN:
        TellArrived(segments);
        break;
    case TcpSocketState::CA_DISORDER:
        if (segments >= dupAcksBefore)
        {
            TellArrived(segments - dupAcksBefore);
        }
        if (!ack.isDuplicate)
        {
            SetState(TcpSocketState::CA_OPEN);
        }
        break;
    case TcpSocketState::CA_RECOVERY:
        m_isFirstPartial = true;
        segments = static_cast<uint32_t>(ack.number - ack.before) / size;
        TellArrived(segments);
        m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        SetState(TcpSocketState::CA_OPEN);
        m_dupAcks = 0;
        break;
    case TcpSocketState::CA_LOSS:
        m_isFirstPartial = true;
        segments = static_cast<uint32_t>(ack.number - m_recover) / size;
        TellArrived(segments);
        SetState(TcpSocketState::CA_OPEN);
        break;
    default:
        break;
    }
    return segments;
}

void
StockCongestion::SendMissing()
{
    // Without anything missing, new data go, and without those the first segment once more.
    const auto una = m_outstanding.GetBoard().GetUna();
    const auto range =
        m_outstanding.FindNext(false).value_or(OctetRange{una, una + m_tcb->m_segmentSize});
    m_tcb->m_nextTxSequence = ToSequence(range.begin);
    m_output.SendData(ToSequence(range.begin), static_cast<uint32_t>(range.Size()));
}

void
StockCongestion::SetState(TcpSocketState::TcpCongState_t state)
{
    m_control->CongestionStateSet(m_tcb, state);
    m_tcb->m_congState = state;
}

void
StockCongestion::TellArrived(uint32_t segments)
{
    m_control->PktsAcked(m_tcb, segments, ns3compat::GetSmoothedRtt(*m_tcb).Get());
}

void
StockCongestion::EnterLaw(uint32_t delivered)
{
    if (m_control->HasCongControl())
    {
        return;
    }
    const auto head = m_variables.buffer->HeadSequence();
    ns3compat::EnterRecovery<TcpRecoveryOps>(
        *m_variables.law,
        m_tcb,
        m_dupAcks,
        static_cast<uint32_t>(m_tcb->m_highTxMark.Get() - head),
        delivered,
        m_outstanding.GetBoard().GetSacked());
}

void
StockCongestion::TellLaw(uint32_t delivered, bool isDuplicate)
{
    if (!m_control->HasCongControl())
    {
        ns3compat::DoRecovery<TcpRecoveryOps>(*m_variables.law, m_tcb, delivered, isDuplicate);
    }
}

void
StockCongestion::TellRates(const StockAck& ack)
{
    // The change, whichever its sign: a repair counts as a loss.
    const uint32_t lost = m_outstanding.GetBoard().GetLost();
    const auto& sample = m_variables.rates->GenerateSample(ack.delivered,
                                                           std::max(lost, ack.lostBefore) -
                                                               std::min(lost, ack.lostBefore),
                                                           false,
                                                           ack.inFlightBefore,
                                                           m_tcb->m_minRtt);
    m_control->CongControl(m_tcb, m_variables.rates->GetConnectionRate(), sample);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-manager.h"

#include "ns3/ns3-compat.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{
/// Segments of an ACK that always count in slow start (L of RFC 3465, section 2.2).
constexpr uint32_t SLOW_START_SEGMENTS = 2;
} // namespace

CongestionManager::CongestionManager(Ptr<TcpSocketState> tcb,
                                     Ptr<TcpCongestionOps> control,
                                     Ptr<TcpRecoveryOps> recovery,
                                     const LossRecovery& sender)
    : m_tcb(std::move(tcb)),
      m_control(std::move(control)),
      m_recovery(std::move(recovery)),
      m_sender(sender),
      m_sent(sender.GetSent()),
      m_nextRecovery(m_recovery),
      m_law(dynamic_cast<RecoveryLaw*>(PeekPointer(m_recovery)))
{
}

uint32_t
CongestionManager::GetFlightSize() const
{
    return static_cast<uint32_t>(
        std::min<uint64_t>(m_sender.GetRecoveryState().GetFlightSize(), m_tcb->m_cWnd.Get()));
}

bool
CongestionManager::IsReducing() const
{
    return m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
           m_tcb->m_congState == TcpSocketState::CA_CWR;
}

RecoveryLaw*
CongestionManager::GetActiveLaw() const
{
    return IsReducing() && m_isLawAtWork && !m_control->HasCongControl() ? m_law : nullptr;
}

void
CongestionManager::SetState(TcpSocketState::TcpCongState_t state)
{
    m_control->CongestionStateSet(m_tcb, state);
    m_tcb->m_congState = state;
}

uint32_t
CongestionManager::TakeWholeSegments(uint64_t& octets) const
{
    const auto segments = octets / m_tcb->m_segmentSize;
    octets %= m_tcb->m_segmentSize;
    return static_cast<uint32_t>(segments);
}

uint32_t
CongestionManager::ToSegments(uint64_t octets)
{
    m_arrived += octets;
    return TakeWholeSegments(m_arrived);
}

uint32_t
CongestionManager::ToCoveredSegments(uint64_t octets)
{
    m_covered += octets;
    return TakeWholeSegments(m_covered);
}

CongestionManager::Reaction
CongestionManager::OnAck(const AckOutcome& outcome, bool isNew)
{
    Reaction reaction;
    if (outcome.recovery.undone)
    {
        reaction.left = m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
        Undo();
    }
    if (outcome.recovery.probeRepaired)
    {
        OnProbeRepaired(outcome);
    }
    if (isNew)
    {
        reaction.left = OnNewAck(outcome) || reaction.left;
    }
    else
    {
        OnOtherAck(outcome);
    }
    if (outcome.recovery.entered)
    {
        StartRecovery(outcome);
        reaction.entered = true;
    }
    m_begunByEcho = false;
    return reaction;
}

bool
CongestionManager::OnNewAck(const AckOutcome& outcome)
{
    // Of less than a segment, too: controls that measure count the calls.
    const uint32_t segments = ToSegments(outcome.delivered.octets);
    ReportArrived(segments);
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_RECOVERY:
        if (outcome.recovery.left)
        {
            FinishRecovery();
            if (m_opensByDelivered && !outcome.recovery.entered)
            {
                Open(segments);
            }
            return true;
        }
        ContinueRecovery(outcome);
        break;
    case TcpSocketState::CA_CWR:
        ContinueRecovery(outcome);
        break;
    case TcpSocketState::CA_DISORDER:
        if (!outcome.recovery.duplicate)
        {
            SetState(TcpSocketState::CA_OPEN);
        }
        if (!outcome.recovery.entered)
        {
            Open(CountOpening(outcome, segments));
        }
        break;
    case TcpSocketState::CA_LOSS:
        if (outcome.recovery.left)
        {
            SetState(TcpSocketState::CA_OPEN);
        }
        Open(segments);
        break;
    default:
        Open(CountOpening(outcome, segments));
        break;
    }
    return false;
}

uint32_t
CongestionManager::CountOpening(const AckOutcome& outcome, uint32_t delivered)
{
    if (m_opensByDelivered)
    {
        // What has arrived twice has arrived.
        const uint64_t again = outcome.delivered.duplicate / m_tcb->m_segmentSize;
        return outcome.recovery.entered ? 0 : delivered + static_cast<uint32_t>(again);
    }
    // All that is covered (RFC 5681, section 3.1), SACKed before or not: where segments overtake
    // one another, most are.
    return ToCoveredSegments(outcome.delivered.acknowledged);
}

void
CongestionManager::OnOtherAck(const AckOutcome& outcome)
{
    if (!outcome.recovery.duplicate)
    {
        return;
    }
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        SetState(TcpSocketState::CA_DISORDER);
    }
    const uint32_t segments = ToSegments(outcome.delivered.octets);
    if (segments > 0)
    {
        ReportArrived(segments);
    }
    if (IsReducing())
    {
        ContinueRecovery(outcome);
    }
    else if (m_opensByDelivered && outcome.recovery.disorderly && !outcome.recovery.entered)
    {
        Open(segments);
    }
}

void
CongestionManager::ReportArrived(uint32_t segments)
{
    m_control->PktsAcked(m_tcb, segments, ns3compat::GetSmoothedRtt(*m_tcb, 0));
}

void
CongestionManager::Open(uint32_t segments)
{
    if (m_tcb->m_cWnd < m_tcb->m_ssThresh)
    {
        if (!MayOpenInSlowStart() && !m_control->HasCongControl())
        {
            return;
        }
        // Slow start ends at ssthresh (RFC 5681, section 3.1), however much the ACK covers that
        // ends a repair: ns-3's TcpCubic would open by all of it.
        const uint32_t room = m_tcb->m_ssThresh.Get() - m_tcb->m_cWnd.Get();
        const uint32_t mss = m_tcb->m_segmentSize;
        segments = std::min(segments, std::max(SLOW_START_SEGMENTS, room / mss + (room % mss > 0)));
    }
    if (segments > 0)
    {
        m_control->IncreaseWindow(m_tcb, segments);
    }
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

void
CongestionManager::StartRecovery(const AckOutcome& outcome)
{
    if (!m_begunByEcho)
    {
        KeepPrior();
    }
    SetState(TcpSocketState::CA_RECOVERY);
    if (!m_cwrPoint)
    {
        m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, GetFlightSize());
        m_cwrDue = true;
    }
    m_reductionPoint = m_sent.GetNxt();
    m_cwrPoint.reset();
    // A timer, or an ACK by its time alone, may show the loss: some laws do nothing before
    // something is delivered. Linux counts one segment then.
    BeginReduction(outcome,
                   outcome.delivered.octets > 0 ? outcome.delivered.octets : m_tcb->m_segmentSize);
}

void
CongestionManager::ContinueRecovery(const AckOutcome& outcome)
{
    // In CWR an ACK may begin a recovery, which takes over: it does not go on with the reduction.
    // Nor does the ACK whose echo has just begun one.
    // And a law that did not begin does not go on: what regulated the window then is replaced.
    if (outcome.recovery.entered || m_begunByEcho || !m_isLawAtWork || m_control->HasCongControl())
    {
        return;
    }
    // What is delivered is known, or estimated for a duplicate ACK: ns-3's laws must not add a
    // segment of their own to it.
    if (m_law)
    {
        m_law->OnProgress(DescribeProgress(outcome));
        m_law->OnForwardAck(m_tcb, outcome.delivered.forwardAdvance);
    }
    ns3compat::DoRecovery<TcpRecoveryOps>(*m_recovery, m_tcb, outcome.delivered.octets, false);
}

RecoveryLaw::Progress
CongestionManager::DescribeProgress(const AckOutcome& outcome) const
{
    RecoveryLaw::Progress progress;
    progress.advances = outcome.delivered.acknowledged > 0;
    progress.showsLoss = outcome.lost.isShown;
    progress.sacked = m_sent.GetSackedData();
    return progress;
}

void
CongestionManager::FinishRecovery()
{
    m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    SetState(TcpSocketState::CA_OPEN);
    if (!m_control->HasCongControl())
    {
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        EndReduction();
    }
}

void
CongestionManager::EndReduction()
{
    if (std::exchange(m_isLawAtWork, false))
    {
        m_recovery->ExitRecovery(m_tcb);
    }
}

void
CongestionManager::KeepPrior()
{
    // A reduction within another one is undone together with it, or not at all.
    if (m_tcb->m_congState != TcpSocketState::CA_RECOVERY &&
        m_tcb->m_congState != TcpSocketState::CA_LOSS)
    {
        m_priorWindow = m_tcb->m_cWnd;
        m_priorThreshold = m_tcb->m_ssThresh;
    }
}

void
CongestionManager::Undo()
{
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
        m_tcb->m_congState == TcpSocketState::CA_LOSS)
    {
        if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY)
        {
            EndReduction();
        }
        SetState(TcpSocketState::CA_OPEN);
    }
    if (!m_control->HasCongControl())
    {
        m_tcb->m_cWnd = std::max(m_tcb->m_cWnd.Get(), m_priorWindow);
        m_tcb->m_ssThresh = std::max(m_tcb->m_ssThresh.Get(), m_priorThreshold);
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
}

void
CongestionManager::OnProbeRepaired(const AckOutcome& outcome)
{
    if (IsReducing() || m_tcb->m_congState == TcpSocketState::CA_LOSS)
    {
        return;
    }
    const auto before = m_tcb->m_congState;
    SetState(TcpSocketState::CA_CWR);
    // From what was outstanding before the ACK.
    const auto flight = static_cast<uint32_t>(GetFlightSize() + outcome.delivered.acknowledged);
    m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, std::min(flight, m_tcb->m_cWnd.Get()));
    MarkReduction();
    // It is no other's: nothing that came before is given back.
    m_priorWindow = 0;
    m_priorThreshold = 0;
    if (!m_control->HasCongControl())
    {
        m_tcb->m_cWnd = std::min(m_tcb->m_cWnd.Get(), m_tcb->m_ssThresh.Get());
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    }
    SetState(before);
}

void
CongestionManager::MarkReduction()
{
    m_reductionPoint = m_sent.GetNxt();
    m_cwrDue = true;
}

void
CongestionManager::BeginReduction(const AckOutcome& outcome, uint64_t delivered)
{
    if (m_recovery != m_nextRecovery)
    {
        m_recovery = m_nextRecovery;
        m_law = dynamic_cast<RecoveryLaw*>(PeekPointer(m_recovery));
    }
    m_isLawAtWork = !m_control->HasCongControl();
    if (!m_isLawAtWork)
    {
        return;
    }
    if (m_law)
    {
        m_law->OnProgress(DescribeProgress(outcome));
    }
    ns3compat::EnterRecovery<TcpRecoveryOps>(*m_recovery,
                                             m_tcb,
                                             m_sender.GetRecoveryState().GetDupAcks(),
                                             m_sent.GetNxt() - m_sent.GetUna(),
                                             static_cast<uint32_t>(delivered),
                                             m_sent.GetSackedData());
}

void
CongestionManager::OnAdvance()
{
    if (!m_cwrPoint || m_sent.GetUna() < *m_cwrPoint)
    {
        return;
    }
    m_cwrPoint.reset();
    SetState(TcpSocketState::CA_OPEN);
    if (!m_control->HasCongControl())
    {
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        EndReduction();
        m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    }
}

void
CongestionManager::OnEcho(const AckOutcome& outcome)
{
    // What was under way when the window was reduced asks for nothing more. Nor does a mark within
    // a recovery, which some laws prolong by a window and more: the peer goes on with its echo.
    if (m_sent.GetUna() <= m_reductionPoint || m_tcb->m_congState == TcpSocketState::CA_RECOVERY)
    {
        return;
    }
    m_cwrPoint = m_sent.GetNxt();
    MarkReduction();
    // Congestion was told, whatever came before was or was not one.
    m_priorWindow = 0;
    m_priorThreshold = 0;
    m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, GetFlightSize());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    SetState(TcpSocketState::CA_CWR);
    m_begunByEcho = true;
    if (outcome.recovery.entered)
    {
        return; // the recovery that this ACK begins is the reduction
    }
    BeginReduction(outcome, outcome.delivered.octets);
}

bool
CongestionManager::OnTimeout(bool isRepeated, bool once)
{
    const bool keeps =
        m_tcb->m_congState == TcpSocketState::CA_LOSS ? isRepeated : once && IsReducing();
    if (!keeps)
    {
        KeepPrior();
        m_tcb->m_ssThresh = m_control->GetSsThresh(m_tcb, GetFlightSize());
    }
    const bool left = m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    if (IsReducing())
    {
        EndReduction();
    }
    m_cwrPoint.reset();
    MarkReduction();
    m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
    SetState(TcpSocketState::CA_LOSS);
    m_tcb->m_cWnd = m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    return left;
}

void
CongestionManager::KeepFlight()
{
    m_tcb->m_cWnd += static_cast<uint32_t>(m_sender.GetOutstanding());
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

void
CongestionManager::OnSent(uint32_t size)
{
    MeasureUse();
    if (!IsReducing())
    {
        return;
    }
    if (m_isLawAtWork)
    {
        m_recovery->UpdateBytesSent(size);
    }
    if (auto* law = GetActiveLaw())
    {
        // What is outstanding need not have grown: more duplicate ACKs than segments may have
        // arrived.
        law->SetWindow(m_tcb);
    }
}

bool
CongestionManager::MayOpenInSlowStart() const
{
    return m_tcb->m_cWnd < m_tcb->m_ssThresh && m_tcb->m_cWnd < 2 * m_mostOut;
}

void
CongestionManager::MeasureUse()
{
    const auto out = m_sent.GetNxt() - m_sent.GetUna();
    if (out > m_mostOut || m_sent.GetUna() >= m_usePoint)
    {
        m_mostOut = out;
        m_usePoint = m_sent.GetNxt();
    }
}

void
CongestionManager::OnIdle(uint32_t window)
{
    if (m_tcb->m_cWnd > window && !m_control->HasCongControl())
    {
        m_tcb->m_cWnd = window;
        m_tcb->m_cWndInfl = window;
        m_control->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_CWND_RESTART);
    }
}

} // namespace ns3

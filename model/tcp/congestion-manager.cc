/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-manager.h"

#include <algorithm>

namespace ns3
{

using State = Window::State;

namespace
{
/// Segments of an ACK that always count in slow start (L of RFC 3465, section 2.2).
constexpr uint32_t SLOW_START_SEGMENTS = 2;
} // namespace

CongestionManager::Reaction
CongestionManager::OnAck(const AckOutcome& outcome, bool isNew)
{
    Reaction reaction;
    if (outcome.recovery.undone)
    {
        // Without SACK Linux waits for more: who regulates the window by the state sees that.
        const bool leaves = outcome.recovery.left || !m_window.isRegulated;
        reaction.left = leaves && m_window.state == State::RECOVERY;
        EndByUndo(leaves);
    }
    const auto segments = ReportArrived(outcome, isNew);
    if (outcome.recovery.undone)
    {
        GiveBack();
    }
    if (outcome.recovery.probeRepaired)
    {
        OnProbeRepaired();
    }
    if (isNew)
    {
        reaction.left = OnNewAck(outcome, segments) || reaction.left;
    }
    else if (outcome.recovery.left && m_window.state == State::RECOVERY)
    {
        // One that was begun at the end of CWR (tcp_enter_recovery()).
        FinishRecovery();
        reaction.left = true;
    }
    else
    {
        OnOtherAck(outcome, segments);
    }
    if (outcome.recovery.entered)
    {
        StartRecovery(outcome);
        reaction.entered = true;
    }
    m_begunByEcho = false;
    m_control.Regulate(m_window, outcome);
    reaction.left = std::exchange(m_leftByEcho, false) || reaction.left;
    return reaction;
}

uint32_t
CongestionManager::ReportArrived(const AckOutcome& outcome, bool isNew)
{
    if (!isNew && !outcome.recovery.duplicate && !m_followsLinux)
    {
        return 0;
    }
    if (!isNew && m_window.state == State::OPEN && outcome.recovery.duplicate)
    {
        SetState(State::DISORDER);
    }
    const uint32_t segments = TakeSegments(m_arrived, CountDelivered(outcome));
    // Of less than a segment, too: controls that measure count the calls.
    if (isNew || segments > 0)
    {
        m_control.OnArrived(m_window, segments);
    }
    return segments;
}

bool
CongestionManager::OnNewAck(const AckOutcome& outcome, uint32_t segments)
{
    switch (m_window.state)
    {
    case State::RECOVERY:
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
    case State::CWR:
        ContinueRecovery(outcome);
        break;
    case State::DISORDER:
        if (!outcome.recovery.duplicate)
        {
            SetState(State::OPEN);
        }
        if (!outcome.recovery.entered)
        {
            Open(CountOpening(outcome, segments));
        }
        break;
    case State::LOSS:
        if (outcome.recovery.left)
        {
            SetState(State::OPEN);
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
        const uint64_t again = m_followsLinux ? 0 : outcome.delivered.duplicate / m_window.mss;
        return outcome.recovery.entered ? 0 : delivered + static_cast<uint32_t>(again);
    }
    // All that is covered (RFC 5681, section 3.1), SACKed before or not: where segments overtake
    // one another, most are.
    return TakeSegments(m_covered, outcome.delivered.acknowledged);
}

void
CongestionManager::OnOtherAck(const AckOutcome& outcome, uint32_t segments)
{
    if (m_window.IsReducing() && (outcome.recovery.duplicate || m_followsLinux))
    {
        ContinueRecovery(outcome);
    }
    else if (m_opensByDelivered && outcome.recovery.disorderly && outcome.recovery.duplicate &&
             !outcome.recovery.entered)
    {
        Open(segments);
    }
}

void
CongestionManager::Open(uint32_t segments)
{
    if (m_followsLinux)
    {
        m_window.isLimited = m_isFilled || MayOpenInSlowStart();
    }
    else if (m_window.cwnd < m_window.ssthresh)
    {
        if (!MayOpenInSlowStart() && !m_window.isRegulated)
        {
            return;
        }
        // Slow start ends at ssthresh (RFC 5681, section 3.1), however much the ACK covers that
        // ends a repair: ns-3's TcpCubic would open by all of it.
        const uint32_t room = m_window.ssthresh - m_window.cwnd;
        const uint32_t mss = m_window.mss;
        segments = std::min(segments, std::max(SLOW_START_SEGMENTS, room / mss + (room % mss > 0)));
    }
    if (segments > 0)
    {
        m_control.Open(m_window, segments);
    }
}

void
CongestionManager::StartRecovery(const AckOutcome& outcome)
{
    if (m_cwrPoint && m_followsLinux)
    {
        // Linux gives nothing back that an echo has taken.
        m_priorWindow = m_priorThreshold = 0;
    }
    else if (!m_begunByEcho)
    {
        KeepPrior();
    }
    SetState(State::RECOVERY);
    if (!m_cwrPoint)
    {
        ReduceForLoss();
        m_cwrDue = true;
    }
    m_reductionPoint = m_sent.GetNxt();
    // A timer, or an ACK by its time alone, may show the loss: some laws do nothing before
    // something is delivered.
    const auto counted = CountDelivered(outcome);
    const auto delivered = counted > 0 ? counted : m_window.mss;
    const bool goesOn = m_cwrPoint && m_followsLinux && m_isLawAtWork && !m_begunByEcho;
    m_cwrPoint.reset();
    if (goesOn)
    {
        // The reduction that is under way (tcp_enter_recovery()).
        m_law.Continue(m_window, DescribeAck(outcome, delivered));
    }
    else
    {
        BeginReduction(outcome, delivered);
    }
}

void
CongestionManager::ContinueRecovery(const AckOutcome& outcome)
{
    // In CWR an ACK may begin a recovery, which takes over: it does not go on with the reduction.
    // Nor does the ACK whose echo has just begun one.
    // And a law that did not begin does not go on: what regulated the window then is replaced.
    if (outcome.recovery.entered || m_begunByEcho || !m_isLawAtWork || m_window.isRegulated)
    {
        return;
    }
    m_law.Continue(m_window, DescribeAck(outcome, CountDelivered(outcome)));
}

ReductionLaw::Ack
CongestionManager::DescribeAck(const AckOutcome& outcome, uint64_t delivered) const
{
    return {true,
            static_cast<uint32_t>(delivered),
            static_cast<uint32_t>(outcome.delivered.forwardAdvance),
            outcome.delivered.acknowledged > 0,
            outcome.lost.octets > 0,
            CountDelivered(outcome) < delivered,
            m_sent.GetSackedData()};
}

void
CongestionManager::FinishRecovery()
{
    m_control.OnEvent(m_window, ControlEvent::COMPLETE_CWR);
    SetState(State::OPEN);
    if (!m_window.isRegulated)
    {
        m_window.cwnd = m_window.ssthresh;
        EndReduction();
    }
}

void
CongestionManager::KeepPrior()
{
    // A reduction within another one is undone together with it, or not at all.
    if (m_window.state != State::RECOVERY && (m_window.state != State::LOSS || m_followsLinux))
    {
        m_priorWindow = m_window.cwnd;
        m_wasCwrDue = m_cwrDue;
        const bool remembers = m_followsLinux && m_window.state != State::CWR;
        m_priorThreshold = remembers ? GetRememberedThreshold() : m_window.ssthresh;
    }
}

void
CongestionManager::EndByUndo(bool leaves)
{
    // The peer waits to hear of what stays.
    const bool stays =
        m_followsLinux ? m_priorThreshold <= m_window.ssthresh : m_priorWindow == 0 || m_wasCwrDue;
    m_cwrDue = m_cwrDue && stays;
    const bool isRecovery = m_window.state == State::RECOVERY;
    if (isRecovery)
    {
        EndReduction();
    }
    if (leaves && (isRecovery || m_window.state == State::LOSS))
    {
        SetState(State::OPEN);
    }
}

void
CongestionManager::OnProbeRepaired()
{
    if (m_window.IsReducing() || m_window.state == State::LOSS)
    {
        return;
    }
    const auto before = m_window.state;
    // As for a fast recovery.
    ReduceForLoss();
    SetState(State::CWR);
    MarkReduction();
    // It is no other's: nothing that came before is given back.
    m_priorWindow = m_priorThreshold = 0;
    if (!m_window.isRegulated)
    {
        m_window.cwnd = std::min(m_window.cwnd, m_window.ssthresh);
    }
    SetState(before);
}

void
CongestionManager::BeginReduction(const AckOutcome& outcome, uint64_t delivered)
{
    m_isLawAtWork = !m_window.isRegulated;
    if (m_isLawAtWork)
    {
        m_law.Begin(m_window,
                    DescribeAck(outcome, delivered),
                    m_sender.GetRecoveryState().GetDupAcks(),
                    static_cast<uint32_t>(m_sent.GetNxt() - m_sent.GetUna()));
    }
}

void
CongestionManager::OnAdvance()
{
    // Linux waits for an ACK of what went after the echo: what tells of the reduction.
    if (!m_cwrPoint || m_sent.GetUna() < *m_cwrPoint + m_followsLinux)
    {
        return;
    }
    m_cwrPoint.reset();
    SetState(State::OPEN);
    if (!m_window.isRegulated)
    {
        m_window.cwnd = m_window.ssthresh;
        EndReduction();
        m_control.OnEvent(m_window, ControlEvent::COMPLETE_CWR);
    }
}

void
CongestionManager::EndBeforeEcho(const AckOutcome& outcome)
{
    m_priorWindow = m_priorThreshold = 0;
    const bool isReached = m_sent.GetUna() >= m_sender.GetRecoveryState().GetRecoveryPoint();
    if (m_window.state == State::RECOVERY && outcome.recovery.left && isReached)
    {
        FinishRecovery();
        m_leftByEcho = true;
    }
    else if (m_window.state == State::LOSS && outcome.recovery.left)
    {
        SetState(State::OPEN);
    }
}

void
CongestionManager::OnEcho(const AckOutcome& outcome)
{
    if (m_followsLinux)
    {
        EndBeforeEcho(outcome);
    }
    // What was under way when the window was reduced asks for nothing more. Nor does a mark within
    // a recovery, which some laws prolong by a window and more: the peer goes on with its echo.
    const bool isKnown = m_followsLinux ? m_window.IsReducing() || m_window.state == State::LOSS
                                        : m_sent.GetUna() <= m_reductionPoint;
    if (isKnown || m_window.state == State::RECOVERY)
    {
        return;
    }
    m_cwrPoint = m_sent.GetNxt();
    MarkReduction();
    // Congestion was told, whatever came before was or was not one.
    m_priorWindow = m_priorThreshold = 0;
    m_window.ssthresh = m_control.Reduce(m_window, GetFlightSize());
    SetState(State::CWR);
    m_begunByEcho = true;
    if (!outcome.recovery.entered) // else the recovery that this ACK begins is the reduction
    {
        BeginReduction(outcome, CountDelivered(outcome));
    }
}

bool
CongestionManager::OnTimeout(bool isRepeated, bool once)
{
    const auto end = m_cwrPoint.value_or(m_sender.GetRecoveryState().GetRecoveryPoint());
    const bool isReducing = m_window.IsReducing() && m_sent.GetUna() < end;
    const bool keeps = m_window.state == State::LOSS ? isRepeated : once && isReducing;
    if (!keeps)
    {
        KeepPrior();
        m_window.ssthresh = m_control.Reduce(m_window, GetFlightSize());
    }
    const bool left = m_window.state == State::RECOVERY;
    if (m_window.IsReducing())
    {
        EndReduction();
    }
    m_cwrPoint.reset();
    MarkReduction();
    m_control.OnEvent(m_window, ControlEvent::LOSS);
    SetState(State::LOSS);
    m_window.cwnd = m_window.mss;
    return left;
}

void
CongestionManager::OnSent(uint32_t size)
{
    if (!m_window.IsReducing())
    {
        return;
    }
    if (m_isLawAtWork)
    {
        m_law.OnSent(m_window, m_followsLinux ? m_window.mss : size);
    }
    if (auto* law = GetActiveLaw())
    {
        // What is outstanding need not have grown: more duplicate ACKs than segments may have
        // arrived.
        law->SetWindow(m_window);
    }
}

void
CongestionManager::MeasureUse()
{
    const auto out =
        m_followsLinux ? m_sent.GetParts() * m_window.mss : m_sent.GetNxt() - m_sent.GetUna();
    const bool isFull = m_window.cwnd < m_window.inFlight + m_window.mss;
    const bool isFilled = m_followsLinux && m_isFilled;
    if (m_sent.GetUna() >= m_usePoint || (isFull && m_followsLinux) ||
        (!isFilled && out > m_mostOut))
    {
        m_isFilled = isFull;
        m_mostOut = out;
        m_usePoint = m_sent.GetNxt();
    }
    m_window.isLimited = (m_followsLinux ? m_isFilled : isFull) || MayOpenInSlowStart();
}

void
CongestionManager::OnIdleAsLinux(uint32_t window, int64_t timeouts)
{
    if (!m_window.isRegulated)
    {
        m_window.ssthresh = GetRememberedThreshold();
        const auto segments = m_window.cwnd / m_window.mss;
        const auto left = (segments >> std::min<int64_t>(timeouts, 31)) * m_window.mss;
        m_window.cwnd = std::max(left, std::min(window, m_window.cwnd));
        m_control.OnEvent(m_window, ControlEvent::CWND_RESTART);
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pattern-window.h"

#include "ns3/recovery-state.h"

#include <algorithm>

namespace losspattern
{

using AckOutcome = ns3::LossRecovery::AckOutcome;

namespace
{
/// Half of what is in flight, but two segments (RFC 5681, equation 4).
uint32_t
Halve(uint32_t flight)
{
    return std::max<uint32_t>(flight / 2, 2 * MSS);
}

std::unique_ptr<ns3::ReductionLaw>
MakeLaw(Reduction law)
{
    switch (law)
    {
    case Reduction::RAMPDOWN:
        return std::make_unique<ns3::RampdownLaw>();
    case Reduction::PROPORTIONAL:
        return std::make_unique<ns3::RateReductionLaw>();
    default:
        return std::make_unique<ns3::ClassicReductionLaw>();
    }
}
} // namespace

PatternWindow::PatternWindow(const ns3::LossRecovery& sender, Reduction law)
    : m_sender(sender),
      m_law(MakeLaw(law)),
      m_isProportional(law == Reduction::PROPORTIONAL)
{
    m_window.mss = MSS;
    m_window.cwnd = WINDOW * MSS;
    m_window.ssthresh = WINDOW * MSS;
}

uint32_t
PatternWindow::GetFlight() const
{
    const auto flight = m_sender.GetRecoveryState().GetFlightSize();
    return static_cast<uint32_t>(std::min<uint64_t>(flight, m_window.cwnd));
}

void
PatternWindow::OnAck(const AckOutcome& outcome)
{
    if (outcome.recovery.undone)
    {
        m_state = State::OPEN;
        m_window.cwnd = std::max(m_window.cwnd, m_priorWindow);
        m_window.ssthresh = std::max(m_window.ssthresh, m_priorThreshold);
    }
    if (outcome.recovery.probeRepaired && m_state == State::OPEN)
    {
        const auto flight = static_cast<uint32_t>(GetFlight() + outcome.delivered.acknowledged);
        m_window.ssthresh = Halve(std::min(flight, m_window.cwnd));
        m_window.cwnd = std::min(m_window.cwnd, m_window.ssthresh);
    }
    if (outcome.recovery.left && m_state == State::REDUCING)
    {
        m_window.cwnd = m_window.ssthresh;
        m_state = State::OPEN;
    }
    else if (m_state == State::REDUCING)
    {
        Reduce(outcome, false);
    }
    else
    {
        m_state = outcome.recovery.left ? State::OPEN : m_state;
        Open(outcome.recovery.entered ? 0 : outcome.delivered.acknowledged);
    }
    if (outcome.recovery.entered)
    {
        Keep();
        m_state = State::REDUCING;
        m_window.ssthresh = Halve(GetFlight());
        Reduce(outcome, true);
    }
}

void
PatternWindow::Open(uint64_t octets)
{
    if (octets > 0)
    {
        m_window.cwnd += m_window.cwnd < m_window.ssthresh ? MSS : MSS * MSS / m_window.cwnd;
    }
}

void
PatternWindow::Reduce(const AckOutcome& outcome, bool begins)
{
    ns3::ReductionLaw::Ack ack;
    ack.isNominal = begins && outcome.delivered.octets == 0;
    ack.delivered = static_cast<uint32_t>(ack.isNominal ? MSS : outcome.delivered.octets);
    ack.forwardAdvance = static_cast<uint32_t>(outcome.delivered.forwardAdvance);
    ack.advances = outcome.delivered.acknowledged > 0;
    ack.showsLoss = outcome.lost.octets > 0;
    ack.sacked = m_sender.GetSent().GetSackedData();
    m_window.inFlight = static_cast<uint32_t>(m_sender.GetOutstanding());
    if (begins)
    {
        // The window counts as tried, whatever is outstanding.
        m_window.nxt = m_window.cwnd;
        const auto outstanding = m_sender.GetRecoveryState().GetFlightSize();
        m_law->Begin(m_window, ack, THRESHOLD, static_cast<uint32_t>(outstanding));
    }
    else
    {
        m_law->Continue(m_window, ack);
    }
    if (m_isProportional && ack.delivered > 0)
    {
        m_allowed = m_window.cwnd - m_window.inFlight;
    }
}

void
PatternWindow::Keep()
{
    if (m_state == State::OPEN)
    {
        m_priorWindow = m_window.cwnd;
        m_priorThreshold = m_window.ssthresh;
    }
}

void
PatternWindow::OnTimeout(bool isRepeated)
{
    if (m_state != State::LOSS || !isRepeated)
    {
        Keep();
        m_window.ssthresh = Halve(GetFlight());
    }
    m_state = State::LOSS;
    m_window.cwnd = MSS;
}

void
PatternWindow::OnSent(uint64_t octets)
{
    m_law->OnSent(m_window, static_cast<uint32_t>(octets));
    m_allowed -= std::min(m_allowed, octets);
    if (m_state == State::REDUCING && m_isProportional)
    {
        m_window.cwnd = static_cast<uint32_t>(m_sender.GetOutstanding() + m_allowed);
    }
}

uint64_t
PatternWindow::GetWindow() const
{
    return m_window.cwnd;
}

uint64_t
PatternWindow::GetThreshold() const
{
    return m_window.ssthresh;
}

} // namespace losspattern

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
uint64_t
Halve(uint64_t flight)
{
    return std::max(flight / 2, 2 * MSS);
}
} // namespace

PatternWindow::PatternWindow(const ns3::LossRecovery& sender, Reduction law)
    : m_sender(sender),
      m_law(law)
{
}

uint64_t
PatternWindow::GetFlight() const
{
    return std::min(m_sender.GetRecoveryState().GetFlightSize(), m_window);
}

void
PatternWindow::OnAck(const AckOutcome& outcome)
{
    if (outcome.recovery.undone)
    {
        m_state = State::OPEN;
        m_window = std::max(m_window, m_priorWindow);
        m_threshold = std::max(m_threshold, m_priorThreshold);
    }
    if (outcome.recovery.probeRepaired && m_state == State::OPEN)
    {
        m_threshold = Halve(std::min(GetFlight() + outcome.delivered.acknowledged, m_window));
        m_window = std::min(m_window, m_threshold);
    }
    if (outcome.recovery.left && m_state == State::REDUCING)
    {
        m_window = m_threshold;
        m_state = State::OPEN;
    }
    else if (m_state == State::REDUCING)
    {
        Continue(outcome);
    }
    else
    {
        m_state = outcome.recovery.left ? State::OPEN : m_state;
        Open(outcome.recovery.entered ? 0 : outcome.delivered.acknowledged);
    }
    if (outcome.recovery.entered)
    {
        Begin(outcome);
    }
}

void
PatternWindow::Open(uint64_t octets)
{
    if (octets > 0)
    {
        m_window += m_window < m_threshold ? MSS : MSS * MSS / m_window;
    }
}

void
PatternWindow::Begin(const AckOutcome& outcome)
{
    Keep();
    const auto before = m_window;
    m_state = State::REDUCING;
    m_threshold = Halve(GetFlight());
    const auto delivered =
        std::max(outcome.delivered.octets, outcome.delivered.octets > 0 ? 0 : MSS);
    switch (m_law)
    {
    case Reduction::HALVING:
        break;
    case Reduction::RAMPDOWN:
        m_rampdown.Begin(m_sender.GetOutstanding(),
                         static_cast<double>(m_threshold) / static_cast<double>(before));
        break;
    case Reduction::PROPORTIONAL: {
        const auto out = m_sender.GetRecoveryState().GetFlightSize() + delivered;
        m_proportional.Begin(out - std::min(out, m_sender.GetSent().GetSackedData()));
        break;
    }
    }
    Apply(outcome, delivered);
}

void
PatternWindow::Continue(const AckOutcome& outcome)
{
    m_rampdown.Advance(outcome.delivered.forwardAdvance);
    Apply(outcome, outcome.delivered.octets);
}

void
PatternWindow::Apply(const AckOutcome& outcome, uint64_t delivered)
{
    switch (m_law)
    {
    case Reduction::HALVING:
        m_window = m_threshold;
        break;
    case Reduction::RAMPDOWN:
        m_window = m_threshold + m_rampdown.GetWintrim();
        break;
    case Reduction::PROPORTIONAL: {
        ns3::ProportionalRateReduction::Ack ack;
        ack.delivered = delivered;
        ack.inflight = m_sender.GetOutstanding();
        ack.ssthresh = m_threshold;
        ack.mss = MSS;
        ack.safe = outcome.delivered.acknowledged > 0 && !outcome.lost.isShown;
        if (const auto allowed = m_proportional.OnAck(ack))
        {
            m_allowed = *allowed;
            m_window = ack.inflight + m_allowed;
        }
        break;
    }
    }
}

void
PatternWindow::Keep()
{
    if (m_state == State::OPEN)
    {
        m_priorWindow = m_window;
        m_priorThreshold = m_threshold;
    }
}

void
PatternWindow::OnTimeout(bool isRepeated)
{
    if (m_state != State::LOSS || !isRepeated)
    {
        Keep();
        m_threshold = Halve(GetFlight());
    }
    m_state = State::LOSS;
    m_window = MSS;
}

void
PatternWindow::OnSent(uint64_t octets)
{
    m_proportional.OnSent(octets);
    m_allowed -= std::min(m_allowed, octets);
    if (m_state == State::REDUCING && m_law == Reduction::PROPORTIONAL)
    {
        m_window = m_sender.GetOutstanding() + m_allowed;
    }
}

uint64_t
PatternWindow::GetWindow() const
{
    return m_window;
}

uint64_t
PatternWindow::GetThreshold() const
{
    return m_threshold;
}

} // namespace losspattern

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recovery-laws.h"

namespace ns3
{

namespace
{
// RFC 5681, equation (4).
constexpr uint64_t MIN_WINDOW_SEGMENTS = 2;

// The retransmission that was lost, and the segment whose arrival shows it; or the one that a
// partial ACK stands for, and the one that it shows to be missing.
constexpr uint64_t LEFT_AT_LATER_LOSS_SEGMENTS = 2;

/// What a timestamp of RFC 7323 may be wrong by: they are whole milliseconds.
constexpr Instant TIMESTAMP_GRANULARITY = std::chrono::milliseconds(1);

/// @return whether a round trip has passed since a time
bool
HasTripPassed(const Window& window, Instant since)
{
    return window.now - since >= window.minRtt - std::min(TIMESTAMP_GRANULARITY, window.minRtt / 2);
}

/// A quotient, rounded up.
uint64_t
DivideUp(uint64_t dividend, uint64_t divisor)
{
    return dividend / divisor + (dividend % divisor > 0);
}

/// What is left of an amount, never below 0.
uint64_t
Less(uint64_t amount, uint64_t taken)
{
    return amount - std::min(amount, taken);
}
} // namespace

void
DynamicRecovery::Begin(const Loss& loss)
{
    m_mss = loss.mss;
    m_from = std::max(loss.cwndLoss, m_mss);
    m_to = std::clamp(loss.ssthresh, m_mss, m_from);
    m_inFlight = loss.flightSize;
    Leave(loss.left);
    // What limited transmit sent belongs to this round trip.
    m_sent = loss.early;
    m_released = 0;
    Deflate(loss.sndNxt, loss.leftCounts ? loss.left : 0);
}

void
DynamicRecovery::Deflate(uint64_t sndNxt, uint64_t left)
{
    m_phase = Phase::DEFLATION;
    m_recoverDr = sndNxt;
    m_cwndDr = 0;
    m_left = 0;
    BeginRound();
    ReleasePart(left);
    WatchRetransmission();
}

void
DynamicRecovery::DeflateAgain(uint64_t sndNxt)
{
    const uint64_t released = (m_phase == Phase::DEFLATION) ? m_cwndDr : m_round;
    const uint64_t from = std::max(released, m_mss);
    const uint64_t floor = std::min(from, MIN_WINDOW_SEGMENTS * m_mss);
    m_to = std::max(from * m_to / m_from, floor);
    m_from = from;
    // What the old round left over is void, but for the retransmission.
    m_released = std::min(m_released, m_sent);
    Deflate(sndNxt, LEFT_AT_LATER_LOSS_SEGMENTS * m_mss);
}

void
DynamicRecovery::OnDelivered(uint64_t delivered)
{
    delivered = std::min(delivered, m_inFlight);
    Leave(delivered);
    if (m_phase == Phase::DEFLATION)
    {
        ReleasePart(delivered);
    }
    else if (m_phase == Phase::DETECTION)
    {
        m_arrived += delivered;
        Release(delivered);
    }
}

bool
DynamicRecovery::OnDuplicate(uint64_t delivered, uint64_t sndNxt, bool tripPassed)
{
    if (m_phase == Phase::IDLE)
    {
        return false;
    }
    const bool isWatched = m_phase == Phase::DEFLATION || !m_readings.watchesDeflation;
    if (++m_dupwnd <= m_dupMax || !tripPassed || !isWatched)
    {
        OnDelivered(delivered);
        return false;
    }
    Leave(delivered + m_mss);
    DeflateAgain(sndNxt);
    return true;
}

void
DynamicRecovery::OnPartial(uint64_t ack, uint64_t delivered, uint64_t sndNxt, bool roundOver)
{
    if (m_phase == Phase::IDLE)
    {
        return;
    }
    Leave(delivered + m_mss);
    const bool isAbove = ack > m_recoverDr;
    if (m_phase == Phase::DETECTION && isAbove != m_readings.isLiteral)
    {
        DeflateAgain(sndNxt);
        return;
    }
    m_arrived += delivered;
    if (m_phase == Phase::DEFLATION)
    {
        m_phase = Phase::DETECTION;
        BeginRound();
    }
    else if (roundOver && BeginRound())
    {
        m_cwndDr += m_mss;
        Release(m_mss);
    }
    Release(delivered);
    WatchRetransmission();
}

void
DynamicRecovery::OnLostRetransmission(uint64_t sndNxt, bool roundOver)
{
    if (m_phase == Phase::IDLE)
    {
        return;
    }
    Leave(m_mss);
    roundOver ? DeflateAgain(sndNxt) : WatchRetransmission();
}

uint64_t
DynamicRecovery::End()
{
    const uint64_t cwnd = std::max(m_cwndDr, MIN_WINDOW_SEGMENTS * m_mss);
    *this = DynamicRecovery(m_readings);
    return cwnd;
}

void
RateReductionLaw::Begin(Window& window, const Ack& ack, uint32_t, uint32_t outstanding)
{
    uint64_t recoverFs = outstanding;
    if (ack.isComplete)
    {
        recoverFs = Less(recoverFs + (ack.isNominal ? 0 : ack.delivered), ack.sacked);
    }
    m_recoverFs = std::max<uint64_t>(m_dividesByWindow ? window.cwnd : recoverFs, 1);
    m_delivered = 0;
    m_out = 0;
    ReadAck(window, ack, ack.delivered > 0 ? ack.delivered : window.mss);
}

void
RateReductionLaw::ReadAck(Window& window, const Ack& ack, uint64_t delivered)
{
    if (delivered == 0)
    {
        return;
    }
    m_delivered += delivered;
    const uint64_t ssthresh = window.ssthresh;
    uint64_t sndcnt;
    if (window.inFlight > ssthresh)
    {
        const uint64_t share = DivideUp(m_delivered * ssthresh, m_recoverFs);
        // Segments are sent whole. Rounded down, each would wait for one ACK more.
        const uint64_t whole = DivideUp(share, window.mss) * window.mss;
        sndcnt = Less(std::min(whole, std::max(share, ssthresh)), m_out);
    }
    else
    {
        const bool isSafe = ack.isComplete && ack.advances && !ack.showsLoss;
        sndcnt = std::max(Less(m_delivered, m_out), delivered) + (isSafe ? window.mss : 0);
        sndcnt = std::min(sndcnt, ssthresh - window.inFlight);
    }
    // The fast retransmit goes whatever the window says.
    sndcnt = m_out == 0 ? std::max<uint64_t>(sndcnt, window.mss) : sndcnt;
    window.cwnd = static_cast<uint32_t>(window.inFlight + sndcnt);
}

void
RampdownLaw::Begin(Window& window, const Ack& ack, uint32_t /* dupAcks */, uint32_t)
{
    const double cwndLoss = window.GetLossWindow();
    const double winmult = cwndLoss > 0.0 ? window.ssthresh / cwndLoss : 1.0;
    // ns-3's own socket calls Continue() for an ACK with ECN's echo, too: it counts there.
    const bool isCountedAgain = window.state != Window::State::RECOVERY && !ack.isComplete;
    m_left = window.inFlight + (isCountedAgain ? ack.delivered : 0);
    m_trim = 1.0 - std::clamp(winmult, 0.0, 1.0);
    window.cwnd = window.ssthresh + GetWintrim();
}

DynamicRecovery::Loss
DynamicRecoveryLaw::DescribeLoss(const Window& window,
                                 const Ack& ack,
                                 uint32_t dupAcks,
                                 uint32_t outstanding) const
{
    DynamicRecovery::Loss loss;
    loss.sndNxt = window.una + outstanding;
    loss.flightSize = outstanding;
    loss.mss = window.mss;
    loss.cwndLoss = window.GetLossWindow();
    loss.ssthresh = window.ssthresh;
    if (m_isEcn)
    {
        // The ACK with the echo counts as the first one of the deflation.
        loss.flightSize += ack.delivered;
    }
    else
    {
        // Each duplicate ACK stands for a segment, and the lost one is gone as well. With SACK the
        // sender may know better; without, ns-3's own socket may have miscounted.
        const uint32_t inFlight = m_countsAcks ? outstanding : window.inFlight;
        const uint64_t gone = Less(outstanding, inFlight);
        loss.left = std::max<uint64_t>(uint64_t{dupAcks + 1} * window.mss, gone);
        // Limited transmit sends beyond the window, on each duplicate ACK but the last one.
        const uint64_t answers = std::max(dupAcks, 1U) - 1;
        loss.early = std::min(Less(outstanding, loss.cwndLoss), answers * window.mss);
    }
    loss.leftCounts = !ignoreFirstDuplicates;
    if (deflateFromFlight)
    {
        loss.cwndLoss = std::min(loss.cwndLoss, loss.flightSize);
    }
    return loss;
}

void
DynamicRecoveryLaw::Begin(Window& window, const Ack& ack, uint32_t dupAcks, uint32_t outstanding)
{
    m_isEcn = window.state != Window::State::RECOVERY;
    m_countsAcks = ack.delivered == 0;
    m_retransmissionLost = false;
    m_una = window.una;
    m_roundStart = window.now;
    m_headSent = window.now;
    WatchHead(true);
    m_law = DynamicRecovery({literalRecoverDr, growInAnyCase, watchDeflationOnly});
    m_law.Begin(DescribeLoss(window, ack, dupAcks, outstanding));
    if (m_isEcn && ack.isComplete)
    {
        // ns-3's own socket calls Continue() for this ACK.
        m_law.OnDelivered(m_countsAcks ? window.mss : ack.delivered);
    }
    SetWindow(window);
}

void
DynamicRecoveryLaw::Continue(Window& window, const Ack& ack)
{
    m_retransmissionLost = false;
    const bool advances = window.una > m_una;
    m_una = window.una;
    // Where no deliveries are told, one segment has arrived for any ACK (RFC 6937, section 3).
    const uint32_t delivered = m_countsAcks ? window.mss : ack.delivered;
    if (m_isEcn)
    {
        m_law.OnDelivered(delivered);
    }
    else if (advances)
    {
        m_law.OnPartial(window.una, delivered, window.nxt, EndRound(window));
        WatchHead(true);
        m_headSent = window.now;
    }
    else
    {
        HearDuplicate(window, delivered);
    }
    SetWindow(window);
}

void
DynamicRecoveryLaw::HearDuplicate(Window& window, uint32_t delivered)
{
    if (WatchHead(false))
    {
        m_headSent = window.now;
        OnRetransmissionLost(window);
    }
    const bool tripPassed = watchWithinRoundTrip || HasTripPassed(window, m_headSent);
    if (m_law.OnDuplicate(delivered, window.nxt, tripPassed))
    {
        m_retransmissionLost = true;
        m_roundStart = window.now;
        m_headSent = window.now;
        WatchHead(true);
        OnHeadLost(window);
    }
}

bool
DynamicRecoveryLaw::EndRound(const Window& window)
{
    const bool isOver = window.minRtt == Instant::max() || HasTripPassed(window, m_roundStart);
    if (isOver)
    {
        m_roundStart = window.now;
    }
    return isOver;
}

void
DynamicRecoveryLaw::End(Window& window)
{
    // A timer ends a recovery while the connection is in that, and sets the window then.
    const bool isTimeout = window.state == Window::State::RECOVERY;
    const auto cwndDr = static_cast<uint32_t>(m_law.End());
    if (!isTimeout)
    {
        window.ssthresh = m_isEcn ? window.ssthresh : cwndDr;
        window.cwnd = window.ssthresh;
    }
    m_retransmissionLost = false;
}

std::ostream&
operator<<(std::ostream& os, DynamicRecovery::Phase phase)
{
    // In the order of the phases.
    static constexpr const char* NAMES[]{"idle", "deflation", "detection"};
    return os << NAMES[static_cast<std::size_t>(phase)];
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "veno-law.h"

namespace ns3
{

std::optional<Instant>
RoundTripSampler::OnAck(uint64_t ack, Instant now, bool isOfOldest)
{
    std::optional<Instant> sample;
    while (!m_inFlight.empty() && m_inFlight.front().end <= ack)
    {
        if (!sample || !isOfOldest)
        {
            sample = now - m_inFlight.front().sent;
        }
        m_inFlight.pop_front();
    }
    return sample;
}

void
BacklogEstimator::AddSample(Instant rtt, RoundTrip roundTrip)
{
    if (rtt <= Instant::zero())
    {
        return;
    }
    AddBaseSample(rtt);
    const auto before = m_smoothed.value_or(rtt);
    // RFC 6298, section 2.3: alpha = 1/8.
    m_smoothed = before + (rtt - before) / 8;
    const bool isSmoothed = roundTrip == RoundTrip::SMOOTHED;
    m_roundRtt = isSmoothed ? *m_smoothed : rtt;
    const bool isLast = roundTrip == RoundTrip::LAST;
    const auto sampled = isLast ? rtt : std::min(m_lastRtt.value_or(rtt), rtt);
    m_queueDelay = (isSmoothed ? *m_smoothed : sampled) - *m_baseRtt;
    m_maxQueueDelay = std::max(m_maxQueueDelay, m_queueDelay);
    m_lastRtt = rtt;
}

bool
BacklogEstimator::OnAck(uint64_t ack, uint64_t sndNxt, double cwnd, bool evaluatesFirst)
{
    if (ack <= m_tag)
    {
        return false;
    }
    const bool says = m_hadBaseRtt || evaluatesFirst;
    const auto roundRtt = m_roundRtt;
    RestartRound(sndNxt);
    if (!says || !roundRtt)
    {
        return false;
    }
    const auto ratio = static_cast<double>(m_baseRtt->count()) / roundRtt->count();
    m_backlog = cwnd * (1.0 - ratio);
    return true;
}

void
BacklogEstimator::ResetBaseRtt()
{
    BacklogEstimator fresh;
    fresh.m_tag = m_tag;
    fresh.m_backlog = m_backlog;
    *this = fresh;
}

void
VenoControl::OnArrived(Window& window, uint32_t /* segments */)
{
    SettlePendingCut(Verdict::ECN);
    if (m_known.repairing && !sampleRepairs)
    {
        return;
    }
    if (const auto rtt = TakeSample(window))
    {
        AddSample(window, *rtt);
    }
    if (m_known.initialSlowStart)
    {
        if (window.cwnd >= window.ssthresh)
        {
            m_known.initialSlowStart = false;
            m_known.estimator.RestartRound(window.nxt);
        }
    }
    else
    {
        const auto cwnd = static_cast<double>(window.cwnd) / window.mss;
        if (m_known.estimator.OnAck(window.una, window.nxt, cwnd, evaluateFirstRound))
        {
            m_known.evaluated = true;
            const auto backlog = m_known.estimator.GetBacklog();
            m_known.isEquilibrium = backlog > alpha;
            m_known.isSkipped = m_known.isSkipped && m_known.isHalfPace;
            m_known.isHalfPace = backlog > beta;
        }
    }
    OnEstimate();
}

std::optional<Instant>
VenoControl::TakeSample(const Window& window)
{
    const auto now = ReadClock(window);
    const auto tag = m_known.estimator.GetTag();
    const auto tagged = m_known.sampler.FindSent(tag);
    const auto trip = m_known.sampler.OnAck(window.una, now, sample == OLDEST);
    // A window probe's octet is told of when the peer has taken it.
    const bool isProbe = trip == Instant(0) && window.now == m_known.lastSent;
    if (!trip || window.repairAcked || isProbe)
    {
        return std::nullopt;
    }
    // What a coarse clock does not notice takes a unit of that clock. By an exact clock, what takes
    // no time is no round trip.
    const auto least = std::max(granularity, Instant(0));
    const auto measured = std::max(*trip, least);
    if (sample != TAGGED)
    {
        return measured;
    }
    m_known.estimator.AddBaseSample(measured);
    return tagged && window.una > tag ? std::optional(std::max(now - *tagged, least))
                                      : std::nullopt;
}

void
VenoControl::AddSample(const Window& window, Instant rtt)
{
    using Seconds = std::chrono::duration<double>;
    using RoundTrip = BacklogEstimator::RoundTrip;
    auto& estimator = m_known.estimator;
    const auto last = usesThreshold && lastSampleAlone ? RoundTrip::LAST : RoundTrip::SAMPLED;
    estimator.AddSample(rtt, smoothedRtt ? RoundTrip::SMOOTHED : last);
    if (const auto base = estimator.GetBaseRtt())
    {
        const auto cwnd = static_cast<double>(window.cwnd) / window.mss;
        const double queueing = Seconds(estimator.GetQueueDelay()).count();
        const double roundTrip = queueing + Seconds(*base).count();
        m_known.maxBacklog = std::max(m_known.maxBacklog, cwnd * queueing / roundTrip);
    }
}

void
VenoControl::Open(Window& window, uint32_t segments)
{
    segments = StartSlowly(window, segments);
    if (window.cwnd < window.ssthresh || segments == 0)
    {
        return;
    }
    if (literalGrowth)
    {
        const bool hasRoom = m_known.estimator.GetBacklog() < beta;
        const auto part = uint64_t{window.mss} * window.mss / window.cwnd;
        window.cwnd += hasRoom ? window.mss : static_cast<uint32_t>(part);
    }
    else if (!m_known.isHalfPace || std::exchange(m_known.isSkipped, !m_known.isSkipped))
    {
        AvoidCongestion(window, segments);
    }
}

VenoControl::Verdict
VenoControl::JudgeFastRetransmit() const
{
    const auto& estimator = m_known.estimator;
    if (usesThreshold && !estimator.GetBaseRtt())
    {
        return Verdict::UNKNOWN;
    }
    if (!usesThreshold && !m_known.evaluated)
    {
        return unknownIsRandom ? Verdict::RANDOM : Verdict::UNKNOWN;
    }
    const bool isRandom =
        usesThreshold ? m_known.maxBacklog < minQueue || estimator.GetQueueDelay() < GetThreshold()
                      : !m_known.isEquilibrium;
    return isRandom ? Verdict::RANDOM : Verdict::CONGESTION;
}

uint32_t
VenoControl::Reduce(Window& window, uint32_t /* flight */)
{
    SettlePendingCut(Verdict::ECN);
    const auto cwndLoss = window.GetLossWindowOfCut();
    const auto verdict = JudgeFastRetransmit();
    const bool judgedRandom = window.isFastRetransmit && verdict == Verdict::RANDOM;
    const double factor = judgedRandom ? randomLossFactor : congestionLossFactor;
    const auto ssthresh = window.BoundThreshold(static_cast<uint32_t>(cwndLoss * factor));
    m_known.pendingCut = Cut{cwndLoss, ssthresh};
    if (window.isFastRetransmit)
    {
        SettlePendingCut(verdict);
        NoteLoss();
    }
    return ssthresh;
}

void
VenoControl::OnState(Window& window, Window::State state)
{
    if (state == Window::State::LOSS)
    {
        // Just after its cut, where ECN's echo announces nothing.
        SettlePendingCut(Verdict::TIMEOUT);
        NoteLoss();
        m_known.sampler.Clear();
    }
    if (state >= Window::State::RECOVERY)
    {
        m_known.repairing = true;
    }
    else if (state == Window::State::OPEN && std::exchange(m_known.repairing, false) &&
             !sampleRepairs)
    {
        m_known.sampler.Clear();
        m_known.estimator.RestartRound(window.nxt);
    }
}

std::ostream&
operator<<(std::ostream& os, VenoControl::Verdict verdict)
{
    // In the order of the verdicts.
    static constexpr const char* NAMES[]{"random", "congestion", "unknown", "ecn", "timeout"};
    return os << NAMES[static_cast<std::size_t>(verdict)];
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bbr-control.h"

namespace ns3
{

namespace
{
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr uint32_t RATE_BITS = 24;   //!< of a rate behind the point
constexpr uint32_t ONE = 256;        //!< a gain of one
constexpr uint32_t SECOND = 1000000; //!< microseconds

/// @name Constants of Linux 6.1's BBR
/// @{
constexpr uint32_t HIGH_GAIN = ONE * 2885 / 1000 + 1; //!< 2/ln 2: doubles in a round
constexpr uint32_t DRAIN_GAIN = ONE * 1000 / 2885;    //!< takes out what that put in
constexpr uint32_t WINDOW_GAIN = 2 * ONE;             //!< for ACKs that are late
constexpr std::array<uint32_t, 8> PHASES{ONE * 5 / 4, ONE * 3 / 4, ONE, ONE, ONE, ONE, ONE, ONE};
constexpr uint32_t PACING_PERCENT = 99;          //!< of the rate
constexpr uint64_t RATE_ROUNDS = 10;             //!< for which the largest rate holds
constexpr Instant LEAST_RTT_HOLDS = seconds(10); //!< until PROBE_RTT
constexpr Instant PROBE_RTT_LASTS = milliseconds(200);
constexpr uint32_t LEAST_WINDOW = 4;             //!< segments
constexpr uint32_t FIRST_WINDOW = 10;            //!< segments (RFC 6928)
constexpr uint32_t GROWTH = ONE * 5 / 4;         //!< of a rate that grows
constexpr uint32_t FULL_ROUNDS = 3;              //!< without growth: the pipe is full
constexpr uint64_t SLOW = 1200000 / 8;           //!< octets a second, below which one segment goes
constexpr uint32_t BURST_SHIFT = 10;             //!< a burst is what goes in a 1/1024 s
constexpr uint64_t MOST_BURST = 65536 - 1 - 320; //!< octets: GSO's, without headers
constexpr uint64_t MOST_BURST_SEGMENTS = 127;
constexpr uint32_t BURSTS = 3;                     //!< that wait at the ends of a path
constexpr uint32_t UNPACED = 10;                   //!< the first one that is followed by a wait
constexpr uint32_t MOST_AGGREGATION = SECOND / 10; //!< microseconds at the rate
constexpr uint32_t AGGREGATION_ROUNDS = 5;
constexpr uint64_t AGGREGATION_SEGMENTS = 1 << 20; //!< after which it is counted anew
constexpr uint32_t POLICER_ROUNDS = 4;             //!< of an interval, at least
constexpr uint64_t POLICER_LOSS = 50;              //!< in 1/256 of what is delivered
constexpr uint64_t POLICER_RATIO = ONE / 8;        //!< by which two intervals may differ
constexpr uint64_t POLICER_OCTETS = 4000 / 8;      //!< the same, octets a second
constexpr uint32_t POLICER_HOLDS = 48;             //!< rounds

/// @}

/// @return octets that a rate with a gain sends in a second
uint64_t
CountOctets(uint64_t rate, uint32_t mss, uint32_t gain)
{
    return (rate * mss * gain / ONE * (SECOND / 100 * PACING_PERCENT)) >> RATE_BITS;
}

/// @return a number that differs for each time and count, as one that is drawn (SplitMix64)
uint64_t
Scatter(Instant now, uint64_t count)
{
    auto bits = static_cast<uint64_t>(now.count()) + count * 0x9e3779b97f4a7c15;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
    return bits ^ (bits >> 31);
}
} // namespace

// --------------------------------------------------------------------------------- policers

bool
PolicerWatch::OnEvent(const Event& event, uint32_t mss)
{
    if (m_isFound)
    {
        const bool isHeld = event.probes && event.beginsRound && ++m_rounds >= POLICER_HOLDS;
        if (isHeld)
        {
            Reset(event);
        }
        return isHeld;
    }
    if (!m_isSampling && event.hasLoss)
    {
        m_isSampling = true;
        BeginInterval(event);
    }
    if (!m_isSampling)
    {
        return false;
    }
    m_rounds += event.beginsRound;
    if (event.isAppLimited || m_rounds > 4 * POLICER_ROUNDS)
    {
        Reset(event);
    }
    else if (m_rounds >= POLICER_ROUNDS && event.hasLoss)
    {
        EndInterval(event, mss);
    }
    return false;
}

void
PolicerWatch::EndInterval(const Event& event, uint32_t mss)
{
    const auto delivered = event.delivered - m_begin.delivered;
    const auto time = CountJiffies(event.deliveredAt) - CountJiffies(m_begin.deliveredAt);
    if (delivered == 0 || (event.lost - m_begin.lost) * ONE < POLICER_LOSS * delivered ||
        time <= Instant(0))
    {
        return;
    }
    const auto rate = (delivered << RATE_BITS) / CountMicroseconds(time);
    const auto difference = std::max(rate, m_rate) - std::min(rate, m_rate);
    if (m_rate > 0 && (difference * ONE <= POLICER_RATIO * m_rate ||
                       CountOctets(difference, mss, ONE) <= POLICER_OCTETS))
    {
        m_rate = (rate + m_rate) / 2;
        m_isFound = true;
        m_rounds = 0;
        return;
    }
    m_rate = rate;
    BeginInterval(event);
}

// -------------------------------------------------------------------------- ACKs that come at once

void
AckAggregation::OnAck(const DeliveryRate::Sample& sample,
                      Instant deliveredAt,
                      uint64_t expected,
                      uint32_t cwnd,
                      bool beginsRound)
{
    if (beginsRound && ++m_rounds >= AGGREGATION_ROUNDS)
    {
        m_rounds = 0;
        m_most = {0, m_most[0]};
    }
    if (m_acked <= expected || m_acked + sample.arrived >= AGGREGATION_SEGMENTS)
    {
        Restart(deliveredAt);
        expected = 0;
    }
    m_acked += sample.arrived;
    const auto extra = static_cast<uint32_t>(std::min<uint64_t>(m_acked - expected, cwnd));
    m_most[0] = std::max(m_most[0], extra);
}

// ----------------------------------------------------------------------------------- BBR: events

void
KernelBbrControl::Start(Window& window)
{
    m_known = {};
    if (window.mss == 0)
    {
        return; // no connection yet
    }
    window.ssthresh = UINT32_MAX;
    if (window.srtt > Instant(0))
    {
        m_known.leastRtt = m_known.leastOfAll = window.lastRtt;
    }
    m_known.leastRttAt = CountJiffies(window.now);
    m_known.aggregation.Restart(window.now);
    InitPacing(window);
}

void
KernelBbrControl::OnState(Window& window, Window::State state)
{
    if (state != Window::State::LOSS)
    {
        return;
    }
    m_known.priorState = state;
    m_known.fullRate = 0;
    m_known.beginsRound = true;
    m_known.lost += window.inFlight / window.mss;
    auto event = DescribeEvent();
    event.hasLoss = true;
    if (m_known.policer.OnEvent(event, window.mss))
    {
        BeginProbeBw(window.now);
    }
}

void
KernelBbrControl::OnEvent(Window& window, ControlEvent event)
{
    switch (event)
    {
    case ControlEvent::TX_START:
        if (m_known.rates.IsAppLimited())
        {
            m_known.isIdleRestart = true;
            m_known.aggregation.Restart(window.now);
            if (m_known.mode == Mode::PROBE_BW)
            {
                SetPacing(window, ONE);
            }
            else if (m_known.mode == Mode::PROBE_RTT)
            {
                EndProbeRtt(window);
            }
        }
        if (window.una >= window.nxt)
        {
            m_known.rates.OnStart(window);
        }
        break;
    case ControlEvent::APP_LIMITED:
        m_known.rates.OnAppLimited(window, window.inFlight / window.mss);
        break;
    case ControlEvent::UNDONE:
        m_known.fullRate = 0;
        m_known.fullRounds = 0;
        m_known.policer.Reset(DescribeEvent());
        break;
    default:
        break;
    }
}

void
KernelBbrControl::Regulate(Window& window, const AckOutcome& outcome)
{
    const auto mss = window.mss;
    Ack ack;
    ack.losses = static_cast<uint32_t>((outcome.lost.octets + mss - 1) / mss);
    m_known.lost += ack.losses;
    if (!std::exchange(m_known.isReading, false))
    {
        return;
    }
    auto arrived = outcome.delivered.segments;
    if (!arrived)
    {
        m_known.octets += outcome.delivered.octets;
        arrived = m_known.octets / mss;
        m_known.octets %= mss;
    }
    if (!window.isRttOld)
    {
        m_known.leastOfAll = std::min(m_known.leastOfAll.value_or(window.lastRtt), window.lastRtt);
    }
    ack.sample = m_known.rates.OnAck(window, static_cast<uint32_t>(*arrived), m_known.leastOfAll);
    ack.mayWait = arrived == 1 && outcome.delivered.acknowledged < mss &&
                  ack.sample.prior + 1 == m_known.rates.GetDelivered();
    UpdateRate(window, ack);
    UpdateAggregation(window, ack);
    if (m_known.mode == Mode::PROBE_BW && IsPhaseOver(window, ack))
    {
        BeginNextPhase();
    }
    CheckFull(ack);
    CheckDrain(window);
    UpdateLeastRtt(window, ack);
    UpdateGains();
    SetPacing(window, m_known.pacingGain);
    SetWindow(window, ack);
}

std::optional<Instant>
KernelBbrControl::GetPace(const Window& window, uint32_t octets)
{
    const auto late = std::max(window.now - m_known.departure, Instant(0));
    m_known.departure += late;
    m_known.sent += octets > 0 ? 1 : 0;
    if (octets == 0 || m_known.sent < UNPACED || m_known.pacingRate == 0)
    {
        return std::nullopt;
    }
    // What goes late may catch up, by half of its wait.
    const Instant wait(uint64_t{octets} * std::nano::den / m_known.pacingRate);
    m_known.departure += wait - std::min(late, wait / 2);
    return m_known.departure - window.now;
}

// ------------------------------------------------------------------------ BBR: model of the path

PolicerWatch::Event
KernelBbrControl::DescribeEvent() const
{
    PolicerWatch::Event event;
    event.deliveredAt = m_known.rates.GetDeliveredAt();
    event.delivered = m_known.rates.GetDelivered();
    event.lost = m_known.lost;
    event.beginsRound = m_known.beginsRound;
    event.probes = m_known.mode == Mode::PROBE_BW;
    return event;
}

void
KernelBbrControl::UpdateRate(const Window& window, const Ack& ack)
{
    const auto& sample = ack.sample;
    m_known.beginsRound = sample.IsValid() && sample.prior >= m_known.roundEnd;
    if (!sample.IsValid())
    {
        return;
    }
    if (m_known.beginsRound)
    {
        m_known.roundEnd = m_known.rates.GetDelivered();
        ++m_known.rounds;
        m_known.conserves = false;
    }
    auto event = DescribeEvent();
    event.hasLoss = ack.losses > 0;
    event.isAppLimited = sample.isAppLimited;
    if (m_known.policer.OnEvent(event, window.mss))
    {
        BeginProbeBw(window.now);
    }
    const auto rate = (static_cast<uint64_t>(sample.delivered) << RATE_BITS) / sample.interval;
    if (!sample.isAppLimited || rate >= m_known.rate.Get())
    {
        m_known.rate.Add(m_known.rounds, rate, RATE_ROUNDS);
    }
}

void
KernelBbrControl::UpdateAggregation(const Window& window, const Ack& ack)
{
    if (ack.sample.arrived > 0 && ack.sample.IsValid())
    {
        const auto deliveredAt = m_known.rates.GetDeliveredAt();
        const auto time = CountMicroseconds(deliveredAt - m_known.aggregation.GetBegin());
        m_known.aggregation.OnAck(ack.sample,
                                  deliveredAt,
                                  (GetRate() * time) >> RATE_BITS,
                                  window.cwnd / window.mss,
                                  m_known.beginsRound);
    }
}

uint32_t
KernelBbrControl::GetPipe(uint64_t rate, uint32_t gain) const
{
    if (!m_known.leastRtt)
    {
        return FIRST_WINDOW;
    }
    const auto scaled = rate * CountMicroseconds(*m_known.leastRtt) * gain / ONE;
    return static_cast<uint32_t>((scaled + (1 << RATE_BITS) - 1) >> RATE_BITS);
}

uint32_t
KernelBbrControl::GetBurst(const Window& window) const
{
    const auto octets = std::min(m_known.pacingRate >> BURST_SHIFT, MOST_BURST);
    const uint64_t least = m_known.pacingRate < SLOW ? 1 : 2;
    return static_cast<uint32_t>(
        std::min(std::max(octets / window.mss, least), MOST_BURST_SEGMENTS));
}

uint32_t
KernelBbrControl::AddBatches(const Window& window, uint32_t segments) const
{
    const bool probes = m_known.mode == Mode::PROBE_BW && m_known.phase == 0;
    const auto all = segments + BURSTS * GetBurst(window);
    return all + all % 2 + (probes ? 2 : 0);
}

uint32_t
KernelBbrControl::GetInNetwork(const Window& window, uint32_t inFlight) const
{
    const auto wait = std::max(m_known.departure - window.now, Instant(0));
    const auto gone = (GetRate() * CountMicroseconds(wait)) >> RATE_BITS;
    const uint64_t then = inFlight + (m_known.pacingGain > ONE ? GetBurst(window) : 0);
    return static_cast<uint32_t>(then - std::min(gone, then));
}

void
KernelBbrControl::CheckFull(const Ack& ack)
{
    if (m_known.isFull || !m_known.beginsRound || ack.sample.isAppLimited)
    {
        return;
    }
    if (m_known.rate.Get() >= m_known.fullRate * GROWTH / ONE)
    {
        m_known.fullRate = m_known.rate.Get();
        m_known.fullRounds = 0;
        return;
    }
    m_known.isFull = ++m_known.fullRounds >= FULL_ROUNDS;
}

// ---------------------------------------------------------------------------------- BBR: states

void
KernelBbrControl::CheckDrain(Window& window)
{
    if (m_known.mode == Mode::STARTUP && m_known.isFull)
    {
        m_known.mode = Mode::DRAIN;
        window.ssthresh = GetTarget(window, ONE) * window.mss;
    }
    const auto inFlight = window.inFlight / window.mss;
    if (m_known.mode == Mode::DRAIN && GetInNetwork(window, inFlight) <= GetTarget(window, ONE))
    {
        BeginProbeBw(window.now);
    }
}

void
KernelBbrControl::BeginProbeBw(Instant now)
{
    m_known.mode = Mode::PROBE_BW;
    const auto drawn = Scatter(now, m_known.rates.GetDelivered()) % std::max(drawnPhases, 1U);
    m_known.phase = static_cast<uint32_t>(PHASES.size() - 1 - drawn);
    BeginNextPhase();
}

void
KernelBbrControl::BeginNextPhase()
{
    m_known.phase = (m_known.phase + 1) % PHASES.size();
    m_known.phaseAt = m_known.rates.GetDeliveredAt();
}

bool
KernelBbrControl::IsPhaseOver(const Window& window, const Ack& ack) const
{
    const auto time = CountMicroseconds(m_known.rates.GetDeliveredAt() - m_known.phaseAt);
    const bool isLong = m_known.leastRtt && time > CountMicroseconds(*m_known.leastRtt);
    if (m_known.pacingGain == ONE)
    {
        return isLong;
    }
    const auto inFlight = GetInNetwork(window, m_known.priorInFlight / window.mss);
    if (m_known.pacingGain > ONE)
    {
        return isLong && (ack.losses > 0 || inFlight >= GetTarget(window, m_known.pacingGain));
    }
    return isLong || inFlight <= GetTarget(window, ONE);
}

void
KernelBbrControl::UpdateLeastRtt(Window& window, const Ack& ack)
{
    const auto now = CountJiffies(window.now);
    const bool isOld = now > m_known.leastRttAt + LEAST_RTT_HOLDS;
    if (!window.isRttOld &&
        (!m_known.leastRtt || window.lastRtt < *m_known.leastRtt || (isOld && !ack.mayWait)))
    {
        m_known.leastRtt = window.lastRtt;
        m_known.leastRttAt = now;
    }
    if (isOld && !m_known.isIdleRestart && m_known.mode != Mode::PROBE_RTT)
    {
        m_known.mode = Mode::PROBE_RTT;
        KeepWindow(window);
        m_known.probeRttEnd.reset();
    }
    if (m_known.mode == Mode::PROBE_RTT)
    {
        ProbeRtt(window);
    }
    m_known.isIdleRestart = m_known.isIdleRestart && ack.sample.delivered <= 0;
}

void
KernelBbrControl::ProbeRtt(Window& window)
{
    // Rates of this time say nothing.
    const auto inFlight = window.inFlight / window.mss;
    m_known.rates.OnAppLimited(window, inFlight);
    if (!m_known.probeRttEnd && inFlight <= LEAST_WINDOW)
    {
        m_known.probeRttEnd = CountJiffies(window.now) + PROBE_RTT_LASTS;
        m_known.isProbeRttRoundOver = false;
        m_known.roundEnd = m_known.rates.GetDelivered();
    }
    else if (m_known.probeRttEnd)
    {
        m_known.isProbeRttRoundOver = m_known.isProbeRttRoundOver || m_known.beginsRound;
        if (m_known.isProbeRttRoundOver)
        {
            EndProbeRtt(window);
        }
    }
}

void
KernelBbrControl::EndProbeRtt(Window& window)
{
    const auto now = CountJiffies(window.now);
    if (!m_known.probeRttEnd || now <= *m_known.probeRttEnd)
    {
        return;
    }
    m_known.leastRttAt = now;
    window.cwnd = std::max(window.cwnd, m_known.priorWindow * window.mss);
    if (m_known.isFull)
    {
        BeginProbeBw(window.now);
    }
    else
    {
        m_known.mode = Mode::STARTUP;
    }
}

void
KernelBbrControl::UpdateGains()
{
    switch (m_known.mode)
    {
    case Mode::STARTUP:
        m_known.pacingGain = m_known.windowGain = HIGH_GAIN;
        break;
    case Mode::DRAIN:
        m_known.pacingGain = DRAIN_GAIN;
        m_known.windowGain = HIGH_GAIN;
        break;
    case Mode::PROBE_BW:
        m_known.pacingGain = m_known.policer.GetRate() ? ONE : PHASES[m_known.phase];
        m_known.windowGain = WINDOW_GAIN;
        break;
    case Mode::PROBE_RTT:
        m_known.pacingGain = m_known.windowGain = ONE;
        break;
    }
}

// ------------------------------------------------------------------------- BBR: pacing and window

void
KernelBbrControl::InitPacing(Window& window)
{
    m_known.hasRtt = window.srtt > Instant(0);
    const auto rtt = m_known.hasRtt ? CountMicroseconds(window.srtt) : 1000;
    const auto rate =
        (uint64_t{window.cwnd / window.mss} << RATE_BITS) / std::max<uint64_t>(rtt, 1);
    SetPacingRate(window, CountOctets(rate, window.mss, HIGH_GAIN));
}

void
KernelBbrControl::SetPacing(Window& window, uint32_t gain)
{
    if (!m_known.hasRtt && window.srtt > Instant(0))
    {
        InitPacing(window);
    }
    const auto octets = CountOctets(GetRate(), window.mss, gain);
    if (m_known.isFull || octets > m_known.pacingRate)
    {
        SetPacingRate(window, octets);
    }
}

void
KernelBbrControl::SetPacingRate(Window& window, uint64_t octets)
{
    m_known.pacingRate = std::min(octets, window.mostPacingRate);
    window.pacingRate = m_known.pacingRate;
}

void
KernelBbrControl::KeepWindow(const Window& window)
{
    const auto cwnd = window.cwnd / window.mss;
    const bool isGood =
        m_known.priorState < Window::State::RECOVERY && m_known.mode != Mode::PROBE_RTT;
    m_known.priorWindow = isGood ? cwnd : std::max(m_known.priorWindow, cwnd);
}

void
KernelBbrControl::SetWindow(Window& window, const Ack& ack)
{
    using State = Window::State;
    auto cwnd = window.cwnd / window.mss;
    const auto arrived = ack.sample.arrived;
    const auto conserved = window.inFlight / window.mss + arrived;
    if (arrived > 0)
    {
        cwnd = std::max(cwnd - std::min(cwnd, ack.losses), std::min(cwnd, 1U));
        const auto before = std::exchange(m_known.priorState, window.state);
        if (window.state == State::RECOVERY && before != State::RECOVERY)
        {
            // What was not used does not count.
            m_known.conserves = true;
            m_known.roundEnd = m_known.rates.GetDelivered();
            cwnd = conserved;
        }
        else if (before >= State::RECOVERY && window.state < State::RECOVERY)
        {
            m_known.conserves = false;
            cwnd = std::max(cwnd, m_known.priorWindow);
        }
        cwnd = m_known.conserves ? std::max(cwnd, conserved) : OpenToTarget(window, cwnd, arrived);
    }
    if (m_known.mode == Mode::PROBE_RTT)
    {
        cwnd = std::min(cwnd, LEAST_WINDOW);
    }
    window.cwnd = cwnd * window.mss;
}

uint32_t
KernelBbrControl::OpenToTarget(const Window& window, uint32_t cwnd, uint32_t arrived) const
{
    auto target = GetPipe(GetRate(), m_known.windowGain);
    if (m_known.isFull)
    {
        const auto most = (GetRate() * MOST_AGGREGATION) >> RATE_BITS;
        target += static_cast<uint32_t>(std::min<uint64_t>(m_known.aggregation.Get(), most));
    }
    target = AddBatches(window, target);
    if (m_known.isFull)
    {
        cwnd = std::min(cwnd + arrived, target);
    }
    else if (cwnd < target || m_known.rates.GetDelivered() < FIRST_WINDOW)
    {
        cwnd += arrived;
    }
    return std::max(cwnd, LEAST_WINDOW);
}

} // namespace ns3

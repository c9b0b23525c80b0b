/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-data-sender.h"

#include <sstream>

namespace ns3
{

namespace
{
/// How often the loss recovery's timer may expire at one moment: a probe, a reordering window and
/// what follows of them may come together.
constexpr uint32_t MOST_EXPIRIES = 100;

constexpr Instant LEAST_WAIT_FOR_REPORTS = std::chrono::milliseconds(10);
} // namespace

TcpDataSender::TcpDataSender(const Settings& settings,
                             Window& window,
                             const Ports& ports,
                             TcpEcn& ecn,
                             Output& output,
                             TimerSet& timers,
                             ConnectionEffects& effects)
    : m_settings(settings),
      m_window(window),
      m_control(ports.control),
      m_law(ports.law),
      m_smoother(ports.rtt),
      m_ecn(ecn),
      m_output(output),
      m_effects(effects),
      m_timers(timers),
      m_timer(settings.timer, timers),
      m_sendWindow(settings.followsLinux),
      m_persist(settings.followsLinux),
      m_rtt(window, ports.rtt, settings.rttByDeparture, timers),
      m_ackReader(timers, settings.followsLinux)
{
}

void
TcpDataSender::Establish(uint64_t una, const Negotiated& negotiated)
{
    m_negotiated = negotiated;
    m_recovery = m_settings.makeRecovery(negotiated.sack, m_window.mss, una);
    m_recovery->SetLaw(m_law.GetNeeds());
    m_ackReader.Start(una);
    m_sent = &m_recovery->GetSent();
}

void
TcpDataSender::BeginWindow(uint32_t segments)
{
    m_window.cwnd = GetOctets(segments);
    m_window.ssthresh = m_settings.initialThreshold;
    m_control.Start(m_window);
    m_window.isRegulated = m_control.Regulates();
    m_control.OnState(m_window, Window::State::OPEN);
    m_window.state = Window::State::OPEN;
    m_manager = std::make_unique<CongestionManager>(m_window, m_control, m_law, *m_recovery);
    m_manager->Choose(m_settings.opensByDelivered, m_settings.followsLinux);
}

void
TcpDataSender::StartRoundTrips(const TcpHandshake& handshake, std::optional<uint32_t> echo)
{
    m_recovery->OnHandshake(handshake.GetRepetitions());
    const auto rtt = m_smoother.GetEstimate();
    const auto margin = std::max(m_settings.timer.granularity, rtt.variation * 4);
    m_timer.Begin(handshake.GetFirstTimeout(rtt.smoothed, margin));
    SampleRoundTrip(echo, handshake.GetSyn());
}

bool
TcpDataSender::ReadWindow(const SegmentAcceptance::Segment& segment, uint16_t window)
{
    ReadProbe(segment.ack, segment.size == 0);
    if (IsProbing() || window == 0)
    {
        m_timer.OnClosedWindow();
    }
    const auto una = GetUna();
    const uint64_t octets = uint64_t{window} << m_negotiated.peerScale;
    const auto before = m_sendWindow.GetWindow();
    m_sendWindow.Update(segment.seq, segment.ack, octets, una);
    if (m_sendWindow.GetWindow() != before && GetUnacknowledged() == 0)
    {
        m_mayHaveIdled = true;
    }
    // An ACK that another one has overtaken may still report something.
    return segment.ack >= una || m_negotiated.sack;
}

TcpDataSender::Acknowledged
TcpDataSender::ReportCovered(const SegmentAcceptance::Segment& segment,
                             const AckOutcome& outcome,
                             uint64_t retranBefore)
{
    const auto& sent = *m_sent;
    Acknowledged covered;
    covered.fin = IsFinOutstanding() && segment.ack >= GetNxt();
    covered.isNew = outcome.delivered.acknowledged > 0 || covered.fin;
    // Outside of recoveries, it is what a probe has sent again.
    const bool isCounted = outcome.recovery.partial || m_window.state <= Window::State::DISORDER;
    m_window.repairAcked = isCounted && sent.GetRetranData() < retranBefore;
    m_window.delivered = static_cast<uint32_t>(outcome.delivered.octets);
    m_window.acknowledged = outcome.delivered.acknowledged;
    m_window.una = sent.GetUna() + (covered.fin && !m_finCounted);
    const auto& youngest = sent.GetCovered().youngestSending;
    m_window.sending = youngest ? std::optional(youngest->second) : std::nullopt;
    m_control.OnAck(m_window, outcome);
    if (outcome.delivered.acknowledged > 0 || m_settings.rttByDeparture)
    {
        SampleRoundTrip(segment.echo, sent.GetCovered());
    }
    return covered;
}

TcpDataSender::Acknowledged
TcpDataSender::OnAck(const SegmentAcceptance::Segment& segment,
                     const SegmentFields& header,
                     const SackExchange::Report* report)
{
    m_expiries = 0;
    const uint32_t priorInFlight = m_window.inFlight;
    const auto retranBefore = m_sent->GetRetranData();
    const auto pointBefore = m_recovery->GetRecoveryState().GetRecoveryPoint();
    const auto& outcome =
        m_recovery->OnAck(m_ackReader.Read(segment, header.window, IsProbing(), report, *m_sent));
    const auto covered = ReportCovered(segment, outcome, retranBefore);
    m_finHeld |= report && report->fin;
    UpdateInFlight();
    m_manager->OnAdvance();
    // Linux reads the echo of any ACK that none has overtaken.
    const bool isInTurn = m_settings.followsLinux && segment.ack >= GetUna();
    if ((outcome.delivered.acknowledged > 0 || isInTurn) && m_ecn.OnAck(header.flags))
    {
        m_echoedAck = header.acknowledgment;
        m_manager->OnEcho(outcome);
    }
    ReactToAck(outcome, covered.isNew, pointBefore);
    if (IsReneged() && outcome.delivered.acknowledged > 0)
    {
        AwaitMoreReports();
    }
    // The window of the next round trip, and what is to be sent in it.
    const uint64_t rounds = PacesAsLinux() ? 3 : 2;
    const auto wanted = std::min(rounds * m_window.cwnd, uint64_t{m_settings.mostBuffer});
    m_settings.buffer = std::max(m_settings.buffer, static_cast<uint32_t>(wanted));
    m_window.repairAcked = false;
    m_window.acknowledged = 0;
    m_control.OnAckDone(m_window, outcome, priorInFlight);
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
    if (covered.fin)
    {
        m_finAcked = true;
        m_timer.Stop();
    }
    return covered;
}

void
TcpDataSender::AwaitMoreReports()
{
    const auto now = m_timers.GetNow();
    const auto wait = std::max(m_rtt.GetSrtt().value_or(Instant(0)) / 2, LEAST_WAIT_FOR_REPORTS);
    m_timers.Set(ConnectionTimer::RETRANSMISSION, m_settings.timer.wheel.RoundUp(now, now + wait));
}

void
TcpDataSender::ReactToAck(const AckOutcome& outcome, bool isNew, uint64_t pointBefore)
{
    if (outcome.lost.retransmitted > 0)
    {
        ReportLostRetransmission(outcome.lost.retransmitted);
    }
    const auto una = GetUna();
    const auto reaction = m_manager->OnAck(outcome, isNew);
    if (reaction.left)
    {
        m_effects.Report({ConnectionReport::Kind::RECOVERY_LEFT, una, pointBefore});
    }
    if (isNew)
    {
        m_timer.OnNewAck();
    }
    if (outcome.actions.timer != TimerAction::RUN)
    {
        m_timer.Restart();
    }
    if (isNew && GetUnacknowledged() == 0 && !IsFinOutstanding())
    {
        m_timer.Stop();
    }
    if (reaction.entered)
    {
        m_recovery->SetLaw(m_law.GetNeeds());
        m_effects.Report({ConnectionReport::Kind::RECOVERY_ENTERED,
                          una,
                          m_recovery->GetRecoveryState().GetRecoveryPoint()});
        if (outcome.actions.timer == TimerAction::BACK_OFF)
        {
            m_timer.BackOff();
        }
        m_timer.Restart();
    }
    RepairLosses(outcome);
}

void
TcpDataSender::RepairLosses(const AckOutcome& outcome)
{
    auto* law = m_manager->GetActiveLaw();
    const bool isForLaw = law && law->GetNeeds().repairsRetransmissions;
    if (outcome.actions.forceTimeout && !(isForLaw && outcome.lost.retransmitted > 0))
    {
        // Oldest first: the head was sent again before anything else was.
        Timeout(true);
        return;
    }
    if (law && outcome.lost.retransmitted > 0)
    {
        law->OnRetransmissionLost(m_window);
    }
    else if (law && law->TakeLostHead())
    {
        m_recovery->OnHeadLost();
        ReportLostRetransmission(m_window.mss);
    }
    if (!PacesAsLinux())
    {
        SendUrgent();
    }
    if (law)
    {
        law->SetWindow(m_window);
    }
}

bool
TcpDataSender::OnTimer(ConnectionTimer timer)
{
    switch (timer)
    {
    case ConnectionTimer::RETRANSMISSION:
        return OnRetransmissionTimer();
    case ConnectionTimer::RECOVERY:
        return OnRecoveryTimer();
    case ConnectionTimer::PERSIST:
        return OnPersistTimer();
    case ConnectionTimer::PACING:
        m_recovery->OnTurn();
        // Linux waits for its turn only where something was to be sent (tcp_pacing_check()).
        return std::exchange(m_awaitsTurn, false) || !PacesAsLinux() || IsFinNext();
    default:
        return false;
    }
}

bool
TcpDataSender::OnRetransmissionTimer()
{
    const auto recovery = m_timers.GetDeadline(ConnectionTimer::RECOVERY);
    if (recovery && *recovery <= m_timers.GetNow() && (m_isProbeNext || m_settings.followsLinux))
    {
        // Both at once: a probe goes first, and the timer starts anew (RFC 8985, section 7.3). In
        // Linux whatever the recovery waits for takes the place of the timeout.
        m_timers.Cancel(ConnectionTimer::RECOVERY);
        return OnRecoveryTimer();
    }
    if (m_settings.followsLinux && recovery)
    {
        // Linux has one timer for both.
        m_timers.Set(ConnectionTimer::RETRANSMISSION, *recovery);
        return false;
    }
    const bool outstanding = GetUnacknowledged() > 0;
    if (outstanding && IsProbing())
    {
        // What a sender may send again behind a closed window must not end the connection (RFC
        // 9293, section 3.8.6).
        return false;
    }
    if (outstanding)
    {
        const auto& sent = *m_sent;
        Timeout(!sent.NextHole(sent.GetUna() + 1));
        return MayGoOn();
    }
    if (IsFinAlone() && GoesOn(m_timer.CountRetry()))
    {
        m_timer.BackOff();
        m_output.SendFin();
    }
    return false;
}

void
TcpDataSender::Timeout(bool headSentAgain)
{
    const bool isRepeated = m_settings.followsLinux ? m_timer.HasExpired() : headSentAgain;
    if (!GoesOn(m_timer.CountRetry()))
    {
        return;
    }
    const auto una = GetUna();
    m_timer.BackOff();
    if (m_manager->OnTimeout(isRepeated, m_settings.followsLinux))
    {
        m_effects.Report({ConnectionReport::Kind::RECOVERY_LEFT,
                          una,
                          m_recovery->GetRecoveryState().GetRecoveryPoint()});
    }
    if (!PacesAsLinux())
    {
        m_timers.Cancel(ConnectionTimer::PACING);
    }
    m_timer.Stop();
    m_recovery->OnTimeout(m_timers.GetNow());
    if (m_settings.keepsFlight)
    {
        m_manager->KeepFlight();
    }
    UpdateInFlight();
    m_effects.Report({ConnectionReport::Kind::TIMEOUT, una});
    SendUrgent();
    if (PacesAsLinux())
    {
        // tcp_retransmit_timer().
        m_timer.Restart(false);
    }
}

bool
TcpDataSender::OnRecoveryTimer()
{
    const auto now = m_timers.GetNow();
    m_expiries = std::exchange(m_recoveryExpired, now) == now ? m_expiries + 1 : 1;
    if (m_expiries > MOST_EXPIRIES)
    {
        RefuseRecovery("Schedule() returned the present or the past, again and again, but must "
                       "return a later moment after OnDeadline()");
        return false;
    }
    const auto pointBefore = m_recovery->GetRecoveryState().GetRecoveryPoint();
    const auto& outcome = m_recovery->OnDeadline(now);
    UpdateInFlight();
    ReactToAck(outcome, false, pointBefore);
    if (outcome.actions.probe && IsFinAlone())
    {
        m_output.SendFin();
    }
    else if (outcome.actions.probe)
    {
        if (!SendTailProbe())
        {
            return false;
        }
        m_timer.Restart();
    }
    else if (m_settings.followsLinux && GetUnacknowledged() > 0)
    {
        // The oldest segment's timeout, which the recovery's timer has replaced (tcp_rearm_rto()).
        const auto due = m_sent->Find(GetUna()).last + m_timer.GetRto();
        m_timer.Wait(ConnectionTimer::RETRANSMISSION,
                     std::max<Instant>(due - now, std::chrono::microseconds(1)));
    }
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
    return !outcome.actions.probe || MayGoOn();
}

bool
TcpDataSender::MayGoOn()
{
    const bool isDone = m_settings.followsLinux && m_lastSent == m_timers.GetNow();
    if (isDone)
    {
        SetTimers();
    }
    return !isDone;
}

void
TcpDataSender::UpdateTimers()
{
    const bool closed = m_sendWindow.GetWindow() == 0;
    const bool outstanding = GetUnacknowledged() > 0;
    if (closed && outstanding)
    {
        // Window probes see to it.
        m_timer.Stop();
    }
    if (m_persist.OnWindow(closed) || (m_settings.followsLinux && !outstanding))
    {
        m_timers.Cancel(ConnectionTimer::PERSIST);
    }
    if (!closed && outstanding && !m_timer.IsRunning())
    {
        m_timer.Restart();
    }
}

void
TcpDataSender::AwaitFinAck()
{
    if (m_settings.followsLinux && m_finAlone && !m_finCounted)
    {
        m_finCounted = true;
        const auto position = m_sent->GetNxt();
        m_recovery->OnSent({position, position + 1}, m_timers.GetNow());
        UpdateInFlight();
        m_manager->OnSent(1);
        m_manager->MeasureUse();
    }
    if (!m_timer.IsRunning())
    {
        m_timer.Restart();
    }
}

void
TcpDataSender::SendAllowed()
{
    const auto idle = m_timers.GetNow() - m_lastSent.value_or(m_timers.GetNow());
    if (m_settings.restartAfterIdle && GetUnacknowledged() == 0 && m_unsent > 0 &&
        idle > m_timer.GetRto())
    {
        const uint32_t window = GetOctets(m_settings.initialWindow);
        if (!m_settings.followsLinux)
        {
            m_manager->OnIdle(window);
        }
        else if (m_mayHaveIdled)
        {
            // Linux looks when the application writes or the peer's window changes, no later.
            m_manager->OnIdleAsLinux(window, (idle - Instant(1)) / m_timer.GetRto());
        }
    }
    m_mayHaveIdled = false;
    if (std::exchange(m_hasRunDry, false))
    {
        m_control.OnEvent(m_window, ControlEvent::APP_LIMITED);
    }
    m_repeated = 0;
    while (m_output.IsOpen() && SendNext())
    {
    }
    if (m_settings.followsLinux && m_unsent > 0 && m_window.inFlight >= m_window.cwnd)
    {
        m_manager->MeasureUse();
    }
}

bool
TcpDataSender::SendNext()
{
    if (m_unsent + GetUnacknowledged() == 0 || m_recovery->GetRecoveryState().AwaitsTimer())
    {
        return false;
    }
    if (m_timers.IsRunning(ConnectionTimer::PACING))
    {
        m_awaitsTurn = true;
        return false;
    }
    auto range = NextOctets();
    if (!range)
    {
        return false;
    }
    // One segment may always go where no ACK is to come: a window below a segment would never open
    // again.
    const uint64_t size = m_settings.followsLinux ? m_window.mss : range->Size();
    if (GetUnacknowledged() > 0 && !MayExceed(*range) &&
        m_recovery->GetOutstanding() + size > m_window.cwnd)
    {
        const bool isNew = range->begin >= m_sent->GetNxt();
        const auto last = isNew ? std::nullopt : NextNewData();
        if (!last || !MayExceed(*last))
        {
            return false;
        }
        range = last;
    }
    if (m_repeated > GetUnacknowledged())
    {
        RefuseRecovery("Next() returned what OnSent() was told of, again and again, but must "
                       "return octets once until an event");
        return false;
    }
    Transmit(*range);
    return true;
}

std::optional<OctetRange>
TcpDataSender::NextOctets()
{
    auto range = NextRepair(SendOpportunity::WINDOW);
    if (!range)
    {
        m_output.AskForData();
        if (!m_output.IsOpen())
        {
            return std::nullopt;
        }
        if (const auto fresh = NextNewData())
        {
            return fresh;
        }
        const bool isShut = m_sendWindow.GetRightEdge() <= m_sent->GetNxt();
        // Where a FIN may have to wait, the FIN is new data (tcp_send_head()).
        const bool isFinNew = m_settings.follows612 && IsFinNext() && !IsFinHeld();
        if ((m_unsent == 0 && !isFinNew) || isShut)
        {
            range =
                NextRepair(m_unsent > 0 ? SendOpportunity::NO_ROOM : SendOpportunity::NO_NEW_DATA);
        }
    }
    return range;
}

std::optional<OctetRange>
TcpDataSender::NextRepair(SendOpportunity opportunity)
{
    const auto range = m_recovery->Next(opportunity);
    if (!range)
    {
        return std::nullopt;
    }
    const auto una = m_sent->GetUna();
    const auto nxt = m_sent->GetNxt();
    if (range->begin >= range->end || range->begin < una || range->begin >= nxt)
    {
        std::ostringstream fault;
        fault << "Next() returned [" << range->begin << ", " << range->end
              << "), but must return octets that were sent and are not acknowledged, of [" << una
              << ", " << nxt << ')';
        RefuseRecovery(fault.str());
        return std::nullopt;
    }
    return CutToSegment(*range);
}

std::optional<OctetRange>
TcpDataSender::NextNewData(bool isProbe) const
{
    const auto nxt = m_sent->GetNxt();
    const uint64_t edge = m_sendWindow.GetRightEdge();
    const uint64_t room = edge > nxt ? edge - nxt : 0;
    const bool isRest = m_rest > 0 && !m_settings.follows612;
    const auto payload = std::min(m_output.GetPayloadRoom(), isRest ? m_rest : UINT32_MAX);
    const auto wanted = std::min<uint64_t>(m_unsent, payload);
    const auto size = std::min(wanted, room);
    // Neither silly windows nor, unless told otherwise, small segments while something is
    // unacknowledged (RFC 9293, sections 3.7.4 and 3.8.6.2.1).
    const bool nagle = !m_settings.noDelay && !isProbe && IsHeldByNagle(payload);
    const bool silly =
        size < wanted && 2 * size < m_sendWindow.GetLargest() && !m_persist.IsOverriding();
    const OctetRange range{nxt, nxt + size};
    const bool waitsForFin =
        !m_persist.IsOverriding() && IsFinal(range) && !HasRoomForFin(range.end);
    return size > 0 && !nagle && !silly && !waitsForFin ? std::optional(range) : std::nullopt;
}

bool
TcpDataSender::IsHeldByNagle(uint32_t payload) const
{
    if (!m_settings.followsLinux)
    {
        return m_unsent < m_window.mss && GetUnacknowledged() > 0;
    }
    // Minshall's rule: only small segments hold another one, and none holds the last one before
    // our FIN (tcp_nagle_test()).
    return m_unsent < payload && m_smallEnd > GetUna() && !m_output.MayFinJoin();
}

OctetRange
TcpDataSender::CutToSegment(OctetRange range) const
{
    const auto whole = m_sent->GetWhole(range.begin).end;
    range.end = std::min(range.end, whole);
    if (range.end + 1 == whole && HoldsFin({range.begin, whole}))
    {
        range.end = whole; // our FIN takes no room of the segment that it has joined
    }
    const auto limit = std::min(range.begin + m_window.mss, m_sendWindow.GetRightEdge());
    const bool isSmall = range.Size() < m_window.mss;
    while (m_settings.followsLinux && isSmall && range.end < m_sent->GetNxt())
    {
        // Small ones go again as one (tcp_retrans_try_collapse()).
        const auto& next = m_sent->Find(range.end);
        if (next.state == SentSegments::State::SACKED ||
            next.range.end - HoldsFin(next.range) > limit)
        {
            break;
        }
        range.end = next.range.end;
    }
    return range;
}

void
TcpDataSender::Transmit(OctetRange range)
{
    const auto& sent = *m_sent;
    const bool isRetransmission = range.begin < sent.GetNxt();
    // Sent again before: the timer that runs is that of the retransmission which was lost. Linux
    // does not ask (tcp_xmit_retransmit_queue()).
    const bool restarts = isRetransmission && range.begin == sent.GetUna() &&
                          (m_settings.followsLinux || sent.Find(range.begin).ambiguous);
    const bool starts = restarts || !m_timer.IsRunning();
    TellStart();
    if (isRetransmission)
    {
        m_repeated += range.Size();
    }
    else
    {
        m_unsent -= range.Size();
        m_smallEnd = range.Size() < m_output.GetPayloadRoom() ? range.end : m_smallEnd;
    }
    m_output.SendData(range, isRetransmission);
    AccountSent(range, isRetransmission, m_timers.GetNow());
    if (!m_timers.IsRunning(ConnectionTimer::PACING) || PacesAsLinux())
    {
        // The segment that ends an unpaced initial window is the first to be waited for.
        const auto octets = static_cast<uint32_t>(range.Size());
        if (const auto wait = m_control.GetPace(m_window, octets))
        {
            m_timers.Set(ConnectionTimer::PACING, m_timers.GetNow() + *wait);
        }
    }
    if (starts)
    {
        m_timer.Restart();
    }
}

void
TcpDataSender::AccountSent(OctetRange range, bool isRetransmission, Instant when)
{
    m_recovery->OnSent(range, when);
    m_lastSent = when;
    UpdateInFlight();
    if (!isRetransmission)
    {
        const auto size = static_cast<uint32_t>(range.Size());
        m_newlySent.push_back(size);
        const bool isCut = m_settings.followsLinux && m_persist.IsOverriding() && m_rest == 0;
        m_rest =
            isCut ? static_cast<uint32_t>(std::min<uint64_t>(m_unsent, m_window.mss - size)) : 0;
        if (m_persist.OnNewData())
        {
            m_timers.Cancel(ConnectionTimer::PERSIST);
        }
        m_window.nxt = range.end;
        m_control.OnEvent(m_window, ControlEvent::NEW_DATA);
    }
    m_manager->OnSent(static_cast<uint32_t>(range.Size()));
    if (!isRetransmission || !m_settings.followsLinux)
    {
        m_manager->MeasureUse();
    }
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
}

bool
TcpDataSender::SendTailProbe()
{
    m_output.AskForData();
    if (!m_output.IsOpen())
    {
        return false;
    }
    // Nagle's algorithm holds no probe of Linux's (tcp_send_loss_probe()).
    auto range = NextNewData(m_settings.followsLinux);
    if (!range && IsFinHeld() && !IsFinHeld(true))
    {
        m_output.SendFin();
        return true;
    }
    if (!range)
    {
        range = NextRepair(SendOpportunity::PROBE);
    }
    if (range)
    {
        Transmit(*range);
    }
    return true;
}

void
TcpDataSender::SetTimers()
{
    if (HasToSend() && !m_timers.IsRunning(ConnectionTimer::PERSIST))
    {
        if (const auto wait = m_persist.Start(m_sendWindow.GetWindow() == 0,
                                              GetUnacknowledged() > 0,
                                              m_timer.GetRto(),
                                              m_settings.persistTimeout))
        {
            m_timer.Wait(ConnectionTimer::PERSIST, *wait);
        }
    }
    if (IsReneged())
    {
        // Linux has one timer, which AwaitMoreReports() has set.
        m_timers.Cancel(ConnectionTimer::RECOVERY);
        return;
    }
    if (m_rest > 0)
    {
        return; // no probe follows what was cut to the window (tcp_write_wakeup())
    }
    const auto deadline =
        m_recovery->Schedule({m_timers.GetNow(),
                              m_rtt.GetSrtt(),
                              m_timers.GetDeadline(ConnectionTimer::RETRANSMISSION),
                              IsFinAlone(),
                              m_timer.GetRto(),
                              m_manager->GetCwrPoint(),
                              m_timer.GetPacingDelay()});
    if (deadline)
    {
        m_timers.Set(ConnectionTimer::RECOVERY, deadline->at);
    }
    else
    {
        m_timers.Cancel(ConnectionTimer::RECOVERY);
    }
    m_isProbeNext = deadline && deadline->isProbe;
}

bool
TcpDataSender::OnPersistTimer()
{
    if (!HasToSend())
    {
        return false;
    }
    if (m_sendWindow.GetWindow() > 0)
    {
        m_persist.Override();
        return true;
    }
    // Of a peer that does not answer (tcp_probe_timer()).
    if (m_settings.followsLinux && !GoesOn(m_timer.CountProbe()))
    {
        return false;
    }
    const auto una = m_sent->GetUna();
    if (!m_settings.followsLinux)
    {
        // Not sent for good: the peer may take it or not, see ReadProbe().
        if (GetUnacknowledged() == 0)
        {
            m_persist.OnProbeSent(una, m_timers.GetNow());
        }
        else
        {
            m_recovery->NoteProbe(una);
        }
    }
    m_output.SendProbe(una, m_settings.followsLinux);
    m_timer.Wait(ConnectionTimer::PERSIST, m_persist.OnProbeDue());
    return false;
}

void
TcpDataSender::ReadProbe(uint64_t ack, bool isAnswer)
{
    const auto probe = m_persist.GetProbe();
    if (!probe || ack != probe->position + 1)
    {
        if (isAnswer)
        {
            m_persist.OnAnswer();
        }
        return;
    }
    const OctetRange octet{probe->position, probe->position + 1};
    TellStart();
    --m_unsent;
    AccountSent(octet, false, probe->first);
    if (probe->first < probe->last)
    {
        AccountSent(octet, true, probe->last);
    }
}

} // namespace ns3

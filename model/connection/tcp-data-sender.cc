/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-data-sender.h"

#include "socket-time.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpDataSender");

namespace
{
/// How often the loss recovery's timer may expire at one moment: a probe, a reordering window and
/// what follows of them may come together.
constexpr uint32_t MOST_EXPIRIES = 100;
} // namespace

TcpDataSender::TcpDataSender(const SenderVariables& variables,
                             const Settings& settings,
                             TcpEcn& ecn,
                             TcpTransmission::Output& output,
                             ConnectionEffects& effects)
    : m_variables(variables),
      m_settings(settings),
      m_ecn(ecn),
      m_output(output),
      m_effects(effects),
      m_clock(settings.timer, variables.retries, variables.rto, effects),
      m_transmission(variables, m_clock, output, effects),
      m_rtt(variables.tcb, variables.rtt, settings.rttByDeparture),
      m_recoveryTimer(effects, ConnectionTimer::RECOVERY)
{
}

void
TcpDataSender::Establish(uint64_t una, const Negotiated& negotiated)
{
    m_negotiated = negotiated;
    m_recovery = m_effects.MakeRecovery(una);
    AdoptLaw();
    m_ackReader.Start(una);
    m_transmission.GetBuffer().Start(una);
    m_transmission.Start(*m_recovery);
}

void
TcpDataSender::BeginWindow(uint32_t segments)
{
    auto& tcb = *m_variables.tcb;
    tcb.m_cWnd = segments * tcb.m_segmentSize;
    tcb.m_cWndInfl = tcb.m_cWnd;
    tcb.m_ssThresh = tcb.m_initialSsThresh;
    m_variables.control->CongestionStateSet(m_variables.tcb, TcpSocketState::CA_OPEN);
    tcb.m_congState = TcpSocketState::CA_OPEN;
    m_window = std::make_unique<CongestionManager>(m_variables.tcb,
                                                   m_variables.control,
                                                   m_variables.law,
                                                   *m_recovery);
    if (m_settings.opensByDelivered)
    {
        m_window->OpenByDelivered();
    }
    m_transmission.Begin(*m_window);
}

void
TcpDataSender::StartRoundTrips(const TcpHandshake& handshake,
                               Time granularity,
                               std::optional<uint32_t> echo)
{
    const auto& estimator = *m_variables.rtt;
    m_clock.Begin(handshake.GetFirstTimeout(estimator.GetEstimate(),
                                            std::max(granularity, estimator.GetVariation() * 4)));
    SampleRoundTrip(echo, handshake.GetSyn());
}

void
TcpDataSender::ResetSendWindow(uint64_t seq, uint32_t window)
{
    m_variables.window = window;
    m_transmission.GetSendWindow().Reset(seq, GetUna(), window);
}

void
TcpDataSender::TakeChoice()
{
    if (m_window)
    {
        m_window->SetControl(m_variables.control);
        m_window->SetRecovery(m_variables.law);
    }
}

void
TcpDataSender::AdoptLaw()
{
    if (m_lawOfRecovery != m_variables.law)
    {
        m_lawOfRecovery = m_variables.law;
        const auto* law = dynamic_cast<const RecoveryLaw*>(PeekPointer(m_lawOfRecovery));
        m_recovery->SetLaw({law && law->RepairsLaterLosses(),
                            law && law->ForgetsRecoveryPoint(),
                            law && law->RepairsRetransmissions()});
    }
}

bool
TcpDataSender::ReadWindow(const SegmentAcceptance::Segment& segment, uint16_t window)
{
    m_transmission.ReadProbe(segment.ack, segment.size == 0);
    const auto una = GetUna();
    const uint64_t octets = uint64_t{window} << m_negotiated.peerScale;
    if (m_transmission.GetSendWindow().Update(segment.seq, segment.ack, octets, una))
    {
        m_variables.window = static_cast<uint32_t>(octets);
    }
    // An ACK that another one has overtaken may still report something.
    return segment.ack >= una || m_negotiated.sack;
}

const SackExchange::Sent&
TcpDataSender::DescribeSent(uint64_t ack)
{
    return m_ackReader.Describe(ack, m_transmission.GetSent(), m_finSent);
}

TcpDataSender::Acknowledged
TcpDataSender::OnAck(const SegmentAcceptance::Segment& segment,
                     const TcpHeader& header,
                     const SackExchange::Report* report)
{
    auto& tcb = *m_variables.tcb;
    const auto& sent = m_transmission.GetSent();
    const uint32_t priorInFlight = tcb.m_bytesInFlight;
    const auto retranBefore = sent.GetRetranData();
    const auto pointBefore = m_recovery->GetRecoveryState().GetRecoveryPoint();
    const auto& outcome = m_recovery->OnAck(m_ackReader.Read(segment,
                                                             header.GetWindowSize(),
                                                             m_transmission.IsProbing(),
                                                             report,
                                                             sent));
    Acknowledged covered;
    covered.fin = IsFinOutstanding() && segment.ack > sent.GetNxt();
    covered.isNew = outcome.delivered.acknowledged > 0 || covered.fin;
    // Outside of recoveries, it is what a probe has sent again.
    const bool isCounted =
        outcome.recovery.partial || tcb.m_congState <= TcpSocketState::CA_DISORDER;
    tcb.m_isRetransDataAcked = isCounted && sent.GetRetranData() < retranBefore;
    tcb.m_lastAckedSackedBytes = static_cast<uint32_t>(outcome.delivered.octets);
    tcb.m_lastAckedSeq = ToSequence(sent.GetUna() + covered.fin);
    ReleaseData(segment.echo, outcome);
    m_transmission.PublishInFlight();
    if (outcome.delivered.acknowledged > 0)
    {
        m_window->OnAdvance();
        ReactToEcho(header, outcome);
    }
    ReportLostRetransmission(outcome.lost.retransmitted);
    ReactToAck(outcome, covered.isNew, pointBefore);
    // The window of the next round trip, and what is to be sent in it.
    m_transmission.GetBuffer().Grow(
        std::min(2 * uint64_t{tcb.m_cWnd}, uint64_t{m_settings.mostBuffer}));
    m_effects.UpdatePacing();
    tcb.m_isRetransDataAcked = false;
    SampleRate(outcome, priorInFlight);
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
    if (covered.fin)
    {
        m_finAcked = true;
        m_clock.Stop();
        tcb.m_nextTxSequence = ToSequence(GetNxt());
    }
    return covered;
}

void
TcpDataSender::ReleaseData(std::optional<uint32_t> echo, const AckOutcome& outcome)
{
    const auto& sent = m_transmission.GetSent();
    const auto& rates = m_variables.rates;
    auto& buffer = m_transmission.GetBuffer();
    const bool samples = m_variables.control->HasCongControl();
    for (const auto& range : outcome.delivered.sacked)
    {
        for (auto next = range.begin; samples && next < range.end;)
        {
            const auto whole = sent.GetWhole(next);
            if (sent.IsSacked(whole))
            {
                rates->SkbDelivered(&buffer.Find(sent.Find(next).ordinal));
            }
            next = whole.end;
        }
    }
    if (outcome.delivered.acknowledged > 0)
    {
        SendBuffer::Delivered delivered;
        if (samples)
        {
            delivered = MakeCallback(&TcpRateOps::SkbDelivered, rates);
        }
        buffer.Discard(sent, delivered);
        SampleRoundTrip(echo, sent.GetCovered());
    }
}

void
TcpDataSender::SampleRoundTrip(std::optional<uint32_t> echo, const SentSegments::Covered& covered)
{
    if (m_rtt.OnAck(echo, covered))
    {
        m_clock.OnSample(*m_variables.rtt);
    }
}

void
TcpDataSender::ReactToEcho(const TcpHeader& header, const AckOutcome& outcome)
{
    if (m_ecn.OnAck(header.GetFlags()))
    {
        m_variables.echoedAck = header.GetAckNumber();
        m_window->OnEcho(outcome);
    }
}

void
TcpDataSender::ReactToAck(const AckOutcome& outcome, bool isNew, uint64_t pointBefore)
{
    const auto una = GetUna();
    const auto reaction = m_window->OnAck(outcome, isNew);
    if (reaction.left)
    {
        m_effects.Report({ConnectionReport::Kind::RECOVERY_LEFT, una, pointBefore});
    }
    if (isNew)
    {
        ReactToNewAck(outcome);
    }
    else if (outcome.actions.timer == TimerAction::RESTART)
    {
        m_clock.Restart();
    }
    if (reaction.entered)
    {
        AdoptLaw();
        m_effects.Report({ConnectionReport::Kind::RECOVERY_ENTERED,
                          una,
                          m_recovery->GetRecoveryState().GetRecoveryPoint()});
        if (outcome.actions.timer == TimerAction::BACK_OFF)
        {
            m_clock.BackOff();
        }
        m_clock.Restart();
    }
    RepairLosses(outcome);
}

void
TcpDataSender::ReactToNewAck(const AckOutcome& outcome)
{
    m_clock.OnNewAck();
    if (outcome.actions.timer != TimerAction::RUN)
    {
        m_clock.Restart();
    }
    if (m_transmission.GetUnacknowledged() == 0 && !IsFinOutstanding())
    {
        m_clock.Stop();
    }
}

void
TcpDataSender::RepairLosses(const AckOutcome& outcome)
{
    auto* law = m_window->GetActiveLaw();
    if (outcome.actions.forceTimeout && !(law && law->RepairsRetransmissions()))
    {
        // Oldest first: the head was sent again before anything else was.
        Timeout(true);
        return;
    }
    if (law)
    {
        Repair(*law, outcome);
    }
    m_transmission.SendUrgent();
    if (law)
    {
        law->SetWindow(m_variables.tcb);
    }
}

void
TcpDataSender::Repair(RecoveryLaw& law, const AckOutcome& outcome)
{
    if (outcome.lost.retransmitted > 0)
    {
        law.OnRetransmissionLost(m_variables.tcb);
    }
    else if (law.TakeLostHead())
    {
        m_recovery->OnHeadLost();
        ReportLostRetransmission(m_variables.tcb->m_segmentSize);
    }
}

void
TcpDataSender::SampleRate(const AckOutcome& outcome, uint32_t priorInFlight)
{
    if (m_variables.control->HasCongControl())
    {
        const auto& tcb = m_variables.tcb;
        const auto& sample = m_variables.rates->GenerateSample(outcome.delivered.octets,
                                                               outcome.lost.octets,
                                                               false,
                                                               priorInFlight,
                                                               tcb->m_minRtt);
        m_variables.control->CongControl(tcb, m_variables.rates->GetConnectionRate(), sample);
    }
}

void
TcpDataSender::ReportLostRetransmission(uint64_t octets) const
{
    if (octets > 0)
    {
        ConnectionReport report{ConnectionReport::Kind::RETRANSMISSION_LOST};
        report.octets = static_cast<uint32_t>(octets);
        m_effects.Report(report);
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
        return m_transmission.OnPersistTimer();
    default:
        return timer == ConnectionTimer::PACING;
    }
}

bool
TcpDataSender::OnRetransmissionTimer()
{
    if (!m_clock.IsDue())
    {
        return false;
    }
    if (m_recoveryDeadline && m_recoveryDeadline->isProbe &&
        ToTime(m_recoveryDeadline->at) <= Simulator::Now())
    {
        // Both at once: a probe goes first, and the timer starts anew (RFC 8985, section 7.3).
        return OnRecoveryTimer();
    }
    m_clock.Stop();
    const bool outstanding = m_transmission.GetUnacknowledged() > 0;
    if (outstanding && m_transmission.IsProbing())
    {
        // What a sender may send again behind a closed window must not end the connection (RFC
        // 9293, section 3.8.6).
        return false;
    }
    if (outstanding)
    {
        const auto& sent = m_transmission.GetSent();
        Timeout(!sent.NextHole(sent.GetUna() + 1));
        return true;
    }
    if (IsFinAlone() && CountRetry())
    {
        m_clock.BackOff();
        m_output.SendFin();
    }
    return false;
}

bool
TcpDataSender::CountRetry()
{
    const bool isLeft = m_clock.CountRetry();
    if (!isLeft)
    {
        m_output.GiveUp();
    }
    return isLeft;
}

void
TcpDataSender::Timeout(bool headSentAgain)
{
    NS_LOG_FUNCTION(this << headSentAgain);
    const bool isRepeated = m_settings.reducesByProgress ? m_clock.HasExpired() : headSentAgain;
    if (!CountRetry())
    {
        return;
    }
    const auto una = GetUna();
    m_clock.BackOff();
    if (m_window->OnTimeout(isRepeated, m_settings.reducesByProgress))
    {
        m_effects.Report({ConnectionReport::Kind::RECOVERY_LEFT,
                          una,
                          m_recovery->GetRecoveryState().GetRecoveryPoint()});
    }
    m_transmission.StopPacing();
    m_clock.Stop();
    m_recovery->OnTimeout(ToDuration(Simulator::Now()));
    if (m_settings.keepsFlight)
    {
        m_window->KeepFlight();
    }
    m_transmission.PublishInFlight();
    m_effects.Report({ConnectionReport::Kind::TIMEOUT, una});
    m_transmission.SendUrgent();
}

void
TcpDataSender::UpdateRecoveryTimer()
{
    LossRecovery::Timing timing{ToDuration(Simulator::Now()),
                                std::nullopt,
                                m_clock.GetTimer().GetDeadline(),
                                IsFinAlone()};
    if (const auto srtt = m_rtt.GetSrtt())
    {
        timing.srtt = ToDuration(*srtt);
    }
    const bool wasSet = m_recoveryDeadline.has_value();
    m_recoveryDeadline = m_recovery->Schedule(timing);
    if (m_recoveryDeadline)
    {
        m_recoveryTimer.Set(ToTime(m_recoveryDeadline->at));
    }
    else if (wasSet)
    {
        m_recoveryTimer.Cancel();
    }
}

bool
TcpDataSender::OnRecoveryTimer()
{
    if (!m_recoveryDeadline || !m_recoveryTimer.IsDue(ToTime(m_recoveryDeadline->at)))
    {
        return false;
    }
    m_expiries =
        std::exchange(m_recoveryExpired, Simulator::Now()) == Simulator::Now() ? m_expiries + 1 : 1;
    if (m_expiries > MOST_EXPIRIES)
    {
        m_effects.RefuseRecovery(
            "Schedule() returned the present or the past, again and again, but "
            "must return a later moment after OnDeadline()");
    }
    const auto pointBefore = m_recovery->GetRecoveryState().GetRecoveryPoint();
    const auto& outcome = m_recovery->OnDeadline(ToDuration(Simulator::Now()));
    m_transmission.PublishInFlight();
    ReportLostRetransmission(outcome.lost.retransmitted);
    ReactToAck(outcome, false, pointBefore);
    if (outcome.actions.probe && IsFinAlone())
    {
        m_output.SendFin();
    }
    else if (outcome.actions.probe)
    {
        m_transmission.SendTailProbe();
    }
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
    return true;
}

void
TcpDataSender::SendAllowed()
{
    const auto& tcb = *m_variables.tcb;
    m_transmission.SendAllowed(m_settings.restartAfterIdle
                                   ? std::optional(tcb.m_initialCWnd * tcb.m_segmentSize)
                                   : std::nullopt);
}

void
TcpDataSender::SetTimers()
{
    m_transmission.StartProbes();
    UpdateRecoveryTimer();
}

void
TcpDataSender::UpdateTimers()
{
    const bool closed = m_transmission.GetSendWindow().GetWindow() == 0;
    const bool outstanding = m_transmission.GetUnacknowledged() > 0;
    if (closed && outstanding)
    {
        // Window probes see to it.
        m_clock.Stop();
    }
    m_transmission.OnWindow(closed);
    if (!closed && outstanding && !m_clock.IsRunning())
    {
        m_clock.Restart();
    }
}

void
TcpDataSender::CancelTimers()
{
    m_clock.Stop();
    m_recoveryTimer.Cancel();
    m_transmission.CancelTimers();
}

void
TcpDataSender::AwaitFinAck()
{
    if (!m_clock.IsRunning())
    {
        m_clock.Restart();
    }
}

bool
TcpDataSender::IsLast(OctetRange range) const
{
    return m_transmission.GetBuffer().GetUnsent() == 0 &&
           range.end >= m_transmission.GetSent().GetNxt();
}

bool
TcpDataSender::TakeCwr()
{
    return m_window->TakeCwr();
}

uint64_t
TcpDataSender::GetNxt() const
{
    return m_transmission.GetSent().GetNxt() + (m_finSent ? 1 : 0);
}

uint64_t
TcpDataSender::GetUna() const
{
    return m_transmission.GetSent().GetUna();
}

uint64_t
TcpDataSender::GetRefusedBlocks() const
{
    return m_ackReader.GetRefused() + (m_recovery ? m_transmission.GetSent().GetRefused() : 0);
}

} // namespace ns3

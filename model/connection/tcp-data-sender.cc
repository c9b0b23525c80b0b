/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-data-sender.h"

#include "connection-effects.h"

#include "ns3/log.h"
#include "ns3/sender-rules.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>
#include <sstream>
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
                             Output& output,
                             TimerSet& timers,
                             ConnectionEffects& effects)
    : m_variables(variables),
      m_settings(settings),
      m_ecn(ecn),
      m_output(output),
      m_effects(effects),
      m_timers(timers),
      m_timer(settings.timer, timers),
      m_buffer(variables.buffer),
      m_rtt(variables.tcb, variables.rtt, settings.rttByDeparture, timers),
      m_ackReader(timers)
{
}

void
TcpDataSender::Establish(uint64_t una, const Negotiated& negotiated)
{
    m_negotiated = negotiated;
    m_recovery = m_effects.MakeRecovery(una);
    AdoptLaw();
    m_ackReader.Start(una);
    m_buffer.Start(una);
    m_sent = &m_recovery->GetSent();
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
}

void
TcpDataSender::StartRoundTrips(const TcpHandshake& handshake,
                               Time granularity,
                               std::optional<uint32_t> echo)
{
    const auto& estimator = *m_variables.rtt;
    m_timer.Begin(
        handshake.GetFirstTimeout(ToDuration(estimator.GetEstimate()),
                                  ToDuration(std::max(granularity, estimator.GetVariation() * 4))));
    ShowRto();
    SampleRoundTrip(echo, handshake.GetSyn());
}

void
TcpDataSender::ResetSendWindow(uint64_t seq, uint32_t window)
{
    m_variables.window = window;
    m_sendWindow.Reset(seq, GetUna(), window);
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
    ReadProbe(segment.ack, segment.size == 0);
    const auto una = GetUna();
    const uint64_t octets = uint64_t{window} << m_negotiated.peerScale;
    if (m_sendWindow.Update(segment.seq, segment.ack, octets, una))
    {
        m_variables.window = static_cast<uint32_t>(octets);
    }
    // An ACK that another one has overtaken may still report something.
    return segment.ack >= una || m_negotiated.sack;
}

const SackExchange::Sent&
TcpDataSender::DescribeSent(uint64_t ack)
{
    return m_ackReader.Describe(ack, *m_sent, m_finSent);
}

TcpDataSender::Acknowledged
TcpDataSender::OnAck(const SegmentAcceptance::Segment& segment,
                     const SegmentFields& header,
                     const SackExchange::Report* report)
{
    auto& tcb = *m_variables.tcb;
    const auto& sent = *m_sent;
    const uint32_t priorInFlight = tcb.m_bytesInFlight;
    const auto retranBefore = sent.GetRetranData();
    const auto pointBefore = m_recovery->GetRecoveryState().GetRecoveryPoint();
    const auto& outcome =
        m_recovery->OnAck(m_ackReader.Read(segment, header.window, IsProbing(), report, sent));
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
    PublishInFlight();
    if (outcome.delivered.acknowledged > 0)
    {
        m_window->OnAdvance();
        ReactToEcho(header, outcome);
    }
    if (outcome.lost.retransmitted > 0)
    {
        ReportLostRetransmission(outcome.lost.retransmitted);
    }
    ReactToAck(outcome, covered.isNew, pointBefore);
    // The window of the next round trip, and what is to be sent in it.
    m_buffer.Grow(std::min(2 * uint64_t{tcb.m_cWnd}, uint64_t{m_settings.mostBuffer}));
    if (tcb.m_pacing)
    {
        m_effects.UpdatePacing();
    }
    tcb.m_isRetransDataAcked = false;
    if (m_variables.control->HasCongControl())
    {
        SampleRate(outcome, priorInFlight);
    }
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
    if (covered.fin)
    {
        m_finAcked = true;
        m_timer.Stop();
        tcb.m_nextTxSequence = ToSequence(GetNxt());
    }
    return covered;
}

void
TcpDataSender::ReleaseData(std::optional<uint32_t> echo, const AckOutcome& outcome)
{
    const auto& sent = *m_sent;
    const auto& rates = m_variables.rates;
    auto& buffer = m_buffer;
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
        m_timer.OnSample(ToDuration(m_variables.rtt->GetEstimate()),
                         ToDuration(m_variables.rtt->GetVariation()));
        ShowRto();
    }
}

void
TcpDataSender::ShowRto()
{
    m_variables.rto = ToTime(m_timer.GetRto());
}

void
TcpDataSender::AwaitSynAnswer(TimerSet::Instant wait)
{
    m_timer.OnSyn(wait);
    m_timer.Wait(ConnectionTimer::SYN, wait);
    ShowRto();
}

void
TcpDataSender::ReactToEcho(const SegmentFields& header, const AckOutcome& outcome)
{
    if (m_ecn.OnAck(header.flags))
    {
        m_variables.echoedAck = SequenceNumber32(header.acknowledgment);
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
        m_timer.Restart();
    }
    if (reaction.entered)
    {
        AdoptLaw();
        m_effects.Report({ConnectionReport::Kind::RECOVERY_ENTERED,
                          una,
                          m_recovery->GetRecoveryState().GetRecoveryPoint()});
        if (outcome.actions.timer == TimerAction::BACK_OFF)
        {
            m_timer.BackOff();
            ShowRto();
        }
        m_timer.Restart();
    }
    RepairLosses(outcome);
}

void
TcpDataSender::ReactToNewAck(const AckOutcome& outcome)
{
    m_timer.OnNewAck();
    if (outcome.actions.timer != TimerAction::RUN)
    {
        m_timer.Restart();
    }
    if (GetUnacknowledged() == 0 && !IsFinOutstanding())
    {
        m_timer.Stop();
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
    SendUrgent();
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
    const auto& tcb = m_variables.tcb;
    const auto& sample = m_variables.rates->GenerateSample(outcome.delivered.octets,
                                                           outcome.lost.octets,
                                                           false,
                                                           priorInFlight,
                                                           tcb->m_minRtt);
    m_variables.control->CongControl(tcb, m_variables.rates->GetConnectionRate(), sample);
}

void
TcpDataSender::ReportLostRetransmission(uint64_t octets) const
{
    ConnectionReport report{ConnectionReport::Kind::RETRANSMISSION_LOST};
    report.octets = static_cast<uint32_t>(octets);
    m_effects.Report(report);
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
    default:
        return timer == ConnectionTimer::PACING;
    }
}

bool
TcpDataSender::OnRetransmissionTimer()
{
    const auto recovery = m_timers.GetDeadline(ConnectionTimer::RECOVERY);
    if (m_isProbeNext && recovery && *recovery <= m_timers.GetNow())
    {
        // Both at once: a probe goes first, and the timer starts anew (RFC 8985, section 7.3).
        m_timers.Cancel(ConnectionTimer::RECOVERY);
        return OnRecoveryTimer();
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
        return true;
    }
    if (IsFinAlone() && CountRetry())
    {
        m_timer.BackOff();
        ShowRto();
        m_output.SendFin();
    }
    return false;
}

bool
TcpDataSender::CountRetry()
{
    const bool isLeft = m_timer.CountRetry();
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
    const bool isRepeated = m_settings.reducesByProgress ? m_timer.HasExpired() : headSentAgain;
    if (!CountRetry())
    {
        return;
    }
    const auto una = GetUna();
    m_timer.BackOff();
    ShowRto();
    if (m_window->OnTimeout(isRepeated, m_settings.reducesByProgress))
    {
        m_effects.Report({ConnectionReport::Kind::RECOVERY_LEFT,
                          una,
                          m_recovery->GetRecoveryState().GetRecoveryPoint()});
    }
    m_timers.Cancel(ConnectionTimer::PACING);
    m_timer.Stop();
    m_recovery->OnTimeout(m_timers.GetNow());
    if (m_settings.keepsFlight)
    {
        m_window->KeepFlight();
    }
    PublishInFlight();
    m_effects.Report({ConnectionReport::Kind::TIMEOUT, una});
    SendUrgent();
}

void
TcpDataSender::UpdateRecoveryTimer()
{
    const auto deadline =
        m_recovery->Schedule({m_timers.GetNow(),
                              m_rtt.GetSrtt(),
                              m_timers.GetDeadline(ConnectionTimer::RETRANSMISSION),
                              IsFinAlone()});
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
TcpDataSender::OnRecoveryTimer()
{
    const auto now = m_timers.GetNow();
    m_expiries = std::exchange(m_recoveryExpired, now) == now ? m_expiries + 1 : 1;
    if (m_expiries > MOST_EXPIRIES)
    {
        m_effects.RefuseRecovery(
            "Schedule() returned the present or the past, again and again, but "
            "must return a later moment after OnDeadline()");
    }
    const auto pointBefore = m_recovery->GetRecoveryState().GetRecoveryPoint();
    const auto& outcome = m_recovery->OnDeadline(now);
    PublishInFlight();
    if (outcome.lost.retransmitted > 0)
    {
        ReportLostRetransmission(outcome.lost.retransmitted);
    }
    ReactToAck(outcome, false, pointBefore);
    if (outcome.actions.probe && IsFinAlone())
    {
        m_output.SendFin();
    }
    else if (outcome.actions.probe)
    {
        SendTailProbe();
    }
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
    return true;
}

void
TcpDataSender::SetTimers()
{
    StartProbes();
    UpdateRecoveryTimer();
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
    if (m_persist.OnWindow(closed))
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
    if (!m_timer.IsRunning())
    {
        m_timer.Restart();
    }
}

bool
TcpDataSender::IsLast(OctetRange range) const
{
    return m_buffer.GetUnsent() == 0 && range.end >= m_sent->GetNxt();
}

void
TcpDataSender::SendAllowed()
{
    if (m_settings.restartAfterIdle && GetUnacknowledged() == 0 && m_buffer.GetUnsent() > 0 &&
        m_lastSent && m_timers.GetNow() - *m_lastSent > m_timer.GetRto())
    {
        m_window->OnIdle(m_variables.tcb->m_initialCWnd * m_variables.tcb->m_segmentSize);
    }
    m_repeated = 0;
    while (m_output.IsOpen() && SendNext())
    {
    }
}

bool
TcpDataSender::SendNext()
{
    const auto& tcb = *m_variables.tcb;
    if (m_buffer.GetSize() == 0 || m_recovery->GetRecoveryState().AwaitsTimer() ||
        (tcb.m_pacing && m_effects.IsPaced() && m_timers.IsRunning(ConnectionTimer::PACING)))
    {
        return false;
    }
    const auto range = NextOctets();
    // One segment may always go where no ACK is to come: a window below a segment would never open
    // again.
    if (!range ||
        (GetUnacknowledged() > 0 && m_recovery->GetOutstanding() + range->Size() > tcb.m_cWnd))
    {
        return false;
    }
    if (m_repeated > GetUnacknowledged())
    {
        m_effects.RefuseRecovery("Next() returned what OnSent() was told of, again and again, but "
                                 "must return octets once until an event");
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
        m_effects.AskForData();
        if (!m_output.IsOpen())
        {
            return std::nullopt;
        }
        if (const auto fresh = NextNewData())
        {
            return fresh;
        }
        const bool isShut = m_sendWindow.GetRightEdge() <= m_sent->GetNxt();
        if (m_buffer.GetUnsent() == 0 || isShut)
        {
            range = NextRepair(m_buffer.GetUnsent() > 0 ? SendOpportunity::NO_ROOM
                                                        : SendOpportunity::NO_NEW_DATA);
        }
    }
    return range;
}

std::optional<OctetRange>
TcpDataSender::NextRepair(SendOpportunity opportunity) const
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
        m_effects.RefuseRecovery(fault.str());
    }
    return CutToSegment(*range);
}

std::optional<OctetRange>
TcpDataSender::NextNewData() const
{
    const auto nxt = m_sent->GetNxt();
    const uint64_t edge = m_sendWindow.GetRightEdge();
    SendPolicy policy;
    policy.unsent = m_buffer.GetUnsent();
    policy.room = edge > nxt ? edge - nxt : 0;
    policy.largest = m_sendWindow.GetLargest();
    policy.mss = m_variables.tcb->m_segmentSize;
    policy.payload = m_output.GetPayloadRoom();
    policy.outstanding = GetUnacknowledged() > 0;
    policy.noDelay = m_variables.noDelay;
    policy.overrides = m_persist.IsOverriding();
    const auto size = policy.GetSize();
    return size > 0 ? std::optional(OctetRange{nxt, nxt + size}) : std::nullopt;
}

Ptr<Packet>
TcpDataSender::TakePayload(OctetRange& range)
{
    const auto& control = m_variables.control;
    const bool isStart = m_recovery->GetOutstanding() == 0;
    if (isStart)
    {
        control->CwndEvent(m_variables.tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    const auto& sent = *m_sent;
    const bool isNew = range.begin >= sent.GetNxt();
    auto& item = isNew ? m_buffer.TakeUnsent(static_cast<uint32_t>(range.Size()))
                       : m_buffer.Find(sent.Find(range.begin).ordinal);
    if (!isNew)
    {
        range = CutToSegment(range);
        SendBuffer::SetLastSent(item, ToTime(m_timers.GetNow()));
    }
    if (control->HasCongControl())
    {
        m_variables.rates->SkbSent(&item, isStart);
    }
    return isNew ? item.GetPacketCopy() : Copy(range);
}

Ptr<Packet>
TcpDataSender::Copy(OctetRange range) const
{
    const auto& sent = *m_sent;
    // An ACK may have cut the front off the segment, in the buffer as in the ledger.
    const auto packet = m_buffer.Find(sent.Find(range.begin).ordinal).GetPacketCopy();
    const auto whole = sent.GetWhole(range.begin);
    return range == whole ? packet
                          : packet->CreateFragment(range.begin - whole.begin, range.Size());
}

OctetRange
TcpDataSender::CutToSegment(OctetRange range) const
{
    return {range.begin, std::min(range.end, m_sent->GetWhole(range.begin).end)};
}

void
TcpDataSender::Transmit(OctetRange range)
{
    NS_LOG_FUNCTION(this << range.begin << range.end);
    const auto& sent = *m_sent;
    const bool isRetransmission = range.begin < sent.GetNxt();
    // Sent again before: the timer that runs is that of the retransmission which was lost.
    const bool isHeadLostAgain =
        isRetransmission && range.begin == sent.GetUna() && sent.Find(range.begin).ambiguous;
    const auto payload = TakePayload(range);
    if (!m_timer.IsRunning() || isHeadLostAgain)
    {
        m_timer.Restart();
    }
    m_repeated += isRetransmission ? range.Size() : 0;
    m_output.SendData(payload, range, isRetransmission);
    AccountSent(range, isRetransmission, m_timers.GetNow());
    PaceAfter(range);
}

void
TcpDataSender::PaceAfter(OctetRange range)
{
    const auto& tcb = *m_variables.tcb;
    // ns-3's own socket makes the rate 0 when a SYN was lost and there is no round trip time yet.
    const DataRate rate = tcb.m_pacingRate.Get();
    if (tcb.m_pacing && m_effects.IsPaced() && !m_timers.IsRunning(ConnectionTimer::PACING) &&
        rate.GetBitRate() > 0)
    {
        m_timers.Set(ConnectionTimer::PACING,
                     m_timers.GetNow() + ToDuration(rate.CalculateBytesTxTime(range.Size())));
    }
}

void
TcpDataSender::AccountSent(OctetRange range, bool isRetransmission, TimerSet::Instant when)
{
    auto& tcb = *m_variables.tcb;
    m_recovery->OnSent(range, when);
    m_lastSent = when;
    const uint32_t outstanding = PublishInFlight();
    if (!isRetransmission)
    {
        m_newlySent.push_back(static_cast<uint32_t>(range.Size()));
        if (m_persist.OnNewData())
        {
            m_timers.Cancel(ConnectionTimer::PERSIST);
        }
        tcb.m_nextTxSequence = ToSequence(range.end);
        tcb.m_highTxMark = ToSequence(range.end);
    }
    m_window->OnSent(static_cast<uint32_t>(range.Size()));
    const bool isFull = tcb.m_cWnd < outstanding + tcb.m_segmentSize;
    ns3compat::SetCwndLimited(tcb, isFull || m_window->MayOpenInSlowStart(), 0);
    m_effects.Report({ConnectionReport::Kind::PROGRESS});
}

void
TcpDataSender::SendUrgent()
{
    if (const auto urgent = NextRepair(SendOpportunity::AT_ONCE))
    {
        auto& tcb = *m_variables.tcb;
        const SequenceNumber32 next = tcb.m_nextTxSequence;
        Transmit(*urgent);
        tcb.m_nextTxSequence = next;
    }
}

void
TcpDataSender::SendTailProbe()
{
    m_effects.AskForData();
    if (!m_output.IsOpen())
    {
        return;
    }
    auto range = NextNewData();
    if (!range)
    {
        range = NextRepair(SendOpportunity::PROBE);
    }
    if (range)
    {
        Transmit(*range);
    }
}

void
TcpDataSender::StartProbes()
{
    if (m_timers.IsRunning(ConnectionTimer::PERSIST) || m_buffer.GetSize() == 0)
    {
        return;
    }
    if (const auto wait = m_persist.Start(m_sendWindow.GetWindow() == 0,
                                          GetUnacknowledged() > 0,
                                          m_timer.GetRto(),
                                          ToDuration(m_variables.persistTimeout)))
    {
        m_timer.Wait(ConnectionTimer::PERSIST, *wait);
    }
}

bool
TcpDataSender::OnPersistTimer()
{
    if (m_buffer.GetSize() == 0)
    {
        return false;
    }
    if (m_sendWindow.GetWindow() > 0)
    {
        m_persist.Override();
        return true;
    }
    SendProbe();
    m_timer.Wait(ConnectionTimer::PERSIST, m_persist.OnProbeDue());
    return false;
}

void
TcpDataSender::SendProbe()
{
    const auto una = m_sent->GetUna();
    const bool idle = GetUnacknowledged() == 0;
    // Not sent for good: the peer may take it or not, see ReadProbe().
    const auto payload = idle ? m_buffer.PeekUnsent() : Copy({una, una + 1});
    if (idle)
    {
        m_persist.OnProbeSent(una, m_timers.GetNow());
    }
    else
    {
        const auto ordinal = m_sent->Find(una).ordinal;
        SendBuffer::SetLastSent(m_buffer.Find(ordinal), ToTime(m_timers.GetNow()));
        m_recovery->NoteProbe(una);
    }
    m_output.SendProbe(payload, una);
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
    OctetRange octet{probe->position, probe->position + 1};
    TakePayload(octet);
    SendBuffer::SetSent(m_buffer.Find(m_sent->GetNextOrdinal()),
                        ToTime(probe->first),
                        ToTime(probe->last));
    AccountSent(octet, false, probe->first);
    if (probe->first < probe->last)
    {
        AccountSent(octet, true, probe->last);
    }
}

uint32_t
TcpDataSender::PublishInFlight() const
{
    const uint32_t outstanding =
        m_recovery ? static_cast<uint32_t>(m_recovery->GetOutstanding()) : 0;
    m_variables.tcb->m_bytesInFlight = outstanding;
    return outstanding;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Segments that arrive on an open connection.

#include "socket-time.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketArrival");

namespace
{
/// From then on TS.Recent is outdated (RFC 7323, section 5.5).
const Time TS_RECENT_LIFETIME = Days(24);

/// What a timestamp may be wrong by: ns-3 sends whole milliseconds.
const Time TIMESTAMP_GRANULARITY = MilliSeconds(1);
} // namespace

void
TcpScoreboardSocket::Receive4(Ptr<Packet> packet,
                              Ipv4Header header,
                              uint16_t port,
                              Ptr<Ipv4Interface> interface)
{
    if (m_state == LISTEN)
    {
        TcpHeader tcp;
        if (TcpHeaderReader::TakeWhole(packet, tcp))
        {
            const InetSocketAddress from(header.GetSource(), port);
            const InetSocketAddress to(header.GetDestination(), m_endPoint->GetLocalPort());
            SegmentInListen(packet, tcp, from, to);
        }
        return;
    }
    Receive(packet, header, interface);
}

void
TcpScoreboardSocket::Receive6(Ptr<Packet> packet,
                              Ipv6Header header,
                              uint16_t port,
                              Ptr<Ipv6Interface> interface)
{
    if (m_state == LISTEN)
    {
        TcpHeader tcp;
        if (TcpHeaderReader::TakeWhole(packet, tcp))
        {
            const Inet6SocketAddress from(header.GetSource(), port);
            const Inet6SocketAddress to(header.GetDestination(), m_endPoint6->GetLocalPort());
            SegmentInListen(packet, tcp, from, to);
        }
        return;
    }
    Receive(packet, header, interface);
}

Ipv4EndPoint*
TcpScoreboardSocket::GetDirectEndPoint() const
{
    return m_state >= ESTABLISHED ? m_endPoint : nullptr;
}

Ipv6EndPoint*
TcpScoreboardSocket::GetDirectEndPoint6() const
{
    return m_state >= ESTABLISHED ? m_endPoint6 : nullptr;
}

void
TcpScoreboardSocket::Receive(Ptr<Packet> packet, const Ipv4Header& header, Ptr<Ipv4Interface>)
{
    SegmentArrives(packet, GetMark(header));
}

void
TcpScoreboardSocket::Receive(Ptr<Packet> packet, const Ipv6Header& header, Ptr<Ipv6Interface>)
{
    SegmentArrives(packet, GetMark(header));
}

void
TcpScoreboardSocket::SegmentArrives(Ptr<Packet> packet, Mark mark)
{
    // Whoever is told of the end may let go of the socket, or open it anew.
    const Ptr<TcpScoreboardSocket> self(this);
    const auto connection = m_connection;
    TcpHeader header;
    if (!(m_rxTrace.IsEmpty() ? m_headerReader.Take(packet, header)
                              : TcpHeaderReader::TakeWhole(packet, header)))
    {
        return;
    }
    m_rxTrace(packet, header, this);
    connection->busy = true;
    switch (m_state)
    {
    case CLOSED:
        break;
    case SYN_SENT:
        SegmentInSynSent(header);
        break;
    case SYN_RCVD:
        SegmentInSynReceived(packet, header, mark);
        break;
    default:
        SegmentInConnection(packet, header, mark);
        break;
    }
    connection->busy = false;
    if (m_connection == connection && m_connected && m_state != CLOSED && m_state != TIME_WAIT)
    {
        UpdateTimers();
        SendAllowed();
    }
}

SegmentAcceptance::Segment
TcpScoreboardSocket::Describe(Ptr<const Packet> packet, const TcpHeader& header) const
{
    const auto& c = *m_connection;
    const auto flags = header.GetFlags();
    SegmentAcceptance::Segment segment;
    segment.seq = UnwrapSequence(c.received.GetNext(), header.GetSequenceNumber().GetValue());
    segment.size = packet->GetSize();
    segment.syn = flags & TcpHeader::SYN;
    segment.fin = flags & TcpHeader::FIN;
    segment.rst = flags & TcpHeader::RST;
    segment.hasAck = flags & TcpHeader::ACK;
    segment.ack =
        UnwrapSequence(c.sender->GetScoreboard().GetUna(), header.GetAckNumber().GetValue());
    if (m_timestampEnabled)
    {
        if (const auto timestamp = SynOptions::ReadTimestamp(header))
        {
            segment.timestamp = timestamp->value;
        }
    }
    return segment;
}

SegmentAcceptance::Connection
TcpScoreboardSocket::Describe() const
{
    const auto& c = *m_connection;
    const auto& scoreboard = c.sender->GetScoreboard();
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = c.received.GetNext();
    connection.rcvWnd = c.received.GetWindow();
    connection.sndUna = scoreboard.GetUna();
    connection.sndNxt = scoreboard.GetNxt() + (c.finSent ? 1 : 0) + (c.probe ? 1 : 0);
    connection.maxWindow = c.peerWindow.GetLargest();
    connection.timestamps = m_timestampEnabled;
    if (Simulator::Now() - c.tsRecentSet < TS_RECENT_LIFETIME)
    {
        connection.tsRecent = c.tsRecent;
    }
    return connection;
}

void
TcpScoreboardSocket::SegmentInConnection(Ptr<Packet> packet, const TcpHeader& header, Mark mark)
{
    const auto segment = Describe(packet, header);
    const auto verdict = SegmentAcceptance::Judge(Describe(), segment);
    if (verdict.action != SegmentAcceptance::Action::PROCESS)
    {
        NS_LOG_INFO("Segment refused: " << verdict.reason << ", " << header);
        Dismiss(verdict, segment);
        return;
    }
    ProcessSegment(packet, header, segment, mark);
}

void
TcpScoreboardSocket::Dismiss(const SegmentAcceptance::Verdict& verdict,
                             const SegmentAcceptance::Segment& segment)
{
    using Action = SegmentAcceptance::Action;
    auto& c = *m_connection;
    m_segmentRefused(verdict.reason);
    if (segment.fin && m_state == TIME_WAIT && verdict.action == Action::ACKNOWLEDGE)
    {
        TimeWait();
    }
    if (verdict.action == Action::RESET)
    {
        // RFC 9293, section 3.10.7.4: after both ends have closed it is no error.
        if (m_state == CLOSING || m_state == LAST_ACK || m_state == TIME_WAIT)
        {
            CancelAllTimers();
            CloseAndNotify();
        }
        else
        {
            Abort(&TcpScoreboardSocket::NotifyErrorClose);
        }
        return;
    }
    const bool answers =
        verdict.action == Action::ACKNOWLEDGE ||
        (verdict.action == Action::CHALLENGE && c.challenges.Permit(ToDuration(Simulator::Now())));
    if (!answers)
    {
        return;
    }
    if (segment.size > 0 && segment.seq + segment.size <= c.received.GetNext())
    {
        // Its ACK was lost: the next one reports it (RFC 2883) and echoes its timestamp (RFC 7323,
        // section 4.3). TS.Recent stays, or what it overtook would look old (section 5.3, R2).
        if (SegmentAcceptance::UpdatesTsRecent(segment, c.tsRecent, c.lastAckSent))
        {
            m_timestampToEcho = *segment.timestamp;
        }
        if (m_dSack && c.peerMss)
        {
            c.sackExchange.SetDuplicate({segment.seq, segment.seq + segment.size});
        }
    }
    SendPureAck(AckFlags());
}

void
TcpScoreboardSocket::ProcessSegment(Ptr<Packet> packet,
                                    const TcpHeader& header,
                                    const SegmentAcceptance::Segment& segment,
                                    Mark mark)
{
    auto& c = *m_connection;
    ReadTimestamp(segment, header);
    if (segment.size > 0)
    {
        ReadMark(header, mark);
    }
    ReadAck(segment, header);
    if (m_state == CLOSED)
    {
        return;
    }
    const bool takesData = !c.received.IsFinished();
    const bool hasData = takesData && segment.size > 0;
    bool atOnce = hasData && ReceiveData(packet, segment.seq);
    const bool hasFin = segment.fin && takesData && c.received.SetFin(segment.seq + segment.size);
    if (m_state == CLOSED)
    {
        return;
    }
    if (takesData && c.received.IsFinished())
    {
        PublishNext();
        FinishReceiving();
        return;
    }
    atOnce = atOnce || hasFin;
    if (hasData || hasFin)
    {
        AcknowledgeData(atOnce);
    }
}

void
TcpScoreboardSocket::ReadTimestamp(const SegmentAcceptance::Segment& segment,
                                   const TcpHeader& header)
{
    if (!m_timestampEnabled)
    {
        return;
    }
    const auto timestamp = SynOptions::ReadTimestamp(header);
    m_tcb->m_rcvTimestampValue = timestamp->value;
    m_tcb->m_rcvTimestampEchoReply = timestamp->echo;
    UpdateTsRecent(segment);
}

void
TcpScoreboardSocket::UpdateTsRecent(const SegmentAcceptance::Segment& segment)
{
    auto& c = *m_connection;
    if (SegmentAcceptance::UpdatesTsRecent(segment, c.tsRecent, c.lastAckSent))
    {
        c.tsRecent = segment.timestamp;
        c.tsRecentSet = Simulator::Now();
        m_timestampToEcho = *segment.timestamp;
    }
}

void
TcpScoreboardSocket::ReadMark(const TcpHeader& header, Mark mark)
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED)
    {
        return;
    }
    if ((header.GetFlags() & TcpHeader::CWR) &&
        m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
    if (mark == Mark::EXPERIENCED)
    {
        m_ecnCESeq = header.GetSequenceNumber();
        m_tcb->m_ecnState = TcpSocketState::ECN_CE_RCVD;
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_ECN_IS_CE);
    }
    else if (mark == Mark::CAPABLE)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_ECN_NO_CE);
    }
}

void
TcpScoreboardSocket::ReadAck(const SegmentAcceptance::Segment& segment, const TcpHeader& header)
{
    auto& c = *m_connection;
    auto& sender = *c.sender;
    if (!ReadWindow(segment, header))
    {
        return;
    }
    FillAckEvent(segment, header);
    const uint32_t priorInFlight = m_tcb->m_bytesInFlight;
    const auto retranBefore = sender.GetScoreboard().GetRetranData();
    const auto& outcome = sender.OnAck(c.ackEvent);
    const bool acknowledgesFin =
        c.finSent && !c.finAcked && segment.ack > sender.GetScoreboard().GetNxt();
    const bool isNew = outcome.acknowledged > 0 || acknowledgesFin;
    m_tcb->m_isRetransDataAcked =
        outcome.partial && sender.GetScoreboard().GetRetranData() < retranBefore;
    m_tcb->m_lastAckedSackedBytes = static_cast<uint32_t>(outcome.delivered);
    m_tcb->m_lastAckedSeq = ToSequence(sender.GetScoreboard().GetUna() + acknowledgesFin);
    ReleaseData(header, outcome);
    BytesInFlight();
    if (outcome.acknowledged > 0)
    {
        c.window->OnAdvance();
        ReactToEcho(header, outcome);
    }
    if (outcome.lostRetransmitted > 0)
    {
        m_retransmissionLost(static_cast<uint32_t>(outcome.lostRetransmitted));
    }
    ReactToAck(outcome, isNew);
    UpdatePacingRate();
    m_tcb->m_isRetransDataAcked = false;
    SampleRate(outcome, priorInFlight);
    UpdateTraces();
    if (acknowledgesFin && m_state != CLOSED)
    {
        FinishSending();
    }
}

bool
TcpScoreboardSocket::ReadWindow(const SegmentAcceptance::Segment& segment, const TcpHeader& header)
{
    auto& c = *m_connection;
    if (c.probe)
    {
        AdoptProbe(segment.ack);
    }
    const auto una = c.sender->GetScoreboard().GetUna();
    const uint64_t window = uint64_t{header.GetWindowSize()} << c.peerScale;
    if (c.peerWindow.Update(segment.seq, segment.ack, window, una))
    {
        m_rWnd = static_cast<uint32_t>(window);
    }
    // An ACK that another one has overtaken may still report something.
    return segment.ack >= una || m_sackEnabled;
}

void
TcpScoreboardSocket::FillAckEvent(const SegmentAcceptance::Segment& segment,
                                  const TcpHeader& header)
{
    auto& c = *m_connection;
    const auto& scoreboard = c.sender->GetScoreboard();
    auto& event = c.ackEvent;
    // An ACK that another one has overtaken is one of snd.una with an older report.
    event.ack = std::clamp(segment.ack, scoreboard.GetUna(), scoreboard.GetNxt());
    // That of the handshake is not scaled (RFC 7323, section 2.2): the first one is no change.
    const uint32_t window = header.GetWindowSize();
    event.pure = segment.size == 0 && !segment.fin && segment.ack >= scoreboard.GetUna() &&
                 window == c.ackWindow.value_or(window);
    c.ackWindow = window;
    event.segments = c.sent.GetSegmentCount();
    event.blocks.clear();
    if (!m_sackEnabled)
    {
        return;
    }
    c.firstSent.una = event.ack;
    c.firstSent.nxt = scoreboard.GetNxt();
    c.firstSent.fin = c.finSent;
    c.sackExchange.ReadBlocks(header, segment.ack, c.firstSent, c.report);
    event.blocks.swap(c.report.blocks);
    m_refusedSackBlocks += c.report.refused;
    if (c.report.refusal)
    {
        ++m_refusedSackOptions;
        m_sackOptionRefused(c.report.refusal);
    }
}

void
TcpScoreboardSocket::ReleaseData(const TcpHeader& header, const AckOutcome& outcome)
{
    auto& c = *m_connection;
    const auto& scoreboard = c.sender->GetScoreboard();
    const bool samples = m_congestionControl->HasCongControl();
    if (samples)
    {
        for (const auto& range : outcome.sacked)
        {
            c.sent.ForEach(range, [this, &scoreboard](const SendBuffer::Segment& segment) {
                if (scoreboard.IsSacked(segment.range))
                {
                    m_rateOps->SkbDelivered(segment.item);
                }
            });
        }
    }
    if (outcome.acknowledged > 0)
    {
        SendBuffer::Delivered delivered;
        if (samples)
        {
            delivered = MakeCallback(&TcpRateOps::SkbDelivered, m_rateOps);
        }
        SampleRoundTrip(header, c.sent.DiscardUpTo(scoreboard.GetUna(), delivered));
    }
}

void
TcpScoreboardSocket::SampleRoundTrip(const TcpHeader& header,
                                     const SendBuffer::Acknowledged& covered)
{
    if (!covered.oldest)
    {
        return;
    }
    const Time elapsed = Simulator::Now() - *covered.oldest;
    const auto timestamp = m_timestampEnabled ? SynOptions::ReadTimestamp(header) : std::nullopt;
    if (!timestamp || timestamp->echo == 0)
    {
        if (!covered.ambiguous)
        {
            TakeRoundTrip(elapsed, Simulator::Now() - covered.youngest);
        }
        return;
    }
    const Time sample = TcpOptionTS::ElapsedTimeFromTsValue(timestamp->echo);
    // An echo older than what it answers is stale: the peer kept it from a segment before.
    if (sample.IsNegative() || sample > elapsed + TIMESTAMP_GRANULARITY)
    {
        return;
    }
    const Time rtt = std::max(sample, MicroSeconds(1));
    TakeRoundTrip(rtt, rtt);
}

void
TcpScoreboardSocket::TakeRoundTrip(Time sample, Time last)
{
    m_rtt->Measurement(sample);
    ns3compat::SetRoundTrip(*m_tcb, m_rtt->GetEstimate(), last, 0);
    m_connection->timer.OnSample(ToDuration(m_rtt->GetEstimate()),
                                 ToDuration(m_rtt->GetVariation()));
    m_rto = ToTime(m_connection->timer.GetRto());
}

void
TcpScoreboardSocket::ReactToEcho(const TcpHeader& header, const AckOutcome& outcome)
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED)
    {
        return;
    }
    if (!(header.GetFlags() & TcpHeader::ECE))
    {
        if (m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
        {
            m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
        }
        return;
    }
    m_ecnEchoSeq = header.GetAckNumber();
    SetSenderEcnState(TcpSocketState::ECN_ECE_RCVD);
    m_connection->window->OnEcho(outcome);
}

void
TcpScoreboardSocket::SetSenderEcnState(TcpSocketState::EcnState_t state)
{
    const bool echoDue = m_tcb->m_ecnState == TcpSocketState::ECN_CE_RCVD ||
                         m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE;
    if (!echoDue)
    {
        m_tcb->m_ecnState = state;
    }
}

void
TcpScoreboardSocket::ReactToAck(const AckOutcome& outcome, bool isNew)
{
    auto& c = *m_connection;
    const auto una = ToSequence(c.sender->GetScoreboard().GetUna());
    const auto reaction = c.window->OnAck(outcome, isNew);
    const auto point = ToSequence(c.sender->GetRecoveryPoint());
    if (reaction.left)
    {
        m_recoveryLeft(una, point);
    }
    if (isNew)
    {
        ReactToNewAck(outcome);
    }
    if (reaction.entered)
    {
        m_recoveryEntered(una, point);
        if (outcome.backOffTimer)
        {
            c.timer.BackOff();
            m_rto = ToTime(c.timer.GetRto());
        }
        RestartTimer();
    }
    RepairLosses(outcome);
}

void
TcpScoreboardSocket::RepairLosses(const AckOutcome& outcome)
{
    auto& c = *m_connection;
    auto* law = c.window->GetActiveLaw();
    if (outcome.forceTimeout && !(law && law->RepairsRetransmissions()))
    {
        // Oldest first: the head was sent again before anything else was.
        Timeout(true);
        return;
    }
    if (law)
    {
        Repair(*law, outcome);
    }
    if (const auto urgent = c.sender->GetFastRetransmit())
    {
        const auto end = c.sent.Find(urgent->begin).range.end;
        Transmit({urgent->begin, std::min(urgent->end, end)});
    }
    if (law)
    {
        BytesInFlight();
        law->SetWindow(m_tcb);
    }
}

void
TcpScoreboardSocket::ReactToNewAck(const AckOutcome& outcome)
{
    m_dataRetrCount = m_dataRetries;
    if (outcome.restartTimer)
    {
        RestartTimer();
    }
    if (GetUnacknowledged() == 0 && !IsFinOutstanding())
    {
        StopTimer();
    }
    if (GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
}

void
TcpScoreboardSocket::Repair(RecoveryLaw& law, const AckOutcome& outcome)
{
    if (outcome.lostRetransmitted > 0)
    {
        law.OnRetransmissionLost(m_tcb);
    }
    else if (law.TakeLostHead())
    {
        m_connection->sender->OnHeadLost();
        m_retransmissionLost(m_tcb->m_segmentSize);
        RestartTimer();
    }
}

void
TcpScoreboardSocket::SampleRate(const AckOutcome& outcome, uint32_t priorInFlight)
{
    if (m_congestionControl->HasCongControl())
    {
        const auto& sample = m_rateOps->GenerateSample(outcome.delivered,
                                                       outcome.lost,
                                                       false,
                                                       priorInFlight,
                                                       m_tcb->m_minRtt);
        m_congestionControl->CongControl(m_tcb, m_rateOps->GetConnectionRate(), sample);
    }
}

bool
TcpScoreboardSocket::ReceiveData(Ptr<Packet> packet, uint64_t begin)
{
    auto& c = *m_connection;
    const uint64_t end = begin + packet->GetSize();
    const auto arrival = c.received.Insert(begin, packet, GetRcvBufSize());
    if (arrival.duplicate && m_dSack && c.peerMss)
    {
        c.sackExchange.SetDuplicate(*arrival.duplicate);
    }
    if (arrival.advanced)
    {
        PublishNext();
        if (!m_shutdownRecv)
        {
            NotifyDataRecv();
        }
    }
    const bool filledHole = arrival.advanced && c.received.GetNext() > end;
    const bool hasHole = c.received.GetQueue().GetBlockCount() > 0;
    return arrival.fresh.empty() || arrival.duplicate || filledHole || hasHole;
}

void
TcpScoreboardSocket::AcknowledgeData(bool atOnce)
{
    // What the application has sent by now may have carried the ACK.
    if (atOnce || ++m_delAckCount >= m_delAckMaxCount)
    {
        m_delAckEvent.Cancel();
        m_delAckCount = 0;
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
        SendPureAck(AckFlags());
        return;
    }
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
    if (m_delAckEvent.IsExpired())
    {
        m_delAckEvent =
            Simulator::Schedule(m_delAckTimeout, &TcpScoreboardSocket::DelAckTimeout, this);
    }
}

void
TcpScoreboardSocket::PublishNext()
{
    m_tcb->m_rxBuffer->SetNextRxSequence(ToSequence(m_connection->received.GetNext()));
}

uint16_t
TcpScoreboardSocket::AdvertisedWindowSize(bool scale) const
{
    auto& c = *m_connection;
    const auto window = c.received.Offer(GetRcvBufSize(), m_tcb->m_segmentSize);
    const auto scaled = std::min<uint64_t>(window >> (scale ? c.ownScale : 0), m_maxWinSize);
    const auto offered = static_cast<uint32_t>(std::min<uint64_t>(window, UINT32_MAX));
    if (offered != m_advWnd)
    {
        // Only a trace.
        const_cast<TcpScoreboardSocket*>(this)->m_advWnd = offered;
    }
    return static_cast<uint16_t>(scaled);
}

uint8_t
TcpScoreboardSocket::AckFlags()
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_CE_RCVD ||
        m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_SENDING_ECE;
        return TcpHeader::ACK | TcpHeader::ECE;
    }
    return TcpHeader::ACK;
}

} // namespace ns3

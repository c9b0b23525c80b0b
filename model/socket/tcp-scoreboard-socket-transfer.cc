/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Segments of an open connection. How it begins and ends is in tcp-scoreboard-socket.cc.

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
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketTransfer");

namespace
{
/// Upper bound of the time between window probes.
const Time MAX_PROBE_INTERVAL = Seconds(60);

/// Bounds of the override timer (RFC 9293, section 3.8.6.2.1).
const Time MIN_OVERRIDE = MilliSeconds(100);
const Time MAX_OVERRIDE = Seconds(1);

/// From then on TS.Recent is outdated (RFC 7323, section 5.5).
const Time TS_RECENT_LIFETIME = Days(24);

/// What a timestamp may be wrong by: ns-3 sends whole milliseconds.
const Time TIMESTAMP_GRANULARITY = MilliSeconds(1);

/// Octets of a TCP header without options, and of the longest options.
constexpr uint32_t HEADER_OCTETS = 20;
constexpr uint32_t MAX_OPTIONS = 40;

/// Octets of the shortest report: a SACK option with one block (RFC 2018, section 3).
constexpr uint32_t MIN_BLOCKS = 12;

SequenceNumber32
ToSequence(uint64_t position)
{
    return SequenceNumber32(static_cast<uint32_t>(position));
}
} // namespace

// ------------------------------------------------------------------------------------ arrival

void
TcpScoreboardSocket::Receive4(Ptr<Packet> packet,
                              Ipv4Header header,
                              uint16_t port,
                              Ptr<Ipv4Interface> interface)
{
    if (m_state == LISTEN)
    {
        TcpHeader tcp;
        packet->RemoveHeader(tcp);
        SegmentInListen(packet,
                        tcp,
                        InetSocketAddress(header.GetSource(), port),
                        InetSocketAddress(header.GetDestination(), m_endPoint->GetLocalPort()));
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
        packet->RemoveHeader(tcp);
        SegmentInListen(packet,
                        tcp,
                        Inet6SocketAddress(header.GetSource(), port),
                        Inet6SocketAddress(header.GetDestination(), m_endPoint6->GetLocalPort()));
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
TcpScoreboardSocket::SegmentInListen(Ptr<Packet> packet,
                                     const TcpHeader& header,
                                     const Address& from,
                                     const Address& to)
{
    NS_LOG_FUNCTION(this << header);
    m_rxTrace(packet, header, this);
    const auto flags = header.GetFlags();
    if (flags & TcpHeader::RST)
    {
        return;
    }
    if (flags & TcpHeader::ACK)
    {
        Refuse(header, from, to);
        return;
    }
    if (!(flags & TcpHeader::SYN) || !NotifyConnectionRequest(from))
    {
        return;
    }
    const auto socket = DynamicCast<TcpScoreboardSocket>(Fork());
    Simulator::ScheduleNow(&TcpScoreboardSocket::CompleteFork, socket, packet, header, from, to);
}

void
TcpScoreboardSocket::SegmentArrives(Ptr<Packet> packet, Mark mark)
{
    // Whoever is told of the end may let go of the socket, or open it anew.
    const Ptr<TcpScoreboardSocket> self(this);
    const auto connection = m_connection;
    TcpHeader header;
    if (m_rxTrace.IsEmpty())
    {
        m_headerReader.Take(packet, header);
    }
    else
    {
        packet->RemoveHeader(header);
        m_rxTrace(packet, header, this);
    }
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

void
TcpScoreboardSocket::SegmentInSynSent(const TcpHeader& header)
{
    // RFC 9293, section 3.10.7.3.
    const auto flags = header.GetFlags();
    const bool hasAck = flags & TcpHeader::ACK;
    if (hasAck && header.GetAckNumber() != m_tcb->m_nextTxSequence.Get() + 1)
    {
        if (!(flags & TcpHeader::RST))
        {
            SendReset(header.GetAckNumber(), false);
        }
        m_segmentRefused("ACK of what was not sent");
        return;
    }
    if (flags & TcpHeader::RST)
    {
        if (hasAck)
        {
            Abort(&TcpScoreboardSocket::NotifyConnectionFailed);
        }
        return;
    }
    if (!(flags & TcpHeader::SYN))
    {
        m_segmentRefused("no SYN");
        return;
    }
    ReadSyn(header);
    if (!hasAck)
    {
        m_state = SYN_RCVD;
        m_synCount = m_synRetries;
        SendSyn(SynAckFlags(flags));
        return;
    }
    constexpr uint8_t BOTH = TcpHeader::CWR | TcpHeader::ECE;
    const bool ecn = m_tcb->m_useEcn != TcpSocketState::Off && (flags & BOTH) == TcpHeader::ECE;
    Establish(header);
    m_tcb->m_ecnState = ecn ? TcpSocketState::ECN_IDLE : TcpSocketState::ECN_DISABLED;
    SendPureAck(TcpHeader::ACK);
    Simulator::ScheduleNow(&TcpScoreboardSocket::ConnectionSucceeded, this);
}

void
TcpScoreboardSocket::SegmentInSynReceived(Ptr<Packet> packet, const TcpHeader& header, Mark mark)
{
    const auto flags = header.GetFlags();
    const auto next = m_connection->received.GetNext();
    const auto seq = UnwrapSequence(next, header.GetSequenceNumber().GetValue());
    const bool acknowledgesSyn =
        (flags & TcpHeader::ACK) && header.GetAckNumber() == m_tcb->m_nextTxSequence.Get() + 1;
    const bool isSyn = (flags & TcpHeader::SYN) && seq + 1 == next;
    if (flags & TcpHeader::RST)
    {
        if (seq == next)
        {
            Abort(&TcpScoreboardSocket::NotifyConnectionFailed);
        }
        return;
    }
    if (isSyn && !acknowledgesSyn)
    {
        // The peer lost our SYN.
        m_retxEvent.Cancel();
        SendSyn(SynAckFlags(flags));
        return;
    }
    if (!acknowledgesSyn)
    {
        if (flags & TcpHeader::ACK)
        {
            SendReset(header.GetAckNumber(), false);
        }
        m_segmentRefused("no ACK of our SYN");
        return;
    }
    const auto ecnState = m_tcb->m_ecnState.Get();
    Establish(header);
    m_tcb->m_ecnState = ecnState;
    if (isSyn)
    {
        // Both ends opened at once.
        SendPureAck(TcpHeader::ACK);
    }
    Address peer;
    GetPeerName(peer);
    if (m_choice)
    {
        Simulator::ScheduleNow(&TcpScoreboardSocket::ConnectionSucceeded, this);
    }
    else
    {
        NotifyNewConnectionCreated(this, peer);
    }
    if (m_state == ESTABLISHED && !isSyn)
    {
        SegmentInConnection(packet, header, mark);
    }
    if (m_connected && !m_choice && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
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
        // Its ACK was lost: the next one echoes what it says now (RFC 7323, section 4.3), and
        // reports it (RFC 2883).
        UpdateTsRecent(segment);
        if (m_dSack && c.peerHasMss)
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

// --------------------------------------------------------------------------- acknowledgments

void
TcpScoreboardSocket::ReadAck(const SegmentAcceptance::Segment& segment, const TcpHeader& header)
{
    auto& c = *m_connection;
    if (c.probe)
    {
        AdoptProbe(segment.ack);
    }
    auto& sender = *c.sender;
    const auto una = sender.GetScoreboard().GetUna();
    const uint64_t window = uint64_t{header.GetWindowSize()} << c.peerScale;
    if (c.peerWindow.Update(segment.seq, segment.ack, window, una))
    {
        m_rWnd = static_cast<uint32_t>(window);
    }
    if (segment.ack < una && !m_sackEnabled)
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
    if (outcome.lostRetransmitted > 0)
    {
        m_retransmissionLost(static_cast<uint32_t>(outcome.lostRetransmitted));
    }
    const auto una = ToSequence(c.sender->GetScoreboard().GetUna());
    const auto reaction = c.window->OnAck(outcome, isNew);
    const auto point = ToSequence(c.sender->GetRecoveryPoint());
    if (reaction.left)
    {
        m_recoveryLeft(una, point);
    }
    if (isNew)
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

// ---------------------------------------------------------------------------------- sending

uint32_t
TcpScoreboardSocket::UnAckDataCount() const
{
    return m_connection->sender ? static_cast<uint32_t>(GetUnacknowledged()) : 0;
}

uint64_t
TcpScoreboardSocket::GetUnacknowledged() const
{
    const auto& scoreboard = m_connection->sender->GetScoreboard();
    return scoreboard.GetNxt() - scoreboard.GetUna();
}

uint32_t
TcpScoreboardSocket::BytesInFlight() const
{
    const auto& sender = m_connection->sender;
    const uint32_t outstanding = sender ? static_cast<uint32_t>(sender->GetOutstanding()) : 0;
    m_tcb->m_bytesInFlight = outstanding;
    return outstanding;
}

void
TcpScoreboardSocket::UpdateTraces()
{
    const auto& sender = *m_connection->sender;
    m_sndFack = ToSequence(sender.GetSndFack());
    m_retranData = static_cast<uint32_t>(sender.GetScoreboard().GetRetranData());
    m_awnd = static_cast<uint32_t>(sender.GetAwnd());
}

bool
TcpScoreboardSocket::IsFinDue() const
{
    // PacketSink shuts its listening socket down, and the accepted ones inherit that. They close
    // after the peer.
    const bool mayClose = m_state == CLOSE_WAIT || (m_state == ESTABLISHED && !m_inheritedShutdown);
    return m_closeOnEmpty && mayClose && !m_connection->finSent &&
           m_connection->sent.GetUnsent() == 0;
}

bool
TcpScoreboardSocket::IsFinOutstanding() const
{
    return m_connection->finSent && !m_connection->finAcked;
}

void
TcpScoreboardSocket::SendAllowed()
{
    NS_LOG_FUNCTION(this);
    const bool canSend = m_connected && m_state >= ESTABLISHED && m_state != TIME_WAIT &&
                         (m_endPoint != nullptr || m_endPoint6 != nullptr);
    if (!canSend)
    {
        return;
    }
    const Ptr<TcpScoreboardSocket> self(this);
    const auto connection = m_connection;
    auto& c = *connection;
    const bool wasBusy = c.busy;
    c.busy = true;
    if (m_restartAfterIdle && GetUnacknowledged() == 0 && c.sent.GetUnsent() > 0 &&
        c.lastSent.IsStrictlyPositive() && Simulator::Now() - c.lastSent > m_rto.Get())
    {
        c.window->OnIdle(GetInitialCwnd() * m_tcb->m_segmentSize);
    }
    while (SendNext())
    {
    }
    const uint32_t newlySent = std::exchange(c.newlySent, 0);
    if (newlySent > 0)
    {
        NotifyDataSent(newlySent);
    }
    c.busy = wasBusy;
    if (m_connection != connection || m_state == CLOSED)
    {
        return;
    }
    if (IsFinDue())
    {
        SendFin();
    }
    StartProbes();
}

bool
TcpScoreboardSocket::SendNext()
{
    auto& c = *m_connection;
    if (m_state == CLOSED || c.sent.GetSize() == 0 ||
        (m_tcb->m_pacing && IsPacingEnabled() && m_pacingTimer.IsRunning()))
    {
        return false;
    }
    auto range = c.sender->NextRetransmission();
    if (range)
    {
        range->end = std::min(range->end, c.sent.Find(range->begin).range.end);
    }
    else
    {
        range = NextNewData();
    }
    // One segment may always go where no ACK is to come: a window below a segment would never open
    // again.
    if (!range ||
        (GetUnacknowledged() > 0 && c.sender->GetOutstanding() + range->Size() > m_tcb->m_cWnd))
    {
        return false;
    }
    Transmit(*range);
    return true;
}

uint32_t
TcpScoreboardSocket::GetPayloadRoom() const
{
    const auto& c = *m_connection;
    if (!m_sackEnabled || !c.sackExchange.HasReport(c.received.GetQueue()))
    {
        return m_tcb->m_segmentSize;
    }
    // A segment with the longest options is not to be cut by IP where others are not.
    const uint32_t room = c.room - std::min(c.room, MAX_OPTIONS);
    return c.room < m_tcb->m_segmentSize + MAX_OPTIONS ? std::clamp(room, 1U, m_tcb->m_segmentSize)
                                                       : m_tcb->m_segmentSize;
}

std::optional<OctetRange>
TcpScoreboardSocket::NextNewData()
{
    auto& c = *m_connection;
    const uint32_t mss = m_tcb->m_segmentSize;
    if (c.sent.GetUnsent() < mss && !m_closeOnEmpty && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
    const auto& scoreboard = c.sender->GetScoreboard();
    const auto nxt = scoreboard.GetNxt();
    const uint64_t unsent = c.sent.GetUnsent();
    const uint64_t edge = c.peerWindow.GetRightEdge();
    const uint64_t room = edge > nxt ? edge - nxt : 0;
    const uint64_t size = std::min<uint64_t>({unsent, GetPayloadRoom(), room});
    if (size == 0 || m_state == CLOSED)
    {
        return std::nullopt;
    }
    // RFC 9293, section 3.8.6.2.1: neither silly windows nor, unless told otherwise, small segments
    // while something is unacknowledged.
    const bool nagle = !m_noDelay && unsent < mss && nxt > scoreboard.GetUna();
    const bool silly = size < std::min<uint64_t>(unsent, GetPayloadRoom()) &&
                       2 * size < c.peerWindow.GetLargest() && !c.overrideDue;
    if (nagle || silly)
    {
        return std::nullopt;
    }
    return OctetRange{nxt, nxt + size};
}

Ptr<Packet>
TcpScoreboardSocket::TakePayload(OctetRange& range)
{
    auto& c = *m_connection;
    const bool isStart = c.sender->GetOutstanding() == 0;
    if (isStart)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    const bool isNew = range.begin >= c.sender->GetScoreboard().GetNxt();
    const auto& segment =
        isNew ? c.sent.TakeUnsent(static_cast<uint32_t>(range.Size())) : c.sent.Find(range.begin);
    range.end = std::min(range.end, segment.range.end);
    if (!isNew)
    {
        c.sent.MarkSentAgain(range.begin);
    }
    if (m_congestionControl->HasCongControl())
    {
        m_rateOps->SkbSent(segment.item, isStart);
    }
    return c.sent.Copy(range);
}

uint8_t
TcpScoreboardSocket::DataFlags(OctetRange range, bool isRetransmission)
{
    auto& c = *m_connection;
    uint8_t flags = AckFlags();
    if (!isRetransmission && m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED &&
        c.window->TakeCwr())
    {
        m_ecnCWRSeq = ToSequence(range.begin);
        flags |= TcpHeader::CWR;
        SetSenderEcnState(TcpSocketState::ECN_CWR_SENT);
    }
    const auto nxt = c.sender->GetScoreboard().GetNxt();
    const bool isLast = c.sent.GetUnsent() == 0 && range.end >= nxt;
    const bool mayClose = m_state == CLOSE_WAIT || !m_inheritedShutdown;
    if (isLast && m_closeOnEmpty && (c.finSent || mayClose))
    {
        flags |= TcpHeader::FIN;
        EnterFinSent();
    }
    return flags;
}

TcpHeader
TcpScoreboardSocket::MakeHeader(uint8_t flags, SequenceNumber32 seq)
{
    TcpHeader header;
    header.SetFlags(flags);
    header.SetSequenceNumber(seq);
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    header.SetWindowSize(AdvertisedWindowSize());
    if (m_timestampEnabled)
    {
        const auto timestamps = m_timestamps.Get();
        timestamps->SetTimestamp(TcpOptionTS::NowToTsValue());
        timestamps->SetEcho(m_timestampToEcho);
        header.AppendOption(timestamps);
    }
    m_connection->lastAckSent = m_connection->received.GetNext();
    m_highTxAck = std::max(m_highTxAck, header.GetAckNumber());
    return header;
}

void
TcpScoreboardSocket::Dispatch(Ptr<Packet> packet, const TcpHeader& header)
{
    m_txTrace(packet, header, this);
    if (m_endPoint)
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint->GetLocalAddress(),
                          m_endPoint->GetPeerAddress(),
                          m_boundnetdevice);
    }
    else
    {
        m_tcp->SendPacket(packet,
                          header,
                          m_endPoint6->GetLocalAddress(),
                          m_endPoint6->GetPeerAddress(),
                          m_boundnetdevice);
    }
}

void
TcpScoreboardSocket::Transmit(OctetRange range)
{
    NS_LOG_FUNCTION(this << range.begin << range.end);
    auto& c = *m_connection;
    const bool isRetransmission = range.begin < c.sender->GetScoreboard().GetNxt();
    const auto payload = TakePayload(range);
    m_delAckEvent.Cancel();
    m_delAckCount = 0;
    TagPacket(payload, isRetransmission ? PacketKind::RETRANSMISSION : PacketKind::DATA);
    auto header = MakeHeader(DataFlags(range, isRetransmission), ToSequence(range.begin));
    if (m_sackEnabled &&
        header.GetSerializedSize() + payload->GetSize() + MIN_BLOCKS <= c.room + HEADER_OCTETS)
    {
        c.sackExchange.AddBlocks(header, c.received.GetQueue());
    }
    if (!c.timer.GetDeadline())
    {
        RestartTimer();
    }
    // The stock socket makes it 0 when a SYN was lost and there is no round trip time yet.
    const DataRate pacingRate = m_tcb->m_pacingRate.Get();
    if (m_tcb->m_pacing && IsPacingEnabled() && m_pacingTimer.IsExpired() &&
        pacingRate.GetBitRate() > 0)
    {
        m_pacingTimer.Schedule(pacingRate.CalculateBytesTxTime(range.Size()));
    }
    if (isRetransmission)
    {
        TraceRetransmission(payload,
                            header,
                            m_endPoint ? Address(m_endPoint->GetLocalAddress())
                                       : Address(m_endPoint6->GetLocalAddress()),
                            m_endPoint ? Address(m_endPoint->GetPeerAddress())
                                       : Address(m_endPoint6->GetPeerAddress()));
    }
    Dispatch(payload, header);
    AccountSent(range, isRetransmission);
}

void
TcpScoreboardSocket::AccountSent(OctetRange range, bool isRetransmission)
{
    auto& c = *m_connection;
    c.sender->OnSent(range);
    c.lastSent = Simulator::Now();
    const uint32_t outstanding = BytesInFlight();
    ns3compat::SetCwndLimited(*m_tcb, m_tcb->m_cWnd < outstanding + m_tcb->m_segmentSize, 0);
    if (!isRetransmission)
    {
        c.newlySent += static_cast<uint32_t>(range.Size());
        c.probe.reset();
        c.overrideDue = false;
        m_tcb->m_nextTxSequence = ToSequence(range.end);
        m_tcb->m_highTxMark = ToSequence(range.end);
    }
    c.window->OnSent(static_cast<uint32_t>(range.Size()));
    UpdateTraces();
}

void
TcpScoreboardSocket::SendEmptyPacket(uint8_t flags)
{
    if (!m_endPoint && !m_endPoint6)
    {
        return;
    }
    if (flags & TcpHeader::SYN)
    {
        SendSyn(flags);
    }
    else if (flags & TcpHeader::RST)
    {
        SendReset(GetSndNxt(), true);
    }
    else
    {
        SendPureAck(flags);
    }
}

void
TcpScoreboardSocket::SendPureAck(uint8_t flags)
{
    NS_LOG_FUNCTION(this);
    auto& c = *m_connection;
    const auto packet = Create<Packet>();
    TagPacket(packet, PacketKind::PURE_ACK);
    auto header = MakeHeader(flags, GetSndNxt());
    if (m_sackEnabled)
    {
        c.sackExchange.AddBlocks(header, c.received.GetQueue());
    }
    m_delAckEvent.Cancel();
    m_delAckCount = 0;
    Dispatch(packet, header);
}

// ------------------------------------------------------------------------------------ timers

void
TcpScoreboardSocket::RestartTimer()
{
    auto& timer = m_connection->timer;
    timer.Start(ToDuration(Simulator::Now()));
    const Time deadline = ToTime(*timer.GetDeadline());
    // A pending event that comes too early finds out itself: no event is made for every ACK.
    if (!m_retxEvent.IsExpired() && TimeStep(m_retxEvent.GetTs()) <= deadline)
    {
        return;
    }
    m_retxEvent.Cancel();
    m_retxEvent =
        Simulator::Schedule(deadline - Simulator::Now(), &TcpScoreboardSocket::ReTxTimeout, this);
}

void
TcpScoreboardSocket::StopTimer()
{
    m_connection->timer.Stop();
    m_retxEvent.Cancel();
}

void
TcpScoreboardSocket::ReTxTimeout()
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpScoreboardSocket> self(this);
    auto& c = *m_connection;
    const auto deadline = c.timer.GetDeadline();
    if (!deadline || m_state == CLOSED || m_state == TIME_WAIT)
    {
        return;
    }
    if (Simulator::Now() < ToTime(*deadline))
    {
        m_retxEvent = Simulator::Schedule(ToTime(*deadline) - Simulator::Now(),
                                          &TcpScoreboardSocket::ReTxTimeout,
                                          this);
        return;
    }
    c.timer.Stop();
    if (GetUnacknowledged() > 0)
    {
        const auto& scoreboard = c.sender->GetScoreboard();
        Timeout(!scoreboard.NextHole(scoreboard.GetUna() + 1));
    }
    else if (IsFinOutstanding() && CountRetry())
    {
        c.timer.BackOff();
        m_rto = ToTime(c.timer.GetRto());
        SendFin();
    }
}

bool
TcpScoreboardSocket::CountRetry()
{
    if (m_dataRetrCount == 0)
    {
        Abort(&TcpScoreboardSocket::NotifyErrorClose);
        return false;
    }
    --m_dataRetrCount;
    return true;
}

void
TcpScoreboardSocket::UpdateTimers()
{
    auto& c = *m_connection;
    const bool closed = c.peerWindow.GetWindow() == 0;
    const bool outstanding = GetUnacknowledged() > 0;
    if (closed && outstanding && m_persistEvent.IsExpired())
    {
        // From now on window probes see to it.
        StopTimer();
    }
    if (!closed && !c.overrideDue)
    {
        m_persistEvent.Cancel();
        c.probeInterval = m_persistTimeout;
    }
    const bool due = outstanding ? !closed : IsFinOutstanding();
    if (due && !c.timer.GetDeadline())
    {
        RestartTimer();
    }
}

void
TcpScoreboardSocket::Timeout(bool headSentAgain)
{
    NS_LOG_FUNCTION(this << headSentAgain);
    if (!CountRetry())
    {
        return;
    }
    auto& c = *m_connection;
    const auto una = ToSequence(c.sender->GetScoreboard().GetUna());
    c.timer.BackOff();
    m_rto = ToTime(c.timer.GetRto());
    if (c.window->OnTimeout(headSentAgain))
    {
        m_recoveryLeft(una, ToSequence(c.sender->GetRecoveryPoint()));
    }
    c.sent.MarkAllSentAgain();
    m_pacingTimer.Cancel();
    StopTimer();
    c.sender->OnTimeout();
    BytesInFlight();
    m_timeoutTrace(una);
    SendAllowed();
}

void
TcpScoreboardSocket::StartProbes()
{
    auto& c = *m_connection;
    if (!m_persistEvent.IsExpired() || c.sent.GetSize() == 0)
    {
        return;
    }
    if (c.peerWindow.GetWindow() == 0)
    {
        m_persistEvent =
            Simulator::Schedule(c.probeInterval, &TcpScoreboardSocket::PersistTimeout, this);
    }
    else if (GetUnacknowledged() == 0)
    {
        // The window is too small to send: in the end what fits goes all the same.
        m_persistEvent = Simulator::Schedule(std::clamp(m_rto.Get(), MIN_OVERRIDE, MAX_OVERRIDE),
                                             &TcpScoreboardSocket::PersistTimeout,
                                             this);
    }
}

void
TcpScoreboardSocket::PersistTimeout()
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpScoreboardSocket> self(this);
    auto& c = *m_connection;
    if (!c.sender || c.sent.GetSize() == 0 || m_state == CLOSED)
    {
        return;
    }
    if (c.peerWindow.GetWindow() > 0)
    {
        c.overrideDue = true;
        SendAllowed();
        return;
    }
    SendProbe();
    c.probeInterval = std::min(c.probeInterval + c.probeInterval, MAX_PROBE_INTERVAL);
    m_persistEvent =
        Simulator::Schedule(c.probeInterval, &TcpScoreboardSocket::PersistTimeout, this);
}

void
TcpScoreboardSocket::SendProbe()
{
    auto& c = *m_connection;
    const auto una = c.sender->GetScoreboard().GetUna();
    const bool idle = GetUnacknowledged() == 0;
    // Not sent for good: the peer may take it or not, see AdoptProbe().
    const auto payload = idle ? c.sent.PeekUnsent() : c.sent.Copy({una, una + 1});
    if (idle)
    {
        c.probe = una;
    }
    TagPacket(payload, PacketKind::WINDOW_PROBE);
    Dispatch(payload, MakeHeader(TcpHeader::ACK, ToSequence(una)));
}

void
TcpScoreboardSocket::AdoptProbe(uint64_t ack)
{
    auto& c = *m_connection;
    if (ack != *c.probe + 1)
    {
        return;
    }
    OctetRange octet{*c.probe, *c.probe + 1};
    TakePayload(octet);
    AccountSent(octet, false);
}

// --------------------------------------------------------------------------------- receiving

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

void
TcpScoreboardSocket::PublishNext()
{
    m_tcb->m_rxBuffer->SetNextRxSequence(ToSequence(m_connection->received.GetNext()));
}

bool
TcpScoreboardSocket::ReceiveData(Ptr<Packet> packet, uint64_t begin)
{
    auto& c = *m_connection;
    const uint64_t end = begin + packet->GetSize();
    const auto arrival = c.received.Insert(begin, packet, GetRcvBufSize());
    if (arrival.duplicate && m_dSack && c.peerHasMss)
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

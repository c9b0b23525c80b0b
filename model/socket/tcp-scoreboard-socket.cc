/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard-socket.h"

#include "ns3/boolean.h"
#include "ns3/fack-sender.h"
#include "ns3/forward-ack-listener.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/new-reno-sender.h"
#include "ns3/reno-sender.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sack-sender.h"
#include "ns3/self-clocked-recovery.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocket");
NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardSocket);

namespace
{
/// Upper bound of a backed-off timer (RFC 6298, section 2.5).
const Time MAX_TIMER = Seconds(60);

/// How often in-order data are announced to the application while a filled hole is handed over.
constexpr uint32_t DELIVERIES_PER_NOTICE = 32;

/// Octets for which the last mark of ECN is remembered: well below half the sequence space.
constexpr int32_t MAX_SINCE_MARK = 1 << 30;

/**
 * @brief Position of the octet with a sequence number.
 * @param known a position
 * @param seq a sequence number less than 2^31 away from that of the known position
 * @return its position
 */
uint64_t
Unwrap(uint64_t known, SequenceNumber32 seq)
{
    const auto distance = static_cast<int32_t>(seq.GetValue() - static_cast<uint32_t>(known));
    return known + static_cast<int64_t>(distance);
}

/**
 * @brief Position that a stream starts at: its low bits are the sequence number, and nothing that
 * a peer can name lies below 0.
 * @param seq the sequence number
 * @return the position
 */
uint64_t
FirstPosition(SequenceNumber32 seq)
{
    return (uint64_t{1} << 32) + seq.GetValue();
}
} // namespace

TypeId
TcpScoreboardSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpScoreboardSocket")
            .SetParent<TcpSocketBase>()
            .SetGroupName("TcpLossy")
            .AddConstructor<TcpScoreboardSocket>()
            .AddAttribute("LossRecovery",
                          "How losses are repaired: Reno (RFC 2581), NewReno (RFC 6582), Sack (the "
                          "pipe of the SACK-Veno paper, section 2.1), or Fack (FACK paper, section "
                          "3)",
                          EnumValue(TcpScoreboardSocket::FACK),
                          ns3compat::MakeEnumMemberAccessor<LossRecovery_t>(
                              &TcpScoreboardSocket::m_lossRecovery),
                          MakeEnumChecker(TcpScoreboardSocket::RENO,
                                          "Reno",
                                          TcpScoreboardSocket::NEW_RENO,
                                          "NewReno",
                                          TcpScoreboardSocket::SACK,
                                          "Sack",
                                          TcpScoreboardSocket::FACK,
                                          "Fack"))
            .AddAttribute("LostRetransmission",
                          "What Fack does when a retransmission is lost, too: Timeout, as if the "
                          "timer had expired (FACK paper, section 3.2), or Retransmit",
                          EnumValue(TcpScoreboardSocket::TIMEOUT),
                          ns3compat::MakeEnumMemberAccessor<LostRetransmission_t>(
                              &TcpScoreboardSocket::m_lostRetransmission),
                          MakeEnumChecker(TcpScoreboardSocket::TIMEOUT,
                                          "Timeout",
                                          TcpScoreboardSocket::RETRANSMIT,
                                          "Retransmit"))
            .AddAttribute("SackEncoding",
                          "How blocks are reported: Rfc2018, or Compressed offsets where the peer "
                          "has this, too (compressed SACK paper, section IV)",
                          EnumValue(TcpScoreboardSocket::RFC_2018),
                          ns3compat::MakeEnumMemberAccessor<SackEncoding_t>(
                              &TcpScoreboardSocket::m_sackEncoding),
                          MakeEnumChecker(TcpScoreboardSocket::RFC_2018,
                                          "Rfc2018",
                                          TcpScoreboardSocket::COMPRESSED,
                                          "Compressed"))
            .AddAttribute("SlowButSteady",
                          "NewReno: every partial ACK restarts the retransmission timer, not just "
                          "the first (RFC 6582, section 4)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_slowButSteady),
                          MakeBooleanChecker())
            .AddAttribute("RepeatedFastRetransmit",
                          "Reno: a fast retransmit may follow another inside one window, as RFC "
                          "2581 allows and the Reno of 1996 did (FACK paper, section 6.1)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_repeatedFastRetransmit),
                          MakeBooleanChecker())
            .AddAttribute("TimerBackoff",
                          "Reno: a fast retransmit doubles the retransmission timer, too, and it "
                          "stays doubled until a round trip is measured, as in the Reno of 1996",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_timerBackoff),
                          MakeBooleanChecker())
            .AddAttribute("DirectDemux",
                          "Segments of a connection come straight from IP, by TcpSegmentFront, and "
                          "not by TcpL4Protocol's walk over all end points; the results are the "
                          "same",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_directDemux),
                          MakeBooleanChecker())
            .AddTraceSource("SndFack",
                            "snd.fack: one past the forward-most octet known to be held; snd.una "
                            "outside recovery (FACK paper, section 3)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_forwardAck),
                            "ns3::SequenceNumber32TracedValueCallback")
            .AddTraceSource("RetranData",
                            "retran_data: octets retransmitted and still in the network (FACK "
                            "paper, section 3)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_retranData),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Awnd",
                            "awnd = snd.nxt - snd.fack + retran_data, octets (FACK paper, equation "
                            "2), whichever estimate the sender acts on",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_awnd),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("RecoveryEntered",
                            "A loss was detected by ACKs",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_recoveryEntered),
                            "ns3::TcpScoreboardSocket::RecoveryTracedCallback")
            .AddTraceSource("RecoveryLeft",
                            "Recovery ended, by an ACK or by a timeout",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_recoveryLeft),
                            "ns3::TcpScoreboardSocket::RecoveryTracedCallback")
            .AddTraceSource("LostRetransmission",
                            "Retransmitted octets were judged lost again (FACK paper, section 3)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_retransmissionLost),
                            "ns3::TcpScoreboardSocket::LostRetransmissionTracedCallback")
            .AddTraceSource("SackOptionRefused",
                            "A SACK option with compressed offsets that makes no sense was "
                            "ignored, and why",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_sackOptionRefused),
                            "ns3::TcpScoreboardSocket::SackOptionRefusedTracedCallback")
            .AddTraceSource("RetransmissionTimeout",
                            "The retransmission timer expired, or a timeout was forced",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_timeoutTrace),
                            "ns3::TcpScoreboardSocket::TimeoutTracedCallback");
    return tid;
}

TcpScoreboardSocket::TcpScoreboardSocket()
    : m_lossRecovery(FACK),
      m_lostRetransmission(TIMEOUT),
      m_sackEncoding(RFC_2018),
      m_slowButSteady(false),
      m_repeatedFastRetransmit(true),
      m_timerBackoff(false),
      m_directDemux(true)
{
    NS_LOG_FUNCTION(this);
    // SYNs are made where nobody can add an option; but before they leave, this trace shows them.
    // The copies of a listening socket inherit it.
    m_txTrace.ConnectWithoutContext(MakeCallback(&TcpScoreboardSocket::AddPermission));
    m_pacingTimer.SetFunction(&TcpScoreboardSocket::SendAllowed, this);
}

TcpScoreboardSocket::TcpScoreboardSocket(const TcpScoreboardSocket& other)
    : ns3compat::TcpSocketShim<TcpScoreboardSocket>(other),
      m_lossRecovery(other.m_lossRecovery),
      m_lostRetransmission(other.m_lostRetransmission),
      m_sackEncoding(other.m_sackEncoding),
      m_slowButSteady(other.m_slowButSteady),
      m_repeatedFastRetransmit(other.m_repeatedFastRetransmit),
      m_timerBackoff(other.m_timerBackoff),
      m_directDemux(other.m_directDemux),
      m_forwardAck(other.m_forwardAck),
      m_retranData(other.m_retranData),
      m_awnd(other.m_awnd),
      m_recoveryEntered(other.m_recoveryEntered),
      m_recoveryLeft(other.m_recoveryLeft),
      m_retransmissionLost(other.m_retransmissionLost),
      m_timeoutTrace(other.m_timeoutTrace),
      m_sackOptionRefused(other.m_sackOptionRefused)
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpScoreboardSocket::SendAllowed, this);
}

TcpScoreboardSocket::~TcpScoreboardSocket()
{
    NS_LOG_FUNCTION(this);
}

Ptr<TcpSocketBase>
TcpScoreboardSocket::Fork()
{
    return CopyObject<TcpScoreboardSocket>(this);
}

// ------------------------------------------------------------------------------- connection

TcpScoreboardSocket::LossRecovery_t
TcpScoreboardSocket::GetLossRecovery() const
{
    const bool needsSack = (m_lossRecovery == SACK || m_lossRecovery == FACK);
    return (needsSack && !m_sackEnabled) ? NEW_RENO : m_lossRecovery;
}

bool
TcpScoreboardSocket::IsSackCompressed() const
{
    return m_sackEnabled && m_sackExchange.IsCompressed();
}

uint64_t
TcpScoreboardSocket::GetRefusedSackOptions() const
{
    return m_refusedSackOptions;
}

uint64_t
TcpScoreboardSocket::GetRefusedSackBlocks() const
{
    return m_sender ? m_sender->GetScoreboard().GetRefused() : 0;
}

std::unique_ptr<LossRecoverySender>
TcpScoreboardSocket::MakeSender() const
{
    const LossRecoverySender::Configuration configuration{GetSegSize(), m_retxThresh, m_limitedTx};
    switch (GetLossRecovery())
    {
    case RENO:
        return std::make_unique<RenoSender>(
            configuration,
            RenoSender::Options{m_repeatedFastRetransmit, m_timerBackoff});
    case NEW_RENO:
        return std::make_unique<NewRenoSender>(configuration,
                                               m_slowButSteady
                                                   ? NewRenoSender::Timer::SLOW_BUT_STEADY
                                                   : NewRenoSender::Timer::IMPATIENT);
    case SACK:
        return std::make_unique<SackSender>(configuration);
    case FACK:
        break;
    }
    return std::make_unique<FackSender>(configuration,
                                        m_lostRetransmission == RETRANSMIT
                                            ? FackSender::LostRetransmission::RETRANSMIT
                                            : FackSender::LostRetransmission::TIMEOUT);
}

void
TcpScoreboardSocket::StartSender()
{
    if (!m_sender)
    {
        m_sender = MakeSender();
        m_firstPosition = FirstPosition(m_txBuffer->HeadSequence());
        m_sender->Start(m_firstPosition);
        m_rateDelivered = MakeCallback(&TcpRateOps::SkbDelivered, m_rateOps);
        m_persistBackoff = m_persistTimeout;
        m_direct = m_directDemux ? TcpSegmentFront::Register(m_tcp, *this) : nullptr;
        UpdateTraces();
    }
}

uint64_t
TcpScoreboardSocket::SendPosition(SequenceNumber32 seq) const
{
    return Unwrap(m_sender->GetScoreboard().GetUna(), seq);
}

uint64_t
TcpScoreboardSocket::ReceivePosition(SequenceNumber32 seq) const
{
    return Unwrap(m_reassembly.GetNext(), seq);
}

SequenceNumber32
TcpScoreboardSocket::ToSequence(uint64_t position)
{
    return SequenceNumber32(static_cast<uint32_t>(position));
}

uint32_t
TcpScoreboardSocket::GetFlightSize() const
{
    return std::min(UnAckDataCount(), m_tcb->m_cWnd.Get());
}

uint32_t
TcpScoreboardSocket::BytesInFlight() const
{
    const uint32_t outstanding = m_sender ? m_sender->GetOutstanding() : 0;
    m_tcb->m_bytesInFlight = outstanding;
    return outstanding;
}

uint32_t
TcpScoreboardSocket::AvailableWindow() const
{
    return 0;
}

void
TcpScoreboardSocket::UpdateTraces()
{
    m_forwardAck = ToSequence(m_sender->GetForwardAck());
    m_retranData = m_sender->GetScoreboard().GetRetranData();
    m_awnd = m_sender->GetAwnd();
}

// ---------------------------------------------------------------------------------- sending

int
TcpScoreboardSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    NS_LOG_FUNCTION(this << p);
    const int accepted = TcpSocketBase::Send(p, flags);
    if (accepted > 0 && m_connected && m_sendPendingDataEvent.IsExpired())
    {
        // A little later, so that the application can write more in the meantime.
        m_sendPendingDataEvent =
            Simulator::Schedule(TimeStep(1), &TcpScoreboardSocket::SendAllowed, this);
    }
    return accepted;
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
    StartSender();
    m_newlySent = 0;
    while (SendNext())
    {
    }
    if (m_newlySent > 0)
    {
        NotifyDataSent(m_newlySent);
    }
    if (IsFinOverdue())
    {
        DoClose();
    }
    if (m_rWnd.Get() == 0 && m_persistEvent.IsExpired() && m_txBuffer->Size() > 0)
    {
        m_persistEvent =
            Simulator::Schedule(m_persistBackoff, &TcpScoreboardSocket::PersistTimeout, this);
    }
}

bool
TcpScoreboardSocket::SendNext()
{
    if (m_txBuffer->Size() == 0 || (IsPacingEnabled() && m_pacingTimer.IsRunning()))
    {
        return false;
    }
    const auto range = NextRange();
    if (!range || m_sender->GetOutstanding() + range->Size() > m_tcb->m_cWnd)
    {
        return false;
    }
    Transmit(*range);
    return true;
}

std::optional<OctetRange>
TcpScoreboardSocket::NextRange()
{
    if (const auto lost = m_sender->NextRetransmission())
    {
        return OctetRange{lost->begin, std::min(lost->end, m_segments.Find(lost->begin).range.end)};
    }
    return NextNewData();
}

std::optional<OctetRange>
TcpScoreboardSocket::NextNewData()
{
    const auto& scoreboard = m_sender->GetScoreboard();
    const auto nxt = scoreboard.GetNxt();
    const uint32_t mss = m_tcb->m_segmentSize;
    uint32_t unsent = m_txBuffer->SizeFromSequence(ToSequence(nxt));
    if (unsent < mss && !m_closeOnEmpty && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
        unsent = m_txBuffer->SizeFromSequence(ToSequence(nxt));
    }
    const uint64_t rightEdge = scoreboard.GetUna() + m_rWnd.Get();
    const uint64_t room = rightEdge > nxt ? rightEdge - nxt : 0;
    const uint32_t size = std::min<uint64_t>({unsent, mss, room});
    if (size == 0)
    {
        return std::nullopt;
    }
    const bool idle = (nxt == scoreboard.GetUna());
    // RFC 1122, section 4.2.3.4: neither silly windows nor, unless told otherwise, small segments
    // while something is unacknowledged.
    const bool silly = size < mss && size < unsent;
    const bool nagle = !m_noDelay && unsent < mss;
    if (!idle && (silly || nagle))
    {
        return std::nullopt;
    }
    return OctetRange{nxt, nxt + size};
}

Ptr<Packet>
TcpScoreboardSocket::TakePayload(OctetRange& range)
{
    const bool isStart = (BytesInFlight() == 0);
    if (isStart)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    if (range.begin < m_sender->GetScoreboard().GetNxt())
    {
        const auto& segment = m_segments.Find(range.begin);
        range.end = std::min(range.end, segment.range.end);
        m_rateOps->SkbSent(segment.item, isStart);
        return m_segments.Copy(range);
    }
    TcpTxItem* item = m_txBuffer->CopyFromSequence(range.Size(), ToSequence(range.begin));
    m_rateOps->SkbSent(item, isStart);
    const auto payload = item->GetPacketCopy();
    range.end = range.begin + payload->GetSize();
    m_segments.Append({range, item});
    return payload;
}

uint8_t
TcpScoreboardSocket::DataFlags(OctetRange range, bool isRetransmission)
{
    uint8_t flags = AckFlags();
    if (!isRetransmission && m_cwrDue && m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED)
    {
        m_cwrDue = false;
        m_ecnCWRSeq = ToSequence(range.begin);
        flags |= TcpHeader::CWR;
        SetSenderEcnState(TcpSocketState::ECN_CWR_SENT);
    }
    if (m_closeOnEmpty && m_txBuffer->SizeFromSequence(ToSequence(range.end)) == 0)
    {
        flags |= TcpHeader::FIN;
        if (m_state == ESTABLISHED)
        {
            m_state = FIN_WAIT_1;
        }
        else if (m_state == CLOSE_WAIT)
        {
            m_state = LAST_ACK;
        }
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
    const bool isRetransmission = range.begin < m_sender->GetScoreboard().GetNxt();
    const auto payload = TakePayload(range);
    m_delAckEvent.Cancel();
    m_delAckCount = 0;
    TagPacket(payload, isRetransmission ? PacketKind::RETRANSMISSION : PacketKind::DATA);
    const auto header = MakeHeader(DataFlags(range, isRetransmission), ToSequence(range.begin));
    if (m_retxEvent.IsExpired())
    {
        RestartTimer();
    }
    // The stock socket makes it 0 when a SYN was lost and there is no round trip time yet.
    const DataRate pacingRate = m_tcb->m_pacingRate.Get();
    if (IsPacingEnabled() && m_pacingTimer.IsExpired() && pacingRate.GetBitRate() > 0)
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
    m_highTxAck = std::max(m_highTxAck, header.GetAckNumber());
    Dispatch(payload, header);
    NoteSent(range, isRetransmission);
}

void
TcpScoreboardSocket::NoteSent(OctetRange range, bool isRetransmission)
{
    m_sender->OnSent(range);
    const uint32_t outstanding = BytesInFlight();
    ns3compat::SetCwndLimited(*m_tcb, m_tcb->m_cWnd < outstanding + m_tcb->m_segmentSize, 0);
    UpdateRttHistory(ToSequence(range.begin), range.Size(), isRetransmission);
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
        m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        m_recoveryOps->UpdateBytesSent(range.Size());
        if (auto* selfClocked = GetSelfClockedRecovery())
        {
            // What is outstanding need not have grown: more duplicate ACKs than segments may have
            // arrived.
            selfClocked->SetWindow(m_tcb);
        }
    }
    if (!isRetransmission)
    {
        m_newlySent += range.Size();
        m_hasSent = true;
        m_probe.reset();
        m_tcb->m_nextTxSequence = ToSequence(range.end);
        m_tcb->m_highTxMark = ToSequence(range.end);
    }
    UpdateTraces();
}

void
TcpScoreboardSocket::SendEmptyPacket(uint8_t flags)
{
    const bool isPureAck = (flags & ~TcpHeader::ECE) == TcpHeader::ACK;
    const bool hasEndPoint = (m_endPoint != nullptr || m_endPoint6 != nullptr);
    if (isPureAck && hasEndPoint && m_state >= ESTABLISHED)
    {
        SendPureAck(flags);
    }
    else
    {
        const bool timerRuns = !m_retxEvent.IsExpired();
        TcpSocketBase::SendEmptyPacket(flags);
        if ((flags & TcpHeader::FIN) && m_state >= ESTABLISHED && hasEndPoint && !timerRuns)
        {
            // The stock socket would repeat it without end.
            StartSender();
            m_retxEvent.Cancel();
            RestartTimer();
        }
    }
}

void
TcpScoreboardSocket::SendPureAck(uint8_t flags)
{
    NS_LOG_FUNCTION(this);
    const auto packet = Create<Packet>();
    TagPacket(packet, PacketKind::PURE_ACK);
    const bool finSent = (m_state == FIN_WAIT_1 || m_state == LAST_ACK || m_state == CLOSING);
    const SequenceNumber32 next = m_tcb->m_nextTxSequence;
    auto header = MakeHeader(flags, finSent ? next + 1 : next);
    if (m_sackEnabled)
    {
        m_sackExchange.AddBlocks(header, m_reassembly);
    }
    m_delAckEvent.Cancel();
    m_delAckCount = 0;
    m_highTxAck = std::max(m_highTxAck, header.GetAckNumber());
    Dispatch(packet, header);
}

void
TcpScoreboardSocket::AddPermission(Ptr<const Packet>,
                                   const TcpHeader& header,
                                   Ptr<const TcpSocketBase> socket)
{
    if (!(header.GetFlags() & TcpHeader::SYN))
    {
        return;
    }
    const auto self = DynamicCast<const TcpScoreboardSocket>(socket);
    if (self && self->m_sackEnabled && self->m_sackEncoding == COMPRESSED)
    {
        // The header is a variable of the function that is about to send it.
        self->m_sackExchange.AddPermission(const_cast<TcpHeader&>(header));
    }
}

void
TcpScoreboardSocket::UpdateRttHistory(const SequenceNumber32& seq,
                                      uint32_t sz,
                                      bool isRetransmission)
{
    if (!isRetransmission)
    {
        TcpSocketBase::UpdateRttHistory(seq, sz, false);
        return;
    }
    // The stock search walks the window; the history is in order of sequence numbers.
    auto next =
        std::upper_bound(m_history.begin(),
                         m_history.end(),
                         seq,
                         [](SequenceNumber32 s, const RttHistory& sent) { return s < sent.seq; });
    if (next != m_history.begin())
    {
        std::prev(next)->retx = true;
    }
}

// --------------------------------------------------------------------------- acknowledgments

void
TcpScoreboardSocket::DoForwardUp(Ptr<Packet> packet,
                                 const Address& fromAddress,
                                 const Address& toAddress)
{
    // Whoever is told of the end may let go of the socket.
    const Ptr<TcpScoreboardSocket> self(this);
    if (m_state == SYN_SENT)
    {
        HearSyn(packet);
    }
    if (m_state == SYN_RCVD)
    {
        CompleteHandshake(packet, fromAddress, toAddress);
    }
    if (m_state == LISTEN)
    {
        ListenTo(packet, fromAddress, toAddress);
    }
    else if (m_state < ESTABLISHED)
    {
        TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
    }
    else
    {
        SegmentArrives(packet);
    }
    if (m_sender && m_state >= ESTABLISHED && m_state != TIME_WAIT)
    {
        UpdateTimers();
    }
    SendAllowed();
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
TcpScoreboardSocket::Receive(Ptr<Packet> packet,
                             const Ipv4Header& header,
                             Ptr<Ipv4Interface> interface)
{
    if (header.GetEcn() != Ipv4Header::ECN_NotECT || !ReceiveUsual(packet))
    {
        ForwardUp(packet, header, m_endPoint->GetPeerPort(), interface);
    }
}

void
TcpScoreboardSocket::Receive(Ptr<Packet> packet,
                             const Ipv6Header& header,
                             Ptr<Ipv6Interface> interface)
{
    if (header.GetEcn() != Ipv6Header::ECN_NotECT || !ReceiveUsual(packet))
    {
        ForwardUp6(packet, header, m_endPoint6->GetPeerPort(), interface);
    }
}

bool
TcpScoreboardSocket::ReceiveUsual(Ptr<Packet> packet)
{
    const auto fields = TcpHeaderReader::Peek(packet);
    if (!fields)
    {
        return false;
    }
    const auto size = packet->GetSize() - fields->headerSize;
    if (IsValidTcpSegment(SequenceNumber32(fields->sequence), fields->headerSize, size))
    {
        // Copies: the connection may end in there.
        DoForwardUp(packet, Address(m_direct->GetPeer()), Address(m_direct->GetLocal()));
    }
    return true;
}

void
TcpScoreboardSocket::ListenTo(Ptr<Packet> packet,
                              const Address& fromAddress,
                              const Address& toAddress)
{
    const bool sackEnabled = m_sackEnabled;
    const bool winScalingEnabled = m_winScalingEnabled;
    const bool timestampEnabled = m_timestampEnabled;
    const auto sndWindShift = m_sndWindShift;
    // The socket of the connection is made in here. What this peer lacks is off in it.
    TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
    m_sackEnabled = sackEnabled;
    m_txBuffer->SetSackEnabled(sackEnabled);
    m_winScalingEnabled = winScalingEnabled;
    m_timestampEnabled = timestampEnabled;
    m_sndWindShift = sndWindShift;
}

void
TcpScoreboardSocket::HearSyn(Ptr<const Packet> packet)
{
    TcpHeader header;
    packet->PeekHeader(header);
    if (header.GetFlags() & TcpHeader::SYN)
    {
        m_sackExchange.HearSyn(header, m_sackEncoding == COMPRESSED);
    }
}

void
TcpScoreboardSocket::CompleteFork(Ptr<Packet> packet,
                                  const TcpHeader& header,
                                  const Address& fromAddress,
                                  const Address& toAddress)
{
    m_sackExchange.HearSyn(header, m_sackEncoding == COMPRESSED);
    TcpSocketBase::CompleteFork(packet, header, fromAddress, toAddress);
}

void
TcpScoreboardSocket::CompleteHandshake(Ptr<const Packet> packet,
                                       const Address& fromAddress,
                                       const Address& toAddress)
{
    TcpHeader header;
    packet->PeekHeader(header);
    if ((header.GetFlags() & TcpHeader::FIN) && (header.GetFlags() & TcpHeader::ACK))
    {
        // The stock socket would let the application write before there is a connection.
        header.SetFlags(TcpHeader::ACK);
        const auto ack = Create<Packet>();
        ack->AddHeader(header);
        TcpSocketBase::DoForwardUp(ack, fromAddress, toAddress);
    }
}

void
TcpScoreboardSocket::SegmentArrives(Ptr<Packet> packet)
{
    SocketPriorityTag priorityTag;
    packet->RemovePacketTag(priorityTag);
    TcpHeader header;
    if (m_rxTrace.IsEmpty())
    {
        m_headerReader.Take(packet, header);
    }
    else
    {
        packet->RemoveHeader(header);
    }
    const auto flags = header.GetFlags();
    if ((flags & TcpHeader::CWR) && m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
    m_rxTrace(packet, header, this);
    if (flags & TcpHeader::SYN)
    {
        // An old one: its sender may not know that the handshake is over.
        SendEmptyPacket(AckFlags());
    }
    else if (m_state == TIME_WAIT)
    {
        if (flags & TcpHeader::FIN)
        {
            SendEmptyPacket(AckFlags());
        }
    }
    else if (flags & TcpHeader::RST)
    {
        CloseAndNotify();
    }
    else if (!(flags & TcpHeader::ACK) || AcceptAck(header))
    {
        ProcessSegment(packet, header);
    }
}

bool
TcpScoreboardSocket::AcceptAck(const TcpHeader& header)
{
    StartSender();
    if (m_timestampEnabled)
    {
        if (!header.HasOption(TcpOption::TS))
        {
            return false; // RFC 7323, section 3.2
        }
        ProcessOptionTimestamp(header.GetOption(TcpOption::TS), header.GetSequenceNumber());
    }
    const auto ack = header.GetAckNumber();
    if (m_probe)
    {
        AdoptProbe(ack);
    }
    if (IsBeyond(ack))
    {
        SendEmptyPacket(AckFlags());
        return false;
    }
    // An old ACK has an old window.
    if (SendPosition(ack) >= m_sender->GetScoreboard().GetUna())
    {
        EstimateRtt(header);
        UpdateWindowSize(header);
    }
    return true;
}

void
TcpScoreboardSocket::ProcessSegment(Ptr<Packet> packet, const TcpHeader& header)
{
    const auto flags = header.GetFlags();
    const bool hasAck = flags & TcpHeader::ACK;
    const bool finAcknowledged =
        hasAck && SendPosition(header.GetAckNumber()) > m_sender->GetScoreboard().GetNxt();
    auto& buffer = *m_tcb->m_rxBuffer;
    const auto fin = header.GetSequenceNumber() + packet->GetSize();
    if ((flags & TcpHeader::FIN) && !buffer.GotFin() && fin >= buffer.NextRxSequence() &&
        fin <= buffer.MaxRxSequence())
    {
        buffer.SetFinSequence(fin);
    }
    if (hasAck)
    {
        ReceivedAck(packet, header);
    }
    else if (packet->GetSize() > 0)
    {
        ReceivedData(packet, header);
    }
    if (finAcknowledged)
    {
        FinishSending();
    }
    if (buffer.Finished())
    {
        FinishReceiving(flags & TcpHeader::FIN);
    }
}

void
TcpScoreboardSocket::FinishSending()
{
    NS_LOG_FUNCTION(this);
    m_retxEvent.Cancel();
    switch (m_state)
    {
    case FIN_WAIT_1:
        m_state = FIN_WAIT_2;
        break;
    case CLOSING:
        TimeWait();
        break;
    case LAST_ACK:
        CloseAndNotify();
        break;
    default:
        break;
    }
}

void
TcpScoreboardSocket::FinishReceiving(bool repeated)
{
    NS_LOG_FUNCTION(this << repeated);
    switch (m_state)
    {
    case ESTABLISHED:
        // Not DoPeerClose(), which after ShutdownSend() resets if there is something to read.
        m_state = CLOSE_WAIT;
        if (!m_closeNotified)
        {
            m_closeNotified = true;
            NotifyNormalClose();
        }
        if (m_state == CLOSE_WAIT)
        {
            SendEmptyPacket(AckFlags());
        }
        return;
    case FIN_WAIT_1:
        m_state = CLOSING;
        break;
    case FIN_WAIT_2:
        TimeWait();
        break;
    default:
        if (repeated)
        {
            SendEmptyPacket(AckFlags());
        }
        return;
    }
    SendEmptyPacket(AckFlags());
    if (!m_shutdownRecv)
    {
        NotifyDataRecv();
    }
}

bool
TcpScoreboardSocket::IsFinSent() const
{
    return m_state > ESTABLISHED && m_state != CLOSE_WAIT;
}

bool
TcpScoreboardSocket::IsFinOverdue() const
{
    // PacketSink shuts its listening socket down, and the accepted ones inherit that. They close
    // after the peer.
    const bool mayClose = m_state == CLOSE_WAIT || (m_state == ESTABLISHED && m_hasSent);
    return m_closeOnEmpty && mayClose &&
           m_txBuffer->SizeFromSequence(ToSequence(m_sender->GetScoreboard().GetNxt())) == 0;
}

bool
TcpScoreboardSocket::IsFinOutstanding() const
{
    return m_state == FIN_WAIT_1 || m_state == CLOSING || m_state == LAST_ACK;
}

bool
TcpScoreboardSocket::IsBeyond(SequenceNumber32 ack) const
{
    return SendPosition(ack) > m_sender->GetScoreboard().GetNxt() + (IsFinSent() ? 1 : 0);
}

void
TcpScoreboardSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    NS_LOG_FUNCTION(this << tcpHeader);
    StartSender();
    const auto ack = tcpHeader.GetAckNumber();
    const bool stale = ack < m_txBuffer->HeadSequence();
    if (!stale && !IsBeyond(ack))
    {
        ReadAck(packet, tcpHeader);
        const uint32_t priorInFlight = m_tcb->m_bytesInFlight;
        const auto retranBefore = m_sender->GetScoreboard().GetRetranData();
        const auto& outcome = m_sender->OnAck(m_ackEvent);
        m_tcb->m_isRetransDataAcked =
            outcome.partial && m_sender->GetScoreboard().GetRetranData() < retranBefore;
        m_tcb->m_lastAckedSackedBytes = outcome.delivered;
        m_tcb->m_lastAckedSeq = ack;
        ReleaseData(ack, outcome);
        ReactToEcn(ack, tcpHeader, outcome);
        BytesInFlight();
        ReactToAck(ack, outcome);
        UpdatePacingRate();
        m_tcb->m_isRetransDataAcked = false;
        SampleRate(outcome, priorInFlight);
        UpdateTraces();
    }
    if (packet->GetSize() > 0)
    {
        ReceivedData(packet, tcpHeader);
    }
}

void
TcpScoreboardSocket::ReadAck(Ptr<const Packet> packet, const TcpHeader& header)
{
    const auto nxt = m_sender->GetScoreboard().GetNxt();
    m_ackEvent.ack = std::min(SendPosition(header.GetAckNumber()), nxt);
    // That of the handshake is not scaled (RFC 7323, section 2.2): the first one is no change.
    const uint32_t window = header.GetWindowSize();
    m_ackEvent.pure = packet->GetSize() == 0 && window == m_peerWindow.value_or(window);
    m_peerWindow = window;
    m_ackEvent.blocks.clear();
    if (!m_sackEnabled)
    {
        return;
    }
    const SackBlockCheck::Sent sent{m_firstPosition, m_ackEvent.ack, nxt};
    if (const auto* reason = m_sackExchange.ReadBlocks(header, sent, m_ackEvent.blocks))
    {
        ++m_refusedSackOptions;
        m_sackOptionRefused(reason);
    }
}

void
TcpScoreboardSocket::ReleaseData(SequenceNumber32 ack, const AckOutcome& outcome)
{
    const auto& scoreboard = m_sender->GetScoreboard();
    for (const auto& range : outcome.sacked)
    {
        m_segments.ForEach(range, [this, &scoreboard](const SentSegments::Segment& segment) {
            if (scoreboard.IsSacked(segment.range))
            {
                m_rateOps->SkbDelivered(segment.item);
            }
        });
    }
    if (ack > m_txBuffer->HeadSequence())
    {
        m_txBuffer->DiscardUpTo(ack, m_rateDelivered);
        m_segments.DiscardUpTo(scoreboard.GetUna());
    }
}

void
TcpScoreboardSocket::ReactToEcn(SequenceNumber32 ack,
                                const TcpHeader& header,
                                const AckOutcome& outcome)
{
    if (m_cwrPoint && m_sender->GetScoreboard().GetUna() >= *m_cwrPoint)
    {
        m_cwrPoint.reset();
        m_tcb->m_congState = TcpSocketState::CA_OPEN;
        if (!m_congestionControl->HasCongControl())
        {
            m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
            m_recoveryOps->ExitRecovery(m_tcb);
            m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        }
    }
    if (m_tcb->m_ecnState == TcpSocketState::ECN_DISABLED || outcome.acknowledged == 0)
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
    m_ecnEchoSeq = ack;
    SetSenderEcnState(TcpSocketState::ECN_ECE_RCVD);
    // What was under way when the window was reduced asks for nothing more.
    if (m_sender->GetScoreboard().GetUna() > m_reductionPoint)
    {
        EnterCwr(outcome);
    }
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
TcpScoreboardSocket::NoteReduction()
{
    m_reductionPoint = m_sender->GetScoreboard().GetNxt();
    m_cwrDue = true;
}

void
TcpScoreboardSocket::BeginReduction(const AckOutcome& outcome)
{
    BytesInFlight();
    if (!m_congestionControl->HasCongControl())
    {
        ns3compat::EnterRecovery<TcpRecoveryOps>(*m_recoveryOps,
                                                 m_tcb,
                                                 m_sender->GetDupAcks(),
                                                 UnAckDataCount(),
                                                 outcome.delivered,
                                                 m_sender->GetScoreboard().GetSackedData());
    }
}

void
TcpScoreboardSocket::EnterCwr(const AckOutcome& outcome)
{
    m_cwrPoint = m_sender->GetScoreboard().GetNxt();
    NoteReduction();
    m_tcb->m_ssThresh = m_congestionControl->GetSsThresh(m_tcb, GetFlightSize());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    m_tcb->m_congState = TcpSocketState::CA_CWR;
    BeginReduction(outcome);
}

void
TcpScoreboardSocket::ReactToAck(SequenceNumber32 ack, const AckOutcome& outcome)
{
    if (outcome.lostRetransmitted > 0)
    {
        m_retransmissionLost(outcome.lostRetransmitted);
    }
    if (ack > m_tcb->m_nextTxSequence || outcome.acknowledged > 0)
    {
        ReactToNewAck(outcome);
        AcceptNewAck(ack, outcome.restartTimer);
    }
    else
    {
        ReactToDuplicate(outcome);
    }
    if (outcome.entered)
    {
        StartRecovery(outcome);
    }
    auto* selfClocked = GetSelfClockedRecovery();
    if (outcome.forceTimeout && !selfClocked)
    {
        // Oldest first: the head was sent again before anything else was.
        Timeout(true);
        return;
    }
    if (selfClocked)
    {
        RepairInRecovery(*selfClocked, outcome);
    }
    if (const auto urgent = m_sender->GetFastRetransmit())
    {
        Transmit(*urgent);
    }
    if (selfClocked)
    {
        BytesInFlight();
        selfClocked->SetWindow(m_tcb);
    }
}

SelfClockedRecovery*
TcpScoreboardSocket::GetSelfClockedRecovery() const
{
    const bool reducing = m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
                          m_tcb->m_congState == TcpSocketState::CA_CWR;
    if (!reducing || m_congestionControl->HasCongControl())
    {
        return nullptr;
    }
    return dynamic_cast<SelfClockedRecovery*>(PeekPointer(m_recoveryOps));
}

void
TcpScoreboardSocket::RepairInRecovery(SelfClockedRecovery& law, const AckOutcome& outcome)
{
    if (outcome.partial)
    {
        m_sender->ExtendRecovery();
    }
    if (outcome.lostRetransmitted > 0)
    {
        law.NotifyLostRetransmission(m_tcb);
    }
    else if (law.TakeLostRetransmission())
    {
        m_sender->RepeatRetransmission();
        m_retransmissionLost(m_tcb->m_segmentSize);
        RestartTimer();
    }
}

void
TcpScoreboardSocket::ReactToNewAck(const AckOutcome& outcome)
{
    uint32_t segments = ToSegments(outcome.delivered);
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_RECOVERY:
        ReportAcked(outcome.left ? segments : 1);
        if (outcome.left)
        {
            FinishRecovery();
        }
        else
        {
            ContinueRecovery(outcome);
        }
        break;
    case TcpSocketState::CA_CWR:
        ReportAcked(segments);
        ContinueRecovery(outcome);
        break;
    case TcpSocketState::CA_DISORDER:
        ReportAcked(segments);
        if (!outcome.duplicate)
        {
            SetOpen();
            OpenWindow(segments);
        }
        break;
    case TcpSocketState::CA_LOSS:
        ReportAcked(segments);
        if (outcome.left)
        {
            SetOpen();
        }
        OpenWindow(segments);
        break;
    default:
        ReportAcked(segments);
        OpenWindow(segments);
        break;
    }
}

void
TcpScoreboardSocket::ReactToDuplicate(const AckOutcome& outcome)
{
    if (outcome.duplicate && m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_DISORDER);
        m_tcb->m_congState = TcpSocketState::CA_DISORDER;
    }
    const bool reducing = m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
                          m_tcb->m_congState == TcpSocketState::CA_CWR;
    if (outcome.duplicate && reducing && !outcome.entered)
    {
        ContinueRecovery(outcome);
    }
    if (UnAckDataCount() > 0)
    {
        ReportAcked(1);
    }
}

void
TcpScoreboardSocket::ReportAcked(uint32_t segments)
{
    m_congestionControl->PktsAcked(m_tcb, segments, ns3compat::GetSmoothedRtt(*m_tcb, 0));
}

void
TcpScoreboardSocket::SetOpen()
{
    m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_OPEN);
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
}

void
TcpScoreboardSocket::OpenWindow(uint32_t segments)
{
    m_congestionControl->IncreaseWindow(m_tcb, segments);
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
}

void
TcpScoreboardSocket::StartRecovery(const AckOutcome& outcome)
{
    NS_LOG_FUNCTION(this);
    m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_RECOVERY);
    m_tcb->m_congState = TcpSocketState::CA_RECOVERY;
    const auto ssThresh = m_congestionControl->GetSsThresh(m_tcb, GetFlightSize());
    if (!m_cwrPoint)
    {
        m_tcb->m_ssThresh = ssThresh;
    }
    NoteReduction();
    m_cwrPoint.reset();
    BeginReduction(outcome);
    m_recoveryEntered(m_txBuffer->HeadSequence(), ToSequence(m_sender->GetRecoveryPoint()));
    if (outcome.backOffTimer)
    {
        BackOffTimer();
    }
    RestartTimer();
}

void
TcpScoreboardSocket::ContinueRecovery(const AckOutcome& outcome)
{
    if (m_congestionControl->HasCongControl())
    {
        return;
    }
    if (auto* listener = dynamic_cast<ForwardAckListener*>(PeekPointer(m_recoveryOps)))
    {
        listener->NotifyForwardAck(m_tcb, outcome.forwardAdvance);
    }
    ns3compat::DoRecovery<TcpRecoveryOps>(*m_recoveryOps,
                                          m_tcb,
                                          outcome.delivered,
                                          outcome.duplicate);
}

void
TcpScoreboardSocket::FinishRecovery()
{
    NS_LOG_FUNCTION(this);
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
    SetOpen();
    if (!m_congestionControl->HasCongControl())
    {
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_recoveryOps->ExitRecovery(m_tcb);
    }
    m_recoveryLeft(m_txBuffer->HeadSequence(), ToSequence(m_sender->GetRecoveryPoint()));
    if (dynamic_cast<SelfClockedRecovery*>(PeekPointer(m_recoveryOps)))
    {
        m_sender->ForgetRecoveryPoint();
    }
}

void
TcpScoreboardSocket::SampleRate(const AckOutcome& outcome, uint32_t priorInFlight)
{
    if (m_congestionControl->HasCongControl())
    {
        const auto& sample = m_rateOps->GenerateSample(outcome.delivered,
                                                       outcome.lostRetransmitted,
                                                       false,
                                                       priorInFlight,
                                                       m_tcb->m_minRtt);
        m_congestionControl->CongControl(m_tcb, m_rateOps->GetConnectionRate(), sample);
    }
}

uint32_t
TcpScoreboardSocket::ToSegments(uint32_t octets)
{
    m_bytesAckedNotProcessed += octets;
    const uint32_t segments = m_bytesAckedNotProcessed / m_tcb->m_segmentSize;
    m_bytesAckedNotProcessed %= m_tcb->m_segmentSize;
    return segments;
}

// ------------------------------------------------------------------------------------ timers

void
TcpScoreboardSocket::AcceptNewAck(SequenceNumber32 ack, bool restart)
{
    m_dataRetrCount = m_dataRetries;
    if (restart && m_state != SYN_RCVD)
    {
        // Karn: a timer that was backed off stays so until a round trip is measured, which moves
        // it.
        if (!m_timerBackoff || m_rto.Get() != m_backedOffRto)
        {
            m_rto = std::max(m_rtt->GetEstimate() +
                                 std::max(m_clockGranularity, m_rtt->GetVariation() * 4),
                             m_minRto);
        }
        RestartTimer();
    }
    if (GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
    if (ack > m_tcb->m_nextTxSequence)
    {
        // The FIN is acknowledged.
        m_tcb->m_nextTxSequence = ack;
    }
    if (m_txBuffer->Size() == 0 && !IsFinOutstanding())
    {
        m_retxEvent.Cancel();
    }
}

void
TcpScoreboardSocket::RestartTimer()
{
    m_retxDeadline = Simulator::Now() + m_rto.Get();
    // A pending event that comes too early finds out itself: no event is made for every ACK.
    const bool pending = !m_retxEvent.IsExpired();
    if (pending && TimeStep(m_retxEvent.GetTs()) <= m_retxDeadline)
    {
        return;
    }
    m_retxEvent.Cancel();
    m_retxEvent = Simulator::Schedule(m_rto, &TcpScoreboardSocket::ReTxTimeout, this);
}

void
TcpScoreboardSocket::BackOffTimer()
{
    m_backedOffRto = std::min(m_rto.Get() + m_rto.Get(), MAX_TIMER);
    m_rto = m_backedOffRto;
}

void
TcpScoreboardSocket::ReTxTimeout()
{
    NS_LOG_FUNCTION(this);
    if (!m_sender || m_state == CLOSED || m_state == TIME_WAIT)
    {
        TcpSocketBase::ReTxTimeout();
        return;
    }
    if (Simulator::Now() < m_retxDeadline)
    {
        m_retxEvent = Simulator::Schedule(m_retxDeadline - Simulator::Now(),
                                          &TcpScoreboardSocket::ReTxTimeout,
                                          this);
        return;
    }
    if (GetUnacknowledged() > 0)
    {
        const auto& scoreboard = m_sender->GetScoreboard();
        Timeout(!scoreboard.NextHole(scoreboard.GetUna() + 1));
    }
    else if (IsFinOutstanding() && CountRetry())
    {
        const Time rto = std::min(m_rto.Get() + m_rto.Get(), MAX_TIMER);
        SendEmptyPacket(TcpHeader::FIN);
        m_rto = rto;
        RestartTimer();
    }
}

bool
TcpScoreboardSocket::CountRetry()
{
    if (m_dataRetrCount == 0)
    {
        NotifyErrorClose();
        DeallocateEndPoint();
        return false;
    }
    --m_dataRetrCount;
    return true;
}

uint64_t
TcpScoreboardSocket::GetUnacknowledged() const
{
    const auto& scoreboard = m_sender->GetScoreboard();
    return scoreboard.GetNxt() - scoreboard.GetUna();
}

void
TcpScoreboardSocket::UpdateTimers()
{
    const bool closed = (m_rWnd.Get() == 0);
    const bool outstanding = GetUnacknowledged() > 0;
    if (closed && outstanding && m_persistEvent.IsExpired())
    {
        // From now on window probes see to it.
        m_retxEvent.Cancel();
    }
    if (!closed)
    {
        m_persistEvent.Cancel();
        m_persistBackoff = m_persistTimeout;
    }
    const bool due = outstanding ? !closed : IsFinOutstanding();
    if (due && m_retxEvent.IsExpired())
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
    // RFC 5681, section 3.1: a timeout of what a timeout has sent again keeps ssthresh.
    if (m_tcb->m_congState != TcpSocketState::CA_LOSS || !headSentAgain)
    {
        m_tcb->m_ssThresh = m_congestionControl->GetSsThresh(m_tcb, GetFlightSize());
    }
    BackOffTimer();
    m_history.clear();
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY)
    {
        m_recoveryOps->ExitRecovery(m_tcb);
        m_recoveryLeft(m_txBuffer->HeadSequence(), ToSequence(m_sender->GetRecoveryPoint()));
    }
    m_cwrPoint.reset();
    NoteReduction();
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
    m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_LOSS);
    m_tcb->m_congState = TcpSocketState::CA_LOSS;
    m_tcb->m_cWnd = m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_pacingTimer.Cancel();
    m_retxEvent.Cancel();
    m_sender->OnTimeout();
    m_timeoutTrace(m_txBuffer->HeadSequence());
    SendAllowed();
}

void
TcpScoreboardSocket::PersistTimeout()
{
    NS_LOG_FUNCTION(this);
    if (m_rWnd.Get() != 0 || m_txBuffer->Size() == 0 || !m_sender)
    {
        return;
    }
    const auto& scoreboard = m_sender->GetScoreboard();
    const bool idle = (scoreboard.GetUna() == scoreboard.GetNxt());
    const OctetRange octet{scoreboard.GetUna(), scoreboard.GetUna() + 1};
    Ptr<Packet> payload;
    if (idle)
    {
        // Not sent for good: the peer may take it or not, see AdoptProbe().
        payload = m_txBuffer->CopyFromSequence(1, ToSequence(octet.begin))->GetPacketCopy();
        m_txBuffer->ResetLastSegmentSent();
        m_probe = octet.begin;
    }
    else
    {
        payload = m_segments.Copy(octet);
    }
    TagPacket(payload, PacketKind::WINDOW_PROBE);
    Dispatch(payload, MakeHeader(TcpHeader::ACK, ToSequence(octet.begin)));
    m_persistBackoff = std::min(m_persistBackoff + m_persistBackoff, MAX_TIMER);
    m_persistEvent =
        Simulator::Schedule(m_persistBackoff, &TcpScoreboardSocket::PersistTimeout, this);
}

void
TcpScoreboardSocket::AdoptProbe(SequenceNumber32 ack)
{
    if (SendPosition(ack) != *m_probe + 1)
    {
        return;
    }
    OctetRange octet{*m_probe, *m_probe + 1};
    TakePayload(octet);
    NoteSent(octet, false);
}

// --------------------------------------------------------------------------------- receiving

void
TcpScoreboardSocket::SyncReceiver()
{
    const auto next = m_tcb->m_rxBuffer->NextRxSequence();
    const int32_t sinceMark = next - m_ecnCESeq.Get();
    if (!m_receiving || sinceMark > MAX_SINCE_MARK)
    {
        // The stock socket ignores a mark that is not after this one, modulo 2^32.
        m_ecnCESeq = next - 1;
    }
    if (!m_receiving)
    {
        m_receiving = true;
        m_reassembly.Reset(FirstPosition(next));
    }
    m_reassembly.SkipTo(ReceivePosition(next));
}

void
TcpScoreboardSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& tcpHeader)
{
    NS_LOG_FUNCTION(this << tcpHeader);
    SyncReceiver();
    OctetRange segment;
    segment.begin = ReceivePosition(tcpHeader.GetSequenceNumber());
    segment.end = segment.begin + packet->GetSize();
    // Nothing beyond the buffer or the FIN.
    const auto limit = ReceivePosition(m_tcb->m_rxBuffer->MaxRxSequence());
    const OctetRange accepted{segment.begin, std::min(segment.end, std::max(limit, segment.begin))};
    const auto arrival = m_reassembly.Insert(accepted);
    if (arrival.duplicate)
    {
        m_sackExchange.NoteDuplicate(*arrival.duplicate);
    }
    if (arrival.fresh.empty())
    {
        SendEmptyPacket(AckFlags());
        return;
    }
    Hold(segment, packet, arrival);
    DeliverHeld();
    if (arrival.advanced)
    {
        if (!m_shutdownRecv)
        {
            NotifyDataRecv();
        }
        if (m_tcb->m_rxBuffer->Finished())
        {
            return; // FinishReceiving() acknowledges the FIN, too
        }
    }
    const bool filledHole = arrival.advanced && m_reassembly.GetNext() > accepted.end;
    const bool hasHole = m_reassembly.GetBlockCount() > 0;
    AcknowledgeData(filledHole || hasHole);
}

void
TcpScoreboardSocket::Hold(OctetRange segment,
                          Ptr<Packet> packet,
                          const ReassemblyQueue::Arrival& arrival)
{
    for (const auto& fresh : arrival.fresh)
    {
        m_held.emplace_hint(
            m_held.end(),
            fresh.begin,
            fresh == segment ? packet
                             : packet->CreateFragment(fresh.begin - segment.begin, fresh.Size()));
    }
}

void
TcpScoreboardSocket::DeliverHeld()
{
    uint32_t delivered = 0;
    while (!m_held.empty() && m_held.begin()->first < m_reassembly.GetNext())
    {
        TcpHeader header;
        header.SetSequenceNumber(ToSequence(m_held.begin()->first));
        m_tcb->m_rxBuffer->Add(m_held.begin()->second, header);
        m_held.erase(m_held.begin());
        // The stock buffer walks what the application has not read.
        if (++delivered % DELIVERIES_PER_NOTICE == 0 && !m_shutdownRecv)
        {
            NotifyDataRecv();
        }
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

void
TcpScoreboardSocket::AcknowledgeData(bool atOnce)
{
    if (atOnce || ++m_delAckCount >= m_delAckMaxCount)
    {
        m_delAckEvent.Cancel();
        m_delAckCount = 0;
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
        SendEmptyPacket(AckFlags());
        return;
    }
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
    if (m_delAckEvent.IsExpired())
    {
        m_delAckEvent =
            Simulator::Schedule(m_delAckTimeout, &TcpScoreboardSocket::DelAckTimeout, this);
    }
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Parameters, and how a connection begins and ends. What passes between is in
// tcp-scoreboard-socket-transfer.cc.

#include "tcp-scoreboard-socket.h"

#include "socket-time.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/fack-sender.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/new-reno-sender.h"
#include "ns3/node.h"
#include "ns3/reno-sender.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sack-sender.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocket");
NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardSocket);

namespace
{
/// The period in which challenge ACKs are counted (RFC 5961, section 7).
constexpr auto CHALLENGE_PERIOD = std::chrono::seconds(5);

/// RTO after a SYN was sent again and no round trip is known (RFC 6298, section 5.7).
const Time RTO_AFTER_SYN_LOSS = Seconds(3);

/// Octets of IP and TCP headers without options.
constexpr uint32_t IPV4_HEADERS = 40;
constexpr uint32_t IPV6_HEADERS = 60;

/// Octets of the timestamp option.
constexpr uint32_t TIMESTAMP_OCTETS = 12;
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
                          "What Fack does when a retransmission is lost, too: Retransmit, or "
                          "Timeout, as if the timer had expired (FACK paper, section 3.2)",
                          EnumValue(TcpScoreboardSocket::RETRANSMIT),
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
            .AddAttribute(
                "KeepSackOnTimeout",
                "A timeout forgets nothing that was SACKed, unless the receiver has taken "
                "it back (RFC 6675, section 5.1); without, all of it (RFC 2018, section 8)",
                BooleanValue(true),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_keepSack),
                MakeBooleanChecker())
            .AddAttribute(
                "DSack",
                "Report data that arrive twice (RFC 2883), to peers whose SYN has a "
                "segment size: ns-3's own socket has none, and does not expect the report",
                BooleanValue(true),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_dSack),
                MakeBooleanChecker())
            .AddAttribute(
                "RestartAfterIdle",
                "After nothing was sent for a retransmission timeout, the window is at most "
                "the initial one (RFC 5681, section 4.1)",
                BooleanValue(true),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_restartAfterIdle),
                MakeBooleanChecker())
            .AddAttribute(
                "ChallengeAckLimit",
                "Challenge ACKs, and answers to empty segments outside the window, in any "
                "five seconds (RFC 5961, section 7)",
                UintegerValue(10),
                MakeUintegerAccessor(&TcpScoreboardSocket::m_challengeLimit),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("MaxRto",
                          "Upper bound of the retransmission timeout, at least 60 s (RFC 6298, "
                          "section 2.5)",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&TcpScoreboardSocket::m_maxRto),
                          MakeTimeChecker(Seconds(60)))
            .AddAttribute("TimerTick",
                          "The retransmission timer expires on multiples of this time, as on BSD's "
                          "tick of 500 ms; 0 is any time",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&TcpScoreboardSocket::m_timerTick),
                          MakeTimeChecker(Time(0)))
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
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_sndFack),
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
            .AddTraceSource("SegmentRefused",
                            "A segment was not read, and why (RFC 9293, section 3.10.7.4)",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_segmentRefused),
                            "ns3::TcpScoreboardSocket::SegmentRefusedTracedCallback")
            .AddTraceSource("RetransmissionTimeout",
                            "The retransmission timer expired, or a timeout was forced",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_timeoutTrace),
                            "ns3::TcpScoreboardSocket::TimeoutTracedCallback");
    return tid;
}

TcpScoreboardSocket::State::State(Ptr<TcpTxBuffer> buffer,
                                  const RetransmissionTimer::Configuration& timer,
                                  uint32_t limit)
    : sent(buffer),
      timer(timer, Duration::zero()),
      challenges(limit, CHALLENGE_PERIOD)
{
}

TcpScoreboardSocket::TcpScoreboardSocket()
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpScoreboardSocket::SendAllowed, this);
    ResetConnection();
}

TcpScoreboardSocket::TcpScoreboardSocket(const TcpScoreboardSocket& other)
    : ns3compat::TcpSocketShim<TcpScoreboardSocket>(other),
      m_lossRecovery(other.m_lossRecovery),
      m_lostRetransmission(other.m_lostRetransmission),
      m_sackEncoding(other.m_sackEncoding),
      m_slowButSteady(other.m_slowButSteady),
      m_repeatedFastRetransmit(other.m_repeatedFastRetransmit),
      m_timerBackoff(other.m_timerBackoff),
      m_keepSack(other.m_keepSack),
      m_dSack(other.m_dSack),
      m_restartAfterIdle(other.m_restartAfterIdle),
      m_challengeLimit(other.m_challengeLimit),
      m_maxRto(other.m_maxRto),
      m_timerTick(other.m_timerTick),
      m_directDemux(other.m_directDemux),
      m_inheritedShutdown(other.m_closeOnEmpty),
      m_sndFack(other.m_sndFack),
      m_retranData(other.m_retranData),
      m_awnd(other.m_awnd),
      m_recoveryEntered(other.m_recoveryEntered),
      m_recoveryLeft(other.m_recoveryLeft),
      m_retransmissionLost(other.m_retransmissionLost),
      m_timeoutTrace(other.m_timeoutTrace),
      m_sackOptionRefused(other.m_sackOptionRefused),
      m_segmentRefused(other.m_segmentRefused)
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpScoreboardSocket::SendAllowed, this);
    // The copy's is the listening socket's.
    m_tcb->m_sendEmptyPacketCallback = MakeCallback(&TcpScoreboardSocket::SendEmptyPacket, this);
    ResetConnection();
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

// ------------------------------------------------------------------------------- state

void
TcpScoreboardSocket::ResetConnection()
{
    NS_LOG_FUNCTION(this);
    const RetransmissionTimer::Configuration timer{ToDuration(m_minRto),
                                                   ToDuration(m_maxRto),
                                                   ToDuration(m_clockGranularity),
                                                   ToDuration(m_timerTick)};
    m_connection = std::make_shared<State>(m_txBuffer, timer, m_challengeLimit);
    auto& c = *m_connection;
    const SequenceNumber32 iss = m_tcb->m_nextTxSequence;
    c.iss = FirstPosition(iss.GetValue());
    c.probeInterval = m_persistTimeout;
    m_refusedSackOptions = 0;
    m_refusedSackBlocks = 0;
}

void
TcpScoreboardSocket::ForgetFormerConnection()
{
    CancelAllTimers();
    m_closeNotified = false;
    m_closeOnEmpty = false;
    m_shutdownSend = false;
    m_shutdownRecv = false;
    m_connected = false;
    m_inheritedShutdown = false;
    m_delAckCount = 0;
    m_sackEnabled = m_choice->sack;
    m_winScalingEnabled = m_choice->scaling;
    m_timestampEnabled = m_choice->timestamps;
    m_tcb->m_segmentSize = m_choice->segmentSize;
    m_tcb->m_nextTxSequence = SequenceNumber32(0);
    m_tcb->m_highTxMark = SequenceNumber32(0);
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
    m_tcb->m_minRtt = Time::Max();
    m_tcb->m_bytesInFlight = 0;
    m_tcb->m_rxBuffer->SetNextRxSequence(SequenceNumber32(0));
    m_highTxAck = SequenceNumber32(0);
    m_timestampToEcho = 0;
    m_rateOps = CreateObject<TcpRateLinux>();
    m_congestionControl = m_freshControl->Fork();
    ns3compat::SetRateOps(*m_congestionControl, m_rateOps, 0);
    m_congestionControl->Init(m_tcb);
    m_recoveryOps = m_freshRecovery->Fork();
}

TcpScoreboardSocket::LossRecovery_t
TcpScoreboardSocket::GetLossRecovery() const
{
    const bool needsSack = (m_lossRecovery == SACK || m_lossRecovery == FACK);
    return (needsSack && !m_sackEnabled) ? NEW_RENO : m_lossRecovery;
}

bool
TcpScoreboardSocket::IsSackCompressed() const
{
    return m_sackEnabled && m_connection->sackExchange.IsCompressed();
}

uint64_t
TcpScoreboardSocket::GetRefusedSackOptions() const
{
    return m_refusedSackOptions;
}

uint64_t
TcpScoreboardSocket::GetRefusedSackBlocks() const
{
    const auto& sender = m_connection->sender;
    return m_refusedSackBlocks + (sender ? sender->GetScoreboard().GetRefused() : 0);
}

std::unique_ptr<LossRecoverySender>
TcpScoreboardSocket::MakeSender() const
{
    const auto* law = dynamic_cast<const RecoveryLaw*>(PeekPointer(m_recoveryOps));
    LossRecoverySender::Configuration configuration;
    configuration.mss = GetSegSize();
    configuration.dupThresh = m_retxThresh;
    configuration.limitedTransmit = m_limitedTx;
    configuration.keepSack = m_keepSack;
    configuration.repairsLaterLosses = law && law->RepairsLaterLosses();
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

// ------------------------------------------------------------------------- application's calls

int
TcpScoreboardSocket::ReceiveSegments(int result)
{
    // Instead of the stock socket's functions, which answer for this class what they refuse.
    const Ptr<TcpScoreboardSocket> self(this);
    if (m_endPoint)
    {
        m_endPoint->SetRxCallback(MakeCallback(&TcpScoreboardSocket::Receive4, self));
    }
    if (m_endPoint6)
    {
        m_endPoint6->SetRxCallback(MakeCallback(&TcpScoreboardSocket::Receive6, self));
    }
    return result;
}

int
TcpScoreboardSocket::Bind()
{
    return ReceiveSegments(TcpSocketBase::Bind());
}

int
TcpScoreboardSocket::Bind6()
{
    return ReceiveSegments(TcpSocketBase::Bind6());
}

int
TcpScoreboardSocket::Bind(const Address& address)
{
    return ReceiveSegments(TcpSocketBase::Bind(address));
}

int
TcpScoreboardSocket::Connect(const Address& address)
{
    NS_LOG_FUNCTION(this << address);
    NS_ABORT_MSG_IF(m_retxThresh == 0,
                    "TcpScoreboardSocket: ReTxThreshold is 0; it must be at least 1 duplicate ACK");
    if (m_state != CLOSED && m_state != LISTEN)
    {
        m_errno = ERROR_ISCONN;
        return -1;
    }
    if (m_choice)
    {
        ForgetFormerConnection();
    }
    else
    {
        m_choice = Choice{m_sackEnabled, m_winScalingEnabled, m_timestampEnabled, GetSegSize()};
        m_freshControl = m_congestionControl->Fork();
        m_freshRecovery = m_recoveryOps->Fork();
    }
    ResetConnection();
    return TcpSocketBase::Connect(address);
}

int
TcpScoreboardSocket::Close()
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpScoreboardSocket> self(this);
    switch (m_state)
    {
    case LISTEN:
    case SYN_SENT:
        CloseAndNotify();
        return 0;
    case SYN_RCVD:
    case ESTABLISHED:
    case CLOSE_WAIT:
        break;
    default:
        return 0;
    }
    if (m_connection->received.GetReadable() > 0)
    {
        // RFC 2525, section 2.17: the peer has to know that nobody reads what it sent.
        SendReset(GetSndNxt(), true);
        Abort(&TcpScoreboardSocket::NotifyErrorClose);
        return 0;
    }
    m_closeOnEmpty = true;
    m_inheritedShutdown = false;
    SendAllowed();
    return 0;
}

int
TcpScoreboardSocket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    m_shutdownSend = true;
    m_closeOnEmpty = true;
    m_inheritedShutdown = false;
    if (m_connected)
    {
        SendAllowed();
    }
    return 0;
}

int
TcpScoreboardSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    NS_LOG_FUNCTION(this << p);
    NS_ABORT_MSG_IF(flags, "TcpScoreboardSocket: Send() knows no flags, not " << flags);
    if (m_state != ESTABLISHED && m_state != SYN_SENT && m_state != SYN_RCVD &&
        m_state != CLOSE_WAIT)
    {
        m_errno = m_shutdownSend ? ERROR_SHUTDOWN : ERROR_NOTCONN;
        return -1;
    }
    if (m_shutdownSend || m_closeOnEmpty)
    {
        m_errno = ERROR_SHUTDOWN;
        return -1;
    }
    auto& c = *m_connection;
    if (!c.sent.Write(p))
    {
        m_errno = ERROR_MSGSIZE;
        return -1;
    }
    if (m_connected && !c.busy && m_sendPendingDataEvent.IsExpired())
    {
        // A little later, so that the application can write more in the meantime.
        m_sendPendingDataEvent =
            Simulator::Schedule(TimeStep(1), &TcpScoreboardSocket::SendAllowed, this);
    }
    return p->GetSize();
}

Ptr<Packet>
TcpScoreboardSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    NS_LOG_FUNCTION(this << maxSize);
    NS_ABORT_MSG_IF(flags, "TcpScoreboardSocket: Recv() knows no flags, not " << flags);
    auto& c = *m_connection;
    if (c.received.GetReadable() == 0 && m_state == CLOSE_WAIT)
    {
        return Create<Packet>(); // end of file
    }
    const auto packet = c.received.Read(maxSize);
    const bool isOpen = m_state == ESTABLISHED || m_state == FIN_WAIT_1 || m_state == FIN_WAIT_2;
    // RFC 9293, section 3.8.6.2.2. While the window is half open, ACKs of data tell in time.
    const uint64_t capacity = GetRcvBufSize();
    if (packet && isOpen && !c.busy && 2 * c.received.GetWindow() <= capacity &&
        c.received.GetReadable() + 2 * c.received.GetWindow() <= capacity &&
        c.received.CanOfferMore(capacity, GetSegSize()))
    {
        SendPureAck(AckFlags());
    }
    return packet;
}

uint32_t
TcpScoreboardSocket::GetTxAvailable() const
{
    return m_connection->sent.GetAvailable();
}

uint32_t
TcpScoreboardSocket::GetRxAvailable() const
{
    return static_cast<uint32_t>(
        std::min<uint64_t>(m_connection->received.GetReadable(), UINT32_MAX));
}

// ---------------------------------------------------------------------------------- handshake

void
TcpScoreboardSocket::CompleteFork(Ptr<Packet>,
                                  const TcpHeader& header,
                                  const Address& fromAddress,
                                  const Address& toAddress)
{
    NS_LOG_FUNCTION(this << fromAddress << toAddress);
    if (InetSocketAddress::IsMatchingType(toAddress))
    {
        const auto local = InetSocketAddress::ConvertFrom(toAddress);
        const auto peer = InetSocketAddress::ConvertFrom(fromAddress);
        m_endPoint = m_tcp->Allocate(GetBoundNetDevice(),
                                     local.GetIpv4(),
                                     local.GetPort(),
                                     peer.GetIpv4(),
                                     peer.GetPort());
    }
    else
    {
        const auto local = Inet6SocketAddress::ConvertFrom(toAddress);
        const auto peer = Inet6SocketAddress::ConvertFrom(fromAddress);
        m_endPoint6 = m_tcp->Allocate6(GetBoundNetDevice(),
                                       local.GetIpv6(),
                                       local.GetPort(),
                                       peer.GetIpv6(),
                                       peer.GetPort());
    }
    if (!m_endPoint && !m_endPoint6)
    {
        return; // a second SYN of the same moment: the first one has the connection
    }
    m_tcp->AddSocket(this);
    m_state = SYN_RCVD;
    m_synCount = m_synRetries;
    m_dataRetrCount = m_dataRetries;
    ReceiveSegments(SetupCallback());
    ReadSyn(header);
    SendEmptyPacket(SynAckFlags(header.GetFlags()));
}

uint8_t
TcpScoreboardSocket::SynAckFlags(uint8_t syn)
{
    constexpr uint8_t BOTH = TcpHeader::CWR | TcpHeader::ECE;
    const bool ecn = m_tcb->m_useEcn != TcpSocketState::Off && (syn & BOTH) == BOTH;
    m_tcb->m_ecnState = ecn ? TcpSocketState::ECN_IDLE : TcpSocketState::ECN_DISABLED;
    return TcpHeader::SYN | TcpHeader::ACK | (ecn ? TcpHeader::ECE : 0);
}

void
TcpScoreboardSocket::ReadSyn(const TcpHeader& syn)
{
    auto& c = *m_connection;
    const auto options = SynOptions::Read(syn);
    m_winScalingEnabled = m_winScalingEnabled && options.scale;
    c.peerScale = m_winScalingEnabled ? *options.scale : 0;
    c.ownScale = m_winScalingEnabled ? CalculateWScale() : 0;
    m_sndWindShift = c.peerScale;
    m_rcvWindShift = c.ownScale;
    m_sackEnabled = m_sackEnabled && options.sackPermitted;
    m_txBuffer->SetSackEnabled(m_sackEnabled);
    m_timestampEnabled = m_timestampEnabled && options.timestamp;
    if (m_timestampEnabled)
    {
        c.tsRecent = options.timestamp->value;
        c.tsRecentSet = Simulator::Now();
        m_timestampToEcho = options.timestamp->value;
        m_tcb->m_rcvTimestampValue = options.timestamp->value;
        m_tcb->m_rcvTimestampEchoReply = options.timestamp->echo;
    }
    c.peerHasMss = options.mss.has_value();
    if (options.mss)
    {
        // RFC 6691: the peer's size counts no options.
        const uint32_t room = *options.mss - (m_timestampEnabled ? TIMESTAMP_OCTETS : 0);
        m_tcb->m_segmentSize = std::min(m_tcb->m_segmentSize, room);
    }
    c.sackExchange.ReadSyn(syn, m_sackEncoding == COMPRESSED && m_sackEnabled);
    const auto first = syn.GetSequenceNumber() + 1;
    c.received = ReceiveBuffer(FirstPosition(first.GetValue()));
    PublishNext();
}

uint32_t
TcpScoreboardSocket::GetInterfaceRoom() const
{
    if (m_endPoint)
    {
        const auto ip = m_node->GetObject<Ipv4>();
        const auto interface = ip->GetInterfaceForAddress(m_endPoint->GetLocalAddress());
        return interface < 0 ? UINT16_MAX - IPV4_HEADERS : ip->GetMtu(interface) - IPV4_HEADERS;
    }
    const auto ip = m_node->GetObject<Ipv6>();
    const auto interface = ip->GetInterfaceForAddress(m_endPoint6->GetLocalAddress());
    return interface < 0 ? UINT16_MAX - IPV6_HEADERS : ip->GetMtu(interface) - IPV6_HEADERS;
}

void
TcpScoreboardSocket::SendSyn(uint8_t flags)
{
    NS_LOG_FUNCTION(this << +flags);
    auto& c = *m_connection;
    if (m_synCount == 0)
    {
        m_rtt->Reset();
        Abort(&TcpScoreboardSocket::NotifyConnectionFailed);
        return;
    }
    const uint32_t repetition = m_synRetries - m_synCount--;
    c.synAgain = repetition > 0;
    c.synSent = c.synAgain ? c.synSent : Simulator::Now();

    const auto packet = Create<Packet>();
    const auto kind = (flags & TcpHeader::ACK) ? PacketKind::SYN_ACK : PacketKind::SYN;
    TagPacket(packet, kind);
    auto header = MakeHeader(flags, m_tcb->m_nextTxSequence);
    c.room = GetInterfaceRoom();
    if (!(flags & TcpHeader::ACK) && m_winScalingEnabled)
    {
        c.ownScale = CalculateWScale();
        m_rcvWindShift = c.ownScale;
    }
    SynOptions options;
    options.mss = static_cast<uint16_t>(std::min<uint32_t>(c.room, UINT16_MAX));
    options.scale = m_winScalingEnabled ? std::optional<uint8_t>(c.ownScale) : std::nullopt;
    options.sackPermitted = m_sackEnabled;
    options.Append(header);
    if (m_sackEnabled && m_sackEncoding == COMPRESSED)
    {
        c.sackExchange.AddPermission(header);
    }
    header.SetWindowSize(AdvertisedWindowSize(false));
    Dispatch(packet, header);

    m_rto = m_cnTimeout * static_cast<int64_t>(uint64_t{1} << std::min(repetition, 30U));
    m_retxEvent.Cancel();
    m_retxEvent = Simulator::Schedule(m_rto, &TcpScoreboardSocket::SendSyn, this, flags);
}

void
TcpScoreboardSocket::Establish(const TcpHeader& header)
{
    NS_LOG_FUNCTION(this);
    auto& c = *m_connection;
    const uint64_t una = c.iss + 1;
    m_tcb->m_highTxMark = ++m_tcb->m_nextTxSequence;
    m_tcb->m_lastAckedSeq = m_tcb->m_nextTxSequence;
    c.sent.Start(una);
    c.firstSent.start = una;
    c.sender = MakeSender();
    c.sender->Start(una);
    const bool isSyn = header.GetFlags() & TcpHeader::SYN;
    m_rWnd = uint32_t{header.GetWindowSize()} << (isSyn ? 0 : c.peerScale);
    c.peerWindow.Reset(c.received.GetNext() - (isSyn ? 1 : 0), una, m_rWnd);
    m_highRxAckMark = header.GetAckNumber();
    m_retxEvent.Cancel();
    c.timer = RetransmissionTimer(
        {ToDuration(m_minRto),
         ToDuration(m_maxRto),
         ToDuration(m_clockGranularity),
         ToDuration(m_timerTick)},
        ToDuration(c.synAgain ? RTO_AFTER_SYN_LOSS
                              : m_rtt->GetEstimate() +
                                    std::max(m_clockGranularity, m_rtt->GetVariation() * 4)));
    m_rto = ToTime(c.timer.GetRto());
    SampleRoundTrip(header, {c.synSent, c.synSent, c.synAgain});
    // RFC 5681, section 3.1: a lost SYN leaves one segment.
    m_tcb->m_cWnd = (c.synAgain ? 1 : GetInitialCwnd()) * m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_tcb->m_ssThresh = GetInitialSSThresh();
    m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_OPEN);
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
    c.window =
        std::make_unique<WindowControl>(m_tcb, m_congestionControl, m_recoveryOps, *c.sender);

    // The first segment of data is answered at once.
    m_delAckCount = m_delAckMaxCount;
    m_connected = true;
    m_state = ESTABLISHED;
    c.direct = m_directDemux ? TcpSegmentFront::Register(m_tcp, *this) : nullptr;
    UpdatePacingRate();
    UpdateTraces();
}

// ------------------------------------------------------------------------------------ closing

SequenceNumber32
TcpScoreboardSocket::GetSndNxt() const
{
    const auto& c = *m_connection;
    if (!c.sender)
    {
        return m_tcb->m_nextTxSequence.Get() + (m_state == SYN_RCVD ? 1 : 0);
    }
    const auto nxt = c.sender->GetScoreboard().GetNxt() + (c.finSent ? 1 : 0);
    return SequenceNumber32(static_cast<uint32_t>(nxt));
}

void
TcpScoreboardSocket::SendReset(SequenceNumber32 seq, bool ack)
{
    const auto packet = Create<Packet>();
    TagPacket(packet, PacketKind::RESET);
    const uint8_t flags = TcpHeader::RST | (ack ? TcpHeader::ACK : 0);
    Dispatch(packet, MakeHeader(flags, seq));
}

void
TcpScoreboardSocket::Refuse(const TcpHeader& header, const Address& to, const Address& from)
{
    // RFC 9293, section 3.10.7.2: <SEQ=SEG.ACK><CTL=RST>.
    TcpHeader reset;
    reset.SetFlags(TcpHeader::RST);
    reset.SetSequenceNumber(header.GetAckNumber());
    reset.SetSourcePort(header.GetDestinationPort());
    reset.SetDestinationPort(header.GetSourcePort());
    const auto packet = Create<Packet>();
    m_txTrace(packet, reset, this);
    m_tcp->SendPacket(packet, reset, from, to, m_boundnetdevice);
}

void
TcpScoreboardSocket::Abort(void (Socket::*notice)())
{
    NS_LOG_FUNCTION(this);
    const Ptr<TcpScoreboardSocket> self(this);
    m_state = CLOSED;
    m_closeNotified = true;
    CancelAllTimers();
    m_connection->direct.reset();
    DeallocateEndPoint();
    (this->*notice)();
}

void
TcpScoreboardSocket::SendFin()
{
    EnterFinSent();
    const auto packet = Create<Packet>();
    TagPacket(packet, PacketKind::FIN);
    m_delAckEvent.Cancel();
    m_delAckCount = 0;
    Dispatch(packet, MakeHeader(AckFlags() | TcpHeader::FIN, GetSndNxt() - 1));
    if (!m_connection->timer.GetDeadline())
    {
        RestartTimer();
    }
}

void
TcpScoreboardSocket::EnterFinSent()
{
    m_connection->finSent = true;
    if (m_state == ESTABLISHED)
    {
        m_state = FIN_WAIT_1;
    }
    else if (m_state == CLOSE_WAIT)
    {
        m_state = LAST_ACK;
    }
}

void
TcpScoreboardSocket::FinishSending()
{
    NS_LOG_FUNCTION(this);
    auto& c = *m_connection;
    c.finAcked = true;
    StopTimer();
    m_tcb->m_nextTxSequence = GetSndNxt();
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
TcpScoreboardSocket::FinishReceiving()
{
    NS_LOG_FUNCTION(this);
    switch (m_state)
    {
    case ESTABLISHED:
        m_state = CLOSE_WAIT;
        if (!m_closeNotified)
        {
            m_closeNotified = true;
            NotifyNormalClose();
        }
        break;
    case FIN_WAIT_1:
        m_state = CLOSING;
        break;
    case FIN_WAIT_2:
        TimeWait();
        break;
    default:
        return;
    }
    // What the application has sent by now acknowledges it, too.
    if (m_state != CLOSED && m_connection->lastAckSent < m_connection->received.GetNext())
    {
        SendPureAck(AckFlags());
    }
}

} // namespace ns3

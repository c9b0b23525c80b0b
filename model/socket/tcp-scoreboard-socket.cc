/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Parameters, state, and the application's calls. The rest of the class: -handshake, -arrival and
// -sending.

#include "tcp-scoreboard-socket.h"

#include "socket-time.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/fack-sender.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/new-reno-sender.h"
#include "ns3/rack-sender.h"
#include "ns3/reno-sender.h"
#include "ns3/rfc6675-sender.h"
#include "ns3/sack-sender.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
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

/// The sender's word for an attribute's value.
FackSender::LostRetransmission
ToSenders(TcpScoreboardSocket::LostRetransmission_t setting, const RecoveryLaw* law)
{
    using Lost = FackSender::LostRetransmission;
    switch (setting)
    {
    case TcpScoreboardSocket::TIMEOUT:
        return Lost::TIMEOUT;
    case TcpScoreboardSocket::WAIT:
        // A law that repairs them wants them sent.
        return law && law->RepairsRetransmissions() ? Lost::RETRANSMIT : Lost::WAIT;
    case TcpScoreboardSocket::RETRANSMIT:
        break;
    }
    return Lost::RETRANSMIT;
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
                          "pipe of the SACK-Veno paper, section 2.1), Fack (FACK paper, section "
                          "3), Rfc6675 (as ns-3's own socket does), or Rack (RACK-TLP, RFC 8985)",
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
                                          "Fack",
                                          TcpScoreboardSocket::RFC_6675,
                                          "Rfc6675",
                                          TcpScoreboardSocket::RACK,
                                          "Rack"))
            .AddAttribute("LostRetransmission",
                          "What Fack does when a retransmission is lost, too: Retransmit; "
                          "Timeout, as if the timer had expired (FACK paper, section 3.2); or "
                          "Wait, send nothing until it expires",
                          EnumValue(TcpScoreboardSocket::RETRANSMIT),
                          ns3compat::MakeEnumMemberAccessor<LostRetransmission_t>(
                              &TcpScoreboardSocket::m_lostRetransmission),
                          MakeEnumChecker(TcpScoreboardSocket::TIMEOUT,
                                          "Timeout",
                                          TcpScoreboardSocket::RETRANSMIT,
                                          "Retransmit",
                                          TcpScoreboardSocket::WAIT,
                                          "Wait"))
            .AddAttribute("HalfWindowLost",
                          "What Sack does when more than half of a window is lost: Wait for the "
                          "timer, or SlowStart at once (FACK paper, section 4.3)",
                          EnumValue(TcpScoreboardSocket::AWAIT_TIMER),
                          ns3compat::MakeEnumMemberAccessor<HalfWindowLost_t>(
                              &TcpScoreboardSocket::m_halfWindowLost),
                          MakeEnumChecker(TcpScoreboardSocket::AWAIT_TIMER,
                                          "Wait",
                                          TcpScoreboardSocket::SLOW_START,
                                          "SlowStart"))
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
                          "NewReno and Rfc6675: every partial ACK restarts the retransmission "
                          "timer, not just the first (RFC 6582, section 4)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_slowButSteady),
                          MakeBooleanChecker())
            .AddAttribute("RepeatedFastRetransmit",
                          "Reno: a fast retransmit may follow another inside one window, as RFC "
                          "2581 allows and the Reno of 1996 did (FACK paper, section 6.1)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_repeatedFastRetransmit),
                          MakeBooleanChecker())
            .AddAttribute("FindLostRetransmissions",
                          "Rfc6675: a retransmission is lost, and sent again, when what was sent "
                          "after it is SACKed, as in ns-3's own socket after ns-3.48; without, it "
                          "is left to the timer",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_findLostRetransmissions),
                          MakeBooleanChecker())
            .AddAttribute("SackedRetransmissionsInPipe",
                          "Rfc6675: what was sent again stays in the pipe when it is SACKed, until "
                          "it is acknowledged, a fault of ns-3's own socket up to ns-3.48 (its "
                          "issue 1190), for who wants its results",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_sackedInPipe),
                          MakeBooleanChecker())
            .AddAttribute("FollowStockSocket",
                          "Rfc6675: do as ns-3's own socket also where RFC 6675 has nothing to say "
                          "or something else, faults included, for who wants its results",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_followStock),
                          MakeBooleanChecker())
            .AddAttribute(
                "RescueRetransmission",
                "Rfc6675: once in a recovery, when the window allows and there is nothing "
                "else, the last segment is sent again (RFC 6675, section 4, NextSeg() "
                "rule 4); and rule 3 also when the receiver has no room for new data",
                BooleanValue(false),
                MakeBooleanAccessor(&TcpScoreboardSocket::m_rescueRetransmission),
                MakeBooleanChecker())
            .AddAttribute("ForgetRecoveryPoint",
                          "The next recovery may begin at the octet where the last one ended, with "
                          "any recovery law; without, the ACK has to cover more than that (RFC "
                          "6582, section 3.2, step 2). TcpDynamicRecovery has its own",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_forgetRecoveryPoint),
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
            .AddAttribute("LatestSackOnly",
                          "Sack and Fack: the sender knows only the blocks of the latest ACK that "
                          "has any (a reading of the compressed SACK paper, section III); without, "
                          "all that was reported (RFC 2018, section 5)",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_latestSackOnly),
                          MakeBooleanChecker())
            .AddAttribute("TailLossProbe",
                          "Rack: probe for the loss of the last segments of a flight (RFC 8985, "
                          "section 7)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_tailLossProbe),
                          MakeBooleanChecker())
            .AddAttribute("MaxAckDelay",
                          "Rack: for how long the peer may delay the ACK of a single segment, "
                          "TLP.max_ack_delay (RFC 8985, section 7.2)",
                          TimeValue(MilliSeconds(200)),
                          MakeTimeAccessor(&TcpScoreboardSocket::m_maxAckDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("UndoNeedlessRepair",
                          "Rack: a reduction of the window is taken back when D-SACKs cover all "
                          "that was sent again for it, as Linux does (RFC 3708)",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpScoreboardSocket::m_undo),
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
                "Challenge ACKs, and answers to other empty segments that are refused, in any "
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
            .AddTraceSource("RefusedSackBlocks",
                            "SACK blocks of the peer that made no sense and were ignored: a count",
                            MakeTraceSourceAccessor(&TcpScoreboardSocket::m_refusedSackBlocks),
                            "ns3::TracedValueCallback::Uint64")
            .AddTraceSource("SegmentRefused",
                            "A segment, or its data, was not read, and why (RFC 9293, section "
                            "3.10.7.4, or no room for a further piece out of order)",
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
      m_halfWindowLost(other.m_halfWindowLost),
      m_sackEncoding(other.m_sackEncoding),
      m_slowButSteady(other.m_slowButSteady),
      m_repeatedFastRetransmit(other.m_repeatedFastRetransmit),
      m_findLostRetransmissions(other.m_findLostRetransmissions),
      m_rescueRetransmission(other.m_rescueRetransmission),
      m_sackedInPipe(other.m_sackedInPipe),
      m_followStock(other.m_followStock),
      m_forgetRecoveryPoint(other.m_forgetRecoveryPoint),
      m_timerBackoff(other.m_timerBackoff),
      m_keepSack(other.m_keepSack),
      m_latestSackOnly(other.m_latestSackOnly),
      m_tailLossProbe(other.m_tailLossProbe),
      m_undo(other.m_undo),
      m_maxAckDelay(other.m_maxAckDelay),
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
      m_refusedSackBlocks(other.m_refusedSackBlocks),
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

RetransmissionTimer::Configuration
TcpScoreboardSocket::GetTimerConfiguration() const
{
    return {ToDuration(m_minRto),
            ToDuration(m_maxRto),
            ToDuration(m_clockGranularity),
            ToDuration(m_timerTick)};
}

void
TcpScoreboardSocket::ResetConnection()
{
    NS_LOG_FUNCTION(this);
    m_connection = std::make_shared<State>(m_txBuffer, GetTimerConfiguration(), m_challengeLimit);
    auto& c = *m_connection;
    const SequenceNumber32 iss = m_tcb->m_nextTxSequence;
    c.iss = FirstPosition(iss.GetValue());
    c.probeInterval = m_persistTimeout;
    c.senderTimer.SetFunction(&TcpScoreboardSocket::SenderTimeout, this);
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
    const bool needsSack = m_lossRecovery != RENO && m_lossRecovery != NEW_RENO;
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
    return m_refusedSackBlocks;
}

const LossRecoverySender*
TcpScoreboardSocket::GetSender() const
{
    return m_connection->sender.get();
}

const ReceiveBuffer&
TcpScoreboardSocket::GetReceiveBuffer() const
{
    return m_connection->received;
}

std::unique_ptr<LossRecoverySender>
TcpScoreboardSocket::MakeSender() const
{
    NS_ABORT_MSG_IF(m_retxThresh == 0,
                    "TcpScoreboardSocket: ReTxThreshold is 0; it must be at least 1 duplicate ACK");
    const auto* law = dynamic_cast<const RecoveryLaw*>(PeekPointer(m_recoveryOps));
    LossRecoverySender::Configuration configuration;
    configuration.mss = GetSegSize();
    configuration.dupThresh = m_retxThresh;
    configuration.limitedTransmit = m_limitedTx;
    configuration.keepSack = m_keepSack;
    configuration.repairsLaterLosses = law && law->RepairsLaterLosses();
    configuration.forgetsRecoveryPoint =
        m_forgetRecoveryPoint || (law && law->ForgetsRecoveryPoint());
    const auto recovery = GetLossRecovery();
    configuration.latestSackOnly = m_latestSackOnly && (recovery == SACK || recovery == FACK);
    switch (recovery)
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
        return std::make_unique<SackSender>(configuration,
                                            m_halfWindowLost == SLOW_START
                                                ? SackSender::HalfLost::TIMEOUT
                                                : SackSender::HalfLost::WAIT);
    case RACK:
        return std::make_unique<RackSender>(
            configuration,
            RackSender::Options{m_tailLossProbe, m_undo, ToDuration(m_maxAckDelay)});
    case RFC_6675:
        return std::make_unique<Rfc6675Sender>(configuration,
                                               Rfc6675Sender::Options{m_findLostRetransmissions,
                                                                      m_rescueRetransmission,
                                                                      m_slowButSteady,
                                                                      m_sackedInPipe,
                                                                      m_followStock});
    case FACK:
        break;
    }
    return std::make_unique<FackSender>(configuration, ToSenders(m_lostRetransmission, law));
}

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
TcpScoreboardSocket::Bind(const Address& address)
{
    return ReceiveSegments(TcpSocketBase::Bind(address));
}

int
TcpScoreboardSocket::Bind6()
{
    return ReceiveSegments(TcpSocketBase::Bind6());
}

int
TcpScoreboardSocket::Connect(const Address& address)
{
    NS_LOG_FUNCTION(this << address);
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
    // RFC 9293, section 3.8.6.2.2. While the peer knows of half of what it might, ACKs of data tell
    // in time.
    const uint64_t capacity = GetRcvBufSize();
    if (packet && isOpen && !c.busy &&
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

} // namespace ns3

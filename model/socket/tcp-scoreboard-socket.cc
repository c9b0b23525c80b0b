/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// State, and the application's calls. The rest of the class: -attributes, -handshake, -arrival,
// -acks and -sending.

#include "tcp-scoreboard-socket.h"

#include "socket-time.h"

#include "ns3/abort.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/loss-recovery-choice.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocket");

namespace
{
/// The period in which challenge ACKs are counted (RFC 5961, section 7).
constexpr auto CHALLENGE_PERIOD = std::chrono::seconds(5);
} // namespace

TcpScoreboardSocket::State::State(Ptr<TcpTxBuffer> buffer,
                                  Ptr<TcpSocketState> tcb,
                                  const RetransmissionTimer::Configuration& timer,
                                  uint32_t limit)
    : sent(buffer),
      timer(timer, Duration::zero()),
      ecn(tcb),
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
      m_sackEncoding(other.m_sackEncoding),
      m_keepSack(other.m_keepSack),
      m_dSack(other.m_dSack),
      m_restartAfterIdle(other.m_restartAfterIdle),
      m_challengeLimit(other.m_challengeLimit),
      m_maxRto(other.m_maxRto),
      m_timerTick(other.m_timerTick),
      m_finWait2Timeout(other.m_finWait2Timeout),
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
    m_connection =
        std::make_shared<State>(m_txBuffer, m_tcb, GetTimerConfiguration(), m_challengeLimit);
    auto& c = *m_connection;
    const SequenceNumber32 iss = m_tcb->m_nextTxSequence;
    c.iss = FirstPosition(iss.GetValue());
    c.senderTimer.SetFunction(&TcpScoreboardSocket::SenderTimeout, this);
    m_refusedSackOptions = 0;
    m_refusedSackBlocks = 0;
}

void
TcpScoreboardSocket::ForgetFormerConnection()
{
    CancelAllTimers();
    NoticeChoice();
    m_closeNotified = false;
    m_closeOnEmpty = false;
    m_shutdownSend = false;
    m_shutdownRecv = false;
    m_connected = false;
    m_inheritedShutdown = false;
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
    m_rateOps = CreateObject<TcpRateLinux>();
    m_congestionControl = m_freshControl->Fork();
    ns3compat::SetRateOps(*m_congestionControl, m_rateOps, 0);
    m_congestionControl->Init(m_tcb);
    m_recoveryOps = m_freshRecovery->Fork();
    m_knownControl = m_congestionControl;
    m_knownRecovery = m_recoveryOps;
}

void
TcpScoreboardSocket::NoticeChoice()
{
    auto* window = m_connection->window.get();
    if (m_knownControl != m_congestionControl)
    {
        m_knownControl = m_congestionControl;
        if (m_choice)
        {
            m_freshControl = m_congestionControl->Fork();
        }
        if (window)
        {
            window->SetControl(m_congestionControl);
        }
    }
    if (m_knownRecovery != m_recoveryOps)
    {
        m_knownRecovery = m_recoveryOps;
        if (m_choice)
        {
            m_freshRecovery = m_recoveryOps->Fork();
        }
        if (window)
        {
            window->SetRecovery(m_recoveryOps);
        }
    }
}

void
TcpScoreboardSocket::FollowLaw()
{
    auto& c = *m_connection;
    if (c.lawOfSender != m_recoveryOps)
    {
        c.lawOfSender = m_recoveryOps;
        const auto* law = dynamic_cast<const RecoveryLaw*>(PeekPointer(m_recoveryOps));
        c.sender->SetLaw({law && law->RepairsLaterLosses(), law && law->ForgetsRecoveryPoint()});
    }
}

Ptr<TcpLossRecovery>
TcpScoreboardSocket::MakeLossRecovery() const
{
    const auto chosen = LossRecoveryChoice(m_lossRecovery).Make();
    return chosen->NeedsSack() && !m_sackEnabled ? chosen->MakeFallback() : chosen;
}

TypeId
TcpScoreboardSocket::GetLossRecovery() const
{
    return MakeLossRecovery()->GetInstanceTypeId();
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
    return m_refusedSackBlocks.Get();
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
TcpScoreboardSocket::MakeSender(uint64_t start) const
{
    NS_ABORT_MSG_IF(m_retxThresh == 0,
                    "TcpScoreboardSocket: ReTxThreshold is 0; it must be at least 1 duplicate ACK");
    const auto* law = dynamic_cast<const RecoveryLaw*>(PeekPointer(m_recoveryOps));
    LossRecoverySender::Configuration configuration;
    configuration.mss = GetSegSize();
    configuration.dupThresh = m_retxThresh;
    configuration.limitedTransmit = m_limitedTx;
    configuration.keepSack = m_keepSack;
    configuration.start = start;
    return MakeLossRecovery()->MakeSender(configuration, law);
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
        m_knownControl = nullptr;
        m_knownRecovery = nullptr;
        NoticeChoice();
    }
    ResetConnection();
    const Handling handling(*this);
    return TcpSocketBase::Connect(address);
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
    auto& c = *m_connection;
    if (m_shutdownSend || m_closeOnEmpty || c.closeAsked || c.isEnding)
    {
        m_errno = ERROR_SHUTDOWN;
        return -1;
    }
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
    const Handling handling(*this);
    auto& c = handling.GetConnection();
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
    m_sndFack = ToSequence(sender.GetProgress().GetSndFack());
    m_retranData = static_cast<uint32_t>(sender.GetScoreboard().GetRetranData());
    m_awnd = static_cast<uint32_t>(sender.GetProgress().GetAwnd());
}

} // namespace ns3

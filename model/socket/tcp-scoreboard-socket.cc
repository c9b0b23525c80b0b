/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard-socket.h"

#include "end-point-pair.h"
#include "tcp-socket-ingress.h"

#include "ns3/abort.h"
#include "ns3/connection-effects.h"
#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocket");

NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardSocket);

TypeId
TcpScoreboardSocket::GetTypeId()
{
    static TypeId tid = AddTraceSources(AddAttributes(TypeId("ns3::TcpScoreboardSocket")
                                                          .SetParent<TcpSocketBase>()
                                                          .SetGroupName("TcpLossy")
                                                          .AddConstructor<TcpScoreboardSocket>()));
    return tid;
}

TcpScoreboardSocket::TcpScoreboardSocket()
    : m_ingress({m_state, m_endPoint, m_endPoint6}, *this)
{
    NS_LOG_FUNCTION(this);
    ResetConnection();
}

TcpScoreboardSocket::TcpScoreboardSocket(const TcpScoreboardSocket& other)
    : ns3compat::TcpSocketShim<TcpScoreboardSocket>(other),
      TcpScoreboardOptions(other),
      TcpConnectionTraces(other),
      m_chosen(other.m_chosen),
      m_ingress({m_state, m_endPoint, m_endPoint6}, *this),
      m_inheritedShutdown(other.m_closeOnEmpty)
{
    NS_LOG_FUNCTION(this);
    // The copy's is the listening socket's.
    m_tcb->m_sendEmptyPacketCallback = MakeCallback(&TcpScoreboardSocket::SendEmptyPacket, this);
    // See ForgetFormerUse().
    m_tcb->m_useEcn = other.m_tcb->m_useEcn;
    m_tcb->m_pacing = other.m_tcb->m_pacing;
    ResetConnection();
}

TcpScoreboardSocket::~TcpScoreboardSocket() = default;

Ptr<TcpSocketBase>
TcpScoreboardSocket::Fork()
{
    return CopyObject<TcpScoreboardSocket>(this);
}

void
TcpScoreboardSocket::ResetConnection()
{
    if (m_current)
    {
        m_current->connection.Abandon();
        m_current->alarm.Cancel();
    }
    m_negotiated.reset();
    ConnectionEffects& effects = *this;
    m_current = new SocketConnection(MakeVariables(), MakeSettings(), effects);
    ResetCounts();
}

TcpConnection::Variables
TcpScoreboardSocket::MakeVariables()
{
    return {{m_state,
             m_highRxMark,
             m_highRxAckMark,
             m_ecnCWRSeq,
             m_highTxAck,
             m_closeOnEmpty,
             m_inheritedShutdown,
             m_closeNotified,
             m_msl,
             m_finWait2Timeout,
             m_clockGranularity},
            {m_tcb,
             m_txBuffer,
             m_congestionControl,
             m_recoveryOps,
             m_rateOps,
             m_rtt,
             m_noDelay,
             m_persistTimeout,
             m_rto,
             m_rWnd,
             m_ecnEchoSeq},
            {m_tcb,
             m_congestionControl,
             {m_delAckMaxCount, m_delAckTimeout, m_delAckMost, m_quickAcks, m_rto, m_rtt},
             m_maxWinSize,
             m_dSack,
             m_rcvBufMax,
             m_advWnd,
             m_ecnCESeq}};
}

TcpConnection::Settings
TcpScoreboardSocket::MakeSettings() const
{
    return {{m_sackEnabled,
             m_winScalingEnabled,
             m_timestampEnabled,
             m_sackEncoding == COMPRESSED,
             m_synRetries,
             ToDuration(m_cnTimeout),
             m_oneSynMayBeLost},
            MakeSenderSettings(m_minRto, m_clockGranularity, m_dataRetries),
            m_challengeLimit};
}

void
TcpScoreboardSocket::SetSndBufSize(uint32_t size)
{
    m_chosen.sndBufSize = size;
    TcpSocketBase::SetSndBufSize(size);
}

void
TcpScoreboardSocket::SetRcvBufSize(uint32_t size)
{
    m_chosen.rcvBufSize = size;
    TcpSocketBase::SetRcvBufSize(size);
}

void
TcpScoreboardSocket::SetSegSize(uint32_t size)
{
    m_chosen.segmentSize = size;
    TcpSocketBase::SetSegSize(size);
}

void
TcpScoreboardSocket::BeginUse()
{
    if (m_strategies.IsKept())
    {
        ForgetFormerUse();
    }
    else
    {
        m_strategies.Keep();
        OnMoment();
    }
    ResetConnection();
}

void
TcpScoreboardSocket::ForgetFormerUse()
{
    CancelAllTimers();
    OnMoment();
    m_closeNotified = false;
    m_closeOnEmpty = false;
    m_shutdownSend = false;
    m_shutdownRecv = false;
    m_connected = false;
    m_inheritedShutdown = false;
    m_tcb->m_segmentSize = m_chosen.segmentSize;
    m_txBuffer->SetMaxBufferSize(m_chosen.sndBufSize);
    m_tcb->m_rxBuffer->SetMaxBufferSize(m_chosen.rcvBufSize);
    m_rtt->Reset();
    m_highTxAck = SequenceNumber32(0);
    m_rateOps = CreateObject<TcpRateLinux>();
    m_strategies.Renew(m_congestionControl, m_recoveryOps, *m_tcb);
    ns3compat::SetRateOps(*m_congestionControl, m_rateOps, 0);
    // Controls choose, too (DCTCP has ECN, BBR paces), and what the user has set since is the last.
    const auto useEcn = m_tcb->m_useEcn;
    const bool pacing = m_tcb->m_pacing;
    m_congestionControl->Init(m_tcb);
    m_tcb->m_useEcn = useEcn;
    m_tcb->m_pacing = pacing;
}

void
TcpScoreboardSocket::OnMoment()
{
    m_current->timers.SetNow(ToDuration(Simulator::Now()));
    if (m_strategies.Notice(m_congestionControl, m_recoveryOps))
    {
        m_current->connection.GetSender().TakeChoice();
    }
}

std::unique_ptr<LossRecovery>
TcpScoreboardSocket::MakeRecovery(uint64_t start) const
{
    return MakeLossRecovery(UsesSack())
        ->Make(MakeConfiguration(GetSegSize(), m_retxThresh, m_limitedTx, start));
}

void
TcpScoreboardSocket::RefuseRecovery(const std::string& fault) const
{
    NS_FATAL_ERROR(GetLossRecovery().GetName() << ": " << fault);
}

TypeId
TcpScoreboardSocket::GetLossRecovery() const
{
    return MakeLossRecovery(UsesSack())->GetInstanceTypeId();
}

bool
TcpScoreboardSocket::UsesSack() const
{
    return m_negotiated ? m_negotiated->sack : m_sackEnabled;
}

int
TcpScoreboardSocket::Attach(int result)
{
    m_ingress.Attach(Ptr<TcpSocketBase>(this));
    return result;
}

int
TcpScoreboardSocket::Bind()
{
    return Attach(TcpSocketBase::Bind());
}

int
TcpScoreboardSocket::Bind(const Address& address)
{
    return Attach(TcpSocketBase::Bind(address));
}

int
TcpScoreboardSocket::Bind6()
{
    return Attach(TcpSocketBase::Bind6());
}

int
TcpScoreboardSocket::Listen()
{
    if (m_state == CLOSED)
    {
        BeginUse();
    }
    return TcpSocketBase::Listen();
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
    BeginUse();
    const auto scope = Begin();
    return TcpSocketBase::Connect(address);
}

void
TcpScoreboardSocket::Accept(const SegmentFields& syn, const Address& from, const Address& to)
{
    NS_LOG_FUNCTION(this << from << to);
    m_strategies.Keep();
    const auto scope = Begin();
    EndPointPair::Allocate(*m_tcp, GetBoundNetDevice(), to, from).CopyTo(m_endPoint, m_endPoint6);
    if (!m_endPoint && !m_endPoint6)
    {
        return; // a second SYN of the same moment: the first one has the connection
    }
    m_tcp->AddSocket(this);
    Attach(SetupCallback());
    scope.Get().connection.Accept(syn);
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
    auto& current = *m_current;
    if (m_shutdownSend || m_closeOnEmpty || current.closeAsked || current.connection.GetEnd())
    {
        m_errno = ERROR_SHUTDOWN;
        return -1;
    }
    if (!GetSender().GetBuffer().Write(p))
    {
        m_errno = ERROR_MSGSIZE;
        return -1;
    }
    if (m_connected && !current.busy && m_sendPendingDataEvent.IsExpired())
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
    const auto scope = Begin();
    auto& current = scope.Get();
    if (GetRxAvailable() == 0 && m_state == CLOSE_WAIT)
    {
        return Create<Packet>(); // end of file
    }
    const auto packet = current.connection.GetReceiver().Read(maxSize);
    if (packet && !current.busy)
    {
        current.connection.OnRead();
    }
    current.hasRead = current.hasRead || (packet && current.busy);
    return packet;
}

uint32_t
TcpScoreboardSocket::GetTxAvailable() const
{
    return GetSender().GetBuffer().GetAvailable();
}

uint32_t
TcpScoreboardSocket::GetRxAvailable() const
{
    const auto& buffer = m_current->connection.GetReceiver().GetBuffer();
    return static_cast<uint32_t>(std::min<uint64_t>(buffer.GetReadable(), UINT32_MAX));
}

uint32_t
TcpScoreboardSocket::UnAckDataCount() const
{
    return static_cast<uint32_t>(GetSender().GetUnacknowledged());
}

uint32_t
TcpScoreboardSocket::BytesInFlight() const
{
    return GetSender().PublishInFlight();
}

uint16_t
TcpScoreboardSocket::AdvertisedWindowSize(bool scale) const
{
    return m_current->connection.GetReceiver().OfferWindow(scale);
}

int
TcpScoreboardSocket::Close()
{
    NS_LOG_FUNCTION(this);
    if (m_current->depth > 0)
    {
        m_current->closeAsked = true;
        return 0;
    }
    const auto scope = Begin();
    if (scope.Get().connection.OnClose())
    {
        m_closeOnEmpty = true;
        m_inheritedShutdown = false;
        SendAllowed();
    }
    return 0;
}

int
TcpScoreboardSocket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    m_shutdownSend = true;
    m_closeOnEmpty = true;
    m_inheritedShutdown = false;
    SendAllowed();
    return 0;
}

void
TcpScoreboardSocket::SendEmptyPacket(uint8_t flags)
{
    const auto scope = Begin();
    auto& connection = scope.Get().connection;
    const EndPointPair endPoint(m_endPoint, m_endPoint6);
    if (!endPoint)
    {
        return;
    }
    if (flags & TcpHeader::SYN)
    {
        const SequenceNumber32 first =
            endPoint.GetFirstNumber(*m_node).value_or(m_tcb->m_nextTxSequence);
        connection.Open(FirstPosition(first.GetValue()), flags);
    }
    else if (flags & TcpHeader::RST)
    {
        connection.SendReset();
    }
    else
    {
        connection.SendPureAck(flags);
    }
}

void
TcpScoreboardSocket::Settle(SocketConnection& current)
{
    const bool close = std::exchange(current.closeAsked, false);
    const bool send = std::exchange(current.sendAsked, false);
    if (m_current.get() != &current || m_state == CLOSED)
    {
        return;
    }
    if (const auto end = current.connection.GetEnd())
    {
        EndConnection(*end);
        return;
    }
    if (close)
    {
        Close();
    }
    else if (send)
    {
        SendAllowed();
    }
    else
    {
        SetAlarm(current);
    }
    // An ACK that waits for more data, or for its time, tells of the window, too.
    if (!current.busy && std::exchange(current.hasRead, false) && current.connection.IsOpen() &&
        !current.connection.GetReceiver().IsAckWaiting())
    {
        const EventScope scope(this, *this, &current);
        current.connection.OnRead();
    }
}

void
TcpScoreboardSocket::SendAllowed()
{
    NS_LOG_FUNCTION(this);
    if (m_current->depth > 0)
    {
        m_current->sendAsked = true;
        return;
    }
    if (!m_connected || m_state < ESTABLISHED || m_state == TIME_WAIT ||
        !EndPointPair(m_endPoint, m_endPoint6))
    {
        return;
    }
    const auto scope = Begin();
    auto& current = scope.Get();
    const bool wasBusy = std::exchange(current.busy, true);
    current.connection.GetSender().SendAllowed();
    current.busy = wasBusy;
    if (m_current.get() == &current && GetSender().HasNewlySent())
    {
        TellSent();
    }
    if (current.connection.IsOpen())
    {
        current.connection.SendRest();
    }
}

void
TcpScoreboardSocket::SetAlarm(SocketConnection& current)
{
    auto& alarm = current.alarm;
    const auto earliest = current.timers.GetEarliest();
    if (!earliest)
    {
        alarm.Cancel();
        return;
    }
    Time due = ToTime(*earliest);
    if (ToDuration(due) < *earliest)
    {
        due += TimeStep(1); // ns-3's resolution is coarser
    }
    // A deadline that moves with each segment costs an event in a round trip.
    if (alarm.IsExpired() || TimeStep(alarm.GetTs()) > due)
    {
        alarm.Cancel();
        alarm = Simulator::Schedule(due - Simulator::Now(), &TcpScoreboardSocket::OnAlarm, this);
    }
}

void
TcpScoreboardSocket::OnAlarm()
{
    if (!EndPointPair(m_endPoint, m_endPoint6))
    {
        return; // the node is gone
    }
    const auto scope = Begin();
    auto& current = scope.Get();
    // One at a time: what one expiry means may stop another timer.
    if (const auto timer = current.timers.TakeDue(); timer && current.connection.OnTimer(*timer))
    {
        SendAllowed();
    }
}

void
TcpScoreboardSocket::Tell(const ConnectionNotices& notices)
{
    auto& current = *m_current;
    const auto& connection = current.connection;
    const ApplicationCall call(current);
    if (notices.accepted)
    {
        Address peer;
        GetPeerName(peer);
        NotifyNewConnectionCreated(this, peer);
    }
    if (notices.room && connection.IsOpen() && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
    if (notices.data && connection.IsOpen() && !m_shutdownRecv)
    {
        NotifyDataRecv();
    }
    if (notices.end && connection.IsOpen())
    {
        NotifyNormalClose();
    }
}

void
TcpScoreboardSocket::AskForData()
{
    const auto unsent = GetSender().GetBuffer().GetUnsent();
    if (unsent < m_tcb->m_segmentSize && !m_closeOnEmpty && !m_current->closeAsked &&
        GetTxAvailable() > 0)
    {
        const ApplicationCall call(*m_current);
        NotifySend(GetTxAvailable());
    }
}

void
TcpScoreboardSocket::TellSent()
{
    auto& current = *m_current;
    const auto sizes = GetSender().TakeNewlySent();
    const ApplicationCall call(current);
    for (const auto size : sizes)
    {
        if (m_current.get() == &current)
        {
            NotifyDataSent(size);
        }
    }
}

void
TcpScoreboardSocket::TellConnected(boost::intrusive_ptr<SocketConnection> current)
{
    if (current->connection.IsOpen())
    {
        NotifyConnectionSucceeded();
    }
    if (current->connection.IsOpen() && GetTxAvailable() > 0)
    {
        NotifySend(GetTxAvailable());
    }
}

void
TcpScoreboardSocket::EndConnection(TcpConnection::End end)
{
    const auto current = m_current;
    m_closeNotified = true;
    CancelAllTimers();
    m_ingress.Unregister();
    if (const auto left = current->connection.GetNumberLeft())
    {
        EndPointPair(m_endPoint, m_endPoint6).LeaveNumber(m_node, *left);
    }
    current->connection.Abandon();
    current->alarm.Cancel();
    DeallocateEndPoint();
    // Last, because whoever traces the state may open another connection.
    m_state = CLOSED;
    using Notice = void (TcpScoreboardSocket::*)();
    const std::map<TcpConnection::End, Notice> notices{
        {TcpConnection::End::NORMAL, &TcpScoreboardSocket::NotifyNormalClose},
        {TcpConnection::End::ERROR, &TcpScoreboardSocket::NotifyErrorClose},
        {TcpConnection::End::FAILED, &TcpScoreboardSocket::NotifyConnectionFailed}};
    const auto notice = notices.find(end);
    if (m_current == current && notice != notices.end())
    {
        (this->*notice->second)();
    }
}

void
TcpScoreboardSocket::Emit(Ptr<Packet> packet, TcpHeader& header, ns3compat::PacketKind kind)
{
    const EndPointPair endPoint(m_endPoint, m_endPoint6);
    TagPacket(packet, kind);
    endPoint.WritePorts(header);
    if (kind == ns3compat::PacketKind::RETRANSMISSION)
    {
        TraceRetransmission(packet, header, endPoint.GetLocalAddress(), endPoint.GetPeerAddress());
    }
    m_txTrace(packet, header, this);
    endPoint.Send(*m_tcp, packet, header, m_boundnetdevice);
}

void
TcpScoreboardSocket::Report(const ConnectionReport& report)
{
    switch (report.kind)
    {
    case ConnectionReport::Kind::ESTABLISHED:
        m_connected = true;
        if (m_directDemux)
        {
            m_ingress.Register(m_tcp);
        }
        break;
    case ConnectionReport::Kind::CONNECTED:
        Simulator::ScheduleNow(&TcpScoreboardSocket::TellConnected,
                               Ptr<TcpScoreboardSocket>(this),
                               m_current);
        break;
    default:
        Trace(report, m_current->connection.GetSender());
        break;
    }
}

void
TcpScoreboardSocket::Publish(const Negotiated& negotiated)
{
    m_negotiated = negotiated;
    m_sndWindShift = negotiated.peerScale;
    m_rcvWindShift = negotiated.ownScale;
    m_txBuffer->SetSackEnabled(negotiated.sack);
}

HostLimits
TcpScoreboardSocket::GetLimits() const
{
    return {EndPointPair(m_endPoint, m_endPoint6).GetInterfaceOctets(*m_node),
            WidenScale(CalculateWScale(), m_maxWinSize)};
}

void
TcpScoreboardSocket::OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark)
{
    const auto scope = Begin();
    auto& current = scope.Get();
    SegmentFields fields;
    std::optional<TcpHeader> shown;
    if (!m_rxTrace.IsEmpty())
    {
        shown.emplace();
    }
    const auto form = TakeTcpHeader(packet, fields, shown ? &*shown : nullptr);
    if (form == SegmentFields::Form::NONE)
    {
        return;
    }
    if (form == SegmentFields::Form::MALFORMED)
    {
        CountMalformed();
    }
    if (shown)
    {
        m_rxTrace(packet, *shown, this);
    }
    current.busy = true;
    current.connection.OnSegment(packet, fields, mark);
    current.busy = false;
    if (current.connection.IsOpen() && m_connected && m_state != TIME_WAIT)
    {
        current.connection.GetSender().UpdateTimers();
        SendAllowed();
    }
}

void
TcpScoreboardSocket::OnListen(Ptr<Packet> packet,
                              const SegmentFields& fields,
                              const TcpHeader& shown,
                              const Address& from,
                              const Address& to)
{
    NS_LOG_FUNCTION(this << shown);
    m_rxTrace(packet, shown, this);
    if (m_state != LISTEN || fields.Has(SegmentFields::RST))
    {
        return;
    }
    if (fields.Has(SegmentFields::ACK))
    {
        const auto reset = TcpSocketIngress::MakeRefusal(shown);
        const auto answer = Create<Packet>();
        m_txTrace(answer, reset, this);
        m_tcp->SendPacket(answer, reset, to, from, m_boundnetdevice);
        return;
    }
    if (!fields.Has(SegmentFields::SYN) || !NotifyConnectionRequest(from) || m_state != LISTEN)
    {
        return;
    }
    const auto socket = DynamicCast<TcpScoreboardSocket>(Fork());
    Simulator::ScheduleNow(&TcpScoreboardSocket::Accept, socket, fields, from, to);
}

} // namespace ns3

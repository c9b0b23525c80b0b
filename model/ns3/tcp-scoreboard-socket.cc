/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-scoreboard-socket.h"

#include "ns3/abort.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-interface.h"
#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"
#include "ns3/tcp-tx-buffer.h"
#include "ns3/tcp-tx-item.h"

#include <map>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocket");

NS_OBJECT_ENSURE_REGISTERED(TcpScoreboardSocket);

Ptr<Packet>
SocketConnection::TakePayload(const OutgoingSegment& segment)
{
    const auto& range = segment.payload;
    if (range.Size() == 0)
    {
        return Create<Packet>();
    }
    const bool isProbe = segment.kind == SegmentKind::WINDOW_PROBE;
    if (range.begin < connection.GetSender().GetSent().GetNxt())
    {
        return TakeAgain(range, isProbe);
    }
    if (isProbe)
    {
        return sent.Probe(Simulator::Now());
    }
    auto& item = sent.TakeUnsent(static_cast<uint32_t>(range.Size()));
    NoteSent(item);
    return item.GetPacketCopy();
}

Ptr<Packet>
SocketConnection::TakeAgain(OctetRange range, bool isProbe)
{
    const auto& ledger = connection.GetSender().GetSent();
    // An ACK may have cut the front off the segment, in the buffer as in the ledger.
    // Those that go again as one are joined in the ledger when they have gone.
    const OctetRange whole{ledger.GetWhole(range.begin).begin, ledger.GetWhole(range.end - 1).end};
    Ptr<Packet> packet;
    sent.Visit(ledger, whole, [&](TcpTxItem& item) {
        SentPackets::SetLastSent(item, Simulator::Now());
        if (!isProbe)
        {
            NoteSent(item);
        }
        if (packet)
        {
            packet->AddAtEnd(item.GetPacketCopy());
        }
        else
        {
            packet = item.GetPacketCopy();
        }
    });
    return range.Size() == packet->GetSize()
               ? packet
               : packet->CreateFragment(static_cast<uint32_t>(range.begin - whole.begin),
                                        static_cast<uint32_t>(range.Size()));
}

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
{
    NS_LOG_FUNCTION(this);
    ResetConnection();
}

TcpScoreboardSocket::TcpScoreboardSocket(const TcpScoreboardSocket& other)
    : ns3compat::TcpSocketShim<TcpScoreboardSocket>(other),
      TcpScoreboardOptions(other),
      TcpConnectionTraces(other)
{
    NS_LOG_FUNCTION(this);
    // The copy's is the listening socket's.
    m_tcb->m_sendEmptyPacketCallback = MakeCallback(&TcpScoreboardSocket::SendEmptyPacket, this);
    // See ForgetFormerUse().
    m_tcb->m_useEcn = other.m_tcb->m_useEcn;
    m_tcb->m_pacing = other.m_tcb->m_pacing;
    m_choice.closing.closesAfterPeer = other.m_closeOnEmpty;
    ResetConnection();
}

void
TcpScoreboardSocket::ResetConnection()
{
    if (m_current)
    {
        m_current->Abandon();
    }
    m_negotiated.reset();
    m_usedRecovery.reset();
    const TcpOpsControl::Parts parts{m_tcb,
                                     m_congestionControl,
                                     m_recoveryOps,
                                     m_rateOps,
                                     m_rtt,
                                     [this] { UpdatePacingRate(); },
                                     [this] { return IsPacingEnabled(); }};
    TcpEndpoint::Host& host = *this;
    m_current = Create<SocketConnection>(MakeChoice(), parts, m_txBuffer, host);
    m_current->connection.SetNow(ToDuration(Simulator::Now()));
    ResetCounts();
}

TcpConnection::Choice
TcpScoreboardSocket::MakeChoice()
{
    auto choice = m_choice;
    auto& handshake = choice.handshake;
    handshake.sack = m_sackEnabled;
    handshake.scaling = m_winScalingEnabled;
    handshake.timestamps = m_timestampEnabled;
    handshake.tries = m_synRetries;
    handshake.timeout = ToDuration(m_cnTimeout);
    auto& sender = choice.sender;
    sender.timer.minimum = ToDuration(m_minRto);
    sender.timer.granularity = ToDuration(m_clockGranularity);
    sender.timer.wheel = TimerWheel(m_jiffy);
    sender.timer.retries = m_dataRetries;
    sender.makeRecovery = [this](bool sack, uint32_t mss, uint64_t start) {
        NS_ABORT_MSG_IF(m_retxThresh == 0,
                        "TcpScoreboardSocket: ReTxThreshold is 0; it must be at least 1 duplicate "
                        "ACK");
        auto configuration = m_repairs;
        configuration.mss = mss;
        configuration.dupThresh = m_retxThresh;
        configuration.limitedTransmit = m_limitedTx;
        configuration.start = start;
        configuration.wheel = TimerWheel(m_jiffy);
        configuration.sack = sack;
        const auto recovery = MakeLossRecovery(sack);
        m_usedRecovery = recovery->GetInstanceTypeId();
        return recovery->Make(configuration);
    };
    sender.initialWindow = m_tcb->m_initialCWnd;
    sender.initialThreshold = m_tcb->m_initialSsThresh;
    sender.noDelay = m_noDelay;
    sender.persistTimeout = ToDuration(m_persistTimeout);
    auto& receiver = choice.receiver;
    receiver.acks.count = m_delAckMaxCount;
    receiver.acks.delay = ToDuration(m_delAckTimeout);
    receiver.maxWindow = m_maxWinSize;
    choice.closing.msl = ToDuration(Seconds(m_msl));
    choice.closing.closesWhenSent = m_closeOnEmpty;
    choice.usesEcn = m_tcb->m_useEcn != TcpSocketState::Off;
    return choice;
}

void
TcpScoreboardSocket::BeginUse()
{
    if (m_freshControl.IsKept())
    {
        ForgetFormerUse();
    }
    else
    {
        m_freshControl.Keep();
        m_freshLaw.Keep();
        NoticeStrategies();
    }
    ResetConnection();
}

void
TcpScoreboardSocket::ForgetFormerUse()
{
    CancelAllTimers();
    NoticeStrategies();
    m_closeNotified = false;
    m_closeOnEmpty = false;
    m_shutdownSend = false;
    m_shutdownRecv = false;
    m_connected = false;
    m_choice.closing.closesAfterPeer = false;
    m_tcb->m_segmentSize = m_choice.mss;
    m_txBuffer->SetMaxBufferSize(m_choice.sender.buffer);
    m_tcb->m_rxBuffer->SetMaxBufferSize(m_choice.receiver.buffer);
    m_rtt->Reset();
    m_highTxAck = SequenceNumber32(0);
    m_rateOps = CreateObject<TcpRateLinux>();
    const auto former = m_congestionControl;
    m_freshControl.Renew(m_congestionControl);
    if (former != m_congestionControl)
    {
        // An event of the last round trip may name the control (TcpWestwoodPlus::EstimateBW()).
        ns3compat::ScheduleCall(ToTime(GetSender().GetTimer().GetRto()), [former] {});
    }
    m_freshLaw.Renew(m_recoveryOps);
    m_tcb->m_lastAckedSeq = SequenceNumber32(0);
    m_tcb->m_nextTxSequence = SequenceNumber32(0);
    m_tcb->m_highTxMark = SequenceNumber32(0);
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
    m_tcb->m_ecnState = TcpSocketState::ECN_DISABLED;
    m_tcb->m_pacingRate = m_tcb->m_maxPacingRate;
    ns3compat::SetSmoothedRoundTrip(*m_tcb, Time(0));
    ns3compat::SetLastRoundTrip(*m_tcb, Time(0));
    m_tcb->m_minRtt = Time::Max();
    ns3compat::SetCwndLimited(*m_tcb, false);
    m_tcb->m_bytesInFlight = 0;
    m_tcb->m_rxBuffer->SetNextRxSequence(SequenceNumber32(0));
    ns3compat::SetRateOps(*m_congestionControl, m_rateOps, 0);
    // Controls choose, too (DCTCP has ECN, BBR paces), and what the user has set since is the last.
    const auto useEcn = m_tcb->m_useEcn;
    const bool pacing = m_tcb->m_pacing;
    m_congestionControl->Init(m_tcb);
    m_tcb->m_useEcn = useEcn;
    m_tcb->m_pacing = pacing;
}

int
TcpScoreboardSocket::Attach(int result)
{
    const auto attach = [this](auto* endPoint, auto receive) {
        if (endPoint)
        {
            endPoint->SetRxCallback(MakeBoundCallback(receive, Ptr<TcpScoreboardSocket>(this)));
        }
    };
    attach(m_endPoint, &Receive<InetSocketAddress, Ipv4Header, Ipv4Interface>);
    attach(m_endPoint6, &Receive<Inet6SocketAddress, Ipv6Header, Ipv6Interface>);
    return result;
}

template <class SocketAddress, class Header, class Interface>
void
TcpScoreboardSocket::Receive(Ptr<TcpScoreboardSocket> socket,
                             Ptr<Packet> packet,
                             Header header,
                             uint16_t,
                             Ptr<Interface>)
{
    if (socket->m_state != LISTEN)
    {
        socket->OnSegment(packet, TcpEcn::GetMark(header));
        return;
    }
    SegmentFields fields;
    TcpHeader tcp;
    if (TakeTcpHeader(packet, fields, &tcp) != SegmentFields::Form::NONE)
    {
        socket->OnListen(packet,
                         fields,
                         tcp,
                         SocketAddress(header.GetSource(), tcp.GetSourcePort()),
                         SocketAddress(header.GetDestination(), tcp.GetDestinationPort()));
    }
}

int
TcpScoreboardSocket::Listen()
{
    if (m_state == CLOSED)
    {
        BeginUse();
    }
    const int result = TcpSocketBase::Listen();
    if (result == 0)
    {
        m_current->connection.Listen();
    }
    return result;
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
    if (Inet6SocketAddress::IsMatchingType(address))
    {
        // ns-3 would call this function once more, for a second use.
        const auto to = Inet6SocketAddress::ConvertFrom(address);
        if (to.GetIpv6().IsIpv4MappedAddress())
        {
            return Connect(InetSocketAddress(to.GetIpv6().GetIpv4MappedAddress(), to.GetPort()));
        }
    }
    BeginUse();
    const Event event(*this);
    return TcpSocketBase::Connect(address);
}

void
TcpScoreboardSocket::Accept(const SegmentFields& syn, const Address& from, const Address& to)
{
    NS_LOG_FUNCTION(this << from << to);
    m_freshControl.Keep();
    m_freshLaw.Keep();
    const Event event(*this);
    const auto endPoint = EndPointPair::Allocate(*m_tcp, GetBoundNetDevice(), to, from);
    m_endPoint = endPoint.v4;
    m_endPoint6 = endPoint.v6;
    if (!endPoint)
    {
        return; // a second SYN of the same moment: the first one has the connection
    }
    m_tcp->AddSocket(this);
    Attach(SetupCallback());
    event.Get().connection.Accept(syn,
                                  FirstPosition(m_tcb->m_nextTxSequence.Get().GetValue()),
                                  GetLimits());
}

int
TcpScoreboardSocket::Send(Ptr<Packet> p, uint32_t flags)
{
    NS_LOG_FUNCTION(this << p);
    NS_ABORT_MSG_IF(flags, "TcpScoreboardSocket: Send() knows no flags, not " << flags);
    using Written = TcpEndpoint::Written;
    auto& current = *m_current;
    const auto written = m_shutdownSend ? Written::SHUT : current.endpoint.Write(p->GetSize());
    if (written != Written::TAKEN)
    {
        m_errno = written == Written::NO_ROOM ? ERROR_MSGSIZE
                  : written == Written::SHUT  ? ERROR_SHUTDOWN
                                              : ERROR_NOTCONN;
        return -1;
    }
    current.sent.Write(p);
    if (current.endpoint.SendsSoon() && m_sendPendingDataEvent.IsExpired())
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
    const Event event(*this);
    auto& current = event.Get();
    auto& connection = current.connection;
    current.StoreArrived();
    if (GetRxAvailable() == 0 && connection.GetState() == ConnectionState::CLOSE_WAIT)
    {
        return Create<Packet>(); // end of file
    }
    const auto octets = connection.GetReceiver().Read(maxSize);
    if (octets == 0)
    {
        return nullptr;
    }
    const auto packet = current.received.Read(octets);
    current.endpoint.OnRead();
    return packet;
}

int
TcpScoreboardSocket::Close()
{
    NS_LOG_FUNCTION(this);
    const Event event(*this);
    event.Get().endpoint.Close();
    return 0;
}

int
TcpScoreboardSocket::ShutdownSend()
{
    NS_LOG_FUNCTION(this);
    m_shutdownSend = true;
    // Accepted sockets inherit it.
    m_closeOnEmpty = true;
    const Event event(*this);
    event.Get().endpoint.Shutdown();
    return 0;
}

void
TcpScoreboardSocket::SendEmptyPacket(uint8_t flags)
{
    const Event event(*this);
    auto& connection = event.Get().connection;
    const auto endPoint = GetEndPoint();
    if (!endPoint)
    {
        return;
    }
    if (flags & TcpHeader::SYN)
    {
        const SequenceNumber32 first =
            IsnHistory::GetFirst(*m_node, endPoint.GetName()).value_or(m_tcb->m_nextTxSequence);
        connection.Open(FirstPosition(first.GetValue()), flags, GetLimits());
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
TcpScoreboardSocket::SendAllowed()
{
    NS_LOG_FUNCTION(this);
    if (GetEndPoint())
    {
        const Event event(*this);
        event.Get().endpoint.SendAllowed();
    }
}

void
TcpScoreboardSocket::OnAlarm()
{
    if (!GetEndPoint())
    {
        return; // the node is gone
    }
    const Event event(*this);
    event.Get().endpoint.OnAlarm();
}

void
TcpScoreboardSocket::TellConnected(Ptr<SocketConnection> current)
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
TcpScoreboardSocket::OnSegment(Ptr<Packet> packet, TcpEcn::Mark mark)
{
    const Event event(*this);
    auto& current = event.Get();
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
        // Who keeps it is to have it as it was: Recv() puts others behind the packet.
        m_rxTrace(packet->Copy(), *shown, this);
    }
    current.arrived = packet;
    current.endpoint.OnSegment(fields, packet->GetSize(), mark);
    current.StoreArrived();
    current.arrived = nullptr;
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
        // RFC 9293, section 3.10.7.2: <SEQ=SEG.ACK><CTL=RST>
        TcpHeader reset;
        reset.SetFlags(TcpHeader::RST);
        reset.SetSequenceNumber(shown.GetAckNumber());
        reset.SetSourcePort(shown.GetDestinationPort());
        reset.SetDestinationPort(shown.GetSourcePort());
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

void
TcpScoreboardSocket::Show()
{
    auto& current = *m_current;
    auto& connection = current.connection;
    auto& sender = connection.GetSender();
    auto& receiver = connection.GetReceiver();
    current.control.Show(connection.GetWindow());
    if (const auto rto = sender.GetTimer().GetRto(); current.shownRto != rto)
    {
        current.shownRto = rto;
        m_rto = ToTime(rto);
    }
    const auto& marks = connection.GetMarks();
    Update(m_rWnd, static_cast<uint32_t>(sender.GetSendWindow().GetWindow()));
    Update(m_advWnd, receiver.GetOffered());
    Update(m_highRxMark, SequenceNumber32(marks.received));
    Update(m_highRxAckMark, SequenceNumber32(marks.acknowledged));
    Update(m_ecnCWRSeq, SequenceNumber32(marks.reductionTold));
    Update(m_ecnEchoSeq, SequenceNumber32(sender.GetEchoedAck()));
    Update(m_ecnCESeq, SequenceNumber32(receiver.GetMarkedAt()));
    m_highTxAck = ToSequence(receiver.GetTimestamps().GetLastAckSent());
    m_txBuffer->SetMaxBufferSize(sender.GetSettings().buffer);
    m_tcb->m_rxBuffer->SetMaxBufferSize(receiver.GetSettings().buffer);
    Update(m_state, Convert<TcpStates_t>(connection.GetState()));
}

void
TcpScoreboardSocket::Mirror()
{
    Show();
    auto& current = *m_current;
    const auto earliest = current.endpoint.GetTimers().GetEarliest();
    if (!earliest || !GetEndPoint())
    {
        current.alarm.Cancel(); // without an end point the node, or its simulation, is gone
    }
    // A deadline that moves with each segment costs an event in a round trip.
    else if (current.alarm.IsExpired() || current.alarmAt > *earliest)
    {
        current.alarm.Cancel();
        current.alarmAt = *earliest;
        Time due = ToTime(current.alarmAt);
        if (ToDuration(due) < current.alarmAt)
        {
            due += TimeStep(1); // ns-3's resolution is coarser
        }
        current.alarm =
            Simulator::Schedule(due - Simulator::Now(), &TcpScoreboardSocket::OnAlarm, this);
    }
}

void
TcpScoreboardSocket::Tell(const ConnectionNotices& notices)
{
    if (notices.isOver)
    {
        EndConnection();
        return;
    }
    auto& current = *m_current;
    const auto& connection = current.connection;
    if (notices.accepted || notices.end)
    {
        Show();
    }
    const TcpEndpoint::Call call(current.endpoint);
    if (notices.sent)
    {
        TellSent(*notices.sent);
    }
    if (notices.accepted)
    {
        Address peer;
        GetPeerName(peer);
        NotifyNewConnectionCreated(this, peer);
    }
    if (notices.room && connection.IsOpen() && !current.endpoint.IsCloseAsked() &&
        GetTxAvailable() > 0)
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
TcpScoreboardSocket::TellSent(const SegmentSizes& sizes)
{
    const auto* current = PeekPointer(m_current);
    for (const auto size : sizes)
    {
        if (PeekPointer(m_current) == current)
        {
            NotifyDataSent(size);
        }
    }
}

void
TcpScoreboardSocket::EndConnection()
{
    const auto current = m_current;
    const auto end = *current->connection.GetEnd();
    CancelAllTimers();
    m_direct.reset();
    const auto endPoint = GetEndPoint();
    const auto left = current->connection.GetPositionLeft();
    if (left && endPoint)
    {
        IsnHistory::Leave(m_node, endPoint.GetName(), ToSequence(*left));
    }
    current->Abandon();
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
TcpScoreboardSocket::Emit(const OutgoingSegment& segment)
{
    auto& current = *m_current;
    if (segment.header.Has(SegmentFields::SYN | SegmentFields::FIN | SegmentFields::RST))
    {
        Show();
    }
    else
    {
        current.control.Show(current.connection.GetWindow());
    }
    const auto endPoint = GetEndPoint();
    if (PeekPointer(m_current) != &current || !endPoint)
    {
        return; // whoever traces what was shown has closed, or connected anew
    }
    const auto packet = current.TakePayload(segment);
    auto header = MakeTcpHeader(segment.header, m_timestamps);
    const auto local = endPoint.GetLocalAddress();
    const auto peer = endPoint.GetPeerAddress();
    TagPacket(packet, segment.kind);
    endPoint.WritePorts(header);
    if (segment.kind == SegmentKind::RETRANSMISSION)
    {
        TraceRetransmission(packet, header, local, peer);
    }
    m_txTrace(packet, header, this);
    m_tcp->SendPacket(packet, header, local, peer, m_boundnetdevice);
}

void
TcpScoreboardSocket::Report(const ConnectionReport& report)
{
    auto& current = *m_current;
    if (report.kind != ConnectionReport::Kind::PROGRESS)
    {
        Show();
    }
    switch (report.kind)
    {
    case ConnectionReport::Kind::NEGOTIATED:
        m_negotiated = current.connection.GetNegotiated();
        m_sndWindShift = m_negotiated->peerScale;
        m_rcvWindShift = m_negotiated->ownScale;
        m_txBuffer->SetSackEnabled(m_negotiated->sack);
        break;
    case ConnectionReport::Kind::ESTABLISHED:
        OnEstablished();
        break;
    case ConnectionReport::Kind::CONNECTED:
        Simulator::ScheduleNow(&TcpScoreboardSocket::TellConnected,
                               Ptr<TcpScoreboardSocket>(this),
                               m_current);
        break;
    case ConnectionReport::Kind::RECOVERY_FAULT:
        NS_FATAL_ERROR(GetLossRecovery().GetName() << ": " << report.reason);
        break;
    case ConnectionReport::Kind::PROGRESS:
        if (auto* item = current.sent.TakeProbe(current.connection.GetWindow().nxt))
        {
            current.control.OnSegmentSent(*item, true);
        }
        TraceProgress(current.connection.GetSender());
        break;
    default:
        Trace(report);
        break;
    }
}

void
TcpScoreboardSocket::OnEstablished()
{
    auto& current = *m_current;
    const auto& connection = current.connection;
    m_connected = true;
    current.control.SetLedger(connection.GetSender().GetSent());
    current.sent.Start(connection.GetSender().GetUna());
    current.received.Start(connection.GetReceiver().GetBuffer().GetNext());
    if (m_directDemux)
    {
        m_direct = TcpConnectionDemux::Register(m_tcp, *this);
    }
    UpdatePacingRate();
}

} // namespace ns3

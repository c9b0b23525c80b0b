/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How a connection begins and ends.

#include "former-numbers.h"
#include "socket-time.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketHandshake");

namespace
{
/// RTO after a SYN was sent again and no round trip is known (RFC 6298, section 5.7).
const Time RTO_AFTER_SYN_LOSS = Seconds(3);

/// Octets of IP and TCP headers without options.
constexpr uint32_t IPV4_HEADERS = 40;
constexpr uint32_t IPV6_HEADERS = 60;

/// Octets of the timestamp option.
constexpr uint32_t TIMESTAMP_OCTETS = 12;
} // namespace

void
TcpScoreboardSocket::CompleteFork(Ptr<Packet>,
                                  const TcpHeader& header,
                                  const Address& fromAddress,
                                  const Address& toAddress)
{
    NS_LOG_FUNCTION(this << fromAddress << toAddress);
    const Handling handling(*this);
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
    return TcpHeader::SYN | TcpHeader::ACK | m_connection->ecn.Answer(syn);
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
        c.timestamps.Begin(options.timestamp->value, ToDuration(Simulator::Now()));
        m_tcb->m_rcvTimestampValue = options.timestamp->value;
        m_tcb->m_rcvTimestampEchoReply = options.timestamp->echo;
    }
    c.peerMss = options.mss;
    c.room = GetRoom();
    // RFC 6691: the peer's size counts no options, nor does the interface.
    const uint32_t room = c.room - (m_timestampEnabled ? TIMESTAMP_OCTETS : 0);
    m_tcb->m_segmentSize = std::min(m_tcb->m_segmentSize, room);
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

uint32_t
TcpScoreboardSocket::GetRoom() const
{
    const uint32_t peers = m_connection->peerMss.value_or(UINT16_MAX);
    return std::max<uint32_t>(std::min(GetInterfaceRoom(), peers), SynOptions::MIN_MSS);
}

void
TcpScoreboardSocket::ChooseFirstNumber()
{
    const auto former = m_node->GetObject<FormerNumbers>();
    if (!former)
    {
        return;
    }
    m_tcb->m_nextTxSequence = m_endPoint
                                  ? former->GetFirst(GetFourTuple<Ipv4Address>(*m_endPoint))
                                  : former->GetFirst(GetFourTuple<Ipv6Address>(*m_endPoint6));
    m_tcb->m_highTxMark = m_tcb->m_nextTxSequence;
    m_connection->iss = FirstPosition(m_tcb->m_nextTxSequence.Get().GetValue());
}

void
TcpScoreboardSocket::SendSyn(uint8_t flags)
{
    NS_LOG_FUNCTION(this << +flags);
    const Handling handling(*this);
    auto& c = handling.GetConnection();
    if (m_synCount == 0)
    {
        m_rtt->Reset();
        End(&TcpScoreboardSocket::NotifyConnectionFailed);
        return;
    }
    const uint32_t repetition = m_synRetries - m_synCount--;
    if (repetition == 0 && !(flags & TcpHeader::ACK))
    {
        ChooseFirstNumber();
    }
    c.synAgain = repetition > 0;
    c.synSent = c.synAgain ? c.synSent : Simulator::Now();

    const auto packet = Create<Packet>();
    const auto kind = (flags & TcpHeader::ACK) ? PacketKind::SYN_ACK : PacketKind::SYN;
    TagPacket(packet, kind);
    auto header = MakeHeader(flags, m_tcb->m_nextTxSequence);
    c.room = GetRoom();
    if (!(flags & TcpHeader::ACK) && m_winScalingEnabled)
    {
        c.ownScale = CalculateWScale();
        m_rcvWindShift = c.ownScale;
    }
    SynOptions options;
    options.mss = static_cast<uint16_t>(std::min<uint32_t>(GetInterfaceRoom(), UINT16_MAX));
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
    c.sender = MakeSender(una);
    FollowLaw();
    const bool isSyn = header.GetFlags() & TcpHeader::SYN;
    m_rWnd = uint32_t{header.GetWindowSize()} << (isSyn ? 0 : c.peerScale);
    c.peerWindow.Reset(c.received.GetNext() - (isSyn ? 1 : 0), una, m_rWnd);
    m_highRxMark = header.GetSequenceNumber();
    m_highRxAckMark = header.GetAckNumber();
    m_retxEvent.Cancel();
    StartTimer(header);
    // RFC 5681, section 3.1: a lost SYN leaves one segment.
    BeginWindow(c.synAgain ? 1 : GetInitialCwnd());
    m_congestionControl->CongestionStateSet(m_tcb, TcpSocketState::CA_OPEN);
    m_tcb->m_congState = TcpSocketState::CA_OPEN;
    c.window =
        std::make_unique<WindowControl>(m_tcb, m_congestionControl, m_recoveryOps, *c.sender);

    // The first segment of data is answered at once.
    c.delayedAck.AnswerNext();
    m_connected = true;
    m_state = ESTABLISHED;
    c.direct = m_directDemux ? TcpSegmentFront::Register(m_tcp, *this) : nullptr;
    UpdatePacingRate();
    UpdateTraces();
}

void
TcpScoreboardSocket::BeginWindow(uint32_t segments)
{
    m_tcb->m_cWnd = segments * m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_tcb->m_ssThresh = GetInitialSSThresh();
}

void
TcpScoreboardSocket::StartTimer(const TcpHeader& header)
{
    auto& c = *m_connection;
    c.timer = RetransmissionTimer(
        GetTimerConfiguration(),
        ToDuration(c.synAgain ? RTO_AFTER_SYN_LOSS
                              : m_rtt->GetEstimate() +
                                    std::max(m_clockGranularity, m_rtt->GetVariation() * 4)));
    m_rto = ToTime(c.timer.GetRto());
    const auto timestamp = m_timestampEnabled ? SynOptions::ReadTimestamp(header) : std::nullopt;
    SampleRoundTrip(timestamp ? std::optional(timestamp->echo) : std::nullopt,
                    {c.synSent, c.synSent, c.synAgain});
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
    if (m_state != LISTEN || flags & TcpHeader::RST)
    {
        return;
    }
    if (flags & TcpHeader::ACK)
    {
        Refuse(header, from, to);
        return;
    }
    if (!(flags & TcpHeader::SYN) || !NotifyConnectionRequest(from) || m_state != LISTEN)
    {
        return;
    }
    const auto socket = DynamicCast<TcpScoreboardSocket>(Fork());
    Simulator::ScheduleNow(&TcpScoreboardSocket::CompleteFork, socket, packet, header, from, to);
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
            End(&TcpScoreboardSocket::NotifyConnectionFailed);
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
    Establish(header);
    m_connection->ecn.OnAnswer(flags);
    SendPureAck(TcpHeader::ACK);
    Simulator::ScheduleNow(&TcpScoreboardSocket::TellConnected,
                           Ptr<TcpScoreboardSocket>(this),
                           m_connection);
}

void
TcpScoreboardSocket::SegmentInSynReceived(Ptr<Packet> packet, const TcpHeader& header, Mark mark)
{
    using Action = SegmentAcceptance::Action;
    const auto& c = *m_connection;
    const auto segment = Describe(packet, header);
    const bool isSyn = segment.syn && !segment.rst && segment.seq + 1 == c.received.GetNext();
    if (!isSyn)
    {
        const auto verdict = SegmentAcceptance::JudgePlace(Describe(), segment);
        if (verdict.action != Action::PROCESS && verdict.action != Action::READ_ACK)
        {
            m_segmentRefused(verdict.reason);
            DismissInSynReceived(verdict.action);
            return;
        }
    }
    if (segment.hasAck && segment.ack == c.iss + 1)
    {
        FinishHandshake(packet, header, mark, isSyn);
    }
    else if (isSyn)
    {
        // The peer lost our SYN.
        m_retxEvent.Cancel();
        SendSyn(SynAckFlags(header.GetFlags()));
    }
    else
    {
        if (segment.hasAck)
        {
            SendReset(header.GetAckNumber(), false);
        }
        m_segmentRefused("no ACK of our SYN");
    }
}

void
TcpScoreboardSocket::DismissInSynReceived(SegmentAcceptance::Action action)
{
    using Action = SegmentAcceptance::Action;
    if (action == Action::RESET)
    {
        End(&TcpScoreboardSocket::NotifyConnectionFailed);
    }
    else if (action == Action::ACKNOWLEDGE ||
             (action == Action::CHALLENGE &&
              m_connection->challenges.Permit(ToDuration(Simulator::Now()))))
    {
        SendPureAck(AckFlags());
    }
}

void
TcpScoreboardSocket::FinishHandshake(Ptr<Packet> packet,
                                     const TcpHeader& header,
                                     Mark mark,
                                     bool isSyn)
{
    auto& c = *m_connection;
    const auto ecnState = m_tcb->m_ecnState.Get();
    Establish(header);
    m_tcb->m_ecnState = ecnState;
    if (m_choice)
    {
        Simulator::ScheduleNow(&TcpScoreboardSocket::TellConnected,
                               Ptr<TcpScoreboardSocket>(this),
                               m_connection);
    }
    else
    {
        c.notices.accepted = true;
        c.notices.room = true;
    }
    if (!isSyn)
    {
        SegmentInConnection(packet, header, mark);
    }
    if (IsOpen(c))
    {
        Tell();
    }
}

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
TcpScoreboardSocket::SendFin()
{
    EnterFinSent();
    const auto packet = Create<Packet>();
    TagPacket(packet, PacketKind::FIN);
    CancelDelayedAck();
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
        AwaitClose();
        break;
    case CLOSING:
        EnterTimeWait();
        break;
    case LAST_ACK:
        EndNormally();
        break;
    default:
        break;
    }
}

void
TcpScoreboardSocket::FinishReceiving()
{
    NS_LOG_FUNCTION(this);
    auto& c = *m_connection;
    switch (m_state)
    {
    case ESTABLISHED:
        m_state = CLOSE_WAIT;
        c.notices.end = !m_closeNotified;
        m_closeNotified = true;
        break;
    case FIN_WAIT_1:
        m_state = CLOSING;
        break;
    case FIN_WAIT_2:
        EnterTimeWait();
        break;
    default:
        return;
    }
    Tell();
    // What the application has sent by now acknowledges it, too.
    if (IsOpen(c) && c.timestamps.GetLastAckSent() < c.received.GetNext())
    {
        SendPureAck(AckFlags());
    }
}

} // namespace ns3

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
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketArrival");

namespace
{
/// What the clock of a peer's timestamps ticks in 10 ms, at most: 1200 Hz, as Linux has it.
constexpr int64_t TICKS_PER_10_MS = 12;
} // namespace

template <class SocketAddress, class Header>
void
TcpScoreboardSocket::ReceiveAtEndPoint(Ptr<Packet> packet,
                                       const Header& header,
                                       uint16_t port,
                                       uint16_t localPort)
{
    if (m_state != LISTEN)
    {
        SegmentArrives(packet, TcpEcn::GetMark(header));
        return;
    }
    TcpHeader tcp;
    if (TcpHeaderReader::TakeWhole(packet, tcp))
    {
        SegmentInListen(packet,
                        tcp,
                        SocketAddress(header.GetSource(), port),
                        SocketAddress(header.GetDestination(), localPort));
    }
}

void
TcpScoreboardSocket::Receive4(Ptr<Packet> packet,
                              Ipv4Header header,
                              uint16_t port,
                              Ptr<Ipv4Interface>)
{
    ReceiveAtEndPoint<InetSocketAddress>(packet, header, port, m_endPoint->GetLocalPort());
}

void
TcpScoreboardSocket::Receive6(Ptr<Packet> packet,
                              Ipv6Header header,
                              uint16_t port,
                              Ptr<Ipv6Interface>)
{
    ReceiveAtEndPoint<Inet6SocketAddress>(packet, header, port, m_endPoint6->GetLocalPort());
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
    SegmentArrives(packet, TcpEcn::GetMark(header));
}

void
TcpScoreboardSocket::Receive(Ptr<Packet> packet, const Ipv6Header& header, Ptr<Ipv6Interface>)
{
    SegmentArrives(packet, TcpEcn::GetMark(header));
}

void
TcpScoreboardSocket::SegmentArrives(Ptr<Packet> packet, Mark mark)
{
    const Handling handling(*this);
    auto& c = handling.GetConnection();
    TcpHeader header;
    if (!(m_rxTrace.IsEmpty() ? m_headerReader.Take(packet, header)
                              : TcpHeaderReader::TakeWhole(packet, header)))
    {
        return;
    }
    m_rxTrace(packet, header, this);
    c.busy = true;
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
    c.busy = false;
    if (IsOpen(c) && m_connected && m_state != TIME_WAIT)
    {
        UpdateTimers();
        SendAllowed();
    }
}

SegmentAcceptance::Segment
TcpScoreboardSocket::Describe(Ptr<const Packet> packet, const TcpHeader& header) const
{
    const auto& c = *m_connection;
    const auto una = c.sender ? c.sender->GetScoreboard().GetUna() : c.iss;
    const auto flags = header.GetFlags();
    SegmentAcceptance::Segment segment;
    segment.seq = UnwrapSequence(c.received.GetNext(), header.GetSequenceNumber().GetValue());
    segment.size = packet->GetSize();
    segment.syn = flags & TcpHeader::SYN;
    segment.fin = flags & TcpHeader::FIN;
    segment.rst = flags & TcpHeader::RST;
    segment.hasAck = flags & TcpHeader::ACK;
    segment.ack = UnwrapSequence(una, header.GetAckNumber().GetValue());
    if (m_timestampEnabled)
    {
        segment.changesWindow =
            c.peerWindow.WouldChange(segment.seq,
                                     segment.ack,
                                     uint64_t{header.GetWindowSize()} << c.peerScale,
                                     una);
        if (const auto timestamp = SynOptions::ReadTimestamp(header))
        {
            segment.timestamp = timestamp->value;
            segment.echo = timestamp->echo;
        }
    }
    return segment;
}

SegmentAcceptance::Connection
TcpScoreboardSocket::Describe() const
{
    const auto& c = *m_connection;
    SegmentAcceptance::Connection connection;
    connection.rcvNxt = c.received.GetNext();
    connection.rcvWnd = c.received.GetWindow();
    connection.sndUna = c.iss;
    connection.sndNxt = c.iss + 1;
    if (c.sender)
    {
        const auto& scoreboard = c.sender->GetScoreboard();
        connection.sndUna = scoreboard.GetUna();
        connection.sndNxt =
            scoreboard.GetNxt() + (c.finSent ? 1 : 0) + (c.persist.GetProbe() ? 1 : 0);
    }
    connection.maxWindow = c.peerWindow.GetLargest();
    connection.timestamps = m_timestampEnabled;
    connection.tsRecent = c.timestamps.GetRecent(ToDuration(Simulator::Now()));
    connection.tsReplay = static_cast<uint32_t>(
        std::min<int64_t>(m_rto.Get().GetMilliSeconds() * TICKS_PER_10_MS / 10, INT32_MAX));
    return connection;
}

void
TcpScoreboardSocket::SegmentInConnection(Ptr<Packet> packet, const TcpHeader& header, Mark mark)
{
    using Action = SegmentAcceptance::Action;
    auto& c = *m_connection;
    const auto segment = Describe(packet, header);
    const auto verdict = SegmentAcceptance::Judge(Describe(), segment);
    if (verdict.action == Action::PROCESS)
    {
        ProcessSegment(packet, header, segment, mark);
        return;
    }
    NS_LOG_INFO("Segment refused: " << verdict.reason << ", " << header);
    m_segmentRefused(verdict.reason);
    if (verdict.action == Action::READ_ACK)
    {
        ReadTimestamp(segment);
        ReadAck(segment, header);
        Tell();
    }
    if (IsOpen(c))
    {
        Dismiss(verdict.action, segment);
    }
}

void
TcpScoreboardSocket::Dismiss(SegmentAcceptance::Action action,
                             const SegmentAcceptance::Segment& segment)
{
    using Action = SegmentAcceptance::Action;
    auto& c = *m_connection;
    if (segment.fin && m_state == TIME_WAIT && action == Action::ACKNOWLEDGE)
    {
        EnterTimeWait();
    }
    if (action == Action::RESET)
    {
        // RFC 9293, section 3.10.7.4: after both ends have closed it is no error.
        if (m_state == CLOSING || m_state == LAST_ACK || m_state == TIME_WAIT)
        {
            EndNormally();
        }
        else
        {
            End(&TcpScoreboardSocket::NotifyErrorClose);
        }
        return;
    }
    if (action == Action::DROP ||
        (action == Action::CHALLENGE && !c.challenges.Permit(ToDuration(Simulator::Now()))))
    {
        return;
    }
    if (segment.size > 0 && segment.seq + segment.size <= c.received.GetNext())
    {
        // Its ACK was lost: the next one reports it (RFC 2883) and echoes its timestamp (RFC 7323,
        // section 4.3).
        c.timestamps.OnOldData(segment, ToDuration(Simulator::Now()));
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
    ReadTimestamp(segment);
    if (segment.size > 0)
    {
        ReadMark(header, mark);
    }
    ReadAck(segment, header);
    // Not together with the news of data: who closes because all is written does not know of them.
    Tell();
    if (!IsOpen(c) || (segment.size == 0 && !segment.fin))
    {
        return;
    }
    if (c.received.IsFinished())
    {
        // Nothing comes after a FIN; a peer that sends it hears where the end was.
        Dismiss(SegmentAcceptance::Action::ACKNOWLEDGE, segment);
        return;
    }
    ReceiveText(packet, segment);
}

void
TcpScoreboardSocket::ReceiveText(Ptr<Packet> packet, const SegmentAcceptance::Segment& segment)
{
    auto& c = *m_connection;
    const bool atOnce = segment.size > 0 && ReceiveData(packet, segment.seq);
    const bool hasFin = segment.fin && c.received.SetFin(segment.seq + segment.size);
    if (c.received.IsFinished())
    {
        PublishNext();
    }
    Tell();
    if (!IsOpen(c))
    {
        return;
    }
    if (c.received.IsFinished())
    {
        FinishReceiving();
    }
    else if (segment.size > 0 || hasFin)
    {
        AcknowledgeData(atOnce || hasFin);
    }
}

void
TcpScoreboardSocket::ReadTimestamp(const SegmentAcceptance::Segment& segment)
{
    if (segment.timestamp)
    {
        m_tcb->m_rcvTimestampValue = *segment.timestamp;
        m_tcb->m_rcvTimestampEchoReply = *segment.echo;
        m_connection->timestamps.OnSegment(segment, ToDuration(Simulator::Now()));
    }
}

void
TcpScoreboardSocket::ReadMark(const TcpHeader& header, Mark mark)
{
    if (const auto event = m_connection->ecn.OnData(header.GetFlags(), mark))
    {
        if (*event == TcpSocketState::CA_EVENT_ECN_IS_CE)
        {
            m_ecnCESeq = header.GetSequenceNumber();
        }
        m_congestionControl->CwndEvent(m_tcb, *event);
    }
}

bool
TcpScoreboardSocket::ReceiveData(Ptr<Packet> packet, uint64_t begin)
{
    auto& c = *m_connection;
    const uint64_t end = begin + packet->GetSize();
    c.lastNews = Simulator::Now();
    const auto refused = c.received.GetRefused();
    const auto arrival = c.received.Insert(begin, packet, GetRcvBufSize());
    if (c.received.GetRefused() > refused)
    {
        m_segmentRefused("too many pieces out of order");
    }
    if (arrival.duplicate && m_dSack && c.peerMss)
    {
        c.sackExchange.SetDuplicate(*arrival.duplicate);
    }
    if (arrival.advanced)
    {
        PublishNext();
        c.notices.data = true;
    }
    const bool filledHole = arrival.advanced && c.received.GetNext() > end;
    const bool hasHole = c.received.GetQueue().GetBlockCount() > 0;
    return arrival.fresh.empty() || arrival.duplicate || filledHole || hasHole;
}

void
TcpScoreboardSocket::AcknowledgeData(bool atOnce)
{
    // What the application has sent by now may have carried the ACK.
    if (m_connection->delayedAck.OnData(atOnce, m_delAckMaxCount))
    {
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
TcpScoreboardSocket::CancelDelayedAck()
{
    m_delAckEvent.Cancel();
    // DCTCP would acknowledge once more what was acknowledged with data or by the timer.
    if (m_connection->delayedAck.OnAckSent())
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
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
    return TcpHeader::ACK | m_connection->ecn.GetEcho();
}

} // namespace ns3

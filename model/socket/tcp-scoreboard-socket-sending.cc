/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What an open connection sends, and its timers.

#include "socket-time.h"
#include "tcp-scoreboard-socket.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/send-policy.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-option-ts.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpScoreboardSocketSending");

namespace
{
/// Octets of a TCP header without options, and of the longest options.
constexpr uint32_t HEADER_OCTETS = 20;
constexpr uint32_t MAX_OPTIONS = 40;
constexpr uint32_t WORD = 4; ///< a header is made of whole ones

/// Octets of the shortest report: a SACK option with one block (RFC 2018, section 3).
constexpr uint32_t MIN_BLOCKS = 12;
} // namespace

void
TcpScoreboardSocket::SendAllowed()
{
    NS_LOG_FUNCTION(this);
    if (m_connection->depth > 0)
    {
        m_connection->sendAsked = true;
        return;
    }
    const bool canSend = m_connected && m_state >= ESTABLISHED && m_state != TIME_WAIT &&
                         (m_endPoint != nullptr || m_endPoint6 != nullptr);
    if (!canSend)
    {
        return;
    }
    const Handling handling(*this);
    auto& c = handling.GetConnection();
    const bool wasBusy = std::exchange(c.busy, true);
    if (m_restartAfterIdle && GetUnacknowledged() == 0 && c.sent.GetUnsent() > 0 &&
        c.lastSent.IsStrictlyPositive() && Simulator::Now() - c.lastSent > m_rto.Get())
    {
        c.window->OnIdle(GetInitialCwnd() * m_tcb->m_segmentSize);
    }
    while (IsOpen(c) && SendNext())
    {
    }
    c.busy = wasBusy;
    if (!c.newlySent.empty() && m_connection.get() == &c)
    {
        TellSent();
    }
    if (!IsOpen(c))
    {
        return;
    }
    if (IsFinDue())
    {
        SendFin();
    }
    StartProbes();
    UpdateSenderTimer();
}

bool
TcpScoreboardSocket::SendNext()
{
    auto& c = *m_connection;
    if (c.sent.GetSize() == 0 || c.sender->AwaitsTimer() ||
        (m_tcb->m_pacing && IsPacingEnabled() && m_pacingTimer.IsRunning()))
    {
        return false;
    }
    const auto range = NextOctets(true);
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

std::optional<OctetRange>
TcpScoreboardSocket::NextOctets(bool asks)
{
    const auto& c = *m_connection;
    auto range = c.sender->NextRetransmission();
    if (!range)
    {
        if (asks)
        {
            AskForData();
        }
        if (!IsOpen(c))
        {
            return std::nullopt;
        }
        if (const auto fresh = NextNewData())
        {
            return fresh;
        }
        const bool isShut = c.peerWindow.GetRightEdge() <= c.sender->GetScoreboard().GetNxt();
        if (c.sent.GetUnsent() == 0 || isShut)
        {
            range = c.sender->NextLastResort(c.sent.GetUnsent() > 0);
        }
    }
    if (range)
    {
        range->end = std::min(range->end, c.sent.Find(range->begin).range.end);
    }
    return range;
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
TcpScoreboardSocket::NextNewData() const
{
    const auto& c = *m_connection;
    const auto nxt = c.sender->GetScoreboard().GetNxt();
    const uint64_t edge = c.peerWindow.GetRightEdge();
    SendPolicy policy;
    policy.unsent = c.sent.GetUnsent();
    policy.room = edge > nxt ? edge - nxt : 0;
    policy.largest = c.peerWindow.GetLargest();
    policy.mss = m_tcb->m_segmentSize;
    policy.payload = GetPayloadRoom();
    policy.outstanding = GetUnacknowledged() > 0;
    policy.noDelay = m_noDelay;
    policy.overrides = c.persist.IsOverriding();
    const auto size = policy.GetSize();
    return size > 0 ? std::optional(OctetRange{nxt, nxt + size}) : std::nullopt;
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
    if (!isRetransmission && c.ecn.IsUsed() && c.window->TakeCwr())
    {
        m_ecnCWRSeq = ToSequence(range.begin);
        flags |= TcpHeader::CWR;
        c.ecn.OnReductionTold();
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
    if (flags & TcpHeader::ACK)
    {
        // Not what the traces' buffer says, which ns-3's DCTCP puts back to acknowledge what came
        // before a mark (RFC 8257, section 3.2): that is what is held when it does so.
        m_highTxAck = ToSequence(m_connection->received.GetNext());
        header.SetAckNumber(m_highTxAck);
    }
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    header.SetWindowSize(AdvertisedWindowSize());
    if (m_timestampEnabled)
    {
        const auto timestamps = m_timestamps.Get();
        timestamps->SetTimestamp(TcpOptionTS::NowToTsValue());
        timestamps->SetEcho(m_connection->timestamps.GetEcho());
        header.AppendOption(timestamps);
    }
    m_connection->timestamps.OnAckSent(m_connection->received.GetNext());
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
    const bool isHeadLostAgain = isRetransmission && IsHeadSentAgain(range.begin);
    const auto payload = TakePayload(range);
    CancelDelayedAck();
    TagPacket(payload, isRetransmission ? PacketKind::RETRANSMISSION : PacketKind::DATA);
    auto header = MakeHeader(DataFlags(range, isRetransmission), ToSequence(range.begin));
    // What is sent again keeps its size, and may leave room for some blocks or none.
    const uint32_t taken = header.GetSerializedSize() - HEADER_OCTETS + payload->GetSize();
    if (m_sackEnabled && taken + MIN_BLOCKS <= c.room)
    {
        c.sackExchange.AddBlocks(header, c.received.GetQueue(), (c.room - taken) / WORD * WORD);
    }
    if (!c.timer.GetDeadline() || isHeadLostAgain)
    {
        RestartTimer();
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
    AccountSent(range, isRetransmission, Simulator::Now());
    PaceAfter(range);
}

bool
TcpScoreboardSocket::IsHeadSentAgain(uint64_t position) const
{
    // The timer that runs is that of the retransmission which was lost.
    const auto& c = *m_connection;
    return position == c.sender->GetScoreboard().GetUna() && c.sent.Find(position).again;
}

void
TcpScoreboardSocket::PaceAfter(OctetRange range)
{
    // The stock socket makes it 0 when a SYN was lost and there is no round trip time yet.
    const DataRate pacingRate = m_tcb->m_pacingRate.Get();
    if (m_tcb->m_pacing && IsPacingEnabled() && m_pacingTimer.IsExpired() &&
        pacingRate.GetBitRate() > 0)
    {
        m_pacingTimer.Schedule(pacingRate.CalculateBytesTxTime(range.Size()));
    }
}

void
TcpScoreboardSocket::AccountSent(OctetRange range, bool isRetransmission, Time when)
{
    auto& c = *m_connection;
    c.sender->OnSent(range, ToDuration(when));
    c.lastSent = when;
    const uint32_t outstanding = BytesInFlight();
    if (!isRetransmission)
    {
        c.newlySent.push_back(static_cast<uint32_t>(range.Size()));
        if (c.persist.OnNewData())
        {
            m_persistEvent.Cancel();
        }
        m_tcb->m_nextTxSequence = ToSequence(range.end);
        m_tcb->m_highTxMark = ToSequence(range.end);
    }
    c.window->OnSent(static_cast<uint32_t>(range.Size()));
    const bool isFull = m_tcb->m_cWnd < outstanding + m_tcb->m_segmentSize;
    ns3compat::SetCwndLimited(*m_tcb, isFull || c.window->MayOpenInSlowStart(), 0);
    UpdateTraces();
}

void
TcpScoreboardSocket::SendEmptyPacket(uint8_t flags)
{
    const Handling handling(*this);
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
    CancelDelayedAck();
    Dispatch(packet, header);
}

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
    const Handling handling(*this);
    auto& c = handling.GetConnection();
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
    const auto ofSender = c.sender->GetDeadline();
    if (ofSender && ToTime(*ofSender) <= Simulator::Now() && c.sender->IsDeadlineOfProbe())
    {
        // Both at once: a probe goes first, and the timer starts anew (RFC 8985, section 7.3).
        SenderTimeout();
        return;
    }
    c.timer.Stop();
    if (c.persist.IsProbing() && GetUnacknowledged() > 0)
    {
        // What a sender may send again behind a closed window must not end the connection (RFC
        // 9293, section 3.8.6).
        return;
    }
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
        End(&TcpScoreboardSocket::NotifyErrorClose);
        return false;
    }
    --m_dataRetrCount;
    return true;
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
    m_pacingTimer.Cancel();
    StopTimer();
    c.sender->OnTimeout(ToDuration(Simulator::Now()));
    BytesInFlight();
    m_timeoutTrace(una);
    SendUrgent();
    SendAllowed();
}

void
TcpScoreboardSocket::UpdateSenderTimer()
{
    auto& c = *m_connection;
    const auto now = Simulator::Now();
    LossRecoverySender::Timing timing{ToDuration(now), std::nullopt, c.timer.GetDeadline()};
    if (m_rtt->GetNSamples() > 0)
    {
        timing.srtt = ToDuration(m_rtt->GetEstimate());
    }
    c.sender->OnTiming(timing);
    const auto deadline = c.sender->GetDeadline();
    if (!deadline || m_state == CLOSED)
    {
        c.senderTimer.Cancel();
        return;
    }
    const Time wait = std::max(ToTime(*deadline) - now, Time(0));
    // As for the retransmission timer: one that comes too early finds out itself.
    if (!c.senderTimer.IsRunning() || c.senderTimer.GetDelayLeft() > wait)
    {
        c.senderTimer.Cancel();
        c.senderTimer.Schedule(wait);
    }
}

void
TcpScoreboardSocket::SenderTimeout()
{
    NS_LOG_FUNCTION(this);
    const Handling handling(*this);
    auto& c = handling.GetConnection();
    const auto deadline = c.sender->GetDeadline();
    if (!deadline || m_state == CLOSED || m_state == TIME_WAIT)
    {
        return;
    }
    if (Simulator::Now() < ToTime(*deadline))
    {
        c.senderTimer.Schedule(ToTime(*deadline) - Simulator::Now());
        return;
    }
    const auto& outcome = c.sender->OnDeadline(ToDuration(Simulator::Now()));
    BytesInFlight();
    if (outcome.lostRetransmitted > 0)
    {
        m_retransmissionLost(static_cast<uint32_t>(outcome.lostRetransmitted));
    }
    ReactToAck(outcome, false);
    if (outcome.probe)
    {
        ProbePath();
    }
    if (outcome.restartTimer)
    {
        RestartTimer();
    }
    UpdateTraces();
    SendAllowed();
}

void
TcpScoreboardSocket::ProbePath()
{
    auto& c = *m_connection;
    AskForData();
    if (!IsOpen(c))
    {
        return;
    }
    auto range = NextNewData();
    if (!range)
    {
        range = c.sender->GetProbe();
    }
    if (range)
    {
        Transmit(*range);
    }
}

} // namespace ns3

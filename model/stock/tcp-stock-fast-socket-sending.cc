/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What is sent, and the timers.

#include "tcp-stock-fast-socket.h"

#include "ns3/abort.h"
#include "ns3/ipv4-end-point.h"
#include "ns3/ipv6-end-point.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpStockFastSocketSending");

namespace
{
/// Upper bound of the retransmission timeout.
const Time MAX_RTO = Seconds(60);
} // namespace

int
TcpStockFastSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    NS_LOG_FUNCTION(this << packet);
    NS_ABORT_MSG_IF(flags, "TcpStockFastSocket: Send() knows no flags, not " << flags);
    if (m_state != ESTABLISHED && m_state != SYN_SENT && m_state != CLOSE_WAIT)
    {
        m_errno = ERROR_NOTCONN;
        return -1;
    }
    if (!m_txBuffer->Add(packet))
    {
        m_errno = ERROR_MSGSIZE;
        return -1;
    }
    if (m_shutdownSend)
    {
        m_errno = ERROR_SHUTDOWN;
        return -1;
    }
    m_rateOps->CalculateAppLimited(m_tcb->m_cWnd,
                                   m_tcb->m_bytesInFlight,
                                   m_tcb->m_segmentSize,
                                   m_txBuffer->TailSequence(),
                                   m_tcb->m_nextTxSequence,
                                   m_board.GetLost(),
                                   m_board.GetSentAgain());
    if (m_state != SYN_SENT && GetRoom() > 0 && m_sendPendingDataEvent.IsExpired())
    {
        // A little later, so that the application can write more in the meantime.
        m_sendPendingDataEvent =
            Simulator::Schedule(TimeStep(1), &TcpStockFastSocket::SendAllowed, this);
    }
    return static_cast<int>(packet->GetSize());
}

uint32_t
TcpStockFastSocket::BytesInFlight() const
{
    const auto inFlight = m_board.GetInFlight();
    m_tcb->m_bytesInFlight = inFlight;
    return inFlight;
}

uint32_t
TcpStockFastSocket::Window() const
{
    return m_holdsBase ? 0 : TcpSocketBase::Window();
}

uint32_t
TcpStockFastSocket::GetRoom() const
{
    const uint32_t window = std::min(m_rWnd.Get(), m_tcb->m_cWnd.Get());
    const uint32_t inFlight = BytesInFlight();
    return inFlight > window ? 0 : window - inFlight;
}

void
TcpStockFastSocket::SendAllowed()
{
    NS_LOG_FUNCTION(this);
    if (m_txBuffer->Size() == 0 || (!m_endPoint && !m_endPoint6))
    {
        return;
    }
    FollowHead();
    while (SendNext())
    {
    }
}

bool
TcpStockFastSocket::SendNext()
{
    auto room = GetRoom();
    const bool isFinished = m_tcb->m_congState == TcpSocketState::CA_OPEN && m_state == FIN_WAIT_1;
    if (room == 0 || isFinished || (IsPacingEnabled() && m_pacingTimer.IsRunning()))
    {
        return false;
    }
    const bool inRecovery = m_sackEnabled && m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    const auto next = FindNext(inRecovery);
    if (!next)
    {
        return false;
    }
    const SequenceNumber32 seq(static_cast<uint32_t>(next->begin));
    const uint32_t available = m_txBuffer->SizeFromSequence(seq);
    if (available < room)
    {
        NotifySend(GetTxAvailable());
    }
    if (IsHeldBack(room, available))
    {
        return false;
    }
    m_tcb->m_nextTxSequence = seq;
    if (m_tcb->m_bytesInFlight.Get() == 0)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_TX_START);
    }
    const auto most = std::min({room, m_tcb->m_segmentSize, static_cast<uint32_t>(next->Size())});
    const uint32_t size = SendDataPacket(seq, most, m_connected);
    m_tcb->m_nextTxSequence += size;
    if (IsPacingEnabled() && m_pacingTimer.IsExpired())
    {
        Pace(size);
        return false;
    }
    return size > 0;
}

bool
TcpStockFastSocket::IsHeldBack(uint32_t room, uint32_t available) const
{
    const uint32_t segment = m_tcb->m_segmentSize;
    if (room < segment && available > room)
    {
        return !IsStuck();
    }
    return !m_noDelay && UnAckDataCount() > 0 && available < segment;
}

bool
TcpStockFastSocket::IsStuck() const
{
    return m_tcb->m_cWnd.Get() < m_tcb->m_segmentSize && m_board.GetUna() == m_board.GetNxt() &&
           m_retxEvent.IsExpired() && m_delAckEvent.IsExpired();
}

std::optional<OctetRange>
TcpStockFastSocket::FindNext(bool inRecovery)
{
    const uint32_t segment = m_tcb->m_segmentSize;
    const auto* missing = m_board.FindMissing();
    if (missing && missing->lost)
    {
        return OctetRange{missing->begin, missing->begin + segment};
    }
    const auto nxt = m_board.GetNxt();
    const auto sent = static_cast<uint32_t>(nxt - m_board.GetUna());
    if (m_txBuffer->Size() > sent)
    {
        const uint32_t window = m_rWnd;
        return sent < window
                   ? std::optional(OctetRange{nxt, nxt + std::min(segment, window - sent)})
                   : std::nullopt;
    }
    if (missing && inRecovery)
    {
        return OctetRange{missing->begin, missing->begin + segment};
    }
    return std::nullopt;
}

std::optional<OctetRange>
TcpStockFastSocket::Take(uint64_t begin, uint32_t most, bool& isRetransmission)
{
    const SequenceNumber32 seq(static_cast<uint32_t>(begin));
    const auto size = std::min(most, m_txBuffer->SizeFromSequence(seq));
    const auto nxt = m_board.GetNxt();
    isRetransmission = begin < nxt;
    if (size == 0)
    {
        return std::nullopt;
    }
    if (isRetransmission)
    {
        return m_board.SendAgain(begin, static_cast<uint32_t>(std::min(begin + size, nxt) - begin));
    }
    m_payload.Take(*m_txBuffer, begin, size);
    m_board.Extend(size);
    return OctetRange{begin, begin + size};
}

uint32_t
TcpStockFastSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    NS_LOG_FUNCTION(this << seq << maxSize << withAck);
    FollowHead();
    const bool isStart = BytesInFlight() == 0;
    bool isRetransmission = false;
    const auto range = Take(ToPosition(seq), maxSize, isRetransmission);
    if (!range)
    {
        return 0;
    }
    m_rateOps->SkbSent(m_payload.Touch(range->begin), isStart);
    const auto packet = m_payload.Copy(*range);
    const uint32_t size = packet->GetSize();
    if (IsPacingEnabled() && m_pacingTimer.IsExpired())
    {
        Pace(size);
    }
    if (withAck)
    {
        m_delAckEvent.Cancel();
        m_delAckCount = 0;
    }
    const auto header = MakeHeader(*range, withAck, isRetransmission);
    TagPacket(packet, isRetransmission ? PacketKind::RETRANSMISSION : PacketKind::DATA);
    if (m_retxEvent.IsExpired())
    {
        m_retxEvent = Simulator::Schedule(m_rto, &TcpStockFastSocket::ReTxTimeout, this);
    }
    Dispatch(packet, header, isRetransmission);
    Account(*range, isRetransmission);
    return size;
}

void
TcpStockFastSocket::Pace(uint32_t size)
{
    m_pacingTimer.Schedule(m_tcb->m_pacingRate.Get().CalculateBytesTxTime(size));
}

uint8_t
TcpStockFastSocket::MakeFlags(OctetRange range, bool withAck, bool isRetransmission)
{
    const SequenceNumber32 begin(static_cast<uint32_t>(range.begin));
    const SequenceNumber32 end(static_cast<uint32_t>(range.end));
    uint8_t flags = withAck ? TcpHeader::ACK : 0;
    if (m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD && !isRetransmission &&
        m_ecnEchoSeq.Get() > m_ecnCWRSeq.Get())
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_CWR_SENT;
        m_ecnCWRSeq = begin;
        flags |= TcpHeader::CWR;
    }
    if (m_closeOnEmpty && m_txBuffer->SizeFromSequence(end) == 0)
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
TcpStockFastSocket::MakeHeader(OctetRange range, bool withAck, bool isRetransmission)
{
    TcpHeader header;
    header.SetFlags(MakeFlags(range, withAck, isRetransmission));
    header.SetSequenceNumber(SequenceNumber32(static_cast<uint32_t>(range.begin)));
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    header.SetSourcePort(m_endPoint ? m_endPoint->GetLocalPort() : m_endPoint6->GetLocalPort());
    header.SetDestinationPort(m_endPoint ? m_endPoint->GetPeerPort() : m_endPoint6->GetPeerPort());
    header.SetWindowSize(AdvertisedWindowSize());
    AddOptions(header);
    return header;
}

void
TcpStockFastSocket::Dispatch(Ptr<Packet> packet, const TcpHeader& header, bool isRetransmission)
{
    m_txTrace(packet, header, this);
    if (m_endPoint)
    {
        const auto local = m_endPoint->GetLocalAddress();
        const auto peer = m_endPoint->GetPeerAddress();
        if (isRetransmission)
        {
            TraceRetransmission(packet, header, local, peer);
        }
        m_tcp->SendPacket(packet, header, local, peer, m_boundnetdevice);
    }
    else
    {
        const auto local = m_endPoint6->GetLocalAddress();
        const auto peer = m_endPoint6->GetPeerAddress();
        if (isRetransmission)
        {
            TraceRetransmission(packet, header, local, peer);
        }
        m_tcp->SendPacket(packet, header, local, peer, m_boundnetdevice);
    }
}

void
TcpStockFastSocket::Account(OctetRange range, bool isRetransmission)
{
    const SequenceNumber32 begin(static_cast<uint32_t>(range.begin));
    const SequenceNumber32 end(static_cast<uint32_t>(range.end));
    const auto size = static_cast<uint32_t>(range.Size());
    const uint32_t inFlight = BytesInFlight();
    ns3compat::SetCwndLimited(*m_tcb, m_tcb->m_cWnd < inFlight + m_tcb->m_segmentSize, 0);
    UpdateRttHistory(begin, size, isRetransmission);
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
        m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        m_recoveryOps->UpdateBytesSent(size);
    }
    if (!isRetransmission)
    {
        Simulator::ScheduleNow(&TcpStockFastSocket::NotifyDataSent,
                               this,
                               static_cast<uint32_t>(end - m_tcb->m_highTxMark.Get()));
    }
    m_tcb->m_highTxMark = std::max(end, m_tcb->m_highTxMark.Get());
}

void
TcpStockFastSocket::UpdateRttHistory(const SequenceNumber32& seq,
                                     uint32_t size,
                                     bool isRetransmission)
{
    if (!isRetransmission)
    {
        m_history.emplace_back(seq, size, Simulator::Now());
        return;
    }
    auto entry = std::upper_bound(
        m_history.begin(),
        m_history.end(),
        seq,
        [](const SequenceNumber32& sought, const RttHistory& known) { return sought < known.seq; });
    const auto covers = [&seq](const RttHistory& known) {
        return seq < known.seq + SequenceNumber32(known.count);
    };
    // Segments that were joined overlap: the first counts.
    auto found = m_history.end();
    while (entry != m_history.begin() && covers(*--entry))
    {
        found = entry;
    }
    if (found != m_history.end())
    {
        found->retx = true;
        found->count = (seq + SequenceNumber32(size)) - found->seq;
    }
}

void
TcpStockFastSocket::ReTxTimeout()
{
    NS_LOG_FUNCTION(this);
    if (m_state == SYN_SENT || m_txBuffer->Size() == 0 || m_state == CLOSED ||
        m_state == TIME_WAIT || m_dataRetrCount == 0)
    {
        // Nothing of it has to do with data.
        TcpSocketBase::ReTxTimeout();
        return;
    }
    FollowHead();
    --m_dataRetrCount;
    const uint32_t inFlight = BytesInFlight();
    m_dupAckCount = 0;
    m_board.LoseAll(!m_sackEnabled);
    m_recover = m_tcb->m_highTxMark;
    m_recoverActive = true;
    m_rto = std::min(m_rto.Get() + m_rto.Get(), MAX_RTO);
    m_history.clear();
    // Also if the head was sent again by the timer before: its mark is gone by now.
    m_tcb->m_ssThresh = m_congestionControl->GetSsThresh(m_tcb, inFlight);
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_LOSS);
    SetCongestionState(TcpSocketState::CA_LOSS);
    m_tcb->m_cWnd = m_tcb->m_segmentSize;
    m_tcb->m_cWndInfl = m_tcb->m_cWnd;
    m_pacingTimer.Cancel();
    BytesInFlight();
    SendAllowed();
}

void
TcpStockFastSocket::PersistTimeout()
{
    const bool isNext = ToPosition(m_tcb->m_nextTxSequence) == m_board.GetNxt();
    if (isNext && m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        TcpSocketBase::PersistTimeout();
        return;
    }
    // Without an octet to probe with ns-3's own socket ends the program, and one that was sent
    // before it takes out of its list.
    m_persistTimeout = std::min(MAX_RTO, m_persistTimeout + m_persistTimeout);
    SendEmptyPacket(TcpHeader::ACK);
    m_persistEvent =
        Simulator::Schedule(m_persistTimeout, &TcpStockFastSocket::PersistTimeout, this);
}

} // namespace ns3

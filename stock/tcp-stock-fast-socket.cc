/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-stock-fast-socket.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/ns3-values.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-connection-demux.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rate-ops.h"
#include "ns3/tcp-rx-buffer.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpStockFastSocket");
NS_OBJECT_ENSURE_REGISTERED(TcpStockFastSocket);

namespace
{
/// Upper bound of the retransmission timeout.
const Time LARGEST_RTO = Seconds(60);
} // namespace

TypeId
TcpStockFastSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TcpStockFastSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("TcpLossy")
                            .AddConstructor<TcpStockFastSocket>();
    return tid;
}

TcpStockFastSocket::TcpStockFastSocket()
    : m_outstanding(MakeVariables()),
      m_congestion(MakeVariables(), m_outstanding, *this)
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpStockFastSocket::SendAllowed, this);
}

TcpStockFastSocket::TcpStockFastSocket(const TcpStockFastSocket& other)
    : ns3compat::TcpSocketShim<TcpStockFastSocket>(other),
      m_outstanding(MakeVariables()),
      m_congestion(MakeVariables(), m_outstanding, *this)
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpStockFastSocket::SendAllowed, this);
}

Ptr<TcpSocketBase>
TcpStockFastSocket::Fork()
{
    return CopyObject<TcpStockFastSocket>(this);
}

StockVariables
TcpStockFastSocket::MakeVariables()
{
    return {m_tcb,
            m_txBuffer,
            m_congestionControl,
            m_recoveryOps,
            m_rateOps,
            m_sackEnabled,
            m_limitedTx,
            m_retxThresh,
            m_rWnd,
            m_highRxAckMark,
            m_ecnEchoSeq};
}

void
TcpStockFastSocket::DoForwardUp(Ptr<Packet> packet,
                                const Address& fromAddress,
                                const Address& toAddress)
{
    const Ptr<TcpStockFastSocket> self(this);
    constexpr uint32_t FLAGS = 13;
    constexpr uint8_t SYN_ACK = TcpHeader::SYN | TcpHeader::ACK;
    std::array<uint8_t, FLAGS + 1> start{};
    packet->CopyData(start.data(), start.size());
    const bool isSynAck = (start[FLAGS] & SYN_ACK) == SYN_ACK;
    const bool wasConnected = m_connected;
    const bool wasProbing = !m_persistEvent.IsExpired();
    m_holdsBase = wasConnected;
    TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
    m_holdsBase = false;
    if (wasConnected && wasProbing && m_persistEvent.IsExpired() && m_rWnd.Get() != 0)
    {
        SendAllowed();
    }
    if (m_connected && !wasConnected)
    {
        m_presented = Simulator::Now();
    }
    else if (isSynAck && wasConnected)
    {
        PresentAgain();
    }
}

void
TcpStockFastSocket::PresentAgain()
{
    const bool isSilent = m_state == ESTABLISHED && m_txBuffer->Size() == 0 &&
                          m_tcb->m_highTxMark.Get() == SequenceNumber32(1);
    // Sooner than that our ACK may be on its way.
    if (isSilent && Simulator::Now() - m_presented > m_rtt->GetEstimate())
    {
        m_presented = Simulator::Now();
        SendEmptyPacket(TcpHeader::ACK);
    }
}

void
TcpStockFastSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& header)
{
    NS_LOG_FUNCTION(this << header);
    const bool hasData = packet->GetSize() > 0;
    const auto ack = m_outstanding.Read(header, hasData);
    const bool isOvertaken = ack.number < ack.before;
    if (!isOvertaken)
    {
        m_congestion.OnAck(ack, header.GetFlags() & TcpHeader::ECE);
    }
    if (hasData)
    {
        ReceivedData(packet, header);
    }
    if (!isOvertaken)
    {
        SendAllowed();
    }
}

void
TcpStockFastSocket::Advance(SequenceNumber32 ack, bool restartsTimer)
{
    NewAck(ack, restartsTimer);
}

void
TcpStockFastSocket::UpdatePace()
{
    UpdatePacingRate();
}

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
                                   m_outstanding.GetBoard().GetLost(),
                                   m_outstanding.GetBoard().GetSentAgain());
    if (m_state != SYN_SENT && m_outstanding.GetRoom() > 0 && m_sendPendingDataEvent.IsExpired())
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
    return m_outstanding.PublishInFlight();
}

uint32_t
TcpStockFastSocket::Window() const
{
    return m_holdsBase ? 0 : TcpSocketBase::Window();
}

void
TcpStockFastSocket::SendAllowed()
{
    NS_LOG_FUNCTION(this);
    if (m_txBuffer->Size() == 0 || (!m_endPoint && !m_endPoint6))
    {
        return;
    }
    m_outstanding.FollowHead();
    while (SendNext())
    {
    }
}

bool
TcpStockFastSocket::SendNext()
{
    const auto room = m_outstanding.GetRoom();
    const bool isFinished = m_tcb->m_congState == TcpSocketState::CA_OPEN && m_state == FIN_WAIT_1;
    if (room == 0 || isFinished || (IsPacingEnabled() && m_pacingTimer.IsRunning()))
    {
        return false;
    }
    const bool inRecovery = m_sackEnabled && m_tcb->m_congState == TcpSocketState::CA_RECOVERY;
    const auto next = m_outstanding.FindNext(inRecovery);
    if (!next)
    {
        return false;
    }
    const auto seq = ToSequence(next->begin);
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
    const auto& board = m_outstanding.GetBoard();
    return m_tcb->m_cWnd.Get() < m_tcb->m_segmentSize && board.GetUna() == board.GetNxt() &&
           m_retxEvent.IsExpired() && m_delAckEvent.IsExpired();
}

uint32_t
TcpStockFastSocket::SendDataPacket(SequenceNumber32 seq, uint32_t maxSize, bool withAck)
{
    NS_LOG_FUNCTION(this << seq << maxSize << withAck);
    m_outstanding.FollowHead();
    const auto segment = m_outstanding.Take(m_outstanding.ToPosition(seq), maxSize);
    if (!segment)
    {
        return 0;
    }
    const uint32_t size = segment->payload->GetSize();
    if (IsPacingEnabled() && m_pacingTimer.IsExpired())
    {
        Pace(size);
    }
    if (withAck)
    {
        m_delAckEvent.Cancel();
        m_delAckCount = 0;
    }
    const auto header = MakeHeader(*segment, withAck);
    TagPacket(segment->payload,
              segment->isRetransmission ? SegmentKind::RETRANSMISSION : SegmentKind::DATA);
    if (m_retxEvent.IsExpired())
    {
        m_retxEvent = Simulator::Schedule(m_rto, &TcpStockFastSocket::ReTxTimeout, this);
    }
    Dispatch(*segment, header);
    Account(*segment);
    return size;
}

void
TcpStockFastSocket::SendData(SequenceNumber32 seq, uint32_t most)
{
    SendDataPacket(seq, most, true);
}

void
TcpStockFastSocket::Pace(uint32_t size)
{
    m_pacingTimer.Schedule(m_tcb->m_pacingRate.Get().CalculateBytesTxTime(size));
}

uint8_t
TcpStockFastSocket::MakeFlags(const StockSegment& segment, bool withAck)
{
    uint8_t flags = withAck ? TcpHeader::ACK : 0;
    if (m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD && !segment.isRetransmission &&
        m_ecnEchoSeq.Get() > m_ecnCWRSeq.Get())
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_CWR_SENT;
        m_ecnCWRSeq = ToSequence(segment.range.begin);
        flags |= TcpHeader::CWR;
    }
    if (m_closeOnEmpty && m_txBuffer->SizeFromSequence(ToSequence(segment.range.end)) == 0)
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
TcpStockFastSocket::MakeHeader(const StockSegment& segment, bool withAck)
{
    TcpHeader header;
    header.SetFlags(MakeFlags(segment, withAck));
    header.SetSequenceNumber(ToSequence(segment.range.begin));
    header.SetAckNumber(m_tcb->m_rxBuffer->NextRxSequence());
    EndPointPair{m_endPoint, m_endPoint6}.WritePorts(header);
    header.SetWindowSize(AdvertisedWindowSize());
    AddOptions(header);
    return header;
}

void
TcpStockFastSocket::Dispatch(const StockSegment& segment, const TcpHeader& header)
{
    m_txTrace(segment.payload, header, this);
    const EndPointPair ends{m_endPoint, m_endPoint6};
    const auto local = ends.GetLocalAddress();
    const auto peer = ends.GetPeerAddress();
    if (segment.isRetransmission)
    {
        TraceRetransmission(segment.payload, header, local, peer);
    }
    m_tcp->SendPacket(segment.payload, header, local, peer, m_boundnetdevice);
}

void
TcpStockFastSocket::Account(const StockSegment& segment)
{
    const auto end = ToSequence(segment.range.end);
    const auto size = static_cast<uint32_t>(segment.range.Size());
    const uint32_t inFlight = BytesInFlight();
    ns3compat::SetCwndLimited(*m_tcb, m_tcb->m_cWnd < inFlight + m_tcb->m_segmentSize);
    UpdateRttHistory(ToSequence(segment.range.begin), size, segment.isRetransmission);
    if (m_tcb->m_congState == TcpSocketState::CA_RECOVERY ||
        m_tcb->m_congState == TcpSocketState::CA_CWR)
    {
        m_recoveryOps->UpdateBytesSent(size);
    }
    if (!segment.isRetransmission)
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
    m_outstanding.FollowHead();
    --m_dataRetrCount;
    BytesInFlight();
    m_rto = std::min(m_rto.Get() + m_rto.Get(), LARGEST_RTO);
    m_history.clear();
    m_congestion.OnTimeout();
    m_pacingTimer.Cancel();
    BytesInFlight();
    SendAllowed();
}

void
TcpStockFastSocket::PersistTimeout()
{
    m_outstanding.FollowHead();
    const auto next = m_outstanding.ToPosition(m_tcb->m_nextTxSequence);
    const bool isNext = next == m_outstanding.GetBoard().GetNxt();
    if (isNext && m_txBuffer->SizeFromSequence(m_tcb->m_nextTxSequence) > 0)
    {
        TcpSocketBase::PersistTimeout();
        return;
    }
    // Without an octet to probe with ns-3's own socket ends the program, and one that was sent
    // before it takes out of its list.
    m_persistTimeout = std::min(LARGEST_RTO, m_persistTimeout + m_persistTimeout);
    SendEmptyPacket(TcpHeader::ACK);
    m_persistEvent =
        Simulator::Schedule(m_persistTimeout, &TcpStockFastSocket::PersistTimeout, this);
}

int
TcpStockFastSocket::Close()
{
    if (!m_reassembly.IsEmpty() && m_tcb->m_rxBuffer->Size() == 0)
    {
        // What is out of order was not read, either.
        SendRST();
        return 0;
    }
    return TcpSocketBase::Close();
}

void
TcpStockFastSocket::ReceivedData(Ptr<Packet> packet, const TcpHeader& header)
{
    NS_LOG_FUNCTION(this << header);
    const auto& buffer = m_tcb->m_rxBuffer;
    if (m_reassembly.IsEmpty() && header.GetSequenceNumber() <= buffer->NextRxSequence())
    {
        TcpSocketBase::ReceivedData(packet, header);
        return;
    }
    const SequenceNumber32 expected = buffer->NextRxSequence();
    if (!m_reassembly.Receive(*buffer, packet, header))
    {
        Acknowledge();
        return;
    }
    if (expected < buffer->NextRxSequence())
    {
        if (!m_shutdownRecv)
        {
            NotifyDataRecv();
        }
        if (buffer->Finished() && (header.GetFlags() & TcpHeader::FIN) == 0)
        {
            DoPeerClose();
            return;
        }
    }
    if (!m_reassembly.IsEmpty() || buffer->NextRxSequence() > expected + packet->GetSize())
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
        Acknowledge();
        return;
    }
    AcknowledgeLater();
}

void
TcpStockFastSocket::Acknowledge()
{
    if (m_tcb->m_ecnState == TcpSocketState::ECN_CE_RCVD ||
        m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE)
    {
        SendEmptyPacket(TcpHeader::ACK | TcpHeader::ECE);
        m_tcb->m_ecnState = TcpSocketState::ECN_SENDING_ECE;
    }
    else
    {
        SendEmptyPacket(TcpHeader::ACK);
    }
}

void
TcpStockFastSocket::AcknowledgeLater()
{
    if (++m_delAckCount >= m_delAckMaxCount)
    {
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_NON_DELAYED_ACK);
        Acknowledge();
        return;
    }
    m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_DELAYED_ACK);
    if (m_delAckEvent.IsExpired())
    {
        m_delAckEvent =
            Simulator::Schedule(m_delAckTimeout, &TcpStockFastSocket::DelAckTimeout, this);
    }
}

uint16_t
TcpStockFastSocket::AdvertisedWindowSize(bool scale) const
{
    if (!m_inOrder)
    {
        return TcpSocketBase::AdvertisedWindowSize(scale);
    }
    // The buffer that only reports does not know the window.
    const auto reports = std::exchange(m_tcb->m_rxBuffer, m_inOrder);
    const auto window = TcpSocketBase::AdvertisedWindowSize(scale);
    m_tcb->m_rxBuffer = reports;
    return window;
}

void
TcpStockFastSocket::SendEmptyPacket(uint8_t flags)
{
    if (!m_sackEnabled || m_reassembly.GetBlocks().empty() || m_inOrder)
    {
        TcpSocketBase::SendEmptyPacket(flags);
        return;
    }
    // TcpSocketBase reports what its buffer holds out of order: another one for once.
    m_inOrder = m_tcb->m_rxBuffer;
    m_tcb->m_rxBuffer = m_reassembly.MakeReports(m_inOrder->NextRxSequence());
    TcpSocketBase::SendEmptyPacket(flags);
    m_tcb->m_rxBuffer = std::exchange(m_inOrder, nullptr);
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What ACKs mean. What is sent: -sending.

#include "tcp-stock-fast-socket.h"

#include "ns3/log.h"
#include "ns3/rtt-estimator.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-rate-ops.h"

#include <algorithm>
#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpStockFastSocket");
NS_OBJECT_ENSURE_REGISTERED(TcpStockFastSocket);

namespace
{
/// @brief A difference that does not wrap. @param a a number @param b another one
/// @return a - b, or 0
uint32_t
SubtractToZero(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}
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
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpStockFastSocket::SendAllowed, this);
}

TcpStockFastSocket::TcpStockFastSocket(const TcpStockFastSocket& other)
    : ns3compat::TcpSocketShim<TcpStockFastSocket>(other)
{
    NS_LOG_FUNCTION(this);
    m_pacingTimer.SetFunction(&TcpStockFastSocket::SendAllowed, this);
}

Ptr<TcpSocketBase>
TcpStockFastSocket::Fork()
{
    return CopyObject<TcpStockFastSocket>(this);
}

uint64_t
TcpStockFastSocket::ToPosition(SequenceNumber32 seq) const
{
    return UnwrapSequence(m_board.GetUna(), seq.GetValue());
}

void
TcpStockFastSocket::FollowHead()
{
    // The handshake sets it, and so does the ACK of a FIN.
    const SequenceNumber32 head = m_txBuffer->HeadSequence();
    const bool isEmpty = m_board.GetUna() == m_board.GetNxt();
    if (isEmpty && static_cast<uint32_t>(m_board.GetUna()) != head.GetValue())
    {
        m_board.Start(FirstPosition(head.GetValue()));
    }
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

uint32_t
TcpStockFastSocket::ReadBlocks(const TcpHeader& header)
{
    const auto option = DynamicCast<const TcpOptionSack>(header.GetOption(TcpOption::SACK));
    if (!option)
    {
        return 0;
    }
    std::vector<OctetRange> blocks;
    for (const auto& block : option->GetSackList())
    {
        blocks.push_back({ToPosition(block.first), ToPosition(block.second)});
    }
    return m_board.Sack(blocks, m_retxThresh, [this](const auto& segment) { Deliver(segment); });
}

void
TcpStockFastSocket::Deliver(const StockScoreboard::Segment& segment)
{
    m_deliveredTotal += segment.size;
    m_rateOps->SkbDelivered(m_payload.Find(segment.begin));
}

bool
TcpStockFastSocket::AcknowledgesRepair(const Ack& ack) const
{
    const auto end = ToPosition(ack.number);
    const uint32_t segments = (ack.number - ack.before) / m_tcb->m_segmentSize;
    for (uint32_t i = 0; i < segments; ++i)
    {
        if (m_board.IsRepairEnding(end - uint64_t{i} * m_tcb->m_segmentSize))
        {
            return true;
        }
    }
    return false;
}

void
TcpStockFastSocket::Release(SequenceNumber32 ack)
{
    if (ack <= m_txBuffer->HeadSequence())
    {
        return;
    }
    const auto position = ToPosition(ack);
    m_board.Acknowledge(position, [this](const auto& segment) { Deliver(segment); });
    m_payload.DiscardUpTo(position);
    m_txBuffer->DiscardUpTo(ack);
}

void
TcpStockFastSocket::ReceivedAck(Ptr<Packet> packet, const TcpHeader& header)
{
    NS_LOG_FUNCTION(this << header);
    FollowHead();
    const uint32_t lostBefore = m_board.GetLost();
    const uint32_t priorInFlight = m_tcb->m_bytesInFlight.Get();
    const auto deliveredBefore = m_deliveredTotal;
    const bool hasData = packet->GetSize() > 0;
    const bool hasNews = ReadBlocks(header) > 0;
    Ack ack{header.GetAckNumber(), m_txBuffer->HeadSequence()};
    if (ack.number < ack.before)
    {
        if (hasData)
        {
            ReceivedData(packet, header);
        }
        return;
    }
    if (ack.number > ack.before && ack.number < m_recover &&
        m_tcb->m_congState == TcpSocketState::CA_RECOVERY && AcknowledgesRepair(ack))
    {
        m_tcb->m_isRetransDataAcked = true;
    }
    Release(ack.number);
    ack.delivered = static_cast<uint32_t>(m_deliveredTotal - deliveredBefore);
    m_tcb->m_lastAckedSackedBytes = ack.delivered;
    ReadEcho(header, ack);
    BytesInFlight();
    ack.isDuplicate =
        m_sackEnabled ? hasNews
                      : ack.number == ack.before && ack.number < m_tcb->m_highTxMark && !hasData;
    Judge(ack);
    m_tcb->m_isRetransDataAcked = false;
    if (m_congestionControl->HasCongControl())
    {
        // The change, whichever its sign: a repair counts as a loss.
        const uint32_t lost = m_board.GetLost();
        const auto& sample =
            m_rateOps->GenerateSample(ack.delivered,
                                      std::max(lost, lostBefore) - std::min(lost, lostBefore),
                                      false,
                                      priorInFlight,
                                      m_tcb->m_minRtt);
        m_congestionControl->CongControl(m_tcb, m_rateOps->GetConnectionRate(), sample);
    }
    if (hasData)
    {
        ReceivedData(packet, header);
    }
    SendAllowed();
}

void
TcpStockFastSocket::ReadEcho(const TcpHeader& header, const Ack& ack)
{
    if (m_tcb->m_congState == TcpSocketState::CA_CWR && ack.number > m_recover)
    {
        m_tcb->m_congState = TcpSocketState::CA_OPEN;
        if (!m_congestionControl->HasCongControl())
        {
            m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
            m_recoveryOps->ExitRecovery(m_tcb);
            m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        }
    }
    const bool hasEcho = header.GetFlags() & TcpHeader::ECE;
    if (ack.number > ack.before && hasEcho && m_tcb->m_ecnState != TcpSocketState::ECN_DISABLED)
    {
        if (m_ecnEchoSeq.Get() < ack.number)
        {
            m_ecnEchoSeq = ack.number;
            m_tcb->m_ecnState = TcpSocketState::ECN_ECE_RCVD;
            if (m_tcb->m_congState != TcpSocketState::CA_CWR)
            {
                BeginReduction(ack.delivered);
            }
        }
    }
    else if (!hasEcho && m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
}

void
TcpStockFastSocket::BeginReduction(uint32_t delivered)
{
    m_tcb->m_ssThresh = m_congestionControl->GetSsThresh(m_tcb, BytesInFlight());
    m_tcb->m_cWndInfl = m_tcb->m_ssThresh;
    // The control does not hear of it.
    m_tcb->m_congState = TcpSocketState::CA_CWR;
    m_recover = m_tcb->m_highTxMark;
    if (!m_congestionControl->HasCongControl())
    {
        ns3compat::EnterRecovery<TcpRecoveryOps>(*m_recoveryOps,
                                                 m_tcb,
                                                 m_dupAckCount,
                                                 UnAckDataCount(),
                                                 delivered,
                                                 m_board.GetSacked());
    }
}

void
TcpStockFastSocket::SetCongestionState(TcpSocketState::TcpCongState_t state)
{
    m_congestionControl->CongestionStateSet(m_tcb, state);
    m_tcb->m_congState = state;
}

void
TcpStockFastSocket::TellArrived(uint32_t segments)
{
    m_congestionControl->PktsAcked(m_tcb, segments, ns3compat::GetSmoothedRtt(*m_tcb, 0));
}

void
TcpStockFastSocket::Judge(const Ack& ack)
{
    m_tcb->m_lastAckedSeq = ack.number;
    const bool isNew = ack.number > ack.before;
    // An advance asks for the count before this ACK.
    const uint32_t dupAcksBefore = m_dupAckCount;
    if (ack.isDuplicate)
    {
        OnDuplicate(ack.delivered);
    }
    if (isNew)
    {
        OnAdvance(ack, dupAcksBefore);
    }
    else if (ack.number == m_tcb->m_highTxMark)
    {
        return;
    }
    else if (ack.number > m_tcb->m_highTxMark)
    {
        m_tcb->m_nextTxSequence = ack.number;
    }
    else
    {
        TellArrived(1);
    }
    UpdatePacingRate();
}

void
TcpStockFastSocket::OnDuplicate(uint32_t delivered)
{
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_LOSS:
        return;
    case TcpSocketState::CA_RECOVERY:
        if (!m_sackEnabled)
        {
            m_board.AddGuess();
        }
        if (!m_congestionControl->HasCongControl())
        {
            ns3compat::DoRecovery<TcpRecoveryOps>(*m_recoveryOps, m_tcb, delivered, true);
        }
        return;
    case TcpSocketState::CA_OPEN:
        ++m_dupAckCount;
        SetCongestionState(TcpSocketState::CA_DISORDER);
        OnDisorder(delivered);
        return;
    case TcpSocketState::CA_DISORDER:
        ++m_dupAckCount;
        OnDisorder(delivered);
        return;
    default:
        // Counted, and nothing else, while ECN's echo reduces the window.
        ++m_dupAckCount;
        return;
    }
}

void
TcpStockFastSocket::OnDisorder(uint32_t delivered)
{
    const SequenceNumber32 una = m_highRxAckMark;
    const bool isBeyond = una >= m_recover || !m_recoverActive;
    if ((m_dupAckCount == m_retxThresh && isBeyond) || m_board.IsLost(ToPosition(una)))
    {
        BeginRecovery(delivered);
    }
    else if (!m_sackEnabled && m_limitedTx)
    {
        m_board.AddGuess();
    }
}

void
TcpStockFastSocket::BeginRecovery(uint32_t delivered)
{
    if (!m_sackEnabled)
    {
        m_board.AddGuess();
        m_board.LoseHead();
    }
    else if (!m_board.IsLost(m_board.GetUna()))
    {
        m_board.LoseHead();
    }
    m_recover = m_tcb->m_highTxMark;
    m_recoverActive = true;
    SetCongestionState(TcpSocketState::CA_RECOVERY);
    const uint32_t inFlight = BytesInFlight() + (m_sackEnabled ? 0 : m_tcb->m_segmentSize);
    m_tcb->m_ssThresh = m_congestionControl->GetSsThresh(m_tcb, inFlight);
    if (!m_congestionControl->HasCongControl())
    {
        ns3compat::EnterRecovery<TcpRecoveryOps>(*m_recoveryOps,
                                                 m_tcb,
                                                 m_dupAckCount,
                                                 UnAckDataCount(),
                                                 delivered,
                                                 m_board.GetSacked());
    }
    SendDataPacket(m_highRxAckMark, m_tcb->m_segmentSize, true);
}

uint32_t
TcpStockFastSocket::ToSegments(uint32_t delivered)
{
    const uint32_t size = m_tcb->m_segmentSize;
    uint32_t segments = delivered / size;
    m_bytesAckedNotProcessed += delivered % size;
    if (m_bytesAckedNotProcessed >= size)
    {
        ++segments;
        m_bytesAckedNotProcessed -= size;
    }
    return segments;
}

void
TcpStockFastSocket::OnAdvance(const Ack& ack, uint32_t dupAcksBefore)
{
    const uint32_t segments = ToSegments(ack.delivered);
    if (!ack.isDuplicate)
    {
        m_dupAckCount = 0;
    }
    const bool isPartial = ack.number < m_recover;
    const auto state = m_tcb->m_congState.Get();
    if (isPartial && state == TcpSocketState::CA_RECOVERY)
    {
        OnPartial(ack, segments);
    }
    else if (isPartial && state == TcpSocketState::CA_LOSS)
    {
        TellArrived(segments);
        m_congestionControl->IncreaseWindow(m_tcb, segments);
        NewAck(ack.number, true);
    }
    else if (state == TcpSocketState::CA_CWR)
    {
        TellArrived(segments);
        if (!m_congestionControl->HasCongControl() && segments > 0)
        {
            ns3compat::DoRecovery<TcpRecoveryOps>(*m_recoveryOps, m_tcb, ack.delivered, false);
        }
        NewAck(ack.number, true);
    }
    else
    {
        OnOtherAdvance(ack, segments, dupAcksBefore);
    }
}

void
TcpStockFastSocket::OnPartial(const Ack& ack, uint32_t segments)
{
    if (!m_sackEnabled)
    {
        m_board.LoseHead();
    }
    if (!m_congestionControl->HasCongControl() && segments > 0)
    {
        ns3compat::DoRecovery<TcpRecoveryOps>(*m_recoveryOps, m_tcb, ack.delivered, false);
    }
    if (!m_board.IsRepairEnding(ToPosition(ack.number) + m_tcb->m_segmentSize))
    {
        SendMissing();
        m_tcb->m_cWndInfl = SubtractToZero(m_tcb->m_cWndInfl, segments * m_tcb->m_segmentSize);
    }
    TellArrived(1);
    NewAck(ack.number, m_isFirstPartialAck);
    m_isFirstPartialAck = false;
}

void
TcpStockFastSocket::OnOtherAdvance(const Ack& ack, uint32_t segments, uint32_t dupAcksBefore)
{
    bool hasRecovered = false;
    switch (m_tcb->m_congState)
    {
    case TcpSocketState::CA_OPEN:
        TellArrived(segments);
        break;
    case TcpSocketState::CA_DISORDER:
        if (segments >= dupAcksBefore)
        {
            TellArrived(segments - dupAcksBefore);
        }
        if (!ack.isDuplicate)
        {
            SetCongestionState(TcpSocketState::CA_OPEN);
        }
        break;
    case TcpSocketState::CA_RECOVERY:
        m_isFirstPartialAck = true;
        segments = static_cast<uint32_t>(ack.number - ack.before) / m_tcb->m_segmentSize;
        TellArrived(segments);
        m_congestionControl->CwndEvent(m_tcb, TcpSocketState::CA_EVENT_COMPLETE_CWR);
        SetCongestionState(TcpSocketState::CA_OPEN);
        hasRecovered = true;
        m_dupAckCount = 0;
        break;
    case TcpSocketState::CA_LOSS:
        m_isFirstPartialAck = true;
        segments = static_cast<uint32_t>(ack.number - m_recover) / m_tcb->m_segmentSize;
        TellArrived(segments);
        SetCongestionState(TcpSocketState::CA_OPEN);
        break;
    default:
        break;
    }
    m_recoverActive = m_recoverActive && ack.number < m_recover;
    if (hasRecovered)
    {
        NewAck(ack.number, true);
        m_tcb->m_cWnd = m_tcb->m_ssThresh.Get();
        m_recoveryOps->ExitRecovery(m_tcb);
        BytesInFlight();
    }
    if (m_tcb->m_congState == TcpSocketState::CA_OPEN)
    {
        m_congestionControl->IncreaseWindow(m_tcb, segments);
        m_tcb->m_cWndInfl = m_tcb->m_cWnd;
        NewAck(ack.number, true);
    }
}

void
TcpStockFastSocket::SendMissing()
{
    // Without anything missing, new data go, and without those the first segment once more.
    const auto una = m_board.GetUna();
    const auto range = FindNext(false).value_or(OctetRange{una, una + m_tcb->m_segmentSize});
    const SequenceNumber32 seq(static_cast<uint32_t>(range.begin));
    m_tcb->m_nextTxSequence = seq;
    SendDataPacket(seq, static_cast<uint32_t>(range.Size()), true);
}

} // namespace ns3

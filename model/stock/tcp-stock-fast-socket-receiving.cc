/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What arrives, as far as anything is out of order.

#include "tcp-stock-fast-socket.h"

#include "ns3/log.h"
#include "ns3/sequence-position.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"

#include <iterator>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpStockFastSocketReceiving");

namespace
{
/// Octets that a peer can send at most (RFC 7323, section 2.3).
constexpr uint32_t LARGEST_WINDOW = 1U << 30;
} // namespace

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

uint64_t
TcpStockFastSocket::GetExpected()
{
    const auto sequence = m_tcb->m_rxBuffer->NextRxSequence().GetValue();
    // Positions matter for as long as anything is held.
    m_expected =
        m_reassembly.IsEmpty() ? FirstPosition(sequence) : UnwrapSequence(m_expected, sequence);
    return m_expected;
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
    if (!Reassemble(packet, header))
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

bool
TcpStockFastSocket::Reassemble(Ptr<Packet> packet, const TcpHeader& header)
{
    const auto& buffer = m_tcb->m_rxBuffer;
    const auto next = GetExpected();
    const auto begin = UnwrapSequence(next, header.GetSequenceNumber().GetValue());
    const auto unread = buffer->Available();
    uint64_t end = UINT64_MAX;
    if (unread > 0 || !m_reassembly.IsEmpty())
    {
        end = (unread > 0 ? next - unread : m_reassembly.GetBegin()) + buffer->MaxBufferSize();
    }
    if (!m_reassembly.Add(begin, packet, next, end))
    {
        return false;
    }
    if (const auto inOrder = m_reassembly.Take(next))
    {
        TcpHeader first;
        first.SetSequenceNumber(buffer->NextRxSequence());
        buffer->Add(inOrder, first);
    }
    return true;
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
        m_delAckEvent.Cancel();
        m_delAckCount = 0;
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
    const auto& blocks = m_reassembly.GetBlocks();
    if (!m_sackEnabled || blocks.empty() || m_inOrder)
    {
        TcpSocketBase::SendEmptyPacket(flags);
        return;
    }
    // TcpSocketBase reports what its buffer holds out of order: here for once one that holds as
    // many octets, of no content, as there are blocks for.
    m_inOrder = m_tcb->m_rxBuffer;
    const auto reports = CreateObject<TcpRxBuffer>();
    reports->SetMaxBufferSize(LARGEST_WINDOW);
    reports->SetNextRxSequence(m_inOrder->NextRxSequence());
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block)
    {
        TcpHeader header;
        header.SetSequenceNumber(SequenceNumber32(static_cast<uint32_t>(block->begin)));
        reports->Add(Create<Packet>(static_cast<uint32_t>(block->Size())), header);
    }
    m_tcb->m_rxBuffer = reports;
    TcpSocketBase::SendEmptyPacket(flags);
    m_tcb->m_rxBuffer = std::exchange(m_inOrder, nullptr);
}

} // namespace ns3

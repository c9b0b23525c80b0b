/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-lossy-laws.h"

#include "ns3/node-list.h"
#include "ns3/node.h"
#include "ns3/ns3-values.h"
#include "ns3/object-ptr-container.h"
#include "ns3/simulator.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-rx-buffer.h"

#include <utility>

namespace ns3
{

template class TcpReductionLawOf<RateReductionLaw>;
template class TcpReductionLawOf<KernelRateReductionLaw>;

NS_OBJECT_ENSURE_REGISTERED(TcpRampdownRecovery);
NS_OBJECT_ENSURE_REGISTERED(TcpDynamicRecovery);

TypeId
TcpRampdownRecovery::GetTypeId()
{
    static TypeId tid =
        DescribeAttributes<TcpRampdownRecovery, RampdownLaw, TcpReductionLaw>(
            "ns3::TcpRampdownRecovery")
            .AddTraceSource("Wintrim",
                            "Octets that the window has above ssthresh in recovery "
                            "(FACK paper, section 4.5)",
                            MakeTraceSourceAccessor(&TcpRampdownRecovery::m_wintrim),
                            "ns3::TracedValueCallback::Uint32");
    return tid;
}

TypeId
TcpDynamicRecovery::GetTypeId()
{
    static TypeId tid =
        DescribeAttributes<TcpDynamicRecovery, DynamicRecoveryLaw, TcpReductionLaw>(
            "ns3::TcpDynamicRecovery")
            .AddTraceSource("CwndDr",
                            "cwnd_DR: octets that the current round trip of recovery may carry; 0 "
                            "outside (VenoDR paper, Dynamic recovery mechanism)",
                            MakeTraceSourceAccessor(&TcpDynamicRecovery::m_cwndDr),
                            "ns3::TracedValueCallback::Uint32")
            .AddTraceSource("Phase",
                            "Idle, deflation or detection (VenoDR paper, Dynamic recovery "
                            "mechanism)",
                            MakeTraceSourceAccessor(&TcpDynamicRecovery::m_phase),
                            "ns3::TcpDynamicRecovery::PhaseTracedCallback")
            .AddTraceSource("LostRetransmission",
                            "dupwnd exceeded dup_max: the retransmission at snd.una was lost",
                            MakeTraceSourceAccessor(&TcpDynamicRecovery::m_lostRetransmission),
                            "ns3::TcpDynamicRecovery::LostRetransmissionTracedCallback");
    return tid;
}

TcpDynamicRecovery::TcpDynamicRecovery(const TcpDynamicRecovery& other)
    : LawObject(other)
{
}

namespace
{
/// @return the send buffer of a connection on ns-3's own socket, or null for any other socket
Ptr<TcpTxBuffer>
FindSendBuffer(const TcpSocketState& tcb)
{
    const auto nodeId = Simulator::GetContext();
    if (nodeId >= NodeList::GetNNodes())
    {
        return nullptr;
    }
    const auto tcp = NodeList::GetNode(nodeId)->GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        return nullptr;
    }
    ObjectPtrContainerValue sockets;
    tcp->GetAttribute("SocketList", sockets);
    for (auto entry = sockets.Begin(); entry != sockets.End(); ++entry)
    {
        const auto socket = DynamicCast<TcpSocketBase>(entry->second);
        // Another class than ns-3's own may keep its books elsewhere.
        if (socket && socket->GetInstanceTypeId() == TcpSocketBase::GetTypeId() &&
            socket->GetRxBuffer() == tcb.m_rxBuffer)
        {
            return socket->GetTxBuffer();
        }
    }
    return nullptr;
}
} // namespace

void
TcpDynamicRecovery::BeginRecovery(Ptr<TcpSocketState> tcb,
                                  uint32_t dupAckCount,
                                  uint32_t unAckDataCount,
                                  uint32_t deliveredBytes)
{
    if (!std::exchange(m_searched, true))
    {
        m_sendBuffer = FindSendBuffer(*tcb);
    }
    m_states.Begin(tcb,
                   tcb->m_congState,
                   MakeCallback(&TcpDynamicRecovery::CongestionStateChanged, this));
    TcpReductionLaw::BeginRecovery(tcb, dupAckCount, unAckDataCount, deliveredBytes);
}

void
TcpDynamicRecovery::ExitRecovery(Ptr<TcpSocketState> tcb)
{
    TcpReductionLaw::ExitRecovery(tcb);
    if (m_sendBuffer && CountsAcks())
    {
        // Its marks of duplicate ACKs outlive the recovery and name segments that are in flight.
        m_sendBuffer->ResetRenoSack();
    }
}

uint32_t
TcpDynamicRecovery::GetInFlight(const TcpSocketState& tcb) const
{
    // ns-3's own socket counts a duplicate ACK only after it has set bytesInFlight.
    return m_sendBuffer ? m_sendBuffer->BytesInFlight() : tcb.m_bytesInFlight.Get();
}

void
TcpDynamicRecovery::OnHeadLost(const Window& window)
{
    if (m_sendBuffer && m_sendBuffer->IsHeadRetransmitted())
    {
        m_sendBuffer->MarkHeadAsLost();
    }
    m_lostRetransmission(ToSequence(window.una));
}

bool
TcpDynamicRecovery::WatchHead(bool isNew)
{
    // After ns-3.48 its buffer takes the mark of a retransmission back when it judges it lost.
    const bool isAgain = !isNew && m_sendBuffer && m_sendBuffer->IsHeadRetransmitted();
    return std::exchange(m_isHeadAgain, isAgain) && !isAgain && !isNew;
}

void
TcpDynamicRecovery::CongestionStateChanged(TcpSocketState::TcpCongState_t,
                                           TcpSocketState::TcpCongState_t newValue)
{
    if (newValue == TcpSocketState::CA_LOSS)
    {
        Renew();
    }
}

void
TcpDynamicRecovery::Publish()
{
    m_cwndDr = static_cast<uint32_t>(GetDynamics().GetCwndDr());
    m_phase = GetDynamics().GetPhase();
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ecn.h"

#include "ns3/tcp-header.h"

#include <utility>

namespace ns3
{

namespace
{
/// What a SYN that asks for ECN has.
constexpr uint8_t ASKS = TcpHeader::CWR | TcpHeader::ECE;
} // namespace

TcpEcn::TcpEcn(Ptr<TcpSocketState> tcb)
    : m_tcb(std::move(tcb))
{
}

uint8_t
TcpEcn::Answer(uint8_t syn)
{
    const bool agrees = m_tcb->m_useEcn != TcpSocketState::Off && (syn & ASKS) == ASKS;
    m_tcb->m_ecnState = agrees ? TcpSocketState::ECN_IDLE : TcpSocketState::ECN_DISABLED;
    return agrees ? uint8_t{TcpHeader::ECE} : 0;
}

void
TcpEcn::OnAnswer(uint8_t answer)
{
    const bool agrees = m_tcb->m_useEcn != TcpSocketState::Off && (answer & ASKS) == TcpHeader::ECE;
    m_tcb->m_ecnState = agrees ? TcpSocketState::ECN_IDLE : TcpSocketState::ECN_DISABLED;
}

std::optional<TcpSocketState::TcpCAEvent_t>
TcpEcn::OnData(uint8_t flags, Mark mark)
{
    if (!IsUsed())
    {
        return std::nullopt;
    }
    if ((flags & TcpHeader::CWR) && m_tcb->m_ecnState == TcpSocketState::ECN_SENDING_ECE)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
    if (mark == Mark::EXPERIENCED)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_CE_RCVD;
        return TcpSocketState::CA_EVENT_ECN_IS_CE;
    }
    return mark == Mark::CAPABLE ? std::optional(TcpSocketState::CA_EVENT_ECN_NO_CE) : std::nullopt;
}

uint8_t
TcpEcn::GetEcho()
{
    if (!IsEchoDue())
    {
        return 0;
    }
    m_tcb->m_ecnState = TcpSocketState::ECN_SENDING_ECE;
    return TcpHeader::ECE;
}

bool
TcpEcn::OnAck(uint8_t flags)
{
    const bool echoes = IsUsed() && (flags & TcpHeader::ECE);
    if (echoes)
    {
        SetSending(TcpSocketState::ECN_ECE_RCVD);
    }
    else if (m_tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD)
    {
        m_tcb->m_ecnState = TcpSocketState::ECN_IDLE;
    }
    return echoes;
}

void
TcpEcn::OnReductionTold()
{
    SetSending(TcpSocketState::ECN_CWR_SENT);
}

void
TcpEcn::SetSending(TcpSocketState::EcnState_t state)
{
    if (!IsEchoDue())
    {
        m_tcb->m_ecnState = state;
    }
}

} // namespace ns3

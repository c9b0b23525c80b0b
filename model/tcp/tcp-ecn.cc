/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-ecn.h"

namespace ns3
{

namespace
{
/// What a SYN that asks for ECN has.
constexpr uint8_t ASKS = SegmentFields::CWR | SegmentFields::ECE;
} // namespace

uint8_t
TcpEcn::Answer(uint8_t syn)
{
    const bool agrees = m_isWanted && (syn & ASKS) == ASKS;
    m_state = agrees ? Window::Ecn::IDLE : Window::Ecn::DISABLED;
    return agrees ? uint8_t{SegmentFields::ECE} : 0;
}

void
TcpEcn::OnAnswer(uint8_t answer)
{
    const bool agrees = m_isWanted && (answer & ASKS) == SegmentFields::ECE;
    m_state = agrees ? Window::Ecn::IDLE : Window::Ecn::DISABLED;
}

std::optional<ControlEvent>
TcpEcn::OnData(uint8_t flags, Mark mark)
{
    if (!IsUsed())
    {
        return std::nullopt;
    }
    if ((flags & SegmentFields::CWR) && m_state == Window::Ecn::SENDING_ECE)
    {
        m_state = Window::Ecn::IDLE;
    }
    if (mark == Mark::EXPERIENCED)
    {
        m_state = Window::Ecn::CE_RECEIVED;
        return ControlEvent::ECN_IS_CE;
    }
    return mark == Mark::CAPABLE ? std::optional(ControlEvent::ECN_NO_CE) : std::nullopt;
}

bool
TcpEcn::OnAck(uint8_t flags)
{
    const bool echoes = IsUsed() && (flags & SegmentFields::ECE);
    if (echoes)
    {
        SetSending(Window::Ecn::ECE_RECEIVED);
    }
    else if (m_state == Window::Ecn::ECE_RECEIVED)
    {
        m_state = Window::Ecn::IDLE;
    }
    return echoes;
}

} // namespace ns3

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ECN_H
#define TCP_ECN_H

#include "window-control.h"

#include "ns3/segment-fields.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief Explicit congestion notification of a connection, both directions (RFC 3168, section 6.1).
 *
 * Receiving direction: a mark is echoed on every ACK until the peer says that it has reduced its
 * window. Sending direction: an echo asks for a reduction, and the next new data tell of it.
 * One variable is for both, Window::ecn, which congestion controls read and DCTCP writes: the
 * receiving direction goes first in it, because an echo depends on it.
 */
class TcpEcn
{
  public:
    /// How IP marked a segment.
    enum class Mark
    {
        NOT_CAPABLE, //!< not ECN capable
        CAPABLE,     //!< ECN capable
        EXPERIENCED, //!< congestion experienced
    };

    /// @return how IP marked a segment; @p Header is that of IPv4 or IPv6
    template <class Header>
    static Mark GetMark(const Header& header)
    {
        const auto ecn = header.GetEcn();
        return ecn == Header::ECN_CE       ? Mark::EXPERIENCED
               : ecn == Header::ECN_NotECT ? Mark::NOT_CAPABLE
                                           : Mark::CAPABLE;
    }

    /// This end answers a SYN that asks if ECN @p isWanted.
    TcpEcn(Window& window, bool isWanted)
        : m_state(window.ecn),
          m_isWanted(isWanted)
    {
    }

    /// The peer's SYN is answered (section 6.1.1). @return ECE, if the answer has it
    uint8_t Answer(uint8_t syn)
    {
        const bool agrees = m_isWanted && (syn & ASKS) == ASKS;
        m_state = agrees ? Window::Ecn::IDLE : Window::Ecn::DISABLED;
        return agrees ? uint8_t{SegmentFields::ECE} : 0;
    }

    /// Our SYN was answered, with these flags.
    void OnAnswer(uint8_t answer)
    {
        const bool agrees = m_isWanted && (answer & ASKS) == SegmentFields::ECE;
        m_state = agrees ? Window::Ecn::IDLE : Window::Ecn::DISABLED;
    }

    /// @return whether both ends use ECN
    bool IsUsed() const
    {
        return m_state != Window::Ecn::DISABLED;
    }

    /// Data arrived (section 6.1.3). If it @p forgets, CWR ends what was not echoed yet, too, as in
    /// Linux. @return what the control is told, if anything
    std::optional<ControlEvent> OnData(uint8_t flags, Mark mark, bool forgets = false)
    {
        if (!IsUsed())
        {
            return std::nullopt;
        }
        const bool isEchoed = m_state == Window::Ecn::SENDING_ECE;
        if ((flags & SegmentFields::CWR) && (isEchoed || (forgets && IsEchoDue())))
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

    /// @brief An ACK goes. @return flags that it has for a mark: ECE or none
    uint8_t GetEcho()
    {
        if (!IsEchoDue())
        {
            return 0;
        }
        m_state = Window::Ecn::SENDING_ECE;
        return SegmentFields::ECE;
    }

    /// An ACK of new data arrived (section 6.1.2). @return whether it echoes a mark
    bool OnAck(uint8_t flags)
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

    /// @brief New data go that tell of a reduction.
    void OnReductionTold()
    {
        SetSending(Window::Ecn::CWR_SENT);
    }

    /// @return whether ACKs echo a mark
    bool IsEchoDue() const
    {
        return m_state == Window::Ecn::CE_RECEIVED || m_state == Window::Ecn::SENDING_ECE;
    }

  private:
    /// What a SYN that asks for ECN has.
    static constexpr uint8_t ASKS = SegmentFields::CWR | SegmentFields::ECE;

    /// Show the sending direction's state unless the other's stands there.
    void SetSending(Window::Ecn state)
    {
        if (!IsEchoDue())
        {
            m_state = state;
        }
    }

    Window::Ecn& m_state; //!< of both directions
    bool m_isWanted;      //!< this end answers a SYN that asks
};

} // namespace ns3

#endif /* TCP_ECN_H */

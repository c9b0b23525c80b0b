/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADAPTIVE_ACK_DELAY_H
#define ADAPTIVE_ACK_DELAY_H

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief For how long an ACK waits for a second segment, as Linux's receiver decides it: by the
 * pace at which data arrive (net/ipv4/tcp_input.c and tcp_output.c of Linux 6.1, "ato").
 *
 * State: the delay and the least one; when data arrived last.
 * Events: a connection begins, data arrive, the timer of an ACK that waits expires, those that go
 * at once are used up. Invariant: the delay is at least the least one.
 */
class AdaptiveAckDelay
{
  public:
    /// Time since any fixed origin, or a span of it.
    using Instant = std::chrono::nanoseconds;

    /// @brief Data arrive: half of the delay is that before, half the time between data, which
    /// counts as half of the least delay at least. A longer time than the delay changes nothing.
    /// @param now the time @param rto retransmission timeout of this end, which bounds the delay
    void OnArrival(Instant now, Instant rto)
    {
        const auto gap = m_lastArrival ? now - *m_lastArrival : Instant::max();
        m_lastArrival = now;
        if (gap <= m_least / 2)
        {
            m_delay = m_delay / 2 + m_least / 2;
        }
        else if (gap < m_delay)
        {
            m_delay = std::min(m_delay / 2 + gap, std::max(rto, m_least));
        }
    }

    /// @brief No second segment came in time: the delay doubles. @param rto as above
    void OnTimer(Instant rto)
    {
        m_delay = std::min(2 * m_delay, std::max(rto, m_least));
    }

    /// @brief A connection begins, or its ACKs no longer go at once: the delay is the least one.
    /// @param least delay, above 0: Linux's TCP_ATO_MIN and TCP_DELACK_MIN, 40 ms
    void Restart(Instant least)
    {
        m_least = least;
        m_delay = least;
    }

    /// @brief What an ACK waits for. @param srtt smoothed round trip of this end, 0 if none was
    /// measured @param most bound of all, Linux's TCP_DELACK_MAX, 200 ms @return the delay, at most
    /// the round trip where that is above the least delay
    Instant Get(Instant srtt, Instant most) const
    {
        const auto bound = srtt > Instant::zero() ? std::min(std::max(srtt, m_least), most) : most;
        return std::min(m_delay, std::max(bound, m_least));
    }

  private:
    Instant m_least{0};                   //!< delay
    Instant m_delay{0};                   //!< before it is bounded
    std::optional<Instant> m_lastArrival; //!< when data arrived last
};

} // namespace ns3

#endif /* ADAPTIVE_ACK_DELAY_H */

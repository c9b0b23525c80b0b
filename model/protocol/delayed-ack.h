/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DELAYED_ACK_H
#define DELAYED_ACK_H

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Whether data are acknowledged at once or later (RFC 5681, section 4.2).
 *
 * State: segments since the last ACK; whether the congestion control was told that an ACK waits
 * (DCTCP acknowledges by itself what waits when marks begin or end, RFC 8257, section 3.2).
 * Events: data arrive, an ACK goes.
 * Invariant: what is told to wait is told to be over once, when anything goes that acknowledges.
 */
class DelayedAck
{
  public:
    /// Time since any fixed origin, or a span of it.
    using Instant = std::chrono::nanoseconds;

    /// Answer at once, whatever is to wait, until so many ACKs have gone.
    void Quicken(uint32_t acks)
    {
        m_quick = std::max(m_quick, acks);
    }

    /// @return whether the next ACK goes at once in any case
    bool IsQuick() const
    {
        return m_quick > 0;
    }

    /// Data arrive: a sender that was silent for @p silence has to open its window anew, and so
    /// many ACKs go at once.
    void OnArrival(Instant now, Instant silence, uint32_t acks)
    {
        if (now - m_lastArrival > silence)
        {
            Quicken(acks);
        }
        m_lastArrival = now;
    }

    /// A segment with data arrived. @p atOnce forbids delaying; one ACK may be for @p most
    /// segments, at least 1. @return whether the ACK goes now; if not, the control is to be told
    /// that it waits
    bool OnData(bool atOnce, uint32_t most);

    /// Something goes that acknowledges all. @return whether the control is to be told that nothing
    /// waits any more
    bool OnAckSent();

  private:
    uint32_t m_waiting{0};    //!< segments since the last ACK
    uint32_t m_quick{0};      //!< ACKs that go at once
    Instant m_lastArrival{0}; //!< when data arrived last
    bool m_isTold{false};     //!< the control was told that an ACK waits
};

} // namespace ns3

#endif /* DELAYED_ACK_H */

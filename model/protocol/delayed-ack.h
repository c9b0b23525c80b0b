/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DELAYED_ACK_H
#define DELAYED_ACK_H

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
    /// @brief The next segment is answered at once, whatever is to wait.
    void AnswerNext()
    {
        m_answersNext = true;
    }

    /**
     * @brief A segment with data arrived.
     * @param atOnce whether delaying is not allowed
     * @param most segments that one ACK may be for, at least 1
     * @return whether the ACK goes now; if not, the control is to be told that it waits
     */
    bool OnData(bool atOnce, uint32_t most);

    /// @brief Something goes that acknowledges all. @return whether the control is to be told that
    /// nothing waits any more
    bool OnAckSent();

  private:
    uint32_t m_waiting{0};     //!< segments since the last ACK
    bool m_answersNext{false}; //!< the next segment is answered at once
    bool m_isTold{false};      //!< the control was told that an ACK waits
};

} // namespace ns3

#endif /* DELAYED_ACK_H */

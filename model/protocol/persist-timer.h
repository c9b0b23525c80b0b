/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PERSIST_TIMER_H
#define PERSIST_TIMER_H

#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief When a sender that the peer's window stops does something all the same: window probes (RFC
 * 9293, section 3.8.6.1) and the override of silly window avoidance (section 3.8.6.2.1).
 *
 * States: probing, while the window is closed and the timer is that of probes; overriding, when the
 * window was too small for too long and what fits may go. The octet that probes have carried, which
 * the peer may have taken or not.
 * Events: the window closes or opens, there is something to wait for, the timer expires, new data
 * go.
 * Invariants: the first probe waits for a retransmission timeout, each further one twice as long as
 * the one before, and at most a minute; a window that closes again begins anew. An object without a
 * clock: the caller runs the timer.
 */
class PersistTimer
{
  public:
    /// Time since any fixed origin, or a span of it.
    using Instant = std::chrono::nanoseconds;

    /// An octet beyond a closed window, which the peer may take or not.
    struct Probe
    {
        uint64_t position;     //!< of the octet
        Instant first;         //!< when it was sent first
        Instant last;          //!< when it was sent last
        bool isRefused{false}; //!< the peer has answered since, and not taken it
    };

    /// @brief A segment of the peer was read. @param closed whether the window is closed
    /// @return whether a timer that runs is out of date
    bool OnWindow(bool closed);

    /**
     * @brief Something waits, and the timer does not run.
     * @param closed whether the window is closed
     * @param outstanding whether anything is to be acknowledged
     * @param rto retransmission timeout
     * @param most upper bound of the time to the first probe
     * @return after which time the timer is to expire, or nothing
     */
    std::optional<Instant> Start(bool closed, bool outstanding, Instant rto, Instant most);

    /// @brief The timer expired with the window open: what fits may go.
    void Override()
    {
        m_overriding = true;
    }

    /// @brief The timer expired with the window closed: a probe goes. @return to the next one
    Instant OnProbeDue();

    /// An octet that was never sent goes as a probe.
    void OnProbeSent(uint64_t position, Instant now);

    /// @brief A segment without data arrived that does not acknowledge the probe's octet: the peer
    /// has no room for it, and the octet is to be sent anew (RFC 9293, section 3.8.6.1).
    void OnAnswer()
    {
        if (m_probe)
        {
            m_probe->isRefused = true;
        }
    }

    /// @brief New data have gone. @return whether a timer that runs is out of date
    bool OnNewData();

    /// @return whether the timer is that of probes
    bool IsProbing() const
    {
        return m_probing;
    }

    /// @return whether less than a segment may go
    bool IsOverriding() const
    {
        return m_overriding;
    }

    /// @brief What probes have carried. @return the octet, if there was one
    const std::optional<Probe>& GetProbe() const
    {
        return m_probe;
    }

  private:
    bool m_probing{false};        //!< the timer is that of probes
    bool m_overriding{false};     //!< less than a segment may go
    Instant m_interval{0};        //!< to the next probe; 0 before the first one
    std::optional<Probe> m_probe; //!< what probes have carried
};

} // namespace ns3

#endif /* PERSIST_TIMER_H */

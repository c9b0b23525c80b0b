/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SENDER_RULES_H
#define SENDER_RULES_H

#include "timer-set.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief The window that the peer offers, as a position: how far a sender may send.
 *
 * States: the right edge; SND.WL1 and SND.WL2, the segment that brought it; the largest window.
 * Event: a segment that was accepted.
 * Invariants:
 *  - a window from an older segment does not replace one from a newer segment: the segment must
 *    acknowledge new data, or be newer by its sequence number, or be as new and no smaller an ACK
 *    (RFC 9293, section 3.10.7.4, fifth check; the first condition is for a peer that repeats
 *    data);
 *  - the edge is the peer's word and does not move by ACKs alone; it may move left (section 3.8.6).
 */
class SendWindow
{
  public:
    /// @param keepsLarger only a segment with a later number or ACK makes the window smaller, as in
    /// Linux (tcp_may_update_window())
    explicit SendWindow(bool keepsLarger = false)
        : m_keepsLarger(keepsLarger)
    {
    }

    /// Take the handshake's window, octets.
    void Reset(uint64_t seq, uint64_t ack, uint64_t window)
    {
        m_wl1 = seq;
        m_wl2 = ack;
        m_window = window;
        m_largest = window;
    }

    /// A segment was accepted, before `snd.una` moves; windows are in octets.
    void Update(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una)
    {
        if (WouldTake(seq, ack, window, una))
        {
            m_wl1 = m_keepsLarger ? seq : std::max(m_wl1, seq);
            m_wl2 = ack;
            m_window = window;
            m_largest = std::max(m_largest, window);
        }
    }

    /// @return whether Update() of a segment would take the window from the segment
    bool WouldTake(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una) const
    {
        const bool isNewer =
            ack > una || (ack == una && (seq > m_wl1 || (seq == m_wl1 && ack >= m_wl2)));
        // It says nothing new but a window that is no larger.
        const bool isRepeated = ack <= una && seq <= m_wl1 && window <= m_window;
        return isNewer && !(m_keepsLarger && isRepeated);
    }

    /// @return whether Update() of a segment would make the window another one
    bool WouldChange(uint64_t seq, uint64_t ack, uint64_t window, uint64_t una) const
    {
        return WouldTake(seq, ack, window, una) && ack + window != GetRightEdge();
    }

    /// @brief One past the last octet that may be sent. @return a position
    uint64_t GetRightEdge() const
    {
        return m_wl2 + m_window;
    }

    /// @brief The window as it was offered. @return SND.WND in octets
    uint64_t GetWindow() const
    {
        return m_window;
    }

    /// @brief The largest window offered so far. @return MAX.SND.WND in octets
    uint64_t GetLargest() const
    {
        return m_largest;
    }

  private:
    bool m_keepsLarger;    //!< only a newer segment makes the window smaller, as in Linux
    uint64_t m_wl1{0};     //!< SND.WL1
    uint64_t m_wl2{0};     //!< SND.WL2
    uint64_t m_window{0};  //!< SND.WND
    uint64_t m_largest{0}; //!< MAX.SND.WND
};

/**
 * @ingroup tcp-lossy
 * @brief When a sender that the peer's window stops does something all the same: window probes (RFC
 * 9293, section 3.8.6.1) and the override of silly window avoidance (section 3.8.6.2.1).
 *
 * States: probing, while the window is closed and the timer is that of probes; overriding, when the
 * window was too small for too long and what fits may go. The octet that probes have carried, which
 * the peer may have taken or not.
 * Events: the window closes or opens, there is something to wait for, the timer expires, new data
 * go.
 * Invariants: the first probe waits for a retransmission timeout, each further one twice as long as
 * the one before, and at most a minute, in Linux two; a window that closes again begins anew. An
 * object without a clock: the caller runs the timer.
 */
class PersistTimer
{
  public:
    /// An octet beyond a closed window, which the peer may take or not.
    struct Probe
    {
        uint64_t position;     //!< of the octet
        Instant first;         //!< when it was sent first
        Instant last;          //!< when it was sent last
        bool isRefused{false}; //!< the peer has answered since, and not taken it
    };

    /// @param followsLinux the time to the first expiration is RTO, whatever the bounds, and that
    /// between probes at most two minutes (6.1, tcp_probe0_when())
    explicit PersistTimer(bool followsLinux = false)
        : m_followsLinux(followsLinux)
    {
    }

    /// @brief A segment of the peer was read. @param closed whether the window is closed
    /// @return whether a timer that runs is out of date
    bool OnWindow(bool closed)
    {
        if (closed == m_probing)
        {
            return false;
        }
        m_interval = Instant::zero();
        return true;
    }

    /// Something waits, and the timer does not run. The first probe goes after @p most at the
    /// latest. @return after which time the timer is to expire, or nothing
    std::optional<Instant> Start(bool closed, bool outstanding, Instant rto, Instant most)
    {
        m_probing = closed;
        if (closed)
        {
            const auto first = m_followsLinux ? rto : std::clamp(most, Instant(1), rto);
            m_interval = m_interval == Instant::zero() ? first : m_interval;
            return m_interval;
        }
        if (outstanding)
        {
            return std::nullopt;
        }
        // The window is too small to send: in the end what fits goes all the same.
        return m_followsLinux ? rto : std::clamp(rto, MIN_OVERRIDE, MAX_OVERRIDE);
    }

    /// @brief The timer expired with the window open: what fits may go.
    void Override()
    {
        m_overriding = true;
    }

    /// @brief The timer expired with the window closed: a probe goes. @return to the next one
    Instant OnProbeDue()
    {
        m_interval = std::min(2 * m_interval, m_followsLinux ? MAX_LINUX_INTERVAL : MAX_INTERVAL);
        return m_interval;
    }

    /// An octet that was never sent goes as a probe.
    void OnProbeSent(uint64_t position, Instant now)
    {
        m_probe = Probe{position, m_probe ? m_probe->first : now, now};
    }

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
    bool OnNewData()
    {
        m_probe.reset();
        m_overriding = false;
        return !m_probing;
    }

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
    /// Upper bounds of the time between window probes: ours, and Linux's.
    static constexpr Instant MAX_INTERVAL = std::chrono::seconds(60);
    static constexpr Instant MAX_LINUX_INTERVAL = std::chrono::seconds(120);

    /// Bounds of the override timer (RFC 9293, section 3.8.6.2.1).
    static constexpr Instant MIN_OVERRIDE = std::chrono::milliseconds(100);
    static constexpr Instant MAX_OVERRIDE = std::chrono::seconds(1);

    bool m_followsLinux;          //!< RTO counts as it is
    bool m_probing{false};        //!< the timer is that of probes
    bool m_overriding{false};     //!< less than a segment may go
    Instant m_interval{0};        //!< to the next probe; 0 before the first one
    std::optional<Probe> m_probe; //!< what probes have carried
};

/**
 * @ingroup tcp-lossy
 * @brief When all that is outstanding is held for lost (RFC 6298), and when the peer is held for
 * gone.
 *
 * States: the timeout RTO; in the TimerSet the deadline, if the timer runs; how many more timeouts
 * in a row the connection survives.
 * Events: a round trip was measured, something new was acknowledged, the timer is backed off,
 * started, stopped, a timeout is counted.
 * Invariants:
 *  - from Begin() on RTO is never below the minimum nor above the maximum, and back-off never makes
 *    RTO smaller;
 *  - RTO that was backed off stays so until a round trip is measured (section 5, the paragraph
 *    after 5.7, and Karn's algorithm, section 3): an ACK alone does not bring the former RTO back;
 *  - the deadline is a multiple of the tick, as on systems whose timers tick, and not before the
 *    timeout has passed.
 */
class RetransmissionTimer
{
  public:
    /// Constants.
    struct Configuration
    {
        Instant minimum{std::chrono::seconds(1)};  //!< of RTO (section 2.4)
        Instant maximum{std::chrono::seconds(60)}; //!< of RTO, at least 60 s (section 2.5)
        Instant granularity{0};                    //!< G, a floor of 4 RTTVAR (section 2)
        Instant tick{0};                           //!< the timer expires on its multiples; 0: any
        TimerWheel wheel{};                        //!< what rounds the timer up further
        uint32_t retries{6};                       //!< timeouts in a row that are survived
    };

    /// @p timers, where RETRANSMISSION runs, must live longer.
    RetransmissionTimer(const Configuration& configuration, TimerSet& timers)
        : m_configuration(configuration),
          m_timers(timers),
          m_retriesLeft(configuration.retries)
    {
    }

    /// Our SYN has gone, and goes again after a time, which is shown as RTO.
    void OnSyn(Instant wait)
    {
        m_rto = wait;
    }

    /// Data may go. No round trip is known: RTO is @p initial until one is (section 2.1).
    void Begin(Instant initial)
    {
        m_rto = Clamp(initial);
        OnNewAck();
    }

    /// A round trip was measured: RTO is computed anew, and back-off ends.
    void OnSample(Instant srtt, Instant rttvar)
    {
        m_rto = Clamp(m_configuration.wheel.ToJiffies(
            srtt + std::max(m_configuration.granularity, 4 * rttvar)));
    }

    /// @brief Something new was acknowledged: timeouts count from the first one again.
    void OnNewAck()
    {
        OnClosedWindow();
        m_hasExpired = false;
    }

    /// @brief The peer is there, and has no room: timeouts and probes count from the first one
    /// again.
    void OnClosedWindow()
    {
        m_retriesLeft = m_configuration.retries;
    }

    /// @return whether a timeout has come since something new was acknowledged
    bool HasExpired() const
    {
        return m_hasExpired;
    }

    /// @brief Count a timeout. @return false if it is one too many
    bool CountRetry()
    {
        m_hasExpired = true;
        return CountProbe();
    }

    /// @brief Count a probe of a closed window. @return false if it is one too many
    bool CountProbe()
    {
        if (m_retriesLeft == 0)
        {
            return false;
        }
        --m_retriesLeft;
        return true;
    }

    /// @brief Double RTO (section 5.5).
    void BackOff()
    {
        m_rto = Clamp(2 * m_rto);
    }

    /// @brief The timeout. @return RTO
    Instant GetRto() const
    {
        return m_rto;
    }

    /// Start the timer, anew if it runs. @param isPaced whether Linux prolongs it while nothing may
    /// go
    void Restart(bool isPaced = true)
    {
        auto deadline = m_timers.GetNow() + m_rto + (isPaced ? GetPacingDelay() : Instant(0));
        const auto tick = m_configuration.tick;
        if (tick > Instant::zero() && deadline % tick != Instant::zero())
        {
            deadline += tick - deadline % tick;
        }
        m_timers.Set(ConnectionTimer::RETRANSMISSION,
                     m_configuration.wheel.RoundUp(m_timers.GetNow(), deadline));
    }

    /// @brief Stop the timer.
    void Stop()
    {
        m_timers.Cancel(ConnectionTimer::RETRANSMISSION);
    }

    /// @return whether the timer runs
    bool IsRunning() const
    {
        return m_timers.IsRunning(ConnectionTimer::RETRANSMISSION);
    }

    /// @return for how long nothing may go, by which Linux prolongs timers (tcp_pacing_delay())
    Instant GetPacingDelay() const
    {
        const auto now = m_timers.GetNow();
        const auto next = m_timers.GetDeadline(ConnectionTimer::PACING);
        return m_configuration.wheel.CutToJiffies(std::max(next.value_or(now) - now, Instant(0)));
    }

    /// Have another timer of this host expire after a time, which the wheel may prolong.
    void Wait(ConnectionTimer timer, Instant wait) const
    {
        const auto now = m_timers.GetNow();
        m_timers.Set(timer, m_configuration.wheel.RoundUp(now, now + wait + GetPacingDelay()));
    }

  private:
    Instant Clamp(Instant rto) const
    {
        // A minimum above the maximum is meant to be one. Without any, a path without delay has
        // no timeout at all.
        return std::max(
            {std::min(rto, m_configuration.maximum), m_configuration.minimum, LEAST_RTO});
    }

    static constexpr Instant LEAST_RTO = std::chrono::microseconds(1); //!< whatever is asked for

    Configuration m_configuration; //!< constants
    TimerSet& m_timers;            //!< of the connection
    Instant m_rto{0};              //!< RTO
    uint32_t m_retriesLeft;        //!< timeouts that are survived from now on
    bool m_hasExpired{false};      //!< since something new was acknowledged
};

} // namespace ns3

#endif /* SENDER_RULES_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_MANAGER_H
#define CONGESTION_MANAGER_H

#include "window-control.h"

#include "ns3/loss-recovery.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief By how much and how often the congestion window is reduced, and when it opens: what
 * LossRecovery leaves open, told to WindowControl and ReductionLaw.
 *
 * States: Window::State.
 *
 * Invariants:
 *  - the window is reduced at most once in a window of data, whatever asks for it (RFC 3168,
 *    section 6.1.2): a loss in a window that ECN has reduced repairs and does not reduce again, nor
 *    does ECN in a recovery;
 *  - Reduce() is given FlightSize before the ACK (RFC 5681, equation 4), or what the sender has in
 *    its place, bounded by `cwnd`;
 *  - every octet that arrives is reported to the control once (OnArrived), as whole segments;
 *  - a control that regulates the window by itself is not touched by a recovery law;
 *  - in slow start the window opens to at most twice what was outstanding in a window of data, as
 *    in Linux: what is not used says nothing of the path (RFC 7661; RFC 9438, section 5.8).
 */
class CongestionManager
{
  public:
    using AckOutcome = LossRecovery::AckOutcome;

    /// A new connection with the initial @p window. All must live as long as this object.
    CongestionManager(Window& window,
                      WindowControl& control,
                      ReductionLaw& law,
                      const LossRecovery& sender)
        : m_window(window),
          m_control(control),
          m_law(law),
          m_sender(sender),
          m_sent(sender.GetSent())
    {
    }

    /// What the user chooses. @param opensByDelivered an ACK opens the window by what it delivers,
    /// the ACK that ends a recovery and, once segments have overtaken others, a duplicate too
    /// @param followsLinux all else is as in Linux 6.1: the window counts segments of any size, CWR
    /// lasts until what went after the echo is acknowledged, an echo or loss within a reduction
    /// asks for nothing, and what an undo gives back is what Linux remembers
    void Choose(bool opensByDelivered, bool followsLinux)
    {
        m_opensByDelivered = opensByDelivered;
        m_followsLinux = followsLinux;
    }

    /// What an ACK meant for the window.
    struct Reaction
    {
        bool entered{false}; //!< a recovery began
        bool left{false};    //!< a recovery ended by this ACK
    };

    /// An ACK arrived: congestion state, window, recovery. @p isNew says whether it acknowledges
    /// data or a FIN for the first time.
    Reaction OnAck(const AckOutcome& outcome, bool isNew);

    /// ECN's echo, in an ACK of new data.
    void OnEcho(const AckOutcome& outcome);

    /// @brief The cumulative ACK moved: a reduction for ECN may be over.
    void OnAdvance();

    /// The retransmission timer expired, or a timeout was forced; before the sender hears of that.
    /// @param isRepeated right after another timeout: `ssthresh` stays what that one made it
    /// @param once within a recovery or CWR `ssthresh` stays, too @return whether a recovery ended
    bool OnTimeout(bool isRepeated, bool once);

    /// @brief The sender has heard of a timeout, and holds some data for in flight all the same:
    /// the window has room for them and one segment, as in Linux.
    void KeepFlight()
    {
        m_window.cwnd += static_cast<uint32_t>(m_sender.GetOutstanding());
    }

    /// A probe has repaired a loss that nothing else showed: the window is reduced once (RFC 8985,
    /// section 7.4).
    void OnProbeRepaired();

    /// Octets were sent, new or again.
    void OnSent(uint32_t size);

    /// Nothing was sent for longer than a timeout: the window is that of a new connection, octets
    /// (RFC 5681, section 4.1).
    void OnIdle(uint32_t window)
    {
        if (m_window.cwnd > window && !m_window.isRegulated)
        {
            m_window.cwnd = window;
            m_control.OnEvent(m_window, ControlEvent::CWND_RESTART);
        }
    }

    /// The same as in Linux 6.1 (tcp_cwnd_restart()): the window is halved for each timeout of the
    /// idle time, but not below @p window, octets, nor raised to that; and `ssthresh` remembers
    /// three quarters.
    void OnIdleAsLinux(uint32_t window, int64_t timeouts);

    /// @return the law of a recovery or CWR under way, or null if the control regulates the window
    /// by itself
    ReductionLaw* GetActiveLaw() const
    {
        return m_window.IsReducing() && m_isLawAtWork && !m_window.isRegulated ? &m_law : nullptr;
    }

    /// @return where CWR ends, in that state
    const std::optional<uint64_t>& GetCwrPoint() const
    {
        return m_cwrPoint;
    }

    /// @brief The next new data carry CWR.
    void TellOfReduction()
    {
        m_cwrDue = true;
    }

    /// @brief Whether the next new data carry CWR. @return true, once after each reduction
    bool TakeCwr()
    {
        m_wasCwrDue = false;
        return std::exchange(m_cwrDue, false);
    }

    /// @brief New data were sent, or the window has no room for them: note whether it limits the
    /// sender.
    void MeasureUse();

    /// @return whether it is slow start, with more than half of the window in use
    bool MayOpenInSlowStart() const
    {
        return m_window.cwnd < m_window.ssthresh && m_window.cwnd < 2 * m_mostOut;
    }

    /// @brief What the window is reduced from: before the ACK that is read, without limited
    /// transmit. @return octets
    uint32_t GetFlightSize() const
    {
        const auto flight = m_sender.GetRecoveryState().GetFlightSize() + m_window.acknowledged;
        return static_cast<uint32_t>(std::min<uint64_t>(flight, m_window.cwnd));
    }

  private:
    void SetState(Window::State state)
    {
        m_control.OnState(m_window, state);
        m_window.state = state;
    }

    void Open(uint32_t segments);
    void StartRecovery(const AckOutcome& outcome);
    /// An ACK arrived within recovery or CWR.
    void ContinueRecovery(const AckOutcome& outcome);
    /// Have the recovery law begin, with so many octets delivered.
    void BeginReduction(const AckOutcome& outcome, uint64_t delivered);

    void ReduceForLoss()
    {
        m_window.isFastRetransmit = true;
        m_window.ssthresh = m_control.Reduce(m_window, GetFlightSize());
        m_window.isFastRetransmit = false;
    }

    void MarkReduction()
    {
        m_reductionPoint = m_sent.GetNxt();
        m_cwrDue = true;
    }

    /// @return segments by which an ACK outside of recovery opens the window
    uint32_t CountOpening(const AckOutcome& outcome, uint32_t delivered);
    /// @brief The control learns what has arrived, before anything is given back.
    /// @return segments
    uint32_t ReportArrived(const AckOutcome& outcome, bool isNew);
    /// @return whether a recovery ended by an ACK of new data
    bool OnNewAck(const AckOutcome& outcome, uint32_t segments);
    void OnOtherAck(const AckOutcome& outcome, uint32_t segments);
    void FinishRecovery();
    /// @brief In Linux the ACK with the echo first ends what it ends, and nothing is given back
    /// from now on (6.1, tcp_fastretrans_alert()).
    void EndBeforeEcho(const AckOutcome& outcome);
    /// @brief The last reduction was needless, and is over. @param leaves and so is the repair
    void EndByUndo(bool leaves);

    /// @brief What it took away is given back.
    void GiveBack()
    {
        m_control.OnEvent(m_window, ControlEvent::UNDONE);
        if (!m_window.isRegulated)
        {
            m_window.cwnd = std::max(m_window.cwnd, m_priorWindow);
            m_window.ssthresh = std::max(m_window.ssthresh, m_priorThreshold);
        }
    }

    /// @brief A reduction for a loss begins: keep what it takes away.
    void KeepPrior();

    /// @return an ACK as the law sees it, with so many octets delivered
    ReductionLaw::Ack DescribeAck(const AckOutcome& outcome, uint64_t delivered) const;

    /// Add octets to a sum, and take the whole segments out of the sum. @return their number
    uint32_t TakeSegments(uint64_t& sum, uint64_t octets) const
    {
        const auto segments = (sum + octets) / m_window.mss;
        sum = (sum + octets) % m_window.mss;
        return static_cast<uint32_t>(segments);
    }

    /// @return what an ACK delivers, octets, as the window counts them
    uint64_t CountDelivered(const AckOutcome& outcome) const
    {
        return outcome.delivered.segments ? *outcome.delivered.segments * m_window.mss
                                          : outcome.delivered.octets;
    }

    /// @return `ssthresh`, or three quarters of the window if that is more (Linux 6.1,
    /// tcp_current_ssthresh())
    uint32_t GetRememberedThreshold() const
    {
        const auto segments = m_window.cwnd / m_window.mss;
        return std::max(m_window.ssthresh, (segments / 2 + segments / 4) * m_window.mss);
    }

    void EndReduction()
    {
        if (std::exchange(m_isLawAtWork, false))
        {
            m_law.End(m_window);
        }
    }

    Window& m_window;                   //!< of the connection
    WindowControl& m_control;           //!< congestion control
    ReductionLaw& m_law;                //!< recovery law
    const LossRecovery& m_sender;       //!< what is lost
    const SentSegments& m_sent;         //!< the ledger of that
    std::optional<uint64_t> m_cwrPoint; //!< where CWR ends, in CWR
    bool m_isLawAtWork{false};          //!< the recovery law has begun, and not ended
    uint64_t m_reductionPoint{0};       //!< `snd.nxt` at the last reduction
    bool m_cwrDue{false};               //!< the next new data carry CWR
    bool m_wasCwrDue{false};            //!< for another reduction than an undo gives back
    bool m_opensByDelivered{false};     //!< by what an ACK delivers
    bool m_followsLinux{false};         //!< see Choose()
    bool m_leftByEcho{false};           //!< the ACK that has it ended a recovery
    bool m_begunByEcho{false};          //!< the ACK that is read has begun CWR
    uint64_t m_arrived{0};              //!< octets that arrived and make no whole segment yet
    uint64_t m_covered{0};              //!< octets that were covered and make no whole segment yet
    uint32_t m_priorWindow{0};          //!< `cwnd` before the last loss, octets
    uint32_t m_priorThreshold{0};       //!< `ssthresh` before it, octets
    uint64_t m_mostOut{0};              //!< octets outstanding at most in the window of data
    uint64_t m_usePoint{0};             //!< `snd.nxt` when they were
    bool m_isFilled{false};             //!< the window has limited the sender since
};

} // namespace ns3

#endif /* CONGESTION_MANAGER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_MANAGER_H
#define CONGESTION_MANAGER_H

#include "ns3/ptr.h"
#include "ns3/recovery-law.h"
#include "ns3/repair-progress.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief By how much and how often the congestion window is reduced, and when it opens: what
 * LossRecoverySender leaves open, told to ns3::TcpCongestionOps and ns3::TcpRecoveryOps.
 *
 * States: those of ns-3's congestion state machine, in TcpSocketState. CA_RECOVERY and CA_LOSS
 * are the sender's; CA_CWR is a reduction that ECN's echo asked for; CA_DISORDER are duplicate
 * ACKs that are no loss yet.
 *
 * Invariants:
 *  - the window is reduced at most once in a window of data, whatever asks for it (RFC 3168,
 *    section 6.1.2): a loss in a window that ECN has reduced repairs and does not reduce again, nor
 *    does ECN in a recovery;
 *  - GetSsThresh() is given FlightSize (RFC 5681, equation 4), or what the sender has in its place,
 *    bounded by `cwnd`;
 *  - every octet that arrives is reported to the control once (PktsAcked), as whole segments;
 *  - a control that regulates the window by itself (CongControl) is not touched by a recovery law;
 *  - in slow start the window opens to at most twice what was outstanding in a window of data, as
 *    in Linux: what is not used says nothing of the path (RFC 7661; RFC 9438, section 5.8).
 */
class CongestionManager
{
  public:
    using AckOutcome = LossRecoverySender::AckOutcome;

    /**
     * @brief The window of a new connection.
     * @param tcb the connection, with its initial window
     * @param control congestion control
     * @param recovery recovery law
     * @param sender tells what is lost; must live as long as this object
     */
    CongestionManager(Ptr<TcpSocketState> tcb,
                      Ptr<TcpCongestionOps> control,
                      Ptr<TcpRecoveryOps> recovery,
                      const LossRecoverySender& sender);

    /// @brief Another congestion control takes over, at once. @param control it
    void SetControl(Ptr<TcpCongestionOps> control)
    {
        m_control = std::move(control);
    }

    /// @brief Another recovery law takes over, with the next recovery. @param recovery it
    void SetRecovery(Ptr<TcpRecoveryOps> recovery)
    {
        m_nextRecovery = std::move(recovery);
    }

    /// @brief From now on an ACK opens the window by what it delivers, the ACK that ends a recovery
    /// and, once segments have overtaken others, a duplicate too.
    void OpenByDelivered()
    {
        m_opensByDelivered = true;
    }

    /// What an ACK meant for the window.
    struct Reaction
    {
        bool entered{false}; //!< a recovery began
        bool left{false};    //!< a recovery ended by this ACK
    };

    /**
     * @brief An ACK arrived: congestion state, window, recovery.
     * @param outcome what the sender says of it
     * @param isNew whether it acknowledges data or a FIN for the first time
     * @return what it meant
     */
    Reaction OnAck(const AckOutcome& outcome, bool isNew);

    /**
     * @brief ECN's echo, in an ACK of new data.
     * @param outcome what the sender says of the ACK
     */
    void OnEcho(const AckOutcome& outcome);

    /// @brief The cumulative ACK moved: a reduction for ECN may be over.
    void OnAdvance();

    /**
     * @brief The retransmission timer expired, or a timeout was forced; before the sender hears of
     * it.
     * @param headSentAgain whether the segment at `snd.una` was sent again before: a timeout of
     * what a timeout has sent again keeps `ssthresh` (RFC 5681, section 3.1)
     * @return whether a recovery ended by it
     */
    bool OnTimeout(bool headSentAgain);

    /// @brief The sender has heard of a timeout, and holds some data for in flight all the same:
    /// the window has room for them and one segment, as in Linux.
    void KeepFlight();

    /// @brief A probe has repaired a loss that nothing else showed: the window is reduced once
    /// (RFC 8985, section 7.4). @param outcome of the ACK that tells
    void OnProbeRepaired(const AckOutcome& outcome);

    /// @brief Octets were sent, new or again. @param size octets
    void OnSent(uint32_t size);

    /**
     * @brief Nothing was sent for longer than a timeout: the window is that of a new connection
     * (RFC 5681, section 4.1).
     * @param window the initial window in octets
     */
    void OnIdle(uint32_t window);

    /// @brief The recovery law, in recovery or CWR, if it has the interface and the window is its.
    /// @return it or null
    RecoveryLaw* GetActiveLaw() const;

    /// @brief Whether the next new data carry CWR. @return true, once after each reduction
    bool TakeCwr()
    {
        return std::exchange(m_cwrDue, false);
    }

    /// @brief Whether it is slow start, and so much of the window is used that it may open.
    /// @return true if so
    bool MayOpenInSlowStart() const;

    /// @brief What the window is reduced from: without limited transmit. @return octets
    uint32_t GetFlightSize() const;

  private:
    /// @brief Set the congestion state. @param state it
    void SetState(TcpSocketState::TcpCongState_t state);
    /// @brief Open the window. @param segments acknowledged
    void Open(uint32_t segments);
    /// @brief A loss was detected. @param outcome of the ACK
    void StartRecovery(const AckOutcome& outcome);
    /// @brief An ACK within recovery or CWR. @param outcome of the ACK
    void ContinueRecovery(const AckOutcome& outcome);
    /// @brief Have the recovery law begin. @param outcome of the ACK @param delivered octets that
    /// count as delivered by the ACK
    void BeginReduction(const AckOutcome& outcome, uint64_t delivered);
    /// @brief The window is being reduced.
    void MarkReduction();
    /// @brief Tell the control of segments that arrived. @param segments their number
    void ReportArrived(uint32_t segments);
    /// @brief Whole segments of octets, the rest is kept. @param octets arrived @return segments
    uint32_t ToSegments(uint64_t octets);
    /// @brief The same for octets that the cumulative ACK covered outside of any repair.
    /// @param octets covered @return segments
    uint32_t ToCoveredSegments(uint64_t octets);
    /// @brief By how much an ACK outside of recovery opens the window. @param outcome of it
    /// @param delivered segments @return segments
    uint32_t CountOpening(const AckOutcome& outcome, uint32_t delivered);
    /// @brief An ACK of new data. @param outcome of it @return whether a recovery ended
    bool OnNewAck(const AckOutcome& outcome);
    /// @brief Another ACK. @param outcome of it
    void OnOtherAck(const AckOutcome& outcome);
    /// @brief Recovery is over.
    void FinishRecovery();
    /// @brief The last reduction was needless: what it took away is given back.
    void Undo();
    /// @brief A reduction for a loss begins: keep what it takes away.
    void KeepPrior();
    /// @brief Whether a recovery law is at work. @return true in recovery and CWR
    bool IsReducing() const;
    /// @brief What an ACK shows beyond ns-3's calls. @param outcome of the ACK @return for the law
    RecoveryLaw::Progress DescribeProgress(const AckOutcome& outcome) const;
    /// @brief Take the whole segments out of a sum. @param octets the sum; the rest is left
    /// @return segments
    uint32_t TakeWholeSegments(uint64_t& octets) const;

    /// @brief Something was sent: how much of the window is used.
    void MeasureUse();

    /// @brief The recovery law ends what it has begun.
    void EndReduction();

    Ptr<TcpSocketState> m_tcb;          //!< the connection
    Ptr<TcpCongestionOps> m_control;    //!< congestion control
    Ptr<TcpRecoveryOps> m_recovery;     //!< recovery law
    const LossRecoverySender& m_sender; //!< what is lost
    std::optional<uint64_t> m_cwrPoint; //!< where CWR ends, in CWR
    Ptr<TcpRecoveryOps> m_nextRecovery; //!< recovery law of the next recovery
    RecoveryLaw* m_law;                 //!< the recovery law, or null where it lacks the interface
    bool m_isLawAtWork{false};          //!< the recovery law has begun, and not ended
    uint64_t m_reductionPoint{0};       //!< `snd.nxt` at the last reduction
    bool m_cwrDue{false};               //!< the next new data carry CWR
    bool m_opensByDelivered{false};     //!< by what an ACK delivers
    bool m_begunByEcho{false};          //!< the ACK that is read has begun CWR
    uint64_t m_arrived{0};              //!< octets that arrived and make no whole segment yet
    uint64_t m_covered{0};              //!< octets that were covered and make no whole segment yet
    uint32_t m_priorWindow{0};          //!< `cwnd` before the last loss, octets
    uint32_t m_priorThreshold{0};       //!< `ssthresh` before it, octets
    uint64_t m_mostOut{0};              //!< octets outstanding at most in the window of data
    uint64_t m_usePoint{0};             //!< `snd.nxt` when they were
};

} // namespace ns3

#endif /* CONGESTION_MANAGER_H */

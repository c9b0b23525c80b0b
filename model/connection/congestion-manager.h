/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_MANAGER_H
#define CONGESTION_MANAGER_H

#include "ns3/loss-recovery.h"
#include "ns3/ptr.h"
#include "ns3/recovery-law.h"
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
 * LossRecovery leaves open, told to ns3::TcpCongestionOps and ns3::TcpRecoveryOps.
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
    using AckOutcome = LossRecovery::AckOutcome;

    /// The window of a new connection; @p tcb has the initial one. @p sender must live as long as
    /// this object.
    CongestionManager(Ptr<TcpSocketState> tcb,
                      Ptr<TcpCongestionOps> control,
                      Ptr<TcpRecoveryOps> recovery,
                      const LossRecovery& sender);

    /// Another congestion control takes over, at once.
    void SetControl(Ptr<TcpCongestionOps> control)
    {
        m_control = std::move(control);
    }

    /// Another recovery law takes over, with the next recovery.
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

    /// An ACK arrived: congestion state, window, recovery. @p isNew says whether it acknowledges
    /// data or a FIN for the first time.
    Reaction OnAck(const AckOutcome& outcome, bool isNew);

    /// ECN's echo, in an ACK of new data.
    void OnEcho(const AckOutcome& outcome);

    /// @brief The cumulative ACK moved: a reduction for ECN may be over.
    void OnAdvance();

    /// The retransmission timer expired, or a timeout was forced; before the sender hears of that.
    /// Behind another timeout one that @p isRepeated keeps `ssthresh`, within another reduction one
    /// that reduces only @p once. @return whether a recovery ended
    bool OnTimeout(bool isRepeated, bool once);

    /// @brief The sender has heard of a timeout, and holds some data for in flight all the same:
    /// the window has room for them and one segment, as in Linux.
    void KeepFlight();

    /// A probe has repaired a loss that nothing else showed: the window is reduced once (RFC 8985,
    /// section 7.4).
    void OnProbeRepaired(const AckOutcome& outcome);

    /// Octets were sent, new or again.
    void OnSent(uint32_t size);

    /// Nothing was sent for longer than a timeout: the window is that of a new connection, octets
    /// (RFC 5681, section 4.1).
    void OnIdle(uint32_t window);

    /// @return the law of a recovery or CWR under way, or null if it is no RecoveryLaw or the
    /// control regulates the window by itself
    RecoveryLaw* GetActiveLaw() const;

    /// @brief Whether the next new data carry CWR. @return true, once after each reduction
    bool TakeCwr()
    {
        return std::exchange(m_cwrDue, false);
    }

    /// @return whether slow start may open the window, of which enough is in use
    bool MayOpenInSlowStart() const;

    /// @brief What the window is reduced from: without limited transmit. @return octets
    uint32_t GetFlightSize() const;

  private:
    void SetState(TcpSocketState::TcpCongState_t state);
    /// Open the window by so many acknowledged segments.
    void Open(uint32_t segments);
    /// A loss was detected.
    void StartRecovery(const AckOutcome& outcome);
    /// An ACK arrived within recovery or CWR.
    void ContinueRecovery(const AckOutcome& outcome);
    /// Have the recovery law begin, with so many octets delivered.
    void BeginReduction(const AckOutcome& outcome, uint64_t delivered);
    /// @brief The window is being reduced.
    void MarkReduction();
    /// Tell the control of so many segments that arrived.
    void ReportArrived(uint32_t segments);
    /// @return whole segments; the rest counts next time
    uint32_t ToSegments(uint64_t octets);
    /// ToSegments() of octets that the cumulative ACK covered outside of any repair.
    uint32_t ToCoveredSegments(uint64_t octets);
    /// @return segments by which an ACK outside of recovery opens the window
    uint32_t CountOpening(const AckOutcome& outcome, uint32_t delivered);
    /// @return whether a recovery ended by an ACK of new data
    bool OnNewAck(const AckOutcome& outcome);
    /// An ACK of nothing new.
    void OnOtherAck(const AckOutcome& outcome);
    /// @brief Recovery is over.
    void FinishRecovery();
    /// @brief The last reduction was needless: what it took away is given back.
    void Undo();
    /// @brief A reduction for a loss begins: keep what it takes away.
    void KeepPrior();
    /// @brief Whether a recovery law is at work. @return true in recovery and CWR
    bool IsReducing() const;
    /// @return what an ACK shows beyond ns-3's calls
    RecoveryLaw::Progress DescribeProgress(const AckOutcome& outcome) const;
    /// Take the whole segments out of a sum of octets. @return their number
    uint32_t TakeWholeSegments(uint64_t& octets) const;

    /// @brief Something was sent: how much of the window is used.
    void MeasureUse();

    /// @brief The recovery law ends what it has begun.
    void EndReduction();

    Ptr<TcpSocketState> m_tcb;          //!< the connection
    Ptr<TcpCongestionOps> m_control;    //!< congestion control
    Ptr<TcpRecoveryOps> m_recovery;     //!< recovery law
    const LossRecovery& m_sender;       //!< what is lost
    const SentSegments& m_sent;         //!< the ledger of that
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

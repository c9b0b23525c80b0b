/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENO_RECOVERY_H
#define RENO_RECOVERY_H

#include "loss-recovery.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A recovery without SACK: what ACKs tell that report nothing.
 *
 * Each duplicate ACK takes its segment off what is outstanding, which lets the same segments go on
 * the same ACKs as the `cwnd` that RFC 5681 inflates.
 *
 * State: octets that duplicate ACKs stood for and no ACK has covered yet; whether the last repair
 * bars the next one.
 * Invariant: what is taken to have arrived is never more than what is outstanding.
 */
class DupAckRecovery : public LossRecovery
{
  public:
    bool NeedsSack() const override
    {
        return false;
    }

    void OnTimeout(Instant /* now */) override
    {
        m_state.OnTimeout();
        m_credit = 0;
    }

    uint64_t GetOutstanding() const override
    {
        return m_state.GetOutstanding(m_state.GetDeflated());
    }

  protected:
    /// An ACK arrived. With @p forgetsPoint the recovery after one that this ACK ends may begin
    /// where that ended, which RFC 6582 (section 3.2, step 2) forbids; after a timeout it may not.
    /// @return the outcome of RecoveryState::Advance(), with an estimate of what arrived: one MSS
    /// for each duplicate ACK, and for an ACK of new data what these did not stand for, but at
    /// least the segment that caused it (RFC 6937, section 3)
    AckOutcome& Read(const AckEvent& event, RecoveryState::End end, bool forgetsPoint);

    /// The recovery is through with an ACK: one segment, that at `snd.una`, is known to be missing
    /// where a recovery begins and at a partial ACK.
    void CountLost(AckOutcome& outcome) const
    {
        if (outcome.recovery.entered || outcome.recovery.partial)
        {
            outcome.lost.octets =
                std::min<uint64_t>(m_state.GetConfiguration().mss, m_state.GetFlightSize());
        }
    }

    /// @return whether duplicate ACKs show a loss, and not the last repair's needless
    /// retransmissions
    bool DetectsNewLoss() const
    {
        return m_state.DetectsLoss() && (m_isPointWaived || !m_state.IsInOldWindow());
    }

  private:
    uint64_t m_credit{0};        //!< octets that duplicate ACKs stood for, and no ACK has covered
    bool m_isPointWaived{false}; //!< the next recovery may start at the last recovery point
};

/**
 * @ingroup tcp-lossy
 * @brief Reno's fast retransmit and fast recovery (RFC 2581, section 3.2).
 *
 * The third duplicate ACK retransmits the oldest segment; every duplicate ACK stands for one
 * segment that has left the network; the first new ACK ends recovery, whatever it leaves missing.
 * SACK is not used.
 *
 * State in RECOVERY: `inflation`, octets by which RFC 2581 inflates `cwnd`: one MSS for each
 * duplicate ACK.
 * Invariant: outstanding data = `snd.nxt - snd.una - inflation`, never below 0.
 */
class RenoRecovery : public DupAckRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpRenoRecovery"; //!< in ns-3

    bool repeatedFastRetransmit{true}; //!< RFC 6582 calls it a mistake
    bool timerBackoff{false};          //!< of the retransmission timer

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("RepeatedFastRetransmit",
                &RenoRecovery::repeatedFastRetransmit,
                "A fast retransmit may come after another inside one window, as RFC 2581 allows "
                "and the Reno of 1996 did (FACK paper, section 6.1)");
        options("TimerBackoff",
                &RenoRecovery::timerBackoff,
                "A fast retransmit doubles the retransmission timer, too, and it stays doubled "
                "until a round trip is measured, as in the Reno of 1996");
    }

    const AckOutcome& OnAck(const AckEvent& event) override;
};

/**
 * @ingroup tcp-lossy
 * @brief NewReno's fast recovery: partial ACKs expose one lost segment each (RFC 6582).
 *
 * State in RECOVERY: `inflation`, octets by which the RFC inflates `cwnd`; whether a partial ACK
 * was seen. Events: entry (`inflation` = one MSS for each duplicate ACK so far), duplicate ACK (+1
 * MSS), partial ACK (less what it acknowledges, plus one MSS if that is at least one MSS; the next
 * missing segment is retransmitted at once). The ACK of the recovery point ends recovery. A new
 * one starts only above the last recovery point (section 3.2, step 2).
 * Invariant: a partial ACK of at least one MSS lowers what is outstanding by one MSS, for which
 * the segment it retransmits makes up.
 */
class NewRenoRecovery : public DupAckRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpNewRenoRecovery"; //!< in ns-3

    bool slowButSteady{false};       //!< or else Impatient
    bool forgetRecoveryPoint{false}; //!< whatever the law

    /// What `SlowButSteady` means, which Rfc6675Recovery has, too.
    static constexpr const char* STEADY = "Every partial ACK restarts the retransmission timer, "
                                          "not just the first (RFC 6582, section 4)";

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("SlowButSteady", &NewRenoRecovery::slowButSteady, STEADY);
        options("ForgetRecoveryPoint",
                &NewRenoRecovery::forgetRecoveryPoint,
                "The next recovery may begin at the octet where the last one ended, with any "
                "recovery law; without, the ACK has to cover more than that (RFC 6582, section "
                "3.2, step 2). TcpDynamicRecovery has its own");
    }

    const AckOutcome& OnAck(const AckEvent& event) override;
};

} // namespace ns3

#endif /* RENO_RECOVERY_H */

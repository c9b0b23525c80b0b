/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NEW_RENO_SENDER_H
#define NEW_RENO_SENDER_H

#include "plain-acks.h"
#include "repair-progress.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief NewReno's fast recovery: partial ACKs expose one lost segment each (RFC 6582).
 *
 * State in RECOVERY: `inflation`, octets by which the RFC inflates `cwnd`, taken off what is
 * outstanding instead; whether a partial ACK was seen.
 * Events: entry (`inflation` = one MSS for each duplicate ACK so far), duplicate ACK (+1 MSS),
 * partial ACK (less what it acknowledges, plus one MSS if that is at least one MSS; the next
 * missing segment is retransmitted at once). The ACK of the recovery point ends recovery. A new
 * one starts only above the last recovery point (section 3.2, step 2).
 * Invariant: a partial ACK of at least one MSS lowers what is outstanding by one MSS, for which
 * the segment it retransmits makes up.
 */
class NewRenoSender : public LossRecoverySender
{
  public:
    /// When a partial ACK restarts the retransmission timer (RFC 6582, section 4).
    enum class Timer
    {
        IMPATIENT,       //!< only the first one does
        SLOW_BUT_STEADY, //!< each one does
    };

    /// The sender of a new connection; with @p forgetsRecoveryPoint it does as with a law that
    /// does.
    NewRenoSender(const Configuration& configuration,
                  Timer timer,
                  bool forgetsRecoveryPoint = false);

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;
    std::optional<OctetRange> Next(Occasion occasion) const override;
    uint64_t GetOutstanding() const override;
    void OnHeadLost() override;
    void SetLaw(const Law& law) override;

  private:
    void OnPartial(AckOutcome& outcome);

    RepairProgress m_progress;        //!< what all senders count
    PlainAcks m_acks;                 //!< what ACKs tell
    Timer m_timer;                    //!< variant of the timer
    bool m_forgetsRecoveryPoint;      //!< whatever the law
    bool m_repairsLaterLosses{false}; //!< each partial ACK moves the end of the recovery
    int64_t m_inflation{0};           //!< octets; negative when partial ACKs took more than came in
    bool m_partialSeen{false};        //!< there was a partial ACK in this recovery
};

} // namespace ns3

#endif /* NEW_RENO_SENDER_H */

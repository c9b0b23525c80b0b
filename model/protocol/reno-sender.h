/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENO_SENDER_H
#define RENO_SENDER_H

#include "loss-recovery-sender.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Reno's fast retransmit and fast recovery (RFC 2581, section 3.2).
 *
 * The third duplicate ACK retransmits the oldest segment; every duplicate ACK stands for one
 * segment that has left the network; the first new ACK ends recovery, whatever it leaves missing.
 * SACK is not used.
 *
 * State in RECOVERY: `inflation`, octets by which RFC 2581 inflates `cwnd`; here it is taken off
 * what is outstanding instead, which lets the same segments go on the same ACKs.
 * Events: entry (`inflation` = one MSS for each duplicate ACK so far), duplicate ACK (+1 MSS).
 * Invariant: outstanding data = `snd.nxt - snd.una - inflation`, never below 0.
 */
class RenoSender : public LossRecoverySender
{
  public:
    /// How the implementations of Reno differ.
    struct Options
    {
        /// A fast retransmit may follow another within one window. RFC 2581 allows it, and the
        /// Reno of 1996 did it; RFC 6582 calls it a mistake.
        bool repeatedFastRetransmit{true};
        /// A fast retransmit doubles the retransmission timer, as the Reno of 1996 did.
        bool timerBackoff{false};
    };

    /**
     * @brief A sender at the start of a connection.
     * @param configuration constants of the connection
     * @param options which Reno
     */
    RenoSender(const Configuration& configuration, const Options& options);

    bool UsesSack() const override;

  protected:
    bool DetectsLoss() const override;
    bool EndsRecovery() const override;
    void OnEnter(AckOutcome& outcome) override;
    void OnDuplicate() override;
    uint64_t GetOutstandingInRecovery() const override;
    uint64_t GetRepairLimit() const override;

  private:
    Options m_options;       //!< which Reno
    uint64_t m_inflation{0}; //!< octets that duplicate ACKs stand for
};

} // namespace ns3

#endif /* RENO_SENDER_H */

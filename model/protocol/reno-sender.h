/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RENO_SENDER_H
#define RENO_SENDER_H

#include "plain-acks.h"
#include "repair-progress.h"

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
        /// A fast retransmit may come after another within one window. RFC 2581 allows it, and the
        /// Reno of 1996 did it; RFC 6582 calls it a mistake.
        bool repeatedFastRetransmit{true};
        /// A fast retransmit doubles the retransmission timer, as the Reno of 1996 did.
        bool timerBackoff{false};
    };

    /// The sender of a new connection.
    RenoSender(const Configuration& configuration, const Options& options);

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;
    std::optional<OctetRange> Next(Occasion occasion) const override;
    uint64_t GetOutstanding() const override;
    void OnHeadLost() override;
    void SetLaw(const Law& law) override;

  private:
    RepairProgress m_progress; //!< what all senders count
    PlainAcks m_acks;          //!< what ACKs tell
    Options m_options;         //!< which Reno
    uint64_t m_inflation{0};   //!< octets that duplicate ACKs stand for
};

} // namespace ns3

#endif /* RENO_SENDER_H */

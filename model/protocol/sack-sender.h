/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SACK_SENDER_H
#define SACK_SENDER_H

#include "hole-count.h"
#include "repair-progress.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief SACK recovery that estimates what is outstanding by counting ACKs: the `pipe` of Fall and
 * Floyd, "Reno+SACK" of the FACK paper (section 2.3), SACK TCP of the SACK-Veno paper
 * (section 2.1).
 *
 * State in RECOVERY: `pipe`, octets.
 * Events: entry (`pipe` = FlightSize less one MSS for each of the three duplicate ACKs), a segment
 * sent (+ its size), a duplicate ACK (-1 MSS), a partial ACK (-2 MSS: the original and its
 * retransmission have both left).
 * The fast retransmit itself adds nothing: it takes the place of the segment that is known to be
 * lost (Fall and Floyd, "Simulation-based Comparisons of Tahoe, Reno, and SACK TCP", 1996).
 * What is SACKed is never sent again; holes below the highest SACKed octet are, oldest first.
 * The ACK of the recovery point ends recovery. A retransmission that is lost again is left to the
 * timer.
 * If more than half of a window is lost, `pipe` stays above the window when the last ACK has come,
 * and the sender waits for its timer; or, if so configured, it acts as if the timer had expired
 * once that much is known to be missing (FACK paper, section 4.3).
 * Invariant: `pipe` is never negative; with a single loss it equals FACK's `awnd`.
 */
class SackSender : public LossRecoverySender
{
  public:
    /// What to do when more than half of a window is lost.
    enum class HalfLost
    {
        WAIT,    //!< leave it to the timer
        TIMEOUT, //!< act as if the timer had expired
    };

    /// The sender of a new connection.
    explicit SackSender(const Configuration& configuration,
                        HalfLost halfLost = HalfLost::WAIT,
                        HoleCount::Memory memory = HoleCount::Memory::ALL);

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;
    std::optional<OctetRange> Next(Occasion occasion) const override;
    uint64_t GetOutstanding() const override;
    void OnHeadLost() override;

  private:
    /// Take off what has left the network.
    void Drain(uint64_t octets);

    RepairProgress m_progress; //!< what all senders count
    HoleCount m_holes;         //!< what is lost
    HalfLost m_halfLost;       //!< what to do when more than half of a window is lost
    uint64_t m_pipe{0};        //!< data believed to be in the network, octets
    uint64_t m_window{0};      //!< what was outstanding when recovery began, octets
};

} // namespace ns3

#endif /* SACK_SENDER_H */

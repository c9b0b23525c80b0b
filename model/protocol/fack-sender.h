/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FACK_SENDER_H
#define FACK_SENDER_H

#include "hole-count.h"
#include "repair-progress.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief FACK recovery: what is outstanding is measured from the forward-most octet that the
 * receiver holds (FACK paper, section 3).
 *
 * State: `snd.fack` and `retran_data`, both in the ledger.
 * Events, beside those of RepairProgress:
 *  - recovery is also entered when the receiver holds data more than three segments ahead,
 *    `snd.fack - snd.una > 3 MSS` (section 3.1);
 *  - `snd.fack` passes the `snd.nxt` noted for a retransmission that is still missing: it was lost
 *    again (section 3). The paper forces a timeout (section 3.2), at once or when the timer
 *    expires; the alternative sends it again.
 * What is SACKed is never sent again; holes below `snd.fack` are, oldest first. The ACK of the
 * recovery point ends recovery.
 * Invariant: in RECOVERY what is outstanding is `awnd = snd.nxt - snd.fack + retran_data`.
 */
class FackSender : public LossRecoverySender
{
  public:
    /// What to do about a retransmission that was lost.
    enum class LostRetransmission
    {
        TIMEOUT,    //!< act as if the timer had expired (the paper)
        RETRANSMIT, //!< send it again within the same recovery
        WAIT,       //!< send nothing until the timer expires (as the FACK of ns-2)
    };

    /// The sender of a new connection.
    FackSender(const Configuration& configuration,
               LostRetransmission lostRetransmission,
               HoleCount::Memory memory = HoleCount::Memory::ALL);

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;
    std::optional<OctetRange> Next(Occasion occasion) const override;
    uint64_t GetOutstanding() const override;
    void OnHeadLost() override;

  private:
    bool DetectsLoss() const;
    void FindLostRetransmissions(AckOutcome& outcome);

    RepairProgress m_progress;               //!< what all senders count
    HoleCount m_holes;                       //!< what is lost
    LostRetransmission m_lostRetransmission; //!< what to do about a lost retransmission
};

} // namespace ns3

#endif /* FACK_SENDER_H */

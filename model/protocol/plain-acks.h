/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PLAIN_ACKS_H
#define PLAIN_ACKS_H

#include "repair-progress.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What ACKs tell that report nothing: which ones are duplicates, how much has arrived, what
 * is lost.
 *
 * State: octets that duplicate ACKs stood for and no ACK has covered yet; whether the last repair
 * bars the next one.
 * Invariant: what is taken to have arrived is never more than what is outstanding.
 */
class PlainAcks
{
  public:
    /**
     * @brief An ACK arrived: the outcome is that of RepairProgress::Advance(), with an estimate of
     * what arrived: one MSS for each duplicate ACK, and for an ACK of new data what these did not
     * stand for, but at least the segment that caused it (RFC 6937, section 3).
     * @param progress the sender's
     * @param event the ACK
     * @param end what ends RECOVERY
     * @return the outcome
     */
    LossRecoverySender::AckOutcome& Read(RepairProgress& progress,
                                         const LossRecoverySender::AckEvent& event,
                                         RepairProgress::End end);

    /// The sender is through with an ACK: one segment, that at `snd.una`, is known to be missing
    /// where a recovery begins and at a partial ACK.
    static void CountLost(const RepairProgress& progress, LossRecoverySender::AckOutcome& outcome);

    /// The retransmission timer expired.
    void OnTimeout()
    {
        m_credit = 0;
    }

    /// The next recovery may begin at the point where the last one ended, which RFC 6582 (section
    /// 3.2, step 2) forbids. After a timeout it may not.
    void SetForgetsPoint(bool forgets)
    {
        m_forgetsPoint = forgets;
    }

    /// @return whether duplicate ACKs show a loss, and not the last repair's needless
    /// retransmissions
    bool DetectsNewLoss(const RepairProgress& progress) const
    {
        return progress.DetectsLoss() && (m_isPointWaived || !progress.IsInOldWindow());
    }

  private:
    uint64_t m_credit{0};        //!< octets that duplicate ACKs stood for, and no ACK has covered
    bool m_forgetsPoint{false};  //!< as set
    bool m_isPointWaived{false}; //!< the next recovery may start at the last recovery point
};

} // namespace ns3

#endif /* PLAIN_ACKS_H */

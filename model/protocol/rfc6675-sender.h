/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RFC6675_SENDER_H
#define RFC6675_SENDER_H

#include "repair-progress.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief SACK recovery of RFC 6675: `pipe`, IsLost() and NextSeg().
 *
 * State: the lost limit. Each octet below it that is not SACKed is lost: it has DupThresh
 * discontiguous SACKed sequences, or more than (DupThresh - 1) SMSS SACKed octets, above it
 * (IsLost(), section 4). So is the first segment of a recovery that three duplicate ACKs began, and
 * after a timeout everything below its recovery point. A limit is all it takes, for what is above a
 * lost octet is also above those below it.
 * Events, beside those of RepairProgress: recovery is also entered by a duplicate ACK that shows
 * `snd.una` to be lost (section 5, step 2).
 * What is sent again: what is lost and was not sent again, oldest first (NextSeg() rule 1); when
 * there are no new data (rule 2), what is missing below the highest SACKed octet (rule 3); then,
 * if so configured, the last segment outstanding, once in a recovery (rule 4).
 * Where RFC 6675 leaves a choice: in every state `pipe` is what is outstanding, and what is lost is
 * sent again, since losses above the recovery point may be known when a recovery ends.
 * Invariant: `pipe` is what is neither SACKed nor lost, and what was sent again and not heard of.
 *
 * Cost: all queries are O(DupThresh) on what the ledger has at hand.
 */
class Rfc6675Sender : public LossRecoverySender
{
  public:
    /// What RFC 6675 leaves open.
    struct Options
    {
        bool findsLostRetransmissions{false}; //!< a retransmission that later ones overtake is lost
        bool rescues{false};                  //!< NextSeg() rule 4, and rule 3 at a shut window
        bool slowButSteady{false}; //!< each partial ACK restarts the timer, not only the first
    };

    /// The sender of a new connection.
    Rfc6675Sender(const Configuration& configuration, const Options& options);

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;
    void OnTimeout(Instant now) override;
    std::optional<OctetRange> Next(Occasion occasion) const override;
    uint64_t GetOutstanding() const override;
    void OnHeadLost() override;

    /// From the next event on more or fewer duplicate ACKs, above 0, mean a loss.
    void SetDupThresh(uint32_t dupThresh)
    {
        m_progress.SetDupThresh(dupThresh);
    }

  private:
    /// Everything below that is not SACKed is lost.
    uint64_t GetLostLimit() const;

    /// The same by what is SACKed above alone (IsLost()).
    uint64_t GetSackedLimit() const;

    bool DetectsLoss() const;
    void Enter();
    void FindLostRetransmissions(AckOutcome& outcome);
    void CountLost(AckOutcome& outcome);

    /// Octets where there are no new data, by rule 3 or 4.
    std::optional<OctetRange> GetLastResort() const;

    /// Nothing when another rule has some, or there was one in this recovery.
    std::optional<OctetRange> GetRescue() const;

    RepairProgress m_progress;  //!< what all senders count
    Options m_options;          //!< what RFC 6675 leaves open
    uint64_t m_markedTo{0};     //!< what is below is lost, whatever is SACKed
    uint64_t m_highestLimit{0}; //!< the highest lost limit of an ACK
    bool m_rescued{false};      //!< there was a rescue retransmission in this recovery
    bool m_partialSeen{false};  //!< there was a partial ACK in this recovery
};

} // namespace ns3

#endif /* RFC6675_SENDER_H */

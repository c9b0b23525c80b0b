/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RFC6675_RECOVERY_H
#define RFC6675_RECOVERY_H

#include "reno-recovery.h"

#include <algorithm>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief SACK recovery of RFC 6675: `pipe`, IsLost() and NextSeg().
 *
 * State: the lost limit. Each octet below it that is not SACKed is lost: it has DupThresh
 * discontiguous SACKed sequences, or more than (DupThresh - 1) SMSS SACKed octets, above it
 * (IsLost(), section 4). So is the first segment of a recovery that three duplicate ACKs began, and
 * after a timeout everything below its recovery point. A limit is all it takes, for what is above a
 * lost octet is also above those below it.
 * Events, beside those of RecoveryState: recovery is also entered by a duplicate ACK that shows
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
class Rfc6675Recovery : public LossRecovery
{
  public:
    static constexpr const char* NAME = "ns3::TcpRfc6675Recovery"; //!< in ns-3

    bool findLostRetransmissions{false}; //!< a retransmission that later ones overtake is lost
    bool rescueRetransmission{false};    //!< NextSeg() rule 4, and rule 3 at a shut window
    bool slowButSteady{false};           //!< or else Impatient

    /// @copydoc LossRecovery::Describe
    template <class Options>
    static void Describe(Options& options)
    {
        options("FindLostRetransmissions",
                &Rfc6675Recovery::findLostRetransmissions,
                "A retransmission is lost, and sent again, when what was sent after it is SACKed, "
                "as in ns-3's own socket after ns-3.48; without, it is left to the timer");
        options("RescueRetransmission",
                &Rfc6675Recovery::rescueRetransmission,
                "Once in a recovery, when the window allows and there is nothing else, the last"
                " segment is sent again (RFC 6675, section 4, NextSeg() rule 4); and rule 3 "
                "also when the receiver has no room for new data");
        options("SlowButSteady", &Rfc6675Recovery::slowButSteady, NewRenoRecovery::STEADY);
    }

    const AckOutcome& OnAck(const AckEvent& event) override;
    void OnSent(OctetRange range, Instant now) override;

    void OnTimeout(Instant) override
    {
        m_state.OnTimeout();
        m_repair = Repair{m_state.GetRecoveryPoint()};
    }

    std::optional<OctetRange> Next(SendOpportunity opportunity) const override;
    uint64_t GetOutstanding() const override;

  private:
    /// Everything below that is not SACKed is lost.
    uint64_t GetLostLimit() const
    {
        return m_repair ? std::max(GetSackedLimit(), m_repair->markedTo) : GetSackedLimit();
    }

    /// The same by what is SACKed above alone (IsLost()).
    uint64_t GetSackedLimit() const
    {
        const auto& configuration = m_state.GetConfiguration();
        return GetSent().GetLostLimit(configuration.dupThresh, configuration.mss);
    }

    bool DetectsLoss() const
    {
        const auto& board = GetSent();
        const bool isHeadLost = GetSackedLimit() > board.GetUna() && !board.IsReneged();
        return m_state.GetState() == State::OPEN &&
               (m_state.DetectsLoss() || (m_state.GetDupAcks() > 0 && isHeadLost));
    }

    void CountLost(AckOutcome& outcome);

    /// Octets where there are no new data, by rule 3 or 4.
    std::optional<OctetRange> GetLastResort() const;

    /// Nothing when another rule has some, or there was one in this recovery.
    std::optional<OctetRange> GetRescue() const;

    struct Repair
    {
        uint64_t markedTo;   //!< what is below is lost, whatever is SACKed
        bool rescued{false}; //!< there was a rescue retransmission
    };

    std::optional<Repair> m_repair; //!< in RECOVERY and LOSS
    uint64_t m_highestLimit{0};     //!< the highest lost limit of an ACK
};

} // namespace ns3

#endif /* RFC6675_RECOVERY_H */

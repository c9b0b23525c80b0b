/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATTERN_KNOWLEDGE_H
#define PATTERN_KNOWLEDGE_H

#include "loss-pattern.h"
#include "pattern-path.h"

#include <array>

namespace losspattern
{

/**
 * What a sender was told by the ACKs that reached it, and what it has sent, segment by segment; and
 * what the RFC or paper of its generation concludes from that, by a rule for each.
 */
class PatternKnowledge
{
  public:
    using RecoveryChange = ns3::LossRecovery::RecoveryChange;

    PatternKnowledge(Repair repair, int segments);

    /// A segment was sent, the @p number-th copy of all.
    void OnSend(int segment, int number);

    /// An ACK arrived.
    void OnAck(const PatternPath::Ack& ack);

    /// What the sender makes of the event: only whether a repair begins or ends.
    void OnChange(const RecoveryChange& change);

    /// A timeout, at which it may forget what was SACKed (RFC 2018, section 8).
    void OnTimeout();

    /// @return segments outstanding that the generation's rule takes for lost and not sent again
    Mask GetDue() const;

    /// @return segments that the generation takes to be in the network
    int GetPipe() const;

    /// @return the segment after the highest one told to be there, or `una`
    int GetHighest() const;

    /// @return whether the generation reads SACK blocks
    bool UsesSack() const;

    /// @return whether a timeout makes it forget them
    bool Forgets() const;

    /// What a repair is doing.
    enum class Phase
    {
        OPEN,
        RECOVERY,
        LOSS,
    };

    Phase phase{Phase::OPEN};
    int una{0};        //!< first segment not acknowledged
    int nxt{0};        //!< segments sent
    int point{0};      //!< where the last repair ends
    int duplicates{0}; //!< ACKs that repeat `una`, or report news by SACK
    Mask known{0};     //!< what is there
    Mask resent{0};    //!< sent again since the last timeout

  private:
    Mask GetOutstanding() const;
    Mask GetDueOf6675() const;
    Mask GetLostByOrder() const;
    Mask GetLostByCount() const;
    Mask GetLostInLoss() const;

    Repair m_repair;
    int m_segments;
    std::array<int, 64> m_number{}; //!< of each segment's last copy
    std::array<int, 64> m_note{};   //!< `nxt` when it was sent again
    int m_youngest{NONE};           //!< number of the last copy told to have arrived
    int m_youngestSacked{NONE};     //!< the same of what was sent again and told by SACK
    int m_counted{0};               //!< `pipe` of Fall and Floyd, in recovery
    bool m_hadLoss{false};          //!< there was a repair
    bool m_isRescued{false};        //!< there was a rescue in this recovery
};

} // namespace losspattern

#endif /* PATTERN_KNOWLEDGE_H */

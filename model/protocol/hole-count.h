/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOLE_COUNT_H
#define HOLE_COUNT_H

#include "repair-progress.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What is lost where the receiver holds something above: each octet below `snd.fack` that is
 * missing in RECOVERY is lost, and is counted once.
 *
 * State: up to where holes are counted, and the octets missing between there and `snd.fack`.
 * Invariant: `snd.fack` does not go back with what is forgotten; what was sent again, reported and
 * forgotten may be sent once more.
 */
class HoleCount
{
  public:
    /// Which reports of the receiver are believed.
    enum class Memory
    {
        ALL,    //!< all of them (RFC 2018, section 5)
        LATEST, //!< those of the latest ACK that has any: what earlier ones reported is missing
                //!< again (compressed SACK paper, section III, as one may read it)
    };

    /// A connection on which nothing was sent, from the octet @p start on.
    HoleCount(Memory memory, uint64_t start);

    /// An ACK was read, by RepairProgress::ReadSack(): forget what is not to be believed.
    void Forget(SentSegments& sent, const std::vector<OctetRange>& blocks);

    /// The sender is through with an ACK, and has counted what it found to be lost again: complete
    /// the outcome.
    void Count(const RepairProgress& progress, LossRecoverySender::AckOutcome& outcome);

    /// The retransmission timer expired.
    void OnTimeout(const SentSegments& sent);

    /// @return octets below `snd.fack` that the receiver is not known to hold
    static uint64_t GetMissing(const SentSegments& sent);

  private:
    Memory m_memory;         //!< which reports are believed
    uint64_t m_countedTo;    //!< the holes below are counted as lost
    uint64_t m_uncounted{0}; //!< octets missing between there and `snd.fack`
};

} // namespace ns3

#endif /* HOLE_COUNT_H */

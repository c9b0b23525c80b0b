/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SACK_BLOCK_CHECK_H
#define SACK_BLOCK_CHECK_H

#include "compressed-sack-codec.h"
#include "octet-range.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Whether the blocks of a SACK option can be true, by what was sent.
 *
 * An option is accepted or refused as a whole: one wrong edge means that its sender, or something
 * on the way, is not to be believed.
 *
 * All blocks have to lie in `[snd.una, snd.nxt]`, where `snd.nxt` is one past the highest octet
 * ever sent, and must not overlap; they may touch. There is one exception, the D-SACK block of RFC
 * 2883. It is the first one, it reports octets that arrived twice, and it is recognised as its
 * section 4 says:
 *  - it lies below `snd.una` as a whole, but not below the first octet of the connection; or
 *  - the second block contains it.
 *
 * That edges have to be boundaries of segments is not asked for: a receiver whose buffer is full
 * keeps a part of a segment.
 *
 * There is no state. Positions count octets and do not wrap; the low 32 bits of a position are the
 * sequence number of its octet. Check() is total and allocates nothing; it costs O(n log n).
 */
class SackBlockCheck
{
  public:
    /// What the sender of the data knows.
    struct Sent
    {
        uint64_t start{0}; //!< position of the first octet of data of the connection
        uint64_t una{0};   //!< `snd.una`: the acknowledgment number that came with the option
        uint64_t nxt{0};   //!< one past the highest octet ever sent, below una + 2^31
    };

    /// Why an option is refused.
    enum class Refusal
    {
        NONE,     //!< the option is accepted
        INVERTED, //!< a left edge at or above its right edge
        ACKED,    //!< an edge below `snd.una`, and no D-SACK block
        UNSENT,   //!< an edge that was never sent, above `snd.nxt` or before the connection
        OVERLAP,  //!< two blocks have octets in common, and it is no D-SACK block
    };

    /// The outcome.
    struct Result
    {
        Refusal refusal{Refusal::NONE}; //!< why the option is refused
        bool isDuplicate{false};        //!< the first block is a D-SACK block
    };

    /// Storage for the positions of all blocks.
    using Ranges = std::array<OctetRange, CompressedSackCodec::MAX_BLOCKS>;

    /**
     * @brief Check an option.
     * @param blocks its blocks in their order
     * @param count how many; above MAX_BLOCKS the option is refused as overlapping
     * @param sent what was sent
     * @param ranges receives the blocks by position; meaningless after a refusal
     * @return whether it is accepted
     */
    static Result Check(const SequenceBlock* blocks,
                        std::size_t count,
                        const Sent& sent,
                        Ranges& ranges);

    /// @return a refusal in words, for traces
    static const char* GetName(Refusal refusal);
};

} // namespace ns3

#endif /* SACK_BLOCK_CHECK_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMPRESSED_SACK_CODEC_H
#define COMPRESSED_SACK_CODEC_H

#include "sequence-position.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 * @brief A SACK block as the wire has it: 32-bit sequence numbers, which wrap.
 */
struct SequenceBlock
{
    uint32_t begin; //!< left edge, the first octet
    uint32_t end;   //!< right edge, one past the last octet

    /// @return whether both blocks have the same edges
    bool operator==(const SequenceBlock& other) const
    {
        return begin == other.begin && end == other.end;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief SACK blocks to and from the octets of the compressed-offset option (compressed SACK paper,
 * section IV).
 *
 * | field    | bits       | meaning                                                           |
 * |----------|------------|-------------------------------------------------------------------|
 * | `Kind`   | 8          | 253, RFC 4727                                                     |
 * | `Length` | 8          | octets of the option, these two included                          |
 * | `X`      | 8          | low six bits: bits of an offset, 1 to 32; 0x80: offsets are two's |
 * |          |            | complement; 0x40: form 2                                          |
 * | `A`      | 32         | right edge of the first block                                     |
 * | offsets  | `X` each   | left edge of the first block, then right and left edge of each    |
 * |          |            | other; most significant bit first                                 |
 * | padding  | 0 to 7     | zeros, up to a whole octet                                        |
 *
 * An offset is a distance downwards, that is towards smaller sequence numbers: in form 1 from `A`,
 * in form 2 from the edge before. Upwards it is negative, which needs two's complement. With both
 * flags clear the layout is the paper's first alternative, bit by bit. An offset of zero ends the
 * list, and bits after the last whole offset are ignored.
 *
 * `X` is what the offset with the most bits needs: the paper takes the smallest integer larger than
 * the logarithm, so that 4096 needs 13.
 *
 * There is no state. Encode() and Decode() are total: every input yields a result, nothing throws,
 * nothing is allocated. Invariants:
 *  - what Encode() writes Decode() accepts, and it yields blocks that were given, the first of them
 *    first;
 *  - blocks that Decode() yields are not empty, and each of their edges is less than 2^31 away from
 *    `A`, so that they can be compared. Whether they overlap, and whether they can be true, is for
 *    SackBlockCheck.
 */
class CompressedSackCodec
{
  public:
    static constexpr uint8_t KIND = 253; //!< RFC 4727, section 4

    /// Tells the permission, in a SYN, from other uses of the kind (RFC 6994, section 3): chosen
    /// for this module and not registered with IANA.
    static constexpr uint16_t EXPERIMENT = 0xc5ac;
    static constexpr std::size_t PERMISSION_SIZE = 4; //!< octets of the permission
    static constexpr uint8_t TWOS_COMPLEMENT = 0x80;  //!< flag in the octet of `X`
    static constexpr uint8_t FORM_2 = 0x40;           //!< flag in the octet of `X`
    static constexpr std::size_t HEAD = 7;            //!< octets before the offsets
    static constexpr std::size_t MIN_SIZE = HEAD + 1; //!< octets of the shortest option
    static constexpr std::size_t MAX_SIZE = 40;       //!< octets of all options of a TCP header

    /// Blocks that fit with `X = 1`: n blocks have 2n - 1 offsets.
    static constexpr std::size_t MAX_BLOCKS = (8 * (MAX_SIZE - HEAD) + 1) / 2;

    /// Storage for the blocks of any option.
    using Blocks = std::array<SequenceBlock, MAX_BLOCKS>;

    /// Which form the encoder may use.
    enum class Form
    {
        ANY,           //!< the one with which more blocks fit, then fewer octets are used
        FROM_A,        //!< form 1
        FROM_PREVIOUS, //!< form 2
    };

    /// What was written.
    struct Encoded
    {
        std::size_t octets{0}; //!< octets of the option, 0 if it holds no block
        std::size_t blocks{0}; //!< blocks in it
    };

    /// What was read.
    struct Decoded
    {
        const char* refusal{nullptr}; //!< why nothing was, in words for traces; null: it was
        std::size_t blocks{0};        //!< blocks in the option, 0 if it is refused
    };

    /**
     * @brief Write an option that reports some blocks, newest first as in RFC 2018, in at most
     * @p capacity octets, of which those above 40 are not used.
     *
     * The first block stays first. So does the second if it contains the first, which then is a
     * D-SACK block (RFC 2883, section 4). Which of the others are written, in which order and which
     * form, is chosen so that most of them fit. Of choices with equally many blocks it is the one
     * whose blocks are newer, that is which come earlier in @p blocks, then the one with fewer
     * octets.
     *
     * The orders tried in form 2 are walks along the sequence numbers: away from the first block to
     * one side in hops, as long as the bits of an offset allow, and back past it to the other side.
     * These are not all orders: of 100,000 random lists of up to six blocks, one had a better one.
     *
     * Blocks that are empty, or have an edge 2^31 or more away from the right edge of the first
     * one, are left out; so are those after the first MAX_BLOCKS. Except for a D-SACK block they
     * must not overlap each other. The cost is O(n) for each number of bits tried, 32 at most.
     * @return what was written; nothing if the first block is invalid or does not fit
     */
    static Encoded Encode(const SequenceBlock* blocks,
                          std::size_t count,
                          uint8_t* octets,
                          std::size_t capacity,
                          Form form = Form::ANY);

    /// Read an option, from `Kind` on, and its blocks in the order of the wire, which are
    /// meaningless after a refusal. @return how many they are, or why the option is refused as a
    /// whole
    static Decoded Decode(const uint8_t* octets, std::size_t size, Blocks& blocks);
};

/**
 * @ingroup tcp-lossy
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

    /// The outcome.
    struct Result
    {
        const char* refusal{nullptr}; //!< why the option is refused, in words; null: accepted
        bool isDuplicate{false};      //!< the first block is a D-SACK block
    };

    /// Storage for the positions of all blocks.
    using Ranges = std::array<OctetRange, CompressedSackCodec::MAX_BLOCKS>;

    /// Check the blocks of an option, in their order; above MAX_BLOCKS that is refused as
    /// overlapping. @p ranges receives them by position, meaningless after a refusal. @return
    /// whether it is accepted
    static Result Check(const SequenceBlock* blocks,
                        std::size_t count,
                        const Sent& sent,
                        Ranges& ranges);
};

} // namespace ns3

#endif /* COMPRESSED_SACK_CODEC_H */

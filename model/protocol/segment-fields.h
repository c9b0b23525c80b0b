/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_FIELDS_H
#define SEGMENT_FIELDS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What the header of a TCP segment says (RFC 9293, section 3.1), where it says what most
 * segments of a connection say: ports, numbers, flags, window, and at most a timestamps and a SACK
 * option.
 */
struct SegmentFields
{
    /// Octets that are reported as held: the first one, and one past the last one.
    struct Block
    {
        uint32_t begin; //!< sequence number
        uint32_t end;   //!< sequence number
    };

    /// The timestamps option (RFC 7323, section 3.2).
    struct Timestamps
    {
        uint32_t value; //!< TSval
        uint32_t echo;  //!< TSecr
    };

    static constexpr std::size_t MAX_HEADER = 60; //!< octets
    static constexpr std::size_t MAX_BLOCKS = 4;  //!< that fit (RFC 2018, section 3)

    uint16_t sourcePort;                  //!< of who sent it
    uint16_t destinationPort;             //!< of who gets it
    uint32_t sequence;                    //!< SEG.SEQ
    uint32_t acknowledgment;              //!< SEG.ACK
    uint8_t headerSize;                   //!< octets, options included
    uint8_t flags;                        //!< CWR to FIN
    uint16_t window;                      //!< as it stands there, not scaled
    uint16_t urgentPointer;               //!< as it stands there
    std::optional<Timestamps> timestamps; //!< if there are any
    std::array<Block, MAX_BLOCKS> blocks; //!< SACK blocks in the order of the option
    uint8_t blockCount;                   //!< how many of them

    /**
     * @brief Read a header. No input does any harm.
     *
     * Padding is read as ns-3 reads it: after the octet that ends the options there are at most as
     * many as make the header whole.
     * @param octets the header and perhaps data
     * @param size how many octets, at least MAX_HEADER or else all of the segment
     * @return nothing when the header is cut short or malformed, or has other options, or one of
     * them twice
     */
    static std::optional<SegmentFields> Read(const uint8_t* octets, std::size_t size);

    /// How a header is made.
    enum class Form
    {
        SOUND,     //!< all of it can be read, whatever the options are
        MALFORMED, //!< the length of an option makes no sense, at all or for its kind
        NONE,      //!< it is cut short, or its data offset makes no sense
    };

    /**
     * @brief Look at a header's lengths.
     * @param octets the header and perhaps data
     * @param size how many octets, at least MAX_HEADER or else all of the segment
     * @return how it is made
     */
    static Form GetForm(const uint8_t* octets, std::size_t size);

    /**
     * @brief Read a header without its options.
     * @param octets a header that is not of Form::NONE
     * @return what it says
     */
    static SegmentFields ReadFixed(const uint8_t* octets);
};

} // namespace ns3

#endif /* SEGMENT_FIELDS_H */

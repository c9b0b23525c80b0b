/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEGMENT_FIELDS_H
#define SEGMENT_FIELDS_H

#include "compressed-sack-codec.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ns3
{

/// What a segment is, as far as ECN cares.
enum class SegmentKind
{
    PURE_ACK,       //!< no data
    DATA,           //!< new data
    RETRANSMISSION, //!< data sent again
    WINDOW_PROBE,   //!< an octet beyond the peer's window
    SYN,            //!< opens a connection
    SYN_ACK,        //!< answers a SYN
    FIN,            //!< a FIN without data
    RESET,          //!< an RST
};

/**
 * @ingroup tcp-lossy
 * @brief What the header of a TCP segment says (RFC 9293, section 3.1): ports, numbers, flags,
 * window, and the options that a connection reads. Of two options of a kind the first one counts.
 */
struct SegmentFields
{
    static constexpr uint8_t FIN = 0x01; //!< flag
    static constexpr uint8_t SYN = 0x02; //!< flag
    static constexpr uint8_t RST = 0x04; //!< flag
    static constexpr uint8_t PSH = 0x08; //!< flag
    static constexpr uint8_t ACK = 0x10; //!< flag
    static constexpr uint8_t ECE = 0x40; //!< flag
    static constexpr uint8_t CWR = 0x80; //!< flag

    /// The timestamps option (RFC 7323, section 3.2).
    struct Timestamps
    {
        uint32_t value{0}; //!< TSval
        uint32_t echo{0};  //!< TSecr
    };

    static constexpr std::size_t MAX_HEADER = 60; //!< octets
    static constexpr std::size_t MAX_BLOCKS = 4;  //!< that fit (RFC 2018, section 3)

    /// How a header is made.
    enum class Form
    {
        SOUND,     //!< all of it was read
        MALFORMED, //!< the length of an option makes no sense: no option was read
        NONE,      //!< the header is cut short, or its data offset makes no sense
    };

    uint16_t sourcePort{0};                       //!< of who sent it
    uint16_t destinationPort{0};                  //!< of who gets it
    uint32_t sequence{0};                         //!< SEG.SEQ
    uint32_t acknowledgment{0};                   //!< SEG.ACK
    uint8_t headerSize{20};                       //!< octets, options included
    uint8_t flags{0};                             //!< CWR to FIN
    uint16_t window{0};                           //!< as it stands there, not scaled
    uint16_t urgentPointer{0};                    //!< as it stands there
    std::optional<Timestamps> timestamps;         //!< if there are any
    std::array<SequenceBlock, MAX_BLOCKS> blocks; //!< SACK blocks in the order of the option
    uint8_t blockCount{0};                        //!< how many of them
    std::optional<uint16_t> mss;                  //!< largest segment (RFC 9293, section 3.7.1)
    std::optional<uint8_t> scale;                 //!< window scale (RFC 7323, section 2)
    bool sackPermitted{false};                    //!< who sent it reads SACK (RFC 2018, section 2)
    bool compressedPermitted{false};              //!< who sent it reads compressed offsets
    /// The option of kind 253 (RFC 4727, section 4).
    std::array<uint8_t, CompressedSackCodec::MAX_SIZE> experimental;
    uint8_t experimentalSize{0}; //!< octets of it

    /// @return whether any of these flags is set
    bool Has(uint8_t any) const
    {
        return flags & any;
    }

    /// @return octets of the options, without what fills the last word
    std::size_t GetOptionsSize() const;

    /// @return octets of the options in whole words of a header
    std::size_t GetPaddedOptionsSize() const
    {
        return (GetOptionsSize() + 3) / 4 * 4;
    }

    /// @return whether it may report what has arrived
    bool HasReport() const
    {
        return blockCount > 0 || experimentalSize > 0;
    }

    /// Read a header, and perhaps data: at least MAX_HEADER octets or else all of the segment. No
    /// input does any harm. @return how the header is made; of Form::NONE nothing is read
    Form Read(const uint8_t* octets, std::size_t size);

  private:
    bool ReadOption(const uint8_t* option, std::size_t size);
    bool ReadOptions(const uint8_t* octets);
};

} // namespace ns3

#endif /* SEGMENT_FIELDS_H */

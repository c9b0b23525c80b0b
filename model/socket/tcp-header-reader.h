/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_HEADER_READER_H
#define TCP_HEADER_READER_H

#include "ns3/packet.h"
#include "ns3/reused-option.h"
#include "ns3/segment-fields.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-option-sack.h"
#include "ns3/tcp-option-ts.h"

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief Takes headers off segments without making an object for each option.
 */
class TcpHeaderReader
{
  public:
    /// Take the header off a packet, without the padding between and after its options unless it is
    /// to be @p whole. The options stay as they are until the next call. @return whether there is a
    /// header
    bool Take(Ptr<Packet> packet, TcpHeader& header, bool whole = false);

    /// @return whether the header that Take() took last had options, which were ignored, with a
    /// length that makes no sense
    bool WasMalformed() const
    {
        return m_wasMalformed;
    }

    /// Take the header off a packet, with all its options, or with none if the length of one makes
    /// no sense: TcpHeader would read on for ever, or behind the segment, or end the program.
    /// Octets that the data offset covers are no data, whatever TcpHeader makes of them. @return
    /// how the header is made; of Form::NONE nothing was taken
    static SegmentFields::Form TakeWhole(Ptr<Packet> packet, TcpHeader& header);

    /// @return the header of a packet if it is one of the usual ones
    static std::optional<SegmentFields> Peek(Ptr<const Packet> packet);

  private:
    /// Fill a new header but for its options.
    static void FillFixed(const SegmentFields& fields, TcpHeader& header);
    /// Fill a new header, options included.
    void Fill(const SegmentFields& fields, TcpHeader& header);

    ReusedOption<TcpOptionTS> m_timestamps; //!< of the last segment
    ReusedOption<TcpOptionSack> m_blocks;   //!< of the last segment
    bool m_wasMalformed{false};             //!< the last segment was
};

} // namespace ns3

#endif /* TCP_HEADER_READER_H */

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
    /// Take the header off a packet, without the padding between and after its options: for a true
    /// copy use Packet::RemoveHeader(). The options stay as they are until the next call. @return
    /// whether there is a header
    bool Take(Ptr<Packet> packet, TcpHeader& header);

    /// Take the header off a packet, with all its options, or with none if the length of one makes
    /// no sense: TcpHeader would read on for ever, or behind the segment. Octets that the data
    /// offset covers are no data, whatever TcpHeader makes of them. @return whether there is a
    /// header
    static bool TakeWhole(Ptr<Packet> packet, TcpHeader& header);

    /// @return the header of a packet if it is one of the usual ones
    static std::optional<SegmentFields> Peek(Ptr<const Packet> packet);

  private:
    /// Fill a new header but for its options.
    static void FillFixed(const SegmentFields& fields, TcpHeader& header);
    /// Fill a new header, options included.
    void Fill(const SegmentFields& fields, TcpHeader& header);

    ReusedOption<TcpOptionTS> m_timestamps; //!< of the last segment
    ReusedOption<TcpOptionSack> m_blocks;   //!< of the last segment
};

} // namespace ns3

#endif /* TCP_HEADER_READER_H */

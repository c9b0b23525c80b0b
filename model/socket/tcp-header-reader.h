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
    /**
     * @brief Take a header off. Padding between and after the options is not among those of the
     * header: who wants a true copy uses Packet::RemoveHeader().
     * @param packet header and payload, then payload
     * @param header what it said; its options stay as they are until the next call
     * @return whether there is one
     */
    bool Take(Ptr<Packet> packet, TcpHeader& header);

    /**
     * @brief Take a header off with all its options, or with none if the length of one makes no
     * sense: TcpHeader would read on for ever, or behind the segment. Octets that the data offset
     * covers are no data, whatever TcpHeader makes of them.
     * @param packet header and payload, then payload
     * @param header what it said
     * @return whether there is one
     */
    static bool TakeWhole(Ptr<Packet> packet, TcpHeader& header);

    /**
     * @brief Read a header if it is one of the usual ones.
     * @param packet header and payload
     * @return nothing if it is not
     */
    static std::optional<SegmentFields> Peek(Ptr<const Packet> packet);

  private:
    /// @brief Fill a header but for its options. @param fields what it says @param header it, new
    static void FillFixed(const SegmentFields& fields, TcpHeader& header);
    /// @brief Fill a header. @param fields what it says @param header it, new
    void Fill(const SegmentFields& fields, TcpHeader& header);

    ReusedOption<TcpOptionTS> m_timestamps; //!< of the last segment
    ReusedOption<TcpOptionSack> m_blocks;   //!< of the last segment
};

} // namespace ns3

#endif /* TCP_HEADER_READER_H */

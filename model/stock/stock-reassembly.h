/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_REASSEMBLY_H
#define STOCK_REASSEMBLY_H

#include "ns3/octet-range.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/recent-blocks.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief What has arrived out of order, and what is reported of it, as TcpRxBuffer does both but
 * without its walk over all that it holds.
 *
 * TcpRxBuffer goes on holding what is in order. What it holds out of order ns-3's socket reports:
 * MakeReports() is one that holds what is to be reported.
 */
class StockReassembly
{
  public:
    /**
     * @brief Octets have arrived.
     * @param begin position of the first
     * @param packet the octets
     * @param next the octet that is expected next
     * @param end one past the last octet that there is room for
     * @return whether any of them are new
     */
    bool Add(uint64_t begin, Ptr<const Packet> packet, uint64_t next, uint64_t end);

    /**
     * @brief Take out what is in order now.
     * @param next the octet that is expected next
     * @return the octets from there on in one packet, or null
     */
    Ptr<Packet> Take(uint64_t next);

    /// @brief Take a segment that is out of order, or fills a hole. @param buffer gets what is in
    /// order then @param packet payload @param header of the segment
    /// @return whether any of it is new
    bool Receive(TcpRxBuffer& buffer, Ptr<const Packet> packet, const TcpHeader& header);

    /// @brief A buffer with octets, of no content, where they are to be reported.
    /// @param next the sequence number that is expected next @return the buffer
    Ptr<TcpRxBuffer> MakeReports(SequenceNumber32 next) const;

    /// @brief Whether nothing is held. @return whether
    bool IsEmpty() const
    {
        return m_held.empty();
    }

    /// @brief Position of the first octet that is held. @return it; something must be held
    uint64_t GetBegin() const;

    /// @brief What is to be reported. @return at most four blocks, the last to change first
    const std::vector<OctetRange>& GetBlocks() const
    {
        return m_blocks.GetBlocks();
    }

  private:
    /// @brief Cut off what is held already. @param range of what has arrived @return what is new,
    /// if anything is
    OctetRange Cut(OctetRange range);

    std::map<uint64_t, Ptr<Packet>> m_held; //!< by position, disjoint
    RecentBlocks m_blocks;                  //!< of what is held
    uint64_t m_expected{0};                 //!< what Receive() expected last
};

} // namespace ns3

#endif /* STOCK_REASSEMBLY_H */

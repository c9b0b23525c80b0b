/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STOCK_REASSEMBLY_H
#define STOCK_REASSEMBLY_H

#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-rx-buffer.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief The blocks that the receiver of ns-3's own socket reports, which are not all that it
 * holds: for users who want the same results.
 *
 * It remembers four, the last one first, and what leaves this memory is forgotten: octets that
 * arrive next to a forgotten block are reported without it, against RFC 2018, section 4, whose
 * first block is the whole contiguous one.
 *
 * Invariant: no two blocks touch each other.
 */
class RecentBlocks
{
  public:
    /// Blocks remembered.
    static constexpr std::size_t MAX_BLOCKS = 4;

    /// New octets, in one piece, arrived out of order.
    void Add(OctetRange range);

    /// Forget what the cumulative ACK covers; @p next is one past the last octet in order.
    void DropBelow(uint64_t next);

    /// @brief What is to be reported. @return blocks, the last to change first
    const std::vector<OctetRange>& GetBlocks() const
    {
        return m_blocks;
    }

  private:
    std::vector<OctetRange> m_blocks; //!< the last to change first
};

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
    /// Octets have arrived from position @p begin on; @p next is expected next, and there is room
    /// up to @p end. @return whether any of them are new
    bool Add(uint64_t begin, Ptr<const Packet> packet, uint64_t next, uint64_t end);

    /// Take out what is in order now. @return the octets from @p next on in one packet, or null
    Ptr<Packet> Take(uint64_t next);

    /// Take a segment that is out of order, or fills a hole; the buffer gets what is in order then.
    /// @return whether any of it is new
    bool Receive(TcpRxBuffer& buffer, Ptr<const Packet> packet, const TcpHeader& header);

    /// @return a buffer with octets, of no content, where they are to be reported; @p next is
    /// expected next
    Ptr<TcpRxBuffer> MakeReports(SequenceNumber32 next) const;

    /// @return whether nothing is held
    bool IsEmpty() const
    {
        return m_held.empty();
    }

    /// @return position of the first octet that is held; there must be one
    uint64_t GetBegin() const;

    /// @brief What is to be reported. @return at most four blocks, the last to change first
    const std::vector<OctetRange>& GetBlocks() const
    {
        return m_blocks.GetBlocks();
    }

  private:
    /// @return what is new of what has arrived, if anything is
    OctetRange Cut(OctetRange range);

    std::map<uint64_t, Ptr<Packet>> m_held; //!< by position, disjoint
    RecentBlocks m_blocks;                  //!< of what is held
    uint64_t m_expected{0};                 //!< what Receive() expected last
};

} // namespace ns3

#endif /* STOCK_REASSEMBLY_H */

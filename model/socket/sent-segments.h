/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SENT_SEGMENTS_H
#define SENT_SEGMENTS_H

#include "ns3/octet-range.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3
{

class TcpTxItem;

/**
 * @ingroup tcp-lossy
 *
 * @brief Finds a segment that was sent and is not yet acknowledged without walking the window.
 *
 * TcpTxBuffer owns the segments; this index knows where each one begins. Segments are appended in
 * order, looked up by position in O(log n), and dropped from the front.
 *
 * Invariant: the segments are contiguous, from the cumulative ACK to `snd.nxt`.
 */
class SentSegments
{
  public:
    /// A segment as it was first sent.
    struct Segment
    {
        OctetRange range; //!< its octets that are not yet acknowledged
        TcpTxItem* item;  //!< the transmission buffer's entry, owned by the buffer
    };

    /// @brief A new segment was sent. @param segment it, beginning where the last one ends
    void Append(const Segment& segment);

    /// @brief Everything below a position is acknowledged. @param una the position
    void DiscardUpTo(uint64_t una);

    /// @brief Forget all segments.
    void Clear();

    /**
     * @brief Find a segment.
     * @param position one of its octets
     * @return the segment; it must be among those held
     */
    const Segment& Find(uint64_t position) const;

    /**
     * @brief A copy of octets of one segment.
     * @param range octets, all within one segment
     * @return a packet without headers
     */
    Ptr<Packet> Copy(OctetRange range) const;

    /// @brief Call a function with each segment that overlaps a range. @param range the range
    /// @param function takes a const Segment&
    template <class F>
    void ForEach(OctetRange range, F&& function) const
    {
        for (auto i = IndexOf(range.begin);
             i < m_segments.size() && m_segments[i].range.begin < range.end;
             ++i)
        {
            function(m_segments[i]);
        }
    }

  private:
    /// @brief Where a segment is. @param position one of its octets @return the index
    std::size_t IndexOf(uint64_t position) const;

    std::deque<Segment> m_segments; //!< in order of position
};

} // namespace ns3

#endif /* SENT_SEGMENTS_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEND_BUFFER_H
#define SEND_BUFFER_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/octet-range.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

namespace ns3
{

class TcpTxItem;

/**
 * @ingroup tcp-lossy
 *
 * @brief What the application wrote: what is not sent yet, and what was sent and may be sent again.
 *
 * TcpTxBuffer walks the window, and all writes, for much of what it does. Here it is shown only
 * what is cheap: it gets each segment as a whole when it is sent for the first time, and drops it
 * when it is acknowledged. It owns these segments, for TcpRateOps; this class finds them by
 * position in O(log n), and holds what is not sent yet.
 *
 * Invariants: the segments are contiguous, from the cumulative ACK to `snd.nxt`; what is not sent
 * begins at `snd.nxt`; both together are at most the buffer's size, unless it was made smaller.
 */
class SendBuffer
{
  public:
    /// A segment as it was first sent.
    struct Segment
    {
        OctetRange range; //!< its octets that are not yet acknowledged
        TcpTxItem* item;  //!< the transmission buffer's entry, owned by the buffer
        Time sent;        //!< when it was sent first
        bool again;       //!< sent again: its ACK is ambiguous (Karn)
    };

    /// What an ACK covered, for round trip times (RFC 6298, section 3).
    struct Acknowledged
    {
        std::optional<Time> oldest; //!< when the oldest segment was sent first, if there was one
        Time youngest;              //!< when the last one was sent first
        bool ambiguous{false};      //!< one of them was sent again (Karn)
    };

    /// Tells the rate estimator of a delivery.
    using Delivered = Callback<void, TcpTxItem*>;

    /**
     * @brief Hold nothing, for a new connection.
     * @param buffer the buffer of the connection, which is emptied; its size is that of both
     */
    explicit SendBuffer(Ptr<TcpTxBuffer> buffer);

    /// @brief The handshake is over. @param position of the first octet of data
    void Start(uint64_t position);

    /**
     * @brief The application writes.
     * @param packet octets
     * @return false if there is no room for all of them: none is taken
     */
    bool Write(Ptr<const Packet> packet);

    /// @brief Room for more. @return octets
    uint32_t GetAvailable() const;

    /// @brief There may be as much. @param size octets; less than now changes nothing
    void Grow(uint64_t size)
    {
        if (size > m_buffer->MaxBufferSize())
        {
            m_buffer->SetMaxBufferSize(static_cast<uint32_t>(size));
        }
    }

    /// @brief What was never sent. @return octets
    uint64_t GetUnsent() const
    {
        return m_unsentSize;
    }

    /// @brief What is not acknowledged, sent or not. @return octets
    uint64_t GetSize() const
    {
        return m_unsentSize + (m_segments.empty() ? 0 : m_nxt - m_segments.front().range.begin);
    }

    /// @brief Segments that were sent and are not acknowledged. @return their number
    std::size_t GetSegmentCount() const
    {
        return m_segments.size();
    }

    /**
     * @brief Take octets that were never sent: they become a segment.
     * @param size how many, at most GetUnsent(), above 0
     * @return the segment; its payload is that of Copy()
     */
    const Segment& TakeUnsent(uint32_t size);

    /// @brief A copy of the first octet that was never sent. @return a packet
    Ptr<Packet> PeekUnsent() const;

    /**
     * @brief Find a segment.
     * @param position one of its octets
     * @return the segment; it must be among those held
     */
    const Segment& Find(uint64_t position) const
    {
        return m_segments[IndexOf(position)];
    }

    /**
     * @brief A copy of octets of one segment.
     * @param range octets, all within one segment
     * @return a packet without headers
     */
    Ptr<Packet> Copy(OctetRange range) const;

    /// @brief A segment is sent again, now. @param position one of its octets
    void MarkSentAgain(uint64_t position);

    /**
     * @brief A segment was sent before it was taken: as a window probe.
     * @param position one of its octets
     * @param first when it was sent first
     * @param last when it was sent last; its ACK is ambiguous if that is later
     */
    void SetSent(uint64_t position, Time first, Time last);

    /**
     * @brief Octets are acknowledged.
     * @param una one past the last one
     * @param delivered is told of each segment; may be null
     * @return what was covered
     */
    Acknowledged DiscardUpTo(uint64_t una, const Delivered& delivered);

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

    /// @brief Where a segment is if all have one size: right for most. @param position any
    /// @return an index, or 0
    std::size_t GuessIndexOf(uint64_t position) const;

    /// @return octets that were never sent, in one packet
    Ptr<Packet> Gather(uint32_t size);

    Ptr<TcpTxBuffer> m_buffer;              //!< owner of the segments
    std::deque<Segment> m_segments;         //!< sent, in order of position
    std::deque<Ptr<const Packet>> m_unsent; //!< writes that were not sent, in order
    uint32_t m_taken{0};                    //!< octets of the first write that were
    uint64_t m_unsentSize{0};               //!< octets that were not sent
    uint64_t m_nxt{0};                      //!< `snd.nxt`
};

} // namespace ns3

#endif /* SEND_BUFFER_H */

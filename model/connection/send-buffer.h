/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SEND_BUFFER_H
#define SEND_BUFFER_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sent-segments.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstdint>
#include <deque>

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
 * ordinal, and holds what is not sent yet. Which octets a segment has, and when it was sent, the
 * ledger knows (SentSegments).
 *
 * Invariants: the segments are contiguous, from the cumulative ACK to what is not sent; both
 * together are at most the buffer's size, unless it was made smaller.
 */
class SendBuffer
{
  public:
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
        return m_unsentSize + m_buffer->Size();
    }

    /**
     * @brief Take octets that were never sent: they become a segment.
     * @param size how many, at most GetUnsent(), above 0
     * @return the transmission buffer's entry, owned by the buffer
     */
    TcpTxItem& TakeUnsent(uint32_t size);

    /// @brief A copy of the first octet that was never sent. @return a packet
    Ptr<Packet> PeekUnsent() const;

    /**
     * @brief Find a segment.
     * @param ordinal how many were taken before; it must not be discarded
     * @return the transmission buffer's entry
     */
    TcpTxItem& Find(uint64_t ordinal) const
    {
        return *m_segments[ordinal - m_discarded];
    }

    /**
     * @brief A segment was sent before it was taken: as a window probe.
     * @param item the segment
     * @param first when it was sent first
     * @param last when it was sent last
     */
    static void SetSent(TcpTxItem& item, Time first, Time last);

    /**
     * @brief A segment is sent again: TcpRateOps takes the time from it.
     * @param item the segment
     * @param time of it
     */
    static void SetLastSent(TcpTxItem& item, Time time);

    /**
     * @brief Octets are acknowledged.
     * @param sent what is still outstanding
     * @param delivered is told of each segment; may be null
     */
    void Discard(const SentSegments& sent, const Delivered& delivered);

  private:
    /// @return octets that were never sent, in one packet
    Ptr<Packet> Gather(uint32_t size);

    Ptr<TcpTxBuffer> m_buffer;              //!< owner of the segments
    std::deque<TcpTxItem*> m_segments;      //!< sent, in order
    uint64_t m_discarded{0};                //!< segments before those
    std::deque<Ptr<const Packet>> m_unsent; //!< writes that were not sent, in order
    uint32_t m_taken{0};                    //!< octets of the first write that were
    uint64_t m_unsentSize{0};               //!< octets that were not sent
};

} // namespace ns3

#endif /* SEND_BUFFER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STREAM_BUFFERS_H
#define STREAM_BUFFERS_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/reassembly-queue.h"
#include "ns3/sent-segments.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-tx-buffer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief One packet of many, in order.
 *
 * Packet::AddAtEnd() copies what is there already: few packets are joined by halves of halves, and
 * many are copied into one payload. What a packet consists of is kept as far as ns-3 can keep it
 * (Packet::EnablePrinting()), which ends the program where that is some thousands of parts.
 *
 * @param pieces at least one; their contents move
 * @return a packet with all their octets and byte tags, and the first one's packet tags
 */
Ptr<Packet> JoinPackets(std::vector<Ptr<Packet>>& pieces);

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

/// What a header's field can say of a window.
struct WindowField
{
    uint64_t unit{1};             //!< octets of which windows are multiples
    uint64_t largest{UINT64_MAX}; //!< window, octets
};

/**
 * @ingroup tcp-lossy
 *
 * @brief What a receiver holds, in order and out of order, and what it offers.
 *
 * States: `rcv.nxt` and the blocks above it (ReassemblyQueue), their payload, what is in order and
 * not yet read, the right edge that was offered, the place of the peer's FIN.
 *
 * Events: a segment was accepted, the application reads, a window is offered.
 *
 * Invariants:
 *  - what is not stored is not held: neither acknowledged nor reported;
 *  - the right edge never moves left (RFC 9293, section 3.8.6: do not shrink the window), whatever
 *    becomes of the buffer's size. All that was offered is stored when it comes, and nothing else:
 *    what the field has cut off was not offered (RFC 7323, section 2.4);
 *  - the window that the peer sees grows by at least a segment or half the buffer
 * (section 3.8.6.2.2);
 *  - the number of pieces out of order is bounded, see MIN_PIECES and OCTETS_PER_PIECE: a peer that
 * sends single octets cannot take more memory than it was offered by more than a factor.
 *
 * Cost of a segment: that of ReassemblyQueue, however much is unread.
 */
class ReceiveBuffer
{
  public:
    /// Pieces out of order that are always stored.
    static constexpr uint32_t MIN_PIECES = 64;

    /// Beyond these, a piece is stored for so many octets of the buffer's size.
    static constexpr uint32_t OCTETS_PER_PIECE = 16;

    /// Nothing has arrived; @p next is `rcv.nxt`.
    explicit ReceiveBuffer(uint64_t next = 0);

    /// A segment arrived at position @p begin, for a buffer of @p capacity octets. @return what was
    /// new about the part of it that was stored
    ReassemblyQueue::Arrival Insert(uint64_t begin, Ptr<Packet> payload, uint64_t capacity);

    /// The peer's FIN was seen at @p position, one past the last octet of data. @return false if it
    /// is ignored: it contradicts another one or data that arrived, or lies beyond what was offered
    bool SetFin(uint64_t position);

    /// @return whether all up to the peer's FIN is here; from then on `rcv.nxt` is past it
    bool IsFinished() const
    {
        return m_fin && m_queue.GetNext() > *m_fin;
    }

    /// @brief The octet that is expected next. @return `rcv.nxt`
    uint64_t GetNext() const
    {
        return m_queue.GetNext();
    }

    /// @brief What is in order and not read. @return octets
    uint64_t GetReadable() const
    {
        return m_readableSize;
    }

    /// The application reads. @return up to @p most octets; null if there are none
    Ptr<Packet> Read(uint32_t most);

    /// Offer a window, which may move the right edge, as far as @p field can say. @p capacity is
    /// the buffer's size, @p segment a full segment, octets. @return octets from `rcv.nxt` on
    uint64_t Offer(uint64_t capacity, uint32_t segment, const WindowField& field = {});

    /// @brief The window that was offered last, as far as it is not used. @return `rcv.wnd`
    uint64_t GetWindow() const
    {
        return m_edge - std::min(m_edge, GetNext());
    }

    /// @return whether Offer() would move the right edge
    bool CanOfferMore(uint64_t capacity, uint32_t segment, const WindowField& field = {}) const;

    /// @return whether the peer should be told at once: Offer() would move the right edge, and make
    /// the window twice what is left of the window or more, as Linux does
    bool NeedsWindowUpdate(uint64_t capacity, uint32_t segment, const WindowField& field) const;

    /// @brief What arrived. @return the blocks
    const ReassemblyQueue& GetQueue() const
    {
        return m_queue;
    }

    /// @brief Pieces refused because there were too many. @return their number
    uint64_t GetRefused() const
    {
        return m_refused;
    }

  private:
    /// @return the largest window for a buffer of @p capacity octets that @p field can say
    uint64_t GetMost(uint64_t capacity, const WindowField& field) const
    {
        // One unit is the least that a window can be.
        const uint64_t edge = m_dataEnd - m_readableSize + std::max(capacity, field.unit);
        const uint64_t window = std::min(edge - std::min(edge, GetNext()), field.largest);
        return window - window % field.unit;
    }

    /// @return how many pieces out of order a segment would add
    std::size_t CountNewPieces(OctetRange range) const;

    /// @return whether a segment would be a piece too many for a buffer of @p capacity octets
    bool IsPieceTooMany(OctetRange range, uint64_t capacity) const;

    /// Store a segment's new octets.
    void Store(OctetRange range, Ptr<Packet> payload, const ReassemblyQueue::Arrival& arrival);

    /// @brief Move what is in order to what can be read.
    void Advance();

    ReassemblyQueue m_queue;                //!< which octets arrived
    std::map<uint64_t, Ptr<Packet>> m_held; //!< payload out of order, by position
    std::deque<Ptr<Packet>> m_readable;     //!< payload in order
    uint32_t m_read{0};                     //!< octets read of the first of these
    uint64_t m_readableSize{0};             //!< octets in order and not read
    uint64_t m_dataEnd;                     //!< one past the last octet of data in order
    uint64_t m_edge;                        //!< one past the last octet offered
    std::optional<uint64_t> m_fin;          //!< where the peer's FIN is
    uint64_t m_refused{0};                  //!< pieces refused
};

} // namespace ns3

#endif /* STREAM_BUFFERS_H */

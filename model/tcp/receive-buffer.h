/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECEIVE_BUFFER_H
#define RECEIVE_BUFFER_H

#include "ns3/reassembly-queue.h"
#include "ns3/sequence-position.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace ns3
{

/// What a header's field can say of a window.
struct WindowField
{
    uint64_t unit{1};             //!< octets of which windows are multiples
    uint64_t largest{UINT64_MAX}; //!< window, octets
    bool roundsUp{false};         //!< as in Linux, where nothing is lost to the unit

    /// @return a multiple of the unit
    uint64_t Round(uint64_t window) const
    {
        return (window + (roundsUp ? unit - 1 : 0)) / unit * unit;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief What a receiver holds, in order and out of order, and what it offers. The octets
 * themselves are elsewhere: who has them stores Arrival::fresh of each segment.
 *
 * States: `rcv.nxt` and the blocks above it (ReassemblyQueue), in what pieces they came, what is in
 * order and not yet read, the right edge that was offered, the place of the peer's FIN.
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
    explicit ReceiveBuffer(uint64_t next = 0)
        : m_queue(next),
          m_read(next),
          m_edge(next)
    {
    }

    /// A segment arrived, for a buffer of @p capacity octets. @return what was new about the part
    /// of it that was stored
    ReassemblyQueue::Arrival Insert(OctetRange segment, uint64_t capacity)
    {
        const auto admitted = Admit(segment, capacity);
        if (!admitted)
        {
            ++m_refused;
            return {};
        }
        const auto arrival = m_queue.Insert(*admitted);
        for (const auto& fresh : arrival.fresh)
        {
            if (fresh.begin > GetNext())
            {
                m_pieces.emplace_hint(m_pieces.end(), fresh.begin, fresh.end);
            }
        }
        m_pieces.erase(m_pieces.begin(), m_pieces.lower_bound(GetNext()));
        return arrival;
    }

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
        return GetNext() - (IsFinished() ? 1 : 0) - m_read;
    }

    /// @return whether the FIN is known, and waits for what is missing before a position
    bool HoldsFin(uint64_t position) const
    {
        return m_fin == position && !IsFinished();
    }

    /// @return whether something, if only the FIN, is held out of order
    bool HasHole() const
    {
        return m_queue.GetBlockCount() > 0;
    }

    /// The application reads up to @p most octets. @return how many it gets
    uint32_t Read(uint32_t most)
    {
        const auto taken = static_cast<uint32_t>(std::min<uint64_t>(most, GetReadable()));
        m_read += taken;
        return taken;
    }

    /// Offer a window, which may move the right edge, as far as @p field can say. @p capacity is
    /// the buffer's size, @p segment a full segment, octets. @return octets from `rcv.nxt` on
    uint64_t Offer(uint64_t capacity, uint32_t segment, const WindowField& field = {})
    {
        if (CanOfferMore(capacity, segment, field))
        {
            m_edge = std::max(m_edge, GetNext() + GetMost(capacity, field));
        }
        if (field.roundsUp)
        {
            m_edge = GetNext() + field.Round(GetWindow());
        }
        return GetWindow();
    }

    /// @brief The window that was offered last, as far as it is not used. @return `rcv.wnd`
    uint64_t GetWindow() const
    {
        return m_edge - std::min(m_edge, GetNext());
    }

    /// @return whether Offer() would move the right edge
    bool CanOfferMore(uint64_t capacity, uint32_t segment, const WindowField& field = {}) const
    {
        const uint64_t most = GetMost(capacity, field);
        const uint64_t seen = GetWindow() - GetWindow() % field.unit;
        const uint64_t half = std::min(capacity, field.largest) / 2;
        return most > seen && most - seen >= std::min<uint64_t>(segment, half);
    }

    /// @return whether the peer should be told at once: Offer() would move the right edge, and make
    /// the window twice what is left of the window or more, as Linux does
    bool NeedsWindowUpdate(uint64_t capacity, uint32_t segment, const WindowField& field) const
    {
        return 2 * GetWindow() <= GetMost(capacity, field) &&
               CanOfferMore(capacity, segment, field);
    }

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

    /// @return the largest window for a buffer of @p capacity octets that @p field can say
    uint64_t GetMost(uint64_t capacity, const WindowField& field) const
    {
        // One unit is the least that a window can be.
        const uint64_t edge = m_read + std::max(capacity, field.unit);
        return field.Round(std::min(edge - std::min(edge, GetNext()), field.largest));
    }

    /// @return what Insert() takes of a segment, new or not, which is nothing beyond what was
    /// offered, nor beyond the FIN; nothing if the segment is a piece too many
    std::optional<OctetRange> Admit(OctetRange segment, uint64_t capacity) const
    {
        const auto end = std::min(m_fin.value_or(m_edge), m_edge);
        segment.end = std::max(segment.begin, std::min(segment.end, end));
        const uint64_t most = std::max<uint64_t>(MIN_PIECES, capacity / OCTETS_PER_PIECE);
        // Each of a segment's octets is a new piece at most.
        const bool isPieceTooMany = segment.begin > GetNext() &&
                                    m_pieces.size() + segment.Size() > most &&
                                    m_pieces.size() + CountNewPieces(segment) > most;
        return isPieceTooMany ? std::nullopt : std::optional(segment);
    }

  private:
    /// @return how many pieces out of order a segment would add
    std::size_t CountNewPieces(OctetRange range) const;

    ReassemblyQueue m_queue;               //!< which octets arrived
    std::map<uint64_t, uint64_t> m_pieces; //!< pieces out of order: begin and end
    uint64_t m_read;                       //!< one past the last octet that was read
    uint64_t m_edge;                       //!< one past the last octet offered
    std::optional<uint64_t> m_fin;         //!< where the peer's FIN is
    uint64_t m_refused{0};                 //!< pieces refused
};

} // namespace ns3

#endif /* RECEIVE_BUFFER_H */

/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_BUFFERS_H
#define PACKET_BUFFERS_H

#include "ns3/callback.h"
#include "ns3/ns3-values.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/sent-segments.h"
#include "ns3/sequence-position.h"
#include "ns3/tcp-tx-buffer.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-lossy
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
 * @brief The packets of what the application wrote: what is not sent yet, and what was sent and may
 * be sent again.
 *
 * TcpTxBuffer walks the window, and all writes, for much of what it does. Here it is shown only
 * what is cheap: it gets each segment as a whole when it is sent for the first time, and drops it
 * when it is acknowledged. It owns these segments, for TcpRateOps; this class finds them by
 * ordinal, and holds what is not sent yet. Which octets a segment has, and when it was sent, the
 * ledger knows (SentSegments).
 *
 * Invariant: the segments are contiguous, from the cumulative ACK to what is not sent.
 */
class SentPackets
{
  public:
    /// Tells the rate estimator of a delivery.
    using Delivered = Callback<void, TcpTxItem*>;

    /// Hold nothing, for a new connection; @p buffer is emptied.
    explicit SentPackets(Ptr<TcpTxBuffer> buffer)
        : m_buffer(std::move(buffer))
    {
        m_buffer->DiscardUpTo(m_buffer->HeadSequence() + m_buffer->Size());
    }

    /// The handshake is over: the first octet of data has this position.
    void Start(uint64_t position)
    {
        m_taken = position;
        m_begin = position;
        m_buffer->SetHeadSequence(ToSequence(position));
    }

    /// The application writes.
    void Write(Ptr<const Packet> packet)
    {
        if (packet->GetSize() > 0)
        {
            m_unsent.push_back(packet->Copy());
        }
    }

    /// Take so many octets that were never sent: they become a segment. @return the transmission
    /// buffer's entry, owned by the buffer
    TcpTxItem& TakeUnsent(uint32_t size);

    /// A window probe carries the first octet that was never sent. @return a copy of that
    Ptr<Packet> Probe(Time now)
    {
        m_probeFirst = m_probed == m_taken ? m_probeFirst : now;
        m_probeLast = now;
        m_probed = m_taken;
        return m_unsent.front()->CreateFragment(m_front, 1);
    }

    /// All below a position was sent. @return what was sent as a window probe, whose octet the peer
    /// has taken; null if all was taken by TakeUnsent()
    TcpTxItem* TakeProbe(uint64_t position)
    {
        return position > m_taken ? &TakeProbed() : nullptr;
    }

    /// Visit the entries of a whole segment of the ledger: several of one that was collapsed, none
    /// of a FIN.
    template <class Visitor>
    void Visit(const SentSegments& sent, OctetRange whole, Visitor visit) const
    {
        auto index = std::max(sent.Find(whole.begin).ordinal, m_discarded) - m_discarded;
        for (; whole.begin < whole.end && index < m_segments.size(); ++index)
        {
            auto& item = *m_segments[index];
            whole.begin += item.GetSeqSize();
            visit(item);
        }
    }

    /// A segment is sent again: TcpRateOps takes the time from it.
    static void SetLastSent(TcpTxItem& item, Time time);

    /// Octets are acknowledged: @p sent is what is still outstanding. @p delivered is told of each
    /// segment; may be null.
    void Discard(const SentSegments& sent, const Delivered& delivered);

  private:
    TcpTxItem& TakeProbed();

    Ptr<TcpTxBuffer> m_buffer;         //!< owner of the segments
    std::deque<TcpTxItem*> m_segments; //!< sent, in order
    uint64_t m_discarded{0};           //!< segments before those
    uint64_t m_begin{0};               //!< position of the first octet of those
    uint64_t m_taken{0};               //!< position one past the last octet taken
    std::deque<Ptr<Packet>> m_unsent;  //!< writes that were not sent, in order
    uint32_t m_front{0};               //!< octets of the first write that were
    uint64_t m_probed{0};              //!< position that a window probe had last
    Time m_probeFirst;                 //!< when it went first
    Time m_probeLast;                  //!< when it went last
};

/// @ingroup tcp-lossy
/// @brief The packets of what has arrived and is not read, beside a ReceiveBuffer, which says what
/// is stored.
class ReceivedPackets
{
  public:
    /// Hold nothing; @p next is the position of the octet that is to be read first.
    void Start(uint64_t next)
    {
        *this = {};
        m_next = next;
    }

    /// Store the part @p fresh of a packet whose first octet is at position @p begin.
    void Store(OctetRange fresh, Ptr<Packet> packet, uint64_t begin);

    /// The application reads. @return so many octets, which are in order
    Ptr<Packet> Read(uint32_t octets);

  private:
    std::deque<Ptr<Packet>> m_readable;     //!< in order
    std::map<uint64_t, Ptr<Packet>> m_held; //!< out of order, by position
    uint64_t m_next{0};                     //!< one past the last octet in order
    uint32_t m_read{0};                     //!< octets read of the first packet
};

} // namespace ns3

#endif /* PACKET_BUFFERS_H */

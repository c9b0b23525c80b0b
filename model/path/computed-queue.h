/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMPUTED_QUEUE_H
#define COMPUTED_QUEUE_H

#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{

/**
 * @ingroup tcp-lossy
 *
 * @brief A drop-tail queue in front of a link, by computed times: no event takes a packet out.
 *
 * When a packet comes, its start on the link is known: at once, or when the link has sent all that
 * came before. The packet waits until then, and the packet on the link is not counted, as with
 * ns-3's PointToPointNetDevice and DropTailQueue.
 *
 * A start at the very instant that is asked about may come before or after what happens there. By
 * LeaveBefore() such a packet still waits; who knows better says so by LeaveOne(). Until the queue
 * is nearly full the difference decides nothing.
 * @tparam Item what the owner keeps of each packet that waits
 */
template <class Item>
class ComputedQueue
{
  public:
    /// A packet that waits.
    struct Entry
    {
        Time start;      //!< when it leaves the queue
        uint32_t octets; //!< its size
        Item item;       //!< the owner's
    };

    /// @brief Set the most that waits. @param size above 0
    void SetMaxSize(QueueSize size)
    {
        m_maxSize = size;
    }

    /// @brief The most that waits. @return packets or octets
    QueueSize GetMaxSize() const
    {
        return m_maxSize;
    }

    /**
     * @brief Let what starts before an instant leave.
     * @param now the instant, not before the last one
     * @param report is called for each, with its start, after it left
     */
    template <class Report>
    void LeaveBefore(Time now, const Report& report)
    {
        while (!m_waiting.empty() && m_waiting.front().start < now)
        {
            report(LeaveOne());
        }
    }

    /// @brief Let the first packet leave. @return its start
    Time LeaveOne()
    {
        const auto start = m_waiting.front().start;
        m_octets -= m_waiting.front().octets;
        m_waiting.pop_front();
        return start;
    }

    /// @return whether more waits than a limit allows
    bool Exceeds(QueueSize limit) const
    {
        return (limit.GetUnit() == QueueSizeUnit::PACKETS ? GetPackets() : m_octets) >
               limit.GetValue();
    }

    /// @return whether one more packet of so many octets may wait
    bool Fits(uint32_t octets) const
    {
        return IsCountedInPackets() ? m_waiting.size() + 1 <= m_maxSize.GetValue()
                                    : m_octets + octets <= m_maxSize.GetValue();
    }

    /// @brief When a packet that comes would start. @param now when it comes @return the instant
    Time GetStart(Time now) const
    {
        return std::max(now, m_free);
    }

    /**
     * @brief Take a packet, which Fits().
     * @param now when it comes
     * @param finish when the link will have sent it
     * @param octets its size
     * @param item the owner's
     */
    void Add(Time now, Time finish, uint32_t octets, Item item)
    {
        m_largest = std::max(m_largest, octets);
        if (IsBusy(now))
        {
            m_waiting.push_back({m_free, octets, std::move(item)});
            m_octets += octets;
        }
        m_free = finish;
    }

    /// @return whether the link sends, or has just sent
    bool IsBusy(Time now) const
    {
        return m_free >= now;
    }

    /// @brief The link has just sent its last packet: nothing waits.
    void SetIdle()
    {
        m_free = TimeStep(BEFORE);
    }

    /// @brief When the link has sent the packet that it sends now. @return the instant
    Time GetNextFinish() const
    {
        return m_waiting.empty() ? m_free : m_waiting.front().start;
    }

    /// @return whether a few more packets would not fit
    bool IsNearlyFull() const
    {
        return IsCountedInPackets()
                   ? m_waiting.size() + MARGIN >= m_maxSize.GetValue()
                   : m_octets + uint64_t{MARGIN + 1} * m_largest > m_maxSize.GetValue();
    }

    /// @brief How many packets wait. @return their number
    uint32_t GetPackets() const
    {
        return m_waiting.size();
    }

    /// @brief How much waits. @return octets
    uint32_t GetOctets() const
    {
        return m_octets;
    }

    /**
     * @brief Give up all that waits: somebody else is to send it.
     * @return the packets in their order; the link is free when it has sent its present one
     */
    std::deque<Entry> Recall()
    {
        m_free = GetNextFinish();
        m_octets = 0;
        return std::exchange(m_waiting, {});
    }

  private:
    /// Packets of which IsNearlyFull() makes sure that they find room.
    static constexpr uint32_t MARGIN = 3;

    /// Before any instant.
    static constexpr int64_t BEFORE = -1;

    /// @brief What the limit counts. @return true if packets, false if octets
    bool IsCountedInPackets() const
    {
        return m_maxSize.GetUnit() == QueueSizeUnit::PACKETS;
    }

    QueueSize m_maxSize{QueueSizeUnit::PACKETS, 100}; //!< limit; ns-3's default for a device
    std::deque<Entry> m_waiting{};                    //!< by start
    uint32_t m_octets{0};                             //!< of all that waits
    uint32_t m_largest{0};                            //!< octets of the largest packet so far
    Time m_free{TimeStep(BEFORE)};                    //!< when the link has sent all
};

} // namespace ns3

#endif /* COMPUTED_QUEUE_H */

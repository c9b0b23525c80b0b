/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMPUTED_QUEUE_H
#define COMPUTED_QUEUE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{

/// The most that waits in front of a link.
struct QueueLimit
{
    uint32_t most{100};   //!< packets or octets
    bool inOctets{false}; //!< which of the two

    /// @return whether so much may wait
    bool Allows(std::size_t packets, uint32_t octets) const
    {
        return (inOctets ? octets : packets) <= most;
    }
};

/**
 * @ingroup tcp-lossy
 * @brief A drop-tail queue in front of a link, by computed times: no event takes a packet out.
 *
 * When a packet comes, its start on the link is known: at once, or when the link has sent all that
 * came before. The packet waits until then, and the packet on the link is not counted, as with
 * ns-3's PointToPointNetDevice and DropTailQueue.
 *
 * A start at the very instant that is asked about may come before or after what happens there. By
 * LeaveBefore() such a packet still waits; who knows better says so by LeaveOne(). Until the queue
 * is nearly full the difference decides nothing.
 * @tparam Instant a time: std::chrono's or ns-3's
 * @tparam Item what the owner keeps of each packet that waits
 */
template <class Instant, class Item>
class PlainComputedQueue
{
  public:
    /// A packet that waits.
    struct Entry
    {
        Instant start;   //!< when it leaves the queue
        uint32_t octets; //!< its size
        Item item;       //!< the owner's
    };

    /// @brief Set the most that waits. @param limit above 0
    void SetLimit(QueueLimit limit)
    {
        m_limit = limit;
    }

    /// @brief The most that waits. @return packets or octets
    QueueLimit GetLimit() const
    {
        return m_limit;
    }

    /// Let what starts before an instant leave. @param now the instant, not before the last one
    /// @param report is called for each, with its start, after it left
    template <class Report>
    void LeaveBefore(Instant now, const Report& report)
    {
        while (!m_waiting.empty() && m_waiting.front().start < now)
        {
            report(LeaveOne());
        }
    }

    /// @brief Let the first packet leave. @return its start
    Instant LeaveOne()
    {
        const auto start = m_waiting.front().start;
        m_octets -= m_waiting.front().octets;
        m_waiting.pop_front();
        return start;
    }

    /// @return whether one more packet of so many octets may wait
    bool Fits(uint32_t octets) const
    {
        return m_limit.Allows(m_waiting.size() + 1, m_octets + octets);
    }

    /// @brief When a packet that comes would start. @param now when it comes
    Instant GetStart(Instant now) const
    {
        return std::max(now, m_free);
    }

    /// Take a packet, which Fits(). @param now when it comes @param finish when the link will have
    /// sent it @param octets its size @param item the owner's
    void Add(Instant now, Instant finish, uint32_t octets, Item item)
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
    bool IsBusy(Instant now) const
    {
        return m_free >= now;
    }

    /// The link has just sent its last packet: nothing waits.
    void SetIdle()
    {
        m_free = Instant(BEFORE);
    }

    /// When the link has sent the packet that it sends now.
    Instant GetNextFinish() const
    {
        return m_waiting.empty() ? m_free : m_waiting.front().start;
    }

    /// @return whether a few more packets would not fit, which are no larger than those so far, or
    /// than Ethernet's
    bool IsNearlyFull() const
    {
        return m_limit.inOctets ? m_octets + uint64_t{MARGIN + 1} * m_largest > m_limit.most
                                : m_waiting.size() + MARGIN >= m_limit.most;
    }

    /// @brief How many packets wait. @return their number
    uint32_t GetPackets() const
    {
        return static_cast<uint32_t>(m_waiting.size());
    }

    /// @brief How much waits. @return octets
    uint32_t GetOctets() const
    {
        return m_octets;
    }

    /// Give up all that waits: somebody else is to send it. @return the packets in their order; the
    /// link is free when it has sent its present one
    std::deque<Entry> Recall()
    {
        m_free = GetNextFinish();
        m_octets = 0;
        return std::exchange(m_waiting, {});
    }

  private:
    /// Packets of which IsNearlyFull() makes sure that they find room.
    static constexpr uint32_t MARGIN = 3;

    /// The first packet of Ethernet's size may come when the queue is full: this size and PPP's
    /// header.
    static constexpr uint32_t USUAL = 1502;

    static constexpr int BEFORE = -1;

    QueueLimit m_limit;              //!< ns-3's default for a device
    std::deque<Entry> m_waiting{};   //!< by start
    uint32_t m_octets{0};            //!< of all that waits
    uint32_t m_largest{USUAL};       //!< octets of the largest packet so far, or of a usual one
    Instant m_free{Instant(BEFORE)}; //!< when the link has sent all
};

} // namespace ns3

#endif /* COMPUTED_QUEUE_H */
